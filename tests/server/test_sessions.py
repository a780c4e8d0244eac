"""Guests: a nickname, and a signed cookie that makes a browser the same person again."""

import base64
import hashlib
import hmac
import json
import sqlite3
import stat
import time
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path

import msgspec
import pytest

from tablee.protocol.close_codes import SESSION_ENDED
from tablee.server.credentials import load_secret, new_id
from tablee.server.sessions import DAY, Session, Sessions, Signer
from tablee.store.sessions import SessionStore
from tablee.store.sqlite import SqliteStore
from tablee.store.sqlite_beside import Beside
from tablee.testing.stores import opened
from tests.patience import at_leisure
from tests.server.conftest import Serve
from tests.server.people import fresh_address
from tests.server.serving import ServerProcess, ask, from_address, new_guest
from tests.server.wire import Wire


def name_given(server: ServerProcess, name: str) -> str:
    """The name that a new guest gets who asks for that one."""
    answer = ask(server, "POST", "/api/session", {"name": name})
    assert answer.status == 200, answer.body
    return str(answer.json["name"])


def cookie_given(server: ServerProcess, days_ago: float) -> str:
    """The cookie of somebody who was last here so many days ago."""
    then = int(time.time() * 1000 - days_ago * DAY)
    signer = Signer(load_secret("", server.data), clock=lambda: then)
    return f"tablee_session={signer.sign(Session(new_id(), 'Ada', new_id(), then - 400 * DAY))}"


def former_cookie(server: ServerProcess, person: str = "", name: str = "Ada") -> str:
    """A cookie as 0.1.0 gave it out."""
    secret = load_secret("", server.data)
    key = hashlib.blake2b(b"tablee session", key=secret, digest_size=32).digest()
    session = json.dumps([person or new_id(), name], separators=(",", ":"), ensure_ascii=False).encode()
    payload = base64.urlsafe_b64encode(session).decode().rstrip("=")
    return f"tablee_session={payload}.{hmac.new(key, payload.encode(), hashlib.sha256).hexdigest()}"


def session_of(cookie: str) -> Session:
    """What stands in a cookie."""
    payload = cookie.partition("=")[2].partition(".")[0]
    return msgspec.json.decode(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)), type=Session)


def person_of(cookie: str) -> str:
    return session_of(cookie).person


def account_on_two_devices(server: ServerProcess) -> tuple[str, str]:
    """The cookies of somebody who made an account on one device and signed in on another."""
    given = {"username": new_id(), "password": "correct horse"}
    headers = from_address(fresh_address())
    made = ask(server, "POST", "/api/accounts", {**given, "name": "Ada"}, headers=headers)
    return made.cookie, ask(server, "POST", "/api/sign-in", given, headers=headers).cookie


def name_of(server: ServerProcess, cookie: str) -> str | None:
    """Whose session it is, for the server; None if it takes the cookie for none."""
    shown = ask(server, "GET", "/api/session", cookie=cookie).json
    return None if shown is None else str(shown["name"])


def test_a_visitor_picks_a_nickname_and_is_a_guest_at_once(server: ServerProcess) -> None:
    answer = ask(server, "POST", "/api/session", {"name": "Zoé"})
    assert (answer.status, answer.json) == (200, {"name": "Zoé", "username": None, "is_bot": False})
    assert ask(server, "GET", "/api/session", cookie=answer.cookie).json == answer.json


def test_the_cookie_is_closed_to_scripts_and_to_other_sites(server: ServerProcess) -> None:
    answer = ask(server, "POST", "/api/session", {"name": "Ada"})
    morsel = SimpleCookie(answer.headers["set-cookie"])["tablee_session"]
    assert morsel["httponly"] is True
    assert morsel["samesite"] == "lax"
    assert morsel["path"] == "/"
    assert int(morsel["max-age"]) == 180 * 24 * 3600
    assert not morsel["domain"]


def test_without_a_nickname_there_is_no_session(server: ServerProcess) -> None:
    assert ask(server, "GET", "/api/session").json is None
    for method, path in (("GET", "/api/rooms/mine"), ("GET", "/api/records")):
        answer = ask(server, method, path)
        assert (answer.status, answer.code) == (401, "not_signed_in")


def test_another_nickname_is_still_the_same_person(server: ServerProcess) -> None:
    cookie = new_guest(server, "Ada")
    room = ask(server, "POST", "/api/rooms", {"game": "gigogne"}, cookie=cookie).json["id"]
    renamed = ask(server, "POST", "/api/session", {"name": "Augusta"}, cookie=cookie)
    assert renamed.json["name"] == "Augusta"
    mine = ask(server, "GET", "/api/rooms/mine", cookie=renamed.cookie).json["rooms"]
    assert [row["id"] for row in mine] == [room]


def test_two_guests_with_one_nickname_are_two_people(server: ServerProcess) -> None:
    first, second = new_guest(server, "Ada"), new_guest(server, "Ada")
    ask(server, "POST", "/api/rooms", {"game": "gigogne"}, cookie=first)
    assert ask(server, "GET", "/api/rooms/mine", cookie=second).json["rooms"] == []


