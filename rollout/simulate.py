"""simulate(): a Shot in, a Take out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from ..base.errors import Cancelled, FootfallError, InvalidInput, SimulationError
from ..bodies.planar import PLANAR
from ..compiling.forecast import the_forecast
from ..shots.cue import Cue, begins_on_hands, first_seat, walks_in_plane
from ..shots.feasibility import ready_to_run
from ..shots.frame_stream import Records, prop_frame, prop_motion_of
from ..shots.schedule import with_usual_times
from ..shots.shot import Performer, Shot
from ..shots.take import LEAST_KEPT, RunFailed, Take
from ..simulation.actor import Actor
from ..simulation.rotation import Array
from ..simulation.world import World
from ..skills.biped import make_biped
from ..skills.handstand_pose import start_on_hands
from ..skills.seats.seating import start_seated, take_seat
from ..skills.styles import Styles
from ..skills.ways.avoidance import SHOULDERS, Company
from ..skills.ways.obstacle_discs import discs_of
from ..skills.ways.obstacles import things_of
from ..skills.ways.steering import place_of, velocity_of
from ..skills.ways.terrain_sensing import Sight
from .biped_performer import Player
from .planar_performer import PlanarPlayer, enter_plane
from .progress import Audience, Progress, Tell
from .pushing import Pushes
from .quadruped_performer import QuadrupedPlayer, enter_on_four_legs
from .recorder import Film
from .run_length import RunLength
from .start_state import start_state
from .timeline import Timeline

HOLDING, SIDES = ("hand", "lower_arm"), (".L", ".R")  # parts that may lie on what is held
FASTEST = 1e3  # [m/s]: a body that is faster has burst
TIME_STEP = 0.001  # [s], physics and control
CHANNELS = ("torques", "contact_forces", "momentum")
WHOLE: Mapping[str, float] = {}  # the walker with all of its parts
CROWD = 8  # performers in one world, from which on they may take their time
Frames = Callable[[Sequence[Records]], object]
AnyPlayer = Player | QuadrupedPlayer | PlanarPlayer
Helm = Callable[[int], Sequence[Cue] | None]


def simulate(
    shot: Shot,
    progress: Progress | None = None,
    record: Sequence[str] = (),
    tell: Tell | None = None,
) -> Take:
    """Simulate a shot.

    Args:
        progress: called with the fraction done, frame by frame, and often during a search;
            returning False cancels.
        record: optional channels of the performances: "torques", "contact_forces", "momentum".
        tell: called with a sentence on what is being done where that is a search, "" after it.

    Raises:
        InvalidInput: an unknown channel, or a shot that cannot be done, before anything is
            simulated. RunFailed: the run diverged, or came to what cannot be done; its `take` is
            what was simulated until then. Cancelled: asked to.
    """
    return simulate_parts(shot, WHOLE, progress, record, tell=tell)


def simulate_parts(
    shot: Shot,
    parts: Mapping[str, float],
    progress: Progress | None = None,
    record: Sequence[str] = (),
    frames: Frames | None = None,
    helm: Helm | None = None,
    tell: Tell | None = None,
    ends_at_fall: bool = False,
) -> Take:
    """`simulate` with some of the walker's parts left out, or seen and steered as it goes on.

    Args:
        parts: names as in the walker's command, and how much of each is at work; others are whole.
        frames: called with each frame as it is made: the records of all performers and props.
        helm: called with the number of each frame; what it returns are the cues of the first
            performer from the next frame on, None where nothing changes.
        ends_at_fall: whether the first fall is the end of the take.
    """
    for channel in record:
        if channel not in CHANNELS:
            raise InvalidInput(
                f"Unknown channel {channel!r} to record; allowed: {', '.join(CHANNELS)}."
            )
    shot = ready_to_run(shot)
    the_forecast().expect(shot)  # notes what is compiled, for all to know
    ground = shot.ground
    with World(
        shot.gravity, TIME_STEP, ground.friction, ground.vertices, ground.triangles
    ) as world:
        for prop in shot.props:
            world.add_prop(
                prop.name, prop.shape, prop.size, prop.vertices, prop.mass, prop.position,
                prop.orientation, prop.friction,
            )  # fmt: skip
        styles, audience = Styles(shot.styles), Audience(progress, tell)
        players = [
            _enter(world, performer, shot, styles, parts, tuple(record), audience)
            for performer in shot.performers
        ]
        obstacles = discs_of(shot.props, shot.ground)
        for player in players:
            others = [p for p in players if p is not player]
            if isinstance(player, Player):
                player.biped.company = partial(_company, others, *obstacles)
        poses: dict[str, list[Records]] = {prop.name: [] for prop in shot.props}
        try:
            _run(
                shot, world, players, poses, audience, frames or _nobody, helm or _nobody,
                ends_at_fall,
            )  # fmt: skip
        except Cancelled:
            raise
        except FootfallError as error:
            take = _take_of(shot, players, poses, failure=str(error))
            if len(take.times) < LEAST_KEPT:
                raise
            raise RunFailed(take) from error
        return _take_of(shot, players, poses)


def _nobody(news: object) -> None:
    """Whom frames go to when no one asked for them, and who steers."""


def _enter(
    world: World,
    performer: Performer,
    shot: Shot,
    styles: Styles,
    parts: Mapping[str, float],
    record: tuple[str, ...],
    audience: Audience,
) -> AnyPlayer:
    if performer.character.kind == PLANAR or walks_in_plane(performer.cues):
        return enter_plane(world, performer, shot, record)
    if performer.character.kind == "quadruped":
        return enter_on_four_legs(world, performer, shot, record, audience)
    performer = start_seated(performer, shot.props, shot.ground)
    on_hands = begins_on_hands(performer.cues)
    if on_hands:
        performer = start_on_hands(performer, shot.ground)
    position, orientation, joints = start_state(performer, shot.ground)
    gravity = -shot.gravity[2]
    actor = world.add_character(
        performer.character, position, orientation, joints,
        leg_collision=performer.leg_collision, meets_others=shot.performers_collide,
    )  # fmt: skip
    biped = make_biped(
        performer.character,
        actor.body_record,
        performer.heading,
        gravity,
        world.time_step,
        styles,
        parts,
        may_cross=not performer.leg_collision,
        on_hands=on_hands,
    )
    if shot.ground.kind != "flat":
        biped.ground_heights = world.ground_heights
    by_name = {prop.name: prop for prop in shot.props}
    biped.plans = tuple(performer.plans)
    biped.look_at = lambda name: (by_name[name], *world.prop_pose(name))
    biped.let_meet = partial(_let_meet, world, actor)
    biped.forget_contacts = partial(world.forget_contacts, actor)
    biped.things = things_of(shot.props)
    seat = first_seat(performer.cues)
    if seat is not None:
        take_seat(biped, actor.motion_record, seat, seated=True)
    return Player(
        actor=actor,
        biped=biped,
        timeline=Timeline(performer.cues),
        film=Film(actor, gravity, record, on_hands),
        sight=None if biped.ground_heights is None else Sight(biped, biped.ground_heights),
        recovers=performer.recover,
        is_leisurely=len(shot.performers) >= CROWD,
        audience=audience,
    )


def _let_meet(world: World, actor: Actor, name: str, meets: bool) -> None:
    """Whether a character's hands and forearms collide with a prop."""
    parts = [actor.names.index(part + side) for part in HOLDING for side in SIDES]
    world.let_meet(actor, parts, name, meets)


