"""A small honest card game, and the same game with one leak of each kind built in.

Two seats hold two cards each. A turn draws the top card of the pile, then discards a card in the open. When the
pile is empty the discards are shuffled into a new one. Six turns, then it is over.
"""

from collections.abc import Sequence
from typing import Literal, NewType, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel import (
    Action,
    Chance,
    Event,
    Game,
    Open,
    Options,
    Rule,
    Secret,
    State,
    Story,
    Text,
    drawn,
    only,
    rule,
)

Card = NewType("Card", str)
DECK = tuple(Card(f"{rank}{suit}") for rank in range(1, 5) for suit in "ab")

LeakKind: TypeAlias = Literal["none", "field", "event", "id", "order", "count", "legal", "refusal", "leaving"]


class Back(Struct, frozen=True):
    """A card of the pile, with a number printed on its back: honest only if it is the same on all."""

    number: int
    card: Secret[Card]


class Discard(Action, frozen=True):
    card: Card


class Drew(Event, frozen=True):
    seat: int
    card: Secret[Card]
    hint: str = ""


class Discarded(Event, frozen=True):
    seat: int
    card: Open[Card]


class Reshuffled(Event, frozen=True):
    pile: tuple[Back, ...]


Happened: TypeAlias = Drew | Discarded | Reshuffled


class Table(State, frozen=True):
    hands: tuple[tuple[Secret[Card], ...], ...]
    pile: tuple[Back, ...]
    discard: tuple[Open[Card], ...] = ()
    hint: str = ""
    ranking: tuple[int, ...] = ()
    aces: tuple[int, ...] = ()


LeakyStory: TypeAlias = Story[Table, Happened]


def make(leak: LeakKind) -> Game[Table, Discard, Happened, Options]:
    """The game with that leak."""

    def setup(_seats: int, _options: Options, _starter: int, chance: Chance) -> Table:
        cards = chance.shuffled(DECK)
        hands = tuple(tuple(Secret(card, only(seat)) for card in cards[2 * seat : 2 * seat + 2]) for seat in (0, 1))
        pile = tuple(back(card) for card in cards[4:])
        drawn_first = Secret(pile[0].card.value, only(0))
        hands = ((*hands[0], drawn_first), hands[1])
        return derived(Table(turn=0, hands=hands, pile=pile[1:]))

    def back(card: Card) -> Back:
        return Back(DECK.index(card) if leak == "id" else 0, Secret(card))

    def derived(state: Table) -> Table:
        """The leaks that follow from the state."""
        held = [[secret.value for secret in hand] for hand in state.hands]
        if leak == "field" and state.pile:
            state = replace(state, hint=state.pile[0].card.value[0])
        if leak == "order":
            state = replace(state, ranking=tuple(sorted((0, 1), key=lambda seat: sorted(held[seat]))))
        if leak == "count":
            state = replace(state, aces=tuple(sum(card[0] == "1" for card in hand) for hand in held))
        return state

    def to_act(state: Table) -> tuple[int, ...]:
        return (state.turn % 2,)

    def legal(state: Table, seat: int) -> Sequence[Discard]:
        choices = [Discard(secret.value) for secret in state.hands[seat]]
        if leak == "legal" and len(choices) > 1 and state.pile and state.pile[0].card.value[0] < "3":
            choices = choices[1:]
        return choices

    def decide(story: LeakyStory, seat: int, action: Discard, chance: Chance) -> None:
        story.tell(Discarded(seat, action.card))
        if story.state.turn == 11:
            story.end(drawn((0, 1), (0, 0), "done"))
            return
        if not story.state.pile:
            story.tell(Reshuffled(tuple(back(card) for card in chance.shuffled(story.state.discard))))
        top = story.state.pile[0].card.value
        story.tell(Drew(1 - seat, Secret(top, only(1 - seat)), hint=top[0] if leak == "event" else ""))

    def evolve(state: Table, event: Happened) -> Table:
        hands = list(state.hands)
        match event:
            case Discarded(seat, card):
                hands[seat] = tuple(secret for secret in hands[seat] if secret.value != card)
                state = replace(state, hands=tuple(hands), discard=(*state.discard, card))
            case Reshuffled(pile):
                state = replace(state, pile=pile, discard=())
            case Drew(seat, card):
                hands[seat] = (*hands[seat], card)
                state = replace(state, hands=tuple(hands), pile=state.pile[1:], turn=state.turn + 1)
        return derived(state)

    def skip(story: LeakyStory, chance: Chance) -> None:
        seat = story.state.turn % 2
        decide(story, seat, Discard(min(secret.value for secret in story.state.hands[seat])), chance)

    def leave_together(story: LeakyStory, _gone: tuple[int, ...], _chance: Chance) -> None:
        """What rooms ask for; `leave` is honest, whatever this one tells."""
        pile = story.state.pile
        score = int(pile[0].card.value[0]) if leak == "leaving" and pile else 0
        story.end(drawn((0, 1), (score, score), "done"))

    def why_not(state: Table, _seat: int, _action: Discard) -> Rule:
        what = state.pile[0].card.value if leak == "refusal" and state.pile else "that card"
        return rule("not_held", f"You don't hold {what}.", f"Vous n’avez pas {what}.")

    return Game(
        id="leaky",
        name=Text("Leaky", "Passoire"),
        seats=(2, 2),
        rules_version=1,
        options=Options,
        state=Table,
        actions=Discard,
        events=Happened,
        setup=setup,
        legal=legal,
        decide=decide,
        evolve=evolve,
        to_act=to_act,
        timeout=skip,
        leave=lambda story, _seat, _chance: story.end(drawn((0, 1), (0, 0), "done")),
        leave_together=leave_together,
        scores=lambda _state: (0, 0),
        why_not=why_not,
        reasons={"done": Text("All cards are played.", "Toutes les cartes sont jouées.")},
    )
