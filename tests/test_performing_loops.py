"""A cycle of a clip goes on in a loop: closed where it begins again, and without a search."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from scipy.ndimage import binary_erosion

from footfall import Character, Cue, Performer, Push, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import multiply_quaternions, rotation_angles
from footfall.evaluation.bundled_clips import write_bundled_clip
from footfall.motion.performing.clip import PerformedClip, from_text, to_text
from footfall.motion.performing.cycle import Cycle, find_cycle, repeated
from footfall.motion.performing.loop import LoopReference, loop_of
from footfall.shots.schedule import usual_end
from footfall.simulation.silence_output import silence_output

from .bowing_clip import FRAMES, bowing_clip

BODY = Character.humanoid(height=1.75, mass=70.4)
BOW = from_text(bowing_clip(BODY))


@cache
def captured(name: str) -> str:
    """A captured cycle of a clip of PyBullet's."""
    pytest.importorskip("bpy")
    pytest.importorskip("pybullet_data")
    from footfall.rigs.blender.files import open_clip
    from footfall.rigs.blender.performed_clip import read_clip
    from footfall.rigs.blender.rig import read_rig

    with TemporaryDirectory() as folder, silence_output():
        path = write_bundled_clip(name, folder, 1, closes=True)
        return to_text(read_clip(read_rig(open_clip(str(path)))).clip)


def walk() -> str:
    return captured("walk")


@cache
def walking_loop() -> LoopReference:
    return loop_of(from_text(walk()), BODY, 9.81)


def several_bows(times: int, lead: int) -> PerformedClip:
    """A clip that bows several times, after some frames of standing."""
    def again(rows: np.ndarray) -> np.ndarray:
        return np.concatenate([rows[:1].repeat(lead, axis=0), *[rows[:-1]] * times, rows[-1:]])

    turns = {role: again(own) for role, own in BOW.turns.items()}
    return replace(BOW, pelvis=again(BOW.pelvis), turns=turns)


def loop(duration: float, *later: Cue, **others: object) -> Take:
    cues = [Cue("perform", clip=walk(), repeated="yes"), *later]
    return simulate(Shot([Performer(BODY, cues, **others)], duration=duration, frame_rate=60.0))  # type: ignore[arg-type]


def test_the_longest_part_whose_ends_are_alike_is_the_cycle() -> None:
    cycle = find_cycle(several_bows(3, 0))
    assert (cycle.first, cycle.last, cycle.turn) == (0, 3 * (FRAMES - 1), 0.0)
    later = find_cycle(several_bows(3, 0), begin=0.7)
    assert (later.last - later.first) % (FRAMES - 1) == 0
    assert later.first >= 0.7 * BOW.rate


def test_a_clip_in_which_no_pose_comes_again_is_no_loop() -> None:
    half = FRAMES // 2 + 1
    turns = {role: own[:half] for role, own in BOW.turns.items()}
    with pytest.raises(InvalidInput, match="no pose comes again"):
        find_cycle(replace(BOW, pelvis=BOW.pelvis[:half], turns=turns))


def test_ends_that_differ_meet_without_a_jump() -> None:
    rises = np.outer(np.linspace(0.0, 0.03, FRAMES), [0.0, 0.0, 1.0])
    goes = np.outer(np.linspace(0.0, 0.5, FRAMES), [1.0, 0.0, 0.0])
    lean = np.linspace(0.0, 0.1, FRAMES)
    turns = {**BOW.turns, "head": BOW.turns["head"] + np.outer(lean, [0.0, 0.0, 1.0, 0.0])}
    turns["head"] /= np.linalg.norm(turns["head"], axis=1, keepdims=True)
    clip = replace(BOW, pelvis=BOW.pelvis + rises + goes, turns=turns)
    cycle = Cycle(0, FRAMES - 1, 0.0)
    several = repeated(clip, cycle, 3)
    assert np.abs(np.diff(several.pelvis[:, 2])).max() < 0.006
    assert np.abs(np.diff(several.turns["head"], axis=0)).max() < 0.06
    way = several.pelvis[FRAMES - 1] - several.pelvis[0]
    assert way == pytest.approx([0.5, 0.0, 0.0], abs=1e-9)


def test_a_cycle_that_turns_goes_on_in_a_circle() -> None:
    half = 0.4  # of the turn of a cycle [rad]
    turning = np.linspace(0.0, half, FRAMES)
    about = np.column_stack([np.cos(turning), 0 * turning, 0 * turning, np.sin(turning)])
    turns = {role: multiply_quaternions(about, own) for role, own in BOW.turns.items()}
    cycle = find_cycle(replace(BOW, turns=turns))
    assert cycle.turn == pytest.approx(2 * half, abs=0.01)
    several = repeated(replace(BOW, turns=turns), cycle, 3)
    trunk = several.turns["pelvis"][[0, FRAMES - 1, 2 * (FRAMES - 1)]]
    assert rotation_angles(trunk[1:], trunk[:-1]) == pytest.approx(2 * half, abs=0.01)


