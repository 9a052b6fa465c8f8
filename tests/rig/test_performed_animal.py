"""A four-legged rig's Action becomes a clip of its segments."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("bpy")

from footfall.evaluation.dog_clips import DOG, write_dog_clip
from footfall.motion.biped_frames import Figure
from footfall.motion.performing.track import Placing, track_of
from footfall.rigs.blender.files import open_clip
from footfall.rigs.blender.performed_clip import read_clip
from footfall.rigs.blender.rig import read_rig

FRAMES, STEP = 31, 1.0 / 30.0  # frames, time from one to the next [s]
SPEED, HEIGHT = 0.5, 0.5  # [m/s], [m] of the hips
ELBOW, KNEE = 0.8, -0.6  # [rad] about z, by which front and back legs bend
BENT = 20  # frames in which they do


@pytest.fixture(scope="module")
def gliding(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file in which the dog glides ahead and bends its legs."""
    rows = []
    for frame in range(FRAMES):
        row = [STEP, SPEED * frame * STEP, HEIGHT, 0.0]
        for joint in DOG.joints:
            bend = (ELBOW if "Front" in joint else KNEE) * min(frame / BENT, 1.0)
            row += [bend] if joint in DOG.hinges else [1.0, 0.0, 0.0, 0.0]
        rows.append(row)
    folder = tmp_path_factory.mktemp("dog")
    source = folder / "gliding.txt"
    source.write_text(json.dumps({"Frames": rows}))
    return write_dog_clip(source, folder)


def test_a_dogs_legs_bend_in_the_clip_as_in_its_file(gliding: Path) -> None:
    rig = read_rig(open_clip(str(gliding)))
    clip = read_clip(rig).clip
    assert clip.kind == rig.character.kind == "quadruped"
    way = clip.pelvis[-1] - clip.pelvis[0]
    assert way[:2] == pytest.approx([0.0, -SPEED * clip.duration], abs=1e-3)  # BVH faces -y
    figure = Figure(rig.character)
    turns = track_of(clip, figure, Placing()).turns
    for leg, bend in (("FL", -ELBOW), ("FR", -ELBOW), ("BL", -KNEE), ("BR", -KNEE)):
        turn = turns[-1, figure.index[f"lower_leg.{leg}"]]
        assert np.arctan2(turn[0, 2], turn[2, 2]) == pytest.approx(bend, abs=0.05)
