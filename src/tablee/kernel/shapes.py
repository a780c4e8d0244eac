"""The shape of a type: which of its parts are plain, open or secret.

Read once from the annotations of a state or an event. Views, the worlds that bots think of and the proof of secrecy
all walk through values by it. A shape also keeps authors honest: data must be immutable and ordered, and a type that
is secret somewhere in a game may stand bare nowhere in it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import asdict, replace

from tablee.kernel.secrecy import OpenMark, Secret


@dataclass(frozen=True)
class Plain:
    """Seen by all; no secret can be in it."""

    annotation: Any


@dataclass(frozen=True)
class Opened:
    """Seen by all, of a type that is secret elsewhere: `Open[T]`."""

    annotation: Any


@dataclass(frozen=True)
class Hidden:
    """A `Secret[T]`; secrets of one kind T could change places."""

    kind: Any


@dataclass(frozen=True)
class Many:
    """A tuple of any length."""

    item: "Shape"


@dataclass(frozen=True)
class Fixed:
    """A tuple of a given length."""

    items: tuple["Shape", ...]


@dataclass(frozen=True)
class Record:
    """A struct and its fields."""

    type: type[Struct]
    fields: tuple[tuple[str, "Shape"], ...]


@dataclass(frozen=True)
class Choice:
    """A union."""

    shapes: tuple["Shape", ...]


Shape: TypeAlias = Plain | Opened | Hidden | Many | Fixed | Record | Choice


class ShapeError(TypeError):
    """A game's data has a type that it may not have; the sentence says which, and what to write instead."""


