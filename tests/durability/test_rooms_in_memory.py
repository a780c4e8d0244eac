"""What a process holds in memory of rooms, when the store fails it, or others write to it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Raw

from tablee.bots import levels_of
from tablee.games import gigogne
from tablee.rooms.codec import decode_event, decode_room
from tablee.rooms.commands import (
    SERVER,
    Act,
    AddBot,
    Connect,
    CreateRoom,
    Disconnect,
    Join,
    Leave,
    Sender,
    Settings,
)
from tablee.rooms.decide import Answered, Policy
from tablee.rooms.events import GameEnded
from tablee.server.appends import summary_of
from tablee.server.bots import Bots
from tablee.server.clock import now
from tablee.server.connections import Connection
from tablee.server.conversation import Conversation
from tablee.server.credentials import load_secret
from tablee.server.hall import Hall
from tablee.server.limits import Bucket
from tablee.server.live_room import UNAVAILABLE, Done, LiveRoom
from tablee.server.metrics import Metrics
from tablee.server.reception import Reception
from tablee.server.sessions import new_session
from tablee.server.settings import ServerSettings, SettingsError
from tablee.server.times import TIMES, Times
from tablee.store.contract import Append, Appended, Unavailable, Written
from tablee.store.replies import Then
from tablee.store.sqlite import SqliteStore
from tests.patience import at_leisure

GAME = gigogne.GAME


class Listening(Connection):
    """A connection that keeps what it is sent."""

    def __init__(self, id_: str, person: str) -> None:
        super().__init__(id_, new_session(person, person.title()), "127.0.0.1", (Bucket(1000, 1000),))
        self.heard: list[dict[str, Any]] = []
        self.closed: tuple[int, str] | None = None

    def write(self, data: bytes) -> None:
        self.heard.append(msgspec.json.decode(data))

    def say_goodbye(self, code: int, reason: str) -> None:
        self.closed = code, reason

    def abort(self) -> None:
        self.closed = 0, ""


class MoodyStore(SqliteStore):
    """A real store whose answers can get lost, as those of a PostgreSQL whose connection breaks."""

    loses_answers = False
    fails_times = 0
    """So many of the next appends are not even tried."""

    def append_then(self, append: Append, then: Then[Written]) -> None:
        if self.fails_times:
            self.fails_times -= 1
            raise Unavailable("The connection broke.")
        broken = Unavailable("The connection broke.")
        super().append_then(append, lambda result: then(broken if self.loses_answers else result))


@pytest.fixture
def store(tmp_path: Path) -> MoodyStore:
    return MoodyStore(tmp_path)


@asynccontextmanager
async def opened(store: MoodyStore, process: str = "here", times: Times = TIMES) -> AsyncIterator[Hall]:
    hall = Hall(store, process, Policy(test_clocks=True, bot_levels=levels_of), Metrics(), times)
    await hall.open()
    try:
        yield hall
    finally:
        await hall.close()


async def playing(hall: Hall, *connections: Connection, bot: str | None = None) -> LiveRoom:
    """A room with a game being played by those who listen, and a bot of some level."""
    capacity = len(connections) + (bot is not None)
    settings = Settings(name="Table", options=GAME.options(), capacity=capacity, policy="full", clock=60)
    first, *others = connections
    creating = CreateRoom(id="room", code="AAAAAA", game=GAME.id, name=first.session.name, settings=settings)
    live = await hall.create(creating, Sender(first.session.person))
    assert isinstance(live, LiveRoom)
    assert isinstance(await live.submit(Connect(), first.sender, first), Done)
    for other in others:
        joining = Join(other.session.name, is_admitted=True)
        assert isinstance(await live.submit(joining, other.sender, other), Done)
    for connection in connections:
        live.connections[connection.id] = connection
        connection.room = live.room.id
    if bot is not None:
        assert isinstance(await live.submit(AddBot(id="bot", level=bot), first.sender), Done)
    assert live.room.status == "playing"
    return live


def talking(connection: Connection, hall: Hall) -> tuple[Conversation, set[asyncio.Task[None]]]:
    """What is said over a connection, and what is done about it in the background."""
    tasks: set[asyncio.Task[None]] = set()
    reception = Reception(hall, hall.store, ServerSettings(), Bots(hall.process, 0, hall.metrics))
    return Conversation(connection, reception, lambda coroutine: tasks.add(asyncio.create_task(coroutine))), tasks


def fail(_reply: object) -> None:
    raise ZeroDivisionError


def _state(live: LiveRoom) -> Any:
    assert live.room.play is not None
    return live.room.play.state


def move(live: LiveRoom, id_: str = "move") -> tuple[Act, Sender, Connection]:
    """The first legal move of whoever is to move, and who that is."""
    play = live.room.play
    assert play is not None
    (seat,) = GAME.to_act(play.state)
    mover = live.connections[live.room.seats[seat].connection or ""]
    action = Raw(msgspec.json.encode(GAME.legal(play.state, seat)[0]))
    return Act(id=id_, game=play.id, turn=play.state.turn, action=action), mover.sender, mover


async def test_an_action_whose_answer_the_store_lost_is_acked_and_seen_by_all_and_done_once(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        asked = move(live)
        store.loses_answers = True
        reply = await live.submit(*asked)
        store.loses_answers = False
        assert reply == Answered(live.room.version)
        assert ann.heard[-1]["type"] == ben.heard[-1]["type"] == "moved"
        assert await live.submit(*asked) == reply, "a repeat gets the same answer"
        played = [event for event in await store.read("room", 0) if b'"played"' in event]
        assert len(played) == 1


async def test_a_room_that_the_store_has_less_of_is_loaded_anew_and_everybody_comes_again(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        await live.submit(*move(live, "kept"))
        kept = live.room.version
        await live.submit(*move(live, "lost"))
        await store._database.execute("DELETE FROM events WHERE version > $1", kept)
        assert await asyncio.wait_for(live.submit(*move(live, "next")), at_leisure(5)) is UNAVAILABLE
        assert ann.closed == ben.closed == (1012, "come again")
        anew = await hall.find("room")
        assert anew is not None
        assert anew is not live
        assert anew.room.version >= kept


async def test_a_bot_whose_action_could_not_be_written_tries_again(
    store: MoodyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.bots.TRY_AGAIN", 0.05)
    ann = Listening("here:1", "ann")
    bots = Bots("here", 1, Metrics())
    async with opened(store) as hall:
        hall.on_room = bots.consider
        live = await playing(hall, ann, bot="easy")
        if GAME.to_act(_state(live)) == (0,):
            await live.submit(*move(live))
        store.fails_times = 2
        async with asyncio.timeout(20):
            while GAME.to_act(_state(live)) == (1,):
                await asyncio.sleep(0.05)
        assert store.fails_times == 0
        await bots.close()


async def test_a_bot_is_not_forgotten_when_it_is_answered_at_once(
    store: MoodyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its turn comes again while it is just rising from the last one."""
    monkeypatch.setattr("tablee.server.bots.pause_of", lambda _: (0.0, 0.0))
    ann = Listening("here:1", "ann")
    bots = Bots("here", 1, Metrics())
    loop, is_over = asyncio.get_running_loop(), asyncio.Event()

    def answer(live: LiveRoom) -> None:
        act, sender, connection = move(live, f"at {live.room.version}")
        live.ask(act, sender, lambda _: None, connection)

    def consider(live: LiveRoom) -> None:
        bots.consider(live)
        if live.room.status == "finished":
            is_over.set()
        elif live.room.status == "playing" and GAME.to_act(_state(live)) == (0,):
            loop.call_soon(answer, live)

    async with opened(store) as hall:
        hall.on_room = consider
        await playing(hall, ann, bot="easy")
        await asyncio.wait_for(is_over.wait(), at_leisure(5))
    await bots.close()


