"""Upkeep: notices, bans, the audit log, sessions, retention, and what a host sees."""

import asyncio
import secrets

import pytest
from msgspec.structs import replace

from tablee.store.audit import Deed, DeedQuery
from tablee.store.bans import Ban
from tablee.store.contract import Appended, Conflict, Loaded, Progress, Store
from tablee.store.overview import HostQuery, PeopleQuery
from tablee.store.pruning import YEAR, Pruned, Pruner
from tablee.testing.stores import DAY, HOUR, NOW, account, all_appended, append, deed, finished, listed, name, opened
from tablee.testing.stores.case import EMPTY, MakeStore, StoreCase, at_once, told


class UpkeepConformance(StoreCase):
    """Every store's upkeep."""

    async def test_a_store_knows_how_big_it_is(self, store: Store) -> None:
        before = await store.upkeep.size()
        await store.append(append("a", 0, secrets.token_bytes(1_000_000)))
        after = await store.upkeep.size()
        assert after.used >= before.used + 1_000_000
        assert after.free is None or after.free > 0

    async def test_notices_are_read_in_order_from_a_number_on(self, store: Store) -> None:
        assert await store.upkeep.last_notice() == 0
        for subject in ("a", "b", "c"):
            await store.upkeep.tell("room", subject, NOW)
        first, *rest = await store.upkeep.notices(0)
        assert (first.at, first.kind, first.subject) == (NOW, "room", "a")
        assert [notice.subject for notice in rest] == ["b", "c"]
        assert await store.upkeep.notices(first.number) == tuple(rest)
        assert await store.upkeep.last_notice() == rest[-1].number
        assert await store.upkeep.notices(rest[-1].number) == ()

    async def test_old_notices_are_forgotten_and_numbers_go_on(self, store: Store) -> None:
        await store.upkeep.tell("room", "a", NOW)
        await store.upkeep.tell("room", "b", NOW + 1)
        last = await store.upkeep.last_notice()
        await store.upkeep.forget_notices(NOW + DAY)
        assert [notice.subject for notice in await store.upkeep.notices(0)] == ["b"], "the latest stays"
        await store.upkeep.tell("room", "c", NOW + DAY)
        assert [notice.subject for notice in await store.upkeep.notices(last)] == ["c"]

    async def test_a_ban_is_kept_told_and_noted(self, store: Store) -> None:
        ban = Ban("person", "ada", NOW, NOW + HOUR, "Shouting")
        await store.upkeep.ban(ban, deed(details="Shouting"))
        assert await store.upkeep.bans(NOW) == (ban,)
        assert await told(store) == [("ban", "ada")]
        (noted,) = await store.upkeep.deeds(DeedQuery())
        assert replace(noted, number=0) == deed(details="Shouting")

    async def test_a_ban_ends_by_itself(self, store: Store) -> None:
        await store.upkeep.ban(Ban("person", "ada", NOW, NOW + HOUR), deed())
        assert await store.upkeep.bans(NOW + HOUR - 1)
        assert await store.upkeep.bans(NOW + HOUR) == ()

    async def test_a_later_ban_of_the_same_takes_the_place_of_the_first(self, store: Store) -> None:
        later = Ban("address", "203.0.113.0/24", NOW + 1, None, "")
        await store.upkeep.ban(Ban("address", "203.0.113.0/24", NOW, NOW + HOUR, "Noise"), deed())
        await store.upkeep.ban(later, deed())
        assert await store.upkeep.bans(NOW + DAY) == (later,)

    async def test_who_is_let_in_again_is_told_and_noted_once(self, store: Store) -> None:
        await store.upkeep.ban(Ban("person", "ada", NOW), deed())
        last = await store.upkeep.last_notice()
        assert await store.upkeep.unban("person", "ada", deed("unban"))
        assert await store.upkeep.bans(NOW) == ()
        assert [notice.subject for notice in await store.upkeep.notices(last)] == ["ada"]
        assert not await store.upkeep.unban("person", "ada", deed("unban"))
        assert [each.did for each in await store.upkeep.deeds(DeedQuery())] == ["unban", "ban"]

    async def test_the_audit_log_is_read_latest_first_and_by_what_is_asked(self, store: Store) -> None:
        done = [
            deed("ban", "ada"),
            deed("close", "room", at=NOW + 1),
            deed("close", "hall", at=NOW + 2, who="yann", details="Empty"),
        ]
        for each in done:
            await store.upkeep.note(each)
        asked: list[tuple[DeedQuery, list[Deed]]] = [
            (DeedQuery(), done[::-1]),
            (DeedQuery(did="close"), [done[2], done[1]]),
            (DeedQuery(subject="ada"), [done[0]]),
            (DeedQuery(who="yann"), [done[2]]),
            (DeedQuery(since=NOW + 1), [done[2], done[1]]),
            (DeedQuery(did="close", who="zoe"), [done[1]]),
            (DeedQuery(limit=1), [done[2]]),
            (DeedQuery(subject="no one"), []),
        ]
        for query, wanted in asked:
            assert [replace(each, number=0) for each in await store.upkeep.deeds(query)] == wanted, query

    # ── Retention ────────────────────────────────────────────────────────────────────────────────────────

    async def test_a_closed_room_without_a_finished_game_is_deleted_after_a_day(self, store: Store) -> None:
        said = (name(1, "ada", "Ada"),)
        await all_appended(
            store,
            append("a", 0, b"1", names=said, snapshot=b"s"),
            append("a", 1, b"2", closed_at=NOW),
            append("living", 0),
        )
        pruner = Pruner(store.upkeep, None)
        assert await pruner.prune(NOW + DAY, at_once) == Pruned()
        assert (await store.load("a")).version == 2
        assert await pruner.prune(NOW + DAY + 1, at_once) == Pruned(rooms=1, rows=5)
        assert await store.load("a") == EMPTY
        assert await store.look_up(["a"]) == ()
        assert await listed(store) == ["living"]
        assert await store.append(append("b", 0, code="CA", active_at=NOW + DAY + 1)) == Appended(1)
        assert await store.names("b") == {}

    async def test_records_are_kept_for_good_where_the_host_does_not_say_how_long(self, store: Store) -> None:
        await store.append(append("a", 0, finished=(finished("g", "a"),), closed_at=NOW))
        assert await Pruner(store.upkeep, None).prune(NOW + 10_000 * DAY, at_once) == Pruned()
        assert await store.find_game("g") == finished("g", "a")
        assert (await store.load("a")).version == 1

    async def test_records_are_deleted_when_their_time_is_over_and_rooms_when_no_record_needs_them(
        self, store: Store
    ) -> None:
        games = (finished("g1", "a", ended_at=NOW), finished("g2", "a", ended_at=NOW + DAY))
        await store.append(append("a", 0, b"1", finished=games, closed_at=NOW + DAY))
        pruner = Pruner(store.upkeep, 30 * DAY)
        assert await pruner.prune(NOW + 30 * DAY, at_once) == Pruned()
        assert await pruner.prune(NOW + 30 * DAY + 1, at_once) == Pruned(records=1)
        assert await store.find_game("g1") is None
        assert await store.games_of("ada", 10) == games[1:]
        assert (await store.load("a")).version == 1, "the other record needs it"
        assert await pruner.prune(NOW + 31 * DAY + 1, at_once) == Pruned(rooms=1, records=1, rows=2)
        assert await store.games_of("ada", 10) == ()
        assert await store.load("a") == EMPTY

    async def test_an_analysis_is_deleted_with_its_record_and_not_kept_without_one(self, store: Store) -> None:
        await store.append(append("a", 0, finished=(finished("g", "a", ended_at=NOW),)))
        await store.keep_analysis("g", "1", b"{}")
        await Pruner(store.upkeep, DAY).prune(NOW + DAY + 1, at_once)
        assert await store.find_analysis("g", "1") is None
        await store.keep_analysis("g", "1", b"{}")
        assert await store.find_analysis("g", "1") is None

    async def test_what_a_guest_learnt_is_deleted_after_a_year_and_what_an_account_did_is_not(
        self, store: Store
    ) -> None:
        learnt = Progress("noe", "basics", (0,), True)
        for person in ("ada", "ada as a guest", "guest"):
            await store.keep_progress(person, (learnt,), NOW)
        await store.keep_progress("another guest", (learnt,), NOW + 1)
        await store.add_account(account("ada", "Ada"))
        await store.claim("ada as a guest", "ada")
        assert await Pruner(store.upkeep, None).prune(NOW + YEAR + 1, at_once) == Pruned(rows=1)
        assert await store.progress_of("guest") == ()
        assert await store.progress_of("another guest") == await store.progress_of("ada") == (learnt,)
        assert await store.upkeep.delete_guest_progress(NOW + 2, 10) == 1

    async def test_a_room_that_lives_is_never_deleted(self, store: Store) -> None:
        await store.append(append("a", 0, finished=(finished("g", "a"),)))
        assert await Pruner(store.upkeep, DAY).prune(NOW + 100 * DAY, at_once) == Pruned(records=1)
        assert (await store.load("a")).version == 1

    async def test_several_that_prune_at_once_do_not_stop_each_other(self, store: Store) -> None:
        await all_appended(store, *(append(f"r{number}", 0, closed_at=NOW) for number in range(30)))
        pruned = await asyncio.gather(*(Pruner(store.upkeep, DAY).prune(NOW + 2 * DAY, at_once) for _ in range(3)))
        assert sum(each.rows for each in pruned) == 60
        assert await store.upkeep.closed_rooms(NOW + 2 * DAY, (0, ""), 10) == ()

    # ── What a host sees ─────────────────────────────────────────────────────────────────────────────────

    async def test_a_host_sees_every_room_and_finds_the_one_that_is_meant(self, store: Store) -> None:
        await all_appended(
            store,
            append("a", 0, name="Chez Ada", active_at=NOW, names=(name(1, "ada", "Ada"),), people=("ada",)),
            append("b", 0, game="kitty", status="playing", host="Béa", visibility="private", active_at=NOW + 1),
            append("c", 0, is_listed=False, active_at=NOW + 2),
            append("d", 0, closed_at=NOW + 3, active_at=NOW + 3, names=(name(1, "ada", "Ada"),)),
        )
        asked: list[tuple[HostQuery, list[str]]] = [
            (HostQuery(), ["c", "b", "a"]),
            (HostQuery(with_closed=True), ["d", "c", "b", "a"]),
            (HostQuery(game="kitty"), ["b"]),
            (HostQuery(status="playing"), ["b"]),
            (HostQuery(search="CHÉZ"), ["a"]),
            (HostQuery(search="bea"), ["b"]),
            (HostQuery(search="cc"), ["c"]),
            (HostQuery(search="nothing like it"), []),
            (HostQuery(person="ada"), ["a"]),
            (HostQuery(person="ada", with_closed=True), ["d", "a"]),
            (HostQuery(active_after=NOW + 1), ["c", "b"]),
            (HostQuery(active_before=NOW + 1), ["a"]),
            (HostQuery(limit=1), ["c"]),
        ]
        for query, wanted in asked:
            assert [row.room for row in await store.upkeep.overview.rooms(query)] == wanted, query
        found = [await store.upkeep.overview.find_room(which) for which in ("a", "ca", "d", "CD", "x")]
        assert [row and row.room for row in found] == ["a", "a", "d", None, None]

    async def test_a_host_sees_the_people_that_the_store_knows(self, store: Store) -> None:
        game = finished("g1", "a", people=("guest", "bob"), ended_at=NOW + 5)
        await all_appended(
            store,
            append("a", 0, active_at=NOW + 6, names=(name(1, "guest", "Dédé"),), finished=(game,)),
            append("b", 0, active_at=NOW + 7, names=(name(1, "eve", "Eve"),), people=("eve",)),
        )
        await store.add_account(account("ada", "lovelace"))
        await store.claim("guest", "ada")
        await store.upkeep.ban(Ban("person", "eve", NOW, NOW + HOUR), deed())
        overview = store.upkeep.overview
        everybody = await overview.people(PeopleQuery(), NOW)
        assert [person.person for person in everybody] == ["eve", "ada", "bob"], "the most recently active first"
        eve, ada, bob = everybody
        assert (eve.names, eve.username, eve.games, eve.rooms, eve.is_banned) == (("Eve",), None, 0, 1, True)
        assert (ada.names, ada.username, ada.guests) == (("Dédé",), "lovelace", ("guest",))
        assert (ada.active_at, ada.games, ada.rooms, ada.is_banned) == (NOW + 6, 1, 0, False)
        assert (bob.names, bob.games) == ((), 1)
        assert not (await overview.people(PeopleQuery(search="eve"), NOW + HOUR))[0].is_banned
        for search, wanted in (("LOVE", ["ada"]), ("dede", ["ada"]), ("guest", ["ada"]), ("bob", ["bob"]), ("?", [])):
            found = await overview.people(PeopleQuery(search=search), NOW)
            assert [person.person for person in found] == wanted, search
        assert len(await overview.people(PeopleQuery(limit=1), NOW)) == 1
        for asked, owner in (("ada", "ada"), ("LOVELACE", "ada"), ("eve", None)):
            who = await overview.find_account(asked)
            assert (who and who.person) == owner, asked

    async def test_a_room_is_appended_to_from_outside_at_its_version_only(self, store: Store) -> None:
        overview = store.upkeep.overview
        await store.append(append("a", 0, b"one", people=("ada",), names=(name(1, "ada", "Ada"),)))
        assert await overview.seats_of("ada") == ("a",)
        assert await overview.append(append("a", 1, b"two", closed_at=NOW)) == Appended(2)
        assert await overview.append(append("a", 1, b"late")) == Conflict(2)
        assert await store.append(append("a", 1, b"late")) == Conflict(2)
        assert await overview.load("a") == await store.load("a") == Loaded(None, 0, (b"one", b"two"), {1: "Ada"})
        assert await overview.read("a", 1) == (b"two",)
        assert await overview.seats_of("ada") == ()


