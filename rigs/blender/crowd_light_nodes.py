"""The geometry nodes that play light members of a crowd.

The nodes' geometry has a point for each bone of each member, with attributes that do not change,
and after these a point for each further part at a bone, with the attributes of the bone's.
Another mesh holds the motion. At each frame the nodes take the turns of the bones from it, mix
those of two frames in between, add up the joints along the tree, and show a part at each point.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import bpy

from ...base.errors import InvalidInput

# Attributes of the points.
PARENT, ROW, PLACE, PART = "parent_point", "turn_row", "place_row", "part"
OFFSET, SCALE = "offset", "part_scale"
FIRST, LAST = "first_frame", "last_frame"
TURN, STEP = "turn", "joint_step"  # made by the nodes
FIXED = -1  # of PLACE: a joint that is a fixed point of its parent; of PART: a bone without one
UNSEEN = 2e-3  # scale of a part that is not to be seen; exporters cannot read a smaller one
EXACT = 2**24  # floating-point numbers up to this one are exact integers


class Played(NamedTuple):
    """What the nodes play.

    Attributes:
        motion: the object whose mesh holds it.
        parts: collection of the parts.
        start: first frame.
        frames: how many there are.
        rows: of the motion in each frame.
        depth: the most bones in a row from the root to a tip.
    """

    motion: bpy.types.Object
    parts: bpy.types.Collection
    start: int
    frames: int
    rows: int
    depth: int


def make_nodes(name: str, played: Played, are_always_there: bool = False) -> bpy.types.NodeTree:
    """A node group for the modifier of an object whose mesh has the points.

    Args:
        are_always_there: members that are not present are shown, so small that they are not seen.
    """
    graph = _Graph(bpy.data.node_groups.new(name, "GeometryNodeTree"))
    interface = graph.tree.interface
    interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
    interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    points = graph.add("NodeGroupInput").outputs[0]
    now = graph.add("GeometryNodeInputSceneTime").outputs["Frame"]
    turn, place = _sampled(graph, played, now)
    points = _joints(graph, points, turn, place, played.depth)
    shown = _shown(graph, points, now, played.parts, are_always_there)
    graph.add("NodeGroupOutput", Geometry=shown)
    return graph.tree


class _Graph:
    """A node tree with shorter ways to add to it; values are sockets or constants."""

    def __init__(self, tree: bpy.types.NodeTree) -> None:
        self.tree = tree

    def add(self, kind: str, **settings: Any) -> Any:
        """A node; settings are its inputs by their names with _ for spaces, or its properties."""
        node = self.tree.nodes.new(kind)
        node.location = (180.0 * (len(self.tree.nodes) % 12), -260.0 * (len(self.tree.nodes) // 12))
        properties = {name: v for name, v in settings.items() if name in node.bl_rna.properties}
        for name, value in properties.items():
            setattr(node, name, value)
        for name, value in settings.items():
            if name not in properties:
                self.give(self.input(node, name.replace("_", " ")), value)
        return node

    def input(self, node: Any, name: str) -> Any:
        """Of several inputs of that name, the one that the node's data type uses."""
        return next(s for s in node.inputs if s.name == name and s.enabled)

    def give(self, socket: Any, value: Any) -> None:
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        else:
            socket.default_value = value

    def output(self, node: Any) -> Any:
        return next(s for s in node.outputs if s.enabled)

    def math(self, operation: str, a: Any, b: Any = 0.0) -> Any:
        node = self.add("ShaderNodeMath", operation=operation)
        self.give(node.inputs[0], a)
        self.give(node.inputs[1], b)
        return node.outputs[0]

    def whole(self, operation: str, a: Any, b: Any) -> Any:
        """Of integers: exact where Blender has a node for it, which 4.2 has not."""
        if not hasattr(bpy.types, "FunctionNodeIntegerMath"):
            return self.math(operation, a, b)
        node = self.add("FunctionNodeIntegerMath", operation=operation)
        self.give(node.inputs[0], a)
        self.give(node.inputs[1], b)
        return node.outputs[0]

    def compare(self, operation: str, kind: str, a: Any, b: Any) -> Any:
        node = self.add("FunctionNodeCompare", data_type=kind, operation=operation)
        self.give(self.input(node, "A"), a)
        self.give(self.input(node, "B"), b)
        return self.output(node)

    def both(self, a: Any, b: Any) -> Any:
        node = self.add("FunctionNodeBooleanMath", operation="AND")
        self.give(node.inputs[0], a)
        self.give(node.inputs[1], b)
        return node.outputs[0]

    def attribute(self, name: str, kind: str) -> Any:
        node = self.add("GeometryNodeInputNamedAttribute", data_type=kind)
        node.inputs["Name"].default_value = name
        return self.output(node)

    def store(self, geometry: Any, name: str, kind: str, value: Any) -> Any:
        node = self.add("GeometryNodeStoreNamedAttribute", data_type=kind, domain="POINT")
        node.inputs["Name"].default_value = name
        self.give(node.inputs["Geometry"], geometry)
        self.give(self.input(node, "Value"), value)
        return node.outputs["Geometry"]

    def at(self, index: Any, value: Any) -> Any:
        """A vector of the point with that index."""
        node = self.add("GeometryNodeFieldAtIndex", data_type="FLOAT_VECTOR", domain="POINT")
        self.give(node.inputs["Index"], index)
        self.give(self.input(node, "Value"), value)
        return self.output(node)

    def mixed(self, kind: str, amount: Any, a: Any, b: Any) -> Any:
        node = self.add("ShaderNodeMix", data_type=kind)
        self.give(self.input(node, "Factor"), amount)
        self.give(self.input(node, "A"), a)
        self.give(self.input(node, "B"), b)
        return self.output(node)


