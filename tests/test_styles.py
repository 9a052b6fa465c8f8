"""A style is data: curves over the stride that can be saved, mixed, and carried by a shot."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from footfall import Character, Cue, Performer, Shot, list_styles, simulate
from footfall.base.errors import InvalidInput
from footfall.catalogue.styles import content, load_style, save_style, shipped_styles
from footfall.controllers.gait import style as laws
from footfall.controllers.gait import style_channels as parts
from footfall.controllers.program.record import dtype_of
from footfall.evaluation.gait_measures import footstrikes
from footfall.shots.shot_key import shot_key
from footfall.simulation.rotation import Array, about_y, about_z
from footfall.skills.styles import Styles, blend, style_arrays, style_offsets

HUMAN = Character.humanoid()
MINE = {"version": 1, "name": "mine", "curves": {"elbow_bend": [1.0, 2.0]}}
JOINTS = 18  # of a humanoid


def walk_in(style: str, **fields: Any) -> Shot:
    return Shot([Performer(Character.humanoid(), [Cue("walk", style=style)])], **fields)


def shown(name: str) -> dict[str, Array]:
    """A style's curves, means included."""
    arrays = style_arrays(load_style(name))
    return {kind: arrays[kind] + arrays[f"{kind}_mean"][..., None] for kind in ("trunk", "limb")}


@pytest.mark.parametrize("name", shipped_styles())
def test_a_shipped_style_is_valid_and_has_a_description(name: str) -> None:
    style = load_style(name)
    assert style["name"] == name
    assert style["sentence"].endswith(".")


def test_there_are_fourteen_styles_and_natural_is_the_first() -> None:
    assert len(shipped_styles()) >= 14
    assert list_styles()[0] == "natural"
    assert Cue("walk").values()["style"] == "natural"


def test_the_catalogue_and_the_walker_name_the_same_channels() -> None:
    assert content.TRUNK_CHANNELS == parts.TRUNK_CHANNELS
    assert content.LIMB_CHANNELS == parts.LIMB_CHANNELS


def test_natural_draws_every_channel() -> None:
    assert set(load_style("natural")["curves"]) == set(content.CHANNELS)


