"""Le Jeu de Noé: a duel round the table with a pack of 52 cards, for two to six seats.

Each seat has three life cards, which add up to its life, and a shield across them. A turn is one of four
things: attack the nearest seat to the left or to the right, lay a face-down charge for an attack to come, lay a
face-down reinforcement beside the shield until the next turn, or change anyone's shield for the top card of
the pile. An attack is the top card of the pile and all charges; what exceeds the shield, and then the
reinforcement, is lost in life, with all the target's charges. The last seat with life wins.

Rulings: after a loss, the life cards are changed for one well-defined combination (life.py); where there is
none, the cards stay and the number counts. After 20 full rounds of the table without a point of life lost, the
game ends and most life wins. A round is as many turns as there are seats in the game; skips are turns, leaving
is none, and the guard is tested only when a turn ends. A seat that leaves is eliminated.
"""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from tablee.games.noe import words
from tablee.games.noe.cards import PACK, RANK, Card, sum_of
from tablee.games.noe.life import Combination, best_combination
from tablee.kernel import (
    EVERYONE,
    Action,
    Bounds,
    Chance,
    Event,
    Game,
    Left,
    Open,
    Options,
    Rule,
    Secret,
    State,
    Story,
    TimedOut,
    best_of,
    put,
    seats_after,
    seats_in_play,
    won,
)

# ── Constants ────────────────────────────────────────────────────────────────────────────────────────────

MOST_SEATS: Final = 6
LIFE_CARDS: Final = 3
MOST_CHARGES: Final = 3
QUIET_ROUNDS: Final = 20
"""Rounds of the table without a point of life lost that end the game."""

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]


class NoeOptions(Options, frozen=True):
    """There is nothing to choose."""


# ── Actions ──────────────────────────────────────────────────────────────────────────────────────────────


class Attack(Action, frozen=True):
    target: Seat


class Charge(Action, frozen=True):
    pass


class Reinforce(Action, frozen=True):
    pass


class SwapShield(Action, frozen=True):
    target: Seat


NoeAction: TypeAlias = Attack | Charge | Reinforce | SwapShield


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────


class Attacked(Event, frozen=True):
    """The top card of the pile was turned, and all the attacker's charges; they are spent."""

    seat: int
    target: int
    card: Open[Card]
    charges: tuple[Open[Card], ...]


class ReinforcementRevealed(Event, frozen=True):
    seat: int
    card: Open[Card]


class AttackHeld(Event, frozen=True):
    """The attack did not exceed what stood against it."""

    seat: int
    """The seat that was attacked."""


class LifeLost(Event, frozen=True):
    """A seat was hit; all of its charges were discarded unseen."""

    seat: int
    points: int


class LifeCardsLaid(Event, frozen=True):
    """A seat's life cards were changed for these. Hidden cards had a say in it, so all of it is a reveal."""

    seat: int
    kept: Open[tuple[Card, ...]]
    from_discard: Open[tuple[Card, ...]]
    from_pile: Open[tuple[Card, ...]]


class Eliminated(Event, frozen=True):
    """A seat has no life left; all of its cards were discarded."""

    seat: int


class Charged(Event, frozen=True):
    """The top card of the pile was laid face down with the seat's charges."""

    seat: int


class Reinforced(Event, frozen=True):
    """The top card of the pile was laid face down beside the seat's shield."""

    seat: int


class ShieldDiscarded(Event, frozen=True):
    seat: int
    target: int


class ShieldLaid(Event, frozen=True):
    """The top card of the pile was turned and is the target's new shield."""

    target: int
    card: Open[Card]


class Reshuffled(Event, frozen=True):
    """The pile was empty and a card needed: the discard was shuffled into a new pile."""

    pile: tuple[Secret[Card], ...]


class TurnBegan(Event, frozen=True):
    """A seat's turn began; its reinforcement, if it had one, was discarded."""

    seat: int


NoeEvent: TypeAlias = (
    Attacked | ReinforcementRevealed | AttackHeld | LifeLost | LifeCardsLaid | Eliminated | Charged | Reinforced
    | ShieldDiscarded | ShieldLaid | Reshuffled | TimedOut | Left | TurnBegan
)  # fmt: skip


# ── State ────────────────────────────────────────────────────────────────────────────────────────────────


