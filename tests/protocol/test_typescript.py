"""The TypeScript types: current, readable, and correct by the compiler's own word."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tablee.protocol.schema import Json, schema
from tablee.protocol.typescript import _declaration, our_games, typescript
from tests.patience import at_leisure
from tests.protocol.checking import whole_schema
from tests.protocol.pages import ROOT

TYPES = ROOT / "web/src/protocol.ts"

USE = """
import { HIDDEN, PROTOCOL } from "./protocol";
import type { AnyEvent, Games, Incoming, KittyView, Outgoing } from "./protocol";

export function hear(message: Outgoing): string {
  switch (message.type) {
    case "welcome":
      return message.protocol === PROTOCOL ? message.name : "another version";
    case "moved": {
      const view = message.play.seen[0]?.view as KittyView;
      return view.hearts.map((hand) => hand.filter((heart) => heart !== HIDDEN).join()).join();
    }
    case "refused":
      return message.refusal.text.fr;
    default:
      return message.type;
  }
}

export function reason(event: AnyEvent): string | null {
  return event.type === "ended" ? event.outcome.reason : null;
}

export const entering: Incoming = { type: "enter", id: "1", room: "ABCDEF" };
export const pile: Games["noe"]["view"]["pile"] = ["?", "1C"];
// @ts-expect-error the id is missing
export const nameless: Incoming = { type: "enter", room: "ABCDEF" };
// @ts-expect-error there is no such colour
export const painted: Incoming = { type: "pick_colour", id: "1", colour: "purple" };
"""


def test_the_types_of_the_browser_client_are_current() -> None:
    assert typescript(schema(our_games())) == TYPES.read_text(encoding="utf-8"), "run `make types`"


def test_every_definition_is_exported_once() -> None:
    text = typescript(whole_schema())
    for name in whole_schema()["$defs"]:
        assert text.count(f"export interface {name} {{") + text.count(f"export type {name} =") == 1, name


def test_our_own_games_are_in_it_whatever_else_is_installed() -> None:
    assert our_games() == ["diggers", "gigogne", "kitty", "ninth", "noe"]


@pytest.mark.parametrize(
    ("definition", "declared"),
    [
        ({"type": "integer"}, "export type T = number;\n"),
        ({"enum": ["a", 2]}, 'export type T = "a" | 2;\n'),
        (
            {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/A"}, {"const": "?"}]}},
            'export type T = (A | "?")[];\n',
        ),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}]}, "export type T = [string, null];\n"),
        ({"type": "object", "additionalProperties": {}}, "export type T = Record<string, unknown>;\n"),
        ({"type": "object", "properties": {}, "required": []}, "export type T = Record<string, never>;\n"),
        (
            {
                "description": "Two\nlines, and */ an end.",
                "type": "object",
                "properties": {"a": {"type": "boolean"}, "b": {"description": "Why.", "type": "number"}},
                "required": ["a"],
            },
            "/**\n * Two\n * lines, and * / an end.\n */\n"
            "export interface T {\n  a: boolean;\n  /** Why. */\n  b?: number;\n}\n",
        ),
    ],
)
def test_a_definition_becomes_a_declaration(definition: Json, declared: str) -> None:
    assert _declaration("T", definition) == declared


def test_a_long_union_has_a_line_for_each_alternative() -> None:
    long = _declaration("T", {"enum": [f"alternative_{number}" for number in range(9)]})
    assert long.startswith('export type T =\n  | "alternative_0"\n  | "alternative_1"\n')


def test_the_compiler_takes_the_types_and_their_use(tmp_path: Path) -> None:
    compiler = shutil.which("tsc", path=str(ROOT / "web/node_modules/.bin")) or shutil.which("tsc")
    if compiler is None:
        pytest.skip("there is no TypeScript compiler here; the build of the browser client has one")
    (tmp_path / "protocol.ts").write_bytes(TYPES.read_bytes())
    (tmp_path / "use.ts").write_text(USE, encoding="utf-8")
    options = ["--strict", "--noEmit", "--isolatedModules", "--noUncheckedIndexedAccess", "--target", "es2022"]
    options += ["--module", "esnext", "--moduleResolution", "bundler"]
    result = subprocess.run(
        [compiler, *options, "use.ts"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=at_leisure(60),
        check=False,
    )
    assert result.returncode == 0, result.stdout
