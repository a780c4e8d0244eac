"""Ended sessions and reset links in PostgreSQL."""

from typing import Any

from tablee.store.contract import Account, Milliseconds
from tablee.store.postgres_access import Access, tell
from tablee.store.sessions import Ended


class PostgresSessions:
    """Keeps the contract of `SessionStore`."""

    def __init__(self, access: Access) -> None:
        self._access = access

    async def end(self, session: str, until: Milliseconds, now: Milliseconds) -> None:
        """End one session."""
        async with self._access.transaction() as connection:
            await connection.execute("DELETE FROM ended_sessions WHERE until <= $1", now)
            await connection.execute(
                "INSERT INTO ended_sessions (session, until) VALUES ($1, $2) "
                "ON CONFLICT (session) DO UPDATE SET until = excluded.until",
                session,
                until,
            )
            await tell(connection, "session_ended", session, now)

    async def end_all(self, person: str, before: Milliseconds, now: Milliseconds) -> None:
        """End all sessions of a person."""
        async with self._access.transaction() as connection:
            await end_all(connection, person, before, now)

    async def ended(self, now: Milliseconds) -> Ended:
        """All that has ended."""
        async with self._access.transaction() as connection:
            sessions = await connection.fetch("SELECT session, until FROM ended_sessions WHERE until > $1", now)
            people = await connection.fetch("SELECT person, before FROM ended_people")
            since = await connection.fetchval("SELECT at FROM sessions_since")
        return Ended({row[0]: row[1] for row in sessions}, {row[0]: row[1] for row in people}, since)

    async def ended_before(self, person: str) -> Milliseconds | None:
        """When a person's sessions ended."""
        found = await self._access.fetch("SELECT before FROM ended_people WHERE person = $1", person)
        return int(found[0][0]) if found else None

    async def set_password(self, person: str, password_hash: str, before: Milliseconds, now: Milliseconds) -> None:
        """Give an account another password."""
        async with self._access.transaction() as connection:
            await _set_password(connection, person, password_hash, before, now)

    async def add_reset(self, secret_hash: str, person: str, until: Milliseconds, now: Milliseconds) -> None:
        """Keep a link."""
        async with self._access.transaction() as connection:
            await connection.execute("DELETE FROM resets WHERE until <= $1", now)
            await connection.execute(
                "INSERT INTO resets (person, secret_hash, until) VALUES ($1, $2, $3) "
                "ON CONFLICT (person) DO UPDATE SET secret_hash = excluded.secret_hash, until = excluded.until",
                person,
                secret_hash,
                until,
            )

    async def find_reset(self, secret_hash: str, now: Milliseconds) -> Account | None:
        """Whose link it is."""
        found = await self._access.fetch(
            "SELECT person, username, name, password_hash, created_at FROM resets JOIN accounts USING (person) "
            "WHERE secret_hash = $1 AND until > $2",
            secret_hash,
            now,
        )
        return Account(*found[0]) if found else None

    async def use_reset(
        self, secret_hash: str, password_hash: str, before: Milliseconds, now: Milliseconds
    ) -> Account | None:
        """Set the password of the link's account."""
        async with self._access.transaction() as connection:
            # Whoever deletes the row has used it: of several at once, the others find none.
            used = await connection.fetch(
                "WITH used AS (DELETE FROM resets WHERE secret_hash = $1 AND until > $2 RETURNING person) "
                "SELECT person, username, name, password_hash, created_at FROM used JOIN accounts USING (person)",
                secret_hash,
                now,
            )
            if not used:
                return None
            account = Account(*used[0])
            await _set_password(connection, account.person, password_hash, before, now)
        return account


async def end_all(connection: Any, person: str, before: Milliseconds, now: Milliseconds) -> None:
    """End all sessions of a person within a transaction, and its links with them."""
    await connection.execute(
        "INSERT INTO ended_people (person, before) VALUES ($1, $2) "
        "ON CONFLICT (person) DO UPDATE SET before = greatest(ended_people.before, excluded.before)",
        person,
        before,
    )
    await connection.execute("DELETE FROM resets WHERE person = $1", person)
    await tell(connection, "sessions_ended", person, now)


async def _set_password(
    connection: Any, person: str, password_hash: str, before: Milliseconds, now: Milliseconds
) -> None:
    sql = "UPDATE accounts SET password_hash = $1 WHERE person = $2 RETURNING person"
    if not await connection.fetch(sql, password_hash, person):
        raise ValueError(f"{person} has no account.")
    await end_all(connection, person, before, now)
