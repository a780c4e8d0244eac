"""TypeScript types from the JSON Schema, for the browser client.

    python -m tablee.protocol.typescript [GAME …] > web/src/protocol.ts

Interfaces for structs, unions told apart by `type`, the sentences of the schema as comments. Of the games, those that
are named are in it; else our own, whatever others are installed.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from tablee.kernel.registry import game_ids, load_game
from tablee.kernel.secrecy import HIDDEN
from tablee.protocol.schema import Json, schema

_WIDTH: Final = 110
_HEAD: Final = """\
// What goes over the wire, as docs/protocol.md tells it. Made by `make types` from the types of the server;
// not to be edited by hand.
"""


def typescript(document: Json) -> str:
    titles = dict(_titles(document))
    parts = [_HEAD, _constants(document)]
    for name, definition in document["$defs"].items():
        if name in titles:
            parts.append(f"// ── {titles[name]} {'─' * (_WIDTH - 7 - len(titles[name]))}\n")
        parts.append(_declaration(name, definition))
    return "\n".join([*parts, _games(document)])


def _titles(document: Json) -> Iterator[tuple[str, str]]:
    """The first name of each section, and the section's title."""
    yield _name_in(document["incoming"]), "From a client to the server"
    yield _name_in(document["outgoing"]), "From the server to a client"
    yield _name_in(document["http"]["given"]["anyOf"][0]), "HTTP: what is given"
    yield _name_in(document["http"]["shown"]["anyOf"][0]), "HTTP: what is shown"
    for game, option in zip(document["games"], document["$defs"]["AnyOptions"]["anyOf"], strict=True):
        yield _name_in(option), f"The game {game}"
    yield "AnyOptions", "Any game"


def _constants(document: Json) -> str:
    return (
        "/** The version of this conversation; `welcome` says the server's. */\n"
        f"export const PROTOCOL = {document['protocol']};\n\n"
        "/** Shown instead of what the viewer may not see. */\n"
        f"export const HIDDEN = {json.dumps(HIDDEN)};\n"
    )


def _declaration(name: str, definition: Json) -> str:
    comment = _comment(definition.get("description"))
    properties = definition.get("properties")
    if properties:
        required = definition["required"]
        lines = [_property(key, part, is_optional=key not in required) for key, part in properties.items()]
        return f"{comment}export interface {name} {{\n{''.join(lines)}}}\n"
    return f"{comment}export type {name} ={_alternatives(definition)};\n"


def _property(key: str, part: Json, *, is_optional: bool) -> str:
    comment = _comment(part.get("description"), indent="  ")
    line = f"  {key}{'?' if is_optional else ''}: {_type(part)};\n"
    return comment + line


def _alternatives(definition: Json) -> str:
    """A type on its own; a long union has each alternative on a line."""
    told, parts = _type(definition), _parts(definition)
    is_short = len(told) <= _WIDTH - 30 or len(parts) == 1
    return f" {told}" if is_short else "".join(f"\n  | {part}" for part in parts)


def _parts(definition: Json) -> list[str]:
    if "enum" in definition:
        return [json.dumps(value, ensure_ascii=False) for value in definition["enum"]]
    if "anyOf" in definition:
        return list(dict.fromkeys(_type(part) for part in definition["anyOf"]))
    return [_type(definition)]


def _type(definition: Json) -> str:
    match definition:
        case {"$ref": _}:
            return _name_in(definition)
        case {"const": value}:
            return json.dumps(value, ensure_ascii=False)
        case {"enum": _} | {"anyOf": _}:
            return " | ".join(_parts(definition)) or "never"
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": item}:
            told = _type(item)
            return f"({told})[]" if len(_parts(item)) > 1 else f"{told}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, never>"
        case {"type": str(simple)}:
            return "number" if simple == "integer" else simple
        case _:
            return "unknown"


def _games(document: Json) -> str:
    lines = ["/** Each game's own data. */\n", "export interface Games {\n"]
    anys = [document["$defs"][f"Any{part}"]["anyOf"] for part in ("Options", "Action", "Event", "View")]
    for game, *data in zip(document["games"], *anys, strict=True):
        options, action, event, view = map(_name_in, data)
        key = game if re.fullmatch(r"[a-z]\w*", game) else json.dumps(game)
        lines.append(f"  {key}: {{ options: {options}; action: {action}; event: {event}; view: {view} }};\n")
    return "".join(
        [*lines, "}\n\n", "/** The games that this client was built with. */\n", "export type GameId = keyof Games;\n"]
    )


def _comment(text: str | None, indent: str = "") -> str:
    if not text:
        return ""
    lines = text.replace("*/", "* /").splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    told = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{told}{indent} */\n"


def _name_in(reference: Json) -> str:
    name: str = reference["$ref"].rpartition("/")[2]
    return name


def our_games() -> list[str]:
    return [id_ for id_ in game_ids() if load_game(id_).state.__module__.startswith("tablee.games.")]


def main(games: Sequence[str]) -> None:
    sys.stdout.write(typescript(schema(games or our_games())))


if __name__ == "__main__":
    main(sys.argv[1:])
