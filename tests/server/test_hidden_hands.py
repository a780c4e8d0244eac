"""Nobody is ever sent what is hidden from them.

Whole games are played over real sockets, with everything that each seat and an onlooker receive written down. When a
game is over its record shows all hands; then every message is held against the truth of its moment, place by place:
where something was hidden from that viewer there is a "?" and nothing else, and whatever else was sent is known.
"""

import asyncio
import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from tablee.client.table import Table
from tablee.kernel.events import Ended
from tablee.kernel.play import fold
from tablee.kernel.registry import load_game
from tests.server.people import close_all, come, play_at_random, within
from tests.server.serving import ServerProcess, ask
from tests.server.wire import Wire

Json = dict[str, Any]

_ONLOOKER_BIT = 1 << 30
_HIDDEN = "?"


class Secrets:
    """How often a thing was hidden from a viewer, and how often one that could be was shown."""

    def __init__(self) -> None:
        self.hidden = self.shown = 0

    def compare(self, true: Any, seen: Any, bit: int, where: str) -> None:
        """What was seen is the truth, but for what this viewer may not see."""
        if isinstance(true, dict) and set(true) == {"value", "seen_by"}:
            if true["seen_by"] & bit:
                self.shown += 1
                assert seen == true["value"], where
            else:
                self.hidden += 1
                assert seen == _HIDDEN, f"{where} shows {seen!r}"
        elif isinstance(true, dict):
            assert isinstance(seen, dict), where
            assert set(seen) == set(true), where
            for key, part in true.items():
                self.compare(part, seen[key], bit, f"{where}.{key}")
        elif isinstance(true, list):
            assert isinstance(seen, list), where
            assert len(seen) == len(true), where
            for number, (part, seen_part) in enumerate(zip(true, seen, strict=True)):
                self.compare(part, seen_part, bit, f"{where}[{number}]")
        else:
            assert seen == true, where


def true_states(record: Json) -> list[Json]:
    """The game's state at its start and after each of its events, with all hands open."""
    game = load_game(record["game"])
    state = msgspec.convert(record["state"], game.state)
    states = [as_json(state)]
    for event in true_events(record):
        state = fold(game, state, [msgspec.convert(event, game.events | Ended)])
        states.append(as_json(state))
    return states


def as_json(state: Any) -> Json:
    read: Json = msgspec.json.decode(msgspec.json.encode(state))
    return read


def true_events(record: Json) -> list[Json]:
    return [event for step in record["steps"] for event in step["events"]]


def check(messages: Sequence[Json], seat: int | None, record: Json) -> Secrets:
    """Hold all that a viewer was sent against the truth."""
    bit = _ONLOOKER_BIT if seat is None else 1 << seat
    states, events = true_states(record), true_events(record)
    secrets, happened = Secrets(), 0
    for number, message in enumerate(messages):
        where = f"message {number} ({message['type']})"
        for move in message.get("moves", [message]):
            if move.get("before"):
                [seen] = move["before"]
                secrets.compare(states[happened], seen["view"], bit, f"{where}: before event {happened}")
            for event in move.get("events", ()):
                secrets.compare(events[happened], event, bit, f"{where}: event {happened}")
                happened += 1
        play = message.get("play") or (message.get("room", {}).get("play") if message["type"] == "room" else None)
        if play is not None:
            [seen] = play["seen"]
            assert seen["seat"] == seat, where
            secrets.compare(states[happened], seen["view"], bit, f"{where}: after {happened} events")
            if seen["legal"]:
                assert seat in seen["to_act"], f"{where}: legal actions of another seat"
        assert not strange_keys(message), f"{where}: {strange_keys(message)}"
    assert happened == len(events), "not all events were seen"
    return secrets


def check_replay(server: ServerProcess, seat: int | None, record: Json) -> Secrets:
    """Hold the steps that are shown of a finished game to one viewer against the truth of their moment."""
    bit, viewer = (_ONLOOKER_BIT, "everyone") if seat is None else (1 << seat, str(seat))
    states, secrets, happened, first = true_states(record), Secrets(), 0, 0
    while True:
        answer = ask(server, "GET", f"/api/records/{record['id']}/steps?as={viewer}&first={first}")
        assert b'"seen_by"' not in answer.body
        page = answer.json
        for step in page["steps"]:
            where = f"step {step['number']} as {viewer}"
            true = record["steps"][step["number"] - 1] if step["number"] else {"events": [], "action": None}
            assert set(step) == STEP, where
            for event, seen in zip(true["events"], step["events"], strict=True):
                secrets.compare(event, seen, bit, where)
            happened += len(true["events"])
            secrets.compare(states[happened], step["view"], bit, where)
            is_open = record["game"] == "gigogne"
            assert step["action"] == (true["action"] if is_open or step["seat"] == seat else None), where
        first += len(page["steps"])
        if first == page["total"]:
            return secrets


