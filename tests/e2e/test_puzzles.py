"""Somebody plays the puzzle of the day, by hand and by keyboard, and goes on when the network is cut."""

from datetime import date

from playwright.async_api import Page, expect

from tablee.puzzles.compiled import CompiledPuzzle
from tablee.puzzles.days import compiled
from tests.e2e.conftest import PagesOf
from tests.e2e.people import Watch

ALL_KEPT = """async (paths) => {
  await navigator.serviceWorker.ready;
  const found = await Promise.all(paths.map((path) => caches.match(path, { ignoreVary: true })));
  return found.every(Boolean);
}"""
STACKS = {"large": "1", "medium": "2", "small": "3"}


async def place(page: Page, puzzle: CompiledPuzzle, *, is_right: bool) -> None:
    """Play a first square that is right, or one that is not."""
    tried = next(one for one in puzzle.nodes[0].tries if one.is_right == is_right)
    await page.keyboard.press(STACKS[tried.action.size])
    await page.locator(f'#board [data-place="cell-{tried.action.cell}-all"]').click()


async def test_a_wrong_try_is_answered_and_taken_back_and_the_puzzle_goes_on_without_a_network(
    person: PagesOf, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    somebody = await person("Camille", size="laptop")
    page = somebody.page
    await page.emulate_media(reduced_motion="reduce")
    await page.goto("/")
    await page.get_by_role("region", name="Today’s puzzles").get_by_role("link", name="Gigogne").click()
    card, status = page.locator("[data-tone]"), page.get_by_role("status").filter(has_text="Puzzle of")
    await expect(status).to_contain_text("whatever the bot answers")
    _, _, day, _ = str(await page.evaluate("location.pathname")).split("/")
    puzzle = compiled("gigogne", date.fromisoformat(day))

    # A wrong try is answered, and taken back by keyboard.
    await place(page, puzzle, is_right=False)
    await expect(card).to_have_attribute("data-tone", "wrong")
    await expect(status).to_contain_text("Not by force")
    await expect(page.get_by_role("button", name="Undo")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(card).to_have_attribute("data-tone", "ask")

    # The network is cut as soon as all is there; the lesson of the game was opened before.
    lesson = await somebody.context.new_page()
    await lesson.goto("/learn/kitty")
    await expect(lesson.locator("[data-tone]")).to_be_visible()
    await lesson.wait_for_function(f"({ALL_KEPT})({[f'/api/puzzles/{day}/gigogne', '/api/games/kitty/lessons']})")
    await somebody.context.set_offline(True)
    await lesson.reload()
    await expect(lesson.get_by_role("status").filter(has_text="Step 1 of")).to_be_attached()
    await lesson.close()

    # The puzzle goes on without it.
    await place(page, puzzle, is_right=True)
    await expect(page.get_by_role("img", name=f"1 of {puzzle.steps}")).to_be_visible()
    await expect(status).to_contain_text("Good. The bot defends as best it can.")
