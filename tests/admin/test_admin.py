"""`tablee admin` on a store that nobody serves: what each command finds, does, notes and refuses."""

import shlex
from typing import Any

import pytest

from tablee.admin.deeds import Host, WrongInput, network_named
from tablee.rooms.commands import Leave, PickColour, Sender
from tablee.rooms.state import Room
from tablee.server.clock import now
from tablee.server.credentials import hash_of_secret
from tablee.server.loading import load_room
from tablee.store.audit import Deed, DeedQuery
from tablee.store.bot_accounts import BotAccount
from tablee.store.overview import HostQuery
from tablee.store.upkeep import Upkeep
from tests.admin.conftest import CODE, Server, open_room
from tests.protocol.pages import section

DAY = 24 * 3600 * 1000


def room_of(server: Server, id_: str) -> Room:
    room, _ = server.ask(lambda upkeep: load_room(upkeep.overview, id_))
    assert room is not None
    return room


def deeds(server: Server, **query: Any) -> list[tuple[str, str, str]]:
    found = server.ask(lambda upkeep: upkeep.deeds(DeedQuery(**query)))
    return [(deed.did, deed.subject, deed.details) for deed in found]


# ── Rooms ────────────────────────────────────────────────────────────────────────────────────────────────


def test_rooms_are_listed_with_the_ids_that_other_commands_take(server: Server) -> None:
    lines = server.done("rooms").out.splitlines()
    assert lines[0].split() == ["code", "name", "game", "seats", "status", "host", "active", "room", "people"]
    assert any(CODE in line and "Chez Ada" in line and "1/4" in line and "ada1" in line for line in lines)


def test_rooms_are_filtered_and_told_as_one_json_document(server: Server) -> None:
    def found(*arguments: str) -> list[str]:
        rooms: Any = server.done("rooms", "--json", *arguments).json
        return [room["room"] for room in rooms]

    assert found() == ["attic", "parlour"]
    assert found("--status", "playing") == ["attic"]
    assert found("--person", "bob1") == ["attic"]
    assert found("--person", "ada", "--search", "chez") == ["parlour"]
    assert found("--newer", "1h", "--limit", "1") == ["attic"]
    server.done("close", CODE, "--yes")
    assert found() == ["attic"]
    assert found("--closed") == ["parlour", "attic"]


def test_nothing_found_is_told_and_is_the_exit_code_1(server: Server) -> None:
    said = server.admin("rooms", "--older", "1w", "--json")
    assert (said.code, said.json) == (1, [])
    assert "no such rooms" in server.admin("rooms", "--game", "kitty").err
    assert server.admin("people", "--search", "nobody").code == 1
    assert server.admin("bans").code == 1
    assert server.admin("audit").code == 1


def test_a_closed_room_is_closed_by_the_host_for_everybody(server: Server) -> None:
    told = server.done("close", CODE.lower(), "--reason", "asked to", "--yes").out
    assert told == f"The room {CODE} (parlour) is closed.\n"
    assert room_of(server, "parlour").closed == "by_admin"
    assert server.ask(lambda upkeep: upkeep.overview.find_room(CODE)) is None
    assert server.ask(lambda upkeep: upkeep.overview.seats_of("ada1")) == ("attic",)
    assert [notice.subject for notice in server.ask(lambda upkeep: upkeep.notices(0))] == ["parlour"]
    assert deeds(server) == [("close", "parlour", "asked to")]
    again = server.admin("close", "parlour", "--yes")
    assert again.code == 1
    assert "closed already" in again.err
    assert deeds(server) == [("close", "parlour", "asked to")], "what was not done is not noted"


def test_a_running_game_is_closed_without_a_result(server: Server) -> None:
    server.done("close", "attic", "--yes", "--json")
    assert room_of(server, "attic").closed == "by_admin"
    assert server.fill(lambda store: store.games_of("ada1", 10)) == ()


