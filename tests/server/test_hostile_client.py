"""Somebody who does not play fair: reads others' hands, acts for others, forges, guesses, replays, floods.

The server has its usual limits here. Mallory can send whatever she likes; the others do not notice.
"""

import asyncio
import base64
import contextlib
import random
import time
from typing import Any

import msgspec
import pytest

from tablee.client import Client, RefusedError
from tablee.client.table import Table, Turn
from tablee.server.sessions import Signer, new_session
from tests.patience import at_leisure
from tests.server.people import (
    close_all,
    come,
    come_together,
    fresh_address,
    play_at_random,
    play_out,
    refused,
    seated,
    within,
)
from tests.server.raw import RawSocket, text
from tests.server.serving import ServerProcess, ask, from_address, new_guest
from tests.server.wire import Wire

SETTINGS = {
    "requests_per_minute": 600,
    "sessions_per_hour": 200,
    "connections_per_address": 200,
    "messages_per_second": 20,
    "message_burst": 60,
}
"""As they are by default; everybody comes from an address of their own."""


def payload_of(cookie: str) -> list[Any]:
    """What stands in a cookie, for anybody who has it: the person's id and name first."""
    payload = cookie.partition("=")[2].partition(".")[0]
    read: list[Any] = msgspec.json.decode(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    return read


async def running_game(server: ServerProcess, game: str = "ninth", **settings: Any) -> tuple[list[Client], list[Table]]:
    clients = await come_together(server, "Ada", "Bo")
    _, tables = await seated(clients, game, **settings)
    for table in tables:
        await within(5, table.until(lambda room: room["status"] == "playing"))
    return clients, tables


def room_of(table: Table) -> dict[str, Any]:
    assert table.room is not None
    return table.room


async def turn_of(tables: list[Table]) -> tuple[int, Turn]:
    """Whose turn it is, and what may be done."""
    [seat] = room_of(tables[0])["play"]["seen"][0]["to_act"]
    turn = await within(5, tables[seat].my_turn())
    assert turn is not None
    return seat, turn


# ── Reading what is hidden ───────────────────────────────────────────────────────────────────────────────


async def test_she_can_not_read_a_game_before_its_end(server: ServerProcess) -> None:
    clients, tables = await running_game(server)
    mallory = await come(server, "Mallory")
    game, room = room_of(tables[0])["play"]["id"], room_of(tables[0])["id"]
    for path in (game, room, room_of(tables[0])["code"], f"{game}%00", f"{game}/../{game}"):
        for cookie in (mallory.cookie, clients[0].cookie):
            answer = ask(server, "GET", f"/api/records/{path}", cookie=cookie)
            assert (answer.status, set(answer.json)) == (409 if path == game else 404, {"refusal"})
    await close_all(*clients, mallory)


async def test_as_an_onlooker_she_sees_no_hand_whatever_she_asks_for(server: ServerProcess) -> None:
    clients, tables = await running_game(server)
    await play_some(tables, 4)
    mallory = await come(server, "Mallory")
    async with await Wire.open(server, mallory.cookie) as wire:
        for version in (0, 1, room_of(tables[0])["version"] - 1):
            await wire.ask("enter", room=room_of(tables[0])["id"], since=version)
        await wire.next("room")
        for fields in ({"seat": 0}, {"you": [0]}, {"person": payload_of(clients[0].cookie)[0]}):
            assert await wire.refusal("enter", room=room_of(tables[0])["id"], **fields) == "bad_message"
        seen = [perspective for message in wire.heard for perspective in perspectives(message)]
        assert seen
        assert {perspective["seat"] for perspective in seen} == {None}
        assert all(perspective["legal"] == [] for perspective in seen)
        hands = [message for message in wire.heard if message["type"] == "missed"]
        assert all("seen_by" not in str(message) for message in hands)
    await close_all(*clients, mallory)


def perspectives(message: dict[str, Any]) -> list[dict[str, Any]]:
    room = message.get("room")
    play = (room or {}).get("play") if isinstance(room, dict) else message.get("play")
    missed = [seen for move in message.get("moves", ()) for seen in move["before"] or ()]
    return [*missed, *(play["seen"] if play else ())]


async def play_some(tables: list[Table], turns: int) -> None:
    """Some turns of a game, first actions only."""
    for _ in range(turns):
        seat, turn = await turn_of(tables)
        await tables[seat].act(turn.legal[0], turn=turn)
        for table in tables:
            version = room_of(tables[seat])["version"]
            await within(5, table.until(lambda room, version=version: room["version"] >= version))


async def test_having_left_the_game_she_sees_only_what_onlookers_see(server: ServerProcess) -> None:
    mallory, bo, cy = await come_together(server, "Mallory", "Bo", "Cy")
    room, tables = await seated([mallory, bo, cy], "noe")
    start = (await within(5, tables[0].until(lambda shown: shown["status"] == "playing")))["version"]
    await tables[0].leave()
    async with await Wire.open(server, mallory.cookie) as wire:
        await wire.ask("enter", room=room.id, since=start)
        await wire.next("room")
        assert {perspective["seat"] for message in wire.heard for perspective in perspectives(message)} == {None}
    await play_out(tables[1:])
    await close_all(mallory, bo, cy)


async def test_a_private_room_tells_her_nothing_but_its_row_in_the_list(server: ServerProcess) -> None:
    clients, tables = await running_game(server, "gigogne", access="between us")
    room = room_of(tables[0])
    mallory = await come(server, "Mallory")
    async with await Wire.open(server, mallory.cookie) as wire:
        for fields in ({}, {"join": True}, {"join": True, "access": ""}, {"since": 0}, {"seat_secret": ""}):
            assert await wire.refusal("enter", room=room["id"], **fields) in ("not_in_room", "wrong_code", "room_full")
        assert {message["type"] for message in wire.heard} == {"welcome", "refused"}
    await play_out(tables)
    assert await refused(mallory.record(room["play"]["id"])) == "not_in_room"
    await close_all(*clients, mallory)


async def test_nobodys_id_is_in_anything_that_she_is_sent(server: ServerProcess) -> None:
    clients, tables = await running_game(server, "gigogne")
    mallory = await come(server, "Mallory")
    async with await Wire.open(server, mallory.cookie) as wire:
        await wire.ask("watch_list")
        await wire.ask("enter", room=room_of(tables[0])["id"])
        await play_out(tables)
        await wire.until(lambda message: message["type"] == "room" and message["room"]["status"] == "finished")
        record = ask(server, "GET", f"/api/records/{room_of(tables[0])['play']['id']}").body
        found = ask(server, "GET", f"/api/codes/{room_of(tables[0])['code']}", cookie=mallory.cookie).body
        heard = b"".join([*wire.raw, record, found, ask(server, "GET", "/api/rooms").body])
    for client in clients:
        person, name, *_ = payload_of(client.cookie)
        assert name.encode() in heard
        assert person.encode() not in heard
        assert client.cookie.partition("=")[2].encode() not in heard
    await close_all(*clients, mallory)


# ── Acting for others ────────────────────────────────────────────────────────────────────────────────────


async def test_she_can_not_act_in_a_game_that_she_does_not_play(server: ServerProcess) -> None:
    clients, tables = await running_game(server, "gigogne")
    seat, turn = await turn_of(tables)
    before = room_of(tables[0])["version"]
    mallory = await come(server, "Mallory")
    act = {"game": turn.game, "turn": turn.number, "action": turn.legal[0]}
    async with await Wire.open(server, mallory.cookie) as wire:
        assert await wire.refusal("act", **act) == "not_in_room"
        await wire.ask("enter", room=room_of(tables[0])["id"])
        for fields in ({}, {"seat": seat}, {"seat": 1 - seat}, {"seat": 15}):
            assert await wire.refusal("act", **act, **fields) == "not_in_room"
        for field in ("by", "person", "connection"):
            person = payload_of(clients[seat].cookie)[0]
            assert await wire.refusal("act", **act, **{field: person}) == "bad_message"
        others: tuple[dict[str, Any], ...] = (
            {"type_": "start"},
            {"type_": "leave"},
            {"type_": "vote", "again": True},
            {"type_": "expel", "seat": 0},
            {"type_": "say_ready", "ready": True},
            {"type_": "pick_colour", "colour": "sky"},
            {"type_": "make_seat_link"},
            {"type_": "change_settings", "onlookers": False},
            {"type_": "remove_bot", "seat": 0},
        )
        for message in others:
            assert await wire.refusal(**message) == "not_in_room"
    assert room_of(tables[0])["version"] == before
    await close_all(*clients, mallory)


async def test_she_can_not_act_for_the_other_seat_of_her_own_game(server: ServerProcess) -> None:
    ada, mallory = await come_together(server, "Ada", "Mallory")
    room, tables = await seated([ada, mallory])
    await within(5, tables[0].until(lambda shown: shown["status"] == "playing"))
    seat, turn = await turn_of(tables)
    if seat == 1:
        await tables[1].act(turn.legal[0], turn=turn)
        await within(5, tables[0].until(lambda shown: shown["play"]["seen"][0]["to_act"] == [0]))
        seat, turn = await turn_of(tables)
    act = {"game": turn.game, "turn": turn.number, "action": turn.legal[0]}
    assert await refused(tables[1].ask("act", **act)) == "not_your_turn"
    assert await refused(tables[1].ask("act", **act, seat=0)) == "bad_message"
    async with await Wire.open(server, mallory.cookie) as unentered:
        assert await unentered.refusal("act", **act, seat=0) == "not_in_room"
    assert await refused(tables[1].ask("expel", seat=0)) == "not_host"
    assert await refused(tables[1].ask("change_settings", onlookers=False)) == "not_host"
    assert room_of(tables[0])["id"] == room.id
    await tables[0].act(turn.legal[0], turn=turn)
    await close_all(ada, mallory)


# ── Forging ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_no_forged_cookie_is_taken(server: ServerProcess) -> None:
    victim, own = new_guest(server, "Victim", fresh_address()), new_guest(server, "Mallory", fresh_address())
    person, *_ = payload_of(victim)
    victims, owns = victim.partition("=")[2], own.partition("=")[2]
    (victims_payload, _, victims_seal), (own_payload, _, own_seal) = victims.rpartition("."), owns.rpartition(".")
    unsigned = base64.urlsafe_b64encode(msgspec.json.encode([person, "Victim"])).decode().rstrip("=")
    forged = [
        f"{victims_payload}.{own_seal}",
        f"{own_payload}.{victims_seal}",
        f"{victims_payload}.",
        f".{victims_seal}",
        victims_payload,
        f"{victims_payload}={victims_seal}",
        f"{victims_payload}=.{victims_seal}",
        f"{victims_payload}.{victims_seal.upper()}",
        f"{victims_payload}.{victims_seal[:-1]}",
        f"{victims_payload}.{victims_seal}0",
        f"{victims_payload}.{victims_payload}.{victims_seal}",
        f"{unsigned}.{'0' * 64}",
        f"{unsigned}.none",
        Signer(b"a guess").sign(new_session(person, "Victim")),
        Signer(b"").sign(new_session(person, "Victim")),
        victims.replace(".", "%2E"),
        f'"{victims_payload}"."{victims_seal}"',
        victims.swapcase(),
        "é" * 40 + ".ü",
        "~" * 300,
    ]
    chooser = random.Random(7)
    for _ in range(60):
        place, letter = chooser.randrange(len(victims)), chooser.choice("ABCDEFabcdef0123456789-_.")
        if victims[place] != letter:
            forged.append(victims[:place] + letter + victims[place + 1 :])
    for cookie in forged:
        assert ask(server, "GET", "/api/session", cookie=f"tablee_session={cookie}").json is None, cookie
    assert ask(server, "GET", "/api/session", cookie=victim).json["name"] == "Victim"
    for cookie in forged[:4]:
        with pytest.raises(ConnectionRefusedError, match="401"):
            await RawSocket.open(server, f"tablee_session={cookie}", address=fresh_address())


# ── Guessing ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_guessing_codes_of_rooms_is_hopeless(server: ServerProcess) -> None:
    mallory = await come(server, "Mallory")
    answers = []
    async with await Wire.open(server, mallory.cookie, mallory.web.headers["x-forwarded-for"]) as wire:
        for number in range(20):
            answers.append(await wire.refusal("enter", room=f"GUES{number:02}", join=True))
    for number in range(15):
        headers = from_address(mallory.web.headers["x-forwarded-for"])
        answers.append(ask(server, "GET", f"/api/codes/GUES{number:02}", cookie=mallory.cookie, headers=headers).code)
    assert answers == ["room_closed"] * 30 + ["rate_limited"] * 5
    assert 32**6 / 30 / 60 / 24 > 20_000, "days to try all codes, from one address"
    await close_all(mallory)


async def test_an_attempt_too_many_is_refused_even_if_it_is_right(server: ServerProcess) -> None:
    ada, mallory = await come_together(server, "Ada", "Mallory")
    room = await ada.create_room("gigogne", access="7")
    async with await Wire.open(server, mallory.cookie, mallory.web.headers["x-forwarded-for"]) as wire:
        began = time.monotonic()
        answers = [await wire.refusal("enter", room=room.id, join=True, access=str(guess)) for guess in range(50)]
        assert answers == ["wrong_code"] * 5 + ["too_many_attempts"] * 45
        assert time.monotonic() - began < at_leisure(10), "the limit is tested before the hash is"
    await close_all(ada, mallory)


# ── Replaying ────────────────────────────────────────────────────────────────────────────────────────────


async def test_replaying_what_was_sent_changes_nothing(server: ServerProcess) -> None:
    clients, tables = await running_game(server, "gigogne")
    seat, turn = await turn_of(tables)
    room = room_of(tables[0])["id"]
    action = {"id": "first", "game": turn.game, "turn": turn.number, "action": turn.legal[0]}
    async with await Wire.open(server, clients[seat].cookie) as wire:
        await wire.ask("enter", room=room)
        done = await wire.ask("act", **action)
        for _ in range(5):
            assert (await wire.ask("act", **action))["version"] == done["version"]
        assert await wire.refusal("act", **{**action, "id": "second"}) == "stale"
        # Under the same id another action is still the first one.
        other = {**action, "action": turn.legal[-1], "turn": turn.number + 2}
        assert (await wire.ask("act", **other))["version"] == done["version"]
    # What somebody else has sent means nothing from her.
    mallory = await come(server, "Mallory")
    async with await Wire.open(server, mallory.cookie) as wire:
        await wire.ask("enter", room=room)
        assert await wire.refusal("act", **action) == "not_in_room"
    watching = await mallory.watch(room)
    assert (await watching.until(lambda _: True))["play"]["seen"][0]["turn"] == turn.number + 1
    await close_all(*clients, mallory)


async def test_a_seat_link_that_she_found_later_is_worth_nothing(server: ServerProcess) -> None:
    clients, tables = await running_game(server, "gigogne")
    secret = await tables[0].seat_link()
    phone, mallory = await come_together(server, "Phone", "Mallory")
    await phone.recover(room_of(tables[0])["id"], secret)
    assert await refused(mallory.recover(room_of(tables[0])["id"], secret)) == "wrong_code"
    other, _ = await running_game(server, "gigogne")
    await close_all(*clients, *other, phone, mallory)


async def test_a_seat_link_of_one_room_opens_no_other(server: ServerProcess) -> None:
    (ada, bo), tables = await running_game(server, "gigogne")
    secret = await tables[0].seat_link()
    (cy, dee), others = await running_game(server, "gigogne")
    mallory = await come(server, "Mallory")
    assert await refused(mallory.recover(room_of(others[0])["id"], secret)) == "wrong_code"
    await close_all(ada, bo, cy, dee, mallory)


# ── Flooding ─────────────────────────────────────────────────────────────────────────────────────────────


class Flood:
    """As much as the network takes, over connection after connection, until it is stopped."""

    def __init__(self, server: ServerProcess, address: str) -> None:
        self.server, self.address = server, address
        self.sent = 0
        self._stopped = False
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self, cookies: list[str], room: str) -> None:
        """Messages of each of these people, and requests beside them."""
        floods = [*[self._messages(cookie, room) for cookie in cookies], self._requests(), self._requests()]
        self._tasks = [asyncio.create_task(flood) for flood in floods]

    async def stop(self) -> None:
        """The server may keep a flood waiting: that one is cut off."""
        self._stopped = True
        done, waiting = await asyncio.wait(self._tasks, timeout=1)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*done)

    async def _messages(self, cookie: str, room: str) -> None:
        burst = text({"type": "enter", "id": "x", "room": room, "since": 0}) + text({"type": "watch_list", "id": "y"})
        burst = (burst + text({"type": "act", "id": "z", "game": "g", "turn": 1, "action": [[]]})) * 50
        while not self._stopped:
            try:
                raw = await RawSocket.open(self.server, cookie, address=self.address)
            except (ConnectionError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.01)
                continue
            try:
                while not raw.writer.is_closing() and not self._stopped:
                    await raw.send(burst)
                    self.sent += 150
                    await asyncio.sleep(0)
            finally:
                await raw.close()

    async def _requests(self) -> None:
        """Over one connection after another, as fast as they are answered."""
        line = f"POST /api/rooms HTTP/1.1\r\nHost: {self.server.host}\r\nX-Forwarded-For: {self.address}\r\n"
        request = f"{line}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}".encode()
        while not self._stopped:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
            with contextlib.suppress(ConnectionError):
                writer.write(request * 20)
                await writer.drain()
                await reader.read(1000)
                self.sent += 20
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()


