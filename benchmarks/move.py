"""The logic of a move without sockets and disk: `python -m benchmarks.move`; `make bench` prints it beside its goal.

A move of Gigogne for two, through the server's own code: the message is decoded, decided, encoded for the store, taken
in, and shown and encoded for both players. Everything else a room does for a move is in it too.
"""

import asyncio
import time
from typing import Final

import msgspec

from tablee.kernel.registry import load_game
from tablee.rooms.commands import Connect, CreateRoom, Join, Sender, Settings, Vote
from tablee.rooms.decide import Policy
from tablee.server.bots import Bots
from tablee.server.connections import Connection
from tablee.server.conversation import Conversation
from tablee.server.hall import Hall
from tablee.server.limits import Bucket
from tablee.server.live_room import LiveRoom
from tablee.server.metrics import Metrics
from tablee.server.reception import Reception
from tablee.server.sessions import new_session
from tablee.server.settings import ServerSettings
from tablee.store.contract import Append, Appended, Written
from tablee.store.replies import Then, awaited

MOVES: Final = 4000
_MANY: Final = 1_000_000_000


class NoStore:
    """Says of every append that it is on disk."""

    def append(self, append: Append) -> "asyncio.Future[Written]":
        return awaited(lambda then: self.append_then(append, then))

    def append_then(self, append: Append, then: Then[Written]) -> None:
        then(Appended(append.expected_version + len(append.events)))


class Player(Connection):
    """A connection that keeps the last message it was sent."""

    last = b""

    def write(self, data: bytes) -> None:
        self.last = data

    def say_goodbye(self, code: int, reason: str) -> None:
        raise RuntimeError(f"{self.id} was closed: {code} {reason}")

    def abort(self) -> None:
        raise RuntimeError(f"{self.id} was cut off")


class _Seen(msgspec.Struct):
    turn: int
    legal: list[msgspec.Raw]


class _Play(msgspec.Struct):
    id: str
    seen: list[_Seen]


class _Shown(msgspec.Struct):
    play: _Play


class _Room(msgspec.Struct):
    room: _Shown


async def _seated() -> tuple[Hall, LiveRoom, dict[str, Conversation]]:
    """A room in which two play, and what each of them says."""
    game, store = load_game("gigogne"), NoStore()
    hall = Hall(store, "here", Policy(), Metrics())  # type: ignore[arg-type]  # a move asks for no more of it
    hall.is_ready = True
    settings = Settings(name="", options=game.options(), capacity=2, policy="full", clock=60)
    creating = CreateRoom(id="room", code="AAAAAA", game=game.id, name="Ann", settings=settings)
    live = await hall.create(creating, Sender("ann"))
    assert isinstance(live, LiveRoom)  # noqa: S101 - narrows the type
    bots = Bots("here", 0, hall.metrics)
    reception = Reception(hall, store, ServerSettings(moves_per_minute=_MANY), bots)  # type: ignore[arg-type]  # as above
    talking = {}
    for number, person in enumerate(("ann", "ben")):
        player = Player(f"here:{number}", new_session(person, person), "", (Bucket(_MANY, _MANY),))
        await live.submit(Connect() if number == 0 else Join(person, is_admitted=True), player.sender, player)
        player.room, live.connections[player.id] = "room", player
        talking[player.id] = Conversation(player, reception, lambda coroutine: coroutine.close())
    return hall, live, talking


async def _measure(moves: int) -> float:
    hall, live, talking = await _seated()
    live.audience.show_room()
    spent, play, player = 0.0, msgspec.json.Decoder(_Shown), msgspec.json.Decoder(_Room)
    for number in range(moves):
        hall.presence.pulse.answered()
        room = live.room
        if room.status != "playing":
            for conversation in talking.values():
                await live.submit(Vote(id="again", again=True), conversation.connection.sender)
            room = live.room
        assert room.play is not None  # noqa: S101 - narrows the type
        (seat,) = live.game.to_act(room.play.state)
        conversation = talking[room.seats[seat].connection or ""]
        assert isinstance(conversation.connection, Player)  # noqa: S101 - narrows the type
        data = conversation.connection.last
        shown = player.decode(data).room if data.startswith(b'{"type":"room"') else play.decode(data)
        seen = shown.play.seen[0]
        act = b'{"type":"act","id":"%d","game":"%s","turn":%d,"action":%s}' % (
            number, shown.play.id.encode(), seen.turn, bytes(seen.legal[0]),
        )  # fmt: skip
        start = time.thread_time()
        conversation.hear(act)
        spent += time.thread_time() - start
    return spent / moves * 1e6


def measure(moves: int = MOVES) -> float:
    """Microseconds of processor time for a move, the median of five runs."""
    return sorted(asyncio.run(_measure(moves // 5)) for _ in range(5))[2]


if __name__ == "__main__":
    print(f"{measure():.1f} µs for a move")
