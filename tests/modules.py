"""What a test loads under a name that others use too: afterwards the modules are what they were."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

EXAMPLES = tuple(path.parent.name for path in Path(__file__).parents[1].glob("examples/*/[a-z]*.py"))
"""Folders in which tests find a module of the same name; a command that is given the file takes it for the module."""


@contextmanager
def modules_kept(names: Sequence[str] = (), shelf: dict[str, ModuleType] | None = None) -> Iterator[None]:
    """Put all modules back that are loaded anew meanwhile. Those named come from the shelf, and go there again."""
    before, shelf = dict(sys.modules), {} if shelf is None else shelf
    for name in names:
        sys.modules.pop(name, None)
    sys.modules.update(shelf)
    try:
        yield
    finally:
        shelf.update({name: sys.modules.pop(name) for name in names if name in sys.modules})
        again = {name for name, module in before.items() if sys.modules.get(name) is not module}
        packages = {name.rpartition(".")[0] for name in again} - {""}
        # What was first loaded beside a module that was loaded anew holds on to the wrong one.
        for name in [name for name in sys.modules if name not in before and name.rpartition(".")[0] in packages]:
            del sys.modules[name]
        for name in again:
            sys.modules[name] = before[name]
            parent, _, last = name.rpartition(".")
            if parent in before:
                setattr(before[parent], last, before[name])
