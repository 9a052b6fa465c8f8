"""Writing curves into a new Action, the active one, or an NLA strip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import bpy

from .fcurves import Curve, write_curves

Keeps = Callable[[str], bool]  # whether curves with a data path are kept in a new Action
FOREVER = 10_000  # frames before and after a cycle


def new_action(
    thing: bpy.types.ID, name: str, curves: Sequence[Curve], keeps: Keeps | None = None
) -> bpy.types.Action:
    """Give an object a new Action with these curves; its old one stays in the file.

    Args:
        keeps: which curves of the old Action are copied to the new one; None: none of them.
    """
    data = thing.animation_data or thing.animation_data_create()
    old = data.action
    if old is not None:
        old.use_fake_user = True  # so that the next save does not drop it
    if old is not None and keeps is not None:
        written = {curve.path for curve in curves}
        kept = {c.data_path for c in curves_of(thing, old) if keeps(c.data_path)} - written
    else:
        kept = set()
    if kept:
        action, slot = _copied_action(thing, name, kept)
        write_curves(next(iter(bags_in(action, slot))), curves)
        _limit(action, curves)
    else:
        action, slot = _make_action(thing, name, curves)
    data.action = action
    if slot is not None:
        data.action_slot = slot
    return action


def into_active_action(
    thing: bpy.types.ID, name: str, curves: Sequence[Curve], span: tuple[float, float]
) -> bpy.types.Action:
    """Replace the keys of these curves from the span's first to its last frame, and nothing else.

    Without an active Action, a new one is made.
    """
    data = thing.animation_data
    if data is None or data.action is None:
        return new_action(thing, name, curves)
    action = data.action
    bag, slot = _bag_of_curves(action, thing)
    write_curves(bag, curves, span)
    if slot is not None:
        data.action_slot = slot
    return action


def new_strip(
    thing: bpy.types.ID, name: str, curves: Iterable[Curve], start: int
) -> bpy.types.Action:
    """Put the curves on a new top NLA track; the active Action becomes a track below it."""
    data = thing.animation_data or thing.animation_data_create()
    if data.action is not None:
        _push_down(data)
    action, slot = _make_action(thing, name, curves)
    _add_strip(data, action, slot, start)
    return action


def new_layer(
    thing: bpy.types.ID, name: str, curves: Sequence[Curve], start: float, forever: bool = False
) -> bpy.types.Action:
    """Put curves on a new NLA track of this name, in place of a former one.

    The active Action stays active. Blender lays it over all tracks, so that it becomes a track
    below the new one where it has some of these curves itself.

    Args:
        forever: whether the curves, and such an Action, go on in cycles before and after their
            keys.
    """
    remove_layer(thing, name)
    data = thing.animation_data or thing.animation_data_create()
    if data.action is not None and {c.path for c in curves} & animated_paths(thing):
        strip = _push_down(data)
        if forever:
            _go_on(strip)
    action, slot = _make_action(thing, name, curves)
    strip = _add_strip(data, action, slot, start)
    if forever:
        _go_on(strip)
    data.nla_tracks[-1].name = name
    return action


def _go_on(strip: bpy.types.NlaStrip) -> None:
    """Let a strip play its Action's curves before and after their keys as well."""
    strip.use_sync_length = False
    first, last = strip.frame_start - FOREVER, strip.frame_end + FOREVER
    strip.action_frame_start -= FOREVER
    strip.action_frame_end += FOREVER
    strip.frame_start_ui, strip.frame_end_ui = first, last


def remove_layer(thing: bpy.types.ID, name: str) -> bool:
    """Remove the NLA track that `new_layer` made, and its Action if nothing else uses it."""
    track = track_of(thing, name)
    if track is None:
        return False
    actions = [strip.action for strip in track.strips if strip.action]
    thing.animation_data.nla_tracks.remove(track)
    for action in actions:
        if not action.users:
            bpy.data.actions.remove(action)
    return True


def track_of(thing: bpy.types.ID, name: str) -> bpy.types.NlaTrack | None:
    """The NLA track of this name."""
    data = thing.animation_data
    return next((t for t in data.nla_tracks if t.name == name), None) if data else None


def into_destination(
    thing: bpy.types.ID,
    name: str,
    curves: Sequence[Curve],
    destination: str,
    span: tuple[float, float],
    keeps: Keeps | None = None,
) -> bpy.types.Action:
    """Write curves to an output's destination: "new", "active" or "nla".

    Args:
        span: first and last frame of what is written.
        keeps: which curves of the present Action are copied to a new one; other destinations keep
            all.
    """
    if destination == "active":
        return into_active_action(thing, name, curves, span)
    if destination == "nla":
        return new_strip(thing, name, curves, int(span[0]))
    return new_action(thing, name, curves, keeps)


