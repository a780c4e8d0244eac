"""People play whole games by clicking what glows, to the result, and again; nobody is sent what others may see."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from itertools import count
from typing import Any, TypeAlias

import pytest_asyncio
from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person
from tests.e2e.tables import Company, play_on, sit_down
from tests.e2e.test_at_the_table import in_order
from tests.server.people import play_at_random
from tests.server.serving import ServerProcess

CompanyOf: TypeAlias = Callable[..., Awaitable[Company]]

LONGEST = 1500
"""Clicks; a game that needs more than this is stuck."""
STILL = 600
"""Looks, half a minute at least: so long nothing may glow on a busy machine."""
LAST_CARDS = 8
"""Of Ninth's pile of 72: nobody has to watch how the others are drawn."""
# By pure chance these games take two to three times as many clicks.
PASSING = "one.matches('[aria-keyshortcuts=P]')"
TOWARDS_THE_EXIT = "(one.dataset.tile ?? '0.0').split('.').reduce((x, y) => +x + +y)"
CHARGING = "one.matches('.cell') ? 2 : one.matches('[aria-keyshortcuts=\"2\"]')"
"""To whom, where an attack was begun; else a charge."""


async def begin(people: list[Person], game: str, **settings: Any) -> None:
    code = await people[0].make_room(game, **{"capacity": len(people), "policy": "full", "clock": 0, **settings})
    for person in people:
        await person.sit_at(code)
    for person in people:
        await expect(person.page.locator("#board")).to_be_visible()


async def play_to_the_end(
    people: list[Person], seed: int, *, with_keys: Person | None = None, liking: str = "0"
) -> None:
    dice = random.Random(seed)
    idle = 0
    for _ in range(LONGEST):
        moved = False
        for person in people:
            if person is with_keys:
                moved |= await person.press_what_glows(dice)
            else:
                moved |= await person.click_what_glows(dice, liking)
        if moved:
            idle = 0
            continue
        if all([await person.is_over() for person in people]):
            break
        idle += 1
        assert idle < STILL, "nothing glows for anybody, and the game is not over"
        await people[0].page.wait_for_timeout(50)
    for person in people:
        await expect(person.button("again")).to_be_visible()


async def play_again(people: list[Person]) -> None:
    for person in people:
        await person.button("again").click()
    for person in people:
        await expect_a_new_game(person)


async def expect_a_new_game(person: Person) -> None:
    await expect(person.button("again")).to_be_hidden()
    await expect(person.page.locator("#board")).to_be_visible()
    await expect(person.page.locator(".result")).to_have_count(0)


async def play_with_company(player: Person, company: Company, seed: int, liking: str = "0") -> None:
    """One at a screen plays with others who have none, to the end and into the next game."""
    await company.tables[0].close()
    await player.sit_at(company.code)
    others = company.tables[1:]
    playing = [
        asyncio.ensure_future(play_at_random(table, random.Random(f"{seed}/{number}")))
        for number, table in enumerate(others)
    ]
    try:
        await play_to_the_end([player], seed, liking=liking)
        await asyncio.gather(*playing)
    finally:
        for one in playing:
            one.cancel()
    assert_secrets_were_kept(player, company.game, len(company.tables))
    for table in others:
        await table.ask("vote", again=True)
    await player.button("again").click()
    await expect_a_new_game(player)


@pytest_asyncio.fixture(loop_scope="session")
async def company_of(server: ServerProcess) -> AsyncIterator[CompanyOf]:
    """People who play without a screen, but for the first of them."""
    async with AsyncExitStack() as stack:
        yield partial(sit_down, stack, server.address)


async def begun(company_of: CompanyOf, moves: int, *given: Any, **settings: Any) -> Company:
    """A game after so many random moves: its whole length is walked by `make everyone`."""
    for seed in count():
        company = await company_of(*given, **settings)
        if await play_on(company, moves, seed):
            return company
    raise AssertionError


async def test_gigogne_is_played_with_two_others_at_a_desk(person: PagesOf, company_of: CompanyOf) -> None:
    company = await company_of("gigogne", 3)
    player = await person(cookie=company.cookie, language="fr")
    await play_with_company(player, company, 3)


