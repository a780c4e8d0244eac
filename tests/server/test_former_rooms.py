"""The link of a room that has closed leads to the games that were finished there."""

from tests.server.people import close_all, come, come_together, play_out, refused, seated, within
from tests.server.serving import ServerProcess


async def test_a_closed_rooms_code_and_id_lead_to_its_records(server: ServerProcess) -> None:
    ada, bob, eve = await come_together(server, "Ada", "Bob", "Eve")
    made, tables = await seated([ada, bob])
    assert await eve.records_of(made.code) == ()
    await play_out(tables)
    for table in tables:
        await table.leave()
    assert await refused(eve.join(made.code)) == "room_closed"
    (game,) = await eve.records_of(made.code)
    assert (game.game, game.seats) == ("gigogne", ("Ada", "Bob"))
    assert await eve.records_of(made.id) == await eve.records_of(made.code.lower()) == (game,)
    assert (await eve.record(game.id)).outcome == game.outcome
    await close_all(ada, bob, eve)


async def test_the_games_of_a_private_room_are_told_only_to_those_who_played(server: ServerProcess) -> None:
    ada, bob, eve = await come_together(server, "Ada", "Bob", "Eve")
    made, tables = await seated([ada, bob], access="xyzzy")
    await play_out(tables)
    await within(5, tables[0].leave())
    await within(5, tables[1].leave())
    assert len(await ada.records_of(made.code)) == len(await bob.records_of(made.id)) == 1
    assert await eve.records_of(made.code) == await eve.records_of(made.id) == ()
    await close_all(ada, bob, eve)


async def test_a_code_that_was_never_a_rooms_leads_nowhere_and_guessing_is_limited(server: ServerProcess) -> None:
    eve = await come(server, "Eve")
    codes = {await refused(eve.records_of(f"ZZZZ{number:02}")) for number in range(40)}
    assert codes == {"room_closed", "rate_limited"}
    await close_all(eve)
