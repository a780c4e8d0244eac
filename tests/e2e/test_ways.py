"""The ways to begin: against which bots, and who can sit down at a table."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

LINK = re.compile(r"/r/\w{6}$")


def sheet_of(person: Person) -> Locator:
    return person.page.get_by_role("dialog")


async def open_table(host: Person, way: str, game: str = "Gigogne") -> str:
    """Answer the one question that Invite asks; the address of the table."""
    await host.go("/")
    await host.page.get_by_role("button", name=f"Invite to {game}").click()
    await sheet_of(host).get_by_text(way, exact=True).click()
    await host.page.get_by_role("button", name="Open the table").click()
    await host.page.wait_for_url(LINK)
    return host.page.url


async def copied_link(host: Person) -> str:
    await host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await host.page.get_by_role("button", name="Copy").click()
    await expect(host.page.get_by_role("button", name="Link copied")).to_be_visible()
    link: str = await host.page.evaluate("navigator.clipboard.readText()")
    return link


async def listed(person: Person) -> list[dict[str, Any]]:
    answer = await person.context.request.get("/api/rooms")
    rooms: list[dict[str, Any]] = (await answer.json())["rooms"]
    return rooms


async def room_heard(person: Person) -> dict[str, Any]:
    """The room as the server last told it."""
    rooms = [message["room"] for message in person.heard if message["type"] == "room"]
    return dict(rooms[-1])


async def test_level_and_number_of_bots_are_chosen_and_remembered(person: PagesOf) -> None:
    player = await person("Camille")
    page = player.page
    await player.go("/")
    opener = page.get_by_role("button", name="Choose bots for Diggers")
    await opener.click()
    await page.keyboard.press("Escape")
    await expect(sheet_of(player)).to_have_count(0)
    await expect(opener).to_be_focused()
    await opener.click()
    await expect(sheet_of(player).get_by_role("radio", name="Easy")).to_be_checked()
    await sheet_of(player).get_by_text("Hard", exact=True).click()
    await sheet_of(player).get_by_text("2", exact=True).click()
    await expect(sheet_of(player)).to_contain_text("3 at the table")
    await page.get_by_role("button", name="Play now").click()
    await expect(page.locator("#board")).to_be_visible()
    room = await room_heard(player)
    assert [seat["bot"] for seat in room["seats"]] == [None, "hard", "hard"]
    assert (room["visibility"], room["clock"]) == ("link", None)
    assert room["code"] not in [row["code"] for row in await listed(player)]
    await player.go("/")
    await page.get_by_role("button", name="Play a bot at Diggers").click()
    await expect(page.locator("#board")).to_be_visible()
    assert [seat["bot"] for seat in (await room_heard(player))["seats"]] == [None, "hard", "hard"]


async def test_the_level_stands_beside_the_name_of_a_bot(person: PagesOf) -> None:
    player = await person("Camille", language="fr")
    await player.go("/")
    await player.page.get_by_role("button", name="Contre un bot : Gigogne").click()
    await expect(player.page.locator(".plate", has_text="facile")).to_be_visible()


async def test_perfect_bots_are_offered_only_where_perfect_play_is_known(person: PagesOf) -> None:
    player = await person("Camille")
    await player.go("/")
    await player.page.get_by_role("button", name="Choose bots for Gigogne").click()
    perfect = sheet_of(player).get_by_role("radio", name="Perfect")
    await sheet_of(player).get_by_text("Perfect", exact=True).click()
    await expect(perfect).to_be_checked()
    await sheet_of(player).get_by_text("2", exact=True).click()
    await expect(perfect).to_have_count(0)
    await expect(sheet_of(player).get_by_role("radio", name="Hard")).to_be_checked()


async def test_an_invitation_opens_the_seat_and_the_code_alone_does_not(person: PagesOf) -> None:
    host, guest, stranger = await person("Camille"), await person("Jules"), await person("Bastien")
    address = await open_table(host, "Only people I invite")
    await expect(host.page.get_by_text("The seat is kept for the person with this link.")).to_be_visible()
    link = await copied_link(host)
    assert link.startswith(f"{address}#invite=")
    assert urlsplit(address).path.removeprefix("/r/") not in [row["code"] for row in await listed(host)]
    await stranger.page.goto(address)
    await expect(stranger.page.get_by_role("heading", level=1)).to_contain_text("invitation")
    # The link that one was told to ask for opens the seat in the same tab, too.
    await guest.page.goto(address)
    await expect(guest.page.get_by_role("heading", level=1)).to_contain_text("invitation")
    await guest.page.goto(link)
    await expect(guest.page.locator("#board")).to_be_visible()
    assert "invite" not in guest.page.url


async def test_somebody_without_a_name_is_invited_even_after_loading_the_page_anew(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person()
    await open_table(host, "Only people I invite")
    await guest.page.goto(await copied_link(host))
    await expect(guest.page.get_by_label("Your nickname")).to_be_visible()
    await guest.page.reload()
    await guest.page.get_by_label("Your nickname").fill("Capucine")
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(guest.page.locator("#board")).to_be_visible()
    await expect(host.page.locator(".plate", has_text="Capucine")).to_be_visible()


async def test_the_host_lets_people_in_by_code_too(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    address = await open_table(host, "Only people I invite")
    await host.page.get_by_role("button", name="Let people in by code too").click()
    await expect(host.page.get_by_text("Scan this, or enter the code on the home screen.")).to_be_visible()
    await guest.page.goto(address)
    await expect(guest.page.locator("#board")).to_be_visible()


async def test_who_can_sit_is_remembered_and_the_access_code_shown_to_who_set_it(person: PagesOf) -> None:
    host, guest = await person("Camille"), await person("Jules")
    await host.go("/")
    await host.page.get_by_role("button", name="Invite to No Kitty").click()
    await sheet_of(host).get_by_text("In the list, with an access code").click()
    await host.page.get_by_role("button", name="Open the table").click()
    await expect(sheet_of(host).get_by_role("alert")).to_have_text("Choose an access code first.")
    await host.page.get_by_role("textbox", name="Access code").fill("xyzzy")
    await host.page.get_by_role("button", name="Open the table").click()
    await host.page.wait_for_url(LINK)
    await host.page.reload()
    await expect(host.page.get_by_text("Access code: xyzzy")).to_be_visible()
    await guest.page.goto(host.page.url)
    await guest.page.get_by_role("textbox", name="Access code").fill("xyzzy")
    await guest.page.keyboard.press("Enter")
    await expect(guest.page.get_by_text("ask Camille")).to_be_visible()
    await host.go("/")
    await host.page.get_by_role("button", name="Invite to Gigogne").click()
    await expect(sheet_of(host).get_by_role("radio", name="In the list, with an access code")).to_be_checked()


CUT_OFF = """() => [...document.querySelectorAll('article .acts')].flatMap((acts) => {
  const right = acts.getBoundingClientRect().right + 0.5;
  return [...acts.children]
    .filter((act) => !act.checkVisibility() || act.scrollWidth > act.clientWidth + 1
      || act.getBoundingClientRect().right > right)
    .map((act) => `${act.textContent.trim()} ${act.scrollWidth} > ${act.clientWidth}`);
})"""


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_no_button_of_a_poster_is_cut_off(person: PagesOf, language: str) -> None:
    somebody = await person("Camille", language=language)
    await somebody.go("/")
    await expect(somebody.page.locator("article .ways").first).to_be_visible()
    for width in (360, 375, 390, 1280, 1440):
        await somebody.page.set_viewport_size({"width": width, "height": 800})
        assert await somebody.page.evaluate(CUT_OFF) == [], width
