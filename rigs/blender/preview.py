"""Renders the bake: a movie, or a sheet of frames in one picture."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import bpy
import numpy as np

from ...base.errors import FootfallError
from ...shots.take import Take
from .rig import Rig
from .stage import stage

MOVIE_SIZE = (640, 480)
SLOW_MOVIE_SIZE = (320, 240)  # for rendering with Cycles
TILE_SIZE = (280, 360)
SHEET_COLUMNS, SHEET_ROWS = 6, 2
STRIDES_ON_SHEET = 2
STANDS_AFTER = 2.0  # [s] without a footstrike after which the body no longer walks
STUDIO = "paint.sl"  # the lightest of the studio lights that ship with Blender
CYCLES_SAMPLES = 8
PROBE_PATIENCE = 120.0  # [s]
PROBE = """
import bpy, os, shutil, sys
scene = bpy.context.scene
scene.render.engine = "BLENDER_WORKBENCH"
scene.render.resolution_x = scene.render.resolution_y = 16
scene.camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
scene.collection.objects.link(scene.camera)
scene.render.filepath = sys.argv[-1]
bpy.ops.render.render(write_still=True)
shutil.rmtree(bpy.app.tempdir, ignore_errors=True)
os._exit(0)
"""
OBJECT, MATERIAL = "OBJECT", "MATERIAL"  # whose viewport colors Workbench shows


def render_movie(
    rig: Rig, path: str, frames: Sequence[int], things: Sequence[bpy.types.Object] = ()
) -> str:
    """Render an .mp4, or .png frames in a folder where Blender was built without FFmpeg.

    `things` are further objects to show. Returns a sentence that says what was rendered and how.
    """
    with stage(rig, frames, things) as scene:
        return render_scene(scene, path)


def render_scene(
    scene: bpy.types.Scene, path: str, size: tuple[int, int] = MOVIE_SIZE, colors: str = OBJECT
) -> str:
    """Render all frames of a scene in the window, as `render_movie` does.

    Args:
        colors: that Workbench shows: OBJECT or MATERIAL.
    """
    target = Path(path).resolve()
    with tempfile.TemporaryDirectory() as scratch:
        size = size if workbench_works() else SLOW_MOVIE_SIZE
        engine = _set_up(scene, size, colors)
        has_movies = bpy.app.build_options.codec_ffmpeg
        scene.render.filepath = str(Path(scratch) / ("movie.mp4" if has_movies else "frame"))
        _choose_format(scene, movie=has_movies)
        bpy.ops.render.render(animation=True, scene=scene.name)
        if has_movies:
            _move(Path(scratch) / "movie.mp4", target)
            return f"Rendered {path} with {engine}."
        folder = target.with_suffix("")
        folder.mkdir(exist_ok=True)
        for picture in Path(scratch).glob("*.png"):
            _move(picture, folder / picture.name)
        return f"Rendered .png frames into {folder} with {engine}: this Blender writes no movies."


def render_picture(
    scene: bpy.types.Scene, path: str, size: tuple[int, int], colors: str = OBJECT
) -> str:
    """Render the first frame of a scene in the window; returns a sentence on how.

    Args:
        colors: as in `render_scene`.
    """
    engine = _set_up(scene, size, colors)
    _choose_format(scene, movie=False)
    with tempfile.TemporaryDirectory() as scratch:
        _render_tile(scene, scene.frame_start, Path(scratch) / "picture.png")
        _move(Path(scratch) / "picture.png", Path(path).resolve())
    return f"Rendered {path} with {engine}."


def render_sheet(
    rig: Rig,
    path: str,
    frames: Sequence[int],
    things: Sequence[bpy.types.Object] = (),
    columns: int = SHEET_COLUMNS,
    tile: tuple[int, int] = TILE_SIZE,
) -> str:
    """Render these frames, `columns` in a row, each of `tile` pixels, into one .png.

    Returns a sentence on how.
    """
    with stage(rig, frames, things) as scene, tempfile.TemporaryDirectory() as scratch:
        engine = _set_up(scene, tile, OBJECT)
        _choose_format(scene, movie=False)
        tiles = [_render_tile(scene, frame, Path(scratch) / f"{frame}.png") for frame in frames]
        blank = np.ones_like(tiles[0])
        tiles += [blank] * (-len(tiles) % columns)
        rows = [
            np.concatenate(tiles[i : i + columns], axis=1) for i in range(0, len(tiles), columns)
        ]
        # The origin of Blender's images is at the bottom.
        _save_picture(np.concatenate(rows[::-1], axis=0), Path(scratch) / "sheet.png")
        _move(Path(scratch) / "sheet.png", Path(path).resolve())
    return f"Rendered {path} with {engine}."


def sheet_frames(take: Take, start_frame: int) -> list[int]:
    """Scene frames for a sheet: two strides where the body walks to the end, else all of it."""
    events = take.performances[0].events
    falls = any(name == "fell" for _, name in events)
    strikes = [] if falls else [time for time, name in events if name == "footstrike.L"]
    middle = max(0, (len(strikes) - 1 - STRIDES_ON_SHEET) // 2)
    walks_on = strikes and strikes[-1] > take.times[-1] - STANDS_AFTER
    if walks_on and len(strikes) > STRIDES_ON_SHEET:
        start, end = strikes[middle], strikes[middle + STRIDES_ON_SHEET]
    else:
        start, end = take.times[0], take.times[-1]
    times = np.linspace(start, end, SHEET_COLUMNS * SHEET_ROWS, endpoint=False)
    return [start_frame + int(i) for i in np.unique(np.searchsorted(take.times, times))]


def _set_up(scene: bpy.types.Scene, size: tuple[int, int], colors: str) -> str:
    """Choose an engine and set it up; returns its name for the artist."""
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.view_settings.view_transform = "Standard"
    if workbench_works():
        scene.render.engine = "BLENDER_WORKBENCH"
        shading = scene.display.shading
        shading.light, shading.color_type = "STUDIO", colors
        shading.show_shadows = shading.show_cavity = True
        if STUDIO in bpy.context.preferences.studio_lights:
            shading.studio_light = STUDIO
        scene.display.render_aa = "FXAA"  # three times as fast as eight samples
        return "Workbench"
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = CYCLES_SAMPLES
    scene.cycles.max_bounces = 1
    scene.cycles.use_denoising = False
    scene.render.use_persistent_data = True
    return "Cycles on the CPU (Workbench needs EGL or a graphics card)"


@cache
def workbench_works() -> bool:
    """Whether Workbench can render here, tested in another process because it may crash."""
    if bpy.app.binary_path:
        return True  # Blender itself, not the bpy module: its window is drawn
    with tempfile.TemporaryDirectory() as scratch:
        picture = Path(scratch) / "probe.png"
        try:
            subprocess.run(
                [sys.executable, "-c", PROBE, str(picture)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=PROBE_PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return False
        return picture.is_file()


def _choose_format(scene: bpy.types.Scene, movie: bool) -> None:
    image = scene.render.image_settings
    if hasattr(image, "media_type"):  # Blender 5 needs the kind of file first
        image.media_type = "VIDEO" if movie else "IMAGE"
    image.file_format = "FFMPEG" if movie else "PNG"
    if movie:
        scene.render.ffmpeg.format = "MPEG4"
        scene.render.ffmpeg.codec = "H264"
        scene.render.ffmpeg.constant_rate_factor = "HIGH"


def _render_tile(scene: bpy.types.Scene, frame: int, path: Path) -> np.ndarray:
    scene.frame_set(frame)
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True, scene=scene.name)
    picture = bpy.data.images.load(str(path))
    try:
        width, height = picture.size
        pixels = np.empty(width * height * 4, dtype=np.float32)
        picture.pixels.foreach_get(pixels)
        return pixels.reshape(height, width, 4)
    finally:
        bpy.data.images.remove(picture)


def _save_picture(pixels: np.ndarray, path: Path) -> None:
    height, width, _ = pixels.shape
    picture = bpy.data.images.new("Sheet", width, height)
    try:
        picture.pixels.foreach_set(pixels.ravel())
        picture.filepath_raw, picture.file_format = str(path), "PNG"
        picture.save()
    finally:
        bpy.data.images.remove(picture)


def _move(source: Path, target: Path) -> None:
    try:
        shutil.move(source, target)
    except OSError as error:
        raise FootfallError(f"{str(target)!r} cannot be written: {error.strerror}.") from error
