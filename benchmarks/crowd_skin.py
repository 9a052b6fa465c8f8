"""The skin of crowd members against that of the rig they were made after, vertex by vertex.

Each rig dances, or trots on four legs, baked onto the rig itself and as a member of a crowd:
../evaluation/skin_errors.py says what is compared.
"""

from __future__ import annotations

import math
from typing import Any

from ..bodies.kinds import QUADRUPED
from ..bodies.quadruped import DOG_HEIGHT
from ..evaluation.skin_errors import (
    CLOSE,
    DATA,
    FILES,
    RATE,
    VARIED,
    SkinErrors,
    compare,
    open_skinned,
)
from ..rollout.simulate import simulate
from ..shots.shot import Cue, Performer, Shot
from ..shots.take import Take
from .parts.table import Row
from .quadruped_rigs import SPEED

SECONDS = 4.0
METARIGS = ("human", "basic_human", "horse", "wolf", "cat", "basic_quadruped")


def measure() -> list[Row]:
    """All rows; takes some minutes."""
    rows = []
    for name in (*METARIGS, *FILES):
        if "." in name and not (DATA / name).is_file():
            rows.append(Row(f"{name}: not here", "", "", "skipped"))
            continue
        errors = errors_of(name)
        worst = max(errors.moving, errors.resting, errors.varied)
        rows.append(
            Row(f"{name}: moving, at rest, varied by {VARIED:g} [mm of 1.75 m]; torn edges", "", "",
                ", ".join(f"{1000 * e:.2f}" for e in (errors.moving, errors.resting, errors.varied))
                + f"; {errors.torn}", worst <= CLOSE and not errors.torn, bar="must: at most 10; 0")
        )  # fmt: skip
    return rows


def errors_of(name: str) -> SkinErrors:
    """Open or generate a rig, skin it where it has no mesh, and compare it with its members."""
    rig = open_skinned(name)
    return compare(rig, perform(rig))


def perform(rig: Any) -> Take:
    """A dance of a body on two legs, a trot of one on four."""
    pace = math.sqrt(rig.character.height / DOG_HEIGHT)
    on_four = rig.character.kind == QUADRUPED
    cue = Cue("trot", speed=SPEED * pace) if on_four else Cue("dance")
    performer = Performer(rig.character, [cue], position=rig.position, heading=rig.heading)
    return simulate(Shot([performer], duration=SECONDS, frame_rate=RATE))


