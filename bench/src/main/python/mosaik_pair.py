"""mosaik with its two example simulators over TCP: prints steps a second, of 10,000 steps or of twice as many, and so on.
Argument: for how many seconds at least.
"""

import sys
import time

import mosaik

CONFIG = {"Example": {"cmd": "%(python)s -m example_sim.mosaik %(addr)s"}}

seconds = float(sys.argv[1])
steps = 10_000
while True:
    with mosaik.World(CONFIG, skip_greetings=True, configure_logging=False) as world:
        one = world.start("Example").A(init_val=0)
        two = world.start("Example").B(init_val=0)
        world.connect(one, two, ("val_out", "val_in"))
        began = time.perf_counter()
        world.run(until=steps, print_progress=False)
        took = time.perf_counter() - began
    if took >= seconds:
        break
    steps *= 2
print("rate", steps / took, flush=True)
