"""The HTTP side: its routes, what errors are answered with, OpenAPI at /schema."""

from http import HTTPStatus
from typing import Any, Final

import structlog
from litestar import Litestar, MediaType, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Server
from litestar.openapi.spec import Tag as TagSpec
from litestar.types import ASGIApp

import tablee
from tablee.kernel.refusals import Refusal
from tablee.protocol.http import RefusalShown
from tablee.server import pages, refusals
from tablee.server.admission import COOKIE
from tablee.server.bot_routes import BOT_ROUTES
from tablee.server.game_routes import GAME_ROUTES
from tablee.server.guard import guarded
from tablee.server.house import STATUS_OF, TAGS, House, Refused, house_of
from tablee.server.live_room import UNAVAILABLE
from tablee.server.pages import AnyRequest
from tablee.server.people_routes import PEOPLE_ROUTES
from tablee.server.play_routes import PLAY_ROUTES
from tablee.server.record_routes import RECORD_ROUTES
from tablee.server.records import NotReadable
from tablee.server.room_routes import ROOM_ROUTES
from tablee.server.sharing import record_page, record_picture
from tablee.server.watching import WATCHED, health
from tablee.store.contract import Unavailable

log = structlog.get_logger(__name__)


def _show_refusal(request: AnyRequest, error: Refused) -> Response[RefusalShown]:
    house_of(request.app.state).hall.metrics.refusals.labels(error.refusal.code).inc()
    headers = {} if error.refusal.wait is None else {"retry-after": str(error.refusal.wait)}
    return _refuse(error.refusal, STATUS_OF.get(error.refusal.code, 400), headers)


def _show_unavailable(_request: AnyRequest, error: Unavailable) -> Response[RefusalShown]:
    log.warning("store_unavailable", error=str(error))
    return _refuse(UNAVAILABLE, 503, {"retry-after": "2"})


def _show_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    is_page = request.method == "GET" and not request.scope["path"].startswith("/api/")
    if error.status_code == HTTPStatus.NOT_FOUND and is_page:
        return pages.nothing_here(request)
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(str(part.get("message", "")) for part in extra if isinstance(part, dict))
    return _refuse(refusals.bad_message(details or error.detail), error.status_code, error.headers)


def _show_not_readable(_request: AnyRequest, error: NotReadable) -> Response[RefusalShown]:
    log.info("record_not_readable", error=str(error))
    return _refuse(error.refusal, 404)


def _show_too_deep(_request: AnyRequest, _error: RecursionError) -> Response[RefusalShown]:
    return _refuse(refusals.bad_message("it is nested too deeply"), 400)


def _show_no_text(_request: AnyRequest, _error: UnicodeDecodeError) -> Response[RefusalShown]:
    return _refuse(refusals.bad_message("it is not UTF-8"), 400)


def _show_fault(request: AnyRequest, error: Exception) -> Response[RefusalShown]:
    log.error("request_failed", method=request.method, path=request.scope["path"], exc_info=error)
    return _refuse(refusals.FAULT, 500)


def _refuse(refusal: Refusal, status: int, headers: dict[str, str] | None = None) -> Response[RefusalShown]:
    return Response(RefusalShown(refusal), status_code=status, headers=headers or {}, media_type=MediaType.JSON)


_ABOUT: Final = (
    "What can be asked of a Tablée server over HTTP. Everything that happens at a table also goes over one WebSocket, "
    "`/ws`, with messages of its own: `tablee schema` prints their JSON Schema. What is refused is answered with "
    '`{"refusal": …}`, whose `code` is stable.'
)

_SCHEMES: Final[dict[str, Any]] = {
    "session": SecurityScheme(
        type="apiKey",
        name=COOKIE,
        security_scheme_in="cookie",
        description="A person: the cookie that `POST /api/session`, an account or a sign-in gives. Use renews it.",
    ),
    "bot": SecurityScheme(
        type="http", scheme="Bearer", description="A bot account, by the token that `POST /api/bots` gave once."
    ),
}


def make_app(house: House, route_handlers: tuple[Any, ...] = ()) -> ASGIApp:
    app = Litestar(
        route_handlers=[
            pages.front_page,
            pages.file,
            health,
            *(() if house.settings.metrics_port else WATCHED),
            *PEOPLE_ROUTES,
            *BOT_ROUTES,
            *GAME_ROUTES,
            *ROOM_ROUTES,
            *PLAY_ROUTES,
            *RECORD_ROUTES,
            record_page,
            record_picture,
            *route_handlers,
        ],
        dependencies={"house": Provide(house_of, sync_to_thread=False)},
        state=State({"house": house, "pages": pages.Pages()}),
        exception_handlers={
            Refused: _show_refusal,
            Unavailable: _show_unavailable,
            NotReadable: _show_not_readable,
            HTTPException: _show_http_error,
            RecursionError: _show_too_deep,
            UnicodeDecodeError: _show_no_text,
            Exception: _show_fault,
        },
        request_max_body_size=64 * 1024,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Tablée",
            version=tablee.__version__,
            summary="A table for turn-based games",
            description=_ABOUT,
            path="/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
            servers=[Server(url="/")],
            tags=[TagSpec(name=name, description=text) for name, text in TAGS.items()],
            components=Components(security_schemes=_SCHEMES),
        ),
    )
    return guarded(house, app)
