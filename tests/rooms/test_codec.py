"""Events and rooms as they are stored: every form that was ever written is read."""

import dataclasses
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablee.games.diggers.rules import DiggersOptions
from tablee.games.gigogne.rules import GigogneOptions, Place, Placed
from tablee.games.kitty.rules import Draw
from tablee.kernel import AnyGame, Upcaster
from tablee.kernel.upcasting import UnknownRules
from tablee.rooms.codec import (
    UPCASTERS,
    EventUpcaster,
    decode_event,
    decode_room,
    encode_event,
    encode_room,
    game_of_snapshot,
    game_of_stream,
)
from tablee.rooms.events import (
    AnyRoomEvent,
    ColourPicked,
    GameStarted,
    HintGiven,
    Played,
    RoomOpened,
    SeatRenamed,
    SeatsHeld,
    SeatsMoved,
    SeatTaken,
    TakeBackAnswered,
    TakeBackAsked,
    TakenBack,
)
from tablee.rooms.naming import (
    names_passed_on,
    names_said,
    room_without_names,
    with_name,
    with_names,
    without_name,
)
from tests.rooms.asking import (
    add_bot,
    change_settings,
    connect,
    disconnect,
    expel,
    joining,
    leave,
    pick_colour,
    recovering,
    renew_link,
    say_ready,
    shift,
    start,
    vote,
    wire,
)
from tests.rooms.table import (
    ANN,
    BEN,
    CLEO,
    DAN,
    GAMES,
    GIGOGNE,
    KITTY,
    T0,
    ZOE,
    Stacked,
    Table,
    from_a_snapshot,
    local,
    playing,
    table_of,
    waiting,
    won_by_the_starter,
)
from tests.rooms.wishes import random_room

KINDS: tuple[type[Any], ...] = get_args(AnyRoomEvent)
SINCE = {HintGiven, SeatRenamed, SeatsHeld, SeatsMoved, TakeBackAnswered, TakeBackAsked, TakenBack}
"""What a room of the first version did not know."""
GOLDEN = Path(__file__).with_name("stream-v1.jsonl")


@cache
def tables() -> list[Table]:
    """Many rooms of all games, each at some moment of its life."""
    return [*([step[2].table for step in random_room(seed, 100)][-1] for seed in range(80)), eventful()]


@cache
def stored_events() -> list[tuple[AnyGame, AnyRoomEvent]]:
    """Their events."""
    return [(table.game, event) for table in tables() for event in table.stream]


def eventful() -> Table:
    """A short life in which everything happens that can."""
    table = waiting(GIGOGNE, ANN, BEN, CLEO, DAN, bots=0).later(1)
    table = table.having(
        pick_colour(BEN, "sky"),
        say_ready(CLEO, ready=True),
        change_settings(ANN, name="Another table", options=GigogneOptions("classic")),
        expel(ANN, 3),
        renew_link(BEN, "hash-1"),
        recovering(ZOE, "hash-1"),
        disconnect(CLEO, wire(CLEO)),
        connect(CLEO, wire(CLEO, 2)),
        change_settings(ANN, options=GigogneOptions(), hints=True),
    )
    table = table.when(start(ANN), Stacked(0)).done().later(60)
    table = table.ticked().having(shift(table.now + 1, 500), leave(CLEO))
    table = table.acted((1, Place("large", 4)), (0, Place("large", 0)), (1, Place("large", 3)), (0, Place("large", 1)))
    table = table.having(table.asking_hint(1))
    table = table.having(table.taking_back(1))
    table = table.having(table.answering(0))
    table = table.acted((1, Place("large", 3)), (0, Place("large", 1)))
    table = table.acted((1, Place("large", 5))).having(vote(ANN, again=True), leave(ANN))
    return table.ticked()


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_comes_back_as_it_was(kind: type[Any]) -> None:
    events = [(game, event) for game, event in stored_events() if isinstance(event, kind)]
    assert events, "no such event in any room"
    for game, event in events:
        raw = encode_event(event)
        said_at = getattr(event, "named_at", 0) or 7
        again = with_name(decode_event(game, raw), 7, {said_at: getattr(event, "name", "")})
        assert again == event
        assert type(again) is kind
        assert encode_event(again) == raw


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_game_gave_comes_back_in_the_games_own_types(game: AnyGame) -> None:
    table = playing(game, ANN, BEN, options=DiggersOptions(tiles=0) if game.id == "diggers" else None)
    started = table.stream[-1]
    table = table.acted((table.awaited[0], table.first_action(table.awaited[0])))
    played = table.stream[-1]
    again = decode_event(game, encode_event(started))
    assert isinstance(again, GameStarted)
    assert type(again.state) is game.state
    assert isinstance(played, Played)
    acted = decode_event(game, encode_event(played))
    assert isinstance(acted, Played)
    assert type(acted.action) is type(played.action)
    assert [type(event) for event in acted.events] == [type(event) for event in played.events]