def test_whoever_is_not_at_a_terminal_has_to_say_yes(server: Server) -> None:
    for command in (["close", CODE], ["erase", "ada"], ["prune"]):
        said = server.admin(*command)
        assert said.code == 2
        assert "--yes" in said.err
    assert room_of(server, "parlour").closed is None
    assert deeds(server) == []


def test_a_room_in_which_others_act_at_the_same_time_is_closed_all_the_same(server: Server) -> None:
    class Busy:
        """A store in which somebody is quicker, twice."""

        def __init__(self, upkeep: Upkeep) -> None:
            self._upkeep, self._overview, self.colours = upkeep, upkeep.overview, ["sky", "rose"]

        def __getattr__(self, name: str) -> Any:
            return self if name == "overview" else getattr(self._upkeep, name, None) or getattr(self._overview, name)

        async def load(self, room: str) -> Any:
            loaded = await self._overview.load(room)
            if self.colours:
                colour: Any = self.colours.pop()
                await Host(self._upkeep, now())._decide(room, PickColour(id="x", colour=colour), Sender("ada1"))
            return loaded

    async def close(upkeep: Upkeep) -> None:
        busy: Any = Busy(upkeep)
        await Host(busy, now()).close("parlour")

    server.ask(close)
    room = room_of(server, "parlour")
    assert (room.closed, room.seats[0].colour) == ("by_admin", "sky")


# ── People ───────────────────────────────────────────────────────────────────────────────────────────────


def test_people_are_listed_with_account_games_and_bans(server: Server) -> None:
    server.done("ban", "bob1")
    lines = server.done("people").out.splitlines()
    assert lines[0].split() == ["person", "names", "account", "active", "games", "rooms"]
    (ada,) = [line.split() for line in lines if line.startswith("ada1")]
    (bob,) = [line.split() for line in lines if line.startswith("bob1")]
    assert (ada[1], ada[2], ada[-2:]) == ("Ada", "ada", ["0", "2"])
    assert (bob[1], bob[-1]) == ("Bob", "banned")
    found: Any = server.done("people", "--search", "BÖB", "--json").json
    assert [(person["person"], person["is_banned"]) for person in found] == [("bob1", True)]


def test_a_person_who_is_erased_has_left_every_room_and_has_no_name_and_no_account(server: Server) -> None:
    told = server.done("erase", "ada", "--yes").out
    assert "ada1 is erased, with their account" in told
    assert "left 2 rooms" in told
    assert room_of(server, "parlour").closed == "empty"
    attic = room_of(server, "attic")
    assert attic.play is not None
    assert attic.play.outcome is not None
    assert attic.play.outcome.winners == (1,), "leaving is a forfeit"
    assert [seat.name for seat in attic.seats] == ["", "Bob"]
    assert server.ask(lambda upkeep: upkeep.overview.find_account("ada")) is None
    assert server.ask(lambda upkeep: upkeep.overview.seats_of("ada1")) == ()
    assert "ada1" in server.ask(lambda upkeep: upkeep.sessions.ended(now())).people
    assert [deed[:2] for deed in deeds(server, did="erase")] == [("erase", "ada1")]
    kinds = {notice.kind for notice in server.ask(lambda upkeep: upkeep.notices(0))}
    assert kinds == {"room", "erased", "sessions_ended"}
    assert server.admin("export", "ada").code == 1


def test_a_person_is_exported_as_json_and_that_is_noted(server: Server) -> None:
    known: Any = server.done("export", "ada").json
    assert known["account"]["username"] == "ada"
    assert {name["text"] for name in known["names"]} == {"Ada", "Chez Ada", "Upstairs"}
    server.fill(lambda store: store.claim("guest1", "ada1"))
    assert "argon2" not in server.done("export", "guest1").out, "also by the id of a guest who is now Ada"
    assert [deed[:2] for deed in deeds(server)] == [("export", "ada1")] * 2


