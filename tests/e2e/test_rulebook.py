"""The rules are read: found in, tried on the real board, and opened where something at the table asks for them."""

import re

from playwright.async_api import expect

from tests.e2e.conftest import PagesOf


async def test_the_rules_are_tried_on_the_board_searched_and_opened_from_the_table(person: PagesOf) -> None:
    reader = await person("Camille")
    page = reader.page
    await page.goto("/rules/gigogne#how-to-win")
    await expect(page.get_by_role("heading", name="How to win")).to_be_in_viewport()
    board = page.locator('[data-position="cover"]')
    told = board.get_by_role("status")
    squares = board.locator("[data-place^='cell-']:not([data-place$='-all'])")
    await expect(squares).to_have_count(4)
    # What is legal works; what is not is refused in the game's own words.
    await board.locator("[data-legal][aria-label^='Large']").click()
    await board.locator("[data-place='cell-2-all'][data-legal]").click()
    await expect(told).to_have_text("Ada shows 0, 1 and 2, and wins.")
    await expect(squares).to_have_count(5)
    await board.get_by_role("button", name="Reset").click()
    await expect(squares).to_have_count(4)
    await board.get_by_role("button", name="Show: A small square in cell 2").click()
    await expect(told).to_have_text("Allowed, but it lies under Ben’s medium one, out of sight.")
    await board.get_by_role("button", name="Why?").click()
    await expect(page.get_by_role("heading", name="Your turn")).to_be_focused()
    # Words are found and counted, and one goes on from place to place.
    await page.keyboard.press("/")
    await page.keyboard.type("DIAGONÁL")
    await expect(page.locator("article mark")).to_have_text(["diagonal"])
    await expect(page.get_by_role("search").get_by_role("status")).to_have_text("1 place")
    await expect(page.get_by_role("link", name=re.compile("How to win *1"))).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page.locator("mark.now")).to_be_in_viewport()
    await page.get_by_role("link", name="Options").click()
    await expect(page.get_by_role("heading", name="Options")).to_be_in_viewport()
    # At a table: the rule behind a refusal, and behind a line of the log.
    code = await reader.make_room("kitty", capacity=2, policy="full", bots=["easy"])
    await reader.sit_at(code)
    legal = page.locator("[data-legal]:visible")
    await expect(legal.first).to_be_visible()
    await page.locator("[data-tile='0']").click(force=True)  # it says that it is disabled, and why
    await page.get_by_role("alert").get_by_role("button", name="Why?").click()
    await expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    await expect(page.get_by_role("heading", name="Your turn")).to_be_in_viewport()
    await page.get_by_role("tab", name="Log").click()
    await page.keyboard.press("Escape")
    for _ in range(3):  # draw, choose a heart, place it
        await legal.first.click()
    await page.get_by_role("button", name=re.compile("The rule: You place")).first.click()
    await expect(page.get_by_role("heading", name="What a heart is worth")).to_be_in_viewport()
