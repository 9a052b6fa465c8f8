"""Golden takes: digests of short shots which between them use all that a performer can do.

    python tools/golden_takes.py --out FILE.json [--only NAME ...] [--jobs N]
    python tools/golden_takes.py --against FILE.json [--only NAME ...] [--jobs N]

A change of the code that is to leave all motion as it is leaves every digest as it is, on the same
machine. `--against` names the golden takes that differ and the first channel in which they do;
the exit status is 1 then. Nothing here depends on how fast the machine is: searches end by success
or after a number of tries.

Run it where the package can be imported as footfall, as the tests are.
"""

from __future__ import annotations

import os

# How many threads a sum is shared by would change its last bits.
os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import hashlib
import json
import math
import multiprocessing
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from footfall import (
    Character,
    Cue,
    FootfallError,
    Ground,
    Performer,
    Prop,
    Push,
    Shot,
    Take,
    simulate,
)

# isort: split
# What is not public: these modules may move, and nothing below this block names one.
from footfall.base.rotations import rotation_vectors_from_matrices
from footfall.bodies.riser import with_torso
from footfall.catalogue.planar import controller_of
from footfall.catalogue.planar.rising import nearest_way, riser_of
from footfall.catalogue.styles import load_style
from footfall.crowd.behaviours import Manner
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.groups import groups_that_meet, join, split
from footfall.crowd.members import Crowd, make_shot
from footfall.crowd.surfaces import Rectangle, Strip
from footfall.learning import learn_run
from footfall.learning.cost import Terrain
from footfall.learning.learn_walk import Recipe, learn_walk
from footfall.learning.rising_numbers import SIGMAS, vector_of
from footfall.learning.rising_simulator import make_rising_judge
from footfall.motion.physical_consistency import make_consistent
from footfall.motion.procedural_clip import DRAWINGS, draw
from footfall.motion.reference import load_reference, to_data, to_text
from footfall.motion.style_fit import fit_style
from footfall.motion.tuning import Tuning
from footfall.motion.walking_cycle import find_gait
from footfall.motion.walking_motion import Motion, soles_of
from footfall.retarget.body_motion import BodyMotion, in_place
from footfall.retarget.looping import make_cycle
from footfall.retarget.pinning import pin_feet
from footfall.retarget.reduction import reduce_keys
from footfall.rigs.blender.take_frames import sample_prop, sample_take
from footfall.rollout.simulate import simulate_parts
from footfall.search import (
    Pool,
    Search,
    Trial,
    alternating,
    cheapest_search,
    coordinate_search,
    covariance_search,
    greedy_search,
    growing,
    robust_search,
    run,
    separable_search,
)
from footfall.shots.found_plans import with_plans
from footfall.shots.shortfalls import shortfalls
from footfall.shots.steering import Step, steered
from footfall.shots.take import RunFailed

Facts = dict[str, Any]  # arrays, and plain data for JSON, by name
Golden = Callable[[], Shot | Take | Facts]
Vector = tuple[float, float, float]

CHANNELS = (
    "segment_positions", "segment_orientations", "joint_positions", "root_position",
    "root_orientation", "center_of_mass", "foot_contacts", "joint_torques", "contact_forces",
    "momentum",
)  # fmt: skip
RECORD = ("torques", "contact_forces", "momentum")
SHOWN = 16  # hexadecimal digits of a digest
UNLIMITED = 1e6  # [min]: a search that ends after a number of tries needs no other end

HUMAN = Character.humanoid(height=1.75, mass=70.4)
DOG = Character.quadruped()
PRESETS = ("human", "robot", "beast1", "beast2", "child", "giant")
STYLES = (
    "natural", "bouncy", "bow_legged", "cat_walk", "drunk", "limp", "march", "proud", "robot",
    "slouched", "sneak", "stomp", "tired", "zombie",
)  # fmt: skip
# Orientations of a root: prone and a bit on its side, supine and more so; on its left side.
PRONE = (0.69916673, 0.10566872, 0.69916673, 0.10566872)
SUPINE = (0.25622563, 0.65905116, 0.25622563, 0.65905116)
ON_ITS_SIDE = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
CHAIR = Prop("chair", "box", size=(0.45, 0.5, 0.05), position=(-0.225, 0.0, 0.425))
SHOVE = Push(0, "torso", time=1.0, duration=0.1, force=(300.0, 0.0, 0.0))
KNOCK_OVER = Push(0, "torso", time=1.0, duration=0.2, force=(900.0, 0.0, 0.0))
OCTAHEDRON = (
    (0.2, 0.0, 0.0), (-0.2, 0.0, 0.0), (0.0, 0.2, 0.0), (0.0, -0.2, 0.0), (0.0, 0.0, 0.15),
    (0.0, 0.0, -0.15),
)  # fmt: skip
CORNER = ((0.0, 0.0), (3.0, 0.0), (3.0, 2.0))
OF_A_PERFORMER = ("position", "heading", "pose", "recover", "leg_collision")


def alone(
    cues: Sequence[Cue], duration: float | None, body: Character = HUMAN, **more: Any
) -> Shot:
    """A shot of one performer; `more` are attributes of the shot, or of its performer."""
    own = {n: more.pop(n) for n in OF_A_PERFORMER if n in more}
    return Shot([Performer(body, cues, **own)], duration=duration, **more)


def side_by_side(parts: Iterable[tuple[Character, Sequence[Cue]]], **more: Any) -> Shot:
    """A shot of performers 2 m from each other."""
    performers = [
        Performer(body, cues, position=(0.0, 2.0 * number))
        for number, (body, cues) in enumerate(parts)
    ]
    return Shot(performers, **more)


def lying(orientation: Sequence[float], height: float = 0.3) -> dict[str, Any]:
    """A start pose."""
    return {"root": ((0.0, 0.0, height), tuple(orientation))}


# Walking and standing.


def walk_of_keyed_speed_to_a_stand() -> Shot:
    cues = [
        Cue("walk", speed=[(0.0, 0.4), (2.0, 1.3)], torso_lean=[(0.5, 0.0), (1.5, 0.15)]),
        Cue("stand", start=3.0, idle=[(3.0, 0.0), (4.0, 1.0)], stance_knee=0.2),
    ]
    return alone(cues, 5.5)


