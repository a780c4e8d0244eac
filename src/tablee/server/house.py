"""Shared by all handlers of the HTTP side: the house, refusals, and how a route is described."""

from typing import Any, Final, Literal, TypeAlias, TypeVar

from litestar import MediaType
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.status_codes import HTTP_200_OK, HTTP_304_NOT_MODIFIED

from tablee.kernel.refusals import Refusal
from tablee.protocol.http import RefusalShown
from tablee.rooms.commands import Leave, Sender
from tablee.server import refusals
from tablee.server.admission import Admission, token_in
from tablee.server.analysing import Analyses
from tablee.server.attendance import Attendance
from tablee.server.hall import Hall
from tablee.server.limits import Limit, OneAtATime, SlowDown
from tablee.server.pages import AnyRequest
from tablee.server.readiness import Readiness
from tablee.server.reception import Reception
from tablee.server.records import Replays
from tablee.server.sessions import BotSession, Session
from tablee.server.settings import ServerSettings
from tablee.server.sharing import Pictures
from tablee.store.contract import Store

T = TypeVar("T")

STATUS_OF: Final = {
    "not_signed_in": 401,
    "wrong_code": 403,
    "not_in_room": 403,
    "banned": 403,
    "not_for_bots": 403,
    "room_closed": 404,
    "too_many_attempts": 429,
    "rate_limited": 429,
    "game_in_progress": 409,
    "unavailable": 503,
}


_ERRORS: Final = {
    400: "It can't be read (`bad_message`), or can't be done: the code of the refusal says why",
    401: "There is no session (`not_signed_in`), or none that may do this",
    403: "Not for this person (`not_in_room`, `wrong_code`, `banned`, `not_for_bots`), or not from this site",
    404: "There is no such thing (`room_closed`), or no longer",
    409: "A game is being played (`game_in_progress`)",
    413: "The body is too big",
    421: "Not under this name: the setting `hosts` has those that go",
    429: "Too fast, or too many: `wait` says for how many seconds",
    503: "The store can't be written or reached now (`unavailable`): nothing was changed",
}
_OF_ALL: Final = (403, 421, 429, 503)
"""Errors that every route may answer with: banned, foreign site, wrong host, too fast, no store."""

Tag: TypeAlias = Literal["people", "bots", "games", "rooms", "play", "records"]
TAGS: Final[dict[Tag, str]] = {
    "people": "Who someone is: sessions, accounts, and what is kept of them",
    "bots": "Bot accounts: programs that play, each with a token that a person made",
    "games": "What can be played, learnt and solved here",
    "rooms": "Tables: the list, opening one, finding one",
    "play": "At a table without a WebSocket: sit down, start, act, watch",
    "records": "Finished games, step by step, and their analysis",
}

Needs: TypeAlias = Literal["nothing", "session", "person"]
_SECURITY: Final[dict[Needs, list[dict[str, list[str]]]]] = {
    "nothing": [{}, {"session": []}, {"bot": []}],
    "session": [{"session": []}, {"bot": []}],
    "person": [{"session": []}],
}


def described(
    tag: Tag, *errors: int, needs: Needs = "nothing", shown: dict[int, ResponseSpec] | None = None
) -> dict[str, Any]:
    """Describe a route for OpenAPI: its subject, who may use it, its answers and errors."""
    own = {*errors, *_OF_ALL, *((401,) if needs != "nothing" else ())}
    refused = {
        status: ResponseSpec(RefusalShown, generate_examples=False, description=_ERRORS[status])
        for status in sorted(own)
    }
    return {"tags": [tag], "security": _SECURITY[needs], "responses": {**(shown or {}), **refused}}


def answer(type_: Any, description: str, media_type: str = MediaType.JSON) -> dict[int, ResponseSpec]:
    """The answer of a handler that sends bytes itself."""
    return {HTTP_200_OK: ResponseSpec(type_, generate_examples=False, description=description, media_type=media_type)}


def kept_answer(type_: Any, description: str) -> dict[int, ResponseSpec]:
    """Like `answer`, for what a client may keep and ask for again by its ETag."""
    unchanged = ResponseSpec(None, description="Unchanged since the ETag that was sent")
    return {**answer(type_, description), HTTP_304_NOT_MODIFIED: unchanged}


class Refused(Exception):  # noqa: N818 - carries a refusal out of a handler
    """Ends a request with a refusal."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal


def accepted(reply: T | Refusal) -> T:
    """The reply, unless it is a refusal; raises Refused if it is."""
    if isinstance(reply, Refusal):
        raise Refused(reply)
    return reply


def known(value: T | None, otherwise: Refusal) -> T:
    """The value, if there is one; raises Refused with the other if not."""
    if value is None:
        raise Refused(otherwise)
    return value


class House:
    """Everything that handlers need."""

    def __init__(
        self, store: Store, hall: Hall, admission: Admission, reception: Reception, settings: ServerSettings
    ) -> None:
        self.store, self.hall, self.settings = store, hall, settings
        self.admission, self.reception = admission, reception
        self.readiness = Readiness(store.check)
        self.replays, self.pictures = Replays(store), Pictures()
        self.new_pictures = Limit.per_minute(30)
        self.analyses = Analyses(store, reception.bots, settings.analysis_simulations)
        self.new_analyses = Limit.per_hour(settings.analyses_per_hour)
        self.requests = Limit.per_minute(settings.requests_per_minute)
        self.new_sessions = Limit.per_hour(settings.sessions_per_hour)
        self.new_accounts = Limit.per_hour(60)
        self.sign_ins = Limit.per_minute(10)
        self.passwords = Limit.per_minute(5)
        self.slow_down = SlowDown()
        self.exports = Limit.per_minute(5)
        self.progress = Limit.per_minute(30)
        self.new_rooms = Limit.per_minute(20)
        self.new_rooms_here = Limit.per_hour(settings.rooms_per_hour)
        self.renames = Limit.per_minute(20)
        self.new_bots = Limit.per_hour(20)
        self.attendance = Attendance(hall.process, hall.times.attended_for)
        self.one_at_a_time = OneAtATime()
        """Held, per person, around actions that must not run concurrently."""

    def address_of(self, request: AnyRequest) -> str:
        return self.admission.address_of(peer_of(request), request.headers)

    def session_of(self, request: AnyRequest) -> Session:
        """The session of a request, a person's or a bot's; raises Refused without one."""
        session = self.admission.session_in(request.headers)
        if session is None:
            raise Refused(refusals.WRONG_TOKEN if token_in(request.headers) else refusals.NO_SESSION)
        return session

    def person_of(self, request: AnyRequest) -> Session:
        """The session of a person; raises Refused without one, and for bots."""
        return self.person_in(request) or self.session_of(request)

    def person_in(self, request: AnyRequest) -> Session | None:
        """The session of a person, if there is one; raises Refused for bots."""
        session = self.admission.session_in(request.headers)
        if isinstance(session, BotSession):
            raise Refused(refusals.NOT_FOR_BOTS)
        return session

    async def leave_everywhere(self, person: str) -> None:
        """Leave every room, which forfeits running games."""
        for row in await self.store.rooms_of(person):
            live = await self.hall.find(row.room)
            if live is not None:
                await live.submit(Leave(id="erased"), Sender(person))  # A refusal: there is nothing to leave.

    def limit(self, limit: Limit, key: str) -> None:
        wait = limit.take(key)
        if wait:
            raise Refused(refusals.rate_limited(wait))


def house_of(state: State) -> House:
    house: House = state.house
    return house


def peer_of(request: AnyRequest) -> str:
    return request.client.host if request.client else ""
