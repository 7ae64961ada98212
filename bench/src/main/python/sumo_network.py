"""Makes a network of 10 by 10 crossings with traffic lights, and 1,000 cars that go around blocks of it, for a day at least.
Argument: SUMO's configuration to write; the network and the cars lie beside it.
"""

import random
import subprocess
import sys
from pathlib import Path

CROSSINGS, CARS, ROUTES, ROUNDS = 10, 1_000, 50, 1_000

config = Path(sys.argv[1])
network, cars = config.with_suffix(".net.xml"), config.with_suffix(".rou.xml")
command = ["netgenerate", "--grid", f"--grid.number={CROSSINGS}", "--grid.length=200", "--default.lanenumber=2"]
subprocess.run([*command, "--default-junction-type=traffic_light", f"--output-file={network}"], check=True)

draw = random.Random(1)
lines, lengths = ["<routes>"], []
for route in range(ROUTES):
    (left, right), (low, high) = (sorted(draw.sample(range(CROSSINGS), 2)) for _ in range(2))
    way = [(left, low)]
    for x, y in ((left, high), (right, high), (right, low), (left, low)):
        while way[-1] != (x, y):
            at = way[-1]
            way.append((at[0] + (x > at[0]) - (x < at[0]), at[1] + (y > at[1]) - (y < at[1])))
    names = [f"{chr(ord('A') + x)}{y}" for x, y in way]
    edges = [one + other for one, other in zip(names, names[1:])]
    lengths.append(len(edges))
    lines.append(f'<route id="{route}" edges="{" ".join(edges)}" repeat="{ROUNDS}"/>')
for car in range(CARS):
    start = draw.randrange(lengths[car % ROUTES])
    lines.append(f'<vehicle id="{car}" route="{car % ROUTES}" depart="0" departEdge="{start}" departPos="random_free"/>')
cars.write_text("\n".join([*lines, "</routes>\n"]))
config.write_text(
    f'<configuration><net-file value="{network}"/><route-files value="{cars}"/></configuration>\n'
)
