"""Lessons come over HTTP, once: whoever has them needs the server no more."""

import gzip
import json
from pathlib import Path

import msgspec

from tablee.kernel.registry import folder_of, load_game
from tablee.lessons.compiling import compile_lesson
from tablee.lessons.finding import files_beside, read_file
from tests.server.serving import ServerProcess, ask

TICTACTOE = Path("examples/tictactoe")


def test_the_lessons_of_a_game_are_sent_whole_small_and_once(server: ServerProcess) -> None:
    listed = {game["id"]: game["lessons"] for game in ask(server, "GET", "/api/games").json}
    assert [lesson["id"] for lesson in listed["ninth"]] == ["basics", "powers"]
    answer = ask(server, "GET", "/api/games/ninth/lessons")
    here = [compile_lesson(load_game("ninth"), read_file(file)) for file in files_beside(folder_of("ninth"))]
    assert answer.json == json.loads(msgspec.json.encode(here))
    again = ask(server, "GET", "/api/games/ninth/lessons", headers=[("if-none-match", answer.headers["etag"])])
    assert (again.status, again.body) == (304, b"")


def test_they_are_small_when_gzipped(server: ServerProcess) -> None:
    for game in ("ninth", "diggers", "noe", "gigogne", "kitty"):
        body = json.dumps(ask(server, "GET", f"/api/games/{game}/lessons").json).encode()
        assert len(gzip.compress(body)) < 20_000, game


def test_a_game_that_is_not_here_has_none(server: ServerProcess) -> None:
    assert ask(server, "GET", "/api/games/chess/lessons").status == 400


def test_a_lesson_that_does_not_hold_is_left_out_and_the_log_says_why(tmp_path: Path) -> None:
    (tmp_path / "lessons").mkdir()
    source = (TICTACTOE / "tictactoe.py").read_text(encoding="utf-8")
    (tmp_path / "mine.py").write_text(source.replace("tictactoe", "mine"), encoding="utf-8")
    good = (TICTACTOE / "lessons/basics.toml").read_text(encoding="utf-8").replace("tictactoe", "mine")
    (tmp_path / "lessons/a.toml").write_text(good.replace("cell = 8", "cell = 0"), encoding="utf-8")
    (tmp_path / "lessons/b.toml").write_text(good, encoding="utf-8")
    (tmp_path / "lessons/other.toml").write_text(good.replace('"mine"', '"chess"'), encoding="utf-8")
    with ServerProcess(tmp_path, games=str(tmp_path / "mine.py")) as server:
        assert [lesson["id"] for lesson in ask(server, "GET", "/api/games/mine/lessons").json] == ["b"]
        logged = server.log
    assert "a.toml, step 2: mark(cell=0) is not allowed" in logged
