"""simulate(): a Shot in, a Take out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pkgutil import resolve_name
from typing import NamedTuple

import numpy as np

from ..base.errors import Cancelled, FootfallError, InvalidInput, SimulationError
from ..bodies.kinds import BIPED, PLANAR, QUADRUPED
from ..compiling.forecast import the_forecast
from ..search.helpers import Started
from ..shots.cue import Cue, walks_in_plane
from ..shots.feasibility import ready_to_run
from ..shots.frame_stream import Records, prop_frame, prop_motion_of
from ..shots.shot import Prop, Shot
from ..shots.take import LEAST_KEPT, RunFailed, Take
from ..simulation.keyed_path import KeyedPath
from ..simulation.world import World
from ..skills.styles import Styles
from .camera import make_film
from .presence import Presence
from .progress import Progress, ProgressReport, Report
from .pushing import Pushes, TriedPushes
from .run_length import RunLength
from .runtime import PerformerRuntime
from .setting import Setting
from .sharing import start_helpers
from .stop import Stop
from .stretching import stretching_of

# Module and function that puts a body of each kind into the world; loaded as one enters.
ENTERING = {
    BIPED: "biped:enter_biped",
    QUADRUPED: "quadruped:enter_quadruped",
    PLANAR: "planar:enter_plane",
}
FASTEST = 1e3  # [m/s]: the simulation of a faster body has diverged
TIME_STEP = 0.001  # [s], physics and control
CHANNELS = ("torques", "contact_forces", "momentum")
WHOLE: Mapping[str, float] = {}  # all parts of the walker at full weight
Frames = Callable[[Sequence[Records]], object]
Steering = Callable[[int], Sequence[Cue] | None]
FoundFrames = Callable[[int, int, Sequence[Records]], object]


def simulate(
    shot: Shot,
    progress: Progress | None = None,
    record: Sequence[str] = (),
    report: Report | None = None,
    workers: int = 1,
    stop: Stop | None = None,
) -> Take:
    """Simulate a shot.

    Args:
        progress: called with the fraction done, frame by frame, and often during a search;
            returning False cancels.
        record: optional channels of the performances: "torques", "contact_forces", "momentum".
        report: called with a sentence that describes a search, and with "" after the search.
        workers: number of processes that search for what a performer does, this one included. The
            take is the same, bit by bit, for any number.
        stop: ends a search early, which keeps what it has found. The run then ends where that does,
            with RunFailed; a shot with the plans of its take goes on from there.

    Raises:
        InvalidInput: an unknown channel, no workers, or a shot that cannot be done, before anything
            is simulated.
        RunFailed: the run diverged, or reached a cue that cannot be done; its `take` holds what was
            simulated until then.
        Cancelled: the progress callback returned False.
    """
    return simulate_parts(
        shot, WHOLE, progress, record, report=report, workers=workers, stop=stop
    )


def simulate_parts(
    shot: Shot,
    parts: Mapping[str, float],
    progress: Progress | None = None,
    record: Sequence[str] = (),
    frames: Frames | None = None,
    steering: Steering | None = None,
    report: Report | None = None,
    ends_at_fall: bool = False,
    workers: int = 1,
    found: FoundFrames | None = None,
    stop: Stop | None = None,
) -> Take:
    """`simulate` with weights of the walker's parts, or with frames and steering as it runs.

    Args:
        parts: weights of the walker's parts, by the names in its command; 1 for the others.
        frames: called with each new frame: the records of all performers and props.
        steering: called with the number of each frame; returns the first performer's cues from the
            next frame on, or None for no change.
        ends_at_fall: whether the first fall ends the take.
        found: called during a search with what it has found so far: the number of the performer,
            of the first frame that follows those of `frames`, and the performer's records from it.
    """
    for channel in record:
        if channel not in CHANNELS:
            raise InvalidInput(
                f"Unknown channel {channel!r} to record; allowed: {', '.join(CHANNELS)}."
            )
    if workers < 1:
        raise InvalidInput(f"Simulating needs at least 1 worker, got {workers}.")
    shot = ready_to_run(shot)
    the_forecast().expect(shot)  # announces the functions to compile
    ground = shot.ground
    with (
        start_helpers(shot, workers) as started,
        World(
            shot.gravity, TIME_STEP, ground.friction, ground.vertices, ground.triangles
        ) as world,
    ):
        for prop in shot.props:
            _add_prop(world, prop)
        reported = ProgressReport(progress, report)
        setting = Setting(world, shot, Styles(shot.styles), parts, tuple(record), reported)
        searches = Searches(workers, started, stop or Stop(), found)
        presence = Presence(setting, partial(_enter, setting, searches))
        presence.change(0.0)
        poses: dict[str, list[Records]] = {prop.name: [] for prop in shot.props}
        try:
            _run(setting, presence, poses, frames or _ignore, steering or _ignore, ends_at_fall)
        except Cancelled:
            raise
        except FootfallError as error:
            take = _take_of(shot, presence, poses, failure=str(error))
            if len(take.times) < LEAST_KEPT:
                raise
            raise RunFailed(take) from error
        return _take_of(shot, presence, poses)


def _add_prop(world: World, prop: Prop) -> None:
    """Put a prop into the world, where it is at the shot's beginning."""
    path, (position, orientation) = None, (prop.position, prop.orientation)
    if prop.motion is not None:
        keys = prop.motion
        path = KeyedPath(keys.times, keys.positions, keys.orientations or [orientation])
        position, orientation = (tuple(part.tolist()) for part in path.at(0.0))
    world.add_prop(
        prop.name, prop.shape, prop.size, prop.vertices, prop.mass, position, orientation,
        prop.friction, prop.velocity, path,
    )  # fmt: skip


