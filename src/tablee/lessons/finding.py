"""Where lessons are: the folder `lessons` beside the game's module, for an installed game and for one from a file."""

from collections.abc import Sequence
from pathlib import Path

from tablee.lessons.script import Lesson, LessonError, read_lesson

FOLDER = "lessons"


def files_beside(module: Path | None) -> Sequence[Path]:
    """The files of the lessons beside a module in that folder, in the order in which they are learnt: by name."""
    return () if module is None else sorted((module / FOLDER).glob("*.toml"))


def read_file(path: Path) -> Lesson:
    """One lesson. Raises LessonError."""
    try:
        return read_lesson(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise LessonError(f"{path} can’t be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise LessonError(f"{path} can’t be read: it is not UTF-8") from error