def test_a_reset_link_leads_to_the_server_and_its_secret_is_kept_as_a_hash(server: Server) -> None:
    link = server.done("reset-password", "ADA", "--url", "https://tablee.example/").out.splitlines()[-1]
    address, _, secret = link.partition("#")
    assert address == "https://tablee.example/reset"
    account = server.ask(lambda upkeep: upkeep.sessions.find_reset(hash_of_secret(secret), now()))
    assert account is not None
    assert account.person == "ada1"
    assert "http://127.0.0.1:8000/reset#" in server.done("reset-password", "ada").out
    assert deeds(server) == [("reset-password", "ada1", "")] * 2
    assert server.admin("reset-password", "bob1").code == 1


# ── Bans ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_people_and_networks_are_banned_and_let_in_again(server: Server) -> None:
    assert "ada1 is banned until" in server.done("ban", "ada", "--for", "7d", "--reason", "shouting").out
    assert "203.0.113.0/24 is banned for good" in server.done("ban", "203.0.113.9/24").out
    bans: Any = server.done("bans", "--json").json
    assert {(ban["kind"], ban["subject"], ban["reason"]) for ban in bans} == {
        ("person", "ada1", "shouting"),
        ("address", "203.0.113.0/24", ""),
    }
    (person,) = [ban for ban in bans if ban["kind"] == "person"]
    assert person["until"] - person["at"] == 7 * DAY
    assert "for good" in server.done("bans").out
    assert "let in again" in server.done("unban", "ada").out
    server.done("unban", "203.0.113.0/24")
    assert server.admin("unban", "ada").code == 1
    assert server.admin("bans").code == 1
    assert [deed[0] for deed in deeds(server)] == ["unban", "unban", "ban", "ban"]


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("203.0.113.7", "203.0.113.7/32"),
        ("203.0.113.7/24", "203.0.113.0/24"),
        ("2001:db8::7", "2001:db8::/64"),
        ("2001:db8::7/128", "2001:db8::/64"),
        ("2001:db8::/32", "2001:db8::/32"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
        ("ada", "None"),
        ("ada.lovelace", "None"),
    ],
)
def test_an_address_means_the_network_that_the_server_counts_as_one(given: str, meant: str) -> None:
    assert str(network_named(given)) == meant


@pytest.mark.parametrize("given", ["300.0.0.1", "1.2.3", "2001:db8::/200", "ada/32", "1.2.3.4/99"])
def test_what_looks_like_an_address_and_is_none_is_wrong_input(given: str) -> None:
    with pytest.raises(WrongInput, match="no address and no network"):
        network_named(given)


def test_a_host_is_not_locked_out_by_accident(server: Server) -> None:
    for own in ("127.0.0.1", "127.8.0.0/16", "0.0.0.0/0", "::1", "::/0", "::ffff:127.0.0.1"):
        said = server.admin("ban", own)
        assert said.code == 2
        assert "--force" in said.err
    assert server.admin("bans").code == 1
    server.done("ban", "127.0.0.1", "--force")


# ── Upkeep ───────────────────────────────────────────────────────────────────────────────────────────────


def test_what_has_had_its_time_is_counted_and_then_deleted(server: Server) -> None:
    async def close(upkeep: Upkeep) -> None:
        await Host(upkeep, now() - 2 * DAY).close("parlour")
        await Host(upkeep, now() - 40 * DAY)._decide("attic", Leave(id="x"), Sender("ada1"))

    server.ask(close)
    assert server.done("prune", "--dry-run").out == "1 room and 0 records would be deleted.\n"
    counted: Any = server.done("prune", "--dry-run", "--keep-records-days", "30", "--json").json
    assert (counted["rooms"], counted["records"]) == (1, 1)
    assert room_of(server, "parlour").closed
    assert "1 room and 1 record are deleted" in server.done("prune", "--keep-records-days", "30", "--yes").out
    assert [row.room for row in server.ask(lambda upkeep: upkeep.overview.rooms(HostQuery(with_closed=True)))] == [
        "attic"
    ]
    assert deeds(server, did="prune") == [("prune", "", "1 rooms, 1 records")]


