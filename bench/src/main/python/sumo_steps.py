"""A plain loop over SUMO in this process, with all its cars: prints steps a second. Arguments: SUMO's configuration, the
value to get in each step, and for how many seconds at least.
"""

import sys
import time

import libsumo

CARS = 1_000

config, variable, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
libsumo.start(["sumo", "-c", config, "--no-step-log", "true"])


def count():
    return libsumo.edge.getLastStepVehicleNumber("A0A1")


def places():
    return {each: libsumo.vehicle.getPosition(each) for each in libsumo.vehicle.getIDList()}


get = places if variable.startswith("vehicle") else count
while libsumo.vehicle.getIDCount() < CARS:
    libsumo.simulationStep()
steps = 100
while True:
    began = time.perf_counter()
    for _ in range(steps):
        libsumo.simulationStep()
        get()
    took = time.perf_counter() - began
    if took >= seconds:
        break
    steps *= 2
print("rate", steps / took, flush=True)
