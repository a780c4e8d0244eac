"""Numbers as people of either language write them."""

from typing import Final

from tablee.kernel.words import Language

_FRENCH: Final = str.maketrans({",": "\u202f", ".": ","})


def number(value: float, digits: int, language: Language) -> str:
    """1,234.50 in English, 1 234,50 in French."""
    written = f"{value:,.{digits}f}"
    return written.translate(_FRENCH) if language == "fr" else written


def percent(rate: float, digits: int, language: Language) -> str:
    """55.00% in English, 55,00 % in French, in which no line breaks."""
    return number(100 * rate, digits, language) + ("\u00a0%" if language == "fr" else "%")


def from_to(sure: tuple[float, float], digits: int, language: Language) -> str:
    return " – ".join(percent(rate, digits, language) for rate in sure)
