"""Makes docs/gallery.md and its pictures, docs/gallery/*.webp: one for each skill and style.

python tools/gallery.py docs [--takes FOLDER] [--sheets FOLDER] [TILE ...]

All tiles, or those that are named. Takes are kept in a folder by their shots' content, so that only
what has changed is simulated again. Half an hour of a core, most of it for the pictures. A sheet
shows the frames of a tile side by side, to look at.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import bpy
from gallery_marks import add_marks
from gallery_page import PICTURES, write_page
from gallery_tiles import HUMAN, Tile, all_tiles
from PIL import Image

from footfall import Shot, Take, simulate
from footfall.benchmarks.parts.performed import bundled_clip
from footfall.jobs.take_cache import TakeCache
from footfall.operators.part_properties import register_once
from footfall.rigs.blender.files import add_rig
from footfall.rigs.blender.keys import write_take
from footfall.rigs.blender.mannequin import add_mannequin
from footfall.rigs.blender.preview import render_picture
from footfall.rigs.blender.rig import Rig, read_rig
from footfall.rigs.blender.scene import set_frame_rate
from footfall.rigs.blender.stage import stage
from footfall.rigs.mannequin.build import build_mannequin
from footfall.shots.shot_key import shot_key
from footfall.simulation.silence_output import silence_output

RATE, EVERY = 20.0, 2  # frames a second of the takes, of which every second one is shown
STRIDES = ("footstrike.L", "footstrike.FL")  # where a loop may begin
AFTER = 1.0  # [s] that is shown after all is done
SIZE, FINER = 200, 300  # [pixel] of a picture, and as it is rendered before it is scaled down
SKIN = (0.24, 0.50, 0.72, 1.0)  # of a body with a mesh
QUALITY, WHOLE = 45, (3, 8)  # of the saved pictures; how many frames apart whole ones are
COLUMNS, TILE = 10, 140  # of a sheet; [pixel]


def make_performer(body: str) -> Rig:
    """The rig that is shown, alone in the scene, at the origin, facing +x."""
    with silence_output():
        register_once()
        bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
        if body == HUMAN:
            collection = bpy.context.scene.collection
            armature, _ = add_mannequin(build_mannequin("adult"), "Human", collection, 1.0)
        else:
            armature = add_rig(body)
        set_frame_rate(bpy.context.scene, RATE)
        turned = read_rig(armature).heading
        armature.rotation_euler.z -= turned
        bpy.context.view_layer.update()
        return read_rig(armature)


def take_of(shot: Shot, takes: TakeCache) -> Take:
    key = shot_key(shot)
    if key not in takes:
        takes[key] = simulate(shot)
    return takes[key]


def moments(tile: Tile, take: Take) -> list[int]:
    """Frames of the take that are shown."""
    (first, last), ending = tile.shown, tile.cues[-1].ending
    events = [(time, name) for time, name in take.performances[0].events if time >= first]
    if tile.repeats:
        strikes = [time for time, name in events if name in STRIDES and time <= last]
        first, last = strikes[0], strikes[-1] - 1.0 / RATE
    elif ending is not None:
        last = min([last, *(time + AFTER for time, name in events if name == ending.event)])
    frames = range(math.ceil(first * RATE), min(math.floor(last * RATE), len(take.times) - 1) + 1)
    return list(frames[::EVERY])


def pictures_of(tile: Tile, rig: Rig, shot: Shot, take: Take) -> list[Image.Image]:
    with silence_output():
        write_take(rig, take, start_frame=0, source=shot.performers[0])
    shown, drawn = moments(tile, take), []
    with stage(rig, shown) as scene, tempfile.TemporaryDirectory() as folder:
        scene.camera.data.lens = tile.lens
        for thing in scene.objects:
            if thing.find_armature() == rig.armature:
                thing.color = SKIN
        updates, file = add_marks(scene, shot, take), Path(folder) / "frame.png"
        for frame in shown:
            for update in updates:
                update(frame)
            scene.frame_start = frame
            with silence_output():
                render_picture(scene, str(file), (FINER, FINER))
            picture = Image.open(file).convert("RGB")
            drawn.append(picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS))
    return drawn


def save(pictures: list[Image.Image], path: Path) -> None:
    least, most = WHOLE
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], loop=0, quality=QUALITY, method=6,
        duration=round(1000 * EVERY / RATE), kmin=least, kmax=most,
    )  # fmt: skip


def save_sheet(pictures: list[Image.Image], path: Path) -> None:
    rows = math.ceil(len(pictures) / COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * TILE, rows * TILE), "white")
    for number, picture in enumerate(pictures):
        place = (number % COLUMNS * TILE, number // COLUMNS * TILE)
        sheet.paste(picture.resize((TILE, TILE), Image.Resampling.LANCZOS), place)
    sheet.save(path)


def told(tile: Tile, take: Take, path: Path) -> str:
    """What happened in the take, besides steps."""
    events = [f"{name} {time:.1f}" for time, name in take.performances[0].events
              if not name.startswith("footstrike")]  # fmt: skip
    return f"{tile.name}: {path.stat().st_size / 1000:.0f} kB; {', '.join(events)}"


def make(tiles: Sequence[Tile], takes: TakeCache, folder: Path, sheets: Path | None) -> None:
    """Save the pictures of tiles, and sheets of their frames where a folder is given."""
    clips = {name: bundled_clip(name) for name in {tile.clip for tile in tiles} - {""}}
    for body in dict.fromkeys(tile.body for tile in tiles):
        rig = make_performer(body)
        for tile in (tile for tile in tiles if tile.body == body):
            shot = tile.shot(rig.character, RATE, clips.get(tile.clip, ""))
            take, path = take_of(shot, takes), folder / f"{tile.name}.webp"
            pictures = pictures_of(tile, rig, shot, take)
            save(pictures, path)
            if sheets is not None:
                save_sheet(pictures, sheets / f"{tile.name}.png")
            print(told(tile, take, path), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("tiles", nargs="*")
    parser.add_argument("--takes", type=Path)
    parser.add_argument("--sheets", type=Path)
    asked = parser.parse_intermixed_args()
    chosen = [tile for tile in all_tiles() if not asked.tiles or tile.name in asked.tiles]
    for folder in (asked.out / PICTURES, asked.sheets):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        make(chosen, TakeCache(asked.takes or scratch), asked.out / PICTURES, asked.sheets)
    write_page(asked.out)


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # Blender as a module may hang while the interpreter ends
