"""docs/hosting.md is true: it has all settings, and the files, addresses and commands that it names exist."""

import argparse
import configparser
import re
import shlex
from typing import Any

import pytest

from tablee.cli import _parser
from tablee.server.credentials import SECRET_FILE
from tablee.server.settings import SettingsError, described, load_settings, variable_of
from tablee.store.sqlite_files import DATABASE, LOCK
from tablee.store.sqlite_loss import SEEN
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
    other |= {
        "websocket": "websockets",
        "secret": "sixteen or more of them",
        "metrics_token": "sixteen or more of them",
    }
    other |= {
        "origins": "https://play.example",
        "frame_ancestors": "https://*.school.example",
        "trusted_proxies": "10.0.0.1, ::1",
    }
    given: Any = other.get(name) or another(default)
    text = str(given).lower() if isinstance(given, bool) else str(given)
    assert getattr(load_settings({}, {variable_of(name): text}), name) == given
    assert getattr(load_settings({name: default}, {variable_of(name): text}), name) == default, "an option counts more"


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("port", "99999", "--port (TABLEE_PORT) can't be '99999': a whole number from 0 to 65535 is wanted."),
        ("messages_per_second", "0", "a number above 0 is wanted"),
        ("database", "mysql://me:password@here", "can't be that: an address that begins with postgresql:// is wanted"),
        ("log_level", "loud", "debug, info, warning or error is wanted"),
        ("secure_cookies", "perhaps", "true or false is wanted"),
        ("metrics_token", "short", "can't be that: 16 characters or more is wanted"),
        ("metrics_port", "70000", "a whole number from 0 to 65535 is wanted"),
        ("secret", "short", "can't be that: 16 characters or more is wanted"),
        ("trusted_proxies", "10.0.0.1, 127.0.0.0/8", "'127.0.0.0/8': the address of each proxy, no network"),
        ("trusted_proxies", "localhost", "'localhost': the address of each proxy, no network and no name"),
        ("hosts", "https://play.example", "'https://play.example': a name such as play.example, without a port, or *"),
        ("hosts", "play.example:8000", "a name such as"),
        ("hosts", "*.play.example", "a name such as"),
        ("origins", "play.example", "'play.example': an origin such as https://play.example"),
        ("origins", "https://play.example/", "an origin such as"),
        ("data", "", "some text is wanted"),
    ],
)
def test_a_setting_that_can_not_be_used_is_told(name: str, given: str, told: str) -> None:
    for options, environment in (({name: given}, {}), ({}, {variable_of(name): given})):
        with pytest.raises(SettingsError, match=re.escape(told)):
            load_settings(options, environment)


def test_the_files_of_the_data_folder_are_those_of_the_server() -> None:
    told = {code_in(row[0])[0] for row in rows_in(section(PAGE, "## The data folder"))}
    assert told == {DATABASE, LOCK, SEEN, SECRET_FILE}


def test_the_addresses_for_watching_answer(server: ServerProcess) -> None:
    addresses = [code_in(row[0])[0] for row in rows_in(section(PAGE, "## Monitoring")) if row[0].startswith("`/")]
    assert len(addresses) == 3
    for address in addresses:
        assert ask(server, "GET", address).status == 200


def test_the_units_name_settings_and_commands_that_exist() -> None:
    units = re.findall(r"^```ini\n(.*?)^```", page(PAGE), flags=re.DOTALL | re.MULTILINE)
    assert len(units) == 2
    for unit in units:
        parsed = configparser.RawConfigParser(strict=False)
        parsed.optionxform = str  # type: ignore[assignment,method-assign]  # as Python's own docs do it
        parsed.read_string(unit)
        assert parsed.sections() == ["Unit", "Service", "Install"]
        assert "tablee serve" in parsed["Service"]["ExecStart"]
    known = {variable_of(name) for name in described()} | {"TABLEE_PURE"}  # of make, not of the server
    assert set(re.findall(r"TABLEE_[A-Z]+(?:_[A-Z]+)*", page(PAGE))) <= known


def test_every_command_of_the_page_is_one() -> None:
    commands = next(action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    blocks = re.findall(r"^```sh\n(.*?)^```", page(PAGE), flags=re.DOTALL | re.MULTILINE)
    ours = [line for block in blocks for line in re.findall(r"(?:^|[ /])tablee ([a-z].*)$", block, flags=re.MULTILINE)]
    assert {"serve", "backup", "restore"} <= {command.split()[0] for command in ours}
    for command in ours:
        arguments = shlex.split(command.partition(" > ")[0], comments=True)
        assert arguments[0] in commands.choices, command
        _parser().parse_args(arguments)


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
