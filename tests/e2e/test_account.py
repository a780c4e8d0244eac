"""One's account and what is kept of oneself: the password, signing out here and everywhere, a reset link."""

import json
import re
from urllib.parse import urlsplit

from playwright.async_api import expect

from tablee.server.credentials import new_id
from tablee.server.sessions import make_reset
from tablee.store.opening import open_upkeep
from tests.e2e.conftest import PagesOf
from tests.e2e.people import Person, Watch
from tests.e2e.test_everybody import assert_for_everybody
from tests.server.serving import ServerProcess, ask
from tests.server.test_accounts import PASSWORD, sign_in
from tests.server.test_sessions import person_of

OTHER = "wrong donkey charger paperclip"


async def with_account(somebody: Person) -> str:
    """Make an account of this guest; its username."""
    username = new_id()
    given = {"username": username, "password": PASSWORD}
    headers = {"origin": somebody.origin}
    assert (await somebody.context.request.post("/api/accounts", data=given, headers=headers)).ok
    return username


async def also_here(somebody: Person, username: str) -> None:
    """Sign in with another browser."""
    given = {"username": username, "password": PASSWORD}
    answer = await somebody.context.request.post("/api/sign-in", data=given, headers={"origin": somebody.origin})
    assert answer.ok, await answer.text()


async def assert_signed_out(somebody: Person) -> None:
    """The start says so, and one is somebody new."""
    await expect(somebody.page.get_by_role("status").filter(has_text="signed out")).to_be_visible()
    await expect(somebody.page.get_by_role("button", name="Choose your nickname")).to_be_visible()
    assert urlsplit(somebody.page.url).path == "/"


async def test_a_changed_password_signs_the_other_browser_out_and_this_one_stays(
    server: ServerProcess, person: PagesOf, watch: Watch
) -> None:
    watch.expect("403")
    here, there = await person("Camille"), await person("", size="phone")
    username = await with_account(here)
    await also_here(there, username)
    code = await there.make_room("noe", capacity=3)
    await there.sit_at(code)
    await expect(there.page.get_by_role("list", name="Players")).to_contain_text("Camille")
    await here.go("/me")
    await here.page.get_by_role("button", name="Change password").click()
    await assert_for_everybody(here.page, "light")
    await here.page.get_by_label("Current password").fill("not the password")
    await here.page.get_by_label("New password").fill("short")
    await here.page.get_by_role("button", name="Change password").click()
    await expect(here.page.get_by_label("New password")).to_be_focused()
    await here.page.get_by_label("New password").fill(OTHER)
    await here.page.get_by_role("button", name="Change password").click()
    await expect(here.page.get_by_role("alert")).to_contain_text("Wrong username or password")
    await here.page.get_by_label("Current password").fill(PASSWORD)
    await here.page.get_by_role("button", name="Change password").click()
    await expect(here.page.get_by_role("status").filter(has_text="Password changed")).to_be_visible()
    await assert_signed_out(there)
    await here.page.reload()
    await expect(here.page.get_by_text(f"Signed in as {username}").first).to_be_visible()
    assert sign_in(server, username, OTHER).status == 200


async def test_signing_out_everywhere_ends_the_other_browser_too(person: PagesOf) -> None:
    here, there = await person("Camille"), await person("")
    await also_here(there, await with_account(here))
    await there.go("/rooms")
    await expect(there.page.get_by_role("heading").first).to_be_visible()
    await here.go("/me")
    await here.page.get_by_role("button", name="Sign out everywhere").click()
    await expect(here.page.get_by_role("button", name="Sign in")).to_be_visible()
    await expect(here.page.get_by_text("signed out")).to_have_count(0)
    await assert_signed_out(there)
    await assert_for_everybody(there.page, "dark")
    # The new guest's connection stays: nothing goes round in circles.
    await there.page.get_by_role("button", name="Invite to Gigogne").click()
    await there.page.get_by_role("button", name="Open the table").click()
    await there.page.wait_for_url(re.compile(r"/r/\w{6}$"))


async def test_a_session_that_ended_while_one_was_away_is_told_on_coming_back(person: PagesOf, watch: Watch) -> None:
    for fault in ("ERR_INTERNET_DISCONNECTED", "HTTP Authentication failed", "401", "closed before the connection"):
        watch.expect(fault)
    here, there = await person("Camille"), await person("")
    await also_here(there, await with_account(here))
    await there.go("/rooms")
    await expect(there.page.get_by_role("heading").first).to_be_visible()
    await there.context.set_offline(True)
    answer = await here.context.request.delete("/api/session?everywhere=true", headers={"origin": here.origin})
    assert answer.ok
    await there.context.set_offline(False)
    await assert_signed_out(there)


