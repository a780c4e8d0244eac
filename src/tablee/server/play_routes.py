"""A table over HTTP, for programs that speak no WebSocket: sit down, get bots, start, act, and watch by asking again.

A seated person counts as present for a minute after each request (attendance.py).
"""

from collections.abc import Callable
from time import monotonic
from typing import Annotated, Any, Final

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.params import Parameter
from litestar.status_codes import HTTP_200_OK
from msgspec import Raw

from tablee.protocol.http import ActionGiven, LevelGiven, ReadyGiven, RoomWatched, SeatGiven, VoteGiven
from tablee.rooms.commands import Act, AddBot, AnyCommand, Leave, SayReady, Sender, Start, Vote
from tablee.rooms.refusals import NOT_IN_ROOM
from tablee.rooms.views import can_watch
from tablee.server import refusals
from tablee.server.credentials import new_id
from tablee.server.house import House, Refused, accepted, answer, described
from tablee.server.limits import Budget
from tablee.server.live_room import LiveRoom
from tablee.server.pages import AnyRequest

LONGEST_WAIT: Final = 30
"""Longest `wait`, in seconds."""
_LOOK_EVERY: Final = 1.0
"""Seconds between checks of a waiting request: is the server stopping, is the room still loaded?"""

_SHOWN: Final = answer(RoomWatched, "The room as the asker sees it now")


def _at_table(*errors: int) -> dict[str, Any]:
    return described("play", 400, 404, 409, *errors, needs="session", shown=_SHOWN)


@get("/api/rooms/{room:str}", **described("play", 400, 404, shown=_SHOWN))
async def watch_room(
    request: AnyRequest,
    house: House,
    room: str,
    since: Annotated[int | None, Parameter(ge=0, le=1 << 31)] = None,
    wait: Annotated[int, Parameter(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response[bytes]:
    """A room, by its id or code, as the asker's seat sees it, or an onlooker, who needs no session.

    With `since`, the version that you have, the answer has what you missed; with `wait`, it comes when something has
    happened since, after this many seconds at the latest.
    """
    live = await _find(house, request, room)
    session = house.admission.session_in(request.headers)
    until = monotonic() + wait
    while True:
        if session is not None:
            await house.attendance.keep(live, session, house.address_of(request))
        left = until - monotonic()
        if since is None or live.room.version > since or left <= 0 or not house.hall.is_ready:
            return await _show(live, None if session is None else session.person, since)
        await live.wait_beyond(since, min(left, _LOOK_EVERY))
        live = await _find(house, request, live.room.id)


@post("/api/rooms/{room:str}/seat", **_at_table(413), status_code=HTTP_200_OK)
async def sit_down(request: AnyRequest, house: House, room: str, data: SeatGiven) -> Response[bytes]:
    """Take a seat, or return to yours."""
    session, address = house.session_of(request), house.address_of(request)
    live = await _find(house, request, room)
    if not live.room.seats_of(session.person):
        _spend(house.reception.changes, session.person, address)
        joining = await house.reception.joining(live, session, address, data.access, data.invitation)
        accepted(await live.submit(accepted(joining), Sender(session.person)))
    accepted(await house.attendance.keep(live, session, address))
    return await _show(live, session.person, None)


@delete("/api/rooms/{room:str}/seat", **described("play", 404, needs="session"), status_code=HTTP_200_OK)
async def stand_up(request: AnyRequest, house: House, room: str) -> None:
    """Give up the seat; in a running game that is a forfeit."""
    session = house.session_of(request)
    live = await _find(house, request, room)
    accepted(await live.submit(Leave(id="left"), Sender(session.person)))


@post("/api/rooms/{room:str}/bots", **_at_table(413), status_code=HTTP_200_OK)
async def add_bot(request: AnyRequest, house: House, room: str, data: LevelGiven) -> Response[bytes]:
    """Give a seat to a bot of the server's own, as the host."""
    return await _ask(house, request, room, lambda id_: AddBot(id=id_, level=data.level))


@post("/api/rooms/{room:str}/start", **_at_table(), status_code=HTTP_200_OK)
async def start_game(request: AnyRequest, house: House, room: str) -> Response[bytes]:
    """Start the game, as the host, in a room of the policy `host`."""
    return await _ask(house, request, room, lambda id_: Start(id=id_))


@post("/api/rooms/{room:str}/ready", **_at_table(413), status_code=HTTP_200_OK)
async def say_ready(request: AnyRequest, house: House, room: str, data: ReadyGiven) -> Response[bytes]:
    """Say that you are ready, or no longer."""
    return await _ask(house, request, room, lambda id_: SayReady(id=id_, ready=data.ready))


@post("/api/rooms/{room:str}/vote", **_at_table(413), status_code=HTTP_200_OK)
async def vote(request: AnyRequest, house: House, room: str, data: VoteGiven) -> Response[bytes]:
    """Vote on a rematch, within half a minute after the end."""
    return await _ask(house, request, room, lambda id_: Vote(id=id_, again=data.again))


@post("/api/rooms/{room:str}/actions", **_at_table(413), status_code=HTTP_200_OK)
async def act(request: AnyRequest, house: House, room: str, data: ActionGiven) -> Response[bytes]:
    """Play an action. It is on disk when this is answered; sent again under the same `id`, it is done once."""
    action = Raw(msgspec.json.encode(data.action))
    return await _ask(
        house,
        request,
        room,
        lambda id_: Act(id=data.id or id_, game=data.game, turn=data.turn, action=action, seat=data.seat),
        is_move=True,
    )


async def _ask(
    house: House,
    request: AnyRequest,
    room: str,
    make: Callable[[str], AnyCommand],
    *,
    is_move: bool = False,
) -> Response[bytes]:
    """Submit a seated person's command, and show the room."""
    session, address = house.session_of(request), house.address_of(request)
    live = await _find(house, request, room)
    _spend(house.reception.moves if is_move else house.reception.changes, session.person, address)
    accepted(await house.attendance.keep(live, session, address))
    seats = live.room.seats_of(session.person)
    if not seats:
        raise Refused(NOT_IN_ROOM)
    # The session identifies the person, so an open connection of theirs is no obstacle.
    accepted(await live.submit(make(new_id()), Sender(session.person, live.room.seats[seats[0]].connection)))
    return await _show(live, session.person, None)


def _spend(budget: Budget, person: str, address: str) -> None:
    wait = budget.share(person, address).take()
    if wait:
        raise Refused(refusals.rate_limited(wait))


async def _find(house: House, request: AnyRequest, room: str) -> LiveRoom:
    return accepted(await house.reception.find_room(room[:64], house.address_of(request)))


async def _show(live: LiveRoom, person: str | None, since: int | None) -> Response[bytes]:
    viewer = person if person is not None and live.room.seats_of(person) else None
    if viewer is None and not can_watch(live.room):
        raise Refused(refusals.NO_ONLOOKERS)
    missed = None if since is None else await live.missed(viewer or "", since)
    shown = live.audience.shown_to(viewer)
    watched = RoomWatched(
        room=shown.room,
        onlookers=shown.onlookers,
        onlooker_names=shown.onlooker_names,
        now=shown.now,
        missed=() if missed is None else missed.moves,
    )
    return Response(msgspec.json.encode(watched), media_type=MediaType.JSON)


PLAY_ROUTES: Final = (watch_room, sit_down, stand_up, add_bot, start_game, say_ready, vote, act)
