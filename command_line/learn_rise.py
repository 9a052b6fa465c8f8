"""`footfall learn-rise`: learns faster and related plans from a plan to rise in a plane."""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from ..catalogue.planar.rising import load_riser, nearest_plan, riser_of, save_riser
from ..simulation.silence_output import silence_output
from .outputs import check_writable, say
from .parameters import number, whole
from .progress_lines import ProgressLines

SECONDS = 600.0  # of process time
STEP, GROWTH = 1.0, 0.05  # of the slope [degrees] and of the trunk's size (Sections 6.2.2, 6.2.3)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = "Search for a faster way to get up, and for ways on slopes, for get_up."
    start = "a riser's file, or the name of one that is shipped"
    parser.add_argument("riser", metavar="RISER.json", help=start)
    parser.add_argument("--out", metavar="RISER.json", required=True)
    seconds = "of process time to search for a faster way; 600"
    parser.add_argument("--seconds", type=number, default=SECONDS, metavar="X", help=seconds)
    slopes = "also find ways on slopes from the lowest to the highest [degrees]"
    parser.add_argument("--slopes", type=number, nargs=2, metavar=("LOW", "HIGH"), help=slopes)
    torso = "also find ways for trunks up to this size, of the usual one"
    parser.add_argument("--torso", type=number, metavar="X", help=torso)
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="1 if none")
    journal = "keep the search here, to go on after it was stopped"
    parser.add_argument("--journal", metavar="FILE", help=journal)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    check_writable(arguments.out, "riser", ".json")
    is_file = Path(arguments.riser).exists()
    riser = load_riser(arguments.riser) if is_file else riser_of(arguments.riser)
    numbers = nearest_plan(riser, 0.0, 1.0)["numbers"]
    with silence_output():
        from ..learning import learn_rise as learning
    if arguments.seconds > 0.0:
        numbers, cost = learning.shorten_rise(
            numbers, arguments.seconds, arguments.seed, 0.0, arguments.journal,
            ProgressLines(_sentence),
        )
        say(f"The best plan and its neighbours cost {cost:.2f} s.")
    ways = [_way(0.0, 1.0, numbers)]
    for places in _journeys(arguments):
        found = learning.continue_over(numbers, places, arguments.seed, _report_place)
        ways += [_way(*place, way) for place, way in found]
    save_riser(
        {
            "name": Path(arguments.out).stem,
            "character": riser["character"],
            "command": " ".join(["footfall", *sys.argv[1:]]),
            "ways": sorted(ways, key=lambda way: (way["torso"], way["slope"])),
        },
        arguments.out,
    )
    say(f"Saved {arguments.out}: {len(ways)} plans.")
    return 0


def _way(slope: float, torso: float, numbers: Any) -> dict[str, Any]:
    return {"slope": slope, "torso": torso, "numbers": numbers}


def _journeys(arguments: Namespace) -> list[list[tuple[float, float]]]:
    """Slopes uphill, slopes downhill, and sizes, each in steps from the usual one."""
    low, high = arguments.slopes or (0.0, 0.0)
    largest = arguments.torso or 1.0
    return [
        [(STEP * i, 1.0) for i in range(1, int(high / STEP) + 1)],
        [(-STEP * i, 1.0) for i in range(1, int(-low / STEP) + 1)],
        [(0.0, 1.0 + GROWTH * i) for i in range(1, round((largest - 1.0) / GROWTH) + 1)],
    ]


def _report_place(place: tuple[float, float], share: float) -> None:
    slope, torso = place
    say(f"{slope:g} degrees, trunk {torso:.2f}: {100 * share:.0f} % of the neighbours stand.")


def _sentence(progress: Any) -> str:
    return f"{progress.trials} tries: the soonest costs {progress.best.cost:.2f} s"
