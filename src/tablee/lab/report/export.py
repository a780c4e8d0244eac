"""The facts of a report as tables, for those who want to reckon themselves: games by seat, and every decision."""

import csv
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from tablee.lab.report.facts import PlayedGame

PARQUET: Final = "arro3.io"
"""The module that writes Parquet, of the extra `lab`: a fifth of the size of the usual one, and needs no other."""


class Table(NamedTuple):
    """Columns with their types, and rows."""

    columns: dict[str, type]
    rows: Sequence[tuple[Any, ...]]


_GAME: Final[dict[str, type]] = {"match": str, "game": int, "deal": int, "seat": int}
_GAMES: Final = _GAME | {
    "place": int, "player": str, "share": float, "score": int, "reason": str, "turns": int, "decisions": int,
}  # fmt: skip
_DECISIONS: Final = _GAME | {
    "step": int, "turn": int, "player": str, "choices": int, "action": str, "standing": int, "reckoned": float,
}  # fmt: skip


def tables_of(played: Sequence[PlayedGame]) -> dict[str, Table]:
    """By name: a row for each seat of each game, and one for each decision."""
    return {
        "games": Table(_GAMES, [row for game in played for row in _seats(game)]),
        "decisions": Table(_DECISIONS, [row for game in played for row in _decisions(game)]),
    }


def can_write_parquet() -> bool:
    try:
        return find_spec(PARQUET) is not None
    except ModuleNotFoundError:  # the package around it
        return False


def write_csv(tables: dict[str, Table], folder: Path) -> None:
    """As folder/games.csv and folder/decisions.csv; what is not known is empty."""
    for name, table in tables.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(table.columns)
            writer.writerows(table.rows)


def write_parquet(tables: dict[str, Table], folder: Path) -> None:
    """As folder/games.parquet and folder/decisions.parquet."""
    from arro3.core import Array, DataType
    from arro3.core import Table as Columns
    from arro3.io import write_parquet as write

    types = {int: DataType.int64(), float: DataType.float64(), str: DataType.utf8()}
    for name, table in tables.items():
        columns = [
            Array([row[place] for row in table.rows], types[type_])
            for place, type_ in enumerate(table.columns.values())
        ]
        write(Columns.from_arrays(columns, names=list(table.columns)), str(folder / f"{name}.parquet"))


def _seats(game: PlayedGame) -> Iterator[tuple[Any, ...]]:
    for seat, player in enumerate(game.players):
        yield (
            *(game.match, game.number, game.deal, seat, (seat - game.first) % game.seats, player),
            *(game.shares[seat], game.scores[seat], game.reason, game.turns, len(game.decisions)),
        )


def _decisions(game: PlayedGame) -> Iterator[tuple[Any, ...]]:
    for step, each in enumerate(game.decisions):
        yield (
            *(game.match, game.number, game.deal, each.seat, step, each.turn, game.players[each.seat]),
            *(each.choices, each.action, each.standing[each.seat], each.reckoned),
        )
