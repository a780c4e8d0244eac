"""One way to reply: a callback; `awaited` makes a future of it for callers that wait."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Then: TypeAlias = Callable[[T | BaseException], None]
"""Called once, in the event loop, with the reply; with an exception if there is none."""

_log = logging.getLogger(__name__)


def awaited(begin: Callable[[Then[T]], None]) -> "asyncio.Future[T]":
    """Begin what calls back, for a caller that waits for the reply."""
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

    def settle(reply: T | BaseException) -> None:
        if future.done():
            return  # The caller was cancelled.
        if isinstance(reply, BaseException):
            future.set_exception(reply)
        else:
            future.set_result(reply)

    begin(settle)
    return future


def tell(then: Then[Any], reply: object) -> None:
    """Call back; a bug in the callback is logged, and costs no one else of the batch their reply."""
    try:
        then(reply)
    except Exception:
        _log.exception("A reply could not be taken.")


def ignore(_reply: object) -> None:
    """Nobody waits for this reply; what went wrong is in the log."""
