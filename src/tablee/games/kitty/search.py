"""No Kitty's search form: tiles, hands and decks as bits.

A set of tiles is eight bits; the colours take two bits a tile, the hearts on them four. A hand holds four bits for each
kind of card, its number; a deck holds its cards in four bits each, the next to be drawn lowest. What is called own is
the active seat's, and what is called their the other's: the two change places when a turn ends.

    actions   0–71 place: 8 times the heart, plus the tile; 72–79 wind; 80–87 recycle; 88 shield; 89 draw; 90 end turn
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from mypy_extensions import i64

from tablee.games.kitty.pieces import COLOURS, HEARTS, MAGIC
from tablee.games.kitty.rules import (
    HEART_CARDS,
    HEARTS_DEALT,
    MAGIC_DEALT,
    SHIELD_LASTS,
    WHITE_IN_TEN,
    Draw,
    EndTurn,
    Place,
    Recycle,
    Shield,
    Wind,
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
    size,
    take_hand,
    up_to,
)
from tablee.kernel.secrecy import HIDDEN

_ALL_TILES: Final = 255
_EACH_KIND: Final = 0x111111111
"""The lowest bit of each kind of heart in a hand."""

_WIND: Final = 72
_RECYCLE: Final = 80
_SHIELD: Final = 88
_DRAW: Final = 89
_END_TURN: Final = 90

_SECOND_WORD: Final = 56
"""The first code in the second word of a mask."""
_MANY: Final = 10
"""The most cards in a hand, and the most still to come, that a sight tells apart."""
_FEW: Final = 4
"""The most hearts and cards that may still be used in a turn that a sight tells apart."""

_ONE_WIND: Final = 0x001
_ONE_RECYCLE: Final = 0x010
_ONE_SHIELD: Final = 0x100
_MAGIC_KINDS: Final = ("wind", "recycle", "shield")

KEEN: Final = 80
"""How often, in a hundred, a rollout takes the action that gains most at once instead of any."""
_MARGIN: Final = 0.1
"""The part of a reward that goes by the points, the rest goes by who wins."""
_MOST_POINTS: Final = 48
"""Eight hearts of three points on their own colour."""


class KittyForm(SearchForm):
    """One position."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.active = 0
        self.is_over = False
        self.owes_draw = True
        self.colours: i64 = 0
        """0 is white, the others are in the order of COLOURS."""
        self.coloured: i64 = 0
        """The tiles that are not white."""
        self.hearts_on: i64 = 0
        self.own: i64 = 0
        self.their: i64 = 0
        self.own_hearts: i64 = 0
        self.their_hearts: i64 = 0
        self.own_magic: i64 = 0
        self.their_magic: i64 = 0
        self.own_shield: i64 = 0
        self.their_shield: i64 = 0
        self.heart_deck: i64 = 0
        self.hearts_left: i64 = 0
        self.magic_deck: i64 = 0
        self.magic_left: i64 = 0
        self.hearts_per_turn: i64 = HEART_CARDS
        """Without a limit, as many as there are."""
        self.magic_per_turn: i64 = len(MAGIC)
        self.may_place: i64 = HEART_CARDS
        """Hearts that may still be placed in this turn."""
        self.may_use: i64 = len(MAGIC)
        """Magic cards that may still be used in this turn."""
        self.unseen = Unseen()
        self.keen: i64 = KEEN

    def deal(self, dice: Dice) -> "KittyForm":
        """A copy; every hidden heart is any of the nine, and the hidden magic cards are those that were not seen."""
        copy = KittyForm(self.seats)
        copy.active, copy.is_over, copy.owes_draw = self.active, self.is_over, self.owes_draw
        copy.colours, copy.coloured, copy.hearts_on = self.colours, self.coloured, self.hearts_on
        copy.own, copy.their = self.own, self.their
        copy.own_shield, copy.their_shield = self.own_shield, self.their_shield
        copy.hearts_left, copy.magic_left = self.hearts_left, self.magic_left
        copy.hearts_per_turn, copy.magic_per_turn = self.hearts_per_turn, self.magic_per_turn
        copy.may_place, copy.may_use = self.may_place, self.may_use
        copy.keen = self.keen
        unseen = self.unseen
        copy.own_hearts = self.own_hearts + any_hearts(unseen.own_hearts, dice)
        copy.their_hearts = self.their_hearts + any_hearts(unseen.their_hearts, dice)
        copy.heart_deck = self.heart_deck
        if unseen.is_deck_hidden:
            copy.heart_deck = any_deck(self.hearts_left, dice)
        rest = unseen.magic[:]
        dice.shuffle(rest)
        copy.own_magic = self.own_magic + take_hand(rest, unseen.own_magic)
        copy.their_magic = self.their_magic + take_hand(rest, unseen.their_magic)
        copy.magic_deck = take_deck(rest, self.magic_left) if unseen.is_deck_hidden else self.magic_deck
        return copy

    def actions(self, seat: int) -> list[int]:
        if self.owes_draw:
            return [_DRAW]
        codes: list[int] = []
        kinds = self.placeable()
        empty = self.empty()
        heart = 0
        while kinds:
            if kinds & 1:
                add_codes(codes, 8 * heart, empty)
            kinds >>= 4
            heart += 1
        add_codes(codes, _WIND, self.windable())
        add_codes(codes, _RECYCLE, self.recyclable())
        if self.can_shield():
            codes.append(_SHIELD)
        codes.append(_END_TURN)
        return codes

    def play(self, seat: int, action: int, dice: Dice) -> None:
        self.step(action)

    def rollout(self, dice: Dice) -> None:
        """Play to the end, mostly what gains most at once."""
        roll(self, dice)

    def key(self) -> tuple[object, ...]:
        """Everything, by seat."""
        own = (self.own, self.own_hearts, self.own_magic, self.own_shield)
        their = (self.their, self.their_hearts, self.their_magic, self.their_shield)
        return (
            *(self.active, self.is_over, self.owes_draw, self.colours, self.coloured, self.hearts_on),
            *((own, their) if self.active == 0 else (their, own)),
            *(self.heart_deck, self.hearts_left, self.magic_deck, self.magic_left),
            *(self.may_place, self.may_use, self.hearts_per_turn, self.magic_per_turn),
        )

    def rewards(self) -> list[float]:
        """More points win; by how many counts a little."""
        lead = int(self.points(self.own) - self.points(self.their))
        result = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
        reward = (1.0 - _MARGIN) * result + _MARGIN * (0.5 + 0.5 * lead / _MOST_POINTS)
        return [reward, 1.0 - reward] if self.active == 0 else [1.0 - reward, reward]

    def fresh(self, dice: Dice) -> "KittyForm":
        new = KittyForm(self.seats)
        new.keen = self.keen
        new.hearts_per_turn, new.magic_per_turn = self.hearts_per_turn, self.magic_per_turn
        # With two hearts a turn, the first turn of the game places one at most.
        new.may_place = 1 if self.hearts_per_turn == 2 else self.hearts_per_turn
        new.may_use = self.magic_per_turn
        new.active = int(dice.below(2))
        for tile in range(8):
            if dice.below(10) >= WHITE_IN_TEN:
                new.colours |= (dice.below(3) + 1) << (2 * tile)
                new.coloured |= 1 << tile
        hearts = [int(dice.below(9)) for _ in range(HEART_CARDS)]
        magic = _MAGIC_PACK[:]
        dice.shuffle(magic)
        hearts.reverse()
        magic.reverse()
        first_hearts: i64 = take_hand(hearts, HEARTS_DEALT)
        second_hearts: i64 = take_hand(hearts, HEARTS_DEALT)
        first_magic: i64 = take_hand(magic, MAGIC_DEALT)
        second_magic: i64 = take_hand(magic, MAGIC_DEALT)
        is_first = new.active == 0
        new.own_hearts, new.their_hearts = first_hearts, second_hearts
        new.own_magic, new.their_magic = first_magic, second_magic
        if not is_first:
            new.own_hearts, new.their_hearts = second_hearts, first_hearts
            new.own_magic, new.their_magic = second_magic, first_magic
        hearts.reverse()
        magic.reverse()
        new.hearts_left, new.magic_left = len(hearts), len(magic)
        new.heart_deck = take_deck(hearts, new.hearts_left)
        new.magic_deck = take_deck(magic, new.magic_left)
        return new

    def actor(self) -> int:
        return -1 if self.is_over else self.active

    def write(self, seat: int, words: list[int], at: int) -> None:
        first: i64 = 0
        second: i64 = bit(_DRAW - _SECOND_WORD)
        if not self.owes_draw:
            kinds: i64 = self.placeable()
            empty: i64 = self.empty()
            second = bit(_END_TURN - _SECOND_WORD)
            heart: i64 = 0
            while kinds:
                if kinds & 1:
                    if heart < 7:
                        first |= empty << (8 * heart)
                    else:
                        second |= empty << (8 * (heart - 7))
                kinds >>= 4
                heart += 1
            second |= self.windable() << (_WIND - _SECOND_WORD) | self.recyclable() << (_RECYCLE - _SECOND_WORD)
            if self.can_shield():
                second |= bit(_SHIELD - _SECOND_WORD)
        words[at] = int(first)
        words[at + 1] = int(second)
        self.write_sight(words, at + 2)

    def write_sight(self, words: list[int], at: int) -> None:
        table: i64 = self.own << 24 | self.their << 32
        low: i64 = 0
        high: i64 = 0
        held: i64 = self.own | self.their
        tile: i64 = 0
        while tile < 8:
            colour: i64 = self.colours >> (2 * tile) & 3
            if colour:
                table |= bit(8 * (colour - 1) + tile)
            if held >> tile & 1:
                heart: i64 = self.hearts_on >> (4 * tile) & 15
                if tile < 6:
                    low |= bit(9 * tile + heart)
                else:
                    high |= bit(9 * (tile - 6) + heart)
            tile += 1
        table |= up_to(self.own_shield) << 40 | up_to(self.their_shield) << 43
        table |= up_to(min(self.may_place, _FEW)) << 46 | up_to(min(self.may_use, _FEW)) << 50
        high |= up_to(min(self.hearts_left, _MANY)) << 18 | up_to(min(self.magic_left, _MANY)) << 28
        hearts: i64 = cards_in(self.their_hearts) + self.unseen.their_hearts
        magic: i64 = cards_in(self.their_magic) + self.unseen.their_magic
        high |= up_to(min(hearts, _MANY)) << 38 | up_to(min(magic, _MANY)) << 48
        words[at] = int(table)
        words[at + 1] = int(self.own_hearts | self.own_magic << 36)
        words[at + 2] = int(low)
        words[at + 3] = int(high)

    # ── What is legal, as sets ───────────────────────────────────────────────────────────────────────────

    def empty(self) -> i64:
        return _ALL_TILES & ~(self.own | self.their)

    def placeable(self) -> i64:
        """The kinds of hearts that can be placed: the lowest bit of each."""
        if self.may_place == 0:
            return 0
        hand = self.own_hearts
        return (hand | hand >> 1 | hand >> 2 | hand >> 3) & _EACH_KIND

    def windable(self) -> i64:
        if self.may_use == 0 or self.own_magic & 0x00F == 0 or self.their_shield:
            return 0
        return self.their

    def recyclable(self) -> i64:
        if self.may_use == 0 or self.own_magic & 0x0F0 == 0:
            return 0
        return self.coloured & ~self.their if self.their_shield else self.coloured

    def can_shield(self) -> bool:
        return self.may_use > 0 and self.own_magic & 0xF00 != 0 and self.their_shield == 0

    # ── What an action does ──────────────────────────────────────────────────────────────────────────────

    def step(self, action: i64) -> None:
        tile: i64 = action & 7
        if action < _WIND:
            heart: i64 = action >> 3
            self.own |= 1 << tile
            self.hearts_on |= heart << (4 * tile)
            self.own_hearts -= bit(4 * heart)
            self.may_place -= 1
            self.is_over = self.own | self.their == _ALL_TILES
        elif action < _RECYCLE:
            self.their &= ~(1 << tile)
            self.hearts_on &= ~(15 * bit(4 * tile))
            self.use_up(_ONE_WIND)
        elif action < _SHIELD:
            self.colours &= ~(3 << (2 * tile))
            self.coloured &= ~(1 << tile)
            self.use_up(_ONE_RECYCLE)
        elif action == _SHIELD:
            self.own_shield = SHIELD_LASTS
            self.use_up(_ONE_SHIELD)
        elif action == _DRAW:
            self.draw()
        else:
            self.end_turn()

    def use_up(self, card: i64) -> None:
        self.own_magic -= card
        self.may_use -= 1

    def draw(self) -> None:
        self.owes_draw = False
        if self.hearts_left:
            heart: i64 = self.heart_deck & 15
            self.own_hearts += bit(4 * heart)
            self.heart_deck >>= 4
            self.hearts_left -= 1
        if self.magic_left:
            kind: i64 = self.magic_deck & 15
            self.own_magic += bit(4 * kind)
            self.magic_deck >>= 4
            self.magic_left -= 1

    def end_turn(self) -> None:
        """The shields wear off; own and their change places, unless this was the last turn."""
        if self.own_shield:
            self.own_shield -= 1
        if self.their_shield:
            self.their_shield -= 1
        if self.hearts_left + self.magic_left == 0:
            self.is_over = True
            return
        self.active = 1 - self.active
        self.own, self.their = self.their, self.own
        self.own_hearts, self.their_hearts = self.their_hearts, self.own_hearts
        self.own_magic, self.their_magic = self.their_magic, self.own_magic
        self.own_shield, self.their_shield = self.their_shield, self.own_shield
        self.owes_draw = True
        self.may_place = self.hearts_per_turn
        self.may_use = self.magic_per_turn

    # ── Points ───────────────────────────────────────────────────────────────────────────────────────────

    def worth(self, heart: i64, tile: i64) -> i64:
        colour: i64 = self.colours >> (2 * tile) & 3
        points: i64 = heart % 3 + 1
        if colour == 0:
            return points
        return 2 * points if colour == heart // 3 + 1 else 0

    def points(self, tiles: i64) -> i64:
        total: i64 = 0
        tile: i64 = 0
        while tiles:
            if tiles & 1:
                total += self.worth(self.hearts_on >> (4 * tile) & 15, tile)
            tiles >>= 1
            tile += 1
        return total


