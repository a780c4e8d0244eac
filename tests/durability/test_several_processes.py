"""Two or three server processes on one PostgreSQL."""

import asyncio
import json
import random
import time
from typing import Any

from websockets.asyncio.client import connect

from tablee.client import Client
from tablee.rooms.events import ClockRanOut
from tablee.server.clock import now
from tablee.server.times import TIMES
from tablee.store.postgres import PostgresStore
from tablee.testing.postgres import PostgresServer
from tests.durability.audit import History, audit
from tests.durability.players import parties_of_all_games, play_on, stop
from tests.durability.serving import HURRIED, Serve, Server
from tests.patience import at_leisure
from tests.server.by_requests import Player, new_bot, new_owner, own_turn, with_token
from tests.server.serving import ask

SECRET = "the same for all processes"  # noqa: S105 - of a test


async def test_when_a_process_is_killed_play_goes_on_at_the_other_and_nothing_is_lost(
    serve: Serve, postgres_server: PostgresServer
) -> None:
    database = postgres_server.make_database()
    one: Server = await asyncio.to_thread(serve, "one", database=database, secret=SECRET)
    two: Server = await asyncio.to_thread(serve, "two", database=database, secret=SECRET)
    # The players of every room are spread over both.
    spread = [[one.address, two.address], [two.address, one.address]]
    parties = parties_of_all_games(spread, random.Random(5))
    players = [player for party in parties for player in party.players]
    tasks = [asyncio.create_task(party.play()) for party in parties]
    try:
        await play_on(parties, 3)
        await asyncio.to_thread(one.kill)
        await play_on(parties, 3)
        await asyncio.to_thread(one.start)
        await asyncio.to_thread(two.kill)
        await play_on(parties, 3)
    finally:
        await stop(tasks, parties)
    store = PostgresStore(database)
    await store.open("audit", now(), TIMES.dead_after)
    try:
        findings = await audit(store, [room for party in parties for room in party.rooms], players)
    finally:
        await store.close()
    assert findings.faults == []
    assert findings.acked > 100
    assert not one.faults
    assert not two.faults


async def test_the_people_of_a_dead_process_are_away_and_those_of_one_that_slept_come_back(
    serve: Serve, postgres_server: PostgresServer
) -> None:
    database = postgres_server.make_database()
    names = ("here", "dying", "asleep")
    servers = await asyncio.gather(
        *(asyncio.to_thread(serve, name, database=database, secret=SECRET, times=HURRIED) for name in names)
    )
    _, dying, asleep = servers
    ann, ben, cleo = [
        await Client.connect(server.address, name) for server, name in zip(servers, ("Ann", "Ben", "Cleo"), strict=True)
    ]
    try:
        room = (await ann.create_room("gigogne", capacity=3, clock=300)).id
        watching = await ann.join(room)
        await ben.join(room)
        sleeper = await cleo.join(room)
        await watching.until(lambda room: room["status"] == "playing")
        assert _who_is_there(watching.room) == [True, True, True]
        await asyncio.to_thread(dying.kill)
        await ben.close()
        asleep.freeze()
        try:
            await asyncio.wait_for(watching.until(lambda room: _who_is_there(room) == [True, False, False]), 20)
        finally:
            asleep.thaw()
        # Whoever was connected to it all the time is there again, without doing anything.
        await asyncio.wait_for(watching.until(lambda room: _who_is_there(room) == [True, False, True]), 20)
        assert sleeper.reconnections == 0
    finally:
        await ann.close()
        await cleo.close()


async def test_the_deadline_of_a_room_whose_process_died_is_fired_once_by_another(
    serve: Serve, postgres_server: PostgresServer
) -> None:
    database = postgres_server.make_database()
    dying, *_ = await asyncio.gather(
        *(
            asyncio.to_thread(serve, name, database=database, secret=SECRET, times=HURRIED)
            for name in ("dying", "left", "right")
        )
    )
    ann, ben = await Client.connect(dying.address, "Ann"), await Client.connect(dying.address, "Ben")
    room = (await ann.create_room("gigogne", clock=1)).id
    await ann.join(room)
    table = await ben.join(room)
    await table.until(lambda room: room["status"] == "playing")
    await asyncio.to_thread(dying.kill)
    await ann.close()
    await ben.close()
    store = PostgresStore(database)
    await store.open("test", now(), HURRIED.dead_after)
    try:
        # Nobody comes back: both are skipped, and the room closes after two clocks. Signs of life that a busy machine
        # delays are outages, during which no clock runs.
        async with asyncio.timeout(at_leisure(30)):
            while not (history := await History.read(store, room)).states[-1].closed:
                await asyncio.sleep(0.1)
    finally:
        await store.close()
    fired = [event.turn for event in history.events if isinstance(event, ClockRanOut)]
    assert fired[:2] == [0, 1]
    assert len(fired) == len(set(fired)), "each by one of the two"


