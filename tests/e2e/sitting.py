"""Screens that people leave and others sit down at: what one test did there, the next finds no trace of.

A new context of the browser has to read, compile and keep every script and font anew, which takes longer than most of
what a test does.
"""

from collections import defaultdict
from collections.abc import Hashable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.async_api import Browser, BrowserContext, Error, Page

from tests.e2e.browser import SIZES, new_context

SHARED: Final = frozenset({"size", "language", "theme", "calm"})
"""Settings that a screen keeps from one person to the next."""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


@dataclass(eq=False)
class Screen:
    """A context of the browser and its page; `kind` is None where it is for one person only."""

    context: BrowserContext
    page: Page
    kind: Hashable | None
    size: tuple[int, int]
    media: dict[str, Any]
    undoing: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def run_first(self, script: str) -> None:
        """Run a script on every page before its own, for as long as this person sits here."""
        await self.undoing.enter_async_context(await self.context.add_init_script(script))


class Screens:
    """Those that are free, by their settings."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._free: defaultdict[Hashable, list[Screen]] = defaultdict(list)

    async def take(self, *, keeps_pages: bool = False, **settings: Any) -> Screen:
        """A screen as if new. One that `keeps_pages` for when there is no network really is."""
        kind = None if keeps_pages or settings.keys() - SHARED else tuple(sorted(settings.items()))
        if kind is not None and self._free[kind]:
            return self._free[kind].pop()
        workers = "allow" if keeps_pages else "block"
        context = await new_context(self._browser, self._address, service_workers=workers, **settings)
        size = SIZES[settings.get("size", "desk")]
        media = {
            "color_scheme": settings.get("theme", "light"),
            "reduced_motion": "reduce" if settings.get("calm", True) else "no-preference",
            "forced_colors": "none",
        }
        return Screen(context, await context.new_page(), kind, size, media)

    async def leave(self, screen: Screen) -> None:
        """Make it as if new, for the next one, or close it where it can't be made so."""
        context, page = screen.context, screen.page
        if screen.kind is None or page.is_closed():
            await context.close()
            return
        for other in context.pages:
            if other is not page:
                await other.close()
        await screen.undoing.aclose()
        await context.unroute_all()
        await context.set_offline(False)
        await context.clear_permissions()
        with suppress(Error):  # on a page that is not the server's
            await page.evaluate(FORGET)
        await page.goto("/healthz")  # of the same origin: else the next page has a new process
        await context.clear_cookies()
        await page.set_viewport_size({"width": screen.size[0], "height": screen.size[1]})
        await page.emulate_media(**screen.media)
        self._free[screen.kind].append(screen)
