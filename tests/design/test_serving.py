"""The bench over HTTP: for whoever has its key, on this machine, and for no other page."""

import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest

from tablee.design import wire
from tablee.design.bench import Bench
from tablee.design.changes import Change
from tablee.design.checks import Check
from tablee.design.faults import Fault
from tablee.design.loading import Source
from tablee.design.serving import Served
from tablee.design.session import Deal
from tests.commands import tablee
from tests.design.nim import SOURCE
from tests.design.serving import BenchProcess
from tests.patience import at_leisure


@pytest.fixture(scope="module")
def heap(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bench") / "heap.py"


@pytest.fixture(scope="module")
def served(heap: Path) -> Iterator[BenchProcess]:
    """One process for all of these; each begins with a new deal."""
    heap.write_text(SOURCE, encoding="utf-8")
    with BenchProcess(heap, heap.parent) as running:
        yield running


@pytest.fixture
def bench(served: BenchProcess, heap: Path) -> BenchProcess:
    """As it was at first."""
    version = served.ask("/api/design")[1]["version"]
    if heap.read_text(encoding="utf-8") != SOURCE:
        heap.write_text(SOURCE, encoding="utf-8")
        served.ask(f"/api/design/news?after={version}")
    served.do("redeal", seats=2, options={}, seed=1)
    return served


def test_the_page_and_what_lies_on_the_bench_are_served(bench: BenchProcess) -> None:
    status, page = bench.ask("/")
    assert (status, '<div id="bench">' in page) == (200, True)
    status, shown = bench.ask("/api/design")
    assert (status, shown["file"], shown["table"]["state"]["left"]) == (200, "heap.py", 10)
    table = bench.do("play", seat=shown["table"]["legal"][0]["seat"], action={"type": "take", "number": 3})["table"]
    assert (table["at"], table["before"]["left"], table["state"]["left"]) == (1, 10, 7)


def test_a_saved_file_is_news_at_once_and_the_position_stays(bench: BenchProcess, heap: Path) -> None:
    bench.do("bot", to_end=False)
    version = bench.do("seek", at=1)["version"]
    heap.write_text(SOURCE.replace("left=10", "left=15"), encoding="utf-8")
    assert bench.ask(f"/api/design/news?after={version}")[1]["version"] > version
    shown = bench.ask("/api/design")[1]
    assert (shown["fault"], shown["table"]["at"], shown["table"]["before"]["left"]) == (None, 1, 15)


ENDLESS = "    while True:\n        pass\n"


@pytest.mark.parametrize(
    "loop",
    [ENDLESS, f"    try:\n    {ENDLESS.replace('pass', '    pass')}    except BaseException:\n        ...\n{ENDLESS}"],
    ids=["once", "again where the first time is lost"],
)
def test_rules_that_never_come_back_are_interrupted_with_their_line(file: Path, loop: str) -> None:
    served = Served(Bench(Source(str(file)), Deal(0, {}, 1), file.parent), "")
    served.patience = at_leisure(0.3)  # so that it is in the rules that time is over
    served.load()
    file.write_text(SOURCE.replace("    return [Take", f"{loop}    return [Take"), encoding="utf-8")
    served.load()
    shown = served.bench.shown()
    assert shown.fault is not None
    assert "legal still hasn’t come back" in shown.fault.text.en
    assert shown.fault.code in ("while True:", "pass")
    assert shown.table is not None


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "10.0.0.7:80"}, 421),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"authorization": ""}, 401),
        ({"authorization": "Bearer guessed"}, 401),
    ],
)
def test_no_other_page_and_nobody_without_the_key_drives_it(
    bench: BenchProcess, headers: Mapping[str, str], status: int
) -> None:
    for path, body in (("/api/design", None), ("/api/design/do", {"type": "clock"})):
        answered, refusal = bench.ask(path, body, headers)
        assert answered == status
        assert refusal["fault"]["text"]["fr"]
    assert bench.ask("/api/design")[1]["table"]["at"] == 0


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"type": "play", "seat": 0, "action": {"type": "take", "number": 12}}, 422),
        ({"type": "play", "seat": 7, "action": {"type": "take", "number": 1}}, 422),
        ({"type": "edit", "changes": [{"path": ["left"], "value": "x"}]}, 422),
        ({"type": "rewrite", "state": 3}, 422),
        ({"type": "redeal", "seats": 5, "options": {}, "seed": 1}, 422),
        ({"type": "redeal", "seats": 0, "options": {}, "seed": 1}, 422),
        ({"type": "enter", "node": 99}, 422),
        ({"type": "keep"}, 422),
        ({"type": "explode"}, 400),
        ([], 400),
    ],
)
def test_what_can_t_be_done_is_a_sentence_and_changes_nothing(bench: BenchProcess, body: object, status: int) -> None:
    before = bench.ask("/api/design")[1]
    answered, refusal = bench.ask("/api/design/do", body)
    assert (answered, bool(refusal["fault"]["text"]["en"])) == (status, True)
    assert bench.ask("/api/design")[1] == before


