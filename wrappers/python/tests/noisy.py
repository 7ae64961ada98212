"""A simulator of mosaik whose steps and values depend on all that it has got, and scenarios with it by chance."""

import hashlib
import json
import random

import mosaik_api_v3

ATTRS = {
    "time-based": {"attrs": ["lasting", "in"]},
    "event-based": {"attrs": ["event", "trigger"]},
    "hybrid": {
        "attrs": ["lasting", "event", "in", "trigger"],
        "trigger": ["trigger"],
        "non-persistent": ["event"],
    },
}


class Noisy(mosaik_api_v3.Simulator):
    def __init__(self):
        super().__init__({"models": {}})

    def init(self, sid, time_resolution, kind):
        self.sid = sid
        self.drawn = 0
        self.meta["type"] = kind
        self.meta["models"] = {"M": {"public": True, "params": [], **ATTRS[kind]}}
        return self.meta

    def create(self, num, model):
        return [{"eid": f"m{i}", "type": model} for i in range(num)]

    def step(self, time, inputs, max_advance):
        heard = json.dumps([self.sid, time, inputs, self.drawn], sort_keys=True)
        self.drawn = int.from_bytes(hashlib.sha256(heard.encode()).digest()[:6], "big")
        pause = 1 + self.drawn % 4
        return time + pause if self.meta["type"] == "time-based" or self.drawn % 3 else None

    def get_data(self, outputs):
        return {
            eid: {a: self.drawn % 1000 + i for a in attrs if a == "lasting" or self.drawn % (5 + i) > 1}
            for i, (eid, attrs) in enumerate(outputs.items())
        }


def build(world, seed):
    """Starts and connects some simulators; one of them may run in a process of its own."""
    draw = random.Random(seed)
    entities = []
    for i in range(draw.randint(3, 5)):
        kind = draw.choice([*ATTRS])
        factory = world.start(draw.choice(["Noisy"] * 3 + ["Remote"]), sim_id=f"S{i}", kind=kind)
        entities.append((kind, factory.M.create(2)))
        if kind == "event-based":
            world.set_initial_event(f"S{i}", draw.randint(0, 2))
    for i, (one_kind, one) in enumerate(entities):
        for j, (other_kind, other) in enumerate(entities):
            taken = [each for each in ("in", "trigger") if each in ATTRS[other_kind]["attrs"]]
            given = [each for each in ("lasting", "event") if each in ATTRS[one_kind]["attrs"]]
            if i == j or draw.random() < 0.4:
                continue
            to = draw.choice(taken)
            # mosaik advises against events for an input that does not trigger.
            of = draw.choice([each for each in given if to == "trigger" or each == "lasting"] or [None])
            if of is None:
                continue
            shift = {} if i < j else {"time_shifted": 1}
            # mosaik keeps initial data of an attribute for all its connections.
            if shift and of == "lasting":
                shift["initial_data"] = {of: -1}
            for src, dest in zip(one, draw.sample(other, 2)):
                world.connect(src, dest, (of, to), **shift)


if __name__ == "__main__":
    mosaik_api_v3.start_simulation(Noisy(), configure_logging=False)
