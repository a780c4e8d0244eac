"""Sentences for people, in the two languages of the house."""

from typing import Literal, TypeAlias

from msgspec import Struct

Language: TypeAlias = Literal["en", "fr"]


class Text(Struct, frozen=True):
    """One sentence, name or label, in both languages."""

    en: str
    fr: str

    def in_(self, language: Language) -> str:
        """The text in that language."""
        return self.fr if language == "fr" else self.en
