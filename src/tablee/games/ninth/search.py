"""Ninth's search form: the square and the hands as bits.

A planet is its number in PLANETS. The square takes four bits a slot, and a set of slots nine bits; a hand takes four
bits for each planet, the number of its cards. What is called own is the active seat's, and what is called their the
other's: the two change places when the turn passes.

    actions   0–80 place: 9 times the planet, plus the slot; 81–89 take; 90–170 swap: 9 a plus b; 171–178 claim;
              179–184 arrange three, 185–186 arrange two; 187 pass
"""

from itertools import permutations
from math import exp
from typing import Any, Final

import msgspec
from mypy_extensions import i64

from tablee.games.ninth.board import LINES
from tablee.games.ninth.planets import PLANETS
from tablee.games.ninth.rules import (
    COPIES,
    GUARD,
    Arrange,
    Claim,
    Pass,
    Place,
    Swap,
    Take,
)
from tablee.kernel.search import (
    Codes,
    Dice,
    SearchForm,
    add_codes,
    bit,
    cards_in,
    larger,
    member,
    pick,
    size,
    take_hand,
    up_to,
)
from tablee.kernel.secrecy import HIDDEN

_NINE: Final = 511
"""All slots, or all planets."""

_MERCURY: Final = 0
_VENUS: Final = 1
_EARTH: Final = 2
_MARS: Final = 3
_JUPITER: Final = 4
_SATURN: Final = 5
_URANUS: Final = 6
_NEPTUNE: Final = 7
_NINTH: Final = 8

_TO_TAKE: Final = 0
_TO_ARRANGE: Final = 1
_TO_PLACE: Final = 2
_TO_SWAP: Final = 3
_TO_CLAIM: Final = 4
_PHASES: Final = ("take", "arrange", "place", "swap", "claim")

_TAKE: Final = 81
_SWAP: Final = 90
_CLAIM: Final = 171
_ARRANGE: Final = 179
_ARRANGE_TWO: Final = 185
_PASS: Final = 187
_SECOND_WORD: Final = 54
"""The first code in the second word of a mask; the third begins with the swaps."""
_FOURTH_WORD: Final = 144
_ORDERS: Final = [*permutations(range(3)), *permutations(range(2))]

_MANY: Final = 12
"""The most points, and the most cards of the other seat, that a sight tells apart."""
_PILE_STEP: Final = 6
"""Cards of the pile for each bit of the sight."""
_GUARD_STEP: Final = 4
"""Turns without a draw for each bit of the sight."""

KEEN: Final = 50
"""How often, in a hundred, a rollout goes for a line or a better hand instead of any action."""
HORIZON: Final = 2
"""Turns after which a rollout ends, and the points decide: what comes later is noise."""
SPREAD: Final = 0.4
"""So near the position that is asked about, rewards differ little."""
_MARGIN: Final = 0.1
"""The part of a reward that goes by the points, the rest goes by who wins."""


LEVELS: Final = {"easy": {"slips": 0.85}}
"""So near a horizon even few simulations see what is worth taking."""


