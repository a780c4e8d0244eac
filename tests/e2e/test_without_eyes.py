"""Whole games by what a screen reader gets, and by keyboard: roles, names and states, and never a lost focus.

Two of them run with the others; all of them by `make everyone`.
"""

import os
import random
import re
from contextlib import AsyncExitStack
from typing import Any, Final, NamedTuple

import pytest
from playwright.async_api import CDPSession, Page, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person
from tests.e2e.tables import in_mid_game
from tests.server.serving import ServerProcess

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
        and not (
            node.role == "gridcell" and any("gridcell" in other.parents and other.role == "button" for other in nodes)
        )
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


LOOK = """() => {
  const active = document.activeElement;
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]');
  return {
    isNowhere: active === document.body,
    isLegal: active.matches('[data-legal]'),
    isInWidget: active.closest('[role=grid], [role=toolbar], [role=listbox], [data-seat]') !== null,
    name: active.getAttribute('aria-label') ?? active.textContent,
    isOver: document.querySelector('#result-title') !== null,
    canPlay: [...document.querySelectorAll('[data-legal]')].some(isShown),
  };
}"""
"""What somebody with a keyboard sees."""
ARROWS: Final = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
KEYBOARD_GAMES: Final = GAMES if os.environ.get("TABLEE_EVERYONE") else ("gigogne",)


async def tab_round(page: Page) -> None:
    """Tab goes on from everywhere, through the board and out of it, to where it began."""
    await page.evaluate("globalThis.passed = []")
    note = """() => {
        const before = globalThis.passed.indexOf(document.activeElement);
        globalThis.passed.push(document.activeElement);
        return before;
    }"""
    for count in range(80):
        before = await page.evaluate(note)
        if before >= 0:
            assert before < count - 5, "Tab is stuck"
            break
        await page.keyboard.press("Tab")
    else:
        raise AssertionError("Tab does not come round")
    for part in ("#board", ".bar", ".drawer"):
        inside = f"globalThis.passed.some((one) => one.closest('{part}'))"
        assert await page.evaluate(inside), f"Tab does not come to {part}"


@pytest.mark.parametrize("game", KEYBOARD_GAMES)
async def test_a_whole_game_is_played_by_keyboard_and_the_focus_is_never_lost(person: PagesOf, game: str) -> None:
    player = await person("Camille")
    page, dice = player.page, random.Random(5)
    await sit_with_bot(player, game)
    await expect(page.locator("[data-legal]").first).to_be_visible()
    await page.wait_for_function("document.activeElement.matches('[data-legal]')")
    await tab_round(page)
    presses = steps = nowhere = 0
    last = "Tab"
    while presses < LONGEST:
        seen = await page.evaluate(LOOK)
        # After the last control Tab leaves the page; and for a moment what had the focus is gone.
        nowhere = nowhere + 1 if seen["isNowhere"] and last != "Tab" else 0
        assert nowhere < 5, "the focus is lost"
        if seen["isOver"]:
            break
        if seen["isNowhere"] and last == "Tab":
            await page.keyboard.press("Tab")
        elif not seen["canPlay"] or seen["isNowhere"]:
            await page.wait_for_timeout(20)
        elif seen["isLegal"] and (steps > 8 or dice.random() < 0.4 or re.match(LIKED[game], seen["name"].strip())):
            last = "Enter"
            await page.keyboard.press(last)
            presses, steps = presses + 1, 0
        else:
            steps += 1
            is_within = seen["isInWidget"] and steps % 12 != 0
            last = dice.choice(ARROWS) if is_within else "Tab"
            await page.keyboard.press(last)
    assert presses < LONGEST, "the game does not end"
    await expect(page.locator("#result-title")).to_be_focused()
    for _ in range(40):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.textContent.trim()") == "Play again":
            break
    await page.keyboard.press("Enter")
    await expect(page.locator("#result-title")).to_have_count(0)
    await page.wait_for_function("document.activeElement.closest('main') !== null")


# Few colours

MOVES: Final = {"ninth": 0, "diggers": 0, "noe": 4, "gigogne": 6, "kitty": 0}
"""Before it is looked at: something can be played, and something is counted."""
UNSEEN = """() => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const isPainted = (colour) => !/^rgba?\\(0, 0, 0, 0\\)$|^transparent$/.test(colour);
  const faults = [];
  for (const one of document.querySelectorAll('main [data-legal]:not(:focus, path)')) {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    if (shown(one) && (outlineStyle === 'none' || parseFloat(outlineWidth) < 2)) faults.push(`legal: ${one.outerHTML}`);
  }
  for (const one of document.querySelectorAll('.pips > .full, .meter > *')) {
    const { forcedColorAdjust, backgroundColor } = getComputedStyle(one);
    const isKept = forcedColorAdjust === 'none' && isPainted(backgroundColor);
    if (shown(one) && !isKept) faults.push(`counter: ${one.outerHTML}`);
  }
  for (const plate of document.querySelectorAll('.plate')) {
    const { fill, color } = getComputedStyle(plate.querySelector('svg'));
    if (shown(plate) && !isPainted(fill) && !isPainted(color)) faults.push(`sign: ${plate.outerHTML}`);
  }
  return faults;
}"""
"""What would not be seen: backgrounds and shadows go, and what is drawn, outlined or written stays."""


@pytest.mark.parametrize("size", ["desk", "phone"])
async def test_few_colours_leave_what_can_be_played_what_is_counted_and_the_focus_in_sight(
    server: ServerProcess, person: PagesOf, size: str
) -> None:
    somebody = await person("", size=size, forced_colors="active")
    page = somebody.page
    for game, moves in MOVES.items():
        async with AsyncExitStack() as stack:
            company = await in_mid_game(stack, server.address, game, 2, moves)
            await somebody.be(company.cookie)
            await page.goto(f"/r/{company.code}")
            await expect(page.locator("[data-legal]").first).to_be_visible()
            assert await page.evaluate(UNSEEN) == [], game
            await page.wait_for_function("document.activeElement.matches('[data-legal]')")
            focused = await page.evaluate(
                """() => { const { outlineStyle, outlineWidth, stroke } = getComputedStyle(document.activeElement);
                    return [outlineStyle !== 'none' && parseFloat(outlineWidth) >= 3, stroke]; }"""
            )
            assert focused[0] or focused[1] == "rgb(255, 255, 255)", game
