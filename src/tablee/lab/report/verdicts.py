"""The strip at the top of a report: the whole of it in five cards."""

from typing import Final, NamedTuple

from tablee.lab.report.figures import Figures
from tablee.lab.report.findings import UNFAIR, main_seats, outstanding
from tablee.lab.report.phrases import Say
from tablee.lab.report.plan import Scope
from tablee.lab.report.skill import luck_of
from tablee.lab.report.worth import never_worth

ENDLESS: Final = 2.5
"""Times the usual length that at most one game in twenty takes where games are of even length."""
LUCKY: Final = 0.2
"""Part of what could be decided that the deal decides, from which on luck weighs much."""


class Verdict(NamedTuple):
    """One card of the strip at the top."""

    name: str
    is_well: bool
    value: str
    sentence: str


def verdicts(figures: Figures, scope: Scope, say: Say) -> list[Verdict]:
    group = main_seats(figures, scope)
    number, place = outstanding(group)
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
