"""The asset library: what is in its files, and what its assets do to a character."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Run = Callable[[str], dict[str, Any]]

LIBRARY = """
os.environ["FOOTFALL_ASSETS"] = os.path.abspath("assets")
from pathlib import Path
from footfall.operators import asset_library
folder = asset_library.library_folder()

def found(file):
    "What a file's assets say of themselves."
    with bpy.data.libraries.load(str(folder / file), assets_only=True) as (there, here):
        here.objects = list(there.objects)
    told = {}
    for thing in here.objects:
        about, preview = thing.asset_data, thing.preview
        told[str(thing["footfall_asset"])] = {
            "name": thing.name, "description": about.description, "author": about.author,
            "tags": [tag.name for tag in about.tags], "catalog": about.catalog_id,
            "key": about["footfall_asset"], "size": list(preview.image_size),
            "picture": hash(tuple(preview.image_pixels)),
            "covered": sum(alpha > 0.5 for alpha in list(preview.image_pixels_float)[3::4]),
        }
        bpy.data.objects.remove(thing)
    return told
"""
CHARACTER = """
rig = metarig()
walk = settings().cues[0].walk

def apply(key, **more):
    return refusal(lambda: bpy.ops.footfall.apply_asset(key=key, **more))

def all_cues():
    return [(cue.skill, cue.frame, cue.begins, cue.walk.style, cue.walk.style_from,
             cue.edited.is_worn) for cue in settings().cues]
"""


def test_each_style_dance_and_routine_is_an_asset_with_a_picture_of_its_own(
    in_blender: Run,
) -> None:
    said = in_blender(
        LIBRARY
        + """
from footfall.catalogue.routines import ROUTINES
from footfall.catalogue.styles import list_dances, shipped_styles
asset_library.open_library()
said["found"] = found("footfall.blend")
said["expected"] = [
    *(f"style:{name}" for name in (*shipped_styles(), *list_dances())),
    *(f"routine:{name}" for name in ROUTINES),
]
said["catalogs"] = (folder / "blender_assets.cats.txt").read_text()
said["shipped"] = sum(p.stat().st_size for p in asset_library.PICTURES.rglob("*") if p.is_file())
"""
    )
    assets = said["found"]
    assert set(assets) == set(said["expected"])
    assert len({asset["picture"] for asset in assets.values()}) == len(assets)
    assert len({asset["name"] for asset in assets.values()}) == len(assets)
    for key, asset in assets.items():
        assert asset["key"] == key
        assert asset["description"].endswith(".")
        assert asset["author"] == "Footfall"
        assert len(asset["tags"]) > 1
        assert asset["size"] == [256, 256]
        assert 0.03 < asset["covered"] / 256**2 < 0.5
    lines = said["catalogs"].splitlines()
    paths = {line.split(":")[0]: line.split(":")[1] for line in lines if line.count(":") == 2}
    assert paths[assets["style:proud"]["catalog"]] == "Footfall/Styles"
    assert paths[assets["style:groove"]["catalog"]] == "Footfall/Dances"
    assert paths[assets["routine:falls"]["catalog"]] == "Footfall/Routines"
    assert said["shipped"] < 2e6


def test_the_library_is_in_the_preferences_until_footfall_is_switched_off(in_blender: Run) -> None:
    said = in_blender(
        LIBRARY
        + """
libraries = bpy.context.preferences.filepaths.asset_libraries
names = lambda: [library.name for library in libraries]
before = names()
asset_library.open_library()
asset_library.open_library()
said["added"] = [name for name in names() if name not in before]
said["way"] = libraries["Footfall"].import_method
footfall.unregister()
said["left"] = names() == before
said["files"] = (folder / "footfall.blend").exists()
footfall.register()
"""
    )
    assert said["added"] == ["Footfall"]
    assert said["way"] == "APPEND"
    assert said["left"] and said["files"]


def test_preferences_of_an_older_blender_do_not_make_a_second_library(in_blender: Run) -> None:
    said = in_blender(
        LIBRARY
        + """
os.environ["FOOTFALL_ASSETS"] = os.path.abspath("5.0/.user/here/footfall/assets")
libraries = bpy.context.preferences.filepaths.asset_libraries
libraries.new(name="Footfall", directory=os.path.abspath("4.3/.user/here/footfall/assets"))
asset_library.open_library()
said["paths"] = [item.path for item in libraries if item.name.startswith("Footfall")]
said["here"] = os.environ["FOOTFALL_ASSETS"]
"""
    )
    assert said["paths"] == [said["here"]]


def test_the_open_file_is_not_touched_by_writing_the_library(in_blender: Run) -> None:
    said = in_blender(
        LIBRARY
        + """
