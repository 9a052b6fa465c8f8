"""Every file is read correctly or refused in one sentence: property tests.

FUZZ_EXAMPLES=3000 in the environment draws so many examples of each at random; without it a few are
drawn, and each time the same.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from mutations import Samples, mutated

from footfall import (
    Character,
    Cue,
    Ground,
    KeyedMotion,
    Performer,
    Prop,
    Push,
    Shot,
    Take,
    simulate,
)
from footfall.base.errors import FootfallError, InvalidInput
from footfall.catalogue.planar import check_controller, check_planar_style, controller_of
from footfall.catalogue.planar.rising import check_riser, riser_of
from footfall.catalogue.references import reference_data
from footfall.catalogue.styles import load_style
from footfall.catalogue.styles.content import check_style
from footfall.motion import reference
from footfall.motion.performing.clip import pose_from_text, to_text
from footfall.motion.performing.standing_pose import standing_pose
from footfall.shots.feasibility import check_feasible
from footfall.shots.found_plans import load_plans
from footfall.skills.four_legs.get_up_ways import read_way, write_way
from footfall.skills.rising.plan import read_plan, write_plan

from .standing_poses import guard

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
SHORT = 0.05  # [s] of an accepted shot that is simulated


def repeatable(examples: int) -> settings:
    return settings(
        max_examples=EXAMPLES or examples,
        derandomize=not EXAMPLES,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def plain(data: Any) -> Any:
    """As a file of JSON gives it back."""
    return json.loads(json.dumps(data))


HUMAN, DOG = Character.humanoid(), Character.quadruped()
STYLE = {**load_style("sneak"), "name": "mine"}
CRATE = Prop("crate", size=(0.4, 0.4, 0.3), mass=5.0, position=(1.5, 0.0, 0.15),
             handles={"left": (0.0, 0.2, 0.0), "right": (0.0, -0.2, 0.0)})  # fmt: skip
ROCK = Prop("rock", "mesh", vertices=((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
            position=(9.0, 9.0, 0.0))  # fmt: skip
DOOR = Prop("door", size=(0.9, 0.05, 2.0), motion=KeyedMotion(
    (0.0, 1.5), ((5.0, 0.0, 1.0), (5.0, 0.5, 1.0)), ((1.0, 0.0, 0.0, 0.0), (0.8, 0.0, 0.0, 0.6))
))  # fmt: skip
TRIANGLES = Ground.mesh([(-9, -9, 0), (9, -9, 0), (0, 20, 0.5)], [(0, 1, 2)])
STEP = {"foot": "L", "position": (0.3, 0.09), "heading": 0.0, "duration": 0.7}
SHOTS = [
    Shot(
        [Performer(HUMAN, [Cue("walk", speed=[(0, 0.6), (4, 1.0)], style="mine, tired"),
                           Cue("push", start=1.0, force=(60.0, 0.0, 0.0), segment="head"),
                           Cue("push", start=2.0, direction="from_left", strength="shove"),
                           Cue("stand", start=8.0)],
                   pose={"knee.L": 0.3, "hip.L": (1.0, 0.0, 0.0, 0.0), "ankle.L": (0.1, 0.0)},
                   recover=True, plans=["0 3 0"])],
        pushes=[Push(0, "torso", 0.01, 0.1, (60.0, 0.0, 0.0), point=(0.0, 0.1, 0.0))],
        styles={"mine": STYLE}, props=[ROCK, DOOR], duration=10.0, seed=7,
    ),
    Shot([Performer(HUMAN, [Cue("pick_up", prop="crate"),
                            Cue("put_down", start=None, target=(3.0, 0.0, 0.0)),
                            Cue("reach", start=30.0, target="crate", hand="both")])],
         props=[CRATE], duration=None),
    Shot([Performer(HUMAN, [Cue("step", footsteps=[STEP])], leg_collision=False),
          Performer(DOG, [Cue("trot"), Cue("push", start=1.0)], position=(0.0, 4.0))],
         ground=TRIANGLES, performers_collide=True),
    Shot([Performer(HUMAN, [Cue("follow", path=[(0, 0), (1, 2), (3, 3)])]),
          Performer(Character.planar("human7"), [Cue("planar_walk")], position=(0.0, 5.0)),
          Performer(Character.planar("prone9"), [Cue("get_up")], position=(0.0, -5.0)),
          Performer(HUMAN, [Cue("planar_walk")], position=(5.0, 5.0))]),
    Shot([Performer(HUMAN, [Cue("run"), Cue("fall", start=2.0), Cue("get_up", start=None)]),
          Performer(HUMAN, [Cue("handstand")], position=(0.0, 3.0)),
          Performer(DOG, [Cue("sit"), Cue("lie_down", start=3.0)], position=(0.0, 6.0))],
         duration=20.0),
]  # fmt: skip
SHOT_DATA = Samples(plain(shot.to_data()) for shot in SHOTS)
BODIES = [HUMAN, DOG, Character.planar("human16"), Character.planar("prone9")]
BODY_DATA = Samples(plain(body.to_data()) for body in BODIES)


def returns(made: Any, from_data: Callable[[Any], Any], to_data: Callable[[Any], Any]) -> None:
    """An object made of broken data can be saved and loaded, and is equal."""
    text = json.dumps(to_data(made), allow_nan=False)
    assert json.dumps(to_data(from_data(json.loads(text))), allow_nan=False) == text


def assert_refused_or_returns(
    data: Any, from_data: Callable[[Any], Any], to_data: Callable[[Any], Any] = dict
) -> None:
    try:
        made = from_data(data)
    except FootfallError as error:
        assert str(error).endswith("."), str(error)
        return
    returns(made, from_data, to_data)


@repeatable(250)
@given(mutated(SHOT_DATA))
def test_a_broken_shot_is_refused_in_a_sentence_or_is_a_shot(data: Any) -> None:
    assert_refused_or_returns(data, Shot.from_data, Shot.to_data)


@repeatable(250)
@given(mutated(BODY_DATA))
def test_a_broken_character_is_refused_in_a_sentence_or_is_a_character(data: Any) -> None:
    assert_refused_or_returns(data, Character.from_data, Character.to_data)


@repeatable(200)
@given(mutated(Samples([plain(load_style(name)) for name in ("natural", "sneak", "groove")])))
def test_a_broken_style_is_refused_in_a_sentence_or_is_a_style(data: Any) -> None:
    assert_refused_or_returns(data, check_style)


@repeatable(200)
@given(mutated(Samples([plain(dict(controller_of(name))) for name in ("regular", "robust")])))
def test_a_broken_controller_is_refused_in_a_sentence_or_is_a_controller(data: Any) -> None:
    assert_refused_or_returns(data, check_controller)


@repeatable(100)
@given(mutated(Samples([plain(dict(controller_of("regular")["style"]))])))
def test_a_broken_planar_style_is_refused_in_a_sentence_or_is_a_style(data: Any) -> None:
    assert_refused_or_returns(data, check_planar_style)


@repeatable(150)
@given(mutated(Samples([plain(dict(riser_of(name))) for name in ("by_hand", "quick")])))
def test_a_broken_riser_is_refused_in_a_sentence_or_is_a_riser(data: Any) -> None:
    assert_refused_or_returns(data, check_riser)


@repeatable(150)
@given(mutated(Samples([plain(dict(reference_data(name))) for name in ("run", "skip")])))
def test_a_broken_reference_is_refused_in_a_sentence_or_is_a_reference(data: Any) -> None:
    assert_refused_or_returns(data, reference.from_data, reference.to_data)


PLAN_WORDS = st.lists(st.sampled_from(["0", "3", "-1", "squat", "slowly", "hands_and_knees",
                                       "1e3", "٣", "9" * 5000, "x", ""]), max_size=4)  # fmt: skip


@repeatable(150)
@given(st.one_of(PLAN_WORDS.map(" ".join), st.text(max_size=20)))
def test_a_broken_plan_is_refused_in_a_sentence_or_is_a_plan(text: str) -> None:
    for read, write in ((read_plan, write_plan), (read_way, lambda way: write_way(*way))):
        try:
            plan = read(text)
        except InvalidInput as error:
            assert str(error).endswith(".")
            continue
        assert read(write(plan)) == plan


@repeatable(100)
@given(mutated(Samples([{"version": 1, "plans": ["0 3", "squat 1"]}])))
@example([])
@example({"version": 1, "plans": "0 3"})
def test_a_broken_file_of_plans_is_refused_in_a_sentence_or_holds_texts(
    tmp_path_factory: pytest.TempPathFactory, data: Any
) -> None:
    path = tmp_path_factory.mktemp("plans") / "plans.json"
    path.write_text(json.dumps(data, default=str, skipkeys=True))
    try:
        assert all(isinstance(plan, str) for plan in load_plans(path))
    except InvalidInput as error:
        assert str(error).endswith(".")


@repeatable(100)
@given(st.one_of(st.binary(max_size=40), st.text(max_size=40).map(str.encode),
                 st.integers(1, 3000).map(lambda depth: b"[" * depth)))  # fmt: skip
@example(b"[" * 100_000)
def test_any_other_file_is_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("files") / "file.json"
    path.write_bytes(content)
    for load in (Shot.load, Character.load, Take.load, reference.load_reference):
        with pytest.raises(InvalidInput, match=r"\.$"):
            load(path)


class Arrays(dict[str, np.ndarray]):
    """The arrays of a take, which are too long to be shown."""

    def __repr__(self) -> str:
        return f"<{len(self)} arrays>"


def take_of(frames: int = 4) -> Arrays:
    """The arrays in the file of a take with all channels and a prop."""
    shot = Shot(
        [Performer(HUMAN, [Cue("fall")], pose={"root": ((0, 0, 0.3), (0.7071, 0, 0.7071, 0))}),
         Performer(DOG, [Cue("stand")], position=(0.0, 3.0))],
        props=[CRATE], duration=(frames - 1) / 60.0,
    )  # fmt: skip
    packed = io.BytesIO()
    simulate(shot, record=("torques", "contact_forces", "momentum")).write(packed)
    packed.seek(0)
    with np.load(packed) as arrays:
        return Arrays(arrays)


@pytest.fixture(scope="module")
def take_arrays() -> Arrays:
    return take_of()


def break_array(array: np.ndarray, how: str) -> np.ndarray:
    """Another array of the same name; a description keeps only whole bytes."""
    if not array.size:
        return array
    if how == "short":
        return array.ravel()[:-1] if array.ndim == 0 else array[:-1]
    if how == "flat":
        return array.ravel()
    if how == "texts":
        return array.astype(str)
    if how == "none":
        return np.zeros(0)
    if how == "scalar":
        return np.array(3.0)
    if array.dtype.kind == "U":
        return array.astype(bytes)
    broken = array.astype(float)
    broken.flat[0] = {"nan": np.nan, "infinite": np.inf, "negative": -1e300}[how]
    return broken


HOWS = ["short", "flat", "texts", "none", "scalar", "nan", "infinite", "negative"]


def load_packed(arrays: dict[str, np.ndarray]) -> Take:
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    packed.seek(0)
    return Take.load(packed)


def assert_take_refused_or_returns(arrays: dict[str, np.ndarray]) -> None:
    try:
        take = load_packed(arrays)
    except InvalidInput as error:
        assert str(error).endswith(".")
        return
    again = io.BytesIO()
    take.write(again)
    again.seek(0)
    loaded = Take.load(again)
    assert np.array_equal(loaded.times, take.times)
    assert [p.events for p in loaded.performances] == [p.events for p in take.performances]


@repeatable(100)
@given(data=st.data())
def test_a_take_with_broken_arrays_is_refused_in_a_sentence_or_is_a_take(
    take_arrays: Arrays, data: st.DataObject
) -> None:
    arrays = dict(take_arrays)
    for _ in range(data.draw(st.integers(1, 2))):
        name = data.draw(st.sampled_from(sorted(arrays)))
        how = data.draw(st.sampled_from(["delete", "rename", *HOWS]))
        array = arrays.pop(name)
        if how == "rename":
            arrays["performance0.x"] = array
        elif how != "delete":
            arrays[name] = break_array(array, how)
    assert_take_refused_or_returns(arrays)


@repeatable(200)
@given(data=st.data())
def test_a_take_with_a_broken_description_is_refused_in_a_sentence_or_is_a_take(
    take_arrays: Arrays, data: st.DataObject
) -> None:
    about = data.draw(mutated(Samples([json.loads(take_arrays["about"].tobytes())])))
    text = json.dumps(about, skipkeys=True).encode()
    assert_take_refused_or_returns({**take_arrays, "about": np.frombuffer(text, np.uint8)})


@repeatable(80)
@given(mutated(Samples([json.loads(to_text(guard(HUMAN)))])))
def test_a_broken_pose_is_refused_in_a_sentence_or_can_be_stood_in(data: Any) -> None:
    try:
        pose = standing_pose(pose_from_text(json.dumps(data, skipkeys=True)), HUMAN, 0.0, 9.81)
    except FootfallError as error:
        assert str(error).endswith("."), str(error)
        return
    assert np.isfinite(pose.placed.axes).all() and np.isfinite(pose.placed.com).all()


@repeatable(150)
@given(mutated(SHOT_DATA, most=2))
def test_an_accepted_shot_is_simulated_or_refused_in_a_sentence(data: Any) -> None:
    try:
        shot = replace(Shot.from_data(data), duration=SHORT, frame_rate=60.0)
        check_feasible(shot.resolved())
        simulate(shot)
    except FootfallError as error:
        assert str(error).endswith(".")
