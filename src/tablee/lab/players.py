"""Players by what a person types: a bot of ours, a function of Python, or a program that speaks JSON lines.

    medium, greedy, hard:2000             ours (bots/levels.py)
    my_bots:choose, my_bots.py:choose     a function of a module or a file, from what a seat may know to a legal action
    exec:node bot.js                      a program, which reads a line for each decision and writes one with its answer

A program is started once for each process that plays. It reads all that a seat may know, as JSON, with `game` and
`seats`; it answers with one of the actions in `legal`, or with its number in that list (docs/bots.md).
"""

import importlib
import importlib.util
import json
import os
import select
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec

from tablee.bots import LEVELS, Player, make_player
from tablee.bots.levels import Note
from tablee.kernel.data import Action
from tablee.kernel.game import AnyGame
from tablee.kernel.play import describe
from tablee.kernel.views import Perspective
from tablee.lab.alarm import time_limit

PATIENCE: Final = 30.0
"""Seconds that a player may think about one action."""
_PROGRAM: Final = "exec:"
_LONGEST_ANSWER: Final = 1 << 20
_TO_END: Final = 1.0
"""Seconds that a program has to exit before it is killed."""
_LISTED: Final = 5
"""Legal actions that a complaint names."""


class UnknownPlayerError(ValueError):
    """There is no such player; the sentence says which there are."""


class PlayerError(Exception):
    """A player crashed, took too long or answered nonsense; the sentence says which, when and what."""


def find_player(
    game: AnyGame, name: str, seed: int, seats: int, patience: float = PATIENCE, note: Note | None = None
) -> Player:
    """The player of that name, which never answers anything that is not legal. Raises UnknownPlayerError.

    Playing, it raises PlayerError. One of ours that searches notes what it expects of each choice.
    """
    if name.startswith(_PROGRAM):
        key = (name, game.id, seats)
        if key not in _programs:
            _programs[key] = _Program(name, game.id, seats, patience)
        return _checked(name, _programs[key])
    if _is_function(name):
        return _checked(name, _timed(name, _function(name), patience))
    try:
        return make_player(game, name, seed, seats, note)
    except ValueError as error:
        raise UnknownPlayerError(
            f"{error}; or module:function, file.py:function, exec:PROGRAM for one that speaks JSON lines"
        ) from error


def check_player(game: AnyGame, name: str, seats: int) -> None:
    """Raise UnknownPlayerError for one that there is not, before anything is played or started."""
    if not name.startswith(_PROGRAM):
        find_player(game, name, 0, seats)
    elif shutil.which(_words_of(name)[0]) is None:
        raise UnknownPlayerError(f"the player {name!r} can't be started: there is no program {_words_of(name)[0]!r}")


@contextmanager
def ended_programs() -> Iterator[None]:
    """End, afterwards, the programs that this process has started; those of others end with them."""
    try:
        yield
    finally:
        while _programs:
            _programs.popitem()[1].close()


def _is_function(name: str) -> bool:
    place, colon, attribute = name.rpartition(":")
    return bool(colon) and attribute.isidentifier() and place not in LEVELS


def _words_of(name: str) -> list[str]:
    try:
        return shlex.split(name.removeprefix(_PROGRAM)) or [""]
    except ValueError as error:
        raise UnknownPlayerError(f"the player {name!r} can't be started: {error}") from error


def _checked(name: str, player: Player) -> Player:
    def choose(sight: Perspective) -> Any:
        try:
            answer = player(sight)
        except PlayerError:
            raise
        except Exception as error:
            raise PlayerError(f"{_who(name, sight)} failed: {type(error).__name__}: {error}") from error
        if answer in sight.legal:
            return answer
        # A function may have imported the game by another name, and its actions are not of the same types.
        data = msgspec.to_builtins(answer) if isinstance(answer, Action) else answer
        for action in sight.legal:
            if msgspec.to_builtins(action) == data:
                return action
        some = ", ".join(describe(action) for action in sight.legal[:_LISTED])
        more = f" and {len(sight.legal) - _LISTED} more" if len(sight.legal) > _LISTED else ""
        raise PlayerError(f"{_who(name, sight)} answered {answer!r:.200}, which is not legal; legal are: {some}{more}")

    return choose