class SessionsConformance(StoreCase):
    """Sessions ended early, and reset links."""

    async def test_an_ended_session_is_kept_until_it_would_have_lapsed_and_told(self, store: Store) -> None:
        sessions = store.upkeep.sessions
        await sessions.end("one", NOW + DAY, NOW)
        await sessions.end("two", NOW + 2 * DAY, NOW)
        assert (await sessions.ended(NOW)).sessions == {"one": NOW + DAY, "two": NOW + 2 * DAY}
        assert (await sessions.ended(NOW + DAY)).sessions == {"two": NOW + 2 * DAY}
        assert await told(store) == [
            ("session_ended", "one"),
            ("session_ended", "two"),
        ]
        await sessions.end("three", NOW + 3 * DAY, NOW + DAY)
        assert (await sessions.ended(NOW)).sessions.keys() == {"two", "three"}, "what has lapsed is deleted"

    async def test_a_session_that_is_ended_twice_is_ended(self, store: Store) -> None:
        for _ in range(2):
            await store.upkeep.sessions.end("one", NOW + DAY, NOW)
        assert (await store.upkeep.sessions.ended(NOW)).sessions == {"one": NOW + DAY}

    async def test_all_sessions_of_a_person_end_that_were_made_before_a_time(self, store: Store) -> None:
        sessions = store.upkeep.sessions
        assert await sessions.ended_before("ada") is None
        await sessions.end_all("ada", NOW, NOW)
        await sessions.end_all("ada", NOW - DAY, NOW)
        assert await sessions.ended_before("ada") == NOW, "an end is not taken back"
        assert await sessions.ended_before("bob") is None
        assert (await sessions.ended(NOW)).people == {"ada": NOW}
        assert await told(store) == [("sessions_ended", "ada")] * 2

    async def test_a_store_knows_since_when_it_can_end_sessions(self, make_store: MakeStore) -> None:
        times = set()
        for _ in range(2):
            async with opened(make_store()) as store:
                times.add((await store.upkeep.sessions.ended(NOW)).since)
        assert len(times) == 1
        assert min(times) > NOW, "the time is that of the machine: the schema was made just now"

    async def test_another_password_ends_all_sessions_of_the_account(self, store: Store) -> None:
        await store.add_account(account("ada", "countess"))
        await store.upkeep.sessions.set_password("ada", "another", NOW + 5, NOW)
        found = await store.account_of("ada")
        assert found == account("ada", "countess", "another")
        assert await store.upkeep.sessions.ended_before("ada") == NOW + 5
        with pytest.raises(ValueError, match="bob"):
            await store.upkeep.sessions.set_password("bob", "another", NOW, NOW)
        assert await store.upkeep.sessions.ended_before("bob") is None

    async def test_a_reset_link_works_once_and_until_its_time(self, store: Store) -> None:
        sessions, ada = store.upkeep.sessions, account("ada", "countess")
        await store.add_account(ada)
        await sessions.add_reset("hash", "ada", NOW + DAY, NOW)
        assert await sessions.find_reset("hash", NOW + DAY - 1) == ada
        assert await sessions.find_reset("hash", NOW + DAY) is None
        assert await sessions.use_reset("hash", "late", NOW + DAY, NOW + DAY) is None
        assert await store.account_of("ada") == ada
        assert await sessions.use_reset("hash", "another", NOW, NOW) == ada
        assert await store.account_of("ada") == account("ada", "countess", "another")
        assert await sessions.ended_before("ada") == NOW
        assert await sessions.use_reset("hash", "a third", NOW, NOW) is None
        assert await store.account_of("ada") == account("ada", "countess", "another")

    async def test_of_many_who_use_a_reset_link_at_once_one_gets_through(self, store: Store) -> None:
        await store.add_account(account("ada", "countess"))
        await store.upkeep.sessions.add_reset("hash", "ada", NOW + DAY, NOW)
        used = await asyncio.gather(
            *(store.upkeep.sessions.use_reset("hash", f"password {number}", NOW, NOW) for number in range(5))
        )
        assert len([found for found in used if found is not None]) == 1

    async def test_a_new_reset_link_takes_the_place_of_the_one_before(self, store: Store) -> None:
        sessions = store.upkeep.sessions
        await store.add_account(account("ada", "countess"))
        await sessions.add_reset("first", "ada", NOW + DAY, NOW)
        await sessions.add_reset("second", "ada", NOW + DAY, NOW)
        assert await sessions.find_reset("first", NOW) is None
        assert await sessions.find_reset("second", NOW) is not None

    async def test_a_reset_link_of_nobody_is_none(self, store: Store) -> None:
        await store.upkeep.sessions.add_reset("hash", "guest", NOW + DAY, NOW)
        assert await store.upkeep.sessions.find_reset("hash", NOW) is None
        assert await store.upkeep.sessions.find_reset("nul\x00", NOW) is None
        assert await store.upkeep.sessions.use_reset("hash", "another", NOW, NOW) is None

    async def test_ending_all_sessions_ends_the_reset_link_too(self, store: Store) -> None:
        await store.add_account(account("ada", "countess"))
        await store.upkeep.sessions.add_reset("hash", "ada", NOW + DAY, NOW)
        await store.upkeep.sessions.end_all("ada", NOW, NOW)
        assert await store.upkeep.sessions.find_reset("hash", NOW) is None
