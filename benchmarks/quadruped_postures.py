"""Sitting and lying down and back, from noisy starts, on flat ground and at a block.

Jones 2011, Sections 5.1.2, 5.1.3 and 5.2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions, multiply_quaternions
from ..bodies.character import Character
from ..evaluation.cases import attempt, run_cases
from ..shots.cue import Cue
from ..shots.shot import Performer, Prop, Shot
from ..shots.take import Performance, Take
from .parts.table import Row

Array = NDArray[np.float64]
RUNS = 25  # of each skill
JOINT_NOISE, TILT_NOISE, PLACE_NOISE = 0.05, 0.03, 0.5  # [rad], [rad], [m]: largest
DROP = 0.01  # [m] over the ground, where no noise puts a foot into it
BLOCK = 0.08  # [m] high
LENGTH, WIDTH = 0.4, 0.6  # of the block along and across the heading [m]
GAP = 0.06  # [m] between the body's feet and a block beside it
STILL, STILL_FOR = 0.05, 1.0  # [m/s] of the center of mass, [s]
HEIGHT_ERROR = 0.03  # [m]
LEGS = {"hips": ("BL", "BR"), "shoulders": ("FL", "FR")}
BEGINS = 1.0  # [s]
# Skill: what it tells when it is done, when it is to stand up, when it must stand [s].
SKILLS = {"sit": ("seated", 6.0, 11.0), "lie_down": ("lying", 8.0, 13.0)}
# Where a block is: under these feet, or beside the body on this side.
UNDER: Mapping[str, float] = {"front feet on": 1.0, "back feet on": -1.0}
BESIDE = {"beside on the left": (0.0, 1.0), "beside on the right": (0.0, -1.0),
          "behind": (-1.0, 0.0)}  # fmt: skip
PLACES = (*UNDER, *BESIDE)


@dataclass(frozen=True)
class Case:
    """A run: what it does, the noise of its start, and where a block is ("" for none)."""

    skill: str
    seed: int
    block: str = ""


def measure() -> list[Row]:
    """A row for each skill, on flat ground and at a block."""
    flat = [[Case(skill, seed) for seed in range(RUNS)] for skill in SKILLS]
    block = [
        [Case(skill, seed, PLACES[seed % len(PLACES)]) for seed in range(RUNS)] for skill in SKILLS
    ]
    return [row_of(cases, run_cases(fault_of, cases)) for cases in (*flat, *block)]


def row_of(cases: list[Case], faults: list[str]) -> Row:
    """How many of some runs of one skill went well, and what was wrong with the others."""
    where = f"with {BLOCK * 100:g} cm of block under or beside it" if cases[0].block else "flat"
    wrong = "; ".join(
        f"{case.block + ' ' if case.block else ''}{case.seed}: {fault}"
        for case, fault in zip(cases, faults, strict=True)
        if fault
    )
    return Row(
        figure=f"{cases[0].skill} and back, {where}: stands still, hips and shoulders within "
        f"{HEIGHT_ERROR * 100:g} cm of standing, of {len(cases)}",
        paper="extremely robust" if cases[0].block else "shown",
        peer="",
        ours=f"{faults.count('')}" + (f" ({wrong})" if wrong else ""),
        passed=faults.count("") == len(faults),
        bar="must: all",
    )


def fault_of(case: Case) -> str:
    """What is wrong with a run; "" when all is well."""
    character = Character.quadruped()
    take = attempt(shot_of(case, character))
    if take is None:
        return "diverged"
    performance = take.performances[0]
    told = {name for _, name in performance.events}
    if performance.fell_at is not None:
        return f"fell at {performance.fell_at:.1f} s"
    if SKILLS[case.skill][0] not in told or "on_feet" not in told:
        return "did not get there" if SKILLS[case.skill][0] not in told else "did not stand up"
    return _fault_of_stance(take, performance, character)


def _fault_of_stance(take: Take, performance: Performance, character: Character) -> str:
    last = take.times >= take.times[-1] - STILL_FOR
    speeds = np.gradient(performance.center_of_mass, take.times, axis=0)
    fastest = float(np.linalg.norm(speeds, axis=1)[last].max())
    if fastest > STILL:
        return f"moves at {fastest:.2f} m/s"
    if not performance.foot_contacts[-1].all():
        return "a foot is in the air"
    errors = height_errors(performance, character)
    name = max(errors, key=lambda part: abs(errors[part]))
    if abs(errors[name]) > HEIGHT_ERROR:
        return f"{name} {100 * errors[name]:+.1f} cm"
    return ""


def height_errors(performance: Performance, character: Character) -> dict[str, float]:
    """How much higher than standing [m] hips and shoulders are over their feet in the end."""
    origins = character.standing_origins()
    errors = {}
    for part, legs in LEGS.items():
        heights = []
        for leg in legs:
            at = performance.joint_names.index(f"hip.{leg}")
            level = lowest_of_foot(performance, character, leg)
            heights.append(float(performance.joint_positions[-1, at, 2]) - level)
        usual = character.standing_height_of_root + origins[f"upper_leg.{legs[0]}"][2]
        errors[part] = sum(heights) / len(heights) - usual
    return errors


def lowest_of_foot(performance: Performance, character: Character, leg: str) -> float:
    """Height [m] of the lowest point of a foot's capsule in the last frame."""
    segment = character.segment(f"foot.{leg}")
    assert segment.shape is not None
    at = performance.segment_names.index(segment.name)
    axes = matrices_from_quaternions(performance.segment_orientations[-1, at])
    radius, length = segment.shape.size[0] / 2, segment.shape.size[2]
    middle = np.array(segment.shape.center) - np.array(segment.center)
    ends = [middle + [0.0, 0.0, end * (length / 2 - radius)] for end in (1.0, -1.0)]
    height = performance.segment_positions[-1, at, 2]
    return float(height + min((axes @ end)[2] for end in ends) - radius)


