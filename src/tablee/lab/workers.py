"""Work spread over processes: jobs go out as plain data, and what comes back comes in their order."""

import os
import signal
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from typing import Final, TypeVar

Job = TypeVar("Job")
Made = TypeVar("Made")

PROGRESS: Final = "TABLEE_PROGRESS"
"""Set to `lines` in the environment, commands tell how far they are in lines, for a program that reads them."""


def usable_cores() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def spread(work: Callable[[Job], Made], jobs: Sequence[Job], workers: int) -> Generator[Made, None, None]:
    """What the work makes of each job. A caller that stops listening, by Ctrl-C too, ends the processes at once."""
    if workers <= 1:
        yield from map(work, jobs)
        return
    others = set(active_children())
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts) as pool:
        try:
            for future in [pool.submit(work, job) for job in jobs]:
                yield future.result()
        except BaseException:
            # A pool would first finish the jobs that it has handed out, and a game of bots takes many seconds.
            for process in set(active_children()) - others:
                process.terminate()
            raise


def _leave_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the one that began them ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
