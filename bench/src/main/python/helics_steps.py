"""A federate of HELICS that does nothing but ask for its next time: prints steps a second. Arguments: for how many
seconds, the type of its core, and "alone" or "pair". A pair keeps in step, as an asset and its hub do: two federates in
processes of their own, tied by a subscription each; nothing is sent. The first one starts the other, which is "peer".
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import helics as h

WARM_UP_S = 0.3
LOOK_EVERY = 100
STEP_S = 1e-6

seconds, core_type, role = float(sys.argv[1]), sys.argv[2], sys.argv[3]
is_peer = role == "peer"
name, other = ("peer", "steps") if is_peer else ("steps", "peer")
started = []
if not is_peer:
    program = Path(h.__file__).parent / "install" / "bin" / "helics_broker"
    count = 1 if role == "alone" else 2
    command = [program, f"-f{count}", f"--coretype={core_type}"]
    started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))
    time.sleep(1)  # a federate that comes first waits for long, or gives up
    if role == "pair":
        started.append(subprocess.Popen([sys.executable, __file__, *sys.argv[1:3], "peer"]))

info = h.helicsCreateFederateInfo()
h.helicsFederateInfoSetCoreTypeFromString(info, core_type)
h.helicsFederateInfoSetCoreInitString(info, "--federates=1")
h.helicsFederateInfoSetTimeProperty(info, h.HELICS_PROPERTY_TIME_PERIOD, STEP_S)
federate = h.helicsCreateValueFederate(name, info)
if role != "alone":
    h.helicsFederateRegisterGlobalPublication(federate, name, h.HELICS_DATA_TYPE_DOUBLE, "")
    h.helicsFederateRegisterSubscription(federate, other, "")
h.helicsFederateEnterExecutingMode(federate)

began = time.perf_counter() + WARM_UP_S
first = None
steps = 0
granted = 0.0
while granted < 1e9:  # the time when the other one has ended
    granted = h.helicsFederateRequestTime(federate, granted + STEP_S)
    steps += 1
    if steps % LOOK_EVERY == 0 and not is_peer:
        now = time.perf_counter()
        if first is None and now >= began:
            first, began = steps, now
        elif first is not None and now >= began + seconds:
            print("rate", (steps - first) / (now - began), flush=True)
            for each in started:
                each.kill()
            os._exit(0)  # in order it would wait for the broker for long
