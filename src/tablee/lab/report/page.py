"""The report as one page that needs nothing else: no request, no library; light, dark or printed, in both languages."""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import escape
from importlib.resources import files
from typing import Final, get_args

from msgspec import Struct

from tablee.kernel.game import AnyGame
from tablee.kernel.words import Language
from tablee.lab.report import charts, course, findings, skill, tables, worth
from tablee.lab.report.figures import STARTER, Figures
from tablee.lab.report.findings import Finding
from tablee.lab.report.phrases import Say
from tablee.lab.report.plan import Scope
from tablee.lab.report.verdicts import verdicts

MOST_ROWS: Final = 12
"""Places that stand out, at most."""
MOST_PIECE_CARDS: Final = 4

_SIGN: Final = (
    '<svg class="sign" viewBox="-12 -12 24 24" aria-hidden="true">'
    '<circle r="4.6" fill="none" stroke="currentColor" stroke-width="2"/>'
    '<circle cy="-9" r="2.1" fill="#D55E00"/><circle cx="8.6" cy="-2.8" r="2.1" fill="#0072B2"/>'
    '<circle cx="5.3" cy="7.3" r="2.1" fill="#009E73"/><circle cx="-5.3" cy="7.3" r="2.1" fill="#E69F00"/>'
    '<circle cx="-8.6" cy="-2.8" r="2.1" fill="#CC79A7"/></svg>'
)


class About(Struct, frozen=True, kw_only=True):
    """What is said of the report itself."""

    day: str
    """As 2026-11-18."""
    version: str
    seed: int
    command: str
    """What makes the same games again."""
    seconds: float
    cores: int
    labels: tuple[str, ...] = ()
    """What the game and its variants are called, where there are any."""


def page_of(
    game: AnyGame, figures: Figures, scope: Scope, about: About, fonts: Mapping[str, bytes], language: Language
) -> str:
    """The page; the language is the one that it is in where no script runs."""
    sheets = "".join(_sheet(Say(game, each), figures, scope, about) for each in get_args(Language))
    style = _fonts(fonts) + _resource("page.css")
    title = escape(game.name.in_(language))
    return (
        f'<!doctype html>\n<html lang="{language}" data-lang="{language}">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title} · tablée lab</title><link rel="icon" href="data:,"><style>{style}</style></head>\n'
        f"<body>{_SWITCHES}{sheets}<script>{_resource('page.js')}</script></body></html>\n"
    )


_SWITCHES: Final = (
    '<div class="switches" hidden><span role="group" aria-label="Language, langue">'
    '<button type="button" data-set-lang="en" lang="en">English</button>'
    '<button type="button" data-set-lang="fr" lang="fr">Français</button></span>'
    '<span role="group" aria-label="Theme, thème">'
    '<button type="button" data-set-theme="light" aria-label="Light, clair">☀</button>'
    '<button type="button" data-set-theme="dark" aria-label="Dark, sombre">☾</button></span></div>'
)


def _resource(name: str) -> str:
    return files("tablee.lab.report").joinpath(name).read_text(encoding="utf-8")


def _fonts(fonts: Mapping[str, bytes]) -> str:
    return "".join(
        f'@font-face{{font-family:"{family}";font-weight:300 800;'
        f'src:url(data:font/woff2;base64,{b64encode(data).decode()}) format("woff2")}}'
        for family, data in fonts.items()
    )


# ── A sheet: the whole report in one language ────────────────────────────────────────────────────────────


