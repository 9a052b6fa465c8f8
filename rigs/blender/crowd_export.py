"""Exports members of a crowd as USD, Alembic or glTF, by Blender's own exporters.

A member's bones have lengths and widths of their own, which no bone hands on to the next. USD and
glTF know no such bones, so there each bone moves by itself, without a parent, and the members' skin
and joints are exactly where they are in the scene. Alembic has moving vertices instead of bones.

Members outside their time in the shot are so small that they are not seen: an exporter counts what
is there at each frame, and mixes up what comes and goes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import bpy

from ...base.errors import InvalidInput
from ...catalogue.crowd_files import ALEMBIC, GLTF, USD, check_export
from .crowd_flat import add_flat
from .crowd_light_object import always_there, light_objects
from .crowd_members import PRESENT
from .crowd_scene import kinds_of, members_of
from .files import last_line
from .stage import temporary_scene


def export_crowd(
    collection: bpy.types.Collection, path: str, numbers: Collection[int] | None = None
) -> str:
    """Write the frames that the scene plays, in the format of the path's ending.

    Args:
        numbers: of the full members to export; None: all members of any kind.

    Returns a sentence that says what was written. Raises InvalidInput.
    """
    ending, kinds = Path(path).suffix.lower(), kinds_of(collection)
    lights = light_objects(collection) if numbers is None else []
    check_export(path, has_light=bool(lights))
    chosen = {n: m for n, m in members_of(collection).items() if numbers is None or n in numbers}
    if not chosen and not lights:
        raise InvalidInput("There are no full members to export: select one of them.")
    with _scene_for_export(list(chosen.values()), lights, has_bones=ending != ALEMBIC):
        _write(path, EXPORTERS[ending])
    count = len(kinds) if numbers is None else len(chosen)
    return f"Exported {count} member{'s' * (count != 1)} to {Path(path).name}."


def _write(path: str, export: Callable[[str], None]) -> None:
    """Write a file beside the present one, which it replaces when it is whole."""
    whole = Path(path).resolve()
    part = whole.with_name(f"{whole.stem} unfinished{whole.suffix}")
    if not whole.parent.is_dir():  # which the exporter of USD would make
        raise InvalidInput(
            f"The file {path!r} cannot be written: there is no folder {whole.parent}."
        )
    try:
        export(str(part))
        part.replace(whole)
    except Exception as error:  # exporters raise any kind of error, or write nothing
        part.unlink(missing_ok=True)
        raise InvalidInput(f"The file {path!r} cannot be written: {last_line(error)}") from error


@contextmanager
def _scene_for_export(
    members: Collection[bpy.types.Object], lights: Collection[bpy.types.Object], has_bones: bool
) -> Iterator[None]:
    """A scene with these members alone, in the window for a while."""
    shown = bpy.context.scene
    frames = range(shown.frame_start, shown.frame_end + 1)
    with temporary_scene(frames) as scene:
        scene.unit_settings.scale_length = shown.unit_settings.scale_length
        things = add_flat([m for m in members if has_bones or PRESENT in m], frames)
        if not has_bones:
            things += [t for m in members if PRESENT not in m for t in (m, *m.children)]
        for thing in (*things, *map(always_there, lights)):
            scene.collection.objects.link(thing)
        scene.frame_set(scene.frame_start)
        yield


def _export_usd(path: str) -> None:
    bpy.ops.wm.usd_export(
        filepath=path, export_animation=True, export_armatures=True, visible_objects_only=False,
    )  # fmt: skip


def _export_alembic(path: str) -> None:
    scene = bpy.context.scene
    bpy.ops.wm.alembic_export(
        filepath=path, start=scene.frame_start, end=scene.frame_end, visible_objects_only=False,
        as_background_job=False,
    )  # fmt: skip


def _export_gltf(path: str) -> None:
    bpy.ops.export_scene.gltf(
        filepath=path, export_format="GLB", use_active_scene=True,
        export_animation_mode="SCENE", export_anim_scene_split_object=False,
        export_optimize_animation_size=False,
    )  # fmt: skip


EXPORTERS: dict[str, Callable[[str], None]] = {
    **dict.fromkeys(USD, _export_usd), ALEMBIC: _export_alembic, GLTF: _export_gltf
}
