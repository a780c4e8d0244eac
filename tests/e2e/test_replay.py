"""A finished game is watched again on its board, shared, played on from, and kept for when there is no network."""

import re
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.browser import Size
from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person, Watch
from tests.e2e.tables import Company, play_on, sit_down
from tests.e2e.test_everybody import Theme, assert_for_everybody
from tests.patience import at_leisure
from tests.server.people import within
from tests.server.serving import ServerProcess, store_newer_rules

WORDS = {
    "en": {
        "play": "Play",
        "pause": "Pause",
        "on": "One turn on",
        "back by turn": "One turn back",
        "share": "Share this position",
        "copied": "Copied, turn 3",
        "play on": "Play on from here",
        "as they were": "As they were",
        "kept": "Every card stays where it was, hidden ones too.",
        "dealt": "What Camille couldn’t see is dealt again at random.",
        "tab": "Analysis",
        "again": "Try again here",
        "find": "turn again: find something better",
        "tried": "(then|did|there is): (wins|loses|draw)",
        "back": "Back to the replay",
        "best": r"best\s*wins in \d",
        "done": r"did\s*loses in \d",
        "verdict": r"(wins|loses|draw|not decided)",
        "close": "Close",
    },
    "fr": {
        "play": "Lire",
        "pause": "Pause",
        "on": "Un tour en avant",
        "back by turn": "Un tour en arrière",
        "share": "Partager ce moment",
        "copied": "Copié, tour 3",
        "play on": "Rejouer d’ici",
        "as they were": "Comme elles étaient",
        "kept": "Chaque carte reste où elle était, même cachée.",
        "dealt": "Ce que Camille ne voyait pas est redistribué au hasard.",
        "tab": "Analyse",
        "again": "Réessayer ici",
        "find": "trouvez mieux",
        "tried": r"(fait|choix|encore|alors|Jules|Camille)\s:\s(gagne|perd|nul|pas tranché)",
        "back": "Retour à la partie",
        "close": "Fermer",
    },
}
SCREENS: tuple[Size, ...] = ("desk", "phone", "landscape")
TURNED: tuple[Theme, ...] = ("light", "dark", "light")
UNTIL_KEPT = """async (path) => {
  for (;;) {
    const kept = (await (await caches.open('tablee-replays')).keys()).map(({ url }) => url);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    if (kept.some((url) => url.includes(path))
      && loaded.every((url) => !url.includes('/steps?') || kept.includes(url))) return;
    await new Promise((then) => setTimeout(then, 50));
  }
}"""
ANALYSED_IN = 300_000
"""Milliseconds: an analysis gives way to everything else, and a busy machine has little time left for it."""
IS_CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
WORKER = "navigator.serviceWorker.ready.then((worker) => worker.active.state)"


async def finished(stack: AsyncExitStack, server: ServerProcess, game: str, turns: int = 1) -> tuple[Company, str]:
    """Two who have played a game of so many turns to its end, and the address of its replay."""
    while True:
        company = await sit_down(stack, server.address, game, 2)
        await play_on(company, 2000, seed=7, until_first=False)
        game_id = company.room["play"]["id"]
        if turns == 1 or (await company.clients[0].steps(game_id, count=200)).steps[-1].turn + 1 >= turns:
            return company, f"/records/{game_id}"


def slider(page: Page) -> Locator:
    return page.get_by_role("slider")


