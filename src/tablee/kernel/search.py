"""The search form: a game compact and mutable, as a bot searches it.

Rules are written to be read; a search needs millions of moves. So a game may bring, beside its rules, one class of
plain typed Python over ints and lists. It is built from a *seat's view*: what that seat can't see is filled in at
random by `deal`, so a bot is honest because it never holds more than a view. A property test (tablee.testing.forms)
proves that rules and search form agree. mypyc compiles it together with the tree search where there is a compiler;
it runs unchanged where there is none.

Actions are small ints here; `CODES` says which action of the rules each of them is.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

_MASK: Final = 0x7FFFFFFFFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """Quick random numbers, the same for the same seed, compiled or not (xorshift on 63 bits)."""

    def __init__(self, seed: int) -> None:
        self.state: i64 = ((seed * 0x9E3779B97F4A7C15 + 0x1234567) & 0x7FFFFFFFFFFFFFFF) or 1

    def below(self, bound: i64) -> i64:
        """A number from 0 to bound - 1. The tiny bias of the remainder is nothing to a search."""
        x: i64 = self.state
        x = x ^ ((x << 13) & _MASK)
        x = x ^ (x >> 7)
        x = x ^ ((x << 17) & _MASK)
        self.state = x
        return (x >> 11) % bound

    def shuffle(self, items: list[int]) -> None:
        """Bring the items into an order of which each is as likely."""
        last: i64 = len(items) - 1
        while last > 0:
            other: i64 = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
            last -= 1


@mypyc_attr(allow_interpreted_subclasses=True)
class SearchForm:
    """One world that a seat thinks possible."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.spread = 1.0
        """How far rewards lie apart, beside those of wins and losses: less where they are estimates, and a search need
        not try so much of what looks worse."""

    def deal(self, dice: Dice) -> "SearchForm":
        """A new world: a copy in which everything that the seat can't see is filled in at random, consistently."""
        raise NotImplementedError

    def actor(self) -> int:
        """The first of the seats that owe an action; -1 at the end. A form has this or `actors` of its own."""
        actors = self.actors()
        return actors[0] if actors else -1

    def actors(self) -> list[int]:
        """The seats that owe an action: more than one where they choose at once; none at the end."""
        actor = self.actor()
        return [] if actor < 0 else [actor]

    def actions(self, seat: int) -> list[int]:
        """Every legal action of a seat that owes one."""
        raise NotImplementedError

    def play(self, seat: int, action: int, dice: Dice) -> None:
        """Play an action, up to the next decision of any seat."""
        raise NotImplementedError

    def rollout(self, dice: Dice) -> None:
        """Play on quickly to the end, or as far as `rewards` needs it."""
        raise NotImplementedError

    def key(self) -> tuple[object, ...]:
        """Everything that decides how the game continues: equal for two forms of one position. For tests."""
        raise NotImplementedError

    def rewards(self) -> list[float]:
        """How good the end is for each seat, from 0 to 1; after a rollout."""
        raise NotImplementedError

    # ── For many games at once (tablee.rl.vector) ────────────────────────────────────────────────────────

    def fresh(self, dice: Dice) -> "SearchForm":
        """A new game of the same options: what the rules draw for its starter and its set-up, in the same order."""
        raise NotImplementedError

    def write(self, seat: int, words: list[int], at: int) -> None:
        """Write what a seat that owes an action may do, then what it sees, as words of bits, from that place on.

        What each bit is, the module says: `MASK`, how many codes each of the first words has, from code 0 on; and
        `sight(seats)`, the names of the bits of each of the others. Nothing may depend on what the seat can't see.
        """
        raise NotImplementedError


class Codes:
    """The actions of the rules, each by its code: its place in the list."""

    def __init__(self, actions: Iterable[Any] = ()) -> None:
        self._actions = list(actions)
        self._codes = {action: code for code, action in enumerate(self._actions)}

    def __iter__(self) -> Iterator[Any]:
        return iter(self._actions)

    def action(self, code: int) -> Any:
        return self._actions[code]

    def of(self, action: Any) -> int:
        """The code of an action; one that is new gets the next."""
        code = self._codes.setdefault(action, len(self._actions))
        if code == len(self._actions):
            self._actions.append(action)
        return code


# ── Sets of small numbers, as bits ───────────────────────────────────────────────────────────────────────


def bit(index: i64) -> i64:
    """The set of that one member."""
    # Of a literal that is shifted by an i64 (`1 << index`), mypyc makes an int of C, which has 32 bits.
    members: i64 = 1
    members <<= index
    return members


def size(members: i64) -> i64:
    count: i64 = 0
    while members:
        members &= members - 1
        count += 1
    return count


def member(members: i64, index: i64) -> i64:
    """The member with that number, in order, of a set that is large enough."""
    while index > 0:
        members &= members - 1
        index -= 1
    found: i64 = 0
    while members & 1 == 0:
        members >>= 1
        found += 1
    return found


def pick(members: i64, dice: Dice) -> i64:
    """Any member, each as likely."""
    return member(members, dice.below(size(members)))


def take_hand(cards: list[int], count: i64) -> i64:
    """A hand of this many of these cards, which are then gone: four bits for each kind, how many of it."""
    hand: i64 = 0
    while count > 0:
        kind: i64 = cards.pop()
        hand += bit(4 * kind)
        count -= 1
    return hand


def cards_in(hand: i64) -> i64:
    count: i64 = 0
    while hand:
        count += hand & 15
        hand >>= 4
    return count


def add_codes(codes: list[int], first: int, members: i64) -> None:
    """Add the code of each member, that of member 0 being the first."""
    code = first
    while members:
        if members & 1:
            codes.append(code)
        members >>= 1
        code += 1


def up_to(count: i64) -> i64:
    """The set of all members below a count: a number in unary, each bit saying that it is larger."""
    return bit(count) - 1


def larger(name: str, most: int) -> list[str]:
    """The names of the bits of `up_to`."""
    return [f"{name}>{count}" for count in range(most)]


def whose(place: int) -> str:
    """Names for the seats' things in the order of play: own, next1, next2."""
    return f"next{place}" if place else "own"
