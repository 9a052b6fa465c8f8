"""Letting the parts of an armature hang, at once or in pieces between which Blender goes on.

What simulates them is imported where it is used: it loads numba, which switching the extension on
must not wait for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING

import bpy

from ..base.errors import RigError
from ..rigs.blender.rig import Rig
from ..rigs.blender.subjects import Subjects
from ..shots.take import Take
from .rig_run import read_chosen_rig
from .run_state import CURRENT

if TYPE_CHECKING:
    from ..rigs.blender.hanging_pose import HungChain
    from ..rigs.hanging_chains import FoundChain

Steps = Generator[None, None, tuple[int, int]]
_is_compiled = False  # in this Blender


def list_parts(rig: Rig) -> int:
    """Fill the armature's list with what hangs on it; what the artist has set stays. How many."""
    from ..rigs.blender.hanging import find_hanging

    settings = rig.armature.footfall.hanging
    found, left = find_hanging(rig, settings.with_tail)
    _fill(settings, found)
    settings.left_alone.clear()
    for alone in left:
        row = settings.left_alone.add()
        row.name, row.reason = alone.bone, alone.reason
    return len(found)


def _fill(settings, found: Sequence[FoundChain]) -> None:
    kept = {(part.name, part.is_soft): part.settings() for part in settings.parts}
    settings.parts.clear()
    for chain in found:
        part = settings.parts.add()
        part.name, part.count = chain.name, len(chain.bones)
        part.begin(chain.kind)
        for name, value in kept.get((chain.name, part.is_soft), {}).items():
            setattr(part, name, value)
    settings.active = min(settings.active, max(len(found) - 1, 0))


def with_heavy_parts(rig: Rig) -> Rig:
    """The rig whose character carries the parts that are to act on its body, where bakes have
    hanging motion.
    """
    settings = rig.armature.footfall.hanging
    if not (settings.with_bakes and any(part.use and part.acts_on_body for part in settings.parts)):
        return rig
    from ..rigs.blender.hanging_body import with_acting

    return with_acting(rig, used_parts(rig, is_needed=False))


def hang_with_bake(rig: Rig, take: Take, rate: float, start_frame: int) -> None:
    """Let the rig's parts hang through what was baked, where the artist wants that.

    Args:
        rig: as `with_heavy_parts` returned it for the shot.
        rate: frames of the take a second; start_frame: of its first frame.
    """
    settings = rig.armature.footfall.hanging
    if not settings.with_bakes:
        return
    from ..rigs.blender.hanging import add_hanging
    from ..rigs.blender.hanging_body import simulated_chains

    if not len(settings.parts):
        list_parts(rig)
    if any(part.use for part in settings.parts):
        simulated = simulated_chains(rig, take.performances[0], start_frame, rate)
        add_hanging(rig, used_parts(rig), settled=settings.settled, simulated=simulated)


def used_parts(rig: Rig, is_needed: bool = True) -> list[HungChain]:
    """The parts that the artist uses; all that are found where none are listed.

    Raises RigError where there are none, if they are needed.
    """
    from ..bodies.softness import preset_of
    from ..rigs.blender.hanging import find_hanging
    from ..rigs.blender.hanging_pose import HungChain

    settings = rig.armature.footfall.hanging
    found, _ = find_hanging(rig, settings.with_tail)
    if not len(settings.parts):
        hung = [HungChain(found=chain, hanging=preset_of(chain.kind)) for chain in found]
    else:
        parts = {(part.name, part.is_soft): part for part in settings.parts if part.use}
        listed = [(chain, parts.get((chain.name, chain.kind == "soft"))) for chain in found]
        hung = [HungChain(found=chain, hanging=part.hanging()) for chain, part in listed if part]
    if not hung and is_needed:
        raise RigError(
            f"No hanging part of {rig.armature.name!r} is used: find them, and tick those that "
            "swing."
        )
    return hung


def hanging_steps(context: bpy.types.Context) -> Steps:
    """Let the chosen armature's parts hang; returns how many, and over how many frames.

    Yields between pieces of work. Closing the generator before its end leaves the scene unchanged.
    Raises FootfallError.
    """
    CURRENT.begin()
    try:
        rig = read_chosen_rig(context)
        subjects = Subjects([rig.armature])
        for _ in compiling():
            yield
            subjects.check()
        action, count = yield from _adding(rig, subjects)
        if not len(rig.armature.footfall.hanging.parts):
            list_parts(rig)
        return count, _frames_of(action)
    finally:
        CURRENT.end()


def _adding(rig: Rig, subjects: Subjects) -> Generator[None, None, tuple[bpy.types.Action, int]]:
    from ..rigs.blender.hanging import adding_hanging

    parts = used_parts(rig)
    work = adding_hanging(rig, parts, settled=rig.armature.footfall.hanging.settled)
    CURRENT.note = "Hanging"
    try:
        while True:
            try:
                CURRENT.progress = next(work)
            except StopIteration as done:
                return done.value, len(parts)
            yield
            subjects.check()
    finally:
        work.close()


def compiling() -> Iterator[None]:
    """Compile what simulates hanging parts in a process, once in a Blender with a window.

    Without a window there is nobody to wait for, and it is compiled where it is used. Raises
    FootfallError.
    """
    global _is_compiled
    if not _is_compiled and not bpy.app.background:
        yield from compile_in_background()
    _is_compiled = True


def compile_in_background() -> Iterator[None]:
    """Compile in a process into the folder that this Blender reads. Raises FootfallError."""
    from ..jobs.compile_process import HangingCompileProcess

    process = HangingCompileProcess()
    try:
        while process.poll() is None:
            CURRENT.note = process.note
            yield
    finally:
        process.close()


def _frames_of(action: bpy.types.Action) -> int:
    first, last = action.frame_range
    return round(last - first) + 1
