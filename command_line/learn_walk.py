"""`footfall learn-walk`: learns a controller from the keyframes of a planar walk."""

from __future__ import annotations

import argparse
import sys
import time
from argparse import Namespace
from pathlib import Path
from typing import Any

from ..catalogue.planar import load_planar_style, save_controller
from ..simulation.silence_output import silence_output
from .outputs import check_writable
from .parameters import number, whole
from .progress_lines import ProgressLines
from .scheduler import add_unencrypted, scheduler_of

VALIDATED = 60.0  # [s]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Learn a controller that follows the keyframes of a planar style, for planar_walk."
    )
    parser.add_argument("style", metavar="STYLE.json", help="keyframes, or a shipped style's name")
    parser.add_argument("--out", metavar="CONTROLLER.json", required=True)
    start = "begin with this controller instead of the keyframes"
    parser.add_argument("--start", metavar="CONTROLLER.json", help=start)
    bumps = "also walk over bumps of this gradient"
    parser.add_argument("--bumps", type=number, default=0.0, metavar="X", help=bumps)
    terrains = "how many such grounds, 4 if none"
    parser.add_argument("--terrains", type=whole, default=4, metavar="N", help=terrains)
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="1 if none")
    parser.add_argument("--workers", type=whole, default=1, metavar="N", help="processes; 1")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a dask cluster that judges")
    add_unencrypted(parser)
    journal = "keep the search here, to go on after it was stopped"
    parser.add_argument("--journal", metavar="FILE", help=journal)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    check_writable(arguments.out, "controller", ".json")
    with silence_output():
        from ..catalogue.planar import load_controller
        from ..learning import learn_walk as learning
    style = load_planar_style(arguments.style)
    if arguments.start:
        first = {**load_controller(arguments.start), "style": style}
    else:
        first = learning.begin(style, "")
    recipe = learning.usual_recipe(style, arguments.seed)
    if arguments.bumps:
        recipe = learning.rough_recipe(arguments.bumps, arguments.terrains, arguments.seed)
    begun = time.process_time()
    controller = learning.learn_walk(
        first, recipe, arguments.workers, arguments.journal, ProgressLines(_sentence),
        scheduler_of(arguments),
    )
    spent = time.process_time() - begun
    controller["name"] = Path(arguments.out).stem
    controller["command"] = " ".join(["footfall", *sys.argv[1:]])
    outcome = learning.validate(controller, recipe.terrains[0], VALIDATED)
    learning.check_learned(outcome)
    save_controller(controller, arguments.out)
    print(
        f"Saved {arguments.out}: walks {outcome.lasted:.0f} s, {100 * outcome.error:.1f} cm from "
        f"the keyframes in the mean; {spent:.0f} s of CPU time in this process.",
        file=sys.stderr,
    )
    return 0


def _sentence(progress: Any) -> str:
    best = progress.best.cost
    return f"{progress.trials} tries, {progress.level:g} s: the best costs {best:.4f} m"
