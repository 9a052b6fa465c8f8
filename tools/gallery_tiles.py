"""The shots of docs/gallery.md: what shows each skill, style, dance and way to get up best.

A new skill needs a line in SKILLS here; styles, dances and styles of getting up are found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from footfall import Character, Cue, Performer, Prop, Shot
from footfall.catalogue import CUES
from footfall.catalogue.rising_styles import rising_styles
from footfall.catalogue.styles import list_dances, shipped_styles
from footfall.skills.styles import load_style

HUMAN, WOLF = "human", "rigify:wolf"  # the ready human of Add Character, and a generated rig
CHAIR = Prop("chair", size=(0.45, 0.5, 0.05), position=(-0.225, 0.0, 0.425))
CRATE = Prop("crate", size=(0.3, 0.4, 0.3), mass=5.0, position=(0.75, 0.0, 0.15))
HEAVY = Prop("crate", size=(0.7, 0.8, 0.9), mass=60.0, position=(1.0, 0.0, 0.45), friction=0.25)
NEAR, WIDE = 62.0, 48.0  # [mm] of the lens, at a sensor of 36 mm
STAGE = Prop("stage", size=(1.4, 1.4, 0.4), position=(1.9, 0.0, 0.2))
LOG = Prop("log", size=(0.1, 0.8, 0.2), position=(2.6, 0.0, 0.1))
SETTLED, STRIDES = 4.0, 3.0  # [s] from when on, and how long, a style or a dance is shown
WAY = 2.4  # [m] that a style of walking is shown at least
LIES, RISES = 2.5, 9.5  # [s] of a fall until it lies, and of getting up
Cues = tuple[Cue, ...]


@dataclass(frozen=True, kw_only=True)
class Tile:
    """A picture of the gallery.

    Attributes:
        name: of the picture's file.
        title: in the page.
        cues: of the performer, which starts at the origin and faces +x.
        shown: first and last moment of the picture [s]; it ends earlier where all is done.
        repeats: whether the picture begins and ends with a footstrike of the left foot, so that it
            can be looped.
        body: the rig.
        props: of the shot.
        clip: the name of the clip that it performs, one of PyBullet's.
        lens: of the camera [mm].
    """

    name: str
    title: str
    cues: Cues
    shown: tuple[float, float]
    repeats: bool = False
    body: str = HUMAN
    props: Sequence[Prop] = ()
    clip: str = ""
    lens: float = NEAR

    def shot(self, character: Character, rate: float, clip: str = "") -> Shot:
        """The tile's shot on a body; `clip`: the content of the clip that it performs."""
        performer = Performer(character, [with_clip(cue, clip) for cue in self.cues])
        return Shot([performer], props=self.props, duration=self.shown[1], frame_rate=rate)


def with_clip(cue: Cue, clip: str) -> Cue:
    name = CUES[cue.skill].clip
    return Cue(cue.skill, cue.start, **cue.parameters, **({name: clip} if name else {}))


def title_of(name: str) -> str:
    return name.replace("_", " ").capitalize()


def skill(name: str, cues: Sequence[Cue], first: float, last: float, **more: Any) -> Tile:
    return Tile(name=name, title=title_of(name), cues=tuple(cues), shown=(first, last), **more)


def prints() -> list[dict[str, Any]]:
    """Footprints ahead and aside, as over stones in a brook."""
    places = ((0.3, 0.25), (0.55, -0.05), (0.95, 0.2), (1.25, -0.25), (1.6, 0.05), (1.6, -0.15))
    return [
        {"foot": "LR"[number % 2], "position": place, "heading": 0.0, "duration": 0.6}
        for number, place in enumerate(places)
    ]


def bends() -> list[tuple[float, float]]:
    """A winding path."""
    return [(0.5 * i, round(0.6 * math.sin(i), 2)) for i in range(9)]


