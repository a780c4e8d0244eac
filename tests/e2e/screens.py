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
from typing import Any

from playwright.async_api import Browser

from tests.e2e.browser import SIZES, new_context, open_browser
from tests.e2e.people import NO_COACH
from tests.e2e.tables import play_on, sit_down
from tests.server.serving import ServerProcess

GAMES = {"ninth": (2, 9), "diggers": (3, 36), "noe": (5, 14), "gigogne": (3, 8), "kitty": (2, 8)}
"""For each game: seats, and moves before the picture."""
ROOMS: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
    ("gigogne", "Sunday squares", 2, {"capacity": 3}),
    ("diggers", "Deep shaft", 2, {"capacity": 4, "access": "lamp"}),
    ("kitty", "Rainy day hearts", 1, {"capacity": 2}),
    ("ninth", "Pluto is a planet", 1, {"capacity": 2}),
)
"""Rooms that wait for people: game, name, people, settings."""


class Photographer:
    """Takes pictures of one screen after the other, at all sizes and in all themes that were asked for."""

    def __init__(self, browser: Browser, address: str, given: argparse.Namespace) -> None:
        self._browser, self._address, self._given = browser, address, given

    async def take(
        self, name: str, path: str, cookie: str, *, until: str = "main", then: str = "", is_new: bool = False
    ) -> None:
        """A screen: its name, its address, who looks, what must be there, and what to click first."""
        given = self._given
        for size in given.sizes:
            for theme in given.themes:
                context = await new_context(
                    self._browser, self._address, size=size, language=given.language, theme=theme, cookie=cookie
                )
                await context.add_init_script("localStorage.setItem('tablee.named', 'yes')")
                if not is_new:
                    await context.add_init_script(NO_COACH)
                page = await context.new_page()
                page.on("console", lambda message: print(f"console {message.type}: {message.text}"))
                page.on("pageerror", lambda error: print(f"page error: {error}"))
                await page.goto(path)
                await page.locator(until).first.wait_for(timeout=20_000)
                await page.wait_for_timeout(700)
                if then and await page.locator(then).count():
                    await page.locator(then).first.click()
                    await page.wait_for_timeout(300)
                file = given.out / f"{name}-{size}-{theme}-{given.language}.png"
                await page.screenshot(path=file)
                print(file)
                await context.close()


async def picture_table(camera: Photographer, address: str, seed: int, game: str, seats: int, moves: int) -> None:
    """A table in the middle of a game, and its result."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, game, seats)
        await play_on(company, moves, seed)
        await company.tables[0].close()
        await camera.take(f"{game}-{seats}", f"/r/{company.code}", company.cookie, until="#board")


async def picture_coach(camera: Photographer, address: str, game: str, seats: int) -> None:
    """A first game, before the first action."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, game, seats)
        await company.tables[0].close()
        await camera.take(f"coach-{game}", f"/r/{company.code}", company.cookie, until="#board", is_new=True)


async def picture_result(camera: Photographer, address: str, seed: int) -> None:
    """The end of a game, with the vote for another."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, "gigogne", 3)
        await play_on(company, 60, seed)
        await company.tables[1].ask("vote", again=True)
        await company.tables[0].close()
        await camera.take("result", f"/r/{company.code}", company.cookie, until=".result")


async def picture_replay(camera: Photographer, address: str, seed: int, game: str, seats: int) -> None:
    """A finished game, looked at again some turns after its beginning."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, game, seats)
        await play_on(company, 2000, seed, until_first=False)
        path = f"/records/{company.room['play']['id']}?t=5.1"
        await camera.take(f"replay-{game}", path, company.cookie, until=".dock")


async def picture_lobby(camera: Photographer, address: str) -> None:
    """The screens that lead to a table, with some rooms open."""
    async with AsyncExitStack() as stack:
        for game, name, seats, settings in ROOMS:
            await sit_down(stack, address, game, seats, start=False, name=name, **settings)
        waiting = await sit_down(stack, address, "noe", 4, start=False, name="Les Cousins", capacity=6, policy="ready")
        await waiting.tables[1].ask("say_ready", ready=True)
        await waiting.tables[0].close()
        cookie = waiting.cookie
        await camera.take("home", "/", cookie)
        await camera.take("rooms", "/rooms", cookie)
        await camera.take("new-room", "/new/noe", cookie)
        await camera.take("same-screen", "/local/ninth", cookie)
        await camera.take("me", "/me", cookie)
        await camera.take("rules", "/rules/ninth", cookie)
        await camera.take("waiting", f"/r/{waiting.code}", cookie)


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
        camera = Photographer(browser, address, given)
        if given.game in (None, "lobby"):
            await picture_lobby(camera, address)
            await picture_result(camera, address, given.seed)
        for game, (seats, moves) in GAMES.items():
            if given.game in (None, game):
                await picture_table(camera, address, given.seed, game, given.seats or seats, given.moves or moves)
                await picture_coach(camera, address, game, given.seats or seats)
                await picture_replay(camera, address, given.seed, game, given.seats or seats)


if __name__ == "__main__":
    asyncio.run(main())
