"""Precedes each piece of Python that a test runs in Blender; `said` is what comes back."""

import json  # noqa: F401
import os  # noqa: F401
import sys  # noqa: F401
from types import SimpleNamespace

import bpy
from snapshot import curves, snapshot  # noqa: F401

import footfall  # noqa: F401


def metarig():
    """Rigify's human metarig: a quick rig with known names."""
    if "rigify" not in bpy.context.preferences.addons:
        bpy.ops.preferences.addon_enable(module="rigify")
    bpy.ops.object.armature_human_metarig_add()
    return bpy.context.object


def settings(**values):
    for name, value in {"duration": 0.3, **values}.items():
        setattr(bpy.context.scene.footfall, name, value)
    return bpy.context.scene.footfall


def cues():
    """The cues of the panel, in a whole shot of the present rate."""
    from footfall.operators.scene_shot import read_cues
    from footfall.shots.resolving import whole_cue

    return [whole_cue(cue) for cue in read_cues(bpy.context.scene, None)]


def refusal(operator, *arguments):
    """The sentence of an operator's refusal."""
    try:
        operator(*arguments)
    except RuntimeError as error:
        return str(error)
    return None


def drawn(panel):
    """The tree of a panel's layout."""
    popover = bpy.context.window_manager.popover_begin__internal(ui_units_x=10)
    panel.draw(SimpleNamespace(layout=popover.layout), bpy.context)
    return popover.layout.introspect()


def drawn_below():
    """The trees of the main panel and of the panels below it that the chosen cue has."""
    names = ("main", "gait", "more", "style")
    panels = [getattr(bpy.types, f"FOOTFALL_PT_{name}") for name in names]
    trees = [drawn(p) for p in panels if not hasattr(p, "poll") or p.poll(bpy.context)]
    return [node for tree in trees for node in tree]
