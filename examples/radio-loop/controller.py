"""Controller.java in Python: the same loop, and the same run to the last bit.

receives  frame    position m, tilt rad, of the camera
sends     command  acceleration that the cart is to have, m/s^2
"""

import takt
from takt import codec

GRAVITY = 9.81
ROD_M = 0.25
STRONGEST = 20.0

# Linear-quadratic regulator, and steady Kalman gains for the camera's noise: see Controller.java.
GAINS = (-1.857, -2.538, -26.36, -4.203)
TRUST = ((0.447, -0.012), (6.583, -0.726), (-0.036, 0.782), (-2.259, 27.50))


class Controller:
    def joined(self, asset: takt.Asset) -> None:
        self.command = asset.output("command", codec.doubles)
        asset.subscribe("frame", self.see, codec.doubles)

    def start(self, t0: int) -> None:
        self.estimate = [0.0] * 4  # position, speed, tilt and rate
        self.frame = None
        self.frame_ns = t0
        self.before = self.now = 0.0  # in force until now, and from now on, as far as the controller knows

    def see(self, values, message: takt.Message) -> None:
        if message.stamp_ns > self.frame_ns:  # jitter may let a frame overtake an older one
            self.frame_ns = message.stamp_ns
            self.frame = values

    def step(self, t0: int, t1: int) -> None:
        self.predict((t1 - t0) / 1e9)
        if self.frame is not None:
            self.correct(*self.frame)
            self.frame = None
        wanted = 0.0
        for gain, value in zip(GAINS, self.estimate):
            wanted -= gain * value
        self.before = self.now
        self.now = max(-STRONGEST, min(STRONGEST, wanted))
        self.command.send([self.now])

    def predict(self, seconds: float) -> None:
        position, speed, tilt, rate = self.estimate
        angular = (GRAVITY * tilt - self.before) / ROD_M
        self.estimate = [
            position + (speed + self.before * seconds / 2) * seconds,
            speed + self.before * seconds,
            tilt + (rate + angular * seconds / 2) * seconds,
            rate + angular * seconds,
        ]

    def correct(self, seen_position: float, seen_tilt: float) -> None:
        position = seen_position - self.estimate[0]
        tilt = seen_tilt - self.estimate[2]
        for i, (by_position, by_tilt) in enumerate(TRUST):
            self.estimate[i] += by_position * position + by_tilt * tilt


with takt.connect() as hub:
    hub.join(None, Controller())
    hub.run()
