"""Random players at full speed, who note all that the server says to them.

What they noted is compared with the streams afterwards (audit.py): every answer, every version that was shown and
what was shown of it.
"""

import asyncio
import base64
import hashlib
import random
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct

from tablee.client import Client, ClientError, RefusedError, Table
from tablee.client.errors import ConnectionFailed, TableGone
from tablee.server.sessions import Session
from tests.patience import at_leisure

GAMES: Final = {"gigogne": 2, "ninth": 2, "diggers": 3, "noe": 4, "kitty": 2}
"""The five games, and how many sit down."""

PASSING: Final = ("stale", "not_your_turn", "game_over", "illegal_action", "not_in_room", "game_in_progress")
"""Refusals that a player without fault meets when somebody else, or the clock, was quicker."""


_Part: TypeAlias = Literal["room", "play", "seats"]


class Answer(Struct, frozen=True):
    """What the server answered to an action."""

    id: str
    version: int | None
    """The room's version after it; None if it was refused."""
    code: str | None = None
    """Why it was refused."""


class Shown(Struct, frozen=True):
    """What the server showed of a room at a version."""

    room: str
    version: int
    what: "_Part"
    digest: bytes


class Notebook(list[bytes]):
    """Takes the place of `Table.received`: keeps what matters of each message, as it comes."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: dict[str, Answer] = {}
        """By the id of the message; the last answer to it."""
        self.shown: dict[tuple[str, int, str], Shown] = {}
        self.heard_at: float = 0.0
        """When the server last said anything."""
        self.newest: dict[str, int] = {}
        """The highest version shown of each room."""
        self.farewells = 0
        """How often the server said that it stops."""
        self.steps_back: list[str] = []

    def append(self, raw: bytes) -> None:
        """Note a message."""
        message = msgspec.json.decode(raw, type=_Message)
        self.heard_at = asyncio.get_running_loop().time()
        match message.type:
            case "moved":
                assert isinstance(message.room, Raw)
                room = msgspec.json.decode(message.room, type=str)
                self._note(room, message.version or 0, {"play": message.play, "seats": message.seats})
                if message.ack is not None:
                    self.answers[message.ack] = Answer(message.ack, message.version)
            case "room":
                assert isinstance(message.room, Raw)
                shown = msgspec.json.decode(message.room, type=_Room)
                self._note(shown.id, shown.version, {"room": message.room})
            case "acked":
                assert message.id is not None
                self.answers[message.id] = Answer(message.id, message.version)
            case "refused":
                if message.id is not None and message.refusal is not None:
                    self.answers[message.id] = Answer(message.id, None, message.refusal.code)
            case "going_down":
                self.farewells += 1
            case _:
                pass

    def _note(self, room: str, version: int, parts: Mapping[_Part, Raw]) -> None:
        for what, part in parts.items():
            shown = Shown(room, version, what, digest(bytes(part)))
            former = self.shown.setdefault((room, version, what), shown)
            if former != shown:
                self.steps_back.append(f"{room} was shown in two ways at version {version}")
        if version < self.newest.get(room, 0):
            self.steps_back.append(f"{room} was shown at version {version} after {self.newest[room]}")
        self.newest[room] = max(version, self.newest.get(room, 0))


class _Refusal(Struct):
    code: str


class _Room(Struct):
    id: str
    version: int


class _Message(Struct):
    type: str
    id: str | None = None
    version: int | None = None
    ack: str | None = None
    room: Raw = Raw(b"null")
    play: Raw = Raw(b"null")
    seats: Raw = Raw(b"null")
    refusal: _Refusal | None = None


def digest(data: bytes) -> bytes:
    """Stands for what was shown."""
    return hashlib.blake2b(data, digest_size=12).digest()


class Player:
    """One person, who comes back whatever happens, and acts at random whenever it can."""

    def __init__(self, addresses: Sequence[str], name: str, chance: random.Random, idleness: float = 0.0) -> None:
        self._addresses, self.name, self._chance, self.idleness = addresses, name, chance, idleness
        self.notebook = Notebook()
        self.client: Client | None = None
        self.table: Table | None = None
        self.acts: set[str] = set()
        """The ids of its actions that were answered with yes."""
        self.acked = 0
        self.unavailable = 0
        """How often it was told that nothing can be written now."""
        self.surprises: list[str] = []
        """Refusals that no honest player should meet."""

    @property
    def person(self) -> str:
        """Its id at the server."""
        assert self.client is not None
        payload = self.client.cookie.partition("=")[2].partition(".")[0]
        return msgspec.json.decode(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)), type=Session).person

    def where(self) -> str:
        """What it is waiting at, for whoever waits for it in vain."""
        room = self.table.room if self.table is not None else None
        seen = None if room is None else (room["id"], room["status"], room["version"], _turn_of(room))
        return f"{self.name}: {self.acked} answers, {seen}, {self.unavailable} times unavailable, {self.surprises}"

    async def connected(self) -> Client:
        """Its session; asked for until there is one."""
        while self.client is None:
            with suppress(ConnectionFailed):
                self.client = await Client.connect(self._addresses, self.name)
                break
            await asyncio.sleep(0.1)
        return self.client

    async def open_room(self, game: str, **settings: Any) -> str:
        """A new room's id; asked for until there is one."""
        client = await self.connected()
        while True:
            try:
                return (await client.create_room(game, **settings)).id
            except ConnectionFailed:
                await asyncio.sleep(0.1)
            except RefusedError as error:
                if error.refusal.code != "unavailable":
                    raise
                self.unavailable += 1
                await asyncio.sleep(0.1)

    async def play(self, room: str) -> None:
        """Sit down and play game after game, until the room is closed."""
        client = await self.connected()
        while True:
            table = self.table = Table(client.web, room, join=True)
            table.received = self.notebook
            try:
                await table.open()
                await self._play_on(table)
            except TableGone:
                return
            except ConnectionFailed:
                await asyncio.sleep(0.1)
            except RefusedError as error:
                if error.refusal.code == "room_closed":
                    return
                if error.refusal.code != "unavailable":
                    self.surprises.append(f"{self.name} at the door: {error}")
                    return
                self.unavailable += 1
                await asyncio.sleep(0.1)
            finally:
                await table.close()

    async def _play_on(self, table: Table) -> None:
        while True:
            turn = await table.my_turn()
            if table.gone is not None:
                raise table.gone
            try:
                if turn is None:
                    await self._play_again(table)
                elif self._chance.random() < self.idleness:
                    number = turn.number
                    await table.until(lambda room, number=number: _turn_of(room) != number)
                else:
                    answer = await table.act(self._chance.choice(turn.legal))
                    self.acts.add(answer.get("ack") or answer["id"])
                    self.acked += 1
            except RefusedError as error:
                if error is table.gone:
                    raise
                if error.refusal.code == "unavailable":
                    self.unavailable += 1
                    await asyncio.sleep(0.05)
                elif error.refusal.code not in PASSING:
                    self.surprises.append(f"{self.name}: {error}")
                    await asyncio.sleep(0.1)
                else:
                    await asyncio.sleep(0.01)

    @staticmethod
    async def _play_again(table: Table) -> None:
        assert table.room is not None
        if any(seat["is_out"] for seat in table.room["seats"]):
            # Too few are left for another game here.
            await table.leave()
            raise TableGone("left")
        await table.ask("vote", again=True)
        await table.until(lambda room: room["status"] != "finished" or _vote(room) is False)


