"""Golden takes: walking and standing, the ground, pushes and obstacles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from golden.common import (
    HUMAN,
    OCTAHEDRON,
    PRESETS,
    RECORD,
    SHOVE,
    STYLES,
    UPRIGHT,
    Golden,
    alone,
    side_by_side,
)

from footfall import Character, Cue, Ground, Performer, Prop, Push, Shot, Take, simulate
from footfall.catalogue.styles import load_style
from footfall.rollout.simulate import simulate_parts

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


# Pushes and obstacles.


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


GOLDEN: tuple[Golden, ...] = (
    walk_of_keyed_speed_to_a_stand, walk_sideways_backwards_and_round, walk_in_the_first_styles,
    walk_in_the_last_styles, walk_in_blended_and_own_styles, bodies_of_all_presets,
    bodies_that_vary, walk_without_parts_of_the_walker, walk_on_the_moon, drop_onto_the_feet,
    walk_up_a_slope, walk_over_bumps, walk_up_and_down_steps, walk_on_a_mesh,
    pushes_from_all_sides, pushes_at_a_point_and_as_the_body_faces, balance_against_pushes,
    step_over_a_box_and_duck_under_a_bar, trip_over_a_log_and_fall,
    props_of_every_shape_are_walked_into,
)  # fmt: skip
