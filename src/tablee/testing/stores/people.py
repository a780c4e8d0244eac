"""Records, accounts, and what is known of a person."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from tablee.store.audit import DeedQuery
from tablee.store.bans import Ban
from tablee.store.contract import Appended, Progress, RoomQuery, Store, UsernameTaken
from tablee.store.erasing import KnownAccount, KnownRoom, SaidName
from tablee.testing.stores import HOUR, NOW, account, all_appended, append, deed, finished, listed, name
from tablee.testing.stores.case import StoreCase, with_ada_and_bob


class RecordsConformance(StoreCase):
    """The contract of `Records`."""

    async def test_a_finished_game_is_found_by_its_id_after_its_room_is_gone(self, store: Store) -> None:
        told = finished(
            "g",
            "a",
            game="noe",
            seats=("Ada", "Bot", "Élodie"),
            named_at=(0, 0, 0),
            people=("ada", "elo"),
            is_private=True,
            outcome=b'{"x":"\xc3\xa9"}',
            first_version=2,
            last_version=3,
        )
        await all_appended(
            store, append("a", 0, b"1"), append("a", 1, b"2", b"3", finished=(told,)), append("a", 3, closed_at=NOW)
        )
        assert await store.find_game("g") == told
        assert await store.read(told.room, told.first_version - 1, told.last_version) == (b"2", b"3")
        assert await store.find_game("other") is None

    async def test_the_games_of_a_room_come_latest_first_also_when_it_is_gone(self, store: Store) -> None:
        games = tuple(finished(f"g{number}", "a", ended_at=NOW + number) for number in range(3))
        await all_appended(
            store,
            append("a", 0, finished=games[:2]),
            append("b", 0, finished=(finished("x", "b"),)),
            append("a", 1, finished=games[2:], closed_at=NOW),
        )
        assert await store.games_in("a") == games[::-1]
        assert await store.games_in("nowhere") == ()

    async def test_several_games_finish_in_one_append(self, store: Store) -> None:
        games = (finished("g1", "a"), finished("g2", "a", ended_at=NOW + HOUR))
        await store.append(append("a", 0, finished=games))
        assert await store.games_of("ada", 10) == games[::-1]

    async def test_the_games_of_a_person_come_latest_first_and_page_by_page(self, store: Store) -> None:
        games = [finished(f"g{number}", "a", ended_at=NOW + number) for number in range(5)]
        others = finished("x", "a", people=("bob",), ended_at=NOW + 2)
        await all_appended(store, *(append("a", at, finished=(game,)) for at, game in enumerate([*games, others])))
        assert await store.games_of("ada", 10) == tuple(reversed(games))
        assert await store.games_of("ada", 2) == (games[4], games[3])
        assert await store.games_of("ada", 2, before=games[3].ended_at) == (games[2], games[1])
        assert await store.games_of("ada", 2, before=games[0].ended_at) == ()
        assert await store.games_of("eve", 10) == ()


class PeopleConformance(StoreCase):
    """The contract of `People`."""

    async def test_an_account_is_found_by_username_ignoring_case_and_accents_and_by_person(self, store: Store) -> None:
        made = account("p1", "Élodie")
        assert await store.add_account(made) == made
        for username in ("Élodie", "elodie", "ÉLODIE"):
            assert await store.find_account(username) == made
        assert await store.find_account("elodi") is None
        assert await store.account_of("p1") == made
        assert await store.account_of("p2") is None

    async def test_a_username_is_taken_ignoring_case_and_accents(self, store: Store) -> None:
        await store.add_account(account("p1", "Cœur"))
        assert await store.add_account(account("p2", "COEUR")) == UsernameTaken()
        assert await store.account_of("p2") is None
        assert await store.find_account("coeur") == account("p1", "Cœur")

    async def test_of_many_who_ask_for_a_username_at_once_one_gets_it(self, store: Store) -> None:
        asked = [account(f"p{number}", "Ada") for number in range(10)]
        results = await asyncio.gather(*map(store.add_account, asked))
        assert results.count(UsernameTaken()) == 9

    async def test_a_second_account_for_a_person_is_a_bug(self, store: Store) -> None:
        await store.add_account(account("p1", "ada"))
        with pytest.raises(ValueError, match="already"):
            await store.add_account(account("p1", "bob"))

    async def test_an_account_changes_its_nickname_and_nothing_else(self, store: Store) -> None:
        await store.add_account(account("p1", "ada"))
        await store.add_account(account("p2", "bob"))
        await store.rename("p1", "Ada L.")
        assert await store.account_of("p1") == replace(account("p1", "ada"), name="Ada L.")
        assert await store.account_of("p2") == account("p2", "bob")
        with pytest.raises(ValueError, match="no account"):
            await store.rename("p3", "Nobody")

    async def test_what_a_guest_did_belongs_to_the_person_that_claimed_it(self, store: Store) -> None:
        mine, as_guest, later = (
            finished("g1", "a", people=("ada",), ended_at=NOW + 1),
            finished("g2", "a", people=("guest", "ada"), ended_at=NOW + 2),
            finished("g3", "a", people=("guest",), ended_at=NOW + 3),
        )
        await store.append(append("a", 0, finished=(mine, as_guest)))
        assert await store.aliases_of("ada") == ()
        await store.claim("guest", "ada")
        await store.claim("guest", "ada")
        await store.claim("another", "ada")
        assert await store.games_of("ada", 10) == (as_guest, mine)
        await store.append(append("a", 1, finished=(later,)))
        assert await store.games_of("ada", 10) == (later, as_guest, mine)
        assert await store.games_of("ada", 1, before=NOW + 3) == (as_guest,)
        assert sorted(await store.aliases_of("ada")) == ["another", "guest"]
        assert await store.aliases_of("guest") == ()

    async def test_a_person_is_where_they_were_last_in_a_lesson_and_never_unlearns_it(self, store: Store) -> None:
        assert await store.progress_of("ada") == ()
        begun, powers = Progress("noe", "basics", (0, 1, 5), False), Progress("ninth", "powers", (0,), True)
        await store.keep_progress("ada", (begun, powers), NOW)
        await store.keep_progress("bob", (Progress("noe", "basics", (0, 2), True),), NOW)
        assert await store.progress_of("ada") == (powers, begun)
        again = replace(powers, path=(0, 1), is_learnt=False)
        await store.keep_progress("ada", (again,), NOW + 1)
        assert await store.progress_of("ada") == (replace(again, is_learnt=True), begun)

    async def test_what_a_guest_learnt_goes_along_to_the_person_that_claimed_it(self, store: Store) -> None:
        await store.keep_progress("guest", (Progress("kitty", "magic", (0,), True),), NOW)
        await store.keep_progress("guest", (Progress("noe", "basics", (0, 1), False),), NOW + 2)
        await store.keep_progress("ada", (Progress("noe", "basics", (0,), True),), NOW + 1)
        await store.claim("guest", "ada")
        assert await store.progress_of("ada") == (
            Progress("kitty", "magic", (0,), True),
            Progress("noe", "basics", (0, 1), True),
        )

    async def test_two_devices_keep_progress_at_once_and_nothing_is_lost(self, store: Store) -> None:
        lessons = [Progress("noe", f"l{number}", (0,), False) for number in range(6)]
        await asyncio.gather(
            *(
                store.keep_progress("ada", tuple(replace(one, is_learnt=device == 1) for one in order), NOW)
                for device in range(2)
                for order in (lessons, lessons[::-1])
            )
        )
        assert all(one.is_learnt for one in await store.progress_of("ada"))


class ErasingConformance(StoreCase):
    """What a store knows of a person, and that it is erased."""

    async def test_a_person_is_erased_from_rooms_records_lists_and_accounts(self, store: Store) -> None:
        await with_ada_and_bob(store)
        erased = await store.upkeep.erase_person("ada", deed("erase"))
        assert (erased.names, erased.games, erased.had_account) == (2, 1, True)
        assert await store.names("a") == {1: "", 2: "", 3: "Bob"}
        assert (await store.load("a")).names == {1: "", 2: "", 3: "Bob"}
        game = await store.find_game("g")
        assert game is not None
        assert game.seats == ("", "Bob")
        assert await store.games_of("ada", 10) == ()
        assert await store.games_of("bob", 10) == (game,)
        assert await store.account_of("ada") is None
        assert await store.find_account("Ada") is None
        assert await store.aliases_of("ada") == ()

    async def test_what_an_erased_person_and_their_guests_learnt_is_erased(self, store: Store) -> None:
        await with_ada_and_bob(store)
        learnt = Progress("noe", "basics", (0,), True)
        for person in ("ada", "guest", "bob"):
            await store.keep_progress(person, (learnt,), NOW)
        assert (await store.upkeep.export_person("ada")).lessons == (learnt,)
        await store.upkeep.erase_person("ada", deed("erase"))
        assert [await store.progress_of(person) for person in ("ada", "guest", "bob")] == [(), (), (learnt,)]

    async def test_what_the_list_shows_of_an_erased_person_is_erased(self, store: Store) -> None:
        await with_ada_and_bob(store)
        assert await listed(store, search="chez ada") == ["a"]
        await store.upkeep.erase_person("ada", deed("erase"))
        (shown,) = (await store.list_rooms(RoomQuery())).rooms
        assert (shown.summary.name, shown.summary.host) == ("", "")
        assert await listed(store, search="ada") == []
        assert await listed(store, search="chez") == []
        assert await store.append(append("a", 3, name="Chez Bob", host="Bob")) == Appended(4)
        assert await listed(store, search="bob") == ["a"]

    async def test_the_guests_that_a_person_claimed_are_erased_with_it_and_each_is_told(self, store: Store) -> None:
        await with_ada_and_bob(store)
        await store.append(append("b", 0, names=(name(1, "guest", "Adele"),)))
        last = await store.upkeep.last_notice()
        assert (await store.upkeep.erase_person("ada", deed("erase"))).people == ("ada", "guest")
        assert await store.names("b") == {1: ""}
        told = await store.upkeep.notices(last)
        assert [(notice.kind, notice.subject) for notice in told] == [
            ("sessions_ended", "ada"),
            ("erased", "ada"),
            ("sessions_ended", "guest"),
            ("erased", "guest"),
        ]
        assert (await store.upkeep.sessions.ended(NOW)).people.keys() == {"ada", "guest"}
        assert [each.did for each in await store.upkeep.deeds(DeedQuery())] == ["erase"]

    async def test_what_was_said_by_another_session_of_an_erased_person_is_erased(self, store: Store) -> None:
        await store.append(append("a", 0, names=(name(1, "laptop", "Ada"),)))
        await store.append(append("a", 1, passed_on=(("laptop", "phone"),)))
        await store.upkeep.erase_person("phone", deed("erase"))
        assert await store.names("a") == {1: ""}

    async def test_a_name_that_a_process_wrote_into_the_list_from_memory_is_taken_out_again(self, store: Store) -> None:
        await with_ada_and_bob(store)
        await store.upkeep.erase_person("ada", deed("erase"))
        await store.append(append("a", 3, name="Chez Ada", host="Ada"))
        assert await store.upkeep.retitle("ada") == ("a",)
        (shown,) = (await store.list_rooms(RoomQuery())).rooms
        assert (shown.summary.name, shown.summary.host) == ("", "")
        assert await listed(store, search="ada") == []

    async def test_erasing_somebody_who_is_not_there_erases_nothing(self, store: Store) -> None:
        await with_ada_and_bob(store)
        erased = await store.upkeep.erase_person("nobody", deed("erase"))
        assert (erased.names, erased.games, erased.had_account, erased.people) == (0, 0, False, ("nobody",))
        assert await store.names("a") == {1: "Chez Ada", 2: "Ada", 3: "Bob"}

    async def test_all_that_the_store_knows_of_a_person_is_exported_and_nothing_of_others(self, store: Store) -> None:
        await with_ada_and_bob(store)
        await store.upkeep.ban(Ban("person", "ada", NOW, None, "Shouting"), deed("ban"))
        known = await store.upkeep.export_person("ada")
        assert (known.person, known.guests) == ("ada", ("guest",))
        assert known.account == KnownAccount("Ada", "Ada", NOW)
        assert known.names == (SaidName("a", 1, "room", "Chez Ada"), SaidName("a", 2, "seat", "Ada"))
        assert known.rooms == (KnownRoom("a", "CA", "gigogne", NOW, NOW),)
        (game,) = known.games
        assert (game.id, game.seats, bytes(game.outcome)) == ("g", (0,), b'{"winners":[0]}')
        assert [ban.reason for ban in known.bans] == ["Shouting"]
        assert [each.did for each in known.deeds] == ["ban"]
        written = msgspec.json.encode(known)
        assert b"Bob" not in written
        assert b"argon2" not in written
