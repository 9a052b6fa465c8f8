"""A simple visible body for rigs without a mesh: the simulated shapes, on the rig's bones."""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ...bodies.segments import Shape
from ...retarget.light_skeleton import LightSkeleton, bone_axes
from ..measure import world_scale
from .rig import Rig

Array = NDArray[np.float64]
COLORS = {
    ".L": (1.0, 0.48, 0.14, 1.0),
    ".R": (0.16, 0.50, 1.0, 1.0),
    "": (0.85, 0.86, 0.88, 1.0),
}
# Superellipsoid exponents across and along: 2 is an ellipsoid, infinity a box.
ROUNDNESS = {"capsule": (2.0, 5.0), "box": (5.0, 5.0)}
RINGS, SPOKES = 16, 24


def draw_body(rig: Rig, collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """Add a shape to each mapped bone and return the new objects."""
    drawn = []
    for segment, bone in rig.bone_map.roles.items():
        shape = rig.character.segment(segment).shape
        if shape is None:
            continue
        side = f".{segment[-1]}" if "." in segment else ""  # foot.L, and foot.FL of a wolf
        body_part = colored(segment, _rounded_mesh(segment, shape), COLORS[side])
        collection.objects.link(body_part)
        _hang_on_bone(body_part, rig, bone)
        body_part.matrix_basis = _at_rest(rig, segment)
        drawn.append(body_part)
    return drawn


def draw_whole_body(name: str, rig: Rig, skeleton: LightSkeleton) -> bpy.types.Object:
    """All shapes in one mesh that follows a light skeleton; each object has its own color."""
    points: list[Array] = []
    faces: list[tuple[int, ...]] = []
    spans: dict[str, range] = {}
    for i, segment in enumerate(rig.character.segments):
        if segment.shape is None:
            continue
        shape_points, shape_faces = _rounded(segment.shape)
        first = sum(map(len, points))
        spans[skeleton.names[i]] = range(first, first + len(shape_points))
        faces += [tuple(first + corner for corner in face) for face in shape_faces]
        points.append(_on_bone(shape_points, rig, skeleton, i))
    mesh = _mesh(name, np.concatenate(points), faces)
    mesh.materials.append(_object_colored(name))
    body = bpy.data.objects.new(name, mesh)
    for bone, span in spans.items():
        body.vertex_groups.new(name=bone).add(span, 1.0, "REPLACE")
    return body


def _on_bone(points: Array, rig: Rig, skeleton: LightSkeleton, bone: int) -> Array:
    """Points (n, 3) of a segment's frame [m], in the armature's space with the bone at rest."""
    unit = world_scale(rig.rest.skeleton) * rig.bone_map.metres_per_unit * skeleton.sizes[bone]
    rest = skeleton.rest[bone]
    local = points @ bone_axes(skeleton.segments[bone]) / unit
    placed: Array = local @ rest[:3, :3].T + rest[:3, 3]
    return placed


def colored(
    name: str, mesh: bpy.types.Mesh, color: tuple[float, float, float, float]
) -> bpy.types.Object:  # fmt: skip
    """An object with a plain color, for Workbench and Cycles."""
    material = _dull(name)
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = material.diffuse_color = color
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    thing.color = color
    return thing


def _object_colored(name: str) -> bpy.types.Material:
    """A material with the viewport color of each object."""
    material = _dull(name)
    nodes, links = material.node_tree.nodes, material.node_tree.links
    info = nodes.new("ShaderNodeObjectInfo")
    links.new(info.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return material


def _dull(name: str) -> bpy.types.Material:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = 0.8
    return material


def _hang_on_bone(part: bpy.types.Object, rig: Rig, name: str) -> None:
    """Parent a shape to a bone, in the place that it has in the measured pose."""
    bone = rig.armature.data.bones[name]
    part.parent, part.parent_type, part.parent_bone = rig.armature, "BONE", name
    skeleton = rig.rest.skeleton
    measured = Matrix(skeleton.matrices[skeleton.index[name]].tolist())
    # The origin of a bone's children is its tail.
    tail = measured @ Matrix.Translation((0.0, bone.length, 0.0))
    part.matrix_parent_inverse = tail.inverted()


def _at_rest(rig: Rig, segment: str) -> Matrix:
    """The segment's frame in the armature's space [m]."""
    frame = Matrix(rig.rest.frames[segment].tolist()).to_4x4()
    metre = 1.0 / (
        rig.bone_map.metres_per_unit * max(map(abs, rig.armature.matrix_world.to_scale()))
    )
    joint = Matrix.Translation(Vector(rig.rest.joint(segment)))
    return joint @ frame @ Matrix.Scale(metre, 4)


def _rounded_mesh(name: str, shape: Shape) -> bpy.types.Mesh:
    return _mesh(name, *_rounded(shape))


def _rounded(shape: Shape) -> tuple[Array, list[tuple[int, ...]]]:
    """Points (n, 3) in the segment's frame [m], and faces."""
    directions, faces = _sphere()
    across, along = ROUNDNESS[shape.kind]
    ring = (np.abs(directions[:, :2]) ** across).sum(axis=1) ** (along / across)
    lengths = (ring + np.abs(directions[:, 2]) ** along) ** (1 / along)
    return directions / lengths[:, None] * np.array(shape.size) / 2 + np.array(shape.center), faces


def _mesh(name: str, points: Array, faces: list[tuple[int, ...]]) -> bpy.types.Mesh:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    mesh.update()
    return mesh


def _sphere() -> tuple[Array, list[tuple[int, ...]]]:
    """Directions to the points of a sphere, and its faces."""
    polar, around = np.meshgrid(
        np.linspace(0, np.pi, RINGS + 1)[1:-1],
        np.linspace(0, 2 * np.pi, SPOKES, endpoint=False),
        indexing="ij",
    )
    rows = np.stack(
        [np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)], axis=-1
    )
    top, bottom = rows[:, :, 0].size, rows[:, :, 0].size + 1
    points = np.vstack([rows.reshape(-1, 3), [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]])
    faces: list[tuple[int, ...]] = []
    for spoke in range(SPOKES):
        following = (spoke + 1) % SPOKES
        for ring in range(RINGS - 2):
            a, b = ring * SPOKES, (ring + 1) * SPOKES
            faces.append((a + spoke, b + spoke, b + following, a + following))
        last = (RINGS - 2) * SPOKES
        faces += [(top, spoke, following), (bottom, last + following, last + spoke)]
    return points, faces
