"""The files of a SQLite store in its data folder: who may use them, and how they are opened.

tablee.db          the database; `-wal` and `-shm` beside it while it is open
tablee.lock        locked by the one process that serves this folder, whose number it holds
tablee.seen        how far the database is known to have been written (sqlite_loss.py)
"""

import errno
import fcntl
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from shutil import disk_usage
from typing import Final

from tablee.store.contract import Unavailable

DATABASE: Final = "tablee.db"
LOCK: Final = "tablee.lock"

PATIENCE: Final = 3.0
"""Seconds to wait for a lock that another program holds, say a shell."""
IMPATIENCE: Final = 0.2
"""The same while nothing can be written, so that callers soon have an answer."""

JOURNAL_PAGES: Final = 2000
"""Pages of the journal after which its contents move into the database and it starts over."""
_ROOM_LEFT: Final = 10
"""Times the journal's own size that the disk has to have free before it is made long in advance."""
_CACHE_TO_WRITE: Final = "PRAGMA cache_size = -32768"

_OUTSIDE: Final = frozenset(
    (
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    )
)
"""The fault is the machine's, not the program's."""


def unavailable(error: BaseException) -> Unavailable | None:
    """The error to raise for one that comes from the disk or the file; None if it is a bug."""
    if isinstance(error, Unavailable):
        return Unavailable(*error.args)
    # The lower byte says what kind of error it is, the upper ones which of them.
    if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _OUTSIDE:
        return Unavailable(f"The store can't be used now: {error}.")
    if isinstance(error, OSError):
        return Unavailable(f"The store can't be used now: {error.strerror}.")
    return None


class FolderLock:
    """Keeps a data folder for one process. The system lets go of it when the process dies, however it dies."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / LOCK
        self._descriptor: int | None = None

    def take(self) -> None:
        descriptor = os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(descriptor)
            raise Unavailable(f"{self._file.parent} is in use by another process ({holder}).") from None
        # Who holds it is only told to people: a full disk is no reason not to start.
        with suppress(OSError):
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        self._descriptor = descriptor

    def release(self) -> None:
        """Let others have it. The file stays: removing it would let two hold "it" at once."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def create(folder: Path) -> Path:
    """The database in a folder; both are made, for nobody else to read, if they aren't there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / DATABASE
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    return file


def connect(file: Path, *, to_write: bool) -> sqlite3.Connection:
    """A connection with transactions of its own choosing. Never makes a file: an empty one would hide a lost disk."""
    if file.exists() and not os.access(file, os.R_OK | os.W_OK, effective_ids=os.access in os.supports_effective_ids):
        # SQLite would open it all the same, to read, and leave a journal that is read-only too, for good.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=rw",
        uri=True,
        timeout=PATIENCE,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=200,
    )
    try:
        if to_write:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute(f"PRAGMA wal_autocheckpoint = {JOURNAL_PAGES}")
            connection.execute("PRAGMA journal_size_limit = 67108864")
            connection.execute(_CACHE_TO_WRITE)
        else:
            connection.execute("PRAGMA query_only = ON")
            connection.execute("PRAGMA cache_size = -16384")
        connection.execute("PRAGMA temp_store = MEMORY")
    except BaseException:
        connection.close()
        raise
    return connection


def make_journal_room(connection: sqlite3.Connection) -> None:
    """Write all pages of the journal once, within a transaction that keeps nothing of it.

    A commit into a file that is long enough costs the disk half of one that makes it grow: the file system has no
    length and no new blocks to keep. Not where the disk is nearly full: what little there is is for events.
    """
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (_, _, file), *_ = connection.execute("PRAGMA database_list")
    if disk_usage(file).free < _ROOM_LEFT * JOURNAL_PAGES * size:
        return
    connection.execute("SAVEPOINT room")
    connection.execute("PRAGMA cache_size = 10")  # what does not fit goes into the journal at once
    try:
        connection.execute("CREATE TABLE filler (bytes BLOB)")
        connection.execute("INSERT INTO filler VALUES (zeroblob(?))", (JOURNAL_PAGES * size,))
        connection.execute("ROLLBACK TO room")
        connection.execute("RELEASE room")
    finally:
        connection.execute(_CACHE_TO_WRITE)
