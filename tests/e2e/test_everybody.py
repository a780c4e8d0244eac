"""Nobody is left out: axe finds nothing, nothing scrolls sideways, boards fit a phone."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Watch
from tests.e2e.tables import play_on, sit_down
from tests.server.serving import ServerProcess, ask

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
TABLES = {"ninth": (2, 9), "diggers": (4, 30), "noe": (6, 14), "gigogne": (4, 8), "kitty": (2, 14)}
"""The largest seat count of each game, and moves before it is looked at."""


async def faults_of(page: Page) -> list[str]:
    """What axe finds on a page."""
    await page.evaluate(AXE)
    found: dict[str, Any] = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


async def scrolls_sideways(page: Page) -> bool:
    return bool(await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/rooms", "/me", "/new/noe", "/local/ninth", "/rules/diggers", "/nowhere"])
async def test_axe_finds_nothing_and_nothing_scrolls_sideways(
    person: PagesOf, watch: Watch, path: str, theme: str
) -> None:
    if path == "/nowhere":
        watch.expect("404")
    somebody = await person("Camille", theme=theme, size="desk" if theme == "light" else "narrow")
    await somebody.page.goto(path)
    await expect(somebody.page.get_by_role("heading").first).to_be_visible()
    await somebody.page.wait_for_timeout(300)
    assert await faults_of(somebody.page) == []
    await somebody.page.set_viewport_size({"width": 320, "height": 640})
    assert not await scrolls_sideways(somebody.page)


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_in_a_waiting_room(person: PagesOf, theme: str) -> None:
    somebody = await person("Camille", theme=theme)
    code = await somebody.make_room("noe", capacity=6, policy="ready")
    await somebody.sit_at(code)
    await somebody.page.wait_for_timeout(300)
    assert await faults_of(somebody.page) == []
    await somebody.page.set_viewport_size({"width": 320, "height": 640})
    assert await faults_of(somebody.page) == []
    assert not await scrolls_sideways(somebody.page)


@pytest.mark.parametrize("game", list(TABLES))
async def test_a_table_fits_a_phone_without_scrolling_and_axe_finds_nothing(
    server: ServerProcess, person: PagesOf, game: str
) -> None:
    seats, moves = TABLES[game]
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, game, seats)
        await play_on(company, moves, seed=4)
        await company.tables[0].close()
        for theme in ("light", "dark"):
            somebody = await person("", theme=theme, size="phone", cookie=company.cookie)
            await somebody.sit_at(company.code)
            await expect(somebody.page.locator("#board")).to_be_visible()
            await somebody.page.wait_for_timeout(300)
            assert await faults_of(somebody.page) == []
            whole = await somebody.page.evaluate("document.documentElement.scrollHeight - innerHeight")
            assert whole <= 0, "the page scrolls"
            inside = await somebody.page.evaluate(
                """() => { const board = document.getElementById('board');
                    return [board.scrollHeight - board.clientHeight, board.scrollWidth - board.clientWidth]; }"""
            )
            assert max(inside) <= 1, f"the board is cut off: {inside}"
            await somebody.page.set_viewport_size({"width": 320, "height": 640})
            assert not await scrolls_sideways(somebody.page)
            await somebody.page.set_viewport_size({"width": 1440, "height": 900})
            assert await faults_of(somebody.page) == []


def test_the_policy_allows_no_inline_script(server: ServerProcess) -> None:
    policy = ask(server, "GET", "/").headers["content-security-policy"]
    assert policy is not None
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_the_pages_are_sent_compressed_and_the_hashed_ones_are_kept(server: ServerProcess) -> None:
    front = ask(server, "GET", "/r/K7M2QX", headers=[("accept-encoding", "gzip, br")])
    assert front.status == 200
    assert front.headers["content-encoding"] == "br"
    assert front.headers["cache-control"] == "no-cache"
    html = ask(server, "GET", "/").body.decode()
    script = html.split('src="')[1].split('"')[0]
    answer = ask(server, "GET", script, headers=[("accept-encoding", "gzip")])
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in (answer.headers["cache-control"] or "")
    assert ask(server, "GET", "/", headers=[("if-none-match", front.headers["etag"] or "")]).status == 304


def test_what_is_not_there_is_said_in_a_page(server: ServerProcess) -> None:
    assert ask(server, "GET", "/nothing-here").status == 404
    assert ask(server, "GET", "/assets/../../secret").status in {400, 404}