def shot_of(case: Case, character: Character) -> Shot:
    """A body that stands somewhere, a little crooked, then goes down and up again."""
    random = np.random.default_rng(case.seed)
    x, y = random.uniform(-PLACE_NOISE, PLACE_NOISE, 2).tolist()
    heading = random.uniform(-math.pi, math.pi)
    _, rises, ends = SKILLS[case.skill]
    cues = [Cue("stand"), Cue(case.skill, start=BEGINS), Cue("stand", start=rises)]
    pitch, raised = _start_on_block(case.block, character)
    pose = _noisy_pose(character, random, (x, y), heading, pitch, raised)
    props = [_block(case.block, character, (x, y), heading)] if case.block else []
    performer = Performer(character, cues, position=(x, y), heading=heading, pose=pose)
    return Shot([performer], props=props, duration=ends)


def _noisy_pose(
    character: Character, random: np.random.Generator, place: tuple[float, float],
    heading: float, pitch: float, raised: float,
) -> dict[str, Any]:  # fmt: skip
    """Standing, each leg's joints and the root turned a little."""
    pose: dict[str, Any] = {}
    for name, angle in character.standing.items():
        bent = angle + random.uniform(-JOINT_NOISE, JOINT_NOISE)
        pose[name] = _turn(1, bent) if name.startswith("hip") else bent
    roll, nod = random.uniform(-TILT_NOISE, TILT_NOISE, 2)
    turned = multiply_quaternions(np.array(_turn(1, pitch + nod)), np.array(_turn(0, roll)))
    turned = multiply_quaternions(np.array(_turn(2, heading)), turned)
    height = character.standing_height_of_root + raised + DROP
    pose["root"] = ((*place, height), tuple(turned.tolist()))
    return pose


def _turn(axis: int, angle: float) -> tuple[float, ...]:
    """A turn about x, y or z as a quaternion."""
    turn = [math.cos(angle / 2), 0.0, 0.0, 0.0]
    turn[1 + axis] = math.sin(angle / 2)
    return tuple(turn)


def _trunk(character: Character) -> float:
    """From hips to shoulders [m]."""
    origins = character.standing_origins()
    return float(origins["upper_leg.FL"][0] - origins["upper_leg.BL"][0])


def _start_on_block(block: str, character: Character) -> tuple[float, float]:
    """Pitch [rad] and rise of the hips [m] of a body with some feet on the block."""
    if block not in UNDER:
        return 0.0, 0.0
    return -UNDER[block] * math.asin(BLOCK / _trunk(character)), BLOCK * (UNDER[block] < 0.0)


def _block(block: str, character: Character, place: tuple[float, float], heading: float) -> Prop:
    """Under the front or the back feet, or beside the body."""
    trunk = _trunk(character)
    if block in UNDER:
        # Its edge is halfway between front and back feet.
        at = (trunk / 2 + UNDER[block] * LENGTH / 2, 0.0)
    else:
        ahead, left = BESIDE[block]
        half_width = abs(character.segment("upper_leg.FL").offset[1])
        at = (ahead * (GAP + LENGTH / 2) + (trunk / 2 if left else 0.0),
              left * (half_width + GAP + WIDTH / 2))  # fmt: skip
    c, s = math.cos(heading), math.sin(heading)
    x, y = place[0] + c * at[0] - s * at[1], place[1] + s * at[0] + c * at[1]
    w, i, j, k = _turn(2, heading)
    return Prop(
        "block", "box", size=(LENGTH, WIDTH, BLOCK), mass=0.0, position=(x, y, BLOCK / 2),
        orientation=(w, i, j, k),
    )  # fmt: skip