def walk_sideways_backwards_and_round() -> Shot:
    cues = [
        Cue("walk", speed=0.4, lateral_speed=0.4, step_period=0.5, step_height=0.12),
        Cue("walk", start=2.0, speed=-0.5, step_width=0.25, knee_twist=0.3),
        Cue("walk", start=4.0, speed=0.8, turn_rate=0.6, stance_knee=0.3),
        Cue("walk", start=6.0, speed=1.0, heading=-0.5),
    ]
    return alone(cues, 8.0, Character.preset("robot"), heading=0.7, frame_rate=24.0)


def walk_in_styles(names: Sequence[str]) -> Shot:
    return side_by_side([(HUMAN, [Cue("walk", style=name)]) for name in names], duration=1.5)


def walk_in_the_first_styles() -> Shot:
    return walk_in_styles(STYLES[:7])


def walk_in_the_last_styles() -> Shot:
    return walk_in_styles(STYLES[7:])


def walk_in_blended_and_own_styles() -> Shot:
    own = {**load_style("march"), "name": "mine"}
    blends: list[dict[str, Any]] = [
        {"style": "tired, proud", "style_blend": 0.3},
        {"style": "zombie", "style_blend": [(0.0, 0.0), (2.0, 1.0)]},
        {"style": "mine"},
    ]
    parts = [(HUMAN, [Cue("walk", speed=0.8, **blend)]) for blend in blends]
    return side_by_side(parts, duration=2.5, styles={"mine": own})


def bodies_of_all_presets() -> Shot:
    stretched = Character.humanoid(1.6, 55.0, scale={"upper_leg.L": 1.05, "lower_arm.R": 1.2})
    bodies = [*map(Character.preset, PRESETS), stretched]
    cues = [Cue("walk", speed=0.7), Cue("push", start=1.2, direction="from_left")]
    return side_by_side([(body, cues) for body in bodies], duration=2.5)


def bodies_that_vary() -> Shot:
    bodies = [HUMAN.vary(seed, 0.25) for seed in (1, 2, 3)]
    return side_by_side([(body, [Cue("walk", speed=0.9)]) for body in bodies], duration=2.5)


def walk_without_parts_of_the_walker() -> Take:
    parts = {"gravity_share": 0.5, "velocity_tuning": 0.0, "keeping_speed": 2.0}
    return simulate_parts(alone([Cue("walk", speed=0.7)], 2.0), parts)


def walk_on_the_moon() -> Shot:
    return alone([Cue("walk", speed=0.6)], 3.0, gravity=(0.0, 0.0, -1.62))


def drop_onto_the_feet() -> Shot:
    pose = {
        "root": ((0.0, 0.0, HUMAN.standing_height_of_root + 0.1), UPRIGHT),
        "elbow.L": -0.5, "shoulder.R": (math.cos(0.2), math.sin(0.2), 0.0, 0.0),
    }  # fmt: skip
    return alone([Cue("stand")], 2.0, pose=pose, leg_collision=False)


# The ground.


def walk_up_a_slope() -> Shot:
    return alone([Cue("walk", speed=0.8)], 3.0, HUMAN.vary(5, 0.15), ground=Ground.slope(8.0))


def walk_over_bumps() -> Shot:
    ground = Ground.bumps(0.12, seed=4, friction=0.9)
    return alone([Cue("walk", speed=0.8)], 4.0, Character.preset("beast1"), ground=ground)


def walk_up_and_down_steps() -> Shot:
    shot = alone([Cue("walk", speed=0.7)], 7.0, ground=Ground.steps(0.15, 0.3, 2))
    down = Performer(HUMAN, [Cue("walk", speed=0.6, heading=math.pi)], (2.5, 2.0), math.pi)
    return replace(shot, performers=[*shot.performers, down])


def walk_on_a_mesh() -> Shot:
    x, y = np.meshgrid(np.arange(-2.0, 8.1, 0.5), np.arange(-2.0, 2.1, 0.5), indexing="ij")
    z = 0.04 * (np.cos(x) - 1.0) + 0.03 * np.sin(2.0 * y)
    across = y.shape[1]
    at = (np.arange(len(x) - 1)[:, None] * across + np.arange(across - 1)).ravel()
    triangles = [*zip(at, at + across, at + across + 1, strict=True)]
    triangles += [*zip(at, at + across + 1, at + 1, strict=True)]
    ground = Ground.mesh(np.stack([x, y, z], -1).reshape(-1, 3), triangles, friction=0.7)
    return alone([Cue("walk", speed=0.9)], 3.5, Character.preset("giant"), ground=ground)


# Pushes, and things in the way.


def pushes_from_all_sides() -> Shot:
    cues = [
        Cue("stand"),
        Cue("push", start=0.5, direction="from_behind", strength="nudge"),
        Cue("push", start=1.5, direction="from_left", strength="shove"),
        Cue("push", start=3.0, direction="from_front", strength="custom", impulse=25.0),
        Cue("push", start=4.5, direction="world", force=(0.0, 150.0, 30.0), segment="pelvis"),
        Cue("push", start=6.0, direction="from_right", strength="knocks_over", duration=0.2),
    ]
    return alone(cues, 8.0, heading=1.0)


def pushes_at_a_point_and_as_the_body_faces() -> Take:
    pushes = [
        Push(0, "upper_arm.L", 1.0, 0.2, (80.0, 0.0, 0.0), point=(0.05, 0.0, -0.2)),
        Push(0, "head", 1.8, 0.1, (0.0, 60.0, 0.0)),
        Push(0, "torso", 2.6, 0.1, (200.0, -50.0, 0.0), heading_frame=True),
    ]
    shot = alone([Cue("walk", speed=0.8, heading=2.0)], 4.0, heading=2.0, pushes=pushes)
    return simulate(shot, record=RECORD)


def balance_against_pushes() -> Shot:
    soon = Cue("balance", linear_damping=12.0, angular_damping=0.0)
    shot = side_by_side([(HUMAN, [Cue("balance")]), (HUMAN, [soon])], duration=3.5)
    pushes = [replace(SHOVE, performer=number, force=(90.0, 0.0, 0.0)) for number in range(2)]
    return replace(shot, pushes=[*pushes, replace(SHOVE, time=2.0, force=(-100.0, 200.0, 0.0))])


