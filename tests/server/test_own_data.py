"""What is kept of oneself: to be taken along, and to be erased, by guests too."""

import sqlite3
from contextlib import closing

from tests.server.people import close_all, come_together, fresh_address, refused, seated, within
from tests.server.serving import ServerProcess, ask, from_address, new_guest
from tests.server.test_accounts import finished_game, make_account, sign_in
from tests.server.test_sessions import name_of, person_of


async def test_what_is_kept_of_oneself_comes_as_a_file(server: ServerProcess) -> None:
    cookie = make_account(server, "exported", name="Ottilie").cookie
    game = await finished_game(server, cookie, new_guest(server, "Walpurga"))
    answer = ask(server, "GET", "/api/me/export", cookie=cookie)
    assert answer.headers["content-disposition"] == 'attachment; filename="tablee.json"'
    assert (answer.json["person"], answer.json["account"]["username"]) == (person_of(cookie), "exported")
    assert [played["id"] for played in answer.json["games"]] == [game]
    assert b"argon2" not in answer.body
    assert b"Walpurga" not in answer.body, "others are not in it"


def test_nobody_else_gets_it(server: ServerProcess) -> None:
    assert ask(server, "GET", "/api/me/export").code == "not_signed_in"
    cookie = new_guest(server)
    answers = [ask(server, "GET", "/api/me/export", cookie=cookie).status for _ in range(6)]
    assert answers == [200] * 5 + [429]


async def test_who_is_erased_forfeits_and_is_nobody_any_more(server: ServerProcess) -> None:
    ada, bo = people = await come_together(server, "Theodora", "Bo")
    _, tables = await seated(people)
    await tables[0].until(lambda shown: shown["status"] == "playing")
    cookie = ada.cookie
    answer = ask(server, "DELETE", "/api/me", cookie=cookie)
    assert (answer.status, answer.cookie) == (200, "tablee_session=")
    shown = await within(10, tables[1].until(lambda shown: shown["status"] == "finished"))
    assert shown["play"]["outcome"]["winners"] == [1]
    assert name_of(server, cookie) is None
    assert await refused(ada.history()) == "not_signed_in"
    record = await bo.record(shown["play"]["id"])
    assert record.names == ("", "Bo")
    with closing(sqlite3.connect(server.data / "tablee.db")) as database:
        tables_kept = ("names", "rooms", "events", "games", "snapshots", "audit")
        kept = "".join(str(row) for table in tables_kept for row in database.execute(f"SELECT * FROM {table}"))  # noqa: S608 - our own names
    assert "Bo" in kept
    assert "Theodora" not in kept
    await close_all(*people)


async def test_an_erased_account_is_gone_on_every_device_and_its_username_is_free(server: ServerProcess) -> None:
    here = make_account(server, "erased", name="Ottilie").cookie
    there = sign_in(server, "erased").cookie
    ask(server, "DELETE", "/api/me", cookie=here)
    assert [name_of(server, cookie) for cookie in (here, there)] == [None, None]
    assert sign_in(server, "erased").code == "wrong_code"
    assert make_account(server, "erased", name="Somebody else").status == 200


def test_who_is_nobody_erases_nobody(server: ServerProcess) -> None:
    assert ask(server, "DELETE", "/api/me", headers=from_address(fresh_address())).code == "not_signed_in"
