"""Following what the others do: one thing at a time, marked, and once more for who asks. With motion."""

import asyncio
import re
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tablee.client.errors import TableGone
from tests.e2e.conftest import PagesOf
from tests.e2e.tables import Company, sit_down
from tests.patience import at_leisure
from tests.server.serving import ServerProcess

SEEN_MS = 650
"""An action stays in sight for 800 ms; timers and frames may be a little early."""

NOTE_CHANGES = """(what) => {
  window.noted = [];
  const note = () => {
    const count = document.querySelectorAll(what).length;
    if (window.noted.at(-1)?.count !== count) {
      const legal = document.querySelectorAll('[data-legal]').length;
      window.noted.push({ count, legal, at: performance.now() });
    }
  };
  note();
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
"""Note when the number of things on the page changes, and how many could be played then."""

NOTE_WHAT_IS_SAID = """() => {
  window.said = [];
  const status = document.querySelector('main [role=status]');
  const note = () => window.said.push({
    text: status.textContent,
    legal: document.querySelectorAll('[data-legal]').length,
  });
  new MutationObserver(note).observe(status, { childList: true, subtree: true, characterData: true });
}"""
"""Note what a screen reader says is to be done, and how many things could be played then."""

SQUARES = ".cell [data-place$=small], .cell [data-place$=medium], .cell [data-place$=large]"


async def act(company: Company, seat: int, **action: Any) -> None:
    """Let somebody else act at once."""
    table = company.tables[seat]
    turn = await asyncio.wait_for(table.my_turn(), 10)
    assert turn is not None
    chosen = next(legal for legal in turn.legal if legal.items() >= action.items())
    await table.act(chosen, turn=turn)
    assert table.room is not None
    async for room in company.tables[-1].changes():
        if room["version"] >= table.room["version"]:
            break


async def at_gigogne(
    stack: AsyncExitStack, server: ServerProcess, person: PagesOf, size: str = "desk"
) -> tuple[Company, Page]:
    """Three at a table; the first one's seat is in a browser with motion, and the second is to begin."""
    company = await sit_down(stack, server.address, "gigogne", 3)
    while company.to_act() != [1]:
        await act(company, company.to_act()[0], type="place")
    await company.tables[0].close()
    somebody = await person("", calm=False, cookie=company.cookie, size=size)
    await somebody.page.goto(f"/r/{company.code}")
    await expect(somebody.page.locator("#board")).to_be_visible()
    await expect(somebody.page.get_by_role("status")).to_have_text("Jules is thinking")
    return company, somebody.page


async def test_each_action_waits_until_the_last_was_seen_and_nothing_is_asked_before(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person)
        await page.evaluate(NOTE_CHANGES, SQUARES)
        await page.evaluate(NOTE_WHAT_IS_SAID)
        for seat in (1, 2):
            await act(company, seat, size="large")
        await expect(page.get_by_text("Your turn").first).to_be_visible()
        await expect(page.get_by_role("status")).to_have_text("Your turn: choose a square")
        said = await page.evaluate("window.said")
        assert [each["text"] for each in said] == ["Inès is thinking", "Your turn: choose a square"]
        assert said[-1]["legal"] > 0
        first, *noted = await page.evaluate("window.noted")
        squares = [each for each in noted if each["count"] > first["count"]]
        assert [each["count"] for each in squares] == [first["count"] + 1, first["count"] + 2]
        one, two = squares
        assert two["at"] - one["at"] >= SEEN_MS
        assert one["legal"] == 0


async def test_a_click_shows_all_at_once_and_plays_nothing(server: ServerProcess, person: PagesOf) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person)
        await page.evaluate("localStorage.setItem('tablee.pace', 'slow')")
        await page.reload()
        await expect(page.get_by_text("Jules is thinking").first).to_be_visible()
        before = await page.locator(SQUARES).count()
        for seat in (1, 2):
            await act(company, seat, size="large")
        await expect(page.locator(SQUARES)).to_have_count(before + 1)
        stack_of_squares = page.locator("[aria-keyshortcuts='1']")
        await stack_of_squares.click(force=True)
        assert await page.locator(SQUARES).count() == before + 2
        await expect(page.get_by_text("Your turn").first).to_be_visible()
        await page.wait_for_timeout(100)
        await expect(page.locator(".cell[data-legal]")).to_have_count(0)
        for _ in range(3):  # A press that comes together with a step only shows that step.
            if not await page.locator(".cell[data-legal]").count():
                await stack_of_squares.click()
                await page.wait_for_timeout(300)
        await expect(page.locator(".cell[data-legal]").first).to_be_visible()


