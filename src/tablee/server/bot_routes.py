"""Bot accounts over HTTP: a person with an account makes them, sees them, and deletes them."""

from typing import Final

from litestar import delete, get, post
from litestar.status_codes import HTTP_200_OK

from tablee.protocol.http import BotGiven, BotMade, BotShown
from tablee.rooms.names import clean_name
from tablee.rooms.refusals import BAD_NAME
from tablee.server import refusals
from tablee.server.clock import now
from tablee.server.house import House, Refused, described, known
from tablee.server.pages import AnyRequest
from tablee.store.audit import Deed
from tablee.store.bot_accounts import BotAccount


@get("/api/bots", **described("bots", needs="person"))
async def list_my_bots(request: AnyRequest, house: House) -> tuple[BotShown, ...]:
    """The bots of this person, the oldest first, without their tokens."""
    bots = await house.store.upkeep.bot_accounts.of(house.person_of(request).person)
    return tuple(map(_shown, bots))


@post("/api/bots", **described("bots", 400, 413, needs="person"))
async def make_bot(request: AnyRequest, house: House, data: BotGiven) -> BotMade:
    """Make a bot account, five at most. Its token is in this answer and nowhere else: the server keeps a hash."""
    person = house.person_of(request).person
    name = known(clean_name(data.name), BAD_NAME)
    if await house.store.account_of(person) is None:
        raise Refused(refusals.BOTS_NEED_ACCOUNT)
    house.limit(house.new_bots, person)
    made = known(await house.admission.bot_accounts.make(person, name), refusals.TOO_MANY_BOTS)
    bot, token = made
    return BotMade(_shown(bot), token)


@delete("/api/bots/{bot:str}", **described("bots", 404, needs="person"), status_code=HTTP_200_OK)
async def delete_bot(request: AnyRequest, house: House, bot: str) -> None:
    """Delete a bot: it leaves its tables, which is a forfeit in a running game, and its token stops working."""
    person, accounts = house.person_of(request).person, house.store.upkeep.bot_accounts
    found = await accounts.find(bot)
    if found is None or found.owner != person:
        raise Refused(refusals.NO_SUCH_BOT)
    await house.leave_everywhere(bot)
    await accounts.remove(bot, Deed(now(), "", "delete-bot", bot))
    await house.admission.bot_accounts.heed(bot)
    await house.admission.sessions.heed_person(bot)


def _shown(bot: BotAccount) -> BotShown:
    return BotShown(bot.person, bot.name, bot.created_at)


BOT_ROUTES: Final = (list_my_bots, make_bot, delete_bot)
