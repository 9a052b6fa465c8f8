"""Files of assets: marked Empties with a name, a text and a picture, which the Asset Browser shows.

An Empty is what Blender lets an artist drag into the 3D view without an effect on what is there,
and a custom property says what it stands for.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np
from numpy.typing import NDArray

from ...base.errors import InvalidInput
from ...base.files import write_whole

Array = NDArray[np.float64]
KEY = "footfall_asset"  # the custom property of an Empty, and of what Blender tells of its asset
AUTHOR = "Footfall"
CATALOG_FILE = "blender_assets.cats.txt"
CATALOG_HEAD = "# This is an Asset Catalog Definition file for Blender.\n\nVERSION 1\n\n"
OWN_PARTS = 4  # of a library's path, which are the same in the folders of all Blenders
DRAWN_SIZE = 0.25  # [m] of the Empty, while it is dragged


@dataclass(frozen=True, kw_only=True, eq=False)
class Asset:
    """One entry of the Asset Browser.

    Attributes:
        key: what it stands for, in the custom property.
        label: its name in the Asset Browser.
        sentence: its description.
        tags: words to search for.
        catalog: the UUID of its catalog.
        picture: (side, side, 4) from the bottom row up, with transparency.
    """

    key: str
    label: str
    sentence: str
    tags: Sequence[str]
    catalog: str
    picture: Array


def write_assets(path: Path, assets: Sequence[Asset]) -> None:
    """Write a .blend of assets whole or not at all; the open file is not touched.

    Raises InvalidInput where the file cannot be written.
    """
    part = path.with_name(f"{path.stem}.{os.getpid()}.part.blend")
    try:
        try:
            _write(part, assets)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, RuntimeError) as error:  # Blender raises the latter, without a reason
        reason = getattr(error, "strerror", None) or "the disk is full, or may not be written to"
        raise InvalidInput(
            f"The asset library {str(path)!r} cannot be written: {reason}."
        ) from error


def _write(path: Path, assets: Sequence[Asset]) -> None:
    with bpy.data.temp_data() as data:  # an object of this name may be in the open file
        made = {_marked(data, asset) for asset in assets}
        # Blender notices a full disk only without compression (4.5; and it crashes as it reads a
        # compressed file that was cut short).
        data.libraries.write(str(path), made, fake_user=True)


def _marked(data: bpy.types.BlendData, asset: Asset) -> bpy.types.Object:
    thing = data.objects.new(asset.label, None)
    thing.empty_display_size = DRAWN_SIZE
    thing[KEY] = asset.key
    thing.asset_mark()
    about = thing.asset_data
    about.description, about.author, about.catalog_id = asset.sentence, AUTHOR, asset.catalog
    about[KEY] = asset.key
    for tag in asset.tags:
        about.tags.new(tag)
    preview = thing.preview_ensure()
    preview.image_size = asset.picture.shape[1::-1]
    preview.image_pixels_float.foreach_set(asset.picture.astype(np.float32).ravel())
    return thing


def write_catalogs(folder: Path, catalogs: Sequence[tuple[str, str]]) -> None:
    """Write the folder's catalogs: UUID and path of each."""
    lines = [f"{uuid}:{path}:{path.replace('/', '-')}\n" for uuid, path in catalogs]
    text = CATALOG_HEAD + "".join(lines)
    write_whole(
        folder / CATALOG_FILE, "list of catalogs", lambda file: file.write(text.encode("utf-8"))
    )


def read_picture(path: Path) -> Array:
    """A PNG as previews have it: (height, width, 4) from the bottom row up."""
    image = bpy.data.images.load(str(path), check_existing=False)
    try:
        width, height = image.size
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        return pixels.reshape(height, width, 4).astype(float)
    finally:
        bpy.data.images.remove(image)


def library_folders() -> list[Path]:
    """The folders of the user's asset libraries."""
    return [Path(library.path) for library in bpy.context.preferences.filepaths.asset_libraries]


def add_library(name: str, folder: Path) -> None:
    """Add a folder to the user's asset libraries, whose assets are appended."""
    if folder in library_folders():
        return
    libraries = bpy.context.preferences.filepaths.asset_libraries
    for library in libraries:  # preferences that a newer Blender took over from an older one
        same = Path(library.path).parts[-OWN_PARTS:] == folder.parts[-OWN_PARTS:]
        if library.name == name and same:
            library.path = str(folder)
            return
    added = libraries.new(name=name, directory=str(folder))
    # A linked Empty could not be placed where it was dropped.
    added.import_method = "APPEND"


def remove_library(folder: Path) -> None:
    """Remove a folder from the user's asset libraries; its files stay."""
    libraries = bpy.context.preferences.filepaths.asset_libraries
    for library in [found for found in libraries if Path(found.path) == folder]:
        libraries.remove(library)
