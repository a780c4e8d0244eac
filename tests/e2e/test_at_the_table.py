"""What happens round a game, as people see it: coming, going, being cut off, coming back."""

import asyncio
import random
import sqlite3
from contextlib import AsyncExitStack, closing
from pathlib import Path

from playwright.async_api import Browser, expect

from tablee.admin.deeds import Host
from tablee.rooms.state import SECOND
from tablee.server.clock import now
from tablee.store.opening import open_upkeep
from tablee.store.overview import PeopleQuery
from tablee.store.sqlite_files import DATABASE
from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person, Watch
from tests.e2e.sitting import Screens
from tests.e2e.tables import sit_down
from tests.server.serving import Hurry, ServerProcess


async def begin_gigogne(people: list[Person], **settings: object) -> str:
    code = await people[0].make_room("gigogne", **{"capacity": len(people), "policy": "full", "clock": 0, **settings})
    for person in people:
        await person.sit_at(code)
    for person in people:
        await expect(person.page.locator("#board")).to_be_visible()
    return code


async def in_order(people: list[Person]) -> list[Person]:
    """The one who begins first: chance has drawn a seat."""
    for _ in range(100):
        for person in people:
            if await person.page.locator("[data-legal]:visible").count():
                return [person, *(other for other in people if other is not person)]
        await people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can begin")


async def make_a_move(person: Person) -> None:
    """Choose among what glows until it is another's turn."""
    dice = random.Random(1)
    await expect(person.page.locator("[data-legal]").first).to_be_visible()
    while await person.click_what_glows(dice):
        await person.page.wait_for_timeout(60)


