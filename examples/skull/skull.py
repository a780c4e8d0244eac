"""Skull: all lay discs face down, then bid how many they can turn over without meeting a skull."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel import (
    EVERYONE,
    Action,
    Chance,
    Event,
    Game,
    Left,
    Open,
    Options,
    Secret,
    State,
    Story,
    Text,
    Words,
    Zone,
    only,
    put,
    rule,
    won,
)
from tablee.kernel.search import Dice

Disc: TypeAlias = Literal["flower", "skull"]
Discs: TypeAlias = tuple[Secret[Disc], ...]


class Lay(Action, frozen=True):
    disc: Disc


class Bid(Action, frozen=True):
    number: Annotated[int, Meta(ge=1, le=24)]


class Pass(Action, frozen=True):
    pass


class TurnOver(Action, frozen=True):
    """Another seat's uppermost disc; one's own have been turned over before."""

    seat: int


class Laid(Event, frozen=True):
    seat: int
    disc: Secret[Disc]


class Bade(Event, frozen=True):
    seat: int
    number: int


class Passed(Event, frozen=True):
    seat: int


class TurnedOver(Event, frozen=True):
    seat: int
    owner: int
    disc: Open[Disc]


class Scored(Event, frozen=True):
    seat: int


class Lost(Event, frozen=True):
    seat: int
    disc: Secret[Disc]


class Gathered(Event, frozen=True):
    """All discs are back in their hands."""


class NextUp(Event, frozen=True):
    seat: int


Told: TypeAlias = Laid | Bade | Passed | TurnedOver | Scored | Lost | Gathered | NextUp | Left


class Table(State, frozen=True):
    active: int
    hands: tuple[Discs, ...]
    stacks: tuple[Discs, ...]
    """The uppermost disc last."""
    turned: tuple[int, ...]
    """How many of each stack are turned over, from the top."""
    lost: tuple[Discs, ...]
    points: tuple[int, ...]
    bid: int = 0
    bidder: int | None = None
    passed: tuple[int, ...] = ()
    shown: tuple[bool, ...] = ()
    """Whether a seat's skull was seen since it last lost a disc: then it still has it."""


def setup(seats: int, options: Options, starter: int, chance: Chance) -> Table:
    fresh: tuple[Disc, ...] = ("flower", "flower", "flower", "skull")
    hands = tuple(tuple(Secret(disc, only(seat)) for disc in fresh) for seat in range(seats))
    none: tuple[Discs, ...] = ((),) * seats
    zeros = (0,) * seats
    return Table(
        turn=0, active=starter, hands=hands, stacks=none, turned=zeros, lost=none, points=zeros, shown=(False,) * seats
    )


# ── What follows from a state ────────────────────────────────────────────────────────────────────────────


def in_play(state: Table) -> list[int]:
    return [seat for seat, hand in enumerate(state.hands) if hand or state.stacks[seat]]


def laying(state: Table) -> tuple[int, ...]:
    """Who has yet to lay the first disc of the round: all do so at once."""
    return tuple(seat for seat in in_play(state) if not state.stacks[seat])


def is_challenged(state: Table) -> bool:
    """Whether nobody can or will bid more, so that the bidder turns discs over."""
    return state.bid > 0 and (state.bid == sum(map(len, state.stacks)) or len(state.passed) == len(in_play(state)) - 1)


def face_down(state: Table, seat: int) -> list[Disc]:
    stack = state.stacks[seat]
    return [disc.value for disc in stack[: len(stack) - state.turned[seat]]]


def after(state: Table, seat: int) -> int:
    """Who is next: in play, and still in the bidding."""
    waiting = [other for other in in_play(state) if other not in state.passed]
    return next((other for other in waiting if other > seat), waiting[0])


def legal(state: Table, seat: int) -> list[Lay | Bid | Pass | TurnOver]:
    lays = [Lay(disc) for disc in sorted({disc.value for disc in state.hands[seat]})]
    if laying(state):
        return [*lays]
    if is_challenged(state):
        return [TurnOver(other) for other in in_play(state) if face_down(state, other)]
    bids = [Bid(number) for number in range(state.bid + 1, sum(map(len, state.stacks)) + 1)]
    return [*bids, Pass()] if state.bid else [*lays, *bids]


# ── What happens ─────────────────────────────────────────────────────────────────────────────────────────


