"""The puzzles of the days, compiled when they are first asked for: a page that has one needs the server no more."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final

import msgspec
from litestar import MediaType

from tablee.kernel.refusals import Refusal
from tablee.puzzles.days import FIRST, compiled
from tablee.server import pages, refusals
from tablee.server.clock import now

_EARLIEST: Final = timedelta(hours=14)
"""How far the first to see a new day are ahead of UTC."""
_KEPT: Final = 64


def day_of(written: str) -> date | Refusal:
    """The day that is asked for, if it has come anywhere."""
    try:
        day = date.fromisoformat(written)
    except ValueError:
        return refusals.NO_SUCH_DAY
    latest = (datetime.fromtimestamp(now() / 1000, UTC) + _EARLIEST).date()
    return day if FIRST <= day <= latest else refusals.NO_PUZZLE_THEN


@lru_cache(_KEPT)
def puzzle_page(game: str, day: date) -> pages.Page:
    return pages.made(msgspec.json.encode(compiled(game, day)), MediaType.JSON)
