"""docs/writing-a-client.md and examples/random_bot.py: what a bot author copies works."""

import asyncio
import io
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from random_bot import play
from tablee import client
from tablee.client import Client, ClientError, RefusedError, Table, Turn
from tablee.kernel.registry import game_ids
from tests.protocol.pages import ROOT, code_in, page, rows_in
from tests.server.serving import ServerProcess

PAGE = "docs/writing-a-client.md"
BOT = ROOT / "examples/random_bot.py"


@pytest.mark.parametrize("game", game_ids())
async def test_random_bots_play_a_game_to_its_end(server: ServerProcess, game: str) -> None:
    async with await Client.connect(server.address, "Host") as host:
        seats = 3 if game in ("diggers", "noe") else 2
        room = await host.create_room(game, capacity=seats)
        table = await host.join(room.code)
        names = [f"Bot {number}" for number in range(1, seats)]
        bots = [asyncio.create_task(asyncio.to_thread(play, server.address, room.code, name)) for name in names]
        while (turn := await table.my_turn()) is not None:
            await table.act(turn.legal[0], turn=turn)
        outcomes = await asyncio.gather(*bots)
        assert outcomes == [table.outcome] * len(bots)
        assert table.outcome is not None


async def test_the_bot_runs_as_a_program(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Host") as host:
        room = await host.create_room("gigogne")
        table = await host.join(room.code)
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(BOT), server.address, room.code, stdout=asyncio.subprocess.PIPE
        )
        while (turn := await table.my_turn()) is not None:
            await table.act(turn.legal[0], turn=turn)
        printed, _ = await bot.communicate()
        assert bot.returncode == 0
        assert re.fullmatch(r"Winners: \[[01]?\] \(\w+\)\.\n", printed.decode())


def test_the_programs_of_the_page_run(server: ServerProcess) -> None:
    _, _, program, schema = re.findall(r"^```python\n(.*?)^```", page(PAGE), flags=re.DOTALL | re.MULTILINE)
    printed = io.StringIO()
    with redirect_stdout(printed):
        here = program.replace("http://127.0.0.1:8000", server.address)
        exec(compile(here, PAGE, "exec"), {"__name__": "example"})
    assert re.fullmatch(r"\([01]?,?\) \w+\n\d+ moves\n", printed.getvalue())
    exec(compile(schema, PAGE, "exec"), {"__name__": "example"})


def test_the_heart_of_the_bot_is_the_bot_of_the_example() -> None:
    heart = re.findall(r"^```python\n(.*?)^```", page(PAGE), flags=re.DOTALL | re.MULTILINE)[0]
    source = Path(BOT).read_text(encoding="utf-8")
    assert all(line.strip() in source for line in heart.splitlines())


def test_every_call_of_the_client_is_told() -> None:
    cells = [row[0] for row in rows_in(page(PAGE))]
    told = {name for cell in cells for code in code_in(cell) for name in re.findall(r"\.(\w+)", code)}
    for type_ in (Client, Table, Turn):
        public = {name for name in vars(type_) if not name.startswith("_") and name not in NOT_FOR_BOTS}
        assert public <= told, type_
    assert all(hasattr(client, name) for name in re.findall(r"`(\w+(?:Error|Failed|Gone))`", page(PAGE)))


NOT_FOR_BOTS = {"open", "close", "gone"}
"""What the client itself calls, and what a bot hears as an error."""


async def test_an_action_that_was_chosen_for_a_turn_that_has_passed_is_refused(server: ServerProcess) -> None:
    async with await Client.connect(server.address, "Ada") as ada, await Client.connect(server.address, "Bob") as bob:
        room = await ada.create_room("gigogne")
        tables = await asyncio.gather(ada.join(room.code), bob.join(room.code))
        await asyncio.gather(*(table.until(lambda room: room["status"] == "playing") for table in tables))
        first, second = sorted(tables, key=lambda table: not table.room["play"]["seen"][0]["legal"])  # type: ignore[index]  # it is shown
        passed = await first.my_turn()
        assert passed is not None
        await first.act(passed.legal[0], turn=passed)
        reply = await second.my_turn()
        assert reply is not None
        await second.act(reply.legal[0], turn=reply)
        again = await first.my_turn()
        assert again is not None
        with pytest.raises(RefusedError) as refused:
            await first.act(again.legal[0], turn=passed)
        assert refused.value.refusal.code == "stale"
        assert isinstance(refused.value, ClientError)
