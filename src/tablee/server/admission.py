"""Who may come in: sessions from cookies, hosts, origins, addresses behind proxies, numbers of connections."""

from collections import Counter
from ipaddress import IPv6Address, IPv6Network
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from tablee.server.bans import Bans
from tablee.server.hosts import Hosts, address_in
from tablee.server.sessions import Given, Session, Sessions
from tablee.server.settings import ServerSettings

if TYPE_CHECKING:
    from multidict import MultiMapping  # the headers of Litestar and of picows

COOKIE: Final = "tablee_session"


class Admission:
    """Checks what every request and every socket has to show."""

    def __init__(self, settings: ServerSettings, sessions: Sessions, bans: Bans) -> None:
        self._settings, self.sessions, self.bans = settings, sessions, bans
        self._hosts = Hosts(settings.own_names)
        self._origins, self._proxies = settings.allowed_origins, settings.proxies
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()
        self._by_peer: Counter[str] = Counter()

    def session_in(self, cookie_header: str | None) -> Session | None:
        given = self.given_in(cookie_header)
        return None if given is None else given.session

    def given_in(self, cookie_header: str | None) -> Given | None:
        """The session of a Cookie header, with its time, whatever other cookies are in it."""
        for part in (cookie_header or "").split(";"):
            name, _, value = part.strip().partition("=")
            given = self.sessions.read(value) if name == COOKIE else None
            if given is not None:
                return given
        return None

    def cookie_for(self, session: Session, peer: str, headers: "MultiMapping[str]") -> str:
        """The Set-Cookie header that gives a session out."""
        secure = "; Secure" if self._settings.secure_cookies or self.is_https(peer, headers) else ""
        lasts = self.sessions.lasts // 1000
        return f"{COOKIE}={self.sessions.sign(session)}; HttpOnly; Max-Age={lasts}; Path=/; SameSite=lax{secure}"

    def renewal_for(self, given: Given, peer: str, headers: "MultiMapping[str]") -> str | None:
        """The Set-Cookie header for a session that is used; None if it was given out today."""
        session = self.sessions.renewed(given)
        return None if session is None else self.cookie_for(session, peer, headers)

    def is_own_host(self, headers: "MultiMapping[str]", own: str) -> bool:
        """Whether we are asked for under a name of ours; `own` is the address at which the client reached us."""
        return self._hosts.is_ours(headers.getall("host", []), own)

    def is_own_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a browser sent this from our own pages. Programs send no Origin, and carry no one's cookies."""
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
        """Whether that address or person has as many connections as it may."""
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
        """Count a connection over HTTP in, unless there are too many; a trusted proxy may have as many as it needs."""
        peer = plain_address(peer)
        key = network_of(peer)
        if peer not in self._proxies and self._by_peer[key] >= self._settings.connections_per_address:
            return False
        self._by_peer[key] += 1
        return True

    def dismiss_peer(self, peer: str) -> None:
        """Count a connection over HTTP out."""
        _count_out(self._by_peer, network_of(plain_address(peer)))


def _count_out(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]


def plain_address(text: str) -> str:
    """An IPv4 address in its own form, also where it is written in IPv6's."""
    return str(address_in(text) or text)


def network_of(text: str) -> str:
    """What counts as one address: with IPv6 a provider gives everyone a whole /64."""
    try:
        return str(IPv6Network((IPv6Address(text), 64), strict=False))
    except ValueError:
        return text
