"""Debian's Chromium, or any other that is installed, driven by Playwright."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

from playwright.async_api import Browser, BrowserContext, async_playwright

SHELL: Final = "chromium-headless-shell"
"""Debian's package and program: Chromium without windows, which takes a fifth less time."""
NAMES: Final = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS: Final = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

LOCK_SECONDS: Final = 300
"""How long to wait while another program installs packages."""
NO_CHROMIUM: Final = (
    "The browser tests need Chromium, and it can't be installed from here: ask an administrator for the package "
    "`chromium`, or say where one is in TABLEE_CHROMIUM."
)

Size = Literal[
    "desk", "laptop", "zoomed", "tablet", "phone", "narrow", "landscape", "small-landscape", "small", "low-end"
]
SIZES: Final[dict[Size, tuple[int, int]]] = {
    "desk": (1440, 900),
    "laptop": (1280, 720),
    "zoomed": (720, 450),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "narrow": (320, 640),
    "landscape": (844, 390),
    "small-landscape": (667, 375),
    "small": (375, 553),
    "low-end": (360, 640),
}
"""In CSS pixels. `zoomed` is a laptop at 200 %; `small` an iPhone SE with Safari's bars."""
AT_A_DESK: Final = frozenset({"desk", "laptop", "zoomed", "tablet"})
"""Sizes without the emulation of a phone: its finger, and its own idea of the viewport."""


def find_chromium() -> str | None:
    """The browser's program; `TABLEE_CHROMIUM` names another. None where only Playwright may have one of its own."""
    named = os.environ.get("TABLEE_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


def install_chromium() -> None:
    """Debian's package where that is allowed; else the one that Playwright brings. Exits with what to do if neither."""
    as_root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") and (not as_root or _may_be_root()):
        sys.stdout.write("Installing Debian's Chromium for the browser tests ...\n")
        install = ["install", "-y", "-qq"]
        # Elsewhere than in Debian the shell may be none of the packages.
        for command in (["update", "-qq"], [*install, SHELL], [*install, "chromium"]):
            if find_chromium() is None:
                run_patiently([*as_root, "apt-get", "-o", f"DPkg::Lock::Timeout={LOCK_SECONDS}", *command])
    if find_chromium() is None:
        sys.stdout.write("Installing Playwright's chromium for the browser tests ...\n")
        command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit(NO_CHROMIUM)


def run_patiently(command: Sequence[str], *, look_again_after: float = 2.0) -> None:
    """Run a command of apt, again as long as it finds a lock: by itself it waits for that of `install` only."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    until = time.monotonic() + LOCK_SECONDS
    while True:
        done = subprocess.run(
            command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment
        )
        if "Could not get lock" not in done.stderr or time.monotonic() > until:
            sys.stderr.write(done.stderr)
            return
        time.sleep(look_again_after)


def _may_be_root() -> bool:
    """Whether sudo asks for no password."""
    if shutil.which("sudo") is None:
        return False
    return subprocess.run(["sudo", "-n", "true"], check=False, capture_output=True).returncode == 0


@asynccontextmanager
async def open_browser(*more: str) -> AsyncIterator[Browser]:
    """A browser of one's own, with more flags."""
    async with async_playwright() as playwright:
        # As root Chromium refuses its own sandbox; it only ever sees the pages of the server under test.
        flags = [*FLAGS, *more, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
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
        has_touch=size not in AT_A_DESK,
        is_mobile=size not in AT_A_DESK,
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
