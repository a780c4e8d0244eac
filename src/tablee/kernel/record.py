"""The file of a finished game: JSON lines that replay without any randomness.

    line 1      the header: game, seats, options, rules version, starter, the first state, and who played
    each step   a seat's action, the clock, or a seat that went out; its events, and where noted its draws and time
    last line   the outcome

A replay decides every step again, folds the events again, and compares: what does not follow from the lines before it
was tampered with. A server notes what chance gave in the events, not as draws; then a step is decided again as far as
it drew nothing, and what it drew is taken from the events. A record of older rules is replayed by the present ones,
and holds where they decide the same.

Format 1, of `tablee record` up to 0.2.0, had the legal actions and the state in each line; it is still read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import asdict

from tablee.kernel import play
from tablee.kernel.chance import Chance, ScriptedChance, ScriptError
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.refusals import Refusal
from tablee.kernel.replay import Origin, Record, Step
from tablee.kernel.story import Story
from tablee.kernel.upcasting import Kind, upcast
from tablee.kernel.words import Text

FORMAT = 2
MEDIA_TYPE = "application/jsonl"

NOTHING = Raw(b"null")

Draws: TypeAlias = tuple[int | tuple[int, ...], ...]


class Header(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The first line, of either format."""

    record: int
    """The version of this format."""
    id: str | None = None
    game: str
    rules_version: int
    """The version of the game's rules in whose form the data are."""
    seats: int
    options: Raw = NOTHING
    """Not there where it was not noted."""
    starter: int
    names: tuple[str, ...] = ()
    """By seat; empty where erased."""
    colours: tuple[str, ...] = ()
    bots: tuple[str | None, ...] = ()
    """The level of each seat's bot; null for a person."""
    origin: Origin | None = None
    """The finished game that it was played on from, for practice."""
    started_at: int | None = None
    chance: Draws | None = None
    """Chance's draws in the set-up: numbers, and orders of shuffled things. Absent where they were not noted."""
    state: Raw


_NOTED: Final = tuple([name for name in Header.__struct_fields__ if name != "record"])
"""The fields of a record that its header has too, by the same names."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One step."""

    step: int
    """Its number, from 1."""
    cause: Literal["played", "clock", "out"]
    seat: int | None = None
    """The seat that acted or went out."""
    others: tuple[int, ...] = ()
    """Those who went out at the same moment."""
    action: Raw = NOTHING
    chance: Draws | None = None
    events: Raw
    at: int | None = None
    """Milliseconds since 1970."""


class OldEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """One action, in format 1."""

    seat: int
    legal: Raw
    action: Raw
    chance: Draws
    events: Raw
    state: Raw


