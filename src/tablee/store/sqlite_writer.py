"""The one writer to SQLite: it takes all that is pending and commits it in one transaction.

While the disk is quick, the event loop commits appends itself, at the end of each iteration: handing them to a thread
and back would cost as much as the commit. A slow or failing disk, a lock that another program holds, and jobs of
unknown length are waited for in the writer's thread, so that the loop never is. See docs/adr/0011.
"""

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Struct

from tablee.store.contract import Append, StoreError, Unavailable, Written
from tablee.store.replies import Then, awaited, ignore, tell
from tablee.store.sqlite_files import IMPATIENCE, PATIENCE, connect, make_journal_room, unavailable
from tablee.store.sqlite_streams import Heads, write

_T = TypeVar("_T")
Job: TypeAlias = Callable[[sqlite3.Connection], Any]
"""Writes something within a transaction that is open already."""

_LARGEST_BATCH: Final = 1000
_QUICK: Final = 0.002
"""Seconds that the disk may take to commit, on average, for the event loop to wait for it."""
_FEW: Final = 8
"""Appends that the loop commits itself. More tell that it is busy: then it has better to do than to wait for a disk."""
_NEWEST: Final = 0.1
"""The weight of the last commit in that average: one checkpoint doesn't count for much, a stall does."""
BUSY: Final = 64
"""Batches after which it is worth while to make the journal long in advance."""
_LOOK_AGAIN: Final = 0.005
"""Seconds between two tries to get a lock."""

_log = logging.getLogger(__name__)


class _Work(Struct, frozen=True):
    what: Append | Job
    then: Then[Any]


