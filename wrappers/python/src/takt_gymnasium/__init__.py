"""Gymnasium environments as assets: ``python3 -m takt_gymnasium ENVIRONMENT``; and :class:`TaktEnv`, a system of assets
as an environment. docs/how-to/gymnasium.md has more."""

__all__ = ["TaktEnv"]


def __getattr__(name):
    # The command has to say which package is missing, so nothing of Gymnasium is imported before it is asked for.
    if name == "TaktEnv":
        from ._system import TaktEnv

        return TaktEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
