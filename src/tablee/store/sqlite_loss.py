"""Whether a data folder still has all that was written into it.

A database that was emptied, or whose write-ahead log is gone, opens without a murmur, with less in it or nothing. So a
number that only grows is written into the database with every sign of life, and beside it, in `tablee.seen`, when that
is on disk: a database that knows a smaller one has lost what came between. What was written since the last sign of
life, within a few seconds, can be lost unnoticed; and so can all of it, together with the file beside it.
"""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from tablee.store.contract import StoreError, Unavailable
from tablee.store.database import Connection
from tablee.store.sqlite_files import DATABASE, connect, create, unavailable

SEEN: Final = "tablee.seen"
_APPLICATION: Final = 0x5441424C
"""As in the first migration."""
_DIGITS: Final = 20


class StoreLost(StoreError):  # noqa: N818 - reads as what it is
    """The data folder has less in it than was written."""


def claim(folder: Path, secret_file: str, *, is_new: bool) -> None:
    """Make the database of a folder that never had one. StoreLost where there was one that is gone or empty.

    It is made before the server's secret is, whose file thus tells that there was one. With `is_new`, whatever is
    left is taken for all there is.
    """
    try:
        if is_new:
            (folder / SEEN).unlink(missing_ok=True)
        file = folder / DATABASE
        if file.exists() and file.stat().st_size > 0:
            return
        traces = [name for name in (SEEN, secret_file) if (folder / name).exists()]
        if traces and not is_new:
            what = "is empty" if file.exists() else "is gone"
            raise StoreLost(
                f"{file} {what}, and {traces[0]} beside it tells that there was a store. Put a backup back with "
                "`tablee restore`, or start an empty store with `tablee serve --new`."
            )
        with closing(connect(create(folder), to_write=True)) as connection:
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    except (OSError, sqlite3.Error) as error:
        why = unavailable(error)
        raise Unavailable(f"{folder} can't be used: {getattr(error, 'strerror', None) or error}.") from why or error


class Seen:
    """The number beside the database: how far it is known to have been written."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / SEEN

    def check(self, connection: sqlite3.Connection) -> None:
        """StoreLost if the database knows a smaller number."""
        has_any = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'checks'").fetchone()
        (known,) = connection.execute("SELECT times FROM checks").fetchone() if has_any else (0,)
        if known < self._read():
            raise StoreLost(
                f"{self._file.with_name(DATABASE)} has lost what was written into it last: its -wal file is gone, or "
                "it was replaced by an older copy. Put a backup back with `tablee restore`, or go on with what is left "
                "with `tablee serve --new`."
            )

    def note(self, number: int) -> None:
        """Note that the database has this number on disk. If that fails, a loss is known a little less exactly."""
        with suppress(OSError):
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.pwrite(descriptor, f"{number:0{_DIGITS}}\n".encode(), 0)
            finally:
                os.close(descriptor)

    def forget(self) -> None:
        """Another database takes the place of this one."""
        self._file.unlink(missing_ok=True)

    def _read(self) -> int:
        try:
            text = self._file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeError):
            return 0
        return int(text) if text.isdecimal() else 0


async def count(db: Connection) -> int:
    """Write the next number, and return it."""
    await db.execute("UPDATE checks SET times = times + 1")
    ((number,),) = await db.fetch("SELECT times FROM checks")
    return int(number)
