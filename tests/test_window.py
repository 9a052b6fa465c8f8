"""A real Blender window: what an artist does with the panel, a new user's first hour, drops of
assets, what is drawn and dragged of cues, the manual's tutorials, and random sequences of actions
(tools/window_session.py, window_hour.py, window_assets.py, window_desk.py, window_tutorials.py and
window_random.py).

All of them share one zip, and the code that the first of them compiles.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from footfall.evaluation.real_window import ROOT, build_extension, reason_to_skip, run_in_window

WHY_NOT = reason_to_skip()
if WHY_NOT and os.environ.get("FOOTFALL_WINDOW_NEEDED"):
    raise RuntimeError(f"The tests in a real window may not be skipped here, but {WHY_NOT}.")
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=str(WHY_NOT))
SCENES = (
    "bake", "preview", "get_up", "dancers", "horse", "wolf", "crate", "mixamo", "deleted", "linked",
    "check",
)  # fmt: skip
DATA = ROOT.parent / "shared" / "data"
LIBRARY_SCENES = ("fight", "linked_action")
LIBRARY_FILES = ("mannequiny.glb", "cc_base_cmu_005_03.bvh", "cc_base_cmu_002_04.bvh")
TORN = 4.0  # an edge of a skinned mesh that is so much longer than at rest
NEAR = 0.5  # [m] of a hand from the Action that is performed, with few tries
FASTEST = 2.5  # [m/s] of a box that hands lift, carry and put down
PICTURES = (
    "panel", "baking", "cancelled", "baked", "undone", "skeleton", "preview", "steering",
    "cancels", "kills",
)  # fmt: skip
TUTORIALS = sorted((ROOT / "docs/manual").glob("tutorial_*.md"))
TUTORIALS_SIZE = "1280x1150"  # of the window in which their pictures are cut
MOMENTS = 4  # of each kind of interruption; `footfall bench window_interruptions` has 20
SMALL = "960x720"  # the window of the random sequences, which take no pictures: redrawn sooner
COUNT, SEED = 3, 1  # of random sequences; `footfall bench window_random` has 60


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_extension(tmp_path_factory.mktemp("zip"))


@pytest.fixture(scope="module")
def hour(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The facts of each scene; their pictures lie in the folder `pictures`."""
    folder = tmp_path_factory.mktemp("hour")
    for name in LIBRARY_FILES if DATA.is_dir() else ():
        shutil.copy(DATA / name, folder)
    return run_in_window(folder, extension, "window_hour.py")


@pytest.fixture(scope="module")
def library(shared_data: Path, hour: dict[str, Any]) -> dict[str, Any]:
    """The facts of the scenes with rigs and Actions of other projects."""
    return hour