def test_an_event_says_its_type_and_the_version_of_its_form() -> None:
    raw = encode_event(ColourPicked(T0, 2, "sky"))
    assert raw == b'{"type":"colour_picked","at":1000000000,"seat":2,"colour":"sky","v":1}'


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b'{"type":"jumped","at":1,"v":1}',
        b'{"type":"colour_picked","at":1,"seat":2,"colour":"sky","v":1,"more":1}',
        b'{"type":"colour_picked","at":1,"seat":2,"colour":"beige","v":1}',
        b'{"type":"played","at":1,"seat":0,"id":"a","action":{"type":"jump"},"events":[],"v":1}',
        b'{"type":"game_started","at":1,"game":"g","starter":0,"state":{},"v":1}',
    ],
    ids=lambda raw: raw.decode()[:40],
)
def test_what_is_no_event_of_a_room_is_not_read(raw: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_event(GIGOGNE, raw)


def test_the_game_of_a_stream_is_told_by_its_first_event() -> None:
    for game in GAMES:
        table = waiting(game, ANN)
        assert game_of_stream(encode_event(table.stream[0])) == game.id
        assert game_of_snapshot(encode_room(game, table.room)) == game.id


# ── Names ────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_nickname_and_no_name_of_a_room_stands_in_what_is_stored() -> None:
    for table in tables():
        said = [f'"{text}"'.encode() for text in table.names.values() if text]
        assert said
        stored = [encode_event(event) for event in table.stream] + [encode_room(table.game, table.room)]
        assert not [(name, raw) for raw in stored for name in said if name in raw]


def test_a_bots_name_is_nobodys_and_stays_in_the_events() -> None:
    table = waiting(GIGOGNE, ANN).having(add_bot(ANN))
    name = table.seats[1].name.encode()
    assert name in encode_event(table.stream[-1])
    assert name in encode_room(GIGOGNE, table.room)
    assert names_said(table.room, table.stream[-1:]) == ()


def test_a_name_is_kept_with_who_said_it_and_by_the_version_of_the_event_that_did() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3)
    assert names_said(table.room, table.stream) == (
        (1, ANN, "room", table.room.settings.name),
        (2, ANN, "seat", "Ann"),
        (3, BEN, "seat", "Ben"),
    )
    table = table.having(change_settings(ANN, name="Another table"))
    assert names_said(table.room, table.stream[-1:]) == ((4, ANN, "room", "Another table"),)
    assert table.room.named_at == 4


def test_settings_that_change_without_the_name_do_not_say_it_again_in_another_hosts_mouth() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3).having(leave(ANN))
    table = table.having(change_settings(BEN, capacity=4))
    assert names_said(table.room, table.stream[-1:]) == ()
    assert table.room.named_at == 1
    assert with_names(table.stream, 1, {})[-1] == table.stream[-1], "it has its name still"
    assert with_name(without_name(table.stream[-1]), 6, {1: "Old name"}).name == "Old name"  # type: ignore[union-attr]


def test_what_was_said_in_one_session_is_said_by_the_one_that_recovered_its_seat() -> None:
    table = waiting(GIGOGNE, ANN, BEN, capacity=3).having(renew_link(BEN, "hash-1"), recovering(ZOE, "hash-1"))
    assert names_passed_on(table.stream) == ((BEN, ZOE),)


