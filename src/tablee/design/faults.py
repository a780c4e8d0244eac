"""What goes wrong with a game that is being written, as a sentence with the file and the line that it is about."""

import linecache
import re
import traceback
from collections.abc import Callable
from inspect import unwrap
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from tablee.kernel.words import Text, listed

_MISSING: Final = re.compile(r"Game\.__init__\(\) missing \d+ required keyword-only arguments?: (.+)")
_UNEXPECTED: Final = re.compile(r"Game\.__init__\(\) got an unexpected keyword argument ('\w+')")
_LONGEST: Final = 600
"""Characters of what an exception says."""


class Fault(Struct, frozen=True):
    """What is wrong, and where."""

    text: Text
    file: str | None = None
    """Its name; None where no line of the game's own is to blame."""
    line: int | None = None
    code: str = ""
    """The text of that line."""


class FaultError(Exception):
    """Something can't be done, by a fault of the game or of what was asked for; nothing has changed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text.en)
        self.fault = fault


class TookTooLong(BaseException):
    """The rules did not come back in time."""


def refused(en: str, fr: str) -> FaultError:
    """What was asked for can't be done, and no line of the game is to blame."""
    return FaultError(Fault(Text(en, fr)))


def fault_at(text: Text, file: str, line: int) -> Fault:
    return Fault(text, Path(file).name, line, linecache.getline(file, line).strip())


def fault_in(function: Callable[..., Any], text: Text) -> FaultError:
    """A fault of what a function of the game gave: told where the function begins."""
    code = getattr(unwrap(function), "__code__", None)
    return FaultError(Fault(text) if code is None else fault_at(text, code.co_filename, code.co_firstlineno))


def fault_of(error: BaseException, folder: Path | None) -> Fault:
    """Describe an exception at its innermost line in the game's folder."""
    if isinstance(error, FaultError) and error.fault.file is not None:
        return error.fault
    while error.__cause__ is not None:
        error = error.__cause__
    linecache.checkcache()
    if isinstance(error, SyntaxError) and error.filename is not None and error.lineno is not None:
        return fault_at(_told(error, ""), error.filename, error.lineno)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if folder is not None and frame.lineno is not None and folder in Path(frame.filename).resolve().parents:
            return fault_at(_told(error, frame.name), frame.filename, frame.lineno)
    return Fault(_told(error, ""))


def _told(error: BaseException, function: str) -> Text:
    """An exception as a sentence; what Python itself says stays in English."""
    said = str(error)[:_LONGEST].strip()
    match error:
        case FaultError():
            return error.fault.text
        case TookTooLong():
            place = function or "the rules"
            return Text(
                f"After {said}, {place} still hasn’t come back: is there a loop without an end?",
                f"Après {said}, {function or 'le jeu'} tourne toujours : une boucle sans fin ?",
            )
        case SyntaxError():
            said = error.msg
            return Text(f"Python can’t read it: {said}.", f"Python ne peut pas le lire : {said}.")
        case TypeError() if (found := _MISSING.fullmatch(said)) is not None:
            names = listed(re.findall(r"'(\w+)'", found[1]))
            return Text(f"The game does not say its {names.en} yet.", f"Le jeu ne dit pas encore : {names.fr}.")
        case TypeError() if (found := _UNEXPECTED.fullmatch(said)) is not None:
            return Text(f"A game has no {found[1]}.", f"Un jeu n’a pas de {found[1]}.")
    kind = type(error).__name__
    what = f"{kind}: {said}" if said else kind
    if function in ("", "<module>"):
        return Text(f"{what}.", f"{what}.")
    place = "a lambda" if function == "<lambda>" else function
    return Text(f"In {place}, {what}.", f"Dans {'une lambda' if function == '<lambda>' else function}, {what}.")
