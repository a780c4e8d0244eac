"""The host names that this server answers to.

A page of another site can have its own name lead to a server at home (DNS rebinding): the browser then takes both for
one site, and lets the page read and do everything there. Its name in the Host header gives it away. Addresses in that
header come from nobody's name, and those of a home network are taken as they are.
"""

import re
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

ANY: Final = "*"
_PARTS: Final = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[^\[\]:@/\s]+)(:\d{0,5})?", re.IGNORECASE)


class Hosts:
    """Knows the server's own names."""

    def __init__(self, named: Iterable[str]) -> None:
        machine = socket.gethostname()
        self._names = {_plain_name(name) for name in (*named, "localhost", machine, f"{machine}.local")}
        self._is_open = ANY in self._names

    def is_ours(self, lines: Sequence[str], own: str) -> bool:
        """Whether every line of the Host header names us; `own` is the address at which the client reached us.

        A client that sends none is no browser, and can't have been led here by its page.
        """
        return self._is_open or all(self._is_our_name(line, own) for line in lines)

    def _is_our_name(self, line: str, own: str) -> bool:
        parts = _PARTS.fullmatch(line.strip())
        if parts is None:
            return False
        name = parts["name"]
        address = address_in(name)
        if address is None:
            plain = _plain_name(name)
            return plain in self._names or plain.endswith(".localhost")
        return not address.is_global or str(address) in self._names or address == address_in(own)


def address_in(text: str) -> IPv4Address | IPv6Address | None:
    """An address as written in a header or a setting, an IPv4 one in its own form; None if it is a name."""
    try:
        address = ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def is_loopback(line: str) -> bool:
    """Whether a Host header names the machine that the browser itself runs on."""
    parts = _PARTS.fullmatch(line.strip())
    if parts is None:
        return False
    address, plain = address_in(parts["name"]), parts["name"].lower().removesuffix(".")
    return plain == "localhost" or plain.endswith(".localhost") if address is None else address.is_loopback


def is_name(text: str) -> bool:
    """Whether this can be a name or an address in a Host header, without a port."""
    if text == ANY or address_in(text) is not None:
        return True
    try:
        plain = _plain_name(text)
    except UnicodeError:
        return False
    return re.fullmatch(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*", plain) is not None


def _plain_name(text: str) -> str:
    """As browsers send it, but without case and without the dot that may end it."""
    address = address_in(text)
    if address is not None:
        return str(address)
    name = text.lower().removesuffix(".")
    return name if name.isascii() else name.encode("idna").decode()
