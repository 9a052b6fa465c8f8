"""What the skin of a varied body must be: the full rig's bones, each stretched with its segment.

A bendy bone must stand where that stretch puts it, and so must its handles. Between them it bends
as Blender bends a stretched bone: it is scaled first, so that its cross sections stay at right
angles with its curve, while a curve that is bent first and stretched then would be sheared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bodies.character import Character
from ..bodies.stretch import stretch_between

Array = NDArray[np.float64]
Indices = NDArray[np.int_]
Frames = Mapping[str, Array]  # segment -> (frames, 4, 4)


class StretchedSkin:
    """Linear blend skinning with the full rig's bones, each stretched with its segment."""

    def __init__(self, light: Any, source: Any, member: Any, body: Character) -> None:
        """Read a mesh of the full rig.

        Args:
            light: the light rig.
            source: the mesh.
            member: the armature of a varied body, for the bends of its bones.
            body: its proportions.
        """
        self._light, self._armature = light, light.rig.armature
        self._member, self._body = member, body
        self._segments = dict(zip(light.skeleton.names, light.skeleton.segments, strict=True))
        points = np.empty(3 * len(source.data.vertices), np.float32)
        source.data.vertices.foreach_get("co", points)
        to_armature = np.linalg.inv(np.array(self._armature.matrix_world)) @ np.array(
            source.matrix_world
        )
        self._points = np.column_stack([points.reshape(-1, 3), np.ones(len(points) // 3)])
        self._points = self._points @ to_armature.T
        self._weights = self._read_weights(source)

    def _read_weights(self, source: Any) -> dict[tuple[str, int], tuple[Indices, Array]]:
        """(bone, its piece) -> vertices and their weights; bendy bones have several pieces."""
        bones = self._armature.pose.bones
        found: dict[tuple[str, int], list[tuple[int, float]]] = {}
        names = {group.index: group.name for group in source.vertex_groups}
        for vertex in source.data.vertices:
            point = self._points[vertex.index, :3]
            for group in vertex.groups:
                name = names.get(group.group, "")
                if name in bones and bones[name].bone.use_deform and group.weight > 0.0:
                    for piece, share in _pieces(bones[name], point):
                        pair = (vertex.index, group.weight * share)
                        found.setdefault((name, piece), []).append(pair)
        return {
            key: (np.array([i for i, _ in pairs]), np.array([w for _, w in pairs]))
            for key, pairs in found.items()
        }

    def vertices(self, here: Frames, there: Frames, frame: int) -> tuple[Array, NDArray[np.bool_]]:
        """Vertices (n, 3) in the scene where the varied body has them, and which are on bones.

        Args:
            here, there: the segments of the full rig's body and of the varied one.
        """
        total = np.zeros(len(self._points))
        sums = np.zeros((len(self._points), 3))
        for (bone, piece), (where, weights) in self._weights.items():
            deform = self._posed(bone, here, there, frame) @ self._from_rest(bone, piece)
            points = self._points[where] @ deform.T
            np.add.at(sums, where, weights[:, None] * points[:, :3])
            np.add.at(total, where, weights)
        wanted: Array = sums / np.maximum(total, 1e-9)[:, None]
        return wanted, total > 0.0

    def farthest_bend(self, here: Frames, there: Frames, frame: int) -> float:
        """Farthest that a point of a bendy bone's curve is from the full rig's, stretched."""
        far = 0.0
        own = self._member.evaluated_get(_graph())
        full = self._armature.evaluated_get(_graph())
        for bone in {bone for bone, piece in self._weights if piece >= 0}:
            wanted = self._posed(bone, here, there, frame) @ _curve(full.pose.bones[bone])
            seen = _matrix(own.matrix_world @ own.pose.bones[bone].matrix) @ _curve(
                own.pose.bones[bone]
            )
            far = max(far, float(np.linalg.norm(wanted - seen, axis=0).max()))
        return far

    def _posed(self, bone: str, here: Frames, there: Frames, frame: int) -> Array:
        """Where the stretch puts a bone in the scene (4, 4)."""
        armature = self._armature.evaluated_get(_graph())
        posed = _matrix(armature.matrix_world @ armature.pose.bones[bone].matrix)
        carry = _carry(self._light.rig, self._segments[bone], here, self._body, there, frame)
        return _matrix(carry @ posed)

    def _from_rest(self, bone: str, piece: int) -> Array:
        """From points of the armature at rest to a bone's space, bent with a piece (4, 4)."""
        own = self._member.evaluated_get(_graph()).pose.bones[bone]
        rest = _matrix(self._armature.data.bones[bone].matrix_local)
        if piece < 0:
            return _matrix(np.linalg.inv(rest))
        bent, straight = (_matrix(own.bbone_segment_matrix(piece, rest=r)) for r in (False, True))
        return _matrix(bent @ np.linalg.inv(rest @ straight))


def _graph() -> Any:
    import bpy

    return bpy.context.evaluated_depsgraph_get()


def _pieces(bone: Any, point: Array) -> Iterator[tuple[int, float]]:
    """The pieces of a bendy bone between which a point lies, with their shares."""
    if bone.bone.bbone_segments == 1:
        yield -1, 1.0
        return
    index, blend = bone.bbone_segment_index(point.tolist())
    yield index, 1.0 - blend
    if blend > 0.0:
        yield min(index + 1, bone.bone.bbone_segments), blend


def _curve(bone: Any) -> Array:
    """Points (4, n) where the pieces of a bendy bone begin and end, in its space."""
    pieces = range(bone.bone.bbone_segments + 1)
    return np.column_stack([_matrix(bone.bbone_segment_matrix(i))[:, 3] for i in pieces])


def _matrix(values: Any) -> Array:
    return np.array(values, dtype=float)


def _carry(
    rig: Any, segment: str, here: Frames, body: Character, there: Frames, frame: int
) -> Array:  # fmt: skip
    """From where a segment has points in the scene to where a varied one has them (4, 4)."""
    stretch = np.diag([*stretch_between(rig.character, body)[segment], 1.0])
    scene = np.diag([*[1.0 / rig.bone_map.metres_per_unit] * 3, 1.0])
    scene[2, 3] = rig.ground_height / rig.bone_map.metres_per_unit
    back = np.linalg.inv(scene @ here[segment][frame])
    carried: Array = scene @ there[segment][frame] @ stretch @ back
    return carried
