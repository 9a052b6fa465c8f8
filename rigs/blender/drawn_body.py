"""A simple body to look at where the rig has no mesh: the simulated shapes, on the rig's bones."""

from __future__ import annotations

import bpy
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from ..character import Shape
from .rig import Rig

COLORS = {
    ".L": (1.0, 0.48, 0.14, 1.0),
    ".R": (0.16, 0.50, 1.0, 1.0),
    "": (0.85, 0.86, 0.88, 1.0),
}
# Exponents across and along: 2 is an ellipsoid, infinity a box.
ROUNDNESS = {"capsule": (2.0, 5.0), "box": (5.0, 5.0)}
RINGS, SPOKES = 16, 24


def draw_body(rig: Rig, collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """Add a shape to each mapped bone and return the new objects."""
    drawn = []
    for segment, bone in rig.bone_map.roles.items():
        shape = rig.character.segment(segment).shape
        if shape is None:
            continue
        color = COLORS[segment[-2:] if segment[-2:] in COLORS else ""]
        body_part = colored(segment, _rounded_mesh(segment, shape), color)
        collection.objects.link(body_part)
        _hang_on_bone(body_part, rig, bone)
        body_part.matrix_basis = _at_rest(rig, segment)
        drawn.append(body_part)
    return drawn


def colored(
    name: str, mesh: bpy.types.Mesh, color: tuple[float, float, float, float]
) -> bpy.types.Object:  # fmt: skip
    """An object with a plain color for Workbench and for Cycles."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = color
    surface.inputs["Roughness"].default_value = 0.8
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    thing.color = color
    return thing


def _hang_on_bone(part: bpy.types.Object, rig: Rig, name: str) -> None:
    """Parent it so that its own matrix is its place in the pose in which the rig was measured."""
    bone = rig.armature.data.bones[name]
    part.parent, part.parent_type, part.parent_bone = rig.armature, "BONE", name
    skeleton = rig.rest.skeleton
    measured = Matrix(skeleton.matrices[skeleton.index[name]].tolist())
    # Children of a bone live at its tail.
    tail = measured @ Matrix.Translation((0.0, bone.length, 0.0))
    part.matrix_parent_inverse = tail.inverted()


def _at_rest(rig: Rig, segment: str) -> Matrix:
    """The segment's frame in the armature's space, in metres."""
    frame = Matrix(rig.rest.frames[segment].tolist()).to_4x4()
    metre = 1.0 / (
        rig.bone_map.metres_per_unit * max(map(abs, rig.armature.matrix_world.to_scale()))
    )
    joint = Matrix.Translation(Vector(rig.rest.joint(segment)))
    return joint @ frame @ Matrix.Scale(metre, 4)


def _rounded_mesh(name: str, shape: Shape) -> bpy.types.Mesh:
    directions, faces = _sphere()
    across, along = ROUNDNESS[shape.kind]
    ring = (np.abs(directions[:, :2]) ** across).sum(axis=1) ** (along / across)
    lengths = (ring + np.abs(directions[:, 2]) ** along) ** (1 / along)
    points = directions / lengths[:, None] * np.array(shape.size) / 2 + np.array(shape.center)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], faces)
    mesh.polygons.foreach_set("use_smooth", [True] * len(faces))
    mesh.update()
    return mesh


def _sphere() -> tuple[NDArray[np.float64], list[tuple[int, ...]]]:
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
