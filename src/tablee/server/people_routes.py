"""Sessions, accounts, a person's data and their lessons over HTTP."""

import asyncio
from functools import partial
from typing import Any, Final

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.status_codes import HTTP_200_OK
from msgspec.structs import astuple, replace

from tablee.protocol.http import (
    AccountGiven,
    LessonProgress,
    PasswordGiven,
    ProgressGiven,
    ResetGiven,
    SessionGiven,
    SessionShown,
    SignInGiven,
)
from tablee.rooms.commands import RecoverSeat, RenewSeatLink, Sender
from tablee.rooms.names import clean_name
from tablee.rooms.refusals import BAD_NAME
from tablee.server import refusals
from tablee.server.clock import now
from tablee.server.credentials import hash_of_secret, hash_password, is_password, new_id, new_seat_secret
from tablee.server.house import House, Refused, accepted, described, known, peer_of
from tablee.server.lessons import lessons_here
from tablee.server.pages import AnyRequest
from tablee.server.sessions import BotSession, Session
from tablee.store.audit import Deed
from tablee.store.collation import fold_text
from tablee.store.contract import Account, Progress, UsernameTaken

_NOBODYS_HASH: Final = (
    "$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$LbD1Tbrbqd9QLV5nRzr1c4zL1rhvzeF8O2wZFnPVXOU"
)
"""Checked when the account doesn't exist, so that the answer takes as long."""


@get("/api/session", **described("people"))
async def show_session(request: AnyRequest, house: House) -> Response[SessionShown | None]:
    """Who this browser is; null for a new one. Renews the cookie once a day."""
    given = house.admission.given_in(request.headers)
    if given is None:
        return Response(None)
    account = await house.store.account_of(given.session.person)
    renewal = house.admission.renewal_for(given, peer_of(request), request.headers)
    return Response(
        SessionShown(given.session.name, account.username if account else None, isinstance(given.session, BotSession)),
        headers={} if renewal is None else {"set-cookie": renewal},
    )


@post("/api/session", **described("people", 400, 413), status_code=HTTP_200_OK)
async def give_name(request: AnyRequest, house: House, data: SessionGiven) -> Response[SessionShown]:
    """Choose a nickname: makes a new guest, or renames the person of this browser."""
    name = known(clean_name(data.name), BAD_NAME)
    session = house.person_in(request)
    if session is None:
        house.limit(house.new_sessions, house.address_of(request))
        return _with_session(request, house, house.admission.sessions.begin(new_id(), name), None)
    house.limit(house.renames, session.person)
    account = await house.store.account_of(session.person)
    if account is not None:
        await house.store.rename(session.person, name)
    renamed = replace(session, name=name) if session.id else house.admission.sessions.begin(session.person, name)
    return _with_session(request, house, renamed, account.username if account else None)


@delete("/api/session", **described("people", 400), status_code=HTTP_200_OK)
async def sign_out(request: AnyRequest, house: House, everywhere: bool = False) -> Response[None]:
    """End this session, or, with `everywhere`, all sessions of this person; and forget who this browser is."""
    session = house.person_in(request)
    if session is not None and everywhere:
        await house.admission.sessions.end_all(session)
    elif session is not None:
        await house.admission.sessions.end(session)
    return _without_session(request, house)


@post("/api/accounts", **described("people", 400, 413), status_code=HTTP_200_OK)
async def make_account(request: AnyRequest, house: House, data: AccountGiven) -> Response[SessionShown]:
    """Create an account; it keeps what this browser did as a guest."""
    house.limit(house.new_accounts, house.address_of(request))
    session = house.person_in(request)
    name = known(
        clean_name(data.name if data.name is not None else session.name if session else data.username), BAD_NAME
    )
    person = session.person if session else new_id()
    async with house.one_at_a_time(person):
        if await house.store.account_of(person) is not None:
            raise Refused(refusals.HAS_ACCOUNT)
        account = Account(person, data.username, name, await hash_password(data.password), now())
        made = await house.store.add_account(account)
    if isinstance(made, UsernameTaken):
        raise Refused(refusals.USERNAME_TAKEN)
    return _with_session(request, house, house.admission.sessions.begin(person, name), data.username)


@post("/api/sign-in", **described("people", 400, 413), status_code=HTTP_200_OK)
async def sign_in(request: AnyRequest, house: House, data: SignInGiven) -> Response[SessionShown]:
    """Sign in; with `claim`, the guest's games move to the account."""
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


