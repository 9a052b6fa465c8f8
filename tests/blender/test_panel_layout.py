"""What the main panel shows and what is below it; menus, keys, labels and the last result."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from adding_cues import ADD
from test_panels import MAIN, operators, properties, texts

from footfall.catalogue import CUES
from footfall.catalogue.bodies import skills_for
from footfall.catalogue.entry import GROUPS
from footfall.catalogue.routines import ROUTINES
from footfall.operators.skill_properties import title
from footfall.translations import load_tables

Run = Callable[[str], dict[str, Any]]

BELOW = """
def draw_below():
    panels = {name: getattr(bpy.types, f"FOOTFALL_PT_{name}") for name in ("gait", "more", "style")}
    return {name: drawn(p) for name, p in panels.items() if p.poll(bpy.context)}
"""


def of_cue(tree: Any) -> list[str]:
    """Names of the shown parameters of the cue's skill."""
    shown = [name.removeprefix("FOOTFALL_PG_") for name in properties(tree)]
    skills = [name.partition(".") for name in shown]
    return [name for skill, _, name in skills if skill in CUES]


def test_the_main_panel_shows_the_chief_settings_and_closed_panels_the_rest(
    in_blender: Run,
) -> None:
    said = in_blender(BELOW + "metarig()\nsaid['below'] = draw_below()\n" + MAIN)
    main, below = of_cue(said["main"]), said["below"]
    assert set(main) == {
        "speed", "use_heading", "heading", "use_turn_rate", "turn_rate", "style"
    }  # fmt: skip
    assert set(below) == {"gait", "style"}
    assert {"lateral_speed", "step_period", "step_height", "avoid"} <= set(of_cue(below["gait"]))
    assert not set(of_cue(below["gait"])) & {"speed", "heading", "style", "style_blend"}
    assert set(of_cue(below["style"])) == {"use_style_blend", "style"}


def test_a_panel_without_settings_of_the_skill_is_not_shown(in_blender: Run) -> None:
    said = in_blender(
        BELOW
        + """
metarig()
for skill in ("fall", "get_up", "push", "dance"):
    settings().cues[0].skill = skill
    said[skill] = sorted(draw_below())
settings().cues.clear()
said["none"] = sorted(draw_below())
"""
    )
    assert said["fall"] == said["none"] == []
    assert said["get_up"] == said["push"] == ["more"]
    assert said["dance"] == ["gait", "style"]


def test_bake_preview_and_steer_are_below_the_cue_and_make_physical_with_an_action(
    in_blender: Run,
) -> None:
    said = in_blender(
        "rig = metarig()\n"
        + MAIN
        + """
rig.animation_data_create().action = bpy.data.actions.new("Fight")
said["with"] = drawn(bpy.types.FOOTFALL_PT_main)
"""
    )
    pressed = [press.partition("(")[0].rpartition(".")[2] for press in operators(said["main"])]
    assert pressed[-3:] == ["bake", "preview", "preview"]
    assert operators(said["with"])[-1].startswith("bpy.ops.footfall.make_physical")


def test_crowd_and_learn_are_panels_of_their_own(in_blender: Run) -> None:
    said = in_blender("""
for name in ("crowd", "learn", "gait", "style", "body", "surroundings", "output", "bones"):
    panel = getattr(bpy.types, f"FOOTFALL_PT_{name}")
    said[name] = [getattr(panel, "bl_parent_id", ""), sorted(panel.bl_options)]
""")
    own = ("crowd", "learn")
    for name in (*own, "gait", "style", "body", "surroundings", "output", "bones"):
        parent = "" if name in own else "FOOTFALL_PT_main"
        assert said[name] == [parent, ["DEFAULT_CLOSED"]]


MENU = """
def menu(name):
    popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=10)
    kind = getattr(bpy.types, name)
    kind.draw(SimpleNamespace(layout=popover.layout), bpy.context)
    return popover.layout.introspect()
"""


@pytest.mark.parametrize(("rig", "kind"), [("human", "biped"), ("horse", "quadruped")])
def test_the_menu_of_cues_has_routines_then_the_bodys_skills_by_groups(
    in_blender: Run, rig: str, kind: str
) -> None:
    said = in_blender(
        MENU
        + f"""
metarig()
bpy.ops.object.armature_{rig}_metarig_add()
bpy.context.view_layer.update()
said["menu"] = menu("FOOTFALL_MT_add_cue")
"""
    )
    pressed, shown = operators(said["menu"]), texts(said["menu"])
    assert len(pressed) == len(ROUTINES) + len(skills_for(kind))
    assert all("use_routine" in press for press in pressed[: len(ROUTINES)])
    for name in skills_for(kind):
        assert f"bpy.ops.footfall.add_cue(skill='{name}')" in pressed
    groups = {CUES[name].group for name in skills_for(kind)}
    assert {text for text in shown if text in GROUPS} == groups


def test_the_menu_adds_a_cue_at_the_current_frame(in_blender: Run) -> None:
    said = in_blender(
        MENU
        + ADD
        + """
metarig()
bpy.context.scene.frame_set(61)
tree = json.dumps(menu("FOOTFALL_MT_add_cue"))
press = next(part for part in tree.replace('\\\\"', "'").split('"')
             if part.startswith("bpy.ops.footfall.add_cue(skill='stand'"))
exec(press)
said["cues"] = [[cue.skill, cue.frame] for cue in settings().cues]
"""
    )
    assert said["cues"] == [["walk", 1], ["stand", 61]]


