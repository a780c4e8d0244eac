"""The classic mine: a band of 58 hexagonal tiles from the entrance to the exit.

A tile is named by its axial coordinates (x, y), 0 ≤ x, y ≤ 9 and |x − y| ≤ 3. Laid on its side, so that the way
out runs from left to right, the mine looks like this, each tile touching the two beside it and the two above and
the two below:

              03  14  25  36  47  58  69
            02  13  24  35  46  57  68  79
          01  12  23  34  45  56  67  78  89
        00  11  22  33  44  55  66  77  88  99
          10  21  32  43  54  65  76  87  98
            20  31  42  53  64  75  86  97
              30  41  52  63  74  85  96
"""

from collections.abc import Iterable
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

Coordinate: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Tile: TypeAlias = tuple[Coordinate, Coordinate]

ENTRANCE: Final[Tile] = (0, 0)
EXIT: Final[Tile] = (9, 9)

_SIDES: Final = ((1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1))

_DRAWN: Final = """
    x=0 from y=0:  -    2/4  6    3*
    x=1 from y=0:  1/5  3/6  1    5    4
    x=2 from y=0:  6    5    4    3    2    1
    x=3 from y=0:  3    1    2    5    6    3*   5
    x=4 from y=1:  5    3*   4    1    4    6    2
    x=5 from y=2:  4    2    6    2    1    3    5
    x=6 from y=3:  1    5    3*   5    4    2    1
    x=7 from y=4:  3    4    2    6    5    3*
    x=8 from y=5:  6    1    4    1/3  4/6
    x=9 from y=6:  3*   5    2/6  2/3/4/5/6
"""
"""The numbers of successive tiles; `a/b`: several numbers, `*`: a diamond, `-`: the entrance, which has none."""


def _parse(drawn: str) -> dict[Tile, str]:
    """What is drawn on each tile, in the order of x, then y."""
    signs: dict[Tile, str] = {}
    for line in drawn.strip().splitlines():
        where, _, row = line.strip().partition(":")
        x, first_y = (int(part[2:]) for part in where.split(" from "))
        for y, sign in enumerate(row.split(), first_y):
            signs[x, y] = sign
    return signs


_SIGNS: Final = _parse(_DRAWN)

TILES: Final = tuple(_SIGNS)
"""Every tile, in the order of x, then y."""

NUMBERS: Final = {tile: frozenset(int(digit) for digit in sign if digit.isdigit()) for tile, sign in _SIGNS.items()}

DIAMONDS: Final = frozenset(tile for tile, sign in _SIGNS.items() if "*" in sign)

NEIGHBOURS: Final[dict[Tile, tuple[Tile, ...]]] = {
    (x, y): tuple((x + dx, y + dy) for dx, dy in _SIDES if (x + dx, y + dy) in _SIGNS) for x, y in TILES
}

NEVER_DISABLED: Final = DIAMONDS | {ENTRANCE, EXIT}

# Sets of tiles as bits of an int, one for each tile: they make `legal` quick, and stay out of the state.

BIT: Final = {tile: 1 << index for index, tile in enumerate(TILES)}

_TOUCHED: Final = {tile: BIT[tile] | sum(BIT[neighbour] for neighbour in NEIGHBOURS[tile]) for tile in TILES}
"""A tile and its neighbours."""

_CAN_BE_DISABLED: Final = sum(BIT[tile] for tile in TILES if tile not in NEVER_DISABLED)


def can_be_disabled(disabled: Iterable[Tile]) -> int:
    """The set of the tiles that can still be disabled in a mine, given those that are."""
    blocked = 0
    for tile in disabled:
        blocked |= _TOUCHED[tile]
    return _CAN_BE_DISABLED & ~blocked


def steps_out(start: Tile, disabled: Iterable[Tile]) -> int:
    """How many steps it is from a tile to the exit, whatever is rolled, round the disabled tiles."""
    seen, border, steps = {start, *disabled}, {start}, 0
    # There always is a way: no two disabled tiles touch.
    while EXIT not in border:
        border = {other for tile in border for other in NEIGHBOURS[tile] if other not in seen}
        seen |= border
        steps += 1
    return steps
