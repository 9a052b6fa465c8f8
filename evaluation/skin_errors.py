"""The skin of crowd members against that of the rig they were made after, vertex by vertex.

Members of other proportions turn their joints alike; what their skin must be then is computed from
the bones of the full rig: each is stretched with the segment that carries it.
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..base.rotations import matrices_from_quaternions
from ..bodies.character import Character
from ..bodies.stretch import stretch_between
from ..shots.shot import Cue, Performer, Shot
from ..shots.take import Take
from .skinned_bodies import skin
from .stretched_skin import Frames, StretchedSkin

Array = NDArray[np.float64]
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
FILES = (
    "mannequiny.glb", "mpfb_mixamo_rig.blend", "rocketbox_Male_Adult_17.fbx", "kaykit_Knight.glb",
    "RiggedFigure_unnamed.glb", "makehuman_tpose.bvh", "cmu_cgspeed_walk.bvh",
    "cmu_08_02_walk.fbx", "pab_jog.fbx", "Fox.glb", "quaternius_Farm_Horse.fbx",
)  # fmt: skip
RATE = 30.0  # frames a second
SEEN = 12  # frames that are compared
HEIGHT, CLOSE = 1.75, 0.01  # [m]
VARIED, SEEDS = 0.3, (1, 2)
LONGER, SLACK = 2.0, 0.02  # an edge may be so much longer than on the full rig, and [m]


@dataclass(frozen=True)
class SkinErrors:
    """Greatest distances of vertices on a body of 1.75 m [m].

    Attributes:
        moving, resting: of a member of the same proportions, from the full rig.
        varied: of members of other proportions, from what each bone's stretch makes of it.
        torn: edges of those that are far longer than on the full rig.
    """

    moving: float
    resting: float
    varied: float
    torn: int


def open_skinned(name: str) -> Any:
    """A metarig's rig, generated, or a rig of a file; read, with a mesh that it moves."""
    import bpy

    from ..rigs.blender.files import open_rig
    from ..rigs.blender.rig import read_rig
    from ..rigs.blender.rigify import make_rigify
    from ..rigs.blender.scene import set_frame_rate

    with contextlib.redirect_stdout(io.StringIO()):
        bpy.ops.wm.read_homefile(use_empty=True)
        armature = open_rig(str(DATA / name)) if "." in name else make_rigify(name)
    set_frame_rate(bpy.context.scene, RATE)
    if not any(thing.find_armature() == armature for thing in _meshes()):
        skin(read_rig(armature))
    return read_rig(armature)


def _meshes() -> list[Any]:
    import bpy

    return [thing for thing in bpy.data.objects if thing.type == "MESH"]


def compare(rig: Any, take: Take) -> SkinErrors:
    """The rig with its members, all with the joints turned as in the take."""
    import bpy

    from ..rigs.blender.keys import write_take
    from ..rigs.blender.light_rig import make_light_rig

    light = make_light_rig(rig)
    bodies = [rig.character, *(rig.character.vary(seed, VARIED) for seed in SEEDS)]
    takes = [take, *(retarget(take, rig.character, body) for body in bodies[1:])]
    members = [
        _member(light, body, moved, number)
        for number, (body, moved) in enumerate(zip(bodies, takes, strict=True))
    ]
    if rig.armature.animation_data is not None:
        # What the file's own Action does with fingers and faces plays on in a bake.
        rig.armature.animation_data.action = None
    write_take(rig, take, start_frame=1)
    frames = np.unique(np.linspace(1, len(take.times), SEEN).astype(int)).tolist()
    metre = rig.bone_map.metres_per_unit * HEIGHT / rig.character.height
    motions = [_frames(rig, b, t) for b, t in zip(bodies, takes, strict=True)]
    moving, varied, torn = 0.0, 0.0, 0
    pairs = [_pairs(light, member) for member in members]
    skins = [StretchedSkin(light, part.source) for part, _ in pairs[0]]
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        for i, (part, _) in enumerate(pairs[0]):
            full = vertices(part.source)
            same = vertices(pairs[0][i][1])
            moving = max(moving, metre * _farthest(full, same))
            for body, moved, member in zip(bodies[1:], motions[1:], pairs[1:], strict=True):
                seen = vertices(member[i][1])
                wanted, known = skins[i].stretched(rig, motions[0], body, moved, frame - 1)
                varied = max(varied, metre * _farthest(seen[known], wanted[known]))
                torn += _torn(part.source, full * metre, seen * metre)
    resting = metre * _at_rest(rig, members[0], pairs[0])
    light.remove()
    return SkinErrors(moving, resting, varied, torn)


