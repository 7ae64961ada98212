"""Gymnasium environments as assets: ``python3 -m takt_gymnasium ENVIRONMENT``. docs/how-to/gymnasium.md has more."""
