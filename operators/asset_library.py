"""The asset library Footfall: what is in it, where its files lie, and its place in the preferences.

Each Blender writes the files itself, into a folder of its own: so they have its format, show what
this Footfall has, and may be removed at any time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import bpy

from ..base.errors import FootfallError, InvalidInput
from ..base.files import make_folder, reachable, read_json, user_folder, write_json
from ..catalogue.routines import ROUTINES
from ..catalogue.styles import (
    is_shipped,
    list_dances,
    list_styles,
    load_style,
    shipped_styles,
    style_folder,
)
from ..rigs.blender.asset_files import (
    Asset,
    add_library,
    library_folders,
    read_picture,
    remove_library,
    write_assets,
    write_catalogs,
)
from ..rigs.blender.figure_picture import draw_figures
from ..rigs.blender.style_pose import pose_of_style
from .preferences import PACKAGE, uses_asset_library
from .skill_properties import title

NAME = "Footfall"
PICTURES = Path(__file__).parent.parent / "assets"
SHIPPED, SAVED, CONTENTS = "footfall.blend", "saved", "contents.json"
STYLE, ROUTINE = "style", "routine"
# UUID and path of each catalog; they never change, so that an artist's own catalogs keep theirs.
STYLES = ("5d1f8f0a-6f0e-4a53-9a0c-2f4b8c1d7e01", "Footfall/Styles")
DANCES = ("5d1f8f0a-6f0e-4a53-9a0c-2f4b8c1d7e02", "Footfall/Dances")
ROUTINES_CATALOG = ("5d1f8f0a-6f0e-4a53-9a0c-2f4b8c1d7e03", "Footfall/Routines")
SAVED_STYLES = ("5d1f8f0a-6f0e-4a53-9a0c-2f4b8c1d7e04", "Footfall/Saved Styles")
CATALOGS = (STYLES, DANCES, ROUTINES_CATALOG, SAVED_STYLES)
SOON = 1.0  # [s] after the start, when preferences may be changed


def library_folder() -> Path:
    """The library's folder, which need not exist; that of a checkout is in the user's data."""
    if not PACKAGE.startswith("bl_ext."):
        return user_folder("assets", "FOOTFALL_ASSETS")
    return Path(bpy.utils.extension_path_user(PACKAGE, path="assets"))


def key_of(kind: str, name: str) -> str:
    """What an asset stands for, as one word of its file."""
    return f"{kind}:{name}"


def key_at(identifier: str) -> str:
    """What the asset with a place in the library stands for, as in footfall.blend/Object/Proud."""
    path = identifier.replace("\\", "/")
    name = path.rpartition("/")[2]
    if f"{SAVED}/" in path:
        return key_of(STYLE, name)
    styles = {title(style): key_of(STYLE, style) for style in (*shipped_styles(), *list_dances())}
    routines = {r.label: key_of(ROUTINE, r.name) for r in ROUTINES.values()}
    return {**styles, **routines}.get(name, "")


def open_library() -> None:
    """Write what is missing or outdated, and show the folder in the Asset Browser.

    Raises InvalidInput where the files cannot be written.
    """
    folder = make_folder(library_folder(), "folder of assets")
    contents = {"shipped": _digest()}
    if not _is_written(folder, contents):
        write_catalogs(folder, CATALOGS)
        write_assets(folder / SHIPPED, list(shipped_assets()))
        write_json(folder / CONTENTS, "list of assets", contents)
    _write_saved_styles(folder)
    add_library(NAME, folder)
    refresh_browsers()


def close_library() -> None:
    """Take the library out of the preferences; its files stay."""
    remove_library(library_folder())


def is_library_open() -> bool:
    """Whether the Asset Browser has the library."""
    return library_folder() in library_folders()


def add_saved_style(name: str) -> None:
    """Make or replace the asset of a saved style, where the library is used.

    Raises InvalidInput where it cannot be written; an asset that was there stays.
    """
    if not is_library_open():
        return
    folder = make_folder(library_folder() / SAVED, "folder of assets")
    write_assets(folder / f"{name}.blend", [saved_asset(name)])
    refresh_browsers()


def shipped_assets() -> Iterator[Asset]:
    """Styles, dances and routines that come with Footfall."""
    for names, catalog, word in (
        (shipped_styles(), STYLES, "walking"), (list_dances(), DANCES, "dancing"),
    ):  # fmt: skip
        for name in names:
            yield Asset(
                key=key_of(STYLE, name),
                label=title(name),
                sentence=load_style(name)["sentence"],
                tags=("style", word),
                catalog=catalog[0],
                picture=read_picture(_picture_of(catalog, name)),
            )
    for routine in ROUTINES.values():
        yield Asset(
            key=key_of(ROUTINE, routine.name),
            label=routine.label,
            sentence=routine.sentence,
            tags=("routine", *dict.fromkeys(cue.skill for cue in routine.cues)),
            catalog=ROUTINES_CATALOG[0],
            picture=read_picture(_picture_of(ROUTINES_CATALOG, routine.name)),
        )


def saved_asset(name: str) -> Asset:
    """A style that the artist saved. Raises InvalidInput for one that is gone or broken."""
    style = load_style(name)
    return Asset(
        key=key_of(STYLE, name),
        label=name,
        sentence=style["sentence"],
        tags=("style", "walking", "saved"),
        catalog=SAVED_STYLES[0],
        picture=draw_figures([pose_of_style(style)]),
    )


def _picture_of(catalog: tuple[str, str], name: str) -> Path:
    return PICTURES / catalog[1].rpartition("/")[2].lower() / f"{name}.png"


def _digest() -> str:
    """Of all that the shipped file is made of, and of the Blender that wrote it."""
    known = hashlib.sha256(bpy.app.version_string.encode())
    names = (*shipped_styles(), *list_dances())
    known.update(repr([(name, load_style(name)["sentence"]) for name in names]).encode())
    known.update(repr([CATALOGS, *ROUTINES.values()]).encode())
    for path in sorted(PICTURES.rglob("*.png")):
        known.update(path.read_bytes())
    return known.hexdigest()


def _is_written(folder: Path, contents: dict[str, str]) -> bool:
    try:
        return (folder / SHIPPED).exists() and read_json(folder / CONTENTS, "list") == contents
    except InvalidInput:  # there is none yet, or half of one
        return False


def _write_saved_styles(folder: Path) -> None:
    """An asset for each saved style, and none of those that are gone."""
    saved = [name for name in list_styles() if not is_shipped(name)]
    there = make_folder(folder / SAVED, "folder of assets")
    for path in there.glob("*.blend"):
        if path.stem not in saved:
            path.unlink(missing_ok=True)
    for name in saved:
        path, source = there / f"{name}.blend", reachable(style_folder() / f"{name}.json")
        if path.exists() and path.stat().st_mtime >= source.stat().st_mtime:
            continue
        try:
            asset = saved_asset(name)
        except InvalidInput:  # a broken file is no reason to show nothing
            continue
        write_assets(path, [asset])


def refresh_browsers() -> None:
    """Let open Asset Browsers read the files again."""
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.ui_type != "ASSETS":
                continue
            with bpy.context.temp_override(window=window, area=area, region=area.regions[-1]):
                if bpy.ops.asset.library_refresh.poll():
                    bpy.ops.asset.library_refresh()


def _open_soon() -> None:
    try:
        open_library()
    except FootfallError as error:
        print(f"Footfall: {error}")  # the button in the preferences tells it to the artist


def register() -> None:
    if not bpy.app.background and uses_asset_library():
        bpy.app.timers.register(_open_soon, first_interval=SOON)


def unregister() -> None:
    if bpy.app.timers.is_registered(_open_soon):
        bpy.app.timers.unregister(_open_soon)
    close_library()
