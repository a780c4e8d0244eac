"""Findings on what actions, pieces, places and deals are worth."""

from collections.abc import Sequence
from typing import Final

from tablee.lab.report.figures import Deal, Figures, Worth
from tablee.lab.report.findings import Finding
from tablee.lab.report.phrases import Say

RARE: Final = 0.02
"""Hardly ever worth it is what is taken in a smaller part of at least LEAST_OFFERED offers."""
LEAST_OFFERED: Final = 100


def is_rare(worth: Worth) -> bool:
    """Whether players hardly ever take it, though they could."""
    return worth.offered >= LEAST_OFFERED and worth.taken.high < RARE


def is_losing(worth: Worth) -> bool:
    """Whether those who take it surely win less than those who could have."""
    return worth.gain.verdict == "surely" and worth.gain.value < 0


def never_worth(figures: Figures) -> list[Worth]:
    """Kinds and pieces that players hardly ever take."""
    return [
        worth
        for worth in (*figures.kinds, *(one for those in figures.pieces.values() for one in those))
        if is_rare(worth)
    ]


def competing(figures: Figures) -> list[Worth]:
    """Kinds of actions that are offered beside others."""
    return [worth for worth in figures.kinds if worth.otherwise.of]


def kinds_finding(figures: Figures, say: Say) -> Finding:
    dead = [worth for worth in figures.kinds if is_rare(worth)]
    losing = [worth for worth in figures.kinds if is_losing(worth) and worth not in dead]
    headline = (
        say("Hardly ever worth it: {names}", "Presque jamais utile : {names}", names=_names(say, dead))
        if dead
        else say("Every action has its use", "Chaque action a son usage")
    )
    strong = (
        say(
            "Of those who could, hardly anyone takes {names}.",
            "Presque personne ne choisit {names}.",
            names=_names(say, dead),
        )
        if dead
        else say("No kind of action is dead.", "Aucun genre d’action n’est mort.")
    )
    goes = (
        say(
            "Those who take {names} surely win less often: it may cost too much, or be what one does when behind.",
            "Ceux qui choisissent {names} gagnent moins, sûrement : trop cher, ou le recours de qui est mené.",
            names=_names(say, losing),
        )
        if losing
        else say("None surely goes with losing.", "Aucune ne va sûrement avec la défaite.")
    )
    return Finding(headline, _kinds_measured(say), strong, goes)


def pieces_finding(worths: Sequence[Worth], say: Say) -> Finding:
    kind, field = worths[0].item.kind, worths[0].item.field
    best = [worth for worth in worths if worth.gain.verdict == "surely" and worth.gain.value > 0]
    worst = [worth for worth in worths if is_losing(worth)]
    dead = [worth for worth in worths if is_rare(worth)]

    def names(those: Sequence[Worth]) -> str:
        return ", ".join(say.value(worth.item) for worth in those)

    finding = (
        say("hardly ever {names}", "presque jamais {names}", names=names(dead))
        if dead
        else say("outstanding, {names}", "à part, {names}", names=names([*best, *worst]))
        if best or worst
        else say("nothing stands out", "rien ne se distingue")
    )
    headline = say("{field}: {finding}", "{field} : {finding}", field=say.field(field).capitalize(), finding=finding)
    rest = " ".join(
        [
            say("Goes with winning: {names}.", "Va avec la victoire : {names}.", names=names(best)) if best else "",
            say("Goes with losing: {names}.", "Va avec la défaite : {names}.", names=names(worst)) if worst else "",
            say("No difference in wins is sure.", "Aucune différence de victoires n’est sûre.")
            if not best and not worst
            else "",
        ]
    ).strip()
    most = worths[0]
    strong = say(
        "Taken most: {name}, in {n} of its offers.",
        "Le plus choisi : {name}, dans {n} de ses offres.",
        name=say.value(most.item),
        n=say.share(most.taken),
    )
    return Finding(headline, f"{say.kind(kind)} · {_values_measured(say)}", strong, rest)


def places_finding(worths: Sequence[Worth], say: Say) -> Finding:
    best = [worth for worth in worths if worth.gain.value > 0 and worth.gain.verdict == "surely"]
    return Finding(
        say("{n} places and targets stand out", "{n} lieux et cibles se distinguent", n=len(worths)),
        _values_measured(say),
        say(
            "Best to have taken: {name}.",
            "Le meilleur choix : {name}.",
            name=say.item(max(best, key=lambda worth: worth.gain.value).item),
        )
        if best
        else say("None of them goes with winning.", "Aucun ne va avec la victoire."),
        say(
            "Shown is only what surely goes with winning or losing.",
            "N’est montré que ce qui va sûrement avec la victoire ou la défaite.",
        ),
    )


def _kinds_measured(say: Say) -> str:
    return say(
        "Taken: of the decisions that offered it beside others. "
        "Won: by those who took it, less by those who could have, in points with 95 % intervals",
        "Choisi : parmi les décisions qui l’offraient avec d’autres. "
        "Gagné : par ceux qui l’ont choisi, moins ceux qui auraient pu, en points avec intervalles à 95 %",
    )


def _values_measured(say: Say) -> str:
    return say(
        "Taken: where that action was taken and offered it. "
        "Won: by those who took it, less by those who took another, in points with 95 % intervals",
        "Choisi : là où cette action a été choisie et l’offrait. "
        "Gagné : par ceux qui l’ont choisi, moins ceux qui ont pris autre chose, en points avec intervalles à 95 %",
    )


def deal_finding(deal: Deal, fair: float, say: Say) -> Finding:
    surely = [group for group in deal.groups if group.edge.verdict == "surely"]
    field, measured = (
        say.field(deal.field),
        say(
            "What a seat wins by what it was dealt; the line is a fair share",
            "Ce que gagne une place selon sa donne ; le trait est la part égale",
        ),
    )
    counted = say(
        "Surely off a fair {fair}: {n} of {all} groups.",
        "Sûrement à l’écart de {fair} : {n} sur {all}.",
        n=len(surely),
        all=len(deal.groups),
        fair=say.percent(fair),
    )
    if not surely:
        return Finding(
            say("{field} dealt: no sure head start", "{field} à la donne : pas d’avance sûre", field=field),
            measured,
            counted,
            say("What is dealt there shows no sure effect.", "Ce qui y est donné n’a pas d’effet sûr."),
        )
    group = max(surely, key=lambda group: abs(group.edge.value))
    return Finding(
        say(
            "{field} dealt: {name} wins {n}",
            "{field} à la donne : {name} gagne à {n}",
            field=field,
            name=group_name(group.low, group.high, say),
            n=say.percent(group.won.value),
        ),
        measured,
        counted,
        say(
            "To try: deal two and keep one, or make up for a poor deal.",
            "À essayer : donner deux et en garder un, ou compenser une mauvaise donne.",
        ),
    )


def group_name(low: str | int, high: str | int, say: Say) -> str:
    return say.piece(low) if low == high else f"{low}–{high}"


def _names(say: Say, worths: Sequence[Worth]) -> str:
    return ", ".join(say.kind(worth.item.kind) for worth in worths)
