"""The reports of simulations and tournaments as tables."""

from rich.console import Group, RenderableType
from rich.table import Table

from tablee.kernel.game import AnyGame
from tablee.kernel.words import Language, Text
from tablee.lab.arena import ArenaReport
from tablee.lab.simulation import Report, interval

_HEADERS = (Text("result", "résultat"), Text("games", "parties"), Text("rate", "taux"), Text("95 %", "95 %"))
_SEAT = Text("seat {} wins", "la place {} gagne")
_FROM_STARTER = (
    Text("the starter wins", "qui commence gagne"),
    Text("starter + {} wins", "le {}e après gagne"),
)
_DRAWS, _SHARED = Text("draw", "nul"), Text("shared win", "victoire partagée")
_REASON = Text("ended: {}", "fin : {}")
_LENGTH = Text(
    "Actions in a game: {mean:.2f} on average; 5 % up to {p5}, half up to {p50}, 95 % up to {p95}.",
    "Actions par partie : {mean:.2f} en moyenne ; 5 % jusqu’à {p5}, la moitié jusqu’à {p50}, 95 % jusqu’à {p95}.",
)


def report_table(game: AnyGame, report: Report, language: Language) -> RenderableType:
    """Wins, draws and reasons, each with its rate and 95 % interval, and how long the games were."""
    table = Table(*(header.in_(language) for header in _HEADERS))
    for column in table.columns[1:]:
        column.justify = "right"

    def row(label: str, count: int) -> None:
        low, high = interval(count, report.games)
        rate = f"{count / report.games:.2%}" if report.games else "–"
        table.add_row(label, f"{count:,}", rate, f"{low:.2%} – {high:.2%}")

    for place, wins in enumerate(report.wins):
        row(_winner(game, place).in_(language).format(place), wins)
    row(_DRAWS.in_(language), report.draws)
    row(_SHARED.in_(language), report.shared)
    table.add_section()
    for reason, count in report.reasons.items():
        row(_REASON.in_(language).format(reason), count)
    lengths = report.actions
    told = _LENGTH.in_(language).format(mean=lengths.mean, p5=lengths.p5, p50=lengths.p50, p95=lengths.p95)
    return Group(table, told)


def _winner(game: AnyGame, place: int) -> Text:
    if not game.has_starter:
        return _SEAT
    return _FROM_STARTER[min(place, 1)]


_STANDINGS = (
    Text("player", "joueur"),
    Text("wins", "victoires"),
    Text("draws", "nulles"),
    Text("of the decided", "des parties gagnées"),
    Text("95 %", "95 %"),
    Text("Elo", "Elo"),
)


def arena_table(report: ArenaReport, language: Language) -> RenderableType:
    """Each player with its share of the decided games, the interval of it, and an Elo-like estimate."""
    table = Table(*(header.in_(language) for header in _STANDINGS))
    for column in table.columns[1:]:
        column.justify = "right"
    for one in report.standings:
        interval_ = f"{one.low:.1%} – {one.high:.1%}"
        table.add_row(one.player, f"{one.wins:,}", f"{one.draws:,}", f"{one.rate:.1%}", interval_, f"{one.elo:+.0f}")
    return table
