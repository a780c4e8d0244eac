"""How the parts of a SQLite store that are not its streams reach the database."""

import sqlite3
from collections.abc import Callable
from typing import Protocol, TypeVar

from tablee.store.contract import Milliseconds
from tablee.store.upkeep import NoticeKind

_T = TypeVar("_T")


class Access(Protocol):
    """How a database is reached."""

    async def do(self, job: Callable[[sqlite3.Connection], _T]) -> _T:
        """Write within one transaction, on disk when this returns."""

    async def ask(self, question: Callable[[sqlite3.Connection], _T]) -> _T:
        """Read; the question sees one and the same commit throughout."""


def tell(connection: sqlite3.Connection, kind: NoticeKind, subject: str, now: Milliseconds) -> None:
    """Write a notice within a transaction."""
    connection.execute("INSERT INTO notices (at, kind, subject) VALUES (?, ?, ?)", (now, kind, subject))
