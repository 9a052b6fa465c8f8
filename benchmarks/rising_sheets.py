"""Clips of falling, getting up and sitting below captured rises, a row of rendered frames each.

The captured ones are those of Peng, Abbeel, Levine, van de Panne 2018, as PyBullet's wheel brings
them; they are read as the picture is drawn. Draws docs/rising.png.
"""

from __future__ import annotations

import contextlib
import io
import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..catalogue.routines import ReadyCue, Routine
from ..evaluation.cases import turned
from ..evaluation.drawn_rigs import draw_armature
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.routine import cues_of
from ..shots.shot import Performer
from ..shots.take import Take
from ..skills.performing.opening import performed
from .bake import RATE, new_scene
from .parts.performed import GRAVITY, bundled_clip
from .parts.plots import new_figure, save
from .parts.table import Row
from .sitting import chair_for

Picture = NDArray[np.float32]
FRAMES, TILE = 10, (120, 120)
PUSHED_AT, PUSH_LASTS, FALLEN = 1.5, 0.2, 4.0  # [s]
LASTS = 14.0  # [s], of each clip
SEAT = 0.45  # height of the chair [m]
UPRIGHT = 0.9  # of the standing height of the hips
WIDTH, ROW_HEIGHT = 14.0, 1.5  # [inches]


def _pushed(label: str, force: float, degrees: float) -> Routine:
    """A walk that ends with a push [N] at an angle to its first way; then it gets up and walks on.

    The force is ahead and to the left: see `turned`.
    """
    angle = math.radians(degrees)
    level = (force * math.cos(angle), force * math.sin(angle), 0.0)
    return Routine(
        name="", label=label, sentence="", duration=LASTS, recover=True,
        cues=(
            ReadyCue(skill="walk", start=0.0, parameters={"speed": 1.0}),
            ReadyCue(skill="push", start=PUSHED_AT,
                     parameters={"force": level, "duration": PUSH_LASTS}),
        ),
    )  # fmt: skip


def _let_go(label: str, duration: float, protect: float = 0.0, **getting_up: Any) -> Routine:
    """A stander whose muscles give way, and how it gets up."""
    cues = (
        ReadyCue(skill="fall", start=0.0, parameters={"protect": protect}),
        ReadyCue(skill="get_up", start=FALLEN, parameters=getting_up),
    )
    return Routine(name="", label=label, sentence="", cues=cues, duration=duration)


SITS = Routine(
    name="", label="sits down and rises", sentence="", duration=14.0,
    cues=tuple(
        ReadyCue(skill=skill, start=start, parameters={"seat": "chair"})
        for skill, start in (("stand_to_sit", 0.5), ("sit_to_stand", 7.0))
    ),
)  # fmt: skip
FAINTS = Routine(
    name="", label="faints in a walk", sentence="", duration=LASTS, recover=True,
    cues=(
        ReadyCue(skill="walk", start=0.0, parameters={"speed": 1.0}),
        ReadyCue(skill="limp", start=PUSHED_AT, parameters={"duration": 4.0}),
    ),
)  # fmt: skip
CAPTURED = {
    "getup_facedown": "captured, from the front", "getup_faceup": "captured, from the back",
    "roll": "captured, a roll",
}  # fmt: skip
CLIPS: Sequence[tuple[str, Routine]] = (
    ("human", _pushed("pushed from behind", 900.0, 0.0)),
    ("human", _pushed("pushed from the right", 700.0, 90.0)),
    ("human", _pushed("pushed backwards", 700.0, 180.0)),
    ("robot", _let_go("robot", 24.0, protect=1.0)),
    ("child", _pushed("child, from behind", 400.0, 0.0)),
    ("human", _let_go("lets itself go limp", 16.0)),
    ("human", _let_go("out of a squat", 16.0, protect=1.0, way="squat")),
    ("human", _let_go("tired", 18.0, protect=1.0, style="tired")),
    ("human", _let_go("old", 18.0, protect=1.0, style="old")),
    ("human", _let_go("a hurt left leg", 16.0, protect=1.0, style="hurt_left_leg")),
    ("human", FAINTS),
    ("giant", _let_go("giant, turned by 90 degrees", 20.0, protect=1.0, heading=math.pi / 2)),
    ("human", SITS),
)


