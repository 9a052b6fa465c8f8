"""Operators that simulate in the background, with progress, then write in one undo step."""

from __future__ import annotations

import time

from ..base.errors import FootfallError
from .last_result import report_result
from .run_state import CURRENT
from .sidebars import Redraws, redraw_sidebars, sidebars

INTERVAL = 0.05  # [s] between two polls of the worker
POINTER = {"MOUSEMOVE", "INBETWEEN_MOUSEMOVE", "LEFTMOUSE"}
SCROLL = {"WHEELUPMOUSE", "WHEELDOWNMOUSE", "TRACKPADPAN"}


class InSteps:
    """Mixin of such operators; the steps are a generator that changes the scene only at its end.

    A subclass defines `make_steps(context)`, and `conclude(result)`, which returns the report of
    the steps' result. Meanwhile `CURRENT` has the progress.

    Attributes:
        pause: time between two steps of a script's call [s].
    """

    pause = INTERVAL

    def execute(self, context):
        self.steps = self.make_steps(context)
        try:
            while "RUNNING_MODAL" in (state := self.advance(context)):
                time.sleep(self.pause)
            return state
        finally:
            self.steps.close()

    def invoke(self, context, event):
        self.begin(context)
        context.window_manager.modal_handler_add(self)
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        if CURRENT.stop_asked or (event.type == "ESC" and event.value == "PRESS"):
            if CURRENT.keep():
                return {"RUNNING_MODAL"}
            why = CURRENT.why
            self.cancel(context)
            kind, sentence = {"WARNING" if why else "INFO"}, why or f"{self.bl_label}: cancelled"
            report_result(self, kind, sentence)
            return {"CANCELLED"}
        if event.type != "TIMER":
            # Only the Cancel button may be used: an undo now would invalidate the rig's data.
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
        """Show the progress in the sidebar and at the pointer."""
        percent = round(100 * CURRENT.progress)
        if percent != self.percent:
            self.percent = percent
            context.window_manager.progress_update(percent)
        self.redraws.look(context)

    def cancel(self, context):
        """Called by Blender as well, when it closes or opens another file."""
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
        """Take one step; returns the operator's status."""
        try:
            next(self.steps)
        except StopIteration as done:
            report_result(self, *self.conclude(done.value))
            return {"FINISHED"}
        except FootfallError as error:
            report_result(self, {"ERROR"}, str(error))
            return {"CANCELLED"}
        return {"RUNNING_MODAL"}


def may_pass(context, event):
    """Whether an event is a timer of Blender's, or the pointer over the Cancel button."""
    if event.type.startswith("TIMER"):
        return True
    return event.type in POINTER | SCROLL and any(
        0 <= event.mouse_x - region.x < region.width
        and 0 <= event.mouse_y - region.y < region.height
        for region in sidebars(context)
    )
