"""The example learns, in a short form; the long one beats `easy` (docs/rl.md)."""

import sys
from itertools import islice
from pathlib import Path

import numpy as np

import learn_gigogne
from tablee.kernel.registry import load_game
from tablee.rl.vector import VectorEnvironment


def test_the_example_learns_within_seconds_to_beat_who_plays_anything() -> None:
    *_, (network, _) = islice(learn_gigogne.learn(30.0, seed=1), 8)
    untaught = learn_gigogne.Network(network.weights["in"].shape[0] - 1, network.weights["out"].shape[1] - 1, seed=1)
    assert learn_gigogne.won_against(network, "random", 20) >= 0.85
    assert learn_gigogne.won_against(untaught, "random", 20) <= 0.6


def test_it_is_short_and_needs_numpy_alone() -> None:
    source = Path(learn_gigogne.__file__).read_text(encoding="utf-8")
    imports = {
        line.split()[1].partition(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))
    }
    assert len(source.splitlines()) < 150
    assert imports - set(sys.stdlib_module_names) == {"numpy", "tablee"}


def test_what_it_plays_is_always_legal() -> None:
    games = VectorEnvironment(load_game("gigogne"), 4)
    seen = games.reset(1)
    thought = learn_gigogne.Network(len(games.names), len(games.index), 0)(seen.observations, seen.masks)
    assert np.allclose(thought["chances"].sum(axis=1), 1)
    assert thought["chances"][~seen.masks].max(initial=0) < 1e-6
