"""Golden takes: bodies in a plane, four-legged bodies and crowds."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
from golden.common import (
    DOG,
    HUMAN,
    ON_ITS_SIDE,
    RECORD,
    SHOVE,
    Facts,
    Golden,
    alone,
    lying,
    side_by_side,
)
from golden.digests import facts_of, prefixed

from footfall import Character, Cue, Ground, Performer, Push, Shot, Take, simulate
from footfall.bodies.riser import with_torso
from footfall.catalogue.planar import controller_of
from footfall.crowd.data import crowd_from_data, crowd_to_data
from footfall.crowd.description import Crowd
from footfall.crowd.groups import groups_that_meet, join, split
from footfall.crowd.manner import Manner
from footfall.crowd.members import make_shot
from footfall.crowd.surfaces import Rectangle, Strip
from footfall.shots.found_plans import with_plans

# Bodies in a plane.


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
    """A change to a controller that the shot holds by its content."""
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


# Four-legged bodies.


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
    """So many performers that those on their feet act at every second time step."""
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
    """Groups that cannot meet are simulated separately."""
    crowd = Crowd(count=5, behaviour="wander", seed=2, surface=Rectangle((24.0, 24.0)),
                  duration=2.0, ranges={"head": (1.0, 1.4)}, seeds={1: 9})  # fmt: skip
    shot = make_shot([HUMAN, DOG], crowd)
    groups = groups_that_meet(shot)
    take = join(groups, [simulate(part) for part in split(shot, groups)])
    return {"groups": [list(group) for group in groups], **facts_of(take)}


GOLDEN: tuple[Golden, ...] = (
    planar_walks_by_learned_controllers, planar_walk_uphill, planar_walk_downhill,
    planar_walk_changes_its_controller, bipeds_walk_in_a_plane, planar_risers_get_up,
    a_planar_riser_gets_up_on_a_slope, four_legged_gaits, four_legged_bodies_of_other_shapes,
    four_legs_on_uneven_ground_and_pushed, four_legs_sit_and_stand_up,
    four_legs_lie_down_and_stand_up, four_legs_get_up_by_a_search_and_by_what_it_found,
    four_legs_recover_from_a_fall, a_crowd_of_eight_dances, a_crowd_walks_to_goals_and_collides,
    a_crowd_with_a_dog_wanders_in_groups,
)  # fmt: skip
