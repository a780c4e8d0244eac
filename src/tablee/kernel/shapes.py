"""The shape of a type: which of its parts are plain, open or secret.

Read once from the annotations of a state or an event; views, redaction and the proof of secrecy all follow it.
A shape also keeps authors honest: data must be immutable and ordered, and a type that is secret somewhere in
a game may stand bare nowhere in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

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
    """A `Secret[T]`; secrets of one kind T could stand in each other's place."""

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
            return _many(shape_of(args[0]), annotation)
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
    """Raise ShapeError where a type that is secret somewhere in these types stands bare elsewhere in them."""
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


def _many(item: Shape, annotation: Any) -> Shape:
    return Plain(annotation) if isinstance(item, Plain) else Many(item)


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
    """Every part of a shape, with words for where it is."""
    yield where, shape
    match shape:
        case Many(item):
            yield from _parts(item, where)
        case Fixed(shapes) | Choice(shapes):
            for part in shapes:
                yield from _parts(part, where)
        case Record(type_, fields):
            for name, part in fields:
                yield from _parts(part, f"{type_.__name__}.{name}")
        case Plain() | Opened() | Hidden():
            pass


def _types_in(annotation: Any) -> Iterator[Any]:
    """A plain annotation and all that it is made of."""
    yield annotation
    if get_origin(annotation) is not Literal:
        for part in get_args(annotation):
            yield from _types_in(part)


def _name(annotation: Any) -> str:
    return str(annotation) if get_args(annotation) else str(getattr(annotation, "__name__", annotation))
