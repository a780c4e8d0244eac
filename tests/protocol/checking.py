"""Checks data against the schema, and more closely than a client should: what the schema does not name is a mistake."""

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from tablee.protocol.schema import Json, schema


@cache
def whole_schema() -> Json:
    return schema()


def problems(data: Any, name: str) -> list[str]:
    """What is wrong with the data as a definition of that name; nothing if all is well."""
    return [f"{error.instance_path}: {error.message}" for error in _validator(name).iter_errors(data)]


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": _closed()})


@cache
def _closed() -> dict[str, Json]:
    return {
        name: {**definition, "additionalProperties": False} if "properties" in definition else definition
        for name, definition in whole_schema()["$defs"].items()
    }
