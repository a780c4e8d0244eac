"""Many games at once, on a game's search form: the quick way to experience.

    games = VectorEnvironment(load_game("gigogne"), 512, seed=1)
    seen = games.reset()
    while True:
        seen = games.step(choose(seen.observations, seen.masks))

All games are a step further after each `step`; one that ends begins anew at once, and its reward comes with that step.
Actions have the numbers of `index_of(game)`. Observations are bits, by what the search form keeps: less than the whole
sight, but enough to play well by, with the seat to act first and the others in the order of play. `look` gives the same
bits for a perspective, so that what has learnt here can play anywhere.

The wheel compiles what this runs on, where there is a C compiler; it works without, more slowly.
"""

import importlib
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablee.kernel.chance import Chance
from tablee.kernel.data import Options
from tablee.kernel.game import AnyGame
from tablee.kernel.search import Dice
from tablee.kernel.views import Perspective, perspective
from tablee.rl.batch import Batch
from tablee.rl.environment import IllegalActionError
from tablee.rl.index import Mask, index_of
from tablee.rl.samples import begun

Bits: TypeAlias = npt.NDArray[np.uint8]
Numbers: TypeAlias = npt.NDArray[np.int64]


class Seen(NamedTuple):
    """Where all games are, and what came of the last step."""

    observations: Bits
    """(games, entries): 0 or 1, as the seat to act sees it."""
    masks: Mask
    """(games, actions): what that seat may do."""
    seats: Numbers
    """(games): the seat to act. Where all choose at once, the first who has not chosen."""
    rewards: npt.NDArray[np.float32]
    """(games, seats): for games that ended with this step, how good that is for each seat (rl.utilities); else 0."""
    ended: Mask
    """(games): which ended with this step; what is seen of them is a new game."""


class NoFormError(ValueError):
    """The game has no search form that can be played many at once."""


class VectorEnvironment:
    """Several games of the same seats and options, stepped together."""

    def __init__(
        self, game: AnyGame, games: int, seats: int | None = None, options: Options | None = None, *, seed: int = 0
    ) -> None:
        self.game, self.games = game, games
        self.seats = game.seats[0] if seats is None else seats
        self.index = index_of(game)
        self._form = _module(game)
        state = begun(game, self.seats, options or game.options(), Chance.seeded(0), 0)
        self._opening = self._form.form(self.seats, 0, perspective(game, state, 0).view).deal(Dice(0))
        self._masks: list[int] = list(self._form.MASK)
        named: list[list[str]] = self._form.sight(self.seats)
        self._width = len(self._masks) + len(named)
        self.names = tuple(name for names in named for name in names)
        """What each entry of an observation is."""
        # Where the bits of a game's words go: those of the mask to their numbers, the others as they come.
        places = [64 * word + bit for word, count in enumerate(self._masks) for bit in range(count)]
        codes = list(self._form.CODES)
        self._codes = np.array([codes.index(action) for action in self.index])
        """For each number, the code of its action."""
        self._mask_places = np.array(places)[self._codes]
        self._numbers = np.argsort(self._codes)
        self._rows = np.arange(games)
        first = len(self._masks)
        self._sight_places = np.array(
            [64 * (first + word) + bit for word, of in enumerate(named) for bit in range(len(of))]
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> Seen:
        """Begin all games anew; the same seed gives the same games."""
        self._batch = Batch(self._opening, self.games, self._masks, self._width, seed)
        return self._look()

    def step(self, actions: npt.ArrayLike) -> Seen:
        """In each game, the seat to act takes the action of that number. Raises IllegalActionError."""
        numbers = np.asarray(actions)
        if numbers.shape != (self.games,):
            raise IllegalActionError(f"{self.games} games want as many actions, not an array of shape {numbers.shape}")
        is_number = (numbers >= 0) & (numbers < len(self.index))
        is_legal = is_number & self._seen.masks[self._rows, np.where(is_number, numbers, 0)]
        if not is_legal.all():
            game = int(np.flatnonzero(~is_legal)[0])
            raise IllegalActionError(f"in game {game}, {numbers[game]} is not legal for seat {self._seen.seats[game]}")
        self._batch.step(self._codes[numbers].tolist())
        return self._look()

    def sample(self) -> Numbers:
        """A legal action in each game, each as likely."""
        chosen: Numbers = self._numbers[np.array(self._batch.sample())]
        return chosen

    def look(self, sight: Perspective) -> tuple[Bits, Mask]:
        """What a seat that is to act sees and may do, as here, of a game that is played elsewhere."""
        words = [0] * self._width
        self._form.form(self.seats, sight.seat, sight.view).write(sight.seat, words, 0)
        observations, masks = self._decoded(words, 1)
        return observations[0], masks[0]

    def _look(self) -> Seen:
        batch = self._batch
        observations, masks = self._decoded(batch.words, self.games)
        rewards = np.zeros((self.games, self.seats), np.float32)
        ended = np.zeros(self.games, np.bool_)
        if batch.ended:
            ended[batch.ended] = True
            rewards[batch.ended] = _utilities(np.array(batch.rewards).reshape(-1, self.seats))
        self._seen = Seen(observations, masks, np.array(batch.seats), rewards, ended)
        return self._seen

    def _decoded(self, words: list[int], games: int) -> tuple[Bits, Mask]:
        packed = np.fromiter(words, np.dtype("<i8"), len(words)).reshape(games, self._width)
        bits = np.unpackbits(packed.view(np.uint8), axis=1, bitorder="little")
        return bits.take(self._sight_places, 1), bits.take(self._mask_places, 1).view(np.bool_)


def _utilities(rewards: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """As rl.utilities, of what search forms say: those who won or drew have the most."""
    seats = rewards.shape[1]
    is_sharing = rewards == rewards.max(axis=1, keepdims=True)
    shares = is_sharing / is_sharing.sum(axis=1, keepdims=True)
    made: npt.NDArray[np.float64] = (seats * shares - 1) / (seats - 1)
    return made


def _module(game: AnyGame) -> Any:
    module = None if game.search is None else importlib.import_module(game.search)
    if module is None or not hasattr(module, "sight"):
        raise NoFormError(f"{game.id} has no search form that tells what a seat sees: play it in an Environment")
    return module
