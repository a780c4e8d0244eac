"""Rooms over HTTP: opening, listing, searching, finding by code."""

import asyncio
import gzip
import re
import time
from typing import Any
from urllib.parse import urlencode

import pytest

from tablee.kernel.registry import game_ids, load_game
from tests.patience import at_leisure
from tests.server.conftest import Serve
from tests.server.people import close_all, come, fresh_address, seated
from tests.server.serving import Answer, ServerProcess, ask, from_address, new_guest

Row = dict[str, Any]


def open_room(server: ServerProcess, cookie: str = "", **settings: Any) -> Row:
    """A room that was opened, by somebody of its own unless it is said by whom: its id and its code."""
    answer = ask_for_room(server, cookie, **settings)
    assert answer.status == 201, answer.body
    room: Row = answer.json
    return room


def ask_for_room(server: ServerProcess, cookie: str = "", **settings: Any) -> Answer:
    return ask(server, "POST", "/api/rooms", {"game": "gigogne", **settings}, cookie=cookie or new_guest(server))


def listed(server: ServerProcess, **query: Any) -> list[Row]:
    """The first page of the list."""
    rows: list[Row] = page(server, **query)["rooms"]
    return rows


def page(server: ServerProcess, **query: Any) -> Any:
    answer = ask(server, "GET", f"/api/rooms?{urlencode(query)}")
    assert answer.status == 200, answer.body
    return answer.json


# ── Opening ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_games_are_listed_with_their_seats_and_options(server: ServerProcess) -> None:
    games = {game["id"]: game for game in ask(server, "GET", "/api/games").json}
    assert set(games) == set(game_ids()) == {"ninth", "diggers", "noe", "gigogne", "kitty"}
    for id_, shown in games.items():
        game = load_game(id_)
        assert (shown["seats"], shown["name"]["fr"]) == ([*game.seats], game.name.fr)
        assert shown["has_starter"] == game.has_starter
        assert all(option["text"]["fr"] and option["schema"] for option in shown["options"])
    policies = {id_: game["policy"] for id_, game in games.items()}
    assert policies == {"gigogne": "full", "ninth": "full", "diggers": "host", "noe": "host", "kitty": "ready"}


def test_the_games_are_sent_compressed_and_only_when_they_have_changed(server: ServerProcess) -> None:
    plain = ask(server, "GET", "/api/games")
    assert plain.headers["content-type"] == "application/json"
    assert plain.headers["content-encoding"] is None
    packed = ask(server, "GET", "/api/games", headers=[("accept-encoding", "br, gzip")])
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 3
    etag = plain.headers["etag"] or ""
    assert plain.headers["cache-control"] == "no-cache"
    again = ask(server, "GET", "/api/games", headers=[("if-none-match", etag)])
    assert (again.status, again.body) == (304, b"")
    assert ask(server, "GET", "/api/games", headers=[("if-none-match", '"older"')]).body == plain.body


@pytest.mark.parametrize("game", game_ids())
def test_a_room_of_every_game_can_be_opened_with_its_defaults(server: ServerProcess, game: str) -> None:
    cookie = new_guest(server, "Ada")
    room = open_room(server, cookie, game=game)
    [row] = ask(server, "GET", "/api/rooms/mine", cookie=cookie).json["rooms"]
    assert (row["id"], row["code"], row["game"]) == (room["id"], room["code"], game)
    assert (row["taken"], row["host"], row["status"], row["visibility"]) == (1, "Ada", "waiting", "open")
    assert row["capacity"] == load_game(game).seats[0]


def test_a_code_is_six_capital_letters_and_digits(server: ServerProcess) -> None:
    codes = [open_room(server)["code"] for _ in range(20)]
    assert all(re.fullmatch("[A-Z2-9]{6}", code) for code in codes)
    assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"game": "chess"}, "bad_options"),
        ({"capacity": 7}, "bad_options"),
        ({"capacity": 0}, "bad_message"),
        ({"game": "noe", "capacity": 16}, "bad_options"),
        ({"clock": -1}, "bad_message"),
        ({"options": {"no_such_option": 1}}, "bad_options"),
        ({"options": 1}, "bad_message"),
        ({"policy": "whenever"}, "bad_message"),
        ({"name": "\u202e"}, "bad_message"),
        ({"name": "x" * 49}, "bad_message"),
        ({"access": ""}, "bad_message"),
        ({"is_admin": True}, "bad_message"),
        ({"local": [{"name": "A", "colour": "blue"}, {"name": "B", "colour": "blue"}]}, "bad_options"),
        ({"local": [{"name": "\u200b", "colour": "blue"}, {"name": "B", "colour": "green"}]}, "bad_message"),
    ],
)
def test_a_room_that_can_not_be_is_refused(server: ServerProcess, settings: Row, code: str) -> None:
    answer = ask_for_room(server, **settings)
    assert (answer.status, answer.code) == (400, code)


