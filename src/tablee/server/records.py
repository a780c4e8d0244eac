"""Finished games: read from the log, and unfolded step by step for one viewer."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import fold
from tablee.kernel.record import lines_of
from tablee.kernel.registry import RegistryError, load_game
from tablee.kernel.replay import Origin, Record, Step, Viewer, hides, positions, seen
from tablee.kernel.upcasting import UnknownRules
from tablee.protocol.http import FinishedShown, RecordHead
from tablee.rooms.codec import decode_event
from tablee.rooms.events import ClockRanOut, GameStarted, HintGiven, Played, SeatOut, TakenBack
from tablee.store.contract import FinishedGame, Store

_KEPT: Final = 16
"""Unfolded games, each for one viewer, that are kept; the longest has some 800 kB."""
_SLICE: Final = 0.002
"""Seconds for which the others may be kept waiting."""


class NotReadable(Exception):  # noqa: N818 - reads as what it is
    """The game is not installed, or its log is of rules that this program does not know."""


class Unfolded:
    """A finished game as one viewer saw it, as far as it was asked for."""

    def __init__(self, record: Record, viewer: Viewer) -> None:
        self.record = record
        self.total = len(record.steps) + 1
        self._steps: list[Raw] = []
        self._rest = _encoded_steps(record, viewer)
        self._one_at_a_time = asyncio.Lock()

    async def steps(self, first: int, count: int) -> tuple[Raw, ...]:
        """Those steps, encoded. Others have their turn while it is unfolded. Raises NotReadable."""
        until = min(first + count, self.total)
        async with self._one_at_a_time:
            began = perf_counter()
            while len(self._steps) < until:
                try:
                    self._steps.append(next(self._rest))
                except Exception as error:  # noqa: BLE001, RUF100 - the rules may run into anything in what older ones told
                    raise NotReadable(f"step {len(self._steps)} of {self.record.id}: {error!r}") from error
                if perf_counter() - began > _SLICE:
                    await asyncio.sleep(0)
                    began = perf_counter()
        return tuple(self._steps[first:until])


class Replays:
    """Finished games that somebody watches again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, Viewer], Unfolded] = OrderedDict()

    async def find(self, finished: FinishedGame, viewer: Viewer) -> Unfolded:
        """Raises NotReadable."""
        key = finished.id, viewer
        unfolded = self._kept.get(key)
        if unfolded is None:
            unfolded = Unfolded(await self._record(finished), viewer)
            self._kept[key] = unfolded
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return unfolded

    async def _record(self, finished: FinishedGame) -> Record:
        """The game, from the log or from what is kept for another viewer."""
        for unfolded in self._kept.values():
            if unfolded.record.id == finished.id:
                return unfolded.record
        return await read_record(self._store, finished)


def record_of(finished: FinishedGame, raw: Iterable[bytes]) -> Record:
    """A finished game from the events of its log."""
    reading = _Reading(load_game(finished.game))
    for event in raw:
        reading.take(event)
    return reading.record(finished)


class Log(Protocol):
    """Where events are read."""

    async def read(self, room: str, after: int, until: int | None = None) -> tuple[bytes, ...]:
        """The events of the versions after + 1 to until (or to the end)."""


async def read_record(store: Log, finished: FinishedGame) -> Record:
    """A finished game from the log. Raises NotReadable."""
    raw = await store.read(finished.room, finished.first_version - 1, finished.last_version)
    try:
        reading = _Reading(load_game(finished.game))
        began = perf_counter()
        for event in raw:
            reading.take(event)
            if perf_counter() - began > _SLICE:
                await asyncio.sleep(0)
                began = perf_counter()
        return reading.record(finished)
    except (RegistryError, UnknownRules, msgspec.ValidationError) as error:
        raise NotReadable(str(error)) from error


