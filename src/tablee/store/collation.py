"""Text as it is compared when case and accents don't count."""

import unicodedata

_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "þ": "th", "ı": "i"})
"""Letters that Unicode doesn't take apart; `casefold` has made them small already, and ß into ss."""


def fold_text(text: str) -> str:
    """The text without case and accents: `fold_text("Cœur À GAUCHE") == "coeur a gauche"`.

    Folding twice changes nothing more, so what is stored folded can be compared with what is folded now.
    """
    if text.isascii():
        return text.lower()
    # Case first: a capital can fold to a letter with an accent of its own (İ), which is then taken apart.
    apart = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(character for character in apart if not unicodedata.combining(character))
    return plain.translate(_LETTERS)
