"""A game that is over, watched again: its steps as one viewer saw them.

What was hidden from the viewer at a moment stays hidden at that moment, in views and events by their types. An action
may name what is hidden, or be a hidden choice, and has no type that says so: a viewer is shown its own, and those of
others only where nothing is hidden from anyone.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tablee.kernel.data import State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import fold
from tablee.kernel.views import View, opened, redact, view, viewer_of

StepCause: TypeAlias = Literal["start", "played", "clock", "out"]
"""The game began; a seat acted; the clock ran out; a seat went out of the game."""

Viewer: TypeAlias = int | Literal["everyone", "open"]
"""A seat; what anyone could see; all that was hidden too."""


class Step(Struct, frozen=True):
    """One step of a recorded game."""

    cause: StepCause
    seat: int | None
    """The seat that acted or went out; None for the clock."""
    action: Any
    """None unless a seat acted."""
    events: Sequence[Any]
    at: int | None = None
    """Milliseconds since 1970, where it was noted."""
    chance: Sequence[int | Sequence[int]] | None = None
    """The draws, where they were noted."""
    others: tuple[int, ...] = ()
    """The seats that went out at the same moment; what came of it is all in the events."""


class Origin(Struct, frozen=True):
    """The finished game, and the position in it, that a game was played on from."""

    record: str
    step: int
    """The number of the position: 0 is the first."""


class Record(Struct, frozen=True, kw_only=True):
    """A finished game, whole, with nothing hidden. Its data have the game's own types, or are plain if just read."""

    game: str
    rules_version: int
    """The version that it began under. Data in the game's own types are in their present form all the same."""
    seats: int
    options: Any = None
    """The game's own struct; None where it was not noted."""
    starter: int
    state: Any
    """The first."""
    chance: Sequence[int | Sequence[int]] | None = None
    """The draws of the set-up, where they were noted."""
    steps: Sequence[Step]
    outcome: Outcome
    id: str | None = None
    names: tuple[str, ...] = ()
    colours: tuple[Any, ...] = ()
    """As the room names them."""
    bots: tuple[str | None, ...] = ()
    """The level of each seat's bot; None for a person."""
    origin: Origin | None = None
    started_at: int | None = None
    ended_at: int | None = None
    taken_back: int = 0
    """How often a decision was taken back; what was is not among the steps."""
    hints: tuple[int, ...] = ()
    """How many hints each seat was given."""


class Position(Struct, frozen=True):
    """A position of a recorded game, and what led to it."""

    number: int
    """0 for the one that the game began from."""
    step: Step | None
    before: Any
    """The state in which the step was taken; the first one for itself."""
    state: Any


class SeenStep(Struct, frozen=True):
    """A step of a game and the position after it, as one viewer saw them."""

    number: int
    """0 is the position that the game began from."""
    at: int | None
    """Milliseconds since 1970; None where it was not noted."""
    turn: int
    """The turn or round in which it happened: that of the position before it."""
    cause: StepCause
    seat: int | None
    """The seat that acted or went out."""
    action: Any
    """The viewer's own action; others' only where nothing is hidden in the game, or all is shown."""
    events: tuple[View, ...]
    view: View
    scores: tuple[int, ...]
    to_act: tuple[int, ...]
    outcome: Outcome | None


def positions(game: AnyGame, first: State, steps: Iterable[Step]) -> Iterator[Position]:
    """Every position, by folding the events; the first one first."""
    state = first
    yield Position(0, None, first, first)
    for number, step in enumerate(steps, start=1):
        before, state = state, fold(game, state, step.events)
        yield Position(number, step, before, state)


def seen(game: AnyGame, position: Position, viewer: Viewer, began_at: int | None = None) -> SeenStep:
    state, step = position.state, position.step or Step("start", None, None, (), began_at)
    is_action_shown = viewer == "open" or not hides(game) or step.seat == viewer
    return SeenStep(
        position.number,
        step.at,
        position.before.turn,
        step.cause,
        step.seat,
        step.action if is_action_shown else None,
        tuple([_seen_event(event, viewer) for event in step.events]),
        opened(state) if viewer == "open" else view(state, seat_of(viewer)),
        game.scores(state),
        game.to_act(state),
        state.ended,
    )


def seat_of(viewer: Viewer) -> int | None:
    return viewer if isinstance(viewer, int) else None


@cache
def hides(game: AnyGame) -> bool:
    """Whether anything is ever hidden in the game."""
    types: Any = (game.state, *game.event_types)
    return any(viewer_of(type_) is not None for type_ in types)


def _seen_event(event: Any, viewer: Viewer) -> View:
    return opened(event) if viewer == "open" else redact(event, seat_of(viewer))
