"""Where games are found: every installed package that has an entry point in the group `tablee.games`.

    [project.entry-points."tablee.games"]
    mygame = "my_package:GAME"

Our own five come in by the same door.
"""

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from tablee.kernel.game import AnyGame, Game

GROUP = "tablee.games"


class RegistryError(Exception):
    """A game can't be had.

    RegistryError
    ├── UnknownGameError   no installed package has it
    └── BrokenGameError    its package is there, but gives no game
    """


class UnknownGameError(RegistryError, LookupError):
    """No installed package has a game of that id."""


class BrokenGameError(RegistryError):
    """The entry point of a game can't be loaded, or is no game, or has another id."""


def game_ids() -> list[str]:
    """The ids of all games that are installed, without loading them."""
    return sorted(_entry_points())


def load_game(id_: str) -> AnyGame:
    """The game of that id. Raises UnknownGameError or BrokenGameError."""
    entry = _entry_points().get(id_)
    if entry is None:
        raise UnknownGameError(f"there is no game {id_!r}; installed are: {', '.join(game_ids())}")
    return _load(entry)


def source_of(id_: str) -> str | None:
    """Where the installed game of that id is, as `module:name`, or None if there is none."""
    entry = _entry_points().get(id_)
    return None if entry is None else entry.value


def folder_of(id_: str) -> Path | None:
    """The folder of an installed game's module, or None for a game that no file holds."""
    entry = _entry_points().get(id_)
    spec = None if entry is None else find_spec(entry.module)
    return None if spec is None or spec.origin is None else Path(spec.origin).parent


@cache
def _load(entry: EntryPoint) -> AnyGame:
    try:
        game = entry.load()
    except Exception as error:
        raise BrokenGameError(f"the game {entry.name!r} ({entry.value}) can't be loaded: {error}") from error
    if not isinstance(game, Game):
        raise BrokenGameError(f"{entry.value} is no Game but a {type(game).__name__}")
    if game.id != entry.name:
        raise BrokenGameError(f"{entry.value} has the id {game.id!r}, but is registered as {entry.name!r}")
    return game


def _entry_points() -> Mapping[str, EntryPoint]:
    return _found_on(tuple(sys.path))


@cache
def _found_on(_search_path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    """Cached: scanning entry points takes milliseconds, and every room looks up its game."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}
