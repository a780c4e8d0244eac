"""The reports of simulations and tournaments as tables."""

from rich.console import Group, RenderableType
from rich.table import Table

from tablee.kernel.game import AnyGame
from tablee.kernel.words import Language, Text, count
from tablee.lab.arena import ArenaReport
from tablee.lab.numbers import from_to, number, percent
from tablee.lab.simulation import RANDOM, Interval, Mean, Report

_GAME, _GAMES = Text("game", "partie"), Text("games", "parties")
_RANDOM, _RANDOMS = Text("random game", "partie aléatoire"), Text("random games", "parties aléatoires")
_SIMULATED = Text(
    "[bold]{name}[/]: {games}, {seats} seats, seed {seed}",
    "[bold]{name}[/] : {games}, {seats} places, graine {seed}",
)
_HEADERS = (Text("result", "résultat"), Text("games", "parties"), Text("rate", "taux"), Text("95 %", "95 %"))
_SEAT = Text("seat {} wins", "la place {} gagne")
_FROM_STARTER = (
    Text("the starter wins", "qui commence gagne"),
    Text("starter + {} wins", "le {}er après gagne"),
    Text("starter + {} wins", "le {}e après gagne"),
)
_DRAWS, _SHARED = Text("draw", "nul"), Text("shared win", "victoire partagée")
_REASON = Text("ended: {}", "fin : {}")
_SCORE = Text("score", "score")
_SCORES = Text(
    "Mean score at the end, with its 95 % interval, from the starter on: {}.",
    "Score moyen à la fin et son intervalle à 95 %, à partir de qui commence : {}.",
)
_SCORES_BY_SEAT = Text(
    "Mean score at the end, with its 95 % interval, by seat: {}.",
    "Score moyen à la fin et son intervalle à 95 %, par place : {}.",
)
_LENGTH = Text(
    "Actions in a game: {mean} on average; 5 % up to {p5}, half up to {p50}, 95 % up to {p95}.",
    "Actions par partie : {mean} en moyenne ; 5 % jusqu’à {p5}, la moitié jusqu’à {p50}, 95 % jusqu’à {p95}.",
)


def report_table(game: AnyGame, report: Report, language: Language) -> RenderableType:
    """Wins, draws and reasons, each with its rate and 95 % interval, and how long the games were."""
    table = Table(*(header.in_(language) for header in _HEADERS))
    for column in table.columns[1:]:
        column.justify = "right"

    def row(label: str, count: int, sure: Interval) -> None:
        rate = percent(count / report.games, 2, language)
        table.add_row(label, number(count, 0, language), rate, from_to(sure, 2, language))

    intervals = report.intervals
    for place, (wins, sure) in enumerate(zip(report.wins, intervals.wins, strict=True)):
        row(_winner(game, place).in_(language).format(place), wins, sure)
    row(_DRAWS.in_(language), report.draws, intervals.draws)
    row(_SHARED.in_(language), report.shared, intervals.shared)
    table.add_section()
    for reason, games in report.reasons.items():
        row(_REASON.in_(language).format(game.reason(reason).in_(language)), games, intervals.reasons[reason])
    head = _SIMULATED.in_(language).format(
        name=game.name.in_(language),
        games=_games(report).in_(language),
        seats=report.seats,
        seed=report.seed,
    )
    lengths = report.actions
    mean = number(lengths.mean, 2, language)
    told = _LENGTH.in_(language).format(mean=mean, p5=lengths.p5, p50=lengths.p50, p95=lengths.p95)
    scores = (_SCORES if game.has_starter else _SCORES_BY_SEAT).in_(language)
    return Group(head, table, told, scores.format(", ".join(_mean(score, language) for score in report.scores)))


def _games(report: Report) -> Text:
    is_random = set(report.players) == {RANDOM}
    return count(report.games, _RANDOM, _RANDOMS) if is_random else count(report.games, _GAME, _GAMES)


def _mean(score: Mean, language: Language) -> str:
    return f"{number(score.mean, 2, language)} ± {number(score.high - score.mean, 2, language)}"


def _winner(game: AnyGame, place: int) -> Text:
    if not game.has_starter:
        return _SEAT
    return _FROM_STARTER[min(place, 2)]


_PLAYED = Text("[bold]{name}[/]: {games}, seed {seed}", "[bold]{name}[/] : {games}, graine {seed}")
_STANDINGS = (
    Text("player", "joueur"),
    Text("wins", "victoires"),
    Text("draws", "nulles"),
    Text("of the decided", "des parties gagnées"),
    Text("95 %", "95 %"),
    Text("Elo", "Elo"),
    _SCORE,
)


def arena_table(game: AnyGame, report: ArenaReport, language: Language) -> RenderableType:
    """Each player with its share of the decided games, then what the games tell of the game."""
    return Group(_standings(game, report, language), "", report_table(game, report.found, language))


def standings_table(game: AnyGame, report: ArenaReport, language: Language) -> RenderableType:
    """What the games tell of the game, then each player's share where they differ."""
    found = report_table(game, report.found, language)
    is_one = len(set(report.found.players)) == 1
    return found if is_one else Group(found, "", _standings(game, report, language))


def _standings(game: AnyGame, report: ArenaReport, language: Language) -> RenderableType:
    """Each player with its share, the interval of it, an Elo-like estimate and its score."""
    table = Table(*(header.in_(language) for header in _STANDINGS))
    for column in table.columns[1:]:
        column.justify = "right"
    for one in report.standings:
        table.add_row(
            one.player,
            number(one.wins, 0, language),
            number(one.draws, 0, language),
            percent(one.rate, 1, language),
            from_to((one.low, one.high), 1, language),
            f"{one.elo:+.0f}",
            _mean(one.score, language),
        )
    games = count(report.games, _GAME, _GAMES).in_(language)
    return Group(_PLAYED.in_(language).format(name=game.name.in_(language), games=games, seed=report.seed), table)
