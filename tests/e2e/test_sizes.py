"""Every game at every size: what can be done is large enough for a finger and in sight, and so is one's own."""

import re
from contextlib import AsyncExitStack

import pytest
from playwright.async_api import Page, expect

from tablee.client import Client
from tests.e2e.browser import Size
from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person
from tests.e2e.tables import LOCAL, finish_a_game, in_mid_game, play_on, sit_down
from tests.server.serving import ServerProcess

LOW: tuple[Size, ...] = ("landscape", "small-landscape", "zoomed")
SMALL: tuple[Size, ...] = ("small", "low-end")
PHONES: tuple[Size, ...] = ("phone", *SMALL)

TABLES = (
    ("ninth", 2, 9),
    ("ninth", 2, 20),
    ("diggers", 4, 3),
    ("diggers", 4, 60),
    ("noe", 2, 8),
    ("noe", 3, 3),
    ("noe", 6, 14),
    ("gigogne", 3, 8),
    ("kitty", 2, 6),
)
"""Game, seats, and random moves before it is looked at."""

FIRST = ("ninth", "diggers", "noe", "gigogne", "kitty")

OWN = {
    "ninth": ".own .fan, .own .score",
    "diggers": ".own",
    "noe": ".near .life, .near .shield, .near .upright, .near .across, .near .charge",
    "gigogne": ".stacks > *",
    "kitty": ".mine .hand, .mine .seat",
}
"""What one plays with, and must never look for."""

LEAST: dict[Size, int] = {"landscape": 44, "small-landscape": 44, "zoomed": 40, "small": 44, "low-end": 44}
"""Pixels."""

FAULTS_OF_TARGETS = """(least) => [...document.querySelectorAll('[data-legal]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .flatMap((one) => {
    one.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { x, y, width, height, right, bottom } = one.getBoundingClientRect();
    const isIn = x >= -1 && y >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    // A mine is moved from under its map.
    const isFree = one.contains(at) || at?.closest('.map');
    if (isIn && width >= least && height >= least && isFree) return [];
    return [`${one.getAttribute('aria-label') ?? one.textContent.trim()}: ${width} x ${height} at ${x}, ${y}`];
  })"""
"""What can be done and is too small, covered, or out of the window. Only a mine may be moved in its own window."""

FAULTS_OF_OWN = """(selector) => {
  const own = [...document.querySelectorAll(selector)];
  if (own.length === 0) return [`no ${selector}`];
  return own.flatMap((one) => {
    const { x, y, width, height, right, bottom } = one.getBoundingClientRect();
    const isIn = x >= -1 && y >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    const at = document.elementFromPoint(x + width / 2, y + height / 2);
    const lid = at?.closest('.line, .actions, .others, .bar, .piles');
    if (isIn && width > 0 && (!lid || lid.contains(one))) return [];
    return [`${one.className}: ${x}, ${y} to ${right}, ${bottom}`];
  });
}"""
"""What is one's own and cut off, or lies under something else."""

LINES_OF_PROMPT = """() => {
  const text = [...document.querySelectorAll('.line .text')].find((one) => one.checkVisibility());
  return Math.round(text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight));
}"""
"""What to do is read at a glance: on one line."""

SCROLLED = """() => [document.documentElement, ...document.querySelectorAll('#board, #board *')]
  .filter((one) => one === document.documentElement || getComputedStyle(one).overflowY === 'auto')
  .filter((one) => !one.closest('.film'))
  .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} x ${one.scrollHeight}`)"""
"""What would have to be scrolled."""


async def check(page: Page, game: str, size: Size) -> None:
    """Nothing to be scrolled, nothing too small, nothing out of sight."""
    assert await page.evaluate(SCROLLED) == []
    assert await page.evaluate(FAULTS_OF_OWN, OWN[game]) == []
    assert await page.locator("[data-legal]").count() > 0
    assert await page.evaluate(FAULTS_OF_TARGETS, LEAST[size]) == []
    # Beside a mine there is least room, and the line names whose it is.
    assert await page.evaluate(LINES_OF_PROMPT) <= (2 if game == "diggers" else 1), size


@pytest.mark.parametrize(("game", "seats", "moves"), TABLES)
async def test_a_table_fits(server: ServerProcess, person: PagesOf, game: str, seats: int, moves: int) -> None:
    """All that can be done is large and in sight, before and after a piece is chosen, as the screen is turned."""
    async with AsyncExitStack() as stack:
        company = await in_mid_game(stack, server.address, game, seats, moves)
        player = await person(cookie=company.cookie, size="small")
        await player.sit_at(company.code)
        await player.hurry()
        await look_round(player, game)
        # Where there is only one to attack, the choice is the attack; and a shield of No Kitty goes nowhere.
        chosen = player.page.locator(
            "section[aria-label] [role=toolbar] [data-legal]:not([data-explains$=shield])"
        ).first
        if (game, seats) != ("noe", 2) and await chosen.count():
            await chosen.click(position={"x": 8, "y": 20})
            await player.page.locator(".cancel:visible").wait_for()
            await look_round(player, game)


