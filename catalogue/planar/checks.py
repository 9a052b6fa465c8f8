"""Checks of the data of planar styles, controllers and risers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...base.checks import check_list, check_name, check_number, check_numbers
from ...base.errors import InvalidInput
from ...base.files import check_format

FORMAT_VERSION = 1
STYLE_PARTS = ("name", "character", "slope", "nodes", "keyframes")
CONTROLLER_PARTS = ("name", "character", "style", "command", "start", "gains", "nodes")
NODE_PARTS = ("center", "action", "touching", "stance", "next")
STEEPEST = 60.0  # [degrees]
LARGEST_ANGLE = 100.0  # [rad]
FASTEST = 1e3  # [m/s], [rad/s]
STRONGEST = 1e9  # gains of the trunk [N m/rad], [N m s/rad]
LONGEST = 60.0  # [s] of a keyframe
MOST_NODES = 1000  # of a step


def check_planar_style(data: Any) -> dict[str, Any]:
    """Return the style; raise InvalidInput where the data is not a style."""
    parts = check_file("planar style", data, STYLE_PARTS)
    _check_names("planar style", parts, ("name", "character"))
    check_number("a planar style's slope", parts["slope"], "degrees", -STEEPEST, STEEPEST)
    check_whole("a planar style's nodes", parts["nodes"], 1, MOST_NODES)
    check_list("a planar style's keyframes", parts["keyframes"])
    if len(parts["keyframes"]) < 2:
        raise InvalidInput(
            f"A planar style needs at least 2 keyframes, got {len(parts['keyframes'])}."
        )
    for keyframe in parts["keyframes"]:
        check_file("keyframe", keyframe, ("lasts", "pose"))
        check_number("how long a keyframe lasts", keyframe["lasts"], "s", 0.0, LONGEST, above=True)
        _check_pose("a keyframe's pose", keyframe["pose"])
    return parts


def check_controller(data: Any) -> dict[str, Any]:
    """Return the controller; raise InvalidInput where the data is not a controller."""
    parts = check_file("controller", data, CONTROLLER_PARTS)
    _check_names("controller", parts, ("name", "character"))
    check_planar_style(parts["style"])
    gains = "a controller's gains, stiffness and damping,"
    check_numbers(gains, parts["gains"], "", 0.0, STRONGEST, size=2)
    start = check_file("controller's start", parts["start"], ("pose", "rates"))
    _check_pose("the pose of a controller's start", start["pose"])
    check_list("the rates of a controller's start", start["rates"])
    for rate in start["rates"]:
        check_number("a rate of a controller's start", rate, "m/s or rad/s", -FASTEST, FASTEST)
    check_list("a controller's nodes", parts["nodes"])
    if not 1 <= len(parts["nodes"]) <= MOST_NODES:
        raise InvalidInput(
            f"A controller needs 1 to {MOST_NODES} nodes, got {len(parts['nodes'])}."
        )
    for node in parts["nodes"]:
        _check_node(node, 2 * len(parts["nodes"]) - 1)
    return parts


def _check_node(data: Any, last: int) -> None:
    """Check a node of one step; its successors are nodes of either step, at most `last`."""
    node = check_file("controller's node", data, NODE_PARTS)
    for part in ("center", "action"):
        _check_pose(f"the {part} of a controller's node", node[part])
    touching = node["touching"]
    check_list("which feet touch in a controller's node", touching)
    if len(touching) != 2 or not all(isinstance(down, bool) for down in touching):
        raise InvalidInput(
            "Which feet touch in a controller's node must be True or False twice, "
            f"got {touching!r}."
        )
    check_whole("the stance of a controller's node", node["stance"], 0, 1)
    check_list("what follows a controller's node", node["next"])
    if not node["next"]:
        raise InvalidInput("A node follows each controller's node, got none.")
    for number in node["next"]:
        check_whole("what follows a controller's node", number, 0, last)


def _check_names(what: str, data: Mapping[str, Any], parts: Sequence[str]) -> None:
    for part in parts:
        check_name(f"a {what}'s {part}", data[part])


def _check_pose(what: str, pose: Any) -> None:
    if not isinstance(pose, Mapping):
        raise InvalidInput(f"{what.capitalize()} must be angles by joint, got {pose!r}.")
    for name, angle in pose.items():
        check_name(f"a joint of {what}", name)
        check_number(f"{name!r} in {what}", angle, "rad", -LARGEST_ANGLE, LARGEST_ANGLE)


def check_whole(what: str, value: Any, low: int, high: int) -> None:
    """Raise InvalidInput unless the value is an integer from `low` to `high`."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InvalidInput(
            f"{what[:1].upper()}{what[1:]} must be a whole number from {low} to {high}, "
            f"got {value!r}."
        )


def check_file(what: str, data: Any, parts: Sequence[str]) -> dict[str, Any]:
    """Return the data of a file; raise InvalidInput unless it has these parts by name."""
    if not isinstance(data, Mapping):
        raise InvalidInput(f"A {what} must be an object of JSON, got {data!r}.")
    check_format(what, data.get("version", FORMAT_VERSION), FORMAT_VERSION)
    missing = [part for part in parts if part not in data]
    if missing:
        raise InvalidInput(f"A {what} needs {', '.join(parts)}; missing: {', '.join(missing)}.")
    return dict(data)
