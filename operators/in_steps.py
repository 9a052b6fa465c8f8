"""Operators that simulate in the background, with progress, then write in one undo step."""

from __future__ import annotations

import time

from ..base.errors import FootfallError
from .run_state import CURRENT
from .sidebars import Redraws, redraw_sidebars, sidebars

INTERVAL = 0.05  # [s] between two looks at the worker
POINTER = {"MOUSEMOVE", "INBETWEEN_MOUSEMOVE", "LEFTMOUSE"}
SCROLL = {"WHEELUPMOUSE", "WHEELDOWNMOUSE", "TRACKPADPAN"}


class InSteps:
    """What such an operator is; its steps are a generator that changes the scene only at its end.

    A class of this kind gives `make_steps(context)`, and `conclude(result)`: what to report of what
    the steps return. While steps are taken, `CURRENT` tells how far they are.
    """

    def execute(self, context):
        self.steps = self.make_steps(context)
        try:
            while "RUNNING_MODAL" in (state := self.advance(context)):
                time.sleep(INTERVAL)
            return state
        finally:
            self.steps.close()

    def invoke(self, context, event):
        self.begin(context)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if CURRENT.stop_asked or (event.type == "ESC" and event.value == "PRESS"):
            why = CURRENT.why
            self.cancel(context)
            self.report({"WARNING" if why else "INFO"}, why or f"{self.bl_label}: cancelled")
            return {"CANCELLED"}
        if event.type != "TIMER":
            # Nothing but the Cancel button may be reached: an undo now would pull the rig away.
            return {"PASS_THROUGH" if may_pass(context, event) else "RUNNING_MODAL"}
        ended = True
        try:
            state = self.advance(context)
            ended = "RUNNING_MODAL" not in state
            return state
        finally:
            self.show(context)
            if ended:
                self.end(context)

    def show(self, context):
        """How far it is, in the sidebar and at the pointer."""
        percent = round(100 * CURRENT.progress)
        if percent != self.percent:
            self.percent = percent
            context.window_manager.progress_update(percent)
        self.redraws.look(context)

    def cancel(self, context):
        """Blender calls this too, when it closes or opens another file."""
        self.steps.close()
        self.end(context)

    def begin(self, context):
        self.steps = self.make_steps(context)
        self.timer = context.window_manager.event_timer_add(INTERVAL, window=context.window)
        context.window_manager.progress_begin(0, 100)
        self.percent, self.redraws = 0, Redraws()

    def end(self, context):
        context.window_manager.event_timer_remove(self.timer)
        context.window_manager.progress_end()
        redraw_sidebars(context)

    def advance(self, context):
        """Take one step and say how the operator stands."""
        try:
            next(self.steps)
        except StopIteration as done:
            self.report(*self.conclude(done.value))
            return {"FINISHED"}
        except FootfallError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"RUNNING_MODAL"}


def may_pass(context, event):
    """Blender's own timers, and the pointer where the Cancel button is."""
    if event.type.startswith("TIMER"):
        return True
    return event.type in POINTER | SCROLL and any(
        0 <= event.mouse_x - region.x < region.width
        and 0 <= event.mouse_y - region.y < region.height
        for region in sidebars(context)
    )
