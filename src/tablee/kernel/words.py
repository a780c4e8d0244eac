"""Sentences for people, in the two languages of the house."""

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

Language: TypeAlias = Literal["en", "fr"]

_NARROW: Final = "\u202f"
_BROAD: Final = "\u00a0"


class Text(Struct, frozen=True):
    """One sentence, name or label, in both languages."""

    en: str
    fr: str

    def __post_init__(self) -> None:
        """French has spaces that must not break: before : ; ? ! and inside « »."""
        if any(mark in self.fr for mark in ":;?!«"):
            force_setattr(self, "fr", _with_french_spaces(self.fr))

    def in_(self, language: Language) -> str:
        return self.fr if language == "fr" else self.en


def count(number: int, one: Text, many: Text) -> Text:
    """A number and what is counted; 0 is plural in English and singular in French."""
    en, fr = one if number == 1 else many, one if number < 2 else many
    written = f"{number:,}"
    return Text(f"{written} {en.en}", f"{written.replace(',', _NARROW)} {fr.fr}")


def listed(parts: Sequence[str]) -> Text:
    """Names or numbers as a sentence lists them: "0, 1 and 2"."""
    if len(parts) < 2:
        return Text("".join(parts), "".join(parts))
    before = ", ".join(parts[:-1])
    return Text(f"{before} and {parts[-1]}", f"{before} et {parts[-1]}")


def _with_french_spaces(text: str) -> str:
    """The same rule as in web/src/words/say.ts, whichever space was written."""
    text = re.sub(r"[ \u00a0\u202f](?=[;?!])", _NARROW, text)
    text = re.sub(r"[ \u00a0\u202f](?=[:»])", _BROAD, text)
    return re.sub(r"«[ \u00a0\u202f]", f"«{_BROAD}", text)
