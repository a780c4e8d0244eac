"""How the platform plays a game: it checks every wish against the contract, so that no game has to.

begin -> state      decide -> a story or a refusal      timeout, leave -> a story      fold -> state
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from tablee.kernel.chance import Chance
from tablee.kernel.data import Action, Event, Options, State
from tablee.kernel.events import Ended
from tablee.kernel.game import A, AnyGame, BrokenRulesError, Game, O
from tablee.kernel.refusals import Refusal, refusal
from tablee.kernel.story import E, S, Story
from tablee.kernel.words import Text

_LISTED_AT_MOST = 6


class _NoAction(Action, frozen=True, tag="no action"):
    """Added to a game's actions so that there are always two: then `type` is never optional."""


class _NoEvent(Event, frozen=True, tag="no event"):
    """As `_NoAction`."""


def begin(game: Game[S, A, E, O], seats: int, options: O, chance: Chance, starter: int | None = None) -> S | Refusal:
    """The first position. The starting seat is drawn unless it is given (on a rematch it is the next one)."""
    refusal = check_options(game, seats, options)
    if refusal is not None:
        return refusal
    if starter is None:
        starter = chance.below(seats)
    return game.setup(seats, options, starter, chance)


def check_options(game: AnyGame, seats: int, options: Options) -> Refusal | None:
    """A refusal if the game can't be played so, else None."""
    fewest, most = game.seats
    if not fewest <= seats <= most:
        range_ = str(fewest) if fewest == most else f"{fewest}–{most}"
        return refusal(
            "bad_options",
            f"{game.name.en} is for {range_} players, not {seats}.",
            f"{game.name.fr} se joue à {range_}, pas à {seats}.",
        )
    rule = game.limit_options(options, seats)
    return None if rule is None else Refusal("bad_options", rule.text, rule.name, section=rule.section)


def parse_options(game: Game[S, A, E, O], given: Mapping[str, object]) -> O | Refusal:
    """Options from plain data; what is not given has its default. Strings are read as what they spell."""
    try:
        return msgspec.convert(given, game.options, strict=False)
    except (msgspec.ValidationError, UnicodeError, ValueError) as error:
        known = ", ".join(game.options.__struct_fields__) or "none"
        return refusal(
            "bad_options",
            f"These options don't fit {game.name.en}: {_first_line(error)}. Its options are: {known}.",
            f"Ces options ne conviennent pas à {game.name.fr} : {_first_line(error)}. Ses options : {known}.",
        )


def parse_action(game: Game[S, A, E, O], raw: object) -> A | Refusal:
    """An action from plain data, as JSON gives it, or why it is none."""
    try:
        action: A = msgspec.convert({"action": raw}, _asked(game)).action
    except (msgspec.ValidationError, UnicodeError, ValueError, RecursionError) as error:
        return _bad_message(game, _first_line(error))
    return _bad_message(game, "Invalid value") if type(action) is _NoAction else action


def parse_json_action(game: Game[S, A, E, O], raw: bytes | str) -> A | Refusal:
    """An action from JSON text, or why it is none."""
    try:
        action: A = action_decoder(game).decode(raw)
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as error:
        return _bad_message(game, _first_line(error))
    return _bad_message(game, "Invalid value") if type(action) is _NoAction else action


def choices(game: Game[S, A, E, O], state: S, seat: int) -> Sequence[A]:
    """The legal actions of a seat that is to act. Raises BrokenRulesError where the game lists none."""
    legal = game.legal(state, seat)
    if not legal:
        raise BrokenRulesError(
            f"{game.id}: seat {seat} is to act, but has no legal action, in the position {position(state)}"
        )
    return legal


def position(state: State) -> str:
    """A state in full, for the author of the rules: its secrets too."""
    return msgspec.json.encode(state).decode()


def decide(game: Game[S, A, E, O], state: S, seat: int, action: A, chance: Chance) -> Story[S, E] | Refusal:
    """Tell what a seat's action does, or refuse it and change nothing.

    One `legal` decides what is allowed, for players, bots and the screen alike.
    """
    legal = game.legal(state, seat)
    if action in legal:
        return carry_out(game, state, seat, action, chance)
    return _refuse(game, state, seat, action, legal)


def carry_out(game: Game[S, A, E, O], state: S, seat: int, action: A, chance: Chance) -> Story[S, E]:
    """Tell what an action does that is known to be legal."""
    story: Story[S, E] = Story(state, game.evolve)
    game.decide(story, seat, action, chance)
    return story


def timeout(game: Game[S, A, E, O], state: S, chance: Chance) -> Story[S, E]:
    """Tell what the clock's end does for all the seats to act; nothing if there are none."""
    story: Story[S, E] = Story(state, game.evolve)
    if game.to_act(state):
        game.timeout(story, chance)
    return story