def mark_cyclic(action: bpy.types.Action, frames: Sequence[float]) -> None:
    """Mark an Action as repeating from its first to its last frame."""
    action.use_frame_range = action.use_cyclic = True
    action.frame_start, action.frame_end = frames[0], frames[-1]


def _push_down(data: bpy.types.AnimData) -> bpy.types.NlaStrip:
    action, slot = data.action, getattr(data, "action_slot", None)
    start = int(action.frame_range[0])
    data.action = None
    return _add_strip(data, action, slot, start)


def _add_strip(
    data: bpy.types.AnimData, action: bpy.types.Action, slot, start: float
) -> bpy.types.NlaStrip:
    track = data.nla_tracks.new()
    track.name = action.name
    strip = track.strips.new(action.name, int(start), action)
    if start != int(start):
        length = strip.frame_end - strip.frame_start
        strip.frame_end, strip.frame_start = start + length, start
    if slot is not None:
        strip.action_slot = slot
    strip.extrapolation = "HOLD_FORWARD"
    return strip


def _copied_action(thing: bpy.types.ID, name: str, kept: set[str]):
    """A copy of the object's present Action with only the curves of these paths, and its slot."""
    data = thing.animation_data
    slot = getattr(data, "action_slot", None)
    action = data.action.copy()
    action.name, action.use_fake_user = name, False
    action.use_frame_range = action.use_cyclic = False
    if action.asset_data:
        action.asset_clear()
    for marker in list(action.pose_markers):
        action.pose_markers.remove(marker)
    if slot is not None:
        slot = next(own for own in action.slots if own.handle == slot.handle)
        for other in [own for own in action.slots if own != slot]:
            action.slots.remove(other)
    for bag in bags_in(action, slot):
        for curve in [curve for curve in bag.fcurves if curve.data_path not in kept]:
            bag.fcurves.remove(curve)
        for group in [group for group in bag.groups if not len(group.channels)]:
            bag.groups.remove(group)
    return action, slot


def _limit(action: bpy.types.Action, curves: Iterable[Curve]) -> None:
    """Limit an Action's frame range to these curves where its kept curves continue beyond them."""
    frames = [frame for curve in curves for frame in (curve.frames[0], curve.frames[-1])]
    first, last = min(frames), max(frames)
    if action.frame_range[0] < first or action.frame_range[1] > last:
        action.use_frame_range = True
        action.frame_start, action.frame_end = first, last


def _make_action(thing: bpy.types.ID, name: str, curves: Iterable[Curve]):
    action = bpy.data.actions.new(name)
    if not hasattr(action, "slots"):
        action.id_root = thing.id_type
    bag, slot = _bag_of_curves(action, thing)
    write_curves(bag, curves)
    return action, slot


def _bag_of_curves(action: bpy.types.Action, thing: bpy.types.ID):
    """The container of curves and groups, and the slot: from Blender 4.4 on, one for each user."""
    if not hasattr(action, "slots"):
        return action, None
    data = thing.animation_data
    slot = data.action_slot if data is not None and data.action == action else None
    slot = slot or action.slots.new(id_type=thing.id_type, name=thing.name)
    layer = action.layers[0] if action.layers else action.layers.new("Layer")
    strip = layer.strips[0] if layer.strips else layer.strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True), slot


def animated_paths(thing: bpy.types.ID) -> set[str]:
    """Data paths that the object's present Action animates."""
    data = thing.animation_data
    if data is None or data.action is None:
        return set()
    return {curve.data_path for curve in curves_of(thing, data.action)}


def curves_of(thing: bpy.types.ID, action: bpy.types.Action) -> list[bpy.types.FCurve]:
    """The curves with which this Action, the object's present one, animates the object."""
    return [curve for bag in bags_of(thing, action) for curve in bag.fcurves]


def bags_of(thing: bpy.types.ID, action: bpy.types.Action) -> list:
    """The containers of these curves, from whose `fcurves` they can be removed."""
    return bags_in(action, getattr(thing.animation_data, "action_slot", None))


def bags_in(action: bpy.types.Action, slot: object) -> list:
    """The containers of an Action's curves for a user with this slot."""
    if not hasattr(action, "slots"):
        return [action]
    bags = [
        strip.channelbag(slot)
        for layer in action.layers
        for strip in layer.strips
        if slot is not None
    ]
    return [bag for bag in bags if bag is not None]
