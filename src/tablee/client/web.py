"""The HTTP side of a client, with nothing but the standard library."""

import asyncio
import http.client
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from tablee.client.errors import ConnectionFailed, RefusedError
from tablee.kernel.refusals import Refusal

T = TypeVar("T")


class Web:
    """Requests to one server, with its session cookie."""

    def __init__(self, address: str, cookie: str | None = None, timeout: float = 10.0) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ConnectionFailed(f"{address!r} is no address of a server: http://… or https://…")
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._parts, self._timeout = parts, timeout
        self.cookie = cookie

    async def ask(self, method: str, path: str, type_: type[T] | Any, body: Any = None) -> T:
        """Send a request and read its answer as that type. Raises RefusedError or ConnectionFailed."""
        status, data = await asyncio.to_thread(self._send, method, path, body)
        if status >= 400:
            raise RefusedError(_refusal_in(status, data))
        answer: T = msgspec.json.decode(data, type=type_)
        return answer

    def _send(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        connect = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        connection = connect(self._parts.hostname or "", self._parts.port, timeout=self._timeout)
        headers = {"accept": "application/json"}
        if self.cookie:
            headers["cookie"] = self.cookie
        if body is not None:
            headers["content-type"] = "application/json"
        try:
            connection.request(method, path, None if body is None else msgspec.json.encode(body), headers)
            response = connection.getresponse()
            data = response.read()
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(f"{self.address} can't be reached: {error}") from error
        finally:
            connection.close()
        given = response.getheader("set-cookie")
        if given:
            self.cookie = given.partition(";")[0]
        return response.status, data


class _Refused(msgspec.Struct):
    refusal: Refusal


def _refusal_in(status: int, data: bytes) -> Refusal:
    try:
        return msgspec.json.decode(data, type=_Refused).refusal
    except msgspec.DecodeError as error:
        raise ConnectionFailed(f"the server answered {status}") from error