async def test_choosing_a_tile_moves_nothing_under_the_finger(server: ServerProcess, person: PagesOf) -> None:
    """The button that plays it comes where there was room for it."""
    async with AsyncExitStack() as stack:
        company = await in_mid_game(stack, server.address, "diggers", 2, 60)
        player = await person(cookie=company.cookie, size="small")
        await player.sit_at(company.code)
        await player.hurry()
        for size in PHONES:
            await player.resize(size)
            line = player.page.locator(".line:visible").first
            before = await line.bounding_box()
            await player.page.locator("#board [data-legal]").first.tap()
            await player.page.locator(".go:visible").wait_for()
            after = await line.bounding_box()
            assert before is not None
            assert after is not None
            assert abs(before["y"] - after["y"]) < 2, (size, before, after)
            await player.page.locator(".cancel:visible").click()


async def test_what_a_planet_does_is_read_at_every_size_before_it_is_taken(person: PagesOf) -> None:
    """By finger the first tap on a card tells, the second takes it."""
    player = await person("Camille", size="small")
    await player.sit_at(
        await player.make_room("ninth", local=[{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}])
    )
    page = player.page
    if await page.get_by_role("button", name="I’m ").count():
        await page.get_by_role("button", name="I’m ").tap()
    card = page.locator("#board [data-legal]").first
    await card.tap()
    told = page.locator(".reminding")
    for size in (*PHONES, "landscape", "small-landscape"):
        await player.resize(size)
        await expect(told).to_contain_text(re.compile(r"(When|Always)"))
        assert await told.locator("span").last.evaluate(IN_SIGHT), size


async def test_to_pass_in_ninth_can_be_pressed_on_every_phone(server: ServerProcess, person: PagesOf) -> None:
    """What a planet does is told over it, while a card is chosen only."""
    async with await Client.connect(server.address, "Camille") as client:
        room = await client.create_room("ninth", local=LOCAL)
        table = await client.join(room.id)
        # A first card for both, then one more: now there is one to place.
        while (turn := await table.my_turn()) and {"type": "pass"} not in turn.legal:
            await table.act(turn.legal[0], turn=turn)
        cookie = client.cookie
    player = await person(cookie=cookie, size="small")
    await player.sit_at(room.code)
    page = player.page
    if await page.get_by_role("button", name="I’m ").count():
        await page.get_by_role("button", name="I’m ").tap()
    passing = page.get_by_role("button", name="Pass")
    for size in (*PHONES, "landscape", "small-landscape"):
        await player.resize(size)
        await passing.tap(trial=True)
    # Nothing is heard for a moment after the screen was passed on, and a line that could be made is asked about.
    for _ in range(4):
        if await passing.count():
            await passing.tap()
            await page.wait_for_timeout(700)
    await expect(page.get_by_role("button", name="I’m ")).to_be_visible()


async def test_the_result_leaves_the_board_room_on_a_phone(person: PagesOf) -> None:
    """All of it in sight with its winning cells, and so is what comes next; how it came is one tap away."""
    player = await person("Camille", size="small")
    page = player.page
    await player.sit_at(await finish_a_game(player.origin, await player.cookie(), "gigogne", "Gigogne"))
    result = page.locator(".result")
    await result.wait_for()
    for size in PHONES:
        await player.resize(size)
        for cell in await page.locator("#board .cell").all():
            assert await cell.evaluate(IN_SIGHT), size
            assert await cell.evaluate("(one) => one.offsetWidth") >= 84, size
        assert await result.get_by_role("button", name="Play again").evaluate(IN_SIGHT), size
        folded = result.get_by_role("button", name="Details")
        assert await folded.is_visible() == (size != "phone")
    await folded.click()
    await expect(result.locator(".came").first).to_be_visible()