@pytest.mark.parametrize("speed", [0.7, 0.8])
@pytest.mark.parametrize("seed", [None, 101])
def test_a_quick_style_with_long_narrow_steps_keeps_a_slow_speed(
    seed: int | None, speed: float
) -> None:
    body = Character.humanoid(height=1.75, mass=70.4)
    if seed is not None:
        body = body.vary(seed, 0.15)
    offsets = {"step_period": 1.0545, "step_height": 0.0524, "step_width": -0.0449}
    style = {**load_style("natural"), "name": "striding", "speed": 1.536, "offsets": offsets}
    performer = Performer(body, [Cue("walk", style="striding", speed=speed)])
    shot = Shot([performer], duration=14.0, styles={"striding": style})
    way = simulate(shot).performances[0].center_of_mass[:, 0]
    late = way[len(way) // 2 :]
    assert (late[-1] - late[0]) / 7.0 == pytest.approx(speed, rel=0.06)  # it walked backwards


@pytest.mark.parametrize("name", shipped_styles())
def test_a_style_fills_the_record_of_a_walker(name: str) -> None:
    record = np.zeros(1, dtype=dtype_of(parts.Style))
    arrays = style_arrays(load_style(name))
    assert set(arrays) == set(record.dtype.names or ())
    for field, values in arrays.items():
        assert record[field][0].shape == values.shape
        assert np.isfinite(values).all()


@pytest.mark.parametrize("name", shipped_styles())
def test_a_shipped_style_can_be_walked_in(name: str) -> None:
    curves = shown(name)
    knees = curves["limb"][:, parts.STANCE_KNEE]
    assert knees.min() >= 0.0 and knees.max() <= 0.9
    leans = [part + 1 for part in (parts.PELVIS, parts.WAIST, parts.BACK)]
    assert np.abs(curves["trunk"][leans]).max() <= 0.4


@pytest.mark.parametrize("body", [HUMAN, HUMAN.vary(304, 0.1), HUMAN.vary(314, 0.1)])
def test_proud_at_its_own_speed_does_not_stumble(body: Character) -> None:
    speed = load_style("proud")["speed"]
    walk = Cue("walk", speed=speed, style="proud")
    performance = simulate(Shot([Performer(body, [walk])], duration=8.0)).performances[0]
    strikes = np.sort(np.concatenate([footstrikes(performance, s, 3.0) for s in (".L", ".R")]))
    assert performance.fell_at is None
    assert np.diff(strikes).min() > 0.4


def test_any_two_shipped_styles_are_plainly_different() -> None:
    poses = {name: asked_poses(name) for name in shipped_styles()}
    for one, other in itertools.combinations(poses, 2):
        assert rms_degrees(poses[one], poses[other]) > 8.0, (one, other)


def asked_poses(name: str) -> Array:
    """(joints, knots, 3, 3) rotations of the trunk's and the arms' joints over the stride."""
    curves = shown(name)
    trunk = [curves["trunk"][part : part + 3] for part in (parts.WAIST, parts.BACK, parts.NECK)]
    joints = [[turned(*angles) for angles in part.T] for part in trunk]
    for sign, limb in zip((1.0, -1.0), curves["limb"], strict=True):
        arm = limb[: parts.ELBOW_BEND].T
        joints.append([turned(sign * a, -b, -sign * c) for a, b, c in arm])
        joints.append([about_y(-bend) for bend in limb[parts.ELBOW_BEND]])
    return np.array(joints)


def turned(about_x: float, forward: float, left: float) -> Array:
    c, s = np.cos(about_x), np.sin(about_x)
    return about_z(left) @ about_y(forward) @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rms_degrees(a: Array, b: Array) -> float:
    """Over all joints of the body, though the legs are left out of the sum."""
    cosines = (np.einsum("jkab,jkab->jk", a, b) - 1.0) / 2.0
    angles = np.degrees(np.arccos(np.clip(cosines, -1.0, 1.0)))
    return float(np.sqrt((angles**2).mean(axis=1).sum() / JOINTS))


def test_curves_swing_about_their_means() -> None:
    for name in shipped_styles():
        arrays = style_arrays(load_style(name))
        for kind in ("trunk", "limb"):
            assert arrays[kind].mean(axis=-1) == pytest.approx(0.0, abs=1e-12)


def test_a_curve_goes_through_its_knots() -> None:
    knots = [0.3, -0.1, 0.8, 0.2]
    style = content.check_style({**MINE, "curves": {"elbow_bend": knots}})
    arrays = style_arrays(style)
    bend = arrays["limb"][:, parts.ELBOW_BEND] + arrays["limb_mean"][:, parts.ELBOW_BEND, None]
    assert bend[:, :: parts.KNOTS // 4] == pytest.approx(np.array([knots, knots]))


def test_one_knot_is_a_constant() -> None:
    arrays = style_arrays(load_style("robot"))
    assert arrays["limb_mean"][:, parts.ELBOW_BEND] == pytest.approx([1.57, 1.57])
    assert arrays["limb"][:, parts.ELBOW_BEND] == pytest.approx(0.0)
    flat = content.check_style({**MINE, "curves": {"foot_height": [0.5]}})
    assert style_arrays(flat)["foot_height"] == pytest.approx(0.5)


def test_one_side_may_have_a_curve_of_its_own() -> None:
    curves = {"elbow_bend": [1.0], "elbow_bend.R": [2.0], "foot_height.L": [0, 3, 0]}
    arrays = style_arrays(content.check_style({**MINE, "curves": curves}))
    natural = style_arrays(load_style("natural"))
    assert arrays["limb_mean"][:, parts.ELBOW_BEND] == pytest.approx([1.0, 2.0])
    assert arrays["foot_height"][0, 4] == pytest.approx(3.0)
    assert arrays["foot_height"][1] == pytest.approx(natural["foot_height"][1])


def test_what_a_style_leaves_out_is_natural_at_every_speed() -> None:
    slow = style_arrays(content.check_style({**MINE, "speed": 0.6, "curves": {}}))
    natural = style_arrays(load_style("natural"))
    for speed in (0.3, 0.6):
        for kind in ("trunk", "limb"):
            swings = [laws.vigor(speed, a["style_speed"]) * a[kind] for a in (slow, natural)]
            assert swings[0] == pytest.approx(swings[1])
    assert slow["limb_mean"] == pytest.approx(natural["limb_mean"])


def test_a_blend_is_linear_in_all_numbers() -> None:
    tired, proud = (style_arrays(load_style(name)) for name in ("tired", "proud"))
    for name, mixed in blend(tired, proud, 0.25).items():
        assert mixed == pytest.approx(0.75 * tired[name] + 0.25 * proud[name])


def test_two_names_are_the_ends_of_a_blend_and_natural_stands_before_one() -> None:
    styles = Styles({})
    ends = {name: style_arrays(load_style(name)) for name in ("natural", "tired", "proud")}
    for text, amount, end in (
        ("tired, proud", 0.0, "tired"),
        ("tired, proud", 1.0, "proud"),
        ("proud", 0.0, "natural"),
        ("proud", 1.0, "proud"),
    ):
        arrays, _ = styles.mixed(text, amount)
        assert arrays["limb"] == pytest.approx(ends[end]["limb"])
    _, offsets = styles.mixed("sneak", 0.5)
    natural, sneak = (load_style(name)["offsets"] for name in ("natural", "sneak"))
    assert offsets["step_period"] == pytest.approx(
        0.5 * (natural["step_period"] + sneak["step_period"])
    )
    assert offsets["step_height"] == pytest.approx(0.5 * sneak["step_height"])


def test_offsets_that_are_not_given_change_nothing() -> None:
    assert style_offsets({**load_style("natural"), "offsets": {}}) == {
        "step_period": 1.0, "step_height": 0.0, "step_width": 0.0, "torso_lean": 0.0,
        "knee_twist": 0.0,
    }  # fmt: skip


def test_a_saved_style_is_listed_and_loads_as_it_was(no_saved_styles: Path) -> None:
    assert save_style(MINE) == no_saved_styles / "mine.json"
    assert list_styles() == (*shipped_styles(), "mine")
    assert load_style("mine") == content.check_style(MINE)


def test_a_shot_carries_the_styles_that_are_not_shipped(no_saved_styles: Path) -> None:
    path = save_style(MINE)
    shot = walk_in("tired, mine").resolved()
    assert shot.styles == {"mine": content.check_style(MINE)}
    path.unlink()
    again = Shot.from_data(json.loads(json.dumps(shot.to_data())))
    assert (again.performers, again.styles) == (shot.performers, shot.styles)
    arrays, _ = Styles(again.styles).mixed("mine", 1.0)
    assert arrays["limb_mean"][0, parts.ELBOW_BEND] == pytest.approx(1.5)


def test_a_shot_keeps_its_own_content_when_the_saved_style_has_changed() -> None:
    save_style(MINE)
    before = walk_in("mine").resolved()
    save_style({**MINE, "curves": {"elbow_bend": [0.0]}})
    assert before.resolved() == before
    assert walk_in("mine", styles=before.styles).resolved() == before
    assert walk_in("mine").resolved() != before


def test_a_saved_shot_holds_the_saved_styles_that_it_names(tmp_path: Path) -> None:
    save_style(MINE)
    walk_in("mine").save(tmp_path / "shot.json")
    assert Shot.load(tmp_path / "shot.json").styles == {"mine": content.check_style(MINE)}


def test_what_simulating_gives_is_named_by_the_content_of_a_saved_style() -> None:
    save_style(MINE)
    before = shot_key(walk_in("mine"))
    assert before == shot_key(walk_in("mine").resolved())
    save_style({**MINE, "curves": {"elbow_bend": [0.0]}})
    assert shot_key(walk_in("mine")) != before


def test_a_shot_from_before_there_were_styles_still_loads() -> None:
    data = walk_in("natural").to_data()
    del data["styles"], data["performers"][0]["cues"][0]["style"]
    shot = Shot.from_data({**data, "version": 1})
    assert shot.performers[0].cues[0].values()["style"] == "natural"


def test_a_shipped_style_is_not_replaced() -> None:
    with pytest.raises(InvalidInput, match="'proud' is that of a shipped style: give the style an"):
        save_style({**MINE, "name": "proud"})


def test_an_unknown_style_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(InvalidInput, match="Unknown style 'mine'; allowed: natural, bouncy,"):
        walk_in("mine").resolved()
    with pytest.raises(InvalidInput, match="Unknown style 'mine'; allowed: natural, bouncy,"):
        load_style("mine")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not valid JSON"),
        ("[]", "cannot be used: This is not a style: got []."),
        ("{}", "cannot be used: This is not a style: 'version' is missing."),
        ('{"version": 1, "name": "other", "curves": {}}', "holds the style 'other': give the file"),
    ],
)
def test_a_broken_style_file_is_one_sentence(
    no_saved_styles: Path, text: str, message: str
) -> None:
    (no_saved_styles / "mine.json").write_text(text)
    assert "mine" in list_styles()
    with pytest.raises(InvalidInput) as raised:
        walk_in("mine").resolved()
    assert message in str(raised.value)
    assert str(raised.value).endswith(".")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 2}, "This style has format 2; this Footfall reads up to 1: update"),
        ({"version": "new"}, "The format of the style 'mine' must be a whole number, got 'new'."),
        ({"name": "a, b"}, "A style's name must be letters, digits, spaces, - or _, got 'a, b'."),
        ({"name": "../up"}, "A style's name must be letters, digits, spaces, - or _"),
        ({"name": "m" * 99}, "A style's name must have up to 60 letters"),
        ({"sentence": 7}, "The sentence of the style 'mine' must be text, got 7."),
        ({"speed": 0}, "The speed of the style 'mine' must be 0.1 to 10 m/s, got 0."),
        ({"offsets": [1]}, "The offsets of the style 'mine' must be numbers by name, got [1]."),
        ({"offsets": {"sped": 1}}, "Unknown offset 'sped' in the style 'mine'; allowed: step_per"),
        ({"offsets": {"step_period": 9}}, "The step_period of the style 'mine' must be 0.5 to 2,"),
        ({"curves": [1]}, "The curves of the style 'mine' must be knots by channel, got [1]."),
        ({"curves": {"tail": [1]}}, "Unknown channel 'tail' in the style 'mine'; allowed: pelvis"),
        ({"curves": {"back_lean.L": [1]}}, "Unknown channel 'back_lean.L'"),
        ({"curves": {"elbow_bend": []}}, "must be 1 to 240 knots, got []."),
        ({"curves": {"elbow_bend": 1}}, "must be 1 to 240 knots, got 1."),
        ({"curves": {"elbow_bend": [90]}}, "must be -3.15 to 3.15 rad, got 90."),
        ({"curves": {"elbow_bend": [None]}}, "must be -3.15 to 3.15 rad, got None."),
        ({"curves": {"foot_height": [11]}}, "must be -10 to 10 step heights, got 11."),
    ],
)
def test_a_malformed_style_is_one_sentence(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        save_style({**MINE, **change})
    assert message in str(raised.value)
    assert str(raised.value).endswith(".")


@pytest.mark.parametrize(
    ("styles", "message"),
    [
        (7, "A shot's styles must be styles by name, got 7."),
        ({"yours": MINE}, "The shot's style 'yours' calls itself 'mine': give it one name."),
        ({"mine": 7}, "This is not a style: got 7."),
    ],
)
def test_what_is_no_style_in_a_shot_is_one_sentence(styles: Any, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        walk_in("natural", styles=styles)
    assert str(raised.value) == message
