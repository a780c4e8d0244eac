"""A game for PettingZoo: one agent for each seat, in turn (AEC) or all at once (parallel).

    from tablee.rl.pettingzoo import env, parallel_env

    games = env(load_game("noe"), seats=4)

An observation is a dict, as in PettingZoo's own board games: `observation`, what the seat sees (tablee.rl.tensors), and
`action_mask`, what it may do. Where all choose at once, agents take turns in the order of seats, and nobody sees what
another has chosen. The reward is how good the end is (`tablee.rl.utilities`), or with `reward="score"` what each step
adds to the seat's score.
"""

import sys
from typing import Any, Literal, TypeAlias

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.rl.environment import Environment, Observation
from tablee.rl.tensors import FARTHEST

Reward: TypeAlias = Literal["outcome", "score"]


def env(game: AnyGame, seats: int | None = None, options: Options | None = None, **settings: Any) -> Any:
    """The game, agent by agent; who takes an illegal action loses at once, and nobody else does."""
    made = TurnEnv(game, seats, options, **settings)
    checked = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


def parallel_env(game: AnyGame, seats: int | None = None, options: Options | None = None, **settings: Any) -> Any:
    """The game, all agents at once."""
    return AtOnceEnv(game, seats, options, **settings)


class _Table:
    """What both kinds of environment are made of."""

    def __init__(
        self,
        game: AnyGame,
        seats: int | None = None,
        options: Options | None = None,
        *,
        observation: Observation = "sight",
        reward: Reward = "outcome",
        render_mode: str | None = None,
    ) -> None:
        self.game = Environment(game, seats, options)
        self.observation, self.reward, self.render_mode = observation, reward, render_mode
        self.metadata = {
            "name": f"tablee_{game.id}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": True,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        entries, actions = self.game.tensors.size(observation), len(self.game.index)
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-FARTHEST, FARTHEST, (entries,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.agents
        }

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def names(self) -> tuple[str, ...]:
        """What each entry of an observation is."""
        return self.game.tensors.names(self.observation)

    def seat_of(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat_of(agent)
        mask = self.game.mask(seat).astype(np.int8)
        return {"observation": self.game.observe(seat, self.observation), "action_mask": mask}

    def begin(self, seed: int | None) -> None:
        self.game.reset(seed)
        self.agents = self.possible_agents[:]

    def rewarded(self, before: tuple[int, ...]) -> dict[str, float]:
        """What a step gives to each agent."""
        if self.reward == "outcome":
            gained: tuple[float, ...] = self.game.utilities()
        else:
            gained = tuple([now - then for now, then in zip(self.game.scores(), before, strict=True)])
        return {agent: float(gained[self.seat_of(agent)]) for agent in self.agents}

    def render(self) -> str | None:
        """What an onlooker sees, as text; with `human`, on the screen."""
        sight = self.game.sight(None)
        drawn = self.game.game.sketch
        view = msgspec.to_builtins(sight.view)
        text = msgspec.json.format(msgspec.json.encode(view)).decode() if drawn is None else drawn(view, None, "en")
        if self.render_mode == "human":
            sys.stdout.write(f"{text}\n")
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class TurnEnv(_Table, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One agent acts at a time."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """Begin anew; without a seed, by the one that follows the last."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.to_act[0]]

    def step(self, action: int | None) -> None:
        """The selected agent acts; None once it is out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to act, and None is no action")
        before = self.game.scores()
        self._cumulative_rewards[agent] = 0.0
        self.game.step(self.seat_of(agent), int(action))
        self.rewards = self.rewarded(before)
        if self.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.game.to_act[0]]
        self._accumulate_rewards()


class AtOnceEnv(_Table, ParallelEnv):  # type: ignore[misc]  # as above
    """All agents act at once: those who are not to act are not heard, and what they say does not count."""

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begin anew; without a seed, by the one that follows the last."""
        self.begin(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Any:
        """Every seat that is to act does, in the order of seats.

        What another's action has just made illegal is left out: that seat is asked again. An illegal action loses.
        """
        before, agents = self.game.scores(), self.agents
        numbers = {seat: int(actions[self.possible_agents[seat]]) for seat in self.game.to_act}
        illegal = [seat for seat, number in numbers.items() if number not in self.game.legal(seat)]
        for seat, number in () if illegal else numbers.items():
            if seat in self.game.to_act and number in self.game.legal(seat):
                self.game.step(seat, number)
        rewards, is_over = self.rewarded(before), self.game.is_over or bool(illegal)
        rewards.update({agents[seat]: -1.0 for seat in illegal})
        seen = {agent: self.observe(agent) for agent in agents}
        if is_over:
            self.agents = []
        terminations, truncations = dict.fromkeys(agents, is_over), dict.fromkeys(agents, False)
        return seen, rewards, terminations, truncations, {agent: {} for agent in agents}
