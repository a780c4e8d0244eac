"""Admission to seats: codes are looked up, access codes checked, attempts limited."""

from collections.abc import Awaitable, Callable
from typing import Final

from tablee.kernel.refusals import Refusal
from tablee.rooms.commands import Join
from tablee.rooms.state import DAY
from tablee.server import refusals
from tablee.server.bots import Bots
from tablee.server.clock import now
from tablee.server.credentials import hash_of_secret, is_password
from tablee.server.guessing import Guesses
from tablee.server.hall import Hall
from tablee.server.limits import Budget, Limit
from tablee.server.live_room import LiveRoom
from tablee.server.sessions import BotSession, Session
from tablee.server.settings import ServerSettings
from tablee.store.contract import Store

_CODE: Final = 6
"""Characters; ids are longer."""

HINTS_PER_MINUTE: Final = 20
"""For one person: each takes a process of the bots for most of a second."""


EMOTES_AT_ONCE: Final = 6
EMOTES_WITHIN: Final = 10
"""Emotes allowed to one person, and the seconds in which they are."""


class Reception:
    """Admits people to rooms: looks codes up, checks access codes, limits attempts."""

    def __init__(self, hall: Hall, store: Store, settings: ServerSettings, bots: Bots) -> None:
        self.hall, self.store, self.settings, self.bots = hall, store, settings, bots
        self.hints = Limit.per_minute(HINTS_PER_MINUTE)
        self.emotes = Limit(EMOTES_AT_ONCE, EMOTES_AT_ONCE / EMOTES_WITHIN)
        self.changes = Budget(settings.changes_per_minute, minutes=2)
        self.moves = Budget(settings.moves_per_minute, minutes=10)
        self.lookups = Limit.per_minute(30)
        self.guesses = Guesses()
        self.attempts_of_person = Limit.per_minute(5)
        self.attempts_of_address = Limit.per_minute(5)
        self.attempts_at_room = Limit.per_minute(20)

    async def find_room(self, name: str, address: str) -> LiveRoom | Refusal:
        """A room by its id or its code."""
        id_ = await self._id_of(name, address, self.store.find_code)
        live = id_ if isinstance(id_, Refusal) else await self.hall.find(id_)
        if isinstance(live, Refusal):
            return live
        return refusals.NO_SUCH_ROOM if live is None or live.room.closed else live

    async def find_former_room(self, name: str, address: str) -> str | Refusal:
        """The id of a room, which may have closed, by its id or by its code while no other can have it."""

        async def find(code: str) -> str | None:
            return await self.store.find_code(code) or await self.store.find_closed(code, now() - DAY)

        return await self._id_of(name, address, find)

    async def _id_of(self, name: str, address: str, find: Callable[[str], Awaitable[str | None]]) -> str | Refusal:
        """The id of what a code finds, or the id itself; looking codes up is limited."""
        if len(name) > _CODE:
            return name
        wait = self.lookups.take(address)
        if wait:
            return refusals.rate_limited(wait)
        found = await find(name.upper())
        if found is None:
            return refusals.NO_SUCH_ROOM
        # What is limited is guessing: a whole class may come in by one code, from one address.
        self.lookups.give_back(address)
        return found

    async def check_access(self, live: LiveRoom, access: str | None, person: str, address: str) -> bool | Refusal:
        access_hash = live.room.access_hash
        if access_hash is None:
            return True
        if access is None:
            return False
        limits = (
            (self.attempts_of_person, person),
            (self.attempts_of_address, address),
            (self.attempts_at_room, live.room.id),
        )
        return await self.guesses.check(address, limits, lambda: is_password(access_hash, access))

    async def joining(
        self, live: LiveRoom, session: Session, address: str, access: str | None, invitation: str | None
    ) -> Join | Refusal:
        """The command that gives someone a seat, or why they can't have one."""
        refusal = await self.may_play(session)
        if refusal is not None:
            return refusal
        admitted = await self.check_access(live, access, session.person, address)
        if isinstance(admitted, Refusal):
            return admitted
        return Join(session.name, admitted, None if invitation is None else hash_of_secret(invitation))

    async def may_play(self, session: Session) -> Refusal | None:
        """Refuse a person without an account where one is required; a bot's owner always has one."""
        if not self.settings.require_account or isinstance(session, BotSession):
            return None
        return None if await self.store.account_of(session.person) else refusals.NOT_SIGNED_IN