class NoeState(State, frozen=True):
    """
    Before each seat:   5C 9D 1H    its life cards, face up
                        ═══ 8S ▒    its shield across them, face up, and a reinforcement, face down
                        ▒ ▒ ▒       its charges, face down
    """  # noqa: D205, D400 - a diagram

    active: int
    life: tuple[int, ...]
    """Each seat's life, which counts even where its cards can't show it; 0 once it is eliminated."""
    life_cards: tuple[Open[tuple[Card, ...]], ...]
    shields: tuple[Open[Card] | None, ...]
    """None for a seat that is out of the game."""
    reinforcements: tuple[Secret[Card] | None, ...]
    """None for a seat that has none."""
    charges: tuple[tuple[Secret[Card], ...], ...]
    pile: tuple[Secret[Card], ...]
    """The next card first."""
    discard: tuple[Secret[Card], ...] = ()
    """The cards that were seen, the newest first, then those that nobody has seen.

    Apart, so that a card taken from among the unseen does not show by its place which one it was.
    """
    eliminated: tuple[int, ...] = ()
    """The seats that are out of the game, in the order they went."""
    quiet_turns: int = 0
    """How many turns in a row have cost nobody a point of life."""


NoeStory: TypeAlias = Story[NoeState, NoeEvent]


# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────────────


def setup(seats: int, options: NoeOptions, starter: int, chance: Chance) -> NoeState:
    """Four cards to each seat in turn: three for its life, the fourth its shield."""
    pack = chance.shuffled(PACK)
    dealt = [pack[i : i + LIFE_CARDS + 1] for i in range(0, seats * (LIFE_CARDS + 1), LIFE_CARDS + 1)]
    return NoeState(
        turn=0,
        active=starter,
        life=tuple([sum_of(cards[:LIFE_CARDS]) for cards in dealt]),
        life_cards=tuple([cards[:LIFE_CARDS] for cards in dealt]),
        shields=tuple([cards[LIFE_CARDS] for cards in dealt]),
        reinforcements=(None,) * seats,
        charges=((),) * seats,
        pile=tuple([Secret(card) for card in pack[seats * (LIFE_CARDS + 1) :]]),
    )


# ── Legal actions ────────────────────────────────────────────────────────────────────────────────────────

_ATTACKS: Final = tuple([Attack(seat) for seat in range(MOST_SEATS)])
_CHARGE: Final = Charge()
_REINFORCE: Final = Reinforce()
_SWAPS: Final = tuple([SwapShield(seat) for seat in range(MOST_SEATS)])


def legal(state: NoeState, seat: int) -> Sequence[NoeAction]:
    """Attack the next seat or the one before, charge up to three times, reinforce, swap any shield."""
    others = _seats_after(state, seat)[:-1]
    after, before = others[0], others[-1]
    actions: list[NoeAction] = [_ATTACKS[after]]
    if before != after:
        actions.append(_ATTACKS[before])
    if len(state.charges[seat]) < MOST_CHARGES:
        actions.append(_CHARGE)
    actions.append(_REINFORCE)
    actions += [_SWAPS[other] for other in _seats_in(state)]
    return actions


def why_not(state: NoeState, seat: int, action: NoeAction) -> Rule:
    if not isinstance(action, Attack | SwapShield):
        return words.THREE_CHARGES
    target = action.target
    if target >= len(state.life):
        return words.NO_SUCH_SEAT
    if target in state.eliminated:
        return words.OUT_OF_THE_GAME
    return words.NOT_YOURSELF if target == seat else words.NOT_A_NEIGHBOUR


# ── Decide ───────────────────────────────────────────────────────────────────────────────────────────────


def decide(story: NoeStory, seat: int, action: NoeAction, chance: Chance) -> None:
    """The action is done; someone has won, or the turn passes on."""
    match action:
        case Attack(target):
            _attack(story, seat, target, chance)
        case Charge():
            _ready_pile(story, chance)
            story.tell(Charged(seat))
        case Reinforce():
            _ready_pile(story, chance)
            story.tell(Reinforced(seat))
        case SwapShield(target):
            # The old shield is discarded first, so that it is among the cards of a new pile.
            story.tell(ShieldDiscarded(seat, target))
            _ready_pile(story, chance)
            story.tell(ShieldLaid(target, story.state.pile[0].value))
    _pass_on(story)


