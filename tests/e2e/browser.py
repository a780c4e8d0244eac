"""Debian's Chromium, or any other that is installed, driven by Playwright."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

from playwright.async_api import Browser, BrowserContext, async_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Size = Literal["desk", "tablet", "phone", "narrow"]
SIZES: Final[dict[Size, tuple[int, int]]] = {
    "desk": (1440, 900),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "narrow": (320, 640),
}


def find_chromium() -> str:
    """The browser's program; `TABLEE_CHROMIUM` names another."""
    named = os.environ.get("TABLEE_CHROMIUM")
    found = named or next((path for name in NAMES if (path := shutil.which(name))), None)
    if found is None:
        raise RuntimeError("no Chromium is installed: `make browser` installs Debian's, TABLEE_CHROMIUM names another")
    return found


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A browser of one's own."""
    async with async_playwright() as playwright:
        # As root Chromium refuses its own sandbox; it only ever sees the pages of the server under test.
        flags = [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        try:
            yield browser
        finally:
            await browser.close()


async def new_context(
    browser: Browser,
    address: str,
    *,
    size: Size = "desk",
    language: str = "en",
    theme: Literal["light", "dark"] = "light",
    cookie: str = "",
    calm: bool = True,
    **more: Any,
) -> BrowserContext:
    """Somebody at a screen: with a language, a theme, and the session of a cookie."""
    width, height = SIZES[size]
    context = await browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        locale={"en": "en-GB", "fr": "fr-FR"}[language],
        color_scheme=theme,
        has_touch=size in {"phone", "narrow"},
        is_mobile=size in {"phone", "narrow"},
        reduced_motion="reduce" if calm else "no-preference",
        **more,
    )
    if cookie:
        name, _, value = cookie.partition("=")
        await context.add_cookies([{"name": name, "value": value, "url": address}])
    return context
