"""Bots at the tables, through the real server: they answer in time, vote, and wait when nobody is there."""

import asyncio
import time

import pytest

from tablee.client import Client, RefusedError
from tests.patience import at_leisure
from tests.server.people import within
from tests.server.serving import ServerProcess


async def test_a_room_with_a_bot_begins_at_once_and_the_bot_answers_within_a_second_and_a_half(
    server: ServerProcess,
) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        made = await ada.create_room("gigogne", capacity=2, policy="full", clock=0, bots=["medium"])
        table = await ada.join(made.code)
        while (turn := await within(30, table.my_turn())) is not None:
            sent = time.monotonic()
            await table.act(turn.legal[0], turn=turn)
            async for room in table.changes():
                if room["play"]["outcome"] is not None or 0 in room["play"]["seen"][0]["to_act"]:
                    break
            assert time.monotonic() - sent < at_leisure(1.5)
        assert table.outcome is not None


async def test_a_bot_agrees_to_play_again(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        made = await ada.create_room("gigogne", capacity=2, policy="full", clock=0, bots=["easy"])
        table = await ada.join(made.code)
        while (turn := await within(30, table.my_turn())) is not None:
            await table.act(turn.legal[-1], turn=turn)
        first = table.room["play"]["id"] if table.room else None
        await table.ask("vote", again=True)
        async for room in table.changes():
            if room["status"] == "playing" and room["play"]["id"] != first:
                break


async def test_the_host_adds_bots_by_level_and_takes_them_away(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada, await Client.connect(server.address, "Zoé") as zoe:
        made = await ada.create_room("noe", capacity=4, policy="host", clock=0)
        table, guest = await ada.join(made.code), await zoe.join(made.code)
        await table.ask("add_bot", level="hard")
        with pytest.raises(RefusedError, match="host"):
            await guest.ask("add_bot", level="easy")
        with pytest.raises(RefusedError, match="have that bot"):
            await table.ask("add_bot", level="divine")
        async for room in table.changes():
            if len(room["seats"]) == 3:
                break
        assert [seat["bot"] for seat in room["seats"]] == [None, None, "hard"]
        await table.ask("remove_bot", seat=2)
        async for room in table.changes():
            if len(room["seats"]) == 2:
                break


async def test_a_perfect_bot_sits_at_a_table_of_two_only(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        with pytest.raises(RefusedError, match="have that bot"):
            await ada.create_room("gigogne", capacity=3, policy="full", clock=0, bots=["perfect", "easy"])
        with pytest.raises(RefusedError, match="have that bot"):
            await ada.create_room("kitty", capacity=2, policy="full", clock=0, bots=["perfect"])
        made = await ada.create_room("gigogne", capacity=2, policy="host", clock=0)
        table = await ada.join(made.code)
        await table.ask("add_bot", level="perfect")
        with pytest.raises(RefusedError, match="that many players"):
            await table.ask("change_settings", capacity=3)
        await table.ask("change_settings", name="Two by two")
        before = len(server.log)
        await table.ask("start")
        while (turn := await within(30, table.my_turn())) is not None:
            await table.act(turn.legal[0], turn=turn)
        assert table.outcome is not None
        # On a busy machine the solver may be late, and then the bot plays anything.
        assert table.outcome.winners == (1,) or "bot_late" in server.log[before:]


@pytest.mark.parametrize(("game", "seats"), [("ninth", 2), ("diggers", 3), ("noe", 4), ("gigogne", 4), ("kitty", 2)])
async def test_bots_play_every_game_in_every_other_seat(server: ServerProcess, game: str, seats: int) -> None:
    async with await Client.connect(server.address, "Ada") as ada:
        made = await ada.create_room(game, capacity=seats, policy="full", clock=0, bots=["easy"] * (seats - 1))
        table = await ada.join(made.code)
        for _ in range(3):
            turn = await within(20, table.my_turn())
            if turn is None:
                break
            await table.act(turn.legal[0], turn=turn)


async def test_bots_wait_when_no_person_is_left(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada, await Client.connect(server.address, "Zoé") as zoe:
        made = await ada.create_room("gigogne", capacity=4, policy="full", clock=300, bots=["easy"] * 3)
        table = await ada.join(made.code)
        looking = await zoe.watch(made.code)
        turn = await within(30, table.my_turn())
        assert turn is not None
        await table.act(turn.legal[0], turn=turn)
        await table.close()
        async for room in looking.changes():
            if not room["seats"][0]["is_connected"]:
                break
        await asyncio.sleep(1.6)  # longer than a bot takes to answer
        assert looking.room is not None
        assert looking.room["play"]["seen"][0]["view"] == room["play"]["seen"][0]["view"]
        await ada.join(made.code)
        async for room in looking.changes():
            if room["play"]["outcome"] is not None or 0 in room["play"]["seen"][0]["to_act"]:
                break
