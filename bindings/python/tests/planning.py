"""The programs of docs/how-to/calls.md in Python: a service, or its client, as the argument says. They say and send the
same as those in Java."""

import math
import sys

import takt
from takt import calls, codec

MS = 1_000_000


class Planner:
    def joined(self, asset):
        self.asset = asset
        self.service = calls.Service(asset, "plan", codec.json, codec.json, self.ask)
        self.done_at_ns = {}

    def ask(self, request):
        self.done_at_ns[request] = self.asset.time_ns + 50 * MS

    def step(self, t0, t1):
        for request in self.service.open:
            metres = math.hypot(request.query["x"], request.query["y"])
            if t1 < self.done_at_ns[request]:
                request.progress(f"done in {(self.done_at_ns[request] - t1) // MS} ms")
            elif metres > 100:
                request.fail("farther than 100 m")
            else:
                assert request.answer({"metres": metres}) and not request.answer({"metres": metres})

    def reset(self):
        self.service.reset()
        self.done_at_ns.clear()


class Drone:
    def joined(self, asset):
        self.asset = asset
        self.planner = calls.Caller(asset, "plan", codec.json, codec.json)
        self.reset()

    def reset(self):
        self.planner.reset()
        self.goals = [(3.0, 4.0), (60.0, 80.0), (300.0, 400.0)]
        self.call = None

    def step(self, t0, t1):
        if self.call is None and not self.goals:
            self.asset.stop_run("been everywhere")
        elif self.call is None:
            x, y = self.goals.pop(0)
            self.call = self.planner.call({"x": x, "y": y}, t1 + 200 * MS)
        elif self.call.is_done:
            if self.call.state == "answered":
                print(f"route of {self.call.answer['metres']} m, {self.call.progress}")
            else:
                print(f"no route: {self.call.error or self.call.state}")
            self.call = None

    def stop(self, end):
        print(f"STOPPED: {end.reason}")


with takt.connect() as hub:
    if sys.argv[1] == "planner":
        hub.join("planner", Planner(), serves={"plan": ["drone"]})
    else:
        hub.join("drone", Drone(), calls={"plan": "planner"})
    hub.run()
