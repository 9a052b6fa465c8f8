"""The control laws that may track a clip of running."""

from __future__ import annotations

RUNNER = "runner"  # shipped: the clip gives posture, contacts and times
PROGRAM = "program"  # planned poses, tracked by the whole-body program
PAPER = "paper"  # planned poses, tracked by the paper's own law
TRACKINGS = (RUNNER, PROGRAM, PAPER)
