"""Finding a game by what a person types: the id of an installed game, or the file of one being written."""

import importlib.util
import sys
from collections.abc import Sequence
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

from tablee.kernel.game import AnyGame, Game
from tablee.kernel.registry import GROUP, BrokenGameError, UnknownGameError, folder_of, load_game, source_of


@cache
def find_game(name: str) -> AnyGame:
    """The game `GAME` of a file that ends with .py, else the installed game of that id. Raises RegistryError."""
    return load_file(Path(name)) if name.endswith(".py") else load_game(name)


def find_folder(name: str) -> Path | None:
    """Where the game's module is, so that its lessons are found beside it; named as for `find_game`."""
    return Path(name).parent if name.endswith(".py") else folder_of(name)


def install_files(paths: Sequence[Path], folder: Path) -> None:
    """Make the games of files installed ones, for this process and those that it starts. Raises RegistryError.

    The folder gets what an installer leaves behind, so that the games come in by the same door as all others.
    """
    files: dict[str, Path] = {}
    for path in paths:
        if path.suffix != ".py":
            raise UnknownGameError(f"{path} is no game's file: the path of a .py file is wanted")
        game = find_game(str(path))
        other = files.get(game.id) or source_of(game.id)
        if other is not None:
            raise BrokenGameError(f"{path} and {other} both are the game {game.id!r}: one of them needs another id")
        files[game.id] = path
        _install(game, path, folder / game.id)


def _install(game: AnyGame, path: Path, folder: Path) -> None:
    info = folder / f"{game.id}-0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {game.id}\nVersion: 0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{game.id} = {path.stem}:GAME\n", encoding="utf-8")
    # At the end: a game's folder must not stand in the way of a module that others import.
    sys.path += [str(folder), str(path.resolve().parent)]
    load_game(game.id)


def load_file(path: Path) -> AnyGame:
    """The game `GAME` of a file, as it is now. Raises RegistryError."""
    if not path.is_file():
        raise UnknownGameError(f"there is no file {path}")
    loader = _Uncached(path.stem, str(path))
    spec = importlib.util.spec_from_file_location(path.stem, path, loader=loader)
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


class _Uncached(SourceFileLoader):
    """Reads the source itself: a file saved twice in a second could be taken for what was compiled of it before."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002 - the signature is Python's
        return self.source_to_code(self.get_data(self.path), self.path)
