"""The server's clock: a turn is as long as it says, whatever happens to the clock on the wall."""

import time

import pytest

from tablee.server import clock
from tablee.server.clock import Clock

SECOND = 1_000_000_000
MINUTE, HOUR = 60 * SECOND, 3600 * SECOND
NOON = 1_794_830_400 * SECOND


class Clocks:
    """A wall clock and a steady one, which a test turns."""

    def __init__(self) -> None:
        self.wall, self.steady = NOON, 5 * HOUR
        self.clock = Clock(lambda: self.wall, lambda: self.steady)

    def pass_(self, time: int, *, at_wall: int | None = None, looks: int = 60) -> None:
        """Time passes while the server works, which looks at its clock now and then."""
        for _ in range(looks):
            self.steady += time // looks
            self.wall += (time if at_wall is None else at_wall) // looks
            self.clock.now()

    @property
    def since_noon(self) -> float:
        """Seconds, as the server sees it."""
        return self.clock.now() / 1000 - NOON / SECOND


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wall_clock_that_is_set_moves_no_deadline(monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    before, real = clock.now(), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + hours * HOUR)
    assert 0 <= clock.now() - before < 60_000


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_turn_of_a_minute_stays_one_when_the_wall_clock_is_set_meanwhile(hours: int) -> None:
    clocks = Clocks()
    clocks.pass_(MINUTE // 2)
    clocks.wall += hours * HOUR
    clocks.pass_(MINUTE // 2)
    assert clocks.since_noon == pytest.approx(60, abs=0.4)


def test_it_never_goes_back() -> None:
    clocks = Clocks()
    clocks.wall -= HOUR
    seen = []
    for _ in range(5000):
        clocks.steady += SECOND // 300
        seen.append(clocks.clock.now())
    assert seen == sorted(seen)


def test_over_weeks_it_keeps_with_a_wall_clock_that_is_put_right_all_the_time() -> None:
    clocks = Clocks()
    week = 7 * 24 * HOUR
    for _ in range(4):  # A steady clock that is slow by 50 millionths, half a minute in a week.
        clocks.pass_(week, at_wall=week + week // 20_000, looks=10_000)
    assert clocks.since_noon == pytest.approx((clocks.wall - NOON) / SECOND, abs=0.1)


def test_a_clock_that_was_far_off_comes_right_and_does_not_overshoot() -> None:
    clocks = Clocks()
    clocks.wall += 60 * SECOND
    clocks.pass_(50 * MINUTE, looks=3000)
    assert clocks.since_noon == pytest.approx(50 * 60 + 30, abs=1)
    clocks.pass_(10 * HOUR, looks=10)
    assert clocks.since_noon == pytest.approx((clocks.wall - NOON) / SECOND, abs=0.1)


def test_a_restart_takes_the_wall_clock_again() -> None:
    clocks = Clocks()
    clocks.wall += HOUR
    clocks.clock = Clock(lambda: clocks.wall, lambda: clocks.steady)
    assert clocks.since_noon == 3600
