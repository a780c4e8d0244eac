"""Bot accounts, and that they go with who made them."""

import asyncio

from tablee.store.audit import DeedQuery
from tablee.store.bot_accounts import BotAccount
from tablee.store.contract import Store
from tablee.testing.stores import DAY, NOW, account, append, deed, name
from tablee.testing.stores.case import StoreCase, told


def bot(person: str, owner: str) -> BotAccount:
    return BotAccount(person, owner, "Robby", f"hash of {person}", NOW)


class BotAccountsConformance(StoreCase):
    """Every store's bot accounts."""

    async def test_bot_accounts_are_kept_found_and_told(self, store: Store) -> None:
        bots = store.upkeep.bot_accounts
        await store.add_account(account("ada", "countess"))
        first, second = bot("bot-1", "ada"), bot("bot-2", "ada")
        assert await bots.add(first, most=2)
        assert await bots.add(second, most=2)
        assert await bots.find("bot-1") == first
        assert await bots.find("ada") is None
        assert await bots.of("ada") == await bots.all() == (first, second)
        assert await bots.of("bob") == ()
        assert await told(store) == [("bot", "bot-1"), ("bot", "bot-2")]

    async def test_nobody_has_more_bots_than_they_may_and_only_accounts_have_any(self, store: Store) -> None:
        bots = store.upkeep.bot_accounts
        await store.add_account(account("ada", "countess"))
        added = await asyncio.gather(*(bots.add(bot(f"bot-{number}", "ada"), most=2) for number in range(5)))
        assert added.count(True) == len(await bots.of("ada")) == 2
        assert not await bots.add(bot("bot-9", "guest"), most=2)
        assert await bots.of("guest") == ()

    async def test_a_bot_that_is_deleted_is_gone_with_its_sessions_for_good(self, store: Store) -> None:
        bots = store.upkeep.bot_accounts
        await store.add_account(account("ada", "countess"))
        await bots.add(bot("bot-1", "ada"), most=5)
        assert await bots.remove("bot-2", deed("delete-bot", "bot-2")) is None
        assert await bots.remove("bot-1", deed("delete-bot", "bot-1")) == bot("bot-1", "ada")
        assert await bots.all() == ()
        assert (await store.upkeep.sessions.ended_before("bot-1") or 0) > NOW + 100 * DAY
        assert await told(store) == [("bot", "bot-1"), ("sessions_ended", "bot-1"), ("bot", "bot-1")]
        [noted] = await store.upkeep.deeds(DeedQuery())
        assert (noted.did, noted.subject) == ("delete-bot", "bot-1")

    async def test_a_persons_bots_are_exported_and_erased_with_it(self, store: Store) -> None:
        bots = store.upkeep.bot_accounts
        await store.add_account(account("ada", "countess"))
        await bots.add(bot("bot-1", "ada"), most=5)
        await store.append(append("a", 0, people=("bot-1",), names=(name(1, "bot-1", "Robby"),)))
        exported = await store.upkeep.export_person("ada")
        assert [(known.person, known.name) for known in exported.bots] == [("bot-1", "Robby")]
        assert [said.text for said in exported.names] == ["Robby"]
        assert exported.guests == ()
        assert (await store.upkeep.erase_person("ada", deed("erase"))).people == ("ada", "bot-1")
        assert await bots.all() == ()
        assert await store.names("a") == {1: ""}
        assert await store.upkeep.sessions.ended_before("bot-1") is not None
