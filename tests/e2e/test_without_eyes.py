"""Whole games by what a screen reader gets, and by keyboard: roles, names and states, and never a lost focus.

Two of them run with the others; all of them by `make everyone`.
"""

import os
import random
import re
from typing import Any, Final, NamedTuple

import pytest
from playwright.async_api import CDPSession, Page, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person

QUICK: Final = ("gigogne", "kitty")
GAMES: Final = ("ninth", "diggers", "noe", *QUICK) if os.environ.get("TABLEE_EVERYONE") else QUICK
OPTIONS: Final[dict[str, dict[str, Any]]] = {"diggers": {"tiles": 2}, "ninth": {"powers": False}}
LONGEST: Final = 600
"""Presses; a game that needs more than this is stuck."""
PRESSED: Final = frozenset({"button", "gridcell", "option"})
BESIDES: Final = re.compile("Look at|Back to|See again|Last attack|Cancel|Out of the game|Close|Replay|Whole mine")
"""What can be pressed at any time, and plays nothing."""
LIKED: Final[dict[str, str]] = {
    "ninth": "Pass|.*would win|.*wins",
    "diggers": r"Step|.*\b(ahead|[0-4] steps?)\b.*you can step here",
    "noe": "Attack",
    "gigogne": "Large|Centre",
    "kitty": "Decks|.*earn [1-9]",
}
"""What brings a game to its end, by its name."""
IS_NOWHERE = "document.activeElement === document.body"


class Node(NamedTuple):
    """Something of the page, as a screen reader has it."""

    id: str
    role: str
    name: str
    is_disabled: bool
    element: int
    parents: frozenset[str]
    """The roles of all that it is in."""


async def heard_of(devtools: CDPSession) -> list[Node]:
    """All that is not hidden from a screen reader, in its order."""
    told = (await devtools.send("Accessibility.getFullAXTree"))["nodes"]
    by_id = {node["nodeId"]: node for node in told}

    def roles_above(node: dict[str, Any]) -> frozenset[str]:
        above = by_id.get(node.get("parentId", ""))
        return frozenset() if above is None else roles_above(above) | {above["role"]["value"]}

    return [
        Node(
            node["nodeId"],
            node["role"]["value"],
            node.get("name", {}).get("value", ""),
            any(state["name"] == "disabled" and state["value"]["value"] for state in node.get("properties", ())),
            node["backendDOMNodeId"],
            roles_above(node),
        )
        for node in told
        if not node["ignored"] and "backendDOMNodeId" in node
    ]


def choices(nodes: list[Node]) -> list[Node]:
    """What can be pressed on the board, or in a dialog over it."""
    is_over = any(node.role == "dialog" for node in nodes)
    place = "dialog" if is_over else "main"
    # A cell that holds a button is only where the button is.
    return [
        node
        for node in nodes
        if node.role in PRESSED
        and place in node.parents
        and not node.is_disabled
        and not BESIDES.match(node.name)
        and not (node.role == "gridcell" and any("gridcell" in other.parents and other.role == "button" for other in nodes))
    ]


async def press(devtools: CDPSession, node: Node) -> None:
    """As screen readers do it: the element is focused, and clicked without a pointer."""
    found = await devtools.send("DOM.resolveNode", {"backendNodeId": node.element})
    await devtools.send(
        "Runtime.callFunctionOn",
        {
            "objectId": found["object"]["objectId"],
            "functionDeclaration": """function () {
                this.focus();
                this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
            }""",
        },
    )


async def sit_with_bot(player: Person, game: str) -> None:
    settings = {"options": OPTIONS[game]} if game in OPTIONS else {}
    code = await player.make_room(game, capacity=2, policy="full", bots=["easy"], clock=0, **settings)
    await player.sit_at(code)
    await expect(player.page.locator("#board")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_is_played_by_what_a_screen_reader_gets(person: PagesOf, game: str) -> None:
    player = await person("Camille")
    await sit_with_bot(player, game)
    devtools = await player.context.new_cdp_session(player.page)
    dice, liked = random.Random(3), re.compile(LIKED[game])
    idle = presses = 0
    while presses < LONGEST:
        nodes = await heard_of(devtools)
        if any(node.role == "button" and node.name == "Play again" for node in nodes):
            break
        possible = choices(nodes)
        if not possible:
            idle += 1
            assert idle < LONGEST, [node.name for node in nodes if node.role == "status"]
            await player.page.wait_for_timeout(20)
            continue
        idle, presses = 0, presses + 1
        best = [node for node in possible if liked.match(node.name)]
        await press(devtools, dice.choice(best if best and dice.random() < 0.8 else possible))
    assert presses < LONGEST, "the game does not end"
    assert not await player.page.evaluate(IS_NOWHERE)


