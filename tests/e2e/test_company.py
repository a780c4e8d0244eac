"""Who is at a table, and what is left of it: names, the host, who watches, past games."""

from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.tables import finish_a_game


async def test_a_guest_finds_past_games_on_the_first_screen(person: PagesOf) -> None:
    guest = await person("Camille")
    await guest.go("/")
    await expect(guest.page.locator("article .ways").first).to_be_visible()
    await expect(guest.page.get_by_role("region", name="Past games")).to_have_count(0)
    await finish_a_game(guest.origin, await guest.cookie())
    await guest.go("/")
    past = guest.page.get_by_role("region", name="Past games")
    await past.get_by_role("link", name="Ada").click()
    await guest.page.wait_for_url("**/records/*")


async def test_a_new_host_is_told_and_spectators_are_named(person: PagesOf) -> None:
    host, guest, watcher = await person("Camille"), await person("Jules"), await person("Eve")
    code = await host.make_room("gigogne", capacity=3)
    await host.sit_at(code)
    await guest.sit_at(code)
    await expect(guest.page.get_by_role("list", name="Players")).to_contain_text("Jules")
    await watcher.page.goto(f"/r/{code}?watch")
    await expect(guest.page.get_by_text("Watching: Eve")).to_be_visible()
    await host.page.get_by_role("button", name="Leave").click()
    await expect(guest.page.get_by_text("You’re now the host.")).to_be_visible()
    await expect(watcher.page.get_by_text("Jules is now the host.")).to_be_visible()
    await expect(guest.page.get_by_text("Watching: Eve")).to_be_visible()  # and not the host who left
    await watcher.page.get_by_role("button", name="Home").click()
    await expect(guest.page.get_by_text("Watching")).to_have_count(0)


async def test_the_host_renames_a_bot_and_everyone_their_seat(person: PagesOf) -> None:
    host = await person("Camille")
    await host.sit_at(await host.make_room("gigogne", capacity=3))
    await host.page.get_by_role("button", name="Rename Camille").click()
    await host.page.get_by_label("New name").fill("Capucine")
    await host.page.keyboard.press("Enter")
    await expect(host.page.get_by_role("list", name="Players")).to_contain_text("Capucine")
    await host.page.get_by_role("button", name="Add a bot").click()
    await host.page.get_by_role("button", name="Rename").nth(1).click()
    await host.page.get_by_label("New name").fill("Pépin")
    await host.page.keyboard.press("Enter")
    await expect(host.page.get_by_role("list", name="Players")).to_contain_text("Pépin")
