"""The figures of a report, computed from facts alone; findings.py and charts.py tell and draw them."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import quantiles
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from tablee.lab.report.estimates import Case, Difference, Estimate, beside, difference, mean, share
from tablee.lab.report.facts import WHOLE, Item, Offer, PlayedGame
from tablee.lab.report.plan import EQUALS, LADDER, SEATS, SKILL, VARIANT
from tablee.lab.simulation import RANDOM

PARTS: Final = 10
"""Equal parts into which a game's length is divided."""
CLEAR_LEAD: Final = {"reckoning": 0.1, "score": 1.0}
"""A lead changes when another is ahead by so much: less is noise."""
BEHIND: Final = (0.8, 0.6, 0.4, 0.2)
"""Parts of a fair share below which the later winner once was."""
MOST_CHANGES: Final = 4
"""Games with at least this many changes of the lead are counted together."""
TELLING: Final = 0.2
"""Scores say who leads where they differ, halfway, in this part of the games."""
LEAST_TAKEN: Final = 20
"""Times that something must have been taken, or not, before it is said what comes of it."""
MOST_VALUES: Final = 16
"""Distinct things dealt that get a row each; more are grouped by number."""
MOST_NUMBERS: Final = 6
GROUPS: Final = 5
"""Groups of about the same size for more numbers than that."""


class Place(Struct, frozen=True):
    """What one place in the order of play wins."""

    share: Estimate
    edge: Difference
    """Beside a fair share."""


class Seats(Struct, frozen=True):
    """Wins by order of play (by seat where nobody starts), for one number of seats."""

    seats: int
    games: int
    player: str
    places: tuple[Place, ...]
    drawn: Estimate
    """Games that nobody won alone."""


class Length(Struct, frozen=True):
    """How many turns games took."""

    counts: dict[int, int]
    """Games by their turns."""
    mean: Estimate
    quartiles: tuple[float, float, float]
    longest: int
    """One game in twenty is longer."""


class End(Struct, frozen=True):
    """How often games end for one reason."""

    reason: str
    share: Estimate
    at_random: Estimate


class Part(Struct, frozen=True):
    """How many choices there are in one part of the game."""

    mean: float
    low: float
    high: float
    """A quarter of the decisions have fewer than low, a quarter more than high."""


class Choices(Struct, frozen=True):
    """How much there is to choose from."""

    mean: Estimate
    forced: Estimate
    """Decisions without a choice."""
    most: int
    parts: tuple[Part, ...]


By: TypeAlias = Literal["reckoning", "score"]


class Lead(Struct, frozen=True):
    """Leads and wins, in games that one seat won alone."""

    by: By
    parts: tuple[Estimate, ...]
    """How often the leader at this part of the game wins it."""
    settled: Estimate
    """Games in which the winner is never behind again from halfway on."""
    changes: Estimate
    changes_of: tuple[Estimate, ...]
    """The share of games with none, one, two … of them, and with more."""
    behind: tuple[tuple[float, Estimate], ...]
    """Winners who once thought their chance below so much."""


class Worth(Struct, frozen=True):
    """What came of one item."""

    item: Item
    offered: int
    taken: Estimate
    won: Estimate
    """By those who took it."""
    otherwise: Estimate
    """By those who did otherwise: of a kind, who could have taken it; of a value, who took another one."""
    gain: Difference


class Group(Struct, frozen=True):
    """Seats that were dealt one thing, or a number from low to high."""

    low: str | int
    high: str | int
    won: Estimate
    edge: Difference
    """Beside a fair share."""


class Deal(Struct, frozen=True):
    """What seats win by what they were dealt in one zone."""

    field: str
    groups: tuple[Group, ...]


class Rung(Struct, frozen=True):
    """One step of the ladder."""

    more: int
    less: int
    share: Estimate
    edge: Difference
    """Beside a fair share."""


class Habit(Struct, frozen=True):
    """How large a part of the decisions goes to one kind of action, by simulations."""

    kind: str
    used: tuple[tuple[int, Estimate], ...]


class Contest(Struct, frozen=True):
    """One player against weaker ones, each deal played once from every seat."""

    against: str
    wins: Estimate
    all: Estimate
    """Deals won from every seat."""
    none: Estimate
    """Deals won from no seat."""


