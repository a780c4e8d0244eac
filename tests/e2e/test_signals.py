"""What tells that it is one's turn, and hands that are sure of what they do."""

import random
import re
from contextlib import AsyncExitStack
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person, Watch
from tests.e2e.tables import Company, sit_down
from tests.e2e.test_following import act
from tests.patience import at_leisure
from tests.server.serving import ServerProcess

HIDE = """(isHidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
"""Headless browsers show every page: none of them can be put behind another."""

ICON = "document.querySelector('link[rel=icon]').getAttribute('href')"
WORKER = "navigator.serviceWorker.ready.then((worker) => worker.active.state)"
ALLOW_NOTIFICATIONS = """() => {
  if (!('Notification' in globalThis)) return;
  const asked = () => sessionStorage.getItem('asked') === 'yes';
  let shown = [];
  globalThis.shownNotifications = () => shown.map(({ title, body, data }) => ({ title, body, data }));
  Object.defineProperty(Notification, 'permission', { get: () => (asked() ? 'granted' : 'default') });
  Notification.requestPermission = async () => {
    sessionStorage.setItem('asked', navigator.userActivation.isActive ? 'yes' : 'no');
    return Notification.permission;
  };
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    const one = { title, ...options, close: () => { shown = shown.filter((other) => other !== one); } };
    shown = [...shown.filter(({ tag }) => tag !== one.tag), one];
  };
  ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) => shown.filter((one) => one.tag === tag);
}"""
"""A browser without windows shows no notifications and allows none: this keeps what it was given to show."""
NOTIFICATIONS = "shownNotifications()"


async def at_gigogne(
    stack: AsyncExitStack, server: ServerProcess, person: PagesOf, **settings: Any
) -> tuple[Company, Page]:
    """Two at a table; the first one's seat is in a browser, and the second is to act."""
    company = await sit_down(stack, server.address, "gigogne", 2)
    while company.to_act() != [1]:
        await act(company, 0, type="place")
    await company.tables[0].close()
    somebody = await person("", cookie=company.cookie, **settings)
    await somebody.page.goto(f"/r/{company.code}")
    await expect(somebody.page.locator("#board")).to_be_visible()
    return company, somebody.page


async def test_the_tab_says_whose_turn_it_is_and_never_falsely(
    server: ServerProcess, person: PagesOf, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person)
        await expect(page).to_have_title("Camille’s table · tablée")
        assert await page.evaluate(ICON) == "/icon.svg"
        await act(company, 1, size="large")
        await expect(page).to_have_title("● Your turn – Camille’s table · tablée")
        assert await page.evaluate(ICON) == "/icon-turn.svg"
        assert (await page.request.get("/icon-turn.svg")).headers["content-type"] == "image/svg+xml"
        await page.get_by_role("link", name="Home").or_(page.get_by_role("button", name="Home")).first.click()
        await expect(page).to_have_title("● Your turn – tablée")
        await page.go_back()
        await page.locator("[data-legal]").first.click()
        await page.locator(".cell[data-legal]").first.click()
        await expect(page).to_have_title("Camille’s table · tablée")
        assert await page.evaluate(ICON) == "/icon.svg"
        await page.context.set_offline(True)
        await act(company, 1, size="large")
        await expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
        await expect(page).to_have_title("Camille’s table · tablée")
        await page.context.set_offline(False)
        await expect(page).to_have_title("● Your turn – Camille’s table · tablée")


async def test_nobody_is_told_of_a_turn_on_one_screen(person: PagesOf) -> None:
    host = await person("Camille")
    people = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]
    await host.sit_at(await host.make_room("gigogne", local=people))
    await expect(host.page.locator("[data-legal]").first).to_be_visible()
    await expect(host.page).to_have_title("Ada’s table · tablée")


