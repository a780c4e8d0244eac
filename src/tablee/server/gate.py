"""Who may come in: sessions from cookies, origins, addresses behind proxies, numbers of connections."""

from collections import Counter
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import urlsplit

from tablee.server.secrets import Session, Signer
from tablee.server.settings import ServerSettings

COOKIE: Final = "tablee_session"


class Gate:
    """Checks what every request and every socket has to show."""

    def __init__(self, settings: ServerSettings, signer: Signer) -> None:
        self._settings, self.signer = settings, signer
        self._origins, self._proxies = settings.allowed_origins, settings.proxies
        self._by_address: Counter[str] = Counter()
        self._by_person: Counter[str] = Counter()

    def session_in(self, cookie_header: str | None) -> Session | None:
        """The session of a Cookie header."""
        if not cookie_header:
            return None
        try:
            morsel = SimpleCookie(cookie_header).get(COOKIE)
        except CookieError:
            return None
        return None if morsel is None else self.signer.read(morsel.value)

    def is_own_origin(self, origin: str | None, host: str | None) -> bool:
        """Whether a browser sent this from our own pages. Programs send no Origin, and carry no one's cookies."""
        if origin is None or origin in self._origins:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == (host or "").lower()

    def address_of(self, peer: str, headers: Mapping[str, str]) -> str:
        """The address of a client: the peer's, or, through trusted proxies, the last one they did not add."""
        if peer not in self._proxies:
            return peer
        forwarded = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
        return next((address for address in reversed(forwarded) if address not in self._proxies), peer)

    def admit(self, person: str, address: str) -> bool:
        """Count a connection in, unless there are too many of that address or person."""
        settings = self._settings
        if self._by_address[address] >= settings.connections_per_address:
            return False
        if self._by_person[person] >= settings.connections_per_person:
            return False
        self._by_address[address] += 1
        self._by_person[person] += 1
        return True

    def dismiss(self, person: str, address: str) -> None:
        """Count a connection out."""
        for counter, key in ((self._by_address, address), (self._by_person, person)):
            counter[key] -= 1
            if counter[key] <= 0:
                del counter[key]
