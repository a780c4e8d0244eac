"""Positions for the tests of Diggers: mines drawn on their side, and a second reading of the rules to check against.

03  14  25  36  47  58  69
02  13  24  35  46  57  68  79
01  12  23  34  45  56  67  78  89
00  11  22  33  44  55  66  77  88  99
10  21  32  43  54  65  76  87  98
20  31  42  53  64  75  86  97
30  41  52  63  74  85  96
"""

from collections.abc import Mapping, Sequence

from tablee.games.diggers import GAME
from tablee.games.diggers.mine import Tile
from tablee.games.diggers.rules import DiggersOptions, DiggersState
from tablee.kernel import AnyGame, Event, Secret, only
from tablee.kernel.chance import ScriptedChance
from tablee.kernel.play import fold

SIGNS: Mapping[int, tuple[int, str]] = {
    0: (0, "-   24  6   3*"),
    1: (0, "15  36  1   5   4"),
    2: (0, "6   5   4   3   2   1"),
    3: (0, "3   1   2   5   6   3*  5"),
    4: (1, "5   3*  4   1   4   6   2"),
    5: (2, "4   2   6   2   1   3   5"),
    6: (3, "1   5   3*  5   4   2   1"),
    7: (4, "3   4   2   6   5   3*"),
    8: (5, "6   1   4   13  46"),
    9: (6, "3*  5   26  23456"),
}
"""For each x the first y, and what successive tiles carry."""

SIGN: dict[Tile, str] = {(x, y): sign for x, (first, row) in SIGNS.items() for y, sign in enumerate(row.split(), first)}
DIAMONDS: set[Tile] = {tile for tile, sign in SIGN.items() if "*" in sign}

FULL_MINE = """
          .   #   .   .   #   .   #
        .   .   .   .   .   .   .   .
      #   .   #   .   .   .   #   .   .
    .   .   .   .   #   .   .   .   #   .
      .   #   .   .   .   .   .   .   .
        .   .   .   .   .   .   #   .
          .   #   .   #   .   .   .
"""
"""A mine in which no other tile can be disabled."""


def touch(one: Tile, other: Tile) -> bool:
    """Whether two tiles are neighbours, by the six differences of the rules."""
    differences = {(1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1)}
    return (other[0] - one[0], other[1] - one[1]) in differences


def can_be_disabled(disabled: Sequence[Tile]) -> set[Tile]:
    """The tiles that can be disabled, read off the rules one sentence after the other."""
    return {
        tile
        for tile in SIGN
        if tile not in disabled
        and tile not in {(0, 0), (9, 9)}
        and tile not in DIAMONDS
        and not any(touch(tile, other) for other in disabled)
    }


def can_be_entered(at: Tile, dice: Sequence[int], disabled: Sequence[Tile]) -> set[Tile]:
    """The tiles that can be chosen, read off the rules one sentence after the other."""
    return {
        tile
        for tile, sign in SIGN.items()
        if touch(at, tile) and tile not in disabled and any(str(die) in sign for die in dice)
    }


def drawn_tiles(drawing: str, sign: str = "#") -> tuple[Tile, ...]:
    """The tiles that bear a sign in a mine drawn on its side."""
    tiles: list[Tile] = []
    for row, line in enumerate(drawing.strip().splitlines(), -3):
        assert len(line.split()) == 10 - abs(row), "a row of the drawing has too few or too many tiles"
        for column, found in enumerate(line.split()):
            if found == sign:
                tiles.append((column + max(row, 0), column + max(-row, 0)))
    return tuple(tiles)


def sabotage(
    *disabled: Sequence[Tile], round_: int = 0, tiles: int = 3, tiles_left: Sequence[int] | None = None
) -> DiggersState:
    """A round of the sabotage, with the disabled tiles of each mine."""
    seats = tuple(range(len(disabled)))
    mines = [disabled[(seat + round_) % len(disabled)] for seat in seats]
    left = tuple(tiles_left or [tiles if can_be_disabled(mine) else 0 for mine in mines])
    return _position(
        len(seats),
        DiggersOptions(tiles=tiles),
        turn=round_,
        phase="sabotage",
        round=round_,
        awaited=tuple(seat for seat in seats if left[seat]),
        disabled=tuple(tuple(mine) for mine in disabled),
        tiles_left=left,
    )


def race(
    *positions: Tile,
    dice: Sequence[int] = (1, 2, 3, 4),
    disabled: Mapping[int, Sequence[Tile]] | None = None,
    chosen: Mapping[int, Tile] | None = None,
    oxygen: Sequence[int] | None = None,
    diamonds: Mapping[int, Sequence[Tile]] | None = None,
    out: Mapping[int, int] | None = None,
    eliminated: Sequence[int] = (),
    left: Sequence[int] = (),
    round_: int = 7,
    play_on: bool = False,
) -> DiggersState:
    """A round of the race: where each seat is, what was rolled, who has chosen what; `out` gives exit rounds."""
    seats = range(len(positions))
    mines = [tuple((disabled or {}).get(seat, ())) for seat in seats]
    chosen, out = chosen or {}, out or {}
    in_mine = tuple(seat for seat in seats if seat not in {*out, *eliminated, *left})
    able = [seat for seat in in_mine if can_be_entered(positions[seat], dice, mines[seat])]
    return _position(
        len(positions),
        DiggersOptions(play_on=play_on),
        turn=len(positions) + round_ - 1,
        phase="race",
        round=round_,
        awaited=tuple(seat for seat in able if seat not in chosen),
        in_mine=in_mine,
        disabled=tuple(mines),
        positions=positions,
        oxygen=tuple(oxygen or (5,) * len(positions)),
        diamonds=tuple(tuple((diamonds or {}).get(seat, ())) for seat in seats),
        choices=tuple(Secret(chosen[seat], only(seat)) if seat in chosen else None for seat in seats),
        exit_rounds=tuple(out.get(seat) for seat in seats),
        dice=tuple(dice),
        left=tuple(left),
    )


def folded(state: DiggersState, events: Sequence[Event]) -> DiggersState:
    """The state after the events."""
    game: AnyGame = GAME
    after: DiggersState = fold(game, state, events)
    return after


def rolls(*dice: int) -> ScriptedChance:
    """Chance that rolls those dice, and nothing more."""
    return ScriptedChance([die - 1 for die in dice])


def _position(seats: int, options: DiggersOptions, **fields: object) -> DiggersState:
    usual: dict[str, object] = {
        "in_mine": tuple(range(seats)),
        "tiles_left": (0,) * seats,
        "positions": ((0, 0),) * seats,
        "oxygen": (5,) * seats,
        "diamonds": ((),) * seats,
        "choices": (None,) * seats,
        "exit_rounds": (None,) * seats,
    }
    return DiggersState(options=options, **{**usual, **fields})  # type: ignore[arg-type]  # any fields of the state
