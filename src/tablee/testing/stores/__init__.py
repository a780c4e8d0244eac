"""The suite of the store's contract, and what tests of stores say it with.

A part for each part of the contract; `conformance` has all of them.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

from msgspec.structs import replace

from tablee.store.audit import Deed
from tablee.store.contract import Account, Append, Appended, Change, FinishedGame, Name, RoomQuery, Store, Summary

NOW: Final = 1_750_000_000_000
SECOND: Final = 1000
HOUR: Final = 60 * 60 * SECOND
DAY: Final = 24 * HOUR
DEAD_AFTER: Final = 15 * SECOND


def summary(room: str, **told: Any) -> Summary:
    """A summary of that room; its code and its name are made from its id if they aren't told."""
    code, name = f"C{room}".upper(), f"Room {room}"
    usual = Summary(code, name, "gigogne", 4, 1, "Ada", "waiting", "open", True, NOW, NOW, None, None)
    return replace(usual, **told)


def append(room: str, expected: int, *events: bytes, **told: Any) -> Append:
    """An append of those events, or of one; fields of the append or of its summary can be told."""
    own = {name: told.pop(name) for name in ("finished", "snapshot", "names", "passed_on") if name in told}
    return Append(room, expected, events or (b"{}",), summary(room, **told), **own)


def finished(id_: str, room: str, **told: Any) -> FinishedGame:
    people, names = ("ada", "bob"), ("Ada", "Bob")
    outcome = b'{"winners":[0]}'
    usual = FinishedGame(id_, room, "gigogne", names, people, False, NOW, NOW + SECOND, outcome, 1, 1, (0, 0))
    return replace(usual, **told)


def name(version: int, person: str, text: str, kind: Literal["seat", "room"] = "seat") -> Name:
    return Name(version, person, kind, text)


def account(person: str, username: str, hashed: str = "$argon2id$…") -> Account:
    return Account(person, username, username.title(), hashed, NOW)


def deed(did: str = "ban", subject: str = "ada", **told: Any) -> Deed:
    """What the host Zoe did at NOW."""
    return replace(Deed(NOW, "zoe", did, subject), **told)


async def all_appended(store: Store, *appends: Append) -> None:
    """Append one after the other, and each gets through."""
    for each in appends:
        result = await store.append(each)
        assert result == Appended(each.expected_version + len(each.events)), result


async def listed(store: Store, **query: Any) -> list[str]:
    """The ids of all rooms that a query lists, page by page."""
    found: list[str] = []
    before: str | None = None
    while True:
        page = await store.list_rooms(RoomQuery(**query, before=before))
        found += [room.room for room in page.rooms]
        if page.next is None:
            return found
        assert page.rooms, "an empty page says that there is another"
        before = page.next


@asynccontextmanager
async def opened(store: Store, process: str = "here", now: int = NOW) -> AsyncIterator[Store]:
    await store.open(process, now, DEAD_AFTER)
    try:
        yield store
    finally:
        await store.close()


async def next_change(changes: AsyncIterator[Change], seconds: float = 10) -> Change:
    async with asyncio.timeout(seconds):
        return await anext(changes)
