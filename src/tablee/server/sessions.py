"""Sessions: who a browser is, for how long, and what ends it.

The cookie holds the session itself, signed, with the time at which it was last given out: reading one asks no store.
It is given out anew by use, once a day at most, and lapses when it was not used for `session_days`. What ends earlier
(signed out, another password, erased) is kept in the store, and in the memory of every process.

Cookies of 0.1.0 tell neither when they were made nor which session they are of. They are read, and exchanged; they
lapse `session_days` after the store was upgraded.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

import msgspec
from itsdangerous import BadSignature, TimestampSigner
from msgspec import Struct

from tablee.server.clock import now
from tablee.server.credentials import hash_of_secret, new_id, new_seat_secret
from tablee.store.contract import Account, Milliseconds
from tablee.store.sessions import SessionStore

_T = TypeVar("_T")

DAY: Final = 24 * 3600 * 1000
"""Milliseconds; a session that is used is given out anew as often."""
RESETS_LAST: Final = DAY
"""Milliseconds that a reset link works."""


class Session(Struct, frozen=True, array_like=True):
    """The person that a browser is signed in as."""

    person: str
    name: str
    id: str
    """Empty for a cookie of 0.1.0, which is the same for all browsers of a person."""
    made_at: Milliseconds


class BotSession(Session, frozen=True, array_like=True):
    """The session of a bot account, which is in no cookie: every request shows its token."""

    owner: str
    """The person who made the bot."""


class Given(NamedTuple):
    """A session as a cookie has it."""

    session: Session
    at: Milliseconds
    """When the cookie was given out."""


def new_session(person: str, name: str) -> Session:
    return Session(person, name, new_id(), now())


class Signer:
    """Signs sessions and knows its own signature again."""

    def __init__(self, secret: bytes, clock: Callable[[], Milliseconds] = now) -> None:
        self._stamping = _Stamping(_key(b"tablee session with its time", secret), clock)
        self._former_key = _key(b"tablee session", secret)

    def sign(self, session: Session) -> str:
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
    """Reads cookies, gives them out, and knows which sessions have ended."""

    def __init__(self, signer: Signer, store: SessionStore, days: int) -> None:
        self._signer, self._store = signer, store
        self.lasts = days * DAY
        """Milliseconds that a session lasts without use."""
        self.on_ended: Callable[[], None] = lambda: None
        """Called after something has ended early."""
        self._ended: dict[str, Milliseconds] = {}
        self._ended_people: dict[str, Milliseconds] = {}
        self._since: Milliseconds = 0
        """As the store has them (`Ended`)."""

    # ── Cookies ──────────────────────────────────────────────────────────────────────────────────────────

    def begin(self, person: str, name: str) -> Session:
        """A new session; it has not ended, even if the clock was set back since others of this person were."""
        return Session(person, name, new_id(), max(now(), self._ended_people.get(person, 0)))

    def sign(self, session: Session) -> str:
        return self._signer.sign(session)

    def read(self, cookie: str) -> Given | None:
        """The session of a cookie; None if it is not ours, has lapsed or was ended."""
        given = self._signer.read(cookie)
        if given is None or self.has_ended(given.session):
            return None
        return None if now() - (given.at or self._since) > self.lasts else given

    def renewed(self, given: Given) -> Session | None:
        """The session to send a new cookie for; None while the given one is from today."""
        if now() - given.at < DAY:
            return None
        session = given.session
        return session if session.id else self.begin(session.person, session.name)

    # ── Ends ─────────────────────────────────────────────────────────────────────────────────────────────

    def has_ended(self, session: Session) -> bool:
        return session.id in self._ended or session.made_at < self._ended_people.get(session.person, 0)

    async def end(self, session: Session) -> None:
        """End one session. One of 0.1.0 can't be told from the person's others, and only lapses."""
        if session.id:
            time = now()
            until = time + self.lasts
            await self._store.end(session.id, until, time)
            self._take_in(session.id, until)

    async def end_all(self, session: Session) -> None:
        before = _after(session)
        await self._store.end_all(session.person, before, now())
        self._take_in_person(session.person, before)

    async def change_password(self, session: Session, password_hash: str) -> Session:
        """Give the session's account another password; all its sessions end, and this new one begins."""
        before = _after(session)
        await self._store.set_password(session.person, password_hash, before, now())
        self._take_in_person(session.person, before)
        return self.begin(session.person, session.name)

    async def can_reset(self, secret: str) -> bool:
        """Whether that is the secret of a reset link that still works."""
        return await self._store.find_reset(hash_of_secret(secret), now()) is not None

    async def reset_password(self, secret: str, password_hash: str) -> Account | None:
        """Give the account of a reset link another password, as `change_password` does; None if it works no longer."""
        before = now()
        account = await self._store.use_reset(hash_of_secret(secret), password_hash, before, before)
        if account is not None:
            self._take_in_person(account.person, before)
        return account

    # ── What others end ──────────────────────────────────────────────────────────────────────────────────

    async def load(self) -> None:
        ended = await self._store.ended(now())
        self._ended, self._ended_people, self._since = ended.sessions, ended.people, ended.since
        self.on_ended()

    async def heed_session(self, id_: str) -> None:
        self._take_in(id_, now() + self.lasts)

    async def heed_person(self, person: str) -> None:
        before = await self._store.ended_before(person)
        if before is not None:
            self._take_in_person(person, before)

    def _take_in(self, id_: str, until: Milliseconds) -> None:
        if id_ not in self._ended:
            time = now()
            while self._ended and next(iter(self._ended.values())) <= time:
                del self._ended[next(iter(self._ended))]
            self._ended[id_] = until
            self.on_ended()

    def _take_in_person(self, person: str, before: Milliseconds) -> None:
        if before > self._ended_people.get(person, 0):
            self._ended_people[person] = before
            self.on_ended()


async def make_reset(store: SessionStore, person: str) -> str:
    """The address, from the server's own on, at which the owner of an account can set its password anew, once.

    The secret is in the fragment, which no server or log sees; the store has its hash.
    """
    secret, time = new_seat_secret(), now()
    await store.add_reset(hash_of_secret(secret), person, time + RESETS_LAST, time)
    return f"/reset#{secret}"


def _after(session: Session) -> Milliseconds:
    """A time after which that session was not made, even if the clock was set back meanwhile."""
    return max(now(), session.made_at + 1)


def _key(purpose: bytes, secret: bytes) -> bytes:
    return hashlib.blake2b(purpose, key=secret, digest_size=32).digest()


def _decode(payload: bytes, type_: type[_T]) -> _T:
    return msgspec.json.decode(base64.urlsafe_b64decode(payload + b"=" * (-len(payload) % 4)), type=type_)