async def test_a_game_that_ends_with_the_room_is_told_up_to_its_own_end(store: MoodyStore) -> None:
    ann = Listening("here:1", "ann")
    async with opened(store) as hall:
        live = await playing(hall, ann, bot="easy")
        await live.submit(Leave(id="x"), ann.sender)
        assert live.room.closed == "empty"
        (game,) = await store.games_of("ann", 10)
        events = [decode_event(GAME, event) for event in await store.read("room", 0, game.last_version)]
        assert isinstance(events[-1], GameEnded)


async def test_who_follows_the_list_and_is_gone_before_it_is_read_is_not_followed_up(store: MoodyStore) -> None:
    ann = Listening("here:1", "ann")
    async with opened(store) as hall:
        conversation, tasks = talking(ann, hall)
        conversation.hear(b'{"type":"watch_list","id":"list"}')
        await asyncio.sleep(0)
        ann.is_over = True
        await conversation.end()
        await asyncio.gather(*tasks)
        assert len(hall.lobby) == 0


async def test_messages_are_answered_in_the_order_in_which_they_came_whatever_they_wait_for(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        await playing(hall, ann, ben)
        conversation, tasks = talking(ann, hall)
        ann.heard.clear()
        asked = ("start", "watch_list", "leave", "ping", "start")
        for number, kind in enumerate(asked):
            conversation.hear(msgspec.json.encode({"type": kind, "id": str(number)}))
        async with asyncio.timeout(30):
            while not conversation.is_idle:
                await asyncio.gather(*tasks)
                await asyncio.sleep(0.01)
        answers = [message["id"] for message in ann.heard if message.get("id") is not None]
        assert answers == ["0", "1", "2", "3", "4"]


async def test_a_callback_that_fails_costs_no_other_of_its_batch_its_answer(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        opening = (await store.read("room", 0, 1))[0]
        told: list[object] = []
        for room, code in (("one", "BBBBBB"), ("two", "CCCCCC")):
            summary = msgspec.structs.replace(summary_of(live.room), code=code)
            store.append_then(Append(room, 0, (opening,), summary), fail if room == "one" else told.append)
        async with asyncio.timeout(30):
            while not told:
                await asyncio.sleep(0.01)
        assert told == [Appended(1)]
        assert (await store.load("one")).version == 1


async def test_an_answer_is_owed_to_a_client_that_is_too_slow_to_see_the_move(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        act, sender, mover = move(live)
        mover.fell_behind()
        reply = await live.submit(act, sender, mover)
        assert reply == Done(live.room.version, has_acked=False), "the conversation answers"
        assert mover.has_missed, "the newest state is shown once it has caught up"


async def test_those_who_are_here_say_so_when_another_process_took_them_for_away(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        await live.submit(Disconnect(), ann.sender)
        await live.submit(None, SERVER)
        assert [seat.connection for seat in live.room.seats] == ["here:1", "here:2"]


async def test_a_connection_whose_end_could_not_be_written_is_noticed_later(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        del live.connections["here:2"]
        living = frozenset({"here"})
        await live.note_dead_connections("here", living)
        assert live.room.seats[1].connection == "here:2", "it may be on its way in"
        await live.note_dead_connections("here", living)
        assert [seat.connection for seat in live.room.seats] == ["here:1", None]


async def test_a_room_that_is_loaded_has_no_time_charged_for_any_of_several_outages(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        assert live.room.play is not None
        deadline = live.room.play.deadline
    for number in range(3):
        await asyncio.sleep(0.05)
        async with opened(store, f"again{number}"):
            pass
    before = now()
    async with opened(store, "last") as hall:
        loaded = await hall.find("room")
        assert loaded is not None
        assert loaded.room.play is not None
        assert deadline is not None
        assert loaded.room.play.deadline is not None
        assert loaded.room.play.deadline - deadline >= 150
        assert loaded.room.shifted_until >= before
        assert [seat.connection for seat in loaded.room.seats] == [None, None]
        shifts = [event for event in await store.read("room", 0) if b'"time_shifted"' in event]
        assert len(shifts) == 1


async def test_a_room_that_cant_be_loaded_keeps_no_other_from_its_deadline(store: MoodyStore) -> None:
    async with opened(store, times=Times(overdue_after=0)) as hall:
        live = await playing(hall, Listening("here:1", "ann"), Listening("here:2", "ben"))
        summary = summary_of(live.room)
        for room, code, due_at in (("broken", "BBBBBB", 1), ("room2", "CCCCCC", 2)):
            events = tuple(await store.read("room", 0))
            first = events[0].replace(b'"room"', f'"{room}"'.encode())
            if room == "broken":
                first = first.replace(b'"gigogne"', b'"forgotten"')
            changed = msgspec.structs.replace(summary, code=code, due_at=due_at)
            await store.append(Append(room, 0, (first, *events[1:]), changed))
        await hall.sweeps.sweep_deadlines()
        assert "room2" in hall.rooms
        assert "broken" in hall.sweeps.broken


def test_a_secret_that_is_not_whole_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("")
    with pytest.raises(SettingsError, match="holds no secret"):
        load_secret("", tmp_path)


def test_a_secret_is_made_whole_once_for_its_owner_only(tmp_path: Path) -> None:
    made = load_secret("", tmp_path / "data")
    assert len(made) == 32
    assert load_secret("", tmp_path / "data") == made
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret.key"]
    assert (tmp_path / "data" / "secret.key").stat().st_mode & 0o777 == 0o600


async def test_moves_are_listed_a_while_later_and_deadlines_never_late(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        (before,) = await store.look_up([live.room.id])
        await asyncio.sleep(0.01)
        await live.submit(*move(live, "unlisted"))
        (after,) = await store.look_up([live.room.id])
        assert after.version == live.room.version > before.version
        assert after.summary == before.summary
        assert summary_of(live.room).active_at > after.summary.active_at
        assert live.due_at is not None
        assert after.summary.due_at is not None
        assert after.summary.due_at < live.due_at == summary_of(live.room).due_at


async def test_moves_are_listed_when_the_list_has_lagged_long_enough(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store, times=Times(listed_within=20)) as hall:
        live = await playing(hall, ann, ben)
        await asyncio.sleep(0.03)
        await live.submit(*move(live, "listed"))
        (row,) = await store.look_up([live.room.id])
        assert row.summary == summary_of(live.room)


async def test_a_snapshot_of_an_older_form_is_passed_over_and_made_anew(store: MoodyStore, tmp_path: Path) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        room = live.room
        live.needs_snapshot = True
        assert isinstance(await live.submit(*move(live)), Done)
        loaded = await store.load(room.id)
        assert (loaded.snapshot_version, loaded.events) == (room.version + 1, ())
    outdate = "UPDATE snapshots SET state = CAST(json_set(CAST(state AS TEXT), '$.format', 1) AS BLOB)"
    with closing(sqlite3.connect(tmp_path / "tablee.db")) as connection, connection:
        connection.execute(outdate)
    async with opened(store) as hall:
        again = await hall.find(room.id)
        assert again is not None
        assert _state(again) == _state(live)
        # Loading it noted who is away: that was the next append.
        loaded = await store.load(room.id)
        assert loaded.snapshot is not None
        assert decode_room(GAME, loaded.snapshot) is not None