def step_over_a_box_and_duck_under_a_bar() -> Shot:
    box = Prop("box", "box", size=(0.1, 2.0, 0.25), position=(1.6, 0.0, 0.125))
    bar = Prop("bar", "box", size=(0.06, 2.0, 0.06), position=(4.0, 0.0, 1.33))
    return alone([Cue("walk", speed=0.7)], 10.0, props=[box, bar])


def trip_over_a_log_and_fall() -> Shot:
    log = Prop("log", size=(0.1, 3.0, 0.3), position=(1.6, 0.0, 0.15))
    return alone([Cue("walk", speed=1.3, avoid="ignore")], 4.0, props=[log])


def props_of_every_shape_are_walked_into() -> Shot:
    turned = (math.cos(0.3), 0.0, 0.0, math.sin(0.3))
    props = [
        Prop("box", "box", (0.2, 0.2, 0.3), mass=1.0, position=(0.9, -0.1, 0.15),
             orientation=turned),
        Prop("ball", "sphere", (0.15,), mass=0.5, position=(1.2, 0.15, 0.15), friction=0.8),
        Prop("pin", "capsule", (0.08, 0.5), mass=1.0, position=(1.5, -0.1, 0.25)),
        Prop("stone", "mesh", vertices=OCTAHEDRON, mass=2.0, position=(1.8, 0.1, 0.4)),
        Prop("post", "capsule", (0.1, 2.0), position=(2.0, 0.9, 1.0)),
    ]  # fmt: skip
    return alone([Cue("walk", speed=0.8, avoid="ignore")], 4.0, props=props)


# Ways to places.


def follow_open_and_closed_paths() -> Shot:
    square = ((0.0, 4.0), (1.5, 4.0), (1.5, 5.5), (0.0, 5.5), (0.0, 4.0))
    performers = [
        Performer(HUMAN, [Cue("follow", path=CORNER, speed=1.2)]),
        Performer(HUMAN, [Cue("follow", path=square, speed=0.8, style="sneak")], (0.0, 4.0)),
    ]
    return Shot(performers, duration=8.5)


def goals_around_a_crate_and_each_other() -> Shot:
    ways = (((0.0, 0.0), (4.0, 0.0)), ((4.0, 0.1), (0.0, 0.1)))
    performers = [
        Performer(HUMAN, [Cue("goals", path=way, speed=1.1)], way[0], heading)
        for way, heading in zip(ways, (0.0, math.pi), strict=True)
    ]
    crate = Prop("crate", size=(0.5, 0.5, 1.0), position=(2.0, -1.0, 0.5))
    return Shot(performers, props=[crate], duration=8.0, performers_collide=True)


def approach_then_stand_as_long_as_it_takes() -> Shot:
    cues = [
        Cue("approach", target=(1.5, 0.8), distance=0.5),
        Cue("stand", start=None, heading=0.0),
        Cue("approach", start=5.0, target=(2.5, 0.0)),
    ]
    return alone(cues, None)


def steps_on_footprints() -> Shot:
    prints = [
        {"foot": "R", "position": (0.11, -0.33), "heading": -0.06, "duration": 0.84},
        {"foot": "L", "position": (0.13, 0.04), "heading": 0.07, "duration": 0.95, "height": 0.15},
        {"foot": "R", "position": (0.26, -0.35), "heading": -0.3, "duration": 0.77},
    ]
    return alone([Cue("step", start=0.5, footsteps=prints, style="sneak")], 5.0)


def handstand_with_steps_and_a_push() -> Take:
    prints = [
        {"hand": "L", "position": (0.1, 0.1925), "heading": 0.0, "duration": 0.6},
        {"hand": "R", "position": (0.1, -0.1925), "heading": 0.0, "duration": 0.6},
    ]
    cues = [Cue("handstand"), Cue("step", start=1.0, footsteps=prints), Cue("fall", start=5.0)]
    push = Push(0, "torso", 0.4, 0.1, (40.0, 20.0, 0.0))
    return simulate(alone(cues, 8.0, pushes=[push]), record=RECORD)


def steered_walk() -> Take:
    """Cues that change while they are simulated, as somebody at the keyboard does it."""
    cues = [Cue("walk", speed=0.8), Cue("walk", start=1.5, speed=0.6)]
    steps = [
        Step(0.40, 0.50, 0.9, 0.4), Step(0.75, 0.85, 1.1, 0.1), Step(1.70, 1.80, 0.5, 0.6),
    ]  # fmt: skip
    frames = {round(24.0 * step.begins): number for number, step in enumerate(steps, start=1)}

    def steering(frame: int) -> list[Cue] | None:
        return steered(cues, 0.4, steps[: frames[frame]]) if frame in frames else None

    shot = alone(steered(cues, 0.4), 2.5, heading=0.4, frame_rate=24.0)
    return simulate_parts(shot, {}, steering=steering)


# Sitting, dancing, and what hands do.


def rise_from_a_chair_and_sit_down_again() -> Take:
    cues = [Cue("sit_to_stand", start=0.3, seat="chair"), Cue("stand_to_sit", start=3.5)]
    return simulate(alone(cues, 6.5, props=[CHAIR], frame_rate=50.0), record=RECORD)


def walk_to_a_seat_and_rise_to_walk() -> Shot:
    corners = [(x, y, z) for x in (-0.25, 0.25) for y in (-0.3, 0.3) for z in (-0.2, 0.2)]
    block = Prop("block", "mesh", vertices=corners, position=(-0.3, 0.0, 0.2))
    cues = [Cue("stand_to_sit", start=0.2, seat="block"), Cue("walk", start=None, speed=0.8)]
    return alone(cues, 10.0, props=[block], position=(1.0, -0.8))


def dances() -> Shot:
    kinds: list[dict[str, Any]] = [
        {"style": "groove", "bpm": 100.0, "energy": [(0.0, 0.3), (3.0, 1.4)]},
        {"style": "hands_up, twist", "style_blend": 0.5, "bpm": 128.0},
        {"style": "twist", "heading": 1.0, "step_height": 0.1},
    ]
    return side_by_side([(HUMAN, [Cue("dance", **kind)]) for kind in kinds], duration=3.5)


