"""Draws clips above what a generated human makes of them: docs/manual/performing_*.webp.

python tools/performing_strip.py TAKES

The clips are those of PyBullet's wheel. Simulates those that have no take in the folder TAKES yet
(about 25 s of a core for each second of motion), and prints how near each one came.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from footfall import Shot, Take, simulate
from footfall.benchmarks.parts.performed import (
    GRAVITY,
    LYING,
    Performed,
    bundled_clip,
    is_held,
    told,
)
from footfall.evaluation.performed_motion import nearness_of
from footfall.operators.part_properties import register_once
from footfall.rigs.blender.drawn_body import draw_body
from footfall.rigs.blender.files import GENERATED, open_rig
from footfall.rigs.blender.keys import write_take
from footfall.rigs.blender.preview import render_picture
from footfall.rigs.blender.rig import Rig, read_rig
from footfall.rigs.blender.scene import make_shot, set_frame_rate
from footfall.rigs.blender.stage import add_ground, add_light, temporary_scene
from footfall.shots.cue import Cue
from footfall.simulation.silence_output import silence_output
from footfall.skills.performing.opening import performed

Array = NDArray[np.float64]
CLIPS = (
    "walk", "run", "jump", "kick", "punch", "spinkick", "cartwheel", "dance_a", "crawl",
    "getup_facedown",
)  # fmt: skip
SEED = 1
PICTURES = Path(__file__).resolve().parent.parent / "docs" / "manual"
ON_A_PICTURE = 5  # clips
RATE = 60.0  # frames a second
MOMENTS = 6  # of each clip
TILE, LABEL = (150, 130), 20  # [pixel] of a moment, and height of a clip's name
QUALITY = 80  # of the saved pictures
AZIMUTH = math.radians(-62.0)  # direction of the camera, from straight ahead
DISTANCE, EYE, AIM = 2.4, 0.75, 0.53  # in body heights
WHITE, INK = "#ffffff", "#282828"


def shot_of(rig: Rig, text: str, influence: float = 1.0) -> Shot:
    """A clip from its first frame to its end, where the rig stands; with no influence the rig
    shows the clip itself.
    """
    cue = Cue("perform", clip=text, influence=influence)
    reference = performed(rig.character, cue.values(), rig.position, rig.heading, GRAVITY)
    return make_shot(rig, [cue], duration=reference.duration, rate=RATE, seed=SEED)


def take_of(shot: Shot, name: str, path: Path) -> Take:
    """The take in a file, simulated where there is none; prints how near it came to its clip."""
    cost = ""
    if not path.exists():
        began = time.process_time()
        simulate(shot).save(path)
        cost = f", {(time.process_time() - began) / shot.duration:.0f} s of a core per second"
    take, performer = Take.load(path), shot.performers[0]
    place = performer.position, performer.heading
    followed = performed(performer.character, performer.cues[0].values(), *place, GRAVITY)
    outcome = Performed(nearness_of(take.performances[0], take.times, followed), 0.0)
    held = "held" if is_held(outcome, name in LYING) else "not held"
    print(f"{name}: {shot.duration:.1f} s, {held}, {told(outcome)}{cost}", flush=True)
    return take


def rows_of(rig: Rig, text: str, take: Take) -> list[list[Image.Image]]:
    """Moments of the clip, and the same of the take, by one camera that follows the clip."""
    frames = 1 + np.linspace(0, len(take.times) - 1, MOMENTS + 1).round().astype(int)[1:]
    rows, path = [], None
    for influence in (0.0, 1.0):
        source = shot_of(rig, text, influence).performers[0]
        write_take(rig, take, start_frame=1, source=source)
        path = hips(rig, frames) if path is None else path
        rows.append(list(moments(rig, frames, path)))
    return rows


def hips(rig: Rig, frames: Sequence[int]) -> Array:
    """Places of the hips over the ground (frames, 2)."""
    places = []
    for frame in frames:
        bpy.context.scene.frame_set(int(frame))
        bone = rig.armature.pose.bones[rig.bone_map.roles["pelvis"]]
        places.append((rig.armature.matrix_world @ bone.head).to_2d())
    return np.array(places)


def moments(rig: Rig, frames: Sequence[int], path: Array) -> Iterator[Image.Image]:
    """Rendered frames of the rig, seen from beside a path over the ground."""
    numbers = [int(frame) for frame in frames]
    with temporary_scene(numbers) as scene, tempfile.TemporaryDirectory() as folder:
        scene.collection.objects.link(rig.armature)
        draw_body(rig, scene.collection)
        add_ground(scene, path, 1.0, 0.0)
        add_light(scene)
        scene.camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
        scene.collection.objects.link(scene.camera)
        file = str(Path(folder) / "moment.png")
        for frame, place in zip(numbers, path, strict=True):
            scene.frame_start = frame
            aim(scene.camera, rig, place)
            render_picture(scene, file, TILE)
            yield Image.open(file).convert("RGB")


def aim(camera: bpy.types.Object, rig: Rig, place: Array) -> None:
    """Look from the side and a little from above at a body over a place."""
    height, angle = rig.character.height, rig.heading + AZIMUTH
    beside = Vector((math.cos(angle), math.sin(angle), 0.0)) * DISTANCE * height
    looking = Vector((0.0, 0.0, (AIM - EYE) * height)) - beside
    camera.location = Vector((*place, EYE * height)) + beside
    camera.rotation_euler = looking.to_track_quat("-Z", "Y").to_euler()


def draw(clips: dict[str, list[list[Image.Image]]], path: Path) -> None:
    """Save a picture with two rows for each clip."""
    (width, height), font = TILE, ImageFont.load_default(LABEL - 6)
    high = LABEL + 2 * height
    picture = Image.new("RGB", (MOMENTS * width, high * len(clips)), WHITE)
    pen = ImageDraw.Draw(picture)
    for number, (name, rows) in enumerate(clips.items()):
        top = number * high
        pen.text((4, top + 1), f"{name}: the clip, and simulated", fill=INK, font=font)
        for row, tiles in enumerate(rows):
            for column, tile in enumerate(tiles):
                picture.paste(tile, (column * width, top + LABEL + row * height))
    picture.save(path, quality=QUALITY, method=6)


def main(folder: str) -> None:
    takes = Path(folder)
    takes.mkdir(exist_ok=True)
    texts = {name: bundled_clip(name) for name in CLIPS}
    with silence_output():
        register_once()
        rig = read_rig(open_rig(GENERATED))
        set_frame_rate(bpy.context.scene, RATE)
    drawn = {}
    for name, text in texts.items():
        take = take_of(shot_of(rig, text), name, takes / f"{name}.npz")
        with silence_output():
            drawn[name] = rows_of(rig, text, take)
    clips = list(drawn.items())
    for first in range(0, len(clips), ON_A_PICTURE):
        some = dict(clips[first : first + ON_A_PICTURE])
        draw(some, PICTURES / f"performing_{first // ON_A_PICTURE + 1}.webp")


if __name__ == "__main__":
    main(*sys.argv[1:])
    sys.stdout.flush()
    os._exit(0)  # Blender as a module may hang while the interpreter ends
