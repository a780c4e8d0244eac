"""How long a test waits, or what it takes for quick, on a machine that others use too."""

import os
from pathlib import Path


def at_leisure(seconds: float) -> float:
    """Stretch a time that holds on an idle machine by what each processor has to do now beside."""
    return seconds * max(1.0, _busy() / (os.cpu_count() or 1))


def _busy() -> float:
    """How many programs want a processor: in the last minute, or at this moment if they are more."""
    status = Path("/proc/loadavg")
    running = int(status.read_text(encoding="ascii").split()[3].partition("/")[0]) if status.exists() else 0
    return max(os.getloadavg()[0], running)
