"""Bot accounts: programs that play under an id of their own, which a person with an account made.

Of a token only the hash is kept. Running processes hold all bot accounts in memory and learn of changes by a notice,
written in the same transaction (notices.py).
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from tablee.store.audit import Deed, note
from tablee.store.contract import Milliseconds
from tablee.store.database import Connection, Part, Reader
from tablee.store.notices import tell
from tablee.store.sessions import FOR_GOOD, end_all

# ruff: noqa: S608 - the pieces of SQL that are put together here are all our own; values go in as parameters


class BotAccount(Struct, frozen=True):
    """A program that plays."""

    person: str
    """The id it plays under."""
    owner: str
    """The person who made it."""
    name: str
    token_hash: str
    created_at: Milliseconds


_FIELDS: Final = "person, owner, name, token_hash, created_at"
_BOTS: Final = f"SELECT {_FIELDS} FROM bot_accounts"


class BotAccounts(Part):
    """A part of every store's upkeep."""

    async def add(self, bot: BotAccount, most: int) -> bool:
        """Keep a new one; False, and nothing is written, if its owner has `most` already, or no account."""
        return await self._database.do(_add, bot, most)

    async def remove(self, person: str, deed: Deed) -> BotAccount | None:
        """Delete a bot account and end its sessions for good; None if it doesn't exist. A host's deed is noted."""
        return await self._database.do(_remove, person, deed)

    async def find(self, person: str) -> BotAccount | None:
        rows = await self._database.fetch(f"{_BOTS} WHERE person = $1", person)
        return BotAccount(*rows[0]) if rows else None

    async def of(self, owner: str) -> tuple[BotAccount, ...]:
        """Those of one person, the oldest first."""
        return await bots_of(self._database, owner)

    async def all(self) -> tuple[BotAccount, ...]:
        return tuple(BotAccount(*row) for row in await self._database.fetch(f"{_BOTS} ORDER BY created_at, person"))


async def bots_of(db: Reader, owner: str) -> tuple[BotAccount, ...]:
    rows = await db.fetch(f"{_BOTS} WHERE owner = $1 ORDER BY created_at, person", owner)
    return tuple(BotAccount(*row) for row in rows)


async def remove_bot(db: Connection, person: str, now: Milliseconds) -> None:
    await db.execute("DELETE FROM bot_accounts WHERE person = $1", person)
    await end_all(db, person, FOR_GOOD, now)
    await tell(db, "bot", person, now)


async def _add(db: Connection, bot: BotAccount, most: int) -> bool:
    await db.lock("bot_accounts")  # Of several at once, none is one too many.
    if len(await bots_of(db, bot.owner)) >= most:
        return False
    if not await db.fetch("SELECT 1 FROM accounts WHERE person = $1", bot.owner):
        return False
    await db.execute(f"INSERT INTO bot_accounts ({_FIELDS}) VALUES ($1, $2, $3, $4, $5)", *astuple(bot))
    await tell(db, "bot", bot.person, bot.created_at)
    return True


async def _remove(db: Connection, person: str, deed: Deed) -> BotAccount | None:
    rows = await db.fetch(f"{_BOTS} WHERE person = $1 FOR UPDATE", person)
    if not rows:
        return None
    await remove_bot(db, person, deed.at)
    if deed.who:
        await note(db, deed)
    return BotAccount(*rows[0])
