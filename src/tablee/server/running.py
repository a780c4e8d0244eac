"""Starting and stopping: everything is wired here, and nowhere else."""

import asyncio
import contextlib
import gc
import io
import logging
import signal
import socket
import sys
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, TextIO, cast

import structlog
import uvicorn
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.types import ASGIApp

from tablee.protocol.closing import POLICY, TOO_BIG
from tablee.rooms.decide import Setting
from tablee.server.bans import Bans
from tablee.server.bots import Bots
from tablee.server.connections import SLOW_FOR_AT_MOST
from tablee.server.conversation import Conversation, Reception
from tablee.server.gate import Gate
from tablee.server.hall import Hall
from tablee.server.http import House, make_app
from tablee.server.metrics import Metrics
from tablee.server.notices import Notices
from tablee.server.requests import http_protocol
from tablee.server.retention import Retention
from tablee.server.secrets import SECRET_FILE, load_secret, new_id
from tablee.server.sessions import Sessions, Signer
from tablee.server.settings import ServerSettings, SettingsError
from tablee.server.sockets import PATH, AsgiConnection, Doorkeeper, picows_protocol, websockets_protocol
from tablee.server.watching import watching_app
from tablee.store.opening import open_store
from tablee.store.sqlite_loss import claim

log = structlog.get_logger(__name__)


class CantListen(Exception):  # noqa: N818 - reads as what it is
    """The address or the port can't be had; the sentence says why."""


class Tablee:
    """One server process."""

    def __init__(self, settings: ServerSettings, *, is_new: bool = False) -> None:
        self.settings = settings
        data = Path(settings.data)
        if not settings.database:
            claim(data, SECRET_FILE, is_new=is_new)
        signer = Signer(load_secret(settings.secret, data))
        self.process = new_id()
        try:
            self.store = open_store(settings.database or None, data)
        except ValueError as error:
            raise SettingsError(str(error)) from error
        self.hall = Hall(
            self.store,
            self.process,
            Setting(skips_to_elimination=settings.skips, test_clocks=settings.any_clock),
            Metrics(),
        )
        self.notices = Notices(self.store.upkeep)
        self.notices.heed("room", self.hall.notice)
        self.notices.heed("erased", self.hall.forget_name_of)
        self.retention = Retention(self.store.upkeep, settings.keep_records_days)
        self.hall.on_put_back = self.notices.start_over
        self.bots = Bots(self.process, settings.bot_workers, self.hall.metrics)
        self.hall.on_room = self.bots.consider
        sessions = Sessions(signer, self.store.upkeep.sessions, settings.session_days)
        self.notices.load(sessions.load)
        self.notices.heed("session_ended", sessions.heed_session)
        self.notices.heed("sessions_ended", sessions.heed_person)
        self.hall.metrics.followers.set_function(lambda: len(self.hall.lobby))
        bans = Bans()
        gate = Gate(settings, sessions, bans)
        reception = Reception(self.hall, self.store, settings)
        self.doorkeeper = Doorkeeper(gate, reception, settings, self.process)
        bans.on_change = self.doorkeeper.close_banned
        self.notices.load(lambda: bans.load(self.store))
        self.notices.heed("ban", lambda _: bans.load(self.store))
        self.house = House(self.store, self.hall, gate, reception, settings)

    def app(self) -> ASGIApp:
        """The ASGI application."""
        handlers = (asgi_socket(self.doorkeeper),) if self.settings.websocket == "websockets" else ()
        return make_app(self.house, handlers)

    async def serve(self, on_ready: Callable[[str], None] = lambda _: None) -> None:
        """Serve until SIGTERM or SIGINT; then drain, commit, and tell clients to come back."""
        settings = self.settings
        listening = _listen(settings.host, settings.port)
        watched_at = _listen(settings.metrics_host, settings.metrics_port) if settings.metrics_port else None
        await self.hall.open()
        await self.notices.open()
        self.retention.open()
        self.doorkeeper.open()
        is_picows = settings.websocket == "picows"
        server = self._server(
            self.app(),
            ws=picows_protocol(self.doorkeeper) if is_picows else websockets_protocol(settings),
            ws_max_size=settings.message_bytes,
            ws_per_message_deflate=False,
        )
        metrics = self.hall.metrics
        measuring = [asyncio.create_task(run) for run in (metrics.watch_loop(), metrics.watch_size(self.store.upkeep))]
        watched = self._server(watching_app(self.house), ws="none")
        watching = asyncio.create_task(watched.serve(sockets=[watched_at])) if watched_at else None
        port = listening.getsockname()[1]
        address = f"http://{settings.host}:{port}"
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        log.info(
            "serving", address=address, process=self.process, database="postgresql" if settings.database else "sqlite"
        )
        on_ready(address)
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        log.info("stopping")
        self.hall.is_ready = False
        await self.doorkeeper.close()
        server.should_exit = True
        await serving
        for task in measuring:
            task.cancel()
        if watching is not None:
            watched.should_exit = True
            await watching
        await self.bots.close()
        await self.notices.close()
        await self.retention.close()
        await self.hall.close()
        stopping.cancel()
        log.info("stopped")

    def _server(self, app: ASGIApp, **options: Any) -> "_Server":
        config = uvicorn.Config(
            cast(Any, app),
            http=http_protocol(self.doorkeeper.gate),
            loop="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=3,
            **options,
        )
        return _Server(config)


