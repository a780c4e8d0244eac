"""Plays the matches of a plan on all cores, and gathers what was seen.

Deal number i draws from the seed and i alone, in every match: what differs between two matches is not the luck.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec

from tablee.bots.levels import Note
from tablee.kernel.chance import Chance, RecordingChance
from tablee.kernel.data import Action, State
from tablee.kernel.game import AnyGame
from tablee.kernel.outcome import Outcome
from tablee.kernel.play import begin, parse_options
from tablee.kernel.secrecy import Secret
from tablee.lab.arena import played_steps
from tablee.lab.loading import find_game
from tablee.lab.players import PATIENCE, ended_programs, find_player
from tablee.lab.random_play import checked, outcome_of
from tablee.lab.report.facts import Dealt, Decision, Item, Offer, PlayedGame
from tablee.lab.report.plan import Match
from tablee.lab.workers import spread, usable_cores

SEAT_FIELDS: Final = frozenset({"seat", "target", "player", "opponent"})
"""Fields of actions whose number is a seat, beside those that a game names."""

Job: TypeAlias = tuple[Match, int, int, float]
"""The match, the seed, the number of the game in the match, and the patience with a player that is not ours."""


def gather(
    plan: Sequence[Match],
    seed: int,
    *,
    patience: float = PATIENCE,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> list[PlayedGame]:
    """Play everything in scope. `progress` is called after each game. Raises PlayerError where a player fails."""
    jobs: list[Job] = [(match, seed, number, patience) for match in plan for number in range(match.games)]
    games: list[PlayedGame] = []
    with closing(spread(play, jobs, min(workers or usable_cores(), len(jobs)))) as played, ended_programs():
        for game in played:
            games.append(game)
            progress(1)
    return games


def play(job: Job) -> PlayedGame:
    match, seed, number, patience = job
    game, seats = find_game(match.game), len(match.players)
    options = checked(parse_options(game, match.options))
    deal, shift = divmod(number, match.rounds)
    chance = RecordingChance(Chance.seeded(f"{seed}/{deal}"))
    starter = deal % seats
    state = checked(begin(game, seats, options, chance, starter))
    players = tuple(match.players[(seat + shift) % seats] for seat in range(seats))
    watcher = _Watcher(game, state)
    seated = [
        find_player(game, player, seed * 1_000_003 + number * 31 + seat, seats, patience, watcher.ear(seat))
        for seat, player in enumerate(players)
    ]
    for step in played_steps(game, state, seated, chance):
        watcher.see(step.seat, step.legal, step.action, step.state)
    outcome = outcome_of(game, watcher.state)
    return PlayedGame(
        match=match.name,
        number=number,
        deal=deal,
        first=starter if game.has_starter else 0,
        players=players,
        strong=None if len(set(players)) == 1 else (-shift) % seats,
        shares=shares_of(outcome, seats),
        scores=outcome.scores,
        reason=outcome.reason,
        turns=watcher.state.turn + 1,
        decisions=tuple(watcher.decisions),
        offers=watcher.offers,
        dealt=tuple(tuple(_dealt(game, state, seat)) for seat in range(seats)),
        has_chance=bool(chance.taken()),
    )


def shares_of(outcome: Outcome, seats: int) -> tuple[float, ...]:
    """What each seat won, together 1."""
    sharing = outcome.winners or outcome.drawn or tuple(range(seats))
    return tuple(1 / len(sharing) if seat in sharing else 0.0 for seat in range(seats))


# ── Looking on ───────────────────────────────────────────────────────────────────────────────────────────


class _Watcher:
    """Sees every action of one game."""

    def __init__(self, game: AnyGame, state: State) -> None:
        self.state = state
        self.decisions: list[Decision] = []
        self._game, self._seats = game, len(game.scores(state))
        self._offered: list[Counter[Item]] = [Counter() for _ in range(self._seats)]
        self._taken: list[Counter[Item]] = [Counter() for _ in range(self._seats)]
        self._reckoned: dict[int, float] = {}

    def ear(self, seat: int) -> Note:
        """What hears what a seat's player expects of the action that it is about to choose."""

        def note(reward: float) -> None:
            self._reckoned[seat] = reward

        return note

    def see(self, seat: int, legal: Sequence[Action], action: Action, after: State) -> None:
        """Take down an action, in the order in which those who chose at once are carried out."""
        game = self._game
        if len(legal) > 1:
            kind = type(action)
            self._offered[seat].update(
                {item for each in legal for item in self._items(each, seat)[: None if type(each) is kind else 1]}
            )
            self._taken[seat].update(self._items(action, seat))
        self.decisions.append(
            Decision(
                seat=seat,
                turn=self.state.turn,
                choices=len(legal),
                action=msgspec.json.encode(action).decode(),
                standing=tuple((game.standing or game.scores)(self.state)),
                reckoned=self._reckoned.pop(seat, None),
            )
        )
        self.state = after

    @property
    def offers(self) -> tuple[dict[Item, Offer], ...]:
        return tuple(
            {item: Offer(count, taken[item]) for item, count in offered.items()}
            for offered, taken in zip(self._offered, self._taken, strict=True)
        )

    def _items(self, action: Action, seat: int) -> Sequence[Item]:
        return _items_of(self._game, action, seat, self._seats)


@cache
def _items_of(game: AnyGame, action: Action, seat: int, seats: int) -> Sequence[Item]:
    """What an action counts for: its kind, and each of its fields."""
    kind, naming = str(action.__struct_config__.tag), SEAT_FIELDS.union(game.words.seats)
    items = [Item(kind)]
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if field in naming and isinstance(value, int):
            value = (value - seat) % seats
        items.append(Item(kind, field, value if isinstance(value, str) else msgspec.json.encode(value).decode()))
    return items


def _dealt(game: AnyGame, state: Any, seat: int) -> Iterator[Dealt]:
    for zone in game.zones:
        if not zone.by_seat or zone.is_hidden:
            continue
        held = getattr(state, zone.field)[seat]
        for each in held if isinstance(held, tuple) else (held,):
            value = each.value if isinstance(each, Secret) else each
            if isinstance(value, str | int) and not isinstance(value, bool):
                yield Dealt(zone.field, value)
