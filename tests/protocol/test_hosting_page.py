"""docs/hosting.md is true: it has all settings, and the files, addresses and commands that it names exist."""

import argparse
import configparser
import re
from typing import Any

import pytest

from tablee.cli import _parser
from tablee.server.metrics import Metrics
from tablee.server.secrets import SECRET_FILE
from tablee.server.settings import SettingsError, described, load_settings, variable_of
from tablee.store.sqlite_files import DATABASE, LOCK
from tests.protocol.pages import code_in, page, rows_in, section
from tests.server.serving import ServerProcess, ask

PAGE = "docs/hosting.md"


def test_the_table_has_every_setting_with_its_option_variable_default_and_sentence() -> None:
    rows = rows_in(section(PAGE, "## Settings"))
    assert rows == [
        [f"`--{name.replace('_', '-')}`", f"`{variable_of(name)}`", as_told(default), text]
        for name, (text, default) in described().items()
    ]


def test_the_help_of_the_command_says_them_all() -> None:
    commands = next(action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    told = " ".join(commands.choices["serve"].format_help().split())
    for name, (text, default) in described().items():
        assert f"--{name.replace('_', '-')}" in told
        assert " ".join(f"{text} (default: {as_told(default)}; environment: {variable_of(name)})".split()) in told


@pytest.mark.parametrize("name", described())
def test_each_setting_is_taken_from_its_variable(name: str) -> None:
    default = described()[name][1]
    other = {"database": "postgresql://here/there", "log_level": "debug", "log_format": "console"}
    given: Any = {"websocket": "websockets", **other}.get(name) or another(default)
    text = str(given).lower() if isinstance(given, bool) else str(given)
    assert getattr(load_settings({}, {variable_of(name): text}), name) == given
    assert getattr(load_settings({name: default}, {variable_of(name): text}), name) == default, "an option counts more"


def test_a_setting_that_can_not_be_used_is_told() -> None:
    with pytest.raises(SettingsError, match="port"):
        load_settings({"port": "99999"}, {})
    with pytest.raises(SettingsError, match="database"):
        load_settings({"database": "mysql://here"}, {})


def test_the_files_of_the_data_folder_are_those_of_the_server() -> None:
    assert {code_in(row[0])[0] for row in rows_in(section(PAGE, "## The data folder"))} == {DATABASE, LOCK, SECRET_FILE}


def test_the_addresses_for_watching_answer(server: ServerProcess) -> None:
    for row in rows_in(section(PAGE, "## Watching it")):
        assert ask(server, "GET", code_in(row[0])[0]).status == 200


def test_the_metrics_that_are_told_of_are_counted() -> None:
    counted = {metric.name for metric in Metrics().registry.collect()}
    told = section(PAGE, "## Watching it")
    words = {
        "tablee_connections": "open connections",
        "tablee_rooms_in_memory": "rooms in memory",
        "tablee_actions": "actions by game",
        "tablee_refusals": "refusals by code",
        "tablee_conflicts": "conflicts between processes",
        "tablee_store_unavailable": "commits that failed",
        "tablee_slow_clients_dropped": "slow clients dropped",
        "tablee_commit_seconds": "the time from deciding to durable",
    }
    assert set(words) <= counted
    assert all(text in told for text in words.values())


def test_the_units_name_settings_and_commands_that_exist() -> None:
    units = re.findall(r"^```ini\n(.*?)^```", page(PAGE), flags=re.DOTALL | re.MULTILINE)
    assert len(units) == 2
    for unit in units:
        parsed = configparser.RawConfigParser(strict=False)
        parsed.optionxform = str  # type: ignore[assignment,method-assign]  # as Python's own docs do it
        parsed.read_string(unit)
        assert parsed.sections() == ["Unit", "Service", "Install"]
        assert "tablee serve" in parsed["Service"]["ExecStart"]
    known = {variable_of(name) for name in described()}
    assert set(re.findall(r"TABLEE_[A-Z]+(?:_[A-Z]+)*", page(PAGE))) <= known


def test_every_command_of_the_page_is_one() -> None:
    commands = next(action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    blocks = re.findall(r"^```sh\n(.*?)^```", page(PAGE), flags=re.DOTALL | re.MULTILINE)
    ours = [line for block in blocks for line in re.findall(r"(?:^|[ /])tablee ([a-z].*)$", block, flags=re.MULTILINE)]
    assert {"serve", "backup", "restore"} <= {command.split()[0] for command in ours}
    for command in ours:
        assert command.split()[0] in commands.choices, command
        _parser().parse_args(command.split())


@pytest.mark.parametrize("forwarded", ["https", "http"])
def test_a_trusted_proxy_says_whether_the_cookie_is_for_https_only(server: ServerProcess, forwarded: str) -> None:
    headers = (("x-forwarded-proto", forwarded),)
    answer = ask(server, "POST", "/api/session", {"name": "Ada"}, headers=headers)
    assert ("Secure" in answer.headers["set-cookie"]) == (forwarded == "https")


def as_told(default: Any) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    return str(default) or "none"


def another(value: Any) -> Any:
    """A value of the same type that is not the default."""
    if isinstance(value, bool):
        return not value
    return f"{value}other" if isinstance(value, str) else value + 1
