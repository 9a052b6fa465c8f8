"""Sitting down and rising: chairs of many heights, starts, sizes, and the forces in all of them.

Jones 2011, Chapter 4: one controller rose from chairs of 45, 50 and 60 cm without change.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..base.errors import SimulationError
from ..bodies.character import Character
from ..controllers.gait.gait import ADULT_LEG
from ..controllers.program.anatomy import make_anatomy
from ..evaluation.applied_torques import simulate_watched
from ..evaluation.cases import run_cases
from ..shots.cue import Cue
from ..shots.shot import Performer, Prop, Shot
from ..shots.take import Performance, Take
from ..skills.seats.plan import SeatPlan
from ..skills.seats.seat import Seat
from .parts.table import Row

Array = NDArray[np.float64]
MUST_HEIGHTS = (0.45, 0.5, 0.55, 0.6, 0.65)  # [m]
AIM_HEIGHTS = (0.35, 0.4, *MUST_HEIGHTS, 0.7, 0.75)
STARTS = 5
SIZES = ("child", "giant")
SIZE_HEIGHTS = (0.45, 0.55, 0.65)
# How far starts are from the usual pose: hips and feet [m], lean of the torso [rad].
HIPS_OFF, FEET_OFF, LEAST_LEAN, MOST_LEAN = 0.03, 0.06, -0.1, 0.3
GRAVITY, RATE = 9.81, 50.0  # [m/s2], [1/s]: a frame is the mean over 20 ms
WIDTH, DEPTH, THICKNESS = 0.5, 0.45, 0.05  # of the seat of an adult [m]
RISES, SITS, ENDS = 0.5, 6.0, 16.0  # [s]
WATCHED = 1.0  # [s] at the end of each
STILL = 0.1  # [m/s]
UPRIGHT, ON_SEAT = 0.93, 0.03  # of the standing height of the hips; of the leg, from the seat
LEAST_LOAD = 0.25  # of body weight that a seat bears
UNEXPLAINED, HARDEST = 0.02, 4.0  # of body weight
NO_STYLE_KNEE = 0.2  # [rad]


@dataclass(frozen=True)
class Case:
    """A body, the height of a chair for an adult [m], and the number of the start."""

    body: str
    height: float
    start: int


@dataclass(frozen=True)
class Outcome:
    """Of one run.

    Attributes:
        rose, sat: whether it stood and sat as it should.
        unexplained: RMS of the momentum's change that contacts and gravity do not give, of weight.
        hardest: largest contact force over 20 ms, of weight.
        strained: largest torque that the engine was given about any axis of a joint, of its limit.
    """

    rose: bool
    sat: bool
    unexplained: float = math.inf
    hardest: float = math.inf
    strained: float = math.inf


def measure() -> list[Row]:
    """Rows of the human's chairs, of other sizes, and of the forces in all runs."""
    heights = [Case("human", height, k) for height in AIM_HEIGHTS for k in range(STARTS)]
    sizes = [Case(body, height, k) for body in SIZES for height in SIZE_HEIGHTS for k in range(2)]
    outcomes = dict(zip([*heights, *sizes], run_cases(run, [*heights, *sizes]), strict=True))
    must = [outcomes[case] for case in heights if case.height in MUST_HEIGHTS]
    rows = [
        *_rows("chairs of 45 to 65 cm, 5 starts each", "45, 50, 60 cm", must, must=True),
        *_rows("chairs of 35 to 75 cm", "", [outcomes[case] for case in heights]),
    ]
    for body in SIZES:
        runs = [outcomes[case] for case in sizes if case.body == body]
        rows += _rows(f"{body}, chairs scaled by leg length", "", runs)
    return [*rows, *_force_rows(list(outcomes.values()))]


def _rows(what: str, paper: str, runs: list[Outcome], must: bool = False) -> list[Row]:
    rows = []
    for name, done in (("rises", [r.rose for r in runs]), ("sits down", [r.sat for r in runs])):
        bar = f"{'must' if must else 'aim'}: {len(runs)} of {len(runs)}"
        passed = all(done) if must else None
        paper_says = paper if name == "rises" else ""
        rows.append(
            Row(f"{what}: {name}", paper_says, "", f"{sum(done)} of {len(runs)}", passed, bar)
        )
    return rows


def _force_rows(runs: list[Outcome]) -> list[Row]:
    unexplained = max(run.unexplained for run in runs)
    hardest, strained = max(run.hardest for run in runs), max(run.strained for run in runs)
    return [
        Row(
            "change of momentum that no contact and no gravity explains, RMS [% of weight]",
            "", "", f"{100 * unexplained:.2f}", unexplained <= UNEXPLAINED, "must: 2",
        ),
        Row(
            "largest contact force over 20 ms [body weights]",
            "", "", f"{hardest:.2f}", hardest < HARDEST, "must: below 4",
        ),
        Row(
            "largest torque given to the engine about one axis of a joint, of its limit",
            "", "", f"{strained:.2f}", strained <= 1.0, "must: 1",
        ),
    ]  # fmt: skip


