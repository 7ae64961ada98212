"""Simulators of mosaik as assets, and a hub as a simulator of mosaik. docs/how-to/mosaik.md says what becomes what."""

import importlib

_PLACES = {"World": "_world", "TaktSimulator": "_system"}

__all__ = ["TaktSimulator", "World"]


def __getattr__(name):
    # TaktSimulator needs mosaik's packages; a wrapped simulator brings its own.
    if name not in _PLACES:
        raise AttributeError(f"module {__name__} has no attribute '{name}'")
    return getattr(importlib.import_module("." + _PLACES[name], __name__), name)
