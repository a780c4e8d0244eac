"""Play on from a position of a finished game, against bots or with friends."""

from pathlib import Path
from typing import Any

import pytest

from tablee.bots.worlds import dealt_anew
from tablee.kernel.chance import Chance
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.replay import positions
from tablee.kernel.views import perspective
from tablee.lab.random_play import finished, random_game, random_steps
from tests.server.people import close_all, come, play_out, refused, within
from tests.server.serving import ServerProcess, ask
from tests.server.test_replays import played, steps
from tests.server.test_tables import is_playing, shown

SETTINGS = {"bot_workers": 1}
EXAMPLES = Path(__file__).parents[2] / "examples"
Json = dict[str, Any]


def origin(record: str, step: int = 4, seat: int = 0, hidden: str = "dealt") -> Json:
    return {"record": record, "step": step, "seat": seat, "hidden": hidden}


async def test_one_plays_on_alone_against_a_bot_from_what_ones_seat_knew(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="noe")
    then = steps(server, record, as_="1", first=4, count=1).json["steps"][0]
    room = await clients[0].create_room("noe", bots=["easy"], origin=origin(record, seat=1))
    table = await clients[0].join(room.id)
    began = await within(5, table.until(is_playing))
    assert (began["you"], began["origin"], began["visibility"]) == ([1], {"record": record, "step": 4}, "link")
    first = ask(server, "GET", f"/api/codes/{room.code}", cookie=clients[0].cookie).json
    assert first["origin"] == {"record": record, "step": 4}
    assert room.id in ask(server, "GET", "/api/rooms/mine", cookie=clients[0].cookie).json["practice"]
    assert ask(server, "GET", "/api/rooms/mine", cookie=clients[1].cookie).json["practice"] == []
    await play_out([table])
    practice = steps(server, began["play"]["id"], clients[0].cookie).json
    assert practice["record"]["origin"] == {"record": record, "step": 4}
    assert practice["record"]["your_seat"] == 1
    start = practice["steps"][0]
    assert (start["view"], start["to_act"], start["scores"]) == (then["view"], then["to_act"], then["scores"])
    [mine, before] = await clients[0].history()
    assert (mine.origin.record if mine.origin else None, before.origin) == (record, None)
    head, *_ = ask(server, "GET", f"/api/records/{began['play']['id']}").lines
    assert head["origin"] == {"record": record, "step": 4}
    await close_all(*clients)


async def test_what_was_hidden_is_kept_as_it_was_by_choice(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="ninth")
    then = steps(server, record, as_="open", first=4, count=1).json["steps"][0]
    for hidden in ("kept", "dealt"):
        room = await clients[0].create_room("ninth", bots=["easy"], origin=origin(record, hidden=hidden))
        table = await clients[0].join(room.id)
        began = await within(5, table.until(is_playing))
        await table.leave()
        start = steps(server, began["play"]["id"], clients[0].cookie, as_="open").json["steps"][0]
        assert (start["view"] == then["view"]) == (hidden == "kept")
    await close_all(*clients)