def _member(light: Any, body: Character, take: Take, number: int) -> Any:
    import bpy

    from ..rigs.blender.crowd_members import Stage, write_members

    rig = light.rig
    performer = Performer(body, [Cue("stand")], position=rig.position, heading=rig.heading)
    stage = Stage(
        collection=bpy.context.scene.collection, start_frame=1,
        metres_per_unit=rig.bone_map.metres_per_unit, ground=rig.ground_height,
    )  # fmt: skip
    return write_members([light], Shot([performer]), take, [number], stage)[0]


def _pairs(light: Any, member: Any) -> list[tuple[Any, Any]]:
    """Each part with a mesh that bends, and the member's object of it."""
    things = {thing.name: thing for thing in member.children}
    return [
        (part, things[f"{member.name} {part.source.name}"]) for part in light.parts if not part.bone
    ]


def vertices(thing: Any) -> Array:
    """(n, 3) of an evaluated mesh, in the scene."""
    import bpy

    posed = thing.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = posed.to_mesh()
    points = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", points)
    posed.to_mesh_clear()
    world = np.array(posed.matrix_world)
    found: Array = points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
    return found


def _farthest(a: Array, b: Array) -> float:
    return float(np.linalg.norm(a - b, axis=1).max(initial=0.0))


def _torn(source: Any, full: Array, seen: Array) -> int:
    edges = np.empty(2 * len(source.data.edges), np.int32)
    source.data.edges.foreach_get("vertices", edges)
    a, b = edges.reshape(-1, 2).T
    lengths = [np.linalg.norm(points[a] - points[b], axis=1) for points in (full, seen)]
    return int((lengths[1] > LONGER * lengths[0] + SLACK).sum())


def _at_rest(rig: Any, member: Any, pairs: list[tuple[Any, Any]]) -> float:
    """Farthest that a vertex is from the full rig's while both armatures show their rest pose."""
    import bpy

    place = np.array(rig.armature.matrix_world) @ np.linalg.inv(np.array(member.matrix_world))
    rig.armature.data.pose_position = member.data.pose_position = "REST"
    bpy.context.view_layer.update()
    apart = [
        _farthest(vertices(part.source), vertices(thing) @ place[:3, :3].T + place[:3, 3])
        for part, thing in pairs
    ]
    rig.armature.data.pose_position = member.data.pose_position = "POSE"
    bpy.context.view_layer.update()
    return max(apart, default=0.0)


def retarget(take: Take, drawn: Character, body: Character) -> Take:
    """The take of a body of other proportions that turns its joints alike."""
    p = take.performances[0]
    axes = matrices_from_quaternions(p.segment_orientations)
    height = body.standing_height_of_root / drawn.standing_height_of_root
    origins = np.empty_like(p.segment_positions)
    for i, segment in enumerate(body.segments):
        if i == 0:
            origins[:, 0] = p.root_position * [1.0, 1.0, height]
            continue
        above = body.segment_names.index(segment.parent)
        origins[:, i] = origins[:, above] + axes[:, above] @ np.array(segment.offset)
    moved = replace(p, root_position=origins[:, 0], joint_positions=origins[:, 1:])
    return replace(take, performances=[moved])


def _frames(rig: Any, body: Character, take: Take) -> Frames:
    """Each segment's frame (frames, 4, 4) in the shot, as the bones take it."""
    from ..retarget.fitted_motion import fit_to_bones
    from ..rigs.blender.rig import flesh_of_feet
    from ..rigs.blender.take_frames import sample_take

    stretch = stretch_between(rig.character, body)
    paws = {leg: points * stretch[f"foot.{leg}"] for leg, points in flesh_of_feet(rig).items()}
    motion = fit_to_bones(sample_take(take, 0, RATE), body, rig.bone_map.roles, paws)
    found = {}
    for name, segment in motion.segments.items():
        found[name] = np.tile(np.eye(4), (segment.frames, 1, 1))
        found[name][:, :3, :3], found[name][:, :3, 3] = segment.axes, segment.origin
    return found