def reach_high_and_low() -> Shot:
    ball = Prop("ball", "sphere", (0.1,), mass=0.3, position=(0.8, 4.0, 0.1))
    cues = [
        [Cue("reach", target=(0.9, 0.3, 1.9), hand="L")],
        [Cue("reach", target=(0.7, 2.0, 1.0), hand="both"), Cue("stand", start=5.0)],
        [Cue("reach", target="ball", hand="R", speed=0.8)],
    ]
    return side_by_side([(HUMAN, own) for own in cues], props=[ball], duration=9.0, frame_rate=30)


def carry_a_crate_and_put_it_down() -> Shot:
    crate = Prop("crate", "box", (0.3, 0.4, 0.3), mass=12.0, position=(1.0, 0.0, 0.15),
                 handles={"left": (0.0, 0.2, 0.0), "right": (0.0, -0.2, 0.0)})  # fmt: skip
    cues = [
        Cue("pick_up", prop="crate"),
        Cue("walk", start=10.0, speed=0.6),
        Cue("put_down", start=12.0, target=(2.4, 0.3, 0.0)),
        Cue("stand", start=None),
    ]
    return alone(cues, 23.0, props=[crate], frame_rate=30.0)


def put_a_box_on_a_table_and_lift_a_stone() -> Shot:
    table = Prop("table", "box", (0.5, 0.6, 0.6), position=(2.0, 0.0, 0.3))
    box = Prop("box", "box", (0.25, 0.3, 0.25), mass=2.0, position=(1.0, 0.0, 0.125))
    stone = Prop("stone", "mesh", vertices=OCTAHEDRON, mass=3.0, position=(1.0, 3.0, 0.15))
    carries = [Cue("pick_up", prop="box"), Cue("put_down", start=None, target="table")]
    lifts = Performer(HUMAN, [Cue("pick_up", prop="stone")], position=(0.0, 3.0))
    shot = alone(carries, 26.0, props=[table, box, stone], frame_rate=30.0)
    return replace(shot, performers=[*shot.performers, lifts])


def lift_a_ball() -> Shot:
    ball = Prop("ball", "sphere", (0.16,), mass=2.0, position=(0.8, 0.0, 0.16))
    return alone([Cue("pick_up", prop="ball"), Cue("walk", start=None, speed=0.5)], 12.0,
                 props=[ball], frame_rate=30.0)  # fmt: skip


def a_blow_empties_the_hands() -> Shot:
    crate = Prop("crate", "box", (0.3, 0.4, 0.3), mass=3.0, position=(0.9, 0.0, 0.15))
    cues = [
        Cue("pick_up", prop="crate"),
        Cue("stand", start=9.0),
        Cue("put_down", start=11.0, target=(2.0, 0.0, 0.0)),
        Cue("walk", start=11.5),
    ]
    return alone(cues, 12.5, props=[crate], pushes=[replace(KNOCK_OVER, time=10.0)])


def push_and_pull_heavy_crates() -> Shot:
    size, heavy = (0.7, 0.8, 0.9), {"mass": 60.0, "friction": 0.25}
    props = [
        Prop("pushed", "box", size, position=(1.3, 0.0, 0.45), **heavy),
        Prop("pulled", "box", size, position=(1.3, 3.0, 0.45), **heavy),
    ]
    pushes = [Cue("push_crate", prop="pushed", speed=0.5, approach_speed=0.8)]
    pulls = Performer(HUMAN, [Cue("pull_crate", prop="pulled")], position=(0.0, 3.0))
    shot = alone(pushes, 12.0, props=props, frame_rate=30.0)
    return replace(shot, performers=[*shot.performers, pulls])


# Falling and getting up.


def falls_limp_and_protected() -> Shot:
    cues = [[Cue("walk"), Cue("fall", start=1.0, protect=protect)] for protect in (0.0, 1.0)]
    ways = [(HUMAN, own) for own in cues]
    return side_by_side(ways, duration=6.0, pushes=[replace(SHOVE, time=1.1)])


def get_up_by_a_plan_of_the_cue() -> Shot:
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=1.0, plan="6 1", heading=1.0, pace=1.2)]
    return alone(cues, 18.0, pose=lying(SUPINE, 0.25))


def get_up_from_the_front_by_a_search() -> Shot:
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=0.7, way="hands_and_knees")]
    return alone(cues, 16.0, pose=lying(PRONE))


def get_up_out_of_a_squat_by_a_search() -> Take:
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=1.0, way="squat")]
    return simulate(alone(cues, 14.0, pose=lying(SUPINE, 0.25)), record=RECORD)


def get_up_on_a_slope_by_a_search() -> Shot:
    """The plan that is known leads nowhere there."""
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=0.7)]
    shot = alone(cues, 17.0, pose=lying(PRONE), ground=Ground.slope(-6.0))
    return replace(shot, performers=[replace(shot.performers[0], plans=("squat 6 1",))])


def pushed_over() -> Shot:
    return alone([Cue("walk", speed=1.0)], 18.5, recover=True, pushes=[KNOCK_OVER])


def recover_by_a_search_and_by_what_it_found() -> Facts:
    """What the search found leads to the same motion without one, in company as well."""
    shot = pushed_over()
    searched = simulate(shot)
    known = with_plans(shot, searched)
    onlooker = Performer(HUMAN, position=(0.0, 5.0))
    together = replace(known, performers=[*known.performers, onlooker], performers_collide=True)
    return {
        "plans": list(known.performers[0].plans),
        **prefixed("searched", facts_of(searched)),
        **prefixed("known", facts_of(simulate(replace(known, duration=8.0)))),
        **prefixed("in company", facts_of(simulate(replace(together, duration=8.0)))),
    }


# Running.


def run_and_be_pushed() -> Take:
    push = Push(0, "torso", 4.5, 0.2, (0.0, 80.0, 0.0))
    cues = [Cue("run", speed=[(0.0, 2.5), (4.0, 3.2)], heading=0.3), Cue("stand", start=6.0)]
    return simulate(alone(cues, 8.0, pushes=[push]), record=RECORD)


