"""A process of bots that thinks as soon as anybody else does, however much the machine has to do beside."""

import os
from unittest.mock import patch

from tablee.bots.best_so_far import BestSoFar
from tablee.bots.worker import begin_worker


def begin_eager_worker(best_so_far: BestSoFar) -> None:
    """Begin a worker, and keep its priority: at that of bots it may get no time at all beside others."""
    with patch.object(os, "nice"), patch.object(os, "sched_setscheduler", create=True):
        begin_worker(best_so_far)
