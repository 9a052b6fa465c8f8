"""A style fitted to a known walk on a rig has its curves, speed and steps."""

from __future__ import annotations

import contextlib
import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawn import A_POSE, BENT, T_POSE, build_armature, draw_skeleton
from walked import Walk, draw_walk

from footfall import Character, Cue, Performer, Shot, list_styles
from footfall.base.errors import RigError
from footfall.catalogue.styles import load_style, save_style
from footfall.motion import usual_gait
from footfall.motion.style_curves import closed_basis

BODY = Character.humanoid(height=1.7)
DEGREE = np.pi / 180
WAVE = np.sin(2 * np.pi * np.arange(16) / 16)
CURVES = {
    **load_style("natural")["curves"],
    "waist_lean": tuple(0.2 + 0.05 * WAVE),
    "back_tilt": tuple(0.1 * WAVE),
    "neck_lean": (-0.1,),
    "shoulder_spread": tuple(0.4 + 0.1 * WAVE),
    "shoulder_twist": (0.3,),
    "elbow_bend.R": (1.2,),
    "foot_turn.L": (0.3,),
}
STANCE = np.linspace(0.05, 0.45, 9)


def fit(blender, armature, walk: Walk, frames: int | None = None, rate: int = 60):
    """The style of a walk that is keyed on a rig, and its knees with the walk's frames."""
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.walking_style import style_of_animation

    scene = blender.context.scene
    scene.render.fps = rate
    rig = read_rig(armature)
    take = draw_walk(rig.character, walk, rate, rig.position, frames)
    write_take(rig, take, start_frame=1)
    scene.frame_start, scene.frame_end = 1, len(take.times)
    return style_of_animation(rig, "drawn")


def misses(style, walk: Walk) -> dict[str, float]:
    """Greatest difference of each channel and side from the walk's [degrees]."""
    phase, found = np.arange(64) / 64, {}
    for name, knots in style["curves"].items():
        channel, side = (name[:-2], name[-2:]) if name[-2] == "." else (name, "")
        if channel in ("foot_height", "stance_knee"):
            continue
        curve = closed_basis(phase, len(knots)) @ np.array(knots)
        for each in (side,) if side else (".L", ".R"):
            wanted = walk.angle(channel, phase, each)
            found[channel + each] = np.abs(curve - wanted).max() / DEGREE
    return found


def turn_in_a_frame(walk: Walk, name: str, rate: int = 60) -> float:
    """Most that an angle of the walk changes between two frames [degrees]."""
    phase = np.arange(64) / 64
    channel, side = name[:-2], name[-2:]
    later = walk.angle(channel, phase + 1.0 / (2 * walk.step_period * rate), side)
    return np.abs(later - walk.angle(channel, phase, side)).max() / DEGREE


def missed(found: dict[str, float], walk: Walk, rate: int) -> dict[str, float]:
    """The channels that miss by more than 2 degrees.

    A strike is accurate to a frame, in which feet and toes turn far where they leave the ground.
    """
    quick = {n: turn_in_a_frame(walk, n, rate) for n in found if n.startswith(("foot_pi", "toe"))}
    return {n: miss for n, miss in found.items() if miss > 2.0 + quick.get(n, 0.0)}


@pytest.fixture(params=[T_POSE, A_POSE, BENT], ids=["T", "A", "bent"])
def drawn_rig(blender, request):
    return build_armature(blender, draw_skeleton(BODY, request.param))


def test_a_posed_cycle_of_24_frames_gives_its_own_curves(blender, drawn_rig) -> None:
    walk = Walk(CURVES, step_period=0.5, in_place=True)
    style = fit(blender, drawn_rig, walk, frames=24, rate=24)
    found = misses(style, walk)
    assert not missed(found, walk, rate=24)
    assert {"elbow_bend.L", "elbow_bend.R", "foot_turn.L", "foot_turn.R"} <= set(style["curves"])
    assert "shoulder_swing" in style["curves"]  # alike on both sides
    assert {"foot_pitch", "toe_bend"} <= {name.split(".")[0] for name in style["curves"]}


