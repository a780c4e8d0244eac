"""The record of a game: JSON lines that replay without any randomness.

    line 1      the header: game, seats, options, rules version, starter, the draws of chance, the first state
    each action its seat, the legal actions it was chosen from, the action, its draws, the events, the state after
    last line   the outcome

A replay decides every action again from the recorded draws, folds the events again, and compares everything:
what does not follow from the line before it was tampered with. A record of older rules is replayed by the present
ones, and holds where they decide the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tablee.kernel.chance import ScriptedChance, ScriptError
from tablee.kernel.data import Action, Event, Options, State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import action_decoder, begin, carry_out, event_decoder, fold, parse_options, state_decoder
from tablee.kernel.refusals import Refusal
from tablee.kernel.upcasting import Kind, upcast
from tablee.kernel.words import Text

FORMAT = 1


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    record: int
    """The version of this format."""
    game: str
    seats: int
    options: Raw
    rules_version: int
    starter: int
    chance: tuple[int | tuple[int, ...], ...]
    """What chance gave in the set-up: numbers, and orders of shuffled things."""
    state: Raw


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One action."""

    seat: int
    legal: Raw
    action: Raw
    chance: tuple[int | tuple[int, ...], ...]
    events: Raw
    state: Raw


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    outcome: Outcome


class Replayed(Struct, frozen=True):
    """A record that holds."""

    game: str
    seats: int
    actions: int
    outcome: Outcome


class Tampered(Struct, frozen=True):
    """A record that does not."""

    line: int
    """The first line that does not follow from those before it, counted from 1."""
    text: Text


def header_line(game: AnyGame, seats: int, options: Options, starter: int, draws: Sequence[Any], state: State) -> bytes:
    return _line(
        {
            "record": FORMAT,
            "game": game.id,
            "seats": seats,
            "options": options,
            "rules_version": game.rules_version,
            "starter": starter,
            "chance": draws,
            "state": state,
        }
    )


def entry_line(
    seat: int, legal: Sequence[Action], action: Action, draws: Sequence[Any], events: Sequence[Event], state: State
) -> bytes:
    return _line({"seat": seat, "legal": legal, "action": action, "chance": draws, "events": events, "state": state})


def ending_line(outcome: Outcome) -> bytes:
    return _line(Ending(outcome))


def read_header(line: bytes) -> Header | Tampered:
    """The header, which says which game to load."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeError) as error:
        return _tampered(1, f"it is no header of a record ({error})", f"ce n’est pas un en-tête ({error})")
    if header.record != FORMAT:
        return _tampered(
            1, f"its format {header.record} is not known here", f"son format {header.record} est inconnu ici"
        )
    return header


def replay(game: AnyGame, header: Header, lines: Iterable[bytes]) -> Replayed | Tampered:
    """Play the record again from its header and the lines after it."""
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

    def run(self, lines: Iterable[bytes]) -> Replayed:
        state = self._first_state()
        numbered: Iterator[tuple[int, bytes]] = enumerate(lines, start=2)
        actions = 0
        for self.number, line in numbered:
            if state.ended is not None:
                break
            state = self._step(state, line)
            actions += 1
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
        return Replayed(self.game.id, self.header.seats, actions, ending.outcome)

    def _first_state(self) -> Any:
        header, game = self.header, self.game
        if header.rules_version > game.rules_version:
            raise _Mismatch(
                f"it follows version {header.rules_version} of the rules, here is version {game.rules_version}",
                f"il suit la version {header.rules_version} des règles, ici la version {game.rules_version}",
            )
        given = upcast(game, "options", _decoded(header.options, dict[str, Any]), header.rules_version)
        options = parse_options(game, given)
        if isinstance(options, Refusal):
            raise _Mismatch(options.text.en, options.text.fr)
        if not 0 <= header.starter < header.seats:
            raise _Mismatch("the starter is no seat", "le premier joueur n’est pas une place")
        chance = ScriptedChance(header.chance)
        try:
            state = begin(game, header.seats, options, chance, header.starter)
        except ScriptError as error:
            raise _Mismatch(f"its chance does not fit: {error}", f"son hasard ne convient pas : {error}") from error
        if isinstance(state, Refusal):
            raise _Mismatch(state.text.en, state.text.fr)
        if not chance.is_used_up or state != self._read("state", state_decoder(game), header.state):
            raise _Mismatch("the first state is not what was set up", "le premier état n’est pas la mise en place")
        return state

    def _step(self, state: Any, line: bytes) -> Any:
        game, entry = self.game, _decoded(line, Entry)
        if entry.seat not in game.to_act(state):
            raise _Mismatch(f"seat {entry.seat} was not to act", f"la place {entry.seat} n’avait pas à agir")
        legal = list(game.legal(state, entry.seat))
        if [self._read("action", action_decoder(game), raw) for raw in _decoded(entry.legal, list[Raw])] != legal:
            raise _Mismatch("these were not the legal actions", "ce n’étaient pas les actions permises")
        action = self._read("action", action_decoder(game), entry.action)
        if action not in legal:
            raise _Mismatch("the action was not legal", "l’action n’était pas permise")
        events = self._read("event", event_decoder(game), entry.events)
        chance = ScriptedChance(entry.chance)
        try:
            decided = tuple(carry_out(game, state, entry.seat, action, chance).events)
        except ScriptError as error:
            raise _Mismatch(f"its chance does not fit: {error}", f"son hasard ne convient pas : {error}") from error
        if events != decided or not chance.is_used_up:
            raise _Mismatch("the events don’t follow from the action", "les événements ne découlent pas de l’action")
        after = fold(game, state, events)
        if after != self._read("state", state_decoder(game), entry.state):
            raise _Mismatch("the state doesn’t follow from the events", "l’état ne découle pas des événements")
        return after

    def _read(self, kind: Kind, decoder: msgspec.json.Decoder[Any], raw: Raw) -> Any:
        """Data of the game in the form of its present rules, whatever rules it was recorded under."""
        version = self.header.rules_version
        if version != self.game.rules_version:
            data = _decoded(raw, Any)
            parts = data if kind == "event" else [data]
            brought = [upcast(self.game, kind, part, version) for part in parts]
            raw = Raw(msgspec.json.encode(brought if kind == "event" else brought[0]))
        return _decoded_by(decoder, raw)


def _decoded(raw: bytes | Raw, type_: Any) -> Any:
    return _decoded_by(msgspec.json.Decoder(type_), raw)


def _decoded_by(decoder: msgspec.json.Decoder[Any], raw: bytes | Raw) -> Any:
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, ValueError) as error:
        raise _Mismatch(f"it can’t be read ({error})", f"elle est illisible ({error})") from error


def _line(data: object) -> bytes:
    return msgspec.json.encode(data) + b"\n"


def _tampered(line: int, en: str, fr: str) -> Tampered:
    return Tampered(line, Text(f"Line {line}: {en}.", f"Ligne {line} : {fr}."))
