"""The HTTP side: sessions, accounts, rooms, records, health. OpenAPI at /schema."""

import asyncio
from collections.abc import Sequence
from functools import cache, partial
from http import HTTPStatus
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec
import structlog
from litestar import Litestar, MediaType, Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Server
from litestar.openapi.spec import Tag as TagSpec
from litestar.params import Parameter, QueryParameter
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED
from litestar.types import ASGIApp
from msgspec.structs import astuple, replace

import tablee
from tablee.analysis.findings import Answer
from tablee.bots import LEVELS
from tablee.bots.worlds import dealt_anew
from tablee.kernel.chance import Chance
from tablee.kernel.data import explanation
from tablee.kernel.game import AnyGame, StartPolicy
from tablee.kernel.play import leave, parse_options
from tablee.kernel.record import MEDIA_TYPE
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import RegistryError, folder_of, game_ids, load_game
from tablee.lessons.compiled import CompiledLesson, CompiledPosition
from tablee.protocol.http import (
    AccountGiven,
    AnalysisShown,
    FinishedShown,
    GameShown,
    LessonName,
    LessonProgress,
    MyRooms,
    OptionShown,
    OriginGiven,
    PasswordGiven,
    ProgressGiven,
    RecordLog,
    RecordPage,
    RefusalShown,
    ResetGiven,
    RoomFound,
    RoomGiven,
    RoomList,
    RoomMade,
    SessionGiven,
    SessionShown,
    SignInGiven,
)
from tablee.puzzles.compiled import CompiledPuzzle
from tablee.puzzles.puzzle import GAMES
from tablee.rooms.commands import (
    AddBot,
    CreateRoom,
    Leave,
    LocalPlayer,
    PlayedOn,
    RecoverSeat,
    RenewSeatLink,
    Sender,
    Visibility,
)
from tablee.rooms.commands import Settings as RoomSettings
from tablee.rooms.names import LONGEST_ROOM_NAME, clean_name
from tablee.rooms.refusals import BAD_NAME, BAD_ROOM_NAME
from tablee.rooms.state import Room
from tablee.server import pages, refusals
from tablee.server.admission import COOKIE
from tablee.server.analysing import TRY_LATER
from tablee.server.appends import summary_of
from tablee.server.clock import now, since
from tablee.server.credentials import (
    hash_of_secret,
    hash_password,
    is_password,
    new_code,
    new_id,
    new_seat_secret,
)
from tablee.server.guard import guarded
from tablee.server.house import STATUS_OF, TAGS, House, Refused, house_of, peer_of, told
from tablee.server.lessons import lessons_here, lessons_of, lessons_page, positions_page
from tablee.server.live_room import UNAVAILABLE, LiveRoom
from tablee.server.lobby import row_of
from tablee.server.puzzles import day_of, puzzle_page
from tablee.server.records import (
    NotReadable,
    file_of,
    finished_shown,
    head_of,
    log_of,
    practice_among,
    read_plain_record,
    read_record,
    seat_of,
    state_at,
    viewer_named,
)
from tablee.server.rules_pages import rules_beside
from tablee.server.sessions import BotSession, Session
from tablee.server.sharing import record_page, record_picture
from tablee.server.watching import WATCHED, health
from tablee.store.audit import Deed
from tablee.store.collation import fold_text
from tablee.store.contract import (
    Account,
    FinishedGame,
    Progress,
    RoomQuery,
    Status,
    Unavailable,
    UsernameTaken,
)

log = structlog.get_logger(__name__)

_NOBODYS_HASH: Final = (
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$LbD1Tbrbqd9QLV5nRzr1c4zL1rhvzeF8O2wZFnPVXOU"
)
"""Verified where there is no such account, so that the answer takes as long."""

MOST_STEPS: Final = 200
"""Of a record, in one answer."""

_MOST_LIVING: Final = 20
"""Rooms in which a person may have a seat who opens another, local ones too."""

_USUAL_CLOCK: Final = 60
"""Seconds for a turn."""


# ── People ───────────────────────────────────────────────────────────────────────────────────────────────


