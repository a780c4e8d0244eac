"""People at their screens, and what is watched while they play."""

import json
import random
from typing import Any

from playwright.async_api import (
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    WebSocket,
    expect,
)

from tests.e2e.browser import SIZES, Size
from tests.e2e.sitting import Screen, Screens

WORDS: dict[str, dict[str, str]] = {
    "en": {"again": "Play again", "home": "Home", "ready": "I’m ready", "start": "Start the game"},
    "fr": {"again": "Rejouer", "home": "Accueil", "ready": "C’est bon pour moi", "start": "Lancer la partie"},
}


ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
STEPS_IN_A_WIDGET = 60
"""Arrows at random: the one cell of nine that is left is found by these in all but one of some hundred visits."""
IS_IN_WIDGET = """() => document.activeElement?.closest(
    '#board [role=grid], #board [role=toolbar], [role=radiogroup], [role=toolbar], [role=listbox], [role=grid]'
) !== null"""
"""Whether the focus is where arrows move it."""

POINT_OF_WHAT_GLOWS = """(chance) => {
  const liking = (one) => Number(LIKING);
  const asked = document.querySelectorAll('[data-asked]');
  const glowing = [...(asked.length ? asked : document.querySelectorAll('[data-legal]'))].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }));
  if (!glowing.length) return null;
  const most = Math.max(...glowing.map(liking));
  const among = glowing.filter((one) => liking(one) === most);
  const target = among[Math.floor(chance * among.length)];
  target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = target.getBoundingClientRect();
  const points = [[box.x + box.width / 2, box.y + box.height / 2], [box.x + 6, box.y + 20]];
  const open = points.find(([x, y]) => target.contains(document.elementFromPoint(x, y)));
  if (!open) return false;
  const gesture = new AbortController();
  let presses = 0;
  for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(kind, (event) => {
      if (kind === 'pointerdown') presses += 1;
      if (presses > 1) gesture.abort();
      else if (!target.contains(event.target)) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (kind === 'click') gesture.abort();
    }, { capture: true, signal: gesture.signal });
  return { x: open[0], y: open[1] };
}"""
"""In a fan of cards the middle of one may lie under its neighbour: the left edge is what one sees of it.

Who is asked again presses again.

The server may be quicker than the mouse, and put the result there: what the click was not meant for does not get it.
"""


NO_COACH = "localStorage.setItem('tablee.coach', 'no')"


NO_WORKER = "Service Worker registration blocked by Playwright"
"""Where a test is not about being without a network."""