def test_clocks_of_other_lengths_are_for_tests_only(serve: Serve) -> None:
    server = serve(any_clock=False)
    assert all(ask_for_room(server, clock=other).code == "bad_options" for other in (1, 31, 86400))
    assert all(ask_for_room(server, clock=allowed).status == 201 for allowed in (0, 30, 60, 120, 300))


def test_a_room_has_a_name_without_what_can_not_be_seen(server: ServerProcess) -> None:
    cookie = new_guest(server, "Ada")
    open_room(server, cookie, name="  Chez\u202e  Ada\u0000 ")
    open_room(server, cookie)
    names = {row["name"] for row in ask(server, "GET", "/api/rooms/mine", cookie=cookie).json["rooms"]}
    assert names == {"Chez Ada", ""}


def test_a_person_has_at_most_five_waiting_rooms(server: ServerProcess) -> None:
    cookie = new_guest(server)
    assert [ask_for_room(server, cookie).status for _ in range(6)] == [201] * 5 + [429]
    assert ask_for_room(server, cookie).code == "rate_limited"
    assert ask_for_room(server).status == 201


async def test_at_most_five_also_when_they_are_asked_for_at_once(server: ServerProcess) -> None:
    cookie = new_guest(server)
    asked = [asyncio.to_thread(ask_for_room, server, cookie) for _ in range(12)]
    statuses = [answer.status for answer in await asyncio.gather(*asked)]
    assert sorted(statuses) == [201] * 5 + [429] * 7


async def test_a_room_that_plays_or_was_left_is_not_waiting(server: ServerProcess) -> None:
    ada, bo = await come(server, "Ada"), await come(server, "Bo")
    for _ in range(4):
        await ada.create_room("gigogne")
    room, tables = await seated([ada, bo])
    await tables[0].until(lambda shown: shown["status"] == "playing")
    left = await ada.create_room("gigogne")
    table = await ada.join(left.id)
    await table.leave()
    assert (await ada.create_room("gigogne")).id != room.id
    await close_all(ada, bo)


def test_new_rooms_of_one_person_are_limited(serve: Serve) -> None:
    server = serve(waiting_rooms=1000)
    cookie = new_guest(server)
    answers = [ask_for_room(server, cookie) for _ in range(21)]
    assert [answer.status for answer in answers] == [201] * 20 + [429]
    assert answers[-1].wait > 0


# ── The list ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def street(server: ServerProcess) -> ServerProcess:
    """A server with rooms to look for."""
    host = {number: new_guest(server, f"Host {number}") for number in range(3)}
    open_room(server, host[0], name="Cœur à GAUCHE")
    open_room(server, host[0], name="CŒUR à droite", access="open sesame")
    open_room(server, host[1], name="Noé’s ark", game="noe", capacity=4)
    open_room(server, host[1], name="noe for two", game="noe", capacity=2)
    open_room(server, host[2], name="100%_sure\\of it", game="kitty")
    open_room(server, host[2], name="Ａ wide room")
    return server


def names(rows: list[Row]) -> set[str]:
    return {row["name"] for row in rows}


@pytest.mark.parametrize("search", ["cœur", "COEUR", "coeur", "Cœur À", "cÖeur a"])
def test_the_search_ignores_case_and_accents(street: ServerProcess, search: str) -> None:
    assert "Cœur à GAUCHE" in names(listed(street, search=search))


def test_the_search_finds_a_part_of_the_name(street: ServerProcess) -> None:
    assert names(listed(street, search="r à d")) == {"CŒUR à droite"}
    assert names(listed(street, search="NOE F")) == {"noe for two"}
    assert listed(street, search="nowhere to be found") == []


@pytest.mark.parametrize("search", ["%", "_", "100%_", "\\", "'", '"', "*", "noe' OR 1=1 --", "\x00"])
def test_no_character_means_more_than_itself_in_a_search(street: ServerProcess, search: str) -> None:
    assert all(search in name for name in names(listed(street, search=search)))


def test_private_rooms_are_listed_with_a_lock_and_their_names(street: ServerProcess) -> None:
    [row] = listed(street, search="droite")
    assert row["visibility"] == "private"
    assert "sesame" not in str(row)
    assert set(row) == {
        "id", "code", "name", "game", "taken", "capacity", "host", "status", "visibility", "created_at", "active_at",
        "is_host_bot",
    }  # fmt: skip


def test_the_list_is_filtered_by_game_privacy_capacity_and_status(street: ServerProcess) -> None:
    assert names(listed(street, search="ark", game="noe")) == {"Noé’s ark"}
    assert {row["game"] for row in listed(street, game="noe")} == {"noe"}
    assert names(listed(street, visibility="private", search="coeur")) == {"CŒUR à droite"}
    assert names(listed(street, visibility="open", search="coeur")) == {"Cœur à GAUCHE"}
    assert names(listed(street, capacity=4, search="noe")) == {"Noé’s ark"}
    assert {row["status"] for row in listed(street, status="waiting")} == {"waiting"}
    assert listed(street, game="noe", capacity=2, visibility="private") == []