def decide(story: Story[Table, Told], seat: int, action: Lay | Bid | Pass | TurnOver, chance: Chance) -> None:
    match action:
        case Lay(disc):
            is_first = bool(laying(story.state))
            story.tell(Laid(seat, Secret(disc, only(seat))))
            if not laying(story.state):
                story.tell(NextUp(story.state.active if is_first else after(story.state, seat)))
        case Bid(number):
            story.tell(Bade(seat, number))
            go_on(story, seat, chance)
        case Pass():
            story.tell(Passed(seat))
            go_on(story, seat, chance)
        case TurnOver(other):
            turn_over(story, other, chance)
            if story.state.bid:
                story.tell(NextUp(seat))


def go_on(story: Story[Table, Told], seat: int, chance: Chance) -> None:
    state = story.state
    if not is_challenged(state) or state.bidder is None:
        return story.tell(NextUp(after(state, seat)))
    story.tell(NextUp(state.bidder))
    while story.state.bid and face_down(story.state, state.bidder) and story.state.ended is None:
        turn_over(story, state.bidder, chance)
    return None


def turn_over(story: Story[Table, Told], owner: int, chance: Chance) -> None:
    state, bidder = story.state, story.state.active
    disc = face_down(state, owner)[-1]
    story.tell(TurnedOver(bidder, owner, disc))
    if disc == "skull":
        story.tell(Gathered())
        gone = chance.pick(story.state.hands[bidder])
        story.tell(Lost(bidder, gone))
        next_round(story, bidder)
    elif sum(story.state.turned) == state.bid:
        story.tell(Scored(bidder))
        story.tell(Gathered())
        next_round(story, bidder)


def next_round(story: Story[Table, Told], seat: int) -> None:
    state = story.state
    left = in_play(state)
    if max(state.points) == 2:
        story.end(won([seat], state.points, "points"))
    elif len(left) == 1:
        story.end(won(left, state.points, "last"))
    else:
        story.tell(NextUp(seat if seat in left else after(state, seat)))


def evolve(state: Table, event: Told) -> Table:
    match event:
        case Laid(seat, disc):
            hands = put(state.hands, seat, without(state.hands[seat], disc))
            return replace(state, hands=hands, stacks=put(state.stacks, seat, (*state.stacks[seat], disc)))
        case Bade(seat, number):
            return replace(state, bid=number, bidder=seat)
        case Passed(seat):
            return replace(state, passed=(*state.passed, seat))
        case TurnedOver(_, owner, disc):
            place = len(face_down(state, owner)) - 1
            stack = put(state.stacks[owner], place, Secret(disc, EVERYONE))
            shown = put(state.shown, owner, state.shown[owner] or disc == "skull")
            turned = put(state.turned, owner, state.turned[owner] + 1)
            return replace(state, stacks=put(state.stacks, owner, stack), turned=turned, shown=shown)
        case Scored(seat):
            return replace(state, points=put(state.points, seat, state.points[seat] + 1))
        case Lost(seat, disc):
            hands = put(state.hands, seat, without(state.hands[seat], disc))
            lost = put(state.lost, seat, (*state.lost[seat], disc))
            return replace(state, hands=hands, lost=lost, shown=put(state.shown, seat, False))
        case Gathered():
            return gathered(state)
        case NextUp(seat):
            return replace(state, active=seat, turn=state.turn + 1)
        case Left(seat):
            state = gathered(state)
            lost = put(state.lost, seat, state.lost[seat] + state.hands[seat])
            shown = put(state.shown, seat, False)  # it is among what they took along
            return replace(state, hands=put(state.hands, seat, ()), lost=lost, shown=shown)


def without(discs: Discs, gone: Secret[Disc]) -> Discs:
    place = next(place for place, disc in enumerate(discs) if disc.value == gone.value)
    return discs[:place] + discs[place + 1 :]


def gathered(state: Table) -> Table:
    """All take their discs back; the skull is last again, however they were laid."""
    hands = tuple(
        tuple(Secret(value, only(seat)) for value in sorted(disc.value for disc in hand + state.stacks[seat]))
        for seat, hand in enumerate(state.hands)
    )
    seats = len(hands)
    return replace(state, hands=hands, stacks=((),) * seats, turned=(0,) * seats, bid=0, bidder=None, passed=())


def timeout(story: Story[Table, Told], chance: Chance) -> None:
    """Whoever is late lays any disc, bids least or passes: what all see of it must not depend on a hand."""
    if late := laying(story.state):
        for seat in late:
            decide(story, seat, Lay(chance.pick(story.state.hands[seat]).value), chance)
    else:
        seat = story.state.active
        turns = [action for action in legal(story.state, seat) if isinstance(action, TurnOver)]
        decide(story, seat, turns[0] if turns else Pass() if story.state.bid else Bid(1), chance)


