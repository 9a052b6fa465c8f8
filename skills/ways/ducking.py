"""Ducking under an obstacle across the way: Coros, Beaudoin, van de Panne 2010, Section 5.4.

The body bends as a linear function of the distance, until it is low enough, and rises behind the
obstacle.
"""

from __future__ import annotations

import math

import numpy as np

from ...controllers.gait.gait import ADULT_LEG
from ...controllers.gait.style_channels import (
    BACK,
    NECK,
    PELVIS,
    SHOULDER_SWING,
    STANCE_KNEE,
    WAIST,
)
from ...simulation.body import Motion
from ...simulation.records import Rows, views_of
from ..biped import Biped
from .obstacles import Line, Obstacle, span_across

# Numbers without a source: tuned by hand, judged by bench tasks_feet.
# Lean of each part of the trunk [rad] and bend of the knees in the deepest bow.
LEANS = {PELVIS: 0.8, WAIST: 1.2, BACK: 1.45, NECK: 1.1}
KNEE_BEND, ARMS_FORWARD = 0.9, 0.9  # [rad]
CROUCH = 1.5  # [rad] of the knees instead while stepping over: hips far back shorten the reach
LEAN = 1  # of a part's channels: tilt, lean, turn
CLEARANCE = 0.1  # of the leg, over the head
LOWEST = 0.75  # of the leg: no ducking under lower obstacles
BEGINS, LOW_BY = 0.9, 0.78  # of the leg: distances before the bar of the first and the full bend
BEGINS_SOONER, LOW_SOONER = 1.9, 1.1  # [s] of walking in addition: the trunk lags
LOW_UNTIL, UPRIGHT_BY = 0.17, 0.47  # of the leg: behind the bar
SLOW = 0.5  # [m/s]: speed of an adult with a bent trunk
PASSING_WIDTH = 0.3  # of the leg: half the width of the body
STEPS = 16  # of bisection, for the depth of a bow


def duck(biped: Biped, motion: Rows[Motion]) -> None:
    """Bend as deep as obstacles ahead, overhead or just behind require now."""
    faced, crossing = float(biped.memory["heading"]), biped.crossing
    heading = crossing.heading if crossing.is_busy else faced
    state = views_of(Motion, motion)
    line, floor = Line(state.com[:2], heading), _floor(biped, state)
    bows = (_bow_under(biped, obstacle, line, floor) for obstacle in biped.obstacles)
    biped.bent = 0.0 if crossing.stays_upright else max(bows, default=0.0)


def short_of_room(biped: Biped, motion: Rows[Motion], heading: float) -> float:
    """How much further back [m] a stander should be to bow under the first obstacle ahead."""
    state = views_of(Motion, motion)
    line, floor, leg = Line(state.com[:2], heading), _floor(biped, state), biped.leg
    spans = (_span_over(biped, obstacle, line, floor) for obstacle in biped.obstacles)
    ahead = [span[0] for span in spans if span is not None and span[0] > 0.0]
    return max(BEGINS * leg - min(ahead, default=math.inf), 0.0)


def is_bar_within(biped: Biped, motion: Rows[Motion], line: Line, end: float) -> bool:
    """Whether a walker has to bow under something up to a place along its way [m]."""
    floor = _floor(biped, views_of(Motion, motion))
    spans = (_span_over(biped, obstacle, line, floor) for obstacle in biped.obstacles)
    return any(span is not None and span[1] > 0.0 and span[0] < end for span in spans)


def _floor(biped: Biped, state: Motion) -> float:
    """Height [m] of the ground under the lower foot."""
    anatomy = biped.anatomy
    return float(state.origin[anatomy["foot"], 2].min() - anatomy["ankle_height"].mean())


def _span_over(
    biped: Biped, obstacle: Obstacle, line: Line, floor: float
) -> tuple[float, float] | None:
    """Begin and end [m] along a line of an obstacle to bow under; None where it is none."""
    leg, low = biped.leg, obstacle.low - floor
    if not LOWEST * leg < low < biped.character.height + CLEARANCE * leg:
        return None
    return span_across(obstacle, line, PASSING_WIDTH * leg)


def _bow_under(biped: Biped, obstacle: Obstacle, line: Line, floor: float) -> float:
    """The share of the deepest bow that one obstacle requires."""
    span = _span_over(biped, obstacle, line, floor)
    if span is None or span[0] > biped.crossing.reach:
        return 0.0
    leg, low = biped.leg, obstacle.low - floor
    pace = max(float(biped.memory["speed"]), 0.0)
    low_by, begins = LOW_BY * leg + LOW_SOONER * pace, BEGINS * leg + BEGINS_SOONER * pace
    before = float(np.interp(span[0], (low_by, begins), (1.0, 0.0)))
    behind = float(np.interp(-span[1], (LOW_UNTIL * leg, UPRIGHT_BY * leg), (1.0, 0.0)))
    return min(before, behind) * _depth(biped, low - CLEARANCE * leg)


def _depth(biped: Biped, height: float) -> float:
    """The least share of the deepest bow with which a body is no higher than a height [m]."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = 0.5 * (low + high)
        if top_of(biped, middle) > height:
            low = middle
        else:
            high = middle
    return high


def top_of(biped: Biped, share: float) -> float:
    """Height [m] of head and trunk over the ground in a share of the deepest bow."""
    anatomy, character = biped.anatomy, biped.character
    upper, lower = (
        float(anatomy[name].mean()) for name in ("upper_leg_length", "lower_leg_length")
    )
    knee = share * _knee_bend(biped)
    height = math.sqrt(upper**2 + lower**2 + 2.0 * upper * lower * math.cos(knee))
    height += float(anatomy["ankle_height"].mean())
    top = height
    parts = (("pelvis", PELVIS), ("lower_back", WAIST), ("torso", BACK), ("head", NECK))
    for (name, part), (above, _) in zip(parts, (*parts[1:], parts[-1]), strict=True):
        segment, lean = character.segment(name), share * LEANS[part]
        assert segment.shape is not None
        end = segment.shape.center[2] + 0.5 * segment.shape.size[2]
        reach = end * math.cos(lean) + 0.5 * segment.shape.size[0] * math.sin(lean)
        top = max(top, height + reach)
        if above != name:
            height += character.segment(above).offset[2] * math.cos(lean)
    return top


def bend(biped: Biped) -> None:
    """Add the bow to the style's posture; called after the style was set."""
    share = biped.bent
    trunk, limb = biped.command["trunk_mean"], biped.command["limb_mean"]
    for part, lean in LEANS.items():
        trunk[part + LEAN] = biped.arrays["trunk_mean"][part + LEAN] * (1.0 - share) + share * lean
    swing = biped.arrays["limb_mean"][:, SHOULDER_SWING]
    limb[:, SHOULDER_SWING] = swing + share * ARMS_FORWARD
    limb[:, STANCE_KNEE] = np.maximum(limb[:, STANCE_KNEE], share * _knee_bend(biped))


def _knee_bend(biped: Biped) -> float:
    """Bend of the knees [rad] in the deepest bow."""
    return CROUCH if biped.crossing.is_busy else KNEE_BEND


def pace_under(biped: Biped) -> float:
    """Largest speed of the walker [m/s]: its trunk needs time to bend."""
    return SLOW * math.sqrt(biped.leg / ADULT_LEG) if biped.bent > 0.0 else math.inf
