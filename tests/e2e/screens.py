"""`make screens`: pictures of every screen and every game in mid-play, at three sizes, light and dark."""

import argparse
import asyncio
import os
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, nullcontext
from pathlib import Path

from playwright.async_api import Browser

from tests.e2e.browser import SIZES, new_context, open_browser
from tests.e2e.tables import play_on, sit_down
from tests.server.serving import ServerProcess

GAMES = {"ninth": (2, 9), "diggers": (3, 36), "noe": (5, 14), "gigogne": (3, 8), "kitty": (2, 14)}
"""For each game: seats, and moves before the picture."""


async def picture_table(
    browser: Browser, address: str, given: argparse.Namespace, game: str, seats: int, moves: int
) -> None:
    """A table in the middle of a game, at all sizes asked for."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, game, seats)
        await play_on(company, moves, given.seed)
        await company.tables[0].close()
        for size in given.sizes:
            for theme in given.themes:
                context = await new_context(
                    browser, address, size=size, language=given.language, theme=theme, cookie=company.cookie
                )
                page = await context.new_page()
                page.on("console", lambda message: print(f"console {message.type}: {message.text}"))
                page.on("pageerror", lambda error: print(f"page error: {error}"))
                await page.goto(f"/r/{company.code}")
                await page.locator("#board").wait_for(timeout=10_000)
                await page.wait_for_timeout(400)
                name = f"{game}-{seats}-{size}-{theme}-{given.language}.png"
                await page.screenshot(path=given.out / name)
                print(given.out / name)
                await context.close()


@contextmanager
def from_sources(server: str) -> Iterator[str]:
    """Vite's own server before ours: the pages as the sources are now, without building."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = ["node", "node_modules/vite/bin/vite.js", "--port", str(port), "--strictPort", "--host", "127.0.0.1"]
    vite = subprocess.Popen(
        command,
        cwd="web",
        env={**os.environ, "TABLEE_SERVER": server},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert vite.stdout is not None
        for line in vite.stdout:
            if b"Local" in line:
                break
        yield f"http://127.0.0.1:{port}"
    finally:
        vite.terminate()
        vite.wait(10)


async def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("screens"))
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--moves", type=int)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--sizes", nargs="+", default=["desk", "tablet", "phone"], choices=list(SIZES))
    parser.add_argument("--themes", nargs="+", default=["light", "dark"], choices=["light", "dark"])
    parser.add_argument("--language", default="en", choices=["en", "fr"])
    parser.add_argument("--dev", action="store_true", help="from the sources, without building")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        ServerProcess(Path(folder)) as server,
        from_sources(server.address) if given.dev else nullcontext(server.address) as address,
    ):
        await take_all(address, given)


async def take_all(address: str, given: argparse.Namespace) -> None:
    """Every picture that was asked for."""
    async with open_browser() as browser:
        for game, (seats, moves) in GAMES.items():
            if given.game in (None, game):
                await picture_table(browser, address, given, game, given.seats or seats, given.moves or moves)


if __name__ == "__main__":
    asyncio.run(main())
