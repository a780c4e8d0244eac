"""Around every request: security headers, a limit for each address, our own host, and whose pages may ask.

Pages of other origins that the setting `origins` names may use the API as our own do: their browsers ask first
(preflight). Which pages may show ours in a frame is another question, with a setting of its own,
`frame_ancestors`, and only those under `/embed/` can be shown: nobody is to press a button of ours unawares.
"""

from http import HTTPStatus
from time import perf_counter
from typing import Any, Final

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablee.kernel.refusals import Refusal
from tablee.protocol.http import RefusalShown
from tablee.server import refusals
from tablee.server.house import House
from tablee.server.metrics import NO_ROUTE
from tablee.server.watching import HEALTH

_POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)

SECURITY_HEADERS: Final = {
    "content-security-policy": f"{_POLICY}'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

_UNDER_ANY_NAME: Final = (HEALTH, "/readyz")
"""Load balancers and containers use any Host, and these two reveal nothing."""

_API: Final = "/api/"
_EMBEDDED: Final = "/embed/"

_PREFLIGHT: Final = {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "authorization, content-type, if-none-match",
    "access-control-max-age": "7200",
}
_EXPOSED: Final = "content-disposition, etag, retry-after"


def guarded(house: House, app: ASGIApp) -> ASGIApp:
    settings = house.settings
    unlimited = {HEALTH, *(() if settings.metrics_port else ("/readyz", "/metrics"))}
    in_frames = _in_frames(settings.frame_ancestors)

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        headers, path = Headers.from_scope(scope), scope["path"]
        address = house.admission.address_of(scope["client"][0] if scope["client"] else "", headers)
        own_headers = in_frames if path.startswith(_EMBEDDED) else SECURITY_HEADERS
        is_api = path.startswith(_API)
        shared = _shared(headers, house) if is_api else {}

        # uvicorn drops the body of an answer to HEAD.
        asked: Any = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        began = perf_counter()

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = asked.get("path_template") or NO_ROUTE
                house.hall.metrics.answered(route, message["status"], perf_counter() - began)
                own = MutableScopeHeaders.from_message(message)
                own.update(shared)
                if is_api and settings.origins:
                    own.add("vary", "origin")
                for name, value in own_headers.items():
                    own.setdefault(name, value)
                own.setdefault("cache-control", "no-store")
            await send(message)

        async def answer(status: HTTPStatus, body: bytes = b"", **told: str) -> None:
            sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in told.items()]
            await send_with_headers({"type": "http.response.start", "status": status.value, "headers": sent})
            await send({"type": "http.response.body", "body": body, "more_body": False})

        refusal: Refusal | None = None
        status = HTTPStatus.FORBIDDEN
        at = scope["server"][0] if scope["server"] else ""
        wait = 0 if path in unlimited else house.requests.take(address)
        is_preflight = scope["method"] == "OPTIONS" and "access-control-request-method" in headers and is_api
        if wait:
            refusal, status = refusals.rate_limited(wait), HTTPStatus.TOO_MANY_REQUESTS
            house.hall.metrics.limited("requests")
        elif path not in _UNDER_ANY_NAME and not house.admission.is_own_host(headers, at):
            refusal, status = refusals.wrong_host(headers.get("host", "")), HTTPStatus.MISDIRECTED_REQUEST
        elif (scope["method"] not in ("GET", "HEAD", "OPTIONS") or is_preflight) and not house.admission.is_own_origin(
            headers.get("origin"), headers.get("host")
        ):
            refusal = refusals.WRONG_ORIGIN
        elif is_preflight:
            shared |= _PREFLIGHT
            if headers.get("access-control-request-private-network") == "true":
                shared["access-control-allow-private-network"] = "true"
            await answer(HTTPStatus.NO_CONTENT)
            return
        elif is_api:
            session = house.admission.session_in(headers) if house.admission.bans.has_people else None
            refusal = house.admission.ban_on(session, address)
        if refusal is None:
            await app(asked, receive, send_with_headers)
            return
        body = msgspec.json.encode(RefusalShown(refusal))
        later = {"retry_after": str(wait)} if wait else {}
        await answer(status, body, content_type="application/json", **later)

    return guard


def _shared(headers: Headers, house: House) -> dict[str, str]:
    """The CORS headers that let an allowed origin read the answer, with credentials."""
    origin = headers.get("origin")
    if origin is None or origin not in house.settings.allowed_origins:
        return {}
    return {
        "access-control-allow-origin": origin,
        "access-control-allow-credentials": "true",
        "access-control-expose-headers": _EXPOSED,
        "cross-origin-resource-policy": "cross-origin",
    }


def _in_frames(ancestors: str) -> dict[str, str]:
    """The headers of pages that other sites may frame."""
    if not ancestors.strip():
        return SECURITY_HEADERS
    listed = " ".join(sorted(part.strip() for part in ancestors.split(",") if part.strip()))
    own = {name: value for name, value in SECURITY_HEADERS.items() if name != "x-frame-options"}
    policy = f"{_POLICY}'self' {listed}"
    return {**own, "content-security-policy": policy, "cross-origin-resource-policy": "cross-origin"}
