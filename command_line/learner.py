"""`footfall learner` and `footfall improver`: the learners that Blender's panel starts."""

from __future__ import annotations

from argparse import Namespace

from ..learning.learner import run_improver, run_learner


def run(arguments: Namespace) -> int:
    return run_learner(arguments.style, arguments.out)


def improve(arguments: Namespace) -> int:
    return run_improver(arguments.task, arguments.out)
