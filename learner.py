"""The learner: searches for a controller in a process of its own, so that Blender never waits.

It talks as the worker does: {"note": sentence} and {"progress": fraction} while it runs, then
{"done": path} or {"error": sentence}.
"""

from __future__ import annotations

import time
from typing import TextIO

from .catalogue.planar import load_planar_style, save_controller
from .search.run import Progress
from .worker import REPORT_INTERVAL, own_channel, send, stop_when_abandoned, tell_failure

LEARNING = "Learning, try {trials}: {best:.0f} cm from the keyframes, for {level:g} s"
VALIDATED = 60.0  # [s] that what was learned has to walk


def run_learner(style_path: str, controller_path: str) -> int:
    """Learn the style's walk into the controller's file; return the exit status."""
    channel = own_channel()
    stop_when_abandoned()
    try:
        send(channel, note="Loading the simulation")
        from .learning import learn_walk as learning

        style = load_planar_style(style_path)
        recipe = learning.usual_recipe(style)
        reporter = _Reporter(channel, learning.most_trials(recipe))
        controller = learning.learn_walk(learning.begin(style, ""), recipe, progress=reporter)
        send(channel, note="Checking that it walks")
        outcome = learning.validate(controller, recipe.terrains[0], VALIDATED)
        learning.check_learned(outcome)
        controller["command"] = "learned of the Action of a rig"
        save_controller(controller, controller_path)
        send(channel, done=controller_path)
        return 0
    except Exception as error:  # whatever it is, the artist gets a sentence
        return tell_failure(channel, "Learning failed", error)


class _Reporter:
    """Tells how far the search is, now and then."""

    def __init__(self, channel: TextIO, most: int) -> None:
        self._channel, self._most = channel, most
        self._sent_at = 0.0

    def __call__(self, progress: Progress) -> bool:
        now = time.monotonic()
        if now - self._sent_at >= REPORT_INTERVAL:
            self._sent_at = now
            best = 100.0 * progress.best.cost
            note = LEARNING.format(trials=progress.trials, best=best, level=progress.level)
            share = min(progress.trials / self._most, 1.0)
            send(self._channel, note=note, progress=round(share, 4))
        return True