def run_along_a_path() -> Shot:
    path = ((0.0, 0.0), (6.0, 0.0), (6.0, 4.0))
    return alone([Cue("run", speed=2.5, path=path)], None)


def run_with_help_and_in_place() -> Shot:
    cues = [[Cue("run", speed=2.5, assist=1.0, turn_rate=0.2)], [Cue("run", speed=0.0)]]
    return side_by_side([(HUMAN, own) for own in cues], duration=5.0)


def run_by_the_papers_trackings() -> Shot:
    cues = [[Cue("run", speed=2.0, tracking=tracking)] for tracking in ("paper", "program")]
    return side_by_side([(HUMAN, own) for own in cues], duration=5.0)


def run_as_a_tuned_clip() -> Shot:
    tuning = Tuning(lean=0.05, stance=0.1, arm_lead=0.1, ahead=0.01, fold=0.1)
    reference = to_text(replace(load_reference("run"), tuning=tuning))
    bodies = [HUMAN, Character.preset("child")]
    cues = [Cue("run", speed=2.2, reference=reference)]
    return side_by_side([(body, cues) for body in bodies], duration=5.0)


def skip_and_walk_on() -> Shot:
    return alone([Cue("skip", speed=2.2), Cue("walk", start=5.0, turn_rate=0.2)], 7.0)


# In a plane.


def planar_walks_by_learned_controllers() -> Shot:
    names = ("regular", "robust", "bird", "double_swing", "extended_swing", "human16")
    parts = [
        (Character.planar(controller_of(name)["character"]), [Cue("planar_walk", controller=name)])
        for name in names
    ]
    push = Push(0, "torso", 1.0, 0.1, (60.0, 0.0, 0.0))
    return side_by_side(parts, duration=2.0, pushes=[push])


def planar_walk_uphill() -> Shot:
    cues = [Cue("planar_walk", controller="uphill", heading=0.0)]
    return alone(cues, 3.0, Character.planar("human7"), ground=Ground.slope(22.5))


def planar_walk_downhill() -> Shot:
    cues = [Cue("planar_walk", controller="downhill")]
    return alone(cues, 3.0, Character.planar("human7"), ground=Ground.slope(-18.0))


def planar_walk_changes_its_controller() -> Shot:
    """To one that the shot holds by its content."""
    content = json.dumps(dict(controller_of("robust")))
    cues = [
        Cue("planar_walk", controller="regular", heading=0.5),
        Cue("planar_walk", start=1.5, controller=content),
    ]
    return alone(cues, 3.5, Character.planar("human7"))


def bipeds_walk_in_a_plane() -> Take:
    bodies = [HUMAN, Character.preset("robot"), HUMAN.vary(3, 0.2)]
    parts = zip(bodies, ("regular", "human16", "robust"), strict=True)
    cues = [(body, [Cue("planar_walk", controller=name)]) for body, name in parts]
    ground = Ground.bumps(0.08, seed=4)
    performers = [
        Performer(body, own, position=(0.0, 1.5 * number), heading=0.2 * number)
        for number, (body, own) in enumerate(cues)
    ]
    return simulate(Shot(performers, ground=ground, duration=2.0), record=RECORD)


def planar_risers_get_up() -> Shot:
    body = Character.planar("prone9")
    large = with_torso(body, 1.3)
    performers = [
        Performer(body, [Cue("get_up", plan="quick", heading=0.3)], position=(0.4, 0.2)),
        Performer(body, [Cue("get_up", plan="by_hand")], position=(0.0, 3.0)),
        Performer(large, [Cue("get_up", plan="quick", heading=1.0)], position=(3.0, 3.0)),
    ]
    return Shot(performers, duration=4.0)


def a_planar_riser_gets_up_on_a_slope() -> Take:
    cues = [Cue("get_up", plan="quick")]
    shot = alone(cues, 3.0, Character.planar("prone9"), ground=Ground.slope(-8.0))
    return simulate(shot, record=RECORD)


# On four legs.


def four_legged_gaits() -> Shot:
    cues = [
        [Cue("walk", speed=0.6), Cue("trot", start=2.0, speed=[(2.0, 0.8), (4.0, 1.4)])],
        [Cue("trot", speed=1.0, turn_rate=0.5), Cue("pace", start=2.0, speed=1.0, heading=1.0)],
        [Cue("pace", speed=0.8, step_height=0.08), Cue("stand", start=2.5)],
    ]
    return side_by_side([(DOG, own) for own in cues], duration=4.5)


def four_legged_bodies_of_other_shapes() -> Shot:
    horse = Character.quadruped(1.4, 30.0 * (1.4 / 0.44) ** 3)
    bodies = [Character.quadruped(0.2, 3.0), horse, DOG.vary(23, 0.3), DOG.vary(4, 0.2)]
    cues = [Cue("trot", speed=1.0), Cue("stand", start=2.0)]
    return side_by_side([(body, cues) for body in bodies], duration=3.0)


def four_legs_on_uneven_ground_and_pushed() -> Take:
    push = Push(0, "torso", 2.0, 0.1, (0.0, 100.0, 0.0))
    ground = Ground.bumps(0.1, seed=2)
    shot = alone([Cue("trot", speed=1.0)], 4.0, DOG, ground=ground, pushes=[push])
    return simulate(shot, record=RECORD)


def four_legs_sit_and_stand_up() -> Shot:
    return alone([Cue("stand"), Cue("sit", start=0.3), Cue("stand", start=5.0)], 8.0, DOG)


def four_legs_lie_down_and_stand_up() -> Shot:
    cues = [Cue("stand"), Cue("lie_down", start=0.3), Cue("walk", start=7.0, speed=0.5)]
    return alone(cues, 12.0, DOG.vary(4, 0.1), heading=0.4)


def four_legs_get_up_by_a_search_and_by_what_it_found() -> Facts:
    cues = [Cue("fall", protect=0.5), Cue("get_up", start=1.5), Cue("trot", start=6.0, speed=1.0)]
    shot = alone(cues, 7.0, DOG, pose=lying(ON_ITS_SIDE))
    searched = simulate(shot)
    known = with_plans(shot, searched)
    return {
        "plans": list(known.performers[0].plans),
        **prefixed("searched", facts_of(searched)),
        **prefixed("known", facts_of(simulate(replace(known, duration=4.0)))),
    }