async def test_a_hidden_page_notifies_who_asked_for_it_and_takes_it_back(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person, language="fr", keeps_pages=True)
        await page.context.add_init_script(f"({ALLOW_NOTIFICATIONS})()")
        await page.reload()
        assert await page.evaluate(WORKER) in {"activating", "activated"}
        await page.get_by_role("tab", name="Table").click()
        wish = page.get_by_role("radiogroup", name="M’alerter à mon tour")
        await expect(wish.get_by_label("Non")).to_be_checked()
        await wish.get_by_text("Oui").click()
        await page.wait_for_function("localStorage.getItem('tablee.notify') === 'yes'")
        await page.reload()
        await page.get_by_role("tab", name="Table").click()
        await expect(wish.get_by_label("Oui")).to_be_checked()
        await act(company, 1, size="large")
        await expect(page).to_have_title("● À vous de jouer – Table de Camille · tablée")
        assert await page.evaluate(NOTIFICATIONS) == [], "the page is in sight"
        await page.locator("[data-legal]").first.click()
        await page.locator(".cell[data-legal]").first.click()
        await expect(page).to_have_title("Table de Camille · tablée")
        await page.evaluate(HIDE, True)
        await act(company, 1, size="large")
        await expect(page).to_have_title("● À vous de jouer – Table de Camille · tablée")
        await page.wait_for_function(f"{NOTIFICATIONS}.length > 0")
        assert await page.evaluate(NOTIFICATIONS) == [
            {"title": "À vous de jouer", "body": "Table de Camille", "data": f"/r/{company.code}"}
        ]
        await page.evaluate(HIDE, False)
        await page.wait_for_function(f"{NOTIFICATIONS}.length === 0")


# Sure hands

ADA_AND_ZOE = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]
PRESSED = "document.activeElement?.closest('main, .bar, aside') !== null"
PRESS_AT_ONCE = """([where, words, what]) => {
  const press = (_, watching) => {
    if (!document.querySelector(where)?.textContent.includes(words)) return;
    watching.disconnect();
    const pressed = document.querySelector(what);
    const key = pressed.getAttribute('aria-keyshortcuts') ?? 'Enter';
    pressed.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    pressed.click();
    pressed.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, isPrimary: true }));
    pressed.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
    globalThis.hasPressed = true;
  };
  new MutationObserver(press).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""By key, by whatever makes a click, and by pointer, as soon as words are somewhere: no machine is too busy for it."""
SQUARES = ".cell [data-place$=small], .cell [data-place$=medium], .cell [data-place$=large]"


async def test_a_second_tap_never_plays_for_the_next_person(person: PagesOf) -> None:
    host = await person("Camille", size="phone")
    await host.sit_at(await host.make_room("gigogne", local=ADA_AND_ZOE))
    page, card = host.page, host.page.get_by_text(re.compile("(Ada|Zoé)’s turn"))
    await expect(page.locator("[data-legal]").first).to_be_visible()
    await expect(card).to_have_count(0)
    pile = page.locator("[aria-keyshortcuts='1']")
    await page.evaluate(PRESS_AT_ONCE, ["main", "’s turn", "[aria-keyshortcuts='1']"])
    await page.locator("[data-legal]").first.click()
    await page.locator(".cell[data-legal]").nth(4).click()
    await page.wait_for_function("globalThis.hasPressed")
    await expect(card).to_have_count(0)
    assert await page.locator(".cell[data-legal]").count() == 0, "nothing was taken up while the card was shown"
    assert await page.locator(SQUARES).count() == 1
    await pile.click()
    await expect(page.locator(".cell[data-legal]").first).to_be_visible()


COVER = "dialog[closedby='none']"
"""Not the one in which the cards that Venus shows are arranged."""


async def hand_over(host: Person) -> Locator:
    """At Ninth, play until the screen is to be handed over, and press what lifts the cover at once; the cover."""
    await host.sit_at(await host.make_room("ninth", local=ADA_AND_ZOE))
    await host.page.evaluate(PRESS_AT_ONCE, [COVER, "I’m ", f"{COVER} button"])
    cover, dice = host.page.locator(COVER), random.Random(1)
    await expect(host.page.locator("[data-legal]").first).to_be_visible()
    for _ in range(40):
        if await cover.count():
            break
        await host.click_what_glows(dice)
        await host.page.wait_for_timeout(50)
    await expect(cover).to_be_visible()
    return cover


