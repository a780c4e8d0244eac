"""Games as OpenSpiel has them: `import tablee.rl.openspiel`, and `pyspiel.load_game("tablee_gigogne(seats=3)")` works.

Every installed game is registered under its id, with `tablee_` before it; `register` adds one that is not installed.
The parameters are the seats, the starter (-1 draws it), how many of the newest events an information state's tensor has
room for (`recall`, -1 for what a recall has) and the game's options. All chance is explicit, shuffles one
card at a time. Where all choose at once, they choose one after the other, and none sees what another has chosen: so to
OpenSpiel every game is sequential. Information states are exact as strings, and as tensors where a recall has room.

OpenSpiel is no part of `tablee[rl]`: install `open-spiel` beside it.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

import msgspec
import numpy as np

from tablee.kernel.data import Options, State
from tablee.kernel.game import AnyGame
from tablee.kernel.play import parse_options
from tablee.kernel.refusals import Refusal
from tablee.kernel.registry import game_ids, load_game
from tablee.kernel.views import viewer_of
from tablee.rl.environment import CHANCE, Environment, Observation
from tablee.rl.index import index_of
from tablee.rl.limits import limits_of
from tablee.rl.samples import CannotBeginError, samples
from tablee.rl.tensors import Memory

try:
    import pyspiel
except ImportError as error:
    raise ImportError("tablee.rl.openspiel needs OpenSpiel: install open-spiel") from error

_PROBES: Final = 4
"""Random games that tell whether a game draws anything."""

_registered: set[str] = set()


def register(game: AnyGame) -> str:
    """Make a game known to OpenSpiel; its name there."""
    name = f"tablee_{game.id.replace('-', '_')}"
    if name not in _registered:
        kind = _type_of(game, name)

        class Registered(SpielGame):
            def __init__(self, params: Mapping[str, Any] | None = None) -> None:
                super().__init__(game, kind, dict(params or {}))

        pyspiel.register_game(kind, Registered)
        _registered.add(name)
    return name


def from_position(game: AnyGame, position: State) -> Any:
    """A game that begins from a position, with its seats and options: small enough to be solved, perhaps."""
    kind = _type_of(game, register(game))
    return SpielGame(game, kind, {"seats": len(game.scores(position))}, position)


def _type_of(game: AnyGame, name: str) -> Any:
    kind = pyspiel.GameType
    probes = islice(samples(game, game.seats[0], game.options()), _PROBES)
    has_chance = any(sample.widest_draw for sample in probes)
    has_secrets = viewer_of(game.state) is not None  # type: ignore[arg-type]  # a type is hashable
    return kind(
        short_name=name,
        long_name=game.name.en,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if has_secrets else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={"seats": game.seats[0], "starter": 0, "recall": -1, **_parameters(game)},
    )


def _parameters(game: AnyGame) -> dict[str, Any]:
    """The options with their defaults; one that can be none is a text, and empty for its default."""
    defaults = msgspec.structs.asdict(game.options())
    return {name: value if isinstance(value, bool | int | str) else "" for name, value in defaults.items()}


def _options(game: AnyGame, params: Mapping[str, Any]) -> Options:
    given = {name: params[name] for name in _parameters(game) if params.get(name, "") != ""}
    options: Options | Refusal = parse_options(game, given)
    if isinstance(options, Refusal):
        raise CannotBeginError(options.text.en)
    return options


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of given seats and options."""

    def __init__(self, game: AnyGame, kind: Any, params: dict[str, Any], position: State | None = None) -> None:
        seats, starter = params.get("seats", game.seats[0]), params.get("starter", 0)
        options = getattr(position, "options", None) or _options(game, params)
        self._table = Environment(
            game, seats, options, starter=None if starter < 0 else starter, chance="explicit", position=position
        )
        recall = params.get("recall", -1)
        self._rows = None if recall < 0 else recall
        limits = limits_of(game, seats, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(index_of(game)),
            max_chance_outcomes=max(limits.outcomes, seats if starter < 0 else 0),
            num_players=seats,
            min_utility=-1.0 / (seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=limits.actions,
        )
        super().__init__(kind, info, params)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self, self._table.clone())

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """What OpenSpiel asks for observations."""
        if params:
            raise ValueError(f"there are no parameters for observations, but given was {params}")
        asked = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self._table, asked, self._rows)


class SpielState(pyspiel.State):  # type: ignore[misc]  # as above
    """A game that is being played; `table` is the environment below it."""

    def __init__(self, game: SpielGame, table: Environment) -> None:
        super().__init__(game)
        self.table = table

    def current_player(self) -> Any:
        if self.table.is_over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.table.is_drawing else self.table.to_act[0]

    def is_terminal(self) -> bool:
        return self.table.is_over

    def returns(self) -> list[float]:
        return list(self.table.utilities())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.table.outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.table.is_drawing:
            self.table.draw(action)
        else:
            self.table.step(self.table.to_act[0], action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"draw {action}" if player == CHANCE else self.table.index.name(action)

    def __str__(self) -> str:
        if self.table.state is None:
            return str(self.table)
        return msgspec.json.encode(self.table.state).decode()


class SpielObserver:
    """What a player sees: of now, or with perfect recall of all that was."""

    def __init__(self, table: Environment, asked: Any, rows: int | None) -> None:
        self._rows = rows
        self._kind = _kind(asked)
        self._is_public = asked.private_info == pyspiel.PrivateInfoType.NONE
        tensors = table.tensors
        if self._kind == "recall":
            self.tensor = tensors.recall(Memory(None), rows)
        else:
            self.tensor = np.zeros(0 if self._kind is None else tensors.size(self._kind), np.float32)
        self.dict = {} if self._kind is None else {str(self._kind): self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        if self._kind == "recall":
            self.tensor[:] = state.table.tensors.recall(state.table.memory(self._viewer(player)), self._rows)
        elif self._kind is not None:
            self.tensor[:] = state.table.observe(player, self._kind)

    def string_from(self, state: SpielState, player: int) -> str:
        table = state.table
        if self._kind is None or table.state is None:
            return ""
        if self._kind == "recall":
            return str(table.memory(self._viewer(player)))
        if self._kind == "private":
            seen = table.observe(player, "private")
            names = table.tensors.names("private")
            return " ".join([f"{names[place]}:{seen[place]:g}" for place in np.flatnonzero(seen)])
        return msgspec.json.encode(table.sight(self._viewer(player)).view).decode()

    def _viewer(self, player: int) -> int | None:
        return None if self._is_public else player


def _kind(asked: Any) -> Observation | None:
    """Which of our observations OpenSpiel asks for; None for one without anything in it."""
    private = pyspiel.PrivateInfoType
    if asked.private_info == private.ALL_PLAYERS:
        raise ValueError("what all seats together see is not observed: ask for each of them")
    if asked.public_info:
        has_private = asked.private_info == private.SINGLE_PLAYER
        return "recall" if asked.perfect_recall else "sight" if has_private else "public"
    return None if asked.private_info == private.NONE else "private"


for _name in game_ids():
    register(load_game(_name))
