"""Golden takes: files, runs that fail, searches, learning, and products of takes."""

from __future__ import annotations

import json
import math
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from golden.common import (
    CORNER,
    DOG,
    HUMAN,
    OCTAHEDRON,
    SHOVE,
    UNLIMITED,
    UPRIGHT,
    Facts,
    Golden,
    alone,
)
from golden.digests import facts_of, facts_of_motion, prefixed, record_of

from footfall import Cue, Ground, Performer, Prop, Shot, Take, simulate
from footfall.base.rotations import rotation_vectors_from_matrices
from footfall.catalogue.planar import controller_of
from footfall.catalogue.planar.rising import nearest_plan, riser_of
from footfall.catalogue.styles import load_style
from footfall.learning import learn_run
from footfall.learning.cost import Terrain
from footfall.learning.learn_walk import Recipe, learn_walk
from footfall.learning.rising_numbers import SIGMAS, vector_of
from footfall.learning.rising_simulator import make_rise_cost
from footfall.motion.physical_consistency import make_consistent
from footfall.motion.procedural_clip import DRAWINGS, make_clip
from footfall.motion.reference import load_reference, to_data
from footfall.motion.style_fit import fit_style
from footfall.motion.walking_cycle import find_gait
from footfall.motion.walking_motion import Motion, soles_of
from footfall.retarget.body_motion import in_place
from footfall.retarget.looping import make_cycle
from footfall.retarget.pinning import pin_feet
from footfall.retarget.reduction import reduce_keys
from footfall.rigs.blender.take_frames import sample_prop, sample_take
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

    improvement = learn_run.improve(
        task, reference, lambda found: None, UNLIMITED, progress=look, durations=(0.5,)
    )
    tuning = improvement.reference.tuning.to_data()
    return {"trials": batches, "tuning": tuning, "cost": improvement.cost}


def quicken_a_riser() -> Facts:
    way = vector_of(nearest_plan(riser_of("quick"), 0.0, 1.0)["numbers"])
    with Pool(make_rise_cost, (0.0, 1.0)) as pool:
        search = separable_search(way, SIGMAS, 1, 3.0, generations=1, population=6)
        best = run(search, pool, 100)
    return {"vector": best.vector, "cost": best.cost}


# Products of takes, without Blender.


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
    """A rotation reduced to few keys, with an error of at most half a degree."""
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
        sound, change = make_consistent(make_clip(drawing, HUMAN))
        facts |= {f"{name}.root": sound.root_position, f"{name}.joints": sound.joints}
        facts |= {f"{name}.clip": to_data(sound), f"{name}.change": str(change)}
    return facts


GOLDEN: tuple[Golden, ...] = (
    a_saved_shot_and_take_are_read_again, an_older_shot_is_read, a_run_that_diverges,
    a_shot_that_cannot_be_run, searches_of_every_kind, learn_a_planar_walk, tune_a_run,
    quicken_a_riser, loops_and_keys_of_a_walk, a_walk_in_the_style_of_a_take,
    clips_are_drawn_and_made_sound,
)  # fmt: skip
