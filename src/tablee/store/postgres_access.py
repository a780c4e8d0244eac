"""How the parts of a PostgreSQL store that are not its streams reach the database."""

from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

from tablee.store.contract import Milliseconds
from tablee.store.upkeep import NoticeKind


class Access(Protocol):
    """How a database is reached. Raises Unavailable when it can't be."""

    async def fetch(self, sql: str, *values: object) -> list[Any]:
        """The rows of one statement."""

    def transaction(self) -> AbstractAsyncContextManager[Any]:
        """A connection within a transaction, which is committed at the end."""


async def tell(connection: Any, kind: NoticeKind, subject: str, now: Milliseconds) -> None:
    """Write a notice. The lock is held until the commit, so that numbers become visible in their order."""
    await connection.execute("LOCK TABLE notices IN EXCLUSIVE MODE")
    await connection.execute("INSERT INTO notices (at, kind, subject) VALUES ($1, $2, $3)", now, kind, subject)
