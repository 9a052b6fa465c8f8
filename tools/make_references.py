"""Make the shipped run and skip anew, physically consistent: catalogue/references/*.json.

Their tuning is kept.

    python tools/make_references.py [NAME ...]

Run it where the package can be imported as footfall, as the tests are.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from footfall import Character
from footfall.motion.physical_consistency import make_consistent
from footfall.motion.procedural_clip import DRAWINGS, make_clip
from footfall.motion.reference import load_reference, save_reference

FOLDER = Path(__file__).resolve().parent.parent / "catalogue" / "references"


def main(names: list[str]) -> None:
    for name in names or list(DRAWINGS):
        drawing = DRAWINGS[name]
        clip = make_clip(drawing, Character.humanoid())
        sound, change = make_consistent(clip, decay=drawing.decay)
        tuned = replace(sound, tuning=load_reference(name).tuning)
        save_reference(tuned, FOLDER / f"{name}.json")
        print(f"{name}: {change}")


if __name__ == "__main__":
    main(sys.argv[1:])
