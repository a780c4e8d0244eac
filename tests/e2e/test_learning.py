"""Newcomers learn each game on its own board, by pressing what is ringed, without the server once it is loaded."""

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.learning import by_finger, by_key, come_to, hurry, learn_lesson


@pytest.mark.parametrize(
    ("game", "next_in_french", "next_in_english"),
    [
        ("ninth", "Suite : Les pouvoirs des planètes", "Next: The planets’ powers"),
        ("diggers", None, None),
        ("noe", "Suite : Les charges", "Next: Charges"),
        ("gigogne", None, None),
        ("kitty", "Suite : La magie", "Next: Magic"),
    ],
    ids=["ninth", "diggers", "noe", "gigogne", "kitty"],
)
async def test_all_lessons_are_learnt_by_finger_on_a_phone_in_french_and_by_keyboard_in_landscape_in_english(
    person: PagesOf, game: str, next_in_french: str | None, next_in_english: str | None
) -> None:
    somebody = await person("Camille", size="phone", language="fr")
    page = await come_to(somebody, "/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for press, learn, known, next_ in (
        (by_finger, "Apprendre en 3 min", "Vous connaissez", next_in_french),
        (by_key, "Learned", "You know", next_in_english),
    ):
        to_lessons = [page.get_by_role("link", name=learn).and_(page.locator(f'[href="/learn/{game}"]'))]
        if next_ is not None:
            to_lessons.append(page.get_by_role("button", name=next_))
        for to_lesson in to_lessons:
            await to_lesson.click()
            await expect(page.locator("[data-tone]")).to_be_visible()
            asked.clear()
            await learn_lesson(page, press)
            await expect(page.get_by_role("heading", name=known)).to_be_visible()
            # Only how far one is goes to the server, and what it tells of one's tables comes from it now and then.
            assert {url.partition("/api/")[2] for url in asked} <= {"", "me/lessons", "rooms/mine"}
        if press is by_finger:
            for _ in to_lessons:
                await page.go_back()
            await page.get_by_role("button", name="Switch to English").click()
            await somebody.resize("landscape")


async def test_a_lesson_is_learnt_by_keyboard_with_a_wrong_try_and_goes_on_on_another_device(person: PagesOf) -> None:
    somebody = await person("Camille", size="laptop", is_new=True)
    page = await come_to(somebody, "/learn/gigogne")
    card, status = page.locator("[data-tone]"), page.get_by_role("status").filter(has_text="Step")
    await expect(status).to_contain_text("Step 1 of 6. Three of your squares in sight")
    await page.keyboard.press("3")  # a small one
    await expect(card.get_by_role("button", name="Cancel")).to_be_visible()
    await page.locator("#board [data-legal]").first.press("Enter")
    await hurry(page)
    await expect(card).to_have_attribute("data-tone", "wrong")
    await expect(status).to_contain_text("Allowed, but a smaller one can be covered. Take a large.")
    await expect(page.locator("#board .square")).to_have_count(0)
    await page.keyboard.press("h")
    await hurry(page)
    await expect(card).to_have_attribute("data-tone", "done")
    await page.keyboard.press("Enter")
    await expect(status).to_contain_text("Step 2 of 6")
    async with page.expect_response("**/api/me/lessons"):
        await hurry(page)

    # The same person on a phone is where they were, and learns it to its end.
    elsewhere = await person("", size="phone", cookie=await somebody.cookie(), is_new=True)
    phone = await come_to(elsewhere, "/learn/gigogne")
    where = phone.get_by_role("status").filter(has_text="Step")
    await expect(where).to_contain_text("Step 2 of 6")
    await phone.keyboard.press("PageUp")
    await expect(where).to_contain_text("Step 1 of 6")
    for _ in range(6):
        await phone.keyboard.press("PageDown")
    async with phone.expect_response("**/api/me/lessons"):
        await hurry(phone)
    await phone.get_by_role("button", name="Play your first game").click()
    await expect(phone.get_by_role("note").first).to_be_visible()

    # And here it is learnt, too.
    await page.keyboard.press("Escape")
    await page.evaluate("dispatchEvent(new Event('online'))")
    await hurry(page)
    await expect(page.locator('[href="/learn/gigogne"]')).to_contain_text("Learned")
