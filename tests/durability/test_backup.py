"""`tablee backup` and `tablee restore`, while the server runs."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tablee.client import Client, RefusedError, Table
from tests.commands import tablee
from tests.durability.killing import audit_of
from tests.durability.players import parties_of_all_games, play_on, stop
from tests.durability.serving import Serve, Server


async def test_a_backup_made_under_load_holds_all_that_was_acked_before_it(serve: Serve, tmp_path: Path) -> None:
    server: Server = await asyncio.to_thread(serve)
    parties = parties_of_all_games([[server.address]], random.Random(11))[:-1]
    tasks = [asyncio.create_task(party.play()) for party in parties]
    copy = tmp_path / "copy.db"
    try:
        await play_on(parties, 5)
        acked = {id_ for party in parties for player in party.players for id_ in player.acts}
        told = await _tablee("backup", str(copy), "--data", str(server.data))
        assert told == (0, f"Backed up {server.data} to {copy}.\n", "")
        await play_on(parties, 1)
    finally:
        await stop(tasks, parties)
    assert await asyncio.to_thread(server.end) == 0
    assert not server.faults, "nobody was held up"
    assert (await audit_of("", server.data, parties)).faults == []
    restored = tmp_path / "restored"
    assert (await _tablee("restore", str(copy), "--data", str(restored)))[0] == 0
    for party in parties:
        for player in party.players:
            player.notebook.shown.clear()
            player.notebook.answers = {id_: player.notebook.answers[id_] for id_ in player.acts & acked}
            player.acts &= acked
    findings = await audit_of("", restored, parties)
    assert findings.faults == []
    assert findings.acked == len(acked)


async def test_a_restore_under_a_running_server_takes_everybody_back_to_the_copy(serve: Serve, tmp_path: Path) -> None:
    server: Server = await asyncio.to_thread(serve)
    ann, ben = await Client.connect(server.address, "Ann"), await Client.connect(server.address, "Ben")
    try:
        room = (await ann.create_room("gigogne", clock=30)).id
        tables = await ann.join(room), await ben.join(room)
        await _move(tables)
        kept = await _move(tables)
        assert (await _tablee("backup", str(tmp_path / "copy.db"), "--data", str(server.data)))[0] == 0
        lost = [await _move(tables) for _ in range(3)]
        newer = (await ann.create_room("kitty")).id
        code, said, _ = await _tablee("restore", str(tmp_path / "copy.db"), "--data", str(server.data))
        assert code == 0
        assert said == f"Restored {tmp_path / 'copy.db'} into {server.data}.\n"
        # They are sent out and come back by themselves, to the game as it was, and play on.
        for table in tables:
            await asyncio.wait_for(table.until(lambda room: room["play"]["seen"][0]["turn"] == kept), 30)
        assert await _move(tables) == lost[0]
        with pytest.raises(RefusedError) as refused:
            await ben.watch(newer)
        assert refused.value.refusal.code == "room_closed", "it was opened after the copy was made"
    finally:
        await ann.close()
        await ben.close()
    assert await asyncio.to_thread(server.end) == 0


async def test_what_is_no_copy_is_not_restored_and_the_server_goes_on(serve: Serve, tmp_path: Path) -> None:
    server: Server = await asyncio.to_thread(serve)
    (tmp_path / "nonsense").write_bytes(b"nonsense" * 1000)
    code, said, complained = await _tablee("restore", str(tmp_path / "nonsense"), "--data", str(server.data))
    assert code == 1
    assert said == ""
    assert "Traceback" not in complained
    assert complained.startswith("tablee: ")
    code, _, complained = await _tablee("restore", str(tmp_path / "nothing"), "--data", str(server.data))
    assert (code, complained) == (1, f"tablee: There is no file {tmp_path / 'nothing'}.\n")
    code, _, complained = await _tablee("backup", str(tmp_path / "copy.db"), "--data", str(tmp_path / "nowhere"))
    assert (code, complained) == (1, f"tablee: There is no store in {tmp_path / 'nowhere'}.\n")
    assert server.is_ready


async def _move(tables: tuple[Table, Table]) -> int:
    """Somebody moves, and both see it; the turn it is now."""
    for table in tables:
        await table.until(lambda room: room["status"] == "playing")
    mover = next(table for table in tables if _seen(table)["legal"])
    await mover.act(_seen(mover)["legal"][0])
    turn: int = _seen(mover)["turn"]
    for table in tables:
        await table.until(lambda room: room["play"]["seen"][0]["turn"] == turn)
    return turn


def _seen(table: Table) -> dict[str, Any]:
    assert table.room is not None
    seen: dict[str, Any] = table.room["play"]["seen"][0]
    return seen


async def _tablee(*arguments: str) -> tuple[int, str, str]:
    """Run the command: its exit code, and what it said."""
    done = await asyncio.to_thread(tablee, *arguments)
    return done.returncode, done.stdout, done.stderr
