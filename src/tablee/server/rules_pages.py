"""The rules that a game brings: Markdown beside its module, a file for each language."""

from pathlib import Path

import structlog

from tablee.kernel.words import Text
from tablee.lessons.pages import LANGUAGES, page_beside

log = structlog.get_logger(__name__)


def rules_beside(folder: Path | None, game: str) -> Text | None:
    """The page in both languages; one that can't be read is left out, and the log says why."""
    pages = {language: page_beside(game, folder, language) for language in LANGUAGES}
    files = [path for path in pages.values() if path is not None]
    if not files:
        return None
    try:
        if len(files) < len(pages):
            raise FileNotFoundError(f"there is {files[0].name} only")
        return Text(*[path.read_text("utf-8") for path in files])
    except (OSError, UnicodeDecodeError) as error:
        log.warning("rules_left_out", game=game, files=[path.name for path in files], error=str(error))
        return None
