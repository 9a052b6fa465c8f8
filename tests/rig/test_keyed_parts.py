"""Where the influence of a cue is 0 the rig shows its Action, where it is 1 the take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from drawn import MIXAMO, build_armature, draw_skeleton
from numpy.typing import NDArray
from synthetic import make_take

from footfall import Character, Cue, Performer
from footfall.shots.take import CueRecord

pytest.importorskip("bpy")

from footfall.catalogue.output import Output
from footfall.motion.performing.clip import to_text
from footfall.rigs.blender.keys import write_take
from footfall.rigs.blender.performed_clip import read_clip, stand_in_clip
from footfall.rigs.blender.rig import read_rig

Array = NDArray[np.float64]
SECONDS, FRAMES, FIRST = 0.5, 31, 1
TOELESS = {part: name for part, name in MIXAMO.items() if part != "toes"}
CLOSE, ALIKE = 1e-4, 1e-3  # [m], of rotation matrices: the clip's text has five decimals


class Scene:
    """A rig with an Action, and a take of another motion in place of what performs the Action."""

    def __init__(self, bpy: Any) -> None:
        self._bpy = bpy
        self.armature = build_armature(bpy, draw_skeleton(Character.humanoid(), names=TOELESS))
        rig = read_rig(self.armature)
        self._write(rig, make_take(rig.character, rig.position, rig.heading, SECONDS, seed=1))
        found = read_clip(rig)
        self.clip, self.rig = to_text(found.clip), stand_in_clip(rig, found.clip, 0.0)
        self.action = self.shown()
        take = make_take(rig.character, self.rig.position, self.rig.heading, SECONDS, seed=2)
        self._record = CueRecord("perform", 0, 0.0, None, None)
        self.take = replace(
            take, performances=[replace(take.performances[0], cues=(self._record,))]
        )
        self._write(self.rig, self.take)
        self.simulated = self.shown()

    def _write(self, rig: Any, take: Any, **others: Any) -> None:
        write_take(rig, take, start_frame=FIRST, output=Output(destination="new"), **others)

    def bake(self, **parameters: Any) -> dict[str, Array]:
        cue = Cue("perform", clip=self.clip, **parameters)
        source = Performer(self.rig.character, [cue], self.rig.position, self.rig.heading)
        self._write(self.rig, self.take, source=source)
        return self.shown()

    def shown(self) -> dict[str, Array]:
        """Segment -> matrices (frames, 4, 4) of its bone in the armature."""
        roles, scene = read_rig(self.armature).bone_map.roles, self._bpy.context.scene
        matrices: dict[str, list[Array]] = {role: [] for role in roles}
        for frame in range(FIRST, FIRST + FRAMES):
            scene.frame_set(frame)
            for role, bone in roles.items():
                matrices[role].append(np.array(self.armature.pose.bones[bone].matrix))
        return {role: np.array(found) for role, found in matrices.items()}


@pytest.fixture
def scene(blender: Any) -> Scene:
    return Scene(blender)


def apart(one: dict[str, Array], other: dict[str, Array], frames: slice = slice(None)) -> float:
    """Largest difference of any number of the bones' matrices."""
    return max(float(np.abs(one[role] - other[role])[frames].max()) for role in one)


def test_influence_leads_from_the_actions_poses_to_those_of_the_take(scene: Scene) -> None:
    shown = scene.bake(influence=[(0.0, 0.0), (0.2, 0.0), (0.3, 1.0)])
    assert apart(scene.action, scene.simulated) > 0.3
    assert apart(shown, scene.action, slice(0, 13)) < ALIKE
    assert apart(shown, scene.simulated, slice(18, None)) < CLOSE
    between = shown["pelvis"][15, :3, 3]
    ends = scene.action["pelvis"][15, :3, 3], scene.simulated["pelvis"][15, :3, 3]
    assert between == pytest.approx(0.5 * (ends[0] + ends[1]), abs=1e-3)


def test_without_influence_the_action_is_shown_also_where_feet_would_be_corrected(
    scene: Scene,
) -> None:
    assert apart(scene.bake(influence=0.0), scene.action) < ALIKE


def test_a_kept_arm_turns_in_its_joints_as_in_the_action(scene: Scene) -> None:
    shown = scene.bake(keep="left_arm")

    def forearm(poses: dict[str, Array]) -> Array:
        upper, lower = (poses[name + ".L"][:, :3, :3] for name in ("upper_arm", "lower_arm"))
        inside: Array = np.swapaxes(upper, 1, 2) @ lower
        return inside

    assert np.abs(forearm(shown) - forearm(scene.action)).max() < ALIKE
    assert np.abs(forearm(shown) - forearm(scene.simulated)).max() > 0.1
    arm = ("upper_arm.L", "lower_arm.L", "hand.L")
    others = [role for role in shown if role not in arm]
    assert max(np.abs(shown[r] - scene.simulated[r]).max() for r in others) < CLOSE


def test_after_a_fall_from_which_it_rises_the_take_is_shown(scene: Scene) -> None:
    inserted = CueRecord("fall", None, 0.25, None, None)
    performance = replace(scene.take.performances[0], cues=(scene._record, inserted))
    scene.take = replace(scene.take, performances=[performance])
    shown = scene.bake(influence=0.0)
    assert apart(shown, scene.action, slice(0, 15)) < ALIKE
    assert apart(shown, scene.simulated, slice(15, None)) < CLOSE