class _Server(uvicorn.Server):
    """uvicorn's, without its signal handlers: we stop in our own order."""

    def install_signal_handlers(self) -> None:
        pass

    def capture_signals(self) -> Any:
        from contextlib import nullcontext

        return nullcontext()


def asgi_socket(doorkeeper: Doorkeeper) -> Any:
    """The WebSocket as a handler of Litestar, for any ASGI server."""

    @websocket(PATH)
    async def talk(socket: "WebSocket[Any, Any, Any]") -> None:
        peer = socket.client.host if socket.client else ""
        own = socket.scope["server"]
        checked = doorkeeper.check(socket.headers, peer, own[0] if own else "")
        if not isinstance(checked, tuple):
            await _turn_away(socket, checked)
            return
        given, address = checked
        renewal = doorkeeper.gate.renewal_for(given, peer, socket.headers)
        await socket.accept(headers=None if renewal is None else {"set-cookie": renewal})
        session = given.session
        connection = AsgiConnection(doorkeeper.next_id(), session, address, doorkeeper.buckets(session, address))
        conversation = doorkeeper.opened(connection)
        hearing = asyncio.create_task(_hear_all(socket, connection, conversation, doorkeeper.settings.message_bytes))
        sending = connection.sending = asyncio.create_task(_send_all(socket, connection, conversation))
        try:
            await asyncio.wait({hearing, sending}, return_when=asyncio.FIRST_COMPLETED)
            if connection.is_over and not sending.done():  # The last word is on its way.
                await asyncio.wait({sending}, timeout=SLOW_FOR_AT_MOST)
        finally:
            doorkeeper.ended(connection, conversation)
            for task in (hearing, sending):
                task.cancel()
                # What can go wrong with a socket is that nobody is there any more.
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, OSError):
                    await task

    return talk


async def _turn_away(socket: "WebSocket[Any, Any, Any]", status: HTTPStatus) -> None:
    await socket.receive()
    start: Any = {"type": "websocket.http.response.start", "status": status.value, "headers": []}
    await socket.send(start)
    body: Any = {"type": "websocket.http.response.body", "body": status.phrase.encode(), "more_body": False}
    await socket.send(body)


async def _send_all(socket: "WebSocket[Any, Any, Any]", connection: AsgiConnection, conversation: Conversation) -> None:
    while True:
        item = await connection.next_item()
        if not isinstance(item, bytes):
            await socket.close(code=item[0], reason=item[1])
            return
        await socket.send_data(item.decode(), mode="text")
        if connection.slow_since is not None and connection.has_sent_all and connection.caught_up():
            await conversation.show_newest()


async def _hear_all(
    socket: "WebSocket[Any, Any, Any]", connection: AsgiConnection, conversation: Conversation, largest: int
) -> None:
    while True:
        received: Any = await socket.receive()
        if received["type"] == "websocket.disconnect":
            if received.get("code") == POLICY and not connection.is_over:
                connection.on_flood()
            return
        data = received.get("bytes") or (received.get("text") or "").encode()
        if len(data) > largest:
            connection.close(TOO_BIG, "too big")
        message = None if connection.is_over else conversation.hear(data)
        if connection.is_over:
            return
        if message is not None:
            await conversation.answer(message)


class _Unfailing(io.TextIOBase):
    """Writes the log if it can: a full disk is no reason to stop serving, or to leave anybody without an answer."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            return self._file.write(text)
        return 0

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.flush()


_SENT_BY_ANYBODY: Final = (
    "Invalid HTTP request",
    "Unsupported upgrade",
    "Invalid UTF-8 sequence",
    "ASGI callable returned without",
)
"""What uvicorn says of bytes that it can't read, and of sockets that were turned away: whoever sends them would fill
the log."""


def configure_logs(settings: ServerSettings) -> None:
    """Logs to standard error, as JSON or for people."""
    level = getattr(logging, settings.log_level.upper())
    is_json = settings.log_format == "json"
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if is_json
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    # A traceback never shows the values of variables: passwords, codes and hands are among them.
    tracebacks = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.ExceptionRenderer(tracebacks) if is_json else structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, _Unfailing(sys.stderr))),
        cache_logger_on_first_use=True,
    )
    # What libraries say is told in the same way.
    others = logging.StreamHandler(cast(TextIO, _Unfailing(sys.stderr)))
    others.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[others])
    logging.getLogger("uvicorn.error").addFilter(lambda record: not str(record.msg).startswith(_SENT_BY_ANYBODY))


def run(settings: ServerSettings, on_ready: Callable[[str], None] = lambda _: None, *, is_new: bool = False) -> None:
    """Run a server until it is told to stop; with `is_new`, on what is left of a store that has lost something."""
    import uvloop

    configure_logs(settings)
    # What is there now stays, and what comes is freed when nobody refers to it any more: cycles are rare.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    uvloop.run(Tablee(settings, is_new=is_new).serve(on_ready))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(2048)
        listening.setblocking(False)
    except OSError as error:
        raise CantListen(f"{host}:{port} can't be served: {error.strerror or error}") from error
    return listening
