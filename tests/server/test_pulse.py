"""Slow is not dead: what counts as a store that does not answer, and what as a process that stood still."""

from tablee.server.pulse import Pulse
from tablee.server.times import TIMES


class Life:
    """A pulse whose time a test has in its hands."""

    def __init__(self) -> None:
        self.time = 1_000_000
        self.pulse = Pulse(lambda: self.time)

    def run(self, milliseconds: int, every: int = 200) -> None:
        """The process has its turn every so often."""
        for _ in range(milliseconds // every):
            self.time += every
            self.pulse.beat()

    def is_alive(self) -> bool:
        return self.pulse.is_alive

    def stands_still(self) -> bool:
        return self.pulse.stands_still


def test_a_store_that_answers_now_and_then_is_there() -> None:
    life = Life()
    for _ in range(10):
        life.run(2_000)
        life.pulse.answered()
        assert life.is_alive()


def test_a_store_that_does_not_answer_for_four_seconds_is_gone_until_it_does() -> None:
    life = Life()
    life.run(TIMES.outage_after)
    assert life.is_alive()
    life.run(400)
    assert not life.is_alive()
    assert not life.stands_still(), "nobody waits for it"
    life.pulse.answered()
    assert life.is_alive()


def test_a_loop_that_is_slow_is_no_outage_however_late_the_answers_are() -> None:
    life = Life()
    for _ in range(20):  # Two seconds until the store is asked, and two turns until the answer is heard: 12 s each.
        life.run(12_000, every=3_000)
        assert life.is_alive()
        life.pulse.answered()


def test_a_slow_loop_still_finds_out_that_the_store_is_gone() -> None:
    life = Life()
    life.run(60_000, every=3_000)
    assert not life.is_alive()


def test_a_process_that_stood_still_lets_all_wait_until_the_clocks_are_right() -> None:
    life = Life()
    life.run(1_000)
    life.time += TIMES.outage_after + 1
    assert life.stands_still(), "before anything else has its turn"
    life.pulse.beat()
    assert life.stands_still()
    assert not life.is_alive()
    life.pulse.answered()
    assert life.is_alive()


def test_who_stood_still_and_then_finds_no_store_refuses() -> None:
    life = Life()
    life.time += 60_000
    life.pulse.beat()
    life.pulse.failed()
    assert not life.stands_still()
    assert not life.is_alive()
