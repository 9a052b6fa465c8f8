"""Chains that act on their body: heavy tails and bags, in the engine with the body."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from footfall import Character, Cue, Ground, Performer, Shot, Take, simulate
from footfall.base.errors import InvalidInput
from footfall.base.rotations import matrices_from_quaternions
from footfall.bodies.hanging import PRESETS, Chain, ChainBone, Hanging
from footfall.bodies.hanging_links import links_of, placed
from footfall.bodies.laden import laden, settled
from footfall.bodies.proportions import scale_segments
from footfall.bodies.segments import Vector
from footfall.evaluation.hung_bodies import (
    dog_with_a_tail,
    fastest_when_dropped,
    human_with_a_bag,
    hung,
    way_of,
)
from footfall.simulation.actor import Actor
from footfall.simulation.copying import contents_of, world_of
from footfall.simulation.hanging.on_body import PlacedChain
from footfall.simulation.placing import place_chains
from footfall.simulation.pose import joint_positions
from footfall.simulation.world import World

UPRIGHT = (1.0, 0.0, 0.0, 0.0)
HUMAN = Character.humanoid()
LOOSE = Hanging(stiffness=0.0, damping=0.0, air=0.0, bend=180.0, weight=10.0, acts_on_body=True)
BACK = (-0.3, 0.0, 0.3)  # of the torso: behind it, where nothing is touched


def with_chain(hanging: Hanging, lengths=(0.2, 0.2), way: Vector = (-1.0, 0.0, 0.0)) -> Character:
    return hung(HUMAN, "rope", "torso", BACK, way, lengths, hanging)


def entered(world: World, character: Character, height: float = 5.0) -> Actor:
    """A body in the air, standing."""
    joints = joint_positions(character, {})
    return world.add_character(character, np.array([0.0, 0.0, height]), np.array(UPRIGHT), joints)


def middle_of_mass(world: World, actor: Actor) -> np.ndarray:
    """(3,) of segments and chains."""
    motion, made_of = actor.motion, actor.made_of
    masses = [segment.mass for segment in made_of.segments]
    places = [
        motion.origin[i] + motion.rotation[i] @ np.array(segment.center)
        for i, segment in enumerate(made_of.segments)
    ]
    assert actor.hanging is not None
    (links,) = actor.hanging.chains
    turns = matrices_from_quaternions(world.engine.hanging_state(actor)[0])
    carrier = actor.names.index(links.chain.carrier)
    heads, axes = placed(links, motion.origin[carrier], motion.rotation[carrier], turns)
    places += list(heads + 0.5 * links.length[:, None] * axes[:, :, 1])
    return np.average(places, axis=0, weights=[*masses, *links.mass])


def test_in_free_fall_a_swinging_chain_moves_the_body_and_not_the_middle_of_mass() -> None:
    with World((0.0, 0.0, 0.0), 0.001, 0.8) as world:
        actor = entered(world, with_chain(replace(LOOSE, stiffness=0.5)))
        bent = np.tile((math.cos(0.4), math.sin(0.4), 0.0, 0.0), (2, 1))
        place_chains(world.engine, actor, bent)
        world.read(actor)
        began, origin = middle_of_mass(world, actor), actor.motion.origin[0].copy()
        for _ in range(400):
            world.write_torques(actor, np.zeros(actor.spans[-1][1]))
            world.step()
            world.read(actor)
        assert middle_of_mass(world, actor) == pytest.approx(began, abs=1e-3)
        assert np.linalg.norm(actor.motion.origin[0] - origin) > 0.005


def test_a_loose_chain_hangs_straight_down_at_rest_and_a_stiff_one_stands_out() -> None:
    for stiffness, low, high in ((0.0, -1.001, -0.999), (1.0, -0.06, 0.0)):
        links = links_of(with_chain(replace(LOOSE, stiffness=stiffness)).hanging[0])
        _, axes = placed(links, np.zeros(3), np.eye(3), settled(links, np.eye(3), 9.81))
        assert low <= axes[-1, 2, 1] <= high


def test_no_joint_rests_beyond_its_largest_bend() -> None:
    links = links_of(with_chain(replace(LOOSE, bend=20.0)).hanging[0])
    turns = settled(links, np.eye(3), 9.81)
    cosines = np.clip((np.trace(turns, axis1=1, axis2=2) - 1.0) / 2.0, -1.0, 1.0)
    assert np.degrees(np.arccos(cosines)).max() == pytest.approx(20.0, abs=0.1)


def test_a_chain_begins_at_rest() -> None:
    cue = Cue("stand")
    take = simulate(Shot([Performer(with_chain(replace(LOOSE, weight=0.5)), [cue])], duration=0.5))
    heads = take.performances[0].hanging_positions
    assert heads[0, 1, 2] < heads[0, 0, 2] - 0.1  # the pose is level
    relative = heads[:, 1] - take.performances[0].root_position
    assert np.abs(relative - relative[0]).max() < 0.03


def test_the_ground_bears_the_body_and_what_hangs_on_it() -> None:
    bag = human_with_a_bag(15.0)
    shot = Shot([Performer(bag, [Cue("stand")])], duration=2.0)
    forces = simulate(shot, record=("contact_forces",)).performances[0].contact_forces
    borne = forces[60:].sum(axis=1)[:, 2].mean()
    assert borne == pytest.approx(9.81 * (bag.mass + 15.0), rel=0.01)


def test_a_body_leans_against_its_bag() -> None:
    def hips_ahead_of_feet(character: Character) -> float:
        shot = Shot([Performer(character, [Cue("stand")])], duration=3.0)
        p = simulate(shot).performances[0]
        foot = p.segment_positions[-1, p.segment_names.index("foot.L")]
        torso = p.segment_positions[-1, p.segment_names.index("torso")]
        return float(torso[0] - foot[0])

    assert hips_ahead_of_feet(human_with_a_bag(15.0)) > hips_ahead_of_feet(HUMAN) + 0.01


@pytest.mark.parametrize("character", [human_with_a_bag(15.0), dog_with_a_tail(3.0)])
def test_a_laden_body_walks(character: Character) -> None:
    speed = 1.2 if character.kind == "biped" else 0.8
    shot = Shot([Performer(character, [Cue("walk", speed=speed)])], duration=6.0)
    p = simulate(shot).performances[0]
    assert p.fell_at is None
    assert p.root_position[-1, 0] > 0.7 * speed * 5.0
    way = way_of(p)
    assert np.degrees(np.arccos(np.clip((way[1:] * way[:-1]).sum(axis=-1), -1, 1))).max() < 15.0


def test_a_laden_body_weighs_what_it_carries_where_it_carries_it() -> None:
    bag = human_with_a_bag(15.0)
    seen = laden(bag, 9.81)
    assert seen.mass == pytest.approx(bag.mass + 15.0)
    assert seen.segment("torso").center[0] < bag.segment("torso").center[0] - 0.05
    away = seen.segment("torso").center[0] - bag.segment("torso").center[0]
    more = seen.segment("torso").inertia[2] - bag.segment("torso").inertia[2]
    assert more > bag.segment("torso").mass * away**2
    assert not seen.hanging
    assert laden(HUMAN, 9.81) is HUMAN


@pytest.mark.parametrize("stiffness", [0.0, 0.5, 1.0])
@pytest.mark.parametrize(("count", "length"), [(1, 0.001), (12, 0.01), (30, 0.07), (3, 1.0)])
def test_no_chain_bursts(stiffness: float, count: int, length: float) -> None:
    rope = Hanging(stiffness=stiffness, damping=0.1, weight=2.0, acts_on_body=True)
    character = with_chain(rope, (length,) * count)
    with World((0.0, 0.0, -9.81), 0.001, 0.8) as world:
        actor = entered(world, character, 2.5)
        for _ in range(800):
            world.write_torques(actor, np.zeros(actor.spans[-1][1]))
            world.step()
        turns, rates = world.engine.hanging_state(actor)
        assert np.isfinite(turns).all()
        assert np.abs(rates * actor.hanging.chains[0].length[:, None]).max() < 30.0


def test_a_heavy_rigid_pole_on_a_light_head_does_not_burst() -> None:
    """The head gives way: a spring that took it for held would throw both."""
    pole = Hanging(stiffness=1.0, weight=20.0, acts_on_body=True)
    burdened = hung(HUMAN, "pole", "head", BACK, (-0.8, 0.6, 0.0), (0.15,) * 10, pole)
    assert fastest_when_dropped(burdened, leg_collision=False) < 40.0


def test_a_joint_that_swings_stops_at_its_largest_bend() -> None:
    character = with_chain(replace(LOOSE, bend=20.0), (0.3, 0.3))
    with World((0.0, 0.0, -9.81), 0.001, 0.8) as world:
        actor = entered(world, character)
        rates = np.array([[8.0, 0.0, 0.0], [0.0, 0.0, 8.0]])
        place_chains(world.engine, actor, np.tile(UPRIGHT, (2, 1)), rates)
        most = 0.0
        for _ in range(300):
            world.write_torques(actor, np.zeros(actor.spans[-1][1]))
            world.step()
            turns = np.abs(world.engine.hanging_state(actor)[0][:, 0])
            most = max(most, 2.0 * math.degrees(math.acos(min(turns.min(), 1.0))))
        assert 20.0 < most < 45.0


@pytest.mark.parametrize("ground", [Ground.flat(), Ground.slope(2.0)])
def test_a_chain_lies_on_the_ground_and_is_no_fall(ground: Ground) -> None:
    """Of 1.4 m from the pelvis: its end lies on the ground behind the body."""
    trail = hung(HUMAN, "rope", "pelvis", (-0.2, 0.0, 0.0), (-0.8, 0.0, -0.6), (0.28,) * 5,
                 replace(LOOSE, stiffness=0.1, damping=0.5))  # fmt: skip
    shot = Shot([Performer(trail, [Cue("stand")])], duration=3.0, ground=ground)
    p = simulate(shot, record=("contact_forces",)).performances[0]
    assert p.fell_at is None
    heads = p.hanging_positions
    assert -0.05 < heads[:, :, 2].min() < 0.1
    assert np.linalg.norm(np.diff(heads[:, -1], axis=0), axis=1).max() * 60.0 < 1.0  # [m/s]
    pulled = p.contact_forces[120:, p.segment_names.index("pelvis"), 2]
    assert pulled.mean() > 5.0  # what bears the chain pulls at its carrier


def test_bones_that_nothing_bends_are_where_the_chain_has_them() -> None:
    """Of a crooked chain, whose links span several bones each."""
    random = np.random.default_rng(3)
    turns = random.normal(size=(6, 4)) + (3.0, 0.0, 0.0, 0.0)
    turns /= np.linalg.norm(turns, axis=1)[:, None]
    bones = tuple(
        ChainBone(name=str(i), head=(0.0, 0.1, 0.02) if i else BACK,
                  rotation=tuple(turns[i].tolist()), length=0.1)
        for i in range(6)
    )  # fmt: skip
    links = links_of(Chain(name="rope", carrier="torso", bones=bones, hanging=LOOSE))
    assert 1 < len(links.mass) < 6
    carrier = np.array((math.cos(0.3), 0.0, math.sin(0.3), 0.0))
    origin, axes = np.array((1.0, 2.0, 3.0)), matrices_from_quaternions(carrier)
    heads, orientations = np.empty((6, 3)), np.empty((6, 4))
    PlacedChain(links).fill(origin, carrier, np.empty((0, 4)), heads, orientations)
    place, frame = origin, axes
    for i, bone in enumerate(bones):
        place = place + frame @ np.array(bone.head)
        frame = frame @ matrices_from_quaternions(bone.rotation)
        assert heads[i] == pytest.approx(place, abs=1e-9)
        assert matrices_from_quaternions(orientations[i]) == pytest.approx(frame, abs=1e-9)


def test_a_copy_of_the_world_goes_on_alike() -> None:
    with World((0.0, 0.0, -9.81), 0.001, 0.8) as world:
        actor = entered(world, with_chain(replace(LOOSE, stiffness=0.3)))
        still = np.zeros(actor.spans[-1][1])
        for _ in range(50):
            world.write_torques(actor, still)
            world.step()
        world.read(actor)
        with world_of(contents_of(world)) as copy:
            other = copy.actors[0]
            for each, own in ((world, actor), (copy, other)):
                each.write_torques(own, still)
                each.step()
            ours, theirs = (e.engine.hanging_state(a) for e, a in ((world, actor), (copy, other)))
            assert theirs[0] == pytest.approx(ours[0], abs=1e-6)
            assert theirs[1] == pytest.approx(ours[1], abs=1e-3)


def test_hair_that_does_not_act_swings_through_a_walk_that_it_does_not_change(
    tmp_path: Path,
) -> None:
    hair = hung(HUMAN, "hair", "head", (-0.12, 0.0, 0.1), (0.0, 0.0, -1.0), [0.08] * 4,
                PRESETS["hair"])  # fmt: skip
    walks = [
        simulate(Shot([Performer(c, [Cue("walk", speed=1.2)])], duration=3.0))
        for c in (hair, HUMAN)
    ]
    with_hair, without = (take.performances[0] for take in walks)
    assert np.array_equal(with_hair.root_position, without.root_position)
    assert np.array_equal(with_hair.segment_orientations, without.segment_orientations)
    head = matrices_from_quaternions(
        with_hair.segment_orientations[:, with_hair.segment_names.index("head")]
    )
    heads = with_hair.hanging_positions
    steps = np.linalg.norm(np.diff(heads, axis=1), axis=-1)
    assert np.abs(steps - 0.08).max() < 1e-6
    on_head = np.einsum("fji,fj->fi", head, way_of(with_hair)[:, -1])
    assert np.degrees(np.ptp(on_head[:, 0])) > 1.0
    walks[0].save(tmp_path / "walk.npz")
    loaded = Take.load(tmp_path / "walk.npz").performances[0]
    assert loaded.hanging_names == with_hair.hanging_names
    assert np.array_equal(loaded.hanging_orientations, with_hair.hanging_orientations)


def test_a_character_with_chains_is_saved_and_read_again(tmp_path: Path) -> None:
    dog_with_a_tail(3.0).save(tmp_path / "dog.json")
    assert Character.load(tmp_path / "dog.json") == dog_with_a_tail(3.0)
    shot = Shot([Performer(human_with_a_bag(15.0))])
    shot.save(tmp_path / "shot.json")
    assert Shot.load(tmp_path / "shot.json").performers[0].character == human_with_a_bag(15.0)


def test_a_bag_hangs_behind_the_back_of_a_stout_body_as_well() -> None:
    bag = human_with_a_bag(15.0)
    stout = scale_segments(bag, {"torso": (1.0, 1.5)})
    before, after = (body.hanging[0].bones[0].head for body in (bag, stout))
    assert after == pytest.approx((1.5 * before[0], 0.0, before[2]))
    assert bag.vary(3, 0.2).hanging


def broken(**changes: object) -> tuple[Chain, ...]:
    (chain,) = with_chain(LOOSE).hanging
    return (replace(chain, **changes),)


@pytest.mark.parametrize(
    ("chains", "sentence"),
    [
        (broken(carrier="tail"), "needs a segment that carries it, got 'tail'"),
        (broken() + broken(), "'rope' is listed twice"),
        ((*broken(), *broken(name="other")), "bone that hangs 'rope.0' is listed twice"),
        ([], "must be a tuple of chains"),
    ],
)
def test_chains_that_cannot_hang_are_refused(chains, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        replace(HUMAN, hanging=chains)


def test_more_links_than_the_engine_has_room_for_are_refused() -> None:
    skirt = HUMAN
    for strip in range(11):
        skirt = hung(skirt, f"strip{strip}", "pelvis", (0.2, 0.0, 0.0), (0.0, 0.0, -1.0),
                     (0.15,) * 4, replace(PRESETS["cloth"], acts_on_body=True))  # fmt: skip
    with pytest.raises(InvalidInput, match="have 22 links, it can carry 20"):
        Shot([Performer(skirt, [Cue("stand")])])
    following = [replace(c, hanging=replace(c.hanging, acts_on_body=False)) for c in skirt.hanging]
    Shot([Performer(replace(skirt, hanging=tuple(following)))])


def test_a_bone_that_is_nowhere_is_refused() -> None:
    bone = ChainBone(name="bone", head=(math.nan, 0.0, 0.0), rotation=UPRIGHT, length=0.1)
    with pytest.raises(InvalidInput, match="not finite"):
        Chain(name="rope", carrier="torso", bones=(bone,), hanging=LOOSE)
