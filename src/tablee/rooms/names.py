"""Names that people give: 1 to 24 visible characters, nothing that hides or turns the text around."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
LONGEST_ROOM_NAME: Final = 48

_REMOVED: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that are not seen: controls, formats (bidi marks among them), surrogates, unassigned."""


def clean_name(text: str, longest: int = LONGEST_NAME) -> str | None:
    """The name without what can't be seen, blanks made single; None if nothing visible is left, or too much."""
    composed = unicodedata.normalize("NFC", text[: longest * 20])
    kept = "".join(" " if char.isspace() else char for char in composed if _is_kept(char))
    name = " ".join(kept.split())
    if not 1 <= len(name) <= longest or not any(_is_visible(char) for char in name):
        return None
    return name


def _is_kept(char: str) -> bool:
    return char.isspace() or unicodedata.category(char) not in _REMOVED


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS"