def _sampled(graph: _Graph, played: Played, now: Any) -> tuple[Any, Any]:
    """The turn of each bone at the present time, and the place of each free joint."""
    _check_size(played)
    last = float(played.frames - 1)
    time = graph.math("SUBTRACT", now, float(played.start))
    time = graph.math("MINIMUM", graph.math("MAXIMUM", time, 0.0), last)
    before = graph.math("FLOOR", time)
    after = graph.math("MINIMUM", graph.math("ADD", before, 1.0), last)
    amount = graph.math("SUBTRACT", time, before)
    motion = graph.add("GeometryNodeObjectInfo")
    motion.inputs["Object"].default_value = played.motion
    bone = graph.attribute(ROW, "INT")
    free = graph.attribute(PLACE, "INT")

    def sample(frame: Any, row: Any) -> Any:
        first = graph.whole("MULTIPLY", frame, played.rows)
        node = graph.add("GeometryNodeSampleIndex", data_type="FLOAT_VECTOR", clamp=True)
        graph.give(node.inputs["Geometry"], motion.outputs["Geometry"])
        graph.give(graph.input(node, "Value"), graph.add("GeometryNodeInputPosition").outputs[0])
        graph.give(node.inputs["Index"], graph.whole("ADD", first, row))
        return graph.output(node)

    turns = [_rotation(graph, sample(frame, bone)) for frame in (before, after)]
    places = [sample(frame, free) for frame in (before, after)]
    return graph.mixed("ROTATION", amount, *turns), graph.mixed("VECTOR", amount, *places)


def _check_size(played: Played) -> None:
    if played.frames * played.rows > EXACT and not hasattr(bpy.types, "FunctionNodeIntegerMath"):
        raise InvalidInput(
            f"Light members of this length need Blender 4.5: {played.frames} frames of "
            f"{played.rows} values are more than this Blender's nodes can count."
        )


def _rotation(graph: _Graph, vector: Any) -> Any:
    """The rotation that a rotation vector stands for."""
    length = graph.add("ShaderNodeVectorMath", operation="LENGTH")
    graph.give(length.inputs[0], vector)
    node = graph.add("FunctionNodeAxisAngleToRotation")
    graph.give(node.inputs["Axis"], vector)
    graph.give(node.inputs["Angle"], length.outputs["Value"])
    return node.outputs[0]


