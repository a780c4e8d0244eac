"""Tests that are run once, where bots think quickest: in the compiled wheel (tests/packaging), if one can be made."""

import shutil

import pytest

from tablee.bots import tree

IS_COMPILED = not tree.__file__.endswith(".py")


def has_compiler() -> bool:
    """Whether the wheel is compiled here."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang"))


once_compiled = pytest.mark.skipif(has_compiler() and not IS_COMPILED, reason="run in the compiled wheel")
