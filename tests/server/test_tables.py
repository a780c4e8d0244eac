"""Tables over WebSockets: coming, going, playing, as the rules of rooms say."""

import asyncio
import random
from time import monotonic, time
from typing import Any

import pytest

from tablee.client import Client, RefusedError
from tablee.client.errors import TableGone
from tablee.client.table import Table
from tablee.kernel.record import Header, Tampered, read_header, replay
from tablee.kernel.registry import load_game
from tablee.protocol.http import MyRooms
from tests.server.conftest import Serve
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
from tests.server.serving import ServerProcess, ask
from tests.server.wire import Wire

Json = dict[str, Any]


def is_playing(room: Json) -> bool:
    return bool(room["status"] == "playing")


def is_finished(room: Json) -> bool:
    return bool(room["status"] == "finished")


def shown(table: Table) -> Json:
    """The room as the table shows it now."""
    assert table.room is not None
    return table.room


async def playing(server: ServerProcess, *names: str, **settings: Any) -> tuple[list[Client], str, list[Table]]:
    """A running game: its players, its room, their tables."""
    clients = await come_together(server, *names)
    room, tables = await seated(clients, **settings)
    for table in tables:
        await within(5, table.until(is_playing))
    return clients, room.id, tables


def awaited(tables: list[Table]) -> int:
    """The one seat that is to act, by the table that has heard most: who acted knows of it first."""
    newest = max(map(shown, tables), key=lambda room: int(room["version"]))
    [seat] = newest["play"]["seen"][0]["to_act"]
    return int(seat)


async def act(table: Table) -> None:
    """Play the first legal action."""
    turn = await within(5, table.my_turn())
    assert turn is not None
    await table.act(turn.legal[0], turn=turn)


async def turns(client: Client) -> tuple[str, ...]:
    """The rooms of which the list of one's own says that it is one's turn there."""
    mine: MyRooms = await client.web.ask("GET", "/api/rooms/mine", MyRooms)
    return mine.your_turn


# ── Joining ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_public_room_is_joined_by_its_id_or_its_code(server: ServerProcess) -> None:
    ada, bo, cy, dee = clients = await come_together(server, "Ada", "Bo", "Cy", "Dee")
    room = await ada.create_room("gigogne", capacity=4, policy="host", clock=0)
    tables = [
        await ada.join(room.id),
        await bo.join(room.id),
        await cy.join(room.code),
        await dee.join(room.code.lower()),
    ]
    seats = (await tables[0].until(lambda room: len(room["seats"]) == 4))["seats"]
    assert [seat["name"] for seat in seats] == ["Ada", "Bo", "Cy", "Dee"]
    assert len({seat["colour"] for seat in seats}) == 4
    assert [(await table.until(lambda _: True))["you"] for table in tables] == [[0], [1], [2], [3]]
    await close_all(*clients)


