"""What may follow a clip of running."""

from __future__ import annotations

RUNNER = "runner"  # the law that ships; the clip tells posture, contacts and times
PROGRAM = "program"  # the planner's poses by the whole-body program
PAPER = "paper"  # the planner's poses by the paper's own law
TRACKINGS = (RUNNER, PROGRAM, PAPER)
