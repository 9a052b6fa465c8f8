"""Golden takes: walks to places, sitting, dancing, and tasks of the hands."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from golden.common import (
    CHAIR,
    CORNER,
    HUMAN,
    KNOCK_OVER,
    OCTAHEDRON,
    RECORD,
    Golden,
    alone,
    side_by_side,
)

from footfall import Cue, Performer, Prop, Push, Shot, Take, simulate
from footfall.rollout.simulate import simulate_parts
from footfall.shots.steering import SteeringStep, steered

# Walks to places.


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
    """Cues that change during the simulation, as by steering with the keyboard."""
    cues = [Cue("walk", speed=0.8), Cue("walk", start=1.5, speed=0.6)]
    steps = [
        SteeringStep(0.40, 0.50, 0.9, 0.4),
        SteeringStep(0.75, 0.85, 1.1, 0.1),
        SteeringStep(1.70, 1.80, 0.5, 0.6),
    ]
    frames = {round(24.0 * step.begins): number for number, step in enumerate(steps, start=1)}

    def steering(frame: int) -> list[Cue] | None:
        return steered(cues, 0.4, steps[: frames[frame]]) if frame in frames else None

    shot = alone(steered(cues, 0.4), 2.5, heading=0.4, frame_rate=24.0)
    return simulate_parts(shot, {}, steering=steering)


# Sitting, dancing, and tasks of the hands.


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


GOLDEN: tuple[Golden, ...] = (
    follow_open_and_closed_paths, goals_around_a_crate_and_each_other,
    approach_then_stand_as_long_as_it_takes, steps_on_footprints,
    handstand_with_steps_and_a_push, steered_walk, rise_from_a_chair_and_sit_down_again,
    walk_to_a_seat_and_rise_to_walk, dances, reach_high_and_low, carry_a_crate_and_put_it_down,
    put_a_box_on_a_table_and_lift_a_stone, lift_a_ball, a_blow_empties_the_hands,
    push_and_pull_heavy_crates,
)  # fmt: skip
