"""The ground: its shape, and bodies that slide and walk on it."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Prop, Shot, simulate
from footfall.base.errors import InvalidInput
from footfall.controllers.gait.records import GaitCommand
from footfall.rollout.simulate import TIME_STEP
from footfall.rollout.start_state import start_state
from footfall.simulation.world import World
from footfall.skills.biped import make_biped
from footfall.skills.styles import Styles
from footfall.skills.ways.terrain_sensing import TerrainSensing

BODY = Character.humanoid(height=1.75, mass=70.4)


def walked(ground: Ground, duration: float = 3.0, **speed: float) -> np.ndarray:
    """(frames, 3) of the pelvis of a walker that did not fall."""
    cue = Cue("walk", **speed)
    take = simulate(Shot([Performer(BODY, [cue])], ground=ground, duration=duration))
    assert take.performances[0].fell_at is None
    return take.performances[0].root_position


def sheet(step: float, half: float = 6.0) -> Ground:
    """A level ground of small triangles."""
    line = np.arange(-half, half + step, step)
    count = len(line)
    vertices = [(x, y, 0.0) for x in line for y in line]
    corners = [i * count + j for i in range(count - 1) for j in range(count - 1)]
    halves = [((k, k + count, k + count + 1), (k, k + count + 1, k + 1)) for k in corners]
    return Ground.mesh(vertices, [triangle for pair in halves for triangle in pair])


def test_a_slope_rises_towards_x() -> None:
    ground = Ground.slope(10.0)
    assert ground.height_at(2.0, 3.3) == pytest.approx(2.0 * math.tan(math.radians(10.0)))
    assert Ground.slope(-10.0).height_at(2.0, 0.0) == pytest.approx(-ground.height_at(2.0, 0.0))
    assert ground.height_at(100.0, 0.0) is None


def test_steps_rise_one_by_one_and_end_level() -> None:
    ground = Ground.steps(rise=0.17, run=0.3, count=3)
    heights = [ground.height_at(x, 0.1) for x in (0.2, 0.4, 0.7, 1.1, 5.0)]
    assert heights == pytest.approx([0.0, 0.17, 0.34, 0.51, 0.51])


def test_bumps_go_on_for_a_walker_straight_ahead() -> None:
    ground = Ground.bumps(max_gradient=0.2, seed=3)
    line = [ground.height_at(x, 0.01) for x in np.arange(14.0, 80.0, 0.37)]
    assert None not in line
    assert np.ptp(line) > 0.005
    assert np.abs(np.diff(line)).max() < 0.2 * 0.37


def test_bumps_are_as_steep_as_asked_and_the_same_for_the_same_seed() -> None:
    ground = Ground.bumps(max_gradient=0.2, seed=3)
    corners = np.array(ground.vertices)[np.array(ground.triangles)]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    gradients = np.hypot(normals[:, 0], normals[:, 1]) / normals[:, 2]
    assert 0.1 < gradients.max() <= 0.2 + 1e-9
    assert ground.height_at(0.2, 0.1) == 0.0
    assert ground == Ground.bumps(max_gradient=0.2, seed=3)
    assert ground != Ground.bumps(max_gradient=0.2, seed=4)


def test_of_a_floor_and_a_roof_the_one_at_the_level_of_the_soles_is_stood_on() -> None:
    floor, roof = [(-1, -1, 0.1), (1, -1, 0.1), (0, 1, 0.1)], [(-1, -1, 3), (1, -1, 3), (0, 1, 3)]
    ground = Ground.mesh([*roof, *floor], [(0, 1, 2), (3, 4, 5)])
    assert ground.height_at(0.0, 0.0) == pytest.approx(0.1)


@pytest.mark.parametrize("make", [
    lambda: Ground.slope(80.0),
    lambda: Ground.steps(0.1, 0.0, 3),
    lambda: Ground.steps(0.1, 0.3, 0),
    lambda: Ground.bumps(math.nan, 0),
    lambda: Ground.bumps(0.1, 0, wavelength=0.0),
])  # fmt: skip
def test_a_ground_that_cannot_be_made_is_refused(make) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidInput, match=r" must be .* got "):
        make()


def test_a_walk_on_level_triangles_is_that_on_the_plane() -> None:
    plane, triangles = (walked(ground, speed=0.8) for ground in (Ground.flat(), sheet(0.2)))
    assert np.abs(plane - triangles).max() < 0.05


@pytest.mark.parametrize("degrees", [-12.0, -4.0, 8.0, 12.0])
def test_a_walker_goes_up_and_down_slopes(degrees: float) -> None:
    path = walked(Ground.slope(degrees), duration=6.0, speed=0.8)
    way = path[-1] - path[0]
    assert way[0] > 2.5
    assert abs(way[1]) < 0.4
    assert way[2] == pytest.approx(way[0] * math.tan(math.radians(degrees)), abs=0.2)


def test_a_walker_crosses_a_slope() -> None:
    path = walked(Ground.slope(8.0), duration=7.0, speed=0.8, heading=math.pi / 2)
    assert path[-1, 1] > 2.0


def test_a_walker_crosses_bumps() -> None:
    assert walked(Ground.bumps(0.3, seed=5), duration=7.0, speed=0.6)[-1, 0] > 3.0


def test_soles_lie_on_a_slope() -> None:
    shot = Shot([Performer(BODY, [Cue("stand")])], ground=Ground.slope(10.0), duration=2.0)
    p = simulate(shot).performances[0]
    for side in (".L", ".R"):
        w, x, y, z = p.segment_orientations[-1, p.segment_names.index("foot" + side)]
        assert 2.0 * (x * z - w * y) == pytest.approx(math.sin(math.radians(10.0)), abs=0.03)


def test_a_performer_that_is_pushed_on_a_slope_steps_and_stands() -> None:
    cues = [Cue("balance"), Cue("push", start=1.0, force=(250.0, 100.0, 0.0))]
    shot = Shot([Performer(BODY, cues)], ground=Ground.slope(-8.0), duration=5.0)
    p = simulate(shot).performances[0]
    assert p.fell_at is None
    assert any(name.startswith("footstrike") for _, name in p.events)
    assert np.linalg.norm(p.center_of_mass[-1] - p.center_of_mass[-10]) < 0.02


@pytest.mark.parametrize(("rise", "level"), [(0.03, 0.09), (-0.1, -0.3)])
def test_a_walker_goes_up_low_steps_and_down_higher_ones(rise: float, level: float) -> None:
    path = walked(Ground.steps(rise=rise, run=0.3, count=3), duration=8.0, speed=0.5)
    assert path[-1, 0] > 1.2
    assert path[-1, 2] - path[0, 2] == pytest.approx(level, abs=0.1)


@pytest.mark.parametrize(("rise", "run"), [(0.10, 0.40), (0.15, 0.30)])
def test_a_walker_goes_up_stairs_without_a_halt(rise: float, run: float) -> None:
    """One by one, its hips on an even way: it neither stumbles nor plans footprints."""
    performer = Performer(BODY, [Cue("walk", speed=0.7)], position=(-0.5, 0.0))
    stairs = Ground.steps(rise=rise, run=run, count=5)
    take = simulate(Shot([performer], ground=stairs, duration=8.0))
    p = take.performances[0]
    assert p.fell_at is None
    along = p.root_position[:, 0]
    on_stairs = (along > 1.5 * run) & (along < 5 * run)
    slope = rise / run * (along - run)
    assert np.ptp((p.root_position[:, 2] - slope)[on_stairs]) < rise + 0.05
    half = round(0.5 / (take.times[1] - take.times[0]))
    pace = 2.0 * (along[half:] - along[:-half])
    assert pace[on_stairs[half:]].min() > 0.2


@pytest.mark.parametrize("seed", [112, 116])
def test_a_walker_goes_down_low_stairs_at_its_pace(seed: int) -> None:
    """Its heel stays down until the body has passed the ball, so that nothing brakes it."""
    cue = Cue("follow", path=[(-1.5, 0.0), (0.0, 0.0), (5.0, 0.0)], speed=0.9)
    performer = Performer(BODY.vary(seed, 0.15), [cue], position=(-1.5, 0.0))
    stairs = Ground.steps(rise=-0.1, run=0.4, count=5)
    take = simulate(Shot([performer], ground=stairs, duration=8.0))
    p = take.performances[0]
    assert p.fell_at is None
    along = p.center_of_mass[:, 0]
    began, left = (float(take.times[np.argmax(along > x)]) for x in (0.4, 2.0))
    assert 1.6 / (left - began) > 0.55


def test_standing_far_below_the_origin_is_standing() -> None:
    sunk = [(x, y, z - 3.0) for x, y, z in Ground.slope(5.0).vertices]
    ground = Ground.mesh(sunk, Ground.slope(5.0).triangles)
    cues = [Cue("walk", speed=0.6), Cue("stand", start=2.0)]
    p = simulate(Shot([Performer(BODY, cues)], ground=ground, duration=5.0)).performances[0]
    assert p.fell_at is None
    assert np.linalg.norm(p.center_of_mass[-1] - p.center_of_mass[-10]) < 0.02


def test_a_walker_starts_on_top_of_a_raised_ground() -> None:
    raised = [(x, y, 0.4 + z) for x, y, z in Ground.slope(0.0).vertices]
    path = walked(Ground.mesh(raised, Ground.slope(0.0).triangles), duration=1.0, speed=0.0)
    assert path[0, 2] == pytest.approx(0.4 + BODY.standing_height_of_root)
    assert path[-1, 2] == pytest.approx(path[0, 2], abs=0.08)


@pytest.mark.parametrize(("friction", "slides"), [(0.3, True), (0.8, False)])
def test_a_box_slides_over_the_edges_of_triangles_by_friction_alone(
    friction: float, slides: bool
) -> None:
    tilt = math.radians(25.0)
    box = Prop(
        "box", "box", (0.3, 0.3, 0.2), mass=5.0, friction=1.0,
        position=(-0.1 * math.sin(tilt) - 0.3, 0.0, 0.1 * math.cos(tilt) - 0.3 * math.tan(tilt)),
        orientation=(math.cos(tilt / 2), 0.0, -math.sin(tilt / 2), 0.0),
    )  # fmt: skip
    ground = Ground.slope(25.0, friction)
    # The performer only has to be there.
    shot = Shot([Performer(BODY, position=(5.0, 5.0))], ground=ground, props=[box], duration=1.0)
    moved = simulate(shot).props["box"].position
    travel = float(np.linalg.norm(moved[-1] - moved[0]))
    if slides:  # half g t^2 (sin - friction cos)
        expected = 0.5 * 9.81 * (math.sin(tilt) - friction * math.cos(tilt))
        assert travel == pytest.approx(expected, rel=0.15)
    else:
        assert travel < 0.02


def test_the_ground_is_sensed_again_after_a_trial_has_gone_back_in_time() -> None:
    looks: list[float] = []

    def heights(places: np.ndarray, top: float) -> np.ndarray:
        looks.append(top)
        return np.zeros(len(places))

    with World((0.0, 0.0, -9.81), TIME_STEP, 0.8) as world:
        actor = world.add_character(BODY, *start_state(Performer(BODY)))
        biped = make_biped(BODY, actor.body_record, 0.0, 9.81, TIME_STEP, Styles({}), {})
        sensing = TerrainSensing(biped, heights, None)
        for time, is_looked_at in ((1.0, True), (4.0, True), (1.01, True), (1.012, False)):
            looks.clear()
            sensing.look(actor.motion_record, time)
            assert bool(looks) == is_looked_at, time


def sensed(heights: Callable[[np.ndarray, float], np.ndarray], usual: float) -> GaitCommand:
    """What a stander at the origin senses; the foothold of its steady walk is so far ahead [m]."""
    with World((0.0, 0.0, -9.81), TIME_STEP, 0.8) as world:
        actor = world.add_character(BODY, *start_state(Performer(BODY)))
        biped = make_biped(BODY, actor.body_record, 0.0, 9.81, TIME_STEP, Styles({}), {})
        biped.memory["usual"][:] = biped.memory["planned"][:] = usual, 0.0
        TerrainSensing(biped, heights, None).look(actor.motion_record, 1.0)
        return biped.command


def test_a_stair_is_an_edge_and_its_tread_is_sought() -> None:
    command = sensed(lambda places, top: np.where(places[:, 0] > 0.5, 0.15, 0.0), 0.45)
    assert command["edge_ahead"] == pytest.approx(0.15)
    assert abs(command["usual_onto_tread"][0]) > 0.05  # the sole would lie over the edge


def test_bumps_have_no_edges_and_move_no_steady_foothold() -> None:
    """Walkers on them fell over footholds that went to and fro."""
    wave = 2.0 * math.pi / 0.5  # [1/m]

    def bumps(places: np.ndarray, top: float) -> np.ndarray:
        return 0.05 * np.sin(wave * places[:, 0])

    for usual in np.arange(0.2, 0.7, 0.05):
        command = sensed(bumps, float(usual))
        assert command["edge_ahead"] < 0.02
        assert not command["usual_onto_tread"].any()
