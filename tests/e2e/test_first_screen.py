"""From the first screen to a table: a name, a game, a room, an account, a language; and what the browser keeps."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Locator, expect

from tablee.client import Client
from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person, Watch
from tests.e2e.sitting import Screens
from tests.e2e.tables import LOCAL, finish_a_game
from tests.server.serving import ServerProcess

GAMES = {"ninth": "Ninth", "diggers": "Diggers", "noe": "Le Jeu de Noé", "gigogne": "Gigogne", "kitty": "No Kitty"}


def seats_of(person: Person) -> Locator:
    """The seats of a waiting room."""
    return person.page.get_by_role("list", name="Players")


def row_of(person: Person, room: str) -> Locator:
    """The row of a room in the list."""
    return person.page.get_by_role("link", name=re.compile(rf"^{re.escape(room)}, "))


def code_in(address: str) -> str:
    return urlsplit(address).path.removeprefix("/r/")


async def invite_to(host: Person, game: str, way: str = "Open to all") -> str:
    """Open a room from the first screen; its code."""
    await host.page.get_by_role("button", name=f"Invite to {game}").click()
    await host.page.get_by_role("dialog").get_by_text(way, exact=True).click()
    await host.page.get_by_role("button", name="Open the table").click()
    await host.page.wait_for_url(re.compile(r"/r/\w{6}$"))
    return code_in(host.page.url)


# The first screen


async def test_a_newcomer_picks_a_nickname_in_place_and_has_it_in_the_next_room(person: PagesOf) -> None:
    newcomer = await person()
    page = newcomer.page
    await newcomer.go("/")
    await page.get_by_role("button", name="Choose your nickname").click()
    await page.get_by_label("Your nickname").fill("Somebody else")
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Choose your nickname").click()
    await page.get_by_label("Your nickname").fill("Capucine")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Your nickname is Capucine. Change it")).to_be_focused()
    await invite_to(newcomer, "Gigogne")
    await expect(seats_of(newcomer)).to_contain_text("Capucine")


async def test_every_game_with_a_bot_starts_at_once_without_a_name(person: PagesOf) -> None:
    newcomer = await person()
    await newcomer.go("/")
    for game in GAMES.values():
        await newcomer.page.get_by_role("button", name=f"Play a bot at {game}").click()
        await expect(newcomer.page.locator("#board")).to_be_visible()
        await expect(newcomer.page.locator("[data-legal]:visible").first).to_be_visible()
        await newcomer.page.get_by_role("button", name="Home").click()


async def test_inviting_asks_for_no_name_and_shows_a_link_a_code_and_a_qr_code(person: PagesOf) -> None:
    host = await person()
    await host.go("/")
    code = await invite_to(host, "Gigogne")
    await expect(host.page.get_by_text(f"{urlsplit(host.origin).netloc}/r/{code}")).to_be_visible()
    await expect(host.page.get_by_label(" ".join(code), exact=True)).to_be_visible()
    drawn = host.page.get_by_role("img", name="QR code of the link").locator("svg path")
    await expect(drawn).to_be_visible()
    await expect(drawn).to_have_attribute("d", re.compile(r"^(M\d+ \d+h\d+v1h-\d+z){100,}$"))
    await host.page.reload()
    await expect(seats_of(host)).to_contain_text("you")


async def test_a_qr_code_that_can_not_be_drawn_leaves_the_link_and_says_so(person: PagesOf, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    host = await person("Camille")
    await host.context.route("**/assets/qr-*.js", lambda route: route.abort())
    await host.go("/")
    code = await invite_to(host, "Gigogne")
    await expect(host.page.get_by_text("No QR code just now: use the link instead.")).to_be_visible()
    await expect(host.page.get_by_role("img", name="QR code of the link")).to_have_count(0)
    await expect(host.page.get_by_text(f"{urlsplit(host.origin).netloc}/r/{code}")).to_be_visible()


async def by_typing_the_code(guest: Person, host: Person) -> None:
    await guest.page.get_by_label("Table code").press_sequentially(code_in(host.page.url).lower())


async def by_pasting_the_link(guest: Person, host: Person) -> None:
    for somebody in (host, guest):
        await somebody.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await host.page.get_by_role("button", name="Copy").click()
    await expect(host.page.get_by_role("button", name="Link copied")).to_be_visible()
    await guest.page.get_by_label("Table code").click()
    await guest.page.keyboard.press("ControlOrMeta+V")


async def by_the_row_in_the_list(guest: Person, host: Person) -> None:
    await guest.page.locator(f".room-line[href='/r/{code_in(host.page.url)}']").click()


async def by_the_link(guest: Person, host: Person) -> None:
    await guest.page.goto(host.page.url)


async def test_a_second_person_comes_in_by_code_by_link_or_by_the_list(person: PagesOf) -> None:
    host, guest = await person("Somebody who invites"), await person("Jules")
    await host.sit_at(await host.make_room("gigogne", capacity=3))
    await guest.go("/")
    for come_in in (by_typing_the_code, by_pasting_the_link, by_the_row_in_the_list, by_the_link):
        await expect(guest.page.get_by_label("Table code")).to_be_visible()
        await expect(seats_of(host)).not_to_contain_text("Jules")
        await come_in(guest, host)
        for somebody in (host, guest):
            await expect(seats_of(somebody)).to_contain_text("Jules")
        await guest.page.get_by_role("button", name="Leave").click()


async def test_a_game_begins_when_the_second_person_comes(person: PagesOf) -> None:
    host, guest = await person("Somebody who invites"), await person("Jules")
    await host.go("/")
    await guest.sit_at(await invite_to(host, "Gigogne"))
    for somebody in (host, guest):
        await expect(somebody.page.locator("#board")).to_be_visible()
        await expect(somebody.page.locator(".plate", has_text="Jules")).to_be_visible()


async def test_a_code_of_no_room_says_so_where_it_was_typed(person: PagesOf, watch: Watch) -> None:
    watch.expect("404")
    host, guest = await person("Camille"), await person("Jules")
    code = await host.make_room("gigogne", capacity=3)
    await guest.go("/")
    field = guest.page.get_by_label("Table code")
    await field.press_sequentially("zzzzzz")
    await expect(guest.page.get_by_role("alert")).to_contain_text("No such table")
    await expect(field).to_have_value("ZZZZZZ")
    assert urlsplit(guest.page.url).path == "/"
    await field.press("Backspace")
    await expect(guest.page.get_by_role("alert")).to_have_count(0)
    await field.fill(code)
    await expect(seats_of(guest)).to_contain_text("Camille")


@pytest.mark.parametrize("settings", [{}, {"onlookers": False}], ids=["seen by all", "without onlookers"])
async def test_whoever_comes_by_a_link_without_a_name_is_asked_for_it(
    person: PagesOf, settings: dict[str, object]
) -> None:
    host, guest = await person("Camille"), await person()
    code = await host.make_room("gigogne", capacity=3, name="La tablée du jeudi", **settings)
    await host.sit_at(code)
    await guest.page.goto(f"/r/{code}")
    nickname = guest.page.get_by_label("Your nickname")
    await expect(nickname).not_to_have_value("")
    await expect(host.page.get_by_text("2/3")).to_have_count(0)
    await nickname.fill(" ")
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(guest.page.get_by_text("Choose a nickname first.")).to_be_visible()
    await nickname.fill("Capucine")
    await guest.page.keyboard.press("Enter")
    for somebody in (host, guest):
        await expect(seats_of(somebody)).to_contain_text("Capucine")
    await guest.page.reload()
    await expect(seats_of(guest)).to_contain_text("Capucine")


# A room


async def test_a_room_with_all_its_options_shows_them_and_the_host_changes_one(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    page = host.page
    await host.go("/")
    await page.get_by_role("link", name="Set up a table: Gigogne").click()
    await page.get_by_label("Table name").fill("La tablée du jeudi")
    await page.get_by_text("With an access code", exact=True).click()
    await page.get_by_role("textbox", name="Access code").fill("sésame")
    await page.get_by_role("radiogroup", name="Players").get_by_text("3").click()
    await page.get_by_text("When everyone’s ready", exact=True).click()
    await page.get_by_text("2 min", exact=True).click()
    await page.get_by_role("switch", name="Spectators").click()
    await page.get_by_label("Winning line").select_option("Classic")
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.get_by_text("La tablée du jeudi")).to_be_visible()
    await expect(page.get_by_text("Private, with a code")).to_be_visible()
    await expect(page.get_by_role("combobox", name="Players")).to_have_value("3")
    await expect(page.get_by_role("combobox", name="Start")).to_have_value("When everyone’s ready")
    await expect(page.get_by_role("combobox", name="Clock")).to_have_value("120 s per turn")
    await expect(page.get_by_role("combobox", name="Winning line")).to_have_value("Classic")
    await expect(page.get_by_role("switch", name="Spectators")).not_to_be_checked()

    await guest.sit_at(code_in(page.url))
    await guest.page.get_by_role("textbox", name="Access code").fill("sésame")
    await guest.page.get_by_role("button", name="Join").click()
    facts = guest.page.get_by_role("definition")
    await expect(facts).to_have_text(
        [
            "Gigogne",
            "3",
            "When everyone’s ready",
            "Private, with a code",
            "Not allowed",
            "120 s per turn",
            "Classic",
            "No",
        ]
    )
    await guest.button("ready").click()
    await expect(seats_of(host).get_by_text("Ready", exact=True)).to_be_visible()
    await page.get_by_role("combobox", name="Clock").select_option("30 s per turn")
    await page.get_by_role("combobox", name="Players").select_option("2")
    await expect(facts.nth(5)).to_have_text("30 s per turn")
    await expect(facts.nth(1)).to_have_text("2")
    await expect(seats_of(host).get_by_text("Ready", exact=True)).to_have_count(0)
    for somebody in (host, guest):
        await somebody.button("ready").click()
    for somebody in (host, guest):
        await expect(somebody.page.locator("#board")).to_be_visible()


async def test_a_colour_is_picked_and_nobody_else_can_pick_it(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    code = await host.make_room("gigogne", capacity=3, policy="host")
    await host.sit_at(code)
    await guest.sit_at(code)
    await host.page.get_by_role("radio", name="rose star").click()
    await expect(host.page.get_by_role("radio", name="rose star")).to_be_checked()
    await expect(guest.page.get_by_role("radio", name="rose star, taken by Camille")).to_be_disabled()
    await guest.page.get_by_role("radio", name="sky-blue cross").click()
    await expect(host.page.get_by_role("radio", name="sky-blue cross, taken by Jules")).to_be_disabled()


async def test_the_host_adds_a_bot_takes_it_away_and_starts(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    code = await host.make_room("gigogne", capacity=3, policy="host")
    await host.sit_at(code)
    await expect(host.button("start")).to_be_disabled()
    await guest.sit_at(code)
    await expect(seats_of(host)).to_contain_text("Jules")
    await host.page.get_by_role("combobox", name="Bot level").select_option("easy")
    await host.page.get_by_role("button", name="Add a bot").click()
    await expect(seats_of(guest).get_by_text("easy")).to_be_visible()
    await expect(host.page.get_by_role("button", name="Add a bot")).to_be_hidden()
    await expect(guest.page.get_by_role("button", name=re.compile("^Remove "))).to_have_count(0)
    await host.page.get_by_role("button", name=re.compile("^Remove (?!Jules)")).click()
    await expect(seats_of(guest).get_by_text("easy")).to_have_count(0)
    await expect(guest.button("start")).to_have_count(0)
    await host.button("start").click()
    for somebody in (host, guest):
        await expect(somebody.page.locator("#board")).to_be_visible()


# The list


async def test_the_list_is_searched_without_accents_and_filtered_also_by_recent_play(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    for game, settings in {
        "gigogne": {"name": "Été à Cœur-sur-Mer", "capacity": 4, "access": "sésame"},
        "ninth": {"name": "Neuf à la plage", "capacity": 2},
    }.items():
        await host.make_room(game, **settings)
    summer, nine = row_of(guest, "Été à Cœur-sur-Mer"), row_of(guest, "Neuf à la plage")
    page = guest.page
    search = page.get_by_role("searchbox", name="Find a table by name")
    asked: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(str(frame))))
    await guest.go("/")
    await expect(summer).to_be_visible()
    await expect(nine).to_be_visible()

    await search.fill("ETE A")
    await expect(nine).to_be_hidden()
    await expect(summer).to_contain_text("private")
    await expect(summer.locator(".name svg")).to_be_visible()
    await search.fill("a la PLÂGE")
    await expect(summer).to_be_hidden()
    await expect(nine.locator(".name svg")).to_have_count(0)
    await search.fill("nobody calls a room like this")
    await expect(page.get_by_text("No tables match")).to_be_visible()
    await page.get_by_role("button", name="Show all tables").click()
    await expect(search).to_have_value("")
    await expect(summer).to_be_visible()

    await page.get_by_role("combobox", name="Game").select_option("Ninth")
    await expect(summer).to_be_hidden()
    await expect(nine).to_be_visible()
    await page.get_by_role("combobox", name="Game").select_option("All games")
    await page.get_by_role("radiogroup", name="Access").get_by_text("Private").click()
    await expect(nine).to_be_hidden()
    await expect(summer).to_be_visible()
    await page.get_by_role("combobox", name="Players").select_option("2 players")
    await expect(summer).to_be_hidden()
    await page.get_by_role("radiogroup", name="Access").get_by_text("All").click()
    await expect(nine).to_be_visible()

    lately = page.get_by_role("button", name="Recently active")
    await expect(lately).to_have_attribute("aria-pressed", "false")
    await lately.click()
    await expect(lately).to_have_attribute("aria-pressed", "true")
    await expect(nine).to_be_visible()
    assert any(json.loads(frame).get("active_within") == 600 for frame in asked)


async def test_a_game_in_the_list_is_watched_at_once(person: PagesOf) -> None:
    first, second, third = await person("Camille"), await person("Jules"), await person("Inès")
    code = await first.make_room("gigogne", capacity=2, name="To be watched", clock=0)
    for somebody in (first, second):
        await somebody.sit_at(code)
    await third.go("/")
    await row_of(third, "To be watched").click()
    await expect(third.page.locator("#board")).to_be_visible()
    await expect(first.page.get_by_text("Watching: Inès")).to_be_attached()


async def test_an_empty_list_says_so_and_a_room_comes_and_goes_by_itself(
    tmp_path: Path, browser: Browser, watch: Watch
) -> None:
    with ServerProcess(tmp_path) as quiet:
        watch.address = quiet.address
        guest = await Person.arrive(Screens(browser, quiet.address), quiet.address, watch, "Jules")
        await guest.go("/")
        await expect(guest.page.get_by_text("No open tables yet")).to_be_visible()
        async with await Client.connect(quiet.address, "Camille") as host:
            table = await host.join((await host.create_room("gigogne")).id)
            row = guest.page.get_by_role("link", name=re.compile(", host Camille, public$"))
            await expect(row).to_be_visible()
            await expect(guest.page.get_by_text("1 table")).to_be_visible()
            await table.leave()
            await expect(row).to_have_count(0)
            await expect(guest.page.get_by_text("No open tables yet")).to_be_visible()
        await guest.context.close()


# One screen


async def test_two_at_one_screen_play_to_the_result_and_again_and_find_their_way_back(person: PagesOf) -> None:
    host = await person("Camille")
    page = host.page
    await host.go("/")
    await page.get_by_role("link", name="Same screen, Gigogne").click()
    await expect(page.get_by_label("Name of player 1")).to_have_value("Camille")
    await page.get_by_label("Name of player 2").fill("Zoé")
    colours = page.get_by_role("radiogroup", name="Camille’s colour")
    await colours.locator("label", has=page.get_by_role("radio", name="blue triangle, taken by Zoé: swap")).click()
    await expect(
        page.get_by_role("radiogroup", name="Zoé’s colour").get_by_role("radio", checked=True)
    ).to_have_attribute("aria-label", "vermilion circle")
    await page.get_by_role("button", name="Play", exact=True).click()
    await expect(page.locator(".plate", has_text="Camille").locator(".disc.blue")).to_be_visible()
    await expect(page.locator(".plate", has_text="Zoé").locator(".disc.vermilion")).to_be_visible()

    await host.click_to_the_end()
    await expect(page.locator(".result h2")).to_contain_text(re.compile("Camille|Zoé|draw"))
    await host.button("again").click()
    await expect(page.locator(".result")).to_have_count(0)
    await expect(page.locator("[data-legal]:visible").first).to_be_visible()

    await page.get_by_role("button", name="Home").click()
    await page.get_by_role("link", name="Back to the table").click()
    await expect(page.locator("[data-legal]:visible").first).to_be_visible()
    await page.get_by_role("button", name="Leave the game").click()
    await page.locator("dialog[open]").get_by_role("button", name="Home").click()
    await expect(page.get_by_role("link", name="Back to the table")).to_be_visible()


async def test_the_result_leads_to_the_record_and_home(person: PagesOf) -> None:
    host = await person("Camille")
    await host.sit_at(await host.make_room("tictactoe", name="Tic-tac-toe", local=LOCAL))
    await host.click_to_the_end()
    await host.page.get_by_role("link", name="Watch the replay").click()
    assert int(await host.page.get_by_role("slider").get_attribute("aria-valuemax") or 0) >= 5
    await host.page.get_by_role("tab", name="Game").click()
    await expect(host.page.get_by_role("tabpanel").get_by_role("heading").first).to_contain_text(
        re.compile("Ada|Zoé|draw")
    )
    await host.page.go_back()
    await host.page.locator(".result").get_by_role("button", name="Home").click()
    await expect(host.page.get_by_label("Table code")).to_be_visible()


# An account


async def test_a_guests_games_go_along_to_the_account(person: PagesOf, watch: Watch) -> None:
    watch.expect("403")
    guest = await person("Camille")
    page = guest.page
    past = page.get_by_role("region", name="Past games").get_by_role("link")
    await finish_a_game(guest.origin, await guest.cookie())
    await guest.go("/me")
    await expect(past).to_have_count(1)
    await page.get_by_text("Create an account", exact=True).click()
    await page.get_by_label("Username").fill("camille.test")
    await page.get_by_label("Password", exact=True).fill("a long enough one")
    await page.get_by_role("button", name="Create an account").click()
    await expect(page.get_by_text("Signed in as camille.test").first).to_be_visible()
    await expect(past).to_have_count(1)

    await page.get_by_role("button", name="Sign out", exact=True).click()
    await expect(page.get_by_text("You’re playing as a guest.")).to_be_visible()
    await expect(past).to_have_count(0)
    await finish_a_game(guest.origin, await guest.cookie())
    await guest.go("/me")
    await expect(past).to_have_count(1)

    await page.get_by_label("Username").fill("camille.test")
    await page.get_by_label("Password", exact=True).fill("not this one")
    await expect(page.get_by_label("Keep my guest games")).to_be_checked()
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("alert")).to_contain_text(re.compile("password", re.IGNORECASE))
    await page.get_by_label("Password", exact=True).fill("a long enough one")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("Signed in as camille.test").first).to_be_visible()
    await expect(past).to_have_count(2)
    await past.first.click()
    await expect(page.get_by_role("slider")).to_be_visible()


async def test_what_is_missing_in_a_form_is_said_in_the_language_of_the_page(person: PagesOf) -> None:
    reader = await person("Camille")
    page = reader.page
    await reader.go("/me")
    await page.get_by_role("button", name="FR", exact=True).click()
    await page.get_by_text("Créer un compte", exact=True).click()
    await page.get_by_label("Nom d’utilisateur").fill("zo")
    await page.get_by_role("button", name="Créer un compte").click()
    await expect(page.get_by_role("alert")).to_have_text(
        ["De 3 à 32 lettres, chiffres, points, tirets.", "Tapez votre mot de passe."]
    )
    await expect(page.get_by_label("Nom d’utilisateur")).to_be_focused()
    await reader.go("/new/gigogne")
    await page.get_by_text("Avec un code d’accès", exact=True).click()
    await page.get_by_role("button", name="Ouvrir la table").click()
    await expect(page.get_by_role("alert")).to_contain_text("Choisissez d’abord un code d’accès")
    await expect(page.get_by_role("textbox", name="Code d’accès")).to_be_focused()


async def test_whoever_never_chose_a_name_is_called_by_the_username_of_the_new_account(person: PagesOf) -> None:
    newcomer = await person()
    page = newcomer.page
    await newcomer.go("/me")
    await page.get_by_text("Create an account", exact=True).click()
    await page.get_by_label("Username").fill("zoe_player")
    await page.get_by_label("Password", exact=True).fill("a long enough one")
    await page.get_by_role("button", name="Create an account").click()
    await expect(page.get_by_role("banner").get_by_role("link", name="zoe_player")).to_be_visible()
    await expect(page.get_by_role("button", name="Your nickname is zoe_player. Change it")).to_be_visible()


# Rules, language, theme


async def test_the_rules_of_a_game_are_read_and_lead_to_playing_it(person: PagesOf) -> None:
    reader = await person("Camille")
    page = reader.page
    await reader.go("/")
    await page.get_by_role("button", name="Rules").click()
    await page.get_by_role("link", name="No Kitty", exact=True).click()
    await expect(page.get_by_role("article").get_by_role("heading", level=1)).to_have_text("No Kitty")
    await page.get_by_role("navigation", name="Games").get_by_role("link", name="Gigogne").click()
    await expect(page.get_by_role("article").get_by_role("heading", level=1)).to_have_text("Gigogne")
    await page.get_by_role("button", name="Play a bot at Gigogne").click()
    await expect(page.locator("#board")).to_be_visible()


VISIBLE_WORDS = """() => {
    const words = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const { parentElement: at, data } = walk.currentNode;
        if (at.checkVisibility() && !at.closest('script, style, pre, code, .room-line, .number')) words.push(data);
    }
    for (const name of ['aria-label', 'placeholder', 'title'])
        for (const at of document.querySelectorAll(`[${name}]`)) words.push(at.getAttribute(name));
    return words.map((word) => word.trim()).filter((word) => /\\p{L}{2}/u.test(word));
}"""
"""What a page says, without drawings in letters, values of options, and what people have written themselves."""
SAME_IN_BOTH = {
    *(*GAMES.values(), "tablée", "EN", "FR", "Camille", "Ada", "Ben"),
    *("Visible", "visible", "Public", "Options", "1 min", "2 min", "3 min", "5 min"),
}
"""Names, and words that the two languages share."""


async def words_of(person: Person) -> set[str]:
    await expect(person.page.get_by_role("heading").first).to_be_visible()
    await person.page.wait_for_load_state("networkidle")
    words = set(await person.page.evaluate(VISIBLE_WORDS))
    return {word for word in words if not re.fullmatch(r"\d+\+? tables?", word)}  # French has the same.


async def test_language_and_theme_change_at_once_and_are_kept(person: PagesOf) -> None:
    reader = await person("Camille", theme="light")
    page = reader.page
    await reader.go("/")
    light = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    await page.get_by_role("button", name="Dark theme").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert await page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    english = await words_of(reader)
    await page.get_by_role("button", name="FR", exact=True).click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Prenez place")
    assert english & await words_of(reader) <= SAME_IN_BOTH
    await page.reload()
    assert english & await words_of(reader) <= SAME_IN_BOTH
    assert await page.evaluate("document.documentElement.lang") == "fr"
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")


async def test_no_screen_has_a_word_in_the_other_language(person: PagesOf, watch: Watch) -> None:
    watch.expect("404")
    english, french = await person("Camille"), await person("Camille", language="fr")
    code = await english.make_room("gigogne", name="Camille", capacity=3, policy="ready")
    await english.sit_at(code)
    await french.sit_at(code)
    screens = ["/rooms", "/me", "/new/gigogne", "/local/ninth", "/rules/gigogne", "/nowhere", f"/r/{code}"]
    for path in screens:
        for somebody in (english, french):
            await somebody.go(path)
        both = await words_of(english) & await words_of(french)
        assert both <= SAME_IN_BOTH | {code[:3], code[3:], f"{urlsplit(english.origin).netloc}/r/{code}"}, path


# What the browser keeps

WIDTH_OF_IMAGE = """async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return image.naturalWidth;
}"""


ACTIVE_WORKER = """() => Promise.race([
    navigator.serviceWorker.ready.then(({ active }) => active.scriptURL),
    new Promise((give_up) => setTimeout(give_up, 15_000)),
])"""
"""A worker that can't be installed is never ready."""


