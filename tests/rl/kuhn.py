"""Kuhn poker, small enough to be solved: three cards, one bet, and a value for the first seat that is known, -1/18."""

from typing import Literal, TypeAlias

from msgspec.structs import replace

from tablee.kernel import Action, Chance, Event, Game, Left, Open, Options, Secret, State, Story, Text, only, rule, won

Card: TypeAlias = Literal["jack", "queen", "king"]
CARDS: tuple[Card, ...] = ("jack", "queen", "king")


class Pass(Action, frozen=True):
    pass


class Bet(Action, frozen=True):
    pass


class Passed(Event, frozen=True):
    seat: int


class Made(Event, frozen=True):
    seat: int


class Shown(Event, frozen=True):
    cards: tuple[Open[Card], ...]


Told: TypeAlias = Passed | Made | Shown | Left


class Table(State, frozen=True):
    active: int
    cards: tuple[Secret[Card], ...]
    bets: tuple[int, ...] = (1, 1)
    said: tuple[str, ...] = ()


def setup(seats: int, options: Options, starter: int, chance: Chance) -> Table:
    dealt = chance.shuffled(CARDS)
    return Table(turn=0, active=starter, cards=tuple(Secret(dealt[seat], only(seat)) for seat in range(seats)))


def decide(story: Story[Table, Told], seat: int, action: Pass | Bet, chance: Chance) -> None:
    story.tell(Made(seat) if isinstance(action, Bet) else Passed(seat))
    said = story.state.said
    if said in (("bet", "pass"), ("pass", "bet", "pass")):
        story.end(won([1 - seat], story.state.bets, "fold"))
    elif len(said) == 3 or said in (("pass", "pass"), ("bet", "bet")):
        cards = [CARDS.index(card.value) for card in story.state.cards]
        story.tell(Shown(tuple(card.value for card in story.state.cards)))
        story.end(won([cards.index(max(cards))], story.state.bets, "best"))


def evolve(state: Table, event: Told) -> Table:
    match event:
        case Passed(seat):
            return replace(state, said=(*state.said, "pass"), active=1 - seat, turn=state.turn + 1)
        case Made(seat):
            bets = tuple(bet + (each == seat) for each, bet in enumerate(state.bets))
            return replace(state, said=(*state.said, "bet"), bets=bets, active=1 - seat, turn=state.turn + 1)
        case _:
            return state


def legal(state: Table, seat: int) -> list[Pass | Bet]:
    return [Pass(), Bet()]


def lose(story: Story[Table, Told], seat: int) -> None:
    story.end(won([1 - seat], story.state.bets, "fold"))


GAME = Game(
    id="kuhn", name=Text("Kuhn poker", "Poker de Kuhn"), seats=(2, 2), rules_version=1,
    options=Options, state=Table, actions=Pass | Bet, events=Told,
    setup=setup, legal=legal, decide=decide, evolve=evolve,
    why_not=lambda state, seat, action: rule("no", "No.", "Non."),
    timeout=lambda story, chance: lose(story, story.state.active),
    leave=lambda story, seat, chance: lose(story, seat),
    scores=lambda state: state.bets,
    reasons={
        "fold": Text("The other passed.", "L’autre a passé."), "best": Text("The best card.", "La meilleure carte."),
    },
)  # fmt: skip