bpy.data.objects.new("Proud", None)
before = snapshot()
asset_library.open_library()
said["same"] = snapshot() == before and not bpy.data.images
said["name"] = found("footfall.blend")["style:proud"]["name"]
bpy.data.objects.remove(bpy.data.objects["Proud"])
said["alone"] = found("footfall.blend")["style:proud"]["name"]
"""
    )
    assert said["same"]
    assert said["alone"] == "Proud"


def test_a_file_of_another_footfall_is_written_anew_and_one_of_this_is_kept(
    in_blender: Run,
) -> None:
    said = in_blender(
        LIBRARY
        + """
asset_library.open_library()
file = folder / "footfall.blend"
file.write_bytes(b"kept")
asset_library.open_library()
said["kept"] = file.read_bytes() == b"kept"
(folder / "contents.json").write_text('{"shipped": "older"}')
asset_library.open_library()
said["anew"] = len(found("footfall.blend"))
"""
    )
    assert said["kept"]
    assert said["anew"] > 10


def test_a_style_is_applied_to_the_active_cue_unblended_in_one_undo_step(in_blender: Run) -> None:
    said = in_blender(
        CHARACTER
        + """
walk.style_from, walk.style_blend = "tired", 0.25
bpy.ops.footfall.edit_style()
bpy.ops.ed.undo_push(message="Ready")
before = all_cues()
bpy.ops.footfall.apply_asset("EXEC_DEFAULT", True, key="style:proud")
walk = settings().cues[0].walk
said["style"] = cues()[0].values()["style"]
said["worn"] = settings().cues[0].edited.is_worn
said["blend"] = walk.style_blend
bpy.ops.ed.undo()
said["undone"] = all_cues() == before
"""
    )
    assert said["style"] == "proud"
    assert not said["worn"]
    assert said["blend"] == 1.0
    assert said["undone"]


def test_a_dance_fits_a_cue_that_dances_and_no_other(in_blender: Run) -> None:
    said = in_blender(
        CHARACTER
        + """
said["walking"] = apply("style:twist")
said["kept"] = walk.style
settings().cues[0].skill = "dance"
said["dancing"] = apply("style:twist")
said["style"] = settings().cues[0].dance.style
said["walk"] = apply("style:proud")
"""
    )
    assert "A cue Walk cannot have the style Twist" in said["walking"]
    assert "such as Dance." in said["walking"]
    assert said["kept"] == "natural"
    assert said["dancing"] is None
    assert said["style"] == "twist"
    assert "A cue Dance cannot have the style Proud" in said["walk"]


def test_a_routine_replaces_the_cues_as_its_preset_does(in_blender: Run) -> None:
    said = in_blender(
        CHARACTER
        + """
state = lambda: (all_cues(), settings().recover, settings().as_long_as_cues, settings().duration)
bpy.ops.footfall.use_routine(routine="falls")
expected = state()
bpy.ops.footfall.use_routine(routine="pushed_over")
said["refused"] = apply("routine:falls")
said["same"] = state() == expected
"""
    )
    assert said["refused"] is None
    assert said["same"]


@pytest.mark.parametrize(
    ("before", "key", "sentence"),
    [
        ("", "style:gone away", "There is no style 'gone away' any more"),
        ("", "routine:gone", "This Footfall has no routine 'gone'"),
        ("", "", "Choose a style or a routine in the Asset Browser first"),
        ("settings().cues[0].skill = 'fall'", "style:proud", "A cue Fall cannot have the style"),
        ("settings().cues.clear()", "style:proud", "There is no cue that could have a style"),
        ("bpy.data.objects.remove(rig)", "style:proud", "select an armature first"),
        ("bpy.data.objects.remove(rig)", "routine:falls", "select an armature first"),
    ],
)
def test_what_cannot_be_applied_is_one_sentence_and_changes_nothing(
    in_blender: Run, before: str, key: str, sentence: str
) -> None:
    said = in_blender(
        CHARACTER
        + f"""
{before}
state = snapshot(), all_cues()
said["refused"] = apply({key!r})
said["same"] = (snapshot(), all_cues()) == state
"""
    )
    assert sentence in said["refused"]
    assert said["same"]


def test_what_it_is_dropped_on_becomes_the_chosen_character(in_blender: Run) -> None:
    said = in_blender(
        CHARACTER
        + """
