"""An interrupt for rules and players that don't come back."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def time_limit(seconds: float, error: BaseException) -> Iterator[None]:
    """Raise this error when the time is up, where the system and the thread can be interrupted.

    It is raised again after as long: in rules that catch everything, or where an object is deleted, it may be lost.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_number: int, _frame: object) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # it may be raised at this very moment
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
