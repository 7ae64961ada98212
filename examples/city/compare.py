"""Compares the digests of what all assets have received in two runs: compare.py FOLDER OTHER."""

import json
import sys


def digests(folder):
    for hub in ("city", "robot"):
        with open(f"{folder}/{hub}.out") as file:
            for asset in json.load(file)["assets"]:
                if asset["digest"] is not None:  # A hub receives nothing itself.
                    yield asset["name"], (asset["timeNs"], asset["digest"])


first, second = (dict(digests(folder)) for folder in sys.argv[1:])
print("asset     digest of what it received, in both runs")
for name, ended in first.items():
    print(f"{name:8}  {ended[1]}  {'equal' if second.get(name) == ended else f'NOT EQUAL: {second.get(name)}'}")
sys.exit(first != second)
