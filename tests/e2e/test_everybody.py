"""Nobody is left out: axe finds nothing, nothing scrolls sideways, boards fit a phone."""

import os
import random
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import pytest
from playwright.async_api import Page, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Watch
from tests.e2e.tables import in_mid_game, play_on, sit_down
from tests.server.serving import ServerProcess, ask

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
TABLES = {"ninth": (2, 9), "diggers": (4, 30), "noe": (6, 14), "gigogne": (4, 8), "kitty": (2, 14), "tictactoe": (2, 3)}
"""The largest seat count of each game, and moves before it is looked at."""
Theme: TypeAlias = Literal["light", "dark"]
THEMES: Final[tuple[Theme, Theme]] = ("light", "dark")
IS_WHOLE: Final = "TABLEE_EVERYONE" in os.environ
"""Whether everything is looked at in both themes: axe takes a second for each."""


AT_REST: Final = """() => Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished))"""
"""What is still fading in has too little contrast."""


async def faults_of(page: Page) -> list[str]:
    """What axe finds on a page."""
    await page.evaluate(AT_REST)
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE)
    found: dict[str, Any] = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:160]} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


async def assert_for_everybody(page: Page, theme: Theme) -> None:
    """Axe finds nothing on what is shown now, light or dark; nothing scrolls sideways."""
    for one in THEMES if IS_WHOLE else (theme,):
        await page.emulate_media(color_scheme=one)
        await expect(page.locator(f"html[data-theme={one}]")).to_be_attached()
        assert await faults_of(page) == [], one
    assert not await scrolls_sideways(page)


