"""The schema says what goes over the wire: no more, no less."""

import asyncio
import dataclasses
import json
from typing import Any, Literal, NewType, get_args

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator, meta

from random_bot import play
from tablee.client import Client
from tablee.games.kitty.rules import GAME as KITTY
from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, State
from tablee.kernel.game import AnyGame
from tablee.kernel.play import begin, carry_out, parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import game_ids, load_game
from tablee.kernel.secrecy import Secret
from tablee.kernel.views import perspective, redact
from tablee.protocol import PROTOCOL, schema
from tablee.protocol.incoming import AnyIncoming
from tests.commands import tablee
from tests.protocol.checking import problems, whole_schema
from tests.protocol.pages import examples_of
from tests.server.serving import ServerProcess

NAMES = {type_.__name__ for type_ in get_args(AnyIncoming)}
INCOMING = {example.name: example for example in examples_of("docs/protocol.md") if example.name in NAMES}
WRONG: tuple[Any, ...] = (None, -1, 3, 1.5, "", "x" * 500, True, [], {})
decoder = msgspec.json.Decoder(AnyIncoming)


def test_the_document_is_a_json_schema_of_this_protocol() -> None:
    document = whole_schema()
    meta.validate(document)
    assert document["protocol"] == PROTOCOL
    assert set(document["games"]) == set(game_ids())
    for name in document["$defs"]:
        Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": document["$defs"]})


def test_the_command_prints_it() -> None:
    assert json.loads(tablee("schema").stdout) == whole_schema()


@pytest.mark.parametrize("game", [load_game(id_) for id_ in game_ids()], ids=lambda game: game.id)
def test_whatever_a_viewer_is_shown_of_a_game_fits(game: AnyGame) -> None:
    prefix = game.id.capitalize()
    for seed in range(3):
        chance = Chance.seeded(seed)
        seats = game.seats[seed % 2]
        viewers = (None, *range(seats))
        state = begin(game, seats, game.options(), chance)
        assert not isinstance(state, Refusal)
        while state.ended is None:
            for viewer in viewers:
                seen = on_the_wire(perspective(game, state, viewer))
                assert not problems(seen["view"], f"{prefix}View")
                assert not any(problems(action, f"{prefix}Action") for action in seen["legal"][:20])
            seat = game.to_act(state)[0]
            story = carry_out(game, state, seat, chance.pick(game.legal(state, seat)), chance)
            for viewer in viewers:
                seen_events = [on_the_wire(redact(event, viewer)) for event in story.events]
                assert not any(problems(event, f"{prefix}Event") for event in seen_events)
            state = story.state


@pytest.mark.parametrize("game", game_ids())
async def test_every_message_of_a_game_over_the_wire_fits(server: ServerProcess, game: str) -> None:
    async with await Client.connect(server.address, "Onlooker") as onlooker:
        host = await Client.connect(server.address, "Host")
        room = await host.create_room(game, policy="full")
        table = await onlooker.watch(room.code)
        table.received = []
        async with host:
            own = await host.join(room.id)
            own.received = []
            bot = asyncio.create_task(asyncio.to_thread(play, server.address, room.code))
            while (turn := await own.my_turn()) is not None:
                await own.act(turn.legal[-1], turn=turn)
            await bot
            await own.ask("make_seat_link")
            await own.leave()
        for received in (own.received, table.received):
            messages = [json.loads(data) for data in received]
            assert {"room", "moved"} <= {message["type"] for message in messages}
            for message in messages:
                assert not problems(message, "Outgoing"), message


def test_a_hidden_thing_is_a_question_mark_or_itself_and_nothing_else() -> None:
    drawn = {"type": "drawn", "seat": 0, "heart": "?", "magic": "wind"}
    assert not problems(drawn, "KittyEvent")
    assert problems({**drawn, "heart": "purple1"}, "KittyEvent")
    assert problems({"type": "placed", "seat": 0, "heart": "?", "tile": 1}, "KittyEvent"), "placed in the open"
    assert problems({"type": "drawn", "seat": 0, "heart": "?"}, "KittyEvent"), "hidden is not missing"


@pytest.mark.parametrize("name", INCOMING)
def test_the_schema_and_the_server_take_and_refuse_the_same_messages(name: str) -> None:
    example = INCOMING[name].data
    spoilt = [{**example, "surprise": 1}, {**example, "type": "unheard_of"}, {**example, "id": ""}]
    for key in example:
        spoilt.append({other: value for other, value in example.items() if other != key})
        spoilt += [{**example, key: value} for value in WRONG]
    for message in [example, *spoilt]:
        # Whether an action is one of the game that is played, only the room knows.
        if message.get("action") == example.get("action"):
            assert is_decoded(message) == (not problems(message, "Incoming")), message


def test_options_can_be_left_out_when_they_are_given_and_never_are_when_they_are_shown() -> None:
    given = Draft202012Validator({**whole_schema()["games"]["kitty"]["options"], "$defs": whole_schema()["$defs"]})
    for options in ({}, {"hearts_per_turn": 2}, {"hearts_per_turn": 0}, {"hearts": 1}, {"magic_per_turn": None}):
        assert given.is_valid(options) == (not isinstance(parse_options(KITTY, options), Refusal)), options
    assert not problems({"hearts_per_turn": 2, "magic_per_turn": None}, "KittyOptions")
    assert problems({"hearts_per_turn": 2}, "KittyOptions")


def test_the_sentences_under_fields_come_along_in_the_words_of_json() -> None:
    definitions = whole_schema()["$defs"]
    assert definitions["Enter"]["properties"]["room"]["description"] == "The room's id, or its code."
    assert definitions["SessionShown"]["properties"]["username"]["description"] == "null for a guest."
    assert definitions["KittyView"]["properties"]["turn"]["description"].startswith("The number of the present turn")
    assert definitions["Code"]["description"].startswith("Stable")


# ── A game that shares names with the platform ───────────────────────────────────────────────────────────

Card = NewType("Card", str)
Colour = Literal["light", "dark"]


class Refuse(Action, frozen=True):
    colour: Colour


class Shown(Event, frozen=True):
    pair: tuple[Secret[Card], int]
    colour: Colour


class RoomState(State, frozen=True):
    cards: tuple[tuple[int, Secret[Card]], ...]


def test_a_game_may_have_the_names_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    kitty: AnyGame = KITTY
    game = dataclasses.replace(kitty, id="room", state=RoomState, actions=Refuse, events=Shown, zones=())
    monkeypatch.setattr(schema, "load_game", lambda _: game)
    document = schema.schema(["room"])
    view = document["games"]["room"]["view"]["$ref"].rpartition("/")[2]
    assert view == "RoomView2"
    assert document["$defs"]["RoomView"]["properties"]["seats"], "the platform's own is as it was"
    assert document["$defs"][view]["properties"]["cards"]["items"]["prefixItems"][1] == {
        "anyOf": [{"$ref": "#/$defs/RoomCard"}, {"const": "?"}]
    }
    assert document["$defs"]["RoomColour"] == {"enum": ["light", "dark"]}
    assert document["$defs"]["Perspective"]["properties"]["view"] == {"$ref": "#/$defs/AnyView"}
    assert document["$defs"]["AnyView"]["anyOf"] == [document["games"]["room"]["view"]]


def on_the_wire(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def is_decoded(message: object) -> bool:
    try:
        decoder.decode(msgspec.json.encode(message))
    except msgspec.ValidationError:
        return False
    return True
