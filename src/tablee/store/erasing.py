"""A person's data in a store, and its erasure."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec import Raw, Struct
from msgspec.structs import replace

from tablee.store.audit import DEEDS, Deed, note
from tablee.store.bans import BANS, Ban
from tablee.store.bot_accounts import bots_of, remove_bot
from tablee.store.contract import FinishedGame, Milliseconds, Progress, Summary
from tablee.store.database import Connection, Part, Reader
from tablee.store.notices import tell
from tablee.store.rows import PROGRESS, read_game, read_listed, read_progress
from tablee.store.search_index import searched
from tablee.store.sessions import FOR_GOOD, end_all

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters


class SaidName(Struct, frozen=True):
    """A name that a person said, and where."""

    room: str
    version: int
    kind: Literal["seat", "room"]
    text: str


class KnownAccount(Struct, frozen=True):
    """An account's data; never the password's hash."""

    username: str
    name: str
    created_at: Milliseconds


class KnownBot(Struct, frozen=True):
    """A bot account that a person made; never the token's hash."""

    person: str
    name: str
    created_at: Milliseconds


class KnownRoom(Struct, frozen=True):
    """A living room in which a person holds a seat."""

    room: str
    code: str
    game: str
    created_at: Milliseconds
    active_at: Milliseconds


class KnownGame(Struct, frozen=True):
    """A finished game that a person played."""

    id: str
    room: str
    game: str
    seats: tuple[int, ...]
    """Those it had: one, or several on one screen."""
    started_at: Milliseconds
    ended_at: Milliseconds
    outcome: Raw
    """JSON."""


class Exported(Struct, frozen=True, kw_only=True):
    """All data of a person, of the guests it claimed and of its bots. Without others' names."""

    person: str
    guests: tuple[str, ...]
    account: KnownAccount | None
    bots: tuple[KnownBot, ...]
    names: tuple[SaidName, ...]
    rooms: tuple[KnownRoom, ...]
    games: tuple[KnownGame, ...]
    """The latest first."""
    lessons: tuple[Progress, ...]
    bans: tuple[Ban, ...]
    deeds: tuple[Deed, ...]
    """Deeds of hosts on this person."""


class Erased(Struct, frozen=True):
    """How much was erased."""

    names: int
    games: int
    """Games no longer found as this person's; they stay readable as records, without its name."""
    had_account: bool
    people: tuple[str, ...]
    """The ids of the person: its own, those of the guests it claimed, and those of its bots."""


def known_game(game: FinishedGame, names: Iterable[SaidName]) -> KnownGame:
    """A finished game's data of the person who said those names."""
    own = {name.version for name in names if name.room == game.room}
    seats = tuple(seat for seat, version in enumerate(game.named_at) if version in own)
    return KnownGame(game.id, game.room, game.game, seats, game.started_at, game.ended_at, Raw(game.outcome))