async def test_a_game_is_watched_again_seen_by_others_shared_and_found_without_a_network(
    server: ServerProcess, person: PagesOf, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    watch.expect("ERR_FAILED")
    async with AsyncExitStack() as stack:
        company, path = await finished(stack, server, "kitty", turns=3)
        camille = await person("", cookie=company.cookie, keeps_pages=True)
        await camille.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = camille.page
        await page.goto("/me")
        await page.get_by_role("region", name="Past games").get_by_role("link").first.click()
        await expect(slider(page)).to_have_attribute("aria-valuetext", "The game begins")
        await expect(page).to_have_title("No Kitty · tablée")
        assert await page.locator("[data-legal]").count() == 0

        # By keys, through actions and turns; the log and the address follow.
        await page.keyboard.press("ArrowRight")
        await expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(r"^Turn 1 of \d+, action 1 of \d+, "))
        await expect(page.locator("[aria-current=step]").first).to_be_visible()
        await page.keyboard.press("Shift+ArrowRight")
        await expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(r"^Turn 2 of \d+, action 1 of"))
        await expect(page).to_have_url(re.compile(r"/records/[^?]+\?t=2\.1&as=0$"))
        # To end a turn has no line of its own: what was told last stays marked.
        await page.keyboard.press("ArrowLeft")
        at_the_end_of_a_turn = re.compile(r"^Turn 1 of \d+, action (\d+) of \1,")
        await expect(slider(page)).to_have_attribute("aria-valuetext", at_the_end_of_a_turn)
        await expect(page.locator("[aria-current=step]").first).to_be_visible()
        await page.keyboard.press("End")
        await expect(page.locator("main.ended")).to_be_visible()
        await expect(page.get_by_role("button", name="Play on from here")).to_have_attribute("aria-disabled", "true")
        await page.keyboard.press("Home")
        await page.keyboard.press("?")
        await expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
        await expect(page.get_by_role("tabpanel")).to_contain_text("went first")
        await page.keyboard.press("l")
        await page.get_by_role("tabpanel").get_by_role("button").nth(3).click()
        await expect(page.locator("[aria-current=step]")).not_to_have_count(0)

        # It plays by itself, and stops when it is told to.
        await page.keyboard.press("Home")
        await page.keyboard.press(".")
        await page.keyboard.press(".")
        await expect(page.get_by_role("button", name="Speed: 4×")).to_be_visible()
        await page.keyboard.press(" ")
        await expect(slider(page)).not_to_have_attribute("aria-valuenow", "0")
        await page.keyboard.press(" ")
        await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        await page.keyboard.press("Home")
        await page.keyboard.press("ArrowRight")

        # Each one's eyes: the hand below is a hand, or backs.
        hand = page.get_by_role("toolbar")
        await expect(page.get_by_role("button", name="Camille", exact=True)).to_have_attribute("aria-pressed", "true")
        await expect(hand).to_have_count(1)
        await page.keyboard.press("3")
        await expect(page.get_by_role("button", name="Everyone")).to_have_attribute("aria-pressed", "true")
        await expect(hand).to_have_count(0)
        await page.get_by_role("button", name="Jules", exact=True).click()
        await expect(page.get_by_role("toolbar", name="Jules’s hand")).to_be_visible()
        await expect(page).to_have_url(re.compile(r"t=1\.1&as=1$"))
        where = str(await slider(page).get_attribute("aria-valuetext"))
        assert where.startswith("Turn 1 ")
        await assert_for_everybody(page, "light")

        # Shared: a stranger finds the same position, paused.
        await page.get_by_role("button", name="Share this position").click()
        await expect(page.get_by_text("Copied, turn 1 · Jules").first).to_be_visible()
        link = str(await page.evaluate("navigator.clipboard.readText()"))
        eve = await person("Eve")
        await eve.page.goto(link)
        await expect(slider(eve.page)).to_have_attribute("aria-valuetext", where)
        await expect(eve.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        await eve.page.goto(path)
        await expect(eve.page.get_by_role("button", name="Everyone")).to_have_attribute("aria-pressed", "true")

        # Without a network, where it was.
        assert await page.evaluate(WORKER) in {"activating", "activated"}
        await within(20, page.evaluate(UNTIL_KEPT, f"{path}/steps?as=1"))
        await page.context.set_offline(True)
        await page.reload()
        await expect(slider(page)).to_have_attribute("aria-valuetext", where)
        await page.keyboard.press("ArrowRight")
        await expect(slider(page)).not_to_have_attribute("aria-valuetext", where)


@pytest.mark.parametrize(("game", "language"), [("kitty", "fr"), ("boardless", "en")])
async def test_a_replay_opened_by_its_bare_address_is_found_without_a_network(
    server: ServerProcess, person: PagesOf, watch: Watch, game: str, language: str
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    watch.expect("ERR_FAILED")
    async with AsyncExitStack() as stack:
        company, path = await finished(stack, server, game)
        somebody = await person("", cookie=company.cookie, size="phone", language=language, keeps_pages=True)
        page = somebody.page
        await page.goto(path)
        await page.get_by_role("button", name=WORDS[language]["on"]).tap()
        named = r"\?t=1\.1&as=0$" if game == "kitty" else r"\?t=1\.1$"
        await expect(page).to_have_url(re.compile(named))
        await page.wait_for_function(IS_CONTROLLED)
        seen = "as=0" if game == "kitty" else ""
        await within(20, page.evaluate(UNTIL_KEPT, f"{path}/steps?{seen}"))
        where = str(await slider(page).get_attribute("aria-valuetext"))
        await page.context.set_offline(True)
        await page.reload()
        await expect(slider(page)).to_have_attribute("aria-valuetext", where)


@pytest.mark.parametrize(("size", "language"), [("phone", "fr"), ("landscape", "en"), ("small", "fr")])
async def test_a_replay_on_a_phone_is_tapped_and_swiped_and_fits(
    server: ServerProcess, person: PagesOf, size: Size, language: str
) -> None:
    words = WORDS[language]
    async with AsyncExitStack() as stack:
        game = {"landscape": "ninth", "small": "noe"}.get(size, "gigogne")
        company, path = await finished(stack, server, game, turns=5)
        somebody = await person("", cookie=company.cookie, size=size, language=language)
        page = somebody.page
        await page.goto(f"{path}?t=2.1")
        now = await slider(page).get_attribute("aria-valuenow")
        await page.get_by_role("button", name=words["on"]).tap()
        await expect(slider(page)).not_to_have_attribute("aria-valuenow", str(now))
        await expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(r"^(Turn|Tour) 3 "))
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        for screen, theme in zip(SCREENS, TURNED, strict=True):
            await somebody.resize(screen)
            await assert_that_it_steps_and_plays(page, words)
            await assert_for_everybody(page, theme)
            await page.evaluate("navigator.clipboard.writeText('')")
            await page.get_by_role("button", name=words["share"]).locator("visible=true").click()
            await expect(page.get_by_text(words["copied"]).first).to_be_visible()
            link = str(await page.evaluate("navigator.clipboard.readText()"))
            assert re.search(rf"{path}\?t=3\.1(&as=0)?$", link), link
        await somebody.resize(size)
        # Seen by whom is asked only where something is hidden.
        await expect(page.get_by_role("combobox")).to_have_count(0 if game == "gigogne" else 1)
        at = int(await slider(page).get_attribute("aria-valuenow") or 0)
        await page.evaluate(SWIPE)
        await expect(slider(page)).to_have_attribute("aria-valuenow", str(at + 1))
        box = await slider(page).bounding_box()
        assert box is not None
        await page.touchscreen.tap(box["x"] + box["width"] - 8, box["y"] + box["height"] - 14)
        await expect(page.locator("main.ended")).to_be_visible()
        assert not await scrolls(page)
        # The number of a late turn stands in one line, and a finger hits every control.
        pill = await page.locator("[role=slider] .head b").bounding_box()
        assert pill is not None
        assert pill["height"] <= 30
        if game == "noe":
            await assert_that_an_attack_is_told_and_left_behind(page, words, company, path)
        assert await page.evaluate(TOO_SMALL) == []
        await assert_for_everybody(page, "dark")


async def assert_that_it_steps_and_plays(page: Page, words: dict[str, str]) -> None:
    """By its buttons, and back to where it was."""
    at = int(await slider(page).get_attribute("aria-valuenow") or 0)
    await page.get_by_role("button", name=words["on"]).click()
    await expect(slider(page)).to_have_attribute("aria-valuetext", re.compile(r"^(Turn|Tour) 4 "))
    await page.get_by_role("button", name=words["back by turn"]).click()
    await expect(slider(page)).to_have_attribute("aria-valuenow", str(at))
    await page.get_by_role("button", name=words["play"], exact=True).click()
    await expect(slider(page)).not_to_have_attribute("aria-valuenow", str(at))
    await page.get_by_role("button", name=words["pause"], exact=True).click()
    while int(await slider(page).get_attribute("aria-valuenow") or 0) > at:
        await page.keyboard.press("ArrowLeft")


async def assert_that_an_attack_is_told_and_left_behind(
    page: Page, words: dict[str, str], company: Company, path: str
) -> None:
    """A game that plays waits for the scene of an attack, and goes on."""
    steps = (await company.clients[0].steps(path.rpartition("/")[2], count=200)).steps
    attack = next(step for step in steps if (step.action or {}).get("type") == "attack" and step.turn > 1)
    await page.goto(f"{path}?t={attack.turn}.1")
    before = int(await slider(page).get_attribute("aria-valuenow") or 0)
    await page.get_by_role("button", name=words["play"], exact=True).tap()
    await expect(page.locator(".duel")).to_be_visible()
    await expect(slider(page)).to_have_attribute("aria-valuenow", str(before + 2))
    # A key goes where it says at once, also while an attack is told.
    await page.goto(f"{path}?t={attack.turn}.1")
    await page.get_by_role("button", name=words["play"], exact=True).tap()
    await expect(page.locator(".duel")).to_be_visible()
    await page.keyboard.press("End")
    await expect(page.locator("main.ended")).to_be_visible(timeout=at_leisure(5) * 1000)
    await expect(page.get_by_role("button", name=words["play"], exact=True)).to_be_visible()
    await page.keyboard.press("ArrowLeft")


TOO_SMALL = """[...document.querySelectorAll('.dock-place :is(button, label)')].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility() && Math.min(width, height) < 43.5;
}).map((one) => one.ariaLabel ?? one.className)"""


@pytest.mark.parametrize("game", ["diggers", "ninth"])
async def test_the_log_keeps_the_shown_action_in_sight_when_a_screen_is_turned(
    server: ServerProcess, person: PagesOf, game: str
) -> None:
    async with AsyncExitStack() as stack:
        company, path = await finished(stack, server, game, turns=7)
        somebody = await person("", cookie=company.cookie, size="phone", language="fr")
        page = somebody.page
        await page.goto(f"{path}?t=6.1")
        await page.get_by_role("complementary", name="Journal").get_by_role("button").tap()
        shown = page.get_by_role("tabpanel").locator("[aria-current=step]").first
        tabs = page.get_by_role("tablist")
        for screen in ("phone", "desk", "phone", "landscape"):
            await somebody.resize(screen)
            await expect(shown).to_be_in_viewport()
            assert await tabs.evaluate("(one) => one.scrollWidth <= one.clientWidth"), f"a tab is cut at {screen}"


async def test_a_game_by_unknown_rules_shows_its_log_and_says_why(
    server: ServerProcess, person: PagesOf, watch: Watch
) -> None:
    watch.expect("404")
    async with AsyncExitStack() as stack:
        company, path = await finished(stack, server, "gigogne")
        store_newer_rules(server, company.room["play"]["id"])
        somebody = await person("", cookie=company.cookie, size="phone", language="fr")
        page = somebody.page
        await page.goto(path)
        await expect(page.get_by_role("heading", name="Gigogne")).to_be_visible()
        await expect(page.get_by_text("ses règles sont plus récentes")).to_be_visible()
        await expect(page.get_by_role("list").get_by_text("Camille").first).to_be_visible()
        await expect(page.get_by_role("link", name="Télécharger la partie")).to_be_visible()
        await assert_for_everybody(page, "light")


SWIPE = """() => {
  const board = document.querySelector('#board');
  const { x, y, width, height } = board.getBoundingClientRect();
  const touch = (type, at) => board.dispatchEvent(new PointerEvent(type, {
    bubbles: true, pointerType: 'touch', clientX: at, clientY: y + height / 2,
  }));
  touch('pointerdown', x + width * 0.7);
  touch('pointerup', x + width * 0.3);
}"""


async def test_a_position_is_played_on_from_against_a_bot_or_with_friends(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company, path = await finished(stack, server, "kitty")
        # So early that the bot can't end it.
        path = f"{path}?t=1.1&as=0"
        somebody = await person("", cookie=company.cookie)
        page = somebody.page
        await page.goto(path)
        await expect(slider(page)).to_have_attribute("aria-valuetext", re.compile("^Turn 1 "))
        await assert_that_playing_on_is_offered(somebody, WORDS["en"])
        await page.keyboard.press("p")
        sheet = page.get_by_role("dialog")
        await sheet.get_by_role("button", name="Play now").click()
        await page.wait_for_url("**/r/*")
        await expect(page.locator("[data-legal]").first).to_be_visible()
        practice = page.get_by_role("link", name="Practice, from a replay")
        async with page.context.expect_page() as opened:
            await practice.click()
        await expect(slider(await opened.value)).to_have_attribute("aria-valuetext", re.compile("^Turn 1 "))
        await page.get_by_role("button", name="Leave the game").click()
        await page.get_by_role("button", name="Leave and forfeit").click()
        await page.goto("/me")
        await expect(page.get_by_text("Practice").first).to_be_visible()

        # In French, held sideways at last: a table for friends.
        other = await person("", cookie=company.cookie, size="phone", language="fr")
        await other.page.goto(path)
        await assert_that_playing_on_is_offered(other, WORDS["fr"])
        await other.page.get_by_role("button", name="Rejouer d’ici").tap()
        sheet = other.page.get_by_role("dialog")
        await sheet.get_by_text("Entre amis").tap()
        await expect(sheet).to_contain_text("Une table à vous, avec un lien à partager.")
        await sheet.get_by_role("button", name="Ouvrir la table").tap()
        await other.page.wait_for_url("**/r/*")
        await expect(other.page.get_by_text("Entraînement, tiré d’une partie").first).to_be_visible()
        await assert_for_everybody(other.page, "dark")


async def assert_that_playing_on_is_offered(somebody: Person, words: dict[str, str]) -> None:
    """At each screen: what becomes of hidden cards is said, and all of it can be reached."""
    page = somebody.page
    for screen, theme in zip(SCREENS, TURNED, strict=True):
        drawer = page.locator(".drawer")
        if await drawer.count():
            await drawer.get_by_role("button", name=words["close"]).click()
        await somebody.resize(screen)
        await page.get_by_role("button", name=words["play on"]).click()
        sheet = page.get_by_role("dialog")
        await expect(sheet).to_contain_text(words["dealt"])
        await sheet.get_by_text(words["as they were"]).click()
        await expect(sheet).to_contain_text(words["kept"])
        start = sheet.get_by_role("button").last
        await start.scroll_into_view_if_needed()
        await expect(start).to_be_in_viewport(ratio=1)
        await assert_for_everybody(page, theme)
        await page.keyboard.press("Escape")
        await expect(sheet).to_have_count(0)


async def test_a_game_is_judged_only_when_asked_and_answers_only_when_wanted(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company, path = await finished(stack, server, "gigogne")
        somebody = await person("", cookie=company.cookie)
        page = somebody.page
        asked: list[str] = []
        page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
        await page.goto(path)
        await expect(slider(page)).to_be_visible()
        assert not [one for one in asked if "hindsight" in one or "/analysis" in one]
        await page.get_by_role("tab", name="Analysis").click()
        panel = page.get_by_role("tabpanel")
        await expect(panel).to_contain_text("Judged on what you knew.")
        assert not [one for one in asked if one.startswith("POST")]
        await panel.get_by_role("button", name="Analyse this game").click()
        await expect(panel).to_contain_text("Exact", timeout=ANALYSED_IN)
        await expect(panel.get_by_role("progressbar")).to_have_count(0, timeout=ANALYSED_IN)

        # Everyone's moments, by key; what is best is not there until it is wanted.
        await panel.get_by_text("All", exact=True).click()
        heading = panel.get_by_role("heading", name=re.compile(r"^\d moments? to learn from$"))
        await expect(heading).to_be_visible()
        count = int(str(await heading.text_content())[0])
        await expect(page.get_by_role("tab", name=f"Analysis{count}")).to_be_visible()
        await page.keyboard.press("m")
        await expect(panel.locator("[aria-expanded=true]")).to_contain_text("A mistake: from a win to a loss")
        await expect(panel).not_to_contain_text("· best")
        assert not [one for one in asked if re.search(r"/analysis/\d", one)]
        assert await page.locator("[data-hinted]").count() == 0
        # It is tried on the board first: what was done then is known again, and the answer is still not there.
        await assert_that_a_moment_is_tried_again(somebody, WORDS["en"])
        await expect(page.locator("[data-hinted], .verdict")).to_have_count(0)
        await somebody.resize("desk")
        await (await analysis_in(somebody, WORDS["en"])).get_by_role("button", name="Try again here").click()
        # What was chosen for a further try is dropped with it.
        await page.locator("main button[data-legal]:not([role=gridcell])").first.click()
        await expect(page.get_by_role("button", name="Cancel")).to_be_visible()
        await page.get_by_role("button", name="Show me").last.click()
        await expect(page.get_by_text(WORDS["en"]["find"])).to_have_count(0)
        await expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
        await expect(panel.get_by_role("status")).to_contain_text(re.compile(r"best\s*wins in \d"))
        await expect(panel.get_by_role("status")).to_contain_text(re.compile(r"did\s*loses in \d"))
        await expect(page.locator("[data-hinted]").first).to_be_visible()
        # What was done instead is marked, and not what the other did before.
        await expect(page.locator(".marks .tab")).to_have_text("?")
        await panel.get_by_text("The curve as a table").click()
        await expect(panel.get_by_role("row")).not_to_have_count(1)
        await assert_that_cells_say_what_they_come_to(somebody, WORDS["en"])
        await panel.get_by_role("button", name=re.compile("Watch it|Show the win")).click()
        await expect(page.get_by_text("With both playing their best.").first).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(slider(page)).to_be_visible()
        await somebody.resize("desk")
        panel = await analysis_in(somebody, WORDS["en"])
        await panel.get_by_role("button", name="Play it out").click()
        await expect(page.get_by_role("dialog")).to_contain_text("Play on from here")

        # On a phone, in French: it is known already, and the board stays in sight.
        other = await person("", cookie=company.cookie, size="phone", language="fr")
        await other.page.goto(path)
        await expect(slider(other.page)).to_be_visible()
        await other.page.get_by_role("button", name="Analyse", exact=True).tap()
        panel = other.page.get_by_role("tabpanel")
        await expect(panel).to_contain_text("Jugé sur ce que vous saviez.")
        await panel.get_by_text("Tous", exact=True).tap()
        await panel.get_by_role("button", name=re.compile("^\\?.*Tour")).first.tap()
        await assert_that_a_moment_is_tried_again(other, WORDS["fr"])
        await other.resize("phone")
        panel = await analysis_in(other, WORDS["fr"])
        await panel.get_by_role("button", name="Montrer").tap()
        await expect(panel.get_by_role("status")).to_contain_text("gagne en")
        await expect(panel.get_by_role("status")).to_be_in_viewport()
        board, sheet = await other.page.locator("#board").bounding_box(), await panel.bounding_box()
        assert board is not None
        assert sheet is not None
        assert board["y"] + board["height"] <= sheet["y"]
        await assert_for_everybody(other.page, "light")
        # On the smallest, too, the whole board is over the sheet.
        await other.resize("small")
        cell, sheet = await other.page.get_by_role("gridcell").last.bounding_box(), await panel.bounding_box()
        assert cell is not None
        assert sheet is not None
        assert cell["y"] + cell["height"] <= sheet["y"]
        assert not await scrolls(other.page)
        await other.resize("phone")
        # Held sideways there is less room, and the curve is still over the way through the game.
        await other.page.set_viewport_size({"width": 844, "height": 390})
        await other.page.get_by_role("complementary").get_by_role("button", name="Fermer").click()
        await expect(panel).to_have_count(0)
        curve, way = other.page.locator(".curve svg"), slider(other.page)
        await expect(curve).to_be_visible()
        over, below = await curve.bounding_box(), await way.bounding_box()
        assert over is not None
        assert below is not None
        assert over["height"] >= 24
        assert over["y"] >= below["y"]
        assert below["y"] + below["height"] <= 390
        assert not await scrolls(other.page)


async def scrolls(page: Page) -> bool:
    return bool(await page.evaluate("document.documentElement.scrollHeight > innerHeight"))


async def analysis_in(somebody: Person, words: dict[str, str]) -> Locator:
    """The sheet of the analysis, opened by what is in sight at this screen."""
    page = somebody.page
    panel = page.get_by_role("tabpanel", name=words["tab"])
    if not await panel.count():
        if not await page.get_by_role("tab").count():
            opener = page.locator(".judged button, .drawer-opener button").locator("visible=true")
            await opener.first.click()
        await page.get_by_role("tab", name=words["tab"]).click()
    await expect(panel).to_be_visible()
    return panel


async def assert_that_a_moment_is_tried_again(somebody: Person, words: dict[str, str]) -> None:
    """At each screen, without its answer; a moment is open."""
    page = somebody.page
    for screen, theme in zip(SCREENS, TURNED, strict=True):
        await somebody.resize(screen)
        panel = await analysis_in(somebody, words)
        await panel.get_by_role("button", name=words["again"]).click()
        await expect(page.get_by_text(words["find"])).to_have_count(1)
        await page.locator("main button[data-legal]:not([role=gridcell])").first.click()
        await page.locator("main [role=gridcell][data-legal]").first.click()
        await expect(page.get_by_role("status").get_by_text(re.compile(words["tried"]))).to_be_visible()
        assert await page.locator(".verdict").count() == 0
        await assert_for_everybody(page, theme)
        assert not await scrolls(page)
        await page.get_by_role("button", name=words["back"]).click()
        await expect(slider(page)).to_be_visible()


async def assert_that_cells_say_what_they_come_to(somebody: Person, words: dict[str, str]) -> None:
    """At each screen, once the answer is shown: in sight and to be heard, for each size of square."""
    page = somebody.page
    told = page.locator(".verdict")
    for screen, theme in zip(SCREENS, TURNED, strict=True):
        await somebody.resize(screen)
        panel = await analysis_in(somebody, words)
        await expect(panel.get_by_role("status")).to_contain_text(re.compile(words["best"]))
        await expect(panel.get_by_role("status")).to_contain_text(re.compile(words["done"]))
        await expect(page.get_by_role("gridcell", name=re.compile(words["verdict"], re.IGNORECASE))).to_have_count(
            await told.count()
        )
        assert await told.count() > 0
        assert await page.evaluate(BEYOND_ITS_CELL) == []
        other = panel.get_by_role("group", name="If you place")
        await other.locator("[aria-pressed=false]").first.click()
        await expect(told).not_to_have_count(0)
        await assert_for_everybody(page, theme)
        assert not await scrolls(page)


BEYOND_ITS_CELL = """[...document.querySelectorAll('.verdict')].filter((one) => {
  const [inner, cell] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
  return inner.left < cell.left - 1 || inner.right > cell.right + 1 || inner.bottom > cell.bottom + 1
    || inner.top < cell.top - 1;
}).map((one) => one.textContent)"""
