"""Findings of an analysis. Chances are points of 100, rounded: more would claim more than is known."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.replay import SeenStep
from tablee.kernel.words import Text

Standing: TypeAlias = Literal["exact", "flags", "curve", "weak"]
"""How far a judgement goes: proven by the solver; good enough to mark decisions; an estimate, for the curve only; not
good enough for anything."""

Mark: TypeAlias = Literal["?", "?!", "!"]
"""Much was lost; a little was lost; the only action that holds was found, and it was not obvious."""

Result: TypeAlias = Literal["win", "draw", "loss", "open"]
"""The proven result of a placement; `open` if nothing was proven."""

Beside: TypeAlias = Literal["better", "even", "worse"]
"""An action compared with the one that was played: `even` if it is the same, or within the noise."""

Luck: TypeAlias = Literal["lucky", "even", "unlucky"]


class Estimate(Struct, frozen=True):
    """A chance to win, in points of 100; draws and shared wins count as the share."""

    points: int
    low: int
    """From here …"""
    high: int
    """… to here in 95 of 100 cases; the same as `points` where it is proven."""


class Proof(Struct, frozen=True):
    """The solver's result for an action."""

    result: Result
    within: int
    """Placements after this one until that result; of `open`, the number up to which nothing was found."""


class Considered(Struct, frozen=True):
    """One of the actions that a seat could have taken."""

    action: Any
    chance: Estimate | None
    """To win after it; without an interval where only a mark would have earned one, None where it was hardly looked
    at."""
    proof: Proof | None = None
    beside: Beside | None = None
    """Beside what was played, where the decision is marked; None where that can't be told."""


class Answer(Struct, frozen=True):
    """The seat's options, best first, and a likely line after the best."""

    options: tuple[Considered, ...]
    line: tuple[SeenStep, ...]
    """The best action and what likely follows, in one of the worlds that the seat could be in, as that seat would see
    it; only where the decision is marked."""


class Judged(Struct, frozen=True, kw_only=True):
    """One decision, judged by what its seat knew at that moment."""

    step: int
    """The number of the action among the record's steps, counted from 1."""
    turn: int
    seat: int
    legal: int
    """How many actions there were to choose from."""
    standing: Standing
    simulations: int
    """What it is based on; 0 where it is proven."""
    best: Estimate | None
    """The chance to win after the best action; None where nothing can be said."""
    played: Estimate | None
    """After the action that was played."""
    lost: int
    """Points of 100 that the played action gave away, 0 if none; within the noise unless there is a mark."""
    shares: tuple[int, ...]
    """For each seat, the chance to win as this seat could see it, in points of 100; empty where nothing can be said."""
    mark: Mark | None
    proof: Proof | None = None
    """Of the played action, where the game is solved: only then a loss is a mistake."""
    best_proof: Proof | None = None
    answer: Answer | None = None


class Balance(Struct, frozen=True, kw_only=True):
    """Where one seat's chances went, in points of 100: `start` with the others added is `end`."""

    start: int
    """The chance before its first decision."""
    own: int
    """Points that its own decisions gave away: 0 or less."""
    others: int
    """Points that the other seat's decisions gave away: 0 or more."""
    luck: int
    """The rest: draws and dice of both sides, and what neither could see."""
    end: int
    """100 won, 50 drawn, 0 lost."""
    word: Luck


class SeatFound(Struct, frozen=True, kw_only=True):
    """Findings about one seat's game."""

    seat: int
    moments: tuple[int, ...]
    """The steps of the decisions to learn from, the gravest first; three at most."""
    balance: Balance | None
    """Luck and skill, estimated; None while the analysis is under way, and in games where they can't be told apart."""


class Analysis(Struct, frozen=True, kw_only=True):
    """A game in hindsight, as far as it was looked at: from the last decision backwards."""

    engine: str
    """The engine that judged it; another one may judge otherwise."""
    game: str
    total: int
    """How many decisions there are with more than one action."""
    is_done: bool
    decisions: tuple[Judged, ...]
    """Those that were judged so far, the last of the game first."""
    seats: tuple[SeatFound, ...]
    notes: tuple[Text, ...]
    """Findings that this game can't have, and why."""
