"""The analysis of a game as text: the moments in a table, each seat's chances as a curve, and what can't be said."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Line

from tablee.analysis.decision import Decision
from tablee.analysis.findings import Analysis, Balance, Judged, Proof
from tablee.kernel.game import AnyGame
from tablee.kernel.play import describe
from tablee.kernel.words import Language, Text, count

_STEPS: Final = "▁▂▃▄▅▆▇█"
_WIDEST: Final = 72
"""Columns of a curve."""

_HEADERS: Final = (
    Text("step", "étape"),
    Text("seat", "place"),
    Text("", ""),
    Text("played", "joué"),
    Text("looked better", "semblait mieux"),
    Text("chances of 100", "chances sur 100"),
)
_PROVEN_BETTER: Final = Text("was better", "était mieux")
_HEAD: Final = Text("[bold]{name}[/]: {decisions} judged", "[bold]{name}[/] : {decisions}")
_DECISION, _DECISIONS = Text("decision", "décision jugée"), Text("decisions", "décisions jugées")
_NO_MOMENTS: Final = Text("No moments to learn from.", "Aucun moment à retenir.")
_KEY: Final = Text(
    "? much was lost, ?! a little; ! the only action that holds, and not obvious. Estimates, judged on what the player "
    "could see.",
    "? beaucoup perdu, ?! un peu ; ! la seule action qui tient, et pas évidente. Des estimations, d’après ce que le "
    "joueur pouvait voir.",
)
_EXACT_KEY: Final = Text(
    "? a mistake; ! the only placement that holds. Proven, whatever the other does.",
    "? une erreur ; ! le seul placement qui tient. Prouvé, quoi que fasse l’autre.",
)
_SEAT: Final = Text("seat {}", "place {}")
_BALANCE: Final = Text(
    "{word}: {start} of 100, own choices {own:+}, the other’s {others:+}, luck {luck:+}: {end}",
    "{word} : {start} sur 100, ses choix {own:+}, ceux de l’autre {others:+}, la chance {luck:+} : {end}",
)
_LUCK: Final = {
    "lucky": Text("lucky", "avec de la chance"),
    "even": Text("luck was even", "ni chance ni malchance"),
    "unlucky": Text("unlucky", "sans chance"),
}
_PROOFS: Final = {
    "win": Text("wins in {}", "gagne en {}"),
    "draw": Text("draws", "fait nul"),
    "loss": Text("loses in {}", "perd en {}"),
    "open": Text("not decided within {}", "pas tranché en {}"),
}
_AT_ONCE: Final = Text("wins at once", "gagne tout de suite")


def hindsight(game: AnyGame, analysis: Analysis, made: Sequence[Decision], language: Language) -> RenderableType:
    decisions = count(len(analysis.decisions), _DECISION, _DECISIONS).in_(language)
    parts: list[RenderableType] = [
        _HEAD.in_(language).format(name=game.name.in_(language), decisions=decisions),
        _moments(analysis, {decision.step: decision for decision in made}, language),
    ]
    for found in analysis.seats:
        line = Line(f"{_SEAT.in_(language).format(found.seat)}  ")
        line.append(
            curve([judged.shares[found.seat] if judged.shares else None for judged in analysis.decisions[::-1]])
        )
        if found.balance is not None:
            line.append(f"  {_told(found.balance, language)}")
        parts.append(line)
    parts.extend(Line(note.in_(language)) for note in analysis.notes)
    return Group(*parts)


def _told(balance: Balance, language: Language) -> str:
    figures = {**asdict(balance), "word": _LUCK[balance.word].in_(language)}
    return _BALANCE.in_(language).format_map(figures).replace("-", "−").replace("+0", "0")


def _moments(analysis: Analysis, made: dict[int, Decision], language: Language) -> RenderableType:
    steps = {step for seat in analysis.seats for step in seat.moments}
    if not steps:
        return _NO_MOMENTS.in_(language)
    moments = sorted((judged for judged in analysis.decisions if judged.step in steps), key=lambda each: each.step)
    is_exact = any(judged.proof for judged in moments)
    headers = [header.in_(language) for header in _HEADERS]
    if is_exact:
        headers[4] = _PROVEN_BETTER.in_(language)
    table = Table(*headers)
    for judged in moments:
        decision = made[judged.step]
        played = decision.sight.legal[decision.played]
        best = judged.answer.options[0].action if judged.answer else played
        table.add_row(
            str(judged.step),
            str(judged.seat),
            judged.mark or "",
            describe(played),
            "" if judged.mark == "!" else describe(best),
            _chances(judged, language),
        )
    return Group(table, (_EXACT_KEY if is_exact else _KEY).in_(language))


def _chances(judged: Judged, language: Language) -> str:
    if judged.proof and judged.best_proof:
        proofs = (judged.best_proof, judged.proof) if judged.mark != "!" else (judged.proof,)
        return " → ".join(_proof(proof, language) for proof in proofs)
    if judged.best is None or judged.played is None:
        return ""
    if judged.mark == "!":
        return f"{judged.best.points} ({judged.best.low}–{judged.best.high})"
    before, after = (f"{each.points} ({each.low}–{each.high})" for each in (judged.best, judged.played))
    return f"{before} → {after}"


def _proof(proof: Proof, language: Language) -> str:
    if proof.result == "win" and proof.within == 0:
        return _AT_ONCE.in_(language)
    return _PROOFS[proof.result].in_(language).format(proof.within)


def curve(points: Sequence[int | None]) -> str:
    """Chances from 0 to 100 as a line of blocks, a gap where nothing is known; many are drawn together."""
    width = min(len(points), _WIDEST)
    drawn = ""
    for column in range(width):
        here = points[column * len(points) // width : (column + 1) * len(points) // width]
        known = [each for each in here if each is not None]
        drawn += _STEPS[min(int(sum(known) / len(known) * len(_STEPS) / 100), len(_STEPS) - 1)] if known else " "
    return drawn
