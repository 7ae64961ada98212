"""The asset of the Java class io.takt.dist.Eventful in Python: its turns depend on all that it has heard, by the way of
stepping that its argument names."""

import struct
import sys

from draw import MASK, Draw

import takt

GRANULARITY_NS = 1_000_000
LONGEST = 10
MOST_PAUSE_NS = 7_000_000


class Eventful:
    def __init__(self, way):
        self.step = getattr(self, way)
        self.heard = 0
        self.is_asked = False
        self.next_ns = 0

    def joined(self, asset):
        self.asset = asset
        self.talk = asset.output("talk", takt.Codec(struct.Struct("=Q").pack, None))
        asset.subscribe("talk", self.hear, takt.Codec(None, struct.Struct("=Q").unpack))

    def hear(self, said, message):
        self.heard = (31 * (31 * self.heard + message.delivery_ns) + said[0]) & MASK
        self.is_asked = True

    def event(self, t0, t1):
        if self.is_asked or t0 >= self.next_ns:
            self.talk.send_at(self.heard, t0 + self.asset.granularity_ns)
            self.is_asked = False
            self.next_ns = t0 + 1 + Draw(self.heard + t0).long_below(MOST_PAUSE_NS)
        self.asset.wake_at(self.next_ns)

    def whole(self, t0, t1):
        self.talk.send(self.heard)
        self.talk.send_at(self.heard, t0 + 1)
        self.asset.choose_step(GRANULARITY_NS * (1 + Draw(self.heard + t0).int_below(LONGEST)))

    def fixed(self, t0, t1):
        self.talk.send_at(self.heard, t0 + 1 + Draw(self.heard + t0).long_below(t1 - t0))


with takt.connect() as hub:
    hub.join(None, Eventful(sys.argv[1]))
    hub.run()
