"""The proof of secrecy is able to fail: each kind of leak is caught, and the honest game is not accused."""

import pytest

from tablee.kernel import Options, replay
from tablee.kernel.registry import load_game
from tablee.testing import Leak, find_leak
from tests.kernel.leaky import LeakKind, make


def leak_found(kind: LeakKind) -> Leak | None:
    game = make(kind)
    return next((leak for seed in range(40) if (leak := find_leak(game, 2, Options(), seed)) is not None), None)


def test_the_honest_game_is_not_accused() -> None:
    assert leak_found("none") is None


@pytest.mark.parametrize(
    ("kind", "told_by"),
    [
        ("field", b'"hint"'),
        ("event", b'"hint"'),
        ("id", b'"number"'),
        ("order", b'"ranking"'),
        ("count", b'"aces"'),
        ("legal", b'"legal"'),
        ("refusal", b'"code"'),
        ("leaving", b'"ended"'),
    ],
)
def test_a_leak_is_caught_whether_it_is(kind: LeakKind, told_by: bytes) -> None:
    leak = leak_found(kind)
    assert leak is not None
    assert told_by in leak.one
    assert leak.one != leak.other


@pytest.mark.parametrize("game_id", ["ninth", "diggers", "noe", "kitty"])
def test_a_replay_that_shows_the_actions_of_others_is_caught(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "hides", lambda _game: False)
    game = load_game(game_id)
    leaks = (find_leak(game, game.seats[0], game.options(), seed) for seed in range(40))
    leak = next(filter(None, leaks), None)
    if game_id in ("noe", "kitty"):
        assert leak is None, "here no action is chosen that its events do not tell"
        return
    assert leak is not None
    assert leak.what.startswith("the replay of a hidden ")


def test_a_leak_says_to_whom_and_at_which_step_and_what_each_world_told() -> None:
    leak = Leak(viewer=None, step=3, what="a refusal", one=b"1", other=b"2")
    assert str(leak) == "step 3: a refusal tells an onlooker a secret:\n  b'1'\n  b'2'"