@post("/api/password", **described("people", 400, 413, needs="person"), status_code=HTTP_200_OK)
async def change_password(request: AnyRequest, house: House, data: PasswordGiven) -> Response[SessionShown]:
    """Change this account's password; all its other sessions end, and this browser gets a new one."""
    session = house.person_of(request)
    account = known(await house.store.account_of(session.person), refusals.NO_ACCOUNT)
    await _checked_account(house, house.address_of(request), account.username, data.password)
    renewed = await house.admission.sessions.change_password(session, await hash_password(data.new_password))
    return _with_session(request, house, renewed, account.username)


@post("/api/reset", **described("people", 400, 413), status_code=HTTP_200_OK)
async def reset_password(request: AnyRequest, house: House, data: ResetGiven) -> Response[SessionShown]:
    """Set a new password with the secret of a reset link, which works once; all sessions of the account end."""
    address, sessions = house.address_of(request), house.admission.sessions
    is_right = partial(sessions.can_reset, data.secret)
    checked = accepted(await house.reception.guesses.check(address, ((house.sign_ins, address),), is_right))
    account = None
    if checked:  # hashing is slow: only for a valid link
        account = await sessions.reset_password(data.secret, await hash_password(data.new_password))
    if account is None:
        raise Refused(refusals.DEAD_RESET)
    return _with_session(request, house, sessions.begin(account.person, account.name), account.username)


@get("/api/me/export", **described("people", needs="person"))
async def export_me(request: AnyRequest, house: House) -> Response[Any]:
    """Everything kept about this person, as a JSON file, without the names of hosts who acted: they are people too."""
    person = house.person_of(request).person
    house.limit(house.exports, person)
    exported = await house.store.upkeep.export_person(person)
    shown = replace(exported, deeds=tuple(replace(deed, who="") for deed in exported.deeds))
    headers = {"content-disposition": 'attachment; filename="tablee.json"'}
    return Response(msgspec.json.format(msgspec.json.encode(shown)), headers=headers, media_type=MediaType.JSON)


@delete("/api/me", **described("people", needs="person"), status_code=HTTP_200_OK)
async def erase_me(request: AnyRequest, house: House) -> Response[None]:
    """Leave every room, which forfeits running games, and erase this person: name, account, sessions."""
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


@get("/api/me/lessons", **described("people", needs="person"))
async def show_progress(request: AnyRequest, house: House) -> tuple[LessonProgress, ...]:
    """This person's progress in each lesson they have started, on any device."""
    return await _progress_of(house, house.person_of(request).person)


@post("/api/me/lessons", status_code=HTTP_200_OK, **described("people", 400, 413, needs="person"))
async def keep_progress(request: AnyRequest, house: House, data: ProgressGiven) -> tuple[LessonProgress, ...]:
    """Save this person's progress in some lessons and return all of it. A finished lesson stays finished.

    Unknown lessons are ignored.
    """
    person = house.person_of(request).person
    house.limit(house.progress, person)
    here = await asyncio.to_thread(lessons_here)
    told = [Progress(one.game, one.lesson, tuple(one.path), one.is_learnt) for one in data.lessons]
    given = {(one.game, one.lesson): one for one in told}
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
    checked = accepted(await house.reception.guesses.check(address, limits, is_right))
    if checked and account is not None:
        return account
    wait = house.slow_down.wrong(username)
    if wait:
        house.passwords.hold(guess, wait)
    raise Refused(refusals.wrong_password(wait))


async def _bring_seats(house: House, guest: str, person: str) -> None:
    """Move the guest's seats to the account, as a seat link would."""
    for row in await house.store.rooms_of(guest):
        live = await house.hall.find(row.room)
        if live is not None:
            secret_hash, next_hash = (hash_of_secret(new_seat_secret()) for _ in range(2))
            await live.submit(RenewSeatLink(secret_hash), Sender(guest))
            await live.submit(RecoverSeat(secret_hash, next_hash), Sender(person))


def _with_session(request: AnyRequest, house: House, session: Session, username: str | None) -> Response[SessionShown]:
    cookie = house.admission.cookie_for(session, peer_of(request), request.headers)
    return Response(SessionShown(session.name, username), headers={"set-cookie": cookie})


def _without_session(request: AnyRequest, house: House) -> Response[None]:
    cookie = house.admission.cookie_for(None, peer_of(request), request.headers)
    return Response(None, headers={"set-cookie": cookie})


PEOPLE_ROUTES: Final = (
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
)