def four_legs_recover_from_a_fall() -> Shot:
    push = Push(0, "torso", 1.0, 0.2, (0.0, 900.0, 0.0))
    return alone([Cue("stand")], 8.0, DOG, recover=True, pushes=[push])


# Crowds.


def a_crowd_of_eight_dances() -> Shot:
    """So many that those on their feet act at every second time step."""
    crowd = Crowd(count=8, behaviour="dance", seed=1, surface=Rectangle((3.5, 3.5)), spacing=0.8,
                  pushes=[((0.5, 0.5), SHOVE)], duration=2.5)  # fmt: skip
    return make_shot([HUMAN], crowd)


def a_crowd_walks_to_goals_and_collides() -> Take:
    manner = Manner(speed=(0.8, 1.3), styles=("natural", "tired", "proud"))
    crowd = Crowd(count=5, behaviour="goals", manner=manner, seed=3, duration=4.0, variation=0.3,
                  surface=Strip(np.array([[0.0, 0.0], [4.0, 0.0]]), 1.6), spacing=0.6)  # fmt: skip
    again = crowd_from_data(json.loads(json.dumps(crowd_to_data(crowd))))
    return simulate(make_shot([HUMAN, Character.preset("child")], again), record=("momentum",))


def a_crowd_with_a_dog_wanders_in_groups() -> Facts:
    """Groups that cannot meet are simulated each for itself."""
    crowd = Crowd(count=5, behaviour="wander", seed=2, surface=Rectangle((24.0, 24.0)),
                  duration=2.0, ranges={"head": (1.0, 1.4)}, seeds={1: 9})  # fmt: skip
    shot = make_shot([HUMAN, DOG], crowd)
    groups = groups_that_meet(shot)
    take = join(groups, [simulate(part) for part in split(shot, groups)])
    return {"groups": [list(group) for group in groups], **facts_of(take)}


# Files, and runs that fail.


def shot_of_everything() -> Shot:
    cues = [
        Cue("walk", speed=[(0.0, 0.5), (1.0, 0.9)], style="mine, tired", style_blend=0.5),
        Cue("push", start=0.8, direction="from_right"),
        Cue("follow", start=1.5, path=CORNER),
    ]
    pose = {"elbow.L": -0.4, "root": ((0.2, 0.1, HUMAN.standing_height_of_root), UPRIGHT)}
    walker = Performer(HUMAN.vary(2, 0.1), cues, pose=pose, plans=("6 1",), recover=True)
    dog = Performer(DOG, [Cue("trot", speed=0.8)], position=(0.0, 2.0), heading=0.2)
    return Shot(
        [walker, dog], pushes=[SHOVE], ground=Ground.slope(4.0), duration=2.5, frame_rate=48.0,
        props=[Prop("stone", "mesh", vertices=OCTAHEDRON, mass=1.0, position=(1.0, 0.0, 0.4))],
        styles={"mine": {**load_style("proud"), "name": "mine"}}, performers_collide=True, seed=3,
    )  # fmt: skip


def a_saved_shot_and_take_are_read_again() -> Facts:
    with tempfile.TemporaryDirectory() as folder:
        shot, path = shot_of_everything(), Path(folder) / "shot.json"
        shot.save(path)
        loaded = Shot.load(path)
        take = simulate(loaded)
        take.save(path.with_suffix(".npz"))
        again = Take.load(path.with_suffix(".npz"))
    made = record_of(facts_of(simulate(shot)))["digest"]
    return {
        "saved shot, same take": made == record_of(facts_of(take))["digest"],
        "saved take, same arrays": record_of(facts_of(again))["digest"] == made,
        **facts_of(take),
    }


def an_older_shot_is_read() -> Shot:
    data = alone([Cue("walk"), Cue("push", start=0.5)], 1.5).to_data()
    del data["performers_collide"]
    return Shot.from_data(json.loads(json.dumps({**data, "version": 3})))


def a_run_that_diverges() -> Shot:
    return alone([Cue("walk")], 2.0, pushes=[replace(SHOVE, force=(3e6, 0.0, 1e6))])


def a_shot_that_cannot_be_run() -> Shot:
    return alone([Cue("walk", speed=99.0)], 1.0)


# Searches and learning, each with a number of tries.


def searches_of_every_kind() -> Facts:
    start, sigmas = np.array([0.6, -0.4, 0.3, 0.8]), np.full(4, 0.3)
    parts = [np.array([0, 1]), np.array([2, 3])]

    def valley(trial: Trial) -> float:
        x = trial.vector - 0.1 * trial.level
        return float(x @ (np.array([1.0, 4.0, 0.5, 2.0]) * x))

    def cheapest(numbers: Any, turn: int) -> Search:
        return cheapest_search(numbers, np.full(len(numbers), 0.3), turn, generations=4)

    searches: dict[str, Search] = {
        "separable": separable_search(start, sigmas, 1, generations=12),
        "cheapest": cheapest_search(start, sigmas, 2, generations=10, population=8),
        "greedy": greedy_search(start, sigmas, 3, batches=8),
        "coordinate": coordinate_search(start),
        "covariance": covariance_search(start, sigmas, 4, generations=10),
        "robust": robust_search(start, sigmas, 5, batches=5, succeeds_below=0.5),
        "alternating": alternating(start, parts, cheapest, rounds=2),
        "growing": growing(start, (1.0, 2.0), lambda v, t: greedy_search(v, sigmas, 6, t, 4)),
    }
    facts: Facts = {}
    for name, search in searches.items():
        best = run(search, lambda batch: [valley(trial) for trial in batch], 2000)
        facts |= {f"{name}.vector": best.vector, f"{name}.cost": best.cost}
    return facts


def learn_a_planar_walk() -> Facts:
    recipe = Recipe(terrains=[Terrain()], durations=(1.2,), near=0.0, batches=4, seed=2)
    return {"nodes": learn_walk(controller_of("regular"), recipe)["nodes"]}