@get("/api/session", **told("people"))
async def show_session(request: "Request[Any, Any, Any]", state: State) -> Response[SessionShown | None]:
    """Who this browser is; null for somebody new. The cookie is renewed, once a day."""
    house = house_of(state)
    given = house.admission.given_in(request.headers)
    if given is None:
        return Response(None)
    account = await house.store.account_of(given.session.person)
    renewal = house.admission.renewal_for(given, peer_of(request), request.headers)
    return Response(
        SessionShown(given.session.name, account.username if account else None, isinstance(given.session, BotSession)),
        headers={} if renewal is None else {"set-cookie": renewal},
    )


@post("/api/session", **told("people", 400, 413), status_code=HTTP_200_OK)
async def give_name(request: "Request[Any, Any, Any]", state: State, data: SessionGiven) -> Response[SessionShown]:
    """Pick a nickname: a new guest, or another name for the one this browser is."""
    house = house_of(state)
    name = clean_name(data.name)
    if name is None:
        raise Refused(BAD_NAME)
    session = house.admission.session_in(request.headers)
    if isinstance(session, BotSession):
        raise Refused(refusals.NOT_FOR_BOTS)
    if session is None:
        house.limit(house.new_sessions, house.address_of(request))
        return _with_session(request, house, house.admission.sessions.begin(new_id(), name), None)
    house.limit(house.renames, session.person)
    account = await house.store.account_of(session.person)
    if account is not None:
        await house.store.rename(session.person, name)
    renamed = replace(session, name=name) if session.id else house.admission.sessions.begin(session.person, name)
    return _with_session(request, house, renamed, account.username if account else None)


@delete("/api/session", **told("people", 400), status_code=HTTP_200_OK)
async def sign_out(request: "Request[Any, Any, Any]", state: State, everywhere: bool = False) -> Response[None]:
    """End this session, or, with `everywhere`, all sessions of this person; and forget who this browser is."""
    house = house_of(state)
    session = house.admission.session_in(request.headers)
    if isinstance(session, BotSession):
        raise Refused(refusals.NOT_FOR_BOTS)
    if session is not None and everywhere:
        await house.admission.sessions.end_all(session)
    elif session is not None:
        await house.admission.sessions.end(session)
    return _without_session(request, house)


@post("/api/accounts", **told("people", 400, 413), status_code=HTTP_200_OK)
async def make_account(request: "Request[Any, Any, Any]", state: State, data: AccountGiven) -> Response[SessionShown]:
    """Make an account; what this browser did as a guest belongs to it."""
    house = house_of(state)
    house.limit(house.new_accounts, house.address_of(request))
    session = house.admission.session_in(request.headers)
    if isinstance(session, BotSession):
        raise Refused(refusals.NOT_FOR_BOTS)
    name = clean_name(data.name if data.name is not None else session.name if session else data.username)
    if name is None:
        raise Refused(BAD_NAME)
    person = session.person if session else new_id()
    async with house.one_at_a_time(person):
        if await house.store.account_of(person) is not None:
            raise Refused(refusals.HAS_ACCOUNT)
        account = Account(person, data.username, name, await hash_password(data.password), now())
        made = await house.store.add_account(account)
    if isinstance(made, UsernameTaken):
        raise Refused(refusals.USERNAME_TAKEN)
    return _with_session(request, house, house.admission.sessions.begin(person, name), data.username)


@post("/api/sign-in", **told("people", 400, 413), status_code=HTTP_200_OK)
async def sign_in(request: "Request[Any, Any, Any]", state: State, data: SignInGiven) -> Response[SessionShown]:
    """Sign in; with `claim`, the guest's games go over to the account."""
    house = house_of(state)
    account = await _checked_account(house, house.address_of(request), data.username, data.password)
    ban = house.admission.bans.on(account.person, "")
    if ban is not None:
        raise Refused(house.admission.bans.refusal(ban))
    session = house.admission.session_in(request.headers)
    is_other = session is not None and session.person != account.person
    if data.claim and session and is_other and await house.store.account_of(session.person) is None:
        await house.store.claim(session.person, account.person)
        await _bring_seats(house, session.person, account.person)
    return _with_session(request, house, house.admission.sessions.begin(account.person, account.name), account.username)


