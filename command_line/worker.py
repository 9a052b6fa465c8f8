"""`footfall worker`: the worker that Blender's panel starts."""

from __future__ import annotations

from argparse import Namespace

from ..jobs.worker import run_worker


def run(arguments: Namespace) -> int:
    return run_worker(arguments.shot, arguments.out, arguments.wait, arguments.workers)
