"""A store with people in it, on both databases, and the command as a host types it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
import pytest

from tablee.cli import main
from tablee.kernel.chance import Chance
from tablee.kernel.registry import load_game
from tablee.rooms.commands import CreateRoom, Join, Sender, Settings
from tablee.rooms.decide import Advanced, Policy, advance, create
from tablee.server.appends import append_of, summary_of
from tablee.server.clock import now
from tablee.store.contract import Account, Appended, Store
from tablee.store.opening import open_store, open_upkeep
from tablee.store.upkeep import Upkeep

T = TypeVar("T")

CODE = "K7M2QX"


class Said(NamedTuple):
    """What the command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> "object":
        return msgspec.json.decode(self.out)


class Server:
    """A stopped server's store, in which Ada (an account) waits at a table, and plays Bob (a guest) at another."""

    def __init__(self, url: str | None, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.url, self.folder, self._capsys = url, folder, capsys

    def admin(self, *arguments: str) -> Said:
        """Run `tablee admin …` on it."""
        where = ["--data", str(self.folder)] if self.url is None else ["--database", self.url]
        self._capsys.readouterr()
        code = main(["admin", arguments[0], *where, *arguments[1:]])
        said = self._capsys.readouterr()
        return Said(code, said.out, said.err)

    def done(self, *arguments: str) -> Said:
        """Run it, and it goes well."""
        said = self.admin(*arguments)
        assert said.code == 0, said
        return said

    def ask(self, question: Callable[[Upkeep], Awaitable[T]]) -> T:
        """Look into the store."""

        async def asked() -> T:
            async with open_upkeep(self.url, self.folder) as upkeep:
                return await question(upkeep)

        return asyncio.run(asked())

    def fill(self, fill: Callable[[Store], Awaitable[T]]) -> T:
        """Open it as a server does."""

        async def filled() -> T:
            store = open_store(self.url, self.folder)
            await store.open("then", now(), 15_000)
            try:
                return await fill(store)
            finally:
                await store.close()

        return asyncio.run(filled())


@pytest.fixture(params=["sqlite", "postgres"])
def server(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Server:
    url = str(request.getfixturevalue("postgres_url")) if request.param == "postgres" else None
    server = Server(url, tmp_path / "data", capsys)
    server.fill(_seat_people)
    return server


async def _seat_people(store: Store) -> None:
    await store.add_account(Account("ada1", "ada", "Ada", "$argon2id$…", now()))
    await open_room(store, "parlour", CODE, "Chez Ada", "ada1", "Ada", capacity=4)
    await asyncio.sleep(0.002)  # rooms are in the order of their milliseconds
    await open_room(store, "attic", "ATTIC1", "Upstairs", "ada1", "Ada", "bob1", "Bob")


async def open_room(store: Store, id_: str, code: str, name: str, *people: str, capacity: int = 2) -> None:
    """A room for Gigogne with people (id, nickname, …) in it; it starts when it is full."""
    game, chance, policy = load_game("gigogne"), Chance.seeded(1), Policy()
    settings = Settings(name=name, options=game.options(), capacity=capacity, policy="full", clock=60)
    (host, nickname), *others = zip(people[::2], people[1::2], strict=True)
    command = CreateRoom(id=id_, code=code, game="gigogne", name=nickname, settings=settings)
    created = create(game, command, Sender(host, "p:1"), now(), chance, policy)
    assert isinstance(created, Advanced)
    room, events = created.room, [*created.events]
    for number, (person, called) in enumerate(others, start=2):
        joining, sender = Join(called, is_admitted=True), Sender(person, f"p:{number}")
        joined = advance(game, room, joining, sender, now(), chance, policy)
        assert isinstance(joined, Advanced)
        room, events = joined.room, [*events, *joined.events]
    assert isinstance(await store.append(append_of(room, events, summary_of(room))), Appended)
