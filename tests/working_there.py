"""Has a worker process simulate a shot, as Blender does, and prints what was seen of it.

It runs in the Python of another system: working_there.py SHOT [PYTHON]. PYTHON is a script that
starts this Python, where its own file does not.
"""

import json
import sys
import time
from pathlib import Path

from footfall.jobs.worker_process import WorkerProcess
from footfall.shots.shot import Shot

PATIENCE = 1500.0  # [s]


def main() -> None:
    if sys.argv[2:]:
        sys.executable = sys.argv[2]
    worker = WorkerProcess(Shot.load(sys.argv[1]))
    take, early, deadline = None, 0, time.monotonic() + PATIENCE
    try:
        while take is None and time.monotonic() < deadline:
            so_far = worker.so_far()
            early = max(early, len(so_far.times) if so_far else 0)
            take = worker.poll()
            time.sleep(0.01)
    finally:
        worker.close()
    assert take is not None, worker.note
    is_left = Path(worker.folder).exists()
    print(json.dumps({"frames": len(take.times), "early": early, "left": is_left}))


if __name__ == "__main__":
    main()