def _sheet(say: Say, figures: Figures, scope: Scope, about: About) -> str:
    cards = list(_cards(say, figures, scope, about))
    strip = "".join(
        f'<li class="{"well" if each.is_well else "look"}"><p>{_badge(each.is_well, say)} {escape(each.name)}</p>'
        f"<strong>{escape(each.value)}</strong><p>{escape(each.sentence)}</p></li>"
        for each in verdicts(figures, scope, say)
    )
    too_few = say(
        "So few games are not enough to tell anything: play more.",
        "Si peu de parties ne permettent pas de conclure : jouez-en plus.",
    )
    few = "" if findings.is_enough(figures, scope) else f'<p class="few">{too_few}</p>'
    return (
        f'<main lang="{say.language}">{_head(say, figures, scope, about)}{few}<ul class="strip">{strip}</ul>'
        f'<div class="cards">{"".join(cards)}</div>{_foot(say, figures)}</main>\n'
    )


def _badge(is_well: bool, say: Say) -> str:
    name = say("well", "bien") if is_well else say("look here", "à voir")
    return f'<span class="badge" role="img" aria-label="{name}">{"✓" if is_well else "!"}</span>'


def _head(say: Say, figures: Figures, scope: Scope, about: About) -> str:
    name = escape(say.text(say.game.name))
    minutes = about.seconds / 60
    lines = [
        say(
            "{day} · tablée {version}, rules {rules} · <b>{games}</b>, {minutes} min on {cores} cores",
            "{day} · tablée {version}, règles {rules} · <b>{games}</b>, {minutes} min sur {cores} cœurs",
            day=about.day,
            version=escape(about.version),
            rules=say.game.rules_version,
            games=say.games(figures.games),
            minutes=say.number(minutes, 0 if minutes >= 10 else 1),
            cores=about.cores,
        ),
        say(
            "Bars and bands are 95 % intervals, by deal. {n} seats and {who}, if nothing else is said.",
            "Barres et bandes : intervalles à 95 %, par donne. {n} places et {who}, sauf mention contraire.",
            n=scope.seats,
            who=escape(say.player(scope.main_player)),
        ),
        say(
            "Again, to the digit: {command}",
            "Les mêmes chiffres : {command}",
            command=f"<code>{escape(about.command)}</code>",
        ),
    ]
    examined = say("{name}, examined", "{name} à la loupe", name=name)
    return (
        f'<header><div><p class="brand">{_SIGN} tablée lab</p><h1>{examined}</h1></div>'
        f'<p class="about">{"<br>".join(lines)}</p></header>'
    )


def _foot(say: Say, figures: Figures) -> str:
    missing = [f"<li>{escape(reason)}</li>" for reason in _left_out(say, figures)]
    out = f"<p>{say('Left out:', 'Laissé de côté :')}</p><ul>{''.join(missing)}</ul>" if missing else ""
    caution = say(
        "Bots of one kind played these games, with little thought each: what they find dead may live among people, and "
        "what goes with winning need not be why. “Surely” holds for all comparisons of a figure together, “perhaps” "
        "for one alone.",
        "Des bots d’une seule sorte ont joué ces parties, en réfléchissant peu : ce qu’ils délaissent peut vivre entre "
        "humains, et ce qui va avec la victoire n’en est pas forcément la cause. « Sûrement » vaut pour toutes les "
        "comparaisons d’une figure ensemble, « peut-être » pour une seule.",
    )
    return f"<footer>{out}<p>{caution}</p></footer>"


def _left_out(say: Say, figures: Figures) -> Iterator[str]:
    if not figures.leads:
        yield say(
            "who leads: these players tell nothing, and the score says nothing before the end",
            "qui mène : ces joueurs n’en disent rien, et le score ne dit rien avant la fin",
        )
    if not worth.competing(figures):
        yield say(
            "kinds of actions: no two of them can be chosen at one time",
            "les genres d’actions : jamais deux au choix en même temps",
        )
    if not figures.pieces:
        yield say("pieces: no action names one", "les pièces : aucune action n’en nomme")
    if not figures.deals:
        yield say(
            "the deal: all seats begin alike, or with too many different things",
            "la donne : toutes les places commencent pareil, ou avec trop de choses différentes",
        )
    if figures.chair is None:
        yield say(
            "luck of the deal: nothing is drawn, or no deal was won twice",
            "la chance à la donne : rien n’est tiré, ou aucune donne n’a été gagnée deux fois",
        )


