"""Measurements of the search, game by game: how far its judgement goes, and what its numbers mean.

`make analysis` measures and writes calibration.json; docs/analysis.md lists the figures. Here is what each game has
earned, by seats and phase: where fewer than nine of ten marked decisions were really worse, nothing is marked.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from math import exp, log
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.analysis.findings import Standing

ENGINE: Final = 7
"""Grows by one when the same decision could be judged otherwise than before, or is kept in another form."""

BUDGET: Final = 2000
"""Simulations for every decision."""
CLOSER: Final = 4
"""Factor for the second look at a decision that seems to have lost something."""
LITTLE: Final = 6
"""Points of 100 without which nothing is marked."""
LOOKS: Final = 150_000
"""Positions that a solver may look at for one decision."""

_EDGE: Final = 0.005
"""No estimate is nearer than this to certain."""


class Earned(Struct, frozen=True):
    """How far the judgement goes in a game, for these seats and this phase."""

    game: str
    seats: tuple[int, int]
    standing: Standing
    phase: str | None = None
    """As the game's view calls it; None for the whole game."""
    has_luck: bool = False
    """Whether luck can be told from skill: on the average of many games it comes to nothing."""
    least: int = LITTLE
    """Points of 100 that must be lost for a mark: of those that lost less, too many were not really worse."""
    ends_turns: bool = False
    """Whether only ending a turn, or not ending it, is marked: of two actions that one turn can take, too often the one
    that was marked was not really worse."""
    holds: bool = False
    """Whether the only action that holds is marked too: nine of ten were really better than the next."""


EARNED: Final = (
    Earned("kitty", (2, 2), "flags", least=20, ends_turns=True),
    Earned("noe", (2, 2), "flags", has_luck=True),
    Earned("noe", (3, 6), "curve"),
    Earned("diggers", (2, 2), "flags", phase="race", has_luck=True),
    Earned("diggers", (2, 2), "curve", phase="sabotage", has_luck=True),
    Earned("diggers", (3, 6), "curve"),
    Earned("ninth", (2, 2), "curve"),
    Earned("gigogne", (3, 4), "curve"),
)


class Fit(Struct, frozen=True):
    """What the search's numbers mean in a game: the odds of winning are e^offset × (its odds)^slope."""

    game: str
    seats: tuple[int, int]
    simulations: int
    offset: float = 0.0
    slope: float = 1.0
    spread: float = 2.0
    """What the error that a search tells must be multiplied by for 95 of 100 searches to agree within it."""
    spread_of_loss: float = 2.0
    """The same of the difference of two actions."""
    phase: str | None = None
    """Of the game, as its view calls it; None for the whole game."""

    def chance(self, reward: float) -> float:
        """Convert a mean reward into a chance to win, from 0 to 1."""
        reward = min(max(reward, _EDGE), 1 - _EDGE)
        return 1 / (1 + exp(-self.offset - self.slope * log(reward / (1 - reward))))


class Calibration(Struct, frozen=True):
    """calibration.json."""

    fits: tuple[Fit, ...]


def earned_by(game: str, seats: int, view: Any) -> Earned:
    """The findings a game has earned in the position of a view; without measurements, only the curve."""
    phase = phase_of(view)
    for earned in _all_earned_by(game, seats):
        if earned.phase in (None, phase):
            return earned
    return Earned(game, (seats, seats), "curve")


def phase_of(view: Any) -> str | None:
    """The phase that a game is in, where its view has such a field."""
    phase = view.get("phase") if isinstance(view, Mapping) else getattr(view, "phase", None)
    return phase if isinstance(phase, str) else None


def is_measured(game: str) -> bool:
    return any(earned.game == game for earned in EARNED)


def has_luck(game: str, seats: int) -> bool:
    return any(earned.has_luck for earned in _all_earned_by(game, seats))


def marks_ends_of_turns(game: str, seats: int) -> bool:
    """Whether nothing else is marked."""
    return any(earned.ends_turns for earned in _all_earned_by(game, seats))


def _all_earned_by(game: str, seats: int) -> list[Earned]:
    return [earned for earned in EARNED if earned.game == game and earned.seats[0] <= seats <= earned.seats[1]]


def fit_for(game: str, seats: int, simulations: int, phase: str | None = None) -> Fit:
    """The fit for the nearest budget that was measured; the search's own numbers where none was."""
    fits = [
        fit
        for fit in _calibration().fits
        if fit.game == game and fit.seats[0] <= seats <= fit.seats[1] and fit.phase in (None, phase)
    ]
    if not fits:
        return Fit(game, (seats, seats), simulations)
    return min(fits, key=lambda fit: abs(log(fit.simulations / max(simulations, 1))))


def engine_for(simulations: int) -> str:
    """Names all that decides how a game is judged."""
    return f"{ENGINE}.{zlib.crc32(_raw()):08x}.{simulations}"


@cache
def _calibration() -> Calibration:
    return msgspec.json.decode(_raw(), type=Calibration)


@cache
def _raw() -> bytes:
    from importlib.resources import files  # slow to import, and not needed for --help

    return files("tablee.analysis").joinpath("calibration.json").read_bytes()