def test_every_skill_has_an_icon_that_blender_has(in_blender: Run) -> None:
    said = in_blender(
        "said['icons'] = list(bpy.types.UILayout.bl_rna.functions['prop']"
        ".parameters['icon'].enum_items.keys())"
    )
    assert {skill.icon for skill in CUES.values()} <= set(said["icons"])


def test_keys_are_free_in_blenders_keymap_and_go_with_the_extension(in_blender: Run) -> None:
    said = in_blender("""
def keys(config):
    return [[item.idname, item.type, item.ctrl, item.shift, item.alt,
             getattr(item.properties, "name", "")]
            for keymap in config.keymaps if keymap.name in
            ("Window", "Screen", "3D View", "3D View Generic", "Object Mode", "Pose",
             "Object Non-modal", "Frames", "Animation")
            for item in keymap.keymap_items]
configs = bpy.context.window_manager.keyconfigs
ours = lambda: [key for key in keys(configs.addon)
                if "footfall" in key[0] or "FOOTFALL" in key[5]]
said["ours"] = ours()
bpy.utils.keyconfig_init()
said["default"] = keys(configs["Blender"])
footfall.unregister()
said["left"] = ours()
footfall.register()
""")
    names = {key[0]: key[5] for key in said["ours"]}
    assert names == {
        "footfall.bake": "", "footfall.preview": "", "wm.call_menu": "FOOTFALL_MT_add_cue",
        "wm.call_menu_pie": "FOOTFALL_MT_pie",
    }  # fmt: skip
    assert len(said["default"]) > 100
    taken = {tuple(key[1:5]) for key in said["default"]}
    assert not {tuple(key[1:5]) for key in said["ours"]} & taken
    assert said["left"] == []


def test_the_only_armature_is_offered_and_taken_where_none_is_chosen(in_blender: Run) -> None:
    said = in_blender(
        """
rig = metarig()
bpy.ops.mesh.primitive_cube_add()
"""
        + MAIN
        + """
said["result"] = list(bpy.ops.footfall.choose_rig())
said["active"] = bpy.context.object.name
said["ready"] = drawn(bpy.types.FOOTFALL_PT_main)
metarig()
bpy.context.view_layer.objects.active = None
said["several"] = refusal(bpy.ops.footfall.choose_rig)
"""
    )
    assert "Select an armature" in texts(said["main"])
    (press,) = [press for press in operators(said["main"]) if "choose_rig" in press]
    assert 'rig="metarig"' in press
    assert (said["result"], said["active"]) == (["FINISHED"], "metarig")
    assert not [press for press in operators(said["ready"]) if "choose_rig" in press]
    assert "there are several" in said["several"]


def test_what_prevents_a_bake_has_a_button_that_mends_it(in_blender: Run) -> None:
    said = in_blender(
        ADD
        + """
def main():
    return drawn(bpy.types.FOOTFALL_PT_main)
rig = metarig()
said["ready"] = main()
add("follow", 31)
settings().active_cue = 0
said["fault"] = main()
exec(next(press for press in json.dumps(said["fault"]).replace('\\\\"', "'").split('"')
          if "context_set_int" in press))
said["active"] = settings().active_cue
said["shown"] = main()
settings().cues.clear()
said["empty"] = main()
bpy.ops.object.mode_set(mode="EDIT")
said["edit"] = main()
"""
    )
    assert not [press for press in operators(said["ready"]) if "context_set" in press]
    assert "Show Follow" in texts(said["fault"])
    assert said["active"] == 1
    assert "Show Follow" not in texts(said["shown"])
    assert "Add Cue" in texts(said["empty"])
    assert "Leave Edit Mode" in texts(said["edit"])


def test_the_report_of_the_last_run_stays_until_the_next_and_until_a_file_is_opened(
    in_blender: Run,
) -> None:
    said = in_blender("""
rig = metarig()
def main():
    return drawn(bpy.types.FOOTFALL_PT_main)
settings(duration=0.3)
bpy.ops.footfall.bake()
said["baked"] = main()
settings().cues[0].skill = "follow"
bpy.ops.mesh.primitive_cube_add()
path = bpy.app.tempdir + "other.blend"
bpy.ops.wm.save_as_mainfile(filepath=path)
bpy.ops.wm.open_mainfile(filepath=path)
said["opened"] = main()
""")
    assert "Baked 8 frames on metarig" in texts(said["baked"])
    assert "Baked 8 frames on metarig" not in texts(said["opened"])


def test_every_label_of_the_panels_is_there_in_german(in_blender: Run, root: Path) -> None:
    said = in_blender("""
from footfall.panels import CLASSES
# Blender labels a menu of presets by the one that was chosen last.
said["names"] = [cls.bl_label for cls in CLASSES
                 if getattr(cls, "bl_label", "") and not hasattr(cls, "preset_operator")]
""")
    labels = set(said["names"]) | set(GROUPS)
    labels |= {title(name) for name in CUES} | {routine.label for routine in ROUTINES.values()}
    for path in (root / "panels").glob("*.py"):
        labels |= set(written_labels(path.read_text(encoding="utf-8")))
    german = {english for _, english in load_tables()["de_DE"]}
    assert {label for label in labels if label.strip()} <= german


def written_labels(source: str) -> Iterator[str]:
    """What calls in a panel's code show: texts, headings, and sentences that are filled."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        shown = [word.value for word in call.keywords if word.arg in ("text", "heading")]
        if isinstance(call.func, ast.Name) and call.func.id == "translated":
            shown += call.args[:1]
        for value in shown:
            choices = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            yield from (c.value for c in choices if isinstance(c, ast.Constant))
