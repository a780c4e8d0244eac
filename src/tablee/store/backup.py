"""Copies of a SQLite store, made and put back, while the server runs or not.

BackupError        what was asked can't be done, with a sentence that says why; nothing was changed
└── StoreInUse     the folder is served by a living process, and the copy is too old for it
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from tablee.store.contract import Unavailable, UnknownSchema
from tablee.store.schema import Migration, missing
from tablee.store.sqlite import MIGRATIONS, schema_of, upgrade
from tablee.store.sqlite_files import DATABASE, LOCK, FolderLock
from tablee.store.sqlite_loss import SEEN, Seen

_APPLICATION: Final = 0x5441424C
"""Written into our files by the first migration."""


class BackupError(Exception):
    """The copy can't be made or put back."""


class StoreInUse(BackupError):  # noqa: N818 - reads as what it is
    """A living process serves the folder, and can't serve the copy."""


def backup(data_folder: Path, target: Path) -> None:
    """Copy the store of a folder, as its last commit left it, into one file, without holding up those who write.

    The file appears once it is whole and on disk, or not at all; an older one is replaced. It holds
    password hashes and everyone's hands: nobody else may read it.
    """
    source = data_folder / DATABASE
    if not source.is_file():
        raise BackupError(f"There is no store in {data_folder}.")
    if target.exists() and any(target.samefile(file) for file in _own_files(data_folder)):
        raise BackupError(f"{target} is a file of the store itself.")
    with _to_be_renamed(target) as copy:
        _copy(source, copy)
        verify(copy)


def restore(source: Path, data_folder: Path) -> None:
    """Put a copy in the place of a folder's store, which is lost; an older schema is brought up to date on opening.

    The copy is verified first. If a living process serves the folder, the database that it has open is overwritten in
    one transaction; it notices with its next sign of life, forgets what it holds and goes on from the copy.
    """
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    data_folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = data_folder / DATABASE
    if target.exists() and source.samefile(target):
        raise BackupError(f"{source} is the store itself.")
    seen = Seen(data_folder)
    try:
        with _kept_from_others(data_folder), _to_be_renamed(target) as copy:
            _copy(source, copy)
            verify(copy)
            seen.forget()
            _empty_journal(target)
    except StoreInUse:
        _overwrite(target, source)
        seen.forget()


def verify(file: Path) -> Sequence[Migration]:
    """Check that a file is whole, ours, and not newer than this program; returns the migrations it lacks."""
    try:
        with closing(read_only(file)) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            if application != _APPLICATION:
                raise BackupError("The file is not a store of Tablée.")
            problems = [problem for (problem,) in connection.execute("PRAGMA integrity_check(3)")]
            if problems != ["ok"]:
                raise BackupError(f"The file is damaged: {'; '.join(problems)}.")
            return missing(MIGRATIONS, schema_of(connection))
    except sqlite3.Error as error:
        raise BackupError(f"The file can't be read: {error}.") from error
    except UnknownSchema as error:
        raise BackupError(str(error)) from error


@contextmanager
def upgraded_copy(source: Path) -> Iterator[tuple[Path, int]]:
    """A copy of a store, brought up to date, in a folder that vanishes afterwards; and the schema that it had.

    It is what opening the store would make of it; the store itself is only read.
    """
    if not source.is_file():
        raise BackupError(f"There is no file {source}.")
    with tempfile.TemporaryDirectory(prefix="tablee-check-") as folder:
        copy = Path(folder) / DATABASE
        with _beside(copy) as made:
            _copy(source, made)
            verify(made)
            made.rename(copy)
        try:
            with closing(_connect(copy, "rw")) as connection:
                before = schema_of(connection)
                connection.execute("PRAGMA synchronous = OFF")
                connection.execute("BEGIN")
                upgrade(connection)
                connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise BackupError(f"{source} can't be brought up to date: {error}.") from error
        yield copy, before


def read_only(file: Path) -> sqlite3.Connection:
    """A connection that writes nothing, and leaves no journal where there was none.

    To read a database that keeps one, SQLite makes the journal's files; only who may write takes them away again.
    """
    has_journal = file.with_name(f"{file.name}-wal").exists()
    connection = _connect(file, "ro" if has_journal else "rw")
    connection.execute("PRAGMA query_only = ON")
    return connection


def _own_files(data_folder: Path) -> list[Path]:
    names = (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", LOCK, SEEN, "secret.key")
    return [file for name in names if (file := data_folder / name).exists()]


# ── Helpers ──────────────────────────────────────────────────────────────────────────────────────────────


def _copy(source: Path, target: Path) -> None:
    """Copy in one step, which sees one commit however many follow."""
    try:
        with closing(read_only(source)) as before, closing(_connect(target, "rw")) as after:
            before.backup(after)
            # The copy is one file, without a journal of its own beside it.
            after.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"{source} can't be copied: {error}.") from error


def _overwrite(database: Path, source: Path) -> None:
    """Overwrite a database that is open elsewhere, in one transaction."""
    with _beside(database) as copy:
        _copy(source, copy)
        if verify(copy):
            raise StoreInUse(
                f"{database.parent} is in use, and {source} is of an older version. Stop the server first."
            )
        try:
            with closing(_connect(copy, "rw")) as before, closing(_connect(database, "rw")) as after:
                # No process finds its last sign of life in it: this is how it knows.
                before.execute("UPDATE processes SET process = process || ' before'")
                after.execute("PRAGMA synchronous = FULL")
                before.backup(after)
        except sqlite3.Error as error:
            raise BackupError(f"{source} can't be put in place: {error}.") from error


def _empty_journal(database: Path) -> None:
    """Delete the old store's journal, which must not be read into the new one.

    Its contents go into the old database first: if we are stopped before the new one takes its place, the old
    one is still whole.
    """
    if database.exists():
        with suppress(sqlite3.Error), closing(_connect(database, "rw")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


@contextmanager
def _to_be_renamed(target: Path) -> Iterator[Path]:
    """An empty file beside the target that takes its place, on disk, if all goes well, and vanishes if not."""
    with _beside(target) as copy:
        yield copy
        _sync(copy)
        copy.replace(target)
        _sync(target.parent)


@contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """An empty file beside the target, for nobody else to read, that vanishes afterwards."""
    copy = target.with_name(f".{target.name}.{os.getpid()}.new")
    try:
        os.close(os.open(copy, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        try:
            yield copy
        finally:
            copy.unlink(missing_ok=True)
    except OSError as error:
        raise BackupError(f"{target} can't be written: {error.strerror}.") from error


@contextmanager
def _kept_from_others(folder: Path) -> Iterator[None]:
    lock = FolderLock(folder)
    try:
        lock.take()
    except Unavailable as error:
        raise StoreInUse(str(error)) from None
    except OSError as error:
        raise BackupError(f"{folder} can't be written: {error.strerror}.") from error
    try:
        yield
    finally:
        lock.release()


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=10)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
