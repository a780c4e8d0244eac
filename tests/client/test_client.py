"""The Python client: every call that it documents, its errors, and that it comes back by itself."""

import asyncio
import http.client
import json
import random
import textwrap
from contextlib import closing

import pytest

import tablee.client
from tablee.client import (
    Client,
    ClientError,
    ConnectionFailed,
    RefusedError,
    SyncClient,
    SyncTable,
    Table,
    TableGone,
)
from tablee.kernel.registry import load_game
from tests.server.conftest import Serve
from tests.server.people import close_all, play_at_random, play_out, within
from tests.server.serving import ServerProcess, new_guest


async def two_at_a_table(server: ServerProcess, game: str = "gigogne") -> tuple[list[Client], list[Table]]:
    clients = [await Client.connect(server.address, name) for name in ("Ada", "Bo")]
    room = await clients[0].create_room(game, clock=0, policy="full")
    tables = [await client.join(room.id) for client in clients]
    for table in tables:
        await within(5, table.until(lambda room: room["status"] == "playing"))
    return clients, tables


# ── One's own session ────────────────────────────────────────────────────────────────────────────────────


async def test_connect_makes_a_guest_and_its_cookie_makes_the_same_person_again(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        assert (ada.session.name, ada.session.username) == ("Ada", None)
        room = await ada.create_room("gigogne")
        async with await Client.connect(server.address, "Ada again", ada.cookie) as again:
            assert (await again.find(room.code)).is_seated
        async with await Client.connect(server.address, "Somebody else") as other:
            assert not (await other.find(room.code)).is_seated


async def test_where_an_account_is_required_one_signs_in(serve: Serve) -> None:
    server = serve(require_account=True)
    with closing(http.client.HTTPConnection(server.host)) as web:
        account = {"username": "ada_bot", "password": "correct horse battery"}
        headers = {"content-type": "application/json", "cookie": new_guest(server)}
        web.request("POST", "/api/accounts", json.dumps(account), headers)
        assert web.getresponse().status == 200
    async with await Client.connect(server.address, "Somebody") as client:
        with pytest.raises(RefusedError, match="not_signed_in"):
            await client.create_room("gigogne")
        await client.sign_in("ada_bot", "correct horse battery")
        assert client.session.username == "ada_bot"
        assert (await client.create_room("gigogne")).code


async def test_a_table_ends_for_good_when_its_session_is_signed_out_elsewhere(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as here:
        there = await Client.connect(server.address, "Ada", here.cookie)
        table = await here.join((await here.create_room("gigogne")).id)
        await there.sign_out(everywhere=True)
        with pytest.raises(ConnectionFailed, match="the session has ended"):
            await within(10, table.until(lambda _: False))
        with pytest.raises(RefusedError, match="not_signed_in"):
            await here.history()
        assert there.cookie == ""


async def test_a_room_that_can_not_be_is_said_at_once(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        with pytest.raises(ClientError, match=r"no room can be made so: .*policy"):
            await ada.create_room("gigogne", policy="never")


async def test_the_games_are_told_with_their_options(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        games = {game.id: game for game in await ada.games()}
    assert games["noe"].seats == load_game("noe").seats
    assert games["gigogne"].options[0].name == "win"
    assert games["gigogne"].name.fr == "Gigogne"


async def test_rooms_are_created_listed_and_found(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        made = await ada.create_room("noe", name="Chez Zoé & Cie", capacity=4, clock=120, onlookers=False)
        [row] = (await ada.rooms("zoe & CIE")).rooms
        assert (row.id, row.code, row.capacity, row.host) == (made.id, made.code, 4, "Ada")
        assert (await ada.find(made.code)).row == row
        assert (await ada.rooms("nobody has this name")).rooms == ()


# ── At a table ───────────────────────────────────────────────────────────────────────────────────────────


async def test_the_example_of_the_documentation_plays_a_game(server: ServerProcess) -> None:
    documented = (tablee.client.__doc__ or "").split("\n\n")[1]
    program = textwrap.dedent(documented).replace("http://127.0.0.1:8000", server.address)
    # Somebody has to sit down opposite.
    program = program.replace("table = await ada.join(room.code)", "table = await ada.join(room.code); met(room.code)")
    codes: asyncio.Queue[str] = asyncio.Queue()
    scope = {"Client": Client, "met": codes.put_nowait}
    exec("async def example():\n" + textwrap.indent(program, "    "), scope)  # our own documentation
    example = asyncio.create_task(scope["example"]())  # type: ignore[operator]  # it was defined just now
    async with await Client.connect(server.address, "Bo") as bo:
        table = await bo.join(await codes.get())
        await within(20, play_at_random(table, random.Random(1)))
        await within(20, example)
        assert table.outcome is not None


async def test_my_turn_act_until_and_outcome_play_a_game(server: ServerProcess) -> None:
    clients, tables = await two_at_a_table(server, "ninth")
    await play_out(tables)
    assert [await table.my_turn() for table in tables] == [None, None]
    assert tables[0].outcome == tables[1].outcome is not None
    [finished] = await clients[0].history()
    record = await clients[1].record(finished.id)
    assert (record.game, record.names, record.outcome) == ("ninth", ("Ada", "Bo"), tables[0].outcome)
    assert sum(len(step.events) for step in record.steps) == len(tables[0].events)
    await close_all(*clients)


async def test_a_turn_that_has_passed_is_refused_as_stale(server: ServerProcess) -> None:
    clients, tables = await two_at_a_table(server)
    [seat] = (tables[0].room or {})["play"]["seen"][0]["to_act"]
    turn = await tables[seat].my_turn()
    assert turn is not None
    assert (turn.seat, len(turn.legal) > 3) == (seat, True)
    await tables[seat].act(turn.legal[0], turn=turn)
    with pytest.raises(RefusedError, match="stale"):
        await tables[seat].act(turn.legal[1], turn=turn)
    await close_all(*clients)


async def test_watch_shows_a_game_and_gives_no_turn(server: ServerProcess) -> None:
    clients, tables = await two_at_a_table(server)
    async with await Client.connect(server.address, "Onlooker") as onlooker:
        watching = await onlooker.watch((tables[0].room or {})["code"])
        await play_out(tables)
        assert await within(5, watching.my_turn()) is None
        assert watching.outcome == tables[0].outcome
        assert watching.events == tables[0].events
    await close_all(*clients)


async def test_changes_gives_the_room_each_time_until_it_is_gone(server: ServerProcess) -> None:
    clients, tables = await two_at_a_table(server)

    async def versions() -> list[int]:
        return [room["version"] async for room in tables[1].changes()]

    seen = asyncio.create_task(versions())
    await asyncio.sleep(0)
    await play_out(tables)
    await tables[0].leave()
    await tables[1].leave()
    found = await within(5, seen)
    assert found == sorted(set(found))
    assert len(found) > 5
    assert isinstance(tables[1].gone, TableGone)
    await close_all(*clients)


async def test_leave_gives_the_seat_up_and_close_keeps_it(server: ServerProcess) -> None:
    clients, tables = await two_at_a_table(server)
    await tables[0].close()
    await within(5, tables[1].until(lambda room: not room["seats"][0]["is_connected"]))
    back = await clients[0].join((tables[1].room or {})["id"])
    assert (await back.until(lambda _: True))["you"] == [0]
    await back.leave()
    assert (await within(5, tables[1].until(lambda room: room["status"] == "finished")))["seats"][0]["is_out"]
    with pytest.raises(TableGone, match="left"):
        await back.ask("ping")
    await close_all(*clients)


async def test_leaving_a_seat_that_is_given_up_already_is_no_error(server: ServerProcess) -> None:
    """As after a lost connection: the server heard, and its answer did not arrive."""
    clients, tables = await two_at_a_table(server)
    async with await Client.connect(server.address, "Eve") as eve:
        seatless = await eve.watch((tables[0].room or {})["id"])
        await seatless.leave()
    await close_all(*clients)


@pytest.mark.parametrize(("face", "behind"), [(SyncClient, Client), (SyncTable, Table)], ids=["client", "table"])
def test_the_face_without_async_has_every_call_of_the_other(face: type, behind: type) -> None:
    def calls(of: type) -> set[str]:
        return {name for name in vars(of) if not name.startswith("_")}

    assert calls(behind) - calls(face) == {"open"} & calls(behind), "a table opens by itself"


def test_without_async_one_waits_for_changes_and_takes_the_seat_up_again_elsewhere(server: ServerProcess) -> None:
    with SyncClient.connect(server.address, "Ada") as ada, SyncClient.connect(server.address, "Bo") as bo:
        room = ada.create_room("gigogne", clock=0, policy="host", visibility="link").id
        table, guest = ada.join(room), bo.join(room, invitation=None)
        assert guest.reconnections == 0
        secret, heard = guest.seat_link(), table.changes()
        assert next(heard)["status"] == "waiting"
        table.start()
        assert next(now for now in heard if now["status"] != "waiting")["status"] == "playing"
        with SyncClient.connect(server.address, "Bo elsewhere") as elsewhere:
            again = elsewhere.recover(room, secret)
            assert again.until(lambda now: now["you"])["you"] == [1]
            again.leave()
            assert next(now for now in heard if now["status"] == "finished")["play"]["outcome"]["winners"] == [0]
            assert (table.outcome is None, table.gone) == (False, None)
        table.close()
        assert list(heard) == []
        assert isinstance(table.gone, TableGone)


async def test_a_seat_link_recovers_the_seat_elsewhere(server: ServerProcess) -> None:
    clients, tables = await two_at_a_table(server)
    secret = await tables[0].seat_link()
    async with await Client.connect(server.address, "Phone") as phone:
        there = await phone.recover((tables[0].room or {})["id"], secret)
        assert (await there.until(lambda _: True))["you"] == [0]
        assert there.seat_secret not in (None, secret)
        with pytest.raises(TableGone, match="taken over"):
            await within(5, tables[0].until(lambda _: False))
    await close_all(*clients)


# ── Errors ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_refusal_has_its_code_and_its_sentence_in_both_languages(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        with pytest.raises(RefusedError, match=r"bad_options: There is no such game here\.") as error:
            await ada.create_room("chess")
        assert error.value.refusal.text.fr == "Ce jeu n’existe pas ici."
        with pytest.raises(RefusedError, match="room_closed"):
            await ada.join("ZZZZZZ")
        with pytest.raises(RefusedError, match="room_closed"):
            await ada.record("none")
        table = await ada.join((await ada.create_room("gigogne")).id)
        with pytest.raises(RefusedError, match="not_enough_players"):
            await table.ask("start")
        with pytest.raises(ClientError, match="no game is being played"):
            await table.act({})


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "ws://127.0.0.1", "", "http://"])
async def test_what_is_no_address_is_said_at_once(address: str) -> None:
    with pytest.raises(ConnectionFailed, match="no address of a server"):
        await Client.connect(address, "Ada")


async def test_a_server_that_is_not_there_can_not_be_reached(serve: Serve) -> None:
    server = serve()
    ada = await Client.connect(server.address, "Ada")
    room = await ada.create_room("gigogne")
    server.stop()
    with pytest.raises(ConnectionFailed, match="can't be reached"):
        await Client.connect(server.address, "Bo")
    with pytest.raises(ConnectionFailed, match="can't be reached"):
        await within(10, ada.join(room.id))
    await ada.close()


async def test_a_session_that_the_server_does_not_know_can_not_sit_down(server: ServerProcess) -> None:
    ada = await Client.connect(server.address, "Ada")
    room = await ada.create_room("gigogne")
    ada.web.cookie = "tablee_session=forged.cookie"
    with pytest.raises(ConnectionFailed, match="401"):
        await ada.join(room.id)
    await ada.close()


async def test_what_was_refused_for_its_speed_is_sent_again_in_time(serve: Serve) -> None:
    server = serve(message_burst=8, messages_per_second=20)
    async with await Client.connect(server.address, "Ada") as ada:
        table = await ada.join((await ada.create_room("gigogne")).id)
        answers = await within(10, asyncio.gather(*[table.ask("ping") for _ in range(15)]))
        assert [answer["type"] for answer in answers] == ["pong"] * 15


# ── Coming back ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("way", ["stop", "kill"])
async def test_it_comes_back_by_itself_when_the_server_is_started_again(serve: Serve, way: str) -> None:
    server = serve()
    clients, tables = await two_at_a_table(server)
    [seat] = (tables[0].room or {})["play"]["seen"][0]["to_act"]
    turn = await tables[seat].my_turn()
    assert turn is not None
    await asyncio.to_thread(getattr(server, way))
    # Asked for while nobody is there, and done once when somebody is.
    acting = asyncio.create_task(tables[seat].act(turn.legal[0], turn=turn))
    await asyncio.to_thread(server.start)
    done = await within(10, acting)
    for table in tables:
        await within(10, table.until(lambda room: room["version"] >= done["version"]))
    assert (tables[0].room or {})["play"]["seen"][0]["turn"] == turn.number + 1
    await play_out(tables)
    assert all(table.reconnections >= 1 for table in tables)
    assert tables[0].outcome == tables[1].outcome is not None
    record = await clients[0].record((tables[0].room or {})["play"]["id"])
    assert len(tables[0].events) == len(tables[1].events) == sum(len(step.events) for step in record.steps)
    await close_all(*clients)


async def test_an_action_that_was_sent_twice_is_done_once(server: ServerProcess) -> None:
    clients, tables = await two_at_a_table(server)
    [seat] = (tables[0].room or {})["play"]["seen"][0]["to_act"]
    turn = await tables[seat].my_turn()
    assert turn is not None
    # The connection breaks between the sending and the answer.
    socket = tables[seat]._socket
    assert socket is not None
    acting = asyncio.create_task(tables[seat].act(turn.legal[0], turn=turn))
    await asyncio.sleep(0)
    socket.transport.abort()
    await within(10, acting)
    await within(10, tables[1 - seat].until(lambda room: room["play"]["seen"][0]["turn"] == turn.number + 1))
    assert tables[seat].reconnections == 1
    await play_out(tables)
    record = await clients[0].record((tables[0].room or {})["play"]["id"])
    assert [step.seat for step in record.steps[:2]] == [seat, 1 - seat]
    await close_all(*clients)


async def test_with_several_addresses_the_next_is_tried(server: ServerProcess, serve: Serve) -> None:
    nobody = serve()
    nobody.stop()
    async with await Client.connect([nobody.address, server.address], "Ada") as ada:
        table = await ada.join((await ada.create_room("gigogne")).id)
        assert (await table.ask("ping"))["type"] == "pong"


async def test_who_gives_up_waiting_sends_nothing_later(serve: Serve) -> None:
    server = serve()
    clients, tables = await two_at_a_table(server)
    [seat] = (tables[0].room or {})["play"]["seen"][0]["to_act"]
    turn = await tables[seat].my_turn()
    assert turn is not None
    await asyncio.to_thread(server.kill)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await tables[seat].act(turn.legal[0], turn=turn)
    await asyncio.to_thread(server.start)
    await within(10, tables[seat].ask("ping"))
    room = await within(10, tables[1 - seat].until(lambda room: all(seat["is_connected"] for seat in room["seats"])))
    assert room["play"]["seen"][0]["turn"] == turn.number
    await close_all(*clients)