class Chair(Struct, frozen=True):
    """How often a deal that equals play twice is won by the same seat."""

    same: Estimate
    without_luck: float
    """How often it would be, were the deal of no account."""


class Measure(Struct, frozen=True):
    """One number of several variants."""

    name: str
    is_share: bool
    values: tuple[Estimate, ...]
    differences: tuple[Difference, ...]
    """Of each but the first, beside the first."""


class Figures(Struct, frozen=True):
    """All that a report tells; what does not apply to a game is empty or None."""

    games: int
    seats: tuple[Seats, ...]
    length: Length
    length_at_random: Length
    ends: tuple[End, ...]
    choices: Choices
    leads: tuple[Lead, ...]
    """By what the players reckon, then by the score."""
    kinds: tuple[Worth, ...]
    pieces: dict[tuple[str, str], tuple[Worth, ...]]
    """By kind and field: values that are names."""
    places: tuple[Worth, ...]
    """Values that are numbers or lists of them."""
    deals: tuple[Deal, ...]
    ladder: tuple[Rung, ...]
    habits: tuple[Habit, ...]
    contests: tuple[Contest, ...]
    chair: Chair | None
    measures: tuple[Measure, ...]
    """Of the game and its variants."""


Games: TypeAlias = Sequence[PlayedGame]


def figures_of(played: Games) -> Figures:
    matches: dict[str, list[PlayedGame]] = defaultdict(list)
    for game in played:
        matches[game.match].append(game)
    main, at_random = matches[EQUALS], matches[RANDOM]
    seated = [main, *(games for name, games in matches.items() if name.startswith(SEATS))]
    asked = sum(games[0].seats for games in seated)
    kinds, pieces, places = worths_of(main)
    steps = [games for name, games in matches.items() if name.startswith(LADDER)]
    variants = [games for name, games in matches.items() if name.startswith(VARIANT)]
    return Figures(
        games=len(played),
        seats=tuple(sorted((seats_of(games, asked) for games in seated), key=lambda one: one.seats)),
        length=length_of(main),
        length_at_random=length_of(at_random),
        ends=ends_of(main, at_random),
        choices=choices_of(main),
        leads=leads_of(main),
        kinds=kinds,
        pieces=pieces,
        places=places,
        deals=deals_of(main),
        ladder=tuple(rung_of(games, len(steps)) for games in steps),
        habits=habits_of(steps),
        contests=tuple(contest_of(games) for name, games in matches.items() if name.startswith(SKILL)),
        chair=chair_of(main),
        measures=measures_of([main, *variants]) if variants else (),
    )


# ── Seats, length, ends, choices ─────────────────────────────────────────────────────────────────────────


def seats_of(games: Games, asked: int) -> Seats:
    count = games[0].seats

    def place(number: int) -> Place:
        cases = [(game.deal, game.shares[(game.first + number) % count], 1.0) for game in games]
        return Place(share(cases), beside(cases, 1 / count, asked))

    return Seats(count, len(games), games[0].players[0], tuple(map(place, range(count))), share(_drawn(games)))


def length_of(games: Games) -> Length:
    turns = sorted(game.turns for game in games)
    quartiles = quantiles(turns, n=4, method="inclusive") if len(turns) > 1 else [float(turns[0])] * 3
    longest = turns[min(len(turns) - 1, int(len(turns) * 0.95))]
    return Length(dict(Counter(turns)), mean(_turns(games)), (quartiles[0], quartiles[1], quartiles[2]), longest)


def ends_of(games: Games, at_random: Games) -> tuple[End, ...]:
    counts = Counter(game.reason for game in (*games, *at_random))
    own = Counter(game.reason for game in games)

    def ended(of: Games, reason: str) -> Estimate:
        return share((game.deal, float(game.reason == reason), 1.0) for game in of)

    reasons = sorted(counts, key=lambda reason: (-own[reason], -counts[reason], reason))
    return tuple(End(reason, ended(games, reason), ended(at_random, reason)) for reason in reasons)


