"""What the Dockerfile says of the image that runs: read from the file, so that the tests do what it does."""

import json
import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

from tests.packaging.building import ROOT


@dataclass
class Stage:
    """One image of a Dockerfile, with what counts when it runs."""

    base: str
    copied: list[str] = field(default_factory=list)
    """What it takes from the build's context."""
    environment: dict[str, str] = field(default_factory=dict)
    user: str = "root"
    volumes: list[str] = field(default_factory=list)
    ports: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    command: list[str] = field(default_factory=list)
    """ENTRYPOINT and CMD."""


def stages(file: Path = ROOT / "Dockerfile") -> list[Stage]:
    """Its stages, in order; only commands in the form of JSON are taken, which no shell stands before."""
    text = re.sub(r"^\s*#.*\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found: list[Stage] = []
    for line in text.replace("\\\n", " ").splitlines():
        instruction, _, rest = line.strip().partition(" ")
        match instruction:
            case "FROM":
                found.append(Stage(rest.split()[0]))
            case "COPY" if not rest.startswith("--from"):
                found[-1].copied += rest.split()[:-1]
            case "ENV":
                found[-1].environment |= dict(part.split("=", 1) for part in shlex.split(rest))
            case "USER":
                found[-1].user = rest
            case "VOLUME":
                found[-1].volumes += rest.split()
            case "EXPOSE":
                found[-1].ports += rest.split()
            case "HEALTHCHECK":
                found[-1].health = json.loads(rest.partition("CMD")[2])
            case "ENTRYPOINT" | "CMD":
                found[-1].command += json.loads(rest)
    return found
