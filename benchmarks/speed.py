"""How fast the program is: beside the engine's own work, PyBullet's Python functions, and before.

Each figure is a ratio of times that were measured alternately in one run. Times are those of the
processor, so that other work on the computer counts as little as it can.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from ..base.files import write_json
from ..bodies.character import Character
from ..crowd.description import Crowd
from ..crowd.members import make_shot
from ..crowd.surfaces import Rectangle
from ..evaluation.cases import human
from ..rollout.simulate import simulate
from ..shots.cue import Cue
from ..shots.shot import Performer, Push, Shot
from ..simulation import surroundings
from ..simulation.bullet_calls import bare_step, command_torques
from ..simulation.direct_engine import DirectEngine
from ..simulation.engine import Engine
from ..simulation.module_engine import ModuleEngine
from .parts.table import Row

ROOT = Path(__file__).parent.parent
BEFORE = "a186b64"  # the commit with which the engine was PyBullet's module, and no torques held
# Its format of shots, and what newer ones have more.
FORMAT_BEFORE, NEW_OF_SEGMENTS = 7, ("friction",)
NEW_OF_PERFORMERS = ("company", "enters", "leaves")
WALK, DANCE, SHORT = 10.0, 4.0, 4.0  # [s]
REPEATS = 3
OVER_BARE, AIMED_OVER_BARE = 1.9, 1.5
WALK_BEFORE, DANCERS_BEFORE = (0.6, 0.45), (0.7, 0.5)  # bar and aim
Make = Callable[..., Engine]


class TimedEngine(DirectEngine):
    """An engine that adds up the time which Bullet's own steps take [s].

    Its steps are taken one by one, with the same results as those in compiled code.
    """

    spent = 0.0

    def handles(self) -> None:  # type: ignore[override]
        return None

    def step(self) -> None:
        command_torques(self.client, self._commands)
        start = time.process_time()
        bare_step(self.client)
        TimedEngine.spent += time.process_time() - start
        self._contacts = -1


def walk() -> Shot:
    return Shot([Performer(human(), [Cue("walk", speed=0.8)])], duration=WALK)


def dancers() -> Shot:
    crowd = Crowd(count=16, behaviour="dance", surface=Rectangle((5.0, 5.0)), spacing=0.9,
                  variation=0.3, recover=False, duration=DANCE, seed=1)  # fmt: skip
    return make_shot([human()], crowd)


def get_up() -> Shot:
    push = Push(0, "torso", time=0.2, duration=0.2, force=(-700.0, 0.0, 0.0))
    return Shot([Performer(human(), [Cue("stand")], recover=True)], [push], duration=SHORT)


def dog() -> Shot:
    return Shot([Performer(Character.quadruped(), [Cue("trot")])], duration=SHORT)


def run() -> Shot:
    return Shot([Performer(human(), [Cue("run", speed=3.0)])], duration=SHORT)


SHOTS: Mapping[str, Callable[[], Shot]] = {
    "a walk of 10 s": walk, "16 dancers, 4 s": dancers, "a fall and getting up, 4 s": get_up,
    "a dog's trot, 4 s": dog, "a run, 4 s": run,
}  # fmt: skip


def measure() -> list[Row]:
    rows = [row for name, make in SHOTS.items() for row in _rows_of(name, make())]
    with tempfile.TemporaryDirectory() as folder:
        if _unpack(Path(folder) / "footfall"):
            rows += [
                _before(Path(folder), "a walk of 10 s", walk, WALK_BEFORE),
                _before(Path(folder), "16 dancers, 4 s", dancers, DANCERS_BEFORE),
            ]
    return rows


def _rows_of(name: str, shot: Shot) -> list[Row]:
    """Ours over the engine's own steps, and PyBullet's module over ours."""
    ours, module, over_bare = [], [], []
    with _engine(DirectEngine):
        simulate(shot)  # compiles
    for _ in range(REPEATS):
        with _engine(DirectEngine):
            ours.append(_time(shot))
        with _engine(TimedEngine):
            TimedEngine.spent = 0.0
            simulate(shot)
            over_bare.append(ours[-1] / TimedEngine.spent)
        with _engine(ModuleEngine):
            module.append(_time(shot))
    share, most = min(over_bare), OVER_BARE if shot.duration == WALK else None
    return [
        Row(f"{name}: times real time on one core", "", "",
            f"{(shot.duration or 0.0) / min(ours):.2f}"),
        Row(f"{name}: simulate() over Bullet's own steps in it", "", "1.6 (C++)" if most else "",
            f"{share:.2f}", share <= most if most else None,
            f"must: at most {most:g}, aim: {AIMED_OVER_BARE:g}" if most else ""),
        Row(f"{name}: by PyBullet's Python functions, over ours", "", "",
            f"{min(module) / min(ours):.2f}"),
    ]  # fmt: skip


def _before(folder: Path, name: str, make: Callable[[], Shot], bar: tuple[float, float]) -> Row:
    """Time over that of the tree before, each in a process of its own, alternately."""
    shot, old = folder / "shot.json", folder / "old_shot.json"
    make().save(shot)
    write_json(old, "shot", _as_before(make()))
    times: dict[Path, list[float]] = {folder: [], _link(folder): []}
    for repeat in range(REPEATS + 1):  # the first one compiles
        for parent, spent in times.items():
            seconds = _time_of_tree(parent, old if parent == folder else shot)
            if repeat:
                spent.append(seconds)
    before, now = (min(spent) for spent in times.values())
    share, (must, aim) = now / before, bar
    return Row(f"{name}: time over that of the tree before ({BEFORE})", "", "", f"{share:.2f}",
               share <= must, f"must: at most {must:g}, aim: {aim:g}")  # fmt: skip


def _as_before(shot: Shot) -> dict[str, Any]:
    """A shot of what the tree before knew as well, in its format."""
    data = shot.to_data()
    performers = []
    for performer in data["performers"]:
        body = performer["character"]
        segments = [_without(segment, NEW_OF_SEGMENTS) for segment in body["segments"]]
        plain = _without(performer, NEW_OF_PERFORMERS)
        performers.append({**plain, "character": {**body, "segments": segments}})
    return {**data, "version": FORMAT_BEFORE, "performers": performers}


def _without(data: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def _unpack(folder: Path) -> bool:
    """Put the tree before into a folder; return whether the history has it."""
    found = subprocess.run(["git", "-C", str(ROOT), "archive", BEFORE], capture_output=True)
    if found.returncode:
        return False
    with tarfile.open(fileobj=BytesIO(found.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return True


def _link(folder: Path) -> Path:
    """A folder in which the present tree can be imported as footfall."""
    parent = folder / "present"
    parent.mkdir(exist_ok=True)
    if not (parent / "footfall").exists():
        (parent / "footfall").symlink_to(ROOT, target_is_directory=True)
    return parent


def _time_of_tree(parent: Path, shot: Path) -> float:
    """Processor time that a tree takes for a shot, once it is warm [s]."""
    script = (
        "import sys, time\n"
        f"sys.path.insert(0, {str(parent)!r})\n"
        "from footfall import Shot, simulate\n"
        f"shot = Shot.load({str(shot)!r})\n"
        "simulate(shot)\n"
        "start = time.process_time()\n"
        "simulate(shot)\n"
        "print(time.process_time() - start)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=parent, capture_output=True, text=True, check=True
    )
    return float(run.stdout)


@contextmanager
def _engine(make: Make) -> Iterator[None]:
    """Simulate by an engine of choice."""
    patched: Any = surroundings
    usual = patched.start_engine
    patched.start_engine = make
    try:
        yield
    finally:
        patched.start_engine = usual


def _time(shot: Shot) -> float:
    """Processor time of a run [s]."""
    start = time.process_time()
    simulate(shot)
    return time.process_time() - start
