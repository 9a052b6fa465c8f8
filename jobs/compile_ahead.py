"""Compiles control laws before shots need them, in a separate process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TextIO

from ..base.errors import Cancelled
from ..compiling.samples import sample_shot
from .messages import own_channel, report_failure, send, send_progress, stop_when_abandoned

NICENESS = 10  # the artist's own work has priority
HANGING = "Loading; the first time it is compiled, which takes half a minute"


def run_compiler(laws: Sequence[str]) -> int:
    """Compile laws, each "kind law" as in `compile_samples`, in order, then what simulates hanging
    parts; return the exit status.

    Progress is reported in the messages of a worker.
    """
    channel = own_channel()
    stop_when_abandoned()
    if laws and hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        if laws:
            _compile_laws(laws, channel)
        send(channel, note=HANGING)
        from ..simulation.hanging.motion import compile_hanging

        compile_hanging()
        send(channel, done="")
        return 0
    except Exception as error:  # any error is reported as one sentence
        return report_failure(channel, "Compiling failed", error)


def _compile_laws(laws: Sequence[str], channel: TextIO) -> None:
    from ..compiling.forecast import the_forecast
    from ..rollout.simulate import simulate
    from .run_progress import RunProgress

    forecast, progress = the_forecast(), RunProgress(partial(send_progress, channel))

    def watch(fraction: float) -> bool:
        """Continue until all of the law is compiled."""
        progress(fraction)
        return not forecast.is_done

    for law in laws:
        shot = sample_shot(*law.split())
        progress.begin_shot(shot)
        if not forecast.is_done:
            with suppress(Cancelled):
                simulate(shot, progress=watch)
            forecast.settle()
    progress.end()
