"""Sessions: who a browser is, for how long, and what ends it.

The cookie holds the session itself, signed, with the time at which it was last given out: reading one asks no store.
It is given out anew by use, once a day at most, and lapses when it was not used for `session_days`.

Cookies of 0.1.0 tell neither when they were made nor which session they are of. They are read, and exchanged.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

import msgspec
from itsdangerous import BadSignature, TimestampSigner
from msgspec import Struct
from msgspec.structs import replace

from tablee.rooms.commands import Milliseconds
from tablee.server.clock import now
from tablee.server.secrets import new_id

_T = TypeVar("_T")

DAY: Final = 24 * 3600 * 1000
"""Milliseconds; a session that is used is given out anew as often."""


class Session(Struct, frozen=True, array_like=True):
    """Who a browser is."""

    person: str
    name: str
    id: str
    """Empty for a cookie of 0.1.0, which is the same for all browsers of a person."""
    made_at: Milliseconds


class Given(NamedTuple):
    """A session as a cookie has it."""

    session: Session
    at: Milliseconds
    """When the cookie was given out."""


def new_session(person: str, name: str) -> Session:
    """A session that begins now."""
    return Session(person, name, new_id(), now())


class Signer:
    """Signs sessions and knows its own signature again."""

    def __init__(self, secret: bytes, clock: Callable[[], Milliseconds] = now) -> None:
        self._stamping = _Stamping(_key(b"tablee session with its time", secret), clock)
        self._former_key = _key(b"tablee session", secret)

    def sign(self, session: Session) -> str:
        """The cookie of a session, given out now."""
        return self._stamping.sign(base64.urlsafe_b64encode(msgspec.json.encode(session)).rstrip(b"=")).decode()

    def read(self, cookie: str) -> Given | None:
        """The session of a cookie; None if it is not ours."""
        if not cookie.isascii():
            return None
        try:
            payload, at = self._stamping.unsign(cookie, return_timestamp=True)
            return Given(_decode(payload, Session), int(at.timestamp()) * 1000)
        except BadSignature:
            return self._read_former(cookie)
        except (ValueError, msgspec.DecodeError):
            return None

    def _read_former(self, cookie: str) -> Given | None:
        """The session of a cookie of 0.1.0."""
        payload, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(signature, hmac.new(self._former_key, payload.encode(), hashlib.sha256).hexdigest()):
            return None
        try:
            person, name = _decode(payload.encode(), tuple[str, str])
        except (ValueError, msgspec.DecodeError):
            return None
        return Given(Session(person, name, "", 0), 0)


class _Stamping(TimestampSigner):
    """Signs with SHA-256 and our own clock, and takes a signature only as it writes it."""

    def __init__(self, key: bytes, clock: Callable[[], Milliseconds]) -> None:
        super().__init__(key, key_derivation="none", digest_method=hashlib.sha256)
        self._clock = clock

    def get_timestamp(self) -> int:
        return self._clock() // 1000

    def verify_signature(self, value: str | bytes, sig: str | bytes) -> bool:
        """Base64 has several texts for the same bytes; only one is ours."""
        return hmac.compare_digest(sig if isinstance(sig, bytes) else sig.encode(), self.get_signature(value))


class Sessions:
    """Reads cookies, and gives them out."""

    def __init__(self, signer: Signer, days: int) -> None:
        self._signer = signer
        self.lasts = days * DAY
        """Milliseconds that a session lasts without use."""

    def sign(self, session: Session) -> str:
        """The cookie of a session."""
        return self._signer.sign(session)

    def read(self, cookie: str) -> Given | None:
        """The session of a cookie; None if it is not ours, or has lapsed."""
        given = self._signer.read(cookie)
        if given is None or (given.session.id and now() - given.at > self.lasts):
            return None
        return given

    def renewed(self, given: Given) -> Session | None:
        """What to give out for a cookie that is used; None while it is from today."""
        if now() - given.at < DAY:
            return None
        session = given.session
        return session if session.id else replace(session, id=new_id(), made_at=now())


def _key(purpose: bytes, secret: bytes) -> bytes:
    return hashlib.blake2b(purpose, key=secret, digest_size=32).digest()


def _decode(payload: bytes, type_: type[_T]) -> _T:
    return msgspec.json.decode(base64.urlsafe_b64decode(payload + b"=" * (-len(payload) % 4)), type=type_)