def choices_of(games: Games) -> Choices:
    parts: list[list[int]] = [[] for _ in range(PARTS)]
    for game in games:
        for place, decision in enumerate(game.decisions):
            parts[place * PARTS // len(game.decisions)].append(decision.choices)
    return Choices(
        mean=mean(_choices(games)),
        forced=share((game.deal, float(each.choices == 1), 1.0) for game in games for each in game.decisions),
        most=max((each.choices for game in games for each in game.decisions), default=0),
        parts=tuple(_part(counts) for counts in parts),
    )


def _part(counts: Sequence[int]) -> Part:
    if len(counts) < 2:
        only = float(counts[0]) if counts else 0.0
        return Part(only, only, only)
    low, _, high = quantiles(counts, n=4, method="inclusive")
    return Part(sum(counts) / len(counts), low, high)


# ── The lead ─────────────────────────────────────────────────────────────────────────────────────────────


def leads_of(games: Games) -> tuple[Lead, ...]:
    """By what players reckon, where they do; and by the score, where it says anything before the end."""
    decided = [game for game in games if game.winner is not None and game.decisions]
    ways: list[tuple[By, Callable[[PlayedGame], list[tuple[float, ...]]]]] = []
    if any(each.reckoned is not None for game in decided for each in game.decisions):
        ways.append(("reckoning", reckonings))
    if _scores_tell(decided):
        ways.append(("score", _standings))
    return tuple(_lead(by, decided, outlook) for by, outlook in ways)


def reckonings(game: PlayedGame) -> list[tuple[float, ...]]:
    """At each decision, what every seat last thought its chance was; a fair share before it first thought."""
    chances = [1 / game.seats] * game.seats
    found: list[tuple[float, ...]] = []
    for decision in game.decisions:
        if decision.reckoned is not None:
            chances[decision.seat] = decision.reckoned
        found.append(tuple(chances))
    return found


def _standings(game: PlayedGame) -> list[tuple[float, ...]]:
    return [decision.standing for decision in game.decisions]


def _scores_tell(games: Games) -> bool:
    half_way = [game.decisions[len(game.decisions) // 2].standing for game in games]
    return bool(games) and sum(len(set(scores)) > 1 for scores in half_way) >= TELLING * len(games)


def leaders(outlook: Sequence[tuple[float, ...]], clear: float) -> list[int | None]:
    """The leader at each decision: the previous one, until another is clearly ahead."""
    leader: int | None = None
    found: list[int | None] = []
    for chances in outlook:
        first, second, *_ = sorted(chances, reverse=True)
        if first - second >= clear:
            leader = chances.index(first)
        found.append(leader)
    return found


def turns_of(led: Sequence[int | None]) -> int:
    """How often the lead goes over to another."""
    named = [leader for leader in led if leader is not None]
    return sum(one != other for one, other in pairwise(named))


def _lead(by: By, games: Games, outlook_of: Callable[[PlayedGame], list[tuple[float, ...]]]) -> Lead:
    parts: list[list[Case]] = [[] for _ in range(PARTS + 1)]
    settled: list[Case] = []
    changes: list[tuple[int, int]] = []
    lowest: list[tuple[int, float]] = []
    for game in games:
        winner, outlook = game.winner, outlook_of(game)
        assert winner is not None  # noqa: S101 - decided games only
        for part, cases in enumerate(parts):
            cases.append((game.deal, _credit(_at(outlook, part), winner), 1.0))
        led = leaders(outlook, CLEAR_LEAD[by])
        settled.append((game.deal, float(all(leader == winner for leader in led[len(led) // 2 :])), 1.0))
        changes.append((game.deal, turns_of(led)))
        lowest.append((game.deal, min(chances[winner] for chances in outlook)))
    fair = 1 / games[0].seats
    return Lead(
        by=by,
        parts=tuple(map(share, parts)),
        settled=share(settled),
        changes=mean((deal, float(count), 1.0) for deal, count in changes),
        changes_of=tuple(
            share((deal, float(min(count, MOST_CHANGES) == wanted), 1.0) for deal, count in changes)
            for wanted in range(MOST_CHANGES + 1)
        ),
        behind=tuple(
            (part * fair, share((deal, float(least < part * fair), 1.0) for deal, least in lowest)) for part in BEHIND
        )
        if by == "reckoning"
        else (),
    )


def _at(outlook: Sequence[tuple[float, ...]], part: int) -> tuple[float, ...]:
    """How it looked after that part of the decisions."""
    return outlook[round(part * (len(outlook) - 1) / PARTS)]


def _credit(chances: tuple[float, ...], winner: int) -> float:
    """1 if the winner leads alone, a part where several do."""
    best = max(chances)
    return 1 / chances.count(best) if chances[winner] == best else 0.0


# ── What things are worth ────────────────────────────────────────────────────────────────────────────────

_NUMBERS: Final = re.compile(r"-?\d+(\.\d+)?|\[.*\]|null|true|false")


def worths_of(
    games: Games,
) -> tuple[tuple[Worth, ...], dict[tuple[str, str], tuple[Worth, ...]], tuple[Worth, ...]]:
    """Of the kinds of actions, of the pieces by kind and field, and of the places."""
    seen: dict[Item, list[Seen]] = defaultdict(list)
    taken: dict[tuple[str, str], list[Case]] = defaultdict(list)
    for game in games:
        for won, offers in zip(game.shares, game.offers, strict=True):
            for item, offer in offers.items():
                seen[item].append((game.deal, won, offer))
                taken[item.kind, item.field].append((game.deal, won * offer.taken, float(offer.taken)))
    fields: dict[tuple[str, str], list[Item]] = defaultdict(list)
    for item in seen:
        fields[item.kind, item.field].append(item)
    several = {item for items in fields.values() if len(items) > 1 or items[0].field == WHOLE for item in items}
    worths = {
        item: _worth(item, seen[item], taken[item.kind, item.field], len(several)) for item in seen if item in several
    }
    ranked = sorted(worths.values(), key=lambda worth: (-worth.taken.value, worth.item))
    pieces: dict[tuple[str, str], tuple[Worth, ...]] = {}
    for key, items in fields.items():
        if key[1] != WHOLE and len(items) > 1 and not any(_NUMBERS.fullmatch(item.value) for item in items):
            pieces[key] = tuple(worth for worth in ranked if (worth.item.kind, worth.item.field) == key)
    named = {worth.item for those in pieces.values() for worth in those}
    kinds = tuple(worth for worth in ranked if worth.item.field == WHOLE)
    return kinds, pieces, tuple(worth for worth in ranked if worth.item.field != WHOLE and worth.item not in named)


Seen: TypeAlias = tuple[int, float, Offer]
"""(deal, what the seat won, how often it was offered and taken)"""


def _worth(item: Item, seen: Sequence[Seen], with_others: Sequence[Case], asked: int) -> Worth:
    """What came of an item; beside it, all that was taken of its field."""
    taken = [(deal, won * offer.taken, float(offer.taken)) for deal, won, offer in seen]
    if item.field == WHOLE:
        left = [
            (deal, won * (offer.offered - offer.taken), float(offer.offered - offer.taken)) for deal, won, offer in seen
        ]
    else:
        left = [*with_others, *((deal, -won, -of) for deal, won, of in taken)]
    gain = difference(taken, left, asked)
    if min(sum(of for _, _, of in cases) for cases in (taken, left)) < LEAST_TAKEN:
        gain = Difference(gain.value, gain.error, "not")
    return Worth(
        item=item,
        offered=sum(offer.offered for _, _, offer in seen),
        taken=share((deal, float(offer.taken), float(offer.offered)) for deal, _, offer in seen),
        won=share(taken),
        otherwise=share(left),
        gain=gain,
    )


def deals_of(games: Games) -> tuple[Deal, ...]:
    """What seats win by what they were dealt, in the zones in which they are not all dealt the same."""
    fields = dict.fromkeys(dealt.field for game in games for seat in game.dealt for dealt in seat)
    found = [(field, _grouped(games, field)) for field in fields]
    asked = sum(len(groups) for _, groups in found)
    fair = 1 / games[0].seats
    return tuple(
        Deal(
            field,
            tuple(Group(low, high, share(cases), beside(cases, fair, asked)) for (low, high), cases in groups.items()),
        )
        for field, groups in found
        if len(groups) > 1
    )


Range: TypeAlias = tuple[str | int, str | int]


def _grouped(games: Games, field: str) -> dict[Range, list[Case]]:
    """Group seats by what they were dealt: by value, or for numbers in ranges of about the same size."""
    held = [
        (game.deal, won, [dealt.value for dealt in seat if dealt.field == field])
        for game in games
        for won, seat in zip(game.shares, game.dealt, strict=True)
    ]
    if all(sorted(map(str, things)) == sorted(map(str, held[0][2])) for _, _, things in held):
        return {}
    values = {value for _, _, things in held for value in things}
    is_counted = all(isinstance(value, int) for value in values)
    if len(values) > MOST_VALUES and not is_counted:
        held = [(deal, won, [_number_of(value) for value in things]) for deal, won, things in held]
        values = {value for _, _, things in held for value in things}
    numbers = sorted(value for value in values if isinstance(value, int))
    group_of: dict[str | int, Range] = {value: (value, value) for value in values}
    if len(numbers) == len(values) > MOST_NUMBERS and is_counted:
        group_of = _ranges(sorted(value for _, _, things in held for value in things if isinstance(value, int)))
    groups: dict[Range, list[Case]] = {}
    for deal, won, things in held:
        for value in things:
            groups.setdefault(group_of[value], []).append((deal, won, 1.0))
    if len(groups) > MOST_VALUES:
        return {}
    return dict(sorted(groups.items(), key=lambda item: (isinstance(item[0][0], str), item[0][0])))


def _number_of(value: str | int) -> str | int:
    """The number that the name of a card begins with, where there is one: `12H` is a 12."""
    found = re.match(r"\d+", value) if isinstance(value, str) else None
    return int(found[0]) if found else value


def _ranges(dealt: Sequence[int]) -> dict[str | int, Range]:
    """Numbers, each as often as it was dealt, in groups of about the same size; an equal number is in one group."""
    cuts = sorted({dealt[len(dealt) * part // GROUPS] for part in range(1, GROUPS)})
    groups: dict[int, list[int]] = defaultdict(list)
    for number in sorted(set(dealt)):
        groups[sum(number >= cut for cut in cuts)].append(number)
    return {number: (group[0], group[-1]) for group in groups.values() for number in group}


# ── Skill and luck ───────────────────────────────────────────────────────────────────────────────────────


def rung_of(games: Games, asked: int) -> Rung:
    game = games[0]
    more, less = (int(player.rpartition(":")[2]) for player in _two_players(game))
    cases = [(game.deal, game.shares[_strong(game)], 1.0) for game in games]
    return Rung(more, less, share(cases), beside(cases, 1 / game.seats, asked))


def habits_of(steps: Sequence[Games]) -> tuple[Habit, ...]:
    """What the stronger side of each step does, of the decisions in which it has a choice."""
    kinds: Counter[str] = Counter()
    for games in steps:
        for game in games:
            for item, offer in game.offers[_strong(game)].items():
                if item.field == WHOLE:
                    kinds[item.kind] += offer.taken

    def used(games: Games, kind: str) -> Estimate:
        cases: list[Case] = []
        for game in games:
            taken = {
                item.kind: offer.taken for item, offer in game.offers[_strong(game)].items() if item.field == WHOLE
            }
            cases.append((game.deal, float(taken.get(kind, 0)), float(sum(taken.values()))))
        return share(cases)

    budgets = [rung_of(games, 1).more for games in steps]
    return tuple(
        Habit(kind, tuple((budget, used(games, kind)) for budget, games in zip(budgets, steps, strict=True)))
        for kind, _ in kinds.most_common()
    )


def contest_of(games: Games) -> Contest:
    deals: dict[int, list[float]] = defaultdict(list)
    for game in games:
        deals[game.deal].append(game.shares[_strong(game)])
    return Contest(
        against=_two_players(games[0])[1],
        wins=share((deal, sum(won), float(len(won))) for deal, won in deals.items()),
        all=share((deal, float(min(won) == 1.0), 1.0) for deal, won in deals.items()),
        none=share((deal, float(max(won) == 0.0), 1.0) for deal, won in deals.items()),
    )


def chair_of(games: Games) -> Chair | None:
    """None where nothing is drawn: then a deal is no deal."""
    if not any(game.has_chance for game in games):
        return None
    cases = list(_same_winner(games))
    decided = [(game.first, game.winner) for game in games if game.winner is not None]
    if not cases or not decided:
        return None
    places = Counter((winner - first) % games[0].seats for first, winner in decided)
    return Chair(share(cases), sum((count / len(decided)) ** 2 for count in places.values()))


def _same_winner(games: Games) -> Iterator[Case]:
    deals: dict[int, list[int | None]] = defaultdict(list)
    for game in games:
        deals[game.deal].append(game.winner)
    for deal, winners in deals.items():
        if len(winners) > 1 and None not in winners:
            yield deal, float(len(set(winners)) == 1), 1.0


def _strong(game: PlayedGame) -> int:
    assert game.strong is not None  # noqa: S101 - in a match of different players
    return game.strong


def _two_players(game: PlayedGame) -> tuple[str, str]:
    """The one player, and the one that all others are."""
    strong = _strong(game)
    return game.players[strong], game.players[(strong + 1) % game.seats]


# ── Variants ─────────────────────────────────────────────────────────────────────────────────────────────

STARTER, DRAWN, TURNS, CHOICES, HALF_WAY, CHANGES, SAME = (
    *("starter", "drawn", "turns", "choices", "half_way", "changes", "same"),
)
"""The names of the measures of variants, beside those of kinds of actions."""
KIND: Final = "kind/"
MOST_KINDS: Final = 5
IN_NUMBERS: Final = frozenset({TURNS, CHOICES, CHANGES})
"""The measures that are no shares."""


def measures_of(variants: Sequence[Games]) -> tuple[Measure, ...]:
    """What can be measured of all of them; of each but the first, also beside the first."""
    cases = [_cases_of(games) for games in variants]
    names = [name for name in cases[0] if all(name in each for each in cases)]
    kinds = [name for name in names if name.startswith(KIND)][:MOST_KINDS]
    names = [name for name in names if not name.startswith(KIND) or name in kinds]
    asked = len(names) * (len(variants) - 1)
    return tuple(
        Measure(
            name,
            name not in IN_NUMBERS,
            tuple(mean(each[name]) if name in IN_NUMBERS else share(each[name]) for each in cases),
            tuple(difference(each[name], cases[0][name], asked) for each in cases[1:]),
        )
        for name in names
    )


def _cases_of(games: Games) -> Mapping[str, list[Case]]:
    found: dict[str, list[Case]] = {
        STARTER: [(game.deal, game.shares[game.first], 1.0) for game in games],
        DRAWN: _drawn(games),
        TURNS: _turns(games),
        CHOICES: _choices(games),
    }
    decided = [game for game in games if game.winner is not None and game.decisions]
    way = "reckoning" if any(each.reckoned is not None for game in decided for each in game.decisions) else "score"
    if decided and (way == "reckoning" or _scores_tell(decided)):
        outlook_of = reckonings if way == "reckoning" else _standings
        found[HALF_WAY], found[CHANGES] = [], []
        for game in decided:
            outlook = outlook_of(game)
            assert game.winner is not None  # noqa: S101 - decided games only
            found[HALF_WAY].append((game.deal, _credit(_at(outlook, PARTS // 2), game.winner), 1.0))
            turned = turns_of(leaders(outlook, CLEAR_LEAD[way]))
            found[CHANGES].append((game.deal, float(turned), 1.0))
    same = list(_same_winner(games))
    if same and any(game.has_chance for game in games):
        found[SAME] = same
    kinds: dict[str, list[Case]] = defaultdict(list)
    for game in games:
        for item, offer in _whole(game.offers):
            kinds[item.kind].append((game.deal, float(offer.taken), 0.0))
    if len(kinds) > 1:
        chosen = [(game.deal, 0.0, float(sum(offer.taken for _, offer in _whole(game.offers)))) for game in games]
        by_use = sorted(kinds.items(), key=lambda kind: -sum(taken for _, taken, _ in kind[1]))
        found |= {f"{KIND}{kind}": [*cases, *chosen] for kind, cases in by_use}
    return found


def _whole(offers: Iterable[Mapping[Item, Offer]]) -> Iterator[tuple[Item, Offer]]:
    return ((item, offer) for seat in offers for item, offer in seat.items() if item.field == WHOLE)


# ── Cases ────────────────────────────────────────────────────────────────────────────────────────────────


def _drawn(games: Games) -> list[Case]:
    return [(game.deal, float(game.winner is None), 1.0) for game in games]


def _turns(games: Games) -> list[Case]:
    return [(game.deal, float(game.turns), 1.0) for game in games]


def _choices(games: Games) -> list[Case]:
    return [(game.deal, float(each.choices), 1.0) for game in games for each in game.decisions]
