"""`tablee design` in a process of its own, asked over HTTP."""

import http.client
import json
import os
import signal
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from tests.server.forking import Forked


class BenchProcess:
    """A bench, started and stopped."""

    def __init__(self, game: Path | str, folder: Path, *more: str) -> None:
        self._log = (folder / "bench.log").open("wb")
        self._process = Forked("tablee.cli", ["design", str(game), "--lang", "en", *more], os.environ, self._log)
        said = self._process.stdout.readline()
        assert "http://" in said, f"the bench did not start: {(folder / 'bench.log').read_text()}"
        self.page = said.split()[-1]
        """Its address, with the key."""
        parts = urlsplit(self.page)
        self.address, self.host, self.key = f"http://{parts.netloc}", parts.netloc, parts.fragment

    def ask(self, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> tuple[int, Any]:
        """The status and the JSON of an answer; headers take the place of the usual ones, None leaves one out."""
        usual = {"authorization": f"Bearer {self.key}", "content-type": "application/json"}
        connection = http.client.HTTPConnection(self.host, timeout=30)
        method, data = ("GET", None) if body is None else ("POST", json.dumps(body))
        connection.request(method, path, data, {**usual, **(headers or {})})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, json.loads(text) if "json" in answer.headers["content-type"] else text.decode()

    def do(self, type_: str, **more: Any) -> Any:
        """Something that has to be done."""
        status, shown = self.ask("/api/design/do", {"type": type_, **more})
        assert status == 200, shown
        return shown

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)
        self._process.stdout.close()
        self._log.close()
