"""Federations of HELICS as assets: ``python3 -m takt_helics``. docs/how-to/helics.md says what becomes what."""
