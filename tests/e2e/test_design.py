"""The bench of `tablee design` in a browser: seats, state, actions, saves and faults."""

import re
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.design.nim import SOURCE
from tests.design.serving import BenchProcess
from tests.e2e.browser import new_context
from tests.e2e.people import Watch
from tests.e2e.test_everybody import faults_of


async def open_bench(browser: Browser, bench: BenchProcess, watch: Watch, language: str = "en") -> Page:
    context = await new_context(browser, bench.address, language=language)
    page = await context.new_page()
    watch.follow(page)
    await page.goto(bench.page)
    return page


async def test_an_author_plays_edits_steps_back_and_mends_the_file(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "heap.py"
    file.write_text(SOURCE, encoding="utf-8")
    with BenchProcess(file, tmp_path) as bench:
        watch = Watch(bench.address)
        # The browser itself tells of what was refused.
        watch.expect("422")
        page = await open_bench(browser, bench, watch)
        left = page.locator("[role=treeitem][data-path=left]")
        await expect(left).to_contain_text("10")
        await page.keyboard.press("3")
        await expect(left).to_contain_text("7")

        # A seat sees its own charm only, the author all of them.
        board = page.get_by_role("main")
        await expect(board).to_contain_text(re.compile("coin", re.IGNORECASE))
        await page.keyboard.press("F1")
        await expect(board).not_to_contain_text(re.compile("coin", re.IGNORECASE))
        await expect(board).to_contain_text(re.compile("ring", re.IGNORECASE))

        # What the type does not allow is refused in a sentence; Escape leaves it as it was.
        await left.focus()
        await page.keyboard.press("Enter")
        await page.get_by_label("New value of left").fill("many")
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("alert")).to_contain_text("left can’t be that: expected `int`, got `str`.")
        await page.get_by_label("New value of left").fill("2")
        await page.keyboard.press("Enter")
        await expect(left).to_contain_text("2")
        await expect(page.get_by_text("edited", exact=True)).to_be_visible()
        await page.get_by_role("button", name="Step back").click()
        await expect(left).to_contain_text("7")

        # A fault of the file is told with its line, and the position stays.
        file.write_text(SOURCE.replace("state.left) + 1", "state.rest) + 1"), encoding="utf-8")
        alert = page.get_by_role("alert")
        await expect(alert).to_contain_text("In legal, AttributeError")
        await expect(alert).to_contain_text(re.compile(r"heap\.py, line \d+ return \[Take"))
        await expect(left).to_contain_text("7")
        file.write_text(SOURCE.replace("left=10", "left=20"), encoding="utf-8")
        await expect(left).to_contain_text("17")
        await expect(alert).to_have_count(0)

        assert await faults_of(page) == []
        await page.get_by_role("button", name="Save this position").click()
        await page.get_by_label("What does it show?").fill("Three are taken")
        await page.get_by_role("button", name="Save this position").click()
        await expect(page.get_by_text("Saved in")).to_contain_text("test_heap_positions.py")
        watch.assert_calm()
        await page.context.close()


async def test_one_of_our_games_has_its_own_board_in_french(browser: Browser, tmp_path: Path) -> None:
    with BenchProcess("gigogne", tmp_path) as bench:
        watch = Watch(bench.address)
        page = await open_bench(browser, bench, watch, "fr")
        await page.locator("[data-air=paper] [data-legal]").first.click()
        await page.locator(
            "[data-air=paper] [data-place^=cell][data-legal], [data-air=paper] [role=gridcell][data-legal]"
        ).first.click()
        await expect(page.get_by_role("slider", name="Moment de la partie")).to_have_attribute("aria-valuenow", "1")
        await expect(page.get_by_role("heading", name="Permis à")).to_be_visible()
        watch.assert_calm()
        await page.context.close()
