"""The JSON Schema of all that goes over the wire: messages, HTTP bodies, and the data of each game.

One document, which `tablee schema` prints. It is read off the types themselves, and the sentences under their fields
come along as descriptions. What a seat can't see is in it too: a `Secret[T]` is a T or `"?"`, by its shape.

    incoming, outgoing      a message of that direction
    http                    the bodies that are given to the server, and those that it shows
    games                   for each game its options, action, event (as its viewer sees it) and view
    $defs                   every type that has a name
"""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType, json
from msgspec.structs import fields

from tablee.analysis.findings import Answer
from tablee.kernel.game import AnyGame
from tablee.kernel.registry import game_ids, load_game
from tablee.kernel.secrecy import HIDDEN
from tablee.kernel.shapes import Choice, Fixed, Hidden, Many, Opened, Plain, Record, Shape, shape_of
from tablee.lessons.compiled import CompiledLesson, CompiledPosition
from tablee.protocol import PROTOCOL, http
from tablee.protocol.incoming import AnyIncoming
from tablee.protocol.outgoing import AnyOutgoing
from tablee.puzzles.compiled import CompiledPuzzle

Json: TypeAlias = dict[str, Any]

GIVEN: Final = (
    http.SessionGiven,
    http.AccountGiven,
    http.SignInGiven,
    http.PasswordGiven,
    http.ResetGiven,
    http.ProgressGiven,
    http.RoomGiven,
    http.BotGiven,
    http.SeatGiven,
    http.LevelGiven,
    http.ReadyGiven,
    http.ActionGiven,
    http.VoteGiven,
)
"""The bodies of HTTP requests."""

SHOWN: Final = (
    http.SessionShown,
    http.GameShown,
    http.RoomList,
    http.MyRooms,
    http.RoomMade,
    http.RoomFound,
    http.RoomWatched,
    http.BotShown,
    http.BotMade,
    http.FinishedShown,
    http.RecordPage,
    http.RecordLog,
    http.AnalysisShown,
    Answer,
    CompiledLesson,
    http.LessonProgress,
    CompiledPosition,
    CompiledPuzzle,
    http.RefusalShown,
)
"""The bodies of HTTP answers."""

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_ANY: Final = {part: {"$ref": f"#/$defs/Any{part}"} for part in ("Options", "Action", "Event", "View")}
_OF_ANY_GAME: Final[Mapping[tuple[str, str], Json]] = {
    ("Act", "action"): _ANY["Action"],
    ("ActionGiven", "action"): _ANY["Action"],
    ("Perspective", "view"): _ANY["View"],
    ("Perspective", "legal"): {"type": "array", "items": _ANY["Action"]},
    ("Moved", "events"): {"type": "array", "items": _ANY["Event"]},
    ("MissedMove", "events"): {"type": "array", "items": _ANY["Event"]},
    ("RoomView", "options"): _ANY["Options"],
    ("RecordHead", "options"): {"anyOf": [_ANY["Options"], {"type": "null"}]},
    ("SeenStep", "action"): {"anyOf": [_ANY["Action"], {"type": "null"}]},
    ("SeenStep", "events"): {"type": "array", "items": _ANY["Event"]},
    ("SeenStep", "view"): _ANY["View"],
    ("LoggedStep", "action"): {"anyOf": [_ANY["Action"], {"type": "null"}]},
    ("Considered", "action"): _ANY["Action"],
    ("LessonTry", "action"): {"anyOf": [_ANY["Action"], {"type": "null"}]},
    ("LessonMove", "events"): {"type": "array", "items": _ANY["Event"]},
    ("ClaimShown", "action"): {"anyOf": [_ANY["Action"], {"type": "null"}]},
}
"""Fields that hold data of whatever game is played: their type can't say so."""


def schema(games: Iterable[str] | None = None) -> Json:
    """The whole document, for these games or all that are installed."""
    definitions = _Definitions()
    given, shown = _Describer(definitions, is_given=True), _Describer(definitions)
    document: Json = {
        "$schema": _DIALECT,
        "title": "Tablée",
        "protocol": PROTOCOL,
        "incoming": _union(definitions, "Incoming", "A message from a client.", get_args(AnyIncoming), given.struct),
        "outgoing": _union(definitions, "Outgoing", "A message to a client.", get_args(AnyOutgoing), shown.struct),
        "http": {
            "given": {"anyOf": [given.struct(type_) for type_ in GIVEN]},
            "shown": {"anyOf": [shown.struct(type_) for type_ in SHOWN]},
        },
        "games": {},
    }
    played = [_game(load_game(id_), definitions) for id_ in (game_ids() if games is None else games)]
    for part in _ANY:
        definitions.all[f"Any{part}"] = {
            "description": f"{part} of any of the games: the room's `game` says of which.",
            "anyOf": [data[part] for _, data in played],
        }
    document["games"] = {game.id: _as_listed(game, data, definitions) for game, data in played}
    return document | {"$defs": definitions.all}