async def test_while_she_floods_the_others_play_on(server: ServerProcess) -> None:
    clients, tables = await running_game(server, "gigogne")
    room, address = room_of(tables[0])["id"], fresh_address()
    flood, waits = Flood(server, address), list[float]()
    flood.begin([new_guest(server, "Mallory", address) for _ in range(4)], room)
    while len(waits) < 25 or flood.sent <= 2000:
        seat, turn = await turn_of(tables)
        began = time.monotonic()
        await within(5, tables[seat].act(turn.legal[0], turn=turn))
        waits.append(time.monotonic() - began)
        if room_of(tables[seat])["play"]["outcome"] is not None:  # The status comes with the message after the move.
            await asyncio.gather(*[table.ask("vote", again=True) for table in tables])
        # As people do: not faster than their own limit.
        await asyncio.sleep(0.05)
        for table in tables:
            version = max(room_of(table)["version"] for table in tables)
            await within(5, table.until(lambda room, version=version: room["version"] >= version))
            await within(5, table.until(lambda room: room["play"]["outcome"] is None))
    await flood.stop()
    waits.sort()
    assert waits[len(waits) // 2] < at_leisure(0.5)
    assert waits[-1] < at_leisure(5)
    assert ask(server, "GET", "/readyz").status == 200
    await close_all(*clients)


async def test_connections_that_never_say_anything_do_no_harm(server: ServerProcess) -> None:
    silent = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(100)]
    for _, writer in silent[:50]:
        writer.write(b"GET /ws HTTP/1.1\r\nUpgrade: webso")
    mallory = new_guest(server, "Mallory", fresh_address())
    unmoved = [await RawSocket.open(server, mallory, address=fresh_address()) for _ in range(10)]
    for raw in unmoved:
        await raw.send(b"\x81\xfe\x10")
    clients, tables = await running_game(server, "gigogne")
    await play_out(tables)
    for raw in unmoved:
        await raw.close()
    for _, writer in silent:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
    await close_all(*clients)


async def test_coming_and_going_all_the_time_disturbs_nobody(server: ServerProcess) -> None:
    clients, tables = await running_game(server, "gigogne")
    room = room_of(tables[0])["id"]
    mallory = await come(server, "Mallory")
    playing = asyncio.gather(*[play_at_random(table, random.Random(seat)) for seat, table in enumerate(tables)])
    for _ in range(30):
        raw = await RawSocket.open(server, mallory.cookie, address=fresh_address())
        await raw.send(text({"type": "enter", "id": "x", "room": room}) + text({"type": "watch_list", "id": "y"}))
        await raw.close()
    await within(30, playing)
    assert tables[0].outcome is not None
    assert tables[0].outcome == tables[1].outcome
    with contextlib.suppress(RefusedError):
        await mallory.watch(room)
    await close_all(*clients, mallory)