class Watch:
    """Faults of pages: errors and warnings in the console, exceptions, requests that leave the origin."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.faults: list[str] = []
        self.expected: list[str] = [NO_WORKER]
        self._followed: list[Page] = []

    def expect(self, part: str) -> None:
        """A fault that a test brings about on purpose: the browser itself says it."""
        self.expected.append(part)

    def follow(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", self._exception)
        page.on("request", self._request)
        self._followed.append(page)

    def stop(self) -> None:
        """Let others use the pages."""
        for page in self._followed:
            page.remove_listener("console", self._console)
            page.remove_listener("pageerror", self._exception)
            page.remove_listener("request", self._request)

    def _exception(self, error: Error) -> None:
        self.faults.append(f"exception: {error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"a request left the origin: {request.url}")

    def assert_calm(self) -> None:
        faults = [fault for fault in self.faults if not any(part in fault for part in self.expected)]
        assert not faults, "\n".join(faults)


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, screen: Screen, name: str, language: str, origin: str) -> None:
        self.screen, self.context, self.page = screen, screen.context, screen.page
        self.name, self.language, self.origin = name, language, origin
        self.heard: list[dict[str, Any]] = []
        """Every message that the server sent over the socket."""
        self.page.on("websocket", self._listen)

    @classmethod
    async def arrive(
        cls,
        screens: Screens,
        address: str,
        watch: Watch,
        name: str,
        *,
        language: str = "en",
        is_new: bool = False,
        cookie: str = "",
        **settings: Any,
    ) -> "Person":
        """Sit down at a screen under a name, or as the one of a cookie. Who is new is shown how games are played."""
        screen = await screens.take(language=language, **settings)
        screen.page.set_default_timeout(60_000)
        watch.follow(screen.page)
        person = cls(screen, name, language, address)
        if cookie:
            await person.be(cookie)
        if not is_new:
            await screen.run_first(NO_COACH)
        if name:
            request = screen.context.request
            answer = await request.post("/api/session", data={"name": name}, headers={"origin": address})
            assert answer.ok
            await screen.run_first("localStorage.setItem('tablee.named', 'yes')")
        return person

    async def be(self, cookie: str) -> None:
        """Be the person of a session."""
        name, _, value = cookie.partition("=")
        await self.context.add_cookies([{"name": name, "value": value, "url": self.origin}])

    def get_up(self) -> None:
        """Listen no longer."""
        self.page.remove_listener("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    def words(self, name: str) -> str:
        """What a button is called in this person's language."""
        return WORDS[self.language][name]

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=self.words(name), exact=True)

    async def make_room(self, game: str, **settings: Any) -> str:
        """A room of this person's; its code."""
        answer = await self.context.request.post(
            "/api/rooms", data={"game": game, **settings}, headers={"origin": self.origin}
        )
        assert answer.ok, await answer.text()
        return str((await answer.json())["code"])

    async def go(self, path: str) -> None:
        await self.page.goto(path)

    async def sit_at(self, code: str) -> None:
        """Go to a room by its link."""
        await self.page.goto(f"/r/{code}")
        await expect(self.page.locator("main")).to_be_visible()

    async def resize(self, size: Size) -> None:
        """Turn the screen, or take a smaller one."""
        width, height = SIZES[size]
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.page.evaluate("new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")

    async def hurry(self) -> None:
        """Wait until something can be done, with all told that the others did: a click would only hasten that."""
        await expect(self.page.locator("[data-legal]").first).to_be_visible()
        await self.page.keyboard.press("Escape")

    async def is_over(self) -> bool:
        """Whether the result is shown."""
        return await self.page.locator(".result").get_by_role("button", name=self.words("home")).count() > 0

    async def click_what_glows(self, dice: random.Random, liking: str = "0") -> bool:
        """Click one of the legal targets where it is not covered; False if there is none.

        Three times of four it is one for which `liking`, in JavaScript, of the element `one` is highest.
        """
        liked = liking if dice.random() < 0.75 else "0"
        point = await self.page.evaluate(POINT_OF_WHAT_GLOWS.replace("LIKING", liked), dice.random())
        if point is None:
            return False
        if point:  # else the server was quicker, and covers what glowed
            await self.page.mouse.click(point["x"], point["y"])
        return True

    async def cookie(self) -> str:
        """What makes another client this person."""
        (session,) = await self.context.cookies()
        return f"{session['name']}={session['value']}"

    async def click_to_the_end(self) -> None:
        """Play all seats of one screen until the result is shown; for a moment after each action nothing is heard."""
        dice = random.Random(1)
        for _ in range(600):
            if await self.is_over():
                return
            await self.click_what_glows(dice)
            await self.page.wait_for_timeout(60)
        raise AssertionError("the game does not end")

    async def press_what_glows(self, dice: random.Random) -> bool:
        """Go to a legal target by keyboard only, and press Enter; False if there is none."""
        if await self.page.locator("[data-asked]:focus").count():  # asked once more, where the focus still is
            await self.page.keyboard.press("Enter")
            return True
        glowing = self.page.locator("[data-legal]:visible")
        for _ in range(60):
            if not await glowing.count():  # also when the server was quicker than the keys
                return False
            await self.page.keyboard.press("Tab")
            for _ in range(STEPS_IN_A_WIDGET):
                if await self.page.evaluate("document.activeElement?.matches('[data-legal]') ?? false"):
                    await self.page.keyboard.press("Enter")
                    return True
                if not await self.page.evaluate(IS_IN_WIDGET):
                    break
                await self.page.keyboard.press(dice.choice(ARROWS))
        raise AssertionError("no legal target can be reached by keyboard")
