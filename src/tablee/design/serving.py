"""The bench over HTTP, on this machine and only with its key.

It listens on the loopback address only. Every request has to bring the key from the printed address
in a header that no other page may send; its Host has to be the one that is served, so that no name of another
site leads here (DNS rebinding), and a page of another origin is refused whatever it brings.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from hmac import compare_digest
from typing import Any, Final, cast

import msgspec
import uvicorn
from litestar import Litestar, MediaType, Response, get, post
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.types import ASGIApp, Receive, Scope, Send

from tablee.design import wire
from tablee.design.bench import Bench
from tablee.design.examining import Examination
from tablee.design.faults import Fault, FaultError, TookTooLong, fault_of
from tablee.kernel.words import Text
from tablee.lab.alarm import time_limit
from tablee.server import pages
from tablee.server.guard import SECURITY_HEADERS
from tablee.server.pages import AnyRequest
from tablee.server.process import listen

HOST: Final = "127.0.0.1"
PATIENCE: Final = 5.0
"""Seconds for the rules to come back."""
_LOOK_EVERY: Final = 0.2
"""Seconds between two looks at the file."""
_WAIT: Final = 20.0
"""Seconds that a question for news is kept waiting."""
_OF_REPORT: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:; img-src data:"
)
"""A report has all that it needs in itself, and asks for nothing."""


class Served:
    """A bench, and who waits for news of it."""

    def __init__(self, bench: Bench, key: str) -> None:
        self.bench, self.key = bench, key
        self.examination = Examination()
        self.has_news = asyncio.Event()
        self.is_closed = False
        self.patience = PATIENCE

    def tell(self) -> None:
        """Wake those who wait."""
        self.has_news.set()
        self.has_news = asyncio.Event()

    async def watch(self) -> None:
        """Load the game anew whenever its file is saved."""
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            if self.bench.source.is_changed():
                self.load()
                self.tell()

    def load(self) -> None:
        try:
            with self.in_time():
                self.bench.load()
        except FaultError as error:
            self.bench.fault = error.fault

    @contextlib.contextmanager
    def in_time(self) -> Iterator[None]:
        """Find fault with rules that don't come back."""
        try:
            with time_limit(self.patience, TookTooLong(f"{self.patience:g} s")):
                yield
        except TookTooLong as error:
            raise FaultError(fault_of(error, self.bench.source.folder)) from None


# ── Questions ────────────────────────────────────────────────────────────────────────────────────────────


@get("/", include_in_schema=False)
async def front_page(request: AnyRequest, state: State) -> Response[bytes]:
    files: pages.Pages = state.pages
    return pages.send(request, files.find(pages.BENCH) or files.front)


@get("/api/design")
async def show(served: Served) -> wire.BenchShown:
    with served.in_time():
        return served.bench.shown()


@get("/api/design/news")
async def news(served: Served, after: int) -> wire.VersionShown:
    """The version, as soon as it is another, or after a while."""
    if served.bench.version == after and not served.is_closed:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_WAIT):
                await served.has_news.wait()
    return wire.VersionShown(served.bench.version)


@post("/api/design/do", status_code=200)
async def do(served: Served, data: wire.AnyAsk) -> wire.BenchShown:
    with served.in_time():
        served.bench.do(data)
        shown = served.bench.shown()
    served.tell()
    return shown


@post("/api/design/would", status_code=200)
async def would(served: Served, data: wire.WouldGiven) -> wire.WouldShown:
    with served.in_time():
        return served.bench.would(data)


@post("/api/design/save", status_code=200)
async def save(served: Served, data: wire.SaveGiven) -> wire.SavedShown:
    with served.in_time():
        return served.bench.save(data)


@post("/api/design/examine", status_code=200)
async def examine(served: Served) -> wire.ExaminedShown:
    """Let the lab examine the game, with the seats and options of this deal."""
    served.examination.begin(served.bench.source.name, served.bench.dealt)
    return served.examination.shown


@get("/api/design/examine")
async def examined(served: Served) -> wire.ExaminedShown:
    return served.examination.shown


@get("/report/{_name:str}", include_in_schema=False)
async def report(request: AnyRequest, served: Served) -> Response[bytes]:
    examination = served.examination
    if request.scope["path"] != examination.shown.address:
        return pages.nothing_here(request)
    headers = {"content-security-policy": _OF_REPORT}
    return Response(examination.page, media_type="text/html; charset=utf-8", headers=headers)