def leave(game: Game[S, A, E, O], state: S, seat: int, chance: Chance) -> Story[S, E]:
    """Tell what a seat's leaving does; nothing once the game is over."""
    story: Story[S, E] = Story(state, game.evolve)
    if state.ended is None:
        game.leave(story, seat, chance)
    return story


def leave_together(game: Game[S, A, E, O], state: S, seats: Sequence[int], chance: Chance) -> Story[S, E]:
    """Tell what the leaving of several seats at once does; nothing once the game is over."""
    story: Story[S, E] = Story(state, game.evolve)
    tell_leaving(game, story, seats, chance)
    return story


def tell_leaving(game: Game[S, A, E, O], story: Story[S, E], seats: Sequence[int], chance: Chance) -> None:
    """Tell what happens when seats leave at one moment."""
    if game.leave_together is None:
        for seat in seats:
            if story.state.ended is None:
                game.leave(story, seat, chance)
    elif story.state.ended is None:
        game.leave_together(story, tuple(seats), chance)


def fold(game: Game[S, A, E, O], state: S, events: Iterable[E | Ended]) -> S:
    evolve: Callable[[S, Any], S] = game.evolve
    for event in events:
        state = evolve(state, event)
    return state


def describe(action: Action) -> str:
    """An action in short: `place(card=earth, slot=4)`."""
    fields = ", ".join(f"{name}={_short(getattr(action, name))}" for name in action.__struct_fields__)
    return f"{action.__struct_config__.tag}({fields})" if fields else str(action.__struct_config__.tag)


@cache
def action_decoder(game: AnyGame) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game.actions | _NoAction)


@cache
def event_decoder(game: AnyGame) -> msgspec.json.Decoder[Any]:
    """Decodes lists of the game's events from JSON."""
    types = game.events | Ended | _NoEvent
    return msgspec.json.Decoder(tuple[types, ...])  # type: ignore[valid-type]  # a type made at run time


@cache
def state_decoder(game: AnyGame) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game.state)


@cache
def _asked(game: AnyGame) -> Any:
    """Wrap the action union in a struct, because msgspec caches decoders for structs but not for unions."""
    return msgspec.defstruct("Asked", [("action", game.actions | _NoAction)])


def _bad_message(game: AnyGame, why: str) -> Refusal:
    known = ", ".join(sorted(str(type_.__struct_config__.tag) for type_ in game.action_types))
    return refusal(
        "bad_message",
        f"That is no action of {game.name.en}: {why}. Its actions are: {known}.",
        f"Ce n’est pas une action de {game.name.fr} : {why}. Ses actions : {known}.",
    )


def _refuse(game: AnyGame, state: State, seat: int, action: Action, legal: Sequence[Action]) -> Refusal:
    tried = describe(action)
    if state.ended is not None:
        return refusal("game_over", f"{tried}: the game is over.", f"{tried} : la partie est finie.")
    awaited = game.to_act(state)
    if seat not in awaited:
        whom = ", ".join(str(other) for other in awaited)
        return refusal(
            "not_your_turn",
            f"{tried}: not seat {seat}’s turn; waiting for seat {whom}.",
            f"{tried} : ce n’est pas le tour de la place {seat} ; on attend la place {whom}.",
        )
    rule = game.why_not(state, seat, action)
    allowed = _allowed(legal)
    return Refusal(
        "illegal_action",
        Text(
            f"{tried} is not allowed: {rule.text.en} Allowed now: {allowed}.",
            f"{tried} n’est pas permis : {rule.text.fr} Permis maintenant : {allowed}.",
        ),
        rule.name,
        section=rule.section,
    )


def _allowed(legal: Sequence[Action]) -> str:
    """The legal actions in short: each, if they are few, else how many of each type."""
    if len(legal) <= _LISTED_AT_MOST:
        return ", ".join(describe(action) for action in legal)
    counts: dict[str, int] = {}
    for action in legal:
        tag = str(action.__struct_config__.tag)
        counts[tag] = counts.get(tag, 0) + 1
    return ", ".join(f"{tag} ({count})" for tag, count in counts.items())


def _short(value: object) -> str:
    """A value in an action, without quotes or blanks."""
    if isinstance(value, tuple):
        return "[" + ",".join(_short(part) for part in value) + "]"
    return str(value)


def _first_line(error: Exception) -> str:
    if isinstance(error, UnicodeError):
        return "Text is not valid Unicode"
    return str(error).partition("\n")[0].replace("`$.action", "`$")[:200] or type(error).__name__
