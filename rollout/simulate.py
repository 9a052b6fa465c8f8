"""simulate(): a Shot in, a Take out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np

from ..base.errors import Cancelled, FootfallError, InvalidInput, SimulationError
from ..bodies.kinds import BIPED, PLANAR, QUADRUPED
from ..compiling.forecast import the_forecast
from ..search.helpers import Started
from ..shots.cue import Cue, walks_in_plane
from ..shots.feasibility import ready_to_run
from ..shots.frame_stream import Records, prop_frame, prop_motion_of
from ..shots.schedule import with_usual_times
from ..shots.shot import Performer, Prop, Shot
from ..shots.take import LEAST_KEPT, RunFailed, Take
from ..simulation.keyed_path import KeyedPath
from ..simulation.world import World
from ..skills.styles import Styles
from .biped import enter_biped
from .camera import make_film
from .planar import enter_plane
from .progress import Progress, ProgressReport, Report
from .pushing import Pushes, TriedPushes
from .quadruped import enter_quadruped
from .run_length import RunLength
from .runtime import PerformerRuntime
from .setting import Setting
from .sharing import start_helpers
from .stop import Stop
from .stretches import Stretches

# The function that puts a body of each kind into the world.
ENTERING: Mapping[str, Callable[[Setting, Performer], PerformerRuntime]] = {
    BIPED: enter_biped,
    QUADRUPED: enter_quadruped,
    PLANAR: enter_plane,
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
        performers = [_enter(setting, performer) for performer in shot.performers]
        _let_search(performers, setting, workers, started, stop or Stop(), found)
        poses: dict[str, list[Records]] = {prop.name: [] for prop in shot.props}
        try:
            _run(
                shot, world, performers, poses, reported, frames or _ignore, steering or _ignore,
                ends_at_fall,
            )  # fmt: skip
        except Cancelled:
            raise
        except FootfallError as error:
            take = _take_of(shot, performers, poses, failure=str(error))
            if len(take.times) < LEAST_KEPT:
                raise
            raise RunFailed(take) from error
        return _take_of(shot, performers, poses)


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


def _enter(setting: Setting, performer: Performer) -> PerformerRuntime:
    in_plane = performer.character.kind == PLANAR or walks_in_plane(performer.cues)
    return ENTERING[PLANAR if in_plane else performer.character.kind](setting, performer)


def _let_search(
    performers: Sequence[PerformerRuntime], setting: Setting, workers: int, started: Started,
    stop: Stop, found: FoundFrames | None,
) -> None:  # fmt: skip
    """Tell performers how their searches run: arguments as in `simulate_parts`."""
    for number, performer in enumerate(performers):
        performer.workers, performer.started, performer.stop = workers, started, stop
        if found is not None:
            shot, show = setting.shot, partial(found, number)
            frames = RunLength(shot).most_frames
            performer.film = make_film(setting.gravity, shot.frame_rate, frames, show)


def _run(
    shot: Shot,
    world: World,
    performers: list[PerformerRuntime],
    poses: dict[str, list[Records]],
    progress: ProgressReport,
    frames: Frames,
    steering: Steering,
    ends_at_fall: bool,
) -> None:
    length, timelines = RunLength(shot), [performer.timeline for performer in performers]
    times = np.arange(length.most_frames) / shot.frame_rate
    recorders = [performer.recorder for performer in performers]
    sampled = [recorder.sample(recorder.moment(), 1.0) for recorder in recorders]
    frames([*sampled, *_sample_props(world, poses)])
    pushes = Pushes(shot.all_pushes(), TIME_STEP)
    for number, performer in enumerate(performers):
        own = [push for push in shot.all_pushes() if push.performer == number]
        performer.pushes = TriedPushes(own, TIME_STEP, performer)
        performer.until = float(times[-1])
    stretches = Stretches(world, performers, pushes)
    frame, step = 1, 0
    while frame < len(times):
        step = stretches.run(step, times[frame])
        start, end = step * TIME_STEP, (step + 1) * TIME_STEP
        before = [p.recorder.moment() for p in performers] if times[frame] <= end else []
        if not stretches.take(step):
            _take_step(world, performers, pushes, start, times[frame] <= (step + 2) * TIME_STEP)
        while frame < len(times) and times[frame] <= end:
            share = (times[frame] - start) / TIME_STEP
            _check_sound(performers, times[frame])
            sampled = [p.recorder.sample(b, share) for p, b in zip(performers, before, strict=True)]
            sampled_props = _sample_props(world, poses)
            frames([*sampled, *sampled_props])
            progress.frame_done(length.done(times[frame]))
            steered = steering(frame)
            if steered is not None:
                stretches.hand_over()
                performers[0].timeline.change(steered)
            frame += 1
            fell = any(performer.recorder.fell_at is not None for performer in performers)
            if (ends_at_fall and fell) or length.is_over(times[frame - 1], timelines):
                times = times[:frame]
        step += 1
    progress.frame_done(1.0)


def _take_step(
    world: World,
    performers: list[PerformerRuntime],
    pushes: Pushes,
    start: float,
    is_shown: bool,
) -> None:
    """Take one time step from a time [s] on.

    Args:
        is_shown: whether a frame lies in it or in the next one.
    """
    for performer in performers:
        performer.act(world, start)
    pushes.act(world, performers, start)
    world.step()
    for performer in performers:
        performer.steps_left -= 1
        if is_shown or performer.needs_state:
            world.read(performer.actor)
            world.read_contacts(performer.actor)


def _take_of(
    shot: Shot,
    performers: list[PerformerRuntime],
    poses: Mapping[str, list[Records]],
    failure: str = "",
) -> Take:
    """A take of all recorded frames and events."""
    performances = [
        runtime.recorder.finish(
            shot, with_usual_times(runtime.timeline.records, performer, shot.props)
        )
        for runtime, performer in zip(performers, shot.performers, strict=True)
    ]
    return Take(
        times=np.arange(len(performances[0].root_position)) / shot.frame_rate,
        performances=performances,
        props={name: prop_motion_of(np.array(rows)) for name, rows in poses.items()},
        failure=failure,
    )


def _sample_props(world: World, poses: dict[str, list[Records]]) -> list[Records]:
    """Record and return the poses of all props."""
    for name, rows in poses.items():
        rows.append(prop_frame(*world.prop_pose(name)))
    return [rows[-1] for rows in poses.values()]


def _check_sound(performers: list[PerformerRuntime], time: float) -> None:
    for performer in performers:
        speed = float(np.abs(performer.actor.motion.com_velocity).max())
        if not speed < FASTEST:  # also true for NaN
            raise SimulationError(
                f"The simulation diverged at {time:.2f} s; try a body or gains nearer to a human's."
            )
