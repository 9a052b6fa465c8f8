"""Learners: searches in a separate process, so that Blender never blocks.

A learner writes messages as the worker does: {"note": sentence} and {"progress": fraction} while it
runs, then {"done": path} or {"error": sentence}.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TextIO

from ..base.files import read_json
from ..bodies.character import Character
from ..catalogue.planar import load_planar_style, save_controller
from ..jobs.messages import own_channel, report_failure, send, send_progress, stop_when_abandoned
from ..rollout.wording import LOADING
from ..search.run import Progress

if TYPE_CHECKING:
    from ..jobs.run_progress import RunProgress

LEARNING = "Learning, try {trials}: {best:.0f} cm from the keyframes, for {level:g} s"
IMPROVING = "Improving, try {trials}: the best {does} for {level:.0f} s, costing {best:.2f}"
REPORT_INTERVAL = 0.2  # [s] between two messages of progress
FIRST_TRY = "Running the clip as it is"
VALIDATED = 60.0  # [s] that the learned controller must walk
MINUTE = 60.0  # [s]


def run_learner(style_path: str, controller_path: str) -> int:
    """Learn the style's walk into the controller's file; returns the exit status."""
    return _in_channel(partial(_learn_walk, style_path=style_path, controller_path=controller_path))


def run_improver(task_path: str, reference_path: str) -> int:
    """Improve a run, saving every improvement in the reference's file; returns the exit status."""
    return _in_channel(partial(_improve_run, task_path=task_path, reference_path=reference_path))


def _in_channel(learn: Callable[[TextIO, RunProgress], str]) -> int:
    """Run a learner that returns the path of its result, and report its end."""
    channel = own_channel()
    stop_when_abandoned()
    try:
        from ..jobs.run_progress import RunProgress

        progress = RunProgress(partial(send_progress, channel))
        progress.begin(LOADING)
        send(channel, done=learn(channel, progress))
        return 0
    except Exception as error:  # any error becomes one sentence for the artist
        return report_failure(channel, "Learning failed", error)


def _learn_walk(
    channel: TextIO, loading: RunProgress, style_path: str, controller_path: str
) -> str:
    from . import learn_walk as learning

    style = load_planar_style(style_path)
    recipe = learning.usual_recipe(style)
    most = learning.most_trials(recipe)

    def report(progress: Progress) -> tuple[str, float]:
        best = 100.0 * progress.best.cost
        note = LEARNING.format(trials=progress.trials, best=best, level=progress.level)
        return note, progress.trials / most

    reporter = _Reporter(channel, loading, report)
    controller = learning.learn_walk(learning.begin(style, ""), recipe, progress=reporter)
    send(channel, note="Checking that it walks")
    outcome = learning.validate(controller, recipe.terrains[0], VALIDATED)
    learning.check_learned(outcome)
    controller["command"] = "learned of the Action of a rig"
    save_controller(controller, controller_path)
    return controller_path


def _improve_run(
    channel: TextIO, loading: RunProgress, task_path: str, reference_path: str
) -> str:
    from ..motion.reference import load_reference, save_reference
    from . import learn_run as learning
    from .run_trials import FAILED

    asked = read_json(task_path, "run to improve")
    reference = load_reference(asked["reference"])
    task = learning.make_task(reference, Character.from_data(asked["character"]), asked["speed"])
    began = time.monotonic()

    loading.begin(FIRST_TRY)

    def report(progress: Progress) -> tuple[str, float]:
        best = progress.best.cost
        does = "fails" if best >= FAILED else "runs"
        note = IMPROVING.format(
            trials=progress.trials, does=does, level=progress.level, best=best
        )  # fmt: skip
        return note, (time.monotonic() - began) / (MINUTE * asked["minutes"])

    def keep(improvement: Any) -> None:
        save_reference(improvement.reference, reference_path)

    learning.improve(
        task, reference, keep, asked["minutes"], asked["workers"],
        learning.search_file(task, reference_path), _Reporter(channel, loading, report),
    )  # fmt: skip
    return reference_path


class _Reporter:
    """Reports the progress of a search: `report` is called with a sentence and a share."""

    def __init__(
        self,
        channel: TextIO,
        loading: RunProgress,
        report: Callable[[Progress], tuple[str, float]],
    ) -> None:
        self._channel, self._loading, self._tell = channel, loading, report
        self._sent_at = 0.0

    def __call__(self, progress: Progress) -> bool:
        self._loading.end()
        now = time.monotonic()
        if now - self._sent_at >= REPORT_INTERVAL:
            self._sent_at = now
            note, share = self._tell(progress)
            send(self._channel, note=note, progress=round(min(share, 1.0), 4))
        return True
