"""The doorkeeper: lets sockets in, whichever transport carries them, and closes those that have to go."""

import asyncio
from functools import partial
from http import HTTPStatus
from typing import Any, Final
from weakref import WeakValueDictionary

from tablee.protocol.close_codes import BANNED, GOING_AWAY, POLICY, SESSION_ENDED
from tablee.protocol.outgoing import GoingDown, Refused, SessionEnded
from tablee.server.admission import Admission
from tablee.server.connections import Connection
from tablee.server.conversation import Conversation
from tablee.server.limits import Bucket, Limit
from tablee.server.reception import Reception
from tablee.server.sessions import Given, Session
from tablee.server.settings import ServerSettings

PATH: Final = "/ws"
"""Where sockets connect."""
_RETRY_AFTER: Final = 1.0
_BUSY_PEOPLE: Final = 10
"""Multiple of one person's message limit that an address may send."""
_DROP_EVERY: Final = 2.0
_FLOOD_COUNTS_AS: Final = 30
"""Connection attempts charged to the address of a flooder that was closed, so that it can't just return."""


class Doorkeeper:
    """Turns sockets into conversations, and knows all open ones."""

    def __init__(self, admission: Admission, reception: Reception, settings: ServerSettings, process: str) -> None:
        self.admission, self.reception, self.settings, self._process = admission, reception, settings, process
        self._count = 0
        self._conversations: dict[str, Conversation] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._attempts = Limit.per_minute(settings.requests_per_minute)
        self._buckets: WeakValueDictionary[tuple[str, str], Bucket] = WeakValueDictionary()
        self._dropping: asyncio.Task[None] | None = None
        admission.sessions.on_ended = self.close_ended

    def open(self) -> None:
        """Start dropping clients that are too slow for too long."""
        self._dropping = asyncio.create_task(self._drop_hopeless())

    def check(self, headers: Any, peer: str, own: str) -> tuple[Given, str] | HTTPStatus:
        """Return the session and address of a new connection, or why it is refused; `own` is the host it asked for."""
        if not self.reception.hall.is_ready:
            return HTTPStatus.SERVICE_UNAVAILABLE
        address = self.admission.address_of(peer, headers)
        if self._attempts.take(address):
            self.reception.hall.metrics.limited("connections")
            return HTTPStatus.TOO_MANY_REQUESTS
        if not self.admission.is_own_host(headers, own):
            return HTTPStatus.MISDIRECTED_REQUEST
        if not self.admission.is_own_origin(headers.get("origin"), headers.get("host")):
            return HTTPStatus.FORBIDDEN
        given = self.admission.given_in(headers)
        if given is None:
            return HTTPStatus.UNAUTHORIZED
        if self.admission.ban_on(given.session, address):
            return HTTPStatus.FORBIDDEN
        if self.admission.is_full(given.session.person, address):
            self.reception.hall.metrics.limited("connections")
            return HTTPStatus.TOO_MANY_REQUESTS
        return given, address

    def _connections(self) -> list[Connection]:
        return [conversation.connection for conversation in self._conversations.values()]

    def next_id(self) -> str:
        """The id of a new connection, with the process that holds it."""
        self._count += 1
        return f"{self._process}:{self._count}"

    def buckets(self, session: Session, address: str) -> tuple[Bucket, ...]:
        """The limits on a connection's messages, shared with the others of its person and of its address."""
        return self._bucket("person", session.person, 1), self._bucket("address", address, _BUSY_PEOPLE)

    def _bucket(self, kind: str, key: str, times: int) -> Bucket:
        bucket = self._buckets.get((kind, key))
        if bucket is None:
            bucket = Bucket(self.settings.message_burst * times, self.settings.messages_per_second * times)
            self._buckets[kind, key] = bucket
        return bucket

    def opened(self, connection: Connection) -> Conversation:
        """Count a connection from now on: not every admitted handshake completes."""
        person, address = connection.session.person, connection.address
        is_too_many = self.admission.is_full(person, address)
        self.admission.count_in(person, address)
        connection.on_flood = partial(self._flooded, address)
        conversation = self._conversations[connection.id] = Conversation(connection, self.reception, self.run)
        self.reception.hall.metrics.connections.set(len(self._conversations))
        conversation.welcome()
        if is_too_many:
            connection.close(POLICY, "too many connections")
        if self.admission.sessions.has_ended(connection.session):  # since its handshake
            _dismiss(connection)
        self._close_if_banned(connection)
        return conversation

    def _flooded(self, address: str) -> None:
        self._attempts.charge(address, _FLOOD_COUNTS_AS)
        self.reception.hall.metrics.limited("flooding")

    def close_banned(self) -> None:
        """Notify and disconnect newly banned people; to their rooms that is a lost connection."""
        for connection in self._connections():
            self._close_if_banned(connection)

    def _close_if_banned(self, connection: Connection) -> None:
        refusal = self.admission.ban_on(connection.session, connection.address)
        if refusal is not None:
            connection.send(Refused(id=None, refusal=refusal))
            connection.close(BANNED, "banned")

    def ended(self, conversation: Conversation) -> None:
        connection = conversation.connection
        connection.is_over = True
        self._conversations.pop(connection.id, None)
        self.admission.count_out(connection.session.person, connection.address)
        self.reception.hall.metrics.connections.set(len(self._conversations))
        self.run(conversation.end())

    def run(self, coroutine: Any) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close_ended(self) -> None:
        for connection in self._connections():
            if self.admission.sessions.has_ended(connection.session):
                _dismiss(connection)

    async def _drop_hopeless(self) -> None:
        while True:
            await asyncio.sleep(_DROP_EVERY)
            for connection in self._connections():
                if connection.is_hopeless:
                    self.reception.hall.metrics.dropped.inc()
                    connection.abort()

    async def close(self) -> None:
        """Answer what was received, ask everyone to reconnect, and close."""
        if self._dropping is not None:
            self._dropping.cancel()
        for _ in range(100):
            if not self._tasks and all(conversation.is_idle for conversation in self._conversations.values()):
                break
            await asyncio.sleep(0.01)
        for connection in self._connections():
            connection.send(GoingDown(retry_after=_RETRY_AFTER))
            connection.close(GOING_AWAY, "going down")
        for _ in range(100):
            if not self._tasks and not self._conversations:
                return
            await asyncio.sleep(0.01)


def _dismiss(connection: Connection) -> None:
    connection.send(SessionEnded())
    connection.close(SESSION_ENDED, "session ended")
