"""A finished game step by step, as one viewer saw it."""

import asyncio
import gzip
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games.gigogne.rules import Placed
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.lab.random_play import finished, random_game
from tablee.server.house import STATUS_OF
from tablee.server.records import NotReadable, Unfolded, state_at
from tablee.server.refusals import NOT_READABLE
from tests.commands import tablee
from tests.server.people import close_all, come, come_together, play_out, seated, within
from tests.server.serving import Answer, ServerProcess, ask, store_newer_rules
from tests.server.test_tables import is_playing, shown

Json = dict[str, Any]


def steps(server: ServerProcess, record: str, cookie: str = "", **asked: Any) -> Answer:
    query = "&".join(f"{name.rstrip('_')}={value}" for name, value in asked.items())
    return ask(server, "GET", f"/api/records/{record}/steps?{query}", cookie=cookie)


async def played(server: ServerProcess, *names: str, **settings: Any) -> tuple[list[Any], str]:
    """People who have played a game to its end, and its record."""
    clients = await come_together(server, *names)
    _, tables = await seated(clients, **settings)
    for table in tables:
        await within(5, table.until(is_playing))
    record: str = shown(tables[0])["play"]["id"]
    assert steps(server, record).code == "game_in_progress"
    found = ask(server, "GET", f"/api/records/{record}/room")
    if "access" in settings:
        assert found.code == "not_in_room"
    else:
        assert (found.json["row"]["code"], found.json["is_seated"]) == (shown(tables[0])["code"], False)
    assert ask(server, "GET", f"/api/records/{record}/room", cookie=clients[0].cookie).json["is_seated"]
    await play_out(tables)
    assert ask(server, "GET", f"/api/records/{record}/room").status == 404
    return clients, record


async def test_a_game_is_watched_again_from_ones_own_seat_and_by_strangers_as_everyone(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="kitty")
    mine = steps(server, record, clients[1].cookie, count=200).json
    assert (mine["viewer"], mine["record"]["your_seat"], mine["first"]) == ("1", 1, 0)
    assert mine["record"]["viewers"] == ["0", "1", "everyone", "open"]
    assert (mine["record"]["seats"], mine["record"]["origin"]) == (["Ada", "Bo"], None)
    assert len(mine["steps"]) == mine["total"]
    theirs = steps(server, record).json
    assert (theirs["viewer"], theirs["record"]["your_seat"]) == ("everyone", None)

    first, *rest = mine["steps"]
    assert (first["number"], first["cause"], first["events"], first["action"]) == (0, "start", [], None)
    assert [step["number"] for step in rest] == list(range(1, mine["total"]))
    assert all(step["turn"] == before["view"]["turn"] for before, step in zip(mine["steps"], rest, strict=False))
    assert all((step["action"] is not None) == (step["seat"] == 1) for step in rest if step["cause"] == "played")
    assert rest[-1]["outcome"] == mine["record"]["outcome"]
    assert not any(step["outcome"] for step in mine["steps"][:-1])
    assert "?" not in str(steps(server, record, as_="open", count=200).json["steps"])
    await close_all(*clients)


async def test_a_record_comes_in_pages_and_compressed(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="ninth")
    while (whole := steps(server, record, as_="open", count=200).json)["total"] <= 30:  # nine planets at once, by luck
        await close_all(*clients)
        clients, record = await played(server, "Ada", "Bo", game="ninth")
    assert min(whole["total"], 200) == len(whole["steps"])
    pages = [steps(server, record, as_="open", first=first, count=10).json for first in range(0, 200, 10)]
    assert [step for page in pages for step in page["steps"]] == whole["steps"]
    assert len(steps(server, record, first=whole["total"] - 1).json["steps"]) == 1
    assert steps(server, record, first=whole["total"]).json["steps"] == []
    path = f"/api/records/{record}/steps?as=open"
    packed = ask(server, "GET", path, headers=[("accept-encoding", "gzip")])
    assert packed.headers["content-encoding"] == "gzip"
    assert "private" in packed.headers["cache-control"]
    assert gzip.decompress(packed.body) == ask(server, "GET", path).body
    again = ask(server, "GET", path, headers=[("if-none-match", packed.headers["etag"])])
    assert (again.status, again.body) == (304, b"")
    await close_all(*clients)


async def test_where_nothing_is_hidden_there_is_one_sight_with_all_actions(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="gigogne")
    shown_page = steps(server, record).json
    assert shown_page["record"]["viewers"] == ["everyone"]
    assert all(step["action"] for step in shown_page["steps"] if step["cause"] == "played")
    assert steps(server, record, as_=0).json["steps"] == shown_page["steps"]
    await close_all(*clients)


