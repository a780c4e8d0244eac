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
from collections.abc import Callable, Coroutine, Iterator, Sequence
from types import TracebackType
from typing import Any, TypeVar

from tablee.client.client import Client
from tablee.client.table import Json, Table, Turn
from tablee.kernel.outcome import Outcome
from tablee.kernel.replay import Record
from tablee.protocol.http import BotMade, BotShown, FinishedShown, GameShown, RoomFound, RoomList, RoomMade

T = TypeVar("T")


class _Background:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tablee-client", daemon=True)
        self._thread.start()

    def run(self, doing: Coroutine[Any, Any, T]) -> T:
        """What comes of it; one that is interrupted gives up."""
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


class SyncTable:
    """One connection to one room."""

    def __init__(self, table: Table, background: _Background) -> None:
        self._table, self._background = table, background

    @property
    def room(self) -> Json | None:
        """The room as the server showed it last."""
        return self._table.room

    @property
    def events(self) -> list[Json]:
        """All that happened in the games since this table was opened, as this player may see it."""
        return self._table.events

    @property
    def outcome(self) -> Outcome | None:
        """How the last game ended."""
        return self._table.outcome

    def my_turn(self) -> Turn | None:
        """Wait for this player's turn; None when the game is over. It helps the game to begin, as `Table.my_turn`."""
        return self._background.run(self._table.my_turn())

    def turns(self) -> Iterator[Turn]:
        """Each of this player's turns, to the end of the game."""
        while (turn := self.my_turn()) is not None:
            yield turn

    def act(self, action: Any, turn: Turn | None = None, seat: int | None = None) -> Json:
        """Play an action, in the turn that it was chosen for; without one, in the present turn."""
        return self._background.run(self._table.act(action, seat, turn))

    def until(self, condition: Callable[[Json], bool]) -> Json:
        """Wait until the room meets a condition."""
        return self._background.run(self._table.until(condition))

    def ask(self, type_: str, **fields: Any) -> Json:
        """Send any other message and wait for its answer."""
        return self._background.run(self._table.ask(type_, **fields))

    def add_bot(self, level: str) -> None:
        self._background.run(self._table.add_bot(level))

    def start(self) -> None:
        self._background.run(self._table.start())

    def play_again(self) -> None:
        self._background.run(self._table.play_again())

    def hint(self) -> Json:
        return self._background.run(self._table.hint())

    def leave(self) -> None:
        """Give up the seat: in a running game that is a forfeit."""
        self._background.run(self._table.leave())


class SyncClient:
    """A session at a server."""

    def __init__(self, client: Client, background: _Background) -> None:
        self._client, self._background = client, background

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
        return self._client.session.name

    @property
    def cookie(self) -> str:
        """What makes another client the same person: keep it secret."""
        return self._client.cookie

    def sign_in(self, username: str, password: str) -> None:
        self._background.run(self._client.sign_in(username, password))

    def make_bot(self, name: str) -> BotMade:
        return self._background.run(self._client.make_bot(name))

    def bots(self) -> tuple[BotShown, ...]:
        return self._background.run(self._client.bots())

    def delete_bot(self, bot: str) -> None:
        self._background.run(self._client.delete_bot(bot))

    def games(self) -> tuple[GameShown, ...]:
        return self._background.run(self._client.games())

    def create_room(self, game: str, **settings: Any) -> RoomMade:
        """Open a room; see `RoomGiven` for its settings."""
        return self._background.run(self._client.create_room(game, **settings))

    def rooms(self, search: str = "") -> RoomList:
        return self._background.run(self._client.rooms(search))

    def find(self, code: str) -> RoomFound:
        return self._background.run(self._client.find(code))

    def history(self) -> tuple[FinishedShown, ...]:
        return self._background.run(self._client.history())

    def record(self, game: str) -> Record:
        return self._background.run(self._client.record(game))

    def join(self, room: str, access: str | None = None, invitation: str | None = None) -> SyncTable:
        """Sit down at a table, or return to this person's seat; by the room's id or its code."""
        return self._sit(self._client.join(room, access, invitation))

    def watch(self, room: str) -> SyncTable:
        return self._sit(self._client.watch(room))

    def _sit(self, opening: Coroutine[Any, Any, Table]) -> SyncTable:
        return SyncTable(self._background.run(opening), self._background)

    def close(self) -> None:
        """Disconnect from every table; seats are kept."""
        self._background.run(self._client.close())
        self._background.close()

    def __enter__(self) -> "SyncClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