def test_a_room_whose_names_were_erased_is_read_without_them_and_plays_on() -> None:
    for game in GAMES:
        table = playing(game, ANN, BEN)
        room = from_a_snapshot(game, table.room)
        assert (room.settings.name, {seat.name for seat in room.seats}) == ("", {""})
        assert room == room_without_names(table.room)
        erased = Table(game, room, table.stream, room, {})
        after = erased.acted((erased.awaited[0], erased.first_action(erased.awaited[0])))
        assert after.room.version == table.room.version + 1


def test_an_event_of_before_that_has_its_name_inside_is_read_with_it() -> None:
    old = b'{"type":"seat_taken","at":5,"person":"p","bot":null,"name":"Ann","colour":"blue","connection":"c","v":1}'
    event = decode_event(GIGOGNE, old)
    assert event == PRESENT
    assert with_name(event, 3, {}) == PRESENT


# ── Old forms ────────────────────────────────────────────────────────────────────────────────────────────

# Once upon a time, a seat was taken under a nickname, and every colour was a number.
V_MINUS_1 = b'{"type":"sat_down","at":5,"person":"p","nickname":"Ann","colour":1,"v":-1}'
V_0 = b'{"type":"seat_taken","at":5,"person":"p","nickname":"Ann","colour":"blue","connection":"c","v":0}'
PRESENT = SeatTaken(5, person="p", bot=None, name="Ann", colour="blue", connection="c")


def from_minus_1(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "type": "seat_taken", "colour": ("vermilion", "blue")[data["colour"]], "connection": "c"}


def from_0(data: dict[str, Any]) -> dict[str, Any]:
    name = data.pop("nickname")
    return {**data, "name": name, "bot": None}


OLD_FORMS: dict[tuple[str, int], EventUpcaster] = {("sat_down", -1): from_minus_1, ("seat_taken", 0): from_0}


def test_an_old_form_of_an_event_is_read_as_the_present_one() -> None:
    assert decode_event(GIGOGNE, V_0, OLD_FORMS) == PRESENT


def test_an_older_form_is_brought_up_step_by_step_also_under_another_name() -> None:
    assert decode_event(GIGOGNE, V_MINUS_1, OLD_FORMS) == PRESENT


def test_a_present_form_is_left_alone_by_what_reads_old_ones() -> None:
    for game, event in stored_events()[:2000]:
        assert decode_event(game, encode_event(event), OLD_FORMS) == without_name(event)


def test_an_old_form_that_nothing_reads_is_not_mistaken_for_a_present_one() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_event(GIGOGNE, V_0, {})


def test_the_games_own_data_in_an_old_form_are_read_in_their_types() -> None:
    old = b'{"type":"played","at":5,"seat":0,"action":{"type":"draw"},"events":[],"v":0}'
    upcast: Callable[[dict[str, Any]], dict[str, Any]] = lambda data: {**data, "id": "unknown"}  # noqa: E731 - short
    event = decode_event(KITTY, old, {("played", 0): upcast})
    assert event == Played(5, seat=0, id="unknown", action=Draw(), events=())


# A later Gigogne counts its cells from 1, and calls its win condition another name.
NEXT_GIGOGNE = dataclasses.replace(
    GIGOGNE,
    rules_version=GIGOGNE.rules_version + 1,
    upcasters={
        GIGOGNE.rules_version: Upcaster(
            options=lambda data: {**data, "win": "classic"},
            state=lambda data: {**data, "options": {**data["options"], "win": "classic"}},
            action=lambda data: {**data, "cell": data["cell"] + 1},
            event=lambda data: {**data, "cell": data["cell"] + 1} if data["type"] == "placed" else data,
        )
    },
)


def test_what_was_stored_under_older_rules_of_the_game_is_read_in_the_form_of_the_present_ones() -> None:
    table = playing(GIGOGNE, ANN, BEN).acted((0, Place("small", 3)))
    opened, *_, started, played = [decode_event(NEXT_GIGOGNE, encode_event(event)) for event in table.stream]
    assert isinstance(opened, RoomOpened)
    assert opened.options.win == "classic"
    assert isinstance(started, GameStarted)
    assert started.state.options.win == "classic"
    assert isinstance(played, Played)
    assert played.action == Place("small", 4)
    assert played.events[0] == Placed(0, "small", 4)


