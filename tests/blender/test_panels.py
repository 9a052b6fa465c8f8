"""The contents of the panel, read from the layout that Blender builds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from footfall.catalogue import CUES, Parameter
from footfall.rigs.bone_assignment import ROLES

Run = Callable[[str], dict[str, Any]]


def items(tree: Any) -> Iterator[dict[str, Any]]:
    """Every item of a layout."""
    for node in tree if isinstance(tree, list) else [tree]:
        yield node
        yield from items(node.get("items", []))


def texts(tree: Any) -> list[str]:
    return [node["draw_string"] for node in items(tree) if node.get("draw_string")]


def properties(tree: Any) -> list[str]:
    return [node["rna"].partition("[")[0] for node in items(tree) if "rna" in node]


def operators(tree: Any) -> list[str]:
    return [node["operator"] for node in items(tree) if "operator" in node]


MAIN = "said['main'] = drawn(bpy.types.FOOTFALL_PT_main)\n"
LEARN = "said['learn'] = drawn(bpy.types.FOOTFALL_PT_learn)\n"
AROUND = "said['around'] = drawn(bpy.types.FOOTFALL_PT_surroundings)\n"
OUTPUT = "said['output'] = drawn(bpy.types.FOOTFALL_PT_output)\n"
BONES = "said['bones'] = drawn(bpy.types.FOOTFALL_PT_bones)\n"


def test_without_an_armature_the_panel_asks_for_one(in_blender: Run) -> None:
    said = in_blender(MAIN)
    assert "No armature here yet: add a character" in texts(said["main"])


def field(parameter: Any) -> str:
    """The contents of the panel in a Blender without a timeline, which counts in frames."""
    is_duration = (
        isinstance(parameter, Parameter) and parameter.unit == "s" and not parameter.keyable
    )
    return f"{parameter.name}_frames" if is_duration else parameter.name


def test_every_parameter_of_every_cue_is_shown(in_blender: Run) -> None:
    said = in_blender(f"""
metarig()
for name in {list(CUES)}:
    cue = settings().cues[0]
    cue.skill = name
    if hasattr(cue.parameters, "use_style_blend"):
        cue.parameters.use_style_blend = True
    said[name] = drawn_below()
    if name == "push":  # what is used with some choices only
        cue.push.strength = "custom"
        said[name] += drawn_below()
        cue.push.direction = "world"
        said[name] += drawn_below()
    if name == "perform":
        cue.perform.repeated = "yes"
        said[name] += drawn_below()
""")
    for name, skill in CUES.items():
        shown = properties(said[name])
        assert "FOOTFALL_PG_cue.frame" in shown
        for parameter in skill.parameters:
            assert f"FOOTFALL_PG_{name}.{field(parameter)}" in shown


def test_the_cues_have_buttons_to_add_remove_and_move_them(in_blender: Run) -> None:
    pressed = " ".join(operators(in_blender("metarig()\n" + MAIN)["main"]))
    for name in ("remove_cue", "move_cue", "place_cue"):
        assert f"footfall.{name}" in pressed


def test_ground_obstacles_and_pushes_are_shown_with_what_belongs_to_them(in_blender: Run) -> None:
    said = in_blender(
        """
for part, add in (("GROUND", bpy.ops.mesh.primitive_plane_add),
                  ("OBSTACLE", bpy.ops.mesh.primitive_cube_add),
                  ("PUSH", bpy.ops.object.empty_add)):
    add()
    bpy.ops.footfall.set_part(part=part)
"""
        + AROUND
    )
    shown = properties(said["around"])
    for name in ("shape", "friction", "strength", "direction", "segment"):
        assert shown.count(f"FOOTFALL_PG_part.{name}") == 1
    assert {"Ground: Plane", "Obstacle: Cube", "Push: Empty"} <= set(texts(said["around"]))
    assert sum("footfall.set_part" in press for press in operators(said["around"])) >= 3


def test_places_of_a_crowd_are_shown_with_what_belongs_to_them(in_blender: Run) -> None:
    said = in_blender(
        """
for part, add in (("SEAT", bpy.ops.mesh.primitive_cube_add),
                  ("QUEUE", bpy.ops.object.empty_add),
                  ("BLAST", bpy.ops.object.empty_add)):
    add()
    bpy.ops.footfall.set_part(part=part)
