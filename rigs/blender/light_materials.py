"""Materials of light members: each member has a color of its own, as an attribute of instances."""

from __future__ import annotations

import bpy

# Attributes of the instances, which an Attribute node of the type Instancer reads.
COLOR, VARIATION, MEMBER = "footfall_color", "footfall_variation", "footfall_member"
BOXES = "Footfall Boxes"
VERSION = " (crowd)"  # added to the name of a material of the rig


def box_material() -> bpy.types.Material:
    """The material of boxes, one for the file: the member's color, dull."""
    known = bpy.data.materials.get(BOXES)
    if known is not None:
        return known
    material = bpy.data.materials.new(BOXES)
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = 0.8
    color = _member_color(material.node_tree)
    material.node_tree.links.new(color, surface.inputs["Base Color"])
    return material


def shows_member(material: bpy.types.Material | None) -> bpy.types.Material | None:
    """The material; where it reads the color of its object, a version that reads the member's.

    Blender takes the color of an instance from the part that it shows, which all members share.
    """
    if material is None or not material.use_nodes or not _colored_links(material.node_tree):
        return material
    name = material.name + VERSION
    known = bpy.data.materials.get(name)
    if known is not None:
        return known
    version = material.copy()
    version.name = name
    tree = version.node_tree
    color = _member_color(tree)
    for link in _colored_links(tree):
        tree.links.new(color, link.to_socket)
    return version


def _colored_links(tree: bpy.types.NodeTree) -> list[bpy.types.NodeLink]:
    """Links from the color of the object."""
    return [
        link
        for link in tree.links
        if link.from_node.type == "OBJECT_INFO" and link.from_socket.name == "Color"
    ]


def _member_color(tree: bpy.types.NodeTree) -> bpy.types.NodeSocket:
    node = tree.nodes.new("ShaderNodeAttribute")
    node.attribute_type, node.attribute_name = "INSTANCER", COLOR
    return node.outputs["Color"]