def _show_fault(request: AnyRequest, error: Exception) -> Response[bytes]:
    served: Served = request.app.state.served
    fault = error.fault if isinstance(error, FaultError) else fault_of(error, served.bench.source.folder)
    return _refusal(fault, 422)


def _show_http_error(_request: AnyRequest, error: HTTPException) -> Response[bytes]:
    extra = error.extra if isinstance(error.extra, list) else []
    said = "; ".join(str(part.get("message", "")) for part in extra if isinstance(part, dict)) or error.detail
    return _refusal(Fault(Text(f"{said}.", f"{said}.")), error.status_code)


def _refusal(fault: Fault, status: int) -> Response[bytes]:
    return Response(msgspec.json.encode(wire.FaultShown(fault)), status_code=status, media_type=MediaType.JSON)


# ── The application ──────────────────────────────────────────────────────────────────────────────────────


def make_app(served: Served, own: frozenset[str]) -> ASGIApp:
    """The application; `own` are the hosts, with their port, by which it may be asked for."""
    app = Litestar(
        route_handlers=[front_page, pages.file, show, news, do, would, save, examine, examined, report],
        dependencies={"served": Provide(lambda: served, sync_to_thread=False)},
        state=State({"served": served, "pages": pages.Pages()}),
        exception_handlers={HTTPException: _show_http_error, Exception: _show_fault},
        request_max_body_size=1024 * 1024,
        logging_config=None,
        openapi_config=None,
    )
    return _guarded(app, served.key, own)


def _guarded(app: Litestar, key: str, own: frozenset[str]) -> ASGIApp:
    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refusal = _refused(headers, scope["path"], key, own)

        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                usual = {**SECURITY_HEADERS, "cache-control": "no-store"}
                more = [(name.encode(), value.encode()) for name, value in usual.items() if name.encode() not in known]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        if refusal is None:
            await app(scope, receive, send_with_headers)
            return
        status, text = refusal
        headed = [(b"content-type", b"application/json")]
        await send_with_headers({"type": "http.response.start", "status": status, "headers": headed})
        body = msgspec.json.encode(wire.FaultShown(Fault(text)))
        await send({"type": "http.response.body", "body": body, "more_body": False})

    return guard


def _refused(headers: dict[str, str], path: str, key: str, own: frozenset[str]) -> tuple[int, Text] | None:
    host, origin = headers.get("host", ""), headers.get("origin")
    if host not in own:
        return 421, Text("The bench is served on this machine only.", "Le banc n’est servi que sur cette machine.")
    if origin is not None and origin not in {f"http://{name}" for name in own}:
        return 403, Text("Another page may not use the bench.", "Une autre page n’a pas accès au banc.")
    if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        return 403, Text("Another page may not use the bench.", "Une autre page n’a pas accès au banc.")
    if path.startswith("/api/") and not compare_digest(headers.get("authorization", ""), f"Bearer {key}"):
        return 401, Text(
            "The key is missing: open the address that tablee design printed.",
            "La clé manque : ouvrez l’adresse affichée par tablee design.",
        )
    return None


def serve(bench: Bench, port: int, on_ready: Callable[[str], None]) -> None:
    """Serve a bench until it is stopped. Raises CantListen."""
    asyncio.run(_serve(bench, port, on_ready))


async def _serve(bench: Bench, port: int, on_ready: Callable[[str], None]) -> None:
    listening = listen(HOST, port)
    port = listening.getsockname()[1]
    served = Served(bench, secrets.token_urlsafe(16))
    served.load()
    app = make_app(served, frozenset({f"{HOST}:{port}", f"localhost:{port}"}))
    config = uvicorn.Config(
        cast(Any, app),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, served)
    async with _watched(served):
        on_ready(f"http://{HOST}:{port}/#{served.key}")
        await server.serve(sockets=[listening])


class _Server(uvicorn.Server):
    """uvicorn's, which releases requests that wait for news when it stops."""

    def __init__(self, config: uvicorn.Config, served: Served) -> None:
        super().__init__(config)
        self._served = served

    def handle_exit(self, sig: int, frame: Any) -> None:
        self._served.is_closed = True
        self._served.has_news.set()
        super().handle_exit(sig, frame)


@asynccontextmanager
async def _watched(served: Served) -> AsyncIterator[None]:
    watching = asyncio.create_task(served.watch())
    try:
        yield
    finally:
        watching.cancel()
        await served.examination.stop()