def _game(game: AnyGame, definitions: "_Definitions") -> tuple[AnyGame, dict[str, Json]]:
    """The four kinds of data of a game, as they are shown."""
    describer = _Describer(definitions, game)
    prefix, name = _prefix(game), game.name.en
    return game, {
        "Options": describer.struct(game.options),
        "Action": _union(definitions, f"{prefix}Action", f"An action of {name}.", game.action_types, describer.struct),
        "Event": _union(
            definitions,
            f"{prefix}Event",
            f"An event of {name}, as its viewer may see it.",
            game.event_types,
            describer.redacted,
        ),
        "View": describer.redacted(game.state),
    }


def _as_listed(game: AnyGame, data: Mapping[str, Json], definitions: "_Definitions") -> Json:
    """With the options as they may be given: each has its default."""
    given = _Describer(definitions, game, is_given=True).object(game.options)
    return {"options": given, "action": data["Action"], "event": data["Event"], "view": data["View"]}


def _union(
    definitions: "_Definitions", name: str, text: str, types: Sequence[Any], describe: Callable[[Any], Json]
) -> Json:
    return definitions.add(name, types, lambda: {"description": text, "anyOf": [describe(type_) for type_ in types]})


def _prefix(game: AnyGame) -> str:
    """`my-game` -> `MyGame`: several games have a `Place`, so a game's own types carry its name."""
    return "".join(part.capitalize() for part in game.id.split("-"))


class _Definitions:
    """Named types: each described once."""

    def __init__(self) -> None:
        self.all: dict[str, Json] = {}
        self._sources: dict[str, object] = {f"Any{part}": part for part in _ANY}

    def add(self, name: str, source: object, make: Callable[[], Json]) -> Json:
        """Define what is made of a source, under that name or, if something else has it, one that is like it."""
        count, free = 1, name
        while free in self._sources and self._sources[free] != source:
            count, free = count + 1, f"{name}{count + 1}"
        if free not in self._sources:
            self._sources[free] = source
            self.all[free] = {}  # its place, before those of its parts
            self.all[free] = make()
        return {"$ref": f"#/$defs/{free}"}


class _Describer:
    """Describes types: those of the messages, or those of a game."""

    def __init__(self, definitions: _Definitions, game: AnyGame | None = None, *, is_given: bool = False) -> None:
        self._definitions, self._game = definitions, game
        self._is_given = is_given
        """Whether clients send it: then fields with a default can be left out. The server always sends them all."""

    # ── What a viewer sees ───────────────────────────────────────────────────────────────────────────────

    def redacted(self, type_: Any) -> Json:
        return self.seen(shape_of(type_), type_.__module__)

    def seen(self, shape: Shape, home: str) -> Json:
        """The schema of a shape as a viewer sees it; `home` is the module that declares it."""
        match shape:
            case Plain(annotation) | Opened(annotation):
                return self.plain(annotation, home)
            case Hidden(kind):
                return _any_of([self.plain(kind, home), {"const": HIDDEN}])
            case Many(item):
                return {"type": "array", "items": self.seen(item, home)}
            case Fixed(items):
                return _fixed([self.seen(item, home) for item in items])
            case Choice(choices):
                return _any_of([self.seen(part, home) for part in choices])
            case Record(type_, parts):
                shapes = dict(parts)
                return self._definitions.add(
                    self._name(type_.__name__, type_.__module__),
                    (type_, self._is_given),
                    lambda: self.object(type_, lambda field: self.seen(shapes[field], type_.__module__)),
                )

    # ── Any type ─────────────────────────────────────────────────────────────────────────────────────────

    def plain(self, annotation: Any, home: str) -> Json:
        """The schema of a type with everything open; `home` is the module that declares it."""
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return _limited(self.plain(args[0], home), args[1:])
        if isinstance(annotation, type) and issubclass(annotation, Struct):
            return self.struct(annotation)
        alias = _alias(annotation, home)
        if alias is None:
            return self._unnamed(annotation, home)
        text = _sentences(home).get("", {}).get(alias)
        return self._definitions.add(
            self._name(alias, home), annotation, lambda: _described(self._unnamed(annotation, home), text)
        )

    def struct(self, type_: type[Struct]) -> Json:
        name = self._name(type_.__name__, type_.__module__)
        return self._definitions.add(name, (type_, self._is_given), lambda: self.object(type_))

    def _unnamed(self, annotation: Any, home: str) -> Json:
        origin, args = get_origin(annotation), get_args(annotation)
        if annotation is Any:
            return {}
        if annotation in _SIMPLE:
            return {"type": _SIMPLE[annotation]}
        if isinstance(annotation, NewType):
            return self.plain(annotation.__supertype__, home)
        if origin is Literal:
            return {"enum": list(args)}
        if isinstance(annotation, type) and issubclass(annotation, Enum):
            return {"enum": [member.value for member in annotation]}
        if origin in (Union, UnionType):
            return _any_of([self.plain(arg, home) for arg in args])
        if origin is tuple and (len(args) != 2 or args[1] is not Ellipsis):
            return _fixed([self.plain(arg, home) for arg in args])
        if origin in (tuple, list, Sequence):
            return {"type": "array", "items": self.plain(args[0], home)}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.plain(args[1], home)}
        raise TypeError(f"{annotation!r} in {home} has no JSON Schema here")

    def object(self, type_: type[Struct], describe: Callable[[str], Json] | None = None) -> Json:
        """A struct with its fields, which are described by their types unless it is said how."""
        hints = get_type_hints(type_, include_extras=True)
        config = type_.__struct_config__
        properties: dict[str, Json] = {}
        required = []
        if config.tag_field is not None:
            properties[config.tag_field] = {"const": config.tag}
            required.append(config.tag_field)
        for field in fields(type_):
            if self._game is None and (type_.__name__, field.name) in _OF_ANY_GAME:
                part = _OF_ANY_GAME[type_.__name__, field.name]
            else:
                hint = _without_unset(hints[field.name])
                part = self.plain(hint, type_.__module__) if describe is None else describe(field.name)
            part = _described(part, _sentence(type_, field.name))
            if field.default is not NODEFAULT and self._is_given:
                part = {**part, "default": json.decode(json.encode(field.default))}
            properties[field.encode_name] = part
            if field.required or not (self._is_given or field.default is UNSET):
                required.append(field.encode_name)
        made: Json = _described({"type": "object", "properties": properties, "required": required}, _docstring(type_))
        if self._is_given and config.forbid_unknown_fields:
            made["additionalProperties"] = False
        return made

    def _name(self, name: str, home: str) -> str:
        game = self._game
        if game is None:
            return name
        prefix = _prefix(game)
        if (name, home) == (game.state.__name__, game.state.__module__):
            return f"{prefix}View"
        if (name, home) == (game.options.__name__, game.options.__module__):
            return f"{prefix}Options"
        return name if home.startswith("tablee.kernel.") or name.startswith(prefix) else f"{prefix}{name}"


