"""Noé's search form: sets of cards as bits.

A card is 4 times its rank, less 4, plus its suit: in the order of ranks, then of suits, as the change of life cards
wants it (life.py). 52 bits hold a set of them. Only the pile has an order.

Nobody sees what is hidden here, not even its owner: all cards that were not seen could be in any of its places.

    actions   0–5 attack the seat; 6 charge; 7 reinforce; 8–13 swap the shield of the seat
"""

from collections.abc import Iterable
from math import exp
from typing import Any, Final

import msgspec
from mypy_extensions import i64

from tablee.games.noe.cards import RANKS, SUITS, Card
from tablee.games.noe.rules import LIFE_CARDS, MOST_CHARGES, QUIET_ROUNDS, Attack, Charge, Reinforce, SwapShield
from tablee.kernel.search import Codes, Dice, SearchForm, add_codes, bit, larger, member, size, up_to, whose
from tablee.kernel.secrecy import HIDDEN

_CHARGE: Final = 6
_REINFORCE: Final = 7
_SWAP: Final = 8

_KING: Final = 13
_MOST_LIFE: Final = 39
_QUIET_STEP: Final = 4
"""Quiet turns for each bit of the sight."""
_PILE_STEP: Final = 4
"""Cards of the pile for each bit of the sight."""
_USUAL: Final = 7
"""Average value of an unseen card."""

KEEN: Final = 80
"""How often, in a hundred, a rollout takes a sensible action instead of any."""

_SPREAD: Final = 0.4
"""Of many seats' rewards, which are estimates: they differ less than wins and losses."""
_BY_SHIELD: Final = 1 / _KING
_BY_CHARGE: Final = 1 / 6
"""What a point of the shield, and a charge more than the neighbours have, add to the logarithm of a chance."""

LEVELS: Final = {"easy": {"slips": 0.85}}
"""There are few actions here, and luck helps: fewer slips would not be seen."""


