"""Positions of No Kitty drawn as text, and what a test asks of them."""

from typing import cast

from tablee.games.kitty.pieces import HEARTS, MAGIC, Colour, Heart, Magic, Tile
from tablee.games.kitty.rules import GAME, KittyAction, KittyOptions, KittyState
from tablee.kernel import Secret, in_order, only
from tablee.testing.playing import refusal_of

WHITE_BOARD = """
    white  white  white  white
    white  white  white  white
"""


def position(
    board: str = WHITE_BOARD,
    *,
    active: int = 0,
    hearts: tuple[str, str] = ("", ""),
    magic: tuple[str, str] = ("", ""),
    heart_deck: str = "red1 red1",
    magic_deck: str = "wind wind",
    owes_draw: bool = False,
    shields: tuple[int, int] = (0, 0),
    options: KittyOptions = KittyOptions(),  # noqa: B008 - frozen
    turn: int = 4,
) -> KittyState:
    """A position in the middle of a turn; the board is drawn as by `drawn`, cards are named one after the other."""
    return KittyState(
        turn=turn,
        options=options,
        active=active,
        tiles=tuple(_tile(word) for word in board.split()),
        hearts=tuple(in_order([Secret(h, only(seat)) for h in _hearts(hearts[seat])], HEARTS) for seat in (0, 1)),
        magic=tuple(in_order([Secret(m, only(seat)) for m in _magic(magic[seat])], MAGIC) for seat in (0, 1)),
        heart_deck=tuple(Secret(heart) for heart in _hearts(heart_deck)),
        magic_deck=tuple(Secret(card) for card in _magic(magic_deck)),
        owes_draw=owes_draw,
        shields=shields,
    )


def drawn(state: KittyState) -> list[str]:
    """The tiles as words: `red` is an empty red tile, `red:green2@1` is one with seat 1's green2 on it."""
    return [tile.colour + (f":{tile.heart}@{tile.owner}" if tile.heart else "") for tile in state.tiles]


def board_of(text: str) -> list[str]:
    """A drawn board as words, to compare with `drawn`."""
    return text.split()


def hearts_of(state: KittyState, seat: int) -> str:
    """A hand of hearts as words."""
    return " ".join(card.value for card in state.hearts[seat])


def magic_of(state: KittyState, seat: int) -> str:
    """A hand of magic as words."""
    return " ".join(card.value for card in state.magic[seat])


def rule_against(state: KittyState, action: KittyAction) -> str | None:
    """The name of the rule by which the active seat's action is refused."""
    return refusal_of(GAME, state, state.active, action).rule


def _tile(word: str) -> Tile:
    colour, _, rest = word.partition(":")
    heart, _, owner = rest.partition("@")
    return Tile(cast(Colour, colour), *((cast(Heart, heart), int(owner)) if heart else ()))


def _hearts(words: str) -> list[Heart]:
    return [cast(Heart, word) for word in words.split()]


def _magic(words: str) -> list[Magic]:
    return [cast(Magic, word) for word in words.split()]
