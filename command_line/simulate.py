"""`footfall simulate`: makes takes from shots in parallel, without Blender."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ..base.errors import InvalidInput
from ..rollout.wording import SIMULATING
from ..shots.feasibility import ready_to_run
from ..shots.found_plans import with_plans
from ..shots.shot import Shot
from ..shots.take import Take, whole_take
from .outputs import check_writable, say
from .parameters import whole
from .run import ProgressLine, run_shot, say_what_is_unfinished, say_who_fell
from .scheduler import add_unencrypted, scheduler_of


def add_options(parser: ArgumentParser) -> None:
    parser.description = "Simulate shots that were saved with Shot.save; needs no Blender."
    parser.add_argument("shots", metavar="SHOT.json", nargs="+")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--out", metavar="TAKE.npz", help="the take")
    where.add_argument("--out-dir", metavar="FOLDER", help="for many: each under its shot's name")
    save_shot = "also write the one shot with the plans that a search found"
    parser.add_argument("--save-shot", metavar="SHOT.json", help=save_shot)
    add_workers(parser.add_argument_group("where it is simulated"))


def add_workers(many: Any) -> None:
    """Add the options on workers and clusters to a parser's group."""
    many.add_argument(
        "--workers", type=whole, default=2, metavar="N",
        help="processes side by side, also for the search of a single shot; 2 if none",
    )  # fmt: skip
    many.add_argument(
        "--scheduler", metavar="ADDRESS",
        help="simulate on the dask.distributed cluster there, as in tls://farm:8786",
    )  # fmt: skip
    add_unencrypted(many)
    many.add_argument(
        "--cache", metavar="FOLDER", help="keep takes there, and simulate no shot a second time"
    )


def run(arguments: Namespace) -> int:
    outs = _outs(arguments)
    shots = [ready_to_run(Shot.load(path)) for path in arguments.shots]
    for shot, out, take in zip(shots, outs, _takes(arguments, shots), strict=True):
        take.save(out)
        say(f"Saved {out}.")
        if arguments.save_shot is not None:
            with_plans(shot, take).save(arguments.save_shot)
            say(f"Saved {arguments.save_shot}.")
        whole_take(take)
    return 0


def _outs(arguments: Namespace) -> list[str]:
    """The files to write; raises InvalidInput where two shots would write one file."""
    check_writable(arguments.save_shot, "shot", ".json")
    if arguments.save_shot is not None and len(arguments.shots) > 1:
        raise InvalidInput(f"--save-shot is for one shot, got {len(arguments.shots)}.")
    if arguments.out is not None:
        if len(arguments.shots) > 1:
            raise InvalidInput(
                f"--out is for one shot, got {len(arguments.shots)}: "
                "use --out-dir FOLDER instead."
            )
        outs = [arguments.out]
    else:
        folder = Path(arguments.out_dir)
        outs = [str(folder / f"{Path(shot).stem}.npz") for shot in arguments.shots]
    for out in outs:
        check_writable(out, "take")
        if outs.count(out) > 1:
            raise InvalidInput(f"Two of the shots would both be written to {out!r}: rename one.")
    return outs


def _takes(arguments: Namespace, shots: Sequence[Shot]) -> Iterator[Take]:
    if len(shots) == 1 and arguments.scheduler is None and arguments.cache is None:
        yield run_shot(shots[0], arguments.workers)
        return
    # Imported here: commands that do not simulate do not need it.
    from ..jobs.batch import simulate_many

    with ProgressLine(SIMULATING, sys.stderr) as progress:
        takes = simulate_many(
            shots, arguments.workers, scheduler_of(arguments), arguments.cache, progress
        )
        for path, take in zip(arguments.shots, takes, strict=True):
            say_who_fell(take, f"{path}: ")
            say_what_is_unfinished(take, f"{path}: ")
            yield take