def leave(story: Story[Table, Told], seat: int, chance: Chance) -> None:
    if seat in in_play(story.state):
        story.tell(Left(seat))
        next_round(story, in_play(story.state)[0] if seat == story.state.active else story.state.active)


def is_possible(state: Table, seat: int) -> bool:
    """Everyone has one skull; who has shown it since has not lost it."""

    def skulls(discs: Discs) -> int:
        return sum(disc.value == "skull" for disc in discs)

    return all(
        skulls(hand + state.stacks[owner]) == 1 - skulls(lost) and not (state.shown[owner] and skulls(lost))
        for owner, (hand, lost) in enumerate(zip(state.hands, state.lost, strict=True))
    )


def deal(state: Table, seat: int, dice: Dice) -> Table:
    """Give everyone their one skull, wherever it can't be seen; who has shown it since has not lost it.

    A disc is lost by chance and laid by choice: each that lies face down is as likely the skull as a flower.
    """
    dealt: list[list[Discs]] = []
    for parts, was_shown in zip(zip(state.hands, state.stacks, state.lost, strict=True), state.shown, strict=True):
        hand, stack, lost = ([place for place, disc in enumerate(part) if not disc.seen_by] for part in parts)
        is_lost = not was_shown and dice.below(sum(map(len, parts))) < len(lost)
        laid = [place for place in stack if dice.below(2)]
        where, places = (2, lost) if is_lost else (1, laid[:1]) if laid else (0, hand) if hand else (1, stack)
        is_seen = any(disc.value == "skull" for part in parts for disc in part if disc.seen_by)
        skull = None if is_seen or not places else (where, places[dice.below(len(places))])
        dealt.append(
            [
                tuple(
                    disc if disc.seen_by else Secret("skull" if (at, place) == skull else "flower")
                    for place, disc in enumerate(part)
                )
                for at, part in enumerate(parts)
            ]
        )
    hands, stacks, lost_discs = map(tuple, zip(*dealt, strict=True))
    return replace(state, hands=hands, stacks=stacks, lost=lost_discs)


# ── The game ─────────────────────────────────────────────────────────────────────────────────────────────

HIDDEN_FIELDS = ("turned", "lost", "points", "bidder", "shown")

GAME = Game(
    id="skull", name=Text("Skull", "Skull"), seats=(2, 6), rules_version=1,
    options=Options, state=Table, actions=Lay | Bid | Pass | TurnOver, events=Told,
    setup=setup, legal=legal, decide=decide, evolve=evolve, timeout=timeout, leave=leave,
    to_act=lambda state: laying(state) or (state.active,),
    why_not=lambda state, seat, action: rule("not_now", "You can’t do that now.", "Ce n’est pas possible maintenant."),
    scores=lambda state: state.points,
    possible_worlds=is_possible, deal_world=deal,
    reasons={
        "points": Text("Two bids fulfilled.", "Deux paris tenus."),
        "last": Text("Everyone else has lost their discs.", "Les autres ont perdu tous leurs disques."),
    },
    promise=Text("Bluff with flowers, and one skull", "Du bluff, des fleurs et un crâne"),
    words=Words(
        actions={
            "lay": Text("Lay {disc}", "Poser {disc}"), "bid": Text("Bid {number}", "Miser {number}"),
            "pass": Text("Pass", "Passer"), "turn_over": Text("Turn over a disc of {seat}", "Retourner chez {seat}"),
        },
        events={
            "laid": Text("lays a disc", "pose un disque"), "bade": Text("bids {number}", "mise {number}"),
            "passed": Text("passes", "passe"), "scored": Text("keeps the bet", "tient son pari"),
            "turned_over": Text("turns over {disc} of {owner}", "retourne {disc} chez {owner}"),
            "lost": Text("loses a disc", "perd un disque"), "gathered": Text("A new round", "Nouvelle manche"),
        },
        pieces={"flower": Text("a flower", "une fleur"), "skull": Text("the skull", "le crâne")},
        fields={"bid": Text("highest bid", "plus haute mise")},
        seats=("owner",), untold=("next_up",),
    ),
    zones=(
        Zone(field="stacks", title=Text("Stack", "Pile"), by_seat=True),
        Zone(field="hands", title=Text("Hand", "Main"), by_seat=True),
        Zone(field="passed", title=Text("Out of the bidding", "Hors des enchères"), of_seats=True),
        *(Zone(field=field, title=Text(field, field), is_hidden=True) for field in HIDDEN_FIELDS),
    ),
)  # fmt: skip
