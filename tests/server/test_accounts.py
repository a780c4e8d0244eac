"""Accounts: a username and a password, before or after playing as a guest."""

import asyncio
from typing import Any

import pytest

from tests.server.conftest import Serve
from tests.server.people import close_all, come, fresh_address, play_out, refused, seated
from tests.server.serving import Answer, ServerProcess, ask, from_address, new_guest

PASSWORD = "correct horse battery staple"  # noqa: S105 - of accounts that live for one test


def make_account(server: ServerProcess, username: str, *, cookie: str = "", **fields: Any) -> Answer:
    body = {"username": username, "password": PASSWORD, **fields}
    return ask(server, "POST", "/api/accounts", body, cookie=cookie, headers=from_address(fresh_address()))


def sign_in(
    server: ServerProcess,
    username: str,
    password: str = PASSWORD,
    *,
    cookie: str = "",
    address: str = "",
    **fields: Any,
) -> Answer:
    body = {"username": username, "password": password, **fields}
    headers = from_address(address or fresh_address())
    return ask(server, "POST", "/api/sign-in", body, cookie=cookie, headers=headers)


async def finished_game(server: ServerProcess, *cookies: str, **settings: Any) -> str:
    """Two people, whose cookies these are, play a game to its end; returns the record's id."""
    clients = [await come(server, f"Player {seat}", cookie=cookie) for seat, cookie in enumerate(cookies)]
    _, tables = await seated(clients, **settings)
    await play_out(tables)
    game = tables[0].room["play"]["id"]  # type: ignore[index]  # the room was shown
    await close_all(*clients)
    return str(game)


def test_an_account_can_be_made_before_playing(server: ServerProcess) -> None:
    made = make_account(server, "ada.lovelace", name="Ada")
    assert (made.status, made.json) == (200, {"name": "Ada", "username": "ada.lovelace", "is_bot": False})
    assert ask(server, "GET", "/api/session", cookie=made.cookie).json == made.json


def test_one_can_sign_in_on_another_device(server: ServerProcess) -> None:
    first = make_account(server, "grace", name="Grace")
    room = ask(server, "POST", "/api/rooms", {"game": "gigogne"}, cookie=first.cookie).json["id"]
    second = sign_in(server, "grace")
    assert second.json == {"name": "Grace", "username": "grace", "is_bot": False}
    mine = ask(server, "GET", "/api/rooms/mine", cookie=second.cookie).json["rooms"]
    assert [row["id"] for row in mine] == [room]


def test_a_username_is_unique_ignoring_case_and_accents(server: ServerProcess) -> None:
    make_account(server, "Hélène")
    assert make_account(server, "helene").code == "bad_message"
    assert make_account(server, "HÉLÈNE").code == "bad_message"
    assert sign_in(server, "HELENE").json["username"] == "Hélène"


@pytest.mark.parametrize(
    "username", ["ab", "x" * 33, "with space", "semi;colon", "a/b", "a\u202eb", "", "newline\n", "\nnewline", "ab\n"]
)
def test_a_username_is_3_to_32_letters_digits_dots_and_dashes(server: ServerProcess, username: str) -> None:
    assert (make_account(server, username).status, make_account(server, username).code) == (400, "bad_message")


@pytest.mark.parametrize("password", ["", "1234567", "x" * 257])
def test_a_password_has_8_to_256_characters(server: ServerProcess, password: str) -> None:
    assert make_account(server, "short.of.it", password=password).code == "bad_message"


def test_a_wrong_password_and_an_unknown_username_get_the_same_answer(server: ServerProcess) -> None:
    make_account(server, "known")
    wrong, unknown = sign_in(server, "known", "not the password"), sign_in(server, "unknown", "not the password")
    assert (wrong.status, wrong.code) == (403, "wrong_code")
    assert (wrong.status, wrong.body) == (unknown.status, unknown.body)
    assert "set-cookie" not in wrong.headers


def test_passwords_are_kept_as_argon2id_only(server: ServerProcess) -> None:
    make_account(server, "kept.secret", password="a password like no other")  # noqa: S106 - of this test
    kept = b"".join(path.read_bytes() for path in server.data.iterdir() if path.is_file())
    assert b"$argon2id$v=19$m=19456,t=2,p=1$" in kept
    assert b"a password like no other" not in kept


def test_a_guest_who_makes_an_account_keeps_seat_and_rooms(server: ServerProcess) -> None:
    guest = new_guest(server, "Bo")
    room = ask(server, "POST", "/api/rooms", {"game": "gigogne"}, cookie=guest).json["id"]
    account = make_account(server, "bo.the.guest", cookie=guest)
    assert account.json == {"name": "Bo", "username": "bo.the.guest", "is_bot": False}
    mine = ask(server, "GET", "/api/rooms/mine", cookie=account.cookie).json["rooms"]
    assert [row["id"] for row in mine] == [room]


