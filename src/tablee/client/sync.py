"""The client without `async`: the same calls, each of which waits for its answer.

    with SyncClient.connect("http://127.0.0.1:8000", "Ada") as ada:
        table = ada.join("K7QXPA")
        for turn in table.turns():
            table.act(random.choice(turn.legal), turn)

The connection runs in its own thread, so that pings are answered and a lost connection comes back while a
program thinks.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from types import TracebackType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from tablee.client.client import Client
from tablee.client.errors import ClientError
from tablee.client.table import Json, Table, Turn
from tablee.kernel.outcome import Outcome

P = ParamSpec("P")
T = TypeVar("T")


class _Background:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tablee-client", daemon=True)
        self._thread.start()

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the background and wait for its result; an interrupt cancels it."""
        future = asyncio.run_coroutine_threadsafe(doing, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class _Waited(Generic[P, T]):
    """A call of the client or table behind, which waits for its answer."""

    def __init__(self, call: Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]) -> None:
        self._call = call
        self.__doc__ = call.__doc__

    def __get__(self, one: "SyncTable | SyncClient", _: type) -> Callable[P, T]:
        return lambda *given, **named: one._background.run(self._call(one._behind, *given, **named))


class SyncTable:
    """One connection to one room: what `Table` does, without `async`."""

    def __init__(self, table: Table, background: _Background) -> None:
        self._behind, self._background = table, background

    @property
    def room(self) -> Json | None:
        return self._behind.room

    @property
    def events(self) -> list[Json]:
        """All events of the games since this table was opened, as this player may see them."""
        return self._behind.events

    @property
    def outcome(self) -> Outcome | None:
        return self._behind.outcome

    @property
    def reconnections(self) -> int:
        return self._behind.reconnections

    @property
    def gone(self) -> ClientError | None:
        """Why there is nothing more to come; None while there is."""
        return self._behind.gone

    def changes(self) -> Iterator[Json]:
        """The room, each time it has changed; ends when there is nothing more to come."""
        changes = self._behind.changes()
        while True:
            try:
                room = self._background.run(_next(changes))
            except StopAsyncIteration:
                return
            yield room

    def turns(self) -> Iterator[Turn]:
        while (turn := self.my_turn()) is not None:
            yield turn

    def act(self, action: Any, turn: Turn | None = None, seat: int | None = None) -> Json:
        """Play an action, in the turn that it was chosen for; without one, in the present turn."""
        return self._background.run(self._behind.act(action, seat, turn))

    my_turn = _Waited(Table.my_turn)
    until = _Waited(Table.until)
    ask = _Waited(Table.ask)
    add_bot = _Waited(Table.add_bot)
    start = _Waited(Table.start)
    play_again = _Waited(Table.play_again)
    take_back = _Waited(Table.take_back)
    answer_take_back = _Waited(Table.answer_take_back)
    hint = _Waited(Table.hint)
    seat_link = _Waited(Table.seat_link)
    invite = _Waited(Table.invite)
    leave = _Waited(Table.leave)
    close = _Waited(Table.close)


async def _next(changes: AsyncIterator[Json]) -> Json:
    return await anext(changes)


class SyncClient:
    """A session at a server: what `Client` does, without `async`."""

    def __init__(self, client: Client, background: _Background) -> None:
        self._behind, self._background = client, background

    @classmethod
    def connect(
        cls, address: str | Sequence[str], name: str = "", cookie: str | None = None, *, token: str | None = None
    ) -> "SyncClient":
        """Connect under a nickname, resume a session by its cookie, or be a bot account by its token."""
        background = _Background()
        try:
            return cls(background.run(Client.connect(address, name, cookie, token=token)), background)
        except BaseException:
            background.close()
            raise

    @property
    def name(self) -> str:
        return self._behind.session.name

    @property
    def cookie(self) -> str:
        """The cookie that makes another client the same person: keep it secret."""
        return self._behind.cookie

    sign_in = _Waited(Client.sign_in)
    sign_out = _Waited(Client.sign_out)
    make_bot = _Waited(Client.make_bot)
    bots = _Waited(Client.bots)
    delete_bot = _Waited(Client.delete_bot)
    games = _Waited(Client.games)
    create_room = _Waited(Client.create_room)
    rooms = _Waited(Client.rooms)
    find = _Waited(Client.find)
    history = _Waited(Client.history)
    records_of = _Waited(Client.records_of)
    record = _Waited(Client.record)
    record_file = _Waited(Client.record_file)
    steps = _Waited(Client.steps)

    def join(self, room: str, access: str | None = None, invitation: str | None = None) -> SyncTable:
        """Sit down at a table, or return to this person's seat; by the room's id or its code."""
        return self._sit(self._behind.join(room, access, invitation))

    def watch(self, room: str) -> SyncTable:
        return self._sit(self._behind.watch(room))

    def recover(self, room: str, seat_secret: str) -> SyncTable:
        """Take a seat back with the secret of its link."""
        return self._sit(self._behind.recover(room, seat_secret))

    def _sit(self, opening: Coroutine[Any, Any, Table]) -> SyncTable:
        return SyncTable(self._background.run(opening), self._background)

    def close(self) -> None:
        """Disconnect from every table; seats are kept."""
        self._background.run(self._behind.close())
        self._background.close()

    def __enter__(self) -> "SyncClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