class NinthForm(SearchForm):
    """One position."""

    def __init__(self, seats: int, has_powers: bool) -> None:
        super().__init__(seats)
        self.has_powers = has_powers
        self.active = 0
        self.is_over = False
        self.has_nine = False
        """Whether the active seat won by the nine planets."""
        self.phase: i64 = _TO_TAKE
        self.board: i64 = 0
        """The planet in each slot; 0 in an empty one."""
        self.filled: i64 = 0
        self.face_down: i64 = 0
        self.pile: list[int] = []
        """The next to be drawn last; -1 is one that the seat can't see."""
        self.own_hand: i64 = 0
        self.their_hand: i64 = 0
        self.own_points: i64 = 0
        self.their_points: i64 = 0
        self.taken: i64 = -1
        """-1 where there is none."""
        self.taken_from: i64 = -1
        self.placed_at: i64 = -1
        self.covered: i64 = -1
        self.closed: i64 = -1
        self.is_extra = False
        """Whether this turn was won by Earth."""
        self.wins_extra = False
        """Whether another turn follows."""
        self.turns_without_draw: i64 = 0
        self.unseen = Unseen()
        self.keen: i64 = KEEN
        self.horizon: i64 = HORIZON
        self.spread = SPREAD

    def deal(self, dice: Dice) -> "NinthForm":
        """A copy, in which the cards that the seat did not see lie anywhere that it can't see."""
        copy = NinthForm(self.seats, self.has_powers)
        copy.active, copy.is_over, copy.has_nine = self.active, self.is_over, self.has_nine
        copy.phase, copy.board, copy.filled = self.phase, self.board, self.filled
        copy.face_down = self.face_down
        copy.own_points, copy.their_points = self.own_points, self.their_points
        copy.taken, copy.taken_from, copy.placed_at = self.taken, self.taken_from, self.placed_at
        copy.covered, copy.closed = self.covered, self.closed
        copy.is_extra, copy.wins_extra = self.is_extra, self.wins_extra
        copy.turns_without_draw = self.turns_without_draw
        copy.keen, copy.horizon = self.keen, self.horizon
        unseen = self.unseen
        rest = unseen.cards[:]
        dice.shuffle(rest)
        copy.own_hand = self.own_hand + take_hand(rest, unseen.own_cards)
        copy.their_hand = self.their_hand + take_hand(rest, unseen.their_cards)
        for slot in unseen.slots:
            copy.put(slot, rest.pop())
        if unseen.is_taken_hidden:
            copy.taken = rest.pop()
        pile = self.pile[:]
        for place in range(len(pile)):
            if pile[place] < 0:
                pile[place] = rest.pop()
        copy.pile = pile
        return copy

    def actions(self, seat: int) -> list[int]:
        codes: list[int] = []
        phase = self.phase
        if phase == _TO_TAKE:
            add_codes(codes, _TAKE, self.filled)
        elif phase == _TO_ARRANGE:
            codes.extend(range(_ARRANGE, _ARRANGE_TWO) if len(self.pile) > 2 else range(_ARRANGE_TWO, _PASS))
        elif phase == _TO_PLACE:
            slots = self.open_slots()
            planets = planets_in(self.own_hand)
            planet = 0
            while planets:
                if planets & 1:
                    add_codes(codes, 9 * planet, slots)
                planets >>= 1
                planet += 1
            codes.append(_PASS)
        elif phase == _TO_SWAP:
            others = self.swappable()
            for a in range(9):
                if others >> a & 1:
                    add_codes(codes, _SWAP + 9 * a, others & ~((2 << a) - 1))
        else:
            add_codes(codes, _CLAIM, self.lines())
        return codes

    def play(self, seat: int, action: int, dice: Dice) -> None:
        """The step of the turn, up to the next that someone owes."""
        self.step(action)

    def rollout(self, dice: Dice) -> None:
        """Play on, mostly for lines."""
        roll(self, dice)

    def key(self) -> tuple[object, ...]:
        """Everything, by seat."""
        own, their = (self.own_hand, self.own_points), (self.their_hand, self.their_points)
        return (
            *(self.active, self.is_over, self.has_nine, self.has_powers, self.phase),
            *(self.board, self.filled, self.face_down, *self.pile),
            *((own, their) if self.active == 0 else (their, own)),
            *(self.taken, self.taken_from, self.placed_at, self.covered, self.closed),
            *(self.is_extra, self.wins_extra, self.turns_without_draw),
        )

    def rewards(self) -> list[float]:
        """The nine planets win; else more points do, and by how many counts a little."""
        lead = float(self.own_points - self.their_points)
        chances = 1.0 / (1.0 + exp(-lead))
        if self.has_nine:
            reward = 1.0
        elif self.is_over:
            result = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
            reward = (1.0 - _MARGIN) * result + _MARGIN * chances
        else:
            reward = chances
        return [reward, 1.0 - reward] if self.active == 0 else [1.0 - reward, reward]

    def fresh(self, dice: Dice) -> "NinthForm":
        new = NinthForm(self.seats, self.has_powers)
        new.keen, new.horizon = self.keen, self.horizon
        new.active = int(dice.below(2))
        deck = _DECK[:]
        dice.shuffle(deck)
        deck.reverse()
        for slot in range(9):
            new.put(slot, deck.pop())
        new.pile = deck
        return new

    def actor(self) -> int:
        return -1 if self.is_over else self.active

    def write(self, seat: int, words: list[int], at: int) -> None:
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        fourth: i64 = 0
        phase: i64 = self.phase
        if phase == _TO_TAKE:
            second = self.filled << (_TAKE - _SECOND_WORD)
        elif phase == _TO_PLACE:
            slots: i64 = self.open_slots()
            hand: i64 = self.own_hand
            planet: i64 = 0
            while hand:
                if hand & 15:
                    if planet < 6:
                        first |= slots << (9 * planet)
                    else:
                        second |= slots << (9 * (planet - 6))
                hand >>= 4
                planet += 1
            fourth = bit(_PASS - _FOURTH_WORD)
        elif phase == _TO_SWAP:
            others: i64 = self.swappable()
            a: i64 = 0
            while a < 9:
                if others >> a & 1:
                    higher: i64 = others & ~(bit(a + 1) - 1)
                    if a < 6:
                        third |= higher << (9 * a)
                    else:
                        fourth |= higher << (9 * (a - 6))
                a += 1
        elif phase == _TO_CLAIM:
            fourth = self.lines() << (_CLAIM - _FOURTH_WORD)
        elif len(self.pile) > 2:
            fourth = up_to(6) << (_ARRANGE - _FOURTH_WORD)
        else:
            fourth = up_to(2) << (_ARRANGE_TWO - _FOURTH_WORD)
        words[at] = int(first)
        words[at + 1] = int(second)
        words[at + 2] = int(third)
        words[at + 3] = int(fourth)
        self.write_sight(words, at + 4)

    def write_sight(self, words: list[int], at: int) -> None:
        visible: i64 = self.filled & ~self.face_down
        low: i64 = 0
        high: i64 = self.filled << 27 | self.face_down << 36 | bit(self.phase) << 45
        slot: i64 = 0
        while slot < 9:
            if visible >> slot & 1:
                planet: i64 = self.board >> (4 * slot) & 15
                if slot < 6:
                    low |= bit(9 * slot + planet)
                else:
                    high |= bit(9 * (slot - 6) + planet)
            slot += 1
        if self.is_extra:
            high |= bit(50)
        if self.wins_extra:
            high |= bit(51)
        places: i64 = one_of_nine(self.placed_at) << 27 | one_of_nine(self.covered) << 36
        places |= one_of_nine(self.closed) << 45
        if self.phase == _TO_ARRANGE:
            top: i64 = len(self.pile) - 1
            shift: i64 = 0
            while shift < 3 and top >= 0:
                card: i64 = self.pile[top]
                places |= bit(9 * shift + card)
                top -= 1
                shift += 1
        counts: i64 = up_to(min(self.own_points, _MANY)) | up_to(min(self.their_points, _MANY)) << 12
        cards: i64 = cards_in(self.their_hand) + self.unseen.their_cards
        counts |= up_to(min(cards, _MANY)) << 24
        counts |= up_to((len(self.pile) + _PILE_STEP - 1) // _PILE_STEP) << 36
        counts |= up_to(self.turns_without_draw // _GUARD_STEP) << 48
        words[at] = int(low)
        words[at + 1] = int(high)
        words[at + 2] = int(self.own_hand | one_of_nine(self.taken) << 36 | one_of_nine(self.taken_from) << 45)
        words[at + 3] = int(places)
        words[at + 4] = int(counts)

    # ── What is legal, as sets ───────────────────────────────────────────────────────────────────────────

    def open_slots(self) -> i64:
        empty = _NINE & ~self.filled
        return empty if self.closed < 0 else empty & ~(1 << self.closed)

    def swappable(self) -> i64:
        return self.filled & ~(1 << self.placed_at)

    def lines(self) -> i64:
        found: i64 = 0
        visible: i64 = self.filled & ~self.face_down
        start: i64 = 0
        while start < 3:
            row: i64 = 7 << (3 * start)
            if visible & row == row and self.planet_of(3 * start, 3 * start + 1, 3 * start + 2) >= 0:
                found |= 1 << start
            column: i64 = 0x49 << start
            if visible & column == column and self.planet_of(start, start + 3, start + 6) >= 0:
                found |= 8 << start
            start += 1
        if self.has_powers:
            if visible & 0x111 == 0x111 and self.planet_of(0, 4, 8) == _URANUS:
                found |= 64
            if visible & 0x054 == 0x054 and self.planet_of(2, 4, 6) == _URANUS:
                found |= 128
        return found

    def planet_of(self, a: i64, b: i64, c: i64) -> i64:
        """The planet that three visible slots are a line of, or -1."""
        board = self.board
        first: i64 = board >> (4 * a) & 15
        second: i64 = board >> (4 * b) & 15
        third: i64 = board >> (4 * c) & 15
        if not self.has_powers:
            return first if first == second and second == third else -1
        planet: i64 = first if first != _NINTH else second if second != _NINTH else third
        allowed: i64 = 1 << planet | 1 << _NINTH
        return planet if allowed >> first & allowed >> second & allowed >> third & 1 else -1

    def shows_nine_planets(self) -> bool:
        visible: i64 = self.filled & ~self.face_down
        return visible == _NINE and planets_on(self.board, visible) == _NINE

    # ── What an action does ──────────────────────────────────────────────────────────────────────────────

    def step(self, action: i64) -> None:
        if action < _TAKE:
            self.place(action // 9, action % 9)
        elif action < _SWAP:
            self.take(action - _TAKE)
        elif action < _CLAIM:
            self.swap((action - _SWAP) // 9, (action - _SWAP) % 9)
            self.look_for_lines()
        elif action < _ARRANGE:
            self.claim(action - _CLAIM)
            self.refill()
        elif action < _PASS:
            self.arrange(action - _ARRANGE)
            self.go_on_to_place()
        else:
            self.refill()

    def put(self, slot: i64, planet: i64) -> None:
        """A card lies in a slot that held none."""
        self.board |= planet << (4 * slot)
        self.filled |= 1 << slot

    def clear(self, slots: i64) -> None:
        self.filled &= ~slots
        self.face_down &= ~slots
        slot: i64 = 0
        while slots:
            if slots & 1:
                self.board &= ~(15 * bit(4 * slot))
            slots >>= 1
            slot += 1

    def take(self, slot: i64) -> None:
        """A card that lies face up has its power."""
        planet: i64 = self.board >> (4 * slot) & 15
        has_power = self.has_powers and self.face_down >> slot & 1 == 0
        self.clear(1 << slot)
        self.taken = planet
        self.taken_from = slot
        if has_power:
            if planet == _VENUS and len(self.pile) > 1:
                self.phase = _TO_ARRANGE
                return
            if planet == _JUPITER:
                self.covered = slot
            elif planet == _NEPTUNE:
                self.closed = slot
        self.go_on_to_place()

    def arrange(self, number: i64) -> None:
        """The next cards of the pile in another order."""
        order = _ORDERS[number]
        pile = self.pile
        top = len(pile) - 1
        cards = [pile[top - place] for place in order]
        for place in range(len(cards)):
            pile[top - place] = cards[place]

    def go_on_to_place(self) -> None:
        """The seat is asked, unless it has nothing to place or nowhere to."""
        if self.own_hand and self.open_slots():
            self.phase = _TO_PLACE
        else:
            self.refill()

    def place(self, planet: i64, slot: i64) -> None:
        """The card lies face up, with its power, or face down, without it."""
        self.own_hand -= bit(4 * planet)
        self.put(slot, planet)
        self.placed_at = slot
        if slot == self.covered:
            self.face_down |= 1 << slot
        elif self.has_powers:
            if planet == _EARTH and not self.is_extra:
                self.wins_extra = True
            elif planet == _MARS and slot == self.taken_from:
                self.taken = -1
            elif planet == _SATURN:
                others: i64 = self.swappable()
                count: i64 = size(others)
                if count > 2:
                    self.phase = _TO_SWAP
                    return
                if count == 2:
                    self.swap(member(others, 0), member(others, 1))
        self.look_for_lines()

    def swap(self, a: i64, b: i64) -> None:
        """Two cards change places, face down as they lie."""
        difference: i64 = (self.board >> (4 * a) ^ self.board >> (4 * b)) & 15
        self.board ^= difference << (4 * a) | difference << (4 * b)
        if (self.face_down >> a ^ self.face_down >> b) & 1:
            self.face_down ^= 1 << a | 1 << b

    def look_for_lines(self) -> None:
        """Nine planets win; one line is claimed; between several the seat is asked."""
        if self.shows_nine_planets():
            self.is_over = self.has_nine = True
            return
        lines: i64 = self.lines()
        if lines == 0:
            self.refill()
        elif lines & (lines - 1) == 0:
            self.claim(member(lines, 0))
            self.refill()
        else:
            self.phase = _TO_CLAIM

    def claim(self, line: i64) -> None:
        """The three cards leave the board; a line of Mercury counts double."""
        a, b, c = LINES[line]
        self.own_points += 2 if self.has_powers and self.planet_of(a, b, c) == _MERCURY else 1
        self.clear(1 << a | 1 << b | 1 << c)

    def refill(self) -> None:
        """The pile fills the empty slots but Neptune's; the turn ends, and perhaps the game."""
        slots: i64 = self.open_slots()
        slot: i64 = 0
        pile = self.pile
        has_drawn = False
        while slots and pile:
            if slots & 1:
                self.put(slot, pile.pop())
                if slot == self.covered:
                    self.face_down |= 1 << slot
                has_drawn = True
            slots >>= 1
            slot += 1
        if self.taken >= 0:
            self.own_hand += bit(4 * self.taken)
        self.taken = self.taken_from = self.placed_at = self.covered = self.closed = -1
        self.turns_without_draw = 0 if has_drawn else self.turns_without_draw + 1
        if not pile or self.turns_without_draw >= GUARD:
            self.is_over = True
            return
        if not self.wins_extra:
            self.active = 1 - self.active
            self.own_hand, self.their_hand = self.their_hand, self.own_hand
            self.own_points, self.their_points = self.their_points, self.own_points
        self.is_extra = self.wins_extra
        self.wins_extra = False
        self.phase = _TO_TAKE


class Unseen:
    """The cards that the seat of a view can't see."""

    def __init__(self) -> None:
        self.cards: list[int] = []
        """All cards that were not seen, wherever they are."""
        self.own_cards: i64 = 0
        """Hidden cards in the active seat's hand."""
        self.their_cards: i64 = 0
        self.slots: list[int] = []
        """The slots whose card is hidden."""
        self.is_taken_hidden = False


def one_of_nine(number: i64) -> i64:
    return bit(number) if number >= 0 else 0


def planets_in(hand: i64) -> i64:
    planets: i64 = 0
    planet: i64 = 1
    while hand:
        if hand & 15:
            planets |= planet
        hand >>= 4
        planet <<= 1
    return planets


def planets_on(board: i64, slots: i64) -> i64:
    planets: i64 = 0
    while slots:
        if slots & 1:
            planets |= 1 << (board & 15)
        slots >>= 1
        board >>= 4
    return planets


# ── Rollouts ─────────────────────────────────────────────────────────────────────────────────────────────


def roll(world: NinthForm, dice: Dice) -> int:
    """Play on to the end or the horizon; how many actions it took."""
    count: i64 = 0
    turns: i64 = world.horizon
    while not world.is_over:
        if world.phase == _TO_TAKE:
            if turns == 0:
                break
            turns -= 1
        action: i64 = -1
        if dice.below(100) < world.keen:
            action = best_now(world, dice)
        if action < 0:
            action = anything(world, dice)
        world.step(action)
        count += 1
    return int(count)


def anything(world: NinthForm, dice: Dice) -> i64:
    """Any legal action, each as likely."""
    phase: i64 = world.phase
    if phase == _TO_TAKE:
        return _TAKE + pick(world.filled, dice)
    if phase == _TO_PLACE:
        slots: i64 = world.open_slots()
        slot_count: i64 = size(slots)
        planets: i64 = planets_in(world.own_hand)
        count: i64 = size(planets) * slot_count
        index: i64 = dice.below(count + 1)
        if index == count:
            return _PASS
        return 9 * member(planets, index // slot_count) + member(slots, index % slot_count)
    if phase == _TO_SWAP:
        others: i64 = world.swappable()
        one: i64 = pick(others, dice)
        other: i64 = pick(others & ~(1 << one), dice)
        return _SWAP + (9 * one + other if one < other else 9 * other + one)
    if phase == _TO_CLAIM:
        return _CLAIM + pick(world.lines(), dice)
    return _ARRANGE + dice.below(6) if len(world.pile) > 2 else _ARRANGE_TWO + dice.below(2)


def best_now(world: NinthForm, dice: Dice) -> i64:
    """A line or the ninth planet, or the take that makes room for it; else what makes the hand better.

    -1 in the steps where any action is as good as another.
    """
    phase: i64 = world.phase
    if phase not in (_TO_TAKE, _TO_PLACE):
        return -1
    slots: i64 = world.filled if phase == _TO_TAKE else world.open_slots()
    planets: i64 = planets_in(world.own_hand)
    visible: i64 = world.filled & ~world.face_down
    is_near_nine = size(visible) >= 8 and size(planets_on(world.board, visible)) == 8
    slot: i64 = 0
    best: i64 = -1
    best_gain: i64 = 0
    while slots:
        if slots & 1 and can_show(world, slot):
            useful: i64 = completing(world, slot) & planets
            gain: i64 = 0
            if useful:
                gain = 2 if useful & 1 else 1
            if is_near_nine:
                missing: i64 = missing_planet(world, visible & ~(1 << slot)) & planets
                if missing:
                    useful = missing
                    gain = 3
            if gain > best_gain:
                best_gain = gain
                best = _TAKE + slot if phase == _TO_TAKE else 9 * member(useful, 0) + slot
        slots >>= 1
        slot += 1
    if best >= 0:
        return best
    return _TAKE + card_to_keep(world, planets, dice) if phase == _TO_TAKE else _PASS


def card_to_keep(world: NinthForm, planets: i64, dice: Dice) -> i64:
    """The slot of a ninth, or of a planet that is not yet in hand: many planets in hand complete many lines."""
    board: i64 = world.board
    visible: i64 = world.filled & ~world.face_down
    bit: i64 = 1
    ninths: i64 = 0
    new: i64 = 0
    while visible:
        if visible & 1:
            planet: i64 = board & 15
            if planet == _NINTH and world.has_powers:
                ninths |= bit
            elif planets >> planet & 1 == 0:
                new |= bit
        visible >>= 1
        board >>= 4
        bit <<= 1
    return pick(ninths or new or world.filled, dice)


def can_show(world: NinthForm, slot: i64) -> bool:
    """Whether a card that is placed there this turn, after the take if there is one to come, lies face up."""
    if slot == world.covered:
        return False
    if not world.has_powers or (world.filled & ~world.face_down) >> slot & 1 == 0:
        return True
    planet: i64 = world.board >> (4 * slot) & 15
    return planet not in (_JUPITER, _NEPTUNE)


def missing_planet(world: NinthForm, slots: i64) -> i64:
    """As a set, the planet that is not among those of eight slots if they all differ."""
    shown: i64 = planets_on(world.board, slots)
    return _NINE & ~shown if size(slots) == 8 and size(shown) == 8 else 0


def completing(world: NinthForm, slot: i64) -> i64:
    """The planets that would complete a row or a column in that slot."""
    start: i64 = slot // 3 * 3
    column: i64 = slot % 3
    row: i64 = completing_pair(world, start + (column + 1) % 3, start + (column + 2) % 3)
    return row | completing_pair(world, (slot + 3) % 9, (slot + 6) % 9)


def completing_pair(world: NinthForm, a: i64, b: i64) -> i64:
    """The planets that make a line with the cards of two slots."""
    pair: i64 = 1 << a | 1 << b
    if world.filled & ~world.face_down & pair != pair:
        return 0
    first: i64 = world.board >> (4 * a) & 15
    second: i64 = world.board >> (4 * b) & 15
    if not world.has_powers:
        return 1 << first if first == second else 0
    if first == _NINTH:
        return _NINE if second == _NINTH else 1 << second | 1 << _NINTH
    return 1 << first | 1 << _NINTH if second in (first, _NINTH) else 0


# ── From a view, and back to actions ─────────────────────────────────────────────────────────────────────

CODES: Final = Codes(
    [
        *[Place(planet, slot) for planet in PLANETS for slot in range(9)],
        *[Take(slot) for slot in range(9)],
        *[Swap(a, b) for a in range(9) for b in range(9)],
        *[Claim(line) for line in LINES],
        *[Arrange(order) for order in _ORDERS],
        Pass(),
    ]
)


MASK: Final = (_SECOND_WORD, _SWAP - _SECOND_WORD, _FOURTH_WORD - _SWAP, _PASS + 1 - _FOURTH_WORD)

_DECK: Final = list(range(len(PLANETS))) * COPIES


def sight(seats: int) -> list[list[str]]:
    """The names of what `write` writes: the square, the hand and what was taken, this turn's slots, what is counted."""
    on_board = [f"board[{slot}]={planet}" for slot in range(9) for planet in PLANETS]
    return [
        on_board[:54],
        [
            *on_board[54:],
            *[f"{name}[{slot}]" for name in ("filled", "face_down") for slot in range(9)],
            *[f"phase={phase}" for phase in _PHASES],
            *["is_extra", "wins_extra"],
        ],
        [
            *[f"hand.{planet}&{1 << place}" for planet in PLANETS for place in range(4)],
            *[f"taken={planet}" for planet in PLANETS],
            *[f"taken_from={slot}" for slot in range(9)],
        ],
        [
            *[f"looked_at[{place}]={planet}" for place in range(3) for planet in PLANETS],
            *[f"{name}={slot}" for name in ("placed_at", "covered", "closed") for slot in range(9)],
        ],
        [
            *[*larger("own.points", _MANY), *larger("their.points", _MANY), *larger("their.cards", _MANY)],
            *[f"pile>{_PILE_STEP * step}" for step in range(12)],
            *[f"turns_without_draw>={_GUARD_STEP * step}" for step in range(1, GUARD // _GUARD_STEP)],
        ],
    ]


def form(seats: int, seat: int, view: Any) -> NinthForm:
    """The position of a view; what is hidden is noted."""
    seen = msgspec.to_builtins(view)
    own = seen["active"]
    made = NinthForm(seats, seen["options"]["powers"])
    unseen = made.unseen
    made.active = own
    ended = seen["ended"]
    if ended is not None:
        made.is_over = True
        made.has_nine = ended["reason"] == "nine_planets"
    made.phase = _PHASES.index(seen["phase"])
    for slot, on_board in enumerate(seen["board"]):
        if on_board is not None:
            made.put(slot, _number(on_board["card"]))
            made.face_down |= on_board["face_down"] << slot
            if on_board["card"] == HIDDEN:
                unseen.slots.append(slot)
    made.pile = [-1 if card == HIDDEN else PLANETS.index(card) for card in reversed(seen["pile"])]
    made.own_hand, made.their_hand = (
        sum(1 << (4 * PLANETS.index(card)) for card in seen["hands"][side] if card != HIDDEN) for side in (own, 1 - own)
    )
    made.own_points, made.their_points = (
        sum(line["points"] for line in seen["lines"][side]) for side in (own, 1 - own)
    )
    if seen["taken"] is not None:
        made.taken = _number(seen["taken"])
        unseen.is_taken_hidden = seen["taken"] == HIDDEN
    made.taken_from, made.placed_at, made.covered, made.closed = (
        -1 if seen[name] is None else seen[name] for name in ("taken_from", "placed_at", "covered", "closed")
    )
    made.is_extra, made.wins_extra = seen["extra_turn"], seen["extra_turn_won"]
    made.turns_without_draw = seen["turns_without_draw"]
    unseen.own_cards, unseen.their_cards = (seen["hands"][side].count(HIDDEN) for side in (own, 1 - own))
    unseen.cards = _unseen_cards(seen)
    return made


def _number(card: str) -> int:
    """The number of a planet; 0 for one that is hidden, until it is dealt."""
    return 0 if card == HIDDEN else PLANETS.index(card)


def _unseen_cards(seen: Any) -> list[int]:
    """All cards less those that the seat sees somewhere."""
    rest: list[str] = list(PLANETS * COPIES)
    in_lines = [card for side in seen["lines"] for line in side for card in line["cards"]]
    on_board = [slot["card"] for slot in seen["board"] if slot is not None]
    for card in (
        *on_board,
        *seen["pile"],
        *seen["hands"][0],
        *seen["hands"][1],
        seen["taken"],
        *in_lines,
        *seen["removed"],
    ):
        if card not in (None, HIDDEN):
            rest.remove(card)
    return [PLANETS.index(card) for card in rest]
