"""Somebody plays the puzzle of the day, by hand and by keyboard, and goes on when the network is cut."""

import asyncio
from datetime import date

from playwright.async_api import Page, expect

from tablee.lessons.compiled import LessonTry
from tablee.puzzles.compiled import CompiledPuzzle
from tablee.puzzles.days import compiled
from tests.e2e.conftest import PagesOf
from tests.e2e.learning import by_finger, come_to, find_what_to_press, hurry
from tests.e2e.people import Watch

ALL_KEPT = """async (paths) => {
  await navigator.serviceWorker.ready;
  const found = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })));
  return found.every(Boolean);
}"""
STACKS = {"large": "1", "medium": "2", "small": "3"}


async def place(page: Page, tried: LessonTry) -> None:
    while not await page.locator("[data-legal]").count():
        await hurry(page)
    await page.keyboard.press(STACKS[tried.action.size])
    await page.locator(f'#board [data-place="cell-{tried.action.cell}-all"]').click()
    await hurry(page)


def first(puzzle: CompiledPuzzle, node: int, *, is_right: bool) -> LessonTry:
    return next(one for one in puzzle.nodes[node].tries if one.is_right == is_right)


async def test_a_wrong_try_is_answered_and_taken_back_and_the_puzzle_is_solved_without_a_network(
    person: PagesOf, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    somebody = await person("Camille", size="laptop", keeps_pages=True)
    page = await come_to(somebody, "/")
    await page.get_by_role("region", name="Today’s puzzles").get_by_role("link", name="Gigogne").click()
    card, status = page.locator("[data-tone]"), page.get_by_role("status").filter(has_text="Puzzle of")
    await expect(status).to_contain_text("whatever the bot answers")
    _, _, day, _ = str(await page.evaluate("location.pathname")).split("/")
    puzzle = compiled("gigogne", date.fromisoformat(day))

    # A wrong try is answered, and taken back by keyboard.
    await place(page, first(puzzle, 0, is_right=False))
    await expect(card).to_have_attribute("data-tone", "wrong")
    await expect(status).to_contain_text("Not by force")
    await expect(page.get_by_role("button", name="Undo")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(card).to_have_attribute("data-tone", "ask")

    # The network is cut as soon as all is there; the lesson of the game was opened before.
    lesson = await somebody.context.new_page()
    await lesson.goto("/learn/kitty")
    await expect(lesson.locator("[data-tone]")).to_be_visible()
    for _ in range(100):
        if await lesson.evaluate(ALL_KEPT, ["/api/games/kitty/lessons"]):
            break
        await asyncio.sleep(0.05)
    await somebody.context.set_offline(True)
    await lesson.reload()
    await expect(lesson.get_by_role("status").filter(has_text="Step 1 of")).to_be_attached()
    await lesson.close()

    # The puzzle goes on without it, to its end.
    right = first(puzzle, 0, is_right=True)
    await place(page, right)
    await expect(page.get_by_role("img", name=f"1 of {puzzle.steps}")).to_be_visible()
    await expect(status).to_contain_text("Good. The bot defends as best it can.")
    while right.to is not None:
        right = first(puzzle, right.to, is_right=True)
        await place(page, right)
    await hurry(page)
    await expect(card).to_have_attribute("data-tone", "done")
    await expect(card).to_contain_text("2 tries")
    await expect(page.locator("[data-streak='1']")).to_be_visible()
    await expect(page.get_by_role("button", name="No Kitty")).to_be_focused()


async def test_a_puzzle_is_solved_by_finger_on_a_phone_with_a_hint_for_every_action(person: PagesOf) -> None:
    somebody = await person("Camille", size="phone", language="fr")
    page = await come_to(somebody, "/")
    await page.get_by_role("region", name="Énigmes du jour").get_by_role("link", name="No Kitty").click()
    card, ring = page.locator("[data-tone]"), page.locator("[data-pointed]")
    told = ""
    while await card.get_attribute("data-tone") != "done":
        if await ring.count() == 0:
            await card.get_by_role("button", name="Conseil").tap()
        state = await find_what_to_press(page, told)
        told = state["told"]
        await by_finger(page, state)
        await hurry(page)
    await expect(card).to_contain_text("1 essai")
    await page.go_back()
    await expect(
        page.get_by_role("region", name="Énigmes du jour").get_by_role("link", name="No Kitty")
    ).to_contain_text("en ")
    await expect(page.locator("[data-streak='1']")).to_be_visible()
