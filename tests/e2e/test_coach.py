"""The first game of a kind: three tips beside the board, until the first action, once."""

import random

import pytest
from playwright.async_api import expect

from tests.e2e.browser import Size
from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

SIZES_OF_PHONES: tuple[Size, ...] = ("phone", "small", "low-end", "landscape", "small-landscape")

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


COVERED_BY = """(tip) => {
  const { left, top, right, bottom } = tip.getBoundingClientRect();
  const told = document.querySelector('[data-coached]').getBoundingClientRect();
  const [across, down] = [Math.min(right, told.right) - Math.max(left, told.left),
    Math.min(bottom, told.bottom) - Math.max(top, told.top)];
  return Math.max(0, across) * Math.max(0, down) / (told.width * told.height);
}"""
"""How much of what a tip speaks of lies under it."""


@pytest.mark.parametrize("game", ["ninth", "diggers", "noe", "gigogne", "kitty"])
async def test_on_a_phone_tips_come_one_by_one_and_next_never_moves(person: PagesOf, game: str) -> None:
    """At every size, with what each speaks of in a ring and in sight."""
    somebody = await first_game(person, game, size="phone")
    notes, rules = somebody.page.get_by_role("note"), somebody.page.get_by_role("button", name="Log, rules, table")
    for size in SIZES_OF_PHONES:
        await somebody.resize(size)
        corners = []
        for button in ("Next", "Next", "Got it"):
            await expect(notes).to_have_count(1)
            assert await notes.evaluate(COVERED_BY) < 0.6, (size, button)
            box = await notes.get_by_role("button", name=button).bounding_box()
            assert box is not None
            corners.append((box["x"] + box["width"], box["y"]))
            await notes.get_by_role("button", name=button).click()
        await expect(notes).to_have_count(0)
        assert all(max(along) - min(along) < 2 for along in zip(*corners, strict=True)), (size, corners)
        await expect(somebody.page.locator(".coach")).to_have_count(0)  # until then a second tap plays nothing
        await rules.click()
        await somebody.page.get_by_role("tab", name="Rules").click()
        await somebody.page.get_by_role("button", name="Show me again how it’s played").click()


OVER_THE_EDGE = """(tip) => {
  const edge = tip.getBoundingClientRect();
  const parts = [...tip.querySelectorAll('.foot > *')].filter((part) => part.checkVisibility());
  return parts.map((part) => part.getBoundingClientRect())
    .filter((part) => part.left < edge.left + 8 || part.right > edge.right - 8).length;
}"""
"""Of the dots and buttons of a tip, how many it is too narrow for."""


async def test_a_tip_has_room_for_its_dots_and_buttons_in_french_on_a_phone(person: PagesOf) -> None:
    """Diggers has the narrowest column on a phone held sideways."""
    camille = await person("Camille", is_new=True, language="fr", size="landscape")
    people = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]
    await camille.sit_at(await camille.make_room("diggers", local=people))
    note = camille.page.get_by_role("note")
    for size in SIZES_OF_PHONES:
        await camille.resize(size)
        await expect(note).to_have_count(1)
        assert await note.evaluate(OVER_THE_EDGE) == 0, size


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


@pytest.mark.parametrize("game", ["ninth", "diggers", "noe", "gigogne", "kitty"])
async def test_a_hint_that_is_asked_for_takes_the_place_of_the_tips(person: PagesOf, game: str) -> None:
    somebody = await person("Camille", is_new=True)
    await somebody.sit_at(await somebody.make_room(game, capacity=2, policy="full", bots=["easy"]))
    page, notes = somebody.page, somebody.page.get_by_role("note")
    await expect(notes).to_have_count(3)
    if await page.get_by_text("begins when you’re ready").count():  # who begins is drawn
        await page.get_by_role("button", name="Got it").click()
    await page.locator("[aria-keyshortcuts=H][aria-disabled=false]").click()
    await expect(page.get_by_role("button", name="Play it")).to_be_visible()
    await expect(notes).to_have_count(0)
    await page.get_by_role("button", name="Play it").click()
    await expect(page.get_by_role("button", name="Play it")).to_have_count(0)
