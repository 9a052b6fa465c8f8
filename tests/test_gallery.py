"""docs/gallery.md: every skill and style is in it, with a picture that moves and code that runs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from gallery_page import PREAMBLE, page
from gallery_tiles import ON_FOUR_LEGS, SKILLS
from PIL import Image

from footfall import Shot
from footfall.catalogue import CUES, list_styles
from footfall.catalogue.rising_styles import rising_styles
from footfall.catalogue.styles import list_dances

DOCS = Path(__file__).resolve().parent.parent / "docs"
TEXT = (DOCS / "gallery.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", TEXT)
SNIPPETS = re.findall(r"### ([^\n]+)\n[^#]*?```python\n(.*?)```", TEXT, flags=re.DOTALL)
LARGEST, LARGEST_OF_ALL = 120_000, 4_000_000  # [bytes]
SHORTEST = 1.0  # [s] of a picture


def test_every_skill_is_in_the_page_under_its_sentence() -> None:
    shown = dict(re.findall(r"\n([^\n]+)\n\n!\[[^\]]*\]\(gallery/(\w+)\.webp\)", TEXT))
    assert {skill.sentence: name for name, skill in CUES.items()}.items() <= shown.items()


def test_every_style_is_in_the_page() -> None:
    names = [f"style_{name}" for name in list_styles()]
    names += [f"dance_{name}" for name in list_dances()]
    names += [f"rise_{name}" for name in rising_styles()]
    assert not {f"gallery/{name}.webp" for name in names} - set(PICTURES)


def test_the_page_is_what_its_script_makes_of_the_catalogue() -> None:
    assert page() == TEXT, "run tools/gallery.py docs"


@pytest.mark.parametrize("picture", PICTURES)
def test_every_picture_moves(picture: str) -> None:
    path = DOCS / picture
    assert path.stat().st_size <= LARGEST
    with Image.open(path) as shown:
        frames = []
        for number in range(shown.n_frames):
            shown.seek(number)
            frames.append(shown.convert("RGB").tobytes())
            length = shown.n_frames * shown.info["duration"] / 1000
    assert length >= SHORTEST and len(set(frames)) > len(frames) / 2


def test_all_pictures_together_are_small_and_all_are_shown() -> None:
    files = sorted((DOCS / "gallery").iterdir())
    assert {f"gallery/{path.name}" for path in files} == set(PICTURES)
    assert sum(path.stat().st_size for path in files) <= LARGEST_OF_ALL


@pytest.mark.parametrize(("title", "code"), SNIPPETS, ids=[title for title, _ in SNIPPETS])
def test_the_code_beside_a_picture_makes_its_shot(title: str, code: str) -> None:
    names: dict[str, Any] = {}
    exec(f"{PREAMBLE}\n{code}", names)  # as somebody would who copies it from the page
    shot = names["shot"]
    assert isinstance(shot, Shot)
    (tile,) = (tile for tile in (*SKILLS, *ON_FOUR_LEGS) if tile.title == title)
    assert shot == tile.shot(shot.performers[0].character, shot.frame_rate)
