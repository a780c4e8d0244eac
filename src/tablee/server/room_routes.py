"""Rooms over HTTP: the list, opening one, finding one."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from litestar import get, post
from litestar.params import Parameter

from tablee.bots.worlds import dealt_anew
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame, StartPolicy
from tablee.kernel.play import leave, parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import RegistryError, load_game
from tablee.protocol.http import MyRooms, OriginGiven, RoomFound, RoomGiven, RoomList, RoomMade
from tablee.rooms.commands import AddBot, CreateRoom, Leave, LocalPlayer, PlayedOn, Sender, Visibility
from tablee.rooms.commands import Settings as RoomSettings
from tablee.rooms.names import LONGEST_ROOM_NAME, clean_name
from tablee.rooms.refusals import BAD_NAME, BAD_ROOM_NAME
from tablee.rooms.state import Room
from tablee.server import refusals
from tablee.server.appends import summary_of
from tablee.server.clock import since
from tablee.server.credentials import hash_of_secret, hash_password, new_code, new_id, new_seat_secret
from tablee.server.house import House, Refused, accepted, described, known
from tablee.server.live_room import LiveRoom
from tablee.server.lobby import row_of
from tablee.server.pages import AnyRequest
from tablee.server.record_routes import finished_game
from tablee.server.records import practice_among, read_record, state_at
from tablee.server.sessions import Session
from tablee.store.contract import RoomQuery, Status

_MOST_LIVING: Final = 20
"""Rooms, local ones too, in which a person may have seats and still open another."""

_USUAL_CLOCK: Final = 60
"""Seconds for a turn."""


@get("/api/rooms", **described("rooms", 400))
async def list_rooms(
    house: House,
    search: Annotated[str, Parameter(max_length=100)] = "",
    game: Annotated[str | None, Parameter(max_length=64)] = None,
    visibility: Literal["open", "private"] | None = None,
    capacity: Annotated[int | None, Parameter(ge=1, le=16)] = None,
    status: Status | None = None,
    active_within: Annotated[int | None, Parameter(ge=1, le=86_400)] = None,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 50,
    before: Annotated[str | None, Parameter(max_length=200)] = None,
) -> RoomList:
    """The list of rooms: those with a free seat first, then the most recently active; `active_within` in seconds."""
    query = RoomQuery(
        search=search,
        game=game,
        visibility=visibility,
        capacity=capacity,
        status=status,
        active_since=since(active_within),
        limit=limit,
        before=before,
    )
    try:
        page = await house.store.list_rooms(query)
    except ValueError as error:
        raise Refused(refusals.bad_message("no such page")) from error
    return RoomList(tuple(row_of(row.room, row.summary) for row in page.rooms), page.next)


@get("/api/rooms/mine", **described("rooms", needs="session"))
async def list_my_rooms(request: AnyRequest, house: House) -> MyRooms:
    """The rooms in which this person has a seat, local ones too, and those where it is their turn."""
    person = house.session_of(request).person
    rows = await house.store.rooms_of(person)
    playing = [row.room for row in rows if row.summary.status == "playing"]
    awaited = [live.room.id for room in playing if (live := await house.hall.find(room)) and live.awaits(person)]
    practice = await practice_among(house.store, [row.room for row in rows])
    return MyRooms(tuple(row_of(row.room, row.summary) for row in rows), tuple(awaited), practice)


@post("/api/rooms", **described("rooms", 400, 404, 409, 413, needs="session"))
async def make_room(request: AnyRequest, house: House, data: RoomGiven) -> RoomMade:
    """Open a room; its creator is the host and gets a seat."""
    session = house.session_of(request)
    accepted(await house.reception.may_play(session))
    house.limit(house.new_rooms, session.person)
    house.limit(house.new_rooms_here, house.address_of(request))
    invitation = new_seat_secret() if data.held else None
    origin = None if data.origin is None else await _origin_of(house, request, data.origin)
    command = await _creating(session, data, invitation, origin)
    async with house.one_at_a_time(session.person):
        living = await house.store.rooms_of(session.person)
        waiting = [row for row in living if row.summary.status == "waiting"]
        if len(waiting) >= house.settings.waiting_rooms and not data.local:
            raise Refused(refusals.TOO_MANY_ROOMS)
        if len(living) >= _MOST_LIVING:
            raise Refused(refusals.TOO_MANY_TABLES)
        live = accepted(await house.hall.create(command, Sender(session.person)))
    for level in (*data.bots, *_bots_for_those_out(house, data, origin)):
        await _seat_bot(live, Sender(session.person), level)
    return RoomMade(live.room.id, live.room.code, invitation)


def _bots_for_those_out(house: House, data: RoomGiven, origin: PlayedOn | None) -> Sequence[str]:
    """Levels of bots for seats that are out of the game: no friend should have to take one."""
    if origin is None or data.local or house.settings.bot_workers == 0:
        return ()
    return ("easy",) * (len(origin.out) - len(data.bots))


async def _seat_bot(live: LiveRoom, host: Sender, level: str) -> None:
    reply = await live.submit(AddBot(id="bot", level=level), host)
    if isinstance(reply, Refusal):
        await live.submit(Leave(id="closed"), host)  # close the room if it can't be had as requested
        raise Refused(reply)


async def _origin_of(house: House, request: AnyRequest, given: OriginGiven) -> PlayedOn:
    """The position to play on from, for those who may see the finished game."""
    finished, _ = await finished_game(house, request, given.record)
    record = await read_record(house.store, finished)
    game = load_game(record.game)
    if given.step > len(record.steps) or given.seat >= record.seats:
        raise Refused(refusals.bad_message("the finished game has no such step or seat"))
    state = await state_at(record, given.step)
    if state.ended is not None:
        raise Refused(refusals.OVER_THERE)
    # Leaving makes no event for a seat that is already out.
    out = [seat for seat in range(record.seats) if not leave(game, state, seat, Chance.seeded(0)).events]
    if given.seat in out:
        raise Refused(refusals.OUT_THERE)
    if given.hidden == "dealt":
        state = dealt_anew(game, state, given.seat, Chance.secure())
    return PlayedOn(finished.id, given.step, given.seat, record.starter, state, tuple(out))


async def _creating(session: Session, data: RoomGiven, invitation: str | None, origin: PlayedOn | None) -> CreateRoom:
    try:
        game = load_game(data.game)
    except RegistryError as error:
        raise Refused(refusals.UNKNOWN_GAME) from error
    if origin is not None and not isinstance(origin.state, game.state):
        raise Refused(refusals.OTHER_GAME)
    own_options = getattr(None if origin is None else origin.state, "options", None)
    options = accepted(parse_options(game, data.options) if own_options is None else own_options)
    name = known("" if data.name is None else clean_name(data.name, LONGEST_ROOM_NAME), BAD_ROOM_NAME)
    players = []
    for player in data.local:
        given = known(clean_name(player.name), BAD_NAME)
        players.append(LocalPlayer(given, player.colour))
    capacity = game.seats[0] if data.capacity is None else data.capacity
    if origin is not None:
        capacity = len(game.scores(origin.state))
    is_against_bots = len(data.bots) == capacity - 1 > 0
    settings = RoomSettings(
        name=name,
        options=options,
        capacity=capacity,
        policy=_policy_of(game, data),
        clock=_clock_of(data, is_against_bots=is_against_bots),
        onlookers=data.onlookers,
        take_backs=data.take_backs,
        hints=data.hints,
        visibility=_visibility_of(data, is_for_strangers=not is_against_bots and not data.held and origin is None),
    )
    access = None if data.access is None else await hash_password(data.access)
    return CreateRoom(
        id=new_id(),
        code=new_code(),
        game=game.id,
        name=session.name,
        settings=settings,
        access_hash=access,
        held=data.held,
        invitation_hash=None if invitation is None else hash_of_secret(invitation),
        local=tuple(players),
        origin=origin,
    )


def _policy_of(game: AnyGame, data: RoomGiven) -> StartPolicy:
    if data.policy is not None:
        return data.policy
    return game.policy if data.origin is None else "full"


def _clock_of(data: RoomGiven, *, is_against_bots: bool) -> int | None:
    if data.clock is None:
        return None if is_against_bots else _USUAL_CLOCK
    return data.clock or None


def _visibility_of(data: RoomGiven, *, is_for_strangers: bool) -> Visibility:
    if data.visibility is not None:
        return data.visibility
    return "private" if data.access is not None else "open" if is_for_strangers else "link"


@get("/api/codes/{code:str}", **described("rooms", 404, needs="session"))
async def find_code(request: AnyRequest, house: House, code: str) -> RoomFound:
    """Find a room by its six-character code."""
    session = house.session_of(request)
    live = await house.reception.find_room(code[:6], house.address_of(request))
    if isinstance(live, Refusal) or live.room.code != code.upper():
        raise Refused(live if isinstance(live, Refusal) else refusals.NO_SUCH_ROOM)
    return _found(live.room, session.person)


@get("/api/records/{record:str}/room", **described("records", 404))
async def find_room_of_game(request: AnyRequest, house: House, record: str) -> RoomFound:
    """The room of a game still in progress, which has no record yet; private rooms only for those at the table."""
    live = house.hall.playing(record)
    session = house.admission.session_in(request.headers)
    person = session.person if session else None
    if live is None:
        raise Refused(refusals.NO_SUCH_GAME)
    is_closed = live.room.is_private or live.room.is_local
    if is_closed and (person is None or not live.room.seats_of(person)):
        raise Refused(refusals.NOT_YOURS)
    return _found(live.room, person)


def _found(room: Room, person: str | None) -> RoomFound:
    origin = None if room.origin is None else room.origin.origin
    is_seated = person is not None and bool(room.seats_of(person))
    return RoomFound(room.id, row_of(room.id, summary_of(room)), is_seated, origin)


ROOM_ROUTES: Final = (
    list_rooms,
    list_my_rooms,
    make_room,
    find_code,
    find_room_of_game,
)
