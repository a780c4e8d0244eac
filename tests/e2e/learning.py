"""A lesson or a puzzle at a screen: what is ringed is pressed, by finger or by key, and nobody waits."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Page

from tests.e2e.people import Person

Press = Callable[[Page, Any], Awaitable[None]]

WHAT_TO_PRESS = """([before, isByKey]) => {
  const card = document.querySelector("[data-tone]");
  if (!card) return document.querySelector("h1") && { is_over: true };
  const next = document.querySelector("[data-next]:enabled");
  const target = next ?? document.querySelector("[data-pointed]");
  if (!target) return null;
  const { x, y, width, height } = target.getBoundingClientRect();
  const at = { x: x + width / 2, y: y + height / 2 };
  const held = document.activeElement.getBoundingClientRect();
  const isHeld = held.left <= at.x && at.x <= held.right && held.top <= at.y && at.y <= held.bottom;
  if (isByKey && (document.activeElement === document.body || !isHeld)) return null;
  const told = `${card.textContent} ${card.dataset.tone} ${Math.round(x)} ${Math.round(y)}`;
  const fault = card.dataset.tone === "wrong" ? "wrong" : card.scrollHeight > card.clientHeight + 1 ? "cut off" : null;
  return told === before ? null : { is_over: false, told, fault, ...at };
}"""
"""What leads on, or else what is ringed, once it is another than before; for the keyboard, once it has the focus."""

PATIENCE = 200
"""Seconds of the page's own time until something can be pressed again: also the longest attack is told by then."""


async def by_finger(page: Page, at: Any) -> None:
    """In its middle, where whatever lies over it would get it."""
    await page.touchscreen.tap(at["x"], at["y"])


async def by_key(page: Page, _at: Any) -> None:
    await page.keyboard.press("Enter")


async def come_to(somebody: Person, path: str) -> Page:
    """Open a page whose time can be hurried on, and wait for its connection: a hurried one would be given up."""
    await somebody.context.clock.install()
    somebody.screen.kind = None  # nobody else sits down before this clock
    await somebody.page.goto(path)
    while not somebody.heard:
        await asyncio.sleep(0.01)
    return somebody.page


async def hurry(page: Page) -> None:
    """A second passes at once."""
    await page.clock.run_for(1_000)


async def find_what_to_press(page: Page, told: str, *, is_by_key: bool = False) -> Any:
    for _ in range(PATIENCE):
        state = await page.evaluate(WHAT_TO_PRESS, [told, is_by_key])
        if state:
            return state
        await hurry(page)
    raise AssertionError(f"nothing can be pressed after: {told}")


async def learn_lesson(page: Page, press: Press) -> None:
    """To its end, by nothing but pressing what is ringed and what leads on; none of it is wrong or cut off."""
    told = ""
    if press is by_key:
        await page.keyboard.press("Shift")  # on a phone, the first key says that there is a keyboard
    while True:
        state = await find_what_to_press(page, told, is_by_key=press is by_key)
        if state["is_over"]:
            return
        assert state["fault"] is None, f"{state['fault']}: {state['told']}"
        told = state["told"]
        await press(page, state)