def run(case: Case) -> Outcome:
    """Rise, stand and sit down again."""
    shot = sitting_shot(case)
    try:
        take, shares = simulate_watched(shot)
    except SimulationError:
        return Outcome(False, False)
    performance, body = take.performances[0], shot.performers[0].character
    upright = performance.fell_at is None or performance.fell_at > SITS
    rose = upright and stands(take, body, SITS)
    return Outcome(
        rose,
        rose and performance.fell_at is None and sits(take, body, shot.props[0]),
        unexplained(take, body),
        float(_total(performance).max() / (body.mass * GRAVITY)),
        max(shares.values()),
    )


def sitting_shot(case: Case) -> Shot:
    """From a pose that the start's number draws."""
    body = Character.preset(case.body)
    chair = chair_for(body, case.height)
    performer = Performer(
        body,
        [Cue("sit_to_stand", start=RISES, seat="chair"), Cue("stand_to_sit", start=SITS)],
        pose=_start_pose(body, chair, case.start),
    )
    return Shot([performer], props=[chair], duration=ENDS, frame_rate=RATE)


def chair_for(body: Character, height: float) -> Prop:
    """The seat of a chair, its front edge at the origin, that is to a body as to an adult."""
    size = body.leg_length / ADULT_LEG
    sides = (DEPTH * size, WIDTH * size, THICKNESS * size)
    middle = (-sides[0] / 2, 0.0, height * size - sides[2] / 2)
    return Prop("chair", "box", size=sides, position=middle)


def _start_pose(body: Character, chair: Prop, start: int) -> dict[str, object]:
    """The usual pose for 0; others sit elsewhere, with their feet elsewhere, and lean."""
    size = body.leg_length / ADULT_LEG
    top = chair.position[2] + chair.size[2] / 2
    seat = Seat(np.zeros(2), 0.0, top, chair.size[0])
    plan = SeatPlan(body, make_anatomy(body)[0], GRAVITY, NO_STYLE_KNEE)
    usual = plan.rest(seat, 0.0)
    if start == 0:
        return plan.pose(usual)
    draw = np.random.default_rng(start)
    depth = -usual.hips[0] + size * draw.uniform(-HIPS_OFF, 0.0)
    ankles = usual.ankles[:, 0].mean() + size * draw.uniform(-FEET_OFF, FEET_OFF)
    lean = draw.uniform(LEAST_LEAN, MOST_LEAN)
    return plan.pose(plan.seated(seat, 0.0, depth, ankles + depth, lean))


def stands(take: Take, body: Character, until: float) -> bool:
    """Whether it has stood still on both feet, its mass over them, for the time before."""
    p, part = take.performances[0], _part(take, until)
    hips = p.root_position[part, 2] > UPRIGHT * body.standing_height_of_root
    both = p.foot_contacts[part].all()
    return bool(both and hips.all() and _speed(take)[part].max() < STILL and _is_over(p, part))


def sits(take: Take, body: Character, chair: Prop) -> bool:
    """Whether it has sat still on the chair, which bears it, at the end."""
    p, part = take.performances[0], _part(take, take.times[-1])
    top = chair.position[2] + chair.size[2] / 2
    plan = SeatPlan(body, make_anatomy(body)[0], GRAVITY, NO_STYLE_KNEE)
    off = np.abs(p.root_position[part, 2] - top - plan.sitting_height)
    assert p.contact_forces is not None
    parts = [p.segment_names.index(n) for n in ("pelvis", "upper_leg.L", "upper_leg.R")]
    load = p.contact_forces[part][:, parts, 2].sum(axis=1).mean()
    return bool(
        off.max() < ON_SEAT * body.leg_length
        and _speed(take)[part].max() < STILL
        and load > LEAST_LOAD * body.mass * GRAVITY
    )


def _part(take: Take, until: float) -> NDArray[np.bool_]:
    part: NDArray[np.bool_] = (take.times > until - WATCHED) & (take.times <= until)
    return part


def _speed(take: Take) -> Array:
    moved = np.gradient(take.performances[0].center_of_mass, take.times, axis=0)
    return np.linalg.norm(moved, axis=1)


def _is_over(p: Performance, part: NDArray[np.bool_]) -> bool:
    """Whether the center of mass is between heels and toes of the feet."""
    heels = p.joint_positions[part][:, [p.joint_names.index(n) for n in ("ankle.L", "ankle.R")], 0]
    toes = p.joint_positions[part][:, [p.joint_names.index(n) for n in ("toe.L", "toe.R")], 0]
    ahead = p.center_of_mass[part, 0]
    return bool((ahead > heels.min(axis=1)).all() and (ahead < toes.max(axis=1)).all())


def _total(p: Performance) -> Array:
    """(frames,) size of each frame's contact force on the whole body [N]."""
    assert p.contact_forces is not None
    return np.linalg.norm(p.contact_forces.sum(axis=1), axis=1)


def unexplained(take: Take, body: Character) -> float:
    """RMS over the run, of body weight."""
    p, weight = take.performances[0], body.mass * GRAVITY
    assert p.momentum is not None and p.contact_forces is not None
    change = np.diff(p.momentum[:, :3], axis=0) / np.diff(take.times)[:, None]
    forces = p.contact_forces[1:].sum(axis=1) - (0.0, 0.0, weight)
    # A frame's forces are read one physics step before its momentum: the first frame lacks one.
    left = (change - forces)[1:]
    return float(np.sqrt((left**2).sum(axis=1).mean()) / weight)
