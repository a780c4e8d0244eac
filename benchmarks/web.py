"""`make bench-web`: what the browser client weighs, how quick and how still it is, in a real Chromium.

On a processor slowed four times and a slow network, each figure beside its goal. Only an idle machine tells
the times: beside other work they are many times longer.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from playwright.async_api import Browser, Page

from tests.e2e.browser import Size, new_context, open_browser
from tests.e2e.people import NO_COACH, POINT_OF_WHAT_GLOWS
from tests.e2e.tables import Company, play_on, sit_down
from tests.server.serving import ServerProcess

SLOWER = 4
"""The processor is slowed so many times."""

SLOW_3G = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""400 ms there and back, 400 kbit/s."""

MOST_SCRIPT, MOST_SECONDS, MOST_SHIFT, MOST_TO_PAINT, MOST_TO_SHOW = 80, 5, 0.05, 100, 300
"""Goals: kB of script on a first load; seconds to the first screen on slow 3G; layout shift; ms from click to paint;
ms until a finished game of some 400 actions starts to show."""
REPLAYS = 3
"""Finished games that are opened."""

CLICKS = 30
"""Measured in each game, if it goes on for so long."""

SHIFTS = """() => {
    // All that moved without having been asked to.
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
}"""

HAND_RESTS, HAND_PRESSES = 100, 80
"""Milliseconds from coming to a piece until the press, and from the press until the release: a quick hand's."""

PAINTS = """() => {
    // From when the browser was given the press, and the release that clicks, until the frame that answers each is
    // painted. The slower of the two is what was felt of the click: which of them answers is the page's own affair.
    window.painted = [];
    let slowest = 0;
    const time = (event, done) => requestAnimationFrame(() => scheduler.postTask(
        () => done(performance.now() - event.timeStamp), { priority: 'user-blocking' },
    ));
    addEventListener('pointerdown', (event) => {
        slowest = 0;
        time(event, (took) => { slowest = took; });
    }, { capture: true });
    addEventListener('click', (event) => time(event, (took) => window.painted.push(Math.max(slowest, took))),
        { capture: true });
}"""

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

FIRST_STEPS = """() => {
    // From asking for the first steps until the last byte of them.
    const asked = performance.getEntriesByType('resource').find((entry) => entry.name.includes('/steps'));
    return asked.responseEnd - asked.startTime;
}"""

SHOWN = """() => {
    // When the way through a game is first painted, and the board above it: an urgent task comes next after the frame.
    const looking = new MutationObserver(() => {
        if (!document.querySelector('[role=slider]')) return;
        looking.disconnect();
        requestAnimationFrame(() => scheduler.postTask(
            () => { window.shownAt = performance.now(); }, { priority: 'user-blocking' },
        ));
    });
    looking.observe(document, { childList: true, subtree: true });
}"""

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


async def time_slow_network(browser: Browser, address: str) -> float:
    """Seconds from the address to buttons that can be pressed, over slow 3G with nothing kept from before."""
    context = await new_context(browser, address, size="phone")
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", SLOW_3G)
    await page.goto("/", wait_until="commit", timeout=60_000)
    await page.locator("article button").nth(4).wait_for(timeout=60_000)
    took: float = await page.evaluate("performance.now() / 1000")
    await context.close()
    return took


async def measure_shift(browser: Browser, address: str, size: Size, path: str, until: str, cookie: str = "") -> float:
    """How much of a screen moves by itself while it comes, over slow 3G, where one thing comes after the other."""
    context = await new_context(browser, address, size=size, cookie=cookie, calm=False)
    await context.add_init_script(f"({SHIFTS})()")
    await context.add_init_script(NO_COACH)
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", SLOW_3G)
    await page.goto(path, timeout=60_000)
    await page.locator(until).first.wait_for(timeout=60_000)
    await page.wait_for_timeout(2_000)
    shifted: float = await page.evaluate("window.shifted")
    await context.close()
    return shifted


async def measure_shifts(browser: Browser, address: str, games: dict[str, int]) -> dict[str, float]:
    """The layout shift of the first screen, a waiting room, and a table of each game, the larger of desk and phone."""
    async with AsyncExitStack() as stack:
        waiting = await sit_down(stack, address, "noe", 3, start=False, capacity=6)
        places = {"home": ("/", "article button", ""), "waiting": (f"/r/{waiting.code}", ".seats li", waiting.cookie)}
        for game, seats in games.items():
            company = await sit_down(stack, address, game, seats)
            await play_on(company, 4, seed=2)
            places[game] = (f"/r/{company.code}", "[data-legal]", company.cookie)
        sizes: tuple[Size, ...] = ("desk", "phone")
        return {
            name: max([await measure_shift(browser, address, size, path, until, cookie) for size in sizes])
            for name, (path, until, cookie) in places.items()
        }


async def let_others_play(company: Company) -> None:
    """Everybody else who is to act does."""
    for seat in (seat for seat in company.to_act() if seat):
        async with asyncio.timeout(5):
            turn = await company.tables[seat].my_turn()
        if turn is not None:
            await company.tables[seat].act(turn.legal[0], turn=turn)


