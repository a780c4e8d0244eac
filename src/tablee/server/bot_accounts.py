"""Bot accounts in memory: looks up the owner of a token for every request."""

from typing import Final

from tablee.rooms.commands import BOT_ACCOUNT
from tablee.server.clock import now
from tablee.server.credentials import hash_of_secret, new_id, new_seat_secret
from tablee.server.sessions import BotSession
from tablee.store.bot_accounts import BotAccount
from tablee.store.bot_accounts import BotAccounts as BotAccountStore

TOKEN: Final = "tablee_bot_"  # noqa: S105 - what all tokens begin with, so that one is known where it leaked
MOST: Final = 5
"""Bot accounts of one person."""


class BotAccounts:
    """All bot accounts, by the hashes of their tokens."""

    def __init__(self, store: BotAccountStore) -> None:
        self._store = store
        self._by_hash: dict[str, BotAccount] = {}

    async def load(self) -> None:
        self._by_hash = {bot.token_hash: bot for bot in await self._store.all()}

    async def heed(self, person: str) -> None:
        """Reload an account that was made or deleted, here or by another process."""
        bot = await self._store.find(person)
        if bot is not None:
            self._by_hash[bot.token_hash] = bot
        else:
            self._by_hash = {key: other for key, other in self._by_hash.items() if other.person != person}

    def session_of(self, token: str) -> BotSession | None:
        bot = self._by_hash.get(hash_of_secret(token))
        return None if bot is None else BotSession(bot.person, bot.name, bot.person, bot.created_at, bot.owner)

    async def make(self, owner: str, name: str) -> tuple[BotAccount, str] | None:
        """Make a bot account; returns it with its token, shown only now, or None if its owner may have no more."""
        token = TOKEN + new_seat_secret()
        bot = BotAccount(BOT_ACCOUNT + new_id(), owner, name, hash_of_secret(token), now())
        if not await self._store.add(bot, MOST):
            return None
        await self.heed(bot.person)
        return bot, token
