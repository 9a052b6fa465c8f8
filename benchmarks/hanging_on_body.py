"""Chains that act on their body: whether laden bodies walk, what they cost, and none bursts."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np

from ..base.rotations import unit
from ..bodies.character import Character
from ..bodies.hanging import PRESETS, Hanging
from ..evaluation.hung_bodies import dog_with_a_tail, fastest_when_dropped, human_with_a_bag, hung
from ..rollout.simulate import simulate
from ..shots.shot import Cue, Performer, Push, Shot
from .parts.table import Row

SECONDS = 30.0
BAGS, TAILS = (15.0, 25.0), (3.0, 6.0)  # [kg]
VARIED = range(10)
CHAINS = 300
MOST_COST = 1.2
TRIES = 15
TAIL = (-0.14, 0.0, 0.02)  # of the pelvis


def measure() -> list[Row]:
    return [*_walks(), *_varied(), *_cost(), *_dropped()]


def _walk(character: Character, duration: float, pushes: tuple[Push, ...] = ()) -> bool:
    speed = 1.2 if character.kind == "biped" else 0.8
    performer = Performer(character, [Cue("walk", speed=speed)])
    take = simulate(Shot([performer], duration=duration, pushes=pushes)).performances[0]
    far = float(np.linalg.norm(take.root_position[-1, :2] - take.root_position[0, :2]))
    return take.fell_at is None and far > 0.8 * speed * duration


def _walks() -> list[Row]:
    bodies = {f"a human with a bag of {kg:g} kg": human_with_a_bag(kg) for kg in BAGS}
    bodies |= {f"a dog with a further tail of {kg:g} kg": dog_with_a_tail(kg) for kg in TAILS}
    return [
        Row(f"{name} walks {SECONDS:g} s", "", "", "yes" if walks else "no", walks, "must: yes")
        for name, walks in ((name, _walk(body, SECONDS)) for name, body in bodies.items())
    ]


def _varied() -> list[Row]:
    """Other bodies, and pushes from all sides."""
    bag, dog = human_with_a_bag(15.0), dog_with_a_tail(3.0)
    humans = sum(_walk(bag.vary(seed, 0.2), 10.0) for seed in VARIED)
    dogs = sum(_walk(dog.vary(seed, 0.2), 10.0) for seed in VARIED)
    pushed = 0
    for seed in VARIED:
        way = 2.0 * np.pi * seed / len(VARIED)
        force = (150.0 * np.cos(way), 150.0 * np.sin(way), 0.0)
        push = Push(performer=0, segment="torso", time=3.0, duration=0.1, force=force)
        pushed += _walk(bag, 8.0, (push,))
    of = f"of {len(VARIED)}"
    return [
        Row("humans varied by 0.2 with 15 kg that walk 10 s", "", "", f"{humans} {of}", None, ""),
        Row("dogs varied by 0.2 with 3 kg that walk 10 s", "", "", f"{dogs} {of}", None, ""),
        Row("walkers with 15 kg that stay up, pushed by 150 N x 0.1 s", "", "", f"{pushed} {of}",
            None, ""),
    ]  # fmt: skip


def _cost() -> list[Row]:
    """Processor time of walks with a tail over that of walks without, alternating; medians."""
    tail = replace(PRESETS["tail"], weight=1.5, acts_on_body=True)
    human = Character.humanoid()
    tailed = hung(human, "tail", "pelvis", TAIL, (-1.0, 0.0, 0.0), (0.12,) * 5, tail)
    follows = replace(tail, acts_on_body=False)
    light = hung(human, "tail", "pelvis", TAIL, (-1.0, 0.0, 0.0), (0.12,) * 5, follows)
    for body in (human, tailed, light):
        _walk(body, 2.0)  # compiles
    spent = np.array([[_seconds(body) for body in (human, tailed, light)] for _ in range(TRIES)])
    acting, following = np.median(spent[:, 1:] / spent[:, :1], axis=0).tolist()
    return [
        Row("a walk with a tail that acts on the body [times one without]", "", "",
            f"{acting:.2f}", acting <= MOST_COST, f"must: {MOST_COST:g}"),
        Row("a walk with a tail that follows [times one without]", "", "", f"{following:.2f}",
            following <= MOST_COST, f"must: {MOST_COST:g}"),
    ]  # fmt: skip


def _seconds(body: Character) -> float:
    begun = time.process_time()
    _walk(body, 10.0)
    return time.process_time() - begun


def _dropped() -> list[Row]:
    speeds = np.array([fastest_when_dropped(*_random_chain(seed)) for seed in range(CHAINS)])
    finite = int(np.isfinite(speeds).sum())
    return [
        Row(f"limp bodies of {CHAINS}, dropped with a random chain, whose numbers stay finite", "",
            "", f"{finite}", finite == CHAINS, f"must: {CHAINS}"),
        Row("limp bodies: 99th percentile of the fastest turn of a link [m/s]", "", "",
            f"{np.nanpercentile(speeds, 99):.1f}", None, ""),
        Row("limp bodies: fastest turn of a link [m/s]", "", "", f"{np.nanmax(speeds):.1f}", None,
            ""),
    ]  # fmt: skip


def _random_chain(seed: int) -> tuple[Character, bool]:
    """A human on which a random chain hangs, and whether its legs collide."""
    random = np.random.default_rng(seed)
    count, total = int(random.integers(1, 31)), float(np.exp(random.uniform(-3.9, 0.7)))
    human = Character.humanoid()
    hanging = Hanging(
        stiffness=float(random.choice([0.0, 1.0, random.uniform()])),
        damping=float(random.uniform()), bend=float(random.uniform(10.0, 180.0)),
        weight=float(human.mass * np.exp(random.uniform(-5.29, -1.2))),
        thickness=float(random.uniform(0.05, 0.8)), acts_on_body=True,
    )  # fmt: skip
    x, y, z = unit(random.normal(size=3)).tolist()
    carrier = ("torso", "pelvis", "head")[seed % 3]
    head = (-0.3, 0.0, 0.2)
    lengths = (total / count,) * count
    return hung(human, "rope", carrier, head, (x, y, z), lengths, hanging), bool(seed % 2)
