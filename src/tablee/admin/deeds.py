"""A host's deeds, through a store's upkeep. Every change is written to the audit log.

NotFound     there is no such room, person, account or ban
WrongInput   what was given can't be meant; the sentence says what can
"""

import getpass
import re
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.chance import Chance
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.rooms.commands import SERVER, AnyCommand, Close, Leave, Sender
from tablee.rooms.decide import Advanced, Policy, advance
from tablee.rooms.state import Room
from tablee.server.appends import append_of, summary_of
from tablee.server.loading import load_room
from tablee.server.sessions import make_reset
from tablee.store.audit import Deed
from tablee.store.bans import Ban, BanKind
from tablee.store.bot_accounts import BotAccount
from tablee.store.contract import Appended, Milliseconds, Unavailable
from tablee.store.erasing import Erased, Exported
from tablee.store.overview import HostQuery, KnownPerson, PeopleQuery
from tablee.store.pruning import DAY, Pruned, Pruner
from tablee.store.upkeep import Upkeep

_ATTEMPTS: Final = 20
"""Attempts at a room where others append at the same time."""
_COUNTED_AT_ONCE: Final = 1000


class NotFound(Exception):  # noqa: N818 - reads as what it is
    """There is no such room, person, account or ban."""


class WrongInput(Exception):  # noqa: N818 - reads as what it is
    """An argument that can't be meant."""


class Closed(Struct, frozen=True):
    """A room that was closed."""

    room: str
    code: str


class Left(Struct, frozen=True, kw_only=True):
    """A person who was erased."""

    person: str
    rooms: tuple[str, ...]
    erased: Erased


class KnownBot(Struct, frozen=True):
    """A bot account, without the hash of its token."""

    bot: str
    name: str
    owner: str
    """The id of who made it."""
    created_at: Milliseconds


class ResetLink(Struct, frozen=True):
    """A link that sets a new password for an account."""

    username: str
    link: str


