"""A body that gets up ends in the pose that it is given, facing as it should."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from human_body import human

from footfall import Character, Cue, Ground, Performance, Performer, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.motion.performing.clip import PerformedClip, to_text
from footfall.shots.schedule import usual_seconds
from footfall.shots.take import RunFailed
from footfall.skills.rising.frames import rolled

from .crouching_clip import crouching_clip
from .standing_poses import GUARD, guard, posed, turned_over

HUMAN = human()
LIES_AT, RATE = 1.0, 50.0  # [s], frames a second
ON_ITS_BACK = tuple(rolled(np.array([1.0, 0.0, 0.0]), 2.4).tolist())
ARMS_OUT = {
    "upper_arm.L": (0.6, 0.2, 0.0), "lower_arm.L": (0.0, -1.2, 0.0),
    "upper_arm.R": (-0.6, 0.2, 0.0), "lower_arm.R": (0.0, -1.2, 0.0),
}  # fmt: skip


@cache
def plan() -> str:
    """How a search gets it up."""
    take = simulate(Shot([rising(plan="")], duration=LIES_AT + 0.1))
    return take.performances[0].plans[0][1]


def rising(*after: Cue, **how: object) -> Performer:
    """A performer that lies and gets up, with parameters of its cue, and what it does then."""
    rise = Cue("get_up", start=LIES_AT, **how)
    pose = {"root": ((0.0, 0.0, 0.25), ON_ITS_BACK)}
    return Performer(HUMAN, [Cue("fall", protect=0.0), rise, *after], pose=pose)


def off_pose(performance: Performance, frame: int, pose: PerformedClip) -> dict[str, float]:
    """Angle between each joint and the pose's [degrees]; of the pelvis, between the verticals."""
    names = list(performance.segment_names)
    axes = dict(
        zip(names, matrices_from_quaternions(performance.segment_orientations[frame]), strict=True)
    )
    wished = {name: matrices_from_quaternions(own[0]) for name, own in pose.turns.items()}
    off = {"pelvis": np.arccos(np.clip(axes["pelvis"][2] @ wished["pelvis"][2], -1.0, 1.0))}
    for segment in HUMAN.segments[1:]:
        joint, goal = (
            parts[segment.parent].T @ parts[segment.name] for parts in (axes, wished)
        )
        cosine = (np.trace(joint.T @ goal) - 1.0) / 2.0
        off[segment.name] = np.arccos(np.clip(cosine, -1.0, 1.0))
    return {name: float(np.degrees(angle)) for name, angle in off.items()}


def facing(performance: Performance, frame: int) -> float:
    ahead = matrices_from_quaternions(performance.root_orientation[frame])[:, 0]
    return float(np.arctan2(ahead[1], ahead[0]))


def test_it_steps_into_the_stance_of_a_pose_faces_as_asked_and_holds_it() -> None:
    pose, heading = guard(HUMAN), -2.3
    rise = rising(plan=plan(), end=to_text(pose), heading=heading)
    performance = simulate(Shot([rise], duration=15.5, frame_rate=RATE)).performances[0]
    (reached,) = (time for time, name in performance.events if name == "on_feet")
    first, last = round(reached * RATE) + 1, len(performance.root_position) - 1
    assert last - first > 1.0 * RATE
    usual = usual_seconds(rise.cues[1], "biped")
    assert usual is not None and abs(reached - LIES_AT - usual) < 4.0
    for frame in (first, last):
        off = off_pose(performance, frame, pose)
        assert max(off.values()) < 5.0, off
        assert abs(facing(performance, frame) - heading) < np.radians(3.0)
    moved = performance.segment_positions[first:] - performance.segment_positions[first]
    assert np.linalg.norm(moved, axis=2).max() < 0.02
    assert performance.foot_contacts[first:].all()


def test_the_next_cue_begins_in_the_pose() -> None:
    pose = posed(HUMAN, ARMS_OUT)
    rise = rising(Cue("walk", start=None, speed=1.0), plan=plan(), end=to_text(pose))
    performance = simulate(Shot([rise], duration=17.0, frame_rate=RATE)).performances[0]
    (reached,) = (time for time, name in performance.events if name == "on_feet")
    frame = int(reached * RATE)
    off = off_pose(performance, frame, pose)
    assert max(off.values()) < 8.0, off
    walked = performance.root_position[-1, :2] - performance.root_position[frame, :2]
    assert np.linalg.norm(walked) > 0.5
    assert performance.fell_at is None


def refused(pose: PerformedClip | str) -> str:
    """The sentence with which a pose to end in is refused, before anything moves."""
    end = pose if isinstance(pose, str) else to_text(pose)
    shot = Shot([rising(end=end)], duration=0.1)
    with pytest.raises(InvalidInput) as caught:
        simulate(shot)
    return str(caught.value)


def test_a_pose_in_which_no_body_stands_is_refused_before_anything_moves() -> None:
    assert "has its pelvis 0.5" in refused(posed(HUMAN, {}, sinks=0.4))
    assert "choose a pose that stands" in refused(turned_over(guard(HUMAN)))
    leaning = posed(HUMAN, {}, ((-0.35, 0.0, 0.0), (-0.35, 0.0, 0.0)))
    assert "away from where its feet bear it" in refused(leaning)
    one_foot = posed(HUMAN, GUARD, ((0.0, 0.0, 0.0), (0.2, 0.0, 0.0)))
    lifted = dict(one_foot.turns)
    for name in ("upper_leg.R", "lower_leg.R", "foot.R", "toes.R"):
        lifted[name] = np.array([[np.cos(0.5), 0.0, -np.sin(0.5), 0.0]])  # raised ahead
    assert "does not bear on both feet" in refused(replace(one_foot, turns=lifted))


def test_what_is_no_pose_of_such_a_body_is_refused() -> None:
    assert "A pose must be a clip, got 'by magic'" in refused("by magic")
    assert "is of a quadruped" in refused(crouching_clip(Character.quadruped()))
    pose = guard(HUMAN)
    nothing = {**pose.turns, "torso": np.zeros((1, 4))}
    assert "torso has no orientation" in refused(replace(pose, turns=nothing))
    armless = {name: own for name, own in pose.turns.items() if name != "upper_leg.L"}
    assert "does not move upper_leg.L" in refused(replace(pose, turns=armless))
    with pytest.raises(InvalidInput, match="get_up has no end"):
        Shot([Performer(Character.quadruped(), [Cue("get_up", end=to_text(pose))])], duration=0.1)


def test_a_pose_needs_level_ground() -> None:
    rise = rising(end=to_text(guard(HUMAN)))
    with pytest.raises(RunFailed, match="it slopes by 6 degrees"):
        simulate(Shot([rise], ground=Ground.slope(6.0), duration=1.1))


def test_a_shot_stores_the_pose_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pose.json"
    path.write_text(to_text(guard(HUMAN)), encoding="utf-8")
    shot = Shot([rising(end=str(path))], duration=1.0).resolved()
    assert shot.performers[0].cues[1].parameters["end"] == to_text(guard(HUMAN))
    shot.save(tmp_path / "shot.json")
    assert Shot.load(tmp_path / "shot.json").performers[0].cues == shot.performers[0].cues