async def test_friends_play_on_by_its_link_and_on_one_screen(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo")
    room = await clients[0].create_room("gigogne", origin=origin(record, seat=1))
    assert room.id not in str(ask(server, "GET", "/api/rooms").json)
    tables = [await client.join(room.code) for client in clients]
    for table, seat in zip(tables, (1, 0), strict=True):
        assert (await within(5, table.until(is_playing)))["you"] == [seat]
    players = [{"name": "Left", "colour": "amber"}, {"name": "Right", "colour": "sky"}]
    local = await clients[0].create_room("gigogne", local=players, origin=origin(record))
    assert shown(await clients[0].join(local.id))["origin"] == {"record": record, "step": 4}
    await close_all(*clients)


async def test_no_friend_has_to_take_a_seat_that_is_out_of_the_game(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", "Cleo", game="noe")
    seen = [page for first in (0, 200) for page in steps(server, record, first=first, count=200).json["steps"]]
    there = next(step for step in seen if len(step["view"]["eliminated"]) == 1)
    [gone] = there["view"]["eliminated"]
    mine, _ = (seat for seat in range(3) if seat != gone)
    wish = origin(record, there["number"], gone)
    assert await refused(clients[0].create_room("noe", origin=wish)) == "game_over"
    room = await clients[0].create_room("noe", origin=wish | {"seat": mine})
    tables = [await client.join(room.id) for client in clients[:2]]
    began = await within(5, tables[1].until(is_playing))
    assert [seat["bot"] for seat in began["seats"]].index("easy") == gone
    await close_all(*clients)


@pytest.mark.parametrize("name", ["skull", "tictactoe"])
async def test_a_designers_game_is_played_on_too(serve: Any, name: str) -> None:
    server = serve(games=EXAMPLES / name / f"{name}.py", bot_workers=1)
    people = ("Ada", "Bo", "Cleo") if name == "skull" else ("Ada", "Bo")
    clients, record = await played(server, *people, game=name)
    then = steps(server, record, clients[0].cookie, as_="0", first=2, count=1).json["steps"][0]
    for hidden in ("kept", "dealt"):
        others = ["easy"] * (len(clients) - 1)
        wish = origin(record, step=2, hidden=hidden)
        room = await clients[0].create_room(name, capacity=len(clients), bots=others, origin=wish)
        table = await clients[0].join(room.id)
        began = await within(5, table.until(is_playing))
        mine = began["play"]["seen"][0]
        assert (began["origin"], mine["view"]) == ({"record": record, "step": 2}, then["view"])
        await table.leave()
    await close_all(*clients)


async def test_what_can_not_be_played_on_is_refused_and_nothing_is_opened(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo")
    last = steps(server, record).json["total"] - 1
    ada = clients[0]
    for wish, code in (
        (origin(record, step=last), "game_over"),
        (origin(record, step=last + 1), "bad_message"),
        (origin(record, seat=2), "bad_message"),
        (origin("x" * 16), "room_closed"),
        (origin(record) | {"hidden": "some"}, "bad_message"),
        (origin(record, step=-1), "bad_message"),
    ):
        answer = ask(server, "POST", "/api/rooms", {"game": "gigogne", "origin": wish}, cookie=ada.cookie)
        assert answer.code == code, wish
    assert await refused(ada.create_room("kitty", origin=origin(record))) == "bad_options"
    assert await refused(ada.create_room("gigogne", visibility="open", origin=origin(record))) == "bad_options"
    assert ask(server, "GET", "/api/rooms/mine", cookie=ada.cookie).json["rooms"][1:] == []
    await close_all(*clients)


async def test_a_private_game_is_played_on_by_those_who_played_it(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", access="sesame")
    stranger = await come(server, "Stranger")
    assert await refused(stranger.create_room("gigogne", origin=origin(record))) == "not_in_room"
    assert (await clients[0].create_room("gigogne", origin=origin(record))).id
    await close_all(*clients, stranger)


@pytest.mark.parametrize("game_id", ["ninth", "diggers", "noe", "gigogne", "kitty"])
def test_what_is_dealt_anew_looks_the_same_to_the_seat_and_can_be_played_to_the_end(game_id: str) -> None:
    game = load_game(game_id)
    changed = 0
    for seed in range(4):
        begun = random_game(game, game.seats[1], game.options(), seed)
        assert not isinstance(begun, Refusal)
        record = finished(game, begun)
        for position in list(positions(game, record.state, record.steps))[:-1:5]:
            for seat in range(record.seats):
                world = dealt_anew(game, position.state, seat, Chance.seeded(seed))
                assert perspective(game, world, seat) == perspective(game, position.state, seat)
                changed += world != position.state
                for _ in random_steps(game, world, Chance.seeded(1), Chance.seeded(2)):
                    pass
    assert bool(changed) == (game_id not in ("gigogne", "diggers"))
