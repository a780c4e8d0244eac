"""How SQL is written once for both databases.

It is PostgreSQL's, kept to what SQLite understands after a few replacements (sqlite_database.py): parameters are $1,
$2, …, one of a list is `= ANY($1)`, and `FOR UPDATE` locks rows where several can write. What differs more has a name
in `Dialect`. A job, which runs within one transaction, is a coroutine that awaits nothing but its connection:
PostgreSQL answers over the network, SQLite at once, in a thread where the whole job runs.
"""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from tablee.store.contract import Append, Appended, CodeTaken, Conflict

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Dialect(NamedTuple):
    """Pieces of SQL that differ between the databases."""

    key: str
    """The column by which other tables refer to a room."""
    is_of_room: str
    """Condition: a row belongs to the room whose id is $1."""
    listed: str
    """The columns of a room in a list, for `rows.read_listed`."""
    contains: str
    """The function that finds a text in another."""
    games: str
    """Selects finished games with their names, for `rows.read_game`."""


class Reader(Protocol):
    """Answers questions. Raises Unavailable when the database can't be reached."""

    async def fetch(self, sql: str, *values: object) -> Sequence[Any]: ...


class Connection(Reader, Protocol):
    """Writes within a transaction."""

    async def execute(self, sql: str, *values: object) -> int:
        """Run a statement; returns the number of rows it wrote."""

    async def lock(self, table: str) -> None:
        """Let nobody else write to a table until the commit."""

    async def append(self, append: Append) -> Appended | Conflict | CodeTaken:
        """Append as another process than the one that serves the room."""


class Database(Reader, Protocol):
    """A database that is open."""

    @property
    def dialect(self) -> Dialect: ...

    async def execute(self, sql: str, *values: object) -> int:
        """Run a statement in a transaction of its own; returns the number of rows it wrote."""

    async def ask(
        self, question: Callable[Concatenate[Reader, _P], Coroutine[Any, Any, _T]], *given: _P.args, **named: _P.kwargs
    ) -> _T:
        """Read; on SQLite, all statements see the same commit."""

    async def do(
        self, job: Callable[Concatenate[Connection, _P], Coroutine[Any, Any, _T]], *given: _P.args, **named: _P.kwargs
    ) -> _T:
        """Write within one transaction, on disk when this returns."""


class Part:
    """A part of a store. All that it does may raise Unavailable."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._dialect = database.dialect