class Ending(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The last line."""

    outcome: Outcome
    ended_at: int | None = None
    taken_back: int = 0
    """How often a decision was taken back; what was is in no line."""
    hints: tuple[int, ...] = ()
    """How many hints each seat was given."""


class Tampered(Struct, frozen=True):
    """A record that does not hold, or is none."""

    line: int
    """The first line that does not follow from those before it, counted from 1."""
    text: Text


# ── Writing ──────────────────────────────────────────────────────────────────────────────────────────────


def lines_of(record: Record) -> Iterator[bytes]:
    yield _header_line(record)
    yield from map(_step_line, count(1), record.steps)
    hints = record.hints if any(record.hints) else ()
    yield _line(Ending(record.outcome, record.ended_at, record.taken_back, hints))


def _header_line(record: Record) -> bytes:
    noted = {name: getattr(record, name) for name in _NOTED}
    return _line(Header(**noted | {"record": FORMAT, "options": _raw(record.options), "state": _raw(record.state)}))


def _step_line(number: int, step: Step) -> bytes:
    noted = {name: getattr(step, name) for name in ("cause", "seat", "others", "chance", "at")}
    return _line(Entry(step=number, action=_raw(step.action), events=_raw(step.events), **noted))


# ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────


def read_header(line: bytes) -> Header | Tampered:
    """The header, which says which game to load."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeError) as error:
        return _tampered(1, f"it is no header of a record ({error})", f"ce n’est pas un en-tête ({error})")
    if header.record not in (1, FORMAT):
        return _tampered(
            1, f"its format {header.record} is not known here", f"son format {header.record} est inconnu ici"
        )
    return header


def read(lines: Iterable[bytes]) -> Record | Tampered:
    """A record with the game's own data as plain data, unchecked: for those who may not have the game."""
    first, *rest = [line for line in lines if line.strip()] or [b""]
    header = read_header(first)
    if isinstance(header, Tampered):
        return header
    *between, last = rest or [b""]
    steps: list[Step] = []
    try:
        for line in between:
            entry = _entry(header, line)
            steps.append(_step(entry, _plain(entry.action), _plain(entry.events)))
        ending: Ending = _decoded(last, Ending)
    except _Mismatch as mismatch:
        return _tampered(len(steps) + 2, mismatch.text.en, mismatch.text.fr)
    return _record(header, _plain(header.options), _plain(header.state), steps, ending)


def replay(game: AnyGame, header: Header, lines: Iterable[bytes]) -> Record | Tampered:
    """Play the record again from its header and the lines after it: the record in the game's own types, if it holds."""
    replaying = _Replay(game, header)
    try:
        return replaying.run(lines)
    except _Mismatch as mismatch:
        return _tampered(replaying.number, mismatch.text.en, mismatch.text.fr)


class _Mismatch(Exception):  # noqa: N818 - control flow inside this file, not an error
    def __init__(self, en: str, fr: str) -> None:
        self.text = Text(en, fr)


class _Replay:
    """Walks through a record; `number` is the line it is at."""

    def __init__(self, game: AnyGame, header: Header) -> None:
        self.game = game
        self.header = header
        self.number = 1

    def run(self, lines: Iterable[bytes]) -> Record:
        options = self._options()
        first = state = self._first_state(options)
        numbered: Iterator[tuple[int, bytes]] = enumerate(lines, start=2)
        steps: list[Step] = []
        for self.number, line in numbered:
            if state.ended is not None:
                break
            entry = _entry(self.header, line)
            if isinstance(entry, Entry) and entry.step != len(steps) + 1:
                raise _Mismatch(f"step {len(steps) + 1} is missing", f"l’étape {len(steps) + 1} manque")
            step = self._checked(state, entry)
            state = play.fold(self.game, state, step.events)
            if isinstance(entry, OldEntry) and state != self._read("state", play.state_decoder(self.game), entry.state):
                raise _Mismatch("the state doesn’t follow from the events", "l’état ne découle pas des événements")
            steps.append(step)
        else:
            self.number += 1
            raise _Mismatch("the record breaks off before the outcome", "l’enregistrement s’arrête avant le résultat")
        ending: Ending = _decoded(line, Ending)
        if ending.outcome != state.ended:
            raise _Mismatch(
                "the outcome is not the one of the last state", "le résultat n’est pas celui du dernier état"
            )
        for self.number, _ in numbered:
            raise _Mismatch("there are lines after the outcome", "il y a des lignes après le résultat")
        return _record(self.header, options, first, steps, ending)

    def _options(self) -> Any:
        header, game = self.header, self.game
        if header.rules_version > game.rules_version:
            raise _Mismatch(
                f"it follows version {header.rules_version} of the rules, here is version {game.rules_version}",
                f"il suit la version {header.rules_version} des règles, ici la version {game.rules_version}",
            )
        if not 0 <= header.starter < header.seats:
            raise _Mismatch("the starter is no seat", "le premier joueur n’est pas une place")
        given = _decoded(header.options, dict[str, Any] | None)
        if given is None:
            return None
        given = upcast(game, "options", given, header.rules_version)
        options = play.parse_options(game, given)
        refusal = options if isinstance(options, Refusal) else play.check_options(game, header.seats, options)
        if refusal is not None:
            raise _Mismatch(refusal.text.en, refusal.text.fr)
        return options

    def _first_state(self, options: Any) -> Any:
        header, game = self.header, self.game
        state = self._read("state", play.state_decoder(game), header.state)
        if header.chance is None:
            # What was drawn is only in the state.
            is_of_them = options is None or getattr(state, "options", options) == options
            if not is_of_them or len(game.scores(state)) != header.seats:
                raise _Mismatch(
                    "the first state is of other options or seats",
                    "le premier état a d’autres options ou d’autres places",
                )
            return state
        chance = ScriptedChance(header.chance)
        try:
            begun = play.begin(
                game, header.seats, game.options() if options is None else options, chance, header.starter
            )
        except ScriptError as error:
            raise _Mismatch(f"its chance does not fit: {error}", f"son hasard ne convient pas : {error}") from error
        if isinstance(begun, Refusal):
            raise _Mismatch(begun.text.en, begun.text.fr)
        if not chance.is_used_up or state != begun:
            raise _Mismatch("the first state is not what was set up", "le premier état n’est pas la mise en place")
        return state

    def _checked(self, state: Any, entry: Entry | OldEntry) -> Step:
        game, action, tell = self.game, None, self._tell_late(state)
        cause = "played" if isinstance(entry, OldEntry) else entry.cause
        if cause == "played":
            action = self._checked_action(state, entry)
            tell = self._tell_action(entry.seat, action)
        elif cause == "out":
            tell = self._tell_gone(entry)
        events = self._read("event", play.event_decoder(game), entry.events)
        story: Story[Any, Any] = Story(state, game.evolve)
        chance = ScriptedChance(entry.chance or ())
        told = story.events
        try:
            tell(story, chance)
        except ScriptError as error:
            if entry.chance is not None:
                raise _Mismatch(f"its chance does not fit: {error}", f"son hasard ne convient pas : {error}") from error
            is_same = events[: len(told)] == tuple(told)
        else:
            is_same = events == tuple(told) and chance.is_used_up
        if not is_same:
            raise _Mismatch("the events don’t follow from the action", "les événements ne découlent pas de l’action")
        return _step(entry, action, events)

    def _checked_action(self, state: Any, entry: Entry | OldEntry) -> Any:
        game, seat = self.game, entry.seat
        if seat is None or seat not in game.to_act(state):
            raise _Mismatch(f"seat {seat} was not to act", f"la place {seat} n’avait pas à agir")
        legal = list(game.legal(state, seat))
        if isinstance(entry, OldEntry) and legal != [
            self._read("action", play.action_decoder(game), raw) for raw in _decoded(entry.legal, list[Raw])
        ]:
            raise _Mismatch("these were not the legal actions", "ce n’étaient pas les actions permises")
        action = self._read("action", play.action_decoder(game), entry.action)
        if action not in legal:
            raise _Mismatch("the action was not legal", "l’action n’était pas permise")
        return action

    def _tell_action(self, seat: Any, action: Any) -> "_Tell":
        return lambda story, chance: self.game.decide(story, seat, action, chance)

    def _tell_late(self, state: Any) -> "_Tell":
        if not self.game.to_act(state):
            raise _Mismatch("nobody was to act", "personne n’avait à agir")
        return self.game.timeout

    def _tell_gone(self, entry: Entry | OldEntry) -> "_Tell":
        first, others = entry.seat, () if isinstance(entry, OldEntry) else entry.others
        if first is None or not all(0 <= seat < self.header.seats for seat in (first, *others)):
            raise _Mismatch("it went out from no seat", "aucune place n’est sortie du jeu")
        return lambda story, chance: play.tell_leaving(self.game, story, (first, *others), chance)

    def _read(self, kind: Kind, decoder: msgspec.json.Decoder[Any], raw: Raw) -> Any:
        """Data of the game in the form of its present rules, whatever rules it was recorded under."""
        version = self.header.rules_version
        if version != self.game.rules_version:
            data = _decoded(raw, Any)
            parts = data if kind == "event" else [data]
            brought = [upcast(self.game, kind, part, version) for part in parts]
            raw = _raw(brought if kind == "event" else brought[0])
        return _decoded_by(decoder, raw)


_Tell: TypeAlias = Callable[[Story[Any, Any], Chance], None]


def _entry(header: Header, line: bytes) -> Entry | OldEntry:
    entry: Entry | OldEntry = _decoded(line, OldEntry if header.record == 1 else Entry)
    return entry


def _step(entry: Entry | OldEntry, action: Any, events: Any) -> Step:
    if isinstance(entry, OldEntry):
        return Step("played", entry.seat, action, events, None, entry.chance)
    return Step(entry.cause, entry.seat, action, events, entry.at, entry.chance, entry.others)


def _record(header: Header, options: Any, state: Any, steps: Sequence[Step], ending: Ending) -> Record:
    noted = {name: getattr(header, name) for name in _NOTED}
    noted |= {"options": options, "state": state, "steps": tuple(steps)} | asdict(ending)
    return Record(**noted | {"hints": ending.hints or (0,) * header.seats})


def _plain(raw: Raw) -> Any:
    return _decoded(raw, Any)


def _decoded(raw: bytes | Raw, type_: Any) -> Any:
    return _decoded_by(msgspec.json.Decoder(type_), raw)


def _decoded_by(decoder: msgspec.json.Decoder[Any], raw: bytes | Raw) -> Any:
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, ValueError) as error:
        raise _Mismatch(f"it can’t be read ({error})", f"elle est illisible ({error})") from error


def _raw(data: object) -> Raw:
    return NOTHING if data is None else Raw(msgspec.json.encode(data))


def _line(data: object) -> bytes:
    return msgspec.json.encode(data) + b"\n"


def _tampered(line: int, en: str, fr: str) -> Tampered:
    return Tampered(line, Text(f"Line {line}: {en}.", f"Ligne {line} : {fr}."))