async def scrolls_sideways(page: Page) -> bool:
    return bool(await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


@pytest.mark.parametrize("path", ["/", "/rooms", "/me", "/new/noe", "/local/ninth", "/rules/diggers", "/nowhere"])
async def test_axe_finds_nothing_and_nothing_scrolls_sideways(person: PagesOf, watch: Watch, path: str) -> None:
    if path == "/nowhere":
        watch.expect("404")
    somebody = await person("Camille")
    await somebody.page.goto(path)
    await expect(somebody.page.get_by_role("heading").first).to_be_visible()
    await somebody.page.wait_for_load_state("networkidle")
    await assert_for_everybody(somebody.page, "light")
    await somebody.resize("narrow")
    await assert_for_everybody(somebody.page, "dark")


async def test_axe_finds_nothing_in_a_waiting_room(person: PagesOf) -> None:
    somebody = await person("Camille")
    code = await somebody.make_room("noe", capacity=6, policy="ready")
    await somebody.sit_at(code)
    await expect(somebody.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    await assert_for_everybody(somebody.page, "light")
    await somebody.resize("narrow")
    await assert_for_everybody(somebody.page, "dark")


@pytest.mark.parametrize("game", list(TABLES))
async def test_a_table_fits_a_phone_without_scrolling_and_axe_finds_nothing(
    server: ServerProcess, person: PagesOf, game: str
) -> None:
    seats, moves = TABLES[game]
    async with AsyncExitStack() as stack:
        company = await in_mid_game(stack, server.address, game, seats, moves)
        somebody = await person("", size="phone", cookie=company.cookie)
        await somebody.sit_at(company.code)
        await somebody.hurry()
        await assert_for_everybody(somebody.page, "dark")
        whole = await somebody.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert whole <= 0, "the page scrolls"
        inside = await somebody.page.evaluate(
            """() => { const board = document.getElementById('board');
                return [board.scrollHeight - board.clientHeight, board.scrollWidth - board.clientWidth]; }"""
        )
        assert max(inside) <= 1, f"the board is cut off: {inside}"
        await somebody.resize("narrow")
        assert not await scrolls_sideways(somebody.page)
        await somebody.resize("desk")
        await assert_for_everybody(somebody.page, "light")


async def test_axe_finds_nothing_on_a_generic_board_its_result_the_vote_and_the_record(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, "boardless", 2)
        await play_on(company, 3, seed=1)
        await company.tables[0].close()
        somebody = await person("", cookie=company.cookie)
        await somebody.sit_at(company.code)
        await expect(somebody.page.locator("[data-legal]").first).to_be_visible()
        await assert_for_everybody(somebody.page, "light")
        dice = random.Random(1)
        while not await somebody.is_over():
            if not await somebody.click_what_glows(dice) and 1 in company.to_act():
                turn = await company.tables[1].my_turn()
                if turn:
                    await company.tables[1].act(turn.legal[0], turn=turn)
        await assert_for_everybody(somebody.page, "dark")
        await somebody.button("again").click()
        await expect(somebody.page.get_by_role("button", name="Changed my mind")).to_be_visible()
        await somebody.resize("phone")
        await assert_for_everybody(somebody.page, "light")
        async with somebody.context.expect_page() as opened:
            await somebody.page.get_by_role("link", name="Watch the replay").click()
        record = await opened.value
        await expect(record.get_by_role("slider")).to_be_visible()
        await assert_for_everybody(record, "dark")
        # To look at it takes no vote back.
        await expect(somebody.page.get_by_role("button", name="Changed my mind")).to_be_visible()


async def test_axe_finds_nothing_in_the_drawer_and_the_dialogs_of_a_table(person: PagesOf, watch: Watch) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    host, guest = await person("Camille"), await person("Jules", size="phone")
    code = await host.make_room("gigogne", capacity=2, policy="host", clock=0, access="sésame")
    await host.sit_at(code)
    await guest.page.goto(f"/r/{code}")
    await expect(guest.page.get_by_role("heading", name="This table is private")).to_be_visible()
    await assert_for_everybody(guest.page, "dark")
    await guest.page.get_by_label("Access code").fill("sésame")
    await guest.page.get_by_role("button", name="Join").click()
    await host.page.get_by_role("button", name="Secret link to my seat").click()
    await assert_for_everybody(host.page, "light")
    await host.page.keyboard.press("Escape")
    await host.page.get_by_role("button", name="Remove Jules").click()
    await assert_for_everybody(host.page, "light")
    await host.page.keyboard.press("Escape")
    await host.button("start").click()
    for page in (host.page, guest.page):
        await expect(page.locator("#board")).to_be_visible()
    for tab in ("Log", "Rules", "Table"):
        for page, theme in zip((host.page, guest.page), THEMES, strict=True):
            if not await page.get_by_role("tab").count():
                await page.get_by_role("button", name="Log, rules, table").click()
            await page.get_by_role("tab", name=tab).click()
            await assert_for_everybody(page, theme)
    await guest.page.get_by_role("button", name="Close").click()
    await guest.page.get_by_role("button", name="Leave the game").click()
    await assert_for_everybody(guest.page, "dark")
    await guest.page.get_by_role("button", name="Stay").click()
    await guest.context.set_offline(True)
    await expect(guest.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    await assert_for_everybody(guest.page, "dark")
    tab_of_host = await host.context.new_page()
    await tab_of_host.goto(f"/r/{code}")
    await expect(host.page.get_by_role("heading", name="You’re playing elsewhere")).to_be_visible()
    await assert_for_everybody(host.page, "light")


async def test_axe_finds_nothing_when_a_screen_is_handed_over(person: PagesOf) -> None:
    host = await person("Camille", size="phone")
    people = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]
    await host.sit_at(await host.make_room("ninth", local=people))
    taking, dice = host.page.get_by_role("button", name="I’m "), random.Random(1)
    await expect(host.page.locator("[data-legal]").first).to_be_visible()
    while not await taking.count():
        await host.click_what_glows(dice)
    await assert_for_everybody(host.page, "light")


async def test_axe_finds_nothing_in_what_opens_on_the_first_screens(person: PagesOf, watch: Watch) -> None:
    watch.expect("404")
    somebody = await person()
    page = somebody.page
    await somebody.go("/")
    await page.get_by_role("button", name="Choose your nickname").click()
    await assert_for_everybody(page, "dark")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Rules", exact=True).click()
    await assert_for_everybody(page, "light")
    await page.get_by_label("Table code").fill("ZZZZZZ")
    await expect(page.get_by_role("alert")).to_be_visible()
    await page.get_by_role("button", name="Recently active").click()
    await assert_for_everybody(page, "dark")
    await somebody.go("/me")
    await page.get_by_text("Create an account", exact=True).click()
    await assert_for_everybody(page, "light")
    await page.get_by_role("button", name="Create an account").click()
    await expect(page.get_by_role("alert")).to_have_count(2)
    await assert_for_everybody(page, "dark")
    await somebody.go("/new/gigogne")
    await page.get_by_text("With an access code", exact=True).click()
    await page.get_by_role("button", name="Open the table").click()
    await assert_for_everybody(page, "light")
    await somebody.go(f"/r/{await (await person('Camille')).make_room('gigogne')}")
    await expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    await assert_for_everybody(page, "dark")


def test_the_policy_allows_no_inline_script(server: ServerProcess) -> None:
    policy = ask(server, "GET", "/").headers["content-security-policy"]
    assert policy is not None
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy


def test_the_pages_are_sent_compressed_and_the_hashed_ones_are_kept(server: ServerProcess) -> None:
    front = ask(server, "GET", "/r/K7M2QX", headers=[("accept-encoding", "gzip, br")])
    assert front.status == 200
    assert front.headers["content-encoding"] == "br"
    assert front.headers["cache-control"] == "no-cache"
    html = ask(server, "GET", "/").body.decode()
    script = html.split('src="')[1].split('"')[0]
    answer = ask(server, "GET", script, headers=[("accept-encoding", "gzip")])
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in (answer.headers["cache-control"] or "")
    assert ask(server, "GET", "/", headers=[("if-none-match", front.headers["etag"] or "")]).status == 304


def test_what_is_not_there_is_said_in_a_page(server: ServerProcess) -> None:
    assert ask(server, "GET", "/nothing-here").status == 404
    assert ask(server, "GET", "/assets/../../secret").status in {400, 404}
