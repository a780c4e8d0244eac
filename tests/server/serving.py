"""A real server in a process of its own, for tests: on a free port, with a data folder of its own, its log kept."""

import http.client
import json
import os
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec

from tablee.rooms.commands import Milliseconds
from tablee.rooms.state import REMATCH_WINDOW
from tablee.server.times import TIMES, Times
from tests.server.forking import Forked

GENEROUS: Mapping[str, object] = {
    "any_clock": True,
    "requests_per_minute": 1_000_000,
    "sessions_per_hour": 1_000_000,
    "rooms_per_hour": 1_000_000,
    "changes_per_minute": 1_000_000,
    "moves_per_minute": 1_000_000,
    "connections_per_address": 10_000,
    "messages_per_second": 10_000,
    "message_burst": 10_000,
    "trusted_proxies": "127.0.0.1",
}
"""Settings under which a test meets only the limits that it is about; each test can come from an address of its own."""


class Hurry(msgspec.Struct, frozen=True, kw_only=True):
    """What passes sooner than at a usual server."""

    times: Times = TIMES
    rematch_window: Milliseconds = REMATCH_WINDOW
    """A rule of rooms, the same at every server but those of tests."""


class ServerProcess:
    """`tablee serve`, started and stopped."""

    module = "tablee.cli"
    """What is run; it takes the arguments of the command line."""
    hurry: Hurry | None = None
    """Other times than the server's own."""

    def __init__(self, folder: Path, **settings: object) -> None:
        self.data, self.log_file = folder / "data", folder / "server.log"
        self._settings = {**GENEROUS, "data": self.data, **settings}
        self._port = 0
        self._process: Forked | None = None
        self.address = ""

    def start(self) -> Self:
        """Start, and come back when it serves; on the same port as before when it was started before."""
        arguments = ["serve", "--port", str(self._port), *_options(self._settings)]
        module = self.module
        if self.hurry is not None:
            module, arguments = "tests.server.hurried", [msgspec.json.encode(self.hurry).decode(), *arguments]
        with self.log_file.open("ab") as log:
            self._process = Forked(module, arguments, _environment(), log)
        said = self._process.stdout.readline()
        assert "http://" in said, f"the server did not start: {said}{self.log}"
        self.address = said.split()[-1]
        self._port = self.port
        return self

    def stop(self, number: int = signal.SIGTERM) -> None:
        """Stop it, as an administrator does, or harder."""
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(number)
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(60)
            raise
        finally:
            self._process.stdout.close()
            self._process = None

    def kill(self) -> None:
        """Stop it without a warning."""
        self.stop(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def host(self) -> str:
        """Host and port, as in a Host header."""
        return urlsplit(self.address).netloc

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """All that it has logged so far."""
        return self.log_file.read_text(encoding="utf-8")

    @property
    def faults(self) -> list[str]:
        """The lines of its log that tell of something wrong, tracebacks among them."""
        return self.lines_besides("debug", "info")

    def lines_besides(self, *levels: str) -> list[str]:
        """The lines of its log that are of none of these levels."""
        return [line for line in self.log.splitlines() if _level_of(line) not in levels]

    def metric(self, name: str) -> float:
        """A figure of /metrics."""
        lines = ask(self, "GET", "/metrics").body.decode().splitlines()
        return float(next(line.rpartition(" ")[2] for line in lines if line.startswith(f"{name} ")))


def start_in_vain(*options: str) -> str:
    """What a server says that can't start."""
    with tempfile.TemporaryFile() as log:
        process = Forked("tablee.cli", ["serve", "--port", "0", *options], _environment(), log)
        with process.stdout as stdout:
            assert stdout.read() == ""
        assert process.wait(60) == 1
        log.seek(0)
        said = log.read().decode()
    assert "Traceback" not in said
    return said


@dataclass(frozen=True)
class Answer:
    """What came back over HTTP."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def lines(self) -> list[Any]:
        """What a file of JSON lines holds."""
        return [json.loads(line) for line in self.body.splitlines()]

    @property
    def code(self) -> str:
        """The code of a refusal."""
        assert self.status >= 400, f"it was accepted: {self.body!r}"
        return str(self.json["refusal"]["code"])

    @property
    def wait(self) -> int:
        """The wait that a refusal tells."""
        return int(self.json["refusal"]["wait"])

    @property
    def cookie(self) -> str:
        """What a browser would send back."""
        return (self.headers["set-cookie"] or "").partition(";")[0]


def ask(
    server: ServerProcess,
    method: str,
    path: str,
    body: Any = None,
    *,
    cookie: str = "",
    headers: Sequence[tuple[str, str]] = (),
) -> Answer:
    """One request, with any headers; a body that is not bytes is sent as JSON."""
    connection = http.client.HTTPConnection(server.host, timeout=20)
    try:
        connection.putrequest(method, path, skip_host=any(name == "host" for name, _ in headers))
        for name, value in (*([("cookie", cookie)] if cookie else []), *headers):
            connection.putheader(name, value)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        if data is not None:
            connection.putheader("content-type", "application/json")
            connection.putheader("content-length", str(len(data)))
        connection.endheaders(data)
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


def from_address(address: str) -> tuple[tuple[str, str], ...]:
    """The header by which a trusted proxy tells where a request comes from."""
    return (("x-forwarded-for", address),)


def new_guest(server: ServerProcess, name: str = "Ada", address: str = "") -> str:
    """The cookie of a new guest."""
    answer = ask(server, "POST", "/api/session", {"name": name}, headers=from_address(address) if address else ())
    assert answer.status == 200, answer.body
    return answer.cookie


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("TABLEE_")}


def _options(settings: Mapping[str, object]) -> list[str]:
    options = []
    for name, value in settings.items():
        option = name.replace("_", "-")
        if isinstance(value, bool):
            options.append(f"--{option}" if value else f"--no-{option}")
        else:
            options.append(f"--{option}={value}")
    return options


def _level_of(line: str) -> str | None:
    try:
        return str(json.loads(line).get("level"))
    except (ValueError, AttributeError):
        return None


def store_newer_rules(server: ServerProcess, record: str) -> None:
    """Let a finished game in the store be of rules that nobody knows yet."""
    with closing(sqlite3.connect(server.data / "tablee.db")) as database, database:
        database.execute(
            "UPDATE events SET event = CAST(replace(CAST(event AS TEXT), '\"rules_version\":', '\"rules_version\":9') "
            "AS BLOB) WHERE number = (SELECT number FROM rooms JOIN games USING (room) WHERE id = ?)",
            (record,),
        )