async def test_a_private_room_asks_for_its_access_code(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room = await ada.create_room("gigogne", access="ouvre-toi", clock=0)
    await ada.join(room.id)
    assert await refused(bo.join(room.code)) == "wrong_code"
    assert await refused(bo.join(room.code, "Ouvre-toi")) == "wrong_code"
    table = await bo.join(room.code, "ouvre-toi")
    assert (await within(5, table.until(is_playing)))["visibility"] == "private"
    await close_all(ada, bo)


async def test_attempts_at_access_codes_are_limited_for_one_person(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne", access="right")
    guesser = await come(server, "Guesser")
    codes = []
    for _ in range(6):
        guesser.web.headers["x-forwarded-for"] = fresh_address()
        codes.append(await refused(guesser.join(room.id, "wrong")))
    assert codes == ["wrong_code"] * 5 + ["too_many_attempts"]
    with pytest.raises(RefusedError) as error:
        await guesser.join(room.id, "right")
    assert error.value.refusal.code == "too_many_attempts"
    assert 1 <= (error.value.refusal.wait or 0) <= 60
    await close_all(ada, guesser)


async def test_attempts_at_access_codes_are_limited_for_one_address(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne", access="right")
    address = fresh_address()
    guessers = [await come(server, f"Guesser {number}", address=address) for number in range(6)]
    codes = [await refused(guesser.join(room.id, "wrong")) for guesser in guessers]
    assert codes == ["wrong_code"] * 5 + ["too_many_attempts"]
    await close_all(ada, *guessers)


async def test_attempts_at_access_codes_are_limited_for_one_room(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne", access="right")
    guessers = [await come(server, f"Guesser {number}") for number in range(30)]
    began, codes = monotonic(), []
    for guesser in guessers:
        codes.append(await refused(guesser.join(room.id, "wrong")))
        if codes[-1] != "wrong_code":
            break
    refilled = int((monotonic() - began) * 20 / 60)
    assert codes[-1] == "too_many_attempts"
    assert 20 <= len(codes) - 1 <= 20 + refilled
    await close_all(ada, *guessers)


async def test_a_room_that_filled_up_meanwhile_is_full(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, _ = await seated([ada, bo], policy="host")
    assert await refused(cy.join(room.id)) == "room_full"
    await close_all(ada, bo, cy)


async def test_of_many_who_join_at_once_as_many_sit_down_as_there_are_seats(server: ServerProcess) -> None:
    clients = await come_together(server, *[f"Player {number}" for number in range(8)])
    room = await clients[0].create_room("gigogne", capacity=4, policy="host")
    joined = await asyncio.gather(*[client.join(room.id) for client in clients], return_exceptions=True)
    codes = [answer.refusal.code for answer in joined if isinstance(answer, RefusedError)]
    assert codes == ["room_full"] * 4
    await close_all(*clients)


async def test_a_room_that_plays_takes_nobody_in(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, tables = await seated([ada, bo], capacity=3, policy="host")
    await tables[0].ask("start")
    assert await refused(cy.join(room.id)) == "game_in_progress"
    await close_all(ada, bo, cy)


async def test_nobody_sits_twice(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne")
    await ada.join(room.id)
    table = await ada.join(room.id)
    assert [seat["name"] for seat in (await table.until(lambda _: True))["seats"]] == ["Ada"]
    await close_all(ada)


async def test_a_closed_room_and_an_unknown_one_are_the_same_to_a_visitor(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room = await ada.create_room("gigogne")
    await (await ada.join(room.id)).leave()
    for name in (room.id, room.code, "ZZZZZZ", "x" * 20, "x" * 64):
        assert await refused(bo.join(name)) == "room_closed"
    await close_all(ada, bo)


# ── The waiting room ─────────────────────────────────────────────────────────────────────────────────────


async def test_a_full_room_starts_by_itself(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    _, tables = await seated([ada, bo], policy="full")
    assert (await within(5, tables[0].until(is_playing)))["play"]["outcome"] is None
    assert await refused(tables[0].ask("start")) == "game_in_progress"
    await close_all(ada, bo)


async def test_the_host_starts_when_that_was_chosen(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room = await ada.create_room("gigogne", capacity=3, policy="host")
    table = await ada.join(room.id)
    assert await refused(table.ask("start")) == "not_enough_players"
    other = await bo.join(room.id)
    assert await refused(other.ask("start")) == "not_host"
    await table.ask("start")
    await within(5, other.until(is_playing))
    await close_all(ada, bo)


async def test_a_room_of_ready_people_starts_and_a_change_clears_every_ready(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    _, [table, other] = await seated([ada, bo], game="kitty", policy="ready")
    await table.ask("say_ready", ready=True)
    await table.ask("change_settings", clock=300)
    assert not any(seat["is_ready"] for seat in (await table.until(lambda room: room["clock"] == 300))["seats"])
    await other.ask("say_ready", ready=True)
    assert shown(other)["status"] == "waiting"
    await table.ask("say_ready", ready=True)
    await within(5, other.until(is_playing))
    await close_all(ada, bo)


async def test_a_game_never_starts_with_somebody_away(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, [table, other] = await seated([ada, bo], capacity=3, policy="full")
    await other.close()
    await within(5, table.until(lambda room: not room["seats"][1]["is_connected"]))
    third = await cy.join(room.id)
    assert len((await third.until(lambda room: len(room["seats"]) == 3))["seats"]) == 3
    assert shown(third)["status"] == "waiting"
    await bo.join(room.id)
    await within(5, third.until(is_playing))
    await close_all(ada, bo, cy)


async def test_everybody_picks_a_colour_and_none_is_picked_twice(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    _, [table, other] = await seated([ada, bo], policy="host")
    await other.ask("pick_colour", colour="rose")
    assert await refused(table.ask("pick_colour", colour="rose")) == "colour_taken"
    assert await refused(table.ask("pick_colour", colour="mud")) == "bad_message"
    await table.until(lambda room: room["seats"][1]["colour"] == "rose")
    await close_all(ada, bo)


async def test_the_host_changes_the_settings_and_nobody_else_does(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    _, [table, other] = await seated([ada, bo], policy="host")
    await table.ask("change_settings", name=" Chez\u202e nous ", capacity=4, clock=120, options={"win": "classic"})
    room = await other.until(lambda room: room["capacity"] == 4)
    assert (room["name"], room["clock"], room["options"]["win"]) == ("Chez nous", 120, "classic")
    assert await refused(other.ask("change_settings", capacity=2)) == "not_host"
    assert await refused(table.ask("change_settings", capacity=1)) == "bad_options"
    assert await refused(table.ask("change_settings", options={"win": "always"})) == "bad_options"
    assert await refused(table.ask("change_settings", name="\u200b")) == "bad_message"
    await close_all(ada, bo)


async def test_leaving_frees_the_seat_and_the_longest_present_is_the_next_host(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, [table, second, third] = await seated([ada, bo, cy], policy="host")
    await table.leave()
    left = await third.until(lambda room: len(room["seats"]) == 2)
    assert ([seat["name"] for seat in left["seats"]], left["host"], left["you"]) == (["Bo", "Cy"], 0, [1])
    again = await ada.join(room.id)
    assert (await again.until(lambda _: True))["you"] == [2]
    assert await refused(again.ask("start")) == "not_host"
    await second.ask("start")
    await close_all(ada, bo, cy)


async def test_a_room_that_everybody_left_is_closed(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room, [table, other] = await seated([ada, bo], policy="host")
    watching = await cy.watch(room.id)
    await table.leave()
    await other.leave()
    with pytest.raises(TableGone, match="closed"):
        await within(5, watching.until(lambda _: False))
    assert await refused(ada.join(room.id)) == "room_closed"
    await close_all(ada, bo, cy)


async def test_who_was_expelled_is_told_so_and_can_not_come_back(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room, [table, other] = await seated([ada, bo], policy="host")
    secret = await other.seat_link()
    assert await refused(other.ask("expel", seat=0)) == "not_host"
    await table.ask("expel", seat=1)
    with pytest.raises(TableGone, match="expelled"):
        await within(5, other.until(lambda _: False))
    assert await refused(bo.join(room.id)) == "expelled"
    assert await refused(bo.recover(room.id, secret)) in ("expelled", "wrong_code")
    renamed = await come(server, "Somebody else", cookie=bo.cookie)
    assert await refused(renamed.join(room.code)) == "expelled"
    stranger = await come(server, "Stranger")
    assert await refused(stranger.recover(room.id, secret)) == "wrong_code"
    await close_all(ada, bo, renamed, stranger)


# ── Connections ──────────────────────────────────────────────────────────────────────────────────────────


async def test_a_lost_connection_keeps_the_seat_and_coming_back_shows_all_as_it_is(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    first = awaited(tables)
    second = 1 - first
    await tables[second].close()
    away = await within(5, tables[first].until(lambda room: not room["seats"][second]["is_connected"]))
    assert away["status"] == "playing"
    await act(tables[first])
    back = await clients[second].join(room)
    assert (await back.until(is_playing))["you"] == [second]
    assert shown(back)["play"]["seen"][0]["to_act"] == [second]
    assert shown(back)["play"]["seen"][0]["view"] == shown(tables[first])["play"]["seen"][0]["view"]
    await act(back)
    await close_all(*clients)


async def test_who_comes_back_with_a_version_is_told_what_was_missed_and_then_shown_the_room(
    server: ServerProcess,
) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    first = awaited(tables)
    gone = clients[1 - first]
    version = shown(tables[1 - first])["version"]
    await tables[1 - first].close()
    await act(tables[first])
    moved = tables[first].events
    async with await Wire.open(server, gone.cookie) as wire:
        await wire.ask("enter", room=room, since=version)
        await wire.next("room")
        assert [message["type"] for message in wire.heard] == ["welcome", "acked", "missed", "room"]
        assert wire.heard[2]["since"] == version
        [move] = wire.heard[2]["moves"]
        assert (move["turn"], move["cause"], move["seat"], move["events"]) == (0, "played", first, moved)
        [before] = move["before"]
        assert (before["seat"], before["turn"], before["to_act"]) == (1 - first, 0, [first])
    await close_all(*clients)


async def test_all_that_was_missed_in_a_long_game_comes_in_order(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo", game="ninth")
    start = shown(tables[0])["version"]
    onlooker = await come(server, "Onlooker")
    watching = await onlooker.watch(room)
    await watching.until(is_playing)
    await play_out(tables)
    await within(5, watching.until(is_finished))
    async with await Wire.open(server, onlooker.cookie) as wire:
        await wire.ask("enter", room=room, since=start)
        missed = await wire.next("missed")
    moves = missed["moves"]
    assert [event for move in moves for event in move["events"]] == watching.events
    assert len(moves) > 30
    assert [move["turn"] for move in moves] == sorted(move["turn"] for move in moves)
    last = moves[-1]["turn"]
    assert {move["seat"] for move in moves if move["turn"] == last} == {moves[-1]["seat"]}, "a turn is one seat's"
    assert [move["before"] is not None for move in moves] == [False] * (len(moves) - 24) + [True] * 24
    await close_all(*clients, onlooker)


async def test_who_comes_back_with_nothing_can_be_shown_what_the_others_did_since(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo", game="kitty")
    for _ in range(8):
        await act(tables[awaited(tables)])
    seat, watching = awaited(tables), 1 - awaited(tables)
    newest = max(shown(table)["version"] for table in tables)
    room_before = await within(5, tables[watching].until(lambda room: room["version"] == newest))
    before = room_before["play"]["seen"][0]["view"]
    await act(tables[seat])
    async with await Wire.open(server, clients[watching].cookie) as wire:
        await wire.ask("enter", room=room, since=0)
        moves = (await wire.next("missed"))["moves"]
    assert len(moves) == 9
    seats = [move["seat"] for move in moves]
    own = len(seats) - 1 - seats[::-1].index(watching) if watching in seats else 0
    assert [move["before"] is not None for move in moves] == [False] * own + [True] * (9 - own)
    [last] = moves[-1]["before"]
    assert last["view"] == before
    await close_all(*clients)


async def test_what_was_taken_back_is_told_as_it_happened(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    first = awaited(tables)
    start, turn = shown(tables[0])["version"], await tables[first].my_turn()
    assert turn is not None
    await act(tables[first])
    await tables[first].ask("take_back", game=turn.game, turn=turn.number + 1)
    await tables[1 - first].ask("answer_take_back", game=turn.game, turn=turn.number + 1, agree=True)
    await within(5, tables[first].until(lambda shown: shown["play"]["seen"][0]["turn"] > turn.number + 1))
    await act(tables[first])
    async with await Wire.open(server, clients[1 - first].cookie) as wire:
        await wire.ask("enter", room=room, since=start)
        moves = (await wire.next("missed"))["moves"]
    assert [(move["cause"], move["seat"], move["turn"]) for move in moves] == [
        ("played", first, 0),
        ("taken_back", first, 1),
        ("played", first, 2),
    ]
    assert moves[1]["events"] == []
    await close_all(*clients)


async def test_who_missed_nothing_is_told_of_nothing_missed(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    async with await Wire.open(server, clients[0].cookie) as wire:
        await wire.ask("enter", room=room, since=shown(tables[0])["version"] + 1_000_000)
        await wire.next("room")
        assert not [message for message in wire.heard if message["type"] == "missed" and message["moves"]]
    await close_all(*clients)


async def test_a_newer_connection_takes_over_and_the_older_is_not_heeded(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    seat = awaited(tables)
    turn = await tables[seat].my_turn()
    assert turn is not None
    newer = await clients[seat].join(room)
    with pytest.raises(TableGone, match="taken over"):
        await within(5, tables[seat].until(lambda _: False))
    with pytest.raises(TableGone, match="taken over"):
        await tables[seat].act(turn.legal[0], turn=turn)
    assert await within(5, newer.my_turn()) == turn
    assert shown(tables[1 - seat])["seats"][seat]["is_connected"] is True
    await act(newer)
    await close_all(*clients)


async def test_the_older_connection_is_told_and_closed(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne")
    older, newer = await Wire.open(server, ada.cookie), await Wire.open(server, ada.cookie)
    await older.ask("enter", room=room.id)
    await newer.ask("enter", room=room.id)
    assert await older.closed() == 4001
    assert older.heard[-1] == {"type": "taken_over"}
    assert (await newer.ask("ping"))["type"] == "pong"
    await newer.close()
    await close_all(ada)


async def test_a_connection_is_in_one_room_at_a_time(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    one, other = await ada.create_room("gigogne"), await ada.create_room("gigogne")
    watching = await bo.watch(one.id)
    async with await Wire.open(server, ada.cookie) as wire:
        await wire.ask("enter", room=one.id)
        await within(5, watching.until(lambda room: room["seats"][0]["is_connected"]))
        await wire.ask("enter", room=other.id)
        await within(5, watching.until(lambda room: not room["seats"][0]["is_connected"]))
        await wire.ask("exit")
        assert await wire.refusal("leave") == "not_in_room"
        assert await wire.refusal("start") == "not_in_room"
    await close_all(ada, bo)


async def test_a_seat_link_brings_the_seat_to_another_device_once(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    secret = await tables[0].seat_link()
    assert tables[0].seat_secret == secret
    phone, thief = await come_together(server, "Ada’s phone", "Thief")
    there = await phone.recover(room, secret)
    assert (await there.until(is_playing))["you"] == [0]
    with pytest.raises(TableGone, match="taken over"):
        await within(5, tables[0].until(lambda _: False))
    assert await refused(thief.recover(room, secret)) == "wrong_code"
    assert await refused(clients[0].recover(room, secret)) == "wrong_code"
    assert there.seat_secret is not None
    assert there.seat_secret != secret
    await play_out([there, tables[1]])
    back = await clients[0].recover(room, there.seat_secret)
    assert (await back.until(is_finished))["you"] == [0]
    await close_all(*clients, phone, thief)


async def test_only_the_last_seat_link_is_valid(server: ServerProcess) -> None:
    ada, phone = await come_together(server, "Ada", "Phone")
    room = await ada.create_room("gigogne")
    table = await ada.join(room.id)
    first, second = await table.seat_link(), await table.seat_link()
    assert await refused(phone.recover(room.id, first)) == "wrong_code"
    assert (await (await phone.recover(room.id, second)).until(lambda _: True))["host"] == 0
    await close_all(ada, phone)


async def test_guessing_seat_links_is_limited(server: ServerProcess) -> None:
    ada, thief = await come_together(server, "Ada", "Thief")
    room = await ada.create_room("gigogne")
    table = await ada.join(room.id)
    await table.seat_link()
    codes = [await refused(thief.recover(room.id, f"guess {number}")) for number in range(6)]
    assert codes == ["wrong_code"] * 5 + ["too_many_attempts"]
    await close_all(ada, thief)


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_is_out_of_turn_illegal_stale_or_unreadable_is_refused_and_changes_nothing(
    server: ServerProcess,
) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo")
    seat = awaited(tables)
    turn = await tables[seat].my_turn()
    assert turn is not None
    before = shown(tables[seat])["version"]
    about = {"game": turn.game, "turn": turn.number}
    assert await refused(tables[1 - seat].act(turn.legal[0])) == "not_your_turn"
    assert await refused(tables[seat].act({"type": "place", "cell": 99, "size": 1})) in (
        "illegal_action",
        "bad_message",
    )
    assert await refused(tables[seat].act({"type": "no_such_action"})) == "bad_message"
    assert await refused(tables[seat].act(None)) == "bad_message"
    assert await refused(tables[seat].ask("act", **{**about, "turn": turn.number + 1}, action=turn.legal[0])) == "stale"
    assert await refused(tables[seat].ask("act", **{**about, "game": "another"}, action=turn.legal[0])) == "stale"
    assert await refused(tables[seat].ask("act", **about, action=turn.legal[0], seat=1 - seat)) == "bad_message"
    assert shown(tables[seat])["version"] == before
    await act(tables[seat])
    assert await refused(tables[seat].ask("act", **about, action=turn.legal[0])) == "stale"
    await close_all(*clients)


async def test_a_repeated_action_gets_its_first_answer_again_and_is_done_once(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    seat = awaited(tables)
    turn = await tables[seat].my_turn()
    assert turn is not None
    async with await Wire.open(server, clients[seat].cookie) as wire:
        await wire.ask("enter", room=room)
        action = {"game": turn.game, "turn": turn.number, "action": turn.legal[0], "id": "mine"}
        done = await wire.ask("act", **action)
        again = await wire.ask("act", **action)
        assert (done["type"], again["type"]) == ("moved", "acked")
        assert done["version"] == again["version"]
        assert done["play"]["seen"][0]["turn"] == turn.number + 1
    await close_all(*clients)


async def test_everybody_sees_a_move_at_the_same_version(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo", "Cy")
    onlooker = await come(server, "Onlooker")
    watching = await onlooker.watch(room)
    await watching.until(is_playing)
    await act(tables[awaited(tables)])
    version = max(shown(table)["version"] for table in tables)
    for table in (*tables, watching):
        await within(5, table.until(lambda room: room["version"] == version))
        assert shown(table)["play"]["seen"][0]["turn"] == shown(tables[0])["play"]["seen"][0]["turn"]
    await close_all(*clients, onlooker)


@pytest.mark.parametrize(
    ("game", "seats"), [("gigogne", 2), ("gigogne", 4), ("ninth", 2), ("kitty", 2), ("diggers", 3), ("noe", 5)]
)
async def test_a_game_is_played_from_beginning_to_end(server: ServerProcess, game: str, seats: int) -> None:
    clients, _, tables = await playing(server, *[f"Player {seat}" for seat in range(seats)], game=game)
    await play_out(tables)
    outcomes = [table.outcome for table in tables]
    assert outcomes[0] is not None
    assert all(outcome == outcomes[0] for outcome in outcomes)
    [row] = await clients[-1].history()
    assert (row.game, row.outcome, len(row.seats)) == (game, outcomes[0], seats)
    await close_all(*clients)


async def test_ones_own_rooms_say_where_it_is_ones_turn(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    await clients[0].create_room("gigogne")
    for _ in range(2):
        first = awaited(tables)
        assert [await turns(client) for client in (clients[first], clients[1 - first])] == [(room,), ()]
        await act(tables[first])
        await within(5, tables[0].until(lambda _, last=first: awaited(tables) != last))
    await close_all(*clients)


async def test_ones_own_rooms_do_not_say_whether_the_others_have_chosen(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo", game="diggers", options={"tiles": 0})
    assert [await turns(client) for client in clients] == [(room,), (room,)]
    await act(tables[1])
    assert [await turns(client) for client in clients] == [(room,), ()]
    await close_all(*clients)


async def test_after_the_end_nothing_can_be_played(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo")
    turn = await tables[awaited(tables)].my_turn()
    assert turn is not None
    await play_out(tables)
    assert await refused(tables[0].act(turn.legal[0])) == "game_over"
    await close_all(*clients)


# ── Clocks ───────────────────────────────────────────────────────────────────────────────────────────────


async def test_two_skips_in_a_row_by_the_clock_eliminate_a_seat(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Slow", "Quick", clock=2)
    slow = awaited(tables)
    quick = tables[1 - slow]
    assert shown(quick)["play"]["deadline"] is not None
    await within(5, quick.until(lambda room: room["seats"][slow]["skips"] == 1))
    await act(quick)
    over = await within(5, quick.until(is_finished))
    assert over["seats"][slow]["is_out"] is True
    assert over["play"]["outcome"]["winners"] == [1 - slow]
    with pytest.raises(TableGone, match="out"):
        await within(5, tables[slow].until(lambda _: False))
    assert await refused(clients[slow].join(room)) in ("game_in_progress", "room_full")
    await close_all(*clients)


async def test_an_accepted_action_clears_the_count_of_skips(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo", clock=2)
    late = awaited(tables)
    await within(4, tables[1 - late].until(lambda room: room["seats"][late]["skips"] == 1))
    await act(tables[1 - late])
    await act(tables[late])
    assert (await within(4, tables[0].until(lambda room: room["seats"][late]["skips"] == 0)))["status"] == "playing"
    await close_all(*clients)


async def test_how_many_skips_eliminate_is_a_setting_and_the_others_play_on(serve: Serve) -> None:
    server = serve(skips=1)
    clients, _, tables = await playing(server, "Ada", "Bo", "Cy", clock=1)
    slow = awaited(tables)
    others = [table for seat, table in enumerate(tables) if seat != slow]
    room = await within(4, others[0].until(lambda room: room["seats"][slow]["is_out"]))
    assert room["status"] == "playing"
    await play_out(others)
    assert (await within(5, others[0].until(is_finished)))["seats"][slow]["is_out"] is True
    await close_all(*clients)


async def test_in_a_simultaneous_phase_the_late_ones_are_settled_together(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo", "Cy", game="diggers", clock=1)
    assert shown(tables[0])["play"]["seen"][0]["to_act"] == [0, 1, 2]
    room = await within(4, tables[0].until(lambda room: any(seat["skips"] for seat in room["seats"])))
    assert [seat["skips"] for seat in room["seats"]] == [1, 1, 1]
    await close_all(*clients)


# ── Leaving, ending, playing again ───────────────────────────────────────────────────────────────────────


async def test_leaving_a_game_of_two_is_a_forfeit(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    await tables[0].leave()
    over = await within(5, tables[1].until(is_finished))
    assert over["play"]["outcome"]["winners"] == [1]
    assert over["host"] == 1
    assert await refused(clients[0].join(room)) in ("room_full", "game_in_progress")
    await close_all(*clients)


async def test_leaving_a_game_of_more_lets_the_others_play_on(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo", "Cy", game="noe")
    await tables[1].leave()
    room = await within(5, tables[0].until(lambda room: room["seats"][1]["is_out"]))
    assert room["status"] == "playing"
    await play_out([tables[0], tables[2]])
    assert (await within(5, tables[2].until(is_finished)))["play"]["outcome"]["winners"] != [1]
    await close_all(*clients)


async def test_nobody_can_be_expelled_from_a_running_game(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo")
    assert await refused(tables[0].ask("expel", seat=1)) == "game_in_progress"
    await close_all(*clients)


async def test_when_all_vote_to_play_again_the_next_seat_begins(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo", "Cy")
    assert await refused(tables[0].ask("vote", again=True)) == "stale"
    first = shown(tables[0])["play"]
    await play_out(tables)
    colours = [seat["colour"] for seat in shown(tables[0])["seats"]]
    assert shown(tables[0])["rematch_until"] is not None
    for table in tables:
        await table.ask("vote", again=True)
    again = await within(5, tables[0].until(is_playing))
    assert again["play"]["id"] != first["id"]
    assert again["play"]["starter"] == (first["starter"] + 1) % 3
    assert [seat["colour"] for seat in again["seats"]] == colours
    await play_out(tables, seed=2)
    assert [row.id for row in await clients[0].history()] == [again["play"]["id"], first["id"]]
    await close_all(*clients)


async def test_a_lost_connection_withdraws_the_vote(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    await play_out(tables)
    await tables[1].ask("vote", again=True)
    await tables[1].close()
    gone = await within(5, tables[0].until(lambda room: not room["seats"][1]["is_connected"]))
    assert gone["seats"][1]["again"] is False
    await tables[0].ask("vote", again=True)
    assert shown(tables[0])["status"] == "finished"
    back = await clients[1].join(room)
    await back.ask("vote", again=True)
    await within(5, tables[0].until(is_playing))
    await close_all(*clients)


async def test_who_goes_home_after_the_end_leaves_the_rematch_to_the_others(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo", "Cy")
    await play_out(tables)
    await tables[0].ask("vote", again=True)
    await tables[1].ask("vote", again=True)
    await tables[2].leave()
    again = await within(5, tables[0].until(is_playing))
    assert [seat["name"] for seat in again["seats"]] == ["Ada", "Bo"]
    await close_all(*clients)


# ── Onlookers ────────────────────────────────────────────────────────────────────────────────────────────


async def test_an_open_room_can_be_watched_and_onlookers_are_counted_and_named(server: ServerProcess) -> None:
    ada, bo, cy = await come_together(server, "Ada", "Bo", "Cy")
    room = await ada.create_room("gigogne", policy="host")
    async with await Wire.open(server, ada.cookie) as wire:
        await wire.ask("enter", room=room.id)
        watching, too = await bo.watch(room.code), await cy.watch(room.id)
        assert (await watching.until(lambda _: True))["you"] == []
        await wire.until(lambda message: message.get("onlookers") == 2)
        await too.close()
        told = await wire.until(lambda message: message.get("onlookers") == 1, len(wire.heard) - 1)
        assert told["onlooker_names"] == ["Bo"]
    await close_all(ada, bo, cy)


async def test_an_onlooker_has_no_seat_no_vote_and_no_hidden_thing(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo", game="ninth")
    onlooker = await come(server, "Onlooker")
    watching = await onlooker.watch(room)
    seen = (await watching.until(is_playing))["play"]["seen"]
    assert [perspective["seat"] for perspective in seen] == [None]
    assert seen[0]["legal"] == []
    assert await refused(watching.act({"type": "pass"})) == "not_in_room"
    for message in ("leave", "start", "make_seat_link"):
        assert await refused(watching.ask(message)) == "not_in_room"
    assert await refused(watching.ask("vote", again=True)) == "not_in_room"
    await play_out(tables)
    await within(5, watching.until(is_finished))
    assert watching.outcome == tables[0].outcome
    await close_all(*clients, onlooker)


async def test_the_host_can_switch_onlookers_off_and_on_in_a_running_game(server: ServerProcess) -> None:
    clients, room, tables = await playing(server, "Ada", "Bo")
    onlooker = await come(server, "Onlooker")
    watching = await onlooker.watch(room)
    await tables[0].ask("change_settings", onlookers=False)
    with pytest.raises(TableGone, match="no_onlookers"):
        await within(5, watching.until(lambda _: False))
    assert await refused(onlooker.watch(room)) == "not_in_room"
    assert await refused(tables[0].ask("change_settings", clock=30)) == "game_in_progress"
    await tables[0].ask("change_settings", onlookers=True)
    await onlooker.watch(room)
    await close_all(*clients, onlooker)


async def test_a_private_room_can_not_be_watched(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    room = await ada.create_room("gigogne", access="sesame")
    assert await refused(bo.watch(room.id)) == "not_in_room"
    assert await refused(bo.watch(room.code)) == "not_in_room"
    await close_all(ada, bo)


# ── One screen ───────────────────────────────────────────────────────────────────────────────────────────


async def test_on_one_screen_one_person_holds_all_seats_and_hands_are_seen_one_by_one(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    players = [{"name": "Left", "colour": "amber"}, {"name": "Right", "colour": "sky"}]
    room = await ada.create_room("ninth", local=players)
    table = await ada.join(room.id)
    first = await within(5, table.until(is_playing))
    assert (first["you"], first["clock"], first["is_local"]) == ([0, 1], None, True)
    assert first["expires_at"] > 1000 * time() + 29 * 24 * 3600 * 1000, "thirty days without play"
    assert [seen["seat"] for seen in first["play"]["seen"]] == [0, 1]
    assert [seat["name"] for seat in first["seats"]] == ["Left", "Right"]
    turn = await table.my_turn()
    assert turn is not None
    assert await refused(table.act(turn.legal[0])) == "bad_message"
    for name in (room.id, room.code):
        assert await refused(bo.join(name)) in ("room_full", "not_in_room")
        assert await refused(bo.watch(name)) == "not_in_room"
    await within(20, play_at_random(table, random.Random(3)))
    await table.ask("vote", again=True)
    again = await within(5, table.until(is_playing))
    assert again["play"]["starter"] == 1 - first["play"]["starter"]
    await close_all(ada, bo)


async def test_a_game_on_one_screen_can_be_taken_up_again(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    players = [{"name": "Left", "colour": "amber"}, {"name": "Right", "colour": "sky"}]
    room = await ada.create_room("gigogne", local=players)
    table = await ada.join(room.id)
    await play_at_random(table, random.Random(1), turns=2)
    turn = shown(table)["play"]["seen"][0]["turn"]
    await table.close()
    again = await ada.join(room.id)
    assert (await again.until(is_playing))["play"]["seen"][0]["turn"] == turn
    await again.leave()
    assert await refused(ada.join(room.id)) == "room_closed"
    await close_all(ada)


# ── The list ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_the_list_of_rooms_updates_live(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    before = await ada.create_room("gigogne", name="Zebra crossing")
    async with await Wire.open(server, bo.cookie) as wire:
        await wire.ask("watch_list", search="zébra")
        assert [row["id"] for row in (await wire.next("list"))["rooms"]] == [before.id]
        other = await ada.create_room("noe", name="No stripes")
        room = await ada.create_room("gigogne", name="The other ZEBRA", policy="host")
        appeared = await wire.until(lambda message: _row(message, room.id) is not None)
        assert _row(appeared, room.id) is not None
        table = await bo.join(room.id)
        await wire.until(lambda message: (_row(message, room.id) or {}).get("taken") == 2)
        await table.leave()
        await wire.until(lambda message: (_row(message, room.id) or {}).get("taken") == 1, len(wire.heard) - 1)
        host = await ada.join(room.id)
        await host.ask("change_settings", name="A horse")
        await wire.until(lambda message: room.id in message.get("gone", ()))
        await (await ada.join(before.id)).leave()
        await wire.until(lambda message: before.id in message.get("gone", ()))
        assert all(_row(message, other.id) is None for message in wire.heard)
        await wire.ask("unwatch_list")
        heard = len(wire.heard)
        async with await Wire.open(server, ada.cookie) as sees:
            await sees.ask("watch_list", search="late zebra")
            late = await ada.create_room("gigogne", name="A late zebra")
            await sees.until(lambda message: _row(message, late.id) is not None)
        assert len(wire.heard) == heard
    await close_all(ada, bo)


def _row(message: Json, room: str) -> Json | None:
    rows: list[Json] = message.get("rooms") or []
    return next((row for row in rows if row["id"] == room), None)


async def test_the_live_list_says_where_its_next_page_begins(server: ServerProcess) -> None:
    people = [await come(server, f"Host {number}") for number in range(11)]
    rooms = [await host.create_room("gigogne", name="Okapi") for host in people for _ in range(5)]
    async with await Wire.open(server, people[0].cookie) as wire:
        await wire.ask("watch_list", search="okapi")
        first = await wire.next("list")
        rest = ask(server, "GET", f"/api/rooms?search=okapi&before={first['next']}").json
        assert (len(first["rooms"]), len(rest["rooms"]), rest["next"]) == (50, 5, None)
        assert {row["id"] for row in first["rooms"] + rest["rooms"]} == {room.id for room in rooms}
        await wire.ask("watch_list", search="no such animal")
        assert (await wire.next("list"))["next"] is None
    await close_all(*people)


async def test_local_rooms_do_not_appear_in_the_live_list(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    async with await Wire.open(server, bo.cookie) as wire:
        await wire.ask("watch_list")
        players = [{"name": "Left", "colour": "amber"}, {"name": "Right", "colour": "sky"}]
        local = await ada.create_room("gigogne", local=players)
        seen = await ada.create_room("gigogne")
        await wire.until(lambda message: _row(message, seen.id) is not None)
        assert local.id.encode() not in b"".join(wire.raw)
    await close_all(ada, bo)


# ── Records ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_finished_game_is_a_record_that_anybody_can_read(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo", game="ninth")
    game = shown(tables[0])["play"]["id"]
    assert ask(server, "GET", f"/api/records/{game}", cookie=clients[0].cookie).code == "game_in_progress"
    await play_out(tables)
    answer = ask(server, "GET", f"/api/records/{game}")
    assert answer.headers["content-type"].partition(";")[0] == "application/jsonl"
    assert answer.headers["content-disposition"] == f'attachment; filename="tablee-ninth-{game}.jsonl"'
    record = answer.lines
    head, *steps, ending = record
    assert (head["record"], head["id"], head["game"], head["names"]) == (2, game, "ninth", ["Ada", "Bo"])
    assert (head["colours"], head["bots"]) == (["vermilion", "blue"], [None, None])
    assert len(steps) > 10
    assert ending["outcome"] == shown(tables[0])["play"]["outcome"]
    assert {step["cause"] for step in steps} == {"played"}
    assert b"person" not in answer.body
    first, *rest = answer.body.splitlines()
    header = read_header(first)
    assert isinstance(header, Header)
    replayed = replay(load_game("ninth"), header, rest)
    assert not isinstance(replayed, Tampered), replayed.text.en
    for table in tables:
        await table.leave()
    assert ask(server, "GET", f"/api/records/{game}").lines == record
    await close_all(*clients)


async def test_the_record_of_a_private_room_is_for_those_who_played(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo", access="sesame")
    game = shown(tables[0])["play"]["id"]
    await play_out(tables)
    stranger = await come(server, "Stranger")
    assert (await clients[1].record(game)).id == game
    assert await refused(stranger.record(game)) == "not_in_room"
    assert ask(server, "GET", f"/api/records/{game}").code == "not_in_room"
    await close_all(*clients, stranger)


async def test_the_history_comes_in_pages(server: ServerProcess) -> None:
    clients, _, tables = await playing(server, "Ada", "Bo")
    for seed in range(3):
        await play_out(tables, seed)
        await asyncio.gather(*[table.ask("vote", again=True) for table in tables])
        await within(5, tables[0].until(is_playing))
    cookie = clients[0].cookie
    whole = ask(server, "GET", "/api/records", cookie=cookie).json
    assert len(whole) == 3
    page = ask(server, "GET", "/api/records?limit=2", cookie=cookie).json
    rest = ask(server, "GET", f"/api/records?before={page[-1]['ended_at']}", cookie=cookie).json
    assert page + rest == whole
    await close_all(*clients)


def test_an_unknown_record_is_not_found(server: ServerProcess) -> None:
    for name in ("x", "0" * 16, "%00", "..%2f..%2fetc"):
        assert ask(server, "GET", f"/api/records/{name}").status == 404
