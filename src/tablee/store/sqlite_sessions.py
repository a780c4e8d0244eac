"""Ended sessions and reset links in SQLite."""

import sqlite3

from tablee.store.contract import Account, Milliseconds
from tablee.store.sessions import Ended
from tablee.store.sqlite_access import Access, tell


class SqliteSessions:
    """Keeps the contract of `SessionStore`."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def end(self, session: str, until: Milliseconds, now: Milliseconds) -> None:
        """End one session."""

        def ended(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM ended_sessions WHERE until <= ?", (now,))
            connection.execute("REPLACE INTO ended_sessions (session, until) VALUES (?, ?)", (session, until))
            tell(connection, "session_ended", session, now)

        await self._access.do(ended)

    async def end_all(self, person: str, before: Milliseconds, now: Milliseconds) -> None:
        """End all sessions of a person."""
        await self._access.do(lambda connection: end_all(connection, person, before, now))

    async def ended(self, now: Milliseconds) -> Ended:
        """All that has ended."""

        def read(connection: sqlite3.Connection) -> Ended:
            sessions = connection.execute("SELECT session, until FROM ended_sessions WHERE until > ?", (now,))
            people = connection.execute("SELECT person, before FROM ended_people")
            (since,) = connection.execute("SELECT at FROM sessions_since").fetchone()
            return Ended(dict(sessions.fetchall()), dict(people.fetchall()), since)

        return await self._access.ask(read)

    async def ended_before(self, person: str) -> Milliseconds | None:
        """When a person's sessions ended."""
        sql = "SELECT before FROM ended_people WHERE person = ?"
        found = await self._access.ask(lambda connection: connection.execute(sql, (person,)).fetchone())
        return None if found is None else int(found[0])

    async def set_password(self, person: str, password_hash: str, before: Milliseconds, now: Milliseconds) -> None:
        """Give an account another password."""
        await self._access.do(lambda connection: _set_password(connection, person, password_hash, before, now))

    async def add_reset(self, secret_hash: str, person: str, until: Milliseconds, now: Milliseconds) -> None:
        """Keep a link."""

        def added(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM resets WHERE until <= ?", (now,))
            connection.execute(
                "REPLACE INTO resets (person, secret_hash, until) VALUES (?, ?, ?)", (person, secret_hash, until)
            )

        await self._access.do(added)

    async def find_reset(self, secret_hash: str, now: Milliseconds) -> Account | None:
        """Whose link it is."""
        return await self._access.ask(lambda connection: _account_of(connection, secret_hash, now))

    async def use_reset(
        self, secret_hash: str, password_hash: str, before: Milliseconds, now: Milliseconds
    ) -> Account | None:
        """Set the password of the link's account."""

        def used(connection: sqlite3.Connection) -> Account | None:
            account = _account_of(connection, secret_hash, now)
            if account is not None:
                _set_password(connection, account.person, password_hash, before, now)
            return account

        return await self._access.do(used)


def end_all(connection: sqlite3.Connection, person: str, before: Milliseconds, now: Milliseconds) -> None:
    """End all sessions of a person within a transaction, and its links with them."""
    connection.execute(
        "INSERT INTO ended_people (person, before) VALUES (?, ?) "
        "ON CONFLICT (person) DO UPDATE SET before = max(before, excluded.before)",
        (person, before),
    )
    connection.execute("DELETE FROM resets WHERE person = ?", (person,))
    tell(connection, "sessions_ended", person, now)


def _set_password(
    connection: sqlite3.Connection, person: str, password_hash: str, before: Milliseconds, now: Milliseconds
) -> None:
    sql = "UPDATE accounts SET password_hash = ? WHERE person = ?"
    if connection.execute(sql, (password_hash, person)).rowcount == 0:
        raise ValueError(f"{person} has no account.")
    end_all(connection, person, before, now)


def _account_of(connection: sqlite3.Connection, secret_hash: str, now: Milliseconds) -> Account | None:
    found = connection.execute(
        "SELECT person, username, name, password_hash, created_at FROM resets JOIN accounts USING (person) "
        "WHERE secret_hash = ? AND until > ?",
        (secret_hash, now),
    ).fetchone()
    return None if found is None else Account(*found)
