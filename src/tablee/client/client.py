"""One person at one server."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any
from urllib.parse import quote

import msgspec

from tablee.client.errors import ClientError, ConnectionFailed
from tablee.client.table import Table
from tablee.client.web import Web
from tablee.kernel.record import Tampered, read
from tablee.kernel.replay import Record
from tablee.protocol import http


class Client:
    """A session at a server. It has a name, makes rooms, and sits down at tables."""

    def __init__(self, web: Web, session: http.SessionShown) -> None:
        self.web, self.session = web, session
        self._tables: list[Table] = []

    @classmethod
    async def connect(
        cls, address: str | Sequence[str], name: str = "", cookie: str | None = None, *, token: str | None = None
    ) -> "Client":
        """Connect under a nickname, resume a session by its cookie, or be a bot account by its token.

        A server of several processes has several addresses: when one can't be reached, the next is tried.
        """
        web = Web(address, cookie, token=token)
        if token is None:
            session: http.SessionShown = await web.ask("POST", "/api/session", http.SessionShown, {"name": name})
            return cls(web, session)
        known: http.SessionShown | None = await web.ask("GET", "/api/session", http.SessionShown | None)
        if known is None:
            raise ConnectionFailed("this token isn't valid there: its bot may have been deleted")
        return cls(web, known)

    async def sign_in(self, username: str, password: str) -> None:
        """Be the person of an account, as a server may require."""
        self.session = await self.web.ask(
            "POST", "/api/sign-in", http.SessionShown, http.SignInGiven(username=username, password=password)
        )

    async def sign_out(self, *, everywhere: bool = False) -> None:
        """End this session, or all sessions of this person; the tables of an ended session close."""
        path = "/api/session?everywhere=true" if everywhere else "/api/session"
        await self.web.ask("DELETE", path, None)
        self.web.cookie = None

    async def make_bot(self, name: str) -> http.BotMade:
        """Make a bot account, as a person with an account; its token is shown only once."""
        return await self.web.ask("POST", "/api/bots", http.BotMade, http.BotGiven(name))

    async def bots(self) -> tuple[http.BotShown, ...]:
        return await self.web.ask("GET", "/api/bots", tuple[http.BotShown, ...])

    async def delete_bot(self, bot: str) -> None:
        """Delete a bot account, by its id: it leaves its tables, and its token stops working."""
        await self.web.ask("DELETE", f"/api/bots/{quote(bot)}", None)

    @property
    def cookie(self) -> str:
        """The cookie that makes another client the same person: keep it secret."""
        return self.web.cookie or ""

    async def games(self) -> tuple[http.GameShown, ...]:
        return await self.web.ask("GET", "/api/games", tuple[http.GameShown, ...])

    async def create_room(self, /, game: str, **settings: Any) -> http.RoomMade:
        """Open a room; see `RoomGiven` for its settings."""
        try:
            given = msgspec.convert({"game": game, **settings}, http.RoomGiven)
        except msgspec.ValidationError as error:
            raise ClientError(f"no room can be made so: {error}") from error
        return await self.web.ask("POST", "/api/rooms", http.RoomMade, given)

    async def rooms(self, search: str = "") -> http.RoomList:
        """The first page of the list of rooms."""
        return await self.web.ask("GET", f"/api/rooms?search={quote(search)}", http.RoomList)

    async def find(self, code: str) -> http.RoomFound:
        return await self.web.ask("GET", f"/api/codes/{code}", http.RoomFound)

    async def history(self) -> tuple[http.FinishedShown, ...]:
        return await self.web.ask("GET", "/api/records", tuple[http.FinishedShown, ...])

    async def records_of(self, room: str) -> tuple[http.FinishedShown, ...]:
        """The games finished in a room, also in one that has closed; by its id or its code."""
        return await self.web.ask("GET", f"/api/rooms/{room}/records", tuple[http.FinishedShown, ...])

    async def record(self, game: str) -> Record:
        """A finished game, whole, with the game's own data as plain data."""
        record = read((await self.record_file(game)).splitlines())
        if isinstance(record, Tampered):
            raise ConnectionFailed(f"the server sent no record: {record.text.en}")
        return record

    async def record_file(self, game: str) -> bytes:
        """A finished game as a file, which `tablee replay` checks and `tablee watch` shows."""
        return await self.web.fetch(f"/api/records/{game}")

    async def steps(self, game: str, viewer: str | None = None, first: int = 0, count: int = 60) -> http.RecordPage:
        """A finished game step by step, as one viewer saw it; without one, as this person did."""
        seen = "" if viewer is None else f"as={viewer}&"
        return await self.web.ask(
            "GET", f"/api/records/{game}/steps?{seen}first={first}&count={count}", http.RecordPage
        )

    async def join(self, room: str, access: str | None = None, invitation: str | None = None) -> Table:
        """Sit down at a table, or return to this person's seat; by the room's id or its code."""
        return await self._open(Table(self.web, room, join=True, access=access, invitation=invitation))

    async def watch(self, room: str) -> Table:
        return await self._open(Table(self.web, room))

    async def recover(self, room: str, seat_secret: str) -> Table:
        return await self._open(Table(self.web, room, seat_secret=seat_secret))

    async def _open(self, table: Table) -> Table:
        await table.open()
        self._tables.append(table)
        return table

    async def close(self) -> None:
        """Disconnect from every table; seats are kept."""
        for table in self._tables:
            await table.close()

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
