"""Keys at the table: what they play, and when they are meant for something else."""

from contextlib import suppress

from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person
from tests.e2e.test_whole_games import begin
from tests.patience import at_leisure


async def come_to_passing(people: list[Person]) -> tuple[Person, Locator]:
    """Play Ninth until somebody may pass, which takes a card in hand: that person, and the button that passes."""
    for _ in range(100):
        for person in people:
            passing = person.page.get_by_role("button", name="Pass", exact=True)
            if await passing.count():
                return person, passing
            glowing = person.page.locator("dialog[open] [data-legal], #board [data-legal]")
            if await glowing.count():
                with suppress(PlaywrightTimeout):
                    await glowing.first.click(timeout=700)
        await people[0].page.wait_for_timeout(60)
    raise AssertionError("nobody may pass")


async def test_a_key_plays_nothing_while_a_dialog_is_open(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules")]
    await begin(people, "ninth")
    player, passing = await come_to_passing(people)
    [other] = [somebody for somebody in people if somebody is not player]
    await player.page.get_by_role("button", name="Leave the game").click()
    await player.page.keyboard.press("p")
    await player.page.get_by_role("button", name="Stay").click()
    await expect(passing).to_be_visible()
    await expect(other.page.locator("[data-legal]")).to_have_count(0)
    for _ in range(20):  # where a line would be left it asks first, and a press that comes too soon is none
        await player.page.keyboard.press("p")
        with suppress(AssertionError):
            await expect(passing).to_be_hidden(timeout=at_leisure(0.7) * 1000)
            break
    await expect(passing).to_be_hidden()


async def test_every_key_that_the_table_lists_is_on_a_control_of_its_board(person: PagesOf) -> None:
    listed = {"gigogne": "1 2 3", "kitty": "E", "noe": "1 2 3 4"}
    for game, keys in listed.items():
        people = [await person("Camille"), await person("Jules")]
        await begin(people, game)
        page = people[0].page
        await page.keyboard.press("?")
        await expect(page.locator("#keys").get_by_text(keys, exact=True)).to_be_visible()
        for key in keys.split():
            await expect(page.locator(f"[aria-keyshortcuts='{key}']")).to_have_count(1)
