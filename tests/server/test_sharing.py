"""A link to a finished game says what it is where it is pasted, and shows a picture of the position."""

import html
import io
import re
from collections.abc import Sequence

import pytest
from PIL import Image

from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import load_game
from tablee.kernel.replay import Position, positions, seen
from tablee.lab.loading import find_game
from tablee.lab.random_play import finished, random_game
from tablee.server.pictures import Seat, _lines_of, draw_picture
from tests.server.people import close_all
from tests.server.serving import ServerProcess, ask
from tests.server.test_replays import played, steps


def tags(server: ServerProcess, path: str, language: str = "en-GB") -> dict[str, str]:
    page = ask(server, "GET", path, headers=[("accept-language", language)]).body.decode()
    found = re.findall(r'<meta property="([^"]*)" content="([^"]*)" />', page)
    return {name: html.unescape(content) for name, content in found}


def picture(server: ServerProcess, path: str) -> Image.Image:
    answer = ask(server, "GET", path)
    assert (answer.status, answer.headers["content-type"]) == (200, "image/png"), answer.body
    return Image.open(io.BytesIO(answer.body))


async def test_a_shared_position_has_a_title_words_and_a_picture(server: ServerProcess) -> None:
    clients, record = await played(server, '<Ada> & "Co"', "Bo", game="ninth")
    told = tags(server, f"/records/{record}?t=3.1&as=0")
    assert told["og:title"] == 'Ninth – <Ada> & "Co" and Bo'
    assert told["og:description"] == "Turn 3: watch the game from here."
    assert tags(server, f"/records/{record}", "fr-FR,fr;q=0.9")["og:description"] == "Revoyez la partie, coup par coup."
    assert told["og:image"] == f"{server.address}/records/{record}/picture.png?t=3.1&lang=en"
    shown = picture(server, told["og:image"].removeprefix(server.address))
    assert shown.size == (1200, 630)
    first = picture(server, f"/records/{record}/picture.png?t=0")
    assert first.tobytes() != shown.tobytes()
    last = steps(server, record).json["total"] - 1
    assert (
        picture(server, f"/records/{record}/picture.png?t=s{last}").tobytes()
        == picture(server, f"/records/{record}/picture.png?t=nonsense").tobytes()
    ), "what is no position is the end"
    await close_all(*clients)


async def test_nothing_is_told_of_a_private_game_nor_of_none(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", access="sesame")
    for cookie in ("", clients[0].cookie):
        page = ask(server, "GET", f"/records/{record}", cookie=cookie)
        assert (page.status, b"og:" in page.body) == (200, False)
        assert ask(server, "GET", f"/records/{record}/picture.png", cookie=cookie).code == "room_closed"
    assert b"og:" not in ask(server, "GET", "/records/none").body
    assert ask(server, "GET", "/records/none/picture.png").status == 404
    await close_all(*clients)


def middle_of(game_id: str, seats: int) -> tuple[Position, Sequence[Seat]]:
    game = find_game(game_id)
    begun = random_game(game, seats, game.options(), 4)
    assert not isinstance(begun, Refusal)
    record = finished(game, begun)
    whole = list(positions(game, record.state, record.steps))
    return whole[len(whole) // 2], [Seat(f"Player {seat}", "blue") for seat in range(seats)]


@pytest.mark.parametrize(
    ("game_id", "seats"),
    [("ninth", 2), ("diggers", 4), ("noe", 6), ("gigogne", 4), ("kitty", 2), ("examples/tictactoe/tictactoe.py", 2)],
)
def test_any_game_has_a_picture_that_tells_no_more_than_everyone_saw(game_id: str, seats: int) -> None:
    position, people = middle_of(game_id, seats)
    game = find_game(game_id)
    drawn = draw_picture(game, people, seen(game, position, "everyone"), 5, "fr")
    assert Image.open(io.BytesIO(drawn)).size == (1200, 630)
    if game_id == "noe":
        is_open = draw_picture(game, people, seen(game, position, "open"), 5, "fr")
        assert is_open != drawn, "it would have shown the reinforcements"


def test_what_holds_of_a_card_is_told_by_its_name_alone() -> None:
    zone = next(zone for zone in load_game("ninth").zones if zone.field == "board")
    lines = _lines_of({"card": "venus", "face_down": True}, zone, "en")
    assert [[piece.text for piece in line] for line in lines] == [["Venus"], ["face down"]]


def test_a_long_name_is_cut() -> None:
    position, people = middle_of("gigogne", 2)
    game = load_game("gigogne")
    long = [Seat("W" * 24, "rose"), *people[1:]]
    assert draw_picture(game, long, seen(game, position, "everyone"), 5, "en")
