"""What `bench falling` measures, on motions whose figures are known."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall.bodies.segments import Shape
from footfall.bodies.solids import Solid, overlap, pair_depth, still
from footfall.evaluation.bearing import (
    HEAD,
    PARTS,
    Bearing,
    bearing,
    contact_slides,
    first_touch,
    running_mean,
)
from footfall.evaluation.body_overlap import depths, separate_pairs
from footfall.evaluation.cases import human
from footfall.evaluation.pushed_falls import DIRECTIONS, MOVES, cases, harder
from footfall.shots.take import Performance

Array = NDArray[np.float64]
HUMAN = human()
NAMES = HUMAN.segment_names
HIGH = 2.0  # [m]: out of the ground's reach
FRAMES = 6
LOAD = 200.0  # [N]


def size_of(name: str) -> tuple[float, float, float]:
    shape = HUMAN.segment(name).shape
    assert shape is not None
    return shape.size


def performed(
    places: dict[str, Array], turn: Array | None = None, load: dict[str, float] | None = None
) -> Performance:
    """A body that stands high over the ground, some segments elsewhere: shape middles [m].

    Args:
        turn: (frames, 4) of those segments.
        load: upward force on segments, in all frames [N].
    """
    origins = HUMAN.standing_origins()
    positions = np.array([np.add(origins[s.name], s.center) for s in HUMAN.segments])
    positions = np.repeat(positions[None] + [0.0, 0.0, HIGH], FRAMES, axis=0)
    turns = np.zeros((FRAMES, len(NAMES), 4))
    turns[..., 0] = 1.0
    for name, middle in places.items():
        segment, at = HUMAN.segment(name), NAMES.index(name)
        assert segment.shape is not None
        off = segment.shape.center[2] - segment.center[2]
        up = np.array([0.0, 0.0, 1.0])
        if turn is not None:
            turns[:, at] = turn
            w, x, y, z = turn.T
            up = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], 1)
        positions[:, at] = middle - off * up
    forces = np.zeros((FRAMES, len(NAMES), 3))
    for name, force in (load or {}).items():
        forces[:, NAMES.index(name), 2] = force
    return Performance(
        segment_names=tuple(NAMES), joint_names=(), segment_positions=positions,
        segment_orientations=turns, joint_positions=np.zeros((FRAMES, 0, 3)),
        root_position=positions[:, 0], root_orientation=turns[:, 0],
        center_of_mass=positions[:, 0], foot_contacts=np.zeros((FRAMES, 2), bool),
        contact_forces=forces,
    )  # fmt: skip


def along_x(step: float, height: float) -> Array:
    """(frames, 3) places that move by a step each frame [m]."""
    return np.array([(step * i, 0.0, height) for i in range(FRAMES)])


def lying(roll: float) -> Array:
    """(frames, 4) of a segment whose long axis is level along y, rolling by an angle a frame."""
    half, down = roll * np.arange(FRAMES) / 2, math.pi / 4
    c, s = math.cos(down), math.sin(down)
    return np.stack([np.cos(half) * c, np.cos(half) * s, np.sin(half) * c, -np.sin(half) * s], 1)


def test_hands_in_each_other_are_as_deep_as_their_radii_exceed_their_distance() -> None:
    distance = size_of("hand.L")[0] - 0.03
    left, right = along_x(0.0, 5.0), along_x(0.0, 5.0) + [distance, 0.0, 0.0]
    left[0] += [0.0, 1.0, 0.0]
    depth = depths(HUMAN, performed({"hand.L": left, "hand.R": right}))["hand.L", "hand.R"]
    assert depth[0] == 0.0
    assert depth[1:] == pytest.approx(0.03)


def test_a_standing_body_is_nowhere_in_itself() -> None:
    assert max(float(d.max()) for d in depths(HUMAN, performed({})).values()) == 0.0


def test_neighbours_are_left_out_and_limbs_are_not() -> None:
    pairs = {frozenset(pair) for pair in separate_pairs(HUMAN)}
    assert not pairs & {frozenset((s.name, s.parent)) for s in HUMAN.segments}
    meeting = [("head", "hand.L"), ("hand.L", "hand.R"), ("torso", "upper_leg.R"),
               ("lower_arm.L", "upper_leg.L"), ("upper_leg.L", "foot.L")]  # fmt: skip
    assert all(frozenset(pair) in pairs for pair in meeting)


def solids(kind: str, size: tuple[float, float, float], random: np.random.Generator) -> Solid:
    shape = still(Shape(kind=kind, size=size, center=(0.0, 0.0, 0.0)))  # type: ignore[arg-type]
    axes = np.linalg.qr(random.normal(size=(200, 3, 3)))[0]
    return Solid(shape.kind, shape.size, random.uniform(-0.3, 0.3, (200, 3)), axes)


def test_what_is_left_uncomputed_is_apart() -> None:
    random = np.random.default_rng(0)
    box, capsule = (0.3, 0.1, 0.2), (0.1, 0.1, 0.5)
    for first, second in ((box, box), (box, capsule), (capsule, capsule)):
        a, b = (solids("box" if s is box else "capsule", s, random) for s in (first, second))
        assert pair_depth(a, b) == pytest.approx(overlap(a, b))


def test_a_hand_that_is_dragged_slides_as_far_as_it_is_dragged() -> None:
    places = along_x(0.01, size_of("hand.L")[2] / 2)
    dragged = bearing(HUMAN, performed({"hand.L": places}, load={"hand.L": LOAD}), PARTS["hand"],
                      ".L")  # fmt: skip
    assert dragged.load == pytest.approx(LOAD)
    assert contact_slides(dragged.load > 0.0, dragged.steps, gap=1) == [pytest.approx(0.05)]


def test_a_hand_that_rolls_does_not_slide() -> None:
    radius, roll = size_of("hand.L")[0] / 2, 0.1
    places = along_x(radius * roll, radius)
    rolled = bearing(HUMAN, performed({"hand.L": places}, lying(roll), {"hand.L": LOAD}),
                     PARTS["hand"], ".L")  # fmt: skip
    assert contact_slides(rolled.load > 0.0, rolled.steps, gap=1)[0] < 0.05 * 5 * radius * roll


def test_only_the_upper_end_of_a_shin_is_a_knee() -> None:
    places = along_x(0.0, size_of("lower_leg.L")[2] / 2)
    upright = np.tile([1.0, 0.0, 0.0, 0.0], (FRAMES, 1))
    upside_down = np.tile([0.0, 1.0, 0.0, 0.0], (FRAMES, 1))
    loads = [
        bearing(HUMAN, performed({"lower_leg.L": places}, turn, {"lower_leg.L": LOAD}),
                PARTS["knee"], ".L").load
        for turn in (upright, upside_down)
    ]  # fmt: skip
    assert loads[0].max() == 0.0
    assert loads[1].min() == pytest.approx(LOAD)


def test_a_head_that_an_arm_presses_in_the_air_does_not_land() -> None:
    high = along_x(0.0, HIGH)
    landed = along_x(0.0, size_of("head")[2] / 2)
    high[3:] = landed[3:]
    head = bearing(HUMAN, performed({"head": high}, load={"head": LOAD}), HEAD, "")
    assert first_touch([head]) == 3
    assert first_touch([head._replace(load=head.load[:3])]) is None


def test_a_part_touches_stairs_where_they_are() -> None:
    half = size_of("hand.L")[2] / 2
    on_step = performed({"hand.L": along_x(0.0, 0.16 + half)}, load={"hand.L": LOAD})
    step: Callable[[Array], Array] = lambda places: np.full(places.shape[:-1], 0.16)  # noqa: E731
    assert bearing(HUMAN, on_step, PARTS["hand"], ".L", step).load.min() == pytest.approx(LOAD)
    assert bearing(HUMAN, on_step, PARTS["hand"], ".L").load.max() == 0.0


def test_a_contact_goes_on_over_a_short_pause_in_which_nothing_slides() -> None:
    loaded = np.array([1, 1, 0, 1, 1, 0, 0, 0, 1, 1], bool)
    steps = np.tile([0.01, 0.0], (9, 1))
    assert contact_slides(loaded, steps, gap=3) == [pytest.approx(0.02), pytest.approx(0.01)]
    assert contact_slides(loaded, steps, gap=1) == [pytest.approx(0.01)] * 3


def test_a_mean_over_frames_halves_a_peak_of_one_frame() -> None:
    values = np.array([0.0, 0.0, 4.0, 0.0, 2.0])
    assert running_mean(values, 2).tolist() == [0.0, 0.0, 2.0, 2.0, 1.0]


def test_the_first_to_bear_is_told_by_its_load() -> None:
    late, early = np.zeros(FRAMES), np.zeros(FRAMES)
    late[4:], early[2] = 100.0, 100.0
    nothing = np.zeros((FRAMES - 1, 2))
    assert first_touch([Bearing(late, nothing), Bearing(early, nothing)]) == 2


def test_cases_are_pushes_from_all_sides_in_all_ways_of_moving() -> None:
    found = cases()
    assert len(found) == 200
    for moves in MOVES:
        assert {c.direction for c in found if c.moves == moves} == set(range(DIRECTIONS))
    assert sorted(c.direction for c in found if c.rises) == list(range(0, DIRECTIONS, 2))
    assert {c.climbs for c in found if c.moves == "stairs"} == {-1, 1}


def test_a_case_that_stays_up_is_pushed_harder() -> None:
    forces = [case.force for case in harder(cases()[50])]
    assert len(forces) > 1
    assert forces == sorted(forces)


def test_stairs_of_a_case_are_those_that_it_stands_on() -> None:
    for climbs in (-1, 1):
        case = next(c for c in cases() if c.climbs == climbs)
        places = np.array([(x, 0.0) for x in (-1.0, 0.29, 0.31, 0.65, 9.0)])
        assert case.heights()(places) == pytest.approx(climbs * np.array([0, 0, 0.16, 0.32, 1.28]))
