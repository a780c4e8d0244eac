"""`make bench-web`: what the browser client weighs, and how quick it is on a slow processor, in a real Chromium."""

import argparse
import asyncio
import statistics
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from playwright.async_api import Browser, Page

from tests.e2e.browser import new_context, open_browser
from tests.e2e.tables import play_on, sit_down
from tests.server.serving import ServerProcess

SLOWER = 4
"""The processor is slowed so many times."""

FRAMES = """() => new Promise((done) => {
    // From the beginning of a frame until its script, style, layout and paint are done: an urgent task comes next
    // after it. Only frames that begin while something is on its way count; what glows for ever is not.
    const isMoving = () => document.getAnimations().some(
        (each) => each.playState === 'running' && each.currentTime > 0
            && each.effect.getComputedTiming().iterations !== Infinity,
    );
    const moving = [];
    const others = [];
    // Whoever plays is in the page: a driver outside would have it run scripts of its own.
    const playing = setInterval(() => {
        const glowing = [...document.querySelectorAll('[data-legal]')].find((each) => each.checkVisibility());
        glowing?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }, 600);
    const end = performance.now() + 10000;
    const tick = () => {
        const begun = performance.now();
        const lengths = isMoving() ? moving : others;
        scheduler.postTask(() => lengths.push(performance.now() - begun), { priority: 'user-blocking' });
        if (begun < end) requestAnimationFrame(tick);
        else {
            clearInterval(playing);
            done([moving, others]);
        }
    };
    requestAnimationFrame(tick);
})"""

WEIGHTS = """() => {
    // What the browser itself counted of each body, compressed as it came. The tools' own count of a response may be
    // less than nothing when they have not yet heard of its end.
    const kinds = { js: 'script', css: 'style', woff2: 'font' };
    const sizes = { script: 0, style: 0, font: 0, other: 0 };
    for (const entry of [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]) {
        const kind = kinds[new URL(entry.name).pathname.split('.').at(-1)] ?? 'other';
        sizes[kind] += entry.encodedBodySize / 1000;
    }
    return sizes;
}"""


async def weigh(browser: Browser, address: str) -> dict[str, float]:
    """The bytes of a first load, as they went over the wire, by kind."""
    context = await new_context(browser, address)
    page = await context.new_page()
    await page.goto("/")
    await page.locator("article").first.wait_for()
    await page.wait_for_load_state("networkidle")
    sizes: dict[str, float] = await page.evaluate(WEIGHTS)
    await context.close()
    return sizes


async def slow_down(page: Page) -> None:
    """Give the page a slow processor."""
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


async def time_first_screen(browser: Browser, address: str) -> float:
    """Seconds from the address to buttons that can be pressed, on a slow processor and a fresh browser."""
    context = await new_context(browser, address)
    page = await context.new_page()
    await slow_down(page)
    await page.goto("/", wait_until="commit")
    await page.locator("article button").nth(4).wait_for()
    took: float = await page.evaluate("performance.now() / 1000")
    await context.close()
    return took


async def time_frames(browser: Browser, address: str, game: str, seats: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each frame while something moves, and of each other frame, on a slow processor."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, game, seats)
        await play_on(company, 4, seed=2)
        await company.tables[0].close()
        context = await new_context(browser, address, cookie=company.cookie, calm=False)
        page = await context.new_page()
        await page.goto(f"/r/{company.code}")
        await page.locator("#board").wait_for()
        await slow_down(page)
        measuring = asyncio.create_task(page.evaluate(FRAMES))
        while not measuring.done():
            await asyncio.sleep(0.6)
            for seat in (seat for seat in company.to_act() if seat):
                turn = await asyncio.wait_for(company.tables[seat].my_turn(), 5)
                if turn is not None:
                    await company.tables[seat].act(turn.legal[0], turn=turn)
        moving, others = await measuring
        await context.close()
        return moving, others


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else float("nan")


async def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=["ninth", "diggers", "noe", "gigogne", "kitty"])
    given = parser.parse_args()
    seats: dict[str, int] = {"ninth": 2, "diggers": 2, "noe": 3, "gigogne": 2, "kitty": 2}
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
        async with open_browser() as browser:
            sizes = await weigh(browser, server.address)
            print(f"first load, kB over the wire: {', '.join(f'{kind} {size:.1f}' for kind, size in sizes.items())}")
            times = [await time_first_screen(browser, server.address) for _ in range(5)]
            print(
                f"first screen usable on a processor slowed {SLOWER} times: median {statistics.median(times):.2f} s, "
                f"of {', '.join(f'{time:.2f}' for time in times)}"
            )
            for game in given.games:
                moving, others = await time_frames(browser, server.address, game, seats[game])
                print(
                    f"{game}: {len(moving)} frames while something moved, p95 {p95(moving):.1f} ms; "
                    f"all {len(moving + others)}, with those that draw a move, p95 {p95(moving + others):.1f} ms"
                )


if __name__ == "__main__":
    asyncio.run(main())