def test_the_last_frame_of_a_cycle_may_be_its_first_again(blender, drawn_rig) -> None:
    walk = Walk(CURVES, step_period=0.5, in_place=True)
    found = misses(fit(blender, drawn_rig, walk, frames=25, rate=24), walk)
    assert not missed(found, walk, rate=24)


def test_a_captured_walk_of_many_strides_gives_its_curves(blender, drawn_rig) -> None:
    walk = Walk(CURVES, heading=2.0, strides=3.7)
    found = misses(fit(blender, drawn_rig, walk), walk)
    assert not missed(found, walk, rate=60)


def test_a_generated_rigify_human_gives_the_curves_that_it_shows(blender, rigify_human) -> None:
    walk = Walk(CURVES, step_period=0.5, in_place=True)
    found = misses(fit(blender, rigify_human, walk, frames=24, rate=24), walk)
    # Its lower back is one with the hips when it is keyed by its FK controls.
    shown = {name: miss for name, miss in found.items() if not name.startswith("waist")}
    assert not missed(shown, walk, rate=24)


@pytest.mark.parametrize("in_place", [True, False])
def test_speed_and_steps_are_those_of_the_walk(blender, in_place: bool) -> None:
    rig = build_armature(blender, draw_skeleton(BODY))
    walk = Walk(CURVES, speed=1.1, step_period=0.5, step_width=0.2, in_place=in_place)
    style = fit(blender, rig, walk)
    size = BODY.leg_length / usual_gait.ADULT_LEG
    speed = 1.1 / size**0.5
    assert style["speed"] == pytest.approx(speed, rel=0.03)
    period = style["offsets"]["step_period"] * usual_gait.usual_period(speed) * size**0.5
    assert period == pytest.approx(0.5, rel=0.03)
    width = (style["offsets"]["step_width"] + 0.13 * usual_gait.ADULT_LEG) * size
    assert width == pytest.approx(0.2, abs=0.01)


def test_the_knee_is_that_of_the_leg_that_carries(blender) -> None:
    walk = Walk(CURVES, step_period=0.5, in_place=True)
    rig = build_armature(blender, draw_skeleton(BODY))
    style = fit(blender, rig, walk, frames=24, rate=24)
    knots = style["curves"].get("stance_knee.L", style["curves"].get("stance_knee"))
    shown = closed_basis(STANCE, len(knots)) @ np.array(knots)
    wanted = np.interp(STANCE, np.arange(24) / 24, walk.bends[".L"])
    assert np.abs(shown - wanted).max() < 4.0 * DEGREE
    after = closed_basis(np.array([0.75]), len(knots)) @ np.array(knots)
    assert after < walk.bends[".L"][18] - 20.0 * DEGREE  # the swinging knee is left out


def test_the_scene_stays_at_its_frame(blender) -> None:
    rig = build_armature(blender, draw_skeleton(BODY))
    blender.context.scene.frame_set(7)
    fit(blender, rig, Walk(CURVES, in_place=True, strides=2))
    assert blender.context.scene.frame_current == 7


def test_a_walk_in_the_nla_is_read(blender) -> None:
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.walking_style import style_of_animation

    rig = build_armature(blender, draw_skeleton(BODY))
    walk = Walk(CURVES, in_place=True, strides=2)
    before = fit(blender, rig, walk)
    data = rig.animation_data
    action, data.action = data.action, None
    data.nla_tracks.new().strips.new("walk", 1, action)
    after = style_of_animation(read_rig(rig), "drawn")
    assert {**after, "sentence": ""} == {**before, "sentence": ""}


def refusal(blender, rig) -> str:
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.walking_style import style_of_animation

    with pytest.raises(RigError) as raised:
        style_of_animation(read_rig(rig), "drawn")
    return str(raised.value)