def _company(others: Sequence[AnyPlayer], obstacles: Array, radii: Array) -> Company:
    """Where these are now, how fast they move, and how much room they take; obstacles stand."""
    records = [player.actor.motion_record for player in others]
    places = np.array([place_of(record) for record in records]).reshape(-1, 2)
    velocities = np.array([velocity_of(record) for record in records]).reshape(-1, 2)
    sizes = [SHOULDERS * player.actor.character.height for player in others]
    return Company(
        places=np.concatenate([places, obstacles]),
        velocities=np.concatenate([velocities, np.zeros_like(obstacles)]),
        radii=np.concatenate([sizes, radii]),
    )


def _run(
    shot: Shot,
    world: World,
    players: list[AnyPlayer],
    poses: dict[str, list[Records]],
    audience: Audience,
    frames: Frames,
    helm: Helm,
    ends_at_fall: bool,
) -> None:
    length, timelines = RunLength(shot), [player.timeline for player in players]
    times = np.arange(length.most_frames) / shot.frame_rate
    exposed = [player.film.expose(player.film.pose(), 1.0) for player in players]
    frames([*exposed, *_film_props(world, poses)])
    pushes = Pushes(shot.all_pushes(), TIME_STEP)
    frame, step = 1, 0
    while frame < len(times):
        start, end = step * TIME_STEP, (step + 1) * TIME_STEP
        before = [p.film.pose() for p in players] if times[frame] <= end else []
        for player in players:
            player.act(world, start)
        pushes.act(world, players, start)
        world.step()
        shown = times[frame] <= end + TIME_STEP  # by a frame between here and the next step
        for player in players:
            if shown or player.looks:
                world.read(player.actor)
                world.read_contacts(player.actor)
        while frame < len(times) and times[frame] <= end:
            share = (times[frame] - start) / TIME_STEP
            _check_sound(players, times[frame])
            exposed = [p.film.expose(b, share) for p, b in zip(players, before, strict=True)]
            filmed = _film_props(world, poses)
            frames([*exposed, *filmed])
            audience.hear(length.done(times[frame]))
            steered = helm(frame)
            if steered is not None:
                players[0].timeline.change(steered)
            frame += 1
            fell = any(player.film.fell_at is not None for player in players)
            if (ends_at_fall and fell) or length.is_over(times[frame - 1], timelines):
                times = times[:frame]
        step += 1
    audience.hear(1.0)


def _take_of(
    shot: Shot,
    players: list[AnyPlayer],
    poses: Mapping[str, list[Records]],
    failure: str = "",
) -> Take:
    """All that has been recorded."""
    performances = [
        player.film.develop(with_usual_times(player.timeline.records, performer, shot.props))
        for player, performer in zip(players, shot.performers, strict=True)
    ]
    return Take(
        times=np.arange(len(performances[0].root_position)) / shot.frame_rate,
        performances=performances,
        props={name: prop_motion_of(np.array(rows)) for name, rows in poses.items()},
        failure=failure,
    )


def _film_props(world: World, poses: dict[str, list[Records]]) -> list[Records]:
    """Keep and return where all props are."""
    for name, rows in poses.items():
        rows.append(prop_frame(*world.prop_pose(name)))
    return [rows[-1] for rows in poses.values()]


def _check_sound(players: list[AnyPlayer], time: float) -> None:
    for player in players:
        speed = float(np.abs(player.actor.motion.com_velocity).max())
        if not speed < FASTEST:  # nor is a speed that is no number
            raise SimulationError(
                f"The simulation diverged at {time:.2f} s; try a body or gains nearer to a human's."
            )