async def test_ninth_is_played_to_its_last_card_in_french_on_a_phone(person: PagesOf, company_of: CompanyOf) -> None:
    company = await company_of("ninth", 2)
    seeds = count()
    while len(company.seen_by(1)["view"]["pile"]) > LAST_CARDS:
        if not await play_on(company, 4, next(seeds)):  # nine different planets: a game that ended by itself
            company = await company_of("ninth", 2)
    player = await person(cookie=company.cookie, language="fr", size="phone")
    await play_with_company(player, company, 5, PASSING)


async def test_diggers_is_played_on_with_two_others_on_a_phone(person: PagesOf, company_of: CompanyOf) -> None:
    company = await begun(company_of, 30, "diggers", 3, options={"tiles": 2})
    player = await person(cookie=company.cookie, size="phone")
    await play_with_company(player, company, 7, TOWARDS_THE_EXIT)


async def test_noe_is_played_on_with_three_others_on_a_tablet(person: PagesOf, company_of: CompanyOf) -> None:
    company = await begun(company_of, 20, "noe", 4)
    player = await person(cookie=company.cookie, size="tablet", language="fr")
    await play_with_company(player, company, 11, CHARGING)


async def test_no_kitty_is_played_by_two_on_a_phone(person: PagesOf, company_of: CompanyOf) -> None:
    company = await company_of("kitty", 2)
    player = await person(cookie=company.cookie, size="phone")
    await play_with_company(player, company, 13)


async def test_a_game_without_a_board_of_its_own_is_played_by_two_one_on_a_phone(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules", size="phone", language="fr")]
    await begin(people, "boardless")
    await play_to_the_end(people, 19)
    await play_again(people)


async def test_the_example_game_is_played_on_its_own_board_one_with_the_keyboard_only(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules", size="phone", language="fr")]
    await begin(people, "tictactoe")
    first, second = await in_order(people)
    await first.page.keyboard.press("5")
    centre = second.page.get_by_role("gridcell").nth(4)
    await expect(centre.locator(".mark")).to_be_visible()
    await centre.click(force=True)
    taken = {"en": "That cell is marked already.", "fr": "Cette case est déjà cochée."}[second.language]
    await expect(second.page.get_by_role("alert").get_by_text(taken)).to_be_visible()
    await play_to_the_end(people, 19, with_keys=people[0])
    await play_again(people)


# ── What the socket brought ──────────────────────────────────────────────────────────────────────────────

HIDDEN = "?"


def assert_secrets_were_kept(player: Person, game: str, seats: int) -> None:
    """Until the game was over, nothing that the socket brought held what only others may see, or nobody."""
    plays = [play for message in player.heard for play in [play_in(message)] if play is not None]
    seen = [perspective for play in plays if play["outcome"] is None for perspective in play["seen"]]
    assert len(seen) > 5
    own = seen[0]["seat"]
    others = [seat for seat in range(seats) if seat != own]
    secrets = {
        secret if isinstance(secret, str) else str(secret)
        for perspective in seen
        for seat in others
        for secret in secrets_in(game, perspective["view"], seat)
        if secret is not None
    }
    assert secrets == (set() if game == "gigogne" else {HIDDEN})
    chosen = [
        event["tile"]
        for message in player.heard
        for event in message.get("events", ())
        if event["type"] == "chose" and event["seat"] != own
    ]
    assert set(chosen) == ({HIDDEN} if game == "diggers" else set())


def play_in(message: dict[str, Any]) -> dict[str, Any] | None:
    """The game as a message shows it, whole room or move."""
    room = message.get("room")
    play = room.get("play") if isinstance(room, dict) else message.get("play")
    return play if isinstance(play, dict) else None


def secrets_in(game: str, view: dict[str, Any], seat: int) -> list[Any]:
    """What only a seat may see, or nobody, as it stands in a view of somebody else's."""
    match game:
        case "gigogne":
            return []
        case "ninth":
            return [*view["hands"][seat]]
        case "kitty":
            return [*view["hearts"][seat], *view["magic"][seat]]
        case "noe":
            return [*view["charges"][seat], *view["pile"]]  # a reinforcement that was needed stays face up
        case _:
            return [view["choices"][seat]]
