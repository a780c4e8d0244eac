"""The first game of a kind: three tips beside the board, until the first action, once."""

import random

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

COVERED = """() => {
  const overlap = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const tips = boxes('[role=note]');
  const targets = boxes('main [data-legal], main .plate');
  const wrong = tips.filter((tip) => tip.left < 0 || tip.right > innerWidth || tip.bottom > innerHeight
    || tips.some((other) => other !== tip && overlap(tip, other))
    || targets.some((target) => overlap(tip, target)));
  return wrong.map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round));
}"""
"""Where tips are that cover each other, a legal target or a player, or leave the screen."""


async def first_game(person: PagesOf, game: str, **settings: object) -> Person:
    somebody = await person("Camille", is_new=True, **settings)
    people = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]
    await somebody.sit_at(await somebody.make_room(game, local=people))
    taking = somebody.page.get_by_role("button", name="I’m ")
    await expect(somebody.page.locator("#board")).to_be_visible()
    if await taking.count():
        await taking.click()
    return somebody


@pytest.mark.parametrize("game", ["ninth", "diggers", "noe", "gigogne", "kitty"])
async def test_three_tips_stand_beside_the_board_and_cover_nothing_that_is_needed(person: PagesOf, game: str) -> None:
    somebody = await first_game(person, game)
    await expect(somebody.page.get_by_role("note")).to_have_count(3)
    await somebody.page.wait_for_timeout(400)
    assert await somebody.page.evaluate(COVERED) == []


async def test_the_first_action_closes_the_tips_and_they_do_not_come_again(person: PagesOf) -> None:
    somebody = await first_game(person, "gigogne")
    notes, dice = somebody.page.get_by_role("note"), random.Random(1)
    await expect(notes).to_have_count(3)
    await somebody.page.get_by_role("note").first.get_by_role("button", name="Close").click()
    await expect(notes).to_have_count(2)
    for _ in range(2):  # a size, then a cell
        assert await somebody.click_what_glows(dice)
    await expect(notes).to_have_count(0)
    await somebody.page.reload()
    await expect(somebody.page.locator("#board")).to_be_visible()
    await expect(notes).to_have_count(0)
    await somebody.page.get_by_role("tab", name="Rules").click()
    await somebody.page.get_by_role("button", name="Show me again how it’s played").click()
    await expect(notes).to_have_count(3)
    await somebody.page.keyboard.press("Escape")
    await expect(notes).to_have_count(0)


async def test_on_a_phone_the_tips_come_one_by_one(person: PagesOf) -> None:
    somebody = await first_game(person, "gigogne", size="phone")
    notes = somebody.page.get_by_role("note")
    for title, button in (
        ("Three in line", "Next"),
        ("A size, then a cell", "Next"),
        ("The first line wins", "Got it"),
    ):
        await expect(notes).to_have_count(1)
        await expect(notes).to_contain_text(title)
        await notes.get_by_role("button", name=button).click()
    await expect(notes).to_have_count(0)


async def test_a_bot_that_begins_waits_until_the_tips_were_read(person: PagesOf) -> None:
    somebody = await person("Camille", is_new=True)
    page = somebody.page
    waiting, nothing = page.get_by_text("begins when you’re ready"), page.get_by_text("No moves yet.")
    yours = page.get_by_text("Your turn").first
    for _ in range(30):  # who begins is drawn
        if await waiting.count():
            break
        await somebody.sit_at(await somebody.make_room("gigogne", capacity=2, policy="full", bots=["easy"]))
        await expect(page.get_by_role("note")).to_have_count(3)
        await expect(waiting.or_(yours).first).to_be_visible()
    await page.get_by_role("note").first.click()  # which hastens nothing
    await expect(nothing).to_be_visible()
    await page.get_by_role("button", name="Got it").click()
    await expect(nothing).to_have_count(0)
    await expect(yours).to_be_visible()
