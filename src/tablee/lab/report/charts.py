"""The drawings of a report: SVG by hand. Colours come from the page's style, so light, dark and paper share a drawing.

Intervals look alike everywhere: a thick translucent bar with a mark on it. What differs from what is fair is a diamond.
"""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Final, TypeAlias

from tablee.lab.report.estimates import Estimate
from tablee.lab.report.figures import Choices, Habit, Lead, Length, Rung, Seats
from tablee.lab.report.phrases import Say

WIDTHS: Final = {"desk": 400, "phone": 300}
"""In CSS pixels: the page shows the one that fits, so that letters are never small."""
WIDE: Final = 760
"""For a desk, in a card of two columns."""
_MOST_BINS: Final = 24
_LETTER: Final = 6.6
"""The usual width of a letter."""
_LINE: Final = 16
"""The least distance of two labels, one above the other."""

Scale: TypeAlias = Callable[[float], float]


def scale(low: float, high: float, start: float, end: float) -> Scale:
    size = (end - start) / ((high - low) or 1.0)
    return lambda value: start + (value - low) * size


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers within a range, at most `most`."""
    rough = (high - low) / most or 1.0
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(place * step, 10) for place in range(first, math.floor(high / step + 1e-9) + 1)]


class Drawing:
    """An SVG that is being drawn."""

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self._parts: list[str] = []

    def text(self, x: float, y: float, text: str, style: str = "", anchor: str = "start") -> None:
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, style: str) -> None:
        self._parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{style}"/>')

    def path(self, points: Sequence[tuple[float, float]], style: str, *, is_closed: bool = False) -> None:
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        self._parts.append(f'<path d="M{way}{"Z" if is_closed else ""}" class="{style}"/>')

    def box(self, x: float, y: float, width: float, height: float, style: str, title: str = "") -> None:
        told = f"<title>{escape(title)}</title>" if title else ""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" class="{style}">{told}</rect>'
        )

    def mark(self, x: float, y: float, style: str, title: str) -> None:
        """A circle; a diamond where the style says `hot`, hollow where it says `unsure`."""
        told = f"<title>{escape(title)}</title>"
        if "hot" in style:
            self._parts.append(f'<path d="M{x:.1f} {y - 7:.1f}l7 7l-7 7l-7 -7Z" class="mark {style}">{told}</path>')
        else:
            self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" class="mark {style}">{told}</circle>')

    def estimate(self, x: float, y: Scale, estimate: Estimate, style: str, title: str, offset: float = 0.0) -> None:
        """An upright interval with its mark; the scale gets the value less the offset."""
        self.line(x, y(estimate.low - offset), x, y(estimate.high - offset), f"interval {style}")
        self.mark(x, y(estimate.value - offset), style, title)

    def curve(self, at: Sequence[float], y: Scale, values: Sequence[tuple[float, float, float]], style: str) -> None:
        """A curve through (low, value, high), in a band from the low to the high."""
        lows, middles, highs = (
            [(x, y(each)) for x, each in zip(at, row, strict=True)] for row in zip(*values, strict=True)
        )
        self.path([*highs, *reversed(lows)], f"band {style}", is_closed=True)
        self.path(middles, f"curve {style}")

    def svg(self, name: str, style: str) -> str:
        return (
            f'<svg class="{style}" viewBox="0 0 {self.width:g} {self.height:g}" role="img" aria-label="{escape(name)}">'
            f"{''.join(self._parts)}</svg>"
        )


def at_widths(name: str, draw: Callable[[float], Drawing], *, is_wide: bool = False) -> str:
    widths = WIDTHS | {"desk": WIDE} if is_wide else WIDTHS
    return "".join(draw(width).svg(name, style) for style, width in widths.items())


# ── The figures ──────────────────────────────────────────────────────────────────────────────────────────


def seats_chart(groups: Sequence[Seats], say: Say, width: float) -> Drawing:
    """Points more or less than a fair share, by order of play, for each number of seats."""
    drawing = Drawing(width, 250)
    left, right, top, bottom = 42.0, width - 4, 14.0, 196.0
    off = [(place.share, 1 / group.seats) for group in groups for place in group.places]
    reach = max(0.05, *(max(share.high - fair, fair - share.low) for share, fair in off))
    y = scale(-reach, reach, bottom, top)
    for tick in ticks(-reach, reach, 6):
        drawing.line(left, y(tick), right, y(tick), "axis" if tick == 0 else "grid")
        label = say("fair", "égal") if tick == 0 else say.points(tick, 0)
        drawing.text(left - 8, y(tick) + 4, label, "soft", "end")
    slots = sum(group.seats for group in groups) + 0.8 * (len(groups) - 1)
    step = (right - left) / slots
    x = left + step / 2
    for group in groups:
        begin = x
        for number, place in enumerate(group.places):
            style = "hot" if place.edge.verdict == "surely" else "unsure" if place.edge.verdict == "perhaps" else "teal"
            drawing.estimate(x, y, place.share, style, say.share(place.share), 1 / group.seats)
            drawing.text(x, bottom + 20, str(number + 1), "soft", "middle")
            x += step
        middle = (begin + x - step) / 2
        is_room = group.seats * step > 50
        name = say("{n} seats", "{n} places", n=group.seats) if is_room else f"{group.seats}"
        drawing.text(middle, bottom + 40, name, "strong", "middle")
        x += 0.8 * step
    return drawing


def length_chart(length: Length, at_random: Length, say: Say, width: float) -> Drawing:
    """How long games last: bars for the players, a line for random play."""
    drawing = Drawing(width, 250)
    left, right, top, bottom = 6.0, width - 8, 46.0, 190.0
    longest = max(_nearly_all(length), _nearly_all(at_random), 2)
    bin_ = max(1, math.ceil(longest / _MOST_BINS))
    bins = math.ceil((longest + 1) / bin_)
    x = scale(0, bins * bin_, left, right)
    bars, line = (_binned(each, bin_, bins) for each in (length, at_random))
    y = scale(0, max(*bars, *line), bottom, top)
    for place, part in enumerate(bars):
        if part:
            turns = f"{place * bin_}–{place * bin_ + bin_ - 1}" if bin_ > 1 else f"{place}"
            title = say("{turns} turns: {share}", "{turns} tours : {share}", turns=turns, share=say.percent(part, 1))
            drawing.box(x(place * bin_) + 1, y(part), x(bin_) - x(0) - 2, bottom - y(part), "bar teal", title)
    steps = [(x(place * bin_), y(line[place])) for place in range(bins)]
    corners = [
        corner for place, (at, height) in enumerate(steps) for corner in ((at, height), (x((place + 1) * bin_), height))
    ]
    drawing.path(corners, "random")
    drawing.line(left, bottom, right, bottom, "axis")
    for tick in ticks(0, bins * bin_, 6):
        drawing.text(x(tick), bottom + 18, say.number(tick), "soft", "middle")
    for row, (each, style) in enumerate(((length, "teal"), (at_random, "random"))):
        height = bottom + 38 + row * 18
        low, middle, high = each.quartiles
        drawing.line(x(min(low, longest)), height, x(min(high, longest)), height, f"interval {style}")
        told = say(
            "{who}: half in {low}–{high}",
            "{who} : la moitié en {low}–{high}",
            who=say("bots", "bots") if row == 0 else say("random", "hasard"),
            low=say.number(low),
            high=say.number(high),
        )
        drawing.mark(x(min(middle, longest)), height, style, told)
        drawing.text(right, 14 + row * _LINE, told, f"strong {style}", "end")
    return drawing


def _nearly_all(length: Length) -> int:
    """The turns that 99 of 100 games do not exceed: the last few would squeeze all others."""
    total, seen = sum(length.counts.values()), 0
    for turns, count in sorted(length.counts.items()):
        seen += count
        if seen >= 0.99 * total:
            return turns
    return 0


def _binned(length: Length, size: int, bins: int) -> list[float]:
    """The share of games in each bin; the last has all longer ones."""
    found, total = [0.0] * bins, sum(length.counts.values())
    for turns, count in length.counts.items():
        found[min(turns // size, bins - 1)] += count / total
    return found


def choices_chart(choices: Choices, say: Say, width: float) -> Drawing:
    """The mean number of choices along the game, with the middle half of the decisions."""
    drawing = Drawing(width, 210)
    left, right, top, bottom = 36.0, width - 8, 14.0, 168.0
    highest = max(part.high for part in choices.parts)
    highest = max(highest, *(part.mean for part in choices.parts), 2.0)
    x, y = scale(0, len(choices.parts), left, right), scale(0, highest, bottom, top)
    _levels(drawing, y, ticks(0, highest), left, right, say.number)
    middles = [x(place + 0.5) for place in range(len(choices.parts))]
    drawing.curve(middles, y, [(part.low, part.mean, part.high) for part in choices.parts], "teal")
    for at, part in zip(middles, choices.parts, strict=True):
        drawing.mark(at, y(part.mean), "teal", say.short(part.mean))
    _way(drawing, say, left, right, bottom)
    return drawing


def lead_chart(leads: Sequence[Lead], fair: float, say: Say, width: float) -> Drawing:
    """How often the one ahead at this point goes on to win."""
    drawing = Drawing(width, 250)
    left, right, top, bottom = 44.0, width - 8, 14.0, 190.0
    low = min(fair, *(part.low for lead in leads for part in lead.parts))
    x, y = scale(0, 1, left, right), scale(low, 1, bottom, top)
    _levels(drawing, y, ticks(low, 1), left, right, say.percent)
    drawing.line(left, y(fair), right, y(fair), "axis")
    for lead in leads:
        style = "teal" if lead.by == "reckoning" else "random"
        at = [x(place / (len(lead.parts) - 1)) for place in range(len(lead.parts))]
        drawing.curve(at, y, [(part.low, part.value, part.high) for part in lead.parts], style)
        for place in (0, len(at) // 2, len(at) - 1):
            drawing.mark(at[place], y(lead.parts[place].value), style, say.share(lead.parts[place]))
    _way(drawing, say, left, right, bottom)
    for row, lead in enumerate(leads):
        style = "teal" if lead.by == "reckoning" else "random"
        named = (
            say("ahead as the bots reckon", "en tête selon les bots")
            if lead.by == "reckoning"
            else say("ahead by the score (dashed)", "en tête au score (tirets)")
        )
        drawing.text(left, bottom + 38 + row * _LINE, named, f"strong {style}")
    return drawing


def ladder_chart(ladder: Sequence[Rung], fair: float, say: Say, width: float) -> Drawing:
    """Wins of the player who thinks twice as long."""
    drawing = Drawing(width, 250)
    left, right, top, bottom = 44.0, width - 8, 24.0, 190.0
    low, high = min(fair, *(rung.share.low for rung in ladder)), max(fair, *(rung.share.high for rung in ladder))
    y, step = scale(low - 0.02, high + 0.02, bottom, top), (right - left) / len(ladder)
    _levels(drawing, y, ticks(low - 0.02, high + 0.02), left, right, say.percent)
    drawing.line(left, y(fair), right, y(fair), "axis")
    at = [left + (place + 0.5) * step for place in range(len(ladder))]
    drawing.path([(x, y(rung.share.value)) for x, rung in zip(at, ladder, strict=True)], "thread teal")
    for x, rung in zip(at, ladder, strict=True):
        style = "teal" if rung.edge.verdict != "not" else "teal unsure"
        drawing.estimate(x, y, rung.share, style, say.share(rung.share))
        drawing.text(x, y(rung.share.high) - 8, say.percent(rung.share.value), "strong teal", "middle")
        drawing.text(x, bottom + 18, say.number(rung.more), "strong", "middle")
        drawing.text(x, bottom + 34, say("v {n}", "c. {n}", n=rung.less), "soft", "middle")
    drawing.text((left + right) / 2, bottom + 54, say("simulations a move", "simulations par coup"), "soft", "middle")
    return drawing


def habits_chart(habits: Sequence[Habit], say: Say, width: float) -> Drawing:
    """The part of its decisions that each kind of action gets, by strength."""
    named = {habit.kind: f"{say.kind(habit.kind)} {say.percent(habit.used[-1][1].value)}" for habit in habits}
    drawing = Drawing(width, 250)
    margin = min(max(map(len, named.values())) * _LETTER + 14, width * 0.45)
    left, right, top, bottom = 44.0, width - margin, 14.0, 200.0
    budgets = [budget for budget, _ in habits[0].used]
    high = max(used.high for habit in habits for _, used in habit.used)
    x, y = scale(0, max(len(budgets) - 1, 1), left, right), scale(0, high, bottom, top)
    _levels(drawing, y, ticks(0, high), left, right, say.percent)
    free = bottom + _LINE
    for number, habit in enumerate(sorted(habits, key=lambda habit: habit.used[-1][1].value)):
        dying = "hot" if is_dying(habit) else ("teal", "random")[number % 2]
        style = f"{dying} way{number % 3}"
        at = [x(place) for place in range(len(budgets))]
        drawing.curve(at, y, [(used.low, used.value, used.high) for _, used in habit.used], style)
        last = habit.used[-1][1]
        drawing.mark(at[-1], y(last.value), "teal" if dying == "hot" else dying, say.share(last))
        free = min(y(last.value) + 4, free - _LINE)
        drawing.text(at[-1] + 9, free, _cut(named[habit.kind], margin - 12), f"strong {dying}")
    for place, budget in enumerate(budgets):
        if width > WIDTHS["phone"] or place % 2 == (len(budgets) - 1) % 2:
            drawing.text(x(place), bottom + 18, say.number(budget), "soft", "middle")
    drawing.text((left + right) / 2, bottom + 38, say("simulations a move", "simulations par coup"), "soft", "middle")
    return drawing


def is_dying(habit: Habit) -> bool:
    """Whether better players do it clearly less than the weakest, and hardly at all."""
    first, last = habit.used[0][1], habit.used[-1][1]
    return len(habit.used) > 1 and last.high < min(0.05, first.low / 2)


# ── Axes ─────────────────────────────────────────────────────────────────────────────────────────────────


def _levels(
    drawing: Drawing, y: Scale, at: Sequence[float], left: float, right: float, write: Callable[[float], str]
) -> None:
    for tick in at:
        drawing.line(left, y(tick), right, y(tick), "grid")
        drawing.text(left - 8, y(tick) + 4, write(tick), "soft", "end")


def _way(drawing: Drawing, say: Say, left: float, right: float, bottom: float) -> None:
    """The way through the game."""
    for part, name in ((0.0, say("start", "début")), (0.5, "½"), (1.0, say("end", "fin"))):
        anchor = ("start", "middle", "end")[round(2 * part)]
        drawing.text(left + part * (right - left), bottom + 18, name, "soft", anchor)


def _cut(text: str, width: float) -> str:
    """As much of a label as there is room for; its number stays."""
    most = int(width / _LETTER)
    if len(text) <= most:
        return text
    name, _, share = text.rpartition(" ")
    return f"{name[: max(most - len(share) - 2, 3)].rstrip()}… {share}"
