"""Finished games over HTTP: the record, its steps, its analysis."""

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, get, post
from litestar.params import Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK

from tablee.analysis.findings import Answer
from tablee.kernel.record import MEDIA_TYPE
from tablee.kernel.replay import Viewer
from tablee.protocol.http import AnalysisShown, FinishedShown, RecordLog, RecordPage
from tablee.server import pages, records, refusals
from tablee.server.analysing import TRY_LATER
from tablee.server.house import House, Refused, accepted, answer, described, known
from tablee.server.pages import AnyRequest
from tablee.store.contract import FinishedGame

MOST_STEPS: Final = 200
"""Of a record, per answer."""


@get("/api/records", **described("records", 400, needs="session"))
async def list_my_games(
    request: AnyRequest,
    house: House,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 20,
    before: Annotated[int | None, Parameter(ge=0, le=1 << 53)] = None,
) -> tuple[FinishedShown, ...]:
    """The games that this person has played, the latest first."""
    games = await house.store.games_of(house.session_of(request).person, limit, before)
    return await records.finished_shown(house.store, games)


@get("/api/rooms/{room:str}/records", **described("records", 404, needs="session"))
async def list_games_in(request: AnyRequest, house: House, room: str) -> tuple[FinishedShown, ...]:
    """The games finished in a room, latest first; private ones only to those who played.

    By its id, or by its code until a day after it closed.
    """
    person = house.session_of(request).person
    found = accepted(await house.reception.find_former_room(room, house.address_of(request)))
    games = await house.store.games_in(found)
    return await records.finished_shown(house.store, [game for game in games if await _may_see(house, game, person)])


@get(
    "/api/records/{record:str}",
    **described("records", 404, 409, shown=answer(bytes, "JSON lines, as `tablee replay` reads them", MEDIA_TYPE)),
)
async def show_record(request: AnyRequest, house: House, record: str) -> Response[bytes]:
    """A finished game as a file; private games only for those who played."""
    finished, _ = await finished_game(house, request, record)
    try:
        read = await records.read_record(house.store, finished)
    except records.NotReadable:
        read = await records.read_plain_record(house.store, finished)
    page = await asyncio.to_thread(lambda: pages.made_for_one(records.file_of(read, finished), MEDIA_TYPE))
    response = pages.send(request, page)
    response.headers["content-disposition"] = f'attachment; filename="tablee-{read.game}-{finished.id}.jsonl"'
    return response


@get("/api/records/{record:str}/steps", **described("records", 400, 404, 409, shown=answer(RecordPage, "The steps")))
async def show_steps(
    request: AnyRequest,
    house: House,
    record: str,
    viewer: Annotated[str | None, QueryParameter(name="as", max_length=16)] = None,
    first: Annotated[int, Parameter(ge=0, le=1 << 31)] = 0,
    count: Annotated[int, Parameter(ge=1, le=MOST_STEPS)] = 60,
) -> Response[bytes]:
    """A finished game step by step, as one viewer saw it: a seat's number, `everyone` or `open`.

    Without `as`, as the caller's seat saw it, else as everyone did. Private games only for those who played.
    """
    finished, people = await finished_game(house, request, record)
    your_seat = records.seat_of(finished, people)
    name = viewer if viewer is not None else "everyone" if your_seat is None else str(your_seat)
    sight: Viewer = known(
        records.viewer_named(name, len(finished.seats)), refusals.bad_message(f"as is no viewer of this game: {name}")
    )
    unfolded = await house.replays.find(finished, sight)
    steps: Any = await unfolded.steps(first, count)
    shown = RecordPage(records.head_of(unfolded.record, finished, your_seat), name, unfolded.total, first, steps)
    return pages.send(request, await asyncio.to_thread(pages.made_for_one, msgspec.json.encode(shown), MediaType.JSON))


@get("/api/records/{record:str}/log", **described("records", 404, 409, shown=answer(RecordLog, "The log")))
async def show_log(request: AnyRequest, house: House, record: str) -> Response[bytes]:
    """A finished game's log, action by action, as it was written; works where no board can show the game."""
    finished, _ = await finished_game(house, request, record)
    shown = msgspec.json.encode(records.log_of(await records.read_plain_record(house.store, finished), finished))
    return pages.send(request, await asyncio.to_thread(pages.made_for_one, shown, MediaType.JSON))


@post(
    "/api/records/{record:str}/analysis",
    **described("records", 400, 404, 409, needs="session"),
    status_code=HTTP_200_OK,
)
async def begin_analysis(request: AnyRequest, house: House, record: str) -> AnalysisShown:
    """Start the analysis of a finished game, unless it exists; returns it as far as it is."""
    person = house.session_of(request).person
    finished, _ = await finished_game(house, request, record)
    if house.analyses.are_off:
        raise Refused(refusals.NO_ANALYSES)
    if not await house.analyses.is_known(finished):
        house.limit(house.new_analyses, person)
        if not await house.analyses.begin(finished):
            raise Refused(refusals.rate_limited(TRY_LATER))
    return await house.analyses.show(finished)


@get("/api/records/{record:str}/analysis", **described("records", 400, 404, 409))
async def show_analysis(
    request: AnyRequest,
    house: House,
    record: str,
    after: Annotated[int, Parameter(ge=0, le=1 << 31)] = 0,
) -> AnalysisShown:
    """The analysis of a finished game so far, from its last decision backwards; without the first `after` decisions."""
    finished, _ = await finished_game(house, request, record)
    return await house.analyses.show(finished, after)


@get("/api/records/{record:str}/analysis/{step:int}", **described("records", 404, 409))
async def show_answer(request: AnyRequest, house: House, record: str, step: int) -> Answer:
    """The options of the seat at an analysed step, and the likely line."""
    finished, _ = await finished_game(house, request, record)
    return known(await house.analyses.answer(finished, step), refusals.NOT_ANALYSED)


async def finished_game(house: House, request: AnyRequest, record: str) -> tuple[FinishedGame, set[str]]:
    """Find a finished game that the caller may see; returns it with all ids of the caller."""
    finished = await house.store.find_game(record)
    if finished is None:
        raise Refused(refusals.STILL_PLAYED if house.hall.playing(record) else refusals.NO_SUCH_GAME)
    session = house.admission.session_in(request.headers)
    people = {session.person, *await house.store.aliases_of(session.person)} if session else set()
    if finished.is_private and not people & {*finished.people}:
        raise Refused(refusals.NOT_YOURS)
    return finished, people


async def _may_see(house: House, finished: FinishedGame, person: str | None) -> bool:
    if not finished.is_private:
        return True
    return person is not None and bool({person, *await house.store.aliases_of(person)} & {*finished.people})


RECORD_ROUTES: Final = (
    list_my_games,
    list_games_in,
    show_record,
    show_steps,
    show_log,
    begin_analysis,
    show_analysis,
    show_answer,
)
