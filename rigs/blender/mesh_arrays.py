"""A mesh as arrays, so that it can be cut and put together again with its materials and UV maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import bpy
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class MeshArrays:
    """Faces with all that Blender shades them by.

    Attributes:
        points: (vertices, 3).
        corners: (corners,) vertex of each corner, face by face.
        sizes: (faces,) number of corners.
        materials: (faces,) index of the material.
        smooth: (faces,).
        normals: (corners, 3).
        maps: UV map -> (corners, 2).
        colors: color attribute -> (corners, 4).
    """

    points: Array
    corners: Indices
    sizes: Indices
    materials: Indices
    smooth: NDArray[np.bool_]
    normals: Array
    maps: Mapping[str, Array] = field(default_factory=dict)
    colors: Mapping[str, Array] = field(default_factory=dict)


NOTHING = MeshArrays(
    points=np.zeros((0, 3)), corners=np.zeros(0, np.int64), sizes=np.zeros(0, np.int64),
    materials=np.zeros(0, np.int64), smooth=np.zeros(0, bool), normals=np.zeros((0, 3)),
)  # fmt: skip


def read_mesh_arrays(mesh: bpy.types.Mesh) -> MeshArrays:
    corners = _get(mesh.loops, "vertex_index", 1, np.int32)[:, 0].astype(np.int64)
    return MeshArrays(
        points=_get(mesh.vertices, "co", 3),
        corners=corners,
        sizes=_get(mesh.polygons, "loop_total", 1, np.int32)[:, 0].astype(np.int64),
        materials=_get(mesh.polygons, "material_index", 1, np.int32)[:, 0].astype(np.int64),
        smooth=_get(mesh.polygons, "use_smooth", 1, np.bool_)[:, 0],
        normals=_get(mesh.corner_normals, "vector", 3),
        maps={layer.name: _get(layer.uv, "vector", 2) for layer in mesh.uv_layers},
        colors={layer.name: _colors(layer, corners) for layer in mesh.color_attributes},
    )


def _colors(layer: bpy.types.Attribute, corners: Indices) -> Array:
    values = _get(layer.data, "color", 4)
    return values[corners] if layer.domain == "POINT" else values


def _get(things, name: str, size: int, kind: type = np.float32) -> Array:
    values = np.empty(len(things) * size, kind)
    things.foreach_get(name, values)
    return values.reshape(-1, size).astype(float if kind is np.float32 else kind)


def faces_of(arrays: MeshArrays, chosen: NDArray[np.bool_]) -> MeshArrays:
    """Some of the faces (faces,), with all vertices."""
    inside = np.repeat(chosen, arrays.sizes)
    return replace(
        arrays,
        corners=arrays.corners[inside],
        sizes=arrays.sizes[chosen],
        materials=arrays.materials[chosen],
        smooth=arrays.smooth[chosen],
        normals=arrays.normals[inside],
        maps={name: values[inside] for name, values in arrays.maps.items()},
        colors={name: values[inside] for name, values in arrays.colors.items()},
    )


def put_together(parts: Sequence[MeshArrays]) -> MeshArrays:
    """One mesh of several; a map or a color that some lack is zero there."""
    firsts = np.cumsum([0, *(len(part.points) for part in parts)])
    corners = [part.corners + first for part, first in zip(parts, firsts, strict=False)]
    whole = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("points", "sizes", "materials", "smooth", "normals")
    }
    return MeshArrays(
        **whole,
        corners=np.concatenate(corners),
        maps=_layers(parts, "maps", 2),
        colors=_layers(parts, "colors", 4),
    )


def _layers(parts: Sequence[MeshArrays], kind: str, size: int) -> dict[str, Array]:
    names = dict.fromkeys(name for part in parts for name in getattr(part, kind))
    return {
        name: np.concatenate(
            [getattr(part, kind).get(name, np.zeros((len(part.corners), size))) for part in parts]
        )
        for name in names
    }


def new_mesh(
    name: str, arrays: MeshArrays, materials: Sequence[bpy.types.Material | None]
) -> bpy.types.Mesh:
    """A mesh in Blender with these faces, and no vertices besides."""
    used, corners = np.unique(arrays.corners, return_inverse=True)
    mesh = bpy.data.meshes.new(name)
    for material in materials:
        mesh.materials.append(material)
    mesh.vertices.add(len(used))
    mesh.loops.add(len(corners))
    mesh.polygons.add(len(arrays.sizes))
    _set(mesh.vertices, "co", arrays.points[used], np.float32)
    _set(mesh.loops, "vertex_index", corners, np.int32)
    _set(mesh.polygons, "loop_start", np.cumsum(arrays.sizes) - arrays.sizes, np.int32)
    _set(mesh.polygons, "material_index", arrays.materials, np.int32)
    for layer, values in arrays.maps.items():
        _set(mesh.uv_layers.new(name=layer, do_init=False).uv, "vector", values, np.float32)
    for layer, values in arrays.colors.items():
        made = mesh.color_attributes.new(layer, "FLOAT_COLOR", "CORNER")
        _set(made.data, "color", values, np.float32)
    mesh.update(calc_edges=True)
    _set(mesh.polygons, "use_smooth", arrays.smooth, np.bool_)
    if len(corners):
        mesh.normals_split_custom_set(arrays.normals.tolist())
    return mesh


def _set(things, name: str, values: Array, kind: type) -> None:
    things.foreach_set(name, np.ascontiguousarray(values, kind).ravel())
