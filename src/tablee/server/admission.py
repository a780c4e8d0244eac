"""Admission: sessions from cookies, hosts, origins, addresses behind proxies, connection limits."""

from collections import Counter
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from tablee.kernel.refusals import Refusal
from tablee.server.bans import Bans
from tablee.server.bot_accounts import TOKEN, BotAccounts
from tablee.server.clock import now
from tablee.server.hosts import Hosts, address_in, is_loopback
from tablee.server.sessions import BotSession, Given, Session, Sessions
from tablee.server.settings import ServerSettings

if TYPE_CHECKING:
    from multidict import MultiMapping  # the headers of Litestar and of picows

COOKIE: Final = "tablee_session"


class Admission:
    """Checks what every request and every socket has to show."""

    def __init__(self, settings: ServerSettings, sessions: Sessions, bans: Bans, bot_accounts: BotAccounts) -> None:
        self._settings, self.sessions, self.bans, self.bot_accounts = settings, sessions, bans, bot_accounts
        self._hosts = Hosts(settings.own_names)
        self._origins, self._proxies = settings.allowed_origins, settings.proxies
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()
        self._by_peer: Counter[str] = Counter()

    def session_in(self, headers: "MultiMapping[str]") -> Session | None:
        given = self.given_in(headers)
        return None if given is None else given.session

    def given_in(self, headers: "MultiMapping[str]") -> Given | None:
        """The session of a request with its time: a bot's by its token, or a person's, whatever other cookies come."""
        token = token_in(headers)
        if token is not None:
            bot = self.bot_accounts.session_of(token)
            return None if bot is None else Given(bot, now())
        for part in headers.get("cookie", "").split(";"):
            name, _, value = part.strip().partition("=")
            given = self.sessions.read(value) if name == COOKIE else None
            if given is not None:
                return given
        return None

    def ban_on(self, session: Session | None, address: str) -> Refusal | None:
        """The ban that keeps someone out, if any. A bot is banned with its owner."""
        ban = self.bans.on(session.person if session else None, address)
        if ban is None and isinstance(session, BotSession):
            ban = self.bans.on(session.owner, address)
        return None if ban is None else self.bans.refusal(ban)

    def cookie_for(self, session: Session | None, peer: str, headers: "MultiMapping[str]") -> str:
        """The Set-Cookie header that gives a session out, or takes it away.

        A browser sends it only with requests of our own site's pages (SameSite=lax). For a page of another site that
        may use us it is another cookie, of that site's visitors alone (Partitioned), which browsers keep only where
        nobody listens: over https, and on this machine.
        """
        is_secure = self._settings.secure_cookies or self.is_https(peer, headers)
        is_private = is_secure or is_loopback(headers.get("host", ""))
        is_shared = is_private and self._is_of_another_site(headers)
        secure = "; Secure" if is_secure or is_shared else ""
        site = "none; Partitioned" if is_shared else "lax"
        value, lasts = ("", 0) if session is None else (self.sessions.sign(session), self.sessions.lasts // 1000)
        return f"{COOKIE}={value}; HttpOnly; Max-Age={lasts}; Path=/; SameSite={site}{secure}"

    def _is_of_another_site(self, headers: "MultiMapping[str]") -> bool:
        """Whether the request is from a page of another host that may use us; cookies ignore ports."""
        origin, host = headers.get("origin"), headers.get("host", "")
        return origin in self._origins and urlsplit(origin or "").hostname != urlsplit(f"//{host}").hostname

    def renewal_for(self, given: Given, peer: str, headers: "MultiMapping[str]") -> str | None:
        """The Set-Cookie header for a session that is used; None if it was given out today."""
        session = self.sessions.renewed(given)
        return None if session is None else self.cookie_for(session, peer, headers)

    def is_own_host(self, headers: "MultiMapping[str]", own: str) -> bool:
        """Whether the request's Host is one of ours; `own` is the address that the client connected to."""
        return self._hosts.is_ours(headers.getall("host", []), own)

    def is_own_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a browser sent this from our own pages. Programs send no Origin, and carry no cookies of ours."""
        if origin is None or origin in self._origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == (host or "").lower()

    def address_of(self, peer: str, headers: "MultiMapping[str]") -> str:
        """The address of a client: the peer's, or, through trusted proxies, the last one they did not add."""
        peer = plain_address(peer)
        if peer not in self._proxies:
            return network_of(peer)
        lines = ",".join(headers.getall("x-forwarded-for", []))
        forwarded = [plain_address(part.strip()) for part in lines.split(",") if part.strip()]
        return network_of(next((address for address in reversed(forwarded) if address not in self._proxies), peer))

    def is_https(self, peer: str, headers: "MultiMapping[str]") -> bool:
        """Whether a trusted proxy says that the browser came to it over https."""
        return plain_address(peer) in self._proxies and headers.get("x-forwarded-proto", "").lower() == "https"

    def is_full(self, person: str, address: str) -> bool:
        settings = self._settings
        return (
            self._by_address[address] >= settings.connections_per_address
            or self._by_person[person] >= settings.connections_per_person
        )

    def count_in(self, person: str, address: str) -> None:
        self._by_address[address] += 1
        self._by_person[person] += 1

    def count_out(self, person: str, address: str) -> None:
        _count_out(self._by_address, address)
        _count_out(self._by_person, person)

    def admit_peer(self, peer: str) -> bool:
        """Count a new HTTP connection, unless there are too many; trusted proxies have no limit."""
        peer = plain_address(peer)
        key = network_of(peer)
        if peer not in self._proxies and self._by_peer[key] >= self._settings.connections_per_address:
            return False
        self._by_peer[key] += 1
        return True

    def dismiss_peer(self, peer: str) -> None:
        _count_out(self._by_peer, network_of(plain_address(peer)))


def token_in(headers: "MultiMapping[str]") -> str | None:
    """The token of a bot. What else is in that header may be meant for a proxy."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip().startswith(TOKEN) else None


def _count_out(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


def plain_address(text: str) -> str:
    """An IPv4 address in its own form, also where it is written in IPv6's."""
    return str(address_in(text) or text)


def network_of(text: str) -> str:
    """Reduce an address to its limits' key: with IPv6 a provider gives everyone a whole /64."""
    try:
        return str(IPv6Network((IPv6Address(text), 64), strict=False))
    except ValueError:
        return text
