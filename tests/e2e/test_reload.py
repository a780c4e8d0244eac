"""Parts of the page that are gone: after an upgrade of the server, or for want of a network."""

import re

import pytest
from playwright.async_api import Page, Route, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Watch

BOARD = re.compile(r"/assets/gigogne-[^.]+\.js$")
SAID = {
    "en": "Part of this page couldn’t be loaded",
    "fr": "Une partie de la page n’a pas pu être chargée",
}


def loads_of(page: Page) -> list[str]:
    """Grows with every load of the page."""
    loads: list[str] = []
    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    return loads


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_part_that_is_gone_is_said_after_one_reload_and_not_in_a_loop(
    person: PagesOf, watch: Watch, language: str
) -> None:
    watch.expect("404")
    player = await person("Camille", language=language)
    code = await player.make_room("gigogne", capacity=2, policy="full", bots=["easy"])
    await player.context.route(BOARD, lambda route: route.fulfill(status=404))
    loads = loads_of(player.page)
    await player.go(f"/r/{code}")
    await expect(player.page.get_by_role("heading", name=SAID[language])).to_be_visible()
    await player.page.wait_for_timeout(1_500)
    await expect(player.page.get_by_role("heading", name=SAID[language])).to_be_visible()
    assert len(loads) == 2
    await player.context.unroute(BOARD)
    await player.page.get_by_role("button", name={"en": "Try again", "fr": "Réessayer"}[language]).click()
    await expect(player.page.locator("#board")).to_be_visible()


async def test_after_an_upgrade_the_page_loads_again_and_play_goes_on(person: PagesOf, watch: Watch) -> None:
    watch.expect("404")
    player = await person("Camille")
    code = await player.make_room("gigogne", capacity=2, policy="full", bots=["easy"])
    loads = loads_of(player.page)

    async def gone_at_first(route: Route) -> None:
        await (route.fulfill(status=404) if len(loads) == 1 else route.continue_())

    await player.context.route(BOARD, gone_at_first)
    await player.go(f"/r/{code}")
    await expect(player.page.locator("#board")).to_be_visible()
    assert len(loads) == 2
