"""Reads the pages of docs: their sections, tables, and the examples that say what they are."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Example:
    """A block of JSON that stands under ```json Name."""

    name: str
    data: Any


def page(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def examples_in(text: str) -> list[Example]:
    found = re.findall(r"^```json (\w+)\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    return [Example(name, json.loads(block)) for name, block in found]


def examples_of(path: str) -> list[Example]:
    return examples_in(page(path))


def section(path: str, heading: str) -> str:
    """What stands under a heading, up to the next of its rank or above."""
    rank = heading.partition(" ")[0]
    found = re.search(
        rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(rank)}}} |\Z)", page(path), flags=re.DOTALL | re.MULTILINE
    )
    assert found is not None, f"{path} has no heading {heading!r}"
    return found.group(1)


def rows_in(text: str) -> list[list[str]]:
    """The rows of all tables in a text, without their heads."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = [index for index, row in enumerate(rows) if set("".join(row)) in ({"-"}, {"-", ":"})]
    heads = {index - 1 for index in rules}
    return [row for index, row in enumerate(rows) if index not in heads and index not in rules]


def code_in(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)
