"""A run in one script: starts a hub and three assets, notes clocks and messages, and draws both.

    python3 lag.py lag.png

A sensor and a controller run in threads of this script, and a slow camera as well: twice it rests for 150 ms of wall
time, and the others have to wait for it.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

import takt
from takt import codec

CONFIG = {
    "hub": "lag",
    "coreStep": "10ms",
    "maxDelay": "60ms",
    "seed": 1,
    "pace": {"mode": "realtime", "speed": 1},
    "assets": [
        {"name": "sensor", "step": "10ms"},
        {"name": "controller", "step": "20ms"},
        {"name": "camera", "step": "50ms"},
    ],
    "channels": [
        {"name": "level", "from": "sensor", "to": ["controller"], "delay": "20ms", "jitter": "40ms", "loss": 0.1},
    ],
}
UNTIL_NS = takt.ns("2s")
RESTS_AT_NS = (takt.ns("600ms"), takt.ns("1.3s"))

messages = []  # stamp and delivery in ns, and the value


def sensor(asset):
    output = asset.output("level", codec.one_double)
    for turn in asset:
        if turn.kind == "step":
            output.send(turn.t1 / 1e9)


def controller(asset):
    for turn in asset:
        for message in asset.messages():
            messages.append((message.stamp_ns, message.delivery_ns, codec.one_double.decode(message)))


def camera(asset):
    for turn in asset:
        if turn.t0 in RESTS_AT_NS:
            time.sleep(0.15)
        if turn.t1 == UNTIL_NS:
            asset.stop_run("the picture is full")


def drive(name, body, lags):
    """Joins in a thread of its own, and notes before and after each step how far the asset is behind the core."""
    with takt.connect("lag") as hub:
        asset = hub.join(name)

        class Noting:
            def __getattr__(self, attribute):
                return getattr(asset, attribute)

            def __iter__(self):
                for turn in asset:
                    lags.append((time.monotonic(), (asset.core_time_ns - turn.t0) / 1e6))
                    yield turn
                    lags.append((time.monotonic(), (asset.core_time_ns - turn.t0) / 1e6))

        body(Noting())


def main(picture):
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        os.environ["TAKT_DIR"] = folder
        config = Path(folder, "lag.json")
        config.write_text(json.dumps(CONFIG))
        with subprocess.Popen(["takt", "hub", "-c", str(config)], stderr=subprocess.PIPE, text=True) as hub:
            hub.stderr.readline()  # it is open
            threading.Thread(target=hub.stderr.read, daemon=True).start()
            lags = {body.__name__: [] for body in (sensor, controller, camera)}
            threads = [
                threading.Thread(target=drive, args=(body.__name__, body, lags[body.__name__]))
                for body in (sensor, controller, camera)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    draw(lags, picture)


def draw(lags, picture):
    figure, (above, below) = plt.subplots(2, 1, figsize=(8, 6), constrained_layout=True)
    began = min(points[0][0] for points in lags.values())
    for name, points in lags.items():
        above.step([at - began for at, _ in points], [lag for _, lag in points], where="pre", label=name)
    above.axhline(60, color="gray", linestyle=":", label="maxDelay")
    above.set(title="Lag behind the core", xlabel="wall time, s", ylabel="ms")
    above.legend(loc="upper left", ncols=4, fontsize="small")
    above.set_ylim(0, 85)
    delays = [(delivery - stamp) / 1e6 for stamp, delivery, _ in messages]
    below.scatter([stamp / 1e9 for stamp, _, _ in messages], delays, s=8)
    sent = UNTIL_NS // takt.ns("10ms")
    below.set(
        title=f"Messages from sensor to controller: {len(messages)} of about {sent} arrived",
        xlabel="simulation time of sending, s",
        ylabel="delay, ms",
    )
    below.set_ylim(0, 70)
    figure.savefig(picture, dpi=100)
    print(f"{picture}: {len(messages)} messages")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "lag.png")