def test_the_reference_of_a_loop_goes_on_where_it_ends() -> None:
    found = walking_loop()
    reference, travel = found.reference, np.append(found.travel, 0.0)
    assert found.travel[0] == pytest.approx(1.28, abs=0.1)
    for rows, way in ((reference.com, travel), (reference.joints, 0.0)):
        over_seam = np.abs(rows[0] + way - rows[-1]).max()
        inside = np.abs(np.diff(rows, axis=0)).max()
        assert over_seam < 1.5 * inside
    right = reference.figure.index["foot.R"]  # which stands over the seam
    ankles = reference.placed.origins[:, right]
    assert ankles[0] + travel == pytest.approx(ankles[-1], abs=0.002)


def test_swinging_feet_of_a_loop_are_clear_of_the_ground() -> None:
    """The clip's own feet pass 3 mm over the ground at 3.7 m/s."""
    reference = walking_loop().reference
    heights = reference.touches.places(reference.placed)[..., 2]
    assert heights.min() > -0.002
    left = [reference.figure.index[name] for name in ("foot.L", "toes.L")]
    own = np.isin(reference.touches.segments, left)
    swings = np.flatnonzero(~reference.bears[:, own].any(axis=1))
    middle = swings[len(swings) // 4 : -len(swings) // 4]
    assert heights[np.ix_(middle, np.flatnonzero(own))].min() > 0.02


@pytest.mark.parametrize("name", ["walk", "run"])
def test_feet_of_a_loop_lie_flat_where_heel_and_ball_bear(name: str) -> None:
    """The clips' own feet stand on their heels, with the ball 2 to 4 cm over the ground."""
    reference = loop_of(from_text(captured(name)), BODY, 9.81).reference
    touches, settles = reference.touches, np.ones(21)  # [frames]
    heights = touches.places(reference.placed)[..., 2]
    for side in (".L", ".R"):
        on_foot = touches.segments == reference.figure.index["foot" + side]
        heel, ball = (on_foot & (touches.points[:, 0] * way > 0.0) for way in (-1.0, 1.0))
        both = reference.bears[:, heel].any(axis=1) & reference.bears[:, ball].any(axis=1)
        flat = binary_erosion(both, settles)
        assert flat.any()
        assert np.sort(heights[flat][:, ball], axis=1)[:, 1].max() < 0.01  # both of its corners


def test_a_captured_run_goes_on_beyond_its_cycle() -> None:
    cue = Cue("perform", clip=captured("run"), repeated="yes")
    take = simulate(Shot([Performer(BODY, [cue])], duration=1.2, frame_rate=60.0))
    assert take.performances[0].fell_at is None
    assert take.performances[0].center_of_mass[-1, 0] > 3.5


def test_a_walk_in_a_loop_goes_on_without_a_search() -> None:
    take = loop(10.0)
    performance = take.performances[0]
    assert performance.fell_at is None
    assert all(not plan for _, plan in performance.plans)
    way = performance.root_position[-1] - performance.root_position[0]
    assert 9.0 < way[0] < 12.0
    assert abs(way[1]) < 2.5
    assert not [name for _, name in performance.events if name == "performed"]


def test_a_loop_faces_as_the_performer_and_two_runs_are_the_same_take() -> None:
    one, other = (loop(2.0, heading=1.2, position=(3.0, 1.0)) for _ in range(2))
    a, b = one.performances[0], other.performances[0]
    assert np.array_equal(a.segment_orientations, b.segment_orientations)
    assert a.root_position[0, :2] == pytest.approx((3.0, 1.0), abs=1e-6)
    way = (a.root_position[-1] - a.root_position[0])[:2]
    assert np.arctan2(way[1], way[0]) == pytest.approx(1.2, abs=0.2)


def test_a_loop_turns_while_it_is_told_to() -> None:
    turning = [(1.0, 0.4), (4.0, 0.4), (4.1, 0.0)]
    cue = Cue("perform", clip=walk(), repeated="yes", turn_rate=turning)
    performance = simulate(Shot([Performer(BODY, [cue])], duration=6.0)).performances[0]
    assert performance.fell_at is None
    way = np.diff(performance.root_position[[-60, -1], :2], axis=0)[0]
    assert np.arctan2(way[1], way[0]) == pytest.approx(1.6, abs=0.35)


def test_a_pushed_loop_steps_and_goes_on() -> None:
    push = Push(0, "torso", 2.0, 0.1, (0.0, 100.0, 0.0))
    performer = Performer(BODY, [Cue("perform", clip=walk(), repeated="yes")])
    shot = Shot([performer], duration=6.0, frame_rate=60.0, pushes=[push])
    assert simulate(shot).performances[0].fell_at is None


def test_the_next_cue_takes_over_from_a_loop() -> None:
    performance = loop(5.0, Cue("stand", start=3.0)).performances[0]
    assert performance.fell_at is None
    late = performance.root_position[-30:]
    assert np.ptp(late[:, 0]) < 0.1


def test_a_loop_has_no_end_of_its_own() -> None:
    text = bowing_clip(BODY)
    assert usual_end([Performer(BODY, [Cue("perform", clip=text, repeated="yes")])], []) is None
    assert usual_end([Performer(BODY, [Cue("perform", clip=text)])], []) is not None
