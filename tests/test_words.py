"""Every sentence in the sources that players, hosts or designers read, in both languages."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import tablee

ROOT = Path(tablee.__file__).parent
FOR_HOSTS = "terminal/check.py"
"""Here a room is a room."""
CALLS = {"Text": 0, "say": 0, "explained": 0, "rule": 1, "_refusal": 1, "_tampered": 1, "refused": 0}
"""What is called with both languages of a sentence, and the place of the English one."""
FORMAT = re.compile(r":[^{}]*(?=})")
"""How a slot is filled in, as in `{luck:+}`."""
WRONG = {
    "en": {
        "a straight apostrophe": r"\w'\w",
        "a word of ours": r"\b(onlooker|disable|rubble|passed over|points of life|robot|room)"
        r"|\b(whom|whoever|somebody|anybody|everybody)\b",
    },
    "fr": {
        "a straight apostrophe": r"\w'\w",
        "a word of ours": r"éboulis|(?<!s’)écarter|pseudonyme|horloge|robot|\btu\b",
        "a mark without its space": r"[\w)»][;:!?](?![\d/])",
        "a missing elision": r"\bde [AEIOUÉÈÊ][a-zé]",
    },
}


@cache
def texts() -> list[tuple[str, str, str]]:
    """(where, English, French) of each sentence that is written out; what is filled in is left out."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                first = CALLS[node.func.id]
                written = [_written(argument) for argument in node.args[first : first + 2]]
                if len(written) == 2 and all(written):
                    found.append((f"{path.relative_to(ROOT)}:{node.lineno}", written[0], written[1]))
    return found


def _written(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_written(part) or "…" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_there_are_sentences_to_look_at() -> None:
    assert len(texts()) > 500


@pytest.mark.parametrize(("language", "what"), [(language, what) for language in WRONG for what in WRONG[language]])
def test_no_sentence_has(language: str, what: str) -> None:
    pattern = re.compile(WRONG[language][what], re.IGNORECASE if what == "a word of ours" else 0)
    sentences = (
        (where, en if language == "en" else fr) for where, en, fr in texts() if not where.startswith(FOR_HOSTS)
    )
    said = [(where, FORMAT.sub("", text)) for where, text in sentences]
    assert [(where, text) for where, text in said if pattern.search(text)] == []