def test_an_event_without_a_version_of_the_rules_is_of_the_first() -> None:
    played = msgspec.json.decode(encode_event(playing(KITTY, ANN, BEN).acted((0, Draw())).stream[-1]))
    del played["rules_version"]
    event = decode_event(KITTY, json.dumps(played).encode())
    assert isinstance(event, Played)
    assert event.rules_version == 1


def test_what_was_stored_under_rules_that_are_not_known_yet_is_refused_with_a_sentence() -> None:
    raw = encode_event(waiting(NEXT_GIGOGNE, ANN).stream[0])
    with pytest.raises(UnknownRules, match=r"gigogne is known here up to version 2 of its rules.* under version 3"):
        decode_event(GIGOGNE, raw)


def test_no_upcaster_reads_a_present_form() -> None:
    present = {(kind.__struct_config__.tag, msgspec.structs.fields(kind)[-1].default) for kind in KINDS}
    assert not present & set(UPCASTERS)


def test_a_stream_of_the_first_version_is_still_read_and_tells_the_same_room() -> None:
    stream = [decode_event(GIGOGNE, line) for line in GOLDEN.read_bytes().splitlines()]
    table = table_of(GIGOGNE, stream)
    assert {type(event) for event in stream} == set(KINDS) - SINCE
    assert table.room.closed == "no_rematch"
    assert table.play.outcome is not None
    assert (table.play.outcome.winners, table.play.outcome.reason) == ((1,), "line")
    assert [(seat.name, seat.colour, seat.is_out) for seat in table.seats] == [
        ("Ann", "vermilion", True),
        ("Ben", "sky", False),
        ("Cleo", "green", True),
    ]
    assert table.room.host == ZOE
    assert table.room.expelled == (DAN,)


# ── Snapshots ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_snapshot_comes_back_as_it_was_at_every_stage_of_a_rooms_life() -> None:
    for seed in range(30):
        for number, (_, _, answer) in enumerate(random_room(seed, 80)):
            if number % 5 == 0:
                room = answer.room
                game = answer.table.game
                again = from_a_snapshot(game, room, answer.table.names)
                assert again == room
                assert encode_room(game, again) == encode_room(game, room)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_snapshot_gives_the_games_state_and_options_in_their_types(game: AnyGame) -> None:
    for table in (waiting(game, ANN), playing(game, ANN, BEN), local(game, "Ann", "Ben")):
        room = from_a_snapshot(game, table.room, table.names)
        assert type(room.settings.options) is game.options
        if room.play is not None:
            assert type(room.play.state) is game.state
        assert room == table.room


def test_a_snapshot_of_a_finished_game_keeps_its_outcome() -> None:
    table = won_by_the_starter(playing(GIGOGNE, ANN, BEN))
    room = from_a_snapshot(GIGOGNE, table.room)
    assert room.play is not None
    assert room.play.outcome == table.play.outcome


def test_a_snapshot_of_another_form_is_not_used() -> None:
    room = playing(GIGOGNE, ANN, BEN).room
    snapshot = msgspec.json.decode(encode_room(GIGOGNE, room))
    before = json.dumps({**snapshot, "format": snapshot["format"] - 1}).encode()
    assert decode_room(GIGOGNE, before) is None
    assert decode_room(GIGOGNE, msgspec.json.encode(room)) is None, "0.1.0 wrote the bare room"


def test_a_snapshot_made_under_other_rules_of_the_game_is_not_used() -> None:
    raw = encode_room(GIGOGNE, playing(GIGOGNE, ANN, BEN).room)
    assert decode_room(NEXT_GIGOGNE, raw) is None


def test_the_first_event_of_a_room_opens_it() -> None:
    assert isinstance(waiting(GIGOGNE, ANN).having(joining(BEN)).stream[0], RoomOpened)
