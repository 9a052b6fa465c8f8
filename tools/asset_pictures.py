"""Draws the pictures of the asset library: a simulated figure for each style, dance and routine.

    python tools/asset_pictures.py [NAME ...]

Writes assets/styles/*.png, assets/dances/*.png and assets/routines/*.png; routines search for a way
to get up, which takes a minute. Look at them after a style, the figure or the walk has changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from matplotlib import image
from numpy.typing import NDArray

from footfall import Character, Cue, Performer, Shot, Take, simulate
from footfall.catalogue.routines import ROUTINES, Routine
from footfall.catalogue.styles import list_dances, load_style, shipped_styles
from footfall.evaluation.gait_cycle import motion_of_take
from footfall.motion.footstrikes import footstrikes
from footfall.motion.walking_motion import Motion
from footfall.rigs.blender.figure_picture import Axes, draw_figures
from footfall.shots.routine import cues_of

Array = NDArray[np.float64]
ASSETS = Path(__file__).resolve().parent.parent / "assets"
HUMAN = Character.humanoid()
DURATION, SETTLED, RATE = 8.0, 4.0, 60.0  # [s], [s], [1/s]
# At which phase of the left foot's stride a style is drawn; the others as this foot strikes.
PHASES = {"march": 0.8, "stomp": 0.8, "bouncy": 0.9, "cat_walk": 0.95, "bow_legged": 0.2}
DANCE_AT = {"groove": 5.0, "hands_up": 5.0, "twist": 5.0}  # [s]
APART, WIDE = 1.15, 3.5  # [m] between the figures of a routine, and of its picture
MOMENTS = 3  # of a routine
FALLING, RISING = 0.78, 0.62  # of the standing hips' height
DANCE_WIDE = 2.3  # [m] of a picture with room for raised hands


def draw_style(name: str) -> Array:
    cue = Cue("walk", style=name, speed=load_style(name)["speed"])
    motion = motion_of_take(HUMAN, _simulated([cue]), SETTLED)
    first, last = footstrikes(motion, ".L")[:2]
    return draw_figures([_pose(motion, round(first + PHASES.get(name, 0.0) * (last - first)))])


def draw_dance(name: str) -> Array:
    motion = motion_of_take(HUMAN, _simulated([Cue("dance", style=name)]), 0.0)
    return draw_figures([_pose(motion, round(DANCE_AT[name] * RATE))], DANCE_WIDE)


def draw_routine(routine: Routine) -> Array:
    """Its first walking pose, the middle of its fall, and how it gets up."""
    performer = Performer(HUMAN, cues_of(routine), recover=routine.recover)
    shot = Shot([performer], duration=routine.duration, frame_rate=RATE)
    take = simulate(shot)
    motion = motion_of_take(HUMAN, take, 0.0)
    heights = motion.pelvis[:, 2]
    lowest = int(heights.argmin())
    falling = int(np.argmax(heights < FALLING * heights[0]))
    rising = lowest + int(np.argmax(heights[lowest:] > RISING * heights[0]))
    walking = max(falling - round(1.2 * RATE), 0)
    poses = [_pose(motion, frame) for frame in (rising, falling, walking)]
    offsets = np.linspace(-APART, APART, MOMENTS)
    return draw_figures(
        [(axes, pelvis + [x, 0.0, 0.0]) for (axes, pelvis), x in zip(poses, offsets, strict=True)],
        width=WIDE,
    )


def _simulated(cues: list[Cue]) -> Take:
    return simulate(Shot([Performer(HUMAN, cues)], duration=DURATION, frame_rate=RATE))


def _pose(motion: Motion, frame: int) -> tuple[Axes, Array]:
    return (
        {name: turns[frame] for name, turns in motion.axes.items()},
        np.array([0.0, 0.0, motion.pelvis[frame, 2]]),
    )


def save(picture: Array, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image.imsave(path, np.clip(picture[::-1], 0.0, 1.0))


def main() -> None:
    wanted = set(sys.argv[1:])
    for name in shipped_styles():
        if not wanted or name in wanted:
            save(draw_style(name), ASSETS / "styles" / f"{name}.png")
    for name in list_dances():
        if not wanted or name in wanted:
            save(draw_dance(name), ASSETS / "dances" / f"{name}.png")
    for routine in ROUTINES.values():
        if not wanted or routine.name in wanted:
            save(draw_routine(routine), ASSETS / "routines" / f"{routine.name}.png")


if __name__ == "__main__":
    main()
