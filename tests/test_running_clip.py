"""A clip of running becomes one cycle that obeys physics, and the shipped ones do."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from footfall import Character
from footfall.base.errors import InvalidInput
from footfall.base.rotations import (
    matrices_from_rotation_vectors,
    multiply_quaternions,
    quaternions_from_matrices,
    rotation_angles,
)
from footfall.catalogue.references import list_references
from footfall.motion.clip import reference_of_motion
from footfall.motion.consistency_errors import errors_of, sole_points
from footfall.motion.leg_kinematics import feet_of
from footfall.motion.physical_consistency import captured, make_consistent
from footfall.motion.planting import find_planted, plant
from footfall.motion.procedural_clip import DRAWINGS, make_clip
from footfall.motion.reference import (
    Contact,
    ReferenceMotion,
    flight_share,
    from_data,
    load_reference,
    save_reference,
    to_data,
)
from footfall.motion.retiming import retimed
from footfall.motion.walking_motion import SIDES, Motion, changed, soles_of

LARGEST_SLIP, LARGEST_MOMENTUM = 0.005, 2.0  # [m], [kg m2/s]


@cache
def shipped(name: str) -> ReferenceMotion:
    return load_reference(name)


@pytest.mark.parametrize("name", ["run", "skip"])
def test_shipped_cycles_obey_physics(name: str) -> None:
    found = errors_of(shipped(name))
    assert found.slip < LARGEST_SLIP
    assert found.momentum < LARGEST_MOMENTUM
    assert found.sinking < 0.003
    assert found.fall < 0.5


def test_there_is_a_run_with_flights_and_a_skip_that_lands_twice_on_each_foot() -> None:
    assert list_references() == ("run", "skip")
    run, skip = shipped("run"), shipped("skip")
    assert run.speed == pytest.approx(3.0, abs=0.1)
    assert 0.25 < flight_share(run.contacts) < 0.35
    assert [contact.side for contact in skip.contacts].count(".L") == 2


@pytest.mark.parametrize("name", ["run", "skip"])
def test_shipped_joints_stay_within_a_persons_range(name: str) -> None:
    reference = shipped(name)
    for i, kind, part in reference.figure.joints.places:
        joint = reference.character.segments[i].joint
        angles = reference.joints[:, part]
        if kind == "hinge":
            low, high = joint.limits[1]
            assert low - 0.02 <= angles.min() and angles.max() <= high + 0.02, joint.name


def test_arms_swing_against_the_legs_and_elbows_are_bent() -> None:
    reference = shipped("run")
    placed, index = reference.figure.place(reference.posture), reference.figure.index
    ahead = {name: placed.origins[:, index[name], 0] - placed.com[:, 0]
             for name in ("hand.L", "foot.L", "foot.R")}  # fmt: skip
    assert np.corrcoef(ahead["hand.L"], ahead["foot.R"])[0, 1] > 0.7
    assert np.corrcoef(ahead["hand.L"], ahead["foot.L"])[0, 1] < -0.7
    elbow = next(p for i, _, p in reference.figure.joints.places
                 if reference.character.segments[i].joint.name == "elbow.L")  # fmt: skip
    assert np.degrees(-reference.joints[:, elbow].mean()) == pytest.approx(90.0, abs=10.0)


@pytest.mark.parametrize("name", list(DRAWINGS))
def test_a_shipped_cycle_is_what_its_drawing_comes_to(name: str) -> None:
    drawing, file = DRAWINGS[name], shipped(name)
    again, _ = make_consistent(make_clip(drawing, Character.humanoid()), decay=drawing.decay)
    for part in ("joints", "root_position", "root_orientation", "travel"):
        np.testing.assert_allclose(getattr(again, part), getattr(file, part), atol=1e-5)
    for found, kept in zip(again.contacts, file.contacts, strict=True):
        assert found.side == kept.side
        assert found[1:] == pytest.approx(kept[1:], abs=1e-5)
    assert again.character == file.character
    assert set(list_references()) == set(DRAWINGS)


def test_a_saved_cycle_is_read_as_it_was(tmp_path: Path) -> None:
    run = shipped("run")
    save_reference(run, tmp_path / "mine.json")
    read = load_reference(tmp_path / "mine.json")
    np.testing.assert_allclose(read.joints, run.joints, atol=1e-6)
    assert read.contacts == run.contacts
    assert read.character == run.character


def test_what_is_no_cycle_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="is not a reference motion"):
        from_data({"version": 1})
    with pytest.raises(InvalidInput, match="needs contacts of both feet"):
        from_data({**to_data(shipped("run")), "contacts": [[".L", 0.0, 0.3]]})
    with pytest.raises(InvalidInput, match="cannot be read"):
        load_reference(tmp_path / "gone.json")


def disturbed(reference: ReferenceMotion) -> ReferenceMotion:
    """A clip of a bad capture: bones turned, feet that slide, a root that does not fall."""
    random, phases = np.random.default_rng(3), np.arange(reference.frames) / reference.frames
    joints = reference.joints.copy()
    for _, kind, part in reference.figure.joints.places:
        waves = np.zeros((reference.frames, 3))
        for k in (1, 2, 3):
            wave = np.cos(2 * np.pi * (k * phases + random.uniform()))
            waves += wave[:, None] * random.normal(0.0, 0.06 / k, 3)
        if kind == "spherical":
            turned = quaternions_from_matrices(matrices_from_rotation_vectors(waves))
            joints[:, part] = multiply_quaternions(joints[:, part], turned)
        else:
            joints[:, part] += waves[:, : part.stop - part.start]
    root = reference.root_position.copy()
    root += 0.02 * np.cos(2 * np.pi * 3 * phases)[:, None]
    return replace(reference, joints=joints, root_position=root)


def test_a_disturbed_clip_is_made_consistent_and_its_changes_are_reported() -> None:
    bad = disturbed(shipped("run"))
    before = errors_of(bad)
    assert before.slip > LARGEST_SLIP and before.momentum > LARGEST_MOMENTUM and before.fall > 2.0
    good, change = make_consistent(bad)
    after = errors_of(good)
    assert after.slip < LARGEST_SLIP
    assert after.momentum < LARGEST_MOMENTUM
    assert after.fall < 0.5
    assert change.before == before and change.after == after
    assert "angular momentum in flight" in str(change)


@pytest.mark.parametrize(("name", "left"), [("run", 0.7), ("skip", 0.8)])
def test_contacts_are_found_to_less_than_a_frame(name: str, left: float) -> None:
    """A skip's contacts that overlap: the height then shows less clearly when each begins."""
    frame, right, wrong = 1.0 / 30.0, shipped(name), []
    for seed in range(5):
        off = np.random.default_rng(seed).uniform(-frame, frame, (len(right.contacts), 2))
        seen = tuple(
            Contact(side, start + early / right.period, end + late / right.period)
            for (side, start, end), (early, late) in zip(right.contacts, off, strict=True)
        )
        found = retimed(replace(right, contacts=seen), frame).contacts
        assert all(0.0 <= contact.start < 1.0 for contact in found)
        wrong += [(apart(right.contacts, c) * right.period, np.abs(off).mean()) for c in found]
    after, before = np.mean(wrong, axis=0)
    assert after < left * before