"""
        + AROUND
    )
    shown = properties(said["around"])
    for name in ("place", "turned", "spacing", "room", "reaction", "noticed"):
        assert shown.count(f"FOOTFALL_PG_part.{name}") == 1
    assert {"Crowd Seat: Cube", "Crowd Queue: Empty"} <= set(texts(said["around"]))


@pytest.mark.parametrize(
    ("behaviour", "has", "lacks"),
    [
        ("sit", {"stay", "start_seated", "speed"}, {"together"}),
        ("queue", {"stay", "goals", "speed"}, {"start_seated", "together"}),
        ("chat", {"together"}, {"stay", "speed"}),
        ("pass", {"together", "speed"}, {"stay"}),
    ],
)
def test_the_crowd_panel_shows_what_its_behaviour_needs(
    in_blender: Run, behaviour: str, has: set[str], lacks: set[str]
) -> None:
    said = in_blender(
        f"bpy.context.scene.footfall.crowd.behaviour = {behaviour!r}\n"
        "said['crowd'] = drawn(bpy.types.FOOTFALL_PT_crowd)\n"
    )
    shown = {name.partition(".")[2] for name in properties(said["crowd"])}
    assert has <= shown and not lacks & shown


def test_a_style_is_made_by_a_button_beside_its_name(in_blender: Run) -> None:
    said = in_blender("metarig()\n" + LEARN)
    assert "FOOTFALL_PG_settings.style_name" in properties(said["learn"])
    assert any("footfall.style_from_action" in press for press in operators(said["learn"]))


def test_a_rig_that_is_known_shows_its_bones_and_nothing_in_red(in_blender: Run) -> None:
    said = in_blender("metarig()\n" + MAIN + BONES)
    assert not [text for text in texts(said["main"]) if text.startswith("No bone for")]
    assert "thigh.L" in texts(said["bones"])
    shown = properties(said["bones"])
    for role in ROLES:
        assert f"FOOTFALL_PG_bones.{role.replace('.', '_')}" in shown


def test_what_is_missing_is_named(in_blender: Run) -> None:
    said = in_blender("bpy.ops.object.armature_add()\n" + MAIN + BONES)
    shown = texts(said["main"])
    assert {"No bone for Pelvis", "No bone for Torso", "and for 6 more"} <= set(shown)
    assert "Assign Bones" in shown


def test_a_pick_that_was_renamed_away_is_said_and_hides_no_other_bone(in_blender: Run) -> None:
    said = in_blender("metarig().footfall.foot_L = 'gone'\n" + MAIN + BONES)
    assert "The bone 'gone' picked for foot.L is" in " ".join(texts(said["main"]))
    assert {"gone", "thigh.L"} <= set(texts(said["bones"]))


def test_each_bone_has_a_button_to_take_the_active_one_or_to_clear_the_pick(
    in_blender: Run,
) -> None:
    source = "rig = metarig()\nrig.footfall.foot_L = 'toe.L'\n" + BONES
    said = in_blender(source)
    pressed = operators(said["bones"])
    assert sum("footfall.pick" in press for press in pressed) == len(ROLES) - 1
    assert sum("footfall.clear" in press for press in pressed) == 1


def test_while_a_bake_runs_the_panel_shows_its_progress_and_cancel(in_blender: Run) -> None:
    source = (
        "from footfall.operators.run_state import CURRENT\n"
        "metarig()\n"
        "CURRENT.begin()\n"
        "CURRENT.progress, CURRENT.note = 0.42, 'Simulating'\n" + MAIN + "CURRENT.end()\n"
    )
    said = in_blender(source)
    assert {"Simulating", "42 %"} <= set(texts(said["main"]))
    pressed = " ".join(operators(said["main"]))
    assert "footfall.cancel" in pressed
    assert "footfall.bake" not in pressed


def test_all_that_is_shown_exists(in_blender: Run) -> None:
    # Blender only prints about an unknown property or operator.
    said = in_blender("metarig()\n" + MAIN + AROUND + LEARN + BONES)
    assert "rna_uiItem" not in said["stderr"]
    assert "unknown" not in said["stderr"]


EVERYTHING = """
operators = [getattr(bpy.ops.footfall, name).get_rna_type() for name in dir(bpy.ops.footfall)]
groups = [kind.bl_rna
          for base in (bpy.types.PropertyGroup, bpy.types.AddonPreferences)
          for kind in base.__subclasses__() if kind.__name__.startswith("FOOTFALL_")]
shown = {
    f"{kind.identifier}.{p.identifier}": p
    for kind in (*operators, *groups)
    for p in kind.properties
    if p.identifier not in ("name", "rna_type", "bl_idname") and not p.is_hidden
    and not p.identifier.startswith("picked_")
}
"""


def test_everything_has_a_tool_tip(in_blender: Run) -> None:
    said = in_blender(
        EVERYTHING
        + """
said["operators"] = {o.identifier: o.description for o in operators}
said["properties"] = {name: p.description for name, p in shown.items()}
"""
    )
    assert said["operators"]
    assert "FOOTFALL_PG_output.keys" in said["properties"]
    silent = [name for kind in ("operators", "properties") for name, tip in said[kind].items()
              if not tip]  # fmt: skip
    assert not silent


def test_operators_are_found_in_search(in_blender: Run) -> None:
    said = in_blender("""
said["hidden"] = [name for name in dir(bpy.ops.footfall)
                  if "INTERNAL" in getattr(bpy.ops.footfall, name).bl_options]
