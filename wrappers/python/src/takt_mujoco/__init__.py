"""MuJoCo models as assets: ``python3 -m takt_mujoco MODEL``. docs/how-to/mujoco.md says what becomes what."""