class Erasing(Part, ABC):
    """A part of every store's upkeep."""

    async def export_person(self, person: str) -> Exported:
        return await self._database.ask(self._export, person)

    async def erase_person(self, person: str, deed: Deed) -> Erased:
        """Erase what tells who a person is, and who the guests were that it claimed; told and noted likewise.

        Its bot accounts go with it. Names come back empty, in rooms and in records; the account is gone, and so are the
        lists of games and what was learnt; all sessions end. Ids stay in the log, where they say that one and the same
        person acted. Bans stay too.
        """
        return await self._database.do(self._erase_noted, person, deed)

    async def retitle(self, person: str) -> tuple[str, ...]:
        """Make the list show names as they are now, in all rooms where that person said one; which rooms these are.

        For a process that may have written, from its memory, a name that was erased.
        """
        return await self._database.do(self._retitle, [person])

    @abstractmethod
    async def _reindex(self, db: Connection, room: str, before: Summary, now: Summary) -> None:
        """Change the index by which the list is searched."""

    async def _export(self, db: Reader, person: str) -> Exported:
        guests, bots, key = await _guests(db, person), await bots_of(db, person), self._dialect.key
        people = [person, *guests, *(bot.person for bot in bots)]
        account = await db.fetch("SELECT username, name, created_at FROM accounts WHERE person = $1", person)
        said = await db.fetch(
            f"SELECT room, names.version, kind, text FROM names JOIN rooms USING ({key}) WHERE person = ANY($1) "
            f"ORDER BY {key}, names.version",
            people,
        )
        rooms = await db.fetch(
            "SELECT room, code, game, created_at, active_at FROM rooms "
            f"WHERE {key} IN (SELECT {key} FROM seats WHERE person = ANY($1)) ORDER BY active_at DESC, room DESC",
            people,
        )
        played = "SELECT game FROM players WHERE person = ANY($1)"
        games = await db.fetch(f"{self._dialect.games} WHERE id IN ({played}) ORDER BY ended_at DESC, id DESC", people)
        learning = f"SELECT {PROGRESS} FROM progress WHERE person = ANY($1) ORDER BY changed_at, person"
        lessons = await db.fetch(learning, people)
        bans = await db.fetch(f"{BANS} WHERE kind = 'person' AND subject = ANY($1)", people)
        deeds = await db.fetch(f"{DEEDS} WHERE subject = ANY($1) ORDER BY number", people)
        names = tuple(SaidName(*row) for row in said)
        return Exported(
            person=person,
            guests=tuple(guests),
            account=KnownAccount(*account[0]) if account else None,
            bots=tuple(KnownBot(bot.person, bot.name, bot.created_at) for bot in bots),
            names=names,
            rooms=tuple(KnownRoom(*row) for row in rooms),
            games=tuple(known_game(read_game(row), names) for row in games),
            lessons=read_progress(lessons),
            bans=tuple(Ban(*row) for row in bans),
            deeds=tuple(Deed(*row) for row in deeds),
        )

    async def _erase_noted(self, db: Connection, person: str, deed: Deed) -> Erased:
        erased = await self._erase(db, person)
        for bot in await bots_of(db, person):
            await remove_bot(db, bot.person, deed.at)
        await note(db, deed)
        for each in erased.people:
            await end_all(db, each, FOR_GOOD, deed.at)
            await tell(db, "erased", each, deed.at)
        return erased

    async def _erase(self, db: Connection, person: str) -> Erased:
        bots = [bot.person for bot in await bots_of(db, person)]
        people = [person, *await _guests(db, person), *bots]
        await self._lock_rooms(db, people)
        names = await db.execute("UPDATE names SET text = '' WHERE person = ANY($1) AND text <> ''", people)
        await self._retitle(db, people)
        games = await db.execute("DELETE FROM players WHERE person = ANY($1)", people)
        accounts = await db.execute("DELETE FROM accounts WHERE person = $1", person)
        await db.execute("DELETE FROM claims WHERE guest = ANY($1)", people)
        await db.execute("DELETE FROM progress WHERE person = ANY($1)", people)
        return Erased(names, games, bool(accounts), tuple(people))

    async def _retitle(self, db: Connection, people: Sequence[str]) -> tuple[str, ...]:
        found = await self._lock_rooms(db, people)
        for row in found:
            room, before = row[0], read_listed(row).summary
            sql = f"SELECT kind, text FROM names WHERE {self._dialect.is_of_room} ORDER BY version DESC"
            said = [(kind, text) for kind, text in await db.fetch(sql, room)]
            name = next((text for kind, text in said if kind == "room"), "")
            now = replace(before, name=name, host=before.host if ("seat", before.host) in said else "")
            if now != before:
                sql = "UPDATE rooms SET name = $2, host = $3, folded = $4 WHERE room = $1"
                await db.execute(sql, room, now.name, now.host, searched(now))
                await self._reindex(db, room, before, now)
        return tuple(row[0] for row in found)

    async def _lock_rooms(self, db: Connection, people: Sequence[str]) -> Sequence[Any]:
        """Rooms in which these people said names, locked in the same order as appends do, before the names."""
        key = self._dialect.key
        return await db.fetch(
            f"SELECT {self._dialect.listed} FROM rooms "
            f"WHERE {key} IN (SELECT {key} FROM names WHERE person = ANY($1)) ORDER BY room FOR UPDATE",
            people,
        )


async def _guests(db: Reader, person: str) -> list[str]:
    guests = await db.fetch("SELECT guest FROM claims WHERE person = $1 ORDER BY guest", person)
    return [guest for (guest,) in guests if guest != person]