class NoeForm(SearchForm):
    """One position."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.active: i64 = 0
        self.is_over = False
        self.playing: i64 = (1 << seats) - 1
        self.life: list[int] = [0] * seats
        self.life_cards: list[int] = [0] * seats
        self.shields: list[int] = [-1] * seats
        """-1 for a seat that is out of the game."""
        self.reinforcements: list[int] = [-1] * seats
        """-1 for a seat that has none."""
        self.charges: list[int] = [0] * seats
        self.pile: list[int] = []
        """The next card last; -1 is one that the seat can't see."""
        self.discard: i64 = 0
        self.quiet_turns: i64 = 0
        self.unseen = Unseen()
        self.keen: i64 = KEEN
        self.horizon: i64 = seats if seats > 2 else 0
        """Turns after which a rollout ends, and what each seat has decides; 0 for none. Of many seats, what comes after
        a round of the table is noise."""
        self.chances: list[float] = []
        """Each seat's estimated reward, if it was not played out."""
        self.spread = _SPREAD if seats > 2 else 1.0

    def deal(self, dice: Dice) -> "NoeForm":
        """A copy, in which the cards that were not seen lie anywhere that nobody can see."""
        copy = NoeForm(self.seats)
        copy.active, copy.is_over, copy.playing = self.active, self.is_over, self.playing
        copy.life, copy.life_cards, copy.shields = self.life[:], self.life_cards[:], self.shields[:]
        copy.reinforcements, copy.charges, copy.pile = self.reinforcements[:], self.charges[:], self.pile[:]
        copy.discard, copy.quiet_turns = self.discard, self.quiet_turns
        copy.keen, copy.horizon = self.keen, self.horizon
        unseen = self.unseen
        rest = unseen.cards[:]
        dice.shuffle(rest)
        for seat in unseen.reinforcements:
            copy.reinforcements[seat] = rest.pop()
        for seat in unseen.charges:
            copy.charges[seat] |= bit(rest.pop())
        for _ in range(unseen.discarded):
            copy.discard |= bit(rest.pop())
        if rest:
            pile = copy.pile
            for place in range(len(pile)):
                if pile[place] < 0:
                    pile[place] = rest.pop()
        return copy

    def actions(self, seat: int) -> list[int]:
        codes: list[int] = []
        add_codes(codes, 0, self.neighbours())
        if self.can_charge():
            codes.append(_CHARGE)
        codes.append(_REINFORCE)
        add_codes(codes, _SWAP, self.playing)
        return codes

    def play(self, seat: int, action: int, dice: Dice) -> None:
        self.step(action, dice)

    def rollout(self, dice: Dice) -> None:
        """Play on to the end or the horizon, mostly sensibly."""
        roll(self, dice)

    def key(self) -> tuple[object, ...]:
        return (
            *(self.active, self.is_over, self.playing, self.discard, self.quiet_turns),
            *(*self.life, *self.life_cards, *self.shields, *self.reinforcements, *self.charges, *self.pile),
        )

    def rewards(self) -> list[float]:
        """The last seat with life wins; at the guard the most life does, and equals share it."""
        if self.chances:
            return self.chances
        best = max(self.life)
        share = 1.0 / self.life.count(best)
        return [share if life == best else 0.0 for life in self.life]

    def fresh(self, dice: Dice) -> "NoeForm":
        new = NoeForm(self.seats)
        new.keen = self.keen
        new.active = dice.below(self.seats)
        pack = _PACK[:]
        dice.shuffle(pack)
        pack.reverse()
        for seat in range(self.seats):
            cards: i64 = 0
            for _ in range(LIFE_CARDS):
                cards |= bit(pack.pop())
            new.life[seat] = int(sum_of(cards))
            new.life_cards[seat] = int(cards)
            new.shields[seat] = pack.pop()
        new.pile = pack
        return new

    def actor(self) -> int:
        return -1 if self.is_over else int(self.active)

    def write(self, seat: int, words: list[int], at: int) -> None:
        mask: i64 = self.neighbours() | 1 << _REINFORCE | self.playing << _SWAP
        if self.charges_of(seat) < MOST_CHARGES:
            mask |= 1 << _CHARGE
        words[at] = int(mask)
        other: i64 = seat
        place: i64 = at + 1
        for _ in range(self.seats):
            words[place] = int(self.looks(other))
            other = other + 1 if other + 1 < self.seats else 0
            place += 1
        quiet: i64 = self.quiet_turns // _QUIET_STEP
        words[place] = int(up_to(quiet) | up_to((len(self.pile) + _PILE_STEP - 1) // _PILE_STEP) << 30)

    def looks(self, seat: i64) -> i64:
        """A seat's cards as all see them."""
        if self.playing >> seat & 1 == 0:
            return 0
        has_reinforcement: i64 = 1 if self.reinforcements[seat] >= 0 else 0
        if self.unseen.cards and int(seat) in self.unseen.reinforcements:
            has_reinforcement = 1
        seen: i64 = up_to(self.life[seat]) | bit(_MOST_LIFE + rank_of(self.shields[seat]) - 1)
        return seen | up_to(self.charges_of(seat)) << 52 | has_reinforcement << 55 | bit(56)

    def charges_of(self, seat: i64) -> i64:
        """How many a seat has, hidden or not."""
        count: i64 = size(self.charges[seat])
        return count + self.unseen.charges.count(int(seat)) if self.unseen.cards else count

    # ── What is legal, as sets ───────────────────────────────────────────────────────────────────────────

    def neighbours(self) -> i64:
        return bit(self.nearest(1)) | bit(self.nearest(self.seats - 1))

    def nearest(self, step: i64) -> i64:
        return self.next_to(self.active, step)

    def next_to(self, seat: i64, step: i64) -> i64:
        """The nearest seat to another that is still in the game."""
        seats: i64 = self.seats
        other: i64 = (seat + step) % seats
        while self.playing >> other & 1 == 0:
            other = (other + step) % seats
        return other

    def can_charge(self) -> bool:
        return size(self.charges[self.active]) < MOST_CHARGES

    # ── What an action does ──────────────────────────────────────────────────────────────────────────────

    def step(self, action: i64, dice: Dice) -> None:
        """The action of the active seat; then the turn passes on, or the game ends."""
        seat: i64 = self.active
        self.quiet_turns += 1
        if action < _CHARGE:
            self.attack(seat, action, dice)
        elif action == _CHARGE:
            self.charges[seat] |= bit(self.draw(dice))
        elif action == _REINFORCE:
            self.reinforcements[seat] = int(self.draw(dice))
        else:
            target: i64 = action - _SWAP
            self.discard |= bit(self.shields[target])
            self.shields[target] = int(self.draw(dice))
        self.pass_on()

    def draw(self, dice: Dice) -> i64:
        """The top card of the pile, for which the discard is shuffled if it must be."""
        if not self.pile:
            add_codes(self.pile, 0, self.discard)
            dice.shuffle(self.pile)
            self.discard = 0
        return self.pile.pop()

    def attack(self, seat: i64, target: i64, dice: Dice) -> None:
        """Take the excess over shield and reinforcement from the target's life, with all its charges."""
        used: i64 = bit(self.draw(dice)) | self.charges[seat]
        self.charges[seat] = 0
        self.discard |= used
        excess: i64 = sum_of(used) - rank_of(self.shields[target])
        if excess > 0 and self.reinforcements[target] >= 0:
            excess -= rank_of(self.reinforcements[target])
        if excess <= 0:
            return
        self.quiet_turns = 0
        self.discard |= self.charges[target]
        self.charges[target] = 0
        life: i64 = self.life[target] - excess
        if life > 0:
            self.life[target] = int(life)
            self.change_life_cards(target)
        else:
            self.put_out(target)

    def change_life_cards(self, seat: i64) -> None:
        """The cards that show its life from now on; the present ones where no combination does."""
        own: i64 = self.life_cards[seat]
        pile: i64 = 0
        for card in self.pile:
            pile |= bit(card)
        laid: i64 = best_combination(self.life[seat], own, self.discard, pile)
        if laid == 0:
            return
        self.life_cards[seat] = int(laid)
        self.discard = (self.discard | own) & ~laid
        from_pile: i64 = laid & pile
        while from_pile:
            self.pile.remove(int(member(from_pile, 0)))
            from_pile &= from_pile - 1

    def put_out(self, seat: i64) -> None:
        self.discard |= self.life_cards[seat] | bit(self.shields[seat])
        if self.reinforcements[seat] >= 0:
            self.discard |= bit(self.reinforcements[seat])
        self.life[seat] = self.life_cards[seat] = 0
        self.shields[seat] = self.reinforcements[seat] = -1
        self.playing &= ~bit(seat)

    def pass_on(self) -> None:
        """The game ends with the turn, or the next seat plays, its reinforcement discarded."""
        count: i64 = size(self.playing)
        if count == 1 or self.quiet_turns >= QUIET_ROUNDS * count:
            self.is_over = True
            return
        seat: i64 = self.nearest(1)
        self.active = seat
        if self.reinforcements[seat] >= 0:
            self.discard |= bit(self.reinforcements[seat])
            self.reinforcements[seat] = -1


class Unseen:
    """The cards that nobody can see."""

    def __init__(self) -> None:
        self.cards: list[int] = []
        """All cards that were not seen, wherever they are."""
        self.reinforcements: list[int] = []
        """The seats whose reinforcement is hidden."""
        self.charges: list[int] = []
        """For each hidden charge, its seat."""
        self.discarded = 0
        """How many cards of the discard are hidden."""


def rank_of(card: i64) -> i64:
    return (card >> 2) + 1


def sum_of(cards: i64) -> i64:
    total: i64 = 0
    rank: i64 = 1
    while cards:
        four: i64 = cards & 15
        while four:
            total += rank
            four &= four - 1
        cards >>= 4
        rank += 1
    return total


# ── The change of life cards ─────────────────────────────────────────────────────────────────────────────


def best_combination(life: i64, own: i64, discard: i64, pile: i64) -> i64:
    """As life.py has it: the cards that show that life, or none where no combination is exact."""
    subsets: list[int] = []
    kept: i64 = own
    while True:
        subsets.append(int(kept))
        if kept == 0:
            break
        kept = kept - 1 & own
    kept_count: i64 = size(own)
    while kept_count >= 0:
        new_count: i64 = 0
        while new_count <= 3 - kept_count:
            best: i64 = 0
            best_preference: i64 = 0
            for each in subsets:
                kept = each
                missing: i64 = life - sum_of(kept)
                if size(kept) != kept_count or missing < new_count or missing > _KING * new_count:
                    continue
                found: i64 = kept if new_count == 0 else completed(kept, missing, new_count, discard, pile)
                if found:
                    preferred: i64 = preference(found, pile)
                    if best == 0 or preferred < best_preference:
                        best, best_preference = found, preferred
            if best:
                return best
            new_count += 1
        kept_count -= 1
    return 0


def completed(kept: i64, missing: i64, count: i64, discard: i64, pile: i64) -> i64:
    """The best combination of the kept cards and `count` new ones worth what is missing; 0 if there is none."""
    best: i64 = 0
    best_preference: i64 = 0
    low: i64 = 1
    while low * count <= missing:
        middle: i64 = low
        while low + middle * (count - 1) <= missing:
            # Of one new card, the rank is what is missing; of two, the higher one; of three, the highest.
            high: i64 = missing - low - middle if count == 3 else missing - low if count == 2 else missing
            if high <= _KING:
                found: i64 = first_of_ranks(low, middle, high, count, discard, pile)
                if found:
                    preferred: i64 = preference(kept | found, pile)
                    if best == 0 or preferred < best_preference:
                        best, best_preference = kept | found, preferred
            if count < 3:
                break
            middle += 1
        if count == 1:
            break
        low += 1
    return best


def first_of_ranks(low: i64, middle: i64, high: i64, count: i64, discard: i64, pile: i64) -> i64:
    """The cards to take for these ranks: of the highest alone, of the lowest and the highest, or of all three."""
    found: i64 = first_card(high, discard, pile)
    if found == 0 or count == 1:
        return found
    second: i64 = first_card(low, discard & ~found, pile & ~found)
    if second == 0 or count == 2:
        return found | second if second else 0
    found |= second
    third: i64 = first_card(middle, discard & ~found, pile & ~found)
    return found | third if third else 0


def first_card(rank: i64, discard: i64, pile: i64) -> i64:
    """The card of a rank that is taken first: of the discard before the pile, by suit in each."""
    four: i64 = 15
    four <<= 4 * (rank - 1)
    cards: i64 = discard & four
    if cards == 0:
        cards = pile & four
    return cards & -cards


def preference(cards: i64, pile: i64) -> i64:
    """Smallest for the best of the combinations that keep equally many cards and have equally many in all."""
    ranks: i64 = size(cards & pile)
    suits: i64 = 0
    while cards:
        card: i64 = member(cards, 0)
        ranks = ranks << 4 | card >> 2
        suits = suits << 2 | card & 3
        cards &= cards - 1
    return ranks << 6 | suits


# ── Rollouts ─────────────────────────────────────────────────────────────────────────────────────────────


def roll(world: NoeForm, dice: Dice) -> int:
    """Play on to the end or the horizon; how many actions it took."""
    count: i64 = 0
    keen: i64 = world.keen
    while not world.is_over:
        if count == world.horizon and world.horizon > 0:
            world.chances = estimate(world)
            break
        if keen > 0 and dice.below(100) < keen:
            world.step(sensible(world), dice)
        else:
            world.step(anything(world, dice), dice)
        count += 1
    return int(count)


def anything(world: NoeForm, dice: Dice) -> i64:
    """Any legal action, each as likely."""
    targets: i64 = world.neighbours()
    attacks: i64 = size(targets)
    others: i64 = 2 if world.can_charge() else 1
    index: i64 = dice.below(attacks + others + size(world.playing))
    if index < attacks:
        return member(targets, index)
    index -= attacks
    if index < others:
        return _REINFORCE - index
    return _SWAP + member(world.playing, index - others)


def sensible(world: NoeForm) -> i64:
    """Charge up, then strike where it hurts most."""
    seat: i64 = world.active
    count: i64 = size(world.charges[seat])
    force: i64 = _USUAL * (count + 1)
    target: i64 = world.nearest(1)
    loss: i64 = expected_loss(world, target, force)
    other: i64 = world.nearest(world.seats - 1)
    if other != target:
        other_loss: i64 = expected_loss(world, other, force)
        if other_loss > loss:
            target, loss = other, other_loss
    if loss > 0 and (count == MOST_CHARGES or loss >= world.life[target]):
        return target
    if count < MOST_CHARGES:
        return _CHARGE
    return _SWAP + target


def estimate(world: NoeForm) -> list[float]:
    """What each seat may hope for: by its life, its shield, and its charges beside those of its neighbours."""
    chances: list[float] = []
    total = 0.0
    for seat in range(world.seats):
        chance = 0.0
        if world.playing >> seat & 1:
            charges = float(size(world.charges[seat]))
            near = float(size(world.charges[world.next_to(seat, 1)]))
            near += float(size(world.charges[world.next_to(seat, world.seats - 1)]))
            shield = float(rank_of(world.shields[seat]))
            chance = float(world.life[seat]) * exp(_BY_SHIELD * shield + _BY_CHARGE * (charges - near / 2.0))
        chances.append(chance)
        total += chance
    return [chance / total for chance in chances]


def expected_loss(world: NoeForm, target: i64, force: i64) -> i64:
    """The life that a seat would usually lose by an attack of that force."""
    loss: i64 = force - rank_of(world.shields[target])
    return loss if world.reinforcements[target] < 0 else loss - _USUAL


# ── From a view, and back to actions ─────────────────────────────────────────────────────────────────────

CODES: Final = Codes([*map(Attack, range(_CHARGE)), Charge(), Reinforce(), *map(SwapShield, range(_CHARGE))])

MASK: Final = (14,)

_PACK: Final = [4 * rank + suit for suit in range(len(SUITS)) for rank in range(len(RANKS))]
"""In the order of cards.py."""


def sight(seats: int) -> list[list[str]]:
    """The names of what `write` writes: a word for each seat, and one for the table."""
    return [
        *[
            [
                *larger(f"{who}.life", _MOST_LIFE),
                *[f"{who}.shield={rank}" for rank in RANKS],
                *larger(f"{who}.charges", MOST_CHARGES),
                f"{who}.reinforced",
                f"{who}.in_play",
            ]
            for who in map(whose, range(seats))
        ],
        [
            *[f"quiet_turns>={_QUIET_STEP * step}" for step in range(1, 31)],
            *[f"pile>{_PILE_STEP * step}" for step in range(13)],
        ],
    ]


NUMBERS: Final = {Card(f"{rank}{suit}"): 4 * (rank - 1) + SUITS.index(suit) for rank in RANKS for suit in SUITS}


def form(seats: int, seat: int, view: Any) -> NoeForm:
    """The position of a view; what is hidden is noted."""
    seen = msgspec.to_builtins(view)
    made = NoeForm(seats)
    unseen = made.unseen
    made.active = seen["active"]
    made.is_over = seen["ended"] is not None
    made.playing = sum(1 << each for each in range(seats) if each not in seen["eliminated"])
    made.life = list(seen["life"])
    made.life_cards = [_set_of(cards) for cards in seen["life_cards"]]
    made.shields = [-1 if shield is None else NUMBERS[shield] for shield in seen["shields"]]
    made.reinforcements = [-1 if card in (None, HIDDEN) else NUMBERS[card] for card in seen["reinforcements"]]
    made.charges = [_set_of(cards) for cards in seen["charges"]]
    made.pile = [-1 if card == HIDDEN else NUMBERS[card] for card in reversed(seen["pile"])]
    made.discard = _set_of(seen["discard"])
    made.quiet_turns = seen["quiet_turns"]
    unseen.reinforcements = [each for each, card in enumerate(seen["reinforcements"]) if card == HIDDEN]
    unseen.charges = [each for each, cards in enumerate(seen["charges"]) for card in cards if card == HIDDEN]
    unseen.discarded = seen["discard"].count(HIDDEN)
    known = {*seen["shields"], *seen["reinforcements"], *seen["pile"], *seen["discard"]}
    known.update(*seen["life_cards"], *seen["charges"])
    unseen.cards = [number for card, number in NUMBERS.items() if card not in known]
    return made


def _set_of(cards: Iterable[Card]) -> int:
    """Those of the cards that are not hidden, as a set."""
    return sum(1 << NUMBERS[card] for card in cards if card != HIDDEN)
