"""Findings on the course of play: seats, length, ends, choices, the lead."""

from typing import Final

from tablee.lab.report.figures import Figures, Lead
from tablee.lab.report.findings import Finding, capital, main_seats, outstanding, settles
from tablee.lab.report.phrases import Say
from tablee.lab.report.plan import Scope

EARLY: Final = 0.85
OPEN: Final = 0.65
"""How often the one ahead halfway wins, in a game that is decided early, and in one that is open."""
AS_LONG: Final = 0.1
"""A part of the length that makes no difference to speak of."""


def seats_finding(figures: Figures, scope: Scope, say: Say) -> Finding:
    group = main_seats(figures, scope)
    number, place = outstanding(group)
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
            headline = f"{who} {say('wins {n} points too often', 'gagne {n} points de trop', n=points)}"
            rest = say(
                "To try: let that one give something up, and measure again.",
                "À essayer : que cette place cède quelque chose, puis mesurer à nouveau.",
            )
        case "surely":
            headline = f"{who} {say('wins {n} points too seldom', 'gagne {n} points de moins', n=points)}"
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
        who=capital(who),
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
    return Finding(capital(headline), measured, strong, rest + more + drawn)


def length_finding(figures: Figures, scope: Scope, say: Say) -> Finding:
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
    return Finding(
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


def ends_finding(figures: Figures, scope: Scope, say: Say) -> Finding:
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
    return Finding(
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


def choices_finding(figures: Figures, scope: Scope, say: Say) -> Finding:
    choices = figures.choices
    first, last = choices.parts[0].mean, choices.parts[-1].mean
    if last < first / 1.5:
        trend = "The choice narrows, from {first} to {last}.", "Le choix se resserre, de {first} à {last}."
    elif last > first * 1.5:
        trend = "The choice widens, from {first} to {last}.", "Le choix s’élargit, de {first} à {last}."
    else:
        trend = "It is much the same from the first to the last.", "C’est à peu près pareil du début à la fin."
    forced = (
        say(
            "{n} of the decisions leave no choice.",
            "{n} des décisions n’offrent aucun choix.",
            n=say.percent(choices.forced.value, 1),
        )
        if choices.forced.value
        else say("There is always a choice.", "Il y a toujours un choix.")
    )
    return Finding(
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
        f"{say(*trend, first=say.short(first), last=say.short(last))} {forced}",
    )


def lead_finding(lead: Lead, say: Say) -> Finding:
    start, half, end = lead.parts[0], lead.parts[len(lead.parts) // 2], lead.parts[-1]
    if half.low > EARLY:
        headline = "Decided early: halfway the leader wins {n}", "Vite jouée : à mi-chemin, le premier gagne à {n}"
    elif half.high < OPEN:
        headline = (
            "Open for long: halfway the leader wins {n}",
            "Longtemps ouverte : à mi-chemin, le premier gagne à {n}",
        )
    else:
        headline = "Halfway, the leader wins {n}", "À mi-chemin, celui qui mène gagne à {n}"
    how = (
        say("by what each bot itself expects", "d’après ce que chaque bot attend lui-même")
        if lead.by == "reckoning"
        else say("by the score", "au score")
    )
    return Finding(
        say(*headline, n=say.percent(half.value)),
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


def turns_finding(lead: Lead, say: Say) -> Finding:
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
    return Finding(
        headline,
        say(
            "Changes of the lead in a game, when another is ahead {clear}",
            "Changements de tête par partie, quand un autre mène {clear}",
            clear=clear,
        ),
        say("{n} changes a game.", "{n} changements par partie.", n=say.mean(often)),
        behind,
    )
