"""Two FMUs of FMI 2 coupled by FMPy in one process: prints steps of 10 ms a second. Arguments: the FMU, and for how many
seconds at least. Each has the other's outflow of the step before as its inflow; unpacking is not measured.
"""

import sys
import time

from fmpy import extract, read_model_description
from fmpy.fmi2 import FMU2Slave

STEP_S = 0.01

model, seconds = sys.argv[1], float(sys.argv[2])
folder = extract(model)
description = read_model_description(folder)
references = {each.name: each.valueReference for each in description.modelVariables}
outflow, inflow = [references["outflow"]], [references["inflow"]]


def tank(name, level):
    fmu = FMU2Slave(
        guid=description.guid,
        unzipDirectory=folder,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName=name,
    )
    fmu.instantiate()
    fmu.setupExperiment()
    fmu.setReal([references["level0"]], [level])
    fmu.enterInitializationMode()
    fmu.exitInitializationMode()
    return fmu


upper, lower = tank("upper", 2), tank("lower", 0)
step = 0
steps = 1000
while True:
    began = time.perf_counter()
    for step in range(step, step + steps):
        down, up = upper.getReal(outflow), lower.getReal(outflow)
        upper.setReal(inflow, up)
        lower.setReal(inflow, down)
        upper.doStep(step * STEP_S, STEP_S)
        lower.doStep(step * STEP_S, STEP_S)
    took = time.perf_counter() - began
    step += 1
    if took >= seconds:
        break
    steps *= 2
print("rate", steps / took, flush=True)