def measure() -> list[Row]:
    """A row for each clip; the picture is drawn where matplotlib is installed."""
    rows, pictures = [], [(label, _captured(name)) for name, label in CAPTURED.items()]
    for body, routine in CLIPS:
        take, height, picture = _clip(body, routine)
        pictures.append((routine.label, picture))
        rows.append(_row(routine.label, take, height))
    _draw(pictures)
    return rows


def _captured(name: str) -> Picture:
    """Frames of a motion that comes with PyBullet, beside each other."""
    from ..operators.part_properties import register_once
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.scene import make_shot

    with contextlib.redirect_stdout(io.StringIO()):
        register_once()
        text = bundled_clip(name)  # read in a scene of its own
        new_scene()
        rig = read_rig(draw_armature(Character.preset("human")))
        cue = Cue("perform", clip=text, influence=0.0)
        clip = performed(rig.character, cue.values(), rig.position, rig.heading, GRAVITY)
        shot = make_shot(rig, [cue], duration=clip.duration, rate=RATE)
        return _keyed(rig, simulate(shot), source=shot.performers[0])


def _keyed(
    rig: Any, take: Take, things: Sequence[Any] = (), source: Performer | None = None
) -> Picture:
    """Frames of a take on a rig, beside each other.

    Args:
        things: what else is seen; source: who performs a clip, where the take is of one.
    """
    import matplotlib.image

    from ..rigs.blender.keys import write_take
    from ..rigs.blender.preview import render_sheet

    write_take(rig, take, start_frame=1, source=source)
    frames = np.linspace(1, len(take.times), FRAMES).round().astype(int).tolist()
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "row.png")
        render_sheet(rig, path, frames, things, columns=FRAMES, tile=TILE)
        picture: Picture = matplotlib.image.imread(path)
    return picture


def _clip(body: str, routine: Routine) -> tuple[Take, float, Picture]:
    """The take, the standing height of the hips [m], and the frames beside each other."""
    from ..operators.part_properties import register_once
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.scene import make_shot
    from ..rigs.blender.scene_props import read_props

    with contextlib.redirect_stdout(io.StringIO()):
        register_once()
        new_scene()
        rig = read_rig(draw_armature(Character.preset(body)))
        things = [_draw_chair(rig)] if routine is SITS else []
        cues = turned(cues_of(routine), rig.heading)
        shot = make_shot(
            rig, cues, duration=routine.duration, rate=RATE, recover=routine.recover,
            props=read_props(rig.armature.users_scene[0], cues, rig, [1], 60.0),
        )  # fmt: skip
        take = simulate(shot)
        picture = _keyed(rig, take, things)
    return take, rig.character.standing_height_of_root, picture


def _draw_chair(rig: Any) -> Any:
    """The chair behind a rig, as an object of the scene."""
    import bpy

    prop = chair_for(rig.character, SEAT)
    cosine, sine = math.cos(rig.heading), math.sin(rig.heading)
    x, y, z = prop.position
    place = (rig.position[0] + cosine * x - sine * y, rig.position[1] + sine * x + cosine * y, z)
    bpy.ops.mesh.primitive_cube_add(size=1.0, location=place, rotation=(0.0, 0.0, rig.heading))
    chair = bpy.context.object
    chair.name, chair.scale = prop.name, prop.size
    return chair


def _row(label: str, take: Take, height: float) -> Row:
    performance = take.performances[0]
    times = {name: time for time, name in reversed(performance.events)}
    told = ", ".join(
        f"{what} {times[name]:.1f}"
        for name, what in (("fell", "falls"), ("at_rest", "lies"), ("on_feet", "on its feet"))
        if name in times
    )
    upright = performance.root_position[-1, 2] > UPRIGHT * height
    return Row(
        figure=f"clip: {label}; ends upright", paper="", peer="", ours=f"{told or 'no fall'} [s]",
        passed=bool(upright), bar="must: upright",
    )  # fmt: skip


def _draw(pictures: Sequence[tuple[str, Picture]]) -> None:
    figure = new_figure(WIDTH, ROW_HEIGHT * len(pictures))
    if figure is None:
        return
    for row, (label, picture) in enumerate(pictures):
        axes = figure.add_subplot(len(pictures), 1, row + 1)
        axes.imshow(picture)
        axes.set_title(label, fontsize="medium", loc="left")
        axes.set_axis_off()
    save(figure, "rising.png")
