"""Bans: people by id, addresses by network. Kept in memory, checked for every request."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from tablee.kernel.refusals import Refusal, refusal
from tablee.server.clock import now
from tablee.store.bans import Ban
from tablee.store.contract import Milliseconds, Store

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


class Bans:
    """All bans that have not ended when they were loaded; one that lapses no longer counts from then on."""

    def __init__(self, clock: Callable[[], Milliseconds] = now) -> None:
        self._clock = clock
        self.on_change: Callable[[], None] = lambda: None
        """Called when someone may have been newly banned."""
        self._people: dict[str, Ban] = {}
        self._networks: dict[tuple[int, int], dict[int, Ban]] = {}
        """By version and length of the prefix, then by the network's first address."""

    async def load(self, store: Store) -> None:
        """Read them all. A person who claimed a guest's games is banned with that guest's sessions too."""
        bans = await store.upkeep.bans(self._clock())
        aliases = {ban.subject: await store.aliases_of(ban.subject) for ban in bans if ban.kind == "person"}
        self.take(bans, aliases)
        self.on_change()

    def take(self, bans: Iterable[Ban], aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        """Replace all bans; `aliases` are the other ids of the people among them."""
        people: dict[str, Ban] = {}
        networks: dict[tuple[int, int], dict[int, Ban]] = defaultdict(dict)
        for ban in bans:
            if ban.kind == "person":
                people |= dict.fromkeys((ban.subject, *(aliases or {}).get(ban.subject, ())), ban)
            else:
                network = ip_network(ban.subject)
                networks[network.version, network.prefixlen][int(network.network_address)] = ban
        self._people, self._networks = people, dict(networks)

    @property
    def has_people(self) -> bool:
        """Whether any person is banned, so that the session has to be looked at."""
        return bool(self._people)

    def on(self, person: str | None, address: str) -> Ban | None:
        """The ban on a person or an address, as admission asks for it; None for anyone else."""
        if person is not None and (ban := self._people.get(person)) is not None and self._holds(ban):
            return ban
        if not self._networks or (network := _network(address)) is None:
            return None
        first = int(network.network_address)
        for (version, length), banned in self._networks.items():
            if version == network.version and length <= network.prefixlen:
                ban = banned.get(first >> (network.max_prefixlen - length) << (network.max_prefixlen - length))
                if ban is not None and self._holds(ban):
                    return ban
        return None

    def _holds(self, ban: Ban) -> bool:
        return ban.until is None or ban.until > self._clock()

    def refusal(self, ban: Ban) -> Refusal:
        if ban.until is None:
            return refusal("banned", "The host has banned you from this server.", "L’hôte vous a exclu de ce serveur.")
        end = datetime.fromtimestamp(ban.until / 1000, UTC)
        month = _MONTHS[end.month - 1]
        return refusal(
            "banned",
            f"The host has banned you from this server until {end.day} {month} {end:%Y, %H:%M} UTC.",
            f"L’hôte vous a exclu de ce serveur jusqu’au {end:%d/%m/%Y} à {end:%H h %M} (UTC).",
            wait=max(1, -(-(ban.until - self._clock()) // 1000)),
        )


def _network(address: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(address)
    except ValueError:  # A socket of another kind.
        return None
