"""The description of the API at /schema/openapi.json: who may ask what, in words, and what can go wrong."""

from typing import Any

import jsonschema_rs
import pytest

from tests.server.serving import ServerProcess, ask

PERSON: dict[str, list[str]] = {"session": []}
BOT: dict[str, list[str]] = {"bot": []}


@pytest.fixture(scope="module")
def description(server: ServerProcess) -> Any:
    return ask(server, "GET", "/schema/openapi.json").json


def operations(description: Any) -> list[tuple[str, str, Any]]:
    return [
        (method.upper(), path, operation)
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api/")
    ]


def test_every_route_is_described_filed_under_a_subject_and_says_whom_it_is_for(description: Any) -> None:
    subjects = {tag["name"]: tag["description"] for tag in description["tags"]}
    assert set(description["components"]["securitySchemes"]) == {"session", "bot"}
    for method, path, operation in operations(description):
        assert operation["description"].strip(), (method, path)
        assert subjects[operation["tags"][0]]
        assert operation["security"] in ([{}, PERSON, BOT], [PERSON, BOT], [PERSON]), (method, path)


def test_a_route_that_needs_a_session_refuses_whoever_has_none_and_says_so(
    server: ServerProcess, description: Any
) -> None:
    for method, path, operation in operations(description):
        if {} in operation["security"]:
            assert "401" not in operation["responses"], (method, path)
            continue
        body = None if method in ("GET", "DELETE") else _least(description, operation)
        answer = ask(server, method, path.replace("{", "").replace("}", ""), body)
        assert (answer.status, answer.code) == (401, "not_signed_in"), (method, path, answer.body)
        assert "401" in operation["responses"]


def test_each_route_tells_its_own_errors_and_no_others(description: Any) -> None:
    told = {(method, path): set(operation["responses"]) for method, path, operation in operations(description)}
    everywhere = {"403", "421", "429", "503"}
    assert told["GET", "/api/games"] == {"200", "304", *everywhere}
    assert told["GET", "/api/bots"] == {"200", "401", *everywhere}
    assert told["POST", "/api/rooms/{room}/actions"] == {"200", "400", "401", "404", "409", "413", *everywhere}
    assert "409" not in told["POST", "/api/session"]


BODIES: dict[str, Any] = {
    "RoomGiven": {"game": "noe", "bots": ["easy", "hard"], "local": [{"name": "Ada", "colour": "blue"}]},
    "ProgressGiven": {"lessons": [{"game": "noe", "lesson": "attack", "path": [0, 2], "is_learnt": False}]},
}


@pytest.mark.parametrize("name", BODIES)
def test_a_list_is_described_as_what_is_taken(description: Any, name: str) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": description["components"]}
    described, body = jsonschema_rs.validator_for(schema), BODIES[name]
    assert described.is_valid(body)
    for field, values in body.items():
        if isinstance(values, list):
            assert not described.is_valid({**body, field: [[]]})


def _least(description: Any, operation: Any) -> Any:
    """A body that fits: what is required of it, and nothing else."""
    if "requestBody" not in operation:
        return None
    reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    schema = description["components"]["schemas"][reference.rpartition("/")[2]]
    usual: dict[str | None, Any] = {"string": "abcdefgh1", "integer": 1, "boolean": True, "number": 1.0, "array": []}
    return {
        name: usual.get(schema["properties"][name].get("type"), {"type": "x"}) for name in schema.get("required", ())
    }
