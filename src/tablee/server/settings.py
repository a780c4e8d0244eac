"""All settings of a server, each by an option of `tablee serve` or by an environment variable `TABLEE_…`."""

import os
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta, Struct


class SettingsError(ValueError):
    """A setting can't be used; the sentence says which and why."""


def _says(text: str, **limits: Any) -> Meta:
    return Meta(description=text, **limits)


class ServerSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Every setting, with its default."""

    host: Annotated[str, _says("the address to listen on")] = "127.0.0.1"
    port: Annotated[int, _says("the port to listen on; 0 for any free one", ge=0, le=65535)] = 8000
    data: Annotated[str, _says("the folder for the database and the server's own secret")] = "tablee-data"
    database: Annotated[
        str,
        _says(
            "postgresql://… for several processes; empty for SQLite in the data folder",
            pattern=r"^(postgres(ql)?://.*)?$",
        ),
    ] = ""
    secret: Annotated[
        str, _says("signs sessions, the same for all processes; empty: made once, in the data folder")
    ] = ""
    origins: Annotated[str, _says("further origins that may use this server, separated by commas")] = ""
    trusted_proxies: Annotated[
        str, _says("addresses of proxies whose X-Forwarded-For and -Proto are believed, separated by commas")
    ] = ""
    secure_cookies: Annotated[bool, _says("send the session cookie over https only")] = False
    require_account: Annotated[bool, _says("only people with an account can create or join rooms")] = False
    games: Annotated[str, _says("files of games that are not installed, separated by commas")] = ""
    bot_workers: Annotated[
        int, _says("processes in which bots think, at most one fewer than cores; 0: no bots", ge=0, le=64)
    ] = 1
    skips: Annotated[int, _says("so many skips in a row by the clock eliminate a seat", ge=1)] = 2
    websocket: Annotated[Literal["picows", "websockets"], _says("which WebSocket implementation serves")] = "picows"
    message_bytes: Annotated[int, _says("the largest message taken from a client", ge=1024)] = 16 * 1024
    messages_per_second: Annotated[float, _says("messages a second that one person may send for long", gt=0)] = 20.0
    message_burst: Annotated[int, _says("messages that one person may send at once", ge=1)] = 60
    requests_per_minute: Annotated[int, _says("HTTP requests a minute from one address", ge=1)] = 600
    sessions_per_hour: Annotated[int, _says("new guests an hour from one address", ge=1)] = 200
    connections_per_address: Annotated[int, _says("WebSocket connections from one address", ge=1)] = 200
    connections_per_person: Annotated[int, _says("WebSocket connections of one person", ge=1)] = 10
    waiting_rooms: Annotated[int, _says("waiting rooms that one person may have open", ge=1)] = 5
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _says("how much is logged")] = "info"
    log_format: Annotated[Literal["json", "console"], _says("how it is logged")] = "json"
    any_clock: Annotated[bool, _says("allow clocks of any length, for tests")] = False

    @property
    def allowed_origins(self) -> frozenset[str]:
        """The further origins."""
        return _listed(self.origins)

    @property
    def game_files(self) -> frozenset[str]:
        """The games that are not installed."""
        return _listed(self.games)

    @property
    def proxies(self) -> frozenset[str]:
        """The trusted proxies."""
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
    """The environment variable of a setting."""
    return f"TABLEE_{name.upper()}"


def load_settings(given: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> ServerSettings:
    """Options that were given, else environment variables, else defaults."""
    names = ServerSettings.__struct_fields__
    values: dict[str, object] = {
        name: environment[variable_of(name)] for name in names if variable_of(name) in environment
    }
    values |= {name: value for name, value in given.items() if value is not None}
    try:
        return msgspec.convert(values, ServerSettings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(str(error)) from error


def _listed(text: str) -> frozenset[str]:
    return frozenset(part.strip() for part in text.split(",") if part.strip())
