"""What is counted is true, is listed in docs/hosting.md, and is what the dashboard and the alerts ask for."""

import asyncio
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import promql_parser as promql
import pytest
import yaml  # type: ignore[import-untyped]  # it ships no types
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from tablee.client import Client, RefusedError
from tests.protocol.pages import ROOT, code_in, rows_in, section
from tests.server.conftest import Serve
from tests.server.people import within
from tests.server.serving import ServerProcess, ask, new_guest
from tests.server.wire import Wire

OF_PROMETHEUS = {"instance", "job", "le"}
"""Labels that Prometheus gives, or that every histogram has."""


@pytest.fixture(scope="module")
def scraped(server: ServerProcess) -> list[Sample]:
    """The server's samples after a bot has played, somebody was refused, and nothing was found."""
    asyncio.run(play_a_turn_each(server))
    assert ask(server, "GET", "/api/nothing").status == 404
    return scrape(server)


async def play_a_turn_each(server: ServerProcess) -> None:
    """Ada plays, then the bot, then it is Ada's turn again; she follows the list from another tab."""
    async with await Client.connect(server.address, "Ada") as ada:
        made = await ada.create_room("gigogne", capacity=2, policy="full", clock=0, bots=["easy"])
        table = await ada.join(made.code)
        turn = await within(30, table.my_turn())
        assert turn is not None
        await table.act(turn.legal[0], turn=turn)
        assert await within(30, table.my_turn()) is not None
        with pytest.raises(RefusedError):
            await ada.join("NOROOM")


def scrape(server: ServerProcess) -> list[Sample]:
    text = ask(server, "GET", "/metrics").body.decode()
    return [sample for family in text_string_to_metric_families(text) for sample in family.samples]


def value(samples: list[Sample], name: str, **labels: str) -> float:
    return sum(sample.value for sample in samples if sample.name == name and labels.items() <= sample.labels.items())


# ── What is counted ──────────────────────────────────────────────────────────────────────────────────────


def test_requests_are_timed_by_the_template_of_their_route_and_the_class_of_their_status(scraped: list[Sample]) -> None:
    assert value(scraped, "tablee_http_seconds_count", route="/api/rooms", status="2xx") == 1
    assert value(scraped, "tablee_http_seconds_count", route="none", status="4xx") == 1
    assert 0 < value(scraped, "tablee_http_seconds_sum", route="/api/rooms") < 30
    routes = {sample.labels["route"] for sample in scraped if sample.name == "tablee_http_seconds_count"}
    assert not [route for route in routes if "NOROOM" in route or "nothing" in route]


def test_the_bots_thinking_is_timed(scraped: list[Sample]) -> None:
    assert value(scraped, "tablee_bot_seconds_count") >= 1
    assert value(scraped, "tablee_bot_workers") == 1
    assert value(scraped, "tablee_bots_waiting") == 0


def test_the_lag_of_the_loop_is_looked_at_all_the_time(server: ServerProcess, scraped: list[Sample]) -> None:
    before = value(scraped, "tablee_loop_lag_seconds_count")
    assert before > 0
    while value(scrape(server), "tablee_loop_lag_seconds_count") <= before:
        pass


def test_the_size_of_the_store_and_what_is_free_beside_it_are_told(scraped: list[Sample]) -> None:
    assert value(scraped, "tablee_store_bytes") >= 4096
    assert value(scraped, "tablee_store_free_bytes") > value(scraped, "tablee_store_bytes")


def test_rooms_in_memory_are_told_by_status(scraped: list[Sample]) -> None:
    assert value(scraped, "tablee_rooms", status="playing") == 1
    assert value(scraped, "tablee_rooms", status="waiting") == 0


async def test_connections_and_those_that_follow_the_list_are_told(server: ServerProcess) -> None:
    before = scrape(server)
    async with await Wire.open(server, new_guest(server)) as wire:
        await wire.ask("watch_list")
        after = scrape(server)
        for name in ("tablee_connections", "tablee_list_followers"):
            assert value(after, name) == value(before, name) + 1