def test_what_is_no_walk_is_refused_with_the_reason(blender) -> None:
    from footfall.rigs.blender.keys import write_take
    from footfall.rigs.blender.rig import read_rig

    armature = build_armature(blender, draw_skeleton(BODY))
    assert "has no animation: give it the Action of a walk." in refusal(blender, armature)
    rig, scene = read_rig(armature), blender.context.scene
    take = draw_walk(rig.character, Walk(CURVES))
    write_take(rig, take, start_frame=1)
    for last, reason in (
        (4, "lasts 4 frames (0.067 s), too short for a cycle of two steps"),
        (45, "no foot strikes the ground again after both have done so in turn"),
    ):
        scene.frame_end = last
        said = refusal(blender, armature)
        assert said.startswith("No walking cycle was found in the animation of 'drawn': ")
        assert reason in said
    scene.frame_start, scene.frame_end = 900, 950
    assert "lies outside the scene's frames 900 to 950: move one of them." in refusal(
        blender, armature
    )
    p = take.performances[0]
    still = {
        name: np.repeat(getattr(p, name)[:1], len(take.times), axis=0)
        for name in ("segment_orientations", "joint_positions", "root_position")
    }
    write_take(rig, replace(take, performances=[replace(p, **still)]), start_frame=1)
    scene.frame_start, scene.frame_end = 1, 100
    assert "nothing moves in it" in refusal(blender, armature)


def walk_in(name: str, speed: float, duration: float = 3.0):
    pytest.importorskip("pybullet")
    from footfall import simulate

    shot = Shot([Performer(Character.humanoid(), [Cue("walk", style=name, speed=speed)])],
                duration=duration)  # fmt: skip
    return simulate(shot).performances[0]


def test_a_fitted_style_is_saved_and_walked_in(blender, no_saved_styles: Path) -> None:
    rig = build_armature(blender, draw_skeleton(BODY))
    style = fit(blender, rig, Walk(CURVES, step_period=0.5, in_place=True), frames=24, rate=24)
    assert save_style(style) == no_saved_styles / "drawn.json"
    assert "drawn" in list_styles()
    walked = walk_in("drawn", 0.8, duration=5.0)
    assert walked.fell_at is None
    assert walked.center_of_mass[-1, 0] > 1.6  # an odd gait takes some steps to get to its speed


@pytest.mark.parametrize("file", ["cmu_08_02_walk.fbx", "cmu_cgspeed_walk.bvh"])
def test_a_captured_clip_becomes_a_style_that_walks(blender, shared_data: Path, file: str) -> None:
    from footfall.rigs.blender.files import open_clip
    from footfall.rigs.blender.rig import read_rig
    from footfall.rigs.blender.walking_style import style_of_animation

    if not (shared_data / file).is_file():
        pytest.skip(f"there is no {file}")
    with contextlib.redirect_stdout(io.StringIO()):
        rig = read_rig(open_clip(str(shared_data / file)))
    style = style_of_animation(rig, "captured")
    assert 1.0 < style["speed"] < 1.7
    swing = style["curves"].get("shoulder_swing", style["curves"].get("shoulder_swing.R"))
    pitch = style["curves"].get("foot_pitch", style["curves"].get("foot_pitch.R"))
    # The arm is back when its own foot strikes, heel first, and forward half a stride later.
    assert swing[0] < -0.2 and max(swing) > 0.2
    assert pitch[0] < 0.0 and max(pitch) > 1.0
    save_style(style)
    assert walk_in("captured", 1.0).fell_at is None


def test_the_usual_gait_is_that_of_the_walker() -> None:
    from footfall.controllers.gait import gait
    from footfall.controllers.program.anatomy import make_anatomy
    from footfall.skills import gait_command

    assert usual_gait.ADULT_LEG == gait.ADULT_LEG
    for name in ("STEP_HEIGHT", "STEP_WIDTH"):
        assert getattr(usual_gait, name) == getattr(gait_command, name)
    anatomy = make_anatomy(BODY)
    anatomy["leg"] = gait.ADULT_LEG
    for speed in (0.0, 0.7, 1.2, 3.0):
        assert usual_gait.usual_period(speed) == gait.suited_period(anatomy[0], speed, 1.0)