async def time_clicks(browser: Browser, address: str, game: str, seats: int) -> list[float]:
    """Milliseconds from each click of a player to the paint that answers it, on a slow processor.

    A game that is soon over is followed by another.
    """
    painted: list[float] = []
    while len(painted) < CLICKS:
        painted += await time_clicks_of_one(browser, address, game, seats, CLICKS - len(painted))
    return painted


async def time_clicks_of_one(browser: Browser, address: str, game: str, seats: int, most: int) -> list[float]:
    """The same of one game, and of so many clicks at most."""
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, game, seats)
        await company.tables[0].close()
        context = await new_context(browser, address, cookie=company.cookie, calm=False)
        await context.add_init_script(NO_COACH)
        page = await context.new_page()
        await page.goto(f"/r/{company.code}")
        await page.locator("#board").wait_for()
        await page.evaluate(PAINTS)
        await slow_down(page)
        dice, point = random.Random(3), POINT_OF_WHAT_GLOWS.replace("LIKING", "0")
        for _ in range(4 * CLICKS):
            target = await page.evaluate(point, dice.random())
            if target:
                # Neither does a hand jump to a piece and press in the same instant, nor press and release in one.
                await page.mouse.move(target["x"], target["y"])
                await page.wait_for_timeout(HAND_RESTS)
                await page.mouse.down()
                await page.wait_for_timeout(HAND_PRESSES)
                await page.mouse.up()
            await page.wait_for_timeout(250)
            is_over = company.room["play"]["outcome"] is not None
            if is_over or await page.evaluate("window.painted.length") >= most:
                break
            await let_others_play(company)
        painted: list[float] = await page.evaluate("window.painted")
        await context.close()
        return painted


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
            await let_others_play(company)
        moving, others = await measuring
        await context.close()
        return moving, others


async def time_replay(browser: Browser, address: str, seed: int) -> tuple[int, float, float]:
    """A long game that nobody has looked at yet: its actions, and milliseconds until its first steps came and showed.

    From the address on, in a browser that has been here before, as whoever played.
    """
    async with AsyncExitStack() as stack:
        company = await sit_down(stack, address, "ninth", 2)
        await play_on(company, 2000, seed=seed, until_first=False)
        context = await new_context(browser, address, cookie=company.cookie, calm=False)
        await context.add_init_script(f"({SHOWN})()")
        page = await context.new_page()
        await page.goto("/learn")
        await page.wait_for_load_state("networkidle")
        await page.goto(f"/records/{company.room['play']['id']}", wait_until="commit")
        shown: float = await (await page.wait_for_function("() => window.shownAt")).json_value()
        came: float = await page.evaluate(FIRST_STEPS)
        last = int(await page.get_by_role("slider").get_attribute("aria-valuemax") or 0)
        await context.close()
        return last, came, shown


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not exceed; never more than the largest that was measured."""
    return statistics.quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else float("nan")


def held(figure: float, most: float, write: Callable[[float], str]) -> str:
    """A figure beside its goal."""
    return f"{write(figure)} (goal {write(most)}: {'held' if figure <= most else 'MISSED'})"


def in_seconds(seconds: float) -> str:
    return f"{seconds:.2f} s"


def in_milliseconds(milliseconds: float) -> str:
    return f"{milliseconds:.0f} ms"


async def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=["ninth", "diggers", "noe", "gigogne", "kitty"])
    given = parser.parse_args()
    all_seats = {"ninth": 2, "diggers": 2, "noe": 3, "gigogne": 2, "kitty": 2}
    seats = {game: all_seats[game] for game in given.games}
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder)) as server:
        async with open_browser() as browser:
            sizes = await weigh(browser, server.address)
            script = held(sizes.pop("script"), MOST_SCRIPT, "{:.1f} kB".format)
            print(f"first load over the wire: script {script}, {', '.join(f'{k} {v:.1f}' for k, v in sizes.items())}")
            times = [await time_first_screen(browser, server.address) for _ in range(5)]
            print(
                f"first screen usable on a processor slowed {SLOWER} times: median {statistics.median(times):.2f} s, "
                f"of {', '.join(f'{time:.2f}' for time in times)}"
            )
            slow = [await time_slow_network(browser, server.address) for _ in range(3)]
            print(f"first screen usable on slow 3G: median {held(statistics.median(slow), MOST_SECONDS, in_seconds)}")
            for seed in range(REPLAYS if "ninth" in given.games else 0):
                last, came, shown = await time_replay(browser, server.address, seed)
                told = held(shown, MOST_TO_SHOW, in_milliseconds)
                print(f"replay of ninth with {last} actions: first steps in {came:.0f} ms, on the board after {told}")
            for name, shift in (await measure_shifts(browser, server.address, seats)).items():
                print(f"layout shift of {name}: {held(shift, MOST_SHIFT, '{:.3f}'.format)}")
            for game in given.games:
                painted = await time_clicks(browser, server.address, game, seats[game])
                told = held(p95(painted), MOST_TO_PAINT, in_milliseconds)
                print(f"{game}: {len(painted)} clicks on a processor slowed {SLOWER} times, to paint p95 {told}")
                moving, others = await time_frames(browser, server.address, game, seats[game])
                print(
                    f"{game}: {len(moving)} frames while something moved, p95 {p95(moving):.1f} ms; "
                    f"all {len(moving + others)}, with those that draw a move, p95 {p95(moving + others):.1f} ms"
                )


if __name__ == "__main__":
    asyncio.run(main())