def _joints(graph: _Graph, points: Any, turn: Any, place: Any, depth: int) -> Any:
    """The points moved to the joints, with their turns."""
    points = graph.store(points, TURN, "QUATERNION", turn)
    parent = graph.attribute(PARENT, "INT")
    above = graph.add("GeometryNodeFieldAtIndex", data_type="QUATERNION", domain="POINT")
    graph.give(above.inputs["Index"], parent)
    graph.give(graph.input(above, "Value"), graph.attribute(TURN, "QUATERNION"))
    turned = graph.add("FunctionNodeRotateVector")
    graph.give(turned.inputs["Vector"], graph.attribute(OFFSET, "FLOAT_VECTOR"))
    graph.give(turned.inputs["Rotation"], graph.output(above))
    is_fixed = graph.compare("EQUAL", "INT", graph.attribute(PLACE, "INT"), FIXED)
    points = graph.store(
        points, STEP, "FLOAT_VECTOR", _switch(graph, is_fixed, place, turned.outputs[0])
    )
    points = _moved(graph, points, graph.attribute(STEP, "FLOAT_VECTOR"))
    # Each repetition carries all fixed joints along with their parents, one bone further.
    begin = graph.add("GeometryNodeRepeatInput")
    end = graph.add("GeometryNodeRepeatOutput")
    begin.pair_with_output(end)
    begin.inputs["Iterations"].default_value = depth
    graph.give(begin.inputs["Geometry"], points)
    carried = graph.at(parent, graph.add("GeometryNodeInputPosition").outputs[0])
    carried = _switch(graph, is_fixed, (0.0, 0.0, 0.0), carried)
    total = graph.add("ShaderNodeVectorMath", operation="ADD")
    graph.give(total.inputs[0], graph.attribute(STEP, "FLOAT_VECTOR"))
    graph.give(total.inputs[1], carried)
    moved = _moved(graph, begin.outputs["Geometry"], total.outputs["Vector"])
    graph.give(end.inputs["Geometry"], moved)
    return end.outputs["Geometry"]


def _switch(graph: _Graph, which: Any, no: Any, yes: Any) -> Any:
    node = graph.add("GeometryNodeSwitch", input_type="VECTOR")
    graph.give(graph.input(node, "Switch"), which)
    graph.give(graph.input(node, "False"), no)
    graph.give(graph.input(node, "True"), yes)
    return graph.output(node)


def _moved(graph: _Graph, points: Any, position: Any) -> Any:
    node = graph.add("GeometryNodeSetPosition")
    graph.give(node.inputs["Geometry"], points)
    graph.give(node.inputs["Position"], position)
    return node.outputs["Geometry"]


def _shown(
    graph: _Graph, points: Any, now: Any, parts: bpy.types.Collection, are_always_there: bool
) -> Any:
    """A part at each point whose member is present."""
    part = graph.attribute(PART, "INT")
    has_part = graph.compare("GREATER_EQUAL", "INT", part, 0)
    has_begun = graph.compare("GREATER_EQUAL", "FLOAT", now, graph.attribute(FIRST, "FLOAT"))
    goes_on = graph.compare("LESS_EQUAL", "FLOAT", now, graph.attribute(LAST, "FLOAT"))
    is_present = graph.both(has_begun, goes_on)
    is_shown, scale = graph.both(has_part, is_present), graph.attribute(SCALE, "FLOAT_VECTOR")
    if are_always_there:
        is_shown, scale = has_part, _switch(graph, is_present, (UNSEEN,) * 3, scale)
    shapes = graph.add("GeometryNodeCollectionInfo")
    shapes.inputs["Collection"].default_value = parts
    shapes.inputs["Separate Children"].default_value = True
    shapes.inputs["Reset Children"].default_value = True
    node = graph.add("GeometryNodeInstanceOnPoints")
    node.inputs["Pick Instance"].default_value = True
    graph.give(node.inputs["Points"], points)
    graph.give(node.inputs["Selection"], is_shown)
    graph.give(node.inputs["Instance"], shapes.outputs[0])
    graph.give(node.inputs["Instance Index"], part)
    graph.give(node.inputs["Rotation"], graph.attribute(TURN, "QUATERNION"))
    graph.give(node.inputs["Scale"], scale)
    return node.outputs["Instances"]