def _ignore(frame: object) -> None:
    """Default for `frames` and `steering`: does nothing."""


class Searches(NamedTuple):
    """How the searches of performers run: as in the arguments of `simulate_parts`."""

    workers: int
    started: Started
    stop: Stop
    found: FoundFrames | None


def _enter(setting: Setting, searches: Searches, number: int) -> PerformerRuntime:
    """Put the performer with a number into the world."""
    shot = setting.shot
    performer = shot.performers[number]
    in_plane = performer.character.kind == PLANAR or walks_in_plane(performer.cues)
    home = ENTERING[PLANAR if in_plane else performer.character.kind]
    runtime: PerformerRuntime = resolve_name(f"{__package__}.{home}")(setting, performer)
    runtime.turns = setting.turns
    runtime.workers, runtime.started, runtime.stop, found = searches
    frames = RunLength(shot).most_frames
    if found is not None:
        show = partial(found, number)
        runtime.film = make_film(setting.gravity, shot.frame_rate, frames, show)
    own = [push for push in shot.all_pushes() if push.performer == number]
    runtime.pushes = TriedPushes(own, TIME_STEP, runtime)
    runtime.until = (frames - 1) / shot.frame_rate
    return runtime


def _run(
    setting: Setting,
    presence: Presence,
    poses: dict[str, list[Records]],
    frames: Frames,
    steering: Steering,
    ends_at_fall: bool,
) -> None:
    shot, world = setting.shot, setting.world
    length = RunLength(shot)
    times = np.arange(length.most_frames) / shot.frame_rate
    sampled = presence.sample(presence.moments(), 1.0)
    frames([*sampled, *_sample_props(world, poses)])
    pushes = Pushes(shot.all_pushes(), TIME_STEP)
    stretches = stretching_of(world, list(presence.present.values()), pushes)
    frame, step = 1, 0
    while frame < len(times):
        step = stretches.run(step, times[frame])
        start, end = step * TIME_STEP, (step + 1) * TIME_STEP
        is_shown = times[frame] <= end
        before = presence.moments() if is_shown else {}
        if not stretches.take(step):
            is_near = times[frame] <= (step + 2) * TIME_STEP
            _take_step(world, presence.present, pushes, start, is_near)
        while frame < len(times) and times[frame] <= end:
            share = (times[frame] - start) / TIME_STEP
            _check_sound(presence.present.values(), times[frame])
            sampled = presence.sample(before, share)
            frames([*sampled, *_sample_props(world, poses)])
            setting.progress.frame_done(length.done(times[frame]))
            steered = steering(frame)
            if steered is not None and 0 in presence.present:
                stretches.hand_over()
                presence.present[0].timeline.change(steered)
            frame += 1
            is_over = length.is_over(times[frame - 1], presence.over_since())
            if is_over or (ends_at_fall and presence.has_fallen):
                times = times[:frame]
        if is_shown and presence.is_due(end):
            stretches.hand_over()
            presence.change(end)
            stretches = stretching_of(world, list(presence.present.values()), pushes)
        step += 1
    setting.progress.frame_done(1.0)


def _take_step(
    world: World,
    present: Mapping[int, PerformerRuntime],
    pushes: Pushes,
    start: float,
    is_shown: bool,
) -> None:
    """Take one time step from a time [s] on.

    Args:
        present: the performers in the world, by number.
        is_shown: whether a frame lies in it or in the next one.
    """
    for performer in present.values():
        performer.act(world, start)
    pushes.act(world, present, start)
    world.step()
    for performer in present.values():
        performer.steps_left -= 1
        if is_shown or performer.needs_state:
            world.read(performer.actor)
            world.read_contacts(performer.actor)


def _take_of(
    shot: Shot, presence: Presence, poses: Mapping[str, list[Records]], failure: str = ""
) -> Take:
    """A take of all recorded frames and events."""
    return Take(
        times=np.arange(presence.frames) / shot.frame_rate,
        performances=presence.performances(),
        props={name: prop_motion_of(np.array(rows)) for name, rows in poses.items()},
        failure=failure,
    )


def _sample_props(world: World, poses: dict[str, list[Records]]) -> list[Records]:
    """Record and return the poses of all props."""
    for name, rows in poses.items():
        rows.append(prop_frame(*world.prop_pose(name)))
    return [rows[-1] for rows in poses.values()]


def _check_sound(performers: Iterable[PerformerRuntime], time: float) -> None:
    for performer in performers:
        speed = float(np.abs(performer.actor.motion.com_velocity).max())
        if not speed < FASTEST:  # also true for NaN
            raise SimulationError(
                f"The simulation diverged at {time:.2f} s; try a body or gains nearer to a human's."
            )
