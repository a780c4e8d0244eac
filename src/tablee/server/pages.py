"""The browser client: the files that `web/` builds, served from memory.

A wheel carries them; a checkout builds them with `make pages`. Where they are missing the server still serves its API.
"""

import gzip
import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED, HTTP_404_NOT_FOUND
from msgspec import Struct
from msgspec.structs import replace

AnyRequest: TypeAlias = Request[Any, Any, State]

FOLDER: Final = Path(__file__).parent / "web"
"""Where the built files are."""

BENCH: Final = "/design.html"
"""The page of `tablee design`, which serves it at its front; at its own address it is nowhere."""

_FOREVER: Final = "public, max-age=31536000, immutable"
"""For files that have their content's hash in their name."""
_ASK_AGAIN: Final = "no-cache"
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}
_NOT_BUILT: Final = (
    "<!doctype html><title>Tablée</title><p>Tablée is serving, but the pages are not built: "
    "<code>make pages</code> builds them. The API is described at "
    "<a href='/schema/openapi.json'>/schema/openapi.json</a>."
)


class Page(Struct, frozen=True):
    """A file as it is sent."""

    media_type: str
    cache: str
    etag: str
    body: bytes
    compressed: tuple[tuple[str, bytes], ...]
    """Its other forms, by the name of the encoding; the smallest first."""


class Pages:
    """All files of the browser client."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files = {
            "/" + path.relative_to(folder).as_posix(): _read(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix not in {".br", ".gz"}
        }

    @property
    def front(self) -> Page:
        """The one page; its script finds out by the address what to show."""
        return self._files.get("/index.html") or Page("text/html", _ASK_AGAIN, "", _NOT_BUILT.encode(), ())

    def find(self, path: str) -> Page | None:
        return self._files.get(path)


def _read(path: Path, folder: Path) -> Page:
    body = path.read_bytes()
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    forms = tuple(
        (encoding, beside.read_bytes())
        for encoding, ending in _ENCODINGS
        if (beside := path.with_name(path.name + ending)).exists()
    )
    return Page(
        kind,
        _FOREVER if path.parent == folder / "assets" else _ASK_AGAIN,
        _etag(body),
        body,
        forms,
    )


def made(body: bytes, media_type: str) -> Page:
    """An answer that changes as rarely as a file: sent compressed, and revalidated."""
    return Page(media_type, _ASK_AGAIN, _etag(body), body, (("gzip", gzip.compress(body, mtime=0)),))


def made_for_one(body: bytes, media_type: str) -> Page:
    """An answer that may differ by person: no shared cache keeps it."""
    return replace(made(body, media_type), cache=f"private, {_ASK_AGAIN}")


def _etag(body: bytes) -> str:
    return f'"{sha256(body).hexdigest()[:24]}"'


def send(request: AnyRequest, page: Page, status: int = HTTP_200_OK) -> Response[bytes]:
    headers = {"cache-control": page.cache, "vary": "accept-encoding"}
    if page.etag:
        headers["etag"] = page.etag
        if page.etag in request.headers.get("if-none-match", ""):
            return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    lines = ",".join(request.headers.getall("accept-encoding", []))
    accepted = {part.split(";")[0].strip() for part in lines.split(",")}
    body = page.body
    for encoding, form in page.compressed:
        if encoding in accepted:
            body, headers["content-encoding"] = form, encoding
            break
    return Response(body, status_code=status, headers=headers, media_type=page.media_type)


@get(
    ["/", "/rooms", "/me", "/reset", "/r/{code:str}", "/new/{game:str}", "/local/{game:str}", "/rules/{game:str}",
     "/learn/{game:str}", "/learn/{game:str}/{lesson:str}",
     "/puzzles", "/puzzles/{day:str}/{game:str}", "/embed/rooms/{code:str}", "/embed/records/{record:str}"],
    include_in_schema=False,
)  # fmt: skip
async def front_page(request: AnyRequest, state: State) -> Response[bytes]:
    pages: Pages = state.pages
    return send(request, pages.front)


@get(["/{name:str}", "/assets/{name:str}"], include_in_schema=False)
async def file(request: AnyRequest, state: State) -> Response[bytes]:
    pages: Pages = state.pages
    path = request.scope["path"]
    page = None if path == BENCH else pages.find(path)
    return nothing_here(request) if page is None else send(request, page)


def nothing_here(request: AnyRequest) -> Response[bytes]:
    pages: Pages = request.app.state.pages
    return send(request, pages.front, HTTP_404_NOT_FOUND)
