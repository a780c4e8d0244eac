"""One server and one browser for all of these tests; whoever opens a page is watched for faults."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.e2e.browser import open_browser
from tests.e2e.people import Person, Watch
from tests.e2e.sitting import Screens
from tests.server.serving import ServerProcess

HERE = Path(__file__).parent
TICTACTOE = HERE.parents[1] / "examples/tictactoe/tictactoe.py"
PagesOf = Callable[..., Awaitable[Person]]

expect.set_options(timeout=60_000)  # a busy machine needs more than the usual five seconds


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser lives in one event loop for all tests of a process."""
    for path, group in groupby(items, attrgetter("path")):
        if HERE in path.parents:
            for item in group:
                if inspect.iscoroutinefunction(getattr(item, "function", None)):
                    item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A real server with the built pages, the example game, and one that has no board of its own."""
    with ServerProcess(tmp_path_factory.mktemp("e2e"), games=f"{TICTACTOE},{HERE / 'boardless.py'}") as running:
        yield running


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A real browser. No page of a test lives long enough for its scripts to be worth optimising."""
    async with open_browser("--js-flags=--no-opt --no-maglev") as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def watch(server: ServerProcess) -> AsyncIterator[Watch]:
    """Looks at everything that the pages of a test ask for and complain of."""
    watching = Watch(server.address)
    yield watching
    watching.stop()
    watching.assert_calm()


@pytest.fixture(scope="session")
def screens(browser: Browser, server: ServerProcess) -> Screens:
    """The screens at which people sit down, one after the other."""
    return Screens(browser, server.address)


@pytest_asyncio.fixture(loop_scope="session")
async def person(server: ServerProcess, screens: Screens, watch: Watch) -> AsyncIterator[PagesOf]:
    """Somebody with a browser of their own: of a size, in a language, under a name."""
    people: list[Person] = []

    async def arrive(name: str = "", **settings: Any) -> Person:
        somebody = await Person.arrive(screens, server.address, watch, name, **settings)
        people.append(somebody)
        return somebody

    yield arrive
    for somebody in people:
        somebody.get_up()
        await screens.leave(somebody.screen)
