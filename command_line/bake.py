"""`footfall bake`: keys simulated motion on rigs."""

from __future__ import annotations

import time
from argparse import Namespace
from dataclasses import asdict

from ..base.checks import check_number
from ..base.files import write_json
from ..catalogue import SKILLS
from ..shots.cue import LATEST
from ..shots.cue_checks import check_cue
from ..shots.resolving import check_style_names
from .bake_hanging import check_heavy
from .bake_report import Record
from .bake_rig import Order, bake_rig
from .bone_map import read_picks
from .clips import check_action, check_poses
from .jobs import Job, list_jobs
from .output_options import given_output
from .outputs import check_writable, say
from .parameters import push_cue
from .scene_objects import cue_of, routine_of
from .sentences import sentence_of


def run(arguments: Namespace) -> int:
    routine = routine_of(arguments)
    order = Order(
        cue=cue_of(arguments),
        routine=routine,
        pushes=[push_cue(text) for text in arguments.push],
        duration=arguments.duration,
        recover=arguments.recover or (routine is not None and routine.recover),
        output=given_output(arguments),
        picks=read_picks(arguments.pick),
    )
    _check(arguments, order)
    jobs = list_jobs(arguments)
    records, failures = [], []
    for job in jobs:
        record, failure = _attempt(job, arguments, order)
        records.append(asdict(record))
        if failure is not None:
            failures.append(failure)
            if len(jobs) > 1:
                say(f"footfall: {job.rig}: {record.error}")
    if arguments.json:
        write_json(arguments.json, "report", records)
    if failures and len(jobs) == 1:
        raise failures[0]
    return 1 if failures else 0


def _attempt(job: Job, arguments: Namespace, order: Order) -> tuple[Record, Exception | None]:
    """Bake one rig; an error of one rig must not prevent the others from being baked."""
    record, failure, began = Record(job.rig), None, time.monotonic()
    try:
        bake_rig(job, arguments, order, record)
    except Exception as error:
        record.error, failure = sentence_of(error), error
    record.seconds = round(time.monotonic() - began, 3)
    return record, failure


def _check(arguments: Namespace, order: Order) -> None:
    """Raise InvalidInput for errors that can be found before Blender is loaded."""
    check_cue(order.cue, among=SKILLS)
    check_action(arguments, order.cue)
    check_poses(order.cue)
    check_heavy(arguments)
    check_style_names(order.cue)
    for push in order.pushes:
        check_cue(push)
    if isinstance(order.duration, float):
        check_number("the duration", order.duration, "s", 0.0, LATEST, above=True)
    if arguments.mass is not None:
        check_number("the mass", arguments.mass, "kg", 0.0, 1e5, above=True)
    if arguments.frame_rate is not None:
        check_number("the frame rate", arguments.frame_rate, "1/s", 1.0, 1000.0)
    check_writable(arguments.preview, "preview", ".mp4")
    check_writable(arguments.sheet, "sheet", ".png")
    check_writable(arguments.take, "take", ".npz")
    check_writable(arguments.plans, "file of plans", ".json")
