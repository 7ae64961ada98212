"""The first asset of the README, in Python."""

import math

import takt

angle, speed = 0.3, 0.0


def advance(t0: int, t1: int) -> None:
    global angle, speed
    seconds = (t1 - t0) / 1e9
    speed -= 9.81 * math.sin(angle) * seconds
    angle += speed * seconds


with takt.connect() as hub:
    hub.join("pendulum", advance)
    hub.run()
print(f"angle at the end: {angle:.4f}")