def test_the_most_recently_active_room_comes_first(street: ServerProcess) -> None:
    newest = open_room(street, name="The newest")
    rows = listed(street, limit=100)
    assert rows[0]["id"] == newest["id"]
    times = [row["active_at"] for row in rows]
    assert times == sorted(times, reverse=True)


def test_the_list_can_be_of_the_recently_active_rooms_only(street: ServerProcess) -> None:
    open_room(street, name="A while ago")
    gone_by = time.monotonic() + at_leisure(20)
    while names(listed(street, active_within=2)):
        assert time.monotonic() < gone_by, "no room is forgotten"
    recent: set[str] = set()
    while not recent:  # two seconds may pass on the way there and back
        assert time.monotonic() < gone_by, "no room is recent"
        open_room(street, name="Just now")
        recent = names(listed(street, active_within=2))
    assert recent == {"Just now"}
    assert names(listed(street, active_within=3600)) >= {"Just now", "A while ago"}
    assert ask(street, "GET", "/api/rooms?active_within=0").code == "bad_message"


def test_the_pages_of_the_list_hold_every_room_once(street: ServerProcess) -> None:
    before = [row["id"] for row in listed(street, limit=100)]
    found, query = [], {"limit": 3}
    while True:
        shown = page(street, **query)
        found += [row["id"] for row in shown["rooms"]]
        assert len(shown["rooms"]) <= 3
        if shown["next"] is None:
            break
        query = {"limit": 3, "before": shown["next"]}
    assert len(set(found)) == len(found)
    # Rooms of other tests, in which nobody is, may close meanwhile.
    still = {row["id"] for row in listed(street, limit=100)}
    assert [id_ for id_ in found if id_ in still] == [id_ for id_ in before if id_ in still]
    assert len(still) > 3


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "before=x", "capacity=0", "status=open", "visibility=link"]
)
def test_a_question_that_makes_no_sense_is_refused(street: ServerProcess, query: str) -> None:
    assert ask(street, "GET", f"/api/rooms?{query}").code == "bad_message"


def test_local_rooms_are_not_listed_but_found_among_ones_own(street: ServerProcess) -> None:
    cookie = new_guest(street)
    players = [{"name": "Left", "colour": "blue"}, {"name": "Right", "colour": "rose"}]
    room = open_room(street, cookie, name="On this screen", local=players)
    assert listed(street, search="On this screen") == []
    [row] = ask(street, "GET", "/api/rooms/mine", cookie=cookie).json["rooms"]
    assert (row["id"], row["status"], row["taken"]) == (room["id"], "playing", 2)


# ── Codes ────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_room_is_found_by_its_code_in_any_case(server: ServerProcess) -> None:
    host = new_guest(server)
    room = open_room(server, host, name="By code")
    found = ask(server, "GET", f"/api/codes/{room['code'].lower()}", cookie=new_guest(server))
    assert (found.json["id"], found.json["row"]["name"], found.json["is_seated"]) == (room["id"], "By code", False)
    assert ask(server, "GET", f"/api/codes/{room['code']}", cookie=host).json["is_seated"] is True


def test_an_unknown_code_finds_nothing(server: ServerProcess) -> None:
    room = open_room(server)
    cookie = new_guest(server)
    for code in ("AAAAAA", "x", "%00", room["code"] + "X", room["id"], "%F0%9F%A6%8A"):
        answer = ask(server, "GET", f"/api/codes/{code}", cookie=cookie, headers=from_address(fresh_address()))
        assert (answer.status, answer.code) == (404, "room_closed")


async def test_the_code_of_a_closed_room_finds_nothing(server: ServerProcess) -> None:
    ada = await come(server, "Ada")
    room = await ada.create_room("gigogne")
    table = await ada.join(room.code)
    await table.leave()
    answer = ask(server, "GET", f"/api/codes/{room.code}", cookie=ada.cookie)
    assert (answer.status, answer.code) == (404, "room_closed")
    await close_all(ada)


def test_looking_codes_up_is_limited_for_one_address(server: ServerProcess) -> None:
    cookies, headers = [new_guest(server) for _ in range(3)], from_address(fresh_address())
    answers = [ask(server, "GET", "/api/codes/AAAAAA", cookie=cookies[n % 3], headers=headers) for n in range(31)]
    assert [answer.status for answer in answers] == [404] * 30 + [429]
    assert answers[-1].wait > 0


# ── Health and the description ───────────────────────────────────────────────────────────────────────────


def test_the_api_is_described_at_schema(server: ServerProcess) -> None:
    described = ask(server, "GET", "/schema").json
    assert described["openapi"].startswith("3.")
    assert {"/api/session", "/api/accounts", "/api/rooms", "/api/records/{record}"} <= set(described["paths"])
    assert described == ask(server, "GET", "/schema/openapi.json").json


def test_the_server_says_that_it_lives_and_is_ready(server: ServerProcess) -> None:
    assert ask(server, "GET", "/healthz").body == b"ok\n"
    assert ask(server, "GET", "/readyz").body == b"ready\n"
    assert server.metric("tablee_connections") >= 0
