"""A simulator of mosaik, which knows nothing of Takt: a street whose houses and whose charger share a transformer.

A house takes more and less power in a daily rhythm that is 1000 times as quick as ours. The charger gets what is left.
"""

import mosaik_api_v3

META = {
    "type": "time-based",
    "models": {"Street": {"public": True, "params": ["houses", "limit"], "attrs": ["wanted", "given", "taken"]}},
}
CYCLE_S = 86  # A day, 1000 times as quick.


class Grid(mosaik_api_v3.Simulator):
    """All powers are in W."""

    def __init__(self):
        super().__init__(META)

    def create(self, num, model, houses=20, limit=12050.0):
        self.houses, self.limit = houses, limit
        self.given = self.taken = 0.0
        return [{"eid": "street", "type": model}]

    def step(self, time, inputs, max_advance):
        wanted = sum(inputs.get("street", {}).get("wanted", {}).values())
        rise = time % CYCLE_S / CYCLE_S
        self.taken = self.houses * (400.0 + 800.0 * rise * (1 - rise))
        self.given = max(0.0, min(wanted, self.limit - self.taken))
        return time + 1

    def get_data(self, outputs):
        return {eid: {attr: getattr(self, attr) for attr in attrs} for eid, attrs in outputs.items()}


if __name__ == "__main__":
    mosaik_api_v3.start_simulation(Grid())