def _attack(story: NoeStory, seat: int, target: int, chance: Chance) -> None:
    """The attack against the shield, then against the reinforcement as well, then against the target's life.

    Each card is revealed before the events that depend on it.
    """
    _ready_pile(story, chance)
    state = story.state
    card, charges = state.pile[0].value, tuple([charge.value for charge in state.charges[seat]])
    story.tell(Attacked(seat, target, card, charges))

    excess = sum_of((card, *charges)) - RANK[_shield(state, target)]
    reinforcement = state.reinforcements[target]
    if excess > 0 and reinforcement is not None:
        if reinforcement.seen_by != EVERYONE:
            story.tell(ReinforcementRevealed(target, reinforcement.value))
        excess -= RANK[reinforcement.value]
    if excess <= 0:
        story.tell(AttackHeld(target))
        return
    story.tell(LifeLost(target, excess))
    story.tell(_life_cards_laid(story.state, target) if story.state.life[target] else Eliminated(target))


def _life_cards_laid(state: NoeState, seat: int) -> LifeCardsLaid:
    """The life cards that show the seat's life from now on; the present ones where no combination does."""
    own = state.life_cards[seat]
    discard, pile = [card.value for card in state.discard], [card.value for card in state.pile]
    return LifeCardsLaid(seat, *(best_combination(state.life[seat], own, discard, pile) or Combination(own)))


def _ready_pile(story: NoeStory, chance: Chance) -> None:
    """Before a card is taken from an empty pile, the discard becomes a new one.

    There is always a card: of 52, six seats hold 48 at most.
    """
    if not story.state.pile:
        shuffled = chance.shuffled(story.state.discard)
        story.tell(Reshuffled(tuple([Secret(card.value) for card in shuffled])))


def _pass_on(story: NoeStory) -> None:
    """A turn has ended: the game ends with it, or the next seat plays."""
    state = story.state
    playing = _seats_in(state)
    if len(playing) == 1:
        story.end(won(playing, state.life, "last"))
    elif state.quiet_turns >= QUIET_ROUNDS * len(playing):
        story.end(best_of(playing, state.life, "guard"))
    else:
        story.tell(TurnBegan(_seats_after(state, state.active)[0]))


# ── Evolve ───────────────────────────────────────────────────────────────────────────────────────────────


def evolve(state: NoeState, event: NoeEvent) -> NoeState:
    # The event that opens a turn's action, or its skip, counts the turn as a quiet one; a loss sets the count back.
    match event:
        case TurnBegan(seat):
            return _begin_turn(state, seat)
        case ShieldDiscarded(_, target):
            return replace(
                state,
                shields=put(state.shields, target, None),
                discard=(*_seen(_shield(state, target)), *state.discard),
                quiet_turns=state.quiet_turns + 1,
            )
        case ShieldLaid(target, card):
            return replace(state, shields=put(state.shields, target, card), pile=state.pile[1:])
        case Attacked(seat, _, card, charges):
            return replace(
                state,
                charges=put(state.charges, seat, ()),
                pile=state.pile[1:],
                discard=(*_seen(card, *charges), *state.discard),
                quiet_turns=state.quiet_turns + 1,
            )
        case Charged(seat):
            return replace(
                state,
                charges=put(state.charges, seat, (*state.charges[seat], state.pile[0])),
                pile=state.pile[1:],
                quiet_turns=state.quiet_turns + 1,
            )
        case Reinforced(seat):
            return replace(
                state,
                reinforcements=put(state.reinforcements, seat, state.pile[0]),
                pile=state.pile[1:],
                quiet_turns=state.quiet_turns + 1,
            )
        case ReinforcementRevealed(seat, card):
            return replace(state, reinforcements=put(state.reinforcements, seat, Secret(card, EVERYONE)))
        case LifeLost(seat, points):
            return replace(
                state,
                life=put(state.life, seat, max(0, state.life[seat] - points)),
                charges=put(state.charges, seat, ()),
                discard=(*state.discard, *state.charges[seat]),
                quiet_turns=0,
            )
        case LifeCardsLaid(seat, kept, from_discard, from_pile):
            put_away = [card for card in state.life_cards[seat] if card not in kept]
            return replace(
                state,
                life_cards=put(state.life_cards, seat, (*kept, *from_discard, *from_pile)),
                discard=(*_seen(*put_away), *[card for card in state.discard if card.value not in from_discard]),
                pile=tuple([card for card in state.pile if card.value not in from_pile]),
            )
        case Eliminated(seat) | Left(seat):
            return _put_out(state, seat)
        case Reshuffled(pile):
            return replace(state, pile=pile, discard=())
        case TimedOut():
            return replace(state, quiet_turns=state.quiet_turns + 1)
        case AttackHeld():
            return state


