"""People play whole games by clicking what glows, to the result, and again."""

import random
from typing import Any

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

LONGEST = 1500
"""Clicks; a game that needs more than this is stuck."""


async def begin(people: list[Person], game: str, **settings: Any) -> None:
    code = await people[0].make_room(game, **{"capacity": len(people), "policy": "full", "clock": 0, **settings})
    for person in people:
        await person.sit_at(code)
    for person in people:
        await expect(person.page.locator("#board")).to_be_visible()


async def play_to_the_end(people: list[Person], seed: int, *, with_keys: Person | None = None) -> None:
    dice = random.Random(seed)
    idle = 0
    for _ in range(LONGEST):
        moved = False
        for person in people:
            moved |= await (person.press_what_glows if person is with_keys else person.click_what_glows)(dice)
        if moved:
            idle = 0
            continue
        if await people[0].is_over():
            break
        idle += 1
        assert idle < 100, "nothing glows for anybody, and the game is not over"
        await people[0].page.wait_for_timeout(50)
    for person in people:
        await expect(person.button("again")).to_be_visible()


async def play_again(people: list[Person]) -> None:
    for person in people:
        await person.button("again").click()
    for person in people:
        await expect(person.button("again")).to_be_hidden()
        await expect(person.page.locator("#board")).to_be_visible()
        await expect(person.page.locator("dialog[open]")).to_have_count(0)


async def test_gigogne_is_played_by_three_one_of_them_with_the_keyboard_only(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules", language="fr"), await person("Inès", size="phone")]
    await begin(people, "gigogne")
    await play_to_the_end(people, 3, with_keys=people[0])
    await play_again(people)


async def test_ninth_is_played_by_two_one_in_french(person: PagesOf) -> None:
    people = [await person("Camille", language="fr"), await person("Jules", size="phone")]
    await begin(people, "ninth")
    await play_to_the_end(people, 5)
    await play_again(people)


async def test_diggers_is_played_by_three_one_on_a_phone(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules", size="phone"), await person("Inès", language="fr")]
    await begin(people, "diggers", options={"tiles": 2})
    await play_to_the_end(people, 7)
    await play_again(people)


async def test_noe_is_played_by_four_one_on_a_tablet(person: PagesOf) -> None:
    people = [
        await person("Camille", size="tablet"),
        await person("Jules", size="phone"),
        await person("Inès", language="fr"),
        await person("Malo"),
    ]
    await begin(people, "noe")
    await play_to_the_end(people, 11)
    await play_again(people)


async def test_no_kitty_is_played_by_two_one_on_a_phone(person: PagesOf) -> None:
    people = [await person("Camille", size="phone"), await person("Jules", language="fr")]
    await begin(people, "kitty")
    await play_to_the_end(people, 13)
    await play_again(people)


async def test_a_game_without_a_board_of_its_own_is_played_by_two_one_on_a_phone(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules", size="phone", language="fr")]
    await begin(people, "tictactoe")
    await play_to_the_end(people, 19)
    await play_again(people)


HIDDEN = "?"


def play_in(message: dict[str, Any]) -> dict[str, Any] | None:
    """The game as a message shows it, whole room or move."""
    room = message.get("room")
    play = room.get("play") if isinstance(room, dict) else message.get("play")
    return play if isinstance(play, dict) else None


def secrets_in(game: str, view: dict[str, Any], seat: int) -> list[Any]:
    """What only a seat may see, or nobody, as it stands in a view of somebody else's."""
    match game:
        case "ninth":
            return [*view["hands"][seat]]
        case "kitty":
            return [*view["hearts"][seat], *view["magic"][seat]]
        case "noe":
            return [*view["charges"][seat], view["reinforcements"][seat], *view["pile"]]
        case _:
            return [view["choices"][seat]]


@pytest.mark.parametrize(
    ("game", "settings"), [("ninth", {}), ("kitty", {}), ("noe", {}), ("diggers", {"options": {"tiles": 0}})]
)
async def test_nothing_that_the_socket_brings_holds_anothers_secrets(
    person: PagesOf, game: str, settings: dict[str, Any]
) -> None:
    people = [await person("Camille"), await person("Jules")]
    await begin(people, game, **settings)
    dice = random.Random(17)
    turns = idle = 0
    while turns < 40 and idle < 100 and not await people[0].is_over():
        # Where both choose at once, each in turn is the one who sees that the other has chosen.
        order = people if turns % 2 else people[::-1]
        if any([await player.click_what_glows(dice) for player in order]):
            turns += 1
        else:
            idle += 1
            await people[0].page.wait_for_timeout(50)
    for player in people:
        plays = [play for message in player.heard for play in [play_in(message)] if play is not None]
        seen = [perspective for play in plays for perspective in play["seen"]]
        assert len(seen) > 5
        secrets = {
            secret if isinstance(secret, str) else str(secret)
            for perspective in seen
            for secret in secrets_in(game, perspective["view"], 1 - perspective["seat"])
            if secret is not None
        }
        assert secrets == {HIDDEN}
        own = seen[0]["seat"]
        chosen = [
            event["tile"]
            for message in player.heard
            for event in message.get("events", ())
            if event["type"] == "chose" and event["seat"] != own
        ]
        assert set(chosen) == ({HIDDEN} if game == "diggers" else set())