async def test_a_private_game_is_for_those_who_played(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", access="sesame")
    stranger = await come(server, "Stranger")
    assert steps(server, record, clients[0].cookie, as_="open").status == 200
    for viewer in ("0", "everyone", "open"):
        assert steps(server, record, stranger.cookie, as_=viewer).code == "not_in_room"
        assert steps(server, record, as_=viewer).code == "not_in_room"
    assert ask(server, "GET", f"/api/records/{record}/log", cookie=stranger.cookie).code == "not_in_room"
    await close_all(*clients, stranger)


@pytest.mark.parametrize(
    "asked", [{"as_": "2"}, {"as_": "-1"}, {"as_": "all"}, {"as_": "00"}, {"first": -1}, {"count": 0}, {"count": 201}]
)
async def test_what_is_not_there_is_refused(server: ServerProcess, asked: Json) -> None:
    clients, record = await played(server, "Ada", "Bo")
    assert steps(server, record, **asked).code == "bad_message"
    await close_all(*clients)


async def test_what_the_present_rules_can_not_take_in_is_refused_and_no_fault() -> None:
    game = load_game("gigogne")
    begun = random_game(game, 2, game.options(), 1)
    assert not isinstance(begun, Refusal)
    record = finished(game, begun)
    broken = replace(record, steps=(*record.steps[:3], replace(record.steps[3], events=(Placed(0, "small", 99),))))
    unfolded = Unfolded(broken, "everyone")
    assert len(await unfolded.steps(0, 4)) == 4
    for _ in range(2):
        with pytest.raises(NotReadable):
            await unfolded.steps(4, 1)
    with pytest.raises(NotReadable):
        await state_at(broken, 4)
    assert STATUS_OF[NOT_READABLE.code] == 404


async def test_of_a_game_by_unknown_rules_there_is_the_log_alone_and_the_file(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="kitty")
    store_newer_rules(server, record)
    answer = steps(server, record)
    assert (answer.status, answer.code) == (404, "room_closed")
    assert "its rules are newer" in answer.json["refusal"]["text"]["en"]
    log = ask(server, "GET", f"/api/records/{record}/log").json
    assert (log["game"], log["seats"], len(log["outcome"]["scores"])) == ("kitty", ["Ada", "Bo"], 2)
    # The file is whole, and says of which rules it is.
    file = await clients[0].record(record)
    assert file.rules_version >= 90
    assert [(step["seat"], step["action"]) for step in log["steps"]] == [
        (each.seat, each.action) for each in file.steps
    ]
    watched = await asyncio.to_thread(tablee, "watch", record, "--server", server.address)
    assert watched.returncode == 0
    assert "here is version" in watched.stdout
    assert "● 0 Ada: draw" in watched.stdout
    assert "wins." in watched.stdout or "A draw." in watched.stdout
    stored = await asyncio.to_thread(tablee, "watch", record, "--data", str(server.data), "--lang", "fr")
    assert "plus récentes" in stored.stdout
    assert "Il reste son journal" in stored.stdout
    await close_all(*clients)


async def test_the_longest_games_are_small_on_the_wire() -> None:
    for game_id in ("ninth", "diggers", "noe"):
        game = load_game(game_id)
        begun = random_game(game, game.seats[1], game.options(), 2)
        assert not isinstance(begun, Refusal)
        unfolded = Unfolded(finished(game, begun), "open")
        assert unfolded.total > 100
        pages = [await unfolded.steps(first, 60) for first in range(0, unfolded.total, 60)]
        assert sum(len(gzip.compress(b"".join(map(bytes, page)))) for page in pages) < 60_000


def test_the_steps_of_an_unknown_record_are_not_found(server: ServerProcess) -> None:
    assert steps(server, "x" * 16).code == "room_closed"


async def test_a_record_is_watched_in_the_terminal_from_the_store_and_from_the_server(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="kitty")
    stored = await asyncio.to_thread(tablee, "watch", record, "--data", str(server.data), "--as", "1")
    assert stored.returncode == 0, stored.stderr
    assert "Ada" in stored.stdout
    asked = await asyncio.to_thread(tablee, "watch", record, "--server", server.address, "--as", "1")
    assert asked.stdout == stored.stdout
    for wrong in (["x" * 16], [record, "--as", "9"], ["no/such/file"]):
        refused = await asyncio.to_thread(tablee, "watch", *wrong, "--data", str(server.data))
        assert refused.returncode in (1, 2)
        assert refused.stderr.startswith("tablee: ")
    await close_all(*clients)