other = metarig()
said["first"] = apply("style:proud", onto=rig.name), bpy.context.object == rig
said["selected"] = [thing.name for thing in bpy.context.selected_objects] == [rig.name]
settings().armature = rig
said["picked"] = apply("style:tired", onto=other.name), settings().armature == other
"""
    )
    assert said["first"] == said["picked"] == [None, True]
    assert said["selected"]


def test_the_shelfs_name_of_an_asset_is_understood(in_blender: Run) -> None:
    said = in_blender(
        LIBRARY
        + r"""
said["keys"] = [asset_library.key_at(name) for name in (
    "footfall.blend/Object/Cat Walk", "footfall.blend\\Object\\Pushed over and gets up",
    "saved/my style.blend/Object/my style", "other.blend/Object/Chair", "")]
"""
    )
    assert said["keys"] == ["style:cat_walk", "routine:pushed_over", "style:my style", "", ""]


EDIT = """
settings().style_name = "my style"
bpy.ops.footfall.edit_style()
settings().cues[0].edited.channels[0].mean = 0.3
"""


def test_save_style_makes_an_asset_that_goes_when_the_style_does(in_blender: Run) -> None:
    said = in_blender(
        LIBRARY
        + CHARACTER
        + EDIT
        + """
bpy.ops.footfall.save_style()
said["closed"] = (folder / "saved").exists()
asset_library.open_library()
said["opened"] = found("saved/my style.blend")
for channel in settings().cues[0].edited.channels:
    if channel.name.startswith("shoulder_swing"):
        channel.mean = 1.4
bpy.ops.footfall.save_style()
said["again"] = found("saved/my style.blend")
said["applied"] = apply("style:my style"), walk.style
(Path(os.environ["FOOTFALL_STYLES"]) / "my style.json").unlink()
asset_library.open_library()
said["files"] = [path.name for path in (folder / "saved").iterdir()]
"""
    )
    assert not said["closed"]
    assert list(said["opened"]) == ["style:my style"]
    opened, again = said["opened"]["style:my style"], said["again"]["style:my style"]
    assert opened["name"] == again["name"] == "my style"
    assert opened["picture"] != again["picture"]
    assert said["applied"] == [None, "my style"]
    assert said["files"] == []


def test_a_full_disk_keeps_the_asset_that_was_there_and_the_style_is_saved(in_blender: Run) -> None:
    pytest.importorskip("resource")
    said = in_blender(
        LIBRARY
        + CHARACTER
        + EDIT
        + """
import resource
asset_library.open_library()
bpy.ops.footfall.save_style()
file = folder / "saved" / "my style.blend"
before = file.read_bytes()
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
from footfall.catalogue.styles import load_style
from footfall.operators.saved_styles import keep_style
settings().cues[0].edited.channels[0].mean = 0.5
style = settings().cues[0].edited.content("my style")
json_size = (Path(os.environ["FOOTFALL_STYLES"]) / "my style.json").stat().st_size
said["room"] = [json_size, len(before)]
resource.setrlimit(resource.RLIMIT_FSIZE, ((json_size + len(before)) // 2, limits[1]))
try:
    said["report"] = list(map(str, keep_style(style)))
finally:
    resource.setrlimit(resource.RLIMIT_FSIZE, limits)
said["same"] = file.read_bytes() == before
said["files"] = [path.name for path in file.parent.iterdir()]
said["saved"] = load_style("my style") == style
"""
    )
    assert said["room"][0] < said["room"][1]  # the style has room, its asset has not
    kind, sentence = said["report"]
    assert kind == "{'WARNING'}"
    assert "Saved the style my style" in sentence
    assert "my style.blend' cannot be written" in sentence
    assert said["same"]
    assert said["files"] == ["my style.blend"]
    assert said["saved"]


def test_a_library_that_cannot_be_written_is_one_sentence(in_blender: Run) -> None:
    said = in_blender(
        LIBRARY
        + """
folder.parent.mkdir(exist_ok=True)
folder.write_text("no folder")
from footfall.base.errors import InvalidInput
try:
    asset_library.open_library()
except InvalidInput as error:
    said["refused"] = str(error)
said["open"] = asset_library.is_library_open()
"""
    )
    assert said["refused"].startswith("The folder of assets")
    assert not said["open"]
