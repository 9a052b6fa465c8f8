"""Draws the bones of four-legged rigs from the side, with the segments that they represent.

python tools/picture_of_roles.py OUT.png RIG [RIG ...]    RIG as on the command line
"""

from __future__ import annotations

import os
import sys
from typing import Any

import matplotlib as mpl
import numpy as np

from footfall.bodies.quadruped import LEGS
from footfall.rigs.blender.files import open_rig
from footfall.rigs.blender.rig import Rig, read_rig
from footfall.rigs.measure_quadruped import soles
from footfall.simulation.silence_output import silence_output

mpl.use("Agg")
from matplotlib import pyplot as plt

INK, FLESH, RIGHT, LEFT = "#333333", "#d8d2c8", "#8fa3b8", "#d9773c"
POINT, INCHES, HIGH, DPI = 26.0, 5.0, 4.2, 90  # area of a joint's dot; size of each drawing


def side_view(rig: Rig, points: Any) -> Any:
    """Forward and up (n, 2) [m] of points in the armature's space."""
    scale = rig.bone_map.metres_per_unit * np.linalg.norm(rig.rest.skeleton.to_world[:3, 0])
    axes = np.column_stack([rig.rest.axes.forward, rig.rest.axes.up])
    return scale * (np.atleast_2d(points) - rig.rest.joint("pelvis")) @ axes


def draw(axis: Any, rig: Rig, title: str) -> None:
    for points in rig.rest.flesh.values():
        axis.scatter(*side_view(rig, points).T, s=2, color=FLESH, zorder=0)
    rest_soles = dict(zip(LEGS, side_view(rig, soles(rig.rest)), strict=True))
    for segment in rig.character.segments:
        if segment.name not in rig.rest.roles:
            continue
        at = side_view(rig, rig.rest.joint(segment.name))[0]
        color = {"L": LEFT, "R": RIGHT}.get(segment.name[-1] if "." in segment.name else "", INK)
        above = segment.parent
        while above and above not in rig.rest.roles:
            above = rig.character.segment(above).parent
        if above:
            start = side_view(rig, rig.rest.joint(above))[0]
            axis.plot(*np.array([start, at]).T, color=color, lw=2, zorder=1)
        axis.scatter(*at, s=POINT, color=color, zorder=2)
        if segment.name.startswith("foot."):
            sole = rest_soles[segment.name.removeprefix("foot.")]
            axis.plot(*np.array([at, sole]).T, color=color, lw=2, zorder=1)
        if not segment.name.endswith("R"):
            axis.annotate(segment.name, at, fontsize=7, xytext=(4, 4), textcoords="offset points")
    axis.set_aspect("equal")
    axis.set_title(title, fontsize=9)
    axis.set_xlabel("[m]", fontsize=8)


def main(out: str, *rigs: str) -> None:
    figure, axes = plt.subplots(1, len(rigs), figsize=(INCHES * len(rigs), HIGH), squeeze=False)
    for axis, path in zip(axes[0], rigs, strict=True):
        with silence_output():
            rig = read_rig(open_rig(path))
        draw(axis, rig, os.path.basename(path))
    figure.tight_layout()
    figure.savefig(out, dpi=DPI)
    sys.stdout.flush()
    os._exit(0)  # Blender as a module may hang while the interpreter ends


if __name__ == "__main__":
    main(*sys.argv[1:])
