"""Those who follow the list of rooms are told what they can see change there, and nothing else."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec

from tablee.server.connections import Connection
from tablee.server.limits import Bucket
from tablee.server.lobby import BYTES_AT_ONCE, Lobby, Wish
from tablee.server.sessions import new_session
from tablee.store.contract import ListedRoom, RoomQuery, Summary
from tablee.store.sqlite import SqliteStore
from tests.server.people import close_all, come, come_together, play_at_random, seated, within
from tests.server.serving import ServerProcess, ask, new_guest
from tests.server.wire import Message, Wire

SETTINGS = {"waiting_rooms": 100}


def rows_of(wire: Wire, room: str) -> list[Message]:
    """What was told of a room since the first page."""
    return [row for told in wire.heard if told["type"] == "list_changed" for row in told["rooms"] if row["id"] == room]


def open_room(server: ServerProcess, cookie: str, name: str) -> str:
    """A room in the list, in which nobody sits yet."""
    made = ask(server, "POST", "/api/rooms", {"game": "gigogne", "name": name, "policy": "host"}, cookie=cookie)
    return str(made.json["id"])


def open_fifty(server: ServerProcess, name: str) -> None:
    """A whole page of rooms, by several people: each may open so many a minute."""
    for number in range(50):
        if number % 10 == 0:
            cookie = new_guest(server)
        open_room(server, cookie, f"{name} {number}")


async def told(wire: Wire, room: str) -> None:
    """All is told that was to be told before this room."""
    await wire.until(lambda message: any(row["id"] == room for row in message.get("rooms", ())))


async def test_moves_are_not_told(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, tables = await seated([ada, bo])
    await within(5, tables[0].until(lambda shown: shown["status"] == "playing"))
    async with await Wire.open(server, cy.cookie) as wire:
        await wire.ask("watch_list")
        await told(wire, room.id)
        await within(20, asyncio.gather(*[play_at_random(table, random.Random(1), 2) for table in tables]))
        await told(wire, open_room(server, cy.cookie, "Later"))
        assert rows_of(wire, room.id) == []
        await tables[0].leave()
        await wire.until(lambda message: room.id in message.get("gone", ()))
    await close_all(ada, bo, cy)


async def test_what_changes_below_the_pages_that_were_shown_is_not_told(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    below = [open_room(server, ada.cookie, f"Narwhal {number}") for number in range(3)]
    open_fifty(server, "Narwhal above")
    async with await Wire.open(server, bo.cookie) as wire:
        await wire.ask("watch_list", search="narwhal")
        first = await wire.next("list")
        assert (len(first["rooms"]), first["before"]) == (50, None)
        await bo.join(below[0])
        await told(wire, open_room(server, bo.cookie, "A new narwhal"))
        assert rows_of(wire, below[0]) == []
        # With its page, it is followed.
        await wire.ask("watch_list", search="narwhal", before=first["next"])
        second = await wire.next("list")
        assert second["before"] == first["next"]
        assert {row["id"] for row in second["rooms"]} >= set(below[1:])
        heard = len(wire.heard)
        await bo.join(below[1])
        await wire.until(lambda message: any(row["id"] == below[1] for row in message.get("rooms", ())), heard)
        assert rows_of(wire, below[2]) == []
    await close_all(ada, bo)


async def test_a_room_with_a_free_seat_again_comes_in_at_the_top(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room = await ada.create_room("gigogne", name="Quokka first", policy="host")
    await ada.join(room.id)
    table = await bo.join(room.id)
    open_fifty(server, "Quokka")
    async with await Wire.open(server, cy.cookie) as wire:
        await wire.ask("watch_list", search="quokka")
        assert room.id not in {row["id"] for row in (await wire.next("list"))["rooms"]}
        await table.leave()
        await told(wire, room.id)
        assert [row["taken"] for row in rows_of(wire, room.id)] == [1]
    await close_all(ada, bo, cy)


async def test_changes_are_told_once_a_second_at_most(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    table = await ada.join(open_room(server, ada.cookie, "Wombat"))
    async with await Wire.open(server, bo.cookie) as wire:
        await wire.ask("watch_list", search="wombat")
        loop = asyncio.get_running_loop()
        began = loop.time()
        for number in range(30):
            await table.ask("change_settings", name=f"Wombat {number}")
        await wire.until(lambda message: any(row["name"] == "Wombat 29" for row in message.get("rooms", ())))
        changes = [message for message in wire.heard if message["type"] == "list_changed"]
        assert len(changes) <= 1 + (loop.time() - began)
    await close_all(ada, bo)


async def test_a_page_that_is_none_is_refused(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    async with await Wire.open(server, ada.cookie) as wire:
        assert await wire.refusal("watch_list", before="the second") == "bad_message"
    await close_all(ada)


# ── Very many who follow ─────────────────────────────────────────────────────────────────────────────────


class Following(Connection):
    """A connection that counts what it is sent."""

    def __init__(self, number: int) -> None:
        super().__init__(f"here:{number}", new_session(f"p{number}", "Viewer"), "127.0.0.1", (Bucket(1, 1),))
        self.bytes = 0
        self.rooms: dict[str, Any] = {}
        self.gone: list[str] = []

    def write(self, data: bytes) -> None:
        self.bytes += len(data)
        message = msgspec.json.decode(data)
        self.rooms |= {row["id"]: row for row in message["rooms"]}
        self.gone += message["gone"]

    def say_goodbye(self, code: int, reason: str) -> None: ...

    def abort(self) -> None: ...


def summary(number: int, **changes: Any) -> Summary:
    given = {
        "code": f"CODE{number:02}", "name": f"Room {number}", "game": "gigogne", "capacity": 2, "taken": 2,
        "host": "Ada", "status": "playing", "visibility": "open", "is_listed": True, "created_at": 0, "active_at": 0,
        "due_at": None, "closed_at": None,
    }  # fmt: skip
    return Summary(**{**given, **changes})


EVERYTHING = Wish(RoomQuery(), None)


async def test_a_thousand_who_follow_are_sent_a_bounded_amount_and_in_the_end_everything(tmp_path: Path) -> None:
    lobby = Lobby(SqliteStore(tmp_path))
    viewers = [Following(number) for number in range(1000)]
    page = [ListedRoom(f"room{number}", 1, summary(number)) for number in range(50)]
    for viewer in viewers:
        lobby.follow(viewer, EVERYTHING, page)
    for row in page:
        lobby.note(row.room, row.summary, msgspec.structs.replace(row.summary, taken=1))
    sent = 0
    for _ in range(20):
        await lobby.tell()
        total = sum(viewer.bytes for viewer in viewers)
        assert total - sent <= BYTES_AT_ONCE * 1.2
        sent = total
    assert all(len(viewer.rooms) == 50 for viewer in viewers)
    assert {row["taken"] for row in viewers[-1].rooms.values()} == {1}


async def test_while_very_many_are_told_others_have_their_turn(tmp_path: Path) -> None:
    lobby = Lobby(SqliteStore(tmp_path))
    for number in range(500):
        lobby.follow(Following(number), EVERYTHING, ())
    lobby.note("new", None, summary(1))
    telling, turns = asyncio.create_task(lobby.tell()), 0
    while not telling.done():
        await asyncio.sleep(0)
        turns += 1
    assert turns >= 500 / 25


async def test_each_is_told_of_what_it_looks_at(tmp_path: Path) -> None:
    lobby, left, right = Lobby(SqliteStore(tmp_path)), Following(1), Following(2)
    one, two = ListedRoom("one", 1, summary(1)), ListedRoom("two", 1, summary(2))
    lobby.follow(left, EVERYTHING, [one])
    lobby.follow(right, EVERYTHING, [two])
    for row in (one, two):
        lobby.note(row.room, row.summary, msgspec.structs.replace(row.summary, host="Bo"))
    lobby.note("same", summary(3), summary(3, active_at=9_000, due_at=5))
    await lobby.tell()
    assert (set(left.rooms), set(right.rooms)) == ({"one"}, {"two"})
    lobby.note("new", None, summary(4))
    lobby.note("one", one.summary, msgspec.structs.replace(one.summary, closed_at=1))
    await lobby.tell()
    assert (set(left.rooms), set(right.rooms)) == ({"one", "new"}, {"two", "new"})
    assert (left.gone, right.gone) == (["one"], [])
    lobby.unfollow(left)
    lobby.unfollow(right)
    assert len(lobby) == 0
