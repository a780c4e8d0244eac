"""A table without a WebSocket: sit down, add a bot, start, act and watch, all by requests."""

import threading
import time
from pathlib import Path
from typing import Any

from tablee.server.times import Times
from tests.patience import at_leisure
from tests.server.by_requests import Player, own_turn
from tests.server.serving import Hurry, ServerProcess, ask


def test_a_game_against_a_bot_is_played_to_its_end_by_requests_alone(server: ServerProcess) -> None:
    ada = Player(server, "Ada")
    id_ = ada.open(policy="host")
    room = ada.at(id_, "seat", {})
    assert [seat["is_connected"] for seat in room["seats"]] == [True]
    assert ada.refused(id_, "bots", {"level": "godlike"}) == "bad_options"
    assert len(ada.at(id_, "bots", {"level": "easy"})["seats"]) == 2
    room = ada.at(id_, "start")
    assert room["status"] == "playing"
    version, deadline = room["version"], time.monotonic() + at_leisure(60)
    while room["status"] == "playing":
        assert time.monotonic() < deadline
        turn = own_turn(room)
        if turn:
            room = ada.at(id_, "actions", turn)
        else:
            watched = ada.ask("GET", f"/api/rooms/{id_}?since={version}&wait=20").json
            room = watched["room"]
            assert watched["missed"] or room["version"] == version
        version = room["version"]
    assert room["play"]["outcome"]["reason"]


def test_people_who_play_by_requests_see_only_what_is_theirs(server: ServerProcess) -> None:
    ada, bob = Player(server, "Ada"), Player(server, "Bob")
    id_ = ada.open("kitty")
    ada.at(id_, "seat", {})
    assert bob.refused(id_, "ready", {"ready": True}) == "not_in_room"
    bob.at(id_, "seat", {})
    ada.at(id_, "ready", {})
    room = bob.at(id_, "ready", {"ready": True})
    assert (room["status"], room["you"]) == ("playing", [1])
    views = [player.ask("GET", f"/api/rooms/{id_}").json["room"]["play"]["seen"][0]["view"] for player in (ada, bob)]
    assert "?" in views[0]["hearts"][1]
    assert "?" not in views[0]["hearts"][0]
    assert "?" in views[1]["hearts"][0]
    assert "?" not in views[1]["hearts"][1]
    watched = ask(server, "GET", f"/api/rooms/{id_}").json["room"]
    assert watched["you"] == []
    assert "?" in watched["play"]["seen"][0]["view"]["hearts"][0]
    mover = (ada, bob)[room["play"]["starter"]]
    turn = own_turn(mover.ask("GET", f"/api/rooms/{id_}").json["room"])
    other = (bob, ada)[room["play"]["starter"]]
    assert other.refused(id_, "actions", turn) == "not_your_turn"
    assert mover.refused(id_, "actions", {**turn, "turn": 99}) == "stale"
    done = mover.at(id_, "actions", {**turn, "id": "once"})
    assert mover.at(id_, "actions", {**turn, "id": "once"})["version"] == done["version"], "a repeat is done once"
    assert mover.refused(id_, "actions", {**turn, "action": {"type": "fly"}}) in ("illegal_action", "bad_message")
    assert mover.ask("DELETE", f"/api/rooms/{id_}/seat").status == 200
    assert other.ask("GET", f"/api/rooms/{id_}").json["room"]["status"] == "finished"


def test_a_private_room_is_watched_by_nobody_and_opens_to_its_code(server: ServerProcess) -> None:
    ada, bob = Player(server, "Ada"), Player(server, "Bob")
    id_ = ada.open(access="xyzzy")
    ada.at(id_, "seat", {})
    assert ask(server, "GET", f"/api/rooms/{id_}").status == 403
    assert bob.refused(id_, "seat", {}) == "wrong_code"
    assert bob.at(id_, "seat", {"access": "xyzzy"})["status"] == "playing"
    assert ask(server, "GET", "/api/rooms/nosuchroomatallhere").status == 404
    assert ask(server, "POST", f"/api/rooms/{id_}/seat", {}).status == 401


def test_one_who_waits_is_answered_when_something_happens(server: ServerProcess) -> None:
    ada, bob = Player(server, "Ada"), Player(server, "Bob")
    id_ = ada.open()
    version = ada.at(id_, "seat", {})["version"]
    told: list[Any] = []
    watching = threading.Thread(
        target=lambda: told.append(ask(server, "GET", f"/api/rooms/{id_}?since={version}&wait=30").json)
    )
    watching.start()
    bob.at(id_, "seat", {})
    watching.join(20)
    assert told[0]["room"]["version"] > version
    assert ask(server, "GET", f"/api/rooms/{id_}?wait=31").status == 400


def test_a_seat_without_requests_is_away_after_a_while(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    server.hurry = Hurry(times=Times(attended_for=0.3))
    with server:
        ada, bob = Player(server, "Ada"), Player(server, "Bob")
        id_ = ada.open()
        ada.at(id_, "seat", {})
        bob.at(id_, "seat", {})
        deadline = time.monotonic() + at_leisure(20)
        while any(seat["is_connected"] for seat in ask(server, "GET", f"/api/rooms/{id_}").json["room"]["seats"]):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        seats = ada.ask("GET", f"/api/rooms/{id_}").json["room"]["seats"]
        assert [seat["is_connected"] for seat in seats] == [True, False], "back with the next request"