async def test_the_limits_that_somebody_meets_are_told(serve: Serve) -> None:
    server = serve(requests_per_minute=3, connections_per_person=1, message_burst=1, messages_per_second=0.1)
    cookie = new_guest(server)
    async with await Wire.open(server, cookie) as wire:
        await wire.ask("ping")
        assert await wire.refusal("ping") == "rate_limited"
        with pytest.raises(Exception, match="429"):
            await Wire.open(server, cookie)
    while ask(server, "GET", "/api/games").status != 429:
        pass
    limits = scrape(server)
    for limit in ("messages", "connections", "requests"):
        assert value(limits, "tablee_limits_hit_total", limit=limit) == 1, limit
    assert value(limits, "tablee_limits_hit_total", limit="flooding") == 0


# ── What is written of them ──────────────────────────────────────────────────────────────────────────────


def test_the_page_lists_every_metric_with_its_labels_and_no_other(scraped: list[Sample]) -> None:
    told = {code_in(row[0])[0]: {*code_in(row[1])} for row in rows_in(section("docs/hosting.md", "### Metrics"))}
    if sys.platform != "linux":
        told = {name: labels for name, labels in told.items() if not name.startswith("process_")}
    counted: dict[str, set[str]] = {}
    for sample in scraped:
        name = re.sub(r"_seconds_(bucket|sum|count)$", "_seconds", sample.name)
        counted.setdefault(name, set()).update(sample.labels.keys() - {"le"})
    assert told == counted


def queries() -> Iterator[tuple[str, str]]:
    """What the dashboard and the alerts ask Prometheus, each with where it stands."""
    dashboard = json.loads((ROOT / "docs/hosting/grafana.json").read_text(encoding="utf-8"))
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"].replace("$__rate_interval", "5m")
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            yield variable["name"], variable["query"].removeprefix("label_values(").partition(",")[0]
    for rule in alerts():
        yield rule["alert"], rule["expr"]


def alerts() -> list[Any]:
    (group,) = yaml.safe_load((ROOT / "docs/hosting/alerts.yaml").read_text(encoding="utf-8"))["groups"]
    rules: list[Any] = group["rules"]
    return rules


def parts(expression: Any) -> Iterator[Any]:
    """An expression of PromQL with all that it is made of."""
    found: list[Any] = []
    promql.walk(expression, pre_visit=found.append)
    yield from found


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process isn't told of")
@pytest.mark.parametrize(("place", "query"), [pytest.param(*query, id=query[0]) for query in queries()])
def test_the_dashboard_and_the_alerts_name_only_metrics_and_labels_that_exist(
    scraped: list[Sample], place: str, query: str
) -> None:
    labels: dict[str, set[str]] = {}
    for sample in scraped:
        labels.setdefault(sample.name, set()).update(sample.labels)
    named = [(str(part.name), part) for part in parts(promql.parse(query)) if isinstance(part, promql.VectorSelector)]
    assert named
    for name, selector in named:
        assert name in labels, f"{place}: {name}"
        asked = set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", str(selector.matchers)))
        assert asked <= labels[name] | OF_PROMETHEUS, place
    known = set().union(*(labels[name] for name, _ in named)) | OF_PROMETHEUS
    grouped = {label.strip() for found in re.findall(r"\b(?:by|on) \(([^)]*)\)", query) for label in found.split(",")}
    assert grouped <= known, place


def test_every_alert_says_how_bad_it_is_what_it_is_and_what_to_do() -> None:
    names = [rule["alert"] for rule in alerts()]
    assert len(set(names)) == len(names)
    for rule in alerts():
        assert rule["labels"]["severity"] in ("warning", "critical")
        assert {"summary", "todo"} == {*rule["annotations"]}