def _begin_turn(state: NoeState, seat: int) -> NoeState:
    reinforcement = state.reinforcements[seat]
    if reinforcement is None:
        return replace(state, active=seat, turn=state.turn + 1)
    return replace(
        state,
        active=seat,
        turn=state.turn + 1,
        reinforcements=put(state.reinforcements, seat, None),
        discard=_discarded(state.discard, reinforcement),
    )


def _put_out(state: NoeState, seat: int) -> NoeState:
    """All the seat's cards go to the discard."""
    discard = (*_seen(*state.life_cards[seat], _shield(state, seat)), *state.discard, *state.charges[seat])
    reinforcement = state.reinforcements[seat]
    return replace(
        state,
        life=put(state.life, seat, 0),
        life_cards=put(state.life_cards, seat, ()),
        shields=put(state.shields, seat, None),
        reinforcements=put(state.reinforcements, seat, None),
        charges=put(state.charges, seat, ()),
        discard=discard if reinforcement is None else _discarded(discard, reinforcement),
        eliminated=(*state.eliminated, seat),
    )


# ── Timeout and leaving ──────────────────────────────────────────────────────────────────────────────────


def timeout(story: NoeStory, chance: Chance) -> None:
    """The turn passes without an action."""
    story.tell(TimedOut(story.state.active))
    _pass_on(story)


def leave(story: NoeStory, seat: int, chance: Chance) -> None:
    """The seat is eliminated; the last seat left wins. It is no turn, so the guard is not tested."""
    if seat in story.state.eliminated:
        return
    story.tell(Left(seat))
    state = story.state
    staying = _seats_in(state)
    if len(staying) == 1:
        story.end(won(staying, state.life, "left"))
    elif seat == state.active:
        story.tell(TurnBegan(_seats_after(state, seat)[0]))


# ── Outcome ──────────────────────────────────────────────────────────────────────────────────────────────


def scores(state: NoeState) -> tuple[int, ...]:
    return state.life


def bounds(options: NoeOptions, seats: int) -> Bounds:
    """Three kings are the most life. Before the guard ends the game, someone loses a point of it at least."""
    most = LIFE_CARDS * max(RANK.values())
    return Bounds((0, most), most * seats * QUIET_ROUNDS * seats)


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _seats_in(state: NoeState) -> list[int]:
    return seats_in_play(len(state.life), state.eliminated)


def _seats_after(state: NoeState, seat: int) -> list[int]:
    return seats_after(seat, len(state.life), state.eliminated)


def _discarded(discard: tuple[Secret[Card], ...], card: Secret[Card]) -> tuple[Secret[Card], ...]:
    """The discard with one more card, among the seen or the unseen."""
    return (card, *discard) if card.seen_by == EVERYONE else (*discard, card)


def _shield(state: NoeState, seat: int) -> Card:
    shield = state.shields[seat]
    assert shield is not None  # noqa: S101 - only a seat that is out has none
    return shield


def _seen(*cards: Card) -> list[Secret[Card]]:
    """Face-up cards as they lie in the discard."""
    return [Secret(card, EVERYONE) for card in cards]


GAME: Final = Game(
    id="noe", name=words.NAME, seats=(2, MOST_SEATS), rules_version=1,
    policy="host",
    options=NoeOptions, state=NoeState, actions=NoeAction, events=NoeEvent,
    setup=setup, legal=legal, why_not=why_not, decide=decide, evolve=evolve,
    timeout=timeout, leave=leave, scores=scores, bounds=bounds,
    reasons=words.REASONS, zones=words.ZONES, words=words.WORDS,
    search="tablee.games.noe.search",
)  # fmt: skip
