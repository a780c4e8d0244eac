"""What the page of the bench asks for, and what it is shown. web/src/design/wire.ts says the same in TypeScript."""

from typing import Any, TypeAlias

from msgspec import Struct

from tablee.design.changes import Change
from tablee.design.checks import Check
from tablee.design.faults import Fault
from tablee.kernel.views import Perspective, View
from tablee.kernel.words import Text
from tablee.protocol.http import GameShown

# ── What is asked ────────────────────────────────────────────────────────────────────────────────────────


class Ask(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Something to be done on the bench."""


class Play(Ask, frozen=True):
    """A seat acts."""

    seat: int
    action: Any


class Clock(Ask, frozen=True):
    """The clock runs out."""


class Leave(Ask, frozen=True):
    """A seat goes out of the game."""

    seat: int


class Edit(Ask, frozen=True):
    """Change places of the state."""

    changes: tuple[Change, ...]


class Rewrite(Ask, frozen=True):
    """Put another state in its place."""

    state: Any


class Seek(Ask, frozen=True):
    """Look at another place of the line."""

    at: int


class Enter(Ask, frozen=True):
    """Look at a position of another branch."""

    node: int


class Bot(Ask, frozen=True):
    """A bot plays for the first seat to act; with `to_end`, random players play the game out."""

    to_end: bool = False


class Redeal(Ask, frozen=True):
    """A new deal."""

    seats: int
    options: dict[str, Any]
    seed: int


class Keep(Ask, frozen=True):
    """Keep the position that the new rules don't lead to."""


class Drop(Ask, frozen=True):
    """Play from where the new rules lead."""


AnyAsk: TypeAlias = Play | Clock | Leave | Edit | Rewrite | Seek | Enter | Bot | Redeal | Keep | Drop


class WouldGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """An action that is only looked at."""

    seat: int
    action: Any


class SaveGiven(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that is to stay."""

    what: str
    """`test` or `lesson`."""
    title: str
    """A sentence that says what it shows."""
    seat: int = 0
    """The learner's."""


# ── What is shown ────────────────────────────────────────────────────────────────────────────────────────


class StepShown(Struct, frozen=True):
    """One place of the line."""

    node: int
    cause: str
    seat: int | None
    turn: int
    """That of the position before it."""
    what: str
    branches: tuple[int, ...]
    """What follows it, where that is more than one position."""


class EventsShown(Struct, frozen=True):
    """What happened in a step."""

    number: int
    turn: int
    stored: tuple[View, ...]
    """With everything that is hidden."""
    seen: dict[str, tuple[View, ...]]
    """By viewer; empty where all see the same as is stored."""


class LegalShown(Struct, frozen=True):
    """What a seat may do."""

    seat: int
    actions: tuple[Any, ...]


class StoppedShown(Struct, frozen=True):
    """Where the game, played again by its new rules, could not go on as before."""

    step: int
    what: str
    why: Fault


class TableShown(Struct, frozen=True, kw_only=True):
    """The game on the bench, and the position that is looked at."""

    game: GameShown
    seats: int
    options: dict[str, Any]
    """All of them, as they are now."""
    seed: int
    is_edited: bool
    line: tuple[StepShown, ...]
    at: int
    sights: dict[str, Perspective]
    """By viewer: a seat's number, `everyone`, `open`."""
    events: tuple[EventsShown, ...]
    """Of the last steps up to the position, the latest last."""
    state: Any
    """As it is stored, secrets with who may see them."""
    before: Any
    """The state before the last step; None at the first."""
    legal: tuple[LegalShown, ...]
    checks: tuple[Check, ...]
    stopped: StoppedShown | None


class BenchShown(Struct, frozen=True, kw_only=True):
    """Everything that the page draws."""

    version: int
    """Grows with every change."""
    file: str
    fault: Fault | None
    """Why the file can't be played as it is now; the last good position stays."""
    told: Text | None
    """What came of the last save."""
    changed: tuple[str, ...]
    """Lines that the last save took away and added."""
    table: TableShown | None
    """None until the file could be loaded once."""


class FaultShown(Struct, frozen=True):
    """Why something was not done; nothing has changed."""

    fault: Fault


class VersionShown(Struct, frozen=True):
    """How far the bench is."""

    version: int


class WouldShown(Struct, frozen=True):
    """What an action would do."""

    events: tuple[View, ...]


class SavedShown(Struct, frozen=True):
    """What was written."""

    file: str
    text: str


class ExaminedShown(Struct, frozen=True):
    """How far the lab is with the game."""

    is_running: bool = False
    done: int = 0
    total: int = 0
    """Games; 0 before it is known."""
    address: str = ""
    """Where the report is, once there is one; nobody else can guess it."""
    fault: Fault | None = None