def _turn_of(room: dict[str, Any]) -> int | None:
    return room["play"]["seen"][0]["turn"] if room["status"] == "playing" else None


def _vote(room: dict[str, Any]) -> bool | None:
    """One's own vote: a lost connection withdraws it."""
    return room["seats"][room["you"][0]]["again"] if room["you"] else None


class Party:
    """The players of one game: they open a room, play in it, and open another when it is closed."""

    def __init__(
        self,
        game: str,
        addresses: Sequence[Sequence[str]],
        chance: random.Random,
        *,
        clock: int = 60,
        idleness: float = 0.0,
        name: str | None = None,
    ) -> None:
        """Each of the players has its own addresses, the first one first."""
        self.game, self._clock = game, clock
        self.name = name or game
        count = GAMES[game]
        self.players = [
            Player(addresses[number % len(addresses)], f"{self.name} {number}", chance, idleness)
            for number in range(count)
        ]
        self.rooms: list[str] = []

    async def play(self) -> None:
        """Until it is cancelled."""
        host = self.players[0]
        while True:
            room = await host.open_room(self.game, capacity=len(self.players), policy="full", clock=self._clock)
            self.rooms.append(room)
            await asyncio.gather(*(player.play(room) for player in self.players))

    @property
    def acked(self) -> int:
        """How many of its actions were answered with yes."""
        return sum(player.acked for player in self.players)


async def play_on(parties: Iterable[Party], actions: int, seconds: float = 30.0) -> None:
    """Wait until every player of every party, but for those who think, has got so many more answers."""
    goals = [(player, player.acked + actions) for party in parties for player in party.players if not player.idleness]
    deadline = asyncio.get_running_loop().time() + at_leisure(seconds)
    while late := [player for player, goal in goals if player.acked < goal]:
        if asyncio.get_running_loop().time() > deadline:
            raise TimeoutError("waiting for " + "; ".join(player.where() for player in late))
        await asyncio.sleep(0.01)


def parties_of_all_games(addresses: Sequence[Sequence[str]], chance: random.Random) -> list[Party]:
    """One party for each game, and one whose players often let the clock run out."""
    thinkers = Party("gigogne", addresses, chance, clock=1, idleness=0.3, name="thinkers")
    return [*(Party(game, addresses, chance) for game in GAMES), thinkers]


async def stop(tasks: Iterable[asyncio.Task[None]], parties: Iterable[Party]) -> None:
    """Send the players home; the seats are kept."""
    tasks = list(tasks)
    for task in tasks:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for party in parties:
        for player in party.players:
            if player.table is not None:
                with suppress(ClientError):
                    await player.table.close()
    broken = [result for result in results if isinstance(result, Exception)]
    if broken:
        raise ExceptionGroup("players broke down", broken)