""")
    # These belong to a line of a list, to a bar that shows only while something runs, or to what is
    # under the pointer.
    assert set(said["hidden"]) <= {
        "cancel", "clear", "drag_cue", "drag_handle", "explain", "explain_left_alone",
        "pick", "point_at_cue", "stop_search",
    }  # fmt: skip


def test_nearly_all_labels_are_there_in_german(in_blender: Run) -> None:
    said = in_blender(
        EVERYTHING
        + """
from footfall.translations import load_tables
labels = {o.name for o in operators} | {p.name for p in shown.values()}
said["labels"] = sorted(label for label in labels if len(label) > 2)
said["german"] = sorted(english for _, english in load_tables()["de_DE"])
"""
    )
    missing = set(said["labels"]) - set(said["german"])
    assert len(missing) < 0.1 * len(said["labels"]), missing


def test_f1_finds_a_page_of_the_manual(in_blender: Run, root: Path) -> None:
    said = in_blender("""
from bl_operators.wm import WM_OT_doc_view_manual as manual
said["pages"] = [manual._lookup_rna_url(name, verbose=False) for name in (
    "bpy.ops.footfall.bake", "bpy.ops.footfall.save_map", "bpy.types.FOOTFALL_PG_output.keys",
    "bpy.types.FOOTFALL_PG_settings.duration", "bpy.types.FOOTFALL_AP_preferences.keep_worker",
    "bpy.ops.footfall.make_physical", "bpy.ops.footfall.add_character",
    "bpy.types.FOOTFALL_PG_perform.stiffness", "bpy.ops.footfall.add_look",
    "bpy.types.FOOTFALL_PG_look.prefix", "bpy.ops.footfall.export_crowd")]
""")
    names = [Path(page).name for page in said["pages"]]
    assert names == [
        "first_walk.md", "bones.md", "output.md", "panel.md", "presets.md", "performing.md",
        "first_walk.md", "performing.md", "crowds.md", "crowds.md", "crowds.md",
    ]  # fmt: skip
    for page in said["pages"]:
        assert page.startswith("file://")
        assert (root / "docs" / "manual" / Path(page).name).is_file()


def test_the_output_panel_shows_what_its_choices_ask_for(in_blender: Run) -> None:
    plain = properties(in_blender(OUTPUT)["output"])
    for name in ("destination", "keys", "key_step", "root_motion", "feet_on_ik", "contacts",
                 "extend_scene",
                 "use_loop", "from_pose", "use_frames"):  # fmt: skip
        assert f"FOOTFALL_PG_output.{name}" in plain
    reduced = properties(in_blender("settings().output.keys = 'reduced'\n" + OUTPUT)["output"])
    assert "FOOTFALL_PG_output.rotation_error" in reduced
    assert "FOOTFALL_PG_output.key_step" not in reduced


def test_the_length_is_in_the_unit_of_the_timeline_and_set_in_either(in_blender: Run) -> None:
    said = in_blender(
        "metarig()\nbpy.context.scene.render.fps_base = 1.001\ns = settings(duration=6.0)\n"
        + MAIN
        + """
from footfall.operators.scene_shot import cues_in_play
said["off"] = []
for frames in range(3, 400):
    s.duration_frames = frames
    if (cues_in_play(bpy.context.scene)[0][2], s.duration_frames) != (1 + frames, frames):
        said["off"].append(frames)
push = s.cues.add().push
push.duration_frames = 12
said["push"] = push.duration
said["labels"] = [group.bl_rna.properties["duration"].name for group in (s, push)]
"""
    )
    assert "FOOTFALL_PG_settings.duration_frames" in properties(said["main"])
    assert "6 s" in texts(said["main"])
    assert said["off"] == []
    assert said["push"] == pytest.approx(12 * 1.001 / 24)
    assert len(set(said["labels"])) == 2


def test_a_push_shows_what_its_strength_means_for_the_body(in_blender: Run) -> None:
    said = in_blender("""
metarig()
settings(mass=80.0).cues[0].skill = "push"
push = settings().cues[0].push
for word in ("shove", "knocks_over", "custom"):
    push.strength = word
    said[word] = drawn(bpy.types.FOOTFALL_PT_main)
push.direction = "world"
said["world"] = drawn(bpy.types.FOOTFALL_PT_main)
""")
    (shove,) = [t for t in texts(said["shove"]) if "N s on 80 kg" in t]
    (over,) = [t for t in texts(said["knocks_over"]) if "N s on 80 kg" in t]
    assert 40 < float(shove.split()[0]) < 60 and 180 < float(over.split()[0]) < 260
    assert f"Shove: {' '.join(shove.split()[:3])}" in texts(said["custom"])
    assert "FOOTFALL_PG_push.force" not in properties(said["shove"])
    assert "FOOTFALL_PG_push.impulse" not in properties(said["shove"])
    assert "FOOTFALL_PG_push.strength" not in properties(said["world"])
    assert "FOOTFALL_PG_push.force" in properties(said["world"])
