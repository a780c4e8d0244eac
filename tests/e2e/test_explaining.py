"""Pieces tell what they do, and an action that is likely a slip is asked for once more."""

from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

PEOPLE = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]


async def at_gigogne(person: PagesOf, **settings: object) -> Person:
    """Two people at one screen; everybody sees the same, so that nothing is covered."""
    somebody = await person("Camille", **settings)
    await somebody.sit_at(await somebody.make_room("gigogne", local=PEOPLE))
    await expect(somebody.page.locator("#board")).to_be_visible()
    return somebody


async def test_a_piece_tells_what_it_does_and_a_slip_is_asked_for_once_more(person: PagesOf) -> None:
    page = (await at_gigogne(person)).page
    told, question = page.get_by_role("tooltip"), page.get_by_role("alert")
    large, small = page.locator("[data-size=large]"), page.locator("[data-size=small]")
    centre, squares = page.locator("[data-cell='4']"), page.locator("[data-cell='4'] [data-place$=small]")

    # By hover, without covering what can be played; Escape closes it until one has looked elsewhere.
    await large.hover()
    await expect(told).to_contain_text("Nothing covers it")
    card = await told.bounding_box()
    assert card is not None
    for other in await page.locator("main [data-legal]").all():
        box = await other.bounding_box()
        assert box is not None
        assert (
            box["x"] >= card["x"] + card["width"]
            or box["x"] + box["width"] <= card["x"]
            or box["y"] >= card["y"] + card["height"]
            or box["y"] + box["height"] <= card["y"]
        )
    await page.keyboard.press("Escape")
    await expect(told).to_have_count(0)
    await large.hover(position={"x": 30, "y": 30})
    await page.wait_for_timeout(600)
    await expect(told).to_have_count(0)

    # By keyboard, and to who does not see it.
    await small.focus()
    await expect(small).to_have_accessible_description(
        "A medium or a large square covers it. It slips under them, unseen. Small, 3 left."
    )
    await page.keyboard.press("Shift")  # the browser sees that it is the keyboard
    await page.keyboard.press("ArrowLeft")
    await expect(told).to_contain_text("Covers a small square")

    await large.click()
    await centre.click()
    await expect(page.get_by_text("places a large square, in the centre").first).to_be_attached()
    await page.wait_for_timeout(700)  # the screen rests when it passes on
    await small.click()
    await centre.dblclick()
    await expect(question).to_contain_text("nobody sees it")
    await expect(question).to_contain_text("Press again to confirm")
    await expect(centre).to_have_attribute("data-asked", "")
    await expect(squares).to_have_count(0)
    await page.keyboard.press("Escape")
    await expect(question).to_have_count(0)
    await small.click()
    await centre.focus()
    await page.keyboard.press("Enter")
    await expect(question).to_contain_text("nobody sees it")
    await page.wait_for_timeout(400)  # more than a double press
    await page.keyboard.press("Enter")
    await expect(squares).to_have_count(1)
    await expect(question).to_have_count(0)


async def test_a_piece_that_is_held_by_a_finger_tells_what_it_does_and_is_not_played(person: PagesOf) -> None:
    somebody = await at_gigogne(person, size="phone")
    page = somebody.page
    large = page.locator("[data-size=large]")
    box = await large.bounding_box()
    assert box is not None
    finger = await somebody.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    await finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    await expect(page.get_by_role("tooltip")).to_contain_text("Nothing covers it")
    await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await page.wait_for_timeout(100)
    await expect(page.get_by_role("tooltip")).to_be_visible()
    await expect(large).to_have_attribute("aria-pressed", "false")
    await large.tap()
    await expect(large).to_have_attribute("aria-pressed", "true")
    await expect(page.get_by_role("tooltip")).to_have_count(0)