def tune_a_run() -> Facts:
    batches: list[int] = []
    reference = load_reference("run")
    task = learn_run.make_task(reference, HUMAN, 2.0)

    def look(seen: Any) -> bool:
        batches.append(seen.trials)
        return len(batches) < 3

    better = learn_run.improve(
        task, reference, lambda found: None, UNLIMITED, progress=look, durations=(0.5,)
    )
    return {"trials": batches, "tuning": better.reference.tuning.to_data(), "cost": better.cost}


def quicken_a_riser() -> Facts:
    way = vector_of(nearest_way(riser_of("quick"), 0.0, 1.0)["numbers"])
    with Pool(make_rising_judge, (0.0, 1.0)) as pool:
        search = separable_search(way, SIGMAS, 1, 3.0, generations=1, population=6)
        best = run(search, pool, 100)
    return {"vector": best.vector, "cost": best.cost}


# What is made of takes, without Blender.


def straight_walk() -> Take:
    ball = Prop("ball", "sphere", (0.15,), mass=0.5, position=(1.2, 0.1, 0.15))
    return simulate(alone([Cue("walk", speed=1.0)], 7.0, props=[ball]))


def loops_and_keys_of_a_walk() -> Facts:
    take = straight_walk()
    motion = sample_take(take, 0, rate=24.0)
    cycle = make_cycle(motion, steps=2, straight=True)
    pinned = pin_feet(cycle, HUMAN)
    stays = in_place(pinned)
    places, axes = sample_prop(take, "ball", 24.0)
    facts: Facts = {"ball.places": places, "ball.axes": axes}
    for name, made in {"motion": motion, "cycle": cycle, "pinned": pinned, "stays": stays}.items():
        facts |= prefixed(name, facts_of_motion(made))
    for part in ("pelvis", "lower_arm.L", "foot.R"):
        facts |= prefixed(f"keys.{part}", keys_of(motion.segments[part].axes))
    return facts


def keys_of(axes: Any) -> Facts:
    """Few keys of a rotation, off by half a degree at most."""
    turns = rotation_vectors_from_matrices(axes)
    bound, frames = math.radians(0.5), np.arange(float(len(turns)))
    spline = reduce_keys(frames, turns, lambda v: np.linalg.norm(v - turns, axis=1) / bound)
    return {"frames": spline.frames, "values": spline.values, "slopes": spline.slopes}


def a_walk_in_the_style_of_a_take() -> Facts:
    motion = sample_take(straight_walk(), 0, rate=60.0)
    axes = {name: segment.axes for name, segment in motion.segments.items()}
    ankles = {side: motion.segments["foot" + side].origin for side in (".L", ".R")}
    seen = Motion(60.0, axes, motion.segments["pelvis"].origin, soles_of(HUMAN, axes, ankles),
                  ankles)  # fmt: skip
    style = fit_style(find_gait(seen), HUMAN, "seen")
    shot = alone([Cue("walk", style="seen")], 2.0, styles={"seen": style})
    return {"style": style, **facts_of(simulate(shot))}


def clips_are_drawn_and_made_sound() -> Facts:
    facts: Facts = {}
    for name, drawing in DRAWINGS.items():
        sound, change = make_consistent(draw(drawing, HUMAN))
        facts |= {f"{name}.root": sound.root_position, f"{name}.joints": sound.joints}
        facts |= {f"{name}.clip": to_data(sound), f"{name}.change": str(change)}
    return facts


GOLDEN: tuple[Golden, ...] = (
    walk_of_keyed_speed_to_a_stand, walk_sideways_backwards_and_round, walk_in_the_first_styles,
    walk_in_the_last_styles, walk_in_blended_and_own_styles, bodies_of_all_presets,
    bodies_that_vary, walk_without_parts_of_the_walker, walk_on_the_moon, drop_onto_the_feet,
    walk_up_a_slope, walk_over_bumps, walk_up_and_down_steps, walk_on_a_mesh,
    pushes_from_all_sides, pushes_at_a_point_and_as_the_body_faces, balance_against_pushes,
    step_over_a_box_and_duck_under_a_bar, trip_over_a_log_and_fall,
    props_of_every_shape_are_walked_into,
    follow_open_and_closed_paths, goals_around_a_crate_and_each_other,
    approach_then_stand_as_long_as_it_takes, steps_on_footprints, handstand_with_steps_and_a_push,
    steered_walk,
    rise_from_a_chair_and_sit_down_again, walk_to_a_seat_and_rise_to_walk, dances,
    reach_high_and_low, carry_a_crate_and_put_it_down, put_a_box_on_a_table_and_lift_a_stone,
    lift_a_ball, a_blow_empties_the_hands, push_and_pull_heavy_crates,
    falls_limp_and_protected, get_up_by_a_plan_of_the_cue, get_up_from_the_front_by_a_search,
    get_up_out_of_a_squat_by_a_search, get_up_on_a_slope_by_a_search,
    recover_by_a_search_and_by_what_it_found,
    run_and_be_pushed, run_along_a_path, run_with_help_and_in_place,
    run_by_the_papers_trackings, run_as_a_tuned_clip, skip_and_walk_on,
    planar_walks_by_learned_controllers, planar_walk_uphill,
    planar_walk_downhill, planar_walk_changes_its_controller, bipeds_walk_in_a_plane,
    planar_risers_get_up, a_planar_riser_gets_up_on_a_slope,
    four_legged_gaits, four_legged_bodies_of_other_shapes, four_legs_on_uneven_ground_and_pushed,
    four_legs_sit_and_stand_up, four_legs_lie_down_and_stand_up,
    four_legs_get_up_by_a_search_and_by_what_it_found, four_legs_recover_from_a_fall,
    a_crowd_of_eight_dances, a_crowd_walks_to_goals_and_collides,
    a_crowd_with_a_dog_wanders_in_groups,
    a_saved_shot_and_take_are_read_again, an_older_shot_is_read, a_run_that_diverges,
    a_shot_that_cannot_be_run,
    searches_of_every_kind, learn_a_planar_walk, tune_a_run, quicken_a_riser,
    loops_and_keys_of_a_walk, a_walk_in_the_style_of_a_take, clips_are_drawn_and_made_sound,
)  # fmt: skip
BY_NAME: Mapping[str, Golden] = {golden.__name__: golden for golden in GOLDEN}