async def test_the_people_of_a_waiting_room_whose_process_died_are_away_though_nobody_else_was_there(
    serve: Serve, postgres_server: PostgresServer
) -> None:
    database = postgres_server.make_database()
    dying: Server = await asyncio.to_thread(serve, "dying", database=database, secret=SECRET, times=HURRIED)
    await asyncio.to_thread(serve, "living", database=database, secret=SECRET, times=HURRIED)
    ann = await Client.connect(dying.address, "Ann")
    room = (await ann.create_room("kitty")).id
    await ann.join(room)
    await asyncio.sleep(HURRIED.sweep_every + 0.5)  # The other has seen that it lives.
    await asyncio.to_thread(dying.kill)
    await ann.close()
    store = PostgresStore(database)
    await store.open("test", now(), HURRIED.dead_after)
    try:
        async with asyncio.timeout(20):
            while (await History.read(store, room)).states[-1].seats[0].lost_at is None:
                await asyncio.sleep(0.1)
    finally:
        await store.close()


async def test_the_list_tells_of_rooms_at_other_processes(serve: Serve, postgres_server: PostgresServer) -> None:
    database = postgres_server.make_database()
    here: Server = await asyncio.to_thread(serve, "here", database=database, secret=SECRET)
    there: Server = await asyncio.to_thread(serve, "there", database=database, secret=SECRET)
    ann, ben = await Client.connect(here.address, "Ann"), await Client.connect(there.address, "Ben")
    address = f"ws{here.address.removeprefix('http')}/ws"
    async with connect(address, additional_headers={"cookie": ann.cookie}) as socket:
        await socket.send('{"type":"watch_list","id":"1"}')
        while json.loads(await asyncio.wait_for(socket.recv(), 30))["type"] != "list":
            pass
        room = (await ben.create_room("kitty", name="Elsewhere")).id
        told = json.loads(await asyncio.wait_for(socket.recv(), 30))
        assert told["type"] == "list_changed"
        assert [(row["id"], row["name"]) for row in told["rooms"]] == [(room, "Elsewhere")]
        table = await ben.join(room)
        await table.leave()
        while not (told := json.loads(await asyncio.wait_for(socket.recv(), 30)))["gone"]:
            pass
        assert told["gone"] == [room]
    await ben.close()


def test_a_person_and_a_bot_account_play_to_the_end_by_requests_that_go_to_either_process(
    serve: Serve, postgres_server: PostgresServer
) -> None:
    database = postgres_server.make_database()
    one: Server = serve("one", database=database, secret=SECRET)
    two: Server = serve("two", database=database, secret=SECRET)
    token = new_bot(two, new_owner(one, "Maker"))["token"]
    deadline = time.monotonic() + at_leisure(60)
    while ask(one, "GET", "/api/rooms/mine", headers=with_token(token)).status != 200:
        assert time.monotonic() < deadline, "the other process never heard of the token"
        time.sleep(0.05)
    ada, robby = Player(one, "Ada", two), Player(two, "Robby", one, token=token)
    id_ = ada.open()
    ada.at(id_, "seat", {})
    room = robby.at(id_, "seat", {})
    while room["status"] == "playing":
        assert time.monotonic() < deadline
        for player in (ada, robby):
            # The process that is asked now may not have heard yet of what was done at the other.
            known = room["version"]
            room = player.ask("GET", f"/api/rooms/{id_}?since={known - 1}&wait=15").json["room"]
            assert room["version"] >= known
            turn = own_turn(room)
            if turn:
                played = player.ask("POST", f"/api/rooms/{id_}/actions", turn)
                assert played.status == 200 or played.json["refusal"]["code"] == "stale", played.body
                room = played.json["room"] if played.status == 200 else room
    assert room["play"]["outcome"]["reason"]
    assert [seat["is_bot"] for seat in room["seats"]] == [False, True]


def test_by_requests_to_either_process_a_host_adds_a_bot_starts_plays_and_another_watches(
    serve: Serve, postgres_server: PostgresServer
) -> None:
    database = postgres_server.make_database()
    one: Server = serve("one", database=database, secret=SECRET)
    two: Server = serve("two", database=database, secret=SECRET)
    ada, ben = Player(one, "Ada", two), Player(two, "Ben")
    id_ = ada.open(policy="host")
    ada.at(id_, "seat", {})
    added = ada.at(id_, "bots", {"level": "easy"})
    assert [seat["is_bot"] for seat in added["seats"]] == [False, True]
    assert ada.at(id_, "start")["status"] == "playing"
    deadline, version, seen = time.monotonic() + at_leisure(60), added["version"], 0
    shown: Any = {"status": "playing"}
    while shown["status"] == "playing":
        assert time.monotonic() < deadline
        # Whoever watches stays at one process, wherever a move is made; so does the one who moves hear of the bot's.
        watched = ben.ask("GET", f"/api/rooms/{id_}?since={version}&wait=15").json
        shown, seen = watched["room"], seen + len(watched["missed"])
        version = shown["version"]
        assert shown["you"] == []
        room = ada.ask("GET", f"/api/rooms/{id_}?since={version - 1}&wait=15").json["room"]
        turn = own_turn(room)
        if turn:
            played = ada.ask("POST", f"/api/rooms/{id_}/actions", turn)
            assert played.status == 200 or played.json["refusal"]["code"] == "stale", played.body
    assert shown["play"]["outcome"]["reason"]
    assert seen > 2


def _who_is_there(room: dict[str, Any] | None) -> list[bool]:
    assert room is not None
    return [seat["is_connected"] for seat in room["seats"]]