@pytest.fixture(scope="module")
def session(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of one session in the window; its pictures lie in the folder `pictures`."""
    folder = tmp_path_factory.mktemp("session")
    return run_in_window(folder, extension, "window_session.py", str(MOMENTS))


@pytest.fixture(scope="module")
def assets(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("assets")
    return run_in_window(folder, extension, "window_assets.py")


@pytest.fixture(scope="module")
def desk(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The facts of each scene with strips, handles and ghosts."""
    return run_in_window(tmp_path_factory.mktemp("desk"), extension, "window_desk.py")


@pytest.fixture(scope="module")
def tutorials(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The steps that each tutorial has done; a step whose page is not so ends it with an error."""
    folder = tmp_path_factory.mktemp("tutorials")
    return run_in_window(folder, extension, "window_tutorials.py", size=TUTORIALS_SIZE)


@pytest.fixture(scope="module")
def sequences(extension: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("random")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOOTFALL_WINDOW", SMALL)
        return run_in_window(folder, extension, "window_random.py", str(COUNT), str(SEED))


@pytest.mark.parametrize("scene", SCENES)
def test_nothing_runs_on_after_a_scene_and_its_picture_shows_something(
    hour: dict[str, Any], scene: str
) -> None:
    assert hour[scene]["idle"]
    assert (hour["pictures"] / f"hour_{scene}.png").stat().st_size > 30_000


def test_a_skinned_rigify_human_walks_on_the_ground_and_undo_takes_it_back(
    hour: dict[str, Any],
) -> None:
    walk = hour["bake"]
    assert walk["actions"] == 1
    assert walk["walked"] > 0.5  # [m], of 2 s from standing
    assert walk["lowest"] == pytest.approx(0.0, abs=0.05)  # [m]
    assert walk["stretch"] < TORN
    assert walk["undone"] == 0


def test_a_preview_writes_no_keys_until_it_is_accepted(hour: dict[str, Any]) -> None:
    preview = hour["preview"]
    assert preview["keyed_before"] == 0
    assert preview["actions"] == 1
    assert preview["walked"] > 0.2


def test_a_human_that_is_pushed_over_lies_and_stands_again(hour: dict[str, Any]) -> None:
    assert hour["get_up"]["lowest"] < 0.4  # of the standing mesh's middle
    assert hour["get_up"]["last"] > 0.85
    assert "did not finish" not in hour["get_up"]["reports"]


def test_twelve_dancers_have_bodies_of_their_own_that_are_whole(hour: dict[str, Any]) -> None:
    crowd = hour["dancers"]
    assert crowd["members"] == crowd["bodies"] == 12
    assert len({round(height, 2) for height in crowd["heights"]}) > 6
    assert crowd["stretch"] < TORN


def test_a_rigify_horse_trots(hour: dict[str, Any]) -> None:
    assert hour["horse"]["went"] > 1.0  # [m]
    assert hour["horse"]["stretch"] < TORN


def test_a_rigify_wolf_sits(hour: dict[str, Any]) -> None:
    assert hour["wolf"]["hips"] < 0.6  # of their standing height
    assert "did not finish" not in hour["wolf"]["reports"]


def test_a_box_is_lifted_and_put_down_where_it_was_asked_though_that_came_too_early(
    hour: dict[str, Any],
) -> None:
    crate = hour["crate"]
    assert crate["lifted"] > 0.6  # [m]
    assert crate["fastest"] < FASTEST
    # Half its height above the ground, which is where the rig's skinned soles are.
    assert crate["rests_at"] == pytest.approx(0.15, abs=0.04)  # [m]
    assert crate["from_target"] < 0.15  # [m]


def test_a_character_with_mixamos_names_walks(hour: dict[str, Any]) -> None:
    assert hour["mixamo"]["walked"] > 0.5
    assert hour["mixamo"]["stretch"] < TORN


def test_a_preview_ends_when_its_rig_is_deleted_and_nothing_is_baked(hour: dict[str, Any]) -> None:
    deleted = hour["deleted"]
    assert deleted["gone"]
    assert not deleted["previewing"]
    assert deleted["actions"] == 0
    assert "rig" in deleted["reports"].lower()


def test_a_linked_rig_is_refused_before_anything_is_simulated(hour: dict[str, Any]) -> None:
    assert not hour["linked"]["can_bake"]
    assert not hour["linked"]["can_preview"]


def test_the_report_of_a_check_is_on_the_clipboard(hour: dict[str, Any]) -> None:
    copied = hour["check"]["clipboard"].splitlines()
    assert copied[0].startswith("Blender ")
    assert [line.split()[1] for line in copied[2:]] == ["ok"] * 9


@pytest.mark.parametrize("scene", LIBRARY_SCENES)
def test_make_physical_previews_a_library_action_and_accept_writes_another_beside_it(
    library: dict[str, Any], scene: str
) -> None:
    physical = library[scene]
    assert physical["first_motion"] < physical["searched"]
    assert physical["keyed_before"] == 0
    assert physical["actions"] == 1
    assert physical["original_kept"]
    assert "did not finish" not in physical["reports"]
    assert "fell" not in physical["reports"]
    # A hand's distance from the Action: near to it, and no copy of it.
    assert 0.005 < max(physical["off"]) < NEAR


@pytest.mark.parametrize("scene", LIBRARY_SCENES)
def test_undo_takes_back_the_keys_and_then_the_cue_of_make_physical(
    library: dict[str, Any], scene: str
) -> None:
    assert library[scene]["cues"] == [["perform"], ["walk"]]
    assert library[scene]["undone"] == [True, True]
    assert library[scene]["idle"]


def test_a_skin_is_whole_and_on_the_ground_after_make_physical(library: dict[str, Any]) -> None:
    assert library["fight"]["stretch"] < TORN
    assert library["fight"]["lowest"] == pytest.approx(0.0, abs=0.06)  # [m]


def test_bake_button_starts_the_simulation_and_the_window_stays_alive(
    session: dict[str, Any],
) -> None:
    assert session["running"]


def test_progress_only_grows(session: dict[str, Any]) -> None:
    progress = session["progress"]
    assert progress == sorted(progress)
    assert progress[-1] > progress[0]


def test_undo_while_baking_and_then_escape_leave_the_scene_as_it_was(
    session: dict[str, Any],
) -> None:
    assert session["escaped"]


def test_second_bake_writes_one_action(session: dict[str, Any]) -> None:
    assert session["baked"] == 1


def test_baked_rig_walks_at_the_speed_of_the_panel(session: dict[str, Any]) -> None:
    # 6 s at 1 m/s, of which about one goes into starting from standing.
    assert session["walked"] == pytest.approx(1.0 * 5.0, rel=0.25)  # [m]


def test_one_undo_takes_the_bake_back(session: dict[str, Any]) -> None:
    assert session["bake_undone"]


def test_preview_moves_the_rig(session: dict[str, Any]) -> None:
    assert session["first_motion"] > 0.0  # [s]; the bar is that of `footfall bench preview`


def test_preview_can_be_scrubbed(session: dict[str, Any]) -> None:
    first, second = session["scrubbed"]
    assert first != second


def test_accepted_preview_is_one_action_that_undo_takes_back_and_redo_brings(
    session: dict[str, Any],
) -> None:
    assert session["accepted"] == 1
    assert session["preview_undone"]
    assert session["preview_redone"]


def test_a_key_and_a_drag_steer_and_escape_leaves_the_scene_as_it_was(
    session: dict[str, Any],
) -> None:
    first, *_, last = session["steered"]
    assert first[0] == pytest.approx(1.1)  # [m/s], after one press of the arrow
    assert last[0] > first[0]
    assert last[1] > first[1]
    assert session["steering_left"]


def test_cancel_at_any_moment_leaves_the_scene_as_it_was(session: dict[str, Any]) -> None:
    assert session["cancels"] == [True] * MOMENTS


def test_worker_killed_at_any_moment_is_an_error_and_leaves_the_scene_as_it_was(
    session: dict[str, Any],
) -> None:
    assert session["kills"] == [True] * MOMENTS
    assert all("The simulation process died" in said for said in session["kills_reports"])


def test_pictures_show_something(session: dict[str, Any]) -> None:
    # A window that was never drawn is one colour, which makes a PNG of a few kilobytes.
    for name in PICTURES:
        assert (session["pictures"] / f"{name}.png").stat().st_size > 50_000, name


def test_a_strip_is_moved_along_the_timeline_and_one_undo_takes_it_back(
    desk: dict[str, Any],
) -> None:
    strips = desk["strips"]
    assert strips["before"] == strips["undone"] == [1, 30, 60, 100, 160]
    assert strips["moved"] == [1, 30, 60, 120, 160]


def test_a_strip_is_stretched_by_its_end_and_the_last_one_sets_the_length(
    desk: dict[str, Any],
) -> None:
    assert desk["strips"]["stretched"] == [1, 30, 70, 100, 160]
    assert desk["strips"]["shortened"] == 192 - 10  # frames


def test_a_click_on_a_strip_chooses_its_cue_and_escape_ends_a_drag_as_it_began(
    desk: dict[str, Any],
) -> None:
    assert desk["strips"]["clicked"] == [True, 2]
    assert desk["strips"]["escaped"]


def test_the_ruler_over_the_strips_still_sets_the_frame(desk: dict[str, Any]) -> None:
    assert desk["strips"]["scrubbed"] == [True, 90]


def test_arrows_and_a_dot_of_the_active_cue_are_dragged_in_the_viewport_and_undone(
    desk: dict[str, Any],
) -> None:
    before, walk, undone = desk["handles"]["walk"]
    assert before["heading"] is None
    assert walk["speed"] > before["speed"]
    assert -1.5 < walk["heading"] < -0.1  # [rad], from the way of the body to the right
    assert undone == before
    before, push, undone = desk["handles"]["push"]
    assert (before["strength"], push["strength"]) == ("shove", "knocks_over")
    assert undone == before
    before, reach, undone = desk["handles"]["reach"]
    assert reach["target"][0] > before["target"][0] + 0.3  # [m]
    assert reach["target"][2] == before["target"][2]
    assert undone == before


def test_ghosts_show_what_was_baked_until_it_is_undone(desk: dict[str, Any]) -> None:
    assert desk["ghosts"]["seen"] == [False, True, False]


def test_nothing_of_the_cues_is_in_a_render_or_without_overlays(desk: dict[str, Any]) -> None:
    assert not desk["ghosts"]["without_overlays"]
    assert not desk["ghosts"]["rendered"]


def test_strips_and_handles_disappear_with_the_extension(desk: dict[str, Any]) -> None:
    assert desk["switched_off"]["there"] == [[2, True], [0, False], [2, True]]


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_each_step_of_a_tutorial_does_what_its_page_says_and_takes_its_picture(
    tutorials: dict[str, Any], page: Path
) -> None:
    done = tutorials[page.stem.removeprefix("tutorial_")]
    headings = re.findall(r"^## \d+\. (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert done["steps"] == [heading.lower().replace(" ", "_") for heading in headings]
    assert done["idle"]
    for step in done["steps"]:
        assert (tutorials["pictures"] / f"{page.stem}_{step}.png").stat().st_size > 2_000, step


def test_no_action_ends_blender(sequences: dict[str, Any]) -> None:
    assert [len(s["actions"]) for s in sequences["sequences"].values()] == [30] * COUNT


def test_no_action_is_a_python_error(sequences: dict[str, Any]) -> None:
    assert "Traceback" not in sequences["output"]


def test_runs_end_and_cancelled_ones_leave_no_trace(sequences: dict[str, Any]) -> None:
    assert sum(s["compared"] for s in sequences["sequences"].values())
    assert [s["wrong"] for s in sequences["sequences"].values()] == [[]] * COUNT


def test_a_style_that_is_dropped_on_a_character_is_its_cues_in_one_undo_step(
    assets: dict[str, Any],
) -> None:
    assert assets["dropped"] == "zombie"
    assert assets["dropped_reports"] == "rig: the cue Walk has the style Zombie"
    assert assets["objects_kept"]
    assert assets["active_kept"] == "rig"
    assert assets["undone"] == ["natural", True]
    assert assets["redone"] == "zombie"


def test_a_routine_that_is_dropped_replaces_the_cues(assets: dict[str, Any]) -> None:
    assert assets["routine"] == ["walk", "fall", "get_up"]


def test_a_style_that_is_dropped_where_the_cue_has_none_is_one_sentence(
    assets: dict[str, Any],
) -> None:
    assert assets["refused"].startswith("A cue Fall cannot have the style Zombie")
    assert len(assets["refused"].splitlines()) == 1
    assert assets["routine_kept"] == ["walk", "fall", "get_up"]


def test_of_two_characters_the_one_under_the_drop_is_chosen(assets: dict[str, Any]) -> None:
    assert assets["other"] == ["tired", "rig.001"]


def test_an_asset_is_applied_from_the_browser_in_pose_mode_and_from_the_shelf(
    assets: dict[str, Any],
) -> None:
    assert assets["in_pose_mode"] == "proud"
    assert assets["shelf_clicked"] == "bouncy"
    assert assets["shelf_dragged"] == "bouncy"


def test_a_preview_goes_on_with_the_style_that_is_dropped(assets: dict[str, Any]) -> None:
    assert assets["in_preview"] == ["robot", True, True]


def test_the_asset_library_goes_with_the_add_on(assets: dict[str, Any]) -> None:
    assert not assets["left"]
