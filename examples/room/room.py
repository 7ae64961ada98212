"""A room that cools down, and warms up while it is heated. Reads orders and writes answers, each a line of JSON."""

import json
import sys

OUTSIDE, LOSS, HEATER = 5.0, 0.0005, 0.02
temperature, heating = 15.0, False

for line in sys.stdin:
    order = json.loads(line)
    answer = {}
    if order["order"] == "start":
        temperature, heating = 15.0, False
        answer = {"messages": [{"channel": "temperature", "value": temperature}]}
    elif order["order"] == "step":
        for message in order["messages"]:
            heating = message["value"] == "on"
        seconds = (order["toNs"] - order["fromNs"]) / 1e9
        temperature += seconds * ((OUTSIDE - temperature) * LOSS + HEATER * heating)
        answer = {"messages": [{"channel": "temperature", "value": round(temperature, 3)}]}
    elif order["order"] == "stop":
        break
    print(json.dumps(answer), flush=True)
