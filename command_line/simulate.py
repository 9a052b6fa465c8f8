"""`footfall simulate`: a shot in, a take out, without Blender."""

from __future__ import annotations

import sys
from argparse import Namespace

from ..shot import Shot
from .outputs import check_writable
from .run import run_shot


def run(arguments: Namespace) -> int:
    shot = Shot.load(arguments.shot)
    check_writable(arguments.out, "take")
    run_shot(shot).save(arguments.out)
    print(f"Saved {arguments.out}.", file=sys.stderr)
    return 0
