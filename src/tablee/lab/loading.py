"""Finding a game by what a person types: the id of an installed game, or the file of one being written."""

import importlib.util
import sys
from functools import cache
from pathlib import Path

from tablee.kernel.game import AnyGame, Game
from tablee.kernel.registry import GROUP, BrokenGameError, UnknownGameError, load_game


@cache
def find_game(name: str) -> AnyGame:
    """The game `GAME` of a file that ends with .py, else the installed game of that id. Raises RegistryError."""
    return _game_in(Path(name)) if name.endswith(".py") else load_game(name)


def install_file(path: Path, folder: Path) -> AnyGame:
    """Make the game of a file an installed one, for this process and those that it starts. Raises RegistryError.

    The folder gets what an installer leaves behind, so that the game comes in by the same door as all others.
    """
    game = find_game(str(path))
    info = folder / f"{game.id}-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game.id}\nVersion: 0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{game.id} = {path.stem}:GAME\n", encoding="utf-8")
    # At the end: a game's folder must not stand in the way of a module that others import.
    sys.path += [str(folder), str(path.resolve().parent)]
    return load_game(game.id)


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