WATCH = """squares => {
    window.seen = new Set();
    const look = () => {
        for (const mark of document.querySelectorAll('[data-mark]')) window.seen.add(mark.dataset.mark);
        const legal = document.querySelectorAll('[data-legal]').length;
        window.seen.add(`${document.querySelectorAll(squares).length} squares, ${legal} legal`);
    };
    const watch = () => (look(), requestAnimationFrame(watch));
    requestAnimationFrame(watch);
}"""
"""Note all that is seen from now on: a busy machine may look away while something is shown for less than a second."""


async def test_the_last_move_is_marked_until_one_acts_and_seen_again_on_demand(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person)
        await act(company, 1, size="large", cell=0)
        await act(company, 2, size="large", cell=1)
        marks = page.locator("[data-mark]")
        await expect(page.locator("[data-mark='cell-1-all']")).to_be_visible()
        await expect(marks).to_have_count(1)
        again = page.get_by_role("button", name="See again: the others’ turns, 2 actions")
        await expect(again.first).to_be_visible()
        squares = await page.locator(SQUARES).count()
        await page.evaluate(WATCH, SQUARES)
        await page.keyboard.press("r")
        seen: list[str] = []
        async with asyncio.timeout(at_leisure(20)):
            while "cell-0-all" not in seen:
                seen = await page.evaluate("[...window.seen]")
        await page.keyboard.press("x")
        assert f"{squares - 2} squares, 0 legal" in seen
        assert not any(told.startswith(f"{squares - 2} squares") and not told.endswith(" 0 legal") for told in seen)
        await expect(page.locator(SQUARES)).to_have_count(squares)
        await expect(page.locator("[data-mark='cell-1-all']")).to_be_visible()
        await page.keyboard.press("1")
        await page.locator(".cell[data-legal]").first.click()
        await expect(marks).to_have_count(0)
        await expect(again).to_have_count(0)


async def test_who_comes_back_sees_the_last_move_marked_and_can_see_the_others_turns_again(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person)
        for seat in (1, 2):
            await act(company, seat, size="large")
        await page.reload()
        await expect(page.locator("[data-mark]")).to_have_count(1)
        await expect(page.get_by_text("Your turn").first).to_be_visible(timeout=at_leisure(1) * 1000)
        again = page.get_by_role("button", name="See again: the others’ turns, 2 actions")
        await expect(again.first).to_be_visible()
        squares = await page.locator(SQUARES).count()
        await page.keyboard.press("r")
        await expect(page.locator(SQUARES)).to_have_count(squares - 2)
        await expect(page.locator(SQUARES)).to_have_count(squares)


async def test_an_attack_is_told_to_its_end_before_the_next_begins(server: ServerProcess, person: PagesOf) -> None:
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, "noe", 3)
        while company.to_act() != [1]:
            await act(company, company.to_act()[0], type="charge")
        await company.tables[0].close()
        somebody = await person("", calm=False, cookie=company.cookie)
        page = somebody.page
        await page.goto(f"/r/{company.code}")
        await expect(page.get_by_text("Jules is thinking").first).to_be_visible()
        await act(company, 1, type="attack", target=2)
        await act(company, 2, type="attack", target=1)
        scene = page.locator("[data-telling]")
        await expect(scene.get_by_role("heading", name="Jules attacks Inès")).to_be_visible()
        await expect(page.get_by_role("tabpanel")).to_be_visible()
        await expect(page.get_by_role("tabpanel")).not_to_contain_text("Jules attacks Inès")
        await expect(scene.get_by_text("Next: Inès’s move")).to_be_visible()
        await page.wait_for_timeout(2 * SEEN_MS)
        await expect(scene.get_by_role("heading", name="Jules attacks Inès")).to_be_visible()
        # A key that is for a dialog over the table ends no scene.
        await page.get_by_role("button", name="Leave the game").click()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("dialog")).to_have_count(0)
        await expect(scene.get_by_role("heading", name="Jules attacks Inès")).to_be_visible()
        await page.keyboard.press("Space")
        await expect(scene.get_by_role("heading", name="Inès attacks Jules")).to_be_visible()
        await expect(page.get_by_role("tabpanel")).to_contain_text("Jules attacks Inès")
        await expect(page.get_by_text("Choose an action")).to_have_count(0)
        await page.keyboard.press("Space")
        await expect(page.get_by_text("Choose an action").first).to_be_visible()


