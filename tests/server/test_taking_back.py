"""Take-backs, hints, held seats and play against bots, over real sockets."""

import time
from typing import Any

import msgspec
import pytest

from tablee.client import RefusedError
from tablee.client.table import Table
from tablee.server.reception import HINTS_PER_MINUTE
from tests.patience import at_leisure
from tests.server.people import close_all, come, come_together, play_out, refused, seated, within
from tests.server.serving import ServerProcess
from tests.server.wire import Wire

Json = dict[str, Any]


def seen(table: Table) -> Json:
    """The game as the player sees it now."""
    assert table.room is not None
    perspective: Json = table.room["play"]["seen"][0]
    return perspective


def take_back(table: Table) -> Json:
    assert table.room is not None
    told: Json = table.room["play"]["take_back"]
    return told


async def test_against_a_bot_the_last_decision_is_taken_back_past_the_bots_answer(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    made = await ada.create_room("gigogne", capacity=2, policy="full", bots=["easy"])
    table = await ada.join(made.code)
    turn = await within(10, table.my_turn())
    assert turn is not None
    before, first = seen(table), turn
    await table.act(turn.legal[0], turn=turn)
    turn = await within(10, table.my_turn())
    assert turn is not None
    assert take_back(table) == {"seat": 0, "why_not": None, "asked_by": None, "agreed": []}
    await table.take_back()
    assert seen(table)["view"] == before["view"]
    assert seen(table)["turn"] > turn.number
    for late in (first, turn):
        assert await refused(table.act(first.legal[0], turn=late)) == "stale"
    if not (await within(10, table.my_turn())):
        pytest.fail("it is Ada's turn again")
    await close_all(ada)


async def test_between_people_the_other_is_asked_and_everyone_sees_it(server: ServerProcess) -> None:
    ada, bob, eve = await come_together(server, "Ada", "Bob", "Eve")
    made, tables = await seated([ada, bob])
    watching = await eve.watch(made.code)
    mover = tables[seen(tables[0])["to_act"][0]]
    other = next(table for table in tables if table is not mover)
    watching.received = []
    before = seen(mover)["view"]
    turn = await within(5, mover.my_turn())
    assert turn is not None
    await mover.act(turn.legal[0], turn=turn)
    await mover.take_back()
    await within(5, other.until(lambda room: room["play"]["take_back"]["asked_by"] == turn.seat))
    await other.answer_take_back(agree=True)
    for table in (*tables, watching):
        await within(5, table.until(lambda room: room["play"]["seen"][0]["view"] == before))
    causes = [message.get("cause") for message in map(msgspec.json.decode, watching.received)]
    assert [cause for cause in causes if cause] == ["played", "taken_back"]
    await close_all(ada, bob, eve)


async def test_a_drawn_card_is_not_taken_back(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    made = await ada.create_room("kitty", capacity=2, policy="full", bots=["easy"])
    table = await ada.join(made.code)
    turn = await within(20, table.my_turn())
    assert turn is not None
    await table.act({"type": "draw"}, turn=turn)
    assert take_back(table)["why_not"] == "known"
    with pytest.raises(RefusedError, match="seen since"):
        await table.take_back()
    await close_all(ada)


async def test_a_hint_is_a_legal_action_within_a_second_told_to_the_asker_alone_and_counted(
    server: ServerProcess,
) -> None:
    ada, eve = await come_together(server, "Ada", "Eve")
    made = await ada.create_room("ninth", capacity=2, policy="full", bots=["easy"])
    table, watching = await ada.join(made.code), await eve.watch(made.code)
    turn = await within(10, table.my_turn())
    assert turn is not None
    await table.hint()  # the first may have to wait until the processes have started
    watching.received, asked = [], time.monotonic()
    hint = await within(5, table.hint())
    assert time.monotonic() - asked < at_leisure(1.5)
    assert hint in turn.legal
    await within(5, watching.until(lambda room: room["play"]["hints"] == [2, 0]))
    assert b'"hinted"' not in b"".join(watching.received)
    await close_all(ada, eve)


async def test_people_who_play_each_other_get_no_hint(server: ServerProcess) -> None:
    ada, bob = await come_together(server, "Ada", "Bob")
    _, tables = await seated([ada, bob])
    assert await refused(tables[seen(tables[0])["to_act"][0]].hint()) == "illegal_action"
    await close_all(ada, bob)


async def test_hints_are_limited(server: ServerProcess) -> None:
    ada, bob = await come_together(server, "Ada", "Bob")
    made, _ = await seated([ada, bob])
    async with await Wire.open(server, ada.cookie) as wire:
        await wire.ask("enter", room=made.id)
        asked = [await wire.ask("ask_hint", game="any", turn=0) for _ in range(2 * HINTS_PER_MINUTE)]
    codes = [answer["refusal"]["code"] for answer in asked]
    assert codes[:HINTS_PER_MINUTE] == ["stale"] * HINTS_PER_MINUTE
    assert "rate_limited" in codes
    await close_all(ada, bob)


async def test_the_record_tells_hints_and_take_backs_and_has_only_what_counted(server: ServerProcess) -> None:
    ada, bob = await come_together(server, "Ada", "Bob")
    _, tables = await seated([ada, bob], hints=True)
    mover, other = tables if seen(tables[0])["to_act"] == [0] else tables[::-1]
    turn = await within(5, mover.my_turn())
    assert turn is not None
    await mover.hint()
    await mover.act(turn.legal[0], turn=turn)
    await mover.take_back()
    await within(5, other.until(lambda room: room["play"]["take_back"]["asked_by"] is not None))
    await other.answer_take_back(agree=True)
    await within(5, mover.until(lambda room: room["play"]["seen"][0]["legal"]))
    await play_out(tables)
    assert mover.room is not None
    record = await ada.record(mover.room["play"]["id"])
    assert record.taken_back == 1
    assert record.hints[turn.seat] == sum(record.hints) == 1
    counted = [event["type"] for step in record.steps for event in step.events]
    assert counted.count("placed") == len([step for step in record.steps if step.cause == "played"])
    await close_all(ada, bob)


async def test_a_held_seat_is_for_the_invitation_alone(server: ServerProcess) -> None:
    ada, bob, eve = await come_together(server, "Ada", "Bob", "Eve")
    made = await ada.create_room("gigogne", capacity=2, policy="full", held=1)
    assert made.invitation is not None
    table = await ada.join(made.id)
    assert await refused(eve.join(made.code)) == "room_full"
    assert await refused(eve.join(made.code, invitation="guessed")) == "room_full"
    renewed = await table.invite(1)
    assert await refused(bob.join(made.code, invitation=made.invitation)) == "room_full"
    received: list[bytes] = []
    table.received = received
    await bob.join(made.code, invitation=renewed)
    await within(5, table.until(lambda room: room["status"] == "playing"))
    assert renewed.encode() not in b"".join(received)
    await close_all(ada, bob, eve)


async def test_a_room_made_to_play_bots_is_not_listed_and_has_no_clock_unless_one_is_chosen(
    server: ServerProcess,
) -> None:
    ada = await come(server, "Solitary Ada")
    made = await ada.create_room("gigogne", capacity=2, policy="full", bots=["easy"])
    timed = await ada.create_room("gigogne", capacity=2, policy="full", bots=["easy"], visibility="open", clock=30)
    invited = await ada.create_room("gigogne", held=1)
    shown = await ada.create_room("gigogne")
    tables = [await ada.join(room.id) for room in (made, timed, invited, shown)]
    rooms = [table.room for table in tables]
    assert [room["clock"] for room in rooms if room] == [None, 30, 60, 60]
    assert [room["visibility"] for room in rooms if room] == ["link", "open", "link", "open"]
    assert {row.id for row in (await ada.rooms("Solitary Ada")).rooms} == {shown.id}
    await close_all(ada)
