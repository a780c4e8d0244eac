"""Finished games: read from the log, and unfolded step by step for one viewer."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final, Protocol

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import fold
from tablee.kernel.record import lines_of
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import RegistryError, load_game
from tablee.kernel.replay import Origin, Record, Step, Viewer, hides, positions, seen
from tablee.kernel.upcasting import UnknownRules
from tablee.protocol.http import FinishedShown, LoggedStep, RecordHead, RecordLog
from tablee.rooms.codec import decode_event, decode_plainly
from tablee.rooms.commands import is_bot_account
from tablee.rooms.events import AnyRoomEvent, ClockRanOut, GameStarted, HintGiven, Played, SeatOut, TakenBack
from tablee.server import refusals
from tablee.store.contract import FinishedGame, Store

_KEPT: Final = 16
"""Unfolded games, each for one viewer, that are kept; the longest has some 800 kB."""
_SLICE: Final = 0.002
"""Seconds for which the others may be kept waiting."""


class NotReadable(Exception):  # noqa: N818 - reads as what it is
    """The game is not installed, or its log is of rules that this program does not know."""

    def __init__(self, message: str, refusal: Refusal = refusals.NOT_READABLE) -> None:
        super().__init__(message)
        self.refusal = refusal


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
    """Finished games being replayed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, Viewer], Unfolded] = OrderedDict()

    async def find(self, finished: FinishedGame, viewer: Viewer) -> Unfolded:
        """Raises NotReadable."""
        key = finished.id, viewer
        unfolded = self._kept.get(key)
        if unfolded is None:
            record = await self._record(finished)
            if record.rules_version != load_game(record.game).rules_version:
                await state_at(record, len(record.steps))  # shown whole, or not at all
            unfolded = Unfolded(record, viewer)
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
    game, reading = load_game(finished.game), _Reading()
    for event in raw:
        reading.take(decode_event(game, event))
    return reading.record(finished)


class Log(Protocol):
    """Where events are read."""

    async def read(self, room: str, after: int, until: int | None = None) -> tuple[bytes, ...]:
        """The events of the versions after + 1 to until (or to the end)."""


async def read_record(store: Log, finished: FinishedGame) -> Record:
    """A finished game from the log. Raises NotReadable."""
    try:
        game = load_game(finished.game)
        return await _read(store, finished, partial(decode_event, game))
    except RegistryError as error:
        raise NotReadable(str(error), refusals.GAME_MISSING) from error
    except UnknownRules as error:
        raise NotReadable(str(error), refusals.RULES_TOO_NEW) from error
    except msgspec.ValidationError as error:
        raise NotReadable(str(error)) from error


async def read_plain_record(store: Log, finished: FinishedGame) -> Record:
    """A finished game from the log with the game's own data as they were written: whatever rules those follow."""
    return await _read(store, finished, decode_plainly)


async def _read(store: Log, finished: FinishedGame, decode: Callable[[bytes], AnyRoomEvent]) -> Record:
    raw = await store.read(finished.room, finished.first_version - 1, finished.last_version)
    reading, began = _Reading(), perf_counter()
    for event in raw:
        reading.take(decode(event))
        if perf_counter() - began > _SLICE:
            await asyncio.sleep(0)
            began = perf_counter()
    return reading.record(finished)


class _Reading:
    """Reads the events of one game, in their order."""

    def __init__(self) -> None:
        self._started: GameStarted | None = None
        self._steps: list[Step] = []
        self._taken_back = 0
        self._hints: list[int] = []

    def take(self, event: AnyRoomEvent) -> None:
        match event:
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
    """The state after this many steps. Raises NotReadable."""
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
    """The values that `as` may have for a game: `everyone` alone where nothing is hidden."""
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


def log_of(record: Record, finished: FinishedGame) -> RecordLog:
    """The actions of a finished game, without its positions; names as they are now."""
    return RecordLog(
        id=finished.id,
        game=finished.game,
        seats=finished.seats,
        colours=record.colours,
        bots=record.bots,
        outcome=record.outcome,
        started_at=finished.started_at,
        ended_at=finished.ended_at,
        steps=tuple(
            [
                LoggedStep(number, step.at, step.cause, seat, step.action)
                for number, step in enumerate(record.steps, start=1)
                for seat in (step.seat, *step.others)
            ]
        ),
    )


def file_of(record: Record, finished: FinishedGame) -> bytes:
    """A finished game as a file; names as they are now."""
    return b"".join(lines_of(replace(record, names=finished.seats)))


async def finished_shown(store: Store, games: Sequence[FinishedGame]) -> tuple[FinishedShown, ...]:
    """Finished games for a list. Where a game was played on from is in the event that began it."""
    begun = await asyncio.gather(*[store.read(game.room, game.first_version - 1, game.first_version) for game in games])
    return tuple(
        [
            FinishedShown(
                game.id,
                game.game,
                game.seats,
                outcome_of(game),
                game.started_at,
                game.ended_at,
                _origin_in(events),
                _bots_in(game),
            )
            for game, events in zip(games, begun, strict=True)
        ]
    )


def _bots_in(finished: FinishedGame) -> tuple[bool, ...]:
    """By seat, whether a bot played it. People's names are kept beside the log; on one screen all seats are people."""
    people = iter(finished.people)
    is_local = sum(map(bool, finished.named_at)) != len(finished.people)
    return tuple([not version or (not is_local and is_bot_account(next(people))) for version in finished.named_at])


async def practice_among(store: Store, rooms: Sequence[str]) -> tuple[str, ...]:
    """Find the rooms that play on from a finished game: the event that opened them says so."""
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
