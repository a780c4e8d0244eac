"""The mines in plain text, for the terminal: hexagons are more than a grid of cells can show.

A mine lies on its side, as in mine.py, with two lines for each row of tiles: the names, as actions give them, and
under each name what the tile carries.

      [0,2]   [1,3]   [2,4]
        6     #####     2       [1,3] has collapsed
          [1,2]   [2,3]
            1      >3<          [2,3] is open to you now
              [2,2]
               @ 4              you are at [2,2]
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from tablee.games.diggers.mine import DIAMONDS, ENTRANCE, EXIT, NEIGHBOURS, NUMBERS, TILES, Tile
from tablee.kernel import Text
from tablee.kernel.words import Language

View: TypeAlias = Mapping[str, Any]
"""The view of a state as JSON gives it."""

_ROWS: Final = tuple([tile for tile in TILES if tile[0] - tile[1] == row] for row in range(-3, 4))
_HALF_A_TILE: Final = 4
"""Columns per half tile; a tile's centre is x + y + 1 halves from the left."""

_SABOTAGE: Final = Text("Sabotage, round {} of {}", "Sabotage, manche {} sur {}")
_WORKS: Final = Text(
    "Seat {} collapses tiles in the mine of seat {}; {} to go",
    "La place {} condamne des tuiles dans la mine de la place {} ; encore {}",
)
_WORKS_NO_MORE: Final = Text(
    "Seat {} has left the game; nobody collapses tiles in the mine of seat {} in this round",
    "La place {} a quitté la partie ; personne ne condamne de tuiles chez la place {} dans cette manche",
)
_OVER: Final = Text("The game is over; the mine of seat {}", "La partie est finie ; la mine de la place {}")
_SABOTAGE_LEGEND: Final = Text("* diamond   ##### collapsed", "* diamant   ##### condamnée")
_OTHERS: Final = Text("Tiles to go of the others: {}", "Tuiles à condamner par les autres : {}")
_OTHER: Final = Text("seat {}: {}", "place {} : {}")
_GONE: Final = Text("Have left the game: {}", "Ont quitté la partie : {}")
_SEAT: Final = Text("seat {}", "place {}")
_RACE: Final = Text("Race, round {}   dice {}", "Course, manche {}   dés {}")
_MINE: Final = Text("The mine of seat {}", "La mine de la place {}")
_RACE_LEGEND: Final = Text(
    "@ you   >n< open to you now   * diamond   ##### collapsed",
    "@ vous   >n< à votre portée   * diamant   ##### condamnée",
)
_ONLOOKERS_LEGEND: Final = Text(
    "@ digger   >n< open to its digger now   * diamond   ##### collapsed",
    "@ mineur   >n< à sa portée   * diamant   ##### condamnée",
)
_STANDING: Final = Text("oxygen {}   diamonds {}", "oxygène {}   diamants {}")
_OUT: Final = Text("out in round {}", "sortie à la manche {}")
_LEFT: Final = Text("has left", "a quitté la partie")
_ELIMINATED: Final = Text("eliminated", "éliminée")
_STILL_IN: Final = Text("still in the mine", "encore dans la mine")
_TO_CHOOSE: Final = Text("to choose", "doit choisir")
_STUCK: Final = Text("can’t move", "ne peut pas bouger")
_CHOSEN: Final = Text("has chosen", "a choisi")
_YOU: Final = Text("(you)", "(vous)")


def sketch(view: View, seat: int | None, language: Language) -> str:
    """Draw the mine that a seat works on or digs in, or all mines for an onlooker, and everyone's progress."""
    draw = _sabotage if view["phase"] == "sabotage" else _race
    return "\n".join(line.rstrip() for line in draw(view, seat, language))


def _sabotage(view: View, seat: int | None, language: Language) -> list[str]:
    mines, round_ = view["disabled"], view["round"]
    lines = [_SABOTAGE.in_(language).format(round_ + 1, len(mines))]
    for worker in range(len(mines)):
        if seat is None or worker == seat:
            mine = (worker + round_) % len(mines)
            lines += [_work(view, worker, mine, language), "", *_mine(_tiles(mines[mine])), ""]
    lines.append(_SABOTAGE_LEGEND.in_(language))
    if seat is not None and not view["ended"]:
        others = {other: view["tiles_left"][other] for other in view["in_mine"] if other != seat}
        told = [_OTHER.in_(language).format(other, tiles) for other, tiles in others.items()]
        lines.append(_OTHERS.in_(language).format(", ".join(told)))
    if view["left"]:
        gone = [_SEAT.in_(language).format(other) for other in view["left"]]
        lines.append(_GONE.in_(language).format(", ".join(gone)))
    return lines


