"""SUMO networks as assets: ``python3 -m takt_sumo NET.sumocfg``. docs/how-to/sumo.md says what becomes what."""
