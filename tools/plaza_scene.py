"""Makes the scene of the manual's crowd: a plaza with buildings, stairs, a gate and benches.

python tools/plaza_scene.py OUT.blend

Its objects are marked as in the panel Surroundings, so that `footfall crowd OUT.blend --marked`
knows the ground, the obstacles, the seats, and where members come and go. A generated human is the
rig of the members.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import bpy

from footfall.benchmarks.crowd_plaza import ENDS
from footfall.benchmarks.parts.plaza import TERRACE, plaza_ground, plaza_props
from footfall.operators.part_properties import register_once
from footfall.rigs.blender.files import open_rig
from footfall.rigs.blender.scene_parts import GROUND, OBSTACLE, SEAT, SINK, SOURCE

STONE, WALL, WOOD, STEPS = (0.55, 0.53, 0.5), (0.75, 0.66, 0.55), (0.35, 0.2, 0.1), (0.6, 0.6, 0.6)
BENCH = (1.8, 0.45, 0.45)  # [m]
BENCHES = ((-8.0, 4.0), (-5.5, 4.0), (5.5, 4.0), (8.0, 4.0))  # [m], middle of each
RATE = 0.5  # [1/s] of each source
ABOVE = 0.01  # [m] of the marked areas over the ground
Vertex = Sequence[float]


def add_mesh(
    name: str, vertices: Sequence[Vertex], faces: Sequence[Sequence[int]], color: Vertex, part: str
) -> bpy.types.Object:
    """An object of the scene with a mesh in one color, marked as a part."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    material = bpy.data.materials.get(str(color)) or bpy.data.materials.new(str(color))
    material.diffuse_color = (*color, 1.0)
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    thing.footfall_part.part = part
    return thing


def add_box(name: str, size: Vertex, middle: Vertex, color: Vertex, part: str) -> None:
    """A box with its middle at a place [m]."""
    corners = [
        tuple(m + s * side / 2 for m, s, side in zip(middle, size, sides, strict=True))
        for sides in ((x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-1, 1))
    ]
    faces = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
    add_mesh(name, corners, faces, color, part)


def add_area(name: str, end: tuple[float, float, float, float], height: float, part: str) -> None:
    """A level rectangle by which members come or go: x from and to, y from and to [m]."""
    left, right, front, back = end
    z = height + ABOVE
    corners = [(left, front, z), (right, front, z), (right, back, z), (left, back, z)]
    thing = add_mesh(name, corners, [(0, 1, 2, 3)], STONE, part)
    thing.hide_render = True
    thing.display_type = "WIRE"


def make_scene() -> None:
    rig = open_rig("rigify")
    bpy.data.objects.remove(bpy.data.objects["metarig"])
    rig.location.y = TERRACE + 6.0
    rig.hide_render = True
    register_once()
    ground = plaza_ground()
    add_mesh("Plaza", ground.vertices, ground.triangles, STEPS, GROUND)
    for prop in plaza_props():
        add_box(prop.name.title(), prop.size, prop.position, WALL, OBSTACLE)
    for number, (x, y) in enumerate(BENCHES, 1):
        add_box(f"Bench {number}", BENCH, (x, y, BENCH[2] / 2), WOOD, SEAT)
    top = max(z for _, _, z in ground.vertices)
    for number, end in enumerate(ENDS, 1):
        height = top if end[2] > TERRACE else 0.0
        add_area(f"Way in {number}", end, height, SOURCE)
        add_area(f"Way out {number}", end, height, SINK)
    for thing in bpy.context.scene.objects:
        if thing.footfall_part.part == SOURCE:
            thing.footfall_part.rate = RATE


def main() -> None:
    if len(sys.argv) != 2 or not sys.argv[1].endswith(".blend"):
        raise SystemExit(__doc__)
    make_scene()
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(sys.argv[1]))
    print(sys.argv[1])
    sys.stdout.flush()
    os._exit(0)  # FFmpeg's threads may hang at Python's own end


if __name__ == "__main__":
    main()
