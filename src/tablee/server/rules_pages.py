"""The rules that a game brings: Markdown in the folder `rules` beside its module, a file for each language."""

from pathlib import Path

import structlog

from tablee.kernel.words import Text

log = structlog.get_logger(__name__)


def rules_beside(folder: Path | None, game: str) -> Text | None:
    """The page in both languages; one that can't be read is left out, and the log says why."""
    if folder is None or not (files := sorted((folder / "rules").glob(f"{game}.*.md"))):
        return None
    try:
        return Text(*((folder / "rules" / f"{game}.{language}.md").read_text("utf-8") for language in ("en", "fr")))
    except (OSError, UnicodeDecodeError) as error:
        log.warning("rules_left_out", game=game, files=[file.name for file in files], error=str(error))
        return None
