"""Sessions that were ended before they lapsed, and links with which a password is set anew.

A part of every store's upkeep (`store.upkeep.sessions`). A session itself is in its cookie; only its early end is
kept. Every running process is told of it by a notice, in the same transaction (upkeep.py).
"""

from typing import Final, Protocol

from msgspec import Struct

from tablee.store.contract import Account, Milliseconds

FOR_GOOD: Final[Milliseconds] = 2**62
"""Later than any session is made, whatever the clock says: for the sessions of somebody who was erased."""


class Ended(Struct, frozen=True):
    """What has ended early."""

    sessions: dict[str, Milliseconds]
    """Their ids, and when each would have lapsed anyway."""
    people: dict[str, Milliseconds]
    """Of each of these, all sessions that were made before that time."""
    since: Milliseconds
    """From when on this store has known of sessions. Cookies of 0.1.0 are from before, and tell no time."""


class SessionStore(Protocol):
    """What every backend does. All of it may raise Unavailable."""

    async def end(self, session: str, until: Milliseconds, now: Milliseconds) -> None:
        """End one session, which would have lapsed at `until`."""

    async def end_all(self, person: str, before: Milliseconds, now: Milliseconds) -> None:
        """End all sessions of a person that were made before that time."""

    async def ended(self, now: Milliseconds) -> Ended:
        """All that has ended, and would not have lapsed by now."""

    async def ended_before(self, person: str) -> Milliseconds | None:
        """Before which time a person's sessions must have been made to have ended; None if they have not."""

    async def set_password(self, person: str, password_hash: str, before: Milliseconds, now: Milliseconds) -> None:
        """Give an account another password; this ends its sessions as `end_all` does, and its links."""

    async def add_reset(self, secret_hash: str, person: str, until: Milliseconds, now: Milliseconds) -> None:
        """Keep a link with which an account's password can be set anew; it takes the place of one before."""

    async def find_reset(self, secret_hash: str, now: Milliseconds) -> Account | None:
        """Whose link it is; None if there is none, or no longer."""

    async def use_reset(
        self, secret_hash: str, password_hash: str, before: Milliseconds, now: Milliseconds
    ) -> Account | None:
        """Set the password of the link's account, as `set_password` does; None if the link works no longer."""