class Unseen:
    """How much the seat of a view can't see."""

    def __init__(self) -> None:
        self.own_hearts: i64 = 0
        """Hidden cards in the active seat's hand."""
        self.their_hearts: i64 = 0
        self.own_magic: i64 = 0
        self.their_magic: i64 = 0
        self.is_deck_hidden = False
        self.magic: list[int] = []
        """The kinds of all magic cards that were not seen."""


# ── Dealing ──────────────────────────────────────────────────────────────────────────────────────────────


def any_hearts(count: i64, dice: Dice) -> i64:
    hand: i64 = 0
    while count > 0:
        hand += bit(4 * dice.below(9))
        count -= 1
    return hand


def any_deck(count: i64, dice: Dice) -> i64:
    """A deck of hearts, each any of the nine."""
    deck: i64 = 0
    while count > 0:
        deck = deck << 4 | dice.below(9)
        count -= 1
    return deck


def take_deck(cards: list[int], count: i64) -> i64:
    """A deck of this many of these cards, which are then gone."""
    deck: i64 = 0
    while count > 0:
        kind: i64 = cards.pop()
        deck = deck << 4 | kind
        count -= 1
    return deck


# ── Rollouts ─────────────────────────────────────────────────────────────────────────────────────────────


def roll(world: KittyForm, dice: Dice) -> int:
    """Play to the end; how many actions it took."""
    count: i64 = 0
    while not world.is_over:
        if world.owes_draw:
            world.draw()
        elif dice.below(100) < world.keen:
            world.step(best_now(world))
        else:
            world.step(anything(world, dice))
        count += 1
    return int(count)