# Digests.


def prefixed(name: str, facts: Facts) -> Facts:
    return {f"{name}.{key}": value for key, value in facts.items()}


def facts_of(take: Take) -> Facts:
    """All that a take tells, in a fixed order."""
    facts: Facts = {"failure": take.failure, "times": take.times}
    for number, performance in enumerate(take.performances):
        channels = {name: getattr(performance, name) for name in CHANNELS}
        told = {
            "events": [f"{float(time)!r} {name}" for time, name in performance.events],
            "plans": [f"{float(time)!r} {plan}" for time, plan in performance.plans],
            "fell_at": performance.fell_at,
            "cues": [" ".join(map(str, record)) for record in performance.cues],
            "shortfalls": [shortfall.sentence for shortfall in shortfalls(take, number)],
        }
        there = {name: values for name, values in channels.items() if values is not None}
        facts |= prefixed(str(number), {**there, **told})
    for name, motion in take.props.items():
        facts[f"prop {name}.position"] = motion.position
        facts[f"prop {name}.orientation"] = motion.orientation
    return facts


def facts_of_motion(motion: BodyMotion) -> Facts:
    facts: Facts = {"positions": motion.path.positions, "headings": motion.path.headings}
    facts |= {f"strikes {i}": strikes for i, strikes in enumerate(motion.footstrikes)}
    for name, segment in motion.segments.items():
        facts |= {f"{name}.axes": segment.axes, f"{name}.origin": segment.origin}
    return {**facts, "contacts": motion.contacts}


def record_of(facts: Facts) -> dict[str, Any]:
    """What is kept: digests of arrays, all else as it is, and one digest of the whole."""
    whole, arrays, told = hashlib.sha256(), dict[str, str](), dict[str, Any]()
    for name, value in facts.items():
        if isinstance(value, np.ndarray):
            arrays[name] = _digest_of(value)
            whole.update(f"{name} {arrays[name]}\n".encode())
        else:
            text = json.dumps(value)
            told[name] = json.loads(text)
            whole.update(f"{name} {text}\n".encode())
    return {"digest": whole.hexdigest()[:SHOWN], "arrays": arrays, "told": told}


def _digest_of(array: Any) -> str:
    digest = hashlib.sha256(f"{array.dtype.str} {array.shape}".encode())
    digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()[:SHOWN]


def record_named(name: str) -> tuple[dict[str, Any], float]:
    """The record of a golden take, and how much processor time it took [s]."""
    began = time.process_time()
    try:
        record = record_of(_facts_from(BY_NAME[name]()))
    except FootfallError as error:
        record = record_of({"refused": str(error)})
    except Exception as error:  # a broken one must not hide the others
        traceback.print_exc()
        record = record_of({"broken": f"{type(error).__name__}: {error}"})
    return record, time.process_time() - began


def _facts_from(made: Shot | Take | Facts) -> Facts:
    if isinstance(made, Shot):
        try:
            made = simulate(made)
        except RunFailed as failed:
            made = failed.take
    return facts_of(made) if isinstance(made, Take) else made


# Comparing.


@dataclass(frozen=True)
class Difference:
    """A golden take that is not what it was, and where."""

    name: str
    where: str


def first_difference(golden: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """The first array in which two records differ, and the first of what is told; "" for none."""
    found = [_first_of(golden[kind], now[kind]) for kind in ("arrays", "told")]
    if not any(found) and golden["digest"] != now["digest"]:
        return "the order of the channels"
    return "; ".join(filter(None, found))


def _first_of(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    for name in dict.fromkeys([*old, *new]):
        if name not in new or name not in old:
            return f"{name} is {'missing' if name in old else 'new'}"
        if old[name] != new[name]:
            return f"{name}: {_apart(old[name], new[name])}"
    return ""


def _apart(old: Any, new: Any) -> str:
    if isinstance(old, list) and isinstance(new, list):
        at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), None)
        if at is None:
            return f"{len(old)} of them before, {len(new)} now"
        return f"number {at}, {old[at]!r} before, {new[at]!r} now"
    return f"{old!r} before, {new!r} now"


def differences(
    golden: Mapping[str, Any], now: Mapping[str, Any], names: Iterable[str]
) -> list[Difference]:
    found = []
    for name in names:
        if name not in golden or name not in now:
            found.append(Difference(name, "missing " + ("now" if name in golden else "before")))
        elif where := first_difference(golden[name], now[name]):
            found.append(Difference(name, where))
    return found


# The command.


def records_of(names: Sequence[str], jobs: int) -> Iterator[tuple[str, dict[str, Any], float]]:
    if jobs == 1:
        for name in names:
            yield (name, *record_named(name))
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for name, made in zip(names, pool.map(record_named, names), strict=True):
            yield (name, *made)


def options_of(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, help="write the digests to this file")
    parser.add_argument("--against", type=Path, help="compare with the digests of this file")
    parser.add_argument("--only", nargs="+", default=list(BY_NAME), choices=list(BY_NAME),
                        metavar="NAME", help="only these golden takes")  # fmt: skip
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    options = parser.parse_args(arguments)
    if options.out is None and options.against is None:
        parser.error("give --out or --against")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    options, records = options_of(arguments), dict[str, Any]()
    for name, record, seconds in records_of(options.only, options.jobs):
        told = record["told"]
        failed = told.get("refused") or told.get("broken") or told.get("failure") or ""
        print(f"{record['digest']} {seconds:6.1f} s  {name}  {failed}".rstrip(), flush=True)
        records[name] = record
    if options.out is not None:
        options.out.write_text(json.dumps(records, indent=1) + "\n", encoding="utf-8")
    broken = [name for name, record in records.items() if "broken" in record["told"]]
    if options.against is None:
        return 1 if broken else 0
    golden = json.loads(options.against.read_text(encoding="utf-8"))
    names = options.only if len(options.only) < len(BY_NAME) else dict.fromkeys([*golden, *records])
    found = differences(golden, records, names)
    for difference in found:
        print(f"DIFFERS {difference.name}: {difference.where}")
    print(f"{len(found)} of {len(list(names))} differ")
    return 1 if found or broken else 0


if __name__ == "__main__":
    sys.exit(main())
