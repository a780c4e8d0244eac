"""Finished games in hindsight, over HTTP: begun by who asks, shown as far as it is, kept, and after the living."""

import asyncio
import multiprocessing
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import msgspec
import pytest

from tablee.analysis.figures import engine_for
from tablee.client import Client
from tablee.kernel.chance import Chance
from tablee.kernel.play import begin
from tablee.kernel.registry import load_game
from tablee.kernel.views import perspective
from tablee.server.analysing import ABANDONED, Analyses, Kept
from tablee.server.bots import Bots
from tablee.server.clock import now
from tablee.server.metrics import Metrics
from tablee.store.contract import FinishedGame
from tablee.store.opening import open_store
from tests.patience import at_leisure
from tests.server.people import close_all, within
from tests.server.serving import Answer, ServerProcess, ask
from tests.server.test_replays import played

SETTINGS = {"analysis_simulations": 30}


def analysis(server: ServerProcess, record: str, cookie: str = "", how: str = "GET", rest: str = "") -> Answer:
    return ask(server, how, f"/api/records/{record}/analysis{rest}", cookie=cookie)


async def analysed(server: ServerProcess, record: str, cookie: str) -> Any:
    """The analysis of a game, once it is whole; what was shown before on the way is never taken back."""
    assert analysis(server, record, cookie, "POST").status == 200
    seen = 0
    for _ in range(int(at_leisure(600))):
        shown = analysis(server, record, cookie).json
        assert shown["status"] in ("waiting", "running", "done")
        assert len(shown["analysis"]["decisions"]) >= seen
        seen = len(shown["analysis"]["decisions"])
        if shown["status"] == "done":
            return shown["analysis"]
        await asyncio.sleep(0.1)
    raise AssertionError("it takes too long")


async def test_whoever_asks_has_a_game_analysed_and_all_who_may_see_it_are_shown(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="kitty")
    cookie = clients[0].cookie
    assert analysis(server, record).json == {"status": "none", "analysis": None, "is_slow": True}
    assert analysis(server, record, how="POST").code == "not_signed_in"
    found = await analysed(server, record, cookie)
    assert found["is_done"]
    steps = [decision["step"] for decision in found["decisions"]]
    assert steps == sorted(steps, reverse=True)
    assert len(steps) == found["total"] > 5
    assert all(decision["answer"] is None for decision in found["decisions"])
    assert len(found["seats"]) == 2
    assert analysis(server, record).json["analysis"] == found, "to strangers too, as the game was open to all"
    later = analysis(server, record, rest="?after=3").json["analysis"]["decisions"]
    assert later == found["decisions"][3:]

    answer = analysis(server, record, rest=f"/{steps[0]}").json
    assert len(answer["options"]) == found["decisions"][0]["legal"]
    assert analysis(server, record, rest="/9999").status == 404
    await close_all(*clients)


async def test_what_was_found_is_kept_and_a_game_that_is_known_costs_nothing(serve: Any) -> None:
    server = serve(analysis_simulations=30, analyses_per_hour=1)
    clients, record = await played(server, "Ada", "Bo", game="kitty")
    found = await analysed(server, record, clients[0].cookie)
    await close_all(*clients)
    server.stop()
    server.start()
    for _ in range(3):
        assert analysis(server, record, clients[0].cookie, "POST").json["analysis"] == found


async def test_the_analysis_of_a_private_game_is_for_those_who_played(server: ServerProcess) -> None:
    clients, record = await played(server, "Ada", "Bo", game="gigogne", access="sesame")
    for how, rest in (("POST", ""), ("GET", ""), ("GET", "/1")):
        assert analysis(server, record, how=how, rest=rest).code in ("not_in_room", "not_signed_in")
    assert analysis(server, "nothing", clients[0].cookie, "POST").status == 404
    assert analysis(server, record, clients[0].cookie, "POST").status == 200
    await close_all(*clients)


async def test_one_person_can_have_so_many_games_analysed_an_hour(serve: Any) -> None:
    server = serve(analysis_simulations=30, analyses_per_hour=1)
    clients, first = await played(server, "Ada", "Bo", game="gigogne")
    others, second = await played(server, "Cy", "Di", game="gigogne")
    assert analysis(server, first, clients[0].cookie, "POST").status == 200
    assert analysis(server, first, clients[0].cookie, "POST").status == 200, "it is begun already"
    refused = analysis(server, second, clients[0].cookie, "POST")
    assert (refused.status, refused.code) == (429, "rate_limited")
    assert analysis(server, second, others[0].cookie, "POST").status == 200
    await close_all(*clients, *others)


async def test_a_server_whose_host_wants_none_analyses_nothing(serve: Any) -> None:
    server = serve(analysis_simulations=0)
    clients, record = await played(server, "Ada", "Bo", game="gigogne")
    assert analysis(server, record, clients[0].cookie, "POST").code == "bad_message"
    await close_all(*clients)


