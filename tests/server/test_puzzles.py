"""The puzzle of a day comes over HTTP, once: whoever has it needs the server no more."""

import gzip
import json
from datetime import UTC, date, datetime, timedelta

import msgspec

from tablee.puzzles.days import compiled
from tests.server.serving import ServerProcess, ask

DAY = date(2026, 1, 7)


def test_a_days_puzzles_are_sent_whole_small_and_once(server: ServerProcess) -> None:
    for game in ("gigogne", "kitty"):
        answer = ask(server, "GET", f"/api/puzzles/{DAY}/{game}")
        assert answer.json == json.loads(msgspec.json.encode(compiled(game, DAY)))
        assert len(gzip.compress(json.dumps(answer.json).encode())) < 8_000
        again = ask(server, "GET", f"/api/puzzles/{DAY}/{game}", headers=[("if-none-match", answer.headers["etag"])])
        assert (again.status, again.body) == (304, b"")


def test_what_is_no_day_what_has_not_come_and_what_has_no_puzzle_is_refused(server: ServerProcess) -> None:
    today = datetime.now(UTC).date()
    assert ask(server, "GET", f"/api/puzzles/{today}/kitty").status == 200
    for day, game, why in (
        ("someday", "kitty", "That’s no date"),
        ("2026-13-01", "kitty", "That’s no date"),
        ("2026-01-04", "kitty", "That day has no puzzle"),
        (str(today + timedelta(2)), "kitty", "That day has no puzzle"),
        (str(today), "ninth", "There is no such game here"),
    ):
        answer = ask(server, "GET", f"/api/puzzles/{day}/{game}")
        assert answer.status == 400
        assert answer.json["refusal"]["text"]["en"].startswith(why)
