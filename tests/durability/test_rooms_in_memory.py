"""What a process holds in memory of rooms, when the store fails it, or others write to it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.games import gigogne
from tablee.protocol.incoming import WatchList
from tablee.rooms.codec import decode_event, decode_room
from tablee.rooms.commands import Act, AddBot, Connect, CreateRoom, Disconnect, Join, Leave, Settings
from tablee.rooms.decide import Answered, Setting
from tablee.rooms.events import GameEnded
from tablee.server import hall as halls
from tablee.server.bots import Bots
from tablee.server.clock import now
from tablee.server.connections import Connection
from tablee.server.conversation import Conversation, Reception
from tablee.server.hall import Hall
from tablee.server.limits import Bucket
from tablee.server.live import UNAVAILABLE, Done, LiveRoom, summary_of
from tablee.server.metrics import Metrics
from tablee.server.secrets import load_secret
from tablee.server.sessions import new_session
from tablee.server.settings import ServerSettings, SettingsError
from tablee.store.contract import Append, Appended, CodeTaken, Conflict, Unavailable
from tablee.store.sqlite import SqliteStore

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

    def append(self, append: Append) -> "asyncio.Future[Appended | Conflict | CodeTaken]":
        if self.fails_times:
            self.fails_times -= 1
            raise Unavailable("The connection broke.")
        return asyncio.ensure_future(self._answer(super().append(append)))

    async def _answer(
        self, appended: "asyncio.Future[Appended | Conflict | CodeTaken]"
    ) -> Appended | Conflict | CodeTaken:
        result = await appended
        if self.loses_answers:
            raise Unavailable("The connection broke.")
        return result


@pytest.fixture
def store(tmp_path: Path) -> MoodyStore:
    return MoodyStore(tmp_path)


@asynccontextmanager
async def opened(store: MoodyStore, process: str = "here") -> AsyncIterator[Hall]:
    hall = Hall(store, process, Setting(test_clocks=True), Metrics())
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
    person = first.session.person
    creating = CreateRoom(person, id="room", code="AAAAAA", game=GAME.id, name=person, settings=settings)
    live = await hall.create(creating)
    assert isinstance(live, LiveRoom)
    assert isinstance(await live.submit(Connect(person, first.id), first), Done)
    for other in others:
        name = other.session.person
        joining = Join(name, name=name, is_admitted=True, connection=other.id)
        assert isinstance(await live.submit(joining, other), Done)
    for connection in connections:
        live.connections[connection.id] = connection
        connection.room = live.room.id
    if bot is not None:
        assert isinstance(await live.submit(AddBot(person, bot, "Robin")), Done)
    assert live.room.status == "playing"
    return live


def _state(live: LiveRoom) -> Any:
    assert live.room.play is not None
    return live.room.play.state


def move(live: LiveRoom, id_: str = "move") -> tuple[Act, Connection]:
    """The first legal move of whoever is to move, and who that is."""
    play = live.room.play
    assert play is not None
    (seat,) = GAME.to_act(play.state)
    mover = live.connections[live.room.seats[seat].connection or ""]
    action = GAME.legal(play.state, seat)[0]
    person = mover.session.person
    return Act(person, connection=mover.id, game=play.id, turn=play.state.turn, id=id_, action=action), mover


async def test_an_action_whose_answer_the_store_lost_is_acked_and_seen_by_all_and_done_once(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        act, mover = move(live)
        store.loses_answers = True
        reply = await live.submit(act, mover)
        store.loses_answers = False
        assert reply == Answered(live.room.version)
        assert ann.heard[-1]["type"] == ben.heard[-1]["type"] == "moved"
        assert await live.submit(act, mover) == reply, "a repeat gets the same answer"
        played = [event for event in await store.read("room", 0) if b'"played"' in event]
        assert len(played) == 1


async def test_a_room_that_the_store_has_less_of_is_loaded_anew_and_everybody_comes_again(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        await live.submit(*move(live, "kept"))
        kept = live.room.version
        await live.submit(*move(live, "lost"))
        await store._open_writer().do(
            lambda connection: connection.execute("DELETE FROM events WHERE version > ?", (kept,))
        )
        assert await asyncio.wait_for(live.submit(*move(live, "next")), 5) is UNAVAILABLE
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


async def test_a_game_that_ends_with_the_room_is_told_up_to_its_own_end(store: MoodyStore) -> None:
    ann = Listening("here:1", "ann")
    async with opened(store) as hall:
        live = await playing(hall, ann, bot="easy")
        await live.submit(Leave("ann"))
        assert live.room.closed == "empty"
        (game,) = await store.games_of("ann", 10)
        events = [decode_event(GAME, event) for event in await store.read("room", 0, game.last_version)]
        assert isinstance(events[-1], GameEnded)


async def test_who_follows_the_list_and_is_gone_before_it_is_read_is_not_followed_up(store: MoodyStore) -> None:
    ann = Listening("here:1", "ann")
    async with opened(store) as hall:
        conversation = Conversation(ann, Reception(hall, store, ServerSettings()))
        answering = asyncio.create_task(conversation.answer(WatchList(id="list")))
        await asyncio.sleep(0)
        ann.is_over = True
        await conversation.end()
        await answering
        assert len(hall.lobby) == 0


async def test_an_answer_is_owed_to_a_client_that_is_too_slow_to_see_the_move(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        act, mover = move(live)
        mover.fell_behind()
        reply = await live.submit(act, mover)
        assert reply == Done(live.room.version, has_acked=False), "the conversation answers"
        assert mover.has_missed, "the newest state is shown once it has caught up"


async def test_those_who_are_here_say_so_when_another_process_took_them_for_away(store: MoodyStore) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        await live.submit(Disconnect("ann", "here:1"))
        await live.notice()
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


async def test_a_room_that_cant_be_loaded_keeps_no_other_from_its_deadline(
    store: MoodyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(halls, "_LATE", 0)
    async with opened(store) as hall:
        live = await playing(hall, Listening("here:1", "ann"), Listening("here:2", "ben"))
        summary = summary_of(live.room)
        for room, code, due_at in (("broken", "BBBBBB", 1), ("room2", "CCCCCC", 2)):
            events = tuple(await store.read("room", 0))
            first = events[0].replace(b'"room"', f'"{room}"'.encode())
            if room == "broken":
                first = first.replace(b'"gigogne"', b'"forgotten"')
            changed = msgspec.structs.replace(summary, code=code, due_at=due_at)
            await store.append(Append(room, 0, (first, *events[1:]), changed))
        await hall._sweep_deadlines()
        assert "room2" in hall._rooms
        assert "broken" in hall._broken


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
        assert live.summary.active_at > after.summary.active_at
        assert live.due_at is not None
        assert after.summary.due_at is not None
        assert after.summary.due_at < live.due_at == live.summary.due_at


async def test_moves_are_listed_when_the_list_has_lagged_long_enough(
    store: MoodyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablee.server.live.LISTED_WITHIN", 20)
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        await asyncio.sleep(0.03)
        await live.submit(*move(live, "listed"))
        (row,) = await store.look_up([live.room.id])
        assert row.summary == live.summary


async def test_a_snapshot_of_an_older_form_is_passed_over_and_made_anew(store: MoodyStore, tmp_path: Path) -> None:
    ann, ben = Listening("here:1", "ann"), Listening("here:2", "ben")
    async with opened(store) as hall:
        live = await playing(hall, ann, ben)
        room = live.room
        live.needs_snapshot = True
        act, mover = move(live)
        assert isinstance(await live.submit(act, mover), Done)
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