def _who(name: str, sight: Perspective) -> str:
    return f"the player {name!r}, as seat {sight.seat} in turn {sight.turn},"


_programs: dict[tuple[str, str, int], "_Program"] = {}
"""One process for all that this one asks of a program in a game."""


# ── A function ───────────────────────────────────────────────────────────────────────────────────────────


@cache
def _function(name: str) -> Player:
    place, _, attribute = name.rpartition(":")
    try:
        found: Any = getattr(_module(place), attribute, None)
    except Exception as error:
        raise UnknownPlayerError(f"the player {name!r} can't be loaded: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise UnknownPlayerError(f"the player {name!r} can't be loaded: {place} has no function {attribute!r}")
    player: Player = found
    return player


def _module(place: str) -> Any:
    if not place.endswith(".py"):
        if "" not in sys.path:
            sys.path.insert(0, "")  # what is in the folder that one is in
        return importlib.import_module(place)
    spec = importlib.util.spec_from_file_location(Path(place).stem, place)
    if spec is None or spec.loader is None or not Path(place).is_file():
        raise FileNotFoundError(f"there is no file {place}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _timed(name: str, player: Player, patience: float) -> Player:
    def choose(sight: Perspective) -> Any:
        with time_limit(patience, PlayerError(f"{_who(name, sight)} took longer than {patience:g} s")):
            return player(sight)

    return choose


# ── A program ────────────────────────────────────────────────────────────────────────────────────────────


class _Program:
    """A process that is asked line by line, about any seat of any game. It ends when its input does."""

    def __init__(self, name: str, game: str, seats: int, patience: float) -> None:
        self._name, self._about, self._patience = name, {"game": game, "seats": seats}, patience
        self._unread = b""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - it is what the user asked for
                _words_of(name), stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        except OSError as error:
            raise PlayerError(f"the player {name!r} can't be started: {error}") from error

    def close(self) -> None:
        """Its input ends; it has a moment to end, too."""
        with self._process as process, suppress(OSError):
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(_TO_END)
            except subprocess.TimeoutExpired:
                process.kill()

    def __call__(self, sight: Perspective) -> Any:
        question = {**self._about, **msgspec.structs.asdict(sight)}
        try:
            answer = json.loads(self._ask(msgspec.json.encode(question) + b"\n", sight))
        except ValueError as error:
            raise PlayerError(f"{_who(self._name, sight)} answered no JSON: {error}") from error
        if isinstance(answer, int) and not isinstance(answer, bool) and 0 <= answer < len(sight.legal):
            return sight.legal[answer]
        return answer

    def _ask(self, question: bytes, sight: Perspective) -> bytes:
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None  # noqa: S101 - both are pipes
        assert stdout is not None  # noqa: S101
        end = monotonic() + self._patience
        try:
            stdin.write(question)
            stdin.flush()
        except OSError as error:
            raise self._gone(sight) from error
        while b"\n" not in self._unread:
            ready, _, _ = select.select([stdout], [], [], max(0.0, end - monotonic()))
            if not ready:
                self._process.kill()
                raise PlayerError(f"{_who(self._name, sight)} took longer than {self._patience:g} s")
            read = os.read(stdout.fileno(), 1 << 16)
            self._unread += read
            if not read:
                raise self._gone(sight)
            if len(self._unread) > _LONGEST_ANSWER:
                raise PlayerError(f"{_who(self._name, sight)} answered more than a million characters")
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _gone(self, sight: Perspective) -> PlayerError:
        code = self._process.wait()
        return PlayerError(f"{_who(self._name, sight)} has ended, with the code {code}, without an answer")
