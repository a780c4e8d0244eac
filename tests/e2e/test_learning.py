"""Newcomers learn each game on its own board, by pressing what is ringed; the server is gone once it is loaded."""

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

RING = "[data-pointed]"
STEPS = {"ninth": 4, "diggers": 7, "noe": 5, "gigogne": 6, "kitty": 5}


async def press_what_is_ringed(person: Person) -> None:
    """With a click in the middle of the ring, where whatever lies over it would get it."""
    box = await person.page.locator(RING).bounding_box()
    assert box is not None
    await person.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def learn_step(person: Person) -> None:
    """Press until it is done, in one or two halves, then go on."""
    page = person.page
    card, next_ = page.locator("[data-tone]"), page.locator("[data-next]")
    while await next_.count() == 0:
        await expect(page.locator(RING)).to_be_visible()
        before = await page.locator(RING).bounding_box()
        await press_what_is_ringed(person)
        await page.wait_for_function(
            """([before]) => {
              const ring = document.querySelector("[data-pointed]")?.getBoundingClientRect();
              return document.querySelector("[data-next]:enabled") || (ring && Math.round(ring.x + ring.y) !== before);
            }""",
            arg=[round(before["x"] + before["y"])] if before else [0],
        )
    if await card.get_attribute("data-tone") != "done":
        await next_.click()  # nothing was asked for but to look
    await expect(card).to_have_attribute("data-tone", "done")
    await next_.click()


@pytest.mark.parametrize(
    ("game", "size", "language"),
    [
        ("ninth", "phone", "fr"),
        ("diggers", "desk", "en"),
        ("noe", "small", "fr"),
        ("gigogne", "landscape", "en"),
        ("kitty", "tablet", "fr"),
    ],
)
async def test_a_game_is_learnt_by_pressing_what_is_ringed(
    person: PagesOf, game: str, size: str, language: str
) -> None:
    somebody = await person("Camille", size=size, language=language)
    page = somebody.page
    await page.emulate_media(reduced_motion="reduce")
    await page.goto("/")
    learn = "Learn in 3 min" if language == "en" else "Apprendre en 3 min"
    await page.get_by_role("link", name=learn).and_(page.locator(f'[href="/learn/{game}"]')).click()
    await expect(page.locator("[data-tone]")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for _ in range(STEPS[game]):
        await learn_step(somebody)
    known = "You know" if language == "en" else "Vous connaissez"
    await expect(page.get_by_role("heading", name=known)).to_be_visible()
    assert [url for url in asked if "/api/games" in url or ("/api/rooms" in url and "mine" not in url)] == []


async def test_a_lesson_is_learnt_by_keyboard_with_a_wrong_try_a_way_back_and_a_first_game(person: PagesOf) -> None:
    somebody = await person("Camille", size="laptop", is_new=True)
    page = somebody.page
    await page.emulate_media(reduced_motion="reduce")
    await page.goto("/learn/gigogne")
    card, status = page.locator("[data-tone]"), page.get_by_role("status").filter(has_text="Step")
    await expect(status).to_contain_text("Step 1 of 6. Three of your squares in sight")
    await page.keyboard.press("3")  # a small one
    await expect(card.get_by_role("button", name="Cancel")).to_be_visible()
    await page.locator("#board [data-legal]").first.press("Enter")
    await expect(card).to_have_attribute("data-tone", "wrong")
    await expect(status).to_contain_text("Allowed, but a smaller one can be covered. Take a large.")
    await expect(page.locator("#board .square")).to_have_count(0)
    await page.keyboard.press("h")
    await expect(card).to_have_attribute("data-tone", "done")
    await page.keyboard.press("Enter")
    await expect(status).to_contain_text("Step 2 of 6")
    await page.reload()
    await expect(status).to_contain_text("Step 2 of 6")
    await page.keyboard.press("PageUp")
    await expect(status).to_contain_text("Step 1 of 6")
    for _ in range(6):
        await page.keyboard.press("PageDown")
    await page.get_by_role("button", name="Play your first game").click()
    await expect(page.get_by_role("note").first).to_be_visible()
    await page.goto("/")
    await expect(page.locator('[href="/learn/gigogne"]')).to_contain_text("Learned")
