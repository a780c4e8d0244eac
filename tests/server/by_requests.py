"""People and bot accounts that play without a WebSocket."""

from itertools import cycle
from typing import Any

from tests.server.serving import Answer, ServerProcess, ask, new_guest


def with_token(token: str) -> list[tuple[str, str]]:
    return [("authorization", f"Bearer {token}")]


def new_owner(server: ServerProcess, name: str) -> str:
    """The cookie of somebody with an account."""
    cookie = new_guest(server, name)
    account = {"username": name.lower(), "password": "correct horse battery"}
    made = ask(server, "POST", "/api/accounts", account, cookie=cookie)
    assert made.status == 200, made.body
    return made.cookie


def new_bot(server: ServerProcess, cookie: str, name: str = "Robby") -> Any:
    made = ask(server, "POST", "/api/bots", {"name": name}, cookie=cookie)
    assert made.status == 201, made.body
    return made.json


class Player:
    """Somebody who plays by requests, each at the next of the processes; a bot account with its token."""

    def __init__(self, server: ServerProcess, name: str, *others: ServerProcess, token: str = "") -> None:
        self._servers = cycle((server, *others))
        self._cookie = "" if token else new_guest(server, name)
        self._headers = with_token(token) if token else []

    def ask(self, method: str, path: str, body: Any = None) -> Answer:
        return ask(next(self._servers), method, path, body, cookie=self._cookie, headers=self._headers)

    def at(self, room: str, what: str, body: Any = None) -> Any:
        """Do something at a table; how it is then."""
        answer = self.ask("POST", f"/api/rooms/{room}/{what}", body)
        assert answer.status == 200, answer.body
        return answer.json["room"]

    def refused(self, room: str, what: str, body: Any = None) -> str:
        answer = self.ask("POST", f"/api/rooms/{room}/{what}", body)
        assert answer.status >= 400, answer.body
        code: str = answer.json["refusal"]["code"]
        return code

    def open(self, game: str = "gigogne", **settings: Any) -> str:
        made = self.ask("POST", "/api/rooms", {"game": game, "clock": 0, **settings})
        assert made.status == 201, made.body
        id_: str = made.json["id"]
        return id_


def own_turn(room: Any) -> Any:
    """What the player may do now, and in which turn; None when it is not theirs."""
    play = room["play"]
    seen = play["seen"][0] if play else None
    if seen is None or not seen["legal"]:
        return None
    return {"game": play["id"], "turn": seen["turn"], "action": seen["legal"][0]}