STEP = {
    "number", "at", "turn", "cause", "seat", "action", "events", "view", "scores", "to_act", "outcome",
}  # fmt: skip
KNOWN: dict[str, set[str]] = {
    "welcome": {"type", "protocol", "name", "now"},
    "acked": {"type", "id", "version", "seat_secret", "invitation"},
    "room": {"type", "room", "onlookers", "onlooker_names", "now"},
    "onlookers": {"type", "room", "onlookers", "onlooker_names"},
    "moved": {"type", "room", "version", "ack", "cause", "seat", "events", "play", "seats", "now"},
    "missed": {"type", "room", "since", "moves"},
}
"""All that a message has; what comes with `play` and `events` is held against the truth, the rest holds no game."""

ROOM = {
    "id", "code", "version", "name", "game", "options", "capacity", "policy", "clock", "onlookers", "visibility",
    "take_backs", "hints", "held", "is_local", "status", "seats", "host", "you", "expires_at", "rematch_until", "play",
    "closed", "origin",
}  # fmt: skip
SEAT = {"name", "colour", "bot", "is_bot", "is_ready", "is_connected", "is_out", "skips", "again", "since"}
PLAY = {"id", "starter", "deadline", "outcome", "seen", "take_back", "hints"}
MOVE = {"turn", "cause", "seat", "events", "before"}
TAKE_BACK = {"seat", "why_not", "asked_by", "agreed"}
SEEN = {"seat", "turn", "to_act", "scores", "view", "legal", "outcome"}


def strange_keys(message: Json) -> set[str]:
    """Parts of a message in which something could hide that nobody has looked at."""
    room = message["room"] if message["type"] == "room" else message
    strange = set(message) - KNOWN[message["type"]] | (set(room) - ROOM if message["type"] == "room" else set())
    for move in message.get("moves", ()):
        strange |= set(move) - MOVE
        for seen in move["before"] or ():
            strange |= set(seen) - SEEN
    for seat in room.get("seats", ()):
        strange |= set(seat) - SEAT
    play = room.get("play")
    if play is not None:
        strange |= set(play) - PLAY | set(play["take_back"]) - TAKE_BACK
        for seen in play["seen"]:
            strange |= set(seen) - SEEN
    return strange


async def cut_off_in_the_middle(table: Table) -> None:
    """The connection is lost while the game goes on; the client comes back, and is told what it missed."""
    await table.until(lambda _: len(table.events) >= 3)
    assert table._socket is not None
    await table._socket.close()


def decoded(raw: Sequence[bytes]) -> Iterator[Json]:
    """The messages that came, the room as it was before the game left out."""
    for data in raw:
        assert b'"seen_by"' not in data
        yield msgspec.json.decode(data)


@pytest.mark.parametrize(("game", "seats"), [("ninth", 2), ("diggers", 4), ("noe", 5), ("gigogne", 3), ("kitty", 2)])
async def test_no_seat_and_no_onlooker_is_sent_a_hidden_thing_in_a_whole_game(
    server: ServerProcess, game: str, seats: int
) -> None:
    clients = [await come(server, f"Player {seat}") for seat in range(seats)]
    onlooker = await come(server, "Onlooker")
    room = await clients[0].create_room(game, capacity=seats, policy="full", clock=0)
    wire = await Wire.open(server, onlooker.cookie)
    await wire.ask("enter", room=room.id)
    tables = []
    for client in clients:
        table = Table(client.web, room.id, join=True)
        table.received = []
        await table.open()
        tables.append(table)
    choosers = [random.Random(f"{game}/{seat}") for seat in range(seats)]
    playing = [play_at_random(table, chooser) for table, chooser in zip(tables, choosers, strict=True)]
    await within(30, asyncio.gather(*playing, cut_off_in_the_middle(tables[-1])))
    assert tables[-1].reconnections == 1
    assert tables[0].room is not None
    head, *steps, _ = ask(server, "GET", f"/api/records/{tables[0].room['play']['id']}").lines
    record = head | {"steps": steps}
    await wire.until(lambda message: message["type"] == "room" and message["room"]["status"] == "finished")
    for table in tables:
        await table.close()
    await wire.close()
    found = []
    for seat, raw in [*enumerate(table.received for table in tables), (None, wire.raw)]:
        assert raw is not None
        found.append(check(list(decoded(raw)), seat, record))
        found.append(check_replay(server, seat, record))
    if game in ("ninth", "diggers", "noe"):
        assert all(secrets.hidden > 20 for secrets in found), "this game hides something from everybody"
        assert all(secrets.shown for secrets in found[:-2]), "and shows to each seat what is its own"
    await close_all(*clients, onlooker)


def test_a_hand_that_is_shown_would_be_found() -> None:
    hand = [{"value": "mars", "seen_by": 1}, {"value": "venus", "seen_by": 1}]
    Secrets().compare({"hand": hand}, {"hand": ["mars", "venus"]}, 1, "own")
    Secrets().compare({"hand": hand}, {"hand": ["?", "?"]}, 2, "other’s")
    for leak in (["mars", "?"], ["?"], "??", ["?", "?", "?"], hand):
        with pytest.raises(AssertionError):
            Secrets().compare({"hand": hand}, {"hand": leak}, 2, "leak")
