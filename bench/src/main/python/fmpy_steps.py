"""FMPy's own loop over an FMU: prints steps of 10 ms a second. Arguments: the FMU, its output, and for how many seconds
at least. Unpacking and reading the description are not in it; making an instance is, once in that time.
"""

import sys
import time

from fmpy import extract, read_model_description, simulate_fmu

STEP_S = 0.01

model, output, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
folder = extract(model)
description = read_model_description(folder)
steps = 1000
while True:
    began = time.perf_counter()
    simulate_fmu(
        folder,
        model_description=description,
        fmi_type="CoSimulation",
        stop_time=steps * STEP_S,
        step_size=STEP_S,
        output_interval=STEP_S,
        output=[output],
    )
    took = time.perf_counter() - began
    if took >= seconds:
        break
    steps *= 2
print("rate", steps / took, flush=True)
