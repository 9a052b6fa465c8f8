"""The sidebars of the 3D viewports, where the panel is."""


def sidebars(context):
    """Found anew each time: an operator's own region is the viewport, even from a button."""
    areas = context.screen.areas if context.screen else ()
    for area in areas:
        if area.type == "VIEW_3D":
            yield from (region for region in area.regions if region.type == "UI")


def redraw_sidebars(context):
    """Only the sidebar shows progress; redrawing the viewport would take time from the run."""
    for region in sidebars(context):
        region.tag_redraw()