WATCH_THE_END = """() => {
  window.ended = {};
  const note = () => {
    if (document.querySelector('.winning')) window.ended.won ??= performance.now();
    if (document.querySelector('.result')) window.ended.told ??= performance.now();
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""
"""Note when the winning line is lit, and when the result comes."""

ZOOMED_IN_HALF: ViewportSize = {"width": 640, "height": 360}
"""A laptop of 1280 by 720 at 200 %: the board and the result share little room."""

WIN = ((0, "large"), (1, "large"), (2, "large"))


async def win_a_row(company: Company, page: Page) -> None:
    """Jules fills the top row, and the others play elsewhere."""
    for (cell, size), (mine, theirs) in zip(WIN, ((3, 6), (4, 7), (None, None)), strict=True):
        await act(company, 1, size=size, cell=cell)
        if mine is None:
            return
        await act(company, 2, size="small", cell=theirs)
        await expect(page.locator("[data-legal]").first).to_be_visible()
        await page.keyboard.press("3")
        await page.locator(f".cell[data-cell='{mine}']").click()


@pytest.mark.parametrize("size", ["desk", "phone"])
async def test_the_end_is_seen_before_the_result_comes_beside_it(
    server: ServerProcess, person: PagesOf, size: str
) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person, size=size)
        await page.evaluate(WATCH_THE_END)
        await win_a_row(company, page)
        result = page.get_by_role("region", name="Jules wins")
        await expect(result).to_be_visible()
        ended = await page.evaluate("window.ended")
        assert ended["told"] - ended["won"] >= 1400
        await expect(result.get_by_text("Three visible squares in the top row")).to_be_visible()
        await expect(result.get_by_text("Large, top left")).to_be_visible()
        await expect(result.get_by_role("heading", name="Jules wins")).to_be_focused()
        board, told = await page.locator("#board").bounding_box(), await result.bounding_box()
        assert board is not None
        assert told is not None
        assert told["x"] >= board["x"] + board["width"] - 1 or told["y"] >= board["y"] + board["height"] - 1
        await page.keyboard.press("Space")
        await expect(page.get_by_role("button", name="Play again")).to_be_visible()
        await page.set_viewport_size(ZOOMED_IN_HALF)
        last, told = await page.locator(".winning").last.bounding_box(), await result.bounding_box()
        assert last is not None
        assert told is not None
        assert told["x"] >= last["x"] + last["width"]
        if size == "desk":
            await page.get_by_role("button", name="New opponent").click()
            await expect(page.get_by_role("dialog", name="Gigogne")).to_contain_text("Open to all")
            await expect(page).to_have_url(re.compile(r":\d+/$"))


async def test_the_series_counts_the_games_of_a_room(server: ServerProcess, person: PagesOf) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person)
        await win_a_row(company, page)
        await expect(page.locator(".result")).to_be_visible()
        await expect(page.locator(".result .pips")).to_have_count(0)
        await page.get_by_role("button", name="Play again").click()
        for table in company.tables[1:]:
            await table.ask("vote", again=True)
        await expect(page.locator(".result")).to_have_count(0)
        await expect(page.get_by_role("tabpanel")).to_be_visible()
        for table in company.tables[1:]:
            with suppress(TableGone):
                await table.ask("leave")
        result = page.get_by_role("region", name="You win!")
        await expect(result.get_by_role("img", name="1 of 2 games won")).to_have_count(2)
