"""Games as machines learn them: actions by number, sights as tensors, chance as outcomes.

    Environment   one game, in steps that can be cloned, undone and written down
    vector        many games at once, on the compiled search forms
    pettingzoo, gymnasium, openspiel   the same for those who have their own loops

It needs `tablee[rl]`. Nothing else of the package imports it.
"""

try:
    import numpy as _numpy  # noqa: F401 - imported here, so that its absence gets a clear message
except ImportError as error:
    raise ImportError("tablee.rl needs numpy: install 'tablee[rl]'") from error

from tablee.rl.environment import CHANCE, Environment, IllegalActionError, utilities
from tablee.rl.index import ActionIndex, ActionIndexError, index_of
from tablee.rl.limits import Limits, limits_of
from tablee.rl.tensors import Tensors, tensors_of

__all__ = [
    "CHANCE",
    "ActionIndex",
    "ActionIndexError",
    "Environment",
    "IllegalActionError",
    "Limits",
    "Tensors",
    "index_of",
    "limits_of",
    "tensors_of",
    "utilities",
]
