"""Finding a game by what a person types: the id of an installed game, or the file of one being written."""

import importlib.util
from functools import cache
from pathlib import Path

from tablee.kernel.game import AnyGame, Game
from tablee.kernel.registry import BrokenGameError, UnknownGameError, load_game


@cache
def find_game(name: str) -> AnyGame:
    """The game `GAME` of a file that ends with .py, else the installed game of that id. Raises RegistryError."""
    return _game_in(Path(name)) if name.endswith(".py") else load_game(name)


def _game_in(path: Path) -> AnyGame:
    if not path.is_file():
        raise UnknownGameError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise BrokenGameError(f"{path} is no Python module")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BrokenGameError(f"{path} can't be loaded: {type(error).__name__}: {error}") from error
    game = getattr(module, "GAME", None)
    if not isinstance(game, Game):
        raise BrokenGameError(f"{path} has no GAME that is a tablee.kernel.Game")
    return game
