"""Whatever is asked of a room, in whatever order: what is always true of it.

Every step of these rooms is also checked by tests/rooms/invariants.py: one host who is a person, no seat twice, no
colour twice, nothing played after the end, no game begun with somebody disconnected, a closed room stays closed.
"""

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import get_args

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.kernel import Chance, Refusal
from tablee.rooms.codec import decode_event, encode_event, encode_room
from tablee.rooms.commands import AddBot
from tablee.rooms.decide import Answered, advance
from tablee.rooms.events import AnyRoomEvent, RoomOpened
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.naming import with_name
from tablee.rooms.state import Room, next_deadline
from tests.rooms.asking import TICK, Asked
from tests.rooms.table import PEOPLE, Answer, Table, from_a_snapshot
from tests.rooms.wishes import OPENINGS, WISHES, Opening, Wish, random_room, wished

random_rooms = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
LIVES = st.lists(WISHES, min_size=20, max_size=80)


def lived(opening: Opening, wishes: list[Wish]) -> Table:
    table = opening.table()
    for wish in wishes:
        table, command = wished(table, wish)
        table = table.when(command).table
    return table


@cache
def many_lives() -> list[tuple[Table, Asked, Answer]]:
    """The steps of some rooms that are the same every time."""
    return [step for seed in range(250) for step in random_room(seed, 120)]


@random_rooms
@given(OPENINGS, LIVES)
def test_every_step_keeps_every_invariant(opening: Opening, wishes: list[Wish]) -> None:
    lived(opening, wishes)


@random_rooms
@given(OPENINGS, LIVES)
def test_a_repeated_command_changes_nothing(opening: Opening, wishes: list[Wish]) -> None:
    table = opening.table()
    for wish in wishes:
        table, command = wished(table, wish)
        answer = table.when(command)
        table = answer.table
        if not isinstance(command.command, AddBot):  # a second one is a second bot
            assert not has_happened(table.when(command)), command


@random_rooms
@given(OPENINGS, LIVES)
def test_something_is_due_exactly_when_the_room_says_so(opening: Opening, wishes: list[Wish]) -> None:
    table = opening.table()
    for wish in wishes:
        table, command = wished(table, wish)
        table = table.when(command).table
        due = next_deadline(table.room)
        if due is None:
            assert not has_happened(table.later(10**9).when(TICK))
        else:
            assert has_happened(replace(table, now=max(table.now, due)).when(TICK))
            if table.now < due:
                assert not has_happened(replace(table, now=due - 1).when(TICK))


@random_rooms
@given(OPENINGS, LIVES)
def test_a_room_that_nobody_touches_closes_in_the_end(opening: Opening, wishes: list[Wish]) -> None:
    table = lived(opening, wishes)
    for _ in range(2000):
        if next_deadline(table.room) is None:
            break
        table = table.ticked()
    assert table.room.closed or table.room.is_local


@random_rooms
@given(OPENINGS, LIVES)
def test_the_same_command_at_the_same_time_with_the_same_chance_gives_the_same_answer(
    opening: Opening, wishes: list[Wish]
) -> None:
    table = opening.table()
    for wish in wishes:
        table, asked = wished(table, wish)
        before = encode_room(table.game, table.room)
        first, second = [
            advance(table.game, table.room, asked.command, asked.sender, table.now, Chance.seeded(1), table.policy)
            for _ in range(2)
        ]
        assert first == second
        assert encode_room(table.game, table.room) == before
        table = table.when(asked).table


@random_rooms
@given(OPENINGS, LIVES, st.data())
def test_a_room_is_the_fold_of_its_stored_events_also_from_a_snapshot_in_the_middle(
    opening: Opening, wishes: list[Wish], data: st.DataObject
) -> None:
    table = lived(opening, wishes)
    stream = [encode_event(event) for event in table.stream]
    middle = data.draw(st.integers(1, len(stream)))
    rooms = folded(table, stream)
    assert rooms[-1] == table.room
    room = from_a_snapshot(table.game, rooms[middle - 1], table.names)
    assert room == rooms[middle - 1]
    assert encode_room(table.game, room) == encode_room(table.game, rooms[middle - 1])
    for raw in stream[middle:]:
        room = evolve(table.game, room, with_name(decode_event(table.game, raw), room.version + 1, table.names))
    assert room == table.room


def test_random_rooms_see_every_kind_of_event_and_every_refusal_of_a_room() -> None:
    seen: Counter[str] = Counter()
    for table, _, answer in many_lives():
        seen.update(type(event).__name__ for event in table.stream[:1])
        if isinstance(answer.decision, Refusal):
            seen[answer.decision.code] += 1
        elif isinstance(answer.decision, Answered):
            seen["Answered"] += 1
        else:
            seen.update(type(event).__name__ for event in answer.events)
            seen[f"closed: {answer.room.closed}"] += 1
    kinds = {kind.__name__ for kind in get_args(AnyRoomEvent)}
    codes = {
        "already_seated", "bad_message", "bad_options", "colour_taken", "expelled", "game_in_progress", "game_over",
        "not_enough_players", "not_host", "not_in_room", "not_your_turn", "room_closed", "room_full", "stale",
        "wrong_code",
    }  # fmt: skip
    ends = {f"closed: {reason}" for reason in ("empty", "expired", "no_rematch", "abandoned", "left")}
    assert sorted((kinds | codes | ends | {"Answered"}) - set(seen)) == []


def test_no_refusal_tells_who_anybody_is() -> None:
    for _, _, answer in many_lives():
        if isinstance(answer.decision, Refusal):
            told = msgspec.json.encode(answer.decision).decode()
            assert not any(word in told for word in (*PEOPLE, "wire-", "hash-"))
            assert answer.decision.text.en
            assert answer.decision.text.fr


def has_happened(answer: Answer) -> bool:
    return not isinstance(answer.decision, Refusal | Answered) and bool(answer.decision)


def folded(table: Table, stream: list[bytes]) -> list[Room]:
    """The room after each stored event."""
    opened = with_name(decode_event(table.game, stream[0]), 1, table.names)
    assert isinstance(opened, RoomOpened)
    rooms = [open_room(opened)]
    for raw in stream[1:]:
        event = with_name(decode_event(table.game, raw), rooms[-1].version + 1, table.names)
        rooms.append(evolve(table.game, rooms[-1], event))
    return rooms