_SIMPLE: Final[Mapping[Any, str]] = {
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    None: "null",
    NoneType: "null",
}


def _without_unset(annotation: Any) -> Any:
    """The type of a field that may be absent."""
    parts = get_args(annotation)
    return reduce(or_, [part for part in parts if part is not UnsetType]) if UnsetType in parts else annotation


def _any_of(schemas: Sequence[Json]) -> Json:
    return {"anyOf": list(schemas)}


def _fixed(schemas: Sequence[Json]) -> Json:
    return {"type": "array", "prefixItems": list(schemas), "minItems": len(schemas), "maxItems": len(schemas)}


def _described(schema: Json, text: str | None) -> Json:
    return {"description": text, **schema} if text else schema


def _limited(schema: Json, notes: Iterable[object]) -> Json:
    """With the limits and the sentence of a Meta."""
    is_array = schema.get("type") == "array"
    for note in notes:
        if isinstance(note, Meta):
            limits = {
                "minimum": note.ge,
                "exclusiveMinimum": note.gt,
                "maximum": note.le,
                "exclusiveMaximum": note.lt,
                "minItems" if is_array else "minLength": note.min_length,
                "maxItems" if is_array else "maxLength": note.max_length,
                "pattern": note.pattern,
            }
            schema = _described(
                schema | {key: limit for key, limit in limits.items() if limit is not None}, note.description
            )
    return schema


def _alias(annotation: Any, home: str) -> str | None:
    """The name under which a module knows a type that has none of its own."""
    if isinstance(annotation, NewType):
        return annotation.__name__
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return annotation.__name__
    origin = get_origin(annotation)
    if origin not in (Literal, tuple):
        return None
    known = vars(sys.modules[home]).items()
    return next((name for name, value in known if get_origin(value) is origin and value == annotation), None)


# ── Sentences ────────────────────────────────────────────────────────────────────────────────────────────


def _docstring(type_: type[Struct]) -> str | None:
    text = vars(type_).get("__doc__")
    return _as_json_says(text) if text else None


def _sentence(type_: type[Struct], field: str) -> str | None:
    """The docstring under a field, in the class that declares it."""
    for base in type_.__mro__:
        text = _sentences(base.__module__).get(base.__qualname__, {}).get(field)
        if text:
            return text
    return None


@cache
def _sentences(module: str) -> Mapping[str, Mapping[str, str]]:
    """For each class of a module, and for the module itself (""), the sentence under each of its names."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):  # a module without its source has no sentences
        return {}
    classes = {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}
    return {name: dict(_under_names(body)) for name, body in {"": tree.body, **classes}.items()}


def _under_names(body: Sequence[ast.stmt]) -> Iterable[tuple[str, str]]:
    for node, below in pairwise(body):
        match node, below:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(text))),
            ):
                yield name, _as_json_says(text)
            case _:
                pass


def _as_json_says(text: str) -> str:
    return re.sub(r"\bNone\b", "null", inspect.cleandoc(text))
