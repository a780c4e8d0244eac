"""Debian's Chromium, or any other that is installed, driven by Playwright."""

import os
import shutil
import subprocess
import sys
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


def find_chromium() -> str | None:
    """The browser's program; `TABLEE_CHROMIUM` names another. None where only Playwright may have one of its own."""
    named = os.environ.get("TABLEE_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install_chromium() -> None:
    """Debian's package where that is allowed; else the one that Playwright brings."""
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    apt = shutil.which("apt-get") and (
        not as_root or subprocess.run(["sudo", "-n", "true"], check=False).returncode == 0
    )
    if apt:
        sys.stdout.write("Installing Debian's chromium for the browser tests ...\n")
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-qq"], ["install", "-y", "-qq", "chromium"]):
            subprocess.run([*as_root, "apt-get", *command], check=False, stdout=subprocess.DEVNULL, env=environment)
    if find_chromium() is None:
        sys.stdout.write("Installing Playwright's chromium for the browser tests ...\n")
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


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


if __name__ == "__main__":
    if find_chromium() is None:
        install_chromium()
    sys.stdout.write(f"The browser tests use {find_chromium() or 'the Chromium of Playwright'}.\n")
