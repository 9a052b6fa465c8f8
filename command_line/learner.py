"""`footfall learner`: what Blender's panel starts to learn a walk."""

from __future__ import annotations

from argparse import Namespace

from ..learner import run_learner


def run(arguments: Namespace) -> int:
    return run_learner(arguments.style, arguments.out)
