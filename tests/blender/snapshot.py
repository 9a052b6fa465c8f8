"""The whole scene as a text, equal before and after a bake or preview that leaves no trace."""

import json

import bpy


def snapshot():
    """All data that a bake or a preview might change."""
    bpy.context.view_layer.update()
    scene = bpy.context.scene
    return json.dumps(
        {
            "scene": [
                scene.frame_start,
                scene.frame_end,
                scene.frame_current,
                scene.render.fps,
                scene.frame_subframe,
                scene.frame_preview_start,
                scene.use_preview_range,
            ],
            "markers": [[m.name, m.frame] for m in scene.timeline_markers],
            "handlers": {
                name: len(getattr(bpy.app.handlers, name))
                for name in dir(bpy.app.handlers)
                if isinstance(getattr(bpy.app.handlers, name), list)
            },
            "active": getattr(bpy.context.view_layer.objects.active, "name", None),
            "data": {
                name: sorted(thing.name_full for thing in getattr(bpy.data, name))
                for name in (
                    "objects",
                    "meshes",
                    "materials",
                    "scenes",
                    "armatures",
                    "worlds",
                    "actions",
                    "texts",
                    "node_groups",
                    "curves",
                    "collections",
                )
            },
            "actions": {a.name: curves(a) for a in bpy.data.actions},
            "objects": {o.name: object_state(o) for o in bpy.data.objects},
        }
    )


def curves(action):
    if hasattr(action, "fcurves"):
        found = action.fcurves
    else:  # Blender 5
        bags = [bag for layer in action.layers for strip in layer.strips
                for bag in strip.channelbags]  # fmt: skip
        found = [curve for bag in bags for curve in bag.fcurves]
    return [[c.data_path, c.array_index, [list(k.co) for k in c.keyframe_points]] for c in found]


def object_state(thing):
    pose = thing.pose.bones if thing.pose else ()
    animated = thing.animation_data
    return {
        "matrix": [list(row) for row in thing.matrix_world],
        "transform": transform(thing),
        "selected": [thing.select_get(), thing.hide_get(), thing.mode],
        "action": animated.action.name if animated and animated.action else None,
        "tracks": len(animated.nla_tracks) if animated else 0,
        "drivers": [d.data_path for d in animated.drivers] if animated else [],
        "custom": custom(thing),
        "position": getattr(thing.data, "pose_position", None),
        "pose": {b.name: [list(row) for row in b.matrix] + transform(b) for b in pose},
        "switches": {b.name: custom(b) for b in pose},
        "constraints": {b.name: [[c.type, c.influence, c.mute] for c in b.constraints]
                        for b in pose},
        "picks": thing.footfall.picks(),
    }  # fmt: skip


def transform(thing):
    """The channels of an object or of a bone."""
    names = ("location", "rotation_quaternion", "rotation_axis_angle", "rotation_euler", "scale")
    return [thing.rotation_mode, *(list(getattr(thing, name)) for name in names)]


def custom(thing):
    plain = {n: v.to_dict() if hasattr(v, "to_dict") else v for n, v in thing.items()}
    return {name: repr(value) for name, value in plain.items() if name != "footfall"}