@cache
def shape_of(annotation: Any) -> Shape:
    """The shape of a type. Raises ShapeError for types that a state or an event may not hold."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        if OpenMark in args[1:]:
            return Opened(args[0])
        return shape_of(args[0])
    if origin is Secret or annotation is Secret:
        if not args:
            raise ShapeError("say what is secret: Secret[T], not Secret")
        return Hidden(_kind(args[0]))
    if origin is Literal or annotation in (int, float, str, bool, NoneType, None):
        return Plain(annotation)
    if isinstance(annotation, NewType) or (isinstance(annotation, type) and issubclass(annotation, Enum)):
        return Plain(annotation)
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            item = shape_of(args[0])
            return Plain(annotation) if isinstance(item, Plain) else Many(item)
        shapes = tuple(shape_of(arg) for arg in args)
        return Plain(annotation) if all(isinstance(s, Plain) for s in shapes) else Fixed(shapes)
    if origin in (Union, UnionType):
        shapes = tuple(shape_of(arg) for arg in args)
        return Plain(annotation) if all(isinstance(s, Plain) for s in shapes) else Choice(shapes)
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        if not annotation.__struct_config__.frozen:
            raise ShapeError(f"{annotation.__name__} must be frozen: states and events never change")
        hints = get_type_hints(annotation, include_extras=True)
        return Record(annotation, tuple((f, shape_of(hints[f])) for f in annotation.__struct_fields__))
    raise ShapeError(
        f"{annotation!r} can't be part of a state or an event: they are made of numbers, strings, literals, "
        "enums, tuples and frozen structs (immutable, and in an order that tells nothing)"
    )


def check_secrecy(*annotations: Any) -> None:
    """Raise ShapeError where a type that is secret somewhere in these types is bare elsewhere in them."""
    parts = [part for annotation in annotations for part in _parts(shape_of(annotation), _name(annotation))]
    kinds = [shape.kind for _, shape in parts if isinstance(shape, Hidden)]
    for where, shape in parts:
        if isinstance(shape, Plain):
            for bare in _types_in(shape.annotation):
                if bare in kinds:
                    raise ShapeError(
                        f"{where} holds a bare {_name(bare)}, which is secret elsewhere in this game: "
                        "write Secret[...] with those who may see it, or Open[...] if everyone may"
                    )


def _kind(annotation: Any) -> Any:
    if annotation in (int, float, str, bool):
        raise ShapeError(
            f"Secret[{annotation.__name__}] names no kind of thing: give it a type of its own "
            "(a Literal, an Enum, a NewType or a struct), so that no place can show it by mistake"
        )
    if any(not isinstance(part, Plain | Record) for _, part in _parts(shape_of(annotation), "")):
        raise ShapeError(f"{annotation!r} is secret as a whole: it can hold no Secret or Open of its own")
    return annotation


def _parts(shape: Shape, where: str) -> Iterator[tuple[str, Shape]]:
    yield where, shape
    if isinstance(shape, Record):
        for name, part in shape.fields:
            yield from _parts(part, f"{shape.type.__name__}.{name}")
    else:
        for part in _directly_in(shape):
            yield from _parts(part, where)


def _directly_in(shape: Shape) -> Sequence[Shape]:
    match shape:
        case Many(item):
            return (item,)
        case Fixed(parts) | Choice(parts):
            return parts
        case Record(_, fields):
            return [part for _, part in fields]
        case _:
            return ()


def _types_in(annotation: Any) -> Iterator[Any]:
    """A plain annotation and all that it is made of."""
    yield annotation
    if get_origin(annotation) is not Literal:
        for part in get_args(annotation):
            yield from _types_in(part)


def _name(annotation: Any) -> str:
    return str(annotation) if get_args(annotation) else str(getattr(annotation, "__name__", annotation))


# ── Walking through values ───────────────────────────────────────────────────────────────────────────────

Walk: TypeAlias = Callable[[Any, Any], Any]
"""(value, whatever the walk is about) -> what is made of the value."""


def walker(
    shape: Shape, visit: Callable[[Shape], Walk | None], *, from_data: bool = False, as_data: bool = False
) -> Walk | None:
    """Compile a walk that replaces each visited part of a value; None if no part is visited.

    What holds a visited part is made anew: as it was, or `as_data`, with lists and dicts. With `from_data` it is walked
    through a view that came as JSON, in which records are dicts.
    """
    visited = visit(shape)
    if visited is not None:
        return visited
    walks = [walker(part, visit, from_data=from_data, as_data=as_data) for part in _directly_in(shape)]
    if not any(walks):
        return None
    match shape:
        case Record(type_, fields):
            named = [(name, walk) for (name, _), walk in zip(fields, walks, strict=True) if walk is not None]
            if as_data:
                return _walk_to_data(type_, named)
            return _walk_from_data(type_, named) if from_data else _walk_record(named)
        case Choice(shapes):
            return _walk_choice(shapes, walks)
        case Fixed():
            return _walk_fixed(walks, as_data)
        case _:
            return _walk_many(walks, as_data)


Walks: TypeAlias = Sequence[tuple[str, Walk]]
"""The fields of a record that have visited parts."""


def _walk_record(walks: Walks) -> Walk:
    def walk_record(value: Any, about: Any) -> Any:
        return replace(value, **{name: walk(getattr(value, name), about) for name, walk in walks})

    return walk_record


def _walk_to_data(type_: type[Struct], walks: Walks) -> Walk:
    config = type_.__struct_config__
    head: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}

    def walk_to_data(value: Any, about: Any) -> Any:
        made = {**head, **asdict(value)} if head else asdict(value)
        for name, walk in walks:
            made[name] = walk(made[name], about)
        return made

    return walk_to_data


def _walk_from_data(type_: type[Struct], walks: Walks) -> Walk:
    names = type_.__struct_fields__

    def walk_from_data(value: Any, about: Any) -> Any:
        made = {name: value[name] for name in names}
        for name, walk in walks:
            made[name] = walk(made[name], about)
        return type_(**made)

    return walk_from_data


def _walk_many(walks: Sequence[Walk | None], as_data: bool) -> Walk:
    (walk,) = filter(None, walks)
    if as_data:
        return lambda value, about: [walk(part, about) for part in value]
    return lambda value, about: tuple([walk(part, about) for part in value])


def _walk_fixed(walks: Sequence[Walk | None], as_data: bool) -> Walk:
    def walk_fixed(value: Any, about: Any) -> Any:
        made = [part if walk is None else walk(part, about) for walk, part in zip(walks, value, strict=True)]
        return made if as_data else tuple(made)

    return walk_fixed


def _walk_choice(shapes: Sequence[Shape], walks: Sequence[Walk | None]) -> Walk:
    by_type: dict[type, Walk | None] = {}

    def walk_choice(value: Any, about: Any) -> Any:
        type_ = type(value)
        try:
            walk = by_type[type_]
        except KeyError:
            walk = by_type[type_] = walks[_branch(shapes, type_)]
        return value if walk is None else walk(value, about)

    return walk_choice


def _branch(shapes: Sequence[Shape], type_: type) -> int:
    """The branch of a union that values of a type belong to; a secret is bare in a view, and fits no other."""
    for place, shape in enumerate(shapes):
        match shape:
            case Hidden():
                fits = type_ is Secret
            case Record(struct):
                fits = type_ in (struct, dict)
            case Many() | Fixed():
                fits = type_ in (tuple, list)
            case Plain(annotation) if annotation in (None, NoneType):
                fits = type_ is NoneType
            case _:
                fits = type_ not in (NoneType, Secret)
        if fits:
            return place
    return next(place for place, shape in enumerate(shapes) if isinstance(shape, Hidden))
