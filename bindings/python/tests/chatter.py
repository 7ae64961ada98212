"""The asset of the Java class io.takt.dist.Chatter in Python: time, size and content of its messages depend on all that
it has heard, so a single difference changes all digests that follow. Arguments are the names of the assets of this
process. A name with a + behind it is stepped by a loop, the others are called back. After "deaf" what they send depends
on the time alone. "loud" is that, and one step of each in which it sends more than its log can hold. A file hold-NAME
keeps NAME in the step before that for as long as it is there."""

import sys
import time
from pathlib import Path

from draw import MASK, Draw, hash_code

import takt

LONGEST = 300
MOST_A_STEP = 4
HOLDS_AT_NS = 9_000_000_000
LOUD_AT_NS = 9_005_000_000
# One after the other: where two had no room at once, the one that is killed could lose what it had copied.
LOUD_APART_NS = 100_000_000
HEARERS = "bdac"  # for a, b, c, d the one that is held
LOUD = bytes(60_000)
LOUD_MESSAGES = 300


class Chatter:
    def __init__(self, name, is_deaf, is_loud):
        self.name = name
        self.is_deaf = is_deaf
        self.is_loud = is_loud
        self.data = bytearray(LONGEST)
        self.news = None
        self.heard = 0
        self.news_heard = 0

    def joined(self, asset):
        self.talk = asset.output("talk")
        if self.name == "c":
            self.news = asset.output("news")
        if asset.simulator is not None:
            asset.subscribe("talk", self.hear)
            if self.name == "d":
                asset.subscribe("news", self.hear)

    def hear(self, message):
        if message.channel == "news":
            self.news_heard += 1
            return
        if self.is_deaf:
            return
        data = message.data.cast("b")
        heard = 31 * self.heard + message.delivery_ns + hash_code(message.sender) + len(data)
        for each in data:
            heard = (31 * heard + each) & MASK
        self.heard = heard & MASK

    def start(self, t0):
        self.heard = 0
        if t0 == 0 or not self.is_deaf:
            self.talk.send(memoryview(self.data)[:8])

    def hold(self, t0, t1):
        holds_at = HOLDS_AT_NS + HEARERS.index(self.name) * LOUD_APART_NS
        while t0 < holds_at <= t1 and Path(f"hold-{self.name}").exists():
            time.sleep(0.001)

    def be_loud(self, t0, t1):
        loud_at = LOUD_AT_NS + "abcd".index(self.name) * LOUD_APART_NS
        for _ in range(LOUD_MESSAGES if t0 < loud_at <= t1 else 0):
            self.talk.send(LOUD)

    def step(self, t0, t1):
        self.hold(t0, t1)
        if self.is_loud:
            self.be_loud(t0, t1)
        chance = Draw(self.heard + t0)
        for _ in range(chance.int_below(MOST_A_STEP)):
            length = chance.int_below(LONGEST)
            heard, data = self.heard, self.data
            for i in range(length):
                data[i] = heard >> i % 64 & 255
            self.talk.send_at(bytes(data[:length]), t0 + 1 + chance.long_below(t1 - t0))
            if self.news is not None:
                self.news.send(memoryview(data)[: length // 2])


def loop(asset, chatter):
    chatter.joined(asset)
    chatter.start(0)
    for turn in asset:
        if turn.kind == "reset":
            chatter.start(0)
        for message in asset.messages():
            chatter.hear(message)
        if turn.kind == "step":
            chatter.step(turn.t0, turn.t1)


def main():
    with takt.connect() as hub:
        looping = None
        is_loud = sys.argv[1] == "loud"
        is_deaf = is_loud or sys.argv[1] == "deaf"
        for name in sys.argv[1 + is_deaf :]:
            chatter = Chatter(name.rstrip("+"), is_deaf, is_loud)
            asset = hub.join(chatter.name, None if name.endswith("+") else chatter)
            looping = (asset, chatter) if name.endswith("+") else looping
        if looping is None:
            hub.run()
        else:
            loop(*looping)


main()
