"""The preview of a link to a finished game: a title, words, and a picture of the position.

Link previews are fetched without a session, so they show what anyone may see: nothing of a private table.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Annotated, Final, Literal

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import Parameter

from tablee.kernel.registry import RegistryError, load_game
from tablee.kernel.replay import Position, Record, positions, seen
from tablee.kernel.words import Language, Text, listed
from tablee.rooms.commands import COLOURS
from tablee.server import pages, refusals
from tablee.server.pages import AnyRequest
from tablee.server.records import NotReadable
from tablee.store.contract import FinishedGame

if TYPE_CHECKING:
    from tablee.server.house import House

_KEPT: Final = 64
"""Pictures that are kept, of some 50 kB each."""
_AN_HOUR: Final = "public, max-age=3600"
"""Not for good: names can be erased."""

_SOMEONE = Text("Someone", "Quelqu’un")
_FROM_HERE = Text("Turn {}: watch the game from here.", "Tour {} : revoyez la partie à partir d’ici.")
_AGAIN = Text("Watch the game again, move by move.", "Revoyez la partie, coup par coup.")

_POSITION: Final = re.compile(r"s(?P<step>\d{1,6})|(?P<turn>\d{1,6})(?:\.(?P<action>\d{1,6}))?")
"""As the page's address has it: turn and action from 1, as 17.2; s12 for step 12; 0 for the beginning."""


class Pictures:
    """Pictures of positions, drawn one at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def find(self, record: Record, finished: FinishedGame, t: str | None, language: Language) -> bytes:
        key = finished.id, finished.seats, t, language
        async with self._one_at_a_time:
            png = self._kept.get(key)
            if png is None:
                png = self._kept[key] = await asyncio.to_thread(_draw, record, finished, t, language)
                if len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(key)
            return png


@get("/records/{record:str}", include_in_schema=False)
async def record_page(request: AnyRequest, state: State, record: str, t: str | None = None) -> Response[bytes]:
    """The page of every screen, with words for those who unfurl its link."""
    front: pages.Page = state.pages.front
    house: House = state.house
    finished = await house.store.find_game(record)
    if finished is None or finished.is_private:
        return pages.send(request, front)
    peer = request.client.host if request.client else ""
    scheme = "https" if house.admission.is_https(peer, request.headers) else request.url.scheme
    address = f"{scheme}://{request.headers.get('host', '')}/records/{finished.id}"
    language: Language = "fr" if request.headers.get("accept-language", "").lower().startswith("fr") else "en"
    head = "".join(_tags(finished, address, t, language))
    body = front.body.replace(b"</head>", f"{head}</head>".encode(), 1)
    return pages.send(request, await asyncio.to_thread(pages.made, body, front.media_type))


@get("/records/{record:str}/picture.png", include_in_schema=False)
async def record_picture(
    request: AnyRequest,
    state: State,
    record: str,
    t: Annotated[str | None, Parameter(max_length=16)] = None,
    lang: Literal["en", "fr"] = "en",
) -> Response[bytes]:
    """A position of a finished game as everyone saw it; none of a private table."""
    from tablee.server.house import Refused

    house: House = state.house
    house.limit(house.new_pictures, house.address_of(request))
    finished = await house.store.find_game(record)
    if finished is None or finished.is_private:
        raise Refused(refusals.NO_SUCH_GAME)
    replayed = (await house.replays.find(finished, "everyone")).record
    try:
        png = await house.pictures.find(replayed, finished, t, lang)
    except Exception as error:  # noqa: BLE001, RUF100 - the rules may run into anything in what older ones told
        raise NotReadable(f"{finished.id}: {error!r}") from error
    return Response(png, media_type="image/png", headers={"cache-control": _AN_HOUR})


def _tags(finished: FinishedGame, address: str, t: str | None, language: Language) -> Iterator[str]:
    try:
        game = load_game(finished.game).name.in_(language)
    except RegistryError:
        return
    names = [name or _SOMEONE.in_(language) for name in finished.seats]
    named = _POSITION.fullmatch(t or "")
    turn, at = (named["turn"], f"?t={named[0]}") if named else (None, "")
    words = _FROM_HERE.in_(language).format(int(turn)) if turn and int(turn) else _AGAIN.in_(language)
    picture = f"{address}/picture.png{at}{'&' if at else '?'}lang={language}"
    for name, content in (
        ("og:type", "website"),
        ("og:site_name", "Tablée"),
        ("og:title", f"{game} – {listed(names).in_(language)}"),
        ("og:description", words),
        ("og:url", f"{address}{at}"),
        ("og:image", picture),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("twitter:card", "summary_large_image"),
    ):
        yield f'<meta property="{name}" content="{escape(content)}" />'


def _draw(record: Record, finished: FinishedGame, t: str | None, language: Language) -> bytes:
    from tablee.server.pictures import Seat, draw_picture

    game = load_game(record.game)
    step = seen(game, _position_at(list(positions(game, record.state, record.steps)), t), "everyone")
    colours = record.colours or COLOURS
    seats = [
        Seat(name or _SOMEONE.in_(language), colours[number % len(colours)])
        for number, name in enumerate(finished.seats)
    ]
    return draw_picture(game, seats, step, step.turn + 1, language)


def _position_at(whole: Sequence[Position], t: str | None) -> Position:
    """The position that an address means: the last one, where it means none that there is."""
    named = _POSITION.fullmatch(t or "")
    if named is None:
        return whole[-1]
    if named["step"] is not None:
        return whole[min(int(named["step"]), len(whole) - 1)]
    turn, action = int(named["turn"]), int(named["action"] or 1)
    if turn == 0:
        return whole[0]
    own = [position for position in whole[1:] if position.before.turn == turn - 1]
    return own[min(max(action, 1), len(own)) - 1] if own else whole[-1]
