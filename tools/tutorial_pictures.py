"""What the steps of a tutorial share: their pictures, and how they check what the page says.

For scripts that run inside Blender by tools/blender_window.sh, beside window_controls.py. Places
and sizes are in pixels from the window's lower left.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import bpy

sys.path.append(str(Path(__file__).parent))
from window_controls import Steps, hover, middle_of_view, place, press, take_picture
from window_places import LEFT, SETTLED, character
from window_scene import look_at, middle_of
from window_strips import timeline

COLOURS = ("+dither", "-colors", "64")  # keeps a picture small
RING, WIDTH = 14, 2  # of the circle around what was clicked: its radius and its line
ADULT = "bpy.ops.footfall.add_character(body='adult'"
Place = tuple[int, int]


@dataclass(frozen=True)
class Crop:
    """A part of the window."""

    left: int
    bottom: int
    width: int
    height: int


@dataclass
class Lesson:
    """A tutorial as it goes on.

    Attributes:
        name: of its page and pictures.
        step: names the picture that is taken next.
        clicked: the place of a button whose menu the next step finds open.
    """

    name: str
    step: str = ""
    clicked: Place = (0, 0)

    def show(self, crop: Crop, clicked: Place | None = None) -> Steps:
        """Take the picture of the step.

        Args:
            crop: what it shows.
            clicked: a place to draw a ring around.
        """
        if clicked is None:  # a button below the pointer keeps its state
            yield from hover(*middle_of_view(), SETTLED)
        yield SETTLED
        above = bpy.context.window_manager.windows[0].height
        picture = f"tutorial_{self.name}_{self.step}.png"
        take_picture(picture)
        ring = []
        if clicked is not None:
            x, y = clicked[0], above - clicked[1]
            ring = ["-fill", "none", "-stroke", "#ffb02e", "-strokewidth", f"{WIDTH}", "-draw",
                    f"circle {x},{y} {x + RING},{y}"]  # fmt: skip
        size = f"{crop.width}x{crop.height}+{crop.left}+{above - crop.bottom - crop.height}"
        cut = ["-crop", size, "+repage", *COLOURS]
        subprocess.run(["mogrify", *ring, *cut, picture], check=True)


def check(fact: bool, sentence: str) -> None:
    """End the tutorial where a step did not do what the page says."""
    if not fact:
        raise RuntimeError(f"Not so: {sentence}.")


def sidebar(top: int, height: int) -> Crop:
    """Part of the sidebar, from so far below its upper end."""
    region = place("UI")["region"]
    bottom = region.y + region.height - top - height
    return Crop(region.x, max(bottom, region.y), region.width, height)


def viewport(width: int, height: int) -> Crop:
    """The middle of the viewport, or left of it as far as the sidebar asks for it."""
    view = place("WINDOW")["region"]
    left = min(view.x + (view.width - width) // 2, place("UI")["region"].x - width)
    return Crop(left, view.y + (view.height - height) // 2, width, height)


def around(at: Place, left: int, below: int, width: int, height: int) -> Crop:
    """Around a place, from so far left of it and below it."""
    return Crop(at[0] - left, at[1] - below, width, height)


def whole_timeline() -> Crop:
    area = timeline()["area"]
    return Crop(area.x, area.y, area.width, area.height)


def add_adult(lesson: Lesson) -> Steps:
    """Press Adult Human in the empty panel, and look at what comes."""
    yield from press(ADULT, LEFT)
    yield SETTLED
    body = character()
    check(body.parent.type == "ARMATURE", "the skin has an armature")
    check([cue.skill for cue in cues()] == ["walk"], "there is a cue Walk")
    yield from look_from_aside(4.5)
    yield from lesson.show(viewport(400, 380))


def look_from_aside(distance: float) -> Steps:
    """Turn the view to the character, from its front and side."""
    yield from look_at(middle_of(character()), distance)


def cues() -> list[bpy.types.PropertyGroup]:
    return list(bpy.context.scene.footfall.cues)


def baked() -> bpy.types.Action | None:
    """The Action of the character's armature."""
    data = character().parent.animation_data
    return data.action if data is not None else None
