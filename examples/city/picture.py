"""Draws a run of the city: picture.py FOLDER FILE.svg. FOLDER has city.csv and the summaries city.out and robot.out."""

import csv
import itertools
import json
import math
import sys

LEFT, WIDTH, RIGHT = 100, 860, 40
LIGHT = {0: "#2e9e4f", 1: "#e0a800", 2: "#d03b3b"}
EAST, WEST, ROBOT, GIVEN = "#4477aa", "#88aacc", "#aa3377", "#ee7733"


class Log:
    """The values of each channel, with their times in s."""

    def __init__(self, path):
        self.channels = {}
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                for name, text in row.items():
                    if name != "time_s" and text:
                        values = self.channels.setdefault(name.partition(" ")[0], [])
                        values.append((float(row["time_s"]), json.loads(text)))
        self.end = max(values[-1][0] for values in self.channels.values())


class Picture:
    def __init__(self, end):
        self.end = end
        self.lines = []
        self.top = 20

    def add(self, line):
        self.lines.append(line)

    def text(self, x, y, text, anchor="start", color="#333"):
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{text}</text>')

    def rectangle(self, x, y, width, height, color, opacity=1):
        place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        self.add(f'<rect {place} fill="{color}" opacity="{opacity}"/>')

    def x(self, seconds):
        return LEFT + WIDTH * seconds / self.end

    def panel(self, title, height, low, high, marks):
        """A frame with time to the right; gives the function from values to places."""
        self.text(LEFT, self.top + 12, title)
        top, self.top = self.top + 20, self.top + height + 34

        def y(value):
            return top + height * (high - value) / (high - low)

        for value, name in marks:
            self.add(f'<path d="M{LEFT} {y(value):.1f}h{WIDTH}" stroke="#ddd"/>')
            self.text(LEFT - 6, y(value) + 4, name, "end")
        return y

    def curve(self, points, y, color, width=1.0):
        path = " ".join(f"{self.x(t):.1f},{y(value):.1f}" for t, value in points)
        self.add(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="{width}"/>')

    def write(self, path):
        with open(path, "w") as file:
            file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + RIGHT}" height="{self.top}"')
            file.write(' font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>\n')
            file.write("\n".join(self.lines) + "\n</svg>\n")


def thinned(points):
    """Every point that is half a second or more behind the one before."""
    kept = points[:1]
    for point in points:
        if point[0] >= kept[-1][0] + 0.5:
            kept.append(point)
    return kept


def phases(log):
    """Beginning, end and phase of the light, as the pilot asks for it."""
    asked = log.channels["light"]
    changes = [each for before, each in itertools.pairwise([(0, None), *asked]) if before[1] != each[1]]
    return [(t, until, phase) for (t, phase), (until, _) in itertools.pairwise([*changes, (log.end, None)])]


def draw_cars(picture, log):
    marks = [(0, "west"), (100, "100"), (200, "crossing"), (300, "300"), (400, "east")]
    y = picture.panel("cars on the road (x in m over time), and the light at the crossing", 240, 0, 400, marks)
    ways = {}
    for t, cars in log.channels["cars"]:
        for name, (x, _) in cars.items():
            ways.setdefault(name, []).append((t, x))
    for way in ways.values():
        picture.curve(thinned(way), y, EAST if way[0][1] < 200 else WEST)
    for begin, end, phase in phases(log):
        picture.rectangle(picture.x(begin), y(203), picture.x(end) - picture.x(begin), y(197) - y(203), LIGHT[phase])


def draw_robot(picture, log):
    y = picture.panel("the robot on its way over the road (y in m)", 110, -9, 9, [(-8, "charger"), (8, "shop")])
    picture.rectangle(LEFT, y(3.2), WIDTH, y(-3.2) - y(3.2), "#999", 0.3)
    picture.text(LEFT - 6, y(0) + 4, "road", "end")
    picture.curve(thinned([(t, pose[1]) for t, pose in log.channels["pose"]]), y, ROBOT, 2)


def draw_battery(picture, log):
    marks = [(0, "0"), (0.5, "50 %, 75 W"), (1, "100 %, 150 W")]
    y = picture.panel("charge of its battery, and the power that the grid leaves for it", 90, 0, 1, marks)
    for channel, color, full in (("given", GIVEN, 150), ("soc", ROBOT, 1)):
        values = log.channels[channel]
        steps = [(t, values[max(0, i - 1)][1] / full) for i, (t, _) in enumerate(values) for i in (i, i + 1)]
        picture.curve(steps, y, color, 2 if channel == "soc" else 1)


def draw_seconds(picture):
    for seconds in range(0, math.floor(picture.end) + 1, 20):
        picture.text(picture.x(seconds), picture.top, f"{seconds} s", "middle")
    picture.top += 20


def draw_assets(picture, folder):
    """Of this run on this machine; everything above is the same in each."""
    assets = []
    for hub in ("city", "robot"):
        with open(f"{folder}/{hub}.out") as file:
            assets += json.load(file)["assets"]
    columns = [
        ("largest lag behind its hub, s of simulated time", "maxLagNs", EAST),
        ("held its hub back, s of wall time", "blockedCoreNs", ROBOT),
    ]
    room = WIDTH / 2 - 110
    for i, (title, field, color) in enumerate(columns):
        left = LEFT + i * WIDTH / 2
        picture.text(left, picture.top + 12, title)
        most = max(asset[field] for asset in assets) or 1
        for row, asset in enumerate(assets):
            y = picture.top + 22 + 18 * row
            picture.text(left - 6, y + 10, asset["name"], "end")
            picture.rectangle(left, y, room * asset[field] / most, 12, color)
            picture.text(left + room * asset[field] / most + 4, y + 10, f"{asset[field] / 1e9:.2f}")
    picture.top += 32 + 18 * len(assets)


def tell(log):
    poses = dict(log.channels["pose"])
    near = [math.dist(car, poses[t][:2]) for t, cars in log.channels["cars"] for car in cars.values() if t in poses]
    sides = [pose[1] > 0 for pose in poses.values()]
    crossings = sum(a != b for a, b in itertools.pairwise(sides))
    print(f"the robot crossed the road {crossings} times; no car's front came nearer to it than {min(near):.1f} m")


def main(folder, file):
    log = Log(f"{folder}/city.csv")
    picture = Picture(log.end)
    draw_cars(picture, log)
    draw_robot(picture, log)
    draw_battery(picture, log)
    draw_seconds(picture)
    draw_assets(picture, folder)
    picture.write(file)
    tell(log)
    print(f"the picture: {file}")


main(*sys.argv[1:])
