"""Routes for the host's monitoring: /healthz, /readyz, /metrics; with a token, or on a port of their own."""

import hmac
from typing import TYPE_CHECKING, Any, Final

import structlog
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.types import ASGIApp
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tablee.server.pages import AnyRequest
from tablee.server.settings import ServerSettings

if TYPE_CHECKING:
    from tablee.server.house import House

log = structlog.get_logger(__name__)

HEALTH: Final = "/healthz"


@get(HEALTH, media_type="text/plain")
async def health() -> str:
    """Whether the process is alive."""
    return "ok\n"


@get("/readyz", media_type="text/plain")
async def readiness(request: AnyRequest, state: State) -> Response[str]:
    """Whether the server can serve: its store takes writes."""
    house: House = state.house
    if not _may_watch(request, house.settings):
        return _unknown()
    problem = await house.readiness.problem()
    if problem is not None:
        log.warning("not_ready", error=str(problem))
        return Response("the store is unavailable\n", status_code=503, media_type="text/plain")
    if not house.hall.is_ready:
        return Response("not open\n", status_code=503, media_type="text/plain")
    return Response("ready\n", media_type="text/plain")


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest, state: State) -> Response[Any]:
    house: House = state.house
    if not _may_watch(request, house.settings):
        return _unknown()
    return Response(generate_latest(house.hall.metrics.registry), media_type=CONTENT_TYPE_LATEST)


WATCHED: Final = (readiness, metrics)
"""Routes for the host alone, where there is a token or a port for them."""


def watching_app(house: "House") -> ASGIApp:
    return Litestar(
        [health, *WATCHED], state=State({"house": house}), logging_config=None, openapi_config=None, debug=False
    )


def _may_watch(request: AnyRequest, settings: ServerSettings) -> bool:
    if not settings.metrics_token:
        return True
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    is_right = hmac.compare_digest(token.strip().encode(), settings.metrics_token.encode())
    return is_right and scheme.lower() == "bearer"


def _unknown() -> Response[str]:
    headers = {"www-authenticate": "Bearer"}
    return Response("a token is wanted\n", status_code=401, media_type="text/plain", headers=headers)
