"""Compiled code is kept on disk, and what several processes keep there goes well together."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys

import numpy as np

from footfall import Character
from footfall.simulation.body import make_body, make_motion, move
from footfall.simulation.compiled import compiled


@compiled
def settle(bodies, root, positions, velocities, motions):
    move(bodies, root, positions, velocities, motions)


LAWS = {"move": move, "settle": settle}
BODIES = {"human": Character.humanoid, "dog": Character.quadruped}
for law, name in zip(sys.argv[1::2], sys.argv[2::2]):
    body, record = make_body(BODIES[name]())
    motion, motion_record = make_motion(len(body.mass))
    root, rates = np.array([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0.0]), np.zeros(200)
    LAWS[law](record, root, np.full(200, 0.5), rates, motion_record)
    print(motion.com.tolist())
"""


def test_what_processes_compiled_for_different_bodies_is_not_mixed_up(tmp_path: Path) -> None:
    script = tmp_path / "laws.py"
    script.write_text(SCRIPT)
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "compiled")}

    def told(*calls: str) -> list[str]:
        """What laws come to for bodies, in a process of its own."""
        run = subprocess.run(
            [sys.executable, str(script), *calls],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return run.stdout.splitlines()

    human, dog = told("move", "human"), told("move", "dog")
    assert told("settle", "human") == human
    assert told("move", "dog", "settle", "human") == dog + human
