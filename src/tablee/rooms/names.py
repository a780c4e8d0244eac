"""Names that people give: 1 to 24 visible characters, nothing that hides or turns the text around."""

import unicodedata
from collections.abc import Collection
from typing import Final

from tablee.kernel.chance import Chance

LONGEST_NAME: Final = 24
LONGEST_ROOM_NAME: Final = 48

BOT_NAMES: Final = (
    "Colombe", "Ondine", "Basile", "Pépin", "Isaure", "Anatole", "Ninon", "Achille", "Violette", "Ernest",
)  # fmt: skip

_REMOVED: Final = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of characters that are not seen: controls, formats (bidi marks among them), surrogates, unassigned."""


_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their category that are drawn as nothing: fillers of Hangul, the empty Braille pattern."""


def clean_name(text: str, longest: int = LONGEST_NAME) -> str | None:
    """The name without what can't be seen, blanks made single; None if nothing visible is left, or too much."""
    if len(text) > longest * 20:
        return None
    kept = "".join(" " if char.isspace() else char for char in text if _is_kept(char))
    name = unicodedata.normalize("NFC", " ".join(kept.split()))
    if not 1 <= len(name) <= longest or not any(_is_visible(char) for char in name):
        return None
    return name


def name_for_bot(taken: Collection[str], chance: Chance) -> str:
    """A name that nobody at the table has."""
    free = [name for name in BOT_NAMES if name not in taken]
    return chance.pick(free) if free else f"Bot {len(taken)}"


def _is_kept(char: str) -> bool:
    return char.isspace() or (unicodedata.category(char) not in _REMOVED and char not in _BLANK)


def _is_visible(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNPS"