async def test_nobody_reaches_the_hand_under_the_cover(person: PagesOf) -> None:
    host = await person("Camille")
    cover = await hand_over(host)
    taking = cover.get_by_role("button", name="I’m ")
    await expect(taking).to_be_focused()
    for key in ("Tab", "Tab", "Shift+Tab", "Tab", "Escape", "Escape", "Tab"):
        await host.page.keyboard.press(key)
        assert not await host.page.evaluate(PRESSED), key
    await expect(cover).to_be_visible()
    devtools = await host.context.new_cdp_session(host.page)
    tree = (await devtools.send("Accessibility.getFullAXTree"))["nodes"]
    roles = [node["role"]["value"] for node in tree if not node["ignored"]]
    assert roles.count("dialog") == 1
    assert roles.count("button") == 1
    assert not {"region", "main", "log"} & set(roles), "the board, the hand, and what is told of them"
    await host.page.wait_for_timeout(700)
    await taking.click()
    await expect(cover).to_have_count(0)
    assert await host.page.evaluate("document.activeElement.matches('[data-legal]')")


async def test_a_second_tap_does_not_lift_the_cover_nor_play_under_it(person: PagesOf) -> None:
    host = await person("Camille", size="phone")
    cover = await hand_over(host)
    await host.page.wait_for_function("globalThis.hasPressed")
    await host.page.wait_for_timeout(50)
    await expect(cover).to_be_visible()
    await host.page.wait_for_timeout(700)
    await host.page.evaluate(
        """() => new Promise((done) => {
            document.querySelector('dialog[closedby] button').click();
            setTimeout(() => {
                for (const one of document.querySelectorAll('main [data-legal]')) one.click();
                setTimeout(done, 300);
            });
        })"""
    )
    await expect(cover).to_have_count(0)
    sent = [message for message in host.heard if message["type"] == "moved"]
    await host.page.wait_for_timeout(300)
    assert [message for message in host.heard if message["type"] == "moved"] == sent


async def test_staying_is_the_loud_button_and_has_the_focus(person: PagesOf) -> None:
    host = await person("Camille")
    await host.sit_at(await host.make_room("gigogne", local=ADA_AND_ZOE))
    await host.page.get_by_role("button", name="Leave the game").click()
    stay = host.page.get_by_role("button", name="Stay")
    await expect(stay).to_be_focused()
    await expect(stay).to_have_class(re.compile(r"\bmain\b"))
    await expect(host.page.get_by_role("dialog").locator("button.main")).to_have_count(1)


async def test_nothing_moves_when_the_connection_is_lost_and_found(
    server: ServerProcess, person: PagesOf, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    watch.expect("fetching the script")
    async with AsyncExitStack() as stack:
        _, page = await at_gigogne(stack, server, person)
        cell = page.locator(".cell").first
        before = await cell.bounding_box()
        await page.context.set_offline(True)
        await expect(page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
        assert await cell.bounding_box() == before


# Emotes


async def test_an_emote_is_seen_at_the_plate_read_out_and_gone_and_can_be_muted(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company, page = await at_gigogne(stack, server, person)
        table = company.tables[1]
        await table.ask("emote", emote="lucky")
        said = page.locator(".said")
        await expect(said).to_have_text("Lucky!")
        await expect(page.locator("[aria-live=polite]").get_by_text("Jules: Lucky!")).to_be_attached()
        bubble, plate = await said.bounding_box(), await page.locator("[data-plate='1']").bounding_box()
        assert bubble is not None
        assert plate is not None
        assert 0 <= bubble["x"] - plate["x"] - plate["width"] < 12
        assert plate["y"] <= bubble["y"] <= plate["y"] + plate["height"]
        await expect(page.get_by_role("tabpanel").get_by_text("Lucky!")).to_have_count(0)
        await expect(said).to_have_count(0, timeout=at_leisure(6) * 1000)
        ours = page.get_by_role("region", name="Say something")
        await ours.get_by_role("button", name="Well played").click()
        await expect(said).to_have_text("Well played")
        await ours.get_by_role("checkbox", name="Show what players say").uncheck()
        await expect(said).to_have_count(0)
        await table.ask("emote", emote="ouch")
        await act(company, 1, size="large")
        await expect(page.get_by_text("Your turn").first).to_be_visible()
        await expect(said).to_have_count(0)
        await page.reload()
        await expect(ours.get_by_role("checkbox", name="Show what players say")).not_to_be_checked()


async def test_nobody_talks_to_bots(person: PagesOf) -> None:
    somebody = await person("Camille")
    await somebody.go("/")
    await somebody.page.get_by_role("button", name="Play a bot at Gigogne").click()
    await expect(somebody.page.get_by_role("tab", name="Log")).to_be_visible()
    await expect(somebody.page.get_by_role("region", name="Say something")).to_have_count(0)
