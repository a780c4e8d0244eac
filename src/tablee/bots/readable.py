"""A search form made from the readable rules: every game gets bots, also one that brought no form of its own."""

from typing import Any

from tablee.bots.worlds import Worlds
from tablee.kernel.chance import Chance
from tablee.kernel.game import AnyGame
from tablee.kernel.play import carry_out
from tablee.kernel.search import Codes, Dice, SearchForm
from tablee.kernel.views import Perspective

_LONGEST_ROLLOUT = 400


class DiceChance(Chance):
    """Chance for the rules, drawn from a search's dice."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def below(self, bound: int) -> int:
        return int(self._dice.below(bound))

    def order(self, count: int) -> list[int]:
        order = list(range(count))
        self._dice.shuffle(order)
        return order


class ReadableForm(SearchForm):
    """A world of the readable rules."""

    def __init__(self, game: AnyGame, seats: int, state: Any, worlds: Worlds | None, codes: Codes) -> None:
        super().__init__(seats)
        self.game, self.state, self._worlds, self.codes = game, state, worlds, codes

    def deal(self, dice: Dice) -> SearchForm:
        state = self._worlds.fill(dice) if self._worlds is not None else self.state
        return ReadableForm(self.game, self.seats, state, None, self.codes)

    def actors(self) -> list[int]:
        return list(self.game.to_act(self.state))

    def actions(self, seat: int) -> list[int]:
        return [self.codes.of(action) for action in self.game.legal(self.state, seat)]

    def play(self, seat: int, action: int, dice: Dice) -> None:
        self.state = carry_out(self.game, self.state, seat, self.codes.action(action), DiceChance(dice)).state

    def rollout(self, dice: Dice) -> None:
        """Uniformly random play."""
        game, state, chance = self.game, self.state, DiceChance(dice)
        for _ in range(_LONGEST_ROLLOUT):
            awaited = game.to_act(state)
            if not awaited:
                break
            seat = awaited[int(dice.below(len(awaited)))]
            legal = game.legal(state, seat)
            state = carry_out(game, state, seat, legal[int(dice.below(len(legal)))], chance).state
        self.state = state

    def rewards(self) -> list[float]:
        """A win is shared among its winners; a draw among those who draw; an unfinished game goes by the scores."""
        outcome = self.state.ended
        if outcome is None:
            scores = self.game.scores(self.state)
            best = max(scores)
            leaders = [seat for seat, score in enumerate(scores) if score == best]
            return [1 / len(leaders) if seat in leaders else 0.0 for seat in range(self.seats)]
        sharing = outcome.winners or outcome.drawn
        return [1 / len(sharing) if seat in sharing else 0.0 for seat in range(self.seats)]


def readable_form(game: AnyGame, seats: int, perspective: Perspective) -> ReadableForm:
    return ReadableForm(game, seats, None, Worlds(game, seats, perspective), Codes())
