"""What helps at the table: hints, and taking a move back."""

import asyncio
import re
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

GAMES = ["ninth", "diggers", "noe", "gigogne", "kitty"]


async def against_bot(player: Person, game: str, **settings: object) -> None:
    code = await player.make_room(game, capacity=2, policy="full", bots=["easy"], **settings)
    await player.sit_at(code)
    await expect(player.page.locator("[data-legal]:visible").first).to_be_visible()


async def heard(person: Person, kind: str) -> dict[str, Any]:
    """The first message of a kind, once it has come; of moves the first of one's own."""
    async with asyncio.timeout(20):
        while True:
            for message in person.heard:
                if message["type"] == kind and (kind != "moved" or message["ack"]):
                    return message
            await asyncio.sleep(0.02)


def hint_of(person: Person) -> Locator:
    return person.page.get_by_role("region", name="Hint")


def squares_of(person: Person) -> Locator:
    """The squares on the board of Gigogne."""
    return person.page.locator("[data-place^='cell-']:not([data-place$='-all'])")


async def place(person: Person, size: str, cell: int) -> None:
    """Put a square of Gigogne on the board."""
    await person.page.locator(f"[data-legal][aria-label^='{size}']").click()
    await person.page.locator(f"[data-place='cell-{cell}-all'][data-legal]").click()


@pytest.mark.parametrize("game", GAMES)
async def test_a_hint_lights_what_it_is_played_with_and_can_be_played(person: PagesOf, game: str) -> None:
    player = await person("Camille")
    await against_bot(player, game)
    legal, before = await player.page.locator("[data-legal]").count(), -1
    while legal != before:  # until the board has come to rest, and no scene of the bot's attack is told
        await player.page.wait_for_timeout(800)
        await expect(player.page.get_by_role("button", name="Hint")).not_to_have_attribute("aria-disabled", "true")
        legal, before = await player.page.locator("[data-legal]").count(), legal
    await player.page.keyboard.press("h")
    await expect(hint_of(player)).to_be_visible()
    await expect(player.page.locator("[data-hinted]").first).to_be_visible()
    assert await player.page.locator("[data-legal]").count() == legal
    hinted = await heard(player, "hinted")
    await player.page.get_by_role("button", name="Play it").click()
    await expect(hint_of(player)).to_have_count(0)
    moved = await heard(player, "moved")
    assert moved["seat"] == hinted["seat"]
    assert moved["play"]["hints"] == [1, 0]


async def test_a_hint_follows_the_choice_and_is_closed_by_escape(person: PagesOf) -> None:
    player = await person("Camille")
    await against_bot(player, "gigogne")
    await player.page.get_by_role("button", name="Hint").click()
    rings = player.page.locator("[data-hinted]")
    await expect(rings).to_have_count(2)
    await player.page.keyboard.press("Escape")
    await expect(rings).to_have_count(0)
    await expect(hint_of(player)).to_have_count(0)


async def test_a_hint_of_a_heart_lights_the_card_and_the_tile_that_it_goes_to(person: PagesOf) -> None:
    player = await person("Camille")
    await against_bot(player, "kitty")
    rings, hint = player.page.locator("[data-hinted]"), hint_of(player)
    for _ in range(30):  # which is not always what a bot would do
        await player.page.locator("[aria-keyshortcuts=H][aria-disabled=false]").click()
        await expect(hint).to_be_visible()
        if re.search(r"(red|yellow|green) \d, ", await hint.inner_text(), re.IGNORECASE):
            break
        await player.page.get_by_role("button", name="Play it").click()
        await expect(hint).to_have_count(0)
    await expect(rings).to_have_count(2)


async def test_a_move_is_taken_back_past_the_bots_answer_and_told(person: PagesOf) -> None:
    player = await person("Camille")
    await against_bot(player, "gigogne")
    back = player.page.get_by_role("button", name="Take back")
    await expect(back).to_have_attribute("aria-disabled", "true")
    await player.page.keyboard.press("u")
    await expect(player.page.get_by_role("alert")).to_contain_text("You have nothing to take back.")
    before = await squares_of(player).count()
    # Wherever the bot that begins has not put a large one.
    await player.page.locator("[data-legal][aria-label^='Large']").click()
    await player.page.locator("[data-place^='cell-'][data-legal]").first.click()
    await expect(squares_of(player)).to_have_count(before + 2)
    await expect(back).to_have_attribute("aria-disabled", "false")
    await player.page.keyboard.press("u")
    await expect(squares_of(player)).to_have_count(before)
    await expect(player.page.get_by_text("You take back the last move.").first).to_be_attached()
    await expect(player.page.locator("[data-mark]")).to_have_count(0)


async def test_what_drew_a_card_is_not_taken_back_and_says_why(person: PagesOf) -> None:
    player = await person("Camille")
    await against_bot(player, "kitty")
    await player.page.keyboard.press("h")
    await player.page.get_by_role("button", name="Play it").click()
    await heard(player, "moved")
    await expect(player.page.get_by_role("button", name="Take back")).to_have_attribute(
        "title", re.compile("something new")
    )
    await player.page.keyboard.press("u")
    await expect(player.page.get_by_role("alert")).to_contain_text("something new has been seen since.")


@pytest.mark.parametrize("agrees", [True, False])
async def test_between_people_the_other_is_asked(person: PagesOf, agrees: bool) -> None:
    host, guest = await person("Camille"), await person("Jules")
    code = await host.make_room("gigogne", capacity=2, policy="full")
    await host.sit_at(code)
    await guest.sit_at(code)
    await expect(guest.page.locator("#board")).to_be_visible()
    await expect(
        host.page.locator(".todo .yours").or_(host.page.get_by_text("Jules is thinking").first)
    ).to_be_visible()
    mover, other = (host, guest) if await host.page.locator(".todo .yours").count() else (guest, host)
    await place(mover, "Large", 4)
    await expect(squares_of(other)).to_have_count(1)
    await expect(mover.page.get_by_role("button", name="Hint")).to_have_count(0)
    await mover.page.get_by_role("button", name="Take back").click()
    await expect(mover.page.get_by_text(f"Waiting for {other.name}")).to_be_visible()
    await expect(other.page.get_by_text(f"Let {mover.name} take back a move?")).to_be_visible()
    await other.page.get_by_role("button", name="Yes" if agrees else "No", exact=True).click()
    await expect(mover.page.get_by_text(f"Waiting for {other.name}")).to_have_count(0)
    await expect(squares_of(other)).to_have_count(0 if agrees else 1)


async def test_the_result_counts_the_hints(person: PagesOf) -> None:
    player = await person("Camille")
    await against_bot(player, "tictactoe")
    hint = player.page.locator("[aria-keyshortcuts=H][aria-disabled=false]")
    while not await player.is_over():
        if await hint.count():
            await hint.click()
            await player.page.get_by_role("button", name="Play it").click()
        await player.page.wait_for_timeout(200)
    await expect(player.page.locator(".result")).to_contain_text(re.compile(r"with \d hints"))
    before = player.page.url
    await player.page.get_by_role("button", name="New opponent").click()
    await player.page.get_by_role("dialog").get_by_role("button", name="Play now").click()
    await expect(player.page).not_to_have_url(before)
    await expect(player.page.get_by_role("dialog")).to_have_count(0)
    await expect(player.page.locator(".result")).to_have_count(0)