class Host:
    """The user who runs a command, at a time."""

    def __init__(self, upkeep: Upkeep, now: Milliseconds, who: str = "", skips: int = 2) -> None:
        self._upkeep, self._now, self._skips = upkeep, now, skips
        self._who = who or _user()

    # ── Rooms ────────────────────────────────────────────────────────────────────────────────────────────

    async def close(self, name: str, reason: str = "") -> Closed:
        """Close a room, by its id or code; everyone there gets a notice and returns to the home screen."""
        found = await self._upkeep.overview.find_room(name)
        if found is None:
            raise NotFound(f"There is no room {name}, or it is closed and its code is free again.")
        room = await self._decide(found.room, Close(), SERVER)
        if isinstance(room, Refusal):
            raise NotFound(f"The room {name} is closed already.")
        await self._upkeep.note(self._deed("close", room.id, reason))
        return Closed(room.id, room.code)

    async def _decide(self, room_id: str, command: AnyCommand, sender: Sender) -> Room | Refusal:
        """Have a room decide on a command, as any process does that appends to its log."""
        for _ in range(_ATTEMPTS):
            room, _ = await load_room(self._upkeep.overview, room_id)
            if room is None:
                raise NotFound(f"There is no room {room_id}.")
            policy = Policy(skips_to_elimination=self._skips)
            decided = advance(load_game(room.game), room, command, sender, self._now, Chance.secure(), policy)
            if isinstance(decided, Refusal):
                return decided
            if not isinstance(decided, Advanced) or not decided.events:
                raise NotFound(f"The room {room_id} is closed already.")
            append = append_of(decided.room, decided.events, summary_of(decided.room))
            if isinstance(await self._upkeep.overview.append(append), Appended):
                await self._upkeep.tell("room", room_id, self._now)
                return decided.room
        raise Unavailable(f"Too much happens in the room {room_id} just now. Try again in a moment.")

    # ── People ───────────────────────────────────────────────────────────────────────────────────────────

    async def person(self, name: str) -> KnownPerson:
        """Someone by id or username; NotFound if the store doesn't know them."""
        overview = self._upkeep.overview
        account = await overview.find_account(name)
        wanted = name if account is None else account.person
        for known in await overview.people(PeopleQuery(search=wanted), self._now):
            if wanted == known.person or wanted in known.guests:
                return known
        raise NotFound(f"There is nobody with the id or username {name}. See: tablee admin people")

    async def erase(self, name: str) -> Left:
        """Make a person leave their rooms, then end their sessions and erase what tells who they are."""
        known = await self.person(name)
        bots = await self._upkeep.bot_accounts.of(known.person)
        ids = (known.person, *known.guests, *(bot.person for bot in bots))
        rooms = [room for each in ids for room in await self._leave_all(each)]
        deed = self._deed("erase", known.person, f"left {len(rooms)} rooms" if rooms else "")
        return Left(person=known.person, rooms=tuple(rooms), erased=await self._upkeep.erase_person(known.person, deed))

    async def _leave_all(self, person: str) -> list[str]:
        """Make a person leave their rooms; returns those."""
        rooms = await self._upkeep.overview.seats_of(person)
        return [
            room
            for room in rooms
            if not isinstance(await self._decide(room, Leave(id="erased"), Sender(person)), Refusal)
        ]

    async def bots(self, owner: str | None) -> tuple[KnownBot, ...]:
        """All bot accounts, or those of one person, by id or username."""
        accounts = self._upkeep.bot_accounts
        found = await (accounts.all() if owner is None else accounts.of((await self.person(owner)).person))
        return tuple(map(_known_bot, found))

    async def delete_bot(self, person: str, reason: str = "") -> KnownBot:
        """Make a bot leave its rooms, then delete its account: its token stops working."""
        if await self._upkeep.bot_accounts.find(person) is None:
            raise NotFound(f"There is no bot with the id {person}. See: tablee admin bots")
        await self._leave_all(person)
        removed = await self._upkeep.bot_accounts.remove(person, self._deed("delete-bot", person, reason))
        if removed is None:
            raise NotFound(f"The bot {person} is deleted already.")
        return _known_bot(removed)

    async def export(self, name: str) -> Exported:
        """Everything the store knows about a person. The export is noted in the audit log."""
        known = await self.person(name)
        exported = await self._upkeep.export_person(known.person)
        await self._upkeep.note(self._deed("export", known.person))
        return exported

    async def reset_password(self, username: str, server: str) -> ResetLink:
        """A link to that server with which the owner of an account sets a new password, once."""
        account = await self._upkeep.overview.find_account(username)
        if account is None:
            raise NotFound(f"There is no account with the username {username}.")
        path = await make_reset(self._upkeep.sessions, account.person)
        await self._upkeep.note(self._deed("reset-password", account.person))
        return ResetLink(account.username, server.rstrip("/") + path)

    # ── Bans ─────────────────────────────────────────────────────────────────────────────────────────────

    async def ban(self, name: str, lasts: Milliseconds | None, reason: str = "", *, is_forced: bool = False) -> Ban:
        """Keep a person (id or username), an address or a network out, for a time or for good."""
        kind, subject = await self._subject(name)
        if kind == "address" and not is_forced and _holds_loopback(ip_network(subject)):
            raise WrongInput(
                f"{subject} is this machine itself: everyone at it would be kept out, and everyone behind a proxy "
                "that trusted_proxies doesn't name. Give --force if that is meant."
            )
        until = None if lasts is None else self._now + lasts
        ban = Ban(kind, subject, self._now, until, reason)
        await self._upkeep.ban(ban, self._deed("ban", subject, reason))
        return ban

    async def unban(self, name: str) -> Ban:
        bans = {ban.subject: ban for ban in await self._upkeep.bans(self._now)}
        try:
            subject = name if name in bans else (await self._subject(name))[1]
        except NotFound:
            subject = name
        ban = bans.get(subject)
        if ban is None or not await self._upkeep.unban(ban.kind, subject, self._deed("unban", subject)):
            raise NotFound(f"{name} is not banned. See: tablee admin bans")
        return ban

    async def _subject(self, name: str) -> tuple[BanKind, str]:
        network = network_named(name)
        if network is not None:
            return "address", str(network)
        return "person", (await self.person(name)).person

    # ── Upkeep ───────────────────────────────────────────────────────────────────────────────────────────

    async def prune(self, keep_records_days: int) -> Pruned:
        """Delete expired data, as a running server does every hour."""
        pruned = await Pruner(self._upkeep, keep_records_days * DAY or None).prune(self._now)
        await self._upkeep.note(self._deed("prune", "", f"{pruned.rooms} rooms, {pruned.records} records"))
        return pruned

    async def prunable(self, keep_records_days: int) -> Pruned:
        """Count what `prune` would delete. Rooms that become free with their records are not counted."""
        rooms, seen = 0, (0, "")
        while found := await self._upkeep.closed_rooms(self._now - DAY, seen, _COUNTED_AT_ONCE):
            rooms += sum(not room.has_records for room in found)
            seen = (found[-1].closed_at, found[-1].room)
        records = await self._upkeep.old_games(self._now - keep_records_days * DAY, 2**31) if keep_records_days else ()
        return Pruned(rooms, len(records))

    def _deed(self, did: str, subject: str, details: str = "") -> Deed:
        return Deed(self._now, self._who, did, subject, details)


def _known_bot(bot: BotAccount) -> KnownBot:
    return KnownBot(bot.person, bot.name, bot.owner, bot.created_at)


async def rooms_query(host: Host, query: HostQuery) -> HostQuery:
    """The query with the person's id where a username was given."""
    if query.person is None:
        return query
    return replace(query, person=(await host.person(query.person)).person)


def network_named(text: str) -> IPv4Network | IPv6Network | None:
    """The network that an address or a network means; with IPv6 a /64 at least, since everyone has a whole one."""
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        if "/" in text or ":" in text or re.fullmatch(r"[\d.]+", text):
            raise WrongInput(f"{text} is no address and no network, such as 203.0.113.7 or 2001:db8::/32.") from None
        return None
    if isinstance(network, IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped is not None and network.prefixlen >= 96:
            return ip_network((mapped, network.prefixlen - 96))
        return network.supernet(new_prefix=64) if network.prefixlen > 64 else network
    return network


def _holds_loopback(network: IPv4Network | IPv6Network) -> bool:
    loopback: IPv4Network | IPv6Network = (
        ip_network("127.0.0.0/8") if isinstance(network, IPv4Network) else ip_network("::1/128")
    )
    return network.overlaps(loopback)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # A container's user may have no name.
        return "unknown"