SQUEEZED = """() => [...document.querySelectorAll('.result .button')].flatMap((button) => {
  const isSeen = (part) => !(part instanceof Element) || getComputedStyle(part).position !== 'absolute';
  const parts = [...button.childNodes].filter(isSeen);
  const { left, right } = button.getBoundingClientRect();
  const boxes = parts.map((part) => {
    const range = document.createRange();
    range.selectNode(part);
    return range.getBoundingClientRect();
  }).filter((box) => box.width > 0);
  const isWhole = boxes.every((box) => box.left >= left - 1 && box.right <= right + 1) && right <= innerWidth;
  return isWhole ? [] : [`${button.textContent.trim()} in ${left} to ${right}`];
})"""
"""Buttons of the result that are smaller than what they say."""


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_button_beside_the_result_is_smaller_than_its_words(
    server: ServerProcess, person: PagesOf, language: str
) -> None:
    """Diggers has the narrowest column on a phone held sideways."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, "diggers", 2, options={"tiles": 0})
        await play_on(company, 2000, 1, until_first=False)
        await company.tables[0].close()
        player = await person("", cookie=company.cookie, language=language, size="phone")
        await player.sit_at(company.code)
        await expect(player.page.locator(".result .button").first).to_be_visible()
        for size in (*PHONES, "narrow", *LOW, "laptop"):
            await player.resize(size)
            assert await player.page.evaluate(SQUEEZED) == [], size


CUT_OFF = """(button) => {
  const [own, sheet] = [button, button.closest('[data-telling]')].map((one) => one.getBoundingClientRect());
  return Math.max(0, own.bottom - sheet.bottom, own.bottom - innerHeight);
}"""
"""Pixels of a button that its sheet, or the window, hides at the bottom."""

OVERLAID = """(button) => {
  const result = button.closest('[data-telling]').querySelector('.result').getBoundingClientRect();
  return result.bottom - button.getBoundingClientRect().top;
}"""
"""Pixels of what came of an attack that lie under the button."""


async def test_to_go_on_is_never_cut_off_however_much_an_attack_has_to_tell(
    server: ServerProcess, person: PagesOf
) -> None:
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, "noe", 2)
        for _ in range(12):  # so that charges are added up: a blow with all its figures
            (seat,) = company.to_act()
            turn = await company.tables[seat].my_turn()
            assert turn is not None
            charges = [len(each) for each in company.seen_by(0)["view"]["charges"]]
            wanted = {
                "type": "charge" if charges[seat] < 3 else "swap_shield",
                **({} if charges[seat] < 3 else {"target": 0}),
            }
            if seat == 0 and charges[0] >= 3:
                break
            await company.tables[seat].act(wanted, turn=turn)
        await company.tables[0].close()
        player = await person("", cookie=company.cookie, size="phone")
        page = player.page
        await player.sit_at(company.code)
        await page.get_by_role("button", name="Attack").first.tap()
        go_on = page.locator("[data-telling]").get_by_role("button", name="Continue")
        await expect(go_on).to_be_visible()
        await expect(page.locator("[data-telling] .result:not(.waiting)")).to_be_visible()
        for size in (*PHONES, "landscape", "small-landscape"):
            await player.resize(size)
            await page.wait_for_timeout(300)
            assert await go_on.evaluate(CUT_OFF) <= 1, size
            if size in LOW:  # on the others the sheet scrolls
                assert await go_on.evaluate(OVERLAID) <= 1, size


async def look_round(player: Person, game: str) -> None:
    """At every size, one after the other."""
    for size in (*SMALL, *LOW):
        await player.resize(size)
        await check(player.page, game, size)


IN_SIGHT = """(one) => {
  const { x, y, width, height, right, bottom } = one.getBoundingClientRect();
  const at = document.elementFromPoint(x + width / 2, y + height / 2);
  return x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight && one.contains(at);
}"""


FAULTS_OF_TILES = (
    """(games) => games.flatMap((game) => {
  const isInSight = """
    + IN_SIGHT
    + """;
  const tile = document.getElementById(`game-${game}`).closest('article');
  const buttons = [tile.querySelector('.main'), tile.querySelector('.ways')];
  const faults = buttons
    .filter((one) => !isInSight(one) || one.getBoundingClientRect().height < 44)
    .map((one) => `${game}: ${one.outerHTML}`);
  const facts = tile.querySelector('.facts');
  return facts.scrollWidth <= facts.parentElement.clientWidth ? faults : [...faults, `${game}: its facts`];
})"""
)
"""What begins a game and is out of sight, or too small for a finger; facts that are cut off."""


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_every_game_is_on_the_first_screen_without_scrolling(person: PagesOf, language: str) -> None:
    """What begins a game is large and in sight on every phone; where it is a row, the other ways are in its sheet."""
    somebody = await person(language=language, size="phone")
    page = somebody.page
    await somebody.go("/")
    for size in (*PHONES, *LOW):
        await somebody.resize(size)
        await page.locator("article .ways").nth(4).wait_for()
        assert await page.evaluate(FAULTS_OF_TILES, FIRST) == [], size
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if size != "phone":
            await page.locator("article .set-up").last.click(position={"x": 40, "y": 20})
            sheet = page.get_by_role("dialog")
            await sheet.get_by_role("link", name={"en": "Same screen", "fr": "Même écran"}[language]).wait_for()
            await sheet.get_by_role("button", name={"en": "Invite", "fr": "Inviter"}[language]).click()
            await sheet.get_by_role("radiogroup").wait_for()
            await page.keyboard.press("Escape")
            await sheet.wait_for(state="detached")


async def test_a_seat_that_waits_leaves_all_games_on_the_first_screen(person: PagesOf) -> None:
    """The way back to it is above them, or where there is little height in the bar."""
    somebody = await person("Camille", size="small", language="fr")
    page = somebody.page
    await somebody.sit_at(await somebody.make_room("gigogne", capacity=2, policy="full", bots=["easy"]))
    await page.locator("#board").wait_for()
    await page.get_by_role("banner").get_by_role("button", name="Accueil").click()
    await page.locator(".returning").wait_for()
    last = page.locator("article").filter(has=page.locator(f"#game-{FIRST[-1]}"))
    await last.wait_for()
    for size in (*SMALL, *LOW):
        await somebody.resize(size)
        assert await last.locator(".ways").evaluate(IN_SIGHT), size
        assert await page.locator(".returning a").last.evaluate(IN_SIGHT), size


@pytest.mark.parametrize(("policy", "language"), [("host", "fr"), ("ready", "en")])
async def test_the_waiting_room_is_in_sight_on_arrival(
    server: ServerProcess, person: PagesOf, policy: str, language: str
) -> None:
    """On a phone all ways in, all seats by their names, the colours and what starts need no tap and no scrolling."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, "noe", 3, start=False, capacity=6, access="lamp", policy=policy)
        player = await person(cookie=company.cookie, size="phone", language=language)
        page = player.page
        # A browser without windows has nothing to share with: what is looked at is where the button stands.
        await player.screen.run_first("navigator.share ??= async () => undefined")
        await player.sit_at(company.code)
        for size in (*PHONES, *LOW):
            await player.resize(size)
            card = page.locator(".here")
            share = card.get_by_role("button", name={"en": "Share", "fr": "Partager"}[language])
            copy = card.get_by_role("button", name={"en": "Copy", "fr": "Copier"}[language])
            ways = (card.get_by_role("img"), card.locator(".six"), card.locator(".needs").first, share, copy)
            seats = (*await page.locator(".seats li").all(), *await page.get_by_role("radio").all())
            for part in (*ways, page.locator(".actions .main"), *seats):
                await part.wait_for()
                assert await part.evaluate(IN_SIGHT), (size, await part.evaluate("(one) => one.outerHTML"))
            assert await page.locator(".seats li").count() == 6
            names = page.locator(".seats .name .ellipsis")
            assert (
                await names.evaluate_all("(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0
            )
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight"), size


async def test_on_a_phone_a_seat_is_pressed_to_change_it_and_bots_are_picked_from_a_list(person: PagesOf) -> None:
    host = await person("Camille", size="small")
    await host.sit_at(await host.make_room("gigogne", capacity=4))
    seats = host.page.get_by_role("list", name="Players")
    for bots in (1, 2):  # the same again
        await host.page.get_by_role("combobox", name="Add a bot").select_option("medium")
        await expect(seats.get_by_text("medium")).to_have_count(bots)
    await seats.get_by_role("button", name="Rename Camille").click()
    await host.page.get_by_label("New name").fill("Capucine")
    await host.page.keyboard.press("Enter")
    await expect(seats).to_contain_text("Capucine")
    await seats.get_by_role("button", name="Rename").last.click()
    await host.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    await expect(seats.get_by_text("medium")).to_have_count(1)


@pytest.mark.parametrize(("capacity", "language"), [(2, "en"), (6, "fr")])
async def test_the_waiting_room_fits_a_laptop(
    server: ServerProcess, person: PagesOf, capacity: int, language: str
) -> None:
    """At 1280 x 720 the page does not scroll, and the button that starts is in sight."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, "noe", 2, start=False, capacity=capacity)
        player = await person(cookie=company.cookie, size="laptop", language=language)
        await player.sit_at(company.code)
        start = player.page.locator(".actions .main")
        await start.wait_for()
        assert await start.evaluate(IN_SIGHT)
        assert await player.page.locator(".seats li").count() == capacity
        for seat in await player.page.locator(".seats li").all():
            assert await seat.evaluate(IN_SIGHT)
        assert await player.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


async def test_the_controls_of_the_bar_are_in_sight_beside_a_wide_board(person: PagesOf) -> None:
    """Against bots there are most of them, and the mine leaves least room."""
    player = await person("Camille", size="small-landscape")
    await player.sit_at(await player.make_room("diggers", capacity=2, policy="full", bots=["easy"]))
    controls = player.page.get_by_role("banner").get_by_role("button")
    await expect(controls).to_have_count(5)
    for size in ("small-landscape", "landscape"):
        await player.resize(size)
        for control in await controls.all():
            assert await control.evaluate(IN_SIGHT), (size, await control.get_attribute("aria-label"))
