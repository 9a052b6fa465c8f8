"""Every skill of every kind of body, simulated once: forces, torques, determinism, files."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bowing_clip import bowing_clip

from footfall import Character, Cue, Performer, Prop, Shot, Take, simulate
from footfall.base.errors import Cancelled
from footfall.base.rotations import matrices_from_quaternions
from footfall.bodies.hand_standing import on_hands
from footfall.catalogue import CUES, ON_HANDS, SEATED
from footfall.evaluation.applied_torques import AppliedTorques, watch_torques
from footfall.evaluation.joint_ranges import beyond_range
from footfall.skills import SKILLS, behaviour_of
from footfall.skills.behaviour import Behaviour

GRAVITY, RATE, DURATION = 9.81, 100.0, 1.2
NEAR = 0.15  # [rad] from an end of a joint's range
RECORD = ("torques", "contact_forces", "momentum")
BODIES = {
    "biped": Character.humanoid(),
    "quadruped": Character.quadruped(),
    "planar": Character.planar("human7"),
}
RISER = Character.planar("prone9")
PRONE = (0.69916673, 0.10566872, 0.69916673, 0.10566872)
CRATE = Prop("crate", "box", size=(0.3, 0.3, 0.3), mass=3.0, position=(0.7, 0.0, 0.15))
CHAIR = Prop("chair", "box", size=(0.5, 0.5, 0.45), mass=0.0, position=(0.0, 0.0, 0.225))
PATH = [(0.0, 0.0), (2.0, 0.0)]
PRINTS = [
    {"foot": foot, "position": (0.3 * step, aside), "heading": 0.0, "duration": 0.6}
    for step, (foot, aside) in enumerate((("L", 0.09), ("R", -0.09)), 1)
]
# Required parameters of cues, by name, and other parts that a skill's shot needs.
GIVEN: dict[str, Any] = {"path": PATH, "footsteps": PRINTS}
TARGETS = {"approach": (2.0, 0.0), "reach": (0.5, 0.0, 1.2), "put_down": (0.5, 0.0, 0.0)}
LYING = {"root": ((0.0, 0.0, 0.3), PRONE)}
EVERY = [(kind, skill) for kind, skills in SKILLS.items() for skill in skills]


def shot_of(kind: str, skill: str) -> Shot:
    """A short shot whose last cue is the skill."""
    body = RISER if (kind, skill) == ("planar", "get_up") else BODIES[kind]
    names = {parameter.name for parameter in CUES[skill].parameters}
    needed = {p.name for p in CUES[skill].parameters if getattr(p, "is_needed", True)}
    given = {name: value for name, value in GIVEN.items() if name in needed}
    if CUES[skill].clip:
        given |= {CUES[skill].clip: bowing_clip(body), "tries": 1.0}
    if skill in TARGETS:
        given["target"] = TARGETS[skill]
    cues, pose = [Cue(skill, **given)], None
    if skill == "put_down":
        cues = [Cue("pick_up"), Cue(skill, start=1.0, **given)]
    if (kind, skill) == ("biped", "get_up"):
        cues, pose = [Cue(skill, plan="0 0 0")], LYING
    seat = CHAIR if CUES[skill].start == SEATED else replace(CHAIR, position=(-0.45, 0.0, 0.225))
    props = [seat] if "seat" in names else [CRATE] if "prop" in names or len(cues) > 1 else []
    performer = Performer(body, cues, pose=pose)
    return Shot([performer], props=props, duration=DURATION, frame_rate=RATE)


@cache
def watched_take_of(kind: str, skill: str) -> tuple[Take, AppliedTorques]:
    with watch_torques() as torques:
        return simulate(shot_of(kind, skill), record=RECORD), torques


def take_of(kind: str, skill: str) -> Take:
    return watched_take_of(kind, skill)[0]


def body_of(kind: str, skill: str) -> Character:
    """The body that is simulated."""
    body = shot_of(kind, skill).performers[0].character
    return on_hands(body) if CUES[skill].start == ON_HANDS else body


@pytest.mark.parametrize(("kind", "skill"), EVERY)
def test_the_table_names_the_behaviour_of_every_skill(kind: str, skill: str) -> None:
    assert issubclass(behaviour_of(kind, skill), Behaviour)


@pytest.mark.parametrize(("kind", "skill"), EVERY)
def test_gravity_and_contacts_are_all_that_moves_a_body(kind: str, skill: str) -> None:
    p, shot = take_of(kind, skill).performances[0], shot_of(kind, skill)
    weight = shot.performers[0].character.mass * GRAVITY
    assert p.momentum is not None and p.contact_forces is not None
    change = np.diff(p.momentum[:, :3], axis=0) * RATE
    forces = p.contact_forces[1:].sum(axis=1) - (0.0, 0.0, weight)
    # A frame's forces are read one time step before its momentum: the first frame lacks one.
    left = (change - forces)[1:]
    if kind == "planar":  # its plane holds it sideways
        left = left[:, [0, 2]]
    step = 0.001 * np.abs(np.diff(forces, axis=0)).max() * RATE  # [N] that one step shifts
    assert np.sqrt((left**2).sum(axis=1).mean()) < 0.02 * weight + step


@pytest.mark.parametrize(("kind", "skill"), EVERY)
def test_the_engine_is_given_no_torque_beyond_a_limit_about_any_axis(kind: str, skill: str) -> None:
    shares = watched_take_of(kind, skill)[1].shares(body_of(kind, skill))
    assert 0.0 < max(shares.values()) <= 1.0, shares


@pytest.mark.parametrize(("kind", "skill"), EVERY)
def test_recorded_torques_are_within_the_limits_of_the_joints(kind: str, skill: str) -> None:
    p, body = take_of(kind, skill).performances[0], body_of(kind, skill)
    assert p.joint_torques is not None
    limits = np.array([s.joint.torque_limit for s in body.segments[1:]])
    frames = matrices_from_quaternions(p.segment_orientations)
    own = np.einsum("fnji,fnj->fni", frames[:, 1:], p.joint_torques)
    own[at_their_ends(body, frames)] = 0.0  # where ligaments hold as well
    spherical = np.array([s.joint.type == "spherical" for s in body.segments[1:]])
    strongest = np.abs(own).max(axis=(0, 2))[spherical]
    assert (strongest <= 1.05 * limits[spherical]).all()  # a mean over a frame in which it turns
    about_one = np.linalg.norm(own, axis=2).max(axis=0)[~spherical]
    assert (about_one <= np.sqrt(2.0) * limits[~spherical] + 1e-9).all()


def at_their_ends(body: Character, frames: np.ndarray) -> np.ndarray:
    """(frames, joints) whether a joint was at an end of its range in a frame or the one before."""
    names = list(body.segment_names)
    ends = []
    for i, segment in enumerate(body.segments[1:], start=1):
        turns = np.swapaxes(frames[:, names.index(segment.parent)], 1, 2) @ frames[:, i]
        is_near = beyond_range(segment.joint, turns, NEAR) > 0.0
        ends.append(is_near | np.roll(is_near, 1))
    return np.array(ends).T


@pytest.mark.parametrize(("kind", "skill"), EVERY)
def test_the_same_shot_gives_the_same_take_also_by_way_of_files(
    kind: str, skill: str, tmp_path: Path
) -> None:
    take = take_of(kind, skill)
    shot_of(kind, skill).save(tmp_path / "shot.json")
    simulate(Shot.load(tmp_path / "shot.json"), record=RECORD).save(tmp_path / "take.npz")
    again = Take.load(tmp_path / "take.npz")
    for name in ("segment_positions", "segment_orientations", "joint_torques", "momentum"):
        one, other = (getattr(t.performances[0], name) for t in (take, again))
        assert np.array_equal(one, other), name
    assert again.performances[0].events == take.performances[0].events


@pytest.mark.parametrize(("kind", "skill"), EVERY)
def test_progress_rises_to_the_end_and_cancels(kind: str, skill: str) -> None:
    seen: list[float] = []

    def cancel_half_way(fraction: float) -> Any:
        seen.append(fraction)
        return np.float64(fraction) < 0.5  # not Python's own False

    with pytest.raises(Cancelled):
        simulate(shot_of(kind, skill), progress=cancel_half_way)
    assert seen == sorted(seen)
    assert seen[-2] < 0.5 <= seen[-1]
