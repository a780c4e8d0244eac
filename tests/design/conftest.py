"""A game that is being written, in a file of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablee.design.bench import Bench
from tablee.design.loading import Source
from tablee.design.session import Deal
from tests.design.nim import SOURCE
from tests.modules import modules_kept


@pytest.fixture(autouse=True)
def _others_keep_their_games() -> Iterator[None]:
    """A game that is loaded anew has other types: those that other tests have imported stay what they are."""
    with modules_kept():
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The game as its author has it so far."""
    path = tmp_path / "heap.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.fixture
def bench(file: Path) -> Bench:
    """It lies on the bench, in its first position."""
    made = Bench(Source(str(file)), Deal(0, {}, 1), file.parent)
    made.load()
    assert made.fault is None, made.fault
    return made


@pytest.fixture
def save(file: Path, bench: Bench) -> Callable[..., None]:
    """The author changes the file, and the bench takes it."""

    def change(*changes: tuple[str, str]) -> None:
        source = SOURCE
        for old, new in changes:
            assert old in source, old
            source = source.replace(old, new)
        file.write_text(source, encoding="utf-8")
        assert bench.source.is_changed()
        bench.load()

    return change
