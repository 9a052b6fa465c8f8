"""The skin of crowd members against that of the rig they were made after, vertex by vertex.

Members of other proportions turn their joints alike, except for feet that would penetrate the
ground; the full rig is baked once more with the joints of each. What a member's skin must be is
computed from that rig's bones: each is stretched with the segment that carries it.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..shots.shot import Cue, Performer, Shot
from ..shots.take import Take
from .other_proportions import fitted_frames, retarget, turned_alike
from .skinned_bodies import skin
from .stretched_skin import StretchedSkin

Array = NDArray[np.float64]
Indices = NDArray[np.int_]
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
FILES = (
    "mannequiny.glb", "mpfb_mixamo_rig.blend", "rocketbox_Male_Adult_17.fbx", "kaykit_Knight.glb",
    "RiggedFigure_unnamed.glb", "makehuman_tpose.bvh", "cmu_cgspeed_walk.bvh",
    "cmu_08_02_walk.fbx", "pab_jog.fbx", "Fox.glb", "quaternius_Farm_Horse.fbx",
)  # fmt: skip
RATE = 30.0  # frames a second
SEEN = 12  # frames that are compared
HEIGHT, CLOSE = 1.75, 0.01  # [m]
VARIED, SEEDS = 0.3, (1, 2, 3, 4, 5, 6)
LONGER, SLACK = 1.2, 0.005  # an edge may be so much longer than on the stretched rig, and [m]


@dataclass(frozen=True)
class SkinErrors:
    """Greatest distances of vertices on a body of 1.75 m [m].

    Attributes:
        moving, resting: of a member of the same proportions, from the full rig.
        varied: of members of other proportions, from what each bone's stretch makes of it.
        torn: edges of those that are longer than that stretch makes them.
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


def compare(rig: Any, take: Take, seeds: Sequence[int] = SEEDS) -> SkinErrors:
    """The rig with its members, all with the joints turned as in the take."""
    from ..rigs.blender.light_rig import make_light_rig

    light = make_light_rig(rig)
    frames = np.unique(np.linspace(1, len(take.times), SEEN).astype(int)).tolist()
    metre = rig.bone_map.metres_per_unit * HEIGHT / rig.character.height
    member = _member(light, rig.character, take, 0)
    pairs = _pairs(light, member)
    moving = _moving(rig, take, pairs, frames)
    resting = _at_rest(rig, member, pairs)
    varied = [
        _varied(light, rig.character.vary(seed, VARIED), take, number, frames)
        for number, seed in enumerate(seeds, start=1)
    ]
    light.remove()
    return SkinErrors(
        metre * moving, metre * resting, metre * max(far for far, _ in varied),
        sum(torn for _, torn in varied),
    )  # fmt: skip


def _moving(rig: Any, take: Take, pairs: list[tuple[Any, Any]], frames: list[int]) -> float:
    """Farthest that a vertex of a member is from the full rig's, in the scene's unit."""
    import bpy

    _bake(rig, take)
    far = 0.0
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        for part, thing in pairs:
            far = max(far, _farthest(_vertices(part.source), _vertices(thing)))
    return far


def _varied(
    light: Any, body: Character, take: Take, number: int, frames: list[int]
) -> tuple[float, int]:  # fmt: skip
    """Likewise of a member of other proportions, from the stretched rig; and its torn edges."""
    import bpy

    rig = light.rig
    slack = SLACK * rig.character.height / HEIGHT / rig.bone_map.metres_per_unit
    moved = retarget(take, rig.character, body)
    member = _member(light, body, moved, number)
    there = fitted_frames(rig, body, moved)
    raised = turned_alike(take, rig.character, there)
    here = fitted_frames(rig, rig.character, raised)
    _bake(rig, raised)
    far, torn = 0.0, 0
    pairs = _pairs(light, member)
    skins = [StretchedSkin(light, part.source, member, body) for part, _ in pairs]
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        for (part, thing), stretched in zip(pairs, skins, strict=True):
            seen = _vertices(thing)
            wanted, known = stretched.vertices(here, there, frame - 1)
            far = max(far, _farthest(seen[known], wanted[known]))
            far = max(far, stretched.farthest_bend(here, there, frame - 1))
            torn += _torn(_edges(part.source, known), wanted, seen, slack)
    return far, torn


def _bake(rig: Any, take: Take) -> None:
    """Only the take: what the file's own Action does with fingers and faces is taken away."""
    from ..rigs.blender.keys import write_take

    if rig.armature.animation_data is not None:
        rig.armature.animation_data.action = None
    write_take(rig, take, start_frame=1)


def _member(light: Any, body: Character, take: Take, number: int) -> Any:
    import bpy

    from ..rigs.blender.crowd_members import write_members
    from ..rigs.blender.crowd_motion import CrowdPlacement

    rig = light.rig
    performer = Performer(body, [Cue("stand")], position=rig.position, heading=rig.heading)
    placement = CrowdPlacement(
        collection=bpy.context.scene.collection, start_frame=1,
        metres_per_unit=rig.bone_map.metres_per_unit, ground=rig.ground_height,
    )  # fmt: skip
    return write_members([light], Shot([performer]), take, [number], placement)[0]


def _pairs(light: Any, member: Any) -> list[tuple[Any, Any]]:
    """Each part with a mesh that bends, and the member's object of it."""
    things = {thing.name: thing for thing in member.children}
    return [
        (part, things[f"{member.name} {part.source.name}"]) for part in light.parts if not part.bone
    ]


def _vertices(thing: Any) -> Array:
    from ..rigs.blender.evaluated_mesh import evaluated_mesh

    return evaluated_mesh(thing)[0]


def _farthest(a: Array, b: Array) -> float:
    return float(np.linalg.norm(a - b, axis=1).max(initial=0.0))


def _edges(source: Any, known: NDArray[np.bool_]) -> Indices:
    """The edges (n, 2) between vertices that bones move."""
    edges = np.empty(2 * len(source.data.edges), np.int32)
    source.data.edges.foreach_get("vertices", edges)
    pairs: Indices = edges.reshape(-1, 2)
    return pairs[known[pairs].all(axis=1)]


def _torn(edges: Indices, wanted: Array, seen: Array, slack: float) -> int:
    """How many edges are longer than they must be, by a share and by more [scene's unit]."""
    lengths = [np.linalg.norm(p[edges[:, 0]] - p[edges[:, 1]], axis=1) for p in (wanted, seen)]
    return int((lengths[1] > LONGER * lengths[0] + slack).sum())


def _at_rest(rig: Any, member: Any, pairs: list[tuple[Any, Any]]) -> float:
    """Farthest that a vertex is from the full rig's while both armatures show their rest pose."""
    import bpy

    place = np.array(rig.armature.matrix_world) @ np.linalg.inv(np.array(member.matrix_world))
    rig.armature.data.pose_position = member.data.pose_position = "REST"
    bpy.context.view_layer.update()
    apart = [
        _farthest(_vertices(part.source), _vertices(thing) @ place[:3, :3].T + place[:3, 3])
        for part, thing in pairs
    ]
    rig.armature.data.pose_position = member.data.pose_position = "POSE"
    bpy.context.view_layer.update()
    return max(apart, default=0.0)
