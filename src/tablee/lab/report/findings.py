"""What the figures say, in words: each headline is a finding, each sentence says what it means and what to try.

They are chosen by the numbers. A difference inside the noise is never called one; that none can be seen is a finding.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tablee.lab.report.charts import is_dying
from tablee.lab.report.estimates import LEAST_DEALS, Difference, games_to_see
from tablee.lab.report.figures import Chair, Deal, Figures, Lead, Measure, Place, Seats, Worth
from tablee.lab.report.plan import Scope
from tablee.lab.report.telling import Say

# ── Thresholds ───────────────────────────────────────────────────────────────────────────────────────────

UNFAIR: Final = 0.03
"""A seat that surely wins so much more or less than a fair share is one to do something about."""
ENDLESS: Final = 2.5
"""Games are of even length where one in twenty at most takes so many times as long as usual."""
RARE: Final = 0.02
"""What is taken in a smaller part of its offers is hardly ever worth it …"""
LEAST_OFFERED: Final = 100
"""… if it was offered so often."""
LUCKY: Final = 0.2
"""Part of what could be decided that the deal decides, from which on luck weighs much."""
EARLY: Final = 0.85
OPEN: Final = 0.65
"""How often the one ahead halfway wins, in a game that is decided early, and in one that is open."""
AS_LONG: Final = 0.1
"""A part of the length that makes no difference to speak of."""


class Told(NamedTuple):
    """A figure in words."""

    headline: str
    measured: str
    strong: str
    rest: str


class Verdict(NamedTuple):
    """One card of the strip at the top."""

    name: str
    is_well: bool
    value: str
    told: str


def settles(say: Say, found: Difference, games: int) -> str:
    """How many games would settle a difference that may be chance."""
    if not found.error or not found.value:
        return ""
    return say(
        "about {n} games would settle it",
        "il faudrait environ {n} parties pour trancher",
        n=say.number(games_to_see(found.value, found.error, games)),
    )


def main_seats(figures: Figures, scope: Scope) -> Seats:
    return next(group for group in figures.seats if group.seats == scope.seats)


# ── Seats, length, ends, choices ─────────────────────────────────────────────────────────────────────────


def seats_told(figures: Figures, scope: Scope, say: Say) -> Told:
    group = main_seats(figures, scope)
    number, place = _outstanding(group)
    who, fair = say.place(number), say.percent(1 / group.seats, 1)
    points = say.number(100 * abs(place.edge.value), 1)
    measured = say(
        "Points more or less than a fair share, {order}; a draw counts in parts. {games}",
        "Points au-dessus ou au-dessous d’une part égale, {order} ; un nul compte en parts. {games}",
        order=say("by order of play", "par ordre de jeu") if say.game.has_starter else say("by seat", "par place"),
        games=" · ".join(
            say(
                "{n} seats: {games}, {who}",
                "{n} places : {games}, {who}",
                n=each.seats,
                games=say.games(each.games),
                who=say.player(each.player),
            )
            for each in figures.seats
        ),
    )
    share = say.share(place.share)
    match place.edge.verdict:
        case "surely" if place.edge.value > 0:
            headline = say(
                "{who} wins {points} points too often", "{who} gagne {points} points de trop", who=who, points=points
            )
            rest = say(
                "To try: let that one give something up, and measure again.",
                "À essayer : que cette place cède quelque chose, puis mesurer à nouveau.",
            )
        case "surely":
            headline = say(
                "{who} wins {points} points too seldom", "{who} gagne {points} points de moins", who=who, points=points
            )
            rest = say(
                "To try: give that one something to begin with, and measure again.",
                "À essayer : donner un avantage à cette place, puis mesurer à nouveau.",
            )
        case "perhaps":
            headline = say("Perhaps an edge for {who}", "Peut-être un avantage pour {who}", who=who)
            rest = say(
                "Of so many seats one may differ as much by chance: {settles}.",
                "Sur autant de places, l’une peut s’écarter ainsi par hasard : {settles}.",
                settles=settles(say, place.edge, group.games),
            )
        case _:
            headline = say("No seat has an edge that can be seen", "Aucune place n’a d’avantage visible")
            rest = say(
                "An edge of less than {points} points would not show in so few games.",
                "Un avantage de moins de {points} points ne se verrait pas en si peu de parties.",
                points=say.number(100 * max(each.share.half for each in group.places), 1),
            )
    strong = say(
        "{who} wins {share}; {fair} would be fair.",
        "{who} gagne {share} ; {fair} serait équitable.",
        who=_upper(who),
        share=share,
        fair=fair,
    )
    drawn = (
        say(
            " {n} of the games have no single winner.",
            " {n} des parties n’ont pas de vainqueur unique.",
            n=say.percent(group.drawn.value, 1),
        )
        if group.drawn.value
        else ""
    )
    others = [
        say(
            "with {n}, {who} {points}",
            "à {n}, {who} {points}",
            n=each.seats,
            who=say.place(place_),
            points=say.points(found.edge.value),
        )
        for each in figures.seats
        for place_, found in enumerate(each.places)
        if each.seats != scope.seats and found.edge.verdict == "surely"
    ]
    more = say(" Also surely: {others}.", " Sûr aussi : {others}.", others="; ".join(others)) if others else ""
    return Told(_upper(headline), measured, strong, rest + more + drawn)


def _outstanding(group: Seats) -> tuple[int, Place]:
    """The place that is furthest from a fair share; of several, the one that wins too often."""
    return max(enumerate(group.places), key=lambda place: (round(abs(place[1].edge.value), 6), place[1].edge.value))


def length_told(figures: Figures, scope: Scope, say: Say) -> Told:
    length, other = figures.length, figures.length_at_random
    middle = length.quartiles[1]
    minutes = middle * 10 / 60
    took = say.number(minutes, 1) if minutes < 10 else say.number(minutes)
    ratio = other.mean.value / length.mean.value if length.mean.value else 1.0
    is_apart = other.mean.low > length.mean.high or other.mean.high < length.mean.low
    beside = (
        say("Random play takes {n} times as long.", "Au hasard, c’est {n} fois plus long.", n=say.number(ratio, 1))
        if is_apart and ratio > 1 + AS_LONG
        else say("Random play is over in {n} of that.", "Au hasard, il en faut {n}.", n=say.percent(ratio))
        if is_apart and ratio < 1 - AS_LONG
        else say("Random play takes about as long.", "Au hasard, c’est à peu près aussi long.")
    )
    return Told(
        say(
            "{n} turns, one game in twenty over {longest}",
            "{n} tours, une partie sur vingt au-delà de {longest}",
            n=say.short(middle),
            longest=length.longest,
        ),
        say("Turns until the game is over, {n} seats", "Tours jusqu’à la fin de la partie, {n} places", n=scope.seats),
        say("At ten seconds a turn, {n} minutes.", "À dix secondes par tour, {n} minutes.", n=took),
        say(
            "The mean is {mean} turns. {beside}",
            "La moyenne est de {mean} tours. {beside}",
            mean=say.mean(length.mean),
            beside=beside,
        ),
    )


def ends_told(figures: Figures, scope: Scope, say: Say) -> Told:
    first, met = figures.ends[0], [end for end in figures.ends if end.share.value]
    only_random = [end for end in figures.ends if not end.share.value]
    headline = (
        say("It nearly always ends the same way", "Elle finit presque toujours de la même façon")
        if first.share.value >= 0.95
        else say("It ends in {n} ways", "Elle finit de {n} façons", n=len(met))
    )
    rest = (
        say(
            "Only random players ever met: {ends}",
            "Seul le hasard a mené à : {ends}",
            ends=" ".join(say.text(say.game.reason(end.reason)) for end in only_random),
        )
        if only_random
        else say("Random play ends so in {n}.", "Au hasard, c’est le cas de {n}.", n=say.share(first.at_random))
    )
    return Told(
        headline,
        say(
            "Why games end, {n} seats; nobody leaves or is late here",
            "Pourquoi les parties finissent, {n} places ; personne ne part ni ne tarde ici",
            n=scope.seats,
        ),
        say(
            "{n} of the games: {reason}",
            "{n} des parties : {reason}",
            n=say.share(first.share),
            reason=say.text(say.game.reason(first.reason)),
        ),
        rest,
    )


def choices_told(figures: Figures, scope: Scope, say: Say) -> Told:
    choices = figures.choices
    first, last = choices.parts[0].mean, choices.parts[-1].mean
    trend = (
        say(
            "The choice narrows, from {first} to {last}.",
            "Le choix se resserre, de {first} à {last}.",
            first=say.short(first),
            last=say.short(last),
        )
        if last < first / 1.5
        else say(
            "The choice widens, from {first} to {last}.",
            "Le choix s’élargit, de {first} à {last}.",
            first=say.short(first),
            last=say.short(last),
        )
        if last > first * 1.5
        else say("It is much the same from the first to the last.", "C’est à peu près pareil du début à la fin.")
    )
    forced = (
        say(
            "{n} of the decisions leave no choice.",
            "{n} des décisions n’offrent aucun choix.",
            n=say.percent(choices.forced.value, 1),
        )
        if choices.forced.value
        else say("There is always a choice.", "Il y a toujours un choix.")
    )
    return Told(
        say("{n} choices a decision", "{n} choix par décision", n=say.short(choices.mean.value)),
        say(
            "Legal actions along the game; the band holds the middle half. {n} seats",
            "Actions permises au fil de la partie ; la bande tient la moitié centrale. {n} places",
            n=scope.seats,
        ),
        say(
            "Mean {mean}, {most} at most.",
            "Moyenne {mean}, {most} au plus.",
            mean=say.mean(choices.mean),
            most=choices.most,
        ),
        f"{trend} {forced}",
    )


# ── The lead ─────────────────────────────────────────────────────────────────────────────────────────────


def lead_told(lead: Lead, say: Say) -> Told:
    start, half, end = lead.parts[0], lead.parts[len(lead.parts) // 2], lead.parts[-1]
    headline = (
        say(
            "Decided early: halfway the leader wins {n}",
            "Vite jouée : à mi-chemin, le premier gagne à {n}",
            n=say.percent(half.value),
        )
        if half.low > EARLY
        else say(
            "Open for long: halfway the leader wins {n}",
            "Longtemps ouverte : à mi-chemin, le premier gagne à {n}",
            n=say.percent(half.value),
        )
        if half.high < OPEN
        else say("Halfway, the leader wins {n}", "À mi-chemin, celui qui mène gagne à {n}", n=say.percent(half.value))
    )
    how = (
        say("by what each bot itself expects", "d’après ce que chaque bot attend lui-même")
        if lead.by == "reckoning"
        else say("by the score", "au score")
    )
    return Told(
        headline,
        say(
            "How often the one ahead at this point wins, {how}; games with one winner",
            "Combien de fois gagne celui qui mène à ce moment, {how} ; parties à un seul vainqueur",
            how=how,
        ),
        say(
            "{start} at the first decision, {half} halfway, {end} at the last.",
            "{start} à la première décision, {half} à mi-chemin, {end} à la dernière.",
            start=say.percent(start.value),
            half=say.share(half),
            end=say.percent(end.value),
        ),
        say(
            "In {n} of the games the winner leads without a break from halfway on.",
            "Dans {n} des parties, le vainqueur mène sans interruption dès la mi-chemin.",
            n=say.share(lead.settled),
        ),
    )


def turns_told(lead: Lead, say: Say) -> Told:
    often = lead.changes
    headline = (
        say("The lead seldom changes", "La tête change rarement")
        if often.high < 0.5
        else say(
            "The lead changes {n} times a game",
            "La tête change {n} fois par partie",
            n=say.number(often.value, 1),
        )
    )
    clear = (
        say("by more than 10 points of chance", "de plus de 10 points de chance")
        if lead.by == "reckoning"
        else say("by the score", "au score")
    )
    behind = (
        say(
            "{n} of the winners once thought their chance below {least}.",
            "{n} des vainqueurs ont cru un moment leur chance inférieure à {least}.",
            n=say.share(lead.behind[1][1]),
            least=say.percent(lead.behind[1][0]),
        )
        if lead.behind
        else say(
            "{n} of the games have one leader throughout.",
            "{n} des parties n’ont qu’un seul meneur.",
            n=say.share(lead.changes_of[0]),
        )
    )
    return Told(
        headline,
        say(
            "Changes of the lead in a game, when another is ahead {clear}",
            "Changements de tête par partie, quand un autre mène {clear}",
            clear=clear,
        ),
        say("{n} changes a game.", "{n} changements par partie.", n=say.mean(often)),
        behind,
    )


# ── What things are worth ────────────────────────────────────────────────────────────────────────────────


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


def kinds_told(figures: Figures, say: Say) -> Told:
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
    return Told(headline, _kinds_measured(say), strong, goes)


def pieces_told(worths: Sequence[Worth], say: Say) -> Told:
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
    headline = (
        f"{say.field(field).capitalize()}: {finding}"
        if say.language == "en"
        else f"{say.field(field).capitalize()}\u00a0: {finding}"
    )
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
    return Told(headline, f"{say.kind(kind)} · {_values_measured(say)}", strong, rest)


def places_told(worths: Sequence[Worth], say: Say) -> Told:
    best = [worth for worth in worths if worth.gain.value > 0 and worth.gain.verdict == "surely"]
    return Told(
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


def deal_told(deal: Deal, fair: float, say: Say) -> Told:
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
        return Told(
            say("{field} dealt: no sure head start", "{field} à la donne : pas d’avance sûre", field=field),
            measured,
            counted,
            say("What is dealt there shows no sure effect.", "Ce qui y est donné n’a pas d’effet sûr."),
        )
    group = max(surely, key=lambda group: abs(group.edge.value))
    return Told(
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


# ── Skill and luck ───────────────────────────────────────────────────────────────────────────────────────


def ladder_told(figures: Figures, say: Say) -> Told:
    top = figures.ladder[-1]
    pays, may_pay = (
        [rung for rung in figures.ladder if rung.edge.verdict == verdict and rung.edge.value > 0]
        for verdict in ("surely", "perhaps")
    )
    games = int(top.share.of)
    measured = say(
        "Wins of whoever makes twice as many simulations, from every seat in turn; {games} a step",
        "Victoires de qui fait deux fois plus de simulations, de chaque place à tour de rôle ; {games} par degré",
        games=say.games(games),
    )
    if top in pays:
        headline = say(
            "Thinking twice as long still pays at {n}",
            "Réfléchir deux fois plus paie encore à {n}",
            n=say.number(top.more),
        )
        strong = say(
            "The ladder has not ended: {n} against half the thought.",
            "L’échelle n’est pas finie : {n} contre moitié moins de réflexion.",
            n=say.share(top.share),
        )
    else:
        headline = (
            say(
                "More thought pays up to {n} simulations",
                "Réfléchir paie jusqu’à {n} simulations",
                n=say.number(pays[-1].more),
            )
            if pays
            else say("No step of the ladder surely pays", "Aucun degré de l’échelle ne paie sûrement")
        )
        strong = say(
            "At the top of the ladder no sure gain: {n}.",
            "En haut de l’échelle, pas de gain sûr : {n}.",
            n=say.share(top.share),
        )
    steps = say(
        "Of {all} steps {n} surely pay and {m} perhaps; hollow marks can’t be told from an even game.",
        "Sur {all} degrés, {n} paient sûrement et {m} peut-être ; les marques creuses valent une partie égale.",
        n=len(pays),
        m=len(may_pay),
        all=len(figures.ladder),
    )
    need = "" if top in pays else _upper(settles(say, top.edge, games))
    return Told(headline, measured, strong, f"{steps} {need}." if need else steps)


def habits_told(figures: Figures, say: Say) -> Told:
    dying = [habit for habit in figures.habits if is_dying(habit)]
    names = ", ".join(say.kind(habit.kind) for habit in dying)
    moved = max(figures.habits, key=lambda habit: abs(habit.used[-1][1].value - habit.used[0][1].value))
    first, last = moved.used[0][1], moved.used[-1][1]
    is_apart = first.high < last.low or last.high < first.low
    return Told(
        say("Dies out as players improve: {names}", "Disparaît quand on joue mieux : {names}", names=names)
        if dying
        else say("Better players do otherwise", "Les meilleurs jouent autrement")
        if is_apart
        else say("Better players do much the same", "Les meilleurs font à peu près pareil"),
        say(
            "Part of the decisions for each action, by the stronger side of each step of the ladder",
            "Part des décisions pour chaque action, du côté fort de chaque degré de l’échelle",
        ),
        say(
            "A rule that good players forget: {names}.",
            "Une règle que les bons joueurs oublient : {names}.",
            names=names,
        )
        if dying
        else say(
            "{kind} goes from {first} to {last}.",
            "{kind} passe de {first} à {last}.",
            kind=say.kind(moved.kind),
            first=say.percent(first.value),
            last=say.percent(last.value),
        )
        if is_apart
        else say(
            "No action changes its part by more than the noise.", "Aucune action ne change de part au-delà du bruit."
        ),
        say(
            "To try: make it cost less or last longer, and run this again.",
            "À essayer : la rendre moins chère ou plus durable, puis relancer.",
        )
        if dying
        else say(
            "An action that good players drop would fall to nothing here.",
            "Une action délaissée par les bons joueurs tomberait à rien ici.",
        ),
    )


def luck_of(chair: Chair) -> float:
    """The part of what could be decided that the deal decides: 0 for none of it, 1 for all."""
    return (chair.same.value - chair.without_luck) / (1 - chair.without_luck) if chair.without_luck < 1 else 0.0


def luck_told(figures: Figures, say: Say) -> Told:
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
        return Told(
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
    return Told(headline, measured, strong, f"{base} {skill}")


# ── Variants ─────────────────────────────────────────────────────────────────────────────────────────────


def variants_told(
    measures: Sequence[Measure], labels: Sequence[str], names: Sequence[str], games: int, say: Say
) -> Told:
    surely = [
        (name, labels[place + 1], found)
        for measure, name in zip(measures, names, strict=True)
        for place, found in enumerate(measure.differences)
        if found.verdict == "surely"
    ]
    changed = list(dict.fromkeys(name for name, _, _ in surely))
    same = [name for name in names if name not in changed]
    starter = measures[0]
    return Told(
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


# ── The strip ────────────────────────────────────────────────────────────────────────────────────────────


def verdicts(figures: Figures, scope: Scope, say: Say) -> list[Verdict]:
    """The whole report in five cards."""
    group = main_seats(figures, scope)
    number, place = _outstanding(group)
    is_fair = not any(each.edge.verdict == "surely" and abs(each.edge.value) >= UNFAIR for each in group.places)
    middle, longest = figures.length.quartiles[1], figures.length.longest
    found = [
        Verdict(
            say("Seats", "Places"),
            is_fair,
            say.percent(place.share.value, 1),
            say(
                "for {who}; {fair} is fair.",
                "pour {who} ; {fair} serait équitable.",
                who=say.place(number),
                fair=say.percent(1 / group.seats),
            )
            + {
                "not": say(" Can’t be told apart.", " Indiscernable."),
                "perhaps": say(" Perhaps by chance.", " Peut-être par hasard."),
                "surely": "",
            }[place.edge.verdict],
        ),
        Verdict(
            say("Length", "Durée"),
            longest <= ENDLESS * middle,
            say("{n} turns", "{n} tours", n=say.short(middle)),
            say("One game in twenty takes more than {n}.", "Une partie sur vingt dépasse {n}.", n=longest),
        ),
    ]
    if figures.ladder:
        top = figures.ladder[-1]
        is_paying = top.edge.verdict == "surely" and top.edge.value > 0
        found.append(
            Verdict(
                say("Skill", "Adresse"),
                is_paying,
                say.percent(top.share.value),
                say(
                    "for twice the thought, at {n} simulations.",
                    "pour deux fois plus de réflexion, à {n} simulations.",
                    n=say.number(top.more),
                )
                + ("" if is_paying else say(" No sure gain.", " Pas de gain sûr.")),
            )
        )
    if figures.chair is not None:
        luck = luck_of(figures.chair)
        found.append(
            Verdict(
                say("Luck of the deal", "Chance à la donne"),
                luck < LUCKY,
                say.percent(max(luck, 0.0)),
                say("of what could be decided between equals.", "de ce qui peut se décider entre égaux."),
            )
        )
    dead = never_worth(figures)
    found.append(
        Verdict(
            say("Dead choices", "Choix morts"),
            not dead,
            say.item(dead[0].item) if dead else say("none", "aucun"),
            say(
                "Taken in under 2% of its offers{more}.",
                "Choisi dans moins de 2 % de ses offres{more}.",
                more=say(", and {n} more", ", et {n} de plus", n=len(dead) - 1) if len(dead) > 1 else "",
            )
            if dead
            else say("Players take every action now and then.", "Chaque action est choisie de temps en temps."),
        )
    )
    return found


def is_enough(figures: Figures, scope: Scope) -> bool:
    """Whether there are games enough to say anything."""
    return main_seats(figures, scope).games >= 2 * LEAST_DEALS


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _names(say: Say, worths: Sequence[Worth]) -> str:
    return ", ".join(say.kind(worth.item.kind) for worth in worths)
