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
from pathlib import Path
from typing import Any, Final, TextIO, cast

import structlog
import uvicorn
from litestar.types import ASGIApp

from tablee.bots import levels_of
from tablee.rooms.decide import Policy
from tablee.server.admission import Admission
from tablee.server.asgi import asgi_socket, websockets_protocol
from tablee.server.bans import Bans
from tablee.server.bot_accounts import BotAccounts
from tablee.server.bots import Bots
from tablee.server.credentials import SECRET_FILE, load_secret, new_id
from tablee.server.doorkeeper import Doorkeeper
from tablee.server.hall import Hall
from tablee.server.house import House
from tablee.server.http import make_app
from tablee.server.http_protocol import http_protocol
from tablee.server.live_room import LiveRoom
from tablee.server.metrics import Metrics
from tablee.server.notices import Notices
from tablee.server.reception import Reception
from tablee.server.retention import Retention
from tablee.server.sessions import Sessions, Signer
from tablee.server.settings import ServerSettings, SettingsError
from tablee.server.sockets import picows_protocol
from tablee.server.times import TIMES, Times
from tablee.server.watching import watching_app
from tablee.store.opening import open_store
from tablee.store.sqlite_loss import claim

log = structlog.get_logger(__name__)


class CantListen(Exception):  # noqa: N818 - reads as what it is
    """The address or the port can't be had; the sentence says why."""


class Tablee:
    """One server process."""

    def __init__(self, settings: ServerSettings, *, is_new: bool = False, times: Times = TIMES) -> None:
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
            Policy(
                skips_to_elimination=settings.skips,
                test_clocks=settings.any_clock,
                bot_levels=levels_of if settings.bot_workers else lambda _game, _seats: (),
            ),
            Metrics(),
            times,
        )
        self.notices = Notices(self.store.upkeep)
        self.notices.heed("room", self.hall.notice)
        self.notices.heed("erased", self.hall.forget_name_of)
        self.retention = Retention(self.store.upkeep, settings.keep_records_days)
        self.hall.on_put_back = self.notices.start_over
        self.bots = Bots(self.process, settings.bot_workers, self.hall.metrics)
        self.hall.on_room = self._consider
        sessions = Sessions(signer, self.store.upkeep.sessions, settings.session_days)
        self.notices.load(sessions.load)
        self.notices.heed("session_ended", sessions.heed_session)
        self.notices.heed("sessions_ended", sessions.heed_person)
        self.hall.metrics.followers.set_function(lambda: len(self.hall.lobby))
        bans = Bans()
        bot_accounts = BotAccounts(self.store.upkeep.bot_accounts)
        self.notices.load(bot_accounts.load)
        self.notices.heed("bot", bot_accounts.heed)
        admission = Admission(settings, sessions, bans, bot_accounts)
        reception = Reception(self.hall, self.store, settings, self.bots)
        self.doorkeeper = Doorkeeper(admission, reception, settings, self.process)
        bans.on_change = self.doorkeeper.close_banned
        self.notices.load(lambda: bans.load(self.store))
        self.notices.heed("ban", lambda _: bans.load(self.store))
        self.house = House(self.store, self.hall, admission, reception, settings)

    def _consider(self, live: LiveRoom) -> None:
        self.bots.consider(live)
        self.house.analyses.consider(live)

    def app(self) -> ASGIApp:
        handlers = (asgi_socket(self.doorkeeper),) if self.settings.websocket == "websockets" else ()
        return make_app(self.house, handlers)

    async def serve(self, on_ready: Callable[[str], None] = lambda _: None) -> None:
        """Serve until SIGTERM or SIGINT; then drain, commit, and tell clients to come back."""
        settings = self.settings
        listening = listen(settings.host, settings.port)
        watched_at = listen(settings.metrics_host, settings.metrics_port) if settings.metrics_port else None
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
        self.house.attendance.close()
        server.should_exit = True
        await serving
        for task in measuring:
            task.cancel()
        if watching is not None:
            watched.should_exit = True
            await watching
        await self.house.analyses.close()
        await self.bots.close()
        await self.notices.close()
        await self.retention.close()
        await self.hall.close()
        stopping.cancel()
        log.info("stopped")

    def _server(self, app: ASGIApp, **options: Any) -> "_Server":
        config = uvicorn.Config(
            cast(Any, app),
            http=http_protocol(self.doorkeeper.admission),
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


class _Unfailing(io.TextIOBase):
    """A log stream that swallows write errors: a full disk must not stop the server."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            return self._file.write(text)
        return 0

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.flush()


_SENT_BY_ANYONE: Final = (
    "Invalid HTTP request",
    "Unsupported upgrade",
    "Invalid UTF-8 sequence",
    "ASGI callable returned without",
)
"""Messages of uvicorn about bytes that it can't read, and of sockets that were turned away: a stranger could fill
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
    # Libraries log in the same way.
    others = logging.StreamHandler(cast(TextIO, _Unfailing(sys.stderr)))
    others.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[others])
    logging.getLogger("uvicorn.error").addFilter(lambda record: not str(record.msg).startswith(_SENT_BY_ANYONE))


def run(settings: ServerSettings, on_ready: Callable[[str], None] = lambda _: None, *, is_new: bool = False) -> None:
    """Run a server until SIGTERM or SIGINT; with `is_new`, on what is left of a store that has lost something."""
    import uvloop

    configure_logs(settings)
    # What is there now stays, and what comes is freed when nothing refers to it: cycles are rare.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    uvloop.run(Tablee(settings, is_new=is_new).serve(on_ready))


def listen(host: str, port: int) -> socket.socket:
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