class _Reading:
    """Reads the events of one game, in their order."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._started: GameStarted | None = None
        self._steps: list[Step] = []
        self._taken_back = 0
        self._hints: list[int] = []

    def take(self, raw: bytes) -> None:
        match decode_event(self._game, raw):
            case GameStarted() as started:
                self._started = started
            case Played(at, seat=seat, action=action, events=events):
                self._steps.append(Step("played", seat, action, events, at))
            case TakenBack(seat=seat):
                self._taken_back += 1
                while self._steps.pop().seat != seat:  # Only actions come after the one that is taken back.
                    pass
            case HintGiven(seat=seat):
                self._hints.append(seat)
            case ClockRanOut(at, events=events):
                self._steps.append(Step("clock", None, None, events, at))
            case SeatOut(at, seat=seat, events=events):
                self._take_out(Step("out", seat, None, events, at))
            case _:
                pass

    def _take_out(self, step: Step) -> None:
        """Of seats that go out together, the first has the events of all."""
        last = self._steps[-1] if self._steps else step
        if step.events or last.cause != "out" or last.at != step.at or step.seat is None:
            self._steps.append(step)
        else:
            self._steps[-1] = replace(last, others=(*last.others, step.seat))

    def record(self, finished: FinishedGame) -> Record:
        started = self._started
        if started is None:
            raise TypeError("a record begins with the start of its game")
        return Record(
            game=finished.game,
            rules_version=started.rules_version,
            seats=len(finished.seats),
            options=getattr(started.state, "options", None),
            starter=started.starter,
            state=started.state,
            steps=tuple(self._steps),
            outcome=outcome_of(finished),
            id=finished.id,
            names=finished.seats,
            colours=started.colours,
            bots=started.bots,
            origin=started.origin,
            started_at=finished.started_at,
            ended_at=finished.ended_at,
            taken_back=self._taken_back,
            hints=tuple([self._hints.count(seat) for seat in range(len(finished.seats))]),
        )


async def state_at(record: Record, step: int) -> Any:
    """The state after that many steps. Raises NotReadable."""
    game, state, began = load_game(record.game), record.state, perf_counter()
    for each in record.steps[:step]:
        try:
            state = fold(game, state, each.events)
        except Exception as error:  # noqa: BLE001, RUF100 - as above
            raise NotReadable(f"{record.id}: {error!r}") from error
        if perf_counter() - began > _SLICE:
            await asyncio.sleep(0)
            began = perf_counter()
    return state


def _encoded_steps(record: Record, viewer: Viewer) -> Iterator[Raw]:
    game = load_game(record.game)
    for position in positions(game, record.state, record.steps):
        yield Raw(msgspec.json.encode(seen(game, position, viewer, record.started_at)))


def viewer_named(name: str, seats: int) -> Viewer | None:
    """The viewer of that name, of a game with this many seats; None if there is none."""
    viewers: dict[str, Viewer] = {"everyone": "everyone", "open": "open", **{str(seat): seat for seat in range(seats)}}
    return viewers.get(name)


def viewers_of(game: AnyGame, seats: int) -> tuple[str, ...]:
    """Whose sight of a finished game is worth asking for."""
    return (*map(str, range(seats)), "everyone", "open") if hides(game) else ("everyone",)


def seat_of(finished: FinishedGame, people: set[str]) -> int | None:
    """The one seat that these ids of one person had; None if it had none, or all of them."""
    seats = [seat for seat, version in enumerate(finished.named_at) if version]
    if len(seats) != len(finished.people):  # All seats of a local game are one person's.
        return None
    return next((seat for seat, person in zip(seats, finished.people, strict=True) if person in people), None)


def head_of(record: Record, finished: FinishedGame, your_seat: int | None) -> RecordHead:
    """A finished game without its steps; names as they are now, since they can be erased."""
    return RecordHead(
        id=finished.id,
        game=record.game,
        rules_version=record.rules_version,
        seats=finished.seats,
        colours=record.colours,
        bots=record.bots,
        options=record.options,
        starter=record.starter,
        outcome=record.outcome,
        started_at=finished.started_at,
        ended_at=finished.ended_at,
        taken_back=record.taken_back,
        hints=record.hints,
        viewers=viewers_of(load_game(record.game), record.seats),
        your_seat=your_seat,
        origin=record.origin,
    )


def file_of(record: Record, finished: FinishedGame) -> bytes:
    """A finished game as a file; names as they are now."""
    return b"".join(lines_of(replace(record, names=finished.seats)))


async def finished_shown(store: Store, games: Sequence[FinishedGame]) -> tuple[FinishedShown, ...]:
    """Finished games for a list. What one was played on from stands in the event that began it."""
    begun = await asyncio.gather(*[store.read(game.room, game.first_version - 1, game.first_version) for game in games])
    return tuple(
        [
            FinishedShown(
                game.id, game.game, game.seats, outcome_of(game), game.started_at, game.ended_at, _origin_in(events)
            )
            for game, events in zip(games, begun, strict=True)
        ]
    )


async def practice_among(store: Store, rooms: Sequence[str]) -> tuple[str, ...]:
    """Those of these rooms that play on from a finished game: it stands in the event that opened them."""
    opened = await asyncio.gather(*[store.read(room, 0, 1) for room in rooms])
    return tuple([room for room, events in zip(rooms, opened, strict=True) if _is_practice(events)])


class _Opened(Struct):
    origin: Any = None


def _is_practice(events: Sequence[bytes]) -> bool:
    return bool(events) and msgspec.json.decode(events[0], type=_Opened).origin is not None


class _Begun(Struct):
    origin: Origin | None = None


def _origin_in(events: Sequence[bytes]) -> Origin | None:
    return msgspec.json.decode(events[0], type=_Begun).origin if events else None


def outcome_of(finished: FinishedGame) -> Outcome:
    return msgspec.json.decode(finished.outcome, type=Outcome)
