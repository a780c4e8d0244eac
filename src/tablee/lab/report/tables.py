"""The parts of a report's page that are tables: rows with a strip of their own, and the numbers of the drawings."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from tablee.lab.report.estimates import Difference, Estimate
from tablee.lab.report.facts import Item
from tablee.lab.report.figures import (
    CHANGES,
    CHOICES,
    DRAWN,
    HALF_WAY,
    KIND,
    MOST_CHANGES,
    SAME,
    STARTER,
    TURNS,
    Figures,
    Measure,
    Worth,
)
from tablee.lab.report.phrases import Say
from tablee.lab.report.plan import Scope
from tablee.lab.report.worth import is_rare

SHORT: Final = 10
"""Letters of a label that leaves the room to what is drawn."""

# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────────────


class Row(NamedTuple):
    """One number with its name and its interval."""

    label: str
    estimate: Estimate
    text: str
    style: str = "teal"


def style_of(edge: Difference) -> str:
    if edge.verdict == "surely":
        return "hot" if edge.value < 0 else "teal up"
    return "teal unsure" if edge.verdict == "perhaps" else "grey"


def rows_of(rows: Sequence[Row], reference: float | None = None, *, is_bar: bool = False) -> str:
    high = max([row.estimate.high for row in rows] + ([reference] if reference else []))
    low = 0.0 if is_bar or reference is None else min([reference, *(row.estimate.low for row in rows)])
    cells = "".join(
        f'<tr><th scope="row">{escape(row.label)}</th>'
        f"<td>{_strip(row.estimate, low, high, row.style, reference, is_bar=is_bar)}</td>"
        f'<td class="number">{escape(row.text)}</td></tr>'
        for row in rows
    )
    is_short = max(len(row.label) for row in rows) <= SHORT
    return f'<table class="rows {"short" if is_short else ""}">{cells}</table>'


def _strip(
    estimate: Estimate, low: float, high: float, style: str, reference: float | None = None, *, is_bar: bool = False
) -> str:
    """A line with an interval and its mark, or a bar; in percent of its width, so that it fits everywhere."""
    size = (high - low) or 1.0

    def at(value: float) -> float:
        return 100 * (min(max(value, low), high) - low) / size

    begin, end, mark = at(estimate.low), at(estimate.high), at(estimate.value)
    line = f'<i class="fair" style="left:{at(reference):.1f}%"></i>' if reference is not None else ""
    if is_bar:
        return f'<span class="strip bars {style}"><i class="fill" style="width:{mark:.1f}%"></i></span>'
    return (
        f'<span class="strip {style}">{line}<i class="range" style="left:{begin:.1f}%;width:{end - begin:.1f}%"></i>'
        f'<i class="dot" style="left:{mark:.1f}%"></i></span>'
    )


def ends_rows(say: Say, figures: Figures) -> str:
    bots, random = say("bots", "bots"), say("random", "hasard")
    cells = "".join(
        f'<tr><th scope="row">{escape(say.text(say.game.reason(end.reason)))}</th>'
        f"<td>{_strip(end.share, 0, 1, 'teal', is_bar=True)}{_strip(end.at_random, 0, 1, 'random', is_bar=True)}</td>"
        f'<td class="number"><b>{escape(say.percent(end.share.value, 1))}</b> {bots}<br>'
        f"{escape(say.percent(end.at_random.value, 1))} {random}</td></tr>"
        for end in figures.ends
    )
    return f'<table class="rows">{cells}</table>'


def turns_rows(say: Say, figures: Figures) -> str:
    lead = figures.leads[0]
    names = [str(count) if count < MOST_CHANGES else f"{count}+" for count in range(len(lead.changes_of))]
    rows = [
        Row(
            say("{n} changes", "{n} changements", n=name)
            if name not in {"0", "1"}
            else say(f"{name} change{'s' if name == '0' else ''}", f"{name} changement"),
            part,
            say.share(part),
        )
        for name, part in zip(names, lead.changes_of, strict=True)
    ]
    drawn = rows_of(rows, is_bar=True)
    if lead.behind:
        behind = [
            Row(
                say("winner once below {n}", "vainqueur un temps sous {n}", n=say.percent(least)), part, say.share(part)
            )
            for least, part in lead.behind
        ]
        drawn += rows_of(behind)
    return drawn


def luck_rows(say: Say, figures: Figures, scope: Scope) -> str:
    if not figures.contests:
        return ""
    is_two = scope.seats == 2
    names = (
        (say("wins both", "gagne les deux"), say("one each", "une chacun"), say("loses both", "perd les deux"))
        if is_two
        else (
            say("wins from every seat", "gagne de partout"),
            say("from some", "de certaines"),
            say("from none", "de nulle part"),
        )
    )
    legend = "".join(f'<li class="part{place}">{escape(name)}</li>' for place, name in enumerate(names))
    cells = ""
    for contest in figures.contests:
        parts = (contest.all.value, max(0.0, 1 - contest.all.value - contest.none.value), contest.none.value)
        bars = "".join(
            f'<i class="part{place}" style="width:{100 * part:.1f}%" title="{escape(say.percent(part, 1))}">'
            f"{escape(say.percent(part)) if part > 0.2 else ''}</i>"
            for place, part in enumerate(parts)
        )
        against = say("against {who}", "contre {who}", who=say.player(contest.against))
        cells += (
            f'<tr><th scope="row">{escape(against)}</th><td><span class="parts">{bars}</span></td>'
            f'<td class="number">{escape(say.share(contest.all))}</td></tr>'
        )
    return f'<ul class="legend">{legend}</ul><table class="rows">{cells}</table>'


# ── Tables ───────────────────────────────────────────────────────────────────────────────────────────────


def worths_table(say: Say, worths: Sequence[Worth], name: Callable[[Item], str]) -> str:
    heads = (
        say("choice", "choix"),
        say("offered", "offert"),
        say("taken", "choisi"),
        "",
        say("won, beside others", "gagné, à côté d’autres"),
        "",
    )
    highest = max(worth.taken.high for worth in worths)
    reach = min(0.5, max([0.05, *(abs(worth.gain.value) + worth.gain.half for worth in worths)]))
    cells = "".join(
        f'<tr><th scope="row">{escape(name(worth.item))}</th>'
        f'<td class="number offered">{say.number(worth.offered)}</td>'
        f"<td>{_strip(worth.taken, 0, highest, 'hot' if is_rare(worth) else 'teal', is_bar=True)}</td>"
        f'<td class="number">{escape(say.percent(worth.taken.value, 1))}</td>'
        f'<td class="wide-only">{_strip(_gain(worth.gain), -reach, reach, style_of(worth.gain), 0.0)}</td>'
        f'<td class="number">{escape(_gain_text(say, worth))}<br>'
        f"<small>{escape(_verdict(say, worth.gain))}</small></td></tr>"
        for worth in worths
    )
    head = "".join(
        f'<th scope="col"{style}>{escape(each)}</th>'
        for each, style in zip(heads, ("", ' class="offered"', "", "", ' class="wide-only"', ""), strict=True)
    )
    return f'<table class="worths"><thead><tr>{head}</tr></thead><tbody>{cells}</tbody></table>'


def _gain(gain: Difference) -> Estimate:
    return Estimate(gain.value, gain.value - gain.half, gain.value + gain.half, gain.error, 0)


def _gain_text(say: Say, worth: Worth) -> str:
    if not worth.won.of or not worth.otherwise.of:
        return "–"
    return f"{say.points(worth.gain.value)} ± {say.number(100 * worth.gain.half, 1)}"


def _verdict(say: Say, found: Difference) -> str:
    match found.verdict:
        case "surely":
            return say("more, surely", "plus, sûrement") if found.value > 0 else say("less, surely", "moins, sûrement")
        case "perhaps":
            return say("perhaps more", "peut-être plus") if found.value > 0 else say("perhaps less", "peut-être moins")
        case _:
            return say("can’t be told apart", "indiscernable")


def measure_name(say: Say, name: str) -> str:
    names = {
        STARTER: say("The one who begins wins", "Celui qui commence gagne"),
        DRAWN: say("No single winner", "Pas de vainqueur unique"),
        TURNS: say("Length in turns", "Durée en tours"),
        CHOICES: say("Choices a decision", "Choix par décision"),
        HALF_WAY: say("The leader halfway wins", "Celui qui mène à mi-chemin gagne"),
        CHANGES: say("Changes of the lead", "Changements de tête"),
        SAME: say("A deal won twice by one seat", "Donne gagnée deux fois par une place"),
    }
    return names.get(name) or say("Decisions: {kind}", "Décisions : {kind}", kind=say.kind(name.removeprefix(KIND)))


def variants_table(say: Say, measures: Sequence[Measure], names: Sequence[str], labels: Sequence[str]) -> str:
    groups = ""
    for measure, name in zip(measures, names, strict=True):
        low, high = min(value.low for value in measure.values), max(value.high for value in measure.values)
        room = (high - low) * 0.04
        rows = ""
        for place, (value, label) in enumerate(zip(measure.values, labels, strict=True)):
            found = measure.differences[place - 1] if place else None
            style = "teal" if found is None or found.verdict != "surely" else "hot"
            change = f"{_change(say, found, is_share=measure.is_share)}" if found else say("as now", "comme à présent")
            strip = _strip(value, low - room, high + room, style if place == 0 or style == "hot" else "grey")
            written = say.percent(value.value, 1) if measure.is_share else say.number(value.value, 2)
            word = f"<small>{escape(_verdict(say, found))}</small>" if found else ""
            rows += (
                f'<tr class="{"first" if place == 0 else ""}"><th scope="row">{escape(label)}</th>'
                f'<td class="number"><b>{escape(written)}</b></td>'
                f'<td>{strip}</td><td class="number">{escape(change)} {word}</td></tr>'
            )
        groups += f'<tbody><tr><th class="group" scope="rowgroup" colspan="4">{escape(name)}</th></tr>{rows}</tbody>'
    return f'<table class="variants">{groups}</table>'


def _change(say: Say, found: Difference, *, is_share: bool) -> str:
    if is_share:
        return f"{say.points(found.value)} ± {say.number(100 * found.half, 1)}"
    return f"{'+' if found.value > 0 else ''}{say.number(found.value, 2)} ± {say.number(found.half, 2)}"


# ── The numbers of drawings, for those who can't see them ────────────────────────────────────────────────


def _hidden(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="hidden"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def seats_numbers(say: Say, figures: Figures) -> str:
    rows = [
        (str(group.seats), say.place(number), say.share(place.share))
        for group in figures.seats
        for number, place in enumerate(group.places)
    ]
    return _hidden((say("seats", "places"), say("who", "qui"), say("wins", "gagne")), rows)


def length_numbers(say: Say, figures: Figures) -> str:
    rows = [
        (name, *(say.short(quartile) for quartile in each.quartiles), say.mean(each.mean))
        for name, each in ((say("bots", "bots"), figures.length), (say("random", "hasard"), figures.length_at_random))
    ]
    heads = (say("players", "joueurs"), "¼", "½", "¾", say("mean turns", "tours en moyenne"))
    return _hidden(heads, rows)


def choices_numbers(say: Say, figures: Figures) -> str:
    rows = [
        (str(number + 1), say.short(part.mean), f"{say.short(part.low)}–{say.short(part.high)}")
        for number, part in enumerate(figures.choices.parts)
    ]
    return _hidden((say("tenth", "dixième"), say("choices", "choix"), say("middle half", "moitié centrale")), rows)


def lead_numbers(say: Say, figures: Figures) -> str:
    rows = [
        (lead.by, say.percent(place / (len(lead.parts) - 1)), say.share(part))
        for lead in figures.leads
        for place, part in enumerate(lead.parts)
    ]
    return _hidden(
        (say("by", "selon"), say("part of the game", "part de la partie"), say("leader wins", "le premier gagne")), rows
    )


def ladder_numbers(say: Say, figures: Figures) -> str:
    rows = [(str(rung.more), str(rung.less), say.share(rung.share)) for rung in figures.ladder]
    return _hidden((say("simulations", "simulations"), say("against", "contre"), say("wins", "gagne")), rows)


def habits_numbers(say: Say, figures: Figures) -> str:
    rows = [
        (say.kind(habit.kind), str(budget), say.share(used)) for habit in figures.habits for budget, used in habit.used
    ]
    return _hidden((say("action", "action"), say("simulations", "simulations"), say("part", "part")), rows)