SKILLS = (
    skill("walk", [Cue("walk", speed=1.2)], 4.6, 8.1, props=[LOG]),
    skill("run", [Cue("run", speed=3.5)], 4.0, 6.5, repeats=True),
    skill("hop", [Cue("hop", speed=1.0)], 4.0, 6.5, repeats=True),
    skill("side_gallop", [Cue("side_gallop", speed=1.2)], 4.0, 6.0, repeats=True, lens=WIDE),
    skill("skip", [Cue("skip", speed=2.2)], 4.0, 7.0, repeats=True),
    skill("follow", [Cue("follow", path=bends())], 1.5, 5.5),
    skill("step_up", [Cue("step_up", speed=0.8)], 3.0, 7.5, props=[STAGE], lens=WIDE),
    skill("goals", [Cue("goals", path=[(1.2, 0.0), (1.6, 1.2), (0.4, 1.6)], speed=0.9)], 1.0, 5.5),
    skill("approach", [Cue("approach", target=(1.9, 0.6))], 0.5, 4.5,
          props=[Prop("table", size=(0.5, 0.5, 0.75), position=(1.9, 0.6, 0.375))]),
    skill("queue", [Cue("queue", path=[(1.6, 0.0), (0.0, 0.0)], serve=1.0),
                    Cue("walk", start=None, heading=-1.6)], 0.5, 6.5),
    skill("planar_walk", [Cue("planar_walk")], 3.0, 6.0, repeats=True),
    skill("stand", [Cue("walk", speed=1.2), Cue("stand", start=2.0)], 1.2, 4.2),
    skill("balance", [Cue("balance"), Cue("push", start=0.6, direction="from_front")], 0.3, 3.3),
    skill("step", [Cue("step", footsteps=prints())], 0.3, 4.8),
    skill("handstand", [Cue("handstand")], 0.0, 3.0, lens=WIDE),
    skill("jump", [Cue("jump", distance=1.0)], 0.3, 3.3, lens=WIDE),
    skill("sit_to_stand", [Cue("sit_to_stand", start=0.3)], 0.0, 3.0, props=[CHAIR]),
    skill("stand_to_sit", [Cue("sit_to_stand"), Cue("stand_to_sit", start=4.0)], 3.7, 7.2,
          props=[CHAIR]),
    skill("dance", [Cue("dance", bpm=120.0)], 4.0, 7.5, repeats=True),
    skill("reach", [Cue("reach", target=(0.8, -0.15, 1.6))], 3.0, 6.5),
    skill("pick_up", [Cue("pick_up")], 3.0, 8.0, props=[CRATE], lens=WIDE),
    skill("put_down", [Cue("pick_up"), Cue("put_down", start=None, target=(1.2, 0.0, 0.0))],
          12.0, 17.0, props=[CRATE], lens=WIDE),
    skill("push_crate", [Cue("push_crate", speed=0.6)], 4.5, 8.0, props=[HEAVY], lens=WIDE),
    skill("pull_crate", [Cue("pull_crate", speed=0.6)], 4.5, 8.0, props=[HEAVY], lens=WIDE),
    skill("fall", [Cue("walk", speed=1.0), Cue("fall", start=1.5)], 0.9, 3.9),
    skill("get_up", [Cue("walk"), Cue("fall", start=1.5), Cue("get_up", start=4.0)], 3.5, 13.5),
    skill("push", [Cue("walk"), Cue("push", start=2.0, direction="from_right")], 1.4, 4.4),
    skill("limp", [Cue("walk", style="zombie", speed=0.8),
                   Cue("limp", start=2.2, parts="arms", duration=1.6)], 1.6, 5.1),
    skill("trot", [Cue("trot", speed=1.5)], 3.0, 5.5, repeats=True, body=WOLF, lens=WIDE),
    skill("pace", [Cue("pace", speed=1.2)], 3.0, 5.5, repeats=True, body=WOLF, lens=WIDE),
    skill("canter", [Cue("canter", speed=2.2)], 5.5, 7.5, repeats=True, body=WOLF, lens=WIDE),
    skill("gallop", [Cue("gallop", speed=3.4)], 5.5, 7.5, repeats=True, body=WOLF, lens=WIDE),
    skill("sit", [Cue("sit")], 0.8, 4.3, body=WOLF, lens=WIDE),
    skill("lie_down", [Cue("lie_down")], 0.8, 5.3, body=WOLF, lens=WIDE),
    skill("perform", [Cue("perform")], 0.0, 2.3, clip="punch"),
)  # fmt: skip
# What four legs do as well, under the skills' own names.
ON_FOUR_LEGS = (
    Tile(name="wolf_walk", title="Walk, on four legs", cues=(Cue("walk", speed=0.8),),
         shown=(3.0, 5.5), repeats=True, body=WOLF, lens=WIDE),
    Tile(name="wolf_get_up", title="Fall and get up, on four legs",
         cues=(Cue("stand"), Cue("fall", start=0.3), Cue("get_up", start=2.0)), shown=(0.0, 5.0),
         body=WOLF, lens=WIDE),
)  # fmt: skip


def walks() -> list[Tile]:
    """Every style of walking, at its own speed."""
    return [walk_in(name, round(load_style(name)["speed"], 2)) for name in shipped_styles()]


def walk_in(style: str, speed: float) -> Tile:
    return Tile(name=f"style_{style}", title=title_of(style), repeats=True,
                cues=(Cue("walk", style=style, speed=speed),),
                shown=(SETTLED, SETTLED + max(STRIDES, WAY / speed)))  # fmt: skip


def dances() -> list[Tile]:
    return [
        Tile(name=f"dance_{name}", title=title_of(name), cues=(Cue("dance", style=name),),
             shown=(SETTLED, SETTLED + STRIDES), repeats=True, lens=WIDE)
        for name in list_dances()
    ]  # fmt: skip


def rises() -> list[Tile]:
    """Every style of getting up, after the same fall."""
    return [
        Tile(name=f"rise_{name}", title=title_of(name),
             cues=(Cue("fall"), Cue("get_up", start=LIES, style=name)),
             shown=(LIES, LIES + RISES))
        for name in rising_styles()
    ]  # fmt: skip


def all_tiles() -> list[Tile]:
    return [*SKILLS, *ON_FOUR_LEGS, *walks(), *dances(), *rises()]