@post("/api/password", **told("people", 400, 413, needs="person"), status_code=HTTP_200_OK)
async def change_password(
    request: "Request[Any, Any, Any]", state: State, data: PasswordGiven
) -> Response[SessionShown]:
    """Change the password of this account; every other session of it ends, and this one goes on as a new one."""
    house = house_of(state)
    session = house.person_of(request)
    account = await house.store.account_of(session.person)
    if account is None:
        raise Refused(refusals.NO_ACCOUNT)
    await _checked_account(house, house.address_of(request), account.username, data.password)
    renewed = await house.admission.sessions.change_password(session, await hash_password(data.new_password))
    return _with_session(request, house, renewed, account.username)


@post("/api/reset", **told("people", 400, 413), status_code=HTTP_200_OK)
async def reset_password(request: "Request[Any, Any, Any]", state: State, data: ResetGiven) -> Response[SessionShown]:
    """Set a password anew with the secret of a reset link, which works once; every session of the account ends."""
    house = house_of(state)
    address, sessions = house.address_of(request), house.admission.sessions
    is_right = partial(sessions.can_reset, data.secret)
    checked = await house.reception.guesses.check(address, ((house.sign_ins, address),), is_right)
    if isinstance(checked, Refusal):
        raise Refused(checked)
    account = None
    if checked:  # the slow hash is for those who have a link
        account = await sessions.reset_password(data.secret, await hash_password(data.new_password))
    if account is None:
        raise Refused(refusals.DEAD_RESET)
    return _with_session(request, house, sessions.begin(account.person, account.name), account.username)


@get("/api/me/export", **told("people", needs="person"))
async def export_me(request: "Request[Any, Any, Any]", state: State) -> Response[Any]:
    """All that is kept of this person, as a JSON file. Which of the hosts did what stays out: they are people too."""
    house = house_of(state)
    person = house.person_of(request).person
    house.limit(house.exports, person)
    exported = await house.store.upkeep.export_person(person)
    told = replace(exported, deeds=tuple(replace(deed, who="") for deed in exported.deeds))
    headers = {"content-disposition": 'attachment; filename="tablee.json"'}
    return Response(msgspec.json.format(msgspec.json.encode(told)), headers=headers, media_type=MediaType.JSON)


@delete("/api/me", **told("people", needs="person"), status_code=HTTP_200_OK)
async def erase_me(request: "Request[Any, Any, Any]", state: State) -> Response[None]:
    """Leave every room, which forfeits running games, and erase this person: name, account, sessions."""
    house = house_of(state)
    person = house.person_of(request).person
    async with house.one_at_a_time(person):
        bots = await house.store.upkeep.bot_accounts.of(person)
        people = (person, *await house.store.aliases_of(person), *(bot.person for bot in bots))
        for each in people:
            await house.leave_everywhere(each)
        await house.store.upkeep.erase_person(person, Deed(now(), "", "erase", person, "by themselves"))
        for each in people:
            await house.admission.sessions.heed_person(each)
        for bot in bots:
            await house.admission.bot_accounts.heed(bot.person)
    return _without_session(request, house)


@get("/api/me/lessons", **told("people", needs="person"))
async def show_progress(request: "Request[Any, Any, Any]", state: State) -> tuple[LessonProgress, ...]:
    """How far this person is in each lesson that they have begun, on any device."""
    house = house_of(state)
    return await _progress_of(house, house.person_of(request).person)


@post("/api/me/lessons", status_code=HTTP_200_OK, **told("people", 400, 413, needs="person"))
async def keep_progress(
    request: "Request[Any, Any, Any]", state: State, data: ProgressGiven
) -> tuple[LessonProgress, ...]:
    """Keep how far this person is in some lessons; all that is kept then. What was learnt once stays learnt.

    Lessons that are not here are left out.
    """
    house = house_of(state)
    person = house.person_of(request).person
    house.limit(house.progress, person)
    here = await asyncio.to_thread(lessons_here)
    given = {(one.game, one.lesson): Progress(*astuple(one)) for one in data.lessons}
    await house.store.keep_progress(person, [given[lesson] for lesson in given.keys() & here], now())
    return await _progress_of(house, person)


