"""Findings on skill, luck, and what a variant changes."""

from collections.abc import Sequence

from tablee.lab.report.charts import is_dying
from tablee.lab.report.estimates import games_to_see
from tablee.lab.report.figures import Chair, Figures, Measure
from tablee.lab.report.findings import UNFAIR, Finding, capital, settles
from tablee.lab.report.phrases import Say


def ladder_finding(figures: Figures, say: Say) -> Finding:
    top = figures.ladder[-1]
    pays, may_pay = (
        [rung for rung in figures.ladder if rung.edge.verdict == verdict and rung.edge.value > 0]
        for verdict in ("surely", "perhaps")
    )
    games = int(top.share.of)
    measured = say(
        "Wins of the side with twice as many simulations, from every seat in turn; {games} a step",
        "Victoires de qui fait deux fois plus de simulations, de chaque place à tour de rôle ; {games} par degré",
        games=say.games(games),
    )
    if top in pays:
        headline = "Thinking twice as long still pays at {n}", "Réfléchir deux fois plus paie encore à {n}"
        strong = (
            "The ladder has not ended: {n} against half the thought.",
            "L’échelle n’est pas finie : {n} contre moitié moins de réflexion.",
        )
    else:
        headline = (
            ("More thought pays up to {n} simulations", "Réfléchir paie jusqu’à {n} simulations")
            if pays
            else ("No step of the ladder surely pays", "Aucun degré de l’échelle ne paie sûrement")
        )
        strong = "At the top of the ladder no sure gain: {n}.", "En haut de l’échelle, pas de gain sûr : {n}."
    steps = say(
        "Of {all} steps {n} surely pay and {m} perhaps; hollow marks can’t be told from an even game.",
        "Sur {all} degrés, {n} paient sûrement et {m} peut-être ; les marques creuses valent une partie égale.",
        n=len(pays),
        m=len(may_pay),
        all=len(figures.ladder),
    )
    need = "" if top in pays else capital(settles(say, top.edge, games))
    told = say(*headline, n=say.number(pays[-1].more if pays else 0))
    return Finding(told, measured, say(*strong, n=say.share(top.share)), f"{steps} {need}." if need else steps)


def habits_finding(figures: Figures, say: Say) -> Finding:
    dying = [habit for habit in figures.habits if is_dying(habit)]
    names = ", ".join(say.kind(habit.kind) for habit in dying)
    moved = max(figures.habits, key=lambda habit: abs(habit.used[-1][1].value - habit.used[0][1].value))
    first, last = moved.used[0][1], moved.used[-1][1]
    is_apart = first.high < last.low or last.high < first.low
    measured = say(
        "Part of the decisions for each action, by the stronger side of each step of the ladder",
        "Part des décisions pour chaque action, du côté fort de chaque degré de l’échelle",
    )
    rest = say(
        "An action that good players drop would fall to nothing here.",
        "Une action délaissée par les bons joueurs tomberait à rien ici.",
    )
    if dying:
        headline = say("Dies out as players improve: {n}", "Disparaît quand on joue mieux : {n}", n=names)
        strong = say("A rule that good players forget: {n}.", "Une règle que les bons joueurs oublient : {n}.", n=names)
        rest = say(
            "To try: make it cost less or last longer, and run this again.",
            "À essayer : la rendre moins chère ou plus durable, puis relancer.",
        )
    elif is_apart:
        headline = say("Better players do otherwise", "Les meilleurs jouent autrement")
        parts = say.percent(first.value), say.percent(last.value)
        strong = say("{0} goes from {1} to {2}.", "{0} passe de {1} à {2}.", say.kind(moved.kind), *parts)
    else:
        headline = say("Better players do much the same", "Les meilleurs font à peu près pareil")
        strong = say(
            "No action changes its part by more than the noise.", "Aucune action ne change de part au-delà du bruit."
        )
    return Finding(headline, measured, strong, rest)


def luck_of(chair: Chair) -> float:
    """The part of what could be decided that the deal decides: 0 for none of it, 1 for all."""
    return (chair.same.value - chair.without_luck) / (1 - chair.without_luck) if chair.without_luck < 1 else 0.0


def luck_finding(figures: Figures, say: Say) -> Finding:
    chair, strongest = figures.chair, figures.contests[0] if figures.contests else None
    measured = say(
        "Each deal played once from every seat, so that it favours nobody",
        "Chaque donne jouée une fois de chaque place, pour n’avantager personne",
    )
    skill = (
        say(
            "Against random moves, {n} of the games are won.",
            "Contre le hasard, {n} des parties sont gagnées.",
            n=say.share(strongest.wins),
        )
        if strongest
        else ""
    )
    if chair is None:
        return Finding(
            say("No luck: nothing is drawn", "Pas de hasard : rien n’est tiré"),
            measured,
            say("Nothing is shuffled or rolled in this game.", "Rien n’est mélangé ni lancé dans ce jeu."),
            skill,
        )
    is_seen = chair.same.low > chair.without_luck
    headline = (
        say("The deal decides {n} of what there is", "La donne décide de {n} de l’enjeu", n=say.percent(luck_of(chair)))
        if is_seen
        else say("The deal hardly decides between equals", "La donne départage peu les égaux")
    )
    strong = say(
        "A deal that equals play twice is won by the same seat in {n}.",
        "Une donne que deux égaux rejouent est gagnée par la même place dans {n}.",
        n=say.share(chair.same),
    )
    base = say(
        "{n} would be no luck of the deal, 100% nothing else.",
        "{n} : aucun effet de la donne ; 100 % : rien d’autre.",
        n=say.percent(chair.without_luck),
    )
    return Finding(headline, measured, strong, f"{base} {skill}")


def variants_finding(
    measures: Sequence[Measure], labels: Sequence[str], names: Sequence[str], games: int, say: Say
) -> Finding:
    surely = [
        (name, labels[place + 1], found)
        for measure, name in zip(measures, names, strict=True)
        for place, found in enumerate(measure.differences)
        if found.verdict == "surely"
    ]
    changed = list(dict.fromkeys(name for name, _, _ in surely))
    same = [name for name in names if name not in changed]
    starter = measures[0]
    return Finding(
        say(
            "{n} of {all} numbers surely change",
            "{n} mesures sur {all} changent sûrement",
            n=len(changed),
            all=len(names),
        )
        if surely
        else say("No difference can be told from chance", "Aucune différence ne se distingue du hasard"),
        say(
            "Side by side on the same seeds, {games} each; ± is a 95 % interval of the difference from the first",
            "Côte à côte sur les mêmes graines, {games} chacune ; ± est l’intervalle à 95 % de l’écart à la première",
            games=say.games(games),
        ),
        say("Surely other: {names}.", "Sûrement autre : {names}.", names=", ".join(changed))
        if changed
        else say("Nothing surely changes.", "Rien ne change sûrement."),
        say(
            "Not seen to change: {names}. “Surely” allows for all the rows compared. "
            "To see 3 points in the first row, play {n} games of each.",
            "Sans changement visible : {names}. « Sûrement » tient compte de toutes les lignes comparées. "
            "Pour voir 3 points à la première ligne, jouez {n} parties de chaque.",
            names=", ".join(same) or "–",
            n=say.number(games_to_see(UNFAIR, starter.differences[0].error, games))
            if starter.differences[0].error
            else "–",
        ),
    )
