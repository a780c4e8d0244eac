"""The game on the bench: loaded anew whenever one of its files is saved."""

import importlib
import sys
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

from tablee.design.faults import FaultError, fault_of
from tablee.design.rules import Rules
from tablee.kernel.game import AnyGame, Game
from tablee.kernel.registry import BrokenGameError, RegistryError, UnknownGameError, folder_of, load_game, source_of
from tablee.lab.loading import load_file

MOST_LINES = 6
"""Of what the last save changed."""


class Source:
    """Where a game comes from: a file, or the package of an installed one. Raises UnknownGameError for none."""

    def __init__(self, name: str) -> None:
        self.name = name
        """As it was typed."""
        self.is_file = name.endswith(".py")
        if self.is_file and not Path(name).is_file():
            raise UnknownGameError(f"there is no file {name}")
        self._installed = None if self.is_file else load_game(name)
        """As it was imported first."""
        folder = Path(name).parent if self.is_file else folder_of(name)
        self.folder = None if folder is None else folder.resolve()
        self._texts = self._read()

    @property
    def title(self) -> str:
        return Path(self.name).name

    def is_changed(self) -> bool:
        """Whether any of its files is another than when it was last loaded."""
        return self._read() != self._texts

    def load(self) -> tuple[Rules, tuple[str, ...]]:
        """Load the game as its files are now, and say what they changed since. Raises FaultError."""
        before, self._texts = self._texts, self._read()
        try:
            game = load_file(Path(self.name)) if self.is_file else self._installed or self._import_anew()
        except RegistryError as error:
            raise FaultError(fault_of(error, self.folder)) from error
        self._installed = None
        return Rules(game, self.folder), _changed_lines(before, self._texts)

    def _read(self) -> Mapping[Path, str]:
        package = [] if self.folder is None else sorted(self.folder.glob("*.py"))
        paths = [Path(self.name)] if self.is_file else package
        return {path: path.read_text(encoding="utf-8", errors="replace") for path in paths if path.is_file()}

    def _import_anew(self) -> AnyGame:
        """Import the modules of an installed game once more; if that fails, those that were there come back."""
        module, _, name = (source_of(self.name) or "").partition(":")
        mine = {
            known: loaded
            for known, loaded in sys.modules.items()
            if (file := getattr(loaded, "__file__", None)) and Path(file).resolve() in self._texts
        }
        for known in mine:
            del sys.modules[known]
        importlib.invalidate_caches()
        try:
            game = getattr(importlib.import_module(module), name)
        except Exception as error:
            sys.modules.update(mine)
            raise BrokenGameError(f"{self.name} can’t be loaded: {error}") from error
        if not isinstance(game, Game):
            raise BrokenGameError(f"{module}:{name} is no Game")
        return game


def _changed_lines(before: Mapping[Path, str], after: Mapping[Path, str]) -> tuple[str, ...]:
    lines: list[str] = []
    for path, text in after.items():
        diff = unified_diff(before.get(path, "").splitlines(), text.splitlines(), n=0, lineterm="")
        lines += [line for line in list(diff)[2:] if not line.startswith("@@")]
    return tuple(lines[:MOST_LINES])
