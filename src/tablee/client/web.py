"""The HTTP side of a client, with nothing but the standard library."""

import asyncio
import http.client
from collections.abc import Sequence
from typing import Any, Final, TypeVar
from urllib.parse import SplitResult, urlsplit

import msgspec

from tablee.client.errors import ConnectionFailed, RefusedError
from tablee.kernel.refusals import Refusal
from tablee.protocol.http import RefusalShown

T = TypeVar("T")

_PAUSES: Final = (0.2, 0.5, 1.0)
"""Seconds before an unanswered request is repeated: a restarting server is back soon."""


class Web:
    """Requests to one server, with its session cookie.

    A server of several processes has several addresses: when one can't be reached, the next is tried.
    """

    def __init__(
        self,
        address: str | Sequence[str],
        cookie: str | None = None,
        timeout: float = 10.0,
        *,
        token: str | None = None,
    ) -> None:
        self._places = [_place(given) for given in ([address] if isinstance(address, str) else address)]
        if not self._places:
            raise ConnectionFailed("a server has one address at least")
        self._timeout = timeout
        self.cookie = cookie
        self.headers: dict[str, str] = {} if token is None else {"authorization": f"Bearer {token}"}
        """Sent with every request, for a bot account, or a proxy that asks for some."""

    @property
    def address(self) -> str:
        return f"{self._places[0].scheme}://{self._places[0].netloc}"

    def turn_from(self, address: str) -> None:
        """Switch from an address that doesn't answer to the next, unless already done."""
        if address == self.address:
            self._places.append(self._places.pop(0))

    def take_cookie(self, given: str | None) -> None:
        """Keep the session that an answer's Set-Cookie gives out; use renews it."""
        if given:
            self.cookie = given.partition(";")[0]

    async def ask(self, method: str, path: str, type_: type[T] | Any, body: Any = None) -> T:
        """Send a request and read its answer as that type. Raises RefusedError or ConnectionFailed."""
        answer: T = msgspec.json.decode(await self._answer(method, path, body), type=type_)
        return answer

    async def fetch(self, path: str) -> bytes:
        """A file. Raises RefusedError or ConnectionFailed."""
        return await self._answer("GET", path, None)

    async def _answer(self, method: str, path: str, body: Any) -> bytes:
        for pause in (*_PAUSES, None) if method == "GET" else (None,):  # Only reads are repeated.
            try:
                status, data = await asyncio.to_thread(self._send, method, path, body)
                if status < 400:
                    return data
                if status != 503 or pause is None:
                    raise RefusedError(_refusal_in(status, data))
            except ConnectionFailed:
                if pause is None:
                    raise
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt ends it")

    def _send(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        connection, address = self._connect(), self.address
        headers = {"accept": "application/json", **self.headers}
        if self.cookie:
            headers["cookie"] = self.cookie
        if body is not None:
            headers["content-type"] = "application/json"
        try:
            connection.request(method, path, None if body is None else msgspec.json.encode(body), headers)
            response = connection.getresponse()
            data = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.turn_from(address)
            raise ConnectionFailed(f"{address} can't be reached: {error}") from error
        finally:
            connection.close()
        self.take_cookie(response.getheader("set-cookie"))
        return response.status, data

    def _connect(self) -> http.client.HTTPConnection:
        """A connection to the first address that takes one: nothing was asked yet, so nothing is asked twice."""
        for attempt in range(1, len(self._places) + 1):
            place, address = self._places[0], self.address
            connect = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
            connection = connect(place.hostname or "", place.port, timeout=self._timeout)
            try:
                connection.connect()
            except OSError as error:
                connection.close()
                self.turn_from(address)
                if attempt == len(self._places):
                    raise ConnectionFailed(f"{address} can't be reached: {error}") from error
            else:
                return connection
        raise AssertionError("the last attempt ends it")


def _place(address: str) -> SplitResult:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ConnectionFailed(f"{address!r} is no address of a server: http://… or https://…")
    return parts


def _refusal_in(status: int, data: bytes) -> Refusal:
    try:
        return msgspec.json.decode(data, type=RefusalShown).refusal
    except msgspec.DecodeError as error:
        raise ConnectionFailed(f"the server answered {status}") from error
