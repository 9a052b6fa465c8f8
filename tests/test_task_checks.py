"""Impossible tasks of the hands are reported before anything is simulated."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Prop, Shot
from footfall.base.errors import InvalidInput
from footfall.bodies.reach_posture import Outline
from footfall.shots.feasibility import check_feasible
from footfall.shots.grasp import find_grasp, widest_hold
from footfall.shots.hand_reach import heaviest_load

ADULT = Character.humanoid(height=1.75, mass=70.4)
CHILD = Character.humanoid(height=1.2)
SHELF = Prop("shelf", "box", size=(0.5, 0.5, 2.0), position=(1.5, 0.0, 1.0))
WIDE = (1.2, 1.2, 0.3)


def crate(height: float = 0.0, size: tuple[float, ...] = (0.4, 0.4, 0.3), **more: Any) -> Prop:
    """A crate whose underside is at a height [m]."""
    settings = {"mass": 5.0, "position": (1.5, 0.0, height + size[2] / 2), **more}
    return Prop("crate", "box", size=size, **settings)


def check(*cues: Cue, props: tuple[Prop, ...] = (), body: Character = ADULT, **more: Any) -> None:
    check_feasible(Shot([Performer(body, list(cues))], props=props, **more))


def handles(height: float, apart: float = 0.4, front: float = -0.6) -> dict[str, Any]:
    return {"L": (front, -apart / 2, height), "R": (front, apart / 2, height)}


LIFT = Cue("pick_up")


@pytest.mark.parametrize(
    ("cues", "props", "sentence"),
    [
        ([LIFT], [], "There is no prop 'crate' to pick up; the shot has none."),
        (
            [Cue("push_crate", prop="box")],
            [crate()],
            "There is no prop 'box' to push or pull; the shot has crate.",
        ),
        (
            [Cue("reach", target="lamp")],
            [crate()],
            "There is no prop 'lamp' to reach; the shot has crate.",
        ),
        (
            [LIFT, Cue("put_down", start=15.0, target="table")],
            [crate()],
            "There is no prop 'table' to put something on; the shot has crate.",
        ),
        ([Cue("sit_to_stand")], [crate()], "There is no prop 'chair' to sit on; the shot has"),
        ([LIFT], [crate(), crate(2.0)], "Props need names of their own, got crate, crate."),
        (
            [Cue("pull_crate")],
            [crate(mass=0.0)],
            "The prop 'crate' of Pull crate has no mass, so that it never moves: give it one.",
        ),
        ([LIFT], [crate(mass=80.0)], "The prop 'crate' weighs 80 kg; these arms can carry a"),
        ([LIFT], [crate(size=WIDE)], "The prop 'crate' is too wide to hold: 1.24 m from hand to"),
        (
            [Cue("reach", target=(1.0, 0.0, 3.0))],
            [],
            "Reach's target would be 3.00 m over the ground, 1.03 m out of this body's reach: "
            "bring it lower.",
        ),
        (
            [Cue("reach", target=(1.0, 0.0, -0.3))],
            [],
            "Reach's target would be 0.30 m under the ground: bring it up.",
        ),
        ([LIFT], [crate(2.0), SHELF], "The hold on the prop 'crate' would be 2.23 m over the"),
        (
            [Cue("push_crate")],
            [crate(size=(1.2, 1.2, 1.0), handles=handles(2.0))],
            "The hold on the prop 'crate' would be 2.50 m over the ground",
        ),
        (
            [Cue("put_down", start=2.0, target=(1.0, 0.0, 0.0))],
            [crate()],
            "There is nothing in the hands that Put down at 2 s could put down: let a Pick up",
        ),
        (
            [LIFT, Cue("fall", start=15.0), Cue("put_down", start=16.0, target=(1.0, 0.0, 0.0))],
            [crate()],
            "There is nothing in the hands that Put down at 16 s could put down",
        ),
        (
            [LIFT, Cue("put_down", start=15.0, target="shelf")],
            [crate(), SHELF],
            "The hands at the target of Put down would be 2.23 m over the ground",
        ),
        (
            [LIFT, Cue("put_down", start=15.0, target="crate")],
            [crate()],
            "The prop 'crate' cannot be put down on itself: choose another.",
        ),
        (
            [LIFT, Cue("pull_crate", start=15.0)],
            [crate()],
            "Pull crate at 15 s finds the prop 'crate' in the hands: let a Put down come",
        ),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    cues: list[Cue], props: list[Prop], sentence: str
) -> None:
    with pytest.raises(InvalidInput) as raised:
        check(*cues, props=tuple(props))
    assert str(raised.value).startswith(sentence)
    assert str(raised.value).count(". ") <= 1


@pytest.mark.parametrize("body", [ADULT, CHILD])
def test_what_can_be_done_is_let_through(body: Character) -> None:
    away = Cue("put_down", start=15.0, target=(3.0, 0.0, 0.0))
    check(LIFT, away, Cue("reach", start=25.0, target="crate"), props=(crate(),), body=body)
    check(Cue("reach", target="shelf", hand="both"), props=(SHELF,), body=body)
    check(Cue("push_crate"), props=(crate(size=WIDE, mass=60.0),), body=body)
    for height in np.linspace(0.0, 1.1 * body.height, 5):
        check(Cue("reach", target=(1.0, 0.0, float(height))), body=body)


def test_a_wide_prop_is_held_by_handles() -> None:
    check(LIFT, props=(crate(size=WIDE, handles=handles(0.1)),))


def test_heights_count_from_the_ground_that_one_stands_on() -> None:
    slope, up = Ground.slope(10.0), Cue("reach", target=(8.0, 0.0, 3.0))
    check(up, ground=slope)
    with pytest.raises(InvalidInput, match="out of this body's reach"):
        check(up)


def test_what_falls_before_it_is_taken_may_be_high_but_not_heavy() -> None:
    check(LIFT, props=(crate(3.0),))
    with pytest.raises(InvalidInput, match="weighs 80 kg"):
        check(LIFT, props=(crate(3.0, mass=80.0),))


def test_what_somebody_moves_before_is_let_through() -> None:
    other = Performer(ADULT, [LIFT, Cue("put_down", start=15.0, target=(3, 0, 0))], position=(0, 2))
    second = Performer(ADULT, [Cue("reach", start=20.0, target="crate")])
    high = (crate(1.2), Prop("table", "box", size=(0.5, 0.5, 1.2), position=(1.5, 0.0, 0.6)))
    check_feasible(Shot([second, other], props=high))


def test_the_heaviest_load_follows_strength_gravity_and_how_far_off_it_is_held() -> None:
    def heaviest(body: Character, depth: float, gravity: float = 9.81) -> float:
        prop = crate(size=(depth, 0.4, 0.3))
        position, widest = np.array(prop.position), widest_hold(Outline(body))
        grasp = find_grasp(prop, position, np.array(prop.orientation), np.zeros(2), widest)
        return heaviest_load(body, grasp, gravity)

    slight = Character.humanoid(height=1.75, mass=35.2)
    assert 25.0 < heaviest(ADULT, 0.4) < 45.0
    assert heaviest(slight, 0.4) == pytest.approx(0.5 * heaviest(ADULT, 0.4), rel=0.05)
    assert heaviest(ADULT, 0.6) < 0.8 * heaviest(ADULT, 0.4)
    assert heaviest(ADULT, 0.4, gravity=1.62) > 5.0 * heaviest(ADULT, 0.4)
