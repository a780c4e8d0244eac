"""Positions of Le Jeu de Noé that can be read at a glance."""

from dataclasses import dataclass

from tablee.games.noe import GAME
from tablee.games.noe.cards import PACK, Card, sum_of
from tablee.games.noe.rules import NoeAction, NoeState
from tablee.kernel import EVERYONE, Chance, Event, Secret
from tablee.testing import playing
from tablee.testing.playing import NO_CHANCE


@dataclass(frozen=True)
class SeatAt:
    """What lies before one seat."""

    life_cards: tuple[Card, ...]
    shield: Card | None
    charges: tuple[Secret[Card], ...]
    reinforcement: Secret[Card] | None
    life: int


def seat(
    life_cards: str, shield: str, *, charges: str = "", reinforcement: str = "", revealed: str = "", life: int = 0
) -> SeatAt:
    """A seat, with its reinforcement face down or `revealed`; its life is what its cards say, unless it is given."""
    return SeatAt(
        life_cards=cards(life_cards),
        shield=cards(shield)[0],
        charges=face_down(charges),
        reinforcement=next(iter((*face_down(reinforcement), *face_up(revealed))), None),
        life=life or sum_of(cards(life_cards)),
    )


OUT = SeatAt((), None, (), None, 0)
"""A seat that is out of the game."""


def table(
    *seats: SeatAt, pile: str = "", discard: str = "", unseen: str = "", active: int = 0, quiet_turns: int = 0
) -> NoeState:
    """A position. The pile's next card first; `unseen` are the cards that were discarded face down."""
    state = NoeState(
        turn=7,
        active=active,
        life=tuple(at.life for at in seats),
        life_cards=tuple(at.life_cards for at in seats),
        shields=tuple(at.shield for at in seats),
        reinforcements=tuple(at.reinforcement for at in seats),
        charges=tuple(at.charges for at in seats),
        pile=face_down(pile),
        discard=face_up(discard) + face_down(unseen),
        eliminated=tuple(number for number, at in enumerate(seats) if at is OUT),
        quiet_turns=quiet_turns,
    )
    named = all_cards(state)
    assert len(set(named)) == len(named), "a card is drawn twice"
    return state


def cards(text: str) -> tuple[Card, ...]:
    """`"12H 1C"`, the queen of hearts and the ace of clubs."""
    named = tuple(Card(name) for name in text.split())
    assert all(card in PACK for card in named), text
    return named


def face_down(text: str) -> tuple[Secret[Card], ...]:
    """Cards that nobody sees."""
    return tuple(Secret(card) for card in cards(text))


def face_up(text: str) -> tuple[Secret[Card], ...]:
    """Cards that everybody has seen, in a place where not all are."""
    return tuple(Secret(card, EVERYONE) for card in cards(text))


def all_cards(state: NoeState) -> list[Card]:
    """Every card, wherever it lies."""
    open_cards = [card for held in state.life_cards for card in held] + [card for card in state.shields if card]
    secret = [*state.pile, *state.discard, *(card for held in state.charges for card in held)]
    return open_cards + [card.value for card in (*secret, *filter(None, state.reinforcements))]


def events(state: NoeState, number: int, action: NoeAction, chance: Chance = NO_CHANCE) -> list[Event]:
    """What happens when that seat does that."""
    return list(playing.events_of(GAME, state, number, action, chance))


def played(state: NoeState, *moves: tuple[int, NoeAction], chance: Chance = NO_CHANCE) -> NoeState:
    """The state after those moves, (seat, action) each."""
    after = playing.after(GAME, state, *moves, chance=chance)
    assert isinstance(after, NoeState)
    return after


def timed_out(state: NoeState) -> NoeState:
    """The state after the clock of the active seat ran out."""
    after = playing.after_timeout(GAME, state)
    assert isinstance(after, NoeState)
    return after


def refused(state: NoeState, number: int, action: NoeAction) -> str | None:
    """The rule that stands against it when that seat tries that."""
    return playing.refusal_of(GAME, state, number, action).rule


def left(state: NoeState, *seats: int) -> NoeState:
    """The state after those seats left."""
    after = playing.after_leaving(GAME, state, *seats)
    assert isinstance(after, NoeState)
    return after