def test_an_action_is_looked_at_and_a_position_saved(bench: BenchProcess, heap: Path) -> None:
    seat = bench.ask("/api/design")[1]["table"]["legal"][0]["seat"]
    would = bench.ask("/api/design/would", {"seat": seat, "action": {"type": "take", "number": 2}})[1]
    assert [event["type"] for event in would["events"]] == ["took"]
    status, saved = bench.ask("/api/design/save", {"what": "test", "title": "Ten lie there"})
    assert (status, Path(saved["file"])) == (200, heap.parent / "test_heap_positions.py")
    assert Path(saved["file"]).read_text(encoding="utf-8") == saved["text"]


def test_a_game_that_is_not_there_or_a_port_that_can_t_be_is_told_at_once() -> None:
    gone = tablee("design", "gone.py")
    assert (gone.returncode, gone.stderr) == (2, "tablee: there is no file gone.py\n")
    assert "there is no game 'chess'" in tablee("design", "chess").stderr
    assert tablee("design", "ninth", "--port", "70000").returncode == 2
    assert "--host" not in tablee("design", "--help").stdout


def test_the_page_has_the_same_words_for_all_that_is_asked_and_shown() -> None:
    page = (Path(__file__).parents[2] / "web/src/design/wire.ts").read_text(encoding="utf-8")
    for ask in get_args(wire.AnyAsk):
        fields = "".join(f"; {name}: [^;}}]+" for name in ask.__struct_fields__)
        assert re.search(rf'\{{ type: "{ask.__struct_config__.tag}"{fields} \}}', page), ask
    for shown in (
        *(wire.WouldGiven, wire.SaveGiven, wire.StepShown, wire.EventsShown, wire.LegalShown, wire.StoppedShown),
        *(wire.TableShown, wire.BenchShown, wire.SavedShown, Fault, Check, Change),
    ):
        found = re.search(rf"export interface {shown.__name__} \{{\n(.*?)\n\}}", page, flags=re.DOTALL)
        assert found is not None, shown
        assert tuple(re.findall(r"^  (\w+)\??: ", found[1], flags=re.MULTILINE)) == shown.__struct_fields__


def test_the_lab_examines_the_game_as_its_file_is_and_the_report_is_at_an_address_of_its_own(
    bench: BenchProcess,
) -> None:
    assert bench.ask("/api/design/examine", {})[1]["is_running"]
    deadline, counted = time.monotonic() + at_leisure(60), set()
    while (shown := bench.ask("/api/design/examine")[1])["is_running"]:
        assert time.monotonic() < deadline
        counted.add((shown["done"], shown["total"]))
        time.sleep(0.05)
    assert shown["fault"] is None
    assert len(counted) > 1, "it tells how far it is"
    status, report = bench.ask(shown["address"])
    assert (status, "Heap" in report) == (200, True)
    assert bench.ask("/report/guessed")[0] == 404


def test_what_keeps_the_lab_from_a_game_is_told(bench: BenchProcess, heap: Path) -> None:
    heap.write_text(SOURCE.replace("left=10", "left=ten"), encoding="utf-8")
    bench.ask("/api/design/examine", {})
    deadline = time.monotonic() + at_leisure(60)
    while (shown := bench.ask("/api/design/examine")[1])["is_running"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert "ten" in shown["fault"]["text"]["en"]
    assert not shown["address"]