def test_signing_out_takes_the_cookie_back(server: ServerProcess) -> None:
    answer = ask(server, "DELETE", "/api/session", cookie=new_guest(server))
    morsel = SimpleCookie(answer.headers["set-cookie"])["tablee_session"]
    assert (answer.status, morsel.value, morsel["max-age"]) == (200, "", "0")


def test_a_session_ends_when_it_is_not_used_for_180_days(server: ServerProcess) -> None:
    assert name_of(server, cookie_given(server, days_ago=179)) == "Ada"
    late = cookie_given(server, days_ago=181)
    assert name_of(server, late) is None
    assert ask(server, "GET", "/api/rooms/mine", cookie=late).code == "not_signed_in"


def test_use_renews_the_cookie_at_most_once_a_day(server: ServerProcess) -> None:
    renewed = ask(server, "GET", "/api/session", cookie=cookie_given(server, days_ago=1.1))
    assert "HttpOnly" in renewed.headers["set-cookie"]
    again = ask(server, "GET", "/api/session", cookie=renewed.cookie)
    assert again.json == renewed.json
    assert "set-cookie" not in again.headers
    assert "set-cookie" not in ask(server, "GET", "/api/session", cookie=cookie_given(server, days_ago=0.9)).headers


def test_a_clock_that_is_set_back_ends_no_session(server: ServerProcess) -> None:
    assert name_of(server, cookie_given(server, days_ago=-1 / 24)) == "Ada"


def test_a_cookie_of_0_1_0_is_exchanged_for_one_that_can_end(server: ServerProcess) -> None:
    person = new_id()
    former = former_cookie(server, person, "Zoé")
    room = ask(server, "POST", "/api/rooms", {"game": "gigogne"}, cookie=former).json["id"]
    shown = ask(server, "GET", "/api/session", cookie=former)
    assert shown.json == {"name": "Zoé", "username": None, "is_bot": False}
    assert shown.cookie.count(".") == 2
    mine = ask(server, "GET", "/api/rooms/mine", cookie=shown.cookie).json["rooms"]
    assert [row["id"] for row in mine] == [room]


async def test_a_cookie_of_0_1_0_ends_as_long_after_the_store_was_upgraded(
    server: ServerProcess, tmp_path: Path
) -> None:
    former = former_cookie(server).partition("=")[2]
    async with opened(SqliteStore(tmp_path)) as store:
        sessions = Sessions(Signer(load_secret("", server.data)), store.upkeep.sessions, days=7)
        for days, is_read in ((0, True), (6, True), (8, False)):
            upgraded_at = int(time.time() * 1000) - days * DAY
            with closing(sqlite3.connect(tmp_path / "tablee.db")) as database, database:
                database.execute("UPDATE sessions_since SET at = ?", (upgraded_at,))
            await sessions.load()
            assert (sessions.read(former) is not None) == is_read, days


async def test_how_long_a_session_lasts_without_use_can_be_set(server: ServerProcess, tmp_path: Path) -> None:
    async with opened(SqliteStore(tmp_path)) as store:
        sessions = Sessions(Signer(load_secret("", server.data)), store.upkeep.sessions, days=7)
        assert sessions.read(cookie_given(server, days_ago=6).partition("=")[2]) is not None
        assert sessions.read(cookie_given(server, days_ago=8).partition("=")[2]) is None


# ── Ending ───────────────────────────────────────────────────────────────────────────────────────────────


def test_a_session_that_was_signed_out_is_refused_and_the_persons_others_go_on(server: ServerProcess) -> None:
    first, second = account_on_two_devices(server)
    ask(server, "DELETE", "/api/session", cookie=first)
    assert name_of(server, first) is None
    assert ask(server, "GET", "/api/rooms/mine", cookie=first).code == "not_signed_in"
    assert ask(server, "POST", "/api/rooms", {"game": "gigogne"}, cookie=first).code == "not_signed_in"
    assert name_of(server, second) == "Ada"


def test_signing_out_everywhere_ends_all_sessions_of_a_person_and_nobody_elses(server: ServerProcess) -> None:
    first, second = account_on_two_devices(server)
    former, stranger = former_cookie(server, person_of(first)), new_guest(server, "Bo")
    assert name_of(server, former) == "Ada"
    ask(server, "DELETE", "/api/session?everywhere=true", cookie=first)
    assert [name_of(server, cookie) for cookie in (first, second, former)] == [None, None, None]
    assert name_of(server, stranger) == "Bo"


def test_a_name_that_was_given_anew_is_of_the_same_session(server: ServerProcess) -> None:
    before = new_guest(server, "Ada")
    after = ask(server, "POST", "/api/session", {"name": "Augusta"}, cookie=before).cookie
    ask(server, "DELETE", "/api/session", cookie=before)
    assert name_of(server, after) is None