async def _progress_of(house: House, person: str) -> tuple[LessonProgress, ...]:
    return tuple(LessonProgress(*astuple(one)) for one in await house.store.progress_of(person))


async def _checked_account(house: House, address: str, given: str, password: str) -> Account:
    """The account, if the password is right.

    An address has a few guesses at a username. Wrong ones from anywhere make all who guess at it wait longer, but
    never a right one from an address that has not guessed: nobody can lock an owner out.
    """
    username = fold_text(given)
    guess = f"{address} {username}"
    account: Account | None = None

    async def is_right() -> bool:
        nonlocal account
        account = await house.store.find_account(given)
        return await is_password(account.password_hash if account else _NOBODYS_HASH, password)

    limits = ((house.sign_ins, address), (house.passwords, guess))
    checked = await house.reception.guesses.check(address, limits, is_right)
    if isinstance(checked, Refusal):
        raise Refused(checked)
    if checked and account is not None:
        return account
    wait = house.slow_down.wrong(username)
    if wait:
        house.passwords.hold(guess, wait)
    raise Refused(refusals.wrong_password(wait))


async def _bring_seats(house: House, guest: str, person: str) -> None:
    """The seats that the guest holds go over to the account, as they do by a seat link."""
    for row in await house.store.rooms_of(guest):
        live = await house.hall.find(row.room)
        if live is not None:
            secret_hash, next_hash = (hash_of_secret(new_seat_secret()) for _ in range(2))
            await live.submit(RenewSeatLink(secret_hash), Sender(guest))
            await live.submit(RecoverSeat(secret_hash, next_hash), Sender(person))


def _with_session(
    request: "Request[Any, Any, Any]", house: House, session: Session, username: str | None
) -> Response[SessionShown]:
    cookie = house.admission.cookie_for(session, peer_of(request), request.headers)
    return Response(SessionShown(session.name, username), headers={"set-cookie": cookie})


def _without_session(request: "Request[Any, Any, Any]", house: House) -> Response[None]:
    cookie = house.admission.cookie_for(None, peer_of(request), request.headers)
    return Response(None, headers={"set-cookie": cookie})


# ── Games and rooms ──────────────────────────────────────────────────────────────────────────────────────


@get(
    "/api/games",
    **told(
        "games",
        shown={
            HTTP_200_OK: ResponseSpec(tuple[GameShown, ...], generate_examples=False, description="The games"),
            HTTP_304_NOT_MODIFIED: ResponseSpec(None, description="They are as the ETag says that you have them"),
        },
    ),
)
async def list_games(request: "Request[object, object, State]", state: State) -> Response[bytes]:
    """The games that can be played here, with their options explained."""
    has_bots = house_of(state).settings.bot_workers > 0
    # In a thread: whoever asks first waits for the lessons to be compiled.
    page = await asyncio.to_thread(_games_page, tuple(game_ids()), has_bots=has_bots)
    return pages.send(request, page)


@get(
    "/api/games/{game:str}/lessons",
    **told(
        "games",
        400,
        shown={
            HTTP_200_OK: ResponseSpec(tuple[CompiledLesson, ...], generate_examples=False, description="The lessons"),
            HTTP_304_NOT_MODIFIED: ResponseSpec(None, description="They are as the ETag says that you have them"),
        },
    ),
)
async def list_lessons(request: "Request[object, object, State]", game: str) -> Response[bytes]:
    """The lessons of a game, each with everything that can be tried in it: they are played without the server."""
    if game not in game_ids():
        raise Refused(refusals.UNKNOWN_GAME)
    return pages.send(request, await asyncio.to_thread(lessons_page, game))