# ── Cards ────────────────────────────────────────────────────────────────────────────────────────────────


def _cards(say: Say, figures: Figures, scope: Scope, about: About) -> Iterator[str]:
    fair = 1 / scope.seats

    def drawn(
        found: Finding, numbers: Callable[[Say, Figures], str], chart: Callable[..., charts.Drawing], *of: object
    ) -> str:
        """A card with a chart and, for those who can't see it, its numbers; wide for many seats."""
        is_wide = chart is charts.seats_chart and sum(group.seats for group in figures.seats) > 8
        picture = charts.at_widths(found.headline, partial(chart, *of, say), is_wide=is_wide)
        return _card(found, picture + numbers(say, figures), "wide" if is_wide else "")

    yield drawn(course.seats_finding(figures, scope, say), tables.seats_numbers, charts.seats_chart, figures.seats)
    lengths = figures.length, figures.length_at_random
    yield drawn(course.length_finding(figures, scope, say), tables.length_numbers, charts.length_chart, *lengths)
    yield _card(course.ends_finding(figures, scope, say), tables.ends_rows(say, figures))
    found = course.choices_finding(figures, scope, say)
    yield drawn(found, tables.choices_numbers, charts.choices_chart, figures.choices)
    if figures.leads:
        lead = figures.leads[0]
        yield drawn(course.lead_finding(lead, say), tables.lead_numbers, charts.lead_chart, figures.leads, fair)
        yield _card(course.turns_finding(lead, say), tables.turns_rows(say, figures))
    if figures.ladder:
        found = skill.ladder_finding(figures, say)
        yield drawn(found, tables.ladder_numbers, charts.ladder_chart, figures.ladder, fair)
    yield _card(skill.luck_finding(figures, say), tables.luck_rows(say, figures, scope))
    if len(figures.habits) > 1:
        yield drawn(skill.habits_finding(figures, say), tables.habits_numbers, charts.habits_chart, figures.habits)
    if worth.competing(figures):
        yield _card(
            worth.kinds_finding(figures, say), tables.worths_table(say, worth.competing(figures), say.item), "whole"
        )
    for worths in list(figures.pieces.values())[:MOST_PIECE_CARDS]:
        yield _card(worth.pieces_finding(worths, say), tables.worths_table(say, worths, say.value), "wide")
    outstanding = [worth for worth in figures.places if worth.gain.verdict == "surely"]
    if outstanding:
        shown = sorted(outstanding, key=lambda worth: -abs(worth.gain.value) / (worth.gain.error or 1))[:MOST_ROWS]
        shown.sort(key=lambda worth: -worth.gain.value)
        yield _card(worth.places_finding(shown, say), tables.worths_table(say, shown, say.item), "wide")
    for deal in figures.deals:
        named = [(worth.group_name(group.low, group.high, say), group) for group in deal.groups]
        rows = [tables.Row(name, of.won, say.share(of.won), tables.style_of(of.edge)) for name, of in named]
        yield _card(worth.deal_finding(deal, fair, say), tables.rows_of(rows, reference=fair))
    measures = [measure for measure in figures.measures if measure.name != STARTER or say.game.has_starter]
    if measures:
        names = [tables.measure_name(say, measure.name) for measure in measures]
        games = findings.main_seats(figures, scope).games
        found = skill.variants_finding(measures, about.labels, names, games, say)
        yield _card(found, tables.variants_table(say, measures, names, about.labels), "whole")


def _card(one: Finding, body: str, style: str = "") -> str:
    return (
        f'<section class="card {style}"><h2>{escape(one.headline)}</h2><p class="measured">{escape(one.measured)}</p>'
        f'<div class="body">{body}</div><p class="told"><b>{escape(one.strong)}</b> {escape(one.rest)}</p></section>'
    )
