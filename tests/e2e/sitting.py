"""Screens that people leave and others sit down at: what one test did there, the next finds no trace of.

A new context of the browser has to read, compile and keep every script and font anew, which takes longer than most of
what a test does.
"""

from collections import defaultdict
from collections.abc import Hashable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from playwright.async_api import Browser, BrowserContext, Error, Page

from tests.e2e.browser import AT_A_DESK, SIZES, Size, new_context

FORGET: Final = "() => { localStorage.clear(); sessionStorage.clear(); }"


@dataclass(eq=False)
class Screen:
    """A context of the browser and its page; `kind` is None where it is for one person only."""

    context: BrowserContext
    page: Page
    kind: Hashable | None
    undoing: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def run_first(self, script: str) -> None:
        """Run a script on every page before its own, for as long as this person sits here."""
        await self.undoing.enter_async_context(await self.context.add_init_script(script))


class Screens:
    """Those that are free, by what can't be set anew on a page."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._free: defaultdict[Hashable, list[Screen]] = defaultdict(list)

    async def take(
        self,
        *,
        size: Size = "desk",
        language: str = "en",
        theme: Literal["light", "dark"] = "light",
        calm: bool = True,
        forced_colors: Literal["none", "active"] = "none",
        keeps_pages: bool = False,
        **more: Any,
    ) -> Screen:
        """A screen as if new. One that `keeps_pages` for when there is no network really is."""
        kind = None if keeps_pages or more else (size in AT_A_DESK, language, calm)
        if kind is not None and self._free[kind]:
            screen = self._free[kind].pop()
        else:
            workers = "allow" if keeps_pages else "block"
            settings = {"size": size, "language": language, "theme": theme, "calm": calm, **more}
            context = await new_context(self._browser, self._address, service_workers=workers, **settings)
            screen = Screen(context, await context.new_page(), kind)
        width, height = SIZES[size]
        await screen.page.set_viewport_size({"width": width, "height": height})
        motion: Literal["reduce", "no-preference"] = "reduce" if calm else "no-preference"
        await screen.page.emulate_media(color_scheme=theme, reduced_motion=motion, forced_colors=forced_colors)
        return screen

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
        self._free[screen.kind].append(screen)