async def test_the_manifest_can_be_installed_and_its_icons_load(person: PagesOf) -> None:
    reader = await person()
    await reader.go("/")
    link = await reader.page.locator("link[rel=manifest]").get_attribute("href")
    assert link is not None
    answer = await reader.context.request.get(link)
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(await answer.text())
    assert {"name", "start_url", "display", "icons"} <= set(manifest)
    assert {"any", "maskable"} <= {icon["purpose"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        width = await reader.page.evaluate(WIDTH_OF_IMAGE, icon["src"])
        assert icon["sizes"] in {"any", f"{width}x{width}"}


async def test_offline_the_app_says_so_the_rules_can_be_read_and_it_comes_back_by_itself(
    person: PagesOf, watch: Watch
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    watch.expect("ERR_FAILED")
    reader = await person("Camille", language="fr", keeps_pages=True)
    await reader.go("/")
    await expect(reader.page.get_by_label("Code de la table")).to_be_visible()
    assert await reader.page.evaluate(ACTIVE_WORKER) == f"{reader.origin}/offline.js"
    await reader.context.set_offline(True)
    await reader.page.reload()
    await expect(reader.page.get_by_role("heading", name="Le serveur ne répond pas")).to_be_visible()
    await reader.page.get_by_role("button", name="Règles").click()
    for game, said in (("Noé", "bouclier"), ("Diggers", "oxygène")):
        await reader.page.get_by_role("navigation", name="Jeux").get_by_role("link", name=game).click()
        await expect(reader.page.get_by_text(said).first).to_be_visible()
    await reader.page.goto("/rules/gigogne")
    await expect(reader.page.get_by_role("heading", name="Gigogne", level=1)).to_be_visible()
    await reader.page.get_by_role("link", name="Accueil").first.click()
    await expect(reader.page.get_by_role("heading", name="Le serveur ne répond pas")).to_be_visible()
    await reader.context.set_offline(False)
    await expect(reader.page.get_by_label("Code de la table")).to_be_visible()
