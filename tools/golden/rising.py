"""Golden takes: falling, getting up and running."""

from __future__ import annotations

from dataclasses import replace

from golden.common import (
    HUMAN,
    KNOCK_OVER,
    PRONE,
    RECORD,
    SHOVE,
    SUPINE,
    Facts,
    Golden,
    alone,
    lying,
    side_by_side,
)
from golden.digests import facts_of, prefixed

from footfall import Character, Cue, Ground, Performer, Push, Shot, Take, simulate
from footfall.motion.reference import load_reference, to_text
from footfall.motion.tuning import Tuning
from footfall.shots.found_plans import with_plans

# Falling and getting up.


def falls_limp_and_protected() -> Shot:
    cues = [[Cue("walk"), Cue("fall", start=1.0, protect=protect)] for protect in (0.0, 1.0)]
    ways = [(HUMAN, own) for own in cues]
    return side_by_side(ways, duration=6.0, pushes=[replace(SHOVE, time=1.1)])


def get_up_by_a_plan_of_the_cue() -> Shot:
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=1.0, plan="6 1", heading=1.0, pace=1.2)]
    return alone(cues, 18.0, pose=lying(SUPINE, 0.25))


def get_up_from_the_front_by_a_search() -> Shot:
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=0.7, way="hands_and_knees")]
    return alone(cues, 16.0, pose=lying(PRONE))


def get_up_out_of_a_squat_by_a_search() -> Take:
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=1.0, way="squat")]
    return simulate(alone(cues, 14.0, pose=lying(SUPINE, 0.25)), record=RECORD)


def get_up_on_a_slope_by_a_search() -> Shot:
    """The known plan fails there, so that a search is needed."""
    cues = [Cue("fall", protect=0.0), Cue("get_up", start=0.7)]
    shot = alone(cues, 17.0, pose=lying(PRONE), ground=Ground.slope(-6.0))
    return replace(shot, performers=[replace(shot.performers[0], plans=("squat 6 1",))])


def pushed_over() -> Shot:
    return alone([Cue("walk", speed=1.0)], 18.5, recover=True, pushes=[KNOCK_OVER])


def recover_by_a_search_and_by_what_it_found() -> Facts:
    """The plan of a search gives the same motion without a search, also beside other performers."""
    shot = pushed_over()
    searched = simulate(shot)
    known = with_plans(shot, searched)
    onlooker = Performer(HUMAN, position=(0.0, 5.0))
    together = replace(known, performers=[*known.performers, onlooker], performers_collide=True)
    return {
        "plans": list(known.performers[0].plans),
        **prefixed("searched", facts_of(searched)),
        **prefixed("known", facts_of(simulate(replace(known, duration=8.0)))),
        **prefixed("in company", facts_of(simulate(replace(together, duration=8.0)))),
    }


# Running.


def run_and_be_pushed() -> Take:
    push = Push(0, "torso", 4.5, 0.2, (0.0, 80.0, 0.0))
    cues = [Cue("run", speed=[(0.0, 2.5), (4.0, 3.2)], heading=0.3), Cue("stand", start=6.0)]
    return simulate(alone(cues, 8.0, pushes=[push]), record=RECORD)


def run_along_a_path() -> Shot:
    path = ((0.0, 0.0), (6.0, 0.0), (6.0, 4.0))
    return alone([Cue("run", speed=2.5, path=path)], None)


def run_with_help_and_in_place() -> Shot:
    cues = [[Cue("run", speed=2.5, assist=1.0, turn_rate=0.2)], [Cue("run", speed=0.0)]]
    return side_by_side([(HUMAN, own) for own in cues], duration=5.0)


def run_by_the_papers_trackings() -> Shot:
    cues = [[Cue("run", speed=2.0, tracking=tracking)] for tracking in ("paper", "program")]
    return side_by_side([(HUMAN, own) for own in cues], duration=5.0)


def run_as_a_tuned_clip() -> Shot:
    tuning = Tuning(lean=0.05, stance=0.1, arm_lead=0.1, ahead=0.01, fold=0.1)
    reference = to_text(replace(load_reference("run"), tuning=tuning))
    bodies = [HUMAN, Character.preset("child")]
    cues = [Cue("run", speed=2.2, reference=reference)]
    return side_by_side([(body, cues) for body in bodies], duration=5.0)


def skip_and_walk_on() -> Shot:
    return alone([Cue("skip", speed=2.2), Cue("walk", start=5.0, turn_rate=0.2)], 7.0)


GOLDEN: tuple[Golden, ...] = (
    falls_limp_and_protected, get_up_by_a_plan_of_the_cue, get_up_from_the_front_by_a_search,
    get_up_out_of_a_squat_by_a_search, get_up_on_a_slope_by_a_search,
    recover_by_a_search_and_by_what_it_found, run_and_be_pushed, run_along_a_path,
    run_with_help_and_in_place, run_by_the_papers_trackings, run_as_a_tuned_clip,
    skip_and_walk_on,
)  # fmt: skip