async def test_a_reset_link_sets_a_new_password_once(server: ServerProcess, person: PagesOf, watch: Watch) -> None:
    watch.expect("403")
    owner, somebody = await person("Camille"), await person("", language="fr", size="phone")
    username = await with_account(owner)
    cookie = next(each for each in await owner.context.cookies() if each.get("name") == "tablee_session")
    async with open_upkeep(None, server.data) as upkeep:
        link = await make_reset(upkeep.sessions, person_of(f"={cookie.get('value')}"))
    await owner.go(link)
    assert urlsplit(owner.page.url).fragment == "", "the secret leaves the address at once"
    await expect(owner.page.get_by_role("heading", name="Choose a new password")).to_be_visible()
    await assert_for_everybody(owner.page, "light")
    await owner.page.get_by_label("New password").fill(OTHER)
    await owner.page.get_by_role("button", name="Set password").click()
    await expect(owner.page.get_by_text(f"Signed in as {username}").first).to_be_visible()
    assert sign_in(server, username, OTHER).status == 200
    await somebody.go(link)
    await somebody.page.get_by_label("Nouveau mot de passe").fill("a third password")
    await somebody.page.get_by_role("button", name="Enregistrer").click()
    await expect(somebody.page.get_by_role("alert")).to_contain_text("Ce lien ne fonctionne plus")
    await somebody.page.reload()
    await expect(somebody.page.get_by_role("heading", name="Ce lien est incomplet")).to_be_visible()
    await assert_for_everybody(somebody.page, "dark")


async def test_what_is_kept_of_oneself_can_be_downloaded(person: PagesOf) -> None:
    somebody = await person("Camille")
    await somebody.go("/me")
    async with somebody.page.expect_download() as downloading:
        await somebody.page.get_by_role("link", name="Download my data").click()
    download = await downloading.value
    assert download.suggested_filename == "tablee.json"
    assert json.loads((await download.path()).read_text(encoding="utf-8"))["account"] is None


async def test_deleting_oneself_asks_again_and_leads_to_a_fresh_start(person: PagesOf) -> None:
    somebody, other = await person("Ermintrude", size="phone"), await person("Jules")
    code = await somebody.make_room("noe", capacity=3, name="Kept for the others")
    for each in (somebody, other):
        await each.sit_at(code)
        await expect(each.page.get_by_role("list", name="Players")).to_contain_text(each.name)
    await somebody.go("/me")
    await somebody.page.get_by_role("button", name="Delete me").click()
    await expect(somebody.page.get_by_role("dialog")).to_contain_text("This can’t be undone")
    await assert_for_everybody(somebody.page, "light")
    await somebody.page.get_by_role("button", name="Keep everything").click()
    await expect(somebody.page.get_by_role("button", name="Your nickname is Ermintrude. Change it")).to_be_visible()
    await somebody.page.get_by_role("button", name="Delete me").click()
    await somebody.page.get_by_role("button", name="Delete for good").click()
    await expect(somebody.page.get_by_role("button", name="Choose your nickname")).to_be_visible()
    assert urlsplit(somebody.page.url).path == "/"
    await expect(somebody.page.get_by_text("signed out")).to_have_count(0)
    await expect(other.page.get_by_role("list", name="Players")).not_to_contain_text("Ermintrude")
    await somebody.go("/me")
    await expect(somebody.page.get_by_text("You’re not at any table.")).to_be_visible()


async def test_a_bot_of_ones_own_has_a_token_that_is_shown_once_and_is_deleted_again(
    server: ServerProcess, person: PagesOf
) -> None:
    ada = await person("Ada")
    await with_account(ada)
    await ada.go("/me")
    await ada.page.get_by_label("Bot name").fill("Robby")
    await ada.page.get_by_role("button", name="Add", exact=True).click()
    token = await ada.page.get_by_role("textbox", name="Token for Robby").input_value()
    who = ask(server, "GET", "/api/session", headers=[("authorization", f"Bearer {token}")])
    assert (who.json["name"], who.json["is_bot"]) == ("Robby", True)
    await assert_for_everybody(ada.page, "light")
    await ada.page.get_by_role("button", name="I’ve saved it").click()
    await expect(ada.page.get_by_text("Token for Robby")).to_have_count(0)
    await ada.page.get_by_role("button", name="Delete Robby").click()
    await ada.page.get_by_role("button", name="Delete for good").click()
    await expect(ada.page.get_by_text("Robby", exact=True)).to_have_count(0)
    gone = ask(server, "GET", "/api/rooms/mine", headers=[("authorization", f"Bearer {token}")])
    assert gone.status == 401
