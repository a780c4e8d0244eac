"""Many games in lockstep, on search forms; compiled with them (hatch_build.py).

Plain lists of ints go in and come out: tablee.rl.vector makes arrays of them.
"""

from mypy_extensions import i64

from tablee.kernel.search import Dice, SearchForm, member, size


class Batch:
    """Games that are played a step at a time; one that ends starts over at once."""

    def __init__(self, opening: SearchForm, games: int, masks: list[int], width: int, seed: int) -> None:
        """`games` copies of the opening, each of which writes `width` words: the `masks` of its codes first."""
        self.opening = opening
        self.dice = Dice(seed)
        self.masks = masks
        self.width = width
        self.words: list[int] = [0] * (games * width)
        """What the seat to act may do and sees, game by game."""
        self.seats: list[int] = [0] * games
        """The seat to act in each game."""
        self.ended: list[int] = []
        """The games that ended with the last step."""
        self.rewards: list[float] = []
        """The rewards of those, seat by seat."""
        self.worlds: list[SearchForm] = []
        for game in range(games):
            self.worlds.append(self.opening)
            self.renew(game)

    def renew(self, game: int) -> None:
        world = self.opening.fresh(self.dice)
        self.worlds[game] = world
        seat = world.actor()
        self.seats[game] = seat
        world.write(seat, self.words, game * self.width)

    def step(self, codes: list[int]) -> None:
        """In each game, the seat to act takes the action of that code, which must be legal."""
        if self.ended:
            self.ended = []
            self.rewards = []
        dice = self.dice
        width = self.width
        words = self.words
        at = 0
        for game in range(len(codes)):
            world = self.worlds[game]
            world.play(self.seats[game], codes[game], dice)
            seat = world.actor()
            if seat < 0:
                self.ended.append(game)
                self.rewards.extend(world.rewards())
                self.renew(game)
            else:
                self.seats[game] = seat
                world.write(seat, words, at)
            at += width

    def sample(self) -> list[int]:
        """The code of a legal action in each game, each as likely."""
        codes: list[int] = []
        words = self.words
        masks = self.masks
        at = 0
        while at < len(words):
            count: i64 = 0
            for word in range(len(masks)):
                count += size(words[at + word])
            index: i64 = self.dice.below(count)
            code: i64 = 0
            for word in range(len(masks)):
                mask: i64 = words[at + word]
                within: i64 = size(mask)
                if index < within:
                    code += member(mask, index)
                    break
                index -= within
                code += masks[word]
            codes.append(int(code))
            at += self.width
        return codes
