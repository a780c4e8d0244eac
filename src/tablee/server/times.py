"""How long the server waits for what."""

from typing import Final

from msgspec import Struct

from tablee.rooms.commands import Milliseconds


class Times(Struct, frozen=True, kw_only=True):
    """Times of one server; tests shorten them instead of waiting."""

    life_sign_every: float = 2.0
    """Seconds."""
    dead_after: Milliseconds = 8_000
    """Without a sign of life, a process is dead."""
    outage_after: Milliseconds = 4_000
    """Without any process's sign of life (two missed), the time is charged to nobody."""
    beat_every: float = 0.2
    """Seconds between two looks at whether this process has its turns."""
    sweep_every: float = 3.0
    """Seconds between two looks at rooms that no process holds."""
    overdue_after: Milliseconds = 2_000
    """A deadline this late was evidently not fired by the process that holds the room."""
    forgotten_after: Milliseconds = 60_000
    """A room without anyone stays this long in memory."""
    listed_within: Milliseconds = 10_000
    """The list's times may lag this far behind a room that only plays on: most moves change nothing there."""
    doubts_for: Milliseconds = 20_000
    """After a failed append, which may still turn out to have been kept: longer than a statement may take."""
    gathered_for: float = 1.0
    """Seconds: people who come and go meanwhile are announced together."""
    attended_for: float = 60.0
    """Seconds after a request for which a person who plays over HTTP counts as present."""
    retry_after: Milliseconds = 500
    """Before the store is tried again."""
    retry_fault_after: Milliseconds = 30_000
    """Before a deadline that failed by a bug is tried again."""
    retry_broken_after: Milliseconds = 300_000
    """Before a room that can't be loaded or played on is tried again."""


TIMES: Final = Times()
