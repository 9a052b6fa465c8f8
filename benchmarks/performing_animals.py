"""Four-legged rigs of others perform their own clips: a fox's walk, a horse's, a dog's canter.

They are in ../shared/data beside the checkout; without them there are no rows. The first two walk
on the spot. The canter is told by joints alone, so that its rig has no mesh.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import NamedTuple

from ..bodies.character import Character
from ..evaluation.cases import run_cases
from ..evaluation.dog_clips import write_dog_clip
from .parts.performed import Performed, is_held, perform, rig_and_clip, told
from .parts.table import Row

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
DOG = "deepmimic_dog3d_canter.txt"


class Clip(NamedTuple):
    """A file, the Action in it, and how often its cycle is performed."""

    file: str
    action: str | None
    cycles: int


CLIPS = (Clip("Fox.glb", "Walk", 3), Clip(DOG, None, 2),
         Clip("quaternius_Farm_Horse.fbx", "Armature|Armature|WalkSlow", 1))  # fmt: skip
SEEDS = (1, 2)


def measure() -> list[Row]:
    """A row for all runs, and one for each."""
    if not DATA.is_dir():
        return []
    runs = [(clip, seed) for clip in CLIPS for seed in SEEDS]
    outcomes = run_cases(_perform, runs)
    held = [is_held(outcome) for outcome in outcomes]
    return [
        Row("animals' clips held", "", "", f"{sum(held)} of {len(held)}", all(held),
            f"must: {len(held)}"),
        *(
            Row(f"{clip.file}, seed {seed}: parts over the center of mass, joints RMS, drift at "
                "the end", "", "",
                told(outcome) + f"; {outcome.cost:.0f} s of a core per second", None, "")
            for (clip, seed), outcome in zip(runs, outcomes, strict=True)
        ),
    ]  # fmt: skip


def _perform(run: tuple[Clip, int]) -> Performed:
    clip, seed = run
    body, text = _body_and_clip(clip)
    return perform(body, text, seed)


def _body_and_clip(clip: Clip) -> tuple[Character, str]:
    path = DATA / clip.file
    if clip.file == DOG:
        with tempfile.TemporaryDirectory() as folder:
            return rig_and_clip(write_dog_clip(path, folder, clip.cycles))
    body, text = rig_and_clip(path, clip.action)
    return body, _again(text, clip.cycles)


def _again(text: str, cycles: int) -> str:
    """A cycle on the spot, so many times; its last frame shows the first one again."""
    clip = json.loads(text)

    def repeat(rows: list[list[float]]) -> list[list[float]]:
        return rows[:-1] * cycles + rows[-1:]

    clip["pelvis"] = repeat(clip["pelvis"])
    clip["turns"] = {role: repeat(rows) for role, rows in clip["turns"].items()}
    return json.dumps(clip)
