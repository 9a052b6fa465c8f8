"""Search a style's gait numbers and foot pitch for a walk as people's; save the style.

    .venv/bin/python tools/search_gait.py natural OUT.json --minutes 30 --workers 2

The cost is `evaluation/gait_cost.py`'s: over speeds, bodies and a push. OUT.journal keeps what was
tried: the same command goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import suppress
from pathlib import Path

import numpy as np

from footfall.base.errors import Cancelled
from footfall.catalogue.styles import load_style
from footfall.evaluation.gait_cost import GaitTask, count_numbers, make_gait_cost, style_of
from footfall.search import Pool, covariance_search, run
from footfall.search.run import Progress

MINUTE = 60.0  # [s]
POPULATION = 10  # trials of a generation


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("style")
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--spread", type=float, default=0.6, help="of the first tries, in steps")
    arguments = parser.parse_args()
    task = GaitTask(json.dumps(load_style(arguments.style)))
    ends = time.monotonic() + MINUTE * arguments.minutes
    start = np.zeros(count_numbers(task))
    search = covariance_search(
        start, np.full(len(start), arguments.spread), arguments.seed, generations=10**6,
        population=POPULATION,
    )  # fmt: skip

    def keep(progress: Progress) -> bool:
        text = json.dumps(style_of(task, progress.best.vector), indent=1)
        arguments.out.write_text(text + "\n", encoding="utf-8")
        print(f"{progress.trials} tries, cost {progress.best.cost:.3f}", flush=True)
        return time.monotonic() < ends

    with suppress(Cancelled), Pool(make_gait_cost, task, arguments.workers) as pool:
        run(search, pool, 10**9, arguments.out.with_suffix(".journal"), keep)
    return 0


if __name__ == "__main__":
    sys.exit(main())
