"""Sentences for people, in the two languages of the house."""

import re
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
        """The text in that language."""
        return self.fr if language == "fr" else self.en


def _with_french_spaces(text: str) -> str:
    text = re.sub(r" (?=[;?!])", _NARROW, text)
    text = re.sub(r" (?=[:»])", _BROAD, text)
    return text.replace("« ", f"«{_BROAD}")
