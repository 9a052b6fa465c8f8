"""Migrating the settings of older files to cues, and keeping the forces of their pushes.

Version 0 has one skill with its parameters, and separate pushes; version 1 has a list of cues,
whose pushes are forces in the world; version 2 has pushes with a direction and a strength; version
3 has check boxes for the mass and for the blend of two styles.
"""

from __future__ import annotations

import bpy
from bpy.app.handlers import persistent

from ..catalogue import CUES, Skill, StyleParameter
from ..catalogue.gait import STYLE_BLEND
from ..catalogue.pushes import PUSH, WORLD
from ..rigs.blender.scene_keys import keyed_values, rename_paths
from .properties import OLD_SKILLS
from .skill_properties import first_name, use_name

VERSION = 3


def migrate(scene: bpy.types.Scene) -> None:
    """Migrate a scene's settings to the present version; a new scene gets a first cue."""
    settings = scene.footfall
    if settings.version >= VERSION or scene.library is not None:
        return
    if settings.version < 1:
        _make_cues(scene)
    if settings.version < 2:
        for cue in settings.cues:
            if cue.skill == PUSH.name:
                cue.push.direction = WORLD
    _check_boxes(scene)
    settings.version = VERSION


def _check_boxes(scene: bpy.types.Scene) -> None:
    """Check the boxes before settings that had an effect without one."""
    settings = scene.footfall
    settings.use_mass = bool(settings.mass)
    for index, cue in enumerate(settings.cues):
        for skill in (skill for skill in CUES.values() if skill.takes(STYLE_BLEND.name)):
            path = f"footfall.cues[{index}].{skill.name}.{STYLE_BLEND.name}"
            is_keyed = keyed_values(scene, path, ()) is not None
            group = getattr(cue, skill.name)
            if is_keyed or _blended(skill, group):
                setattr(group, use_name(STYLE_BLEND), True)


def _blended(skill: Skill, group: bpy.types.PropertyGroup) -> bool:
    """Whether two styles, or a style and the natural one, are mixed."""
    firsts = [(first_name(p), p.default) for p in skill.parameters if isinstance(p, StyleParameter)]
    given = [*firsts, (STYLE_BLEND.name, STYLE_BLEND.default)]
    return any(getattr(group, name) != default for name, default in given)


def _make_cues(scene: bpy.types.Scene) -> None:
    """Convert the skill and the pushes of version 0 to cues."""
    settings = scene.footfall
    first = settings.cues.add()
    first.skill, first.frame = settings.skill, settings.start_frame
    for name in OLD_SKILLS:
        if settings.is_property_set(name):
            copy_settings(getattr(settings, name), getattr(first, name))
            rename_paths(scene, f"footfall.{name}.", f"footfall.cues[0].{name}.")
    for old in settings.pushes:
        push = settings.cues.add()
        push.skill, push.frame = PUSH.name, old.frame
        copy_settings(old, push.push)
    settings.pushes.clear()


def copy_settings(source: bpy.types.PropertyGroup, target: bpy.types.PropertyGroup) -> None:
    """Copy everything that is set in one group to another with the same properties."""
    for prop in source.bl_rna.properties:
        known = prop.identifier in target.bl_rna.properties and not prop.is_readonly
        if known and source.is_property_set(prop.identifier):
            setattr(target, prop.identifier, getattr(source, prop.identifier))


@persistent
def migrate_file(*_: object) -> None:
    """Handler after a file was opened."""
    for scene in bpy.data.scenes:
        migrate(scene)


@persistent
def migrate_new(scene: bpy.types.Scene, *_: object) -> None:
    """Handler after any change, since a scene may have been added."""
    migrate(scene)


def register() -> None:
    bpy.app.handlers.load_post.append(migrate_file)
    bpy.app.handlers.depsgraph_update_post.append(migrate_new)
    if hasattr(bpy.data, "scenes"):
        migrate_file()
    else:  # Blender restricts data access while an extension is being enabled
        bpy.app.timers.register(migrate_file)


def unregister() -> None:
    if bpy.app.timers.is_registered(migrate_file):
        bpy.app.timers.unregister(migrate_file)
    bpy.app.handlers.depsgraph_update_post.remove(migrate_new)
    bpy.app.handlers.load_post.remove(migrate_file)
