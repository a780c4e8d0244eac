"""Pieces are dragged, by mouse and by finger: a turn of every game, and what ends a drag without playing."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any, Final

from playwright.async_api import CDPSession, Locator, Page, WebSocket, expect

from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person
from tests.e2e.tables import in_mid_game, play_on
from tests.server.serving import ServerProcess

TURNS: Final[dict[str, tuple[int, int, dict[str, Any], tuple[tuple[str, str], ...]]]] = {
    "ninth": (2, 0, {"options": {"powers": False}}, (("slot-", "take"), ("slot-", "take"), ("card-", "place"))),
    "diggers": (2, 0, {}, (("stick", "disable"),)),
    "diggers, the race": (2, 10, {"options": {"tiles": 2}}, (("miner.0", "move"),)),
    "noe": (3, 4, {}, (("action-attack", "attack"),)),
    "noe, from the pile": (3, 4, {}, (("top", "charge"),)),
    "gigogne": (2, 4, {}, (("stock-0", "place"),)),
    "kitty": (2, 0, {}, (("deck:", "draw"), ("card:", "place wind recycle shield"))),
    "tictactoe": (2, 2, {}, (("seat-0", "mark"),)),
    "boardless": (2, 2, {}, (("own-disc", "mark"),)),
}
"""Seats, moves before, settings; and which pieces are dragged, to play what."""


class Hand:
    """A mouse at a desk."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def press(self, x: float, y: float) -> None:
        await self.page.mouse.move(x, y)
        await self.page.mouse.down()

    async def move(self, x: float, y: float) -> None:
        await self.page.mouse.move(x, y, steps=2)

    async def let_go(self) -> None:
        await self.page.mouse.up()


class Finger(Hand):
    """A finger on a phone."""

    def __init__(self, page: Page, devtools: CDPSession) -> None:
        super().__init__(page)
        self.devtools = devtools

    async def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        await self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    async def press(self, x: float, y: float) -> None:
        await self.touch("touchStart", (x, y))

    async def move(self, x: float, y: float) -> None:
        await self.touch("touchMove", (x, y))

    async def let_go(self) -> None:
        await self.touch("touchEnd")


class Sent:
    """The actions that a page sends."""

    def __init__(self, page: Page) -> None:
        self.actions: list[dict[str, Any]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "act":
            self.actions.append(message["action"])

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(30):
            while not self.actions:
                await asyncio.sleep(0.01)
        return self.actions.pop()


async def answer_to(somebody: Person, before: int) -> int:
    """The room's version after the action that was sent."""
    async with asyncio.timeout(30):
        while True:
            for message in somebody.heard[before:]:
                if message["type"] == "moved" and message["ack"]:
                    return int(message["version"])
            await asyncio.sleep(0.01)


async def middle(locator: Locator) -> tuple[float, float]:
    await locator.scroll_into_view_if_needed()
    box = await locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def lift(hand: Hand, piece: Locator) -> tuple[float, float]:
    """Take a piece in hand: where it was."""
    await expect(piece).to_be_visible()
    x, y = await middle(piece)
    held = hand.page.locator(".held")
    await hand.press(x, y)
    await hand.move(x + 3, y + 3)
    await expect(held).to_have_count(0)
    await hand.move(x + 16, y - 16)
    await expect(held).to_have_count(1)
    return x, y


async def drag(hand: Hand, piece: Locator) -> None:
    """Take a piece, to the last place where it can go."""
    await lift(hand, piece)
    goal = hand.page.locator("[data-goal]").last
    await hand.move(*await middle(goal))
    await expect(hand.page.locator("[data-goal=near]")).to_have_count(1)
    await hand.let_go()
    await expect(hand.page.locator(".held, [data-goal], [data-lifted]")).to_have_count(0)


async def play_by_dragging(server: ServerProcess, somebody: Person, hand: Hand, sent: Sent, turn: str) -> None:
    seats, moves, settings, drags = TURNS[turn]
    game, page = turn.partition(",")[0], somebody.page
    async with AsyncExitStack() as stack:
        company = await in_mid_game(stack, server.address, game, seats, moves, **settings)
        await somebody.be(company.cookie)
        await page.goto(f"/r/{company.code}")
        for place, kind in drags:
            await play_on(company, 0, seed=4)
            before = len(somebody.heard)
            await drag(hand, page.locator(f"[data-drag][data-place^='{place}']").first)
            action = await sent.next()
            assert action["type"] in kind.split(), turn
            version = await answer_to(somebody, before)
            async for room in company.tables[-1].changes():
                if room["version"] >= version:
                    break
        assert not sent.actions, "a drop plays once"


async def test_a_turn_of_every_game_is_played_by_dragging_with_a_mouse(server: ServerProcess, person: PagesOf) -> None:
    somebody = await person("")
    sent = Sent(somebody.page)
    for turn in TURNS.keys() - {"noe, from the pile"}:
        await play_by_dragging(server, somebody, Hand(somebody.page), sent, turn)


async def test_a_turn_of_every_game_is_played_by_dragging_with_a_finger(server: ServerProcess, person: PagesOf) -> None:
    somebody = await person("", size="phone")
    sent = Sent(somebody.page)
    finger = Finger(somebody.page, await somebody.context.new_cdp_session(somebody.page))
    for turn in TURNS.keys() - {"noe"}:
        await play_by_dragging(server, somebody, finger, sent, turn)


async def test_a_drag_that_is_not_dropped_on_a_goal_plays_nothing_and_the_piece_goes_back(
    person: PagesOf,
) -> None:
    somebody = await person("Camille", calm=False, size="phone")
    page, sent = somebody.page, Sent(somebody.page)
    finger = Finger(page, await somebody.context.new_cdp_session(page))
    people = [{"name": "Ada", "colour": "blue"}, {"name": "Zoé", "colour": "rose"}]
    await somebody.sit_at(await somebody.make_room("gigogne", local=people))
    stack = page.locator("[data-drag][data-place$='-medium']")
    cells, held = page.locator(".cell[data-legal]"), page.locator(".held")

    async def assert_gone_back() -> None:
        await expect(held).to_have_count(0)
        await expect(page.locator("[data-goal], [data-lifted]")).to_have_count(0)
        await expect(cells).to_have_count(0)

    x, y = await lift(finger, stack)
    await expect(cells).to_have_count(9)
    await finger.move(x, y + 20)
    await finger.let_go()
    await assert_gone_back()
    await lift(finger, stack)
    await finger.move(*await middle(cells.first))
    await page.keyboard.press("Escape")
    await assert_gone_back()
    await finger.let_go()
    x, y = await lift(finger, stack)
    await finger.touch("touchStart", (x + 16, y - 16), (x, 300))
    await assert_gone_back()
    await finger.touch("touchEnd")
    assert not sent.actions
    # A tap is still a tap; and so is one that trembles. Nothing moves under the finger.
    buttons = "[...document.querySelectorAll('main button')].map((one) => JSON.stringify(one.getBoundingClientRect()))"
    before = await page.evaluate(buttons)
    await stack.tap()
    await expect(cells).to_have_count(9)
    assert set(before) <= set(await page.evaluate(buttons))
    x, y = await middle(cells.first)
    await finger.press(x, y)
    await finger.move(x + 2, y + 2)
    await finger.let_go()
    assert (await sent.next())["cell"] == 0