def test_the_audit_log_is_shown_and_filtered(server: Server) -> None:
    server.ask(lambda upkeep: upkeep.note(Deed(now() - 3 * DAY, "yann", "close", "hall", "empty")))
    server.done("ban", "bob1", "--reason", "[red]markup[/]")
    lines = server.done("audit").out.splitlines()
    assert lines[0].split() == ["when", "who", "did", "to", "details"]
    assert "ban" in lines[1]
    assert "[red]markup[/]" in lines[1], "as it was typed"

    def did(*arguments: str) -> list[str]:
        found: Any = server.done("audit", "--json", *arguments).json
        return [deed["did"] for deed in found]

    assert did() == ["ban", "close"]
    assert did("--who", "yann") == did("--did", "close") == did("--subject", "hall") == ["close"]
    assert did("--newer", "1d") == did("--limit", "1") == ["ban"]


# ── What can't be meant ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "arguments",
    [
        ["rooms", "--limit", "0"],
        ["rooms", "--status", "sleeping"],
        ["rooms", "--older", "yesterday"],
        ["ban", "ada", "--for", "0d"],
        ["ban", "ada", "--for", "7 days"],
        ["prune", "--keep-records-days", "-1"],
        ["close"],
        [],
    ],
    ids=" ".join,
)
def test_wrong_arguments_are_the_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    from tablee.cli import main

    with pytest.raises(SystemExit) as ended:
        main(["admin", *arguments])
    assert ended.value.code == 2
    assert "usage: tablee admin" in capsys.readouterr().err


def test_where_there_is_no_store_that_is_told_and_none_is_made(
    tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(None, tmp_path / "nowhere", capsys)
    said = server.admin("rooms")
    assert said.code == 1
    assert "There is no store in" in said.err
    assert not (tmp_path / "nowhere").exists()
    assert Server("mysql://here", tmp_path, capsys).admin("rooms").code == 2


# ── The page ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_commands_of_the_page_on_hosting_work(server: Server) -> None:
    page = section("docs/hosting.md", "## Looking after your server")
    blocks = [block.partition("\n")[2] for block in page.split("```")[1::2] if block.startswith("sh\n")]
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) >= 12
    told = {shlex.split(line, comments=True)[2] for line in lines}
    assert told == {
        *("rooms", "close", "people", "ban", "unban", "bans", "erase", "export", "reset-password", "prune", "audit")
    }
    for line in lines:
        tablee, admin, *arguments = shlex.split(line, comments=True)
        assert (tablee, admin) == ("tablee", "admin")
        if ">" in arguments:
            arguments = arguments[: arguments.index(">")]
        asks = arguments[0] in ("close", "erase", "prune") and "--dry-run" not in arguments
        said = server.admin(*arguments, *(["--yes"] if asks else []))
        assert said.code == 0, (line, said)


# ── Bot accounts ─────────────────────────────────────────────────────────────────────────────────────────


def test_bot_accounts_are_listed_and_deleted_and_their_tokens_not_told(server: Server) -> None:
    bot = BotAccount("bot-1", "ada1", "Robby", "a-hash", now())
    server.fill(lambda store: store.upkeep.bot_accounts.add(bot, 5))
    server.fill(lambda store: open_room(store, "cellar", "CELLAR", "Below", "bot-1", "Robby"))
    listed = server.done("bots", "--person", "ada", "--json")
    told: Any = listed.json
    assert [(known["bot"], known["name"], known["owner"]) for known in told] == [("bot-1", "Robby", "ada1")]
    assert "Robby" in server.done("bots").out
    deleted = server.done("delete-bot", "bot-1", "--reason", "too loud", "--yes", "--json")
    assert "a-hash" not in listed.out + deleted.out
    assert room_of(server, "cellar").closed == "empty", "it left its table"
    assert deeds(server, did="delete-bot") == [("delete-bot", "bot-1", "too loud")]
    assert server.admin("bots").code == 1
    assert "There is no bot with the id bot-1" in server.admin("delete-bot", "bot-1", "--yes").err
