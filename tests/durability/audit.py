"""Compares what players were told with what the store holds, event by event."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.kernel.game import AnyGame
from tablee.kernel.registry import load_game
from tablee.rooms.codec import decode_event, game_of_stream
from tablee.rooms.events import ClockRanOut, GameEnded, Played, RoomOpened
from tablee.rooms.evolve import evolve, open_room
from tablee.rooms.naming import Names, with_names
from tablee.rooms.state import Room
from tablee.rooms.views import Showing, view_seats, views_of
from tablee.server.appends import summary_of
from tablee.server.loading import fold_loaded
from tablee.server.times import TIMES
from tablee.store.contract import Store
from tests.durability.players import Player, digest
from tests.patience import at_leisure

Downtime = tuple[int, int]
"""From and until when nobody served, in milliseconds since the epoch."""

_EARLY: Final = 250
"""Milliseconds: when exactly a process died, and when another served again, is known from outside only so well."""
_LATE: Final = 10_000
"""A deadline fires so long after its time at the latest: a dead process's rooms are found by a sweep."""
_SIGN_OF_LIFE: Final = 2_500
"""An outage begins with the last sign of life, so up to so much more is given back."""


class Findings(Struct):
    """What the audit found."""

    rooms: int = 0
    events: int = 0
    acked: int = 0
    shown: int = 0
    games: int = 0
    timeouts: int = 0
    faults: list[str] = []

    def __str__(self) -> str:
        return (
            f"{self.rooms} rooms, {self.events:,} events, {self.games} finished games, {self.timeouts} clocks run out; "
            f"{self.acked:,} acked actions and {self.shown:,} things shown compared; {len(self.faults)} faults"
        )


async def audit(
    store: Store, rooms: Iterable[str], players: Sequence[Player], downtimes: Sequence[Downtime] = ()
) -> Findings:
    """Every acked action is there exactly once; whatever was shown is there, as it was shown; clocks were fair."""
    findings = Findings(faults=[fault for player in players for fault in player.surprises])
    findings.faults += [fault for player in players for fault in player.notebook.steps_back]
    counts: Counter[str] = Counter()
    versions: dict[str, int] = {}
    histories = {}
    for room in rooms:
        history = histories[room] = await History.read(store, room)
        findings.rooms += 1
        findings.events += len(history.events)
        for version, event in enumerate(history.events, start=1):
            if isinstance(event, Played):
                counts[event.id] += 1
                versions[event.id] = version
        await _check_projections(store, history, findings)
        _check_clocks(history, downtimes, findings)
    for id_, count in counts.items():
        if count > 1:
            findings.faults.append(f"the action {id_} was done {count} times")
    for player in players:
        _check_answers(player, versions, findings)
    _check_shown(players, histories, findings)
    return findings


class History:
    """A room's stream, and the room after each of its events."""

    def __init__(self, room: str, raw: Sequence[bytes], names: Names) -> None:
        self.room = room
        if not raw:
            raise AssertionError(f"{room} is not in the store")
        self.game: AnyGame = load_game(game_of_stream(raw[0]))
        self.events = with_names([decode_event(self.game, event) for event in raw], 1, names)
        opened = self.events[0]
        assert isinstance(opened, RoomOpened)
        self.states: list[Room] = [open_room(opened)]
        for event in self.events[1:]:
            self.states.append(evolve(self.game, self.states[-1], event))

    @classmethod
    async def read(cls, store: Store, room: str) -> "History":
        return cls(room, await store.read(room, 0), await store.names(room))

    @property
    def played(self) -> list[str]:
        """The ids of all actions, in order."""
        return [event.id for event in self.events if isinstance(event, Played)]

    def at(self, version: int) -> Room | None:
        """The room at a version."""
        return self.states[version - 1] if 0 < version <= len(self.states) else None


def _check_answers(player: Player, versions: dict[str, int], findings: Findings) -> None:
    for id_ in player.acts:
        findings.acked += 1
        answer = player.notebook.answers[id_]
        if id_ not in versions:
            findings.faults.append(f"{player.name}: the acked action {id_} is lost")
        # After the action may come the end of the game and the closing of the room, in the same commit.
        elif answer.version is None or not 0 <= answer.version - versions[id_] <= 2:
            findings.faults.append(
                f"{player.name}: {id_} was acked at version {answer.version}, and stands at {versions[id_]}"
            )
    for answer in player.notebook.answers.values():
        if answer.code not in (None, "unavailable") and answer.id in versions:
            findings.faults.append(f"{player.name}: {answer.id} was refused ({answer.code}), and was done all the same")