@get(
    "/api/games/{game:str}/positions",
    **told(
        "games",
        400,
        shown={
            HTTP_200_OK: ResponseSpec(
                tuple[CompiledPosition, ...], generate_examples=False, description="The positions"
            ),
            HTTP_304_NOT_MODIFIED: ResponseSpec(None, description="They are as the ETag says that you have them"),
        },
    ),
)
async def list_positions(request: "Request[object, object, State]", game: str) -> Response[bytes]:
    """The positions that the rules of a game show, each with everything that can be tried in it."""
    if game not in game_ids():
        raise Refused(refusals.UNKNOWN_GAME)
    return pages.send(request, await asyncio.to_thread(positions_page, game))


@get(
    "/api/puzzles/{day:str}/{game:str}",
    **told(
        "games",
        400,
        shown={
            HTTP_200_OK: ResponseSpec(CompiledPuzzle, generate_examples=False, description="The puzzle"),
            HTTP_304_NOT_MODIFIED: ResponseSpec(None, description="It is as the ETag says that you have it"),
        },
    ),
)
async def show_puzzle(request: "Request[object, object, State]", day: str, game: str) -> Response[bytes]:
    """A day's puzzle of a game, with everything that can be tried in it: it is played without the server."""
    if game not in GAMES or game not in game_ids():
        raise Refused(refusals.UNKNOWN_GAME)
    found = day_of(day)
    if isinstance(found, Refusal):
        raise Refused(found)
    return pages.send(request, await asyncio.to_thread(puzzle_page, game, found))


