"""`footfall learner` and `footfall improver`: what Blender's panel starts to learn."""

from __future__ import annotations

from argparse import Namespace

from ..learning.learner import run_improver, run_learner


def run(arguments: Namespace) -> int:
    return run_learner(arguments.style, arguments.out)


def improve(arguments: Namespace) -> int:
    return run_improver(arguments.task, arguments.out)
