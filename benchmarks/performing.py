"""Clips performed: captured motions from PyBullet's wheel on the human, three seeds each.

The clips are those of Peng, Abbeel, Levine, van de Panne 2018; they are read at run time.
"""

from __future__ import annotations

import math
import tempfile
import time
from statistics import median
from typing import NamedTuple

from ..evaluation.bundled_clips import write_bundled_clip
from ..evaluation.cases import attempt, human, run_cases
from ..evaluation.performed_motion import Nearness, nearness_of
from ..shots.cue import Cue
from ..shots.shot import Performer, Shot
from ..skills.performing.opening import performed
from .parts.table import Row

# Cycles of the clips that are performed: those that are one cycle are performed more than once.
CYCLES = {"walk": 2, "run": 3}
LYING = ("roll", "crawl", "getup_facedown", "getup_faceup")  # clips that touch with everything
CLIPS = ("walk", "run", "jump", "kick", "punch", "spinkick", "cartwheel", "backflip", "spin",
         "dance_a", "dance_b", *LYING)  # fmt: skip
SEEDS = (1, 2, 3)
NEAR, NEAR_LYING = 0.10, 0.14  # [m] of the parts over the center of mass
ANGLE, ANGLE_LYING = math.radians(15.0), math.radians(20.0)  # RMS of the joints
DRIFT, BEYOND = 0.3, math.radians(5.0)  # [m], [rad]
ENOUGH_SEEDS, ENOUGH_CLIPS, DEAREST = 2, 12, 25.0
GRAVITY, FRAME_RATE = 9.81, 60.0


class Performed(NamedTuple):
    """What came of one clip with one seed; `cost` is in seconds of a core per second of motion."""

    nearness: Nearness | None
    cost: float


def measure() -> list[Row]:
    """A row for each clip, one for how many are held, and one for the cost."""
    texts = {name: _clip(name) for name in CLIPS}
    cases = [(name, texts[name], seed) for name in CLIPS for seed in SEEDS]
    outcomes = run_cases(_perform, cases)
    by_clip = {
        name: [found for (own, _, _), found in zip(cases, outcomes, strict=True) if own == name]
        for name in CLIPS
    }
    held = {name: sum(_is_held(name, o) for o in found) for name, found in by_clip.items()}
    enough = sum(count >= ENOUGH_SEEDS for count in held.values())
    cost = median(outcome.cost for outcome in outcomes)
    return [
        Row(f"clips of {len(CLIPS)} held to the end in {ENOUGH_SEEDS} of {len(SEEDS)} seeds", "",
            "", f"{enough}", enough >= ENOUGH_CLIPS, f"must: {ENOUGH_CLIPS}, aim: {len(CLIPS)}"),
        Row("cost of a second of motion, median [s of a core]", "", "", f"{cost:.1f}",
            cost <= DEAREST, f"must: {DEAREST:g}, aim: 8"),
        *(_row(name, by_clip[name], held[name]) for name in CLIPS),
    ]  # fmt: skip


def _clip(name: str) -> str:
    """The content of one of PyBullet's clips, as a rig shows it."""
    from ..motion.performing.clip import to_text
    from ..rigs.blender.files import open_clip
    from ..rigs.blender.performed_clip import read_clip
    from ..rigs.blender.rig import read_rig
    from ..simulation.silence_output import silence_output

    with tempfile.TemporaryDirectory() as folder, silence_output():
        path = write_bundled_clip(name, folder, CYCLES.get(name, 1))
        return to_text(read_clip(read_rig(open_clip(str(path)))).clip)


def _perform(case: tuple[str, str, int]) -> Performed:
    _, text, seed = case
    body, cue = human(), Cue("perform", clip=text)
    reference = performed(body, cue.values(), (0.0, 0.0), 0.0, GRAVITY)
    shot = Shot([Performer(body, [cue])], duration=reference.duration, frame_rate=FRAME_RATE,
                seed=seed)  # fmt: skip
    began = time.process_time()
    take = attempt(shot)
    cost = (time.process_time() - began) / reference.duration
    if take is None:
        return Performed(None, cost)
    return Performed(nearness_of(take.performances[0], take.times, reference), cost)


def _is_held(name: str, outcome: Performed) -> bool:
    near, angle = (NEAR_LYING, ANGLE_LYING) if name in LYING else (NEAR, ANGLE)
    n = outcome.nearness
    return n is not None and (
        n.parts <= near and n.joints <= angle and n.drift <= DRIFT and n.beyond <= BEYOND
        and n.is_up
    )  # fmt: skip


def _row(name: str, outcomes: list[Performed], held: int) -> Row:
    """How near each seed came."""
    told = [
        "diverges" if n is None else
        f"{100 * n.parts:.0f} cm, {math.degrees(n.joints):.0f} deg, {100 * n.drift:.0f} cm"
        + ("" if n.is_up else ", down")
        + (f", {math.degrees(n.beyond):.0f} deg beyond" if n.beyond > BEYOND else "")
        for n, _ in outcomes
    ]  # fmt: skip
    return Row(f"{name}: seeds held; parts over the center of mass, joints RMS, drift at the end",
               "", "", f"{held} of {len(outcomes)}: " + "; ".join(told), held >= ENOUGH_SEEDS,
               f"must: {ENOUGH_SEEDS}")  # fmt: skip
