"""Performed clips: what is performed, how near it came, and what counts as held."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...bodies.character import Character
from ...evaluation.bundled_clips import write_bundled_clip
from ...evaluation.cases import attempt
from ...evaluation.performed_motion import Nearness, nearness_of, off_the_clip
from ...motion.performing.clip import from_text, to_text
from ...motion.performing.reference import PerformedReference
from ...motion.performing.surface import Footing
from ...motion.performing.track import Placing, track_of
from ...shots.cue import Cue
from ...shots.ground import Ground
from ...shots.push import Push
from ...shots.shot import Performer, Shot
from ...simulation.world import World
from ...skills.performing.opening import performed

LYING = ("roll", "crawl", "getup_facedown", "getup_faceup")  # clips that touch with everything
# Cycles of the clips that are performed: those that are one cycle are performed more than once.
CYCLES = {"walk": 2, "run": 3}
NEAR, NEAR_LYING = 0.10, 0.14  # [m] of the parts over the center of mass
ANGLE, ANGLE_LYING = math.radians(15.0), math.radians(20.0)  # RMS of the joints
DRIFT, BEYOND = 0.3, math.radians(5.0)  # [m], [rad]
GRAVITY, FRAME_RATE = 9.81, 60.0
TIME_STEP = 1e-3  # [s] of a world in which nothing moves
LEVEL = Ground.flat()


class Performed(NamedTuple):
    """What came of a clip: None where the run diverged; seconds of a core per second of motion."""

    nearness: Nearness | None
    cost: float


def clip_of(path: str | Path) -> str:
    """The content of a file's clip, as the rig in it shows it."""
    return rig_and_clip(path)[1]


def rig_and_clip(path: str | Path, action: str | None = None) -> tuple[Character, str]:
    """The body of a file's rig, and the content of its clip, or of one of its Actions."""
    from ...rigs.blender.files import open_clip
    from ...rigs.blender.performed_clip import read_clip
    from ...rigs.blender.rig import read_rig
    from ...simulation.silence_output import silence_output

    with silence_output():
        rig = read_rig(open_clip(str(path), None, action))
        return rig.character, to_text(read_clip(rig).clip)


def bundled_clip(name: str) -> str:
    """The content of one of PyBullet's clips."""
    with tempfile.TemporaryDirectory() as folder:
        return clip_of(write_bundled_clip(name, folder, CYCLES.get(name, 1)))


def bundled_cycle(name: str) -> str:
    """The content of one cycle of one of PyBullet's clips, which ends as it begins."""
    with tempfile.TemporaryDirectory() as folder:
        return clip_of(write_bundled_clip(name, folder, 1, closes=True))


def reference_over(ground: Ground, body: Character, cue: Cue) -> PerformedReference:
    """What a cue's clip becomes on a body that begins at the origin, over a ground."""
    place, values = (0.0, 0.0), cue.values()
    if ground.kind == "flat":
        return performed(body, values, place, 0.0, GRAVITY)
    surface = ground.friction, ground.vertices, ground.triangles
    with World((0.0, 0.0, -GRAVITY), TIME_STEP, *surface) as world:
        footing = Footing(world.ground_heights, ground.height_at(*place) or 0.0)
        return performed(body, values, place, 0.0, GRAVITY, footing=footing)


def off_the_clip_told(body: Character, text: str) -> str:
    """How far what a body follows is off a clip at its own tempo, from its beginning."""
    reference, clip = reference_over(LEVEL, body, Cue("perform", clip=text)), from_text(text)
    raw = track_of(clip, reference.figure, Placing((0.0, 0.0), 0.0, 0.0, 1.0, False))
    parts, joints = off_the_clip(reference, raw)
    return f"{100 * parts:.0f} cm, {math.degrees(joints):.0f} deg off the clip"


def perform(
    body: Character, text: str, seed: int, timing: str = "clip", pushes: Sequence[Push] = (),
    longest: float = math.inf, ground: Ground = LEVEL,
) -> Performed:  # fmt: skip
    """Perform a clip, from its first frame to its end or for so long [s]."""
    cue = Cue("perform", clip=text, timing=timing)
    reference = reference_over(ground, body, cue)
    duration = min(reference.duration, longest)
    shot = Shot([Performer(body, [cue])], duration=duration, frame_rate=FRAME_RATE, seed=seed,
                pushes=list(pushes), ground=ground)  # fmt: skip
    began = time.process_time()
    take = attempt(shot)
    cost = (time.process_time() - began) / duration
    if take is None:
        return Performed(None, cost)
    return Performed(nearness_of(take.performances[0], take.times, reference), cost)


def is_held(outcome: Performed, lies: bool = False) -> bool:
    """Whether a clip was performed to its end, near to it, within the joints' ranges."""
    near, angle = (NEAR_LYING, ANGLE_LYING) if lies else (NEAR, ANGLE)
    n = outcome.nearness
    return n is not None and (
        n.parts <= near and n.joints <= angle and n.drift <= DRIFT and n.beyond <= BEYOND
        and n.is_up
    )  # fmt: skip


def told(outcome: Performed) -> str:
    """How near it came: parts over the center of mass, joints RMS, drift at the end."""
    n = outcome.nearness
    if n is None:
        return "diverges"
    near = f"{100 * n.parts:.0f} cm, {math.degrees(n.joints):.0f} deg, {100 * n.drift:.0f} cm"
    beyond = f", {math.degrees(n.beyond):.0f} deg beyond" if n.beyond > BEYOND else ""
    return near + ("" if n.is_up else ", down") + beyond
