"""The motion of light members as arrays, and meshes cut into rigid parts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_rotation_vectors
from footfall.crowd.numbers import read_numbers
from footfall.retarget.light_motion import (
    LightMotion,
    chosen,
    from_rows,
    joined,
    over_frames,
    to_rows,
)
from footfall.retarget.rigid_parts import Faces, cap, drawn_in, faces_of_parts, welded

PARENTS = (-1, 0, 1, 0)
FRAMES, RINGS, SPOKES = 4, 9, 8


def some_motion(members: int, free: tuple[int, ...], seed: int = 0) -> LightMotion:
    random = np.random.default_rng(seed)
    return LightMotion(
        parents=PARENTS,
        free=free,
        turns=random.normal(size=(FRAMES, members, 4, 3)).astype(np.float32),
        places=random.normal(size=(FRAMES, members, len(free), 3)).astype(np.float32),
        offsets=random.normal(size=(members, 4, 3)),
        scales=random.uniform(0.5, 2.0, size=(members, 4, 3)),
    )


def test_a_joint_is_a_fixed_point_of_its_parent_unless_it_is_free() -> None:
    motion = some_motion(2, (0, 3))
    joints = motion.joints()
    axes = matrices_from_rotation_vectors(motion.turns.astype(float))
    for frame in range(FRAMES):
        tip = joints[frame, 1, 1] + axes[frame, 1, 1] @ motion.offsets[1, 2]
        assert np.allclose(joints[frame, 1, 2], tip)
        assert np.allclose(joints[frame, 1, 3], motion.places[frame, 1, 1])


def test_members_whose_free_joints_differ_keep_their_joints_when_they_are_joined() -> None:
    one, other = some_motion(2, (0,)), some_motion(3, (0, 2), seed=1)
    both = joined([one, other])
    assert both.free == (0, 2)
    assert np.allclose(both.joints()[:, :2], one.joints(), atol=1e-6)
    assert np.allclose(both.joints()[:, 2:], other.joints(), atol=1e-6)
    assert np.allclose(chosen(both, [3]).joints(), other.joints()[:, 1:2], atol=1e-6)


def test_rows_of_a_mesh_hold_the_motion() -> None:
    motion = some_motion(3, (0, 2))
    rows = to_rows(motion)
    assert rows.shape == (FRAMES * 3 * (4 + 2), 3)
    back = from_rows(rows, PARENTS, motion.free, motion.offsets, motion.scales)
    assert np.array_equal(back.turns, motion.turns)
    assert np.array_equal(back.places, motion.places)


def test_a_motion_stands_still_before_its_first_and_after_its_last_frame() -> None:
    motion = some_motion(1, (0,))
    longer = over_frames(motion, first=5, start=3, frames=8)
    assert np.array_equal(longer.turns[:3], np.repeat(motion.turns[:1], 3, axis=0))
    assert np.array_equal(longer.turns[2:6], motion.turns)
    assert np.array_equal(longer.places[5:], np.repeat(motion.places[-1:], 3, axis=0))


def tube() -> tuple[np.ndarray, Faces, np.ndarray]:
    """A closed tube along z that two segments share: its points, faces and weights."""
    angles = np.linspace(0.0, 2 * np.pi, SPOKES, endpoint=False)
    rings = [
        (np.cos(a), np.sin(a), z) for z in np.linspace(-4.0, 4.0, RINGS) for a in angles
    ]  # fmt: skip
    points = np.array([*rings, (0.0, 0.0, -4.0), (0.0, 0.0, 4.0)])
    faces: list[tuple[int, ...]] = []
    for spoke in range(SPOKES):
        after = (spoke + 1) % SPOKES
        for ring in range(RINGS - 1):
            low, high = ring * SPOKES, (ring + 1) * SPOKES
            faces.append((low + spoke, low + after, high + after, high + spoke))
        top = (RINGS - 1) * SPOKES
        faces += [(after, spoke, top + SPOKES), (top + spoke, top + after, top + SPOKES + 1)]
    upper = np.clip(0.5 + points[:, 2] / 4.0, 0.0, 1.0)
    corners = np.array([corner for face in faces for corner in face])
    sizes = np.array([len(face) for face in faces])
    return points, Faces(corners, sizes), np.column_stack([1.0 - upper, upper])


def edges_of(faces: Faces, chosen: np.ndarray) -> Counter[frozenset[int]]:
    inside = chosen[faces.of_corners]
    pairs = zip(faces.corners[inside], faces.corners[faces.next_corners()][inside], strict=True)
    return Counter(frozenset(map(int, pair)) for pair in pairs)


def test_parts_are_closed_where_they_were_cut() -> None:
    points, faces, weights = tube()
    for part in faces_of_parts(faces, weights):
        lid = cap(points, faces, part)
        border = {edge for edge, count in edges_of(faces, part).items() if count == 1}
        closed = {frozenset(faces.corners[edge].tolist()) for edge in lid.edges}
        assert len(border) == SPOKES
        assert closed == border
        assert len(lid.middles) == 1
        assert np.allclose(lid.middles[0, :2], 0.0)


def test_a_border_that_the_whole_mesh_has_stays_open() -> None:
    points, faces, _ = tube()
    open_faces = Faces(faces.corners[: faces.sizes[:-2].sum()], faces.sizes[:-2])
    everything = np.ones(len(open_faces.sizes), dtype=bool)
    assert len(cap(points, open_faces, everything).edges) == 0


def test_parts_overlap_by_the_faces_that_both_segments_move() -> None:
    _, faces, weights = tube()
    lower, upper = faces_of_parts(faces, weights)
    assert (lower | upper).all()
    assert 2 * SPOKES <= (lower & upper).sum() <= 4 * SPOKES


def test_what_reaches_into_the_other_part_stays_within_a_ball_around_the_joint() -> None:
    points, faces, weights = tube()
    placed = drawn_in(points, faces, weights, 0, (-1, 0), np.zeros((2, 3)))
    beyond = weights[:, 0] < 0.5
    assert np.array_equal(placed[~beyond], points[~beyond])
    assert np.linalg.norm(placed[beyond], axis=1).max() < 0.97  # of the tube's radius


def test_vertices_that_an_importer_split_are_one() -> None:
    points, faces, weights = tube()
    split = points[faces.corners]
    again = welded(split, np.arange(len(split)), faces.sizes)
    assert len(set(again.corners.tolist())) == len(points)
    part = faces_of_parts(again, weights[faces.corners])[0]
    assert len(cap(split, again, part).edges) == SPOKES


@pytest.mark.parametrize(
    ("text", "numbers"), [("", [0, 1, 2, 7]), ("1-3", [0, 1, 2]), ("8, 2", [1, 7]), ("3-9", [2, 7])]
)
def test_members_are_named_by_their_numbers(text: str, numbers: list[int]) -> None:
    assert read_numbers(text, [0, 1, 2, 7]) == numbers


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("one", "Numbers of members are written as in 1-20, 35, got 'one'."),
        ("4-6", "None of the members 4-6 is there and selected."),
    ],
)
def test_numbers_that_mean_no_member_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        read_numbers(text, [0, 1, 2, 7])
