"""The scene's cues as strips, and a drag of a strip as changes of the scene."""

from __future__ import annotations

import bpy

from ...catalogue import CUES
from ...rigs.blender.scene import frame_rate
from ..chosen import chosen_armature
from ..durations import seconds_of_frames
from ..found_bones import kind_of_body
from ..kept_takes import take_of
from ..scene_shot import last_frame
from ..skill_properties import shortest
from .strips import CueTime, Drag, Layout, Strip, strips_of

# All in pixels of the interface at its usual size.
BAND, REACH = 18.0, 7.0
THIN = 4.0  # height of a band for which there is no room: it covers the edge of the ruler
RULER, SCROLL_BAR, MARKERS = 23.0, 13.0, 32.0  # heights of what else is in the region
GAP = 4.0  # below the band


def scene_strips(context: bpy.types.Context) -> list[Strip]:
    """The strips of the scene's cues."""
    scene = context.scene
    return strips_of(cue_times(context), last_frame(scene), scene.footfall.as_long_as_cues)


def cue_times(context: bpy.types.Context) -> list[CueTime]:
    """When each cue of the panel's list begins."""
    scene, armature = context.scene, chosen_armature(context)
    cues, kept = scene.footfall.cues, take_of(armature)
    # The kind of body takes longest, at each redraw, and matters only where a cue follows another.
    kind = kind_of_body(armature) if any(cue.follows for cue in cues) else None
    return [
        CueTime(
            frame=cue.frame,
            is_event=cue.is_event,
            follows=cue.follows,
            usual=None if kind is None else _usual_frames(scene, cue, kind),
            begun=None if kept is None else kept.began(scene, index, cue.skill),
        )
        for index, cue in enumerate(cues)
    ]


def _usual_frames(
    scene: bpy.types.Scene, cue: bpy.types.PropertyGroup, kind: str
) -> float | None:  # fmt: skip
    ending = CUES[cue.skill].ending
    seconds = None if ending is None else ending.seconds.get(kind)
    return None if seconds is None else seconds * frame_rate(scene)


def layout_of(context: bpy.types.Context, region: bpy.types.Region) -> Layout:
    """Where strips lie in a region of the timeline or the dope sheet."""
    scale = context.preferences.system.ui_scale
    left, right = (region.view2d.region_to_view(x, 0)[0] for x in (0, region.width))
    per_frame = region.width / max(right - left, 1e-6)
    bottom, height = SCROLL_BAR + GAP, BAND
    if context.space_data.show_markers and len(context.scene.timeline_markers) > 0:
        bottom += MARKERS
    if not has_room(context, region):
        bottom, height = SCROLL_BAR, THIN
    return Layout(-left * per_frame, per_frame, bottom * scale, height * scale, REACH * scale)


def has_room(context: bpy.types.Context, region: bpy.types.Region) -> bool:
    """Whether strips fit below the ruler, where they can be dragged."""
    return region.height >= room_needed(context)


def room_needed(context: bpy.types.Context) -> float:
    """The height [pixel] that a region needs for strips and for a line of keys."""
    needed = RULER + SCROLL_BAR + GAP + BAND + 2 * REACH
    if len(context.scene.timeline_markers) > 0:
        needed += MARKERS
    return needed * context.preferences.system.ui_scale


def are_low(context: bpy.types.Context) -> bool:
    """Whether the timelines of the window are all too low for strips, as that of Blender's own
    layout is; no operator can make them higher.
    """
    areas = context.screen.areas if context.screen else ()
    found = [area for area in areas if area.type == "DOPESHEET_EDITOR"]
    regions = [next(r for r in area.regions if r.type == "WINDOW") for area in found]
    return bool(regions) and not any(has_room(context, region) for region in regions)


class TimesBefore:
    """The frames of all cues and the shot's length before a drag."""

    def __init__(self, context: bpy.types.Context) -> None:
        settings = context.scene.footfall
        self.times = cue_times(context)
        self.start, self.last = settings.start_frame, last_frame(context.scene)
        self._duration = settings.duration
        self._active = settings.active_cue

    def apply(self, scene: bpy.types.Scene, drag: Drag) -> None:
        """Set what a drag changes; everything else is as before the drag."""
        settings = scene.footfall
        for index, time in enumerate(self.times):
            frame = drag.frames.get(index, time.frame)
            if settings.cues[index].frame != frame:
                settings.cues[index].frame = frame
        duration = self._duration
        if drag.last is not None and drag.last != self.last:
            duration = seconds_of_frames(drag.last - self.start, frame_rate(scene))
        if shortest(settings.duration) != shortest(duration):
            settings.duration = duration

    def restore(self, scene: bpy.types.Scene) -> None:
        """Set everything as before the drag."""
        self.apply(scene, Drag({}))
        scene.footfall.active_cue = self._active