class Writer:
    """Commits appends and jobs in the order in which they came, together with whatever else is pending.

    An error of the disk goes to all who wait, as Unavailable, and nothing of the batch is kept; the connection is
    made anew for the next batch, so it recovers automatically. A bug in one job is that job's alone: the others of its
    batch are written without it.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._loop = asyncio.get_running_loop()
        self._gathered: list[_Work] = []
        self._queue: queue.SimpleQueue[list[_Work] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="tablee-store-writer", daemon=True)
        self._is_stopped = False
        self._handed_over = 0
        """What the thread has not answered: only when there is nothing does the loop touch what follows."""
        self._connection: sqlite3.Connection | None = None
        self._heads = Heads()
        self._has_failed = False
        self._batches = 0
        self._pace = _QUICK
        """Seconds that the disk takes to commit, the last ones weighing most."""

    # ── In the event loop ────────────────────────────────────────────────────────────────────────────────

    def start(self) -> None:
        self._thread.start()

    def append_then(self, append: Append, then: Then[Written]) -> None:
        self._submit(append, then)

    async def do(self, job: Callable[[sqlite3.Connection], _T]) -> _T:
        result: _T = await awaited(partial(self._submit, job))
        return result

    async def stop(self) -> None:
        """Commit what is pending and end the thread."""
        if not self._is_stopped:
            self._is_stopped = True
            self._hand_over()
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)

    def _submit(self, what: Append | Job, then: Then[Any]) -> None:
        if self._is_stopped:
            raise Unavailable("The store is closed.")
        if not self._gathered:
            # Hand over at the end of this loop iteration, so that rooms waking together share a batch.
            self._loop.call_soon(self._hand_over)
        self._gathered.append(_Work(what, then))

    def _hand_over(self) -> None:
        """Commit what was gathered, or have it committed."""
        batch, self._gathered = self._gathered, []
        if not batch:
            return
        self._batches += 1
        if self._batches == BUSY:
            batch.append(_Work(make_journal_room, ignore))
        if self._can_commit_here(batch):
            with suppress(_Locked):
                self._tell(batch, self._commit(batch, patience=0))
                return
        self._handed_over += len(batch)
        self._queue.put(batch)

    def _can_commit_here(self, batch: Sequence[_Work]) -> bool:
        is_free = self._handed_over == 0 and self._connection is not None and not self._has_failed
        is_quick = self._pace < _QUICK and len(batch) <= _FEW
        return is_free and is_quick and all(type(work.what) is Append for work in batch)

    def _take_over(self, batch: Sequence[_Work], outcomes: Sequence[object]) -> None:
        """The thread is done with a batch."""
        self._handed_over -= len(batch)
        self._tell(batch, outcomes)

    def _tell(self, batch: Sequence[_Work], outcomes: Sequence[object]) -> None:
        for work, outcome in zip(batch, outcomes, strict=True):
            tell(work.then, outcome)

    # ── In the thread ────────────────────────────────────────────────────────────────────────────────────

    def _run(self) -> None:
        is_last = False
        while not is_last:
            gathered = self._queue.get()
            pending: list[_Work] = []
            while gathered is not None:
                pending += gathered
                try:
                    gathered = self._queue.get_nowait()
                except queue.Empty:
                    break
            else:
                is_last = True
            for start in range(0, len(pending), _LARGEST_BATCH):
                batch = pending[start : start + _LARGEST_BATCH]
                outcomes = self._commit(batch, IMPATIENCE if self._has_failed else PATIENCE)
                with suppress(RuntimeError):  # The loop is closed: nobody waits.
                    self._loop.call_soon_threadsafe(self._take_over, batch, outcomes)
        self._disconnect()

    # ── In either ────────────────────────────────────────────────────────────────────────────────────────

    def _commit(self, batch: Sequence[_Work], patience: float) -> Sequence[object]:
        """The result, or the exception, of each. Raises _Locked where there is no patience to wait for a lock."""
        try:
            with self._transaction(patience) as connection:
                outcomes = self._write(connection, batch)
        except _Locked:
            raise
        except Unavailable as error:
            if not self._has_failed:
                _log.error("%s", error)
                self._has_failed = True
            return [Unavailable(*error.args) for _ in batch]
        except BaseException as error:  # noqa: BLE001, RUF100 - every error has somebody who waits for it
            if len(batch) == 1:
                return [error]
            # One by one, and none of them twice: what is locked from here on is waited for.
            return [outcome for work in batch for outcome in self._commit([work], patience or IMPATIENCE)]
        if self._has_failed:
            _log.warning("The store can be written again.")
            self._has_failed = False
        return outcomes

    def _write(self, connection: sqlite3.Connection, batch: Sequence[_Work]) -> list[object]:
        outcomes: list[object] = []
        for kind, works in groupby([work.what for work in batch], key=type):
            if kind is Append:
                outcomes += write(connection, list(works), self._heads)  # type: ignore[arg-type]  # all are appends
            else:
                self._heads.forget()  # what a job writes is its own affair
                outcomes += [job(connection) for job in works]  # type: ignore[operator]  # none is an append
        return outcomes

    @contextmanager
    def _transaction(self, patience: float) -> Iterator[sqlite3.Connection]:
        try:
            if self._connection is None:
                self._connection = connect(self._file, to_write=True)
                self._connection.execute("PRAGMA busy_timeout = 0")
            _begin(self._connection, patience)
            yield self._connection
            began = perf_counter()
            self._connection.execute("COMMIT")
            self._pace += (perf_counter() - began - self._pace) * _NEWEST
        except _Locked:
            raise
        except BaseException as error:
            self._roll_back()
            if isinstance(error, StoreError):
                raise
            if (outside := unavailable(error)) is not None:
                # Whatever state it is in now, a new one starts clean.
                self._disconnect()
                raise outside from error
            raise

    def _roll_back(self) -> None:
        self._heads.forget()
        with suppress(sqlite3.Error):
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


class _Locked(Exception):  # noqa: N818 - reads as what it is
    """Another program writes, and nobody may wait for it here."""


def _begin(connection: sqlite3.Connection, patience: float) -> None:
    """Begin a transaction that writes, once nobody else does."""
    given_up_at = perf_counter() + patience
    while True:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            if patience == 0:
                raise _Locked from error
            if perf_counter() > given_up_at:
                raise
            sleep(_LOOK_AGAIN)
        else:
            return
