"""People play whole games by clicking what glows, to the result, and again; nobody is sent what others may see."""

import random
from typing import Any

from playwright.async_api import expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person
from tests.e2e.test_at_the_table import in_order

LONGEST = 1500
"""Clicks; a game that needs more than this is stuck."""
STILL = 600
"""Looks, half a minute at least: so long nothing may glow on a busy machine."""
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
        await expect(person.button("again")).to_be_hidden()
        await expect(person.page.locator("#board")).to_be_visible()
        await expect(person.page.locator(".result")).to_have_count(0)


async def test_gigogne_is_played_by_three_one_of_them_with_the_keyboard_only(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules", language="fr"), await person("Inès", size="phone")]
    await begin(people, "gigogne")
    await play_to_the_end(people, 3, with_keys=people[0])
    await play_again(people)


async def test_ninth_is_played_by_two_one_in_french(person: PagesOf) -> None:
    people = [await person("Camille", language="fr"), await person("Jules", size="phone")]
    await begin(people, "ninth")
    await play_to_the_end(people, 5, liking=PASSING)
    assert_secrets_were_kept(people, "ninth")
    await play_again(people)


async def test_diggers_is_played_by_three_one_on_a_phone(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules", size="phone"), await person("Inès", language="fr")]
    await begin(people, "diggers", options={"tiles": 2})
    await play_to_the_end(people, 7, liking=TOWARDS_THE_EXIT)
    assert_secrets_were_kept(people, "diggers")
    await play_again(people)


async def test_noe_is_played_by_four_one_on_a_tablet(person: PagesOf) -> None:
    people = [
        await person("Camille", size="tablet"),
        await person("Jules", size="phone"),
        await person("Inès", language="fr"),
        await person("Malo"),
    ]
    await begin(people, "noe")
    await play_to_the_end(people, 11, liking=CHARGING)
    await play_again(people)


async def test_no_kitty_is_played_by_two_one_on_a_phone(person: PagesOf) -> None:
    people = [await person("Camille", size="phone"), await person("Jules", language="fr")]
    await begin(people, "kitty")
    await play_to_the_end(people, 13)
    assert_secrets_were_kept(people, "kitty")
    await play_again(people)


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


async def test_nothing_that_the_socket_brings_at_noe_holds_anothers_secrets(person: PagesOf) -> None:
    people = [await person("Camille"), await person("Jules")]
    await begin(people, "noe")
    dice = random.Random(17)
    turns = idle = 0
    while turns < 40 and idle < STILL and not await people[0].is_over():
        if any([await player.click_what_glows(dice) for player in people]):
            turns += 1
        else:
            idle += 1
            await people[0].page.wait_for_timeout(50)
    assert_secrets_were_kept(people, "noe")


# ── What the socket brought ──────────────────────────────────────────────────────────────────────────────

HIDDEN = "?"


def assert_secrets_were_kept(people: list[Person], game: str) -> None:
    """Until the game was over, nothing that anyone's socket brought held what only others may see, or nobody."""
    for player in people:
        plays = [play for message in player.heard for play in [play_in(message)] if play is not None]
        seen = [perspective for play in plays if play["outcome"] is None for perspective in play["seen"]]
        assert len(seen) > 5
        own = seen[0]["seat"]
        others = [seat for seat in range(len(people)) if seat != own]
        secrets = {
            secret if isinstance(secret, str) else str(secret)
            for perspective in seen
            for seat in others
            for secret in secrets_in(game, perspective["view"], seat)
            if secret is not None
        }
        assert secrets == {HIDDEN}
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
        case "ninth":
            return [*view["hands"][seat]]
        case "kitty":
            return [*view["hearts"][seat], *view["magic"][seat]]
        case "noe":
            return [*view["charges"][seat], view["reinforcements"][seat], *view["pile"]]
        case _:
            return [view["choices"][seat]]
