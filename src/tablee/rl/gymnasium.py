"""A game for Gymnasium: one seat, against bots.

    import gymnasium

    table = gymnasium.make("tablee.rl.gymnasium:tablee/gigogne-v0", opponents="easy")

An observation is what the seat sees (tablee.rl.tensors); what it may do is in `info["action_mask"]`. The reward comes
with the end: how good it is (`tablee.rl.utilities`). An illegal action loses at once, unless
`illegal="raise"`.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt

from tablee.bots import Player, make_player
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.kernel.registry import game_ids
from tablee.lab.loading import find_game
from tablee.rl.environment import Environment, IllegalActionError, Observation
from tablee.rl.tensors import FARTHEST

Seen: TypeAlias = npt.NDArray[np.float32]


class SeatEnv(gymnasium.Env[Seen, np.int64]):
    """One seat of a game whose other seats are played by bots."""

    metadata = {"render_modes": []}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self,
        game: AnyGame | str,
        seats: int | None = None,
        options: Options | None = None,
        *,
        seat: int = 0,
        opponents: str | Player | Sequence[str | Player] = "easy",
        observation: Observation = "sight",
        illegal: Literal["lose", "raise"] = "lose",
    ) -> None:
        """Opponents are bots by name (tablee.bots), or functions like them: one for all, or one for each seat after."""
        self.game = Environment(find_game(game) if isinstance(game, str) else game, seats, options)
        if not 0 <= seat < self.game.seats:
            raise ValueError(f"there is no seat {seat}: there are {self.game.seats}, from 0")
        self.seat, self.observation, self.illegal = seat, observation, illegal
        others = self.game.seats - 1
        named = [opponents] * others if isinstance(opponents, str) or callable(opponents) else list(opponents)
        if len(named) != others:
            raise ValueError(f"{others} opponents are wanted, not {len(named)}")
        self._opponents = named
        entries = self.game.tensors.size(observation)
        self.observation_space = gymnasium.spaces.Box(-FARTHEST, FARTHEST, (entries,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(len(self.game.index))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:  # noqa: ARG002 - Gymnasium's
        """Begin anew; the others play until this seat is to act."""
        super().reset(seed=seed)
        luck = int(self.np_random.integers(1 << 31))
        self._players = {
            (self.seat + place + 1) % self.game.seats: make_player(self.game.game, name, luck + place, self.game.seats)
            if isinstance(name, str)
            else name
            for place, name in enumerate(self._opponents)
        }
        self.game.reset(luck)
        self._let_others_play()
        if self.game.is_over:  # before this seat could act
            return self.reset()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """This seat acts, then the others until it is to act again."""
        try:
            self.game.step(self.seat, int(action))
        except IllegalActionError as error:
            if self.illegal == "raise":
                raise
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._let_others_play()
        return self._seen(), self.game.utilities()[self.seat], self.game.is_over, False, self._info()

    def names(self) -> tuple[str, ...]:
        """What each entry of an observation is."""
        return self.game.tensors.names(self.observation)

    def _let_others_play(self) -> None:
        while self.game.to_act and self.seat not in self.game.to_act:
            seat = self.game.to_act[0]
            self.game.step(seat, self.game.index.of(self._players[seat](self.game.sight(seat))))

    def _seen(self) -> Seen:
        return self.game.observe(self.seat, self.observation)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.mask(self.seat).astype(np.int8)}


def register() -> None:
    """Make all installed games known to Gymnasium, as `tablee/gigogne-v0`; done when this module is imported."""
    for name in game_ids():
        if f"tablee/{name}-v0" not in gymnasium.registry:
            gymnasium.register(f"tablee/{name}-v0", "tablee.rl.gymnasium:SeatEnv", kwargs={"game": name})


register()
