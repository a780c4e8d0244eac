"""Events and rooms as they are stored: every form that was ever written is read."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablee.games.diggers.rules import DiggersOptions
from tablee.games.gigogne.rules import GigogneOptions, Place
from tablee.games.kitty.rules import Draw
from tablee.kernel import AnyGame
from tablee.rooms.codec import (
    UPCASTERS,
    Upcaster,
    decode_event,
    decode_room,
    encode_event,
    encode_room,
    game_of_snapshot,
    game_of_stream,
)
from tablee.rooms.commands import (
    SERVER,
    ChangeSettings,
    Connect,
    Disconnect,
    Expel,
    Leave,
    MakeSeatLink,
    PickColour,
    SayReady,
    Shift,
    Start,
    Vote,
)
from tablee.rooms.events import AnyRoomEvent, ColourPicked, GameStarted, Played, RoomOpened, SeatTaken
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
    joining,
    local,
    playing,
    recovering,
    settings_of,
    table_of,
    waiting,
    wire,
    won_by_the_starter,
)
from tests.rooms.wishes import random_room

KINDS: tuple[type[Any], ...] = get_args(AnyRoomEvent)
GOLDEN = Path(__file__).with_name("stream-v1.jsonl")


@cache
def stored_events() -> list[tuple[AnyGame, AnyRoomEvent]]:
    """The events of many rooms of all games."""
    tables = [[step[2].table for step in random_room(seed, 100)][-1] for seed in range(80)]
    return [(table.game, event) for table in (*tables, eventful()) for event in table.stream]


def eventful() -> Table:
    """A short life in which everything happens that can."""
    table = waiting(GIGOGNE, ANN, BEN, CLEO, DAN, bots=0).later(1)
    table = table.having(
        PickColour(BEN, "sky"),
        SayReady(CLEO, ready=True),
        ChangeSettings(ANN, settings_of(table, name="Another table", options=GigogneOptions("classic"))),
        Expel(ANN, 3),
        MakeSeatLink(BEN, "hash-1"),
        recovering(ZOE, "hash-1"),
        Disconnect(CLEO, wire(CLEO)),
        Connect(CLEO, wire(CLEO, 2)),
        ChangeSettings(ANN, settings_of(table, name="Another table")),
    )
    table = table.when(Start(ANN), Stacked(0)).done().later(60)
    table = table.ticked().having(Shift(SERVER, table.now + 1, 500), Leave(CLEO))
    table = table.acted((1, Place("large", 4)), (0, Place("large", 0)), (1, Place("large", 3)), (0, Place("large", 1)))
    table = table.acted((1, Place("large", 5))).having(Vote(ANN, again=True), Leave(ANN))
    return table.ticked()


# ── Events ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_event_comes_back_as_it_was(kind: type[Any]) -> None:
    events = [(game, event) for game, event in stored_events() if isinstance(event, kind)]
    assert events, "no such event in any room"
    for game, event in events:
        raw = encode_event(event)
        again = decode_event(game, raw)
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
        assert game_of_snapshot(encode_room(table.room)) == game.id


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


OLD_FORMS: dict[tuple[str, int], Upcaster] = {("sat_down", -1): from_minus_1, ("seat_taken", 0): from_0}


def test_an_old_form_of_an_event_is_read_as_the_present_one() -> None:
    assert decode_event(GIGOGNE, V_0, OLD_FORMS) == PRESENT


def test_an_older_form_is_brought_up_step_by_step_also_under_another_name() -> None:
    assert decode_event(GIGOGNE, V_MINUS_1, OLD_FORMS) == PRESENT


def test_a_present_form_is_left_alone_by_what_reads_old_ones() -> None:
    for game, event in stored_events()[:2000]:
        assert decode_event(game, encode_event(event), OLD_FORMS) == event


def test_an_old_form_that_nothing_reads_is_not_mistaken_for_a_present_one() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_event(GIGOGNE, V_0, {})


def test_the_games_own_data_in_an_old_form_are_read_in_their_types() -> None:
    old = b'{"type":"played","at":5,"seat":0,"action":{"type":"draw"},"events":[],"v":0}'
    upcast: Callable[[dict[str, Any]], dict[str, Any]] = lambda data: {**data, "id": "unknown"}  # noqa: E731 - short
    event = decode_event(KITTY, old, {("played", 0): upcast})
    assert event == Played(5, seat=0, id="unknown", action=Draw(), events=())


def test_no_upcaster_reads_a_present_form() -> None:
    present = {(kind.__struct_config__.tag, msgspec.structs.fields(kind)[-1].default) for kind in KINDS}
    assert not present & set(UPCASTERS)


def test_a_stream_of_the_first_version_is_still_read_and_tells_the_same_room() -> None:
    stream = [decode_event(GIGOGNE, line) for line in GOLDEN.read_bytes().splitlines()]
    table = table_of(GIGOGNE, stream)
    assert {type(event) for event in stream} == set(KINDS)
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
                raw = encode_room(room)
                assert decode_room(answer.table.game, raw) == room
                assert encode_room(decode_room(answer.table.game, raw)) == raw


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_snapshot_gives_the_games_state_and_options_in_their_types(game: AnyGame) -> None:
    for table in (waiting(game, ANN), playing(game, ANN, BEN), local(game, "Ann", "Ben")):
        room = decode_room(game, encode_room(table.room))
        assert type(room.settings.options) is game.options
        if room.play is not None:
            assert type(room.play.state) is game.state
        assert room == table.room


def test_a_snapshot_of_a_finished_game_keeps_its_outcome() -> None:
    table = won_by_the_starter(playing(GIGOGNE, ANN, BEN))
    room = decode_room(GIGOGNE, encode_room(table.room))
    assert room.play is not None
    assert room.play.outcome == table.play.outcome


def test_the_first_event_of_a_room_opens_it() -> None:
    assert isinstance(waiting(GIGOGNE, ANN).having(joining(BEN)).stream[0], RoomOpened)