def _check_shown(players: Sequence[Player], histories: dict[str, "History"], findings: Findings) -> None:
    expected: dict[tuple[Any, ...], bytes] = {}
    for player in players:
        for shown in player.notebook.shown.values():
            findings.shown += 1
            history = histories.get(shown.room)
            room = None if history is None else history.at(shown.version)
            if history is None or room is None:
                findings.faults.append(f"{player.name}: {shown.room} was shown at {shown.version}, which is not there")
                continue
            key = (shown.room, shown.version, shown.what, player.person)
            if key not in expected:
                expected[key] = digest(msgspec.json.encode(_view(history.game, room, shown.what, player.person)))
            if expected[key] != shown.digest:
                findings.faults.append(
                    f"{player.name}: the {shown.what} of {shown.room} at {shown.version} was shown otherwise"
                )


def _view(game: AnyGame, room: Room, what: str, person: str) -> object:
    match what:
        case "room":
            return views_of(game, room)(person if room.seats_of(person) else None)
        case "play":
            return None if room.play is None else Showing(game, room, room.play).to(room.seats_of(person))
        case _:
            return view_seats(room)


async def _check_projections(store: Store, history: History, findings: Findings) -> None:
    """What is kept beside the streams agrees with them."""
    room, last = history.room, history.states[-1]
    loaded = await store.load(room)
    if loaded.version != len(history.events) or fold_loaded(loaded) != last:
        findings.faults.append(f"{room}: the snapshot tells another room than the stream")
    for person in {seat.person for seat in last.seats if seat.person and not seat.is_out and not last.closed}:
        kept = [row for row in await store.rooms_of(person) if row.room == room]
        if not kept or kept[0].version != len(history.events):
            findings.faults.append(f"{room}: the list has version {kept and kept[0].version} of {len(history.events)}")
            continue
        # An outage moves the list's deadline at once, and the room's when it is loaded; moves are listed a while later.
        listed = kept[0].summary
        expected = msgspec.structs.replace(summary_of(last), active_at=listed.active_at, due_at=listed.due_at)
        if listed != expected or not 0 <= last.active_at - listed.active_at <= 2 * TIMES.listed_within:
            findings.faults.append(f"{room}: the list tells another room than the stream")
    for version, event in enumerate(history.events, start=1):
        if isinstance(event, GameEnded):
            findings.games += 1
            play = history.states[version - 1].play
            assert play is not None
            finished = await store.find_game(play.id)
            if finished is None or not finished.first_version < version <= finished.last_version:
                findings.faults.append(f"{room}: the finished game {play.id} is not found as a record")


def _check_clocks(history: History, downtimes: Sequence[Downtime], findings: Findings) -> None:
    """Every deadline fired once, not before the players had their time, and not much after."""
    fired: Counter[tuple[str, int]] = Counter()
    began_at, turn = 0, None
    for event, after in zip(history.events, history.states, strict=True):
        if isinstance(event, ClockRanOut):
            findings.timeouts += 1
            assert after.play is not None
            assert after.settings.clock is not None
            fired[after.play.id, event.turn] += 1
            down = [overlap for span in downtimes if (overlap := _overlap(span, (began_at, event.at))) > 0]
            given = event.at - began_at - sum(down)
            clock = after.settings.clock * 1000
            latest = clock + _LATE + len(down) * _SIGN_OF_LIFE
            if not clock - at_leisure(_EARLY) <= given <= latest:
                findings.faults.append(
                    f"{history.room}: a clock of {clock} ms ran out after {given} ms, turn {event.turn}"
                )
        now = None if after.play is None else (after.play.id, after.play.turn)
        if now != turn:
            began_at, turn = event.at, now
    findings.faults += [
        f"{history.room}: the deadline of {key} fired {times} times" for key, times in fired.items() if times > 1
    ]


def _overlap(one: Downtime, other: Downtime) -> int:
    return min(one[1], other[1]) - max(one[0], other[0])
