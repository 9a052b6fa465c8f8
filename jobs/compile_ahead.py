"""Compiles control laws ahead of the shots that need them, in a process of its own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from ..base.errors import Cancelled
from ..compiling.samples import sample_shot
from .worker import own_channel, say, send, stop_when_abandoned, tell_failure

NICENESS = 10  # what the artist does goes first


def run_compiler(laws: Sequence[str]) -> int:
    """Compile laws, each "kind law" as in `compile_samples`, in order; return the exit status.

    It tells how far it is as the worker does.
    """
    channel = own_channel()
    stop_when_abandoned()
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        from ..compiling.forecast import the_forecast
        from ..rollout.simulate import simulate
        from .run_progress import RunProgress

        forecast, progress = the_forecast(), RunProgress(partial(say, channel))

        def watch(fraction: float) -> bool:
            """Until all of the law is compiled."""
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
        send(channel, done="")
        return 0
    except Exception as error:  # whatever it is, it is one sentence
        return tell_failure(channel, "Compiling failed", error)
