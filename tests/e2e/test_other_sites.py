"""Pages of other sites in a real browser: what they may ask of a server, and a board of its own in their frame."""

import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
from playwright.async_api import Browser, Page, expect

from tests.server.people import come, play_out, seated
from tests.server.serving import ServerProcess


class _Site(BaseHTTPRequestHandler):
    pages: ClassVar[dict[str, str]] = {}

    def do_GET(self) -> None:
        body = self.pages.get(self.path, "<!doctype html><title>Another site</title>").encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base's name
        pass


@contextmanager
def another_site() -> Iterator[str]:
    """A site of its own on this machine; ours is another one to browsers, by its name."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{site.server_port}"
    finally:
        site.shutdown()
        site.server_close()


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, str, str]]:
    """A server, a site that it lets use it and show its boards, and one that it doesn't know."""
    with another_site() as friend, another_site() as stranger:
        folder: Path = tmp_path_factory.mktemp("sites")
        with ServerProcess(folder, origins=friend, frame_ancestors=friend) as server:
            yield server, friend, stranger


@asynccontextmanager
async def page_at(browser: Browser, address: str) -> AsyncIterator[Page]:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(address)
    yield page
    await context.close()


ASK = """async ([server, path, given]) => {
  const init = { credentials: "include", ...given };
  if (given.body) Object.assign(init, { headers: { "content-type": "application/json" } });
  try { const answer = await fetch(server + path, init); return [answer.status, await answer.json()]; }
  catch (error) { return [0, String(error)]; }
}"""

LISTEN = """(address) => new Promise((done) => {
  const socket = new WebSocket(address);
  socket.onmessage = (event) => done(JSON.parse(event.data));
  socket.onerror = () => done(null);
})"""


async def test_a_page_of_an_allowed_origin_is_somebody_and_talks_and_a_strangers_is_told_nothing(
    sites: tuple[ServerProcess, str, str], browser: Browser
) -> None:
    server, friend, stranger = sites

    async def ask(page: Page, path: str, **given: Any) -> Any:
        return await page.evaluate(ASK, [server.address, path, given])

    name = {"method": "POST", "body": '{"name": "Ada"}'}
    socket = f"ws{server.address.removeprefix('http')}/ws"
    async with page_at(browser, friend) as page:
        assert await ask(page, "/api/session", **name) == [200, {"name": "Ada", "username": None, "is_bot": False}]
        assert (await ask(page, "/api/session"))[1]["name"] == "Ada", "the cookie came along"
        status, room = await ask(page, "/api/rooms", method="POST", body='{"game": "gigogne"}')
        assert (status, len(room["code"])) == (201, 6)
        assert (await page.evaluate(LISTEN, socket))["name"] == "Ada"
        assert (await ask(page, "/api/rooms/none"))[1]["refusal"]["code"] == "room_closed", "refusals can be read"
        assert await ask(page, "/api/session", method="DELETE") == [200, None]
        assert await ask(page, "/api/session") == [200, None], "the cookie is gone again"
    async with page_at(browser, stranger) as page:
        for path, given in (("/api/session", name), ("/api/games", {})):
            assert (await ask(page, path, **given))[0] == 0, "the browser keeps it from the page"
        assert await page.evaluate(LISTEN, socket) is None


async def test_a_room_and_a_replay_are_shown_in_a_frame_of_another_site_and_no_other_page_is(
    sites: tuple[ServerProcess, str, str], browser: Browser
) -> None:
    server, friend, stranger = sites
    people = [await come(server, name) for name in ("Ada", "Bob")]
    room, tables = await seated(people)
    for name, path in (("room", f"/embed/rooms/{room.code}?lang=fr"), ("home", "/")):
        _Site.pages[f"/{name}"] = f"<!doctype html><iframe width=700 height=560 src='{server.address}{path}'></iframe>"
    async with page_at(browser, f"{friend}/room") as page:
        frame = page.frame_locator("iframe")
        await expect(frame.get_by_role("heading", name="Gigogne")).to_be_visible()
        await expect(frame.get_by_text("Ada", exact=True).first).to_be_visible()
        await expect(frame.get_by_role("link", name="Ouvrir sur tablée")).to_have_attribute(
            "href", f"/r/{room.code}?watch"
        )
        await play_out(tables)
        await expect(frame.get_by_role("status")).to_have_text("La partie est finie")
        assert not await page.context.cookies(), "whoever only looks is not followed"
        game = (tables[0].room or {})["play"]["id"]
        _Site.pages["/replay"] = (
            f"<!doctype html><iframe width=700 height=560 src='{server.address}/embed/records/{game}'></iframe>"
        )
        await page.goto(f"{friend}/replay")
        await expect(frame.get_by_role("status")).to_have_text("The game begins")
        await frame.get_by_role("button", name="One action on").click()
        await expect(frame.get_by_role("status")).to_contain_text("places")
        await page.goto(f"{friend}/home")
        await expect(frame.locator("#app")).to_have_count(0)
        await page.goto(f"{stranger}/room")
        await expect(frame.locator("#app")).to_have_count(0)
    for client in people:
        await client.close()
