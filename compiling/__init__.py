"""Compilation of control laws before they run: what is left to compile, and how long it takes."""
