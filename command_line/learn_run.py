"""`footfall learn-run`: makes a reference motion from a clip of running, skipping or the like."""

from __future__ import annotations

import argparse
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..base.errors import InvalidInput
from ..simulation.silence_output import silence_output
from .blender import blender
from .outputs import check_writable, say
from .parameters import number, whole
from .progress_lines import ProgressLines


def add_options(parser: argparse.ArgumentParser, rig_help: str) -> None:
    parser.description = (
        "Find the cycle in a clip of running or skipping, make it obey physics, and save it as a "
        "reference motion. With minutes it is then improved until its own body runs it well."
    )
    parser.add_argument("clip", metavar="CLIP.bvh", help=rig_help)
    parser.add_argument("--out", metavar="CLIP.json", required=True)
    parser.add_argument("--armature", metavar="NAME", help="which one, where there are several")
    parser.add_argument("--action", metavar="NAME", help="which Action, where there are several")
    minutes = "of search for a better tuning; 0 if none. The same command continues the search"
    parser.add_argument("--minutes", type=number, default=0.0, metavar="X", help=minutes)
    parser.add_argument("--workers", type=whole, default=1, metavar="N", help="processes; 1")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    check_writable(arguments.out, "reference motion", ".json")
    if arguments.minutes < 0.0 or arguments.workers < 1:
        raise InvalidInput(
            "It takes 0 minutes or more and 1 worker or more, got "
            f"--minutes {arguments.minutes:g} --workers {arguments.workers}."
        )
    reference = _learned(arguments)
    if arguments.minutes > 0.0:
        _improve(reference, arguments)
    return 0


def _learned(arguments: Namespace) -> Any:
    """The clip's reference motion, saved so that it can be used at once."""
    with blender():
        from ..rigs.blender.files import open_clip
        from ..rigs.blender.motion import read_animation
        from ..rigs.blender.rig import read_rig
    from ..motion.clip import reference_of_motion
    from ..motion.pendulum_analysis import analyse
    from ..motion.physical_consistency import captured, make_consistent
    from ..motion.reference import save_reference

    with silence_output():
        rig = read_rig(open_clip(arguments.clip, arguments.armature, arguments.action))
        motion = read_animation(rig)
    name = Path(arguments.out).stem
    read = reference_of_motion(motion, rig.character, name)
    reference, change = make_consistent(read, captured(motion.rate))
    analysis = analyse(reference)
    if not _is_saved(reference, arguments.out):
        save_reference(reference, arguments.out)
    forward, lateral = (1000.0 * value for value in analysis.misfit)
    say(
        f"Saved {arguments.out}: {reference.period:.2f} s a cycle, {reference.speed:.2f} m/s. "
        f"{change} The pendulum's end is {forward:.0f} mm forwards and {lateral:.0f} mm sideways "
        "from the center of mass (RMS)."
    )
    return reference


def _is_saved(reference: Any, path: str) -> bool:
    """Whether the file already holds the motion, with the results of a search so far."""
    from ..motion.reference import load_reference, to_text
    from ..motion.tuning import UNTUNED

    if not Path(path).is_file():
        return False
    try:
        saved = load_reference(path)
    except InvalidInput:
        return False
    return to_text(replace(saved, tuning=UNTUNED)) == to_text(reference)


def _improve(reference: Any, arguments: Namespace) -> None:
    """Search, and save every improvement."""
    with silence_output():
        from ..learning import learn_run as learning
    from ..motion.reference import save_reference

    def keep(improvement: Any) -> None:
        save_reference(improvement.reference, arguments.out)

    task = learning.make_task(reference, reference.character, reference.speed)
    best = learning.improve(
        task, reference, keep, arguments.minutes, arguments.workers,
        learning.search_file(task, arguments.out), ProgressLines(_sentence),
    )  # fmt: skip
    lasting = learning.usual_durations(task, reference)[-1]
    found = learning.check(task, best.reference.tuning, lasting)
    say(
        f"Saved {arguments.out}: runs {lasting:.0f} s from {found.lasted} of {found.starts} starts "
        f"that the search has not seen, at {found.speed:.2f} m/s; costs {best.cost:.3f}."
    )


def _sentence(progress: Any) -> str:
    does = "fails" if progress.best.cost >= 1.0 else "runs"
    return (
        f"{progress.trials} tries, {progress.level:.1f} s: the best {does}, "
        f"costing {progress.best.cost:.3f}"
    )
