"""What is said at a table: one of a few things, to all who are there, and kept nowhere."""

from tablee.server.reception import EMOTES_AT_ONCE
from tests.server.people import close_all, come_together, refused, seated
from tests.server.serving import ServerProcess
from tests.server.wire import Wire


async def test_an_emote_goes_to_all_at_the_table_by_seat_and_is_kept_nowhere(server: ServerProcess) -> None:
    ada, bo, eve = await come_together(server, "Ada", "Bo", "Eve")
    made, (table, _) = await seated([ada, bo])
    watching = await Wire.open(server, eve.cookie)
    await watching.ask("enter", room=made.id)
    version = (await watching.next("room"))["room"]["version"]
    for emote in ("lucky", "ouch"):
        answer = await table.ask("emote", emote=emote)
        assert answer["version"] is None
        said = {"type": "emoted", "room": made.id, "seat": 0, "emote": emote}
        assert await watching.next("emoted") == said
    entered = await watching.ask("enter", room=made.id, since=version)
    assert entered["version"] == version
    await watching.close()
    await close_all(ada, bo, eve)


async def test_who_has_no_seat_says_nothing_and_nobody_says_anything_else(server: ServerProcess) -> None:
    ada, eve = await come_together(server, "Ada", "Eve")
    made, (table,) = await seated([ada], capacity=2)
    watching = await Wire.open(server, eve.cookie)
    assert await watching.refusal("emote", emote="ouch") == "not_in_room"
    await watching.ask("enter", room=made.id)
    assert await watching.refusal("emote", emote="ouch") == "not_in_room"
    assert await refused(table.ask("emote", emote="you fool")) == "bad_message"
    await watching.close()
    await close_all(ada, eve)


async def test_emotes_are_limited_for_each_person_and_nothing_else_is(server: ServerProcess) -> None:
    ada, bo = await come_together(server, "Ada", "Bo")
    made, tables = await seated([ada, bo])
    wire = await Wire.open(server, ada.cookie)
    await wire.ask("enter", room=made.id)
    ids = [await wire.say("emote", emote="thanks") for _ in range(3 * EMOTES_AT_ONCE)]
    answers = [await wire.answer_to(id_) for id_ in ids]
    said = [answer for answer in answers if answer["type"] == "acked"]
    assert EMOTES_AT_ONCE <= len(said) < 2 * EMOTES_AT_ONCE
    refusals = [answer["refusal"] for answer in answers if answer["type"] == "refused"]
    assert {refusal["code"] for refusal in refusals} == {"rate_limited"}
    assert all(refusal["wait"] >= 1 for refusal in refusals)
    assert (await wire.ask("make_seat_link"))["seat_secret"], "nothing else is kept from them"
    await tables[1].ask("emote", emote="thanks")
    await wire.close()
    await close_all(ada, bo)