def apart(contacts: tuple[Contact, ...], contact: Contact) -> float:
    """Mean difference of begin and end [cycles] from the nearest contact of that foot."""
    own = np.array([c[1:] for c in contacts if c.side == contact.side]) - contact[1:]
    return float(np.abs(own - np.round(own)).mean(axis=1).min())


def test_captured_arms_swing_as_they_were_seen() -> None:
    bad = disturbed(shipped("run"))
    arms = [bad.figure.index[name] for name in ("upper_arm.L", "upper_arm.R")]

    def turned(reference: ReferenceMotion) -> float:
        pair = [r.figure.place(r.posture).axes[:, arms] for r in (bad, reference)]
        angles = rotation_angles(*(quaternions_from_matrices(axes) for axes in pair))
        return float(np.degrees(np.sqrt((angles**2).mean())))

    as_captured, _ = make_consistent(bad, captured(rate=60.0))
    assert errors_of(as_captured).momentum < LARGEST_MOMENTUM
    assert turned(as_captured) < 8.0 < turned(make_consistent(bad)[0])


def test_a_foot_that_leaves_its_footprint_too_soon_swings_as_the_clip_has_it() -> None:
    run, sooner, lasts = shipped("run"), 0.07, 6  # [m] over the footprint; frames
    feet = feet_of(run.figure, run.figure.place(run.posture))
    contacts = find_planted(run.figure, feet, run.contacts, run.travel)
    leaves = int(next(p for p in contacts if p.contact.side == ".L").frames[-1])
    after = (np.arange(run.frames) - leaves + run.frames // 2) % run.frames - run.frames // 2
    ankles = feet.ankles.copy()
    ankles[:, 0, 2] += sooner * np.clip(1.0 + after / lasts, 0.0, 1.0) ** 2
    lifted = replace(feet, ankles=ankles)
    planted = plant(run.figure, lifted, contacts, run.travel)
    swings = (after > 0) & ~run.foot_contacts[:, 0]
    assert np.abs(planted.ankles - lifted.ankles)[swings, 0].max() < 2.0 * sooner


def clip_of(reference: ReferenceMotion, laps: int, rate: float) -> Motion:
    """The cycle played over and over, as it is read from a rig."""
    placed, figure = reference.figure.place(reference.posture), reference.figure
    count = int(laps * reference.period * rate)
    at = np.arange(count) / rate / reference.period * reference.frames
    frames, lap = at.astype(int) % reference.frames, (at // reference.frames)[:, None]
    axes = {name: placed.axes[frames, i] for i, name in enumerate(figure.names)}
    feet = {side: figure.index["foot" + side] for side in SIDES}
    ankles = {s: placed.origins[frames, i] + lap * reference.travel for s, i in feet.items()}
    pelvis = placed.origins[frames, 0] + lap * reference.travel
    soles = soles_of(reference.character, axes, ankles)
    return Motion(rate=rate, axes=axes, pelvis=pelvis, soles=soles, ankles=ankles)


def with_faults(motion: Motion, facing: float) -> Motion:
    """A motion with another heading, a T-pose first, a jump, a lost frame, and jitter."""
    random, c, s = np.random.default_rng(1), np.cos(facing), np.sin(facing)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    jitter = random.normal(0.0, 0.001, (motion.frames, 3))

    def spoil(values: np.ndarray) -> np.ndarray:
        turned = turn @ values if values.shape[1:] == (3, 3) else values @ turn.T
        if values.ndim == 2:
            turned = turned + jitter
        first = np.eye(3)[None] if values.shape[1:] == (3, 3) else turned[:1]
        spoilt = np.concatenate([first, turned])
        spoilt[40], spoilt[70] = spoilt[10], np.nan
        return spoilt

    return changed(motion, spoil)


def test_a_faulty_clip_gives_the_cycle_that_it_shows() -> None:
    run = shipped("run")
    clip = with_faults(clip_of(run, laps=4, rate=100.0), facing=2.0)
    found = reference_of_motion(clip, run.character, "captured")
    assert found.period == pytest.approx(run.period, abs=0.02)
    assert found.speed == pytest.approx(run.speed, rel=0.03)
    assert abs(found.travel[1]) < 0.02 * found.travel[0]
    assert sorted(contact.side for contact in found.contacts) == [".L", ".R"]
    for contact in found.contacts:
        assert contact.end - contact.start == pytest.approx(0.33, abs=0.06)
    soles = sole_points(found.figure, found.figure.place(found.posture))[..., 2]
    assert abs(soles.min(axis=2)[found.foot_contacts].mean()) < 0.02


def test_a_skip_keeps_both_contacts_of_each_foot() -> None:
    skip = shipped("skip")
    found = reference_of_motion(clip_of(skip, laps=3, rate=60.0), skip.character, "skipping")
    assert found.period == pytest.approx(skip.period, abs=0.03)
    assert len(found.contacts) == 4


def test_clips_without_a_cycle_are_refused_in_one_sentence() -> None:
    run = shipped("run")
    clip = clip_of(run, laps=2, rate=60.0)
    with pytest.raises(InvalidInput, match="too short for a cycle"):
        reference_of_motion(changed(clip, lambda v: v[:10]), run.character, "short")
    still = changed(clip, lambda values: np.repeat(values[:1], len(values), axis=0))
    with pytest.raises(InvalidInput, match="nothing moves in it"):
        reference_of_motion(still, run.character, "still")
