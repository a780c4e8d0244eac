"""What the page promises of single messages, over real sockets."""

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tablee.client import Client, RefusedError, Table, TableGone
from tests.server.serving import ServerProcess, start_in_vain


async def socket_of(client: Client) -> ClientConnection:
    address = f"ws{client.web.address.removeprefix('http')}/ws"
    socket = await connect(address, additional_headers={"cookie": client.cookie})
    assert json.loads(await socket.recv())["type"] == "welcome"
    return socket


async def heard(socket: ClientConnection, count: int) -> list[Any]:
    return [json.loads(await socket.recv()) for _ in range(count)]


def seen_by(table: Table) -> Any:
    assert table.room is not None
    return table.room


@pytest.mark.parametrize("name", ["Bob", "Eve"], ids=["a player", "an onlooker"])
async def test_who_resumes_gets_the_answer_then_what_was_missed_then_the_room(server: ServerProcess, name: str) -> None:
    async with (
        await Client.connect(server.address, "Ada") as ada,
        await Client.connect(server.address, "Bob") as bob,
        await Client.connect(server.address, "Eve") as eve,
    ):
        room = await ada.create_room("gigogne")
        tables = [await ada.join(room.code), await bob.join(room.code)]
        for table in tables:
            await table.until(lambda room: room["status"] == "playing")
        since = seen_by(tables[1])["version"]
        mover = next(table for table in tables if seen_by(table)["play"]["seen"][0]["legal"])
        turn = await mover.my_turn()
        assert turn is not None
        await mover.act(turn.legal[0], turn=turn)
        async with await socket_of({"Bob": bob, "Eve": eve}[name]) as socket:
            await socket.send(json.dumps({"type": "enter", "id": "e", "room": room.code, "since": since}))
            answer, missed, shown = await heard(socket, 3)
        assert (answer["type"], answer["id"]) == ("acked", "e")
        assert (missed["type"], missed["since"]) == ("missed", since)
        assert [event["type"] for move in missed["moves"] for event in move["events"]] == ["placed", "turn_began"]
        assert (shown["type"], shown["room"]["version"]) == ("room", answer["version"])


async def test_who_missed_nothing_is_not_told_of_anything_missed(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        room = await ada.create_room("gigogne")
        async with await socket_of(ada) as socket:
            await socket.send(json.dumps({"type": "enter", "id": "e", "room": room.code}))
            _, shown = await heard(socket, 2)
            version = shown["room"]["version"]
            await socket.send(json.dumps({"type": "enter", "id": "f", "room": room.code, "since": version}))
            assert [message["type"] for message in await heard(socket, 2)] == ["acked", "room"]


async def test_an_expulsion_does_not_hit_who_moved_up_into_the_seat(server: ServerProcess) -> None:
    async with (
        await Client.connect(server.address, "Ada") as ada,
        await Client.connect(server.address, "Bob") as bob,
        await Client.connect(server.address, "Eve") as eve,
    ):
        room = await ada.create_room("noe", capacity=4)
        host, leaver, stayer = [await client.join(room.code) for client in (ada, bob, eve)]
        seats = (await host.until(lambda room: len(room["seats"]) == 3))["seats"]
        await leaver.leave()
        await host.until(lambda room: len(room["seats"]) == 2)
        with pytest.raises(RefusedError) as refused:
            await host.ask("expel", seat=1, since=seats[1]["since"])
        assert refused.value.refusal.code == "stale"
        assert [seat["name"] for seat in seen_by(host)["seats"]] == ["Ada", "Eve"]
        await host.ask("expel", seat=1, since=seats[2]["since"])
        with pytest.raises(TableGone, match="expelled"):
            await stayer.until(lambda _: False)


async def test_who_was_too_slow_too_often_is_told_why_the_seat_is_gone(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, skips=1) as server:
        async with (
            await Client.connect(server.address, "Ada") as ada,
            await Client.connect(server.address, "Bob") as bob,
        ):
            room = await ada.create_room("gigogne", clock=1)
            tables = [await ada.join(room.code), await bob.join(room.code)]
            for table in tables:
                await table.until(lambda room: room["status"] == "playing")
            slow, other = sorted(tables, key=lambda table: not seen_by(table)["play"]["seen"][0]["legal"])
            with pytest.raises(TableGone, match="out"):
                await slow.until(lambda _: False)
            await other.until(lambda room: room["status"] == "finished")
            assert other.outcome is not None
            assert other.outcome.winners == tuple(seen_by(other)["you"])


def test_a_second_server_on_the_same_folder_says_so_and_ends(server: ServerProcess) -> None:
    refused = start_in_vain("--data", str(server.data))
    assert refused == f"tablee: {server.data} is in use by another process ({server.pid}).\n"
