"""`tablee puzzle`, as a person types it."""

from tests.commands import tablee


def test_a_puzzle_is_played_with_a_wrong_try_that_is_answered() -> None:
    played = tablee("puzzle", "gigogne", "2026-01-05", typed="1\ns\ns\n")
    assert played.returncode == 0, played.stderr
    told = played.stdout
    assert "Win with your second square, whatever the bot answers." in told
    assert told.index("Not by force") < told.index("Good. The bot defends as best it can.")
    assert told.index("Good.") < told.index("Three in line: solved!")


def test_a_day_that_is_none_and_a_game_without_puzzles_are_told_of() -> None:
    for arguments, why in (
        (("kitty", "someday"), "'someday' is no date: write it as 2026-11-18"),
        (("kitty", "2025-12-31"), "there are puzzles from 2026-01-05 on"),
        (("noe",), "noe has no puzzles; these have: gigogne, kitty"),
    ):
        refused = tablee("puzzle", *arguments)
        assert refused.returncode == 2
        assert why in refused.stderr
