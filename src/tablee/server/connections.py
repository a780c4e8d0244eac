"""A client's connection, whatever carries it: sending without ever waiting for a slow reader.

A client that reads too slowly misses messages and is then shown the newest state; one that does not catch up in time
is dropped. So nobody slows a room down.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic
from typing import Final

import msgspec

from tablee.protocol.close_codes import POLICY, TOO_BIG
from tablee.protocol.outgoing import AnyOutgoing
from tablee.rooms.commands import Sender
from tablee.server.limits import Bucket
from tablee.server.sessions import Session

SLOW_FOR_AT_MOST: Final = 10.0
"""Seconds that a client may take to catch up, or to take the last words before it is closed."""
REFUSED_AT_ONCE: Final = 60
REFUSED_PER_SECOND: Final = 20.0
"""Refused messages or frames tolerated (burst, then per second) before we close."""

encode: Final[Callable[[AnyOutgoing], bytes]] = msgspec.json.Encoder().encode


class Connection(ABC):
    """One WebSocket of one session."""

    __slots__ = (
        "_buckets",
        "_patience",
        "address",
        "has_missed",
        "id",
        "is_over",
        "on_flood",
        "room",
        "sender",
        "session",
        "slow_since",
    )

    def __init__(self, id_: str, session: Session, address: str, buckets: tuple[Bucket, ...]) -> None:
        self.id, self.session, self.address = id_, session, address
        self.sender = Sender(session.person, id_)
        self._buckets = buckets
        """The limits on messages that it shares: its person's, and its address's."""
        self._patience: Bucket | None = None
        self.is_over = False
        """Whether it was closed or lost: nothing is sent to it, and what it still sends is ignored."""
        self.room: str | None = None
        self.slow_since: float | None = None
        self.has_missed = False
        self.on_flood: Callable[[], None] = lambda: None
        """Called when it is closed for flooding, or for what is too big or can't be read."""

    def send(self, message: AnyOutgoing) -> None:
        """Send what only this client needs, such as an answer, however slow it is."""
        if not self.is_over:
            self.write(encode(message))

    def send_bytes(self, data: bytes) -> None:
        """Send an encoded message, unless the client is too slow to take it now."""
        if self.slow_since is None:
            self.write(data)
        else:
            self.has_missed = True

    def may_speak(self) -> bool:
        """Whether its person and its address may send one more message now."""
        for bucket in self._buckets:  # noqa: SIM110 - `all` of a generator costs more than the buckets
            if not bucket.take():
                return False
        return True

    def may_frame(self) -> bool:
        """Whether a frame that is no whole message (ping, pong, fragment) is within the limits."""
        if self.may_speak():
            return True
        self.is_flooding()
        return False

    def is_flooding(self) -> bool:
        """Whether a message or frame refused for its speed was one too many; if so, close the connection."""
        if self._patience is None:
            self._patience = Bucket(REFUSED_AT_ONCE, REFUSED_PER_SECOND)
        if self._patience.take():
            return False
        if not self.is_over:
            self.shut_out()
            self.is_over = True
            self.fell_behind()
            self.on_flood()
        return True

    def close(self, code: int, reason: str) -> None:
        """Close after what was sent; a client that does not take it in time is cut off."""
        if not self.is_over:
            self.say_goodbye(code, reason)
            self.is_over = True
            self.fell_behind()

    def close_too_big(self) -> None:
        """Close for an oversized message, which counts against the address like a flood."""
        if not self.is_over:
            self.close(TOO_BIG, "too big")
            self.on_flood()

    def fell_behind(self) -> None:
        if self.slow_since is None:
            self.slow_since = monotonic()

    def caught_up(self) -> bool:
        """The client has read everything; returns whether it missed anything."""
        if self.is_over:
            return False
        self.slow_since = None
        missed, self.has_missed = self.has_missed, False
        return missed

    @property
    def is_hopeless(self) -> bool:
        return self.slow_since is not None and monotonic() - self.slow_since > SLOW_FOR_AT_MOST

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Hand an encoded message to the socket, without waiting."""

    @abstractmethod
    def say_goodbye(self, code: int, reason: str) -> None:
        """Send a close frame after what was sent, and end the connection."""

    def shut_out(self) -> None:
        self.say_goodbye(POLICY, "too fast")

    @abstractmethod
    def abort(self) -> None:
        """Close at once."""
