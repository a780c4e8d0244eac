"""Bot accounts: a token that a person makes, shown once, kept as a hash, limited; and marked wherever its bot plays."""

import asyncio
from typing import Any

import pytest

from tablee.client import Client, ConnectionFailed, SyncClient, TableGone
from tablee.kernel.record import read
from tablee.server.bot_accounts import MOST, TOKEN
from tests.commands import tablee
from tests.server.by_requests import new_bot, new_owner, with_token
from tests.server.people import come, refused, within
from tests.server.serving import ServerProcess, ask, new_guest


def test_a_token_is_told_once_and_kept_as_a_hash_and_in_no_log(server: ServerProcess) -> None:
    cookie = new_owner(server, "Once")
    made = new_bot(server, cookie)
    token = made["token"]
    assert token.startswith(TOKEN)
    [shown] = ask(server, "GET", "/api/bots", cookie=cookie).json
    assert shown == made["bot"]
    who = ask(server, "GET", "/api/session", headers=with_token(token)).json
    assert who == {"name": "Robby", "username": None, "is_bot": True}
    exported = ask(server, "GET", "/api/me/export", cookie=cookie)
    assert exported.json["bots"] == [{"person": shown["id"], "name": "Robby", "created_at": shown["created_at"]}]
    kept = b"".join(file.read_bytes() for file in server.data.iterdir() if file.is_file())
    assert b"Robby" in kept
    assert token.removeprefix(TOKEN).encode() not in kept + exported.body + server.log.encode()


def test_a_bot_needs_a_person_with_an_account_who_has_five_at_most(server: ServerProcess) -> None:
    guest = new_guest(server, "Guest")
    assert ask(server, "POST", "/api/bots", {"name": "Robby"}, cookie=guest).code == "not_signed_in"
    cookie = new_owner(server, "Maker")
    assert ask(server, "POST", "/api/bots", {"name": "\u200b"}, cookie=cookie).code == "bad_message"
    for number in range(MOST):
        new_bot(server, cookie, f"Robby {number}")
    assert ask(server, "POST", "/api/bots", {"name": "Robby"}, cookie=cookie).code == "rate_limited"


def test_a_bot_is_no_person_and_can_not_act_as_one(server: ServerProcess) -> None:
    token = new_bot(server, new_owner(server, "Strict"))["token"]
    for method, path, body in (
        ("POST", "/api/session", {"name": "Ada"}),
        ("DELETE", "/api/session", None),
        ("POST", "/api/accounts", {"username": "robby", "password": "correct horse battery"}),
        ("GET", "/api/bots", None),
        ("POST", "/api/bots", {"name": "Robby"}),
        ("GET", "/api/me/export", None),
        ("DELETE", "/api/me", None),
    ):
        answer = ask(server, method, path, body, headers=with_token(token))
        assert (answer.status, answer.code) == (403, "not_for_bots"), path
    answer = ask(server, "GET", "/api/rooms/mine", headers=with_token(f"{TOKEN}made-up"))
    assert (answer.status, answer.code) == (401, "not_signed_in")
    # What a proxy asks for in the same header is none of ours.
    cookie = new_guest(server, "Behind a proxy")
    assert ask(server, "GET", "/api/rooms/mine", cookie=cookie, headers=[("authorization", "Basic eA==")]).status == 200


async def test_a_bot_is_marked_at_the_table_in_the_list_in_records_and_among_those_who_look_on(
    server: ServerProcess,
) -> None:
    token = new_bot(server, new_owner(server, "Marker"))["token"]
    async with await Client.connect(server.address, token=token) as bot, await come(server, "Ada") as ada:
        room = await bot.create_room("gigogne", clock=0)
        [row] = [row for row in (await ada.rooms()).rooms if row.id == room.id]
        assert (row.host, row.is_host_bot) == ("Robby", True)
        tables = [await client.join(room.id) for client in (bot, ada)]
        seats = (await within(5, tables[1].until(lambda room: room["status"] == "playing")))["seats"]
        assert [(seat["name"], seat["is_bot"], seat["bot"]) for seat in seats] == [
            ("Robby", True, None),
            ("Ada", False, None),
        ]

        async def play(table: Any) -> None:
            async for turn in table.turns():
                await table.act(turn.legal[0], turn=turn)

        await within(30, asyncio.gather(*map(play, tables)))
        game = (tables[1].room or {})["play"]["id"]
        [finished, *_] = await ada.history()
        assert (finished.seats, finished.bots) == (("Robby", "Ada"), (True, False))
        assert (await ada.steps(game)).record.bots == ("account", None)
        record = read((await ada.record_file(game)).splitlines())
        assert record.bots == ("account", None)  # type: ignore[union-attr]  # it was not tampered with
        other = await ada.create_room("gigogne")
        own = await ada.join(other.id)
        await bot.watch(other.id)
        async for _ in own.changes():
            break
        shown = ask(server, "GET", f"/api/rooms/{other.id}", cookie=ada.cookie).json
        assert shown["onlooker_names"] == ["Robby (bot)"]


async def test_a_bot_that_is_deleted_leaves_its_table_and_its_token_is_worth_nothing(server: ServerProcess) -> None:
    cookie = new_owner(server, "Deleter")
    made = new_bot(server, cookie)
    async with await Client.connect(server.address, token=made["token"]) as bot:
        room = await bot.create_room("gigogne", clock=0)
        table = await bot.join(room.id)
        stranger = new_owner(server, "Stranger")
        path = f"/api/bots/{made['bot']['id']}"
        assert ask(server, "DELETE", path, cookie=stranger).status == 404
        assert ask(server, "DELETE", path, cookie=cookie).status == 200
        with pytest.raises(TableGone, match="closed"):
            await within(10, table.until(lambda _: False))
        assert await refused(bot.history()) == "not_signed_in"
    with pytest.raises(ConnectionFailed, match="this token isn't valid"):
        await Client.connect(server.address, token=made["token"])
    assert ask(server, "GET", "/api/bots", cookie=cookie).json == []


async def test_whoever_is_erased_or_banned_takes_their_bots_along(server: ServerProcess) -> None:
    erased, banned = new_owner(server, "Erased"), new_owner(server, "Banned")
    tokens = [new_bot(server, cookie)["token"] for cookie in (erased, banned)]
    assert ask(server, "DELETE", "/api/me", cookie=erased).status == 200
    assert ask(server, "GET", "/api/rooms/mine", headers=with_token(tokens[0])).status == 401
    said = await asyncio.to_thread(tablee, "admin", "ban", "banned", "--data", str(server.data))
    assert said.returncode == 0, said.stderr
    deadline = asyncio.get_running_loop().time() + 10
    while (answer := ask(server, "GET", "/api/rooms/mine", headers=with_token(tokens[1]))).status != 403:
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.05)
    assert answer.code == "banned"


def test_the_client_without_async_plays_a_game_that_waits_for_its_host(server: ServerProcess) -> None:
    token = new_bot(server, new_owner(server, "Sync"))["token"]
    with SyncClient.connect(server.address, token=token) as bot:
        assert bot.name == "Robby"
        room = bot.create_room("gigogne", policy="host", clock=0)
        table = bot.join(room.code)
        table.add_bot("easy")
        turns = 0
        for turn in table.turns():
            table.act(turn.legal[0], turn)
            turns += 1
        assert turns > 0
        assert table.outcome is not None
