"""The laws of control, from the papers: small functions of plain arrays that are summed.

A torque row (of an array (n, 3), world frame) is the torque [N m] that a segment's parent puts on
the segment at their joint; the parent sees its opposite.
"""