async def test_what_a_guest_played_belongs_to_the_account_that_it_makes(server: ServerProcess) -> None:
    guest = new_guest(server)
    game = await finished_game(server, guest, new_guest(server))
    make_account(server, "came.later", cookie=guest)
    there = sign_in(server, "came.later").cookie
    assert [row["id"] for row in ask(server, "GET", "/api/records", cookie=there).json] == [game]


async def test_signing_in_can_claim_what_the_guest_played(server: ServerProcess) -> None:
    make_account(server, "claimer")
    guest = new_guest(server)
    game = await finished_game(server, guest, new_guest(server))
    unclaimed = sign_in(server, "claimer", cookie=guest).cookie
    assert ask(server, "GET", "/api/records", cookie=unclaimed).json == []
    claimed = sign_in(server, "claimer", cookie=guest, claim=True).cookie
    assert [row["id"] for row in ask(server, "GET", "/api/records", cookie=claimed).json] == [game]


async def test_a_claimed_game_of_a_private_room_can_be_read(server: ServerProcess) -> None:
    make_account(server, "reader")
    guest = new_guest(server)
    game = await finished_game(server, guest, new_guest(server), access="sesame")
    account = sign_in(server, "reader").cookie
    assert ask(server, "GET", f"/api/records/{game}", cookie=account).status == 403
    account = sign_in(server, "reader", cookie=guest, claim=True).cookie
    assert ask(server, "GET", f"/api/records/{game}", cookie=account).status == 200


async def test_a_guest_who_claims_in_the_middle_of_a_game_keeps_the_seat(server: ServerProcess) -> None:
    make_account(server, "busy")
    guest, other = await come(server, "Guest"), await come(server, "Other")
    room, tables = await seated([guest, other])
    await tables[0].until(lambda shown: shown["status"] == "playing")
    cookie = sign_in(server, "busy", cookie=guest.cookie, claim=True).cookie
    account = await come(server, "Busy", cookie=cookie)
    table = await account.join(room.id)
    shown = await table.until(lambda shown: shown["status"] == "playing")
    assert shown["you"] == [0]
    await play_out([table, tables[1]])
    assert [row.id for row in await account.history()] == [shown["play"]["id"]]
    await close_all(guest, other, account)


def test_nobody_can_claim_an_account(server: ServerProcess) -> None:
    make_account(server, "victim")
    cookie = sign_in(server, "victim").cookie
    room = ask(server, "POST", "/api/rooms", {"game": "gigogne"}, cookie=cookie).json["id"]
    make_account(server, "taker")
    taker = sign_in(server, "taker", cookie=cookie, claim=True).cookie
    assert ask(server, "GET", "/api/rooms/mine", cookie=taker).json["rooms"] == []
    assert [row["id"] for row in ask(server, "GET", "/api/rooms/mine", cookie=cookie).json["rooms"]] == [room]


async def test_many_requests_at_once_make_one_account(server: ServerProcess) -> None:
    cookie = new_guest(server)
    answers = await asyncio.gather(
        *[asyncio.to_thread(make_account, server, f"at.once.{number}", cookie=cookie) for number in range(6)]
    )
    assert sorted(answer.status for answer in answers) == [200, 400, 400, 400, 400, 400]


async def test_one_username_at_once_is_taken_once(server: ServerProcess) -> None:
    answers = await asyncio.gather(*[asyncio.to_thread(make_account, server, "contested") for _ in range(4)])
    assert sorted(answer.status for answer in answers) == [200, 400, 400, 400]


def test_a_session_has_one_account_at_most(server: ServerProcess) -> None:
    cookie = make_account(server, "the.first").cookie
    assert make_account(server, "the.second", cookie=cookie).code == "bad_message"


def test_a_new_nickname_of_an_account_is_there_at_the_next_sign_in(server: ServerProcess) -> None:
    cookie = make_account(server, "renamed", name="Before").cookie
    ask(server, "POST", "/api/session", {"name": "After"}, cookie=cookie)
    assert sign_in(server, "renamed").json["name"] == "After"


async def test_a_server_can_require_an_account_to_create_and_to_join(serve: Serve) -> None:
    server = serve(require_account=True)
    account = await come(server, "Host", cookie=make_account(server, "the.host").cookie)
    guest = await come(server, "Guest")
    assert await refused(guest.create_room("gigogne")) == "not_signed_in"
    room = await account.create_room("gigogne", clock=0)
    assert await refused(guest.join(room.code)) == "not_signed_in"
    watching = await guest.watch(room.code)
    assert (await watching.until(lambda _: True))["you"] == []
    guest_no_more = await come(server, "Guest", cookie=make_account(server, "the.guest", cookie=guest.cookie).cookie)
    await account.join(room.id)
    table = await guest_no_more.join(room.id)
    assert (await table.until(lambda shown: shown["status"] == "playing"))["you"] == [1]
    await close_all(account, guest, guest_no_more)