async def test_what_yields_to_bots_can_be_ended_at_any_moment() -> None:
    """A server that stopped while an analysis had just found that nobody thinks waited for it for ever."""
    bots = Bots("here", 1, Metrics())
    try:
        for moment in range(5):
            resting = asyncio.create_task(bots.rest(60))
            for _ in range(moment):
                await asyncio.sleep(0)
            if resting.cancel():
                with pytest.raises(asyncio.CancelledError):
                    await resting
    finally:
        await bots.close()


async def test_bots_of_living_games_go_first() -> None:
    bots, game = Bots("here", 1, Metrics()), load_game("gigogne")
    try:
        await bots.rest(60)  # nobody thinks
        state: Any = begin(game, 2, game.options(), Chance.seeded(1), 0)
        due = monotonic() + 0.5
        answering = asyncio.create_task(bots.answer(game, "easy", perspective(game, state, 0), due))
        await asyncio.sleep(0)
        await bots.rest(60)
        assert monotonic() >= due
        assert await answering in game.legal(state, 0)
        stuck = asyncio.create_task(bots.answer(game, "easy", perspective(game, state, 0), monotonic() + 60))
        await asyncio.sleep(0)
        await bots.rest(0.05)  # no longer than it was told to
        assert not stuck.done()
        stuck.cancel()
    finally:
        await bots.close()


async def test_a_server_that_stops_waits_for_no_analysis(serve: Any) -> None:
    server = serve(analysis_simulations=1_000_000)
    clients, record = await played(server, "Ada", "Bo", game="kitty")
    assert analysis(server, record, clients[0].cookie, "POST").json["status"] in ("waiting", "running")
    for _ in range(int(at_leisure(300))):
        if analysis(server, record).json["status"] == "running":
            break
        await asyncio.sleep(0.05)
    await close_all(*clients)
    began = monotonic()
    server.stop()
    assert monotonic() - began < at_leisure(10)
    assert not server.faults


# ── Begun by itself, and taken up again ──────────────────────────────────────────────────────────────────


async def test_a_game_against_a_bot_is_analysed_by_itself_where_nothing_else_is(serve: Any) -> None:
    server = serve(analysis_simulations=30)
    async with await Client.connect(server.address, "Ada") as ada:
        made = await ada.create_room("kitty", capacity=2, policy="full", clock=0, bots=["easy"])
        table = await ada.join(made.code)
        while (turn := await within(30, table.my_turn())) is not None:
            await table.act(turn.legal[-1], turn=turn)
        assert table.room is not None
        record = table.room["play"]["id"]
        for _ in range(int(at_leisure(300))):
            if analysis(server, record).json["status"] == "done":
                break
            await asyncio.sleep(0.1)
        assert analysis(server, record).json["analysis"]["is_done"]


@asynccontextmanager
async def analyses_of(server: ServerProcess, record: str) -> AsyncIterator[tuple[Analyses, FinishedGame]]:
    """The analyses of another process on the same store."""
    store, bots = open_store(None, server.data), Bots("here", 1, Metrics())
    await store.open("here", now(), 60_000)
    analyses = Analyses(store, bots, 30)
    try:
        finished = await store.find_game(record)
        assert finished is not None
        yield analyses, finished
    finally:
        await analyses.close()
        await bots.close()
        await store.close()


async def status_of(analyses: Analyses, finished: FinishedGame, *awaited: str) -> str:
    for _ in range(int(at_leisure(1000))):
        status = (await analyses.show(finished)).status
        if status in awaited:
            return status
        await asyncio.sleep(0.02)
    raise AssertionError(f"it never was {awaited}")


async def kill_workers(analyses: Analyses, finished: FinishedGame) -> None:
    """End the process that judges, in mid-thought or between two."""
    await status_of(analyses, finished, "running")
    while not multiprocessing.active_children():
        await asyncio.sleep(0.01)
    for worker in multiprocessing.active_children():
        worker.kill()
        worker.join()


async def test_what_a_killed_process_left_is_taken_up_again_and_not_under_way_for_ever(serve: Any) -> None:
    server = serve(analysis_simulations=30)
    clients, record = await played(server, "Ada", "Bo", game="gigogne")
    await close_all(*clients)
    server.stop()
    async with analyses_of(server, record) as (analyses, finished):
        await analyses.begin(finished)
        await kill_workers(analyses, finished)
        assert await status_of(analyses, finished, "done", "failed") == "done", "another one is asked"
        whole = (await analyses.show(finished)).analysis
        assert whole is not None

    left = msgspec.structs.replace(whole, decisions=whole.decisions[:2], is_done=False)
    for age, expected in ((0, "running"), (ABANDONED + 1, "waiting")):
        async with analyses_of(server, record) as (analyses, finished):
            body = zlib.compress(msgspec.json.encode(Kept(now() - age, left)))
            await analyses.store.keep_analysis(record, engine_for(30), body)
            shown = await analyses.show(finished)
            assert shown.status == expected
            assert shown.analysis is not None
            assert len(shown.analysis.decisions) == 2, "it goes on from there"
