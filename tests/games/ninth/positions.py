"""Positions of Ninth, drawn in letters.

A card is the first two letters of its planet: me ve ea ma ju sa ur ne ni. A dot is an empty slot.
`ma?` is a card that lies hidden and that nobody knows; `ma?0`, `ma?1` and `ma?01` are known to those seats.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from tablee.games.ninth.board import Slot
from tablee.games.ninth.planets import PLANETS, Planet
from tablee.games.ninth.rules import GAME, NinthAction, NinthEvent, NinthOptions, NinthState
from tablee.kernel import EVERYONE, Secret, only, seats_in
from tablee.testing.playing import after, after_timeout, events_of, refusal_of

PLANET_OF: dict[str, Planet] = {planet[:2]: planet for planet in PLANETS}

QUIET = """
    ve ea ma
    ju sa ur
    ne ma ve
"""
"""No line, no ninth, not nine planets."""

PILE = "me ve ea ma ju sa ur ne"


def position(board: str = QUIET, hand: str = "", other: str = "", pile: str = PILE, **fields: Any) -> NinthState:
    """The beginning of a turn of seat 0, with its hand, the other's, and the pile, the next card first."""
    state = NinthState(
        turn=10,
        options=NinthOptions(),
        active=0,
        board=tuple([_slot(letters) for letters in board.split()]),
        pile=tuple([_hidden(letters) for letters in pile.split()]),
        hands=tuple([tuple([Secret(card, only(seat)) for card in cards(of)]) for seat, of in enumerate((hand, other))]),
    )
    return replace(state, **fields)


def without_powers(board: str = QUIET, hand: str = "", pile: str = PILE) -> NinthState:
    """The same, played without powers."""
    return position(board, hand, pile=pile, options=NinthOptions(powers=False))


def cards(letters: str) -> list[Planet]:
    """The planets of those letters."""
    return [PLANET_OF[two] for two in letters.split()]


def drawn(board: str) -> list[str]:
    """A drawn board as `board_of` gives it."""
    return board.split()


def board_of(state: NinthState) -> list[str]:
    """The board in letters."""
    return ["." if slot is None else _letters(slot.card, slot.face_down) for slot in state.board]


def pile_of(state: NinthState) -> str:
    """The pile in letters, as it was given: `ve` is known to nobody, `ve?0` to seat 0."""
    return " ".join(_letters(card, is_hidden=True).removesuffix("?") for card in state.pile)


def hand_of(state: NinthState, seat: int) -> str:
    """A hand in letters."""
    return " ".join(card.value[:2] for card in state.hands[seat])


def play(state: NinthState, *actions: NinthAction) -> NinthState:
    """The state after those actions, each by the seat that is to act."""
    for action in actions:
        state = after(GAME, state, (state.active, action))
    return state


def events(state: NinthState, action: NinthAction) -> list[NinthEvent]:
    """What the action of the seat to act brings about."""
    return list(events_of(GAME, state, state.active, action))  # type: ignore[arg-type]  # they are the game's own


def expire(state: NinthState) -> NinthState:
    """The state after the clock ran out."""
    ended: NinthState = after_timeout(GAME, state)
    return ended


def legal(state: NinthState) -> list[NinthAction]:
    """What the seat to act may do."""
    return list(GAME.legal(state, state.active))


def broken_rule(state: NinthState, action: NinthAction) -> str | None:
    """The name of the rule against an action of the seat to act."""
    return refusal_of(GAME, state, state.active, action).rule


def all_cards(state: NinthState) -> list[Planet]:
    """Every card of the game, wherever it is."""
    hidden: Iterable[Secret[Planet]] = [
        *[slot.card for slot in state.board if slot is not None],
        *state.pile,
        *[card for hand in state.hands for card in hand],
        *([state.taken] if state.taken else []),
    ]
    won = [card for lines in state.lines for line in lines for card in line.cards]
    return [*[card.value for card in hidden], *won, *state.removed]


def _slot(letters: str) -> Slot | None:
    if letters == ".":
        return None
    return Slot(_hidden(letters), face_down=True) if "?" in letters else Slot(Secret(PLANET_OF[letters], EVERYONE))


def _hidden(letters: str) -> Secret[Planet]:
    planet, _, seats = letters.partition("?")
    return Secret(PLANET_OF[planet], seats_in(map(int, seats)))


def _letters(card: Secret[Planet], is_hidden: bool) -> str:
    if not is_hidden:
        return card.value[:2]
    return f"{card.value[:2]}?" + "".join(str(seat) for seat in (0, 1) if card.is_seen_by(seat))
