"""Counts the bounces that are final, for takt wrap. It knows nothing of stewards, nor of a past that changes."""

import json
import sys
from collections import Counter

bounces = Counter()
for line in sys.stdin:
    order = json.loads(line)
    if order["order"] == "start":
        bounces.clear()
    elif order["order"] == "step":
        for message in order["messages"]:
            bounces.update(message["value"])
    elif order["order"] == "stop":
        break
    print("{}", flush=True)

wall = bounces.pop(-1, 0)  # its number, where one of the two is the wall
circle, most = max(sorted(bounces.items()), key=lambda item: item[1], default=("none", 0))
print(f"{wall} bounces off the wall, {(bounces.total() - wall) // 2} between two circles;"
      f" circle {circle} has {most}", file=sys.stderr)
