"""The simulator's side of MAVLink in lockstep, for an autopilot in the loop."""
