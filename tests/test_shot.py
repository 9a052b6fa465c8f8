"""A Shot holds all that a run depends on, and one sentence reports what cannot be run."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich_shot import BODY, PUSHED, rich_shot

from footfall import Character, Cue, Ground, Performer, Prop, Push, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.rollout.timeline import Timeline
from footfall.shots.feasibility import check_feasible


def shot(**changes: Any) -> Shot:
    plain: dict[str, Any] = {"performers": [Performer(BODY, [Cue("walk", speed=0.6)])]}
    return Shot(**{**plain, **changes})


def cue_shot(cue: Cue) -> Shot:
    return shot(performers=[Performer(BODY, [cue])])


@pytest.mark.parametrize(
    ("cue", "message"),
    [
        (
            Cue("fly"),
            "Unknown skill 'fly'; allowed: approach, balance, canter, dance, fall, follow, gallop, "
            "get_up, goals, handstand, hop, jump, lie_down, limp, pace, perform, pick_up, "
            "planar_walk, pull_crate, push, push_crate, put_down, queue, reach, run, side_gallop, "
            "sit, sit_to_stand, skip, stand, stand_to_sit, step, step_up, trot, walk.",
        ),
        (
            Cue("walk", sped=1.0),
            "Unknown parameter 'sped' of walk; allowed: speed, lateral_speed, heading,",
        ),
        (Cue("walk", speed=40.0), "Walk's speed must be -1.5 to 2.5 m/s, got 40.0."),
        (Cue("walk", speed=math.nan), "Walk's speed must be -1.5 to 2.5 m/s, got nan."),
        (Cue("walk", speed="fast"), "Walk's speed must be -1.5 to 2.5 m/s, got 'fast'."),
        (Cue("walk", speed=True), "Walk's speed must be -1.5 to 2.5 m/s, got True."),
        (Cue("walk", speed=None), "Walk's speed must be -1.5 to 2.5 m/s, got None."),
        (Cue("walk", speed=[]), "must be a number or pairs of (time, value), got ()."),
        (Cue("walk", speed=[(0, 1, 2)]), "must be a number or pairs of (time, value)"),
        (Cue("walk", speed=[(1, 1.0), (0, 1.0)]), "needs rising key times, got [1, 0]."),
        (Cue("walk", speed=[(0, 9.0)]), "Walk's speed must be -1.5 to 2.5 m/s, got 9.0."),
        (Cue("walk", start=-1.0), "Walk's start must be 0 to 3600 s, got -1.0."),
        (Cue(["walk"]), "Unknown skill ['walk']"),
        (
            Cue("walk", heading=0.0, turn_rate=[(0, 0.5)]),
            "Walk takes a heading or a turn_rate, not both, got 0.0 and ((0, 0.5),): leave one",
        ),
        (Cue("walk", style=""), "Walk's style must be one name or two with a comma between them,"),
        (Cue("walk", style="natural, tired, proud"), "must be one name or two with a comma"),
        (Cue("walk", style=[(0.0, 1.0)]), "Walk's style must be a name, got ((0.0, 1.0),)."),
        (Cue("walk", style_blend=1.5), "Walk's style_blend must be 0 to 1, got 1.5."),
        (Cue("stand", idle=2), "Stand's idle must be 0 to 1, got 2."),
        (Cue("push", force=600.0), "Push's force must be 3 numbers, got 600.0."),
        (Cue("push", force=(0, 0, math.inf)), "Push's force must be finite numbers, got"),
        (Cue("push", force=(0, 0, 1e9)), "Push's force must be -100000 to 100000 N, got"),
        (Cue("push", duration=0.0), "Push's duration must be 0.001 to 60 s, got 0.0."),
        (Cue("push", duration=[(0, 0.1), (1, 0.2)]), "Push's duration cannot change over time,"),
        (Cue("push", force=(1, 0, 0), direction="from_left"),
         "Push's force goes with the direction world, got 'from_left': leave one out."),
        (Cue("push", force=(1, 0, 0), impulse=20.0), "Push's force goes with the direction world,"),
        (Cue("push", strength="shove", impulse=20.0),
         "Push's impulse goes with the strength custom, got 'shove': leave one out."),
        (Cue("push", strength="hard"),
         "Unknown strength 'hard'; allowed: nudge, shove, knocks_over, custom."),
        (Cue("push", direction="above"), "Unknown direction 'above'; allowed: from_behind,"),
        (Cue("push", impulse=-1.0), "Push's impulse must be 0 to 100000 N s, got -1.0."),
        (Cue("push", segment="tail"), "There is no segment 'tail'; this character has pelvis,"),
        (Cue("push", segment=7), "Push's segment must be a name, got 7."),
    ],
)
def test_a_wrong_cue_is_named_with_what_is_allowed(cue: Cue, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        cue_shot(cue)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"performers": []}, "A shot needs at least one performer, got none."),
        ({"performers": ["hero"]}, "Each performer must be a Performer, got 'hero'."),
        ({"duration": 0.0}, "Duration must be above 0 up to 3600 s, got 0.0."),
        ({"duration": math.inf}, "Duration must be above 0 up to 3600 s, got inf."),
        ({"frame_rate": 0}, "Frame_rate must be 1 to 1000 1/s, got 0."),
        ({"seed": 1.5}, "A shot's seed must be a whole number, got 1.5."),
        ({"gravity": (0, 0, 0)}, "Gravity must pull down for a character to stand, got (0, 0, 0)"),
        ({"gravity": (0, 0)}, "Gravity must be 3 numbers, got (0, 0)."),
        ({"ground": Ground("lava")}, "Ground must be flat or mesh, got 'lava'."),
        ({"ground": "flat"}, "Ground must be flat or mesh, got 'flat'."),
        ({"ground": Ground("mesh")}, "The ground has no faces: give it at least one triangle."),
        (
            {"ground": Ground.mesh([(0, 0, 0), (1, 0, math.nan), (0, 1, 0)], [(0, 1, 2)])},
            "The ground's vertices must each be 3 numbers up to 100000 m, and some are not.",
        ),
        (
            {"ground": Ground.mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 3)])},
            "The ground's triangles must each name 3 of its vertices, counted from 0, and some do",
        ),
        (
            {"ground": Ground.mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0.0, 1, 2)])},
            "The ground's triangles must each name 3 of its vertices, counted from 0, and some do",
        ),
        ({"ground": Ground.flat(-1)}, "The ground's friction must be 0 to 10, got -1."),
        ({"pushes": [Push(1, "torso", 0, 1, (0, 0, 0))]}, "names performer 1; allowed: 0 to 0."),
        ({"pushes": [Push(0, "tail", 0, 1, (0, 0, 0))]}, "There is no segment 'tail'"),
        ({"pushes": [Push(0, "torso", 0, 0, (0, 0, 0))]}, "A push's duration must be above 0"),
        ({"pushes": [Push(0, "torso", 0, 1, (0, 0, math.nan))]}, "must be finite numbers"),
        ({"props": [Prop("a", "cone", (1,))]}, "Unknown prop shape 'cone'; allowed: box,"),
        ({"props": [Prop("a", "box", (1, 1))]}, "The size of the box 'a' must be 3 numbers"),
        ({"props": [Prop("a", "box", 1)]}, "The size of the box 'a' must be 3 numbers, got 1."),
        ({"props": [Prop("a", "box", (1, 1, 0))]}, "The size of prop 'a' must be above 0"),
        ({"props": [Prop("a", "mesh")]}, "The mesh prop 'a' needs at least 4 vertices."),
        ({"props": [Prop("a", "sphere", (1,), mass=-1.0)]}, "The mass of prop 'a' must be 0"),
        ({"props": [Prop("a", "sphere", (1,))] * 2}, "Props need names of their own, got a, a."),
        (
            {"props": [Prop("a", "sphere", (1,), orientation=(0, 0, 0, 0))]},
            "The orientation of prop 'a' must be a quaternion of length 1, got (0, 0, 0, 0).",
        ),
    ],
)
def test_a_wrong_shot_is_refused_in_one_sentence(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        shot(**changes)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"character": "hero"}, "A performer needs a Character, got 'hero'."),
        ({"position": (0, 0, 0)}, "A performer's position must be 2 numbers, got (0, 0, 0)."),
        ({"heading": math.nan}, "A performer's heading must be"),
        ({"pose": {"tail": 0.0}}, "Unknown joint 'tail' in a start pose; allowed: ankle.L,"),
        ({"pose": {"knee.L": "bent"}}, "The start pose of joint 'knee.L' must be 4 numbers"),
        ({"pose": {"root": 1}}, "The root's start pose must be (position, wxyz), got 1."),
        ({"cues": ["walk"]}, "A performer's cues must each be a Cue, got 'walk'."),
        (
            {"cues": [Cue("walk"), Cue("stand")]},
            "Cues must start one after the other, got start times [0.0, 0.0].",
        ),
    ],
)
def test_a_wrong_performer_is_refused_in_one_sentence(
    changes: dict[str, Any], message: str
) -> None:
    performer = replace(Performer(BODY), **changes)
    with pytest.raises(InvalidInput) as raised:
        shot(performers=[performer])
    assert message in str(raised.value)


@pytest.mark.parametrize("style", ["odd", "tired, odd"])
def test_an_unknown_style_is_named_with_what_is_allowed_once_a_shot_is_resolved(style: str) -> None:
    unresolved = cue_shot(Cue("walk", style=style))
    message = "Unknown style 'odd'; allowed: natural, bouncy, bow_legged,"
    for run in (Shot.resolved, simulate):
        with pytest.raises(InvalidInput, match=message):
            run(unresolved)


def test_a_performer_without_ground_below_is_refused_before_anything_is_simulated() -> None:
    beside = shot(ground=Ground.mesh([(5, 0, 0), (6, 0, 0), (5, 1, 0)], [(0, 1, 2)]))
    message = r"There is no ground under the performer at \(0, 0\) m: move one of them\."
    for run in (check_feasible, simulate):
        with pytest.raises(InvalidInput, match=message):
            run(beside)


def test_making_a_shot_opens_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    data = rich_shot().to_data()

    def refuse(path: Path, *arguments: Any, **more: Any) -> Any:
        raise AssertionError(f"{path} is opened")

    for name in ("open", "read_text", "glob", "is_file"):
        monkeypatch.setattr(Path, name, refuse)
    assert Shot.from_data(data).styles.keys() == {"mine"}
    cue_shot(Cue("walk", style="saved elsewhere"))
    cue_shot(Cue("run", reference="clip.json"))


def test_a_whole_shot_is_resolved_to_itself() -> None:
    whole = rich_shot().resolved()
    assert whole.resolved() is whole


def with_segment(name: str, **changes: Any) -> Character:
    segments = [replace(s, **changes) if s.name == name else s for s in BODY.segments]
    return replace(BODY, segments=tuple(segments))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (replace(BODY, kind="quadruped"), "A quadruped needs a segment 'spine1'; it has pelvis,"),
        (replace(BODY, segments=BODY.segments[:-1]), "A biped needs a segment 'toes.R'; it has"),
        (
            with_segment("head", parent="pelvis"),
            "The segment 'head' of a biped must hang on 'torso' by the spherical joint 'neck', got "
            "'pelvis' and the spherical joint 'neck'.",
        ),
        (with_segment("head", shape=None), "Segment 'head' needs a shape to be simulated,"),
        (
            with_segment("foot.L", offset=(0.0, 0.0, 0.0)),
            "The joint of segment 'foot.L' must be at least 0.001 m below that of 'lower_leg.L'",
        ),
        (
            with_segment("hand.R", offset=(0.0, 0.0, 3.0)),
            "The joint of segment 'hand.R' must be at least 0.001 m below that of 'lower_arm.R'",
        ),
    ],
)
def test_a_body_that_its_kind_cannot_be_moved_by_is_refused(body: Character, message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        shot(performers=[Performer(body)])
    assert str(raised.value).startswith(message)


def test_pushes_may_stand_anywhere_among_the_cues_and_overlap() -> None:
    both = shot(
        performers=[Performer(BODY), Performer(BODY, PUSHED[1:])],
        pushes=[Push(0, "torso", 1.0, 0.1, (1.0, 0.0, 0.0))],
    )
    assert both.all_pushes() == [
        Push(0, "torso", 1.0, 0.1, (1.0, 0.0, 0.0)),
        Push(1, "head", 3.0, 0.1, (600.0, 0.0, 0.0)),
        Push(1, "torso", 0.0, 5.0, (0.0, 50.0, 0.0)),
    ]


def test_a_push_leaves_the_active_skill_as_it_is() -> None:
    timeline = Timeline([Cue("walk", speed=0.5), Cue("push", start=1.0), Cue("stand", start=2.0)])
    begun = [time for time in (0.0, 0.5, 1.0, 1.5, 2.0) if timeline.advance(time)[0]]
    assert begun == [0.0, 2.0]


def test_legs_collide_unless_a_performer_switches_that_off() -> None:
    assert Performer(BODY).leg_collision is True
    free = shot(performers=[Performer(BODY, leg_collision=False)])
    assert Shot.from_data(free.to_data()).performers[0].leg_collision is False


def test_a_heading_of_none_keeps_the_present_one() -> None:
    assert cue_shot(Cue("walk", heading=None)).performers[0].cues[0].parameters == {"heading": None}
