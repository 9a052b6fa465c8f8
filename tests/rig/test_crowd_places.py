"""Objects of the scene as a crowd's sources, sinks and blasts; members that are not always seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from light_crowds import COUNT, make_crowd

from footfall.base.errors import InvalidInput
from footfall.crowd.description import Crowd


@pytest.fixture(autouse=True)
def parts(blender: Any) -> None:
    """The settings that mark objects."""
    from footfall.operators.part_properties import register_once

    register_once()


def add_plane(bpy: Any, name: str, x: float) -> Any:
    """A square of 2 m at a place along x."""
    mesh = bpy.data.meshes.new(name)
    corners = [(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 0.0)]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    thing = bpy.data.objects.new(name, mesh)
    thing.location.x = x
    bpy.context.scene.collection.objects.link(thing)
    return thing


def plan_of(mannequin: Any, crowd: Crowd) -> Any:
    import bpy

    from footfall.rigs.blender.crowd_plan import plan_crowd, with_surroundings
    from footfall.rigs.blender.rig import read_rig

    bpy.context.view_layer.update()
    plan = plan_crowd(
        [read_rig(mannequin)], crowd, start_frame=1, rate=25.0, surface=None, width=1.0, goals=None
    )
    return with_surroundings(plan, 0.8)


def test_marked_objects_are_the_crowds_places(blender, mannequin) -> None:
    import bpy

    source, sink = add_plane(bpy, "Door", -8.0), add_plane(bpy, "Gate", 8.0)
    source.footfall_part.part, source.footfall_part.rate = "SOURCE", 2.0
    sink.footfall_part.part = "SINK"
    bomb = bpy.data.objects.new("Bomb", None)
    bomb.location = (1.0, 2.0, 0.0)
    blender.context.scene.collection.objects.link(bomb)
    part = bomb.footfall_part
    part.part, part.frame, part.impulse, part.radius = "BLAST", 26, 300.0, 6.0
    shot = plan_of(mannequin, Crowd(count=50, behaviour="pass", duration=3.0)).shot
    assert abs(len(shot.performers) - 6) <= 1
    for performer in shot.performers:
        assert -9.0 <= performer.position[0] <= -7.0
        assert 7.0 <= performer.cues[0].parameters["path"][-1][0] <= 9.0
    (push, *others) = shot.pushes
    assert len(others) == len(shot.performers) - 1
    assert push.center == (1.0, 2.0) and push.time == pytest.approx(1.0)


def test_the_rate_of_a_source_can_be_keyed(blender, mannequin) -> None:
    import bpy

    source, sink = add_plane(bpy, "Door", -8.0), add_plane(bpy, "Gate", 8.0)
    source.footfall_part.part, sink.footfall_part.part = "SOURCE", "SINK"
    for frame, rate in ((1, 0.0), (51, 0.0), (76, 4.0), (126, 4.0)):
        source.footfall_part.rate = rate
        source.keyframe_insert("footfall_part.rate", frame=frame)
    crowd = Crowd(count=50, behaviour="pass", duration=5.0)
    enters = [p.enters for p in plan_of(mannequin, crowd).shot.performers]
    assert 8 <= len(enters) <= 11 and min(enters) > 2.0


def test_a_blast_is_where_its_empty_is_then_and_one_that_moves_is_met(blender, mannequin) -> None:
    import bpy

    bomb = bpy.data.objects.new("Bomb", None)
    bpy.context.scene.collection.objects.link(bomb)
    for frame, x in ((1, -20.0), (51, 0.0), (101, 20.0)):
        bomb.location = (x, 2.0, 0.0)
        bomb.keyframe_insert("location", frame=frame)
    part = bomb.footfall_part
    part.part, part.frame, part.reaction = "BLAST", 51, "look"
    stand = Crowd(count=1, behaviour="stand", duration=4.0, places={0: (10.0, 0.0)})
    (push,) = plan_of(mannequin, stand).shot.pushes
    assert push.center == pytest.approx((0.0, 2.0), abs=1e-4)
    part.moves, part.radius = True, 3.0
    (push,) = plan_of(mannequin, stand).shot.pushes
    assert 7.0 < push.center[0] < 9.0 and push.time > 2.5
    (member,) = plan_of(mannequin, stand).shot.performers
    met = (float(member.cues[1].parameters["target"][0]) + 20.0) / 10.0  # at 10 m/s
    assert met + 0.3 < member.cues[1].start < met + 1.1 and met < push.time


def add_bench(bpy: Any, name: str, *, back: bool) -> Any:
    """A bench of 1.8 m along X, whose back, if any, is at -Y."""
    points, faces = list[Any](), list[Any]()
    boxes = [((-0.9, -0.2, 0.4), (0.9, 0.2, 0.45))]
    boxes += [((-0.9, -0.25, 0.4), (0.9, -0.2, 0.9))] * back
    for low, high in boxes:
        first = len(points)
        points += [(x, y, z) for z in (low[2], high[2]) for y in (low[1], high[1])
                   for x in (low[0], high[0])]  # fmt: skip
        sides = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
        faces += [tuple(first + corner for corner in side) for side in sides]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    thing.footfall_part.part = "SEAT"
    return thing


@pytest.mark.parametrize(
    "back, turned, facing", [(False, False, -1), (False, True, 1), (True, False, 1)]
)
def test_a_marked_bench_is_sat_on_facing_away_from_its_back(
    blender, mannequin, back: bool, turned: bool, facing: int
) -> None:
    import bpy

    thing = add_bench(bpy, "Bench", back=back)
    thing.footfall_part.turned, thing.location.x = turned, 3.0
    shot = plan_of(mannequin, Crowd(count=4, behaviour="sit", variation=0.0, duration=3.0)).shot
    sits = [c.values() for p in shot.performers for c in p.cues if c.skill == "stand_to_sit"]
    assert sorted(round(sit["place"][0], 3) for sit in sits) == [2.4, 3.0, 3.6]
    assert all(sit["place"][1] * facing > 1.1 for sit in sits)
    (board,) = shot.props
    assert board.name == "Bench" and board.position[2] + board.size[2] / 2 == pytest.approx(0.45)


@pytest.mark.parametrize("kind", ["EMPTY", "CURVE"])
def test_members_line_up_at_marked_objects(blender, mannequin, kind: str) -> None:
    import bpy

    if kind == "EMPTY":
        thing = bpy.data.objects.new("Line", None)
        thing.rotation_euler.z = np.pi / 2  # Y points to -X
    else:
        curve = bpy.data.curves.new("Line", "CURVE")
        spline = curve.splines.new("POLY")
        spline.points.add(1)
        spline.points[1].co = (3.6, 0.0, 0.0, 1.0)
        thing = bpy.data.objects.new("Line", curve)
    bpy.context.scene.collection.objects.link(thing)
    thing.location = (1.0, 2.0, 0.0)
    part = thing.footfall_part
    part.part, part.spacing, part.room = "QUEUE", 1.2, 4
    shot = plan_of(mannequin, Crowd(count=2, behaviour="queue", duration=3.0)).shot
    for performer in shot.performers:
        wait = performer.cues[0].parameters
        assert np.array(wait["path"][0]) == pytest.approx((1.0, 2.0), abs=1e-5)
        assert np.array(wait["path"][-1]) == pytest.approx((4.6, 2.0), abs=1e-5)
        assert (wait["spacing"], wait["most"]) == (pytest.approx(1.2), 4)


def test_a_queue_that_points_up_is_refused(blender, mannequin) -> None:
    import bpy

    thing = bpy.data.objects.new("Line", None)
    thing.rotation_euler.x = np.pi / 2
    bpy.context.scene.collection.objects.link(thing)
    thing.footfall_part.part = "QUEUE"
    with pytest.raises(InvalidInput, match="'Line' points up or down with its Y axis: turn it"):
        plan_of(mannequin, Crowd(count=2, behaviour="queue", duration=3.0))


def test_members_flee_from_a_marked_blast_that_says_so(blender, mannequin) -> None:
    import bpy

    bomb = bpy.data.objects.new("Bomb", None)
    bpy.context.scene.collection.objects.link(bomb)
    part = bomb.footfall_part
    part.part, part.frame, part.reaction, part.noticed = "BLAST", 26, "flee", 50.0
    plan = plan_of(mannequin, Crowd(count=3, behaviour="stand", duration=3.0))
    assert [len(p.cues) for p in plan.shot.performers] == [2, 2, 2]
    part.noticed = 0.5
    plan = plan_of(mannequin, Crowd(count=3, behaviour="stand", duration=3.0))
    assert [len(p.cues) for p in plan.shot.performers] == [1, 1, 1]


def test_without_marks_a_crowd_that_passes_is_refused(blender, mannequin) -> None:
    plan = plan_of(mannequin, Crowd(count=5, behaviour="pass", duration=3.0))
    with pytest.raises(InvalidInput, match="mark objects as those"):
        assert plan.shot


@pytest.mark.parametrize("kind", ["full", "light"])
def test_members_are_seen_while_they_are_in_the_shot_whatever_their_kind(
    blender, mannequin, kind: str
) -> None:
    from footfall.rigs.blender.crowd_kinds import make_full, make_light

    presence = [None, (2, 4), (0, 0)]
    _, collection = make_crowd(mannequin, kind, present=presence)
    change = make_light if kind == "full" else make_full
    seen = [seen_at(collection, frame) for frame in (2, 3, 4, 5)]
    assert 0 < seen[0] == seen[3] and seen[1] == seen[2] == 2 * seen[0]  # the third is never there
    change(collection, range(COUNT))
    seen = [seen_at(collection, frame) for frame in (2, 3, 4, 5)]
    assert 0 < seen[0] == seen[3] and seen[1] == seen[2] == 2 * seen[0]  # the third is never there


def seen_at(collection: Any, frame: int) -> int:
    """The number of meshes of a crowd that are rendered in a frame."""
    import bpy

    bpy.context.scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    names = {thing.name for thing in collection.all_objects}
    count = 0
    for seen in graph.object_instances:
        if seen.object.type != "MESH":
            continue
        of_crowd = seen.parent.name if seen.is_instance else seen.object.name
        visible = not seen.object.original.evaluated_get(graph).hide_render
        size = np.abs(np.linalg.det(np.array(seen.matrix_world)[:3, :3]))
        count += of_crowd in names and visible and size > 1e-12 and (
            seen.is_instance or "footfall_light" not in seen.object
        )
    return count
