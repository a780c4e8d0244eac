"""A client's connection, whatever carries it: sending without ever waiting for a slow reader.

A client that reads too slowly misses messages and is then shown the newest state; one that does not catch up in time
is dropped. So nobody slows a room down.
"""

from abc import ABC, abstractmethod
from time import monotonic
from typing import Final

import msgspec

from tablee.protocol.outgoing import AnyOutgoing
from tablee.server.limits import Bucket
from tablee.server.secrets import Session

SLOW_FOR_AT_MOST: Final = 10.0
"""Seconds that a client may take to catch up."""

_encoder = msgspec.json.Encoder()


def encode(message: AnyOutgoing) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)


class Connection(ABC):
    """One WebSocket of one session."""

    __slots__ = ("address", "bucket", "has_missed", "id", "list_query", "room", "session", "slow_since")

    def __init__(self, id_: str, session: Session, address: str, bucket: Bucket) -> None:
        self.id, self.session, self.address, self.bucket = id_, session, address, bucket
        self.room: str | None = None
        """The room this connection is in."""
        self.list_query: object | None = None
        """What it wants to see of the list of rooms, if it follows it."""
        self.slow_since: float | None = None
        self.has_missed = False

    def send(self, message: AnyOutgoing) -> None:
        """Send a message, unless the client is too slow to take it now."""
        self.send_bytes(encode(message))

    def send_bytes(self, data: bytes) -> None:
        """Send an encoded message, unless the client is too slow to take it now."""
        if self.slow_since is None:
            self.write(data)
        else:
            self.has_missed = True

    def fell_behind(self) -> None:
        """The client does not take what was written."""
        if self.slow_since is None:
            self.slow_since = monotonic()

    def caught_up(self) -> bool:
        """The client has taken all; returns whether it missed anything meanwhile."""
        self.slow_since = None
        missed, self.has_missed = self.has_missed, False
        return missed

    @property
    def is_hopeless(self) -> bool:
        """Whether the client has been too slow for too long."""
        return self.slow_since is not None and monotonic() - self.slow_since > SLOW_FOR_AT_MOST

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Hand an encoded message to the socket, without waiting."""

    @abstractmethod
    def close(self, code: int, reason: str) -> None:
        """Close after what was sent."""

    @abstractmethod
    def abort(self) -> None:
        """Close at once."""
