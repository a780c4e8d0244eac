"""Another password: by whoever knows the present one, or by a link that works once."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from tablee.server.credentials import hash_of_secret, new_id
from tablee.server.sessions import DAY, make_reset
from tablee.store.sessions import SessionStore
from tablee.store.sqlite_beside import Beside
from tests.server.people import fresh_address
from tests.server.serving import Answer, ServerProcess, ask, from_address, new_guest
from tests.server.test_accounts import PASSWORD, make_account, sign_in
from tests.server.test_sessions import name_of, person_of
from tests.server.wire import Wire

OTHER = "wrong donkey charger paperclip"


def change(server: ServerProcess, cookie: str, password: str = PASSWORD, new: str = OTHER, address: str = "") -> Answer:
    body = {"password": password, "new_password": new}
    headers = from_address(address or fresh_address())
    return ask(server, "POST", "/api/password", body, cookie=cookie, headers=headers)


def reset(server: ServerProcess, secret: str, new: str = OTHER, address: str = "") -> Answer:
    headers = from_address(address or fresh_address())
    return ask(server, "POST", "/api/reset", {"secret": secret, "new_password": new}, headers=headers)


@pytest.fixture
async def sessions(server: ServerProcess) -> AsyncIterator[SessionStore]:
    """What `tablee admin` opens beside the running server."""
    beside = Beside(server.data)
    await beside.open()
    yield SessionStore(beside)
    await beside.close()


# ── By whoever knows the present one ─────────────────────────────────────────────────────────────────────


async def test_a_changed_password_ends_every_other_session(server: ServerProcess) -> None:
    username = new_id()
    here = make_account(server, username, name="Ada").cookie
    there, stolen = sign_in(server, username).cookie, here
    async with await Wire.open(server, there) as wire:
        await wire.next("welcome")
        changed = await asyncio.to_thread(change, server, here)
        assert (changed.status, changed.json) == (200, {"name": "Ada", "username": username, "is_bot": False})
        await wire.next("session_ended")
    assert [name_of(server, cookie) for cookie in (there, stolen)] == [None, None]
    assert name_of(server, changed.cookie) == "Ada"
    assert sign_in(server, username).code == "wrong_code"
    assert name_of(server, sign_in(server, username, OTHER).cookie) == "Ada"


def test_without_the_present_password_nothing_changes(server: ServerProcess) -> None:
    username = new_id()
    cookie = make_account(server, username).cookie
    answer = change(server, cookie, "not the password")
    assert (answer.status, answer.code) == (403, "wrong_code")
    assert change(server, cookie, new="short").code == "bad_message"
    assert name_of(server, cookie) == username
    assert sign_in(server, username).status == 200


def test_who_has_no_account_has_no_password(server: ServerProcess) -> None:
    assert change(server, new_guest(server)).code == "bad_message"
    assert change(server, "").code == "not_signed_in"


def test_trying_passwords_out_is_limited_here_too(server: ServerProcess) -> None:
    cookie = make_account(server, new_id()).cookie
    address = fresh_address()
    answers = [change(server, cookie, f"guess {number}", address=address).status for number in range(6)]
    assert answers == [403] * 5 + [429]


# ── By a link ────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_reset_link_sets_a_password_once_and_ends_every_session(
    server: ServerProcess, sessions: SessionStore
) -> None:
    username = new_id()
    before = make_account(server, username, name="Ada").cookie
    path, _, secret = (await make_reset(sessions, person_of(before))).partition("#")
    assert path == "/reset"
    answer = reset(server, secret)
    assert (answer.status, answer.json) == (200, {"name": "Ada", "username": username, "is_bot": False})
    assert name_of(server, answer.cookie) == "Ada"
    assert name_of(server, before) is None
    assert sign_in(server, username, OTHER).status == 200
    again = reset(server, secret, "a third password")
    assert (again.status, again.code) == (403, "wrong_code")
    assert sign_in(server, username, OTHER).status == 200


async def test_of_many_who_use_a_link_at_once_one_gets_through(server: ServerProcess, sessions: SessionStore) -> None:
    person = person_of(make_account(server, new_id()).cookie)
    secret = (await make_reset(sessions, person)).partition("#")[2]
    passwords = [f"password {number}" for number in range(4)]
    answers = await asyncio.gather(*[asyncio.to_thread(reset, server, secret, new) for new in passwords])
    assert sorted(answer.status for answer in answers) == [200, 403, 403, 403]


async def test_a_reset_link_works_for_a_day(server: ServerProcess, sessions: SessionStore) -> None:
    person = person_of(make_account(server, new_id()).cookie)
    time_now = int(time.time() * 1000)
    await sessions.add_reset(hash_of_secret("late"), person, time_now - 1, time_now - DAY)
    assert reset(server, "late").code == "wrong_code"
    await make_reset(sessions, person)
    assert await sessions.find_reset(hash_of_secret("late"), time_now - 2) is None, "a new link takes its place"


async def test_the_store_has_only_the_hash_of_a_links_secret(server: ServerProcess, sessions: SessionStore) -> None:
    person = person_of(make_account(server, new_id()).cookie)
    secret = (await make_reset(sessions, person)).partition("#")[2]
    kept = b"".join(path.read_bytes() for path in server.data.iterdir() if path.is_file())
    assert secret.encode() not in kept
    assert hash_of_secret(secret).encode() in kept
    reset(server, secret)
    assert secret not in server.log


def test_guessing_links_is_limited(server: ServerProcess) -> None:
    address = fresh_address()
    answers = [reset(server, f"guess {number}", address=address).status for number in range(11)]
    assert answers == [403] * 10 + [429]