async def test_what_is_ended_beside_the_server_it_heeds_within_a_second(server: ServerProcess) -> None:
    one, everywhere = new_guest(server), new_guest(server)
    beside = Beside(server.data)
    await beside.open()
    sessions, soon = SessionStore(beside), int(time.time() * 1000) + 1
    async with await Wire.open(server, one) as first, await Wire.open(server, everywhere) as second:
        for wire in (first, second):
            await wire.next("welcome")
        await sessions.end(session_of(one).id, soon + DAY, soon)
        await sessions.end_all(person_of(everywhere), soon, soon)
        began = time.monotonic()
        assert [await first.closed(), await second.closed()] == [SESSION_ENDED, SESSION_ENDED]
        assert time.monotonic() - began < at_leisure(3), "a second, but for the ways there and back"
    await beside.close()
    assert [name_of(server, cookie) for cookie in (one, everywhere)] == [None, None]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("Zo\u0065\u0301", "Zoé"),
        ("ad\u202emin\u2066x\u2069", "adminx"),
        ("A\u0000d\u0007a\u007f", "Ada"),
        ("\u200bA\u200dda\ufeff", "Ada"),
        ("岩田 聡", "岩田 聡"),
        ("🦊", "🦊"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_shown_without_what_can_not_be_seen(server: ServerProcess, given: str, shown: str) -> None:
    assert name_given(server, given) == shown


@pytest.mark.parametrize(
    "given", ["", "   ", "x" * 25, "\u202e\u200b", "\u0301", "\u3164", "\x00", "a" * 400, "\u2028\u2029"]
)
def test_a_name_has_one_to_24_visible_characters(server: ServerProcess, given: str) -> None:
    answer = ask(server, "POST", "/api/session", {"name": given})
    assert (answer.status, answer.code) == (400, "bad_message")
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "others",
    ['prefs={"dark":true}', "a b c", "tablee_session=", "tablee_session=made.up", "=", "é=ü", 'x="unclosed', ";;;"],
)
def test_cookies_of_others_do_not_disturb(server: ServerProcess, others: str) -> None:
    own = new_guest(server)
    for cookie in (f"{others}; {own}", f"{own}; {others}"):
        assert ask(server, "GET", "/api/session", cookie=cookie).json is not None


def test_a_session_outlives_a_restart_and_an_ended_one_stays_ended(serve: Serve) -> None:
    server = serve()
    stays, gone, everywhere = new_guest(server), new_guest(server), new_guest(server)
    ask(server, "DELETE", "/api/session", cookie=gone)
    ask(server, "DELETE", "/api/session?everywhere=true", cookie=everywhere)
    server.stop()
    server.start()
    assert [name_of(server, cookie) for cookie in (stays, gone, everywhere)] == ["Ada", None, None]


def test_the_servers_secret_is_readable_by_its_owner_only(server: ServerProcess) -> None:
    assert stat.S_IMODE((server.data / "secret.key").stat().st_mode) == 0o600
    assert stat.S_IMODE(server.data.stat().st_mode) == 0o700


def test_another_server_does_not_know_the_session(server: ServerProcess, serve: Serve) -> None:
    assert ask(serve(), "GET", "/api/session", cookie=new_guest(server)).json is None


def test_processes_with_one_secret_share_their_sessions(serve: Serve) -> None:
    server = serve(secret="one for all of them")  # noqa: S106 - it keeps nothing secret
    cookie = new_guest(server)
    server.stop()
    (server.data / "secret.key").unlink(missing_ok=True)
    server.start()
    assert ask(server, "GET", "/api/session", cookie=cookie).json is not None


def test_new_guests_of_one_address_are_limited(serve: Serve) -> None:
    server = serve(sessions_per_hour=3)
    cookies = [new_guest(server, address="192.0.2.1") for _ in range(3)]
    answer = ask(server, "POST", "/api/session", {"name": "One more"}, headers=from_address("192.0.2.1"))
    assert (answer.status, answer.code) == (429, "rate_limited")
    assert int(answer.headers["retry-after"]) == answer.wait > 1000
    assert ask(server, "POST", "/api/session", {"name": "Ada"}, cookie=cookies[0]).status == 200
    assert new_guest(server, address="192.0.2.2")


def test_over_https_the_cookie_stays_there(serve: Serve) -> None:
    server = serve(secure_cookies=True)
    assert "; Secure" in ask(server, "POST", "/api/session", {"name": "Ada"}).headers["set-cookie"]


def test_a_trusted_proxy_says_whether_it_is_https(server: ServerProcess, serve: Serve) -> None:
    https = (("x-forwarded-proto", "https"),)
    given = ask(server, "POST", "/api/session", {"name": "Ada"}, headers=https).headers["set-cookie"]
    assert "; Secure" in given
    open_to_all = serve(trusted_proxies="")
    given = ask(open_to_all, "POST", "/api/session", {"name": "Ada"}, headers=https).headers["set-cookie"]
    assert "Secure" not in given