def _work(view: View, seat: int, mine: int, language: Language) -> str:
    if view["ended"]:
        return _OVER.in_(language).format(mine)
    if seat in view["left"]:
        return _WORKS_NO_MORE.in_(language).format(seat, mine)
    return _WORKS.in_(language).format(seat, mine, view["tiles_left"][seat])


def _race(view: View, seat: int | None, language: Language) -> list[str]:
    seats = range(len(view["positions"]))
    lines = [_RACE.in_(language).format(view["round"], " ".join(map(str, view["dice"])))]
    for digger in seats:
        if seat is None or digger == seat:
            taken, disabled = _tiles(view["diamonds"][digger]), _tiles(view["disabled"][digger])
            at = _tile(view["positions"][digger])
            lines += [_MINE.in_(language).format(digger), ""]
            lines += [*_mine(disabled, taken, at, _open_tiles(view, digger, at, disabled)), ""]
    standings = [_standing(view, digger, digger == seat, language) for digger in seats]
    legend = _ONLOOKERS_LEGEND if seat is None else _RACE_LEGEND
    return [*lines, legend.in_(language), *standings]


def _mine(
    disabled: Collection[Tile], taken: Collection[Tile] = (), at: Tile | None = None, open_: Collection[Tile] = ()
) -> list[str]:
    """The rows of a mine, from the top."""
    lines = []
    for row in _ROWS:
        names = {tile: f"[{tile[0]},{tile[1]}]" for tile in row}
        signs = {}
        for tile in row:
            sign = "#####" if tile in disabled else _sign(tile, is_taken=tile in taken)
            signs[tile] = f"@ {sign}" if tile == at else f">{sign}<" if tile in open_ else sign
        lines += [_line(names), _line(signs)]
    return lines


def _line(texts: Mapping[Tile, str]) -> str:
    """One line of text, each in the middle of its tile."""
    line = ""
    for (x, y), text in texts.items():
        middle = (x + y + 1) * _HALF_A_TILE
        line = line.ljust(middle - (len(text) + 1) // 2) + text
    return line


def _sign(tile: Tile, *, is_taken: bool) -> str:
    """What is drawn on an active tile."""
    if tile == ENTRANCE:
        return "IN"
    if tile == EXIT:
        return "OUT 2-6"  # its numbers in short; there is no room for all five
    numbers = "/".join(map(str, sorted(NUMBERS[tile])))
    return f"{numbers}*" if tile in DIAMONDS and not is_taken else numbers


def _open_tiles(view: View, seat: int, at: Tile, disabled: Collection[Tile]) -> list[Tile]:
    if view["ended"] or seat not in view["awaited"]:
        return []
    dice = view["dice"]
    return [tile for tile in NEIGHBOURS[at] if tile not in disabled and not NUMBERS[tile].isdisjoint(dice)]


def _standing(view: View, seat: int, is_you: bool, language: Language) -> str:
    x, y = view["positions"][seat]
    has = _STANDING.in_(language).format(view["oxygen"][seat], len(view["diamonds"][seat]))
    parts = [_SEAT.in_(language).format(seat), f"[{x},{y}]", has, _what_it_does(view, seat, is_you, language)]
    return "   ".join([*parts, _YOU.in_(language)] if is_you else parts)


def _what_it_does(view: View, seat: int, is_you: bool, language: Language) -> str:
    exit_round, choice = view["exit_rounds"][seat], view["choices"][seat]
    if exit_round is not None:
        return _OUT.in_(language).format(exit_round)
    if seat in view["left"]:
        return _LEFT.in_(language)
    if seat not in view["in_mine"]:
        return _ELIMINATED.in_(language)
    if view["ended"]:
        return _STILL_IN.in_(language)
    if seat in view["awaited"]:
        return _TO_CHOOSE.in_(language)
    if choice is None:
        return _STUCK.in_(language)
    chosen = _CHOSEN.in_(language)
    return f"{chosen} [{choice[0]},{choice[1]}]" if is_you else chosen


def _tiles(given: Collection[Collection[int]]) -> list[Tile]:
    """Tiles from JSON, which has only lists."""
    return [_tile(tile) for tile in given]


def _tile(given: Collection[int]) -> Tile:
    x, y = given
    return x, y
