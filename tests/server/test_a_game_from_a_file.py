"""A game that is being written can be served from its file, without being installed."""

import asyncio
from pathlib import Path

from tablee.client import Client, Table
from tablee.kernel.outcome import Outcome
from tests.commands import tablee
from tests.server.serving import ServerProcess, ask

TICTACTOE = "examples/tictactoe/tictactoe.py"


async def test_a_game_from_a_file_is_offered_and_played_like_any_other(tmp_path: Path) -> None:
    with ServerProcess(tmp_path, games=TICTACTOE) as server:
        shown = {game["id"]: game for game in ask(server, "GET", "/api/games").json}
        assert {"tictactoe", "gigogne"} <= set(shown)
        assert shown["tictactoe"]["zones"][0]["targets"] == ["cell"]
        assert [lesson["id"] for lesson in shown["tictactoe"]["lessons"]] == ["basics"], "found beside the file"
        async with await Client.connect(server.address, "Ada") as ada, await Client.connect(server.address, "Bo") as bo:
            made = await ada.create_room("tictactoe", clock=0)
            outcomes = await asyncio.gather(*[play_first(await person.join(made.code)) for person in (ada, bo)])
    assert {outcome.reason for outcome in outcomes if outcome} == {"line"}  # 0, 1, 2, 3, … gives a line in the end


def test_an_option_of_any_type_is_described_whole(tmp_path: Path) -> None:
    """A screen that asks for an Enum must know what can be chosen."""
    file = tmp_path / "choosy.py"
    options = """
from enum import Enum

class Pace(Enum):
    SLOW = "slow"
    QUICK = "quick"

class Choosy(Options, frozen=True):
    pace: Pace = Pace.SLOW

GAME ="""
    source = Path(TICTACTOE).read_text(encoding="utf-8").replace("tictactoe", "choosy")
    file.write_text(source.replace("options=Options", "options=Choosy").replace("\nGAME =", options))
    with ServerProcess(tmp_path, games=str(file)) as server:
        (shown,) = [game for game in ask(server, "GET", "/api/games").json if game["id"] == "choosy"]
    (option,) = shown["options"]
    assert option["schema"]["enum"] == ["quick", "slow"]
    assert option["default"] == option["schema"]["default"] == "slow"


async def play_first(table: Table) -> Outcome | None:
    """Take the first legal action, again and again."""
    async for room in table.changes():
        if room["status"] != "waiting":
            break
    while (turn := await table.my_turn()) is not None:
        await table.act(turn.legal[0], turn=turn)
    return table.outcome


def test_a_file_without_a_game_is_refused_before_the_server_starts(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("")
    said = tablee("serve", "--port=0", f"--data={tmp_path}", f"--games={tmp_path / 'empty.py'}")
    assert said.returncode == 2
    assert "has no GAME that is a tablee.kernel.Game" in said.stderr