def anything(world: KittyForm, dice: Dice) -> i64:
    """Any legal action after the draw, each as likely."""
    kinds: i64 = world.placeable()
    empty: i64 = world.empty()
    winds: i64 = world.windable()
    recycles: i64 = world.recyclable()
    empty_count: i64 = size(empty)
    place_count: i64 = size(kinds) * empty_count
    wind_count: i64 = size(winds)
    recycle_count: i64 = size(recycles)
    shield_count: i64 = 1 if world.can_shield() else 0
    index: i64 = dice.below(place_count + wind_count + recycle_count + shield_count + 1)
    if index < place_count:
        return 8 * (member(kinds, index // empty_count) // 4) + member(empty, index % empty_count)
    index -= place_count
    if index < wind_count:
        return _WIND + member(winds, index)
    index -= wind_count
    if index < recycle_count:
        return _RECYCLE + member(recycles, index)
    return _SHIELD if index - recycle_count < shield_count else _END_TURN


def best_now(world: KittyForm) -> i64:
    """The action that gains most at once; a shield for what is there, or the end of the turn, when nothing does.

    The last tile is filled by the one who wins by it.
    """
    own_points: i64 = world.points(world.own)
    lead: i64 = own_points - world.points(world.their)
    empty: i64 = world.empty()
    empty_count: i64 = size(empty)
    best: i64 = _END_TURN
    best_gain: i64 = 0
    if lead > 0 and cards_in(world.own_hearts) >= empty_count and world.may_place >= empty_count:
        # Who is ahead and can fill the board does so, also with hearts that are worth nothing there.
        best_gain = -1
    kinds: i64 = world.placeable()
    heart: i64 = 0
    while kinds:
        if kinds & 1:
            tiles: i64 = empty
            tile: i64 = 0
            while tiles:
                if tiles & 1:
                    gain: i64 = world.worth(heart, tile)
                    if gain > best_gain and (empty_count > 1 or lead + gain > 0):
                        best = 8 * heart + tile
                        best_gain = gain
                tiles >>= 1
                tile += 1
        kinds >>= 4
        heart += 1
    winds: i64 = world.windable()
    recycles: i64 = world.recyclable()
    both: i64 = winds | recycles
    tile = 0
    while both:
        if both & 1:
            spot: i64 = 1 << tile
            if (world.own | world.their) & spot:
                on_tile: i64 = world.hearts_on >> (4 * tile) & 15
                worth: i64 = world.worth(on_tile, tile)
                if winds & spot and worth > best_gain:
                    best = _WIND + tile
                    best_gain = worth
                if recycles & spot:
                    change: i64 = on_tile % 3 + 1 - worth
                    if world.their & spot:
                        change = -change
                    if change > best_gain:
                        best = _RECYCLE + tile
                        best_gain = change
        both >>= 1
        tile += 1
    if best == _END_TURN and world.own_shield < SHIELD_LASTS and own_points > 0 and world.can_shield():
        return _SHIELD
    return best


# ── From a view, and back to actions ─────────────────────────────────────────────────────────────────────

CODES: Final = Codes(
    [
        *[Place(heart, tile) for heart in HEARTS for tile in range(8)],
        *[Wind(tile) for tile in range(8)],
        *[Recycle(tile) for tile in range(8)],
        *[Shield(), Draw(), EndTurn()],
    ]
)


MASK: Final = (_SECOND_WORD, 35)

_MAGIC_PACK: Final = [_MAGIC_KINDS.index(kind) for kind in MAGIC]


def sight(seats: int) -> list[list[str]]:
    """The names of what `write` writes: the table, the hand, and the hearts on the tiles with all that is counted."""
    on_tiles = [f"tiles[{tile}].heart={heart}" for tile in range(8) for heart in HEARTS]
    return [
        [
            *[f"tiles[{tile}].colour={colour}" for colour in COLOURS for tile in range(8)],
            *[f"{who}.tiles[{tile}]" for who in ("own", "their") for tile in range(8)],
            *[*larger("own.shield", SHIELD_LASTS), *larger("their.shield", SHIELD_LASTS)],
            *[*larger("may_place", _FEW), *larger("may_use", _FEW)],
        ],
        [f"hand.{card}&{1 << place}" for card in (*HEARTS, *_MAGIC_KINDS) for place in range(4)],
        on_tiles[:54],
        [
            *on_tiles[54:],
            *[*larger("heart_deck", _MANY), *larger("magic_deck", _MANY)],
            *[*larger("their.hearts", _MANY), *larger("their.magic", _MANY)],
        ],
    ]


def form(seats: int, seat: int, view: Any) -> KittyForm:
    """The position of a view; what is hidden is counted."""
    seen = msgspec.to_builtins(view)
    own = seen["active"]
    made = KittyForm(seats)
    made.active = own
    made.is_over = seen["ended"] is not None
    made.owes_draw = seen["owes_draw"]
    for number, tile in enumerate(seen["tiles"]):
        if tile["colour"] != "white":
            made.colours |= (COLOURS.index(tile["colour"]) + 1) << (2 * number)
            made.coloured |= 1 << number
        if tile["heart"] is not None:
            made.hearts_on |= HEARTS.index(tile["heart"]) << (4 * number)
            if tile["owner"] == own:
                made.own |= 1 << number
            else:
                made.their |= 1 << number
    made.own_shield, made.their_shield = seen["shields"][own], seen["shields"][1 - own]
    made.own_hearts = _hand(seen["hearts"][own], HEARTS)
    made.their_hearts = _hand(seen["hearts"][1 - own], HEARTS)
    made.own_magic = _hand(seen["magic"][own], _MAGIC_KINDS)
    made.their_magic = _hand(seen["magic"][1 - own], _MAGIC_KINDS)
    made.heart_deck, made.hearts_left = _deck(seen["heart_deck"], HEARTS), len(seen["heart_deck"])
    made.magic_deck, made.magic_left = _deck(seen["magic_deck"], _MAGIC_KINDS), len(seen["magic_deck"])

    hearts_per_turn, magic_per_turn = seen["options"]["hearts_per_turn"], seen["options"]["magic_per_turn"]
    if hearts_per_turn is not None:
        made.hearts_per_turn = hearts_per_turn
    if magic_per_turn is not None:
        made.magic_per_turn = magic_per_turn
    # With two hearts a turn, the first turn of the game places one at most.
    is_short = seen["turn"] == 0 and hearts_per_turn == 2
    made.may_place = (1 if is_short else made.hearts_per_turn) - seen["hearts_placed"]
    made.may_use = made.magic_per_turn - seen["magic_used"]

    unseen = made.unseen
    unseen.own_hearts, unseen.their_hearts = (seen["hearts"][side].count(HIDDEN) for side in (own, 1 - own))
    unseen.own_magic, unseen.their_magic = (seen["magic"][side].count(HIDDEN) for side in (own, 1 - own))
    unseen.is_deck_hidden = HIDDEN in seen["heart_deck"] or HIDDEN in seen["magic_deck"]
    rest: list[str] = list(MAGIC)
    for card in (*seen["spent"], *seen["magic"][0], *seen["magic"][1], *seen["magic_deck"]):
        if card != HIDDEN:
            rest.remove(card)
    unseen.magic = [_MAGIC_KINDS.index(card) for card in rest]
    return made


def _hand(cards: Sequence[str], kinds: Sequence[str]) -> int:
    """The cards of a hand that are seen."""
    return sum(1 << (4 * kinds.index(card)) for card in cards if card != HIDDEN)


def _deck(cards: Sequence[str], kinds: Sequence[str]) -> int:
    """A deck that is seen; nothing of one that is hidden."""
    return sum(kinds.index(card) << (4 * place) for place, card in enumerate(cards) if card != HIDDEN)
