"""The command `tablee`, called in this process: what it prints is caught, and no interpreter has to start."""

import io
import sys
from subprocess import CompletedProcess
from types import ModuleType

import pytest

from tablee.cli import main
from tests.modules import EXAMPLES, modules_kept

_loaded: dict[str, ModuleType] = {}
"""The games of files that were given to a command, which it loads once."""


def tablee(*arguments: str, typed: str = "", lang: str = "C.UTF-8") -> "CompletedProcess[str]":
    """Run the command as a shell would, with what is typed as its input."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with pytest.MonkeyPatch.context() as patch, modules_kept(EXAMPLES, _loaded):
        patch.setenv("LC_ALL", lang)
        patch.setenv("COLUMNS", "120")
        patch.setattr(sys, "path", [*sys.path])  # games from files are added to it
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        try:
            code = main(arguments)
        except SystemExit as end:  # argparse's
            code = int(end.code or 0)
    return CompletedProcess(["tablee", *arguments], code, _said(out), _said(err))


def _said(stream: io.TextIOWrapper) -> str:
    data = stream.buffer
    assert isinstance(data, io.BytesIO)
    return data.getvalue().decode()
