"""Sessions that were ended before they lapsed, and links with which a password is set anew.

A session itself is in its cookie; only its early end is kept. Every running process learns of it by a notice, written
in the same transaction (notices.py).
"""

from typing import Final

from msgspec import Struct

from tablee.store.contract import Account, Milliseconds
from tablee.store.database import Connection, Part, Reader
from tablee.store.notices import tell
from tablee.store.rows import ACCOUNT, as_dict

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters

FOR_GOOD: Final[Milliseconds] = 2**62
"""Later than any session's start, whatever the clock says: ends all sessions of an erased person."""


class Ended(Struct, frozen=True):
    """Sessions that ended early."""

    sessions: dict[str, Milliseconds]
    """Their ids, and when each would have lapsed anyway."""
    people: dict[str, Milliseconds]
    """Of each of these, all sessions that were made before that time."""
    since: Milliseconds
    """From when on this store has known of sessions. Cookies of 0.1.0 are from before, and tell no time."""


class SessionStore(Part):
    """A part of every store's upkeep."""

    async def end(self, session: str, until: Milliseconds, now: Milliseconds) -> None:
        await self._database.do(_end, session, until, now)

    async def end_all(self, person: str, before: Milliseconds, now: Milliseconds) -> None:
        """End all sessions of a person that were made before that time, and their reset link."""
        await self._database.do(end_all, person, before, now)

    async def ended(self, now: Milliseconds) -> Ended:
        """All that ended early and would not have lapsed by now."""
        return await self._database.ask(_ended, now)

    async def ended_before(self, person: str) -> Milliseconds | None:
        """Before which time a person's sessions must have been made to have ended; None if they have not."""
        found = await self._database.fetch("SELECT before FROM ended_people WHERE person = $1", person)
        return int(found[0][0]) if found else None

    async def set_password(self, person: str, password_hash: str, before: Milliseconds, now: Milliseconds) -> None:
        """Give an account another password; this ends its sessions as `end_all` does, and its links."""
        await self._database.do(_set_password, person, password_hash, before, now)

    async def add_reset(self, secret_hash: str, person: str, until: Milliseconds, now: Milliseconds) -> None:
        """Keep a link with which an account's password can be set anew; it replaces the previous one."""
        await self._database.do(_add_reset, secret_hash, person, until, now)

    async def find_reset(self, secret_hash: str, now: Milliseconds) -> Account | None:
        """The person that a link is for; None if there is none, or no longer."""
        return await _account_of(self._database, secret_hash, now)

    async def use_reset(
        self, secret_hash: str, password_hash: str, before: Milliseconds, now: Milliseconds
    ) -> Account | None:
        """Set the password of the link's account, as `set_password` does; None if the link works no longer."""
        return await self._database.do(_use_reset, secret_hash, password_hash, before, now)


async def end_all(db: Connection, person: str, before: Milliseconds, now: Milliseconds) -> None:
    await db.execute(
        "INSERT INTO ended_people (person, before) VALUES ($1, $2) ON CONFLICT (person) "
        "DO UPDATE SET before = excluded.before WHERE excluded.before > ended_people.before",
        person,
        before,
    )
    await db.execute("DELETE FROM resets WHERE person = $1", person)
    await tell(db, "sessions_ended", person, now)


async def _end(db: Connection, session: str, until: Milliseconds, now: Milliseconds) -> None:
    await db.execute("DELETE FROM ended_sessions WHERE until <= $1", now)
    await db.execute(
        "INSERT INTO ended_sessions (session, until) VALUES ($1, $2) "
        "ON CONFLICT (session) DO UPDATE SET until = excluded.until",
        session,
        until,
    )
    await tell(db, "session_ended", session, now)


async def _ended(db: Reader, now: Milliseconds) -> Ended:
    sessions = await db.fetch("SELECT session, until FROM ended_sessions WHERE until > $1", now)
    people = await db.fetch("SELECT person, before FROM ended_people")
    since = await db.fetch("SELECT at FROM sessions_since")
    return Ended(as_dict(sessions), as_dict(people), since[0][0])


async def _set_password(
    db: Connection, person: str, password_hash: str, before: Milliseconds, now: Milliseconds
) -> None:
    if not await db.execute("UPDATE accounts SET password_hash = $1 WHERE person = $2", password_hash, person):
        raise ValueError(f"{person} has no account.")
    await end_all(db, person, before, now)


async def _add_reset(db: Connection, secret_hash: str, person: str, until: Milliseconds, now: Milliseconds) -> None:
    await db.execute("DELETE FROM resets WHERE until <= $1", now)
    await db.execute(
        "INSERT INTO resets (person, secret_hash, until) VALUES ($1, $2, $3) "
        "ON CONFLICT (person) DO UPDATE SET secret_hash = excluded.secret_hash, until = excluded.until",
        person,
        secret_hash,
        until,
    )


async def _use_reset(
    db: Connection, secret_hash: str, password_hash: str, before: Milliseconds, now: Milliseconds
) -> Account | None:
    account = await _account_of(db, secret_hash, now)
    # Of several at once, the one that deletes the row has used it.
    if account is None or not await db.execute("DELETE FROM resets WHERE secret_hash = $1", secret_hash):
        return None
    await _set_password(db, account.person, password_hash, before, now)
    return account


async def _account_of(db: Reader, secret_hash: str, now: Milliseconds) -> Account | None:
    found = await db.fetch(
        f"SELECT {ACCOUNT} FROM resets JOIN accounts USING (person) WHERE secret_hash = $1 AND until > $2",
        secret_hash,
        now,
    )
    return Account(*found[0]) if found else None
