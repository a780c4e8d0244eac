"""All settings of a server, each by an option of `tablee serve` or by an environment variable `TABLEE_…`."""

import os
import re
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct

from tablee.server.hosts import is_name


class SettingsError(ValueError):
    """A setting can't be used; the sentence says which and why."""


def _says(text: str, **limits: Any) -> Meta:
    return Meta(description=text, **limits)


class ServerSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting, with its default."""

    host: Annotated[str, _says("the address to listen on")] = "127.0.0.1"
    port: Annotated[int, _says("the port to listen on; 0 for any free one", ge=0, le=65535)] = 8000
    data: Annotated[str, _says("the folder for the database and the server's own secret", min_length=1)] = "tablee-data"
    database: Annotated[
        str,
        _says(
            "postgresql://… for several processes; empty for SQLite in the data folder",
            pattern=r"\A(postgres(ql)?://.*)?\Z",
        ),
    ] = ""
    secret: Annotated[
        str,
        _says(
            "session signing key, 16+ characters, the same for all processes; generated in the data folder if empty",
            pattern=r"\A(.{16,})?\Z",
        ),
    ] = ""
    hosts: Annotated[
        str,
        _says(
            "names by which this server may be asked for, separated by commas, beside localhost, its own addresses and "
            "those of private networks; * for any"
        ),
    ] = ""
    origins: Annotated[str, _says("further origins that may use this server, separated by commas")] = ""
    frame_ancestors: Annotated[
        str,
        _says(
            "sites that may show a board of this server in a frame: https://blog.example, https://*.example, or *; "
            "separated by commas"
        ),
    ] = ""
    trusted_proxies: Annotated[
        str, _says("proxy addresses whose X-Forwarded-For and -Proto are trusted, comma-separated")
    ] = ""
    session_days: Annotated[int, _says("days after which a session that is not used ends", ge=1, le=3650)] = 180
    secure_cookies: Annotated[bool, _says("send the session cookie over https only")] = False
    require_account: Annotated[bool, _says("only people with an account can create or join rooms")] = False
    games: Annotated[str, _says("files of games that are not installed, separated by commas")] = ""
    bot_workers: Annotated[int, _says("bot processes, capped at cores − 1; 0 turns bots off", ge=0, le=64)] = 1
    analysis_simulations: Annotated[
        int, _says("simulations for each decision when a finished game is analysed; 0 turns analyses off", ge=0)
    ] = 2000
    analyses_per_hour: Annotated[int, _says("games that one person may have analysed an hour", ge=1)] = 30
    skips: Annotated[int, _says("turns skipped in a row by the clock before a player is out", ge=1)] = 2
    websocket: Annotated[Literal["picows", "websockets"], _says("WebSocket implementation: picows or websockets")] = (
        "picows"
    )
    message_bytes: Annotated[int, _says("largest client message, in bytes", ge=1024)] = 16 * 1024
    messages_per_second: Annotated[float, _says("sustained messages per second per person", gt=0)] = 20.0
    message_burst: Annotated[int, _says("message burst per person", ge=1)] = 60
    requests_per_minute: Annotated[int, _says("HTTP requests a minute from one address", ge=1)] = 600
    sessions_per_hour: Annotated[int, _says("new guests an hour from one address", ge=1)] = 200
    connections_per_address: Annotated[int, _says("WebSocket connections from one address", ge=1)] = 200
    connections_per_person: Annotated[int, _says("WebSocket connections of one person", ge=1)] = 10
    rooms_per_hour: Annotated[int, _says("rooms opened an hour from one address", ge=1)] = 300
    changes_per_minute: Annotated[
        int, _says("changes to rooms a minute by one person for long: settings, colours, coming in; not moves", ge=1)
    ] = 30
    moves_per_minute: Annotated[int, _says("moves a minute by one person for long", ge=1)] = 120
    waiting_rooms: Annotated[int, _says("waiting rooms that one person may have open", ge=1)] = 5
    keep_records_days: Annotated[
        int, _says("days for which finished games can be looked at again; 0: for good", ge=0)
    ] = 0
    metrics_token: Annotated[
        str,
        _says(
            "wanted for /metrics and /readyz (Authorization: Bearer …), 16 characters or more; empty: open to all",
            pattern=r"^(.{16,})?$",
        ),
    ] = ""
    metrics_port: Annotated[
        int, _says("a port of their own for /metrics and /readyz; 0: on the same port", ge=0, le=65535)
    ] = 0
    metrics_host: Annotated[str, _says("the address to listen on for that port")] = "127.0.0.1"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], _says("how much is logged: debug, info, warning or error")
    ] = "info"
    log_format: Annotated[Literal["json", "console"], _says("log format: json, or console for humans")] = "json"
    any_clock: Annotated[bool, _says("allow clocks of any length, for tests")] = False

    @property
    def own_names(self) -> frozenset[str]:
        """Every name by which the server may be asked for: those of the origins that may use it are."""
        origins = (urlsplit(origin).hostname or "" for origin in self.allowed_origins)
        return _listed(self.hosts) | {self.host, *origins}

    @property
    def allowed_origins(self) -> frozenset[str]:
        return _listed(self.origins)

    @property
    def game_files(self) -> frozenset[str]:
        return _listed(self.games)

    @property
    def proxies(self) -> frozenset[str]:
        return _listed(self.trusted_proxies)


def described() -> dict[str, tuple[str, Any]]:
    """Each setting with its sentence and its default."""
    hints = get_type_hints(ServerSettings, include_extras=True)
    defaults = ServerSettings()
    return {
        name: (next(note.description for note in hints[name].__metadata__ if note.description), getattr(defaults, name))
        for name in ServerSettings.__struct_fields__
    }


def variable_of(name: str) -> str:
    return f"TABLEE_{name.upper()}"


def load_settings(given: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> ServerSettings:
    """Options that were given, else environment variables, else defaults."""
    names = ServerSettings.__struct_fields__
    values: dict[str, object] = {
        name: environment[variable_of(name)] for name in names if variable_of(name) in environment
    }
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        settings = msgspec.convert(values, ServerSettings, strict=False)
    except msgspec.ValidationError as error:
        found = re.search(r"`\$\.(\w+)`", str(error))
        if found is None or found[1] not in names:
            raise SettingsError(str(error)) from error
        raise _wrong(found[1], values[found[1]], _wanted(found[1])) from error
    for name, (is_usable, wanted) in _EACH_OF.items():
        for part in _listed(getattr(settings, name)):
            if not is_usable(part):
                raise _wrong(name, part, wanted)
    return settings


def _wrong(name: str, given: object, wanted: str) -> SettingsError:
    told = "that" if name in ("secret", "database", "metrics_token") else repr(given)
    return SettingsError(f"--{name.replace('_', '-')} ({variable_of(name)}) can't be {told}: {wanted} is wanted.")


def _wanted(name: str) -> str:
    """The values that a setting may have, in words."""
    kind, *notes = get_args(get_type_hints(ServerSettings, include_extras=True)[name])
    if get_origin(kind) is Literal:
        *most, last = get_args(kind)
        return f"{', '.join(most)} or {last}"
    if kind is bool:
        return "true or false"
    if kind is str:
        long = dict.fromkeys(("secret", "metrics_token"), "16 characters or more")
        return {"database": "an address that begins with postgresql://", **long}.get(name, "some text")
    lowest = next((f" from {limit}" for note in notes for limit in (note.ge,) if limit is not None), "")
    highest = next((f" to {limit}" for note in notes for limit in (note.le,) if limit is not None), "")
    above = " above 0" if any(note.gt is not None for note in notes) else ""
    return f"a {'whole ' if kind is int else ''}number{lowest}{highest}{above}"


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _is_origin(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    host = f"{parts.scheme}://{parts.netloc}"
    return parts.scheme in ("http", "https") and bool(parts.hostname) and text == host and port != 0


def _is_ancestor(text: str) -> bool:
    return text == "*" or (_is_origin(text.replace("://*.", "://", 1)) and not re.search(r"[\s;,']", text))


_EACH_OF: Final[Mapping[str, tuple[Callable[[str], bool], str]]] = {
    "trusted_proxies": (_is_address, "the address of each proxy, no network and no name,"),
    "hosts": (is_name, "a name such as play.example, without a port, or *"),
    "origins": (_is_origin, "an origin such as https://play.example"),
    "frame_ancestors": (_is_ancestor, "a site such as https://blog.example or https://*.example, or *"),
}


def _listed(text: str) -> frozenset[str]:
    return frozenset(part.strip() for part in text.split(",") if part.strip())