async def test_a_lost_connection_is_shown_and_play_goes_on_by_itself_also_where_nothing_could_be_written(
    person: PagesOf, watch: Watch, server: ServerProcess
) -> None:
    watch.expect("ERR_INTERNET_DISCONNECTED")
    watch.expect("503")
    watch.expect("fetching the script")  # the offline shell, which is asked for when the page is quiet
    first, second = await person("Camille"), await person("Jules")
    await begin_gigogne([first, second])
    first, second = await in_order([first, second])
    lost = first.page.get_by_text("Connection lost. Reconnecting…")
    await first.context.set_offline(True)
    await expect(lost).to_be_visible()
    await expect(second.page.get_by_text("Disconnected")).to_be_visible()
    await first.context.set_offline(False)
    await expect(lost).to_be_hidden()
    await first.context.set_offline(True)
    await expect(second.page.get_by_text("Disconnected")).to_be_visible()
    with closing(sqlite3.connect(server.data / DATABASE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        first.heard.clear()
        await first.context.set_offline(False)
        async with asyncio.timeout(20):
            while not any(message["type"] == "refused" for message in first.heard):
                await first.page.wait_for_timeout(100)
        await expect(lost).to_be_visible()
        other.execute("ROLLBACK")
    await expect(lost).to_be_hidden()
    await make_a_move(first)
    await expect(second.page.locator("[data-legal]").first).to_be_visible()


async def test_a_reload_returns_to_the_seat_and_keeps_the_turns_of_the_log(person: PagesOf) -> None:
    first, second = await in_order_at_gigogne(person)
    await first.page.reload()
    await expect(first.page.locator("[data-legal]").first).to_be_visible()
    await make_a_move(first)
    await second.page.reload()
    await make_a_move(second)
    headings = second.page.locator(".turn")
    await expect(headings).to_have_text(["Turn 1", "Turn 2"])
    await second.page.reload()
    await expect(headings).to_have_text(["Turn 1", "Turn 2"])
    await expect(first.page.locator("[data-legal]").first).to_be_visible()


async def in_order_at_gigogne(person: PagesOf) -> list[Person]:
    people = [await person("Camille"), await person("Jules")]
    await begin_gigogne(people)
    return await in_order(people)


async def test_whoever_looks_round_during_a_game_keeps_the_seat_and_sees_when_it_is_their_turn(
    person: PagesOf,
) -> None:
    first, second = await in_order_at_gigogne(person)
    page = second.page
    await page.get_by_role("button", name="Home").click()
    await expect(page.get_by_text("Game in progress")).to_be_visible()
    await make_a_move(first)
    await expect(page.get_by_text("Your turn at")).to_be_visible()
    await page.get_by_role("link", name="Sign in").click()
    await expect(page.get_by_text("Your turn at")).to_be_visible()
    await expect(first.page.get_by_text("Disconnected")).to_have_count(0)
    await page.reload()  # the table is not known any more, and whose turn it is still is
    await expect(page.get_by_text("Your turn at")).to_be_visible()
    await first.page.goto("/")
    await expect(first.page.get_by_text("Game in progress")).to_be_visible()
    await first.page.go_back()
    await page.get_by_role("link", name="Back to the table").click()
    await make_a_move(second)
    await page.get_by_role("button", name="Home").click()
    await expect(page.get_by_text("Game in progress")).to_be_visible()
    await first.page.get_by_role("button", name="Leave the game").click()
    await first.page.get_by_role("button", name="Leave and forfeit").click()
    await expect(page.get_by_text("Game in progress")).to_have_count(0)


async def test_whoever_is_out_of_the_game_is_not_led_back_to_it(server: ServerProcess, person: PagesOf) -> None:
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, server.address, "gigogne", 3, clock=2)
        await company.tables[0].close()
        player = await person(cookie=company.cookie)
        await player.sit_at(company.code)
        await player.page.get_by_role("button", name="Home").click()
        await expect(player.page.get_by_role("link", name="Back to the table")).to_be_visible()
        await expect(player.page.get_by_role("link", name="Back to the table")).to_have_count(0)


async def test_leaving_asks_first_and_is_a_forfeit_and_a_closed_tables_link_leads_to_its_games(
    browser: Browser, tmp_path: Path
) -> None:
    server = ServerProcess(tmp_path)
    server.hurry = Hurry(rematch_window=8 * SECOND)
    with server:
        watch, screens = Watch(server.address), Screens(browser, server.address)
        people = [await Person.arrive(screens, server.address, watch, name) for name in ("Camille", "Jules")]
        await begin_gigogne(people)
        await leave_and_be_left(*await in_order(people))
        for person in people:
            await person.context.close()
        watch.assert_calm()


async def leave_and_be_left(first: Person, second: Person) -> None:
    await first.page.get_by_role("button", name="Leave the game").click()
    await first.page.get_by_role("button", name="Stay").click()
    await expect(first.page.locator("[data-legal]").first).to_be_visible()
    await first.page.get_by_role("button", name="Leave the game").click()
    await first.page.get_by_role("button", name="Leave and forfeit").click()
    await expect(first.page).to_have_url(f"{first.origin}/")
    page = second.page
    await expect(page.get_by_role("heading", name="You win!")).to_be_visible()
    await expect(second.button("again")).to_be_visible()
    record = page.get_by_role("link", name="Watch the replay")
    await expect(record).to_have_attribute("target", "_blank")
    await expect(page.get_by_role("heading", name="The table is closed")).to_be_visible()
    await expect(second.button("again")).to_have_count(0)
    await expect(page.get_by_role("timer")).to_have_count(0)
    await expect(page.locator(".result").get_by_role("button", name="Home")).to_be_visible()
    old = page.url
    await page.get_by_role("button", name="New table, same settings").click()
    await expect(page.get_by_role("list", name="Players")).to_contain_text("Free seat")
    assert page.url != old
    await page.goto(old)
    await page.get_by_role("region", name="Games played there").get_by_role("link", name="Gigogne").click()
    await page.wait_for_url("**/records/*")


async def test_a_second_tab_takes_over_or_a_phone_by_the_seats_link_and_the_first_says_so(
    person: PagesOf, watch: Watch
) -> None:
    first, second = await person("Camille"), await person("Jules")
    code = await begin_gigogne([first, second])
    first, second = await in_order([first, second])
    tab = await first.context.new_page()
    watch.follow(tab)
    await tab.goto(f"/r/{code}")
    await expect(tab.locator("[data-legal]").first).to_be_visible()
    await expect(first.page.get_by_role("heading", name="You’re playing elsewhere")).to_be_visible()
    await first.page.get_by_role("button", name="Play here").click()
    await expect(first.page.locator("[data-legal]").first).to_be_visible()
    await expect(tab.get_by_role("heading", name="You’re playing elsewhere")).to_be_visible()
    await tab.close()
    await first.page.get_by_role("tab", name="Table").click()
    await first.page.get_by_role("button", name="Secret link to my seat").click()
    link = await first.page.get_by_role("textbox", name="Secret link to my seat").input_value()
    phone = await person("", size="phone")
    await phone.page.goto(link)
    await expect(phone.page.locator("[data-legal]").first).to_be_visible()


async def test_the_seat_link_opens_the_seat_on_the_phone(person: PagesOf) -> None:
    host, phone = await person("Camille"), await person("", size="phone")
    code = await host.make_room("gigogne", capacity=2)
    await host.sit_at(code)
    await host.page.get_by_role("button", name="Secret link to my seat").click()
    link = await host.page.get_by_role("textbox", name="Secret link to my seat").input_value()
    assert "#seat=" in link
    await phone.page.goto(link)
    await expect(phone.page.get_by_text("Camille").first).to_be_visible()
    assert "#" not in phone.page.url
    await expect(host.page.get_by_role("heading", name="You’re playing elsewhere")).to_be_visible()


async def test_language_theme_and_sounds_are_switched_at_the_table(person: PagesOf) -> None:
    phone = await person("Camille", size="phone")
    await phone.go("/")
    await phone.page.get_by_role("button", name="Play a bot at Gigogne").click()
    await phone.page.get_by_role("button", name="Log, rules, table").click()
    await phone.page.get_by_role("tab", name="Table").click()
    await phone.page.get_by_role("radiogroup", name="Theme").get_by_text("Dark").click()
    await expect(phone.page.locator("html")).to_have_attribute("data-theme", "dark")
    await phone.page.get_by_role("radiogroup", name="Sounds").get_by_text("Yes").click()
    await phone.page.get_by_role("radiogroup", name="Language").get_by_text("FR").click()
    await expect(phone.page.get_by_role("radiogroup", name="Langue")).to_be_visible()
    await expect(phone.page.get_by_role("radiogroup", name="Sons").get_by_label("Oui")).to_be_checked()


async def test_language_and_theme_are_switched_in_the_waiting_room(person: PagesOf) -> None:
    host = await person("Camille")
    await host.sit_at(await host.make_room("gigogne", capacity=3))
    await host.page.get_by_role("radiogroup", name="Theme").get_by_text("Dark").click()
    await expect(host.page.locator("html")).to_have_attribute("data-theme", "dark")
    await host.page.get_by_role("radiogroup", name="Language").get_by_text("FR").click()
    await expect(host.page.get_by_role("heading", level=1)).to_have_text("Encore 2 places")


async def test_the_host_sends_somebody_away_who_cannot_come_back(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    code = await host.make_room("gigogne", capacity=3)
    await host.sit_at(code)
    await guest.sit_at(code)
    await host.page.get_by_role("button", name="Remove Jules").click()
    await host.page.locator("dialog[open]").get_by_role("button", name="Remove Jules").click()
    await expect(guest.page.get_by_role("heading", name="The host removed you from this table")).to_be_visible()
    await guest.page.goto(f"/r/{code}")
    await expect(guest.page.get_by_role("heading")).to_contain_text("can’t come back")


async def test_a_private_table_asks_for_its_code_refuses_a_wrong_one_and_takes_the_right_one(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    code = await host.make_room("gigogne", capacity=2, access="sésame")
    await host.sit_at(code)
    await guest.page.goto(f"/r/{code}")
    await expect(guest.page.get_by_role("heading", name="This table is private")).to_be_visible()
    await guest.page.get_by_label("Access code").fill("wrong")
    await guest.page.get_by_role("button", name="Join").click()
    await expect(guest.page.get_by_role("alert")).not_to_be_empty()
    await guest.page.get_by_label("Access code").fill("sésame")
    await guest.page.get_by_role("button", name="Join").click()
    await expect(guest.page.locator("#board")).to_be_visible()


async def test_a_full_table_says_so_and_can_be_watched(person: PagesOf) -> None:
    first, second, third = await person("Camille"), await person("Jules"), await person("Inès")
    code = await begin_gigogne([first, second])
    await third.page.goto(f"/r/{code}")
    await third.page.get_by_role("button", name="Watch").click()
    await expect(third.page.locator("#board")).to_be_visible()
    await expect(third.page.locator("[data-legal]")).to_have_count(0)
    await expect(first.page.get_by_text("Watching: Inès")).to_be_attached()


async def test_a_turn_that_is_not_used_is_skipped_by_the_clock(person: PagesOf) -> None:
    first, second = await person("Camille"), await person("Jules")
    await begin_gigogne([first, second], clock=1)
    first, second = await in_order([first, second])
    await expect(second.page.get_by_text(f"{first.name} runs out of time.").first).to_be_attached()
    await expect(second.page.get_by_text("Skipped once").first).to_be_visible()


async def test_a_game_on_one_screen_is_handed_over_and_still_there_after_closing_the_browser(person: PagesOf) -> None:
    host = await person("Camille")
    people = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]
    code = await host.make_room("ninth", local=people)
    await host.page.goto(f"/r/{code}")
    await play_until_handed_over(host, 1)
    await host.page.close()
    host.page = await host.context.new_page()
    await host.page.goto(f"/r/{code}")
    assert await play_until_handed_over(host, 2) == {"I’m Ada", "I’m Zoé"}


async def play_until_handed_over(person: Person, times: int) -> set[str]:
    """Click what glows, for whoever has the screen, until so many have taken it; what they said."""
    taking, dice, said = person.page.get_by_role("button", name="I’m "), random.Random(times), set[str]()
    for _ in range(150):
        if await taking.count():
            said.add(await taking.inner_text())
            await taking.click()
        if len(said) == times:
            return said
        await person.click_what_glows(dice)
        await person.page.wait_for_timeout(100)
    raise AssertionError(f"the screen was handed to nobody but {said}")


async def test_what_the_servers_host_does_is_told_on_the_screen(
    server: ServerProcess, person: PagesOf, watch: Watch
) -> None:
    watch.expect("403")
    first, second = await person("Perdita"), await person("Quirin", language="fr")
    code = await begin_gigogne([first, second])
    async with open_upkeep(None, server.data) as upkeep:
        await Host(upkeep, now()).close(code)
        await expect(first.page.get_by_text("This server’s host closed it.")).to_be_visible()
        await expect(second.page.get_by_text("L’hôte du serveur l’a fermée.")).to_be_visible()
        (banned,) = await upkeep.overview.people(PeopleQuery(search="Perdita"), now())
        await Host(upkeep, now()).ban(banned.person, 3600_000)
    for _ in range(2):
        await expect(first.page.get_by_role("heading", name="You can’t play here")).to_be_visible()
        await expect(first.page.get_by_text("The host has banned you from this server until")).to_be_visible()
        await first.page.get_by_role("button", name="Try again").click()