@get("/api/rooms", **told("rooms", 400))
async def list_rooms(
    state: State,
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
        page = await house_of(state).store.list_rooms(query)
    except ValueError as error:
        raise Refused(refusals.bad_message("no such page")) from error
    return RoomList(tuple(row_of(row.room, row.summary) for row in page.rooms), page.next)


@get("/api/rooms/mine", **told("rooms", needs="session"))
async def list_my_rooms(request: "Request[Any, Any, Any]", state: State) -> MyRooms:
    """The rooms in which this browser has a seat, local ones too, and in which of them it is its turn."""
    house = house_of(state)
    person = house.session_of(request).person
    rows = await house.store.rooms_of(person)
    playing = [row.room for row in rows if row.summary.status == "playing"]
    awaited = [live.room.id for room in playing if (live := await house.hall.find(room)) and live.awaits(person)]
    practice = await practice_among(house.store, [row.room for row in rows])
    return MyRooms(tuple(row_of(row.room, row.summary) for row in rows), tuple(awaited), practice)


@post("/api/rooms", **told("rooms", 400, 404, 409, 413, needs="session"))
async def make_room(request: "Request[Any, Any, Any]", state: State, data: RoomGiven) -> RoomMade:
    """Open a room; its creator is the host, and has a seat."""
    house = house_of(state)
    session = house.session_of(request)
    refusal = await house.reception.may_play(session)
    if refusal is not None:
        raise Refused(refusal)
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
        live = await house.hall.create(command, Sender(session.person))
    if isinstance(live, Refusal):
        raise Refused(live)
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
        await live.submit(Leave(id="closed"), host)  # nobody is left in a room that can't be had as it was wished
        raise Refused(reply)


async def _origin_of(house: House, request: "Request[Any, Any, Any]", given: OriginGiven) -> PlayedOn:
    """The position that is played on from, for those who may see the finished game."""
    finished, _ = await _finished_game(house, request, given.record)
    record = await read_record(house.store, finished)
    game = load_game(record.game)
    if given.step > len(record.steps) or given.seat >= record.seats:
        raise Refused(refusals.bad_message("the finished game has no such step or seat"))
    state = await state_at(record, given.step)
    if state.ended is not None:
        raise Refused(refusals.OVER_THERE)
    # Who leaves is told of, unless they are out already.
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
    options = parse_options(game, data.options) if own_options is None else own_options
    if isinstance(options, Refusal):
        raise Refused(options)
    name = "" if data.name is None else clean_name(data.name, LONGEST_ROOM_NAME)
    if name is None:
        raise Refused(BAD_ROOM_NAME)
    players = []
    for player in data.local:
        given = clean_name(player.name)
        if given is None:
            raise Refused(BAD_NAME)
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
    return game.start_policy if data.origin is None else "full"


def _clock_of(data: RoomGiven, *, is_against_bots: bool) -> int | None:
    if data.clock is None:
        return None if is_against_bots else _USUAL_CLOCK
    return data.clock or None


def _visibility_of(data: RoomGiven, *, is_for_strangers: bool) -> Visibility:
    if data.visibility is not None:
        return data.visibility
    return "private" if data.access is not None else "open" if is_for_strangers else "link"


@get("/api/codes/{code:str}", **told("rooms", 404, needs="session"))
async def find_code(request: "Request[Any, Any, Any]", state: State, code: str) -> RoomFound:
    """A room by its six characters."""
    house = house_of(state)
    session = house.session_of(request)
    live = await house.reception.find_room(code[:6], house.address_of(request))
    if isinstance(live, Refusal) or live.room.code != code.upper():
        raise Refused(live if isinstance(live, Refusal) else refusals.NO_SUCH_ROOM)
    return _found(live.room, session.person)


def _found(room: Room, person: str | None) -> RoomFound:
    origin = None if room.origin is None else room.origin.origin
    is_seated = person is not None and bool(room.seats_of(person))
    return RoomFound(room.id, row_of(room.id, summary_of(room)), is_seated, origin)


# ── Records ──────────────────────────────────────────────────────────────────────────────────────────────


@get("/api/records", **told("records", 400, needs="session"))
async def list_my_games(
    request: "Request[Any, Any, Any]",
    state: State,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 20,
    before: Annotated[int | None, Parameter(ge=0, le=1 << 53)] = None,
) -> tuple[FinishedShown, ...]:
    """The games that this person has played, the latest first."""
    house = house_of(state)
    games = await house.store.games_of(house.session_of(request).person, limit, before)
    return await finished_shown(house.store, games)


@get("/api/rooms/{room:str}/records", **told("records", 404, needs="session"))
async def list_games_in(request: "Request[Any, Any, Any]", state: State, room: str) -> tuple[FinishedShown, ...]:
    """The games finished in a room, latest first; private ones only to those who played.

    By its id, or by its code until a day after it closed.
    """
    house = house_of(state)
    person = house.session_of(request).person
    found = await house.reception.find_former_room(room, house.address_of(request))
    if isinstance(found, Refusal):
        raise Refused(found)
    games = await house.store.games_in(found)
    return await finished_shown(house.store, [game for game in games if await _may_see(house, game, person)])


@get(
    "/api/records/{record:str}",
    **told(
        "records",
        404,
        409,
        shown={
            HTTP_200_OK: ResponseSpec(
                bytes,
                generate_examples=False,
                description="JSON lines, as `tablee replay` reads them",
                media_type=MEDIA_TYPE,
            ),
        },
    ),
)
async def show_record(request: "Request[Any, Any, Any]", state: State, record: str) -> Response[bytes]:
    """A finished game, whole, as a file; of a private room only to those who played."""
    house = house_of(state)
    finished, _ = await _finished_game(house, request, record)
    try:
        read = await read_record(house.store, finished)
    except NotReadable:
        read = await read_plain_record(house.store, finished)
    page = await asyncio.to_thread(lambda: pages.made_for_one(file_of(read, finished), MEDIA_TYPE))
    response = pages.send(request, page)
    response.headers["content-disposition"] = f'attachment; filename="tablee-{read.game}-{finished.id}.jsonl"'
    return response


@get(
    "/api/records/{record:str}/steps",
    **told(
        "records",
        400,
        404,
        409,
        shown={HTTP_200_OK: ResponseSpec(RecordPage, generate_examples=False, description="The steps")},
    ),
)
async def show_steps(
    request: "Request[Any, Any, Any]",
    state: State,
    record: str,
    viewer: Annotated[str | None, QueryParameter(name="as", max_length=16)] = None,
    first: Annotated[int, Parameter(ge=0, le=1 << 31)] = 0,
    count: Annotated[int, Parameter(ge=1, le=MOST_STEPS)] = 60,
) -> Response[bytes]:
    """A finished game step by step, as one viewer saw it: a seat's number, `everyone` or `open`.

    Without `as`, as the asker saw it, who had a seat, else as everyone did. Of a private room only to those who played.
    """
    house = house_of(state)
    finished, people = await _finished_game(house, request, record)
    your_seat = seat_of(finished, people)
    name = viewer if viewer is not None else "everyone" if your_seat is None else str(your_seat)
    sight = viewer_named(name, len(finished.seats))
    if sight is None:
        raise Refused(refusals.bad_message(f"as is no viewer of this game: {name}"))
    unfolded = await house.replays.find(finished, sight)
    steps: Any = await unfolded.steps(first, count)
    shown = RecordPage(head_of(unfolded.record, finished, your_seat), name, unfolded.total, first, steps)
    return pages.send(request, await asyncio.to_thread(pages.made_for_one, msgspec.json.encode(shown), MediaType.JSON))


@get(
    "/api/records/{record:str}/log",
    **told(
        "records",
        404,
        409,
        shown={HTTP_200_OK: ResponseSpec(RecordLog, generate_examples=False, description="The log")},
    ),
)
async def show_log(request: "Request[Any, Any, Any]", state: State, record: str) -> Response[bytes]:
    """What was done in a finished game, action by action, as it was written: also of one that no board can show."""
    house = house_of(state)
    finished, _ = await _finished_game(house, request, record)
    shown = msgspec.json.encode(log_of(await read_plain_record(house.store, finished), finished))
    return pages.send(request, await asyncio.to_thread(pages.made_for_one, shown, MediaType.JSON))


@get("/api/records/{record:str}/room", **told("records", 404))
async def find_room_of_game(request: "Request[Any, Any, Any]", state: State, record: str) -> RoomFound:
    """Where a game is still being played, which has no record yet; of a private room only for those at the table."""
    house = house_of(state)
    live = house.hall.playing(record)
    session = house.admission.session_in(request.headers)
    person = session.person if session else None
    if live is None:
        raise Refused(refusals.NO_SUCH_GAME)
    is_closed = live.room.is_private or live.room.is_local
    if is_closed and (person is None or not live.room.seats_of(person)):
        raise Refused(refusals.NOT_YOURS)
    return _found(live.room, person)


@post("/api/records/{record:str}/analysis", **told("records", 400, 404, 409, needs="session"), status_code=HTTP_200_OK)
async def begin_analysis(request: "Request[Any, Any, Any]", state: State, record: str) -> AnalysisShown:
    """Have a finished game analysed, unless it was already; what is known of it now."""
    house = house_of(state)
    person = house.session_of(request).person
    finished, _ = await _finished_game(house, request, record)
    if house.analyses.are_off:
        raise Refused(refusals.NO_ANALYSES)
    if not await house.analyses.is_known(finished):
        house.limit(house.new_analyses, person)
        if not await house.analyses.begin(finished):
            raise Refused(refusals.rate_limited(TRY_LATER))
    return await house.analyses.show(finished)


@get("/api/records/{record:str}/analysis", **told("records", 400, 404, 409))
async def show_analysis(
    request: "Request[Any, Any, Any]",
    state: State,
    record: str,
    after: Annotated[int, Parameter(ge=0, le=1 << 31)] = 0,
) -> AnalysisShown:
    """What is known of a finished game, from its last decision backwards; of the decisions those after so many."""
    house = house_of(state)
    finished, _ = await _finished_game(house, request, record)
    return await house.analyses.show(finished, after)


@get("/api/records/{record:str}/analysis/{step:int}", **told("records", 404, 409))
async def show_answer(request: "Request[Any, Any, Any]", state: State, record: str, step: int) -> Answer:
    """What the seat could have done instead at a step that was analysed: the options, and the likely line."""
    house = house_of(state)
    finished, _ = await _finished_game(house, request, record)
    answer = await house.analyses.answer(finished, step)
    if answer is None:
        raise Refused(refusals.NOT_ANALYSED)
    return answer


async def _finished_game(house: House, request: "Request[Any, Any, Any]", record: str) -> tuple[FinishedGame, set[str]]:
    """A finished game that the asker may see, and all the ids that the asker goes by."""
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


def _schema_of(type_: Any, default: Any) -> dict[str, Any]:
    """An option's schema without references: msgspec makes one for an Enum, and its definition takes its place."""
    schema = msgspec.json.schema(type_)
    definitions = schema.pop("$defs", {})
    name = schema.pop("$ref", "").rpartition("/")[2]
    return {**definitions.get(name, {}), **schema, "default": msgspec.to_builtins(default)}


@cache
def _games_page(ids: tuple[str, ...], *, has_bots: bool) -> pages.Page:
    shown = [show_game(load_game(id_), has_bots=has_bots) for id_ in ids]
    return pages.made(msgspec.json.encode(shown), MediaType.JSON)


@cache
def show_game(game: AnyGame, *, has_bots: bool) -> GameShown:
    hints = get_type_hints(game.options, include_extras=True)
    options = tuple(
        OptionShown(name, default, _schema_of(hints[name], default), explanation(hints[name]))
        for name, default in msgspec.structs.asdict(game.options()).items()
    )
    return GameShown(
        game.id,
        game.name,
        game.seats,
        game.rules_version,
        game.start_policy,
        game.has_starter,
        options,
        tuple(LEVELS) if has_bots else (),
        game.perfect_seats if has_bots else (),
        {**game.reasons},
        game.zones,
        game.aims,
        game.words,
        game.promise,
        rules_beside(folder_of(game.id), game.id),
        tuple(LessonName(lesson.id, lesson.title) for lesson in lessons_of(game.id)),
    )


# ── The application ──────────────────────────────────────────────────────────────────────────────────────


def _show_refusal(request: "Request[Any, Any, Any]", error: Refused) -> Response[RefusalShown]:
    house_of(request.app.state).hall.metrics.refusals.labels(error.refusal.code).inc()
    headers = {} if error.refusal.wait is None else {"retry-after": str(error.refusal.wait)}
    return _refuse(error.refusal, STATUS_OF.get(error.refusal.code, 400), headers)


def _show_unavailable(_request: "Request[Any, Any, Any]", error: Unavailable) -> Response[RefusalShown]:
    log.warning("store_unavailable", error=str(error))
    return _refuse(UNAVAILABLE, 503, {"retry-after": "2"})


def _show_http_error(request: "Request[Any, Any, Any]", error: HTTPException) -> Response[Any]:
    is_page = request.method == "GET" and not request.scope["path"].startswith("/api/")
    if error.status_code == HTTPStatus.NOT_FOUND and is_page:
        return pages.nothing_here(request)
    extra = error.extra if isinstance(error.extra, list) else []
    details = "; ".join(str(part.get("message", "")) for part in extra if isinstance(part, dict))
    return _refuse(refusals.bad_message(details or error.detail), error.status_code, error.headers)


def _show_not_readable(_request: "Request[Any, Any, Any]", error: NotReadable) -> Response[RefusalShown]:
    log.info("record_not_readable", error=str(error))
    return _refuse(error.refusal, 404)


def _show_too_deep(_request: "Request[Any, Any, Any]", _error: RecursionError) -> Response[RefusalShown]:
    return _refuse(refusals.bad_message("it is nested too deeply"), 400)


def _show_no_text(_request: "Request[Any, Any, Any]", _error: UnicodeDecodeError) -> Response[RefusalShown]:
    return _refuse(refusals.bad_message("it is not UTF-8"), 400)


def _show_fault(request: "Request[Any, Any, Any]", error: Exception) -> Response[RefusalShown]:
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
            show_session,
            give_name,
            sign_out,
            make_account,
            sign_in,
            change_password,
            reset_password,
            export_me,
            erase_me,
            show_progress,
            keep_progress,
            list_games,
            list_lessons,
            list_positions,
            show_puzzle,
            list_rooms,
            list_my_rooms,
            make_room,
            find_code,
            list_my_games,
            list_games_in,
            show_record,
            show_steps,
            show_log,
            record_page,
            record_picture,
            find_room_of_game,
            begin_analysis,
            show_analysis,
            show_answer,
            *route_handlers,
        ],
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
