"""The ready bodies: closed, symmetric meshes with the measures of the tables."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from footfall.rigs.mannequin.build import Mannequin, build_mannequin
from footfall.rigs.mannequin.proportions import body_names

Array = NDArray[np.float64]
FACES = (3_000, 12_500)
CLOSE = 1e-9  # [m]
ROUGH = 0.12  # a mannequin is no measured person: share that a measure may differ

# Shares of the standing height, across the skin. Adult: Winter 2009, fig. 4.1 (Drillis and Contini
# 1964), head: ANSUR II. Child: Hybrid III 6 Year Old, physical data of the NHTSA: standing 45.0 in,
# head 5.6 by 6.8 in, sitting 25.0 in, elbow to finger tip 12.25 in.
TABLES = {
    "adult": {
        "height [m]": 1.75, "foot length": 0.152, "foot breadth": 0.055, "hip height": 0.530,
        "knee height": 0.285, "elbow to finger tip": 0.254, "upper arm": 0.186,
        "shoulder breadth": 0.259, "hip breadth": 0.191, "head breadth": 0.088,
        "head length": 0.113,
    },
    "child": {
        "height [m]": 1.143, "hip height": 0.491, "elbow to finger tip": 0.259,
        "head breadth": 0.1245, "head length": 0.151,
    },
}  # fmt: skip


@pytest.fixture(scope="module", params=body_names())
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def body(name: str) -> Mannequin:
    return build_mannequin(name)


def joint(body: Mannequin, bone: str) -> Array:
    return next(each.head for each in body.bones if each.name == bone)


def tail(body: Mannequin, bone: str) -> Array:
    return next(each.tail for each in body.bones if each.name == bone)


def moved_by(body: Mannequin, *bones: str) -> Array:
    """Points (n, 3) that these bones move for the most part."""
    names = [bone.name for bone in body.bones]
    shares = body.weights[:, [names.index(bone) for bone in bones]].sum(axis=1)
    return body.points[shares > 0.5]


def breadth(points: Array, axis: int = 0) -> float:
    return float(np.ptp(points[:, axis]))


def at_height(points: Array, height: float, near: float) -> Array:
    return points[np.abs(points[:, 2] - height) < near]


def measures(body: Mannequin) -> dict[str, float]:
    size = body.height
    foot = moved_by(body, "foot.L", "toe.L")
    skull = body.points[body.points[:, 2] > joint(body, "head")[2] + 0.03 * size]
    middle = body.points[np.abs(body.points[:, 0]) < 0.15 * size]
    hands = [tail(body, "hand.L"), joint(body, "hand.L"), joint(body, "forearm.L")]
    forearm = np.linalg.norm(hands[1] - hands[2]) + np.linalg.norm(hands[0] - hands[1])
    upper_arm = np.linalg.norm(joint(body, "upper_arm.L") - hands[2])
    shoulder = joint(body, "upper_arm.L")
    along = (hands[2] - shoulder) / upper_arm
    outwards = np.array([-along[2], 0.0, along[0]])
    near = moved_by(body, "upper_arm.L") - shoulder
    thick = (near[np.abs(near @ along) < 0.03 * size] @ outwards).max()
    shares = {
        "foot length": breadth(foot, axis=1),
        "foot breadth": breadth(foot),
        "hip height": float(joint(body, "thigh.L")[2]),
        "knee height": float(joint(body, "shin.L")[2]),
        "elbow to finger tip": float(forearm),
        "upper arm": float(upper_arm),
        "shoulder breadth": float(2 * (shoulder[0] + thick)),  # as the arms hang
        "hip breadth": breadth(at_height(middle, joint(body, "thigh.L")[2], 0.02 * size)),
        "head breadth": breadth(skull),
        "head length": breadth(skull, axis=1),
    }
    return {"height [m]": breadth(body.points, axis=2), **{n: v / size for n, v in shares.items()}}


def test_the_mesh_is_closed_and_turned_outwards(body: Mannequin) -> None:
    sides = np.stack([body.quads, np.roll(body.quads, -1, axis=1)], axis=-1).reshape(-1, 2)
    there = Counter(map(tuple, sides.tolist()))
    assert set(there.values()) == {1}  # no edge twice in the same direction
    assert all((b, a) in there for a, b in there)
    # One piece without handles: Euler's characteristic of a sphere.
    assert len(body.points) - len(there) // 2 + len(body.quads) == 2
    a, b, c, d = (body.points[body.quads[:, k]] for k in range(4))
    volume = sum(np.einsum("ij,ij->", np.cross(p, q), r) / 6 for p, q, r in ((a, b, c), (a, c, d)))
    assert volume > 0.0
    assert FACES[0] <= len(body.quads) <= FACES[1]


def test_no_face_is_squeezed(body: Mannequin) -> None:
    corners = body.points[body.quads]
    longest = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    normals = np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    areas = np.linalg.norm(normals, axis=1) / 2
    assert (areas > 0.1 * longest**2).all()


def test_left_and_right_are_mirror_images(body: Mannequin) -> None:
    names = [bone.name for bone in body.bones]
    swapped = str.maketrans("LR", "RL")
    exchanged = [n[:-1] + n[-1].translate(swapped) if n[-2:-1] == "." else n for n in names]
    columns = [names.index(other) for other in exchanged]
    order = np.lexsort(np.round(body.points, 7).T)
    mirrored = body.points * [-1.0, 1.0, 1.0]
    across = np.lexsort(np.round(mirrored, 7).T)
    np.testing.assert_allclose(body.points[order], mirrored[across], atol=CLOSE)
    np.testing.assert_allclose(
        body.weights[order], body.weights[across][:, columns], atol=1e-6
    )
    for bone, other in zip(body.bones, exchanged, strict=True):
        np.testing.assert_allclose(bone.head * [-1.0, 1.0, 1.0], joint(body, other), atol=CLOSE)


def test_weights_are_shares_of_a_few_bones_next_to_each_other(body: Mannequin) -> None:
    np.testing.assert_allclose(body.weights.sum(axis=1), 1.0, atol=1e-9)
    assert ((body.weights > 0.0).sum(axis=1) <= 4).all()
    names = [bone.name for bone in body.bones]
    left, right = (body.weights[:, names.index(f"shin{side}")] for side in (".L", ".R"))
    assert not (left * right).any()  # a knee never pulls at the other one
    wrist = joint(body, "hand.L")
    beyond = body.points[:, 0] > wrist[0] + 0.05 * body.height
    assert (body.weights[beyond, names.index("hand.L")] > 0.9).all()


def test_measures_are_those_of_the_tables(body: Mannequin, name: str) -> None:
    found = measures(body)
    wrong = {
        measure: (found[measure], expected)
        for measure, expected in TABLES[name].items()
        if abs(found[measure] / expected - 1) > (0.01 if measure == "height [m]" else ROUGH)
    }
    assert not wrong
    assert abs(float(body.points[:, 2].min())) < CLOSE  # it stands on the floor


def test_a_child_has_a_larger_head_and_shorter_legs() -> None:
    adult, child = (measures(build_mannequin(name)) for name in ("adult", "child"))
    assert child["head breadth"] > 1.3 * adult["head breadth"]
    assert child["hip height"] < 0.95 * adult["hip height"]
