"""The reflecting asset of `takt conform`, by which this package is judged: docs/reference/conform.md says what it does.

    takt conform -- python3 reflect.py
"""

import os
import sys
import time

import takt


def declaration(words):
    """The inputs and outputs that TAKT_REFLECT names, as arguments of `hub.join`."""
    declared = {"outputs": [], "inputs": []}
    for word in words.split():
        what, _, value = word.partition("=")
        values = value.split(",")
        if what in ("step", "interval"):
            declared[what] = int(value)
        elif what == "output":
            declared["outputs"].append(takt.OutputSpec(values[0], int(values[1])))
        elif what == "input":
            channel, sender, delivery, delay, jitter, loss = values
            declared["inputs"].append(
                takt.InputSpec(channel, sender, delivery.lower(), int(delay), int(jitter), float(loss))
            )
    return declared


class Reflector:
    """The simulator: called back by `hub.run`, or by the loop below."""

    def __init__(self, declared):
        self.output_channels = [each.channel for each in declared["outputs"]]
        self.input_channels = list(dict.fromkeys(each.channel for each in declared["inputs"]))
        self.latest_channels = [each.channel for each in declared["inputs"] if each.delivery == "latest"]
        self.is_gone = False

    def joined(self, asset):
        self.asset = asset
        self.outputs = {channel: asset.output(channel) for channel in self.output_channels}
        for channel in self.input_channels if asset.simulator is self else ():
            asset.subscribe(channel, self.hear)

    def start(self, t0):
        self.notes = [f"start {t0}\n"]
        self.latest = {}
        if t0 == 0:
            self.send_notes()

    def step(self, t0, t1):
        self.notes.append(f"step {t0} {t1}\n")
        self.send_notes()

    def hear(self, message):
        self.note("latest" if message.channel in self.latest_channels else "got", message)
        if message.channel == "order":
            self.obey(message.text())

    def note(self, word, message):
        self.notes.append(
            f"{word} {message.channel} {message.sender} {message.delivery_ns} {message.stamp_ns} {message.sequence}"
            f" x{bytes(message).hex()}\n"
        )

    def send_notes(self):
        if "echo" in self.outputs:
            self.outputs["echo"].send("".join(self.notes))
        self.notes.clear()

    def obey(self, order):
        try:
            self.do(order)
        except takt.MisuseError as error:
            self.notes.append(f"error {error}\n")

    def do(self, order):
        what, *values = order.split(" ", 1)
        value = values[0] if values else ""
        bulk = self.outputs.get("bulk")
        if what == "send":
            number, size = map(int, value.split())
            for i in range(number):
                bulk.send(bytes([ord("a") + i % 26]) * size)
        elif what == "claim":
            bulk.send(b"c" * (int(value) // 2))
        elif what == "stamp":
            bulk.send_at("stamped", int(value))
        elif what == "promise":
            bulk.promise(int(value))
        elif what == "hold":
            time.sleep(int(value) / 1000)
        elif what == "stop":
            self.asset.stop_run(value)
        elif what == "leave":
            self.is_gone = True
            self.asset.leave()
        elif what == "fail":
            self.is_gone = True
            self.asset.fail(value)

    # ---- With a loop of its own ----

    def look_at_latest(self):
        for channel in self.latest_channels:
            message = self.asset.latest(channel)
            if message is not None and message.stamp_ns != self.latest.get(channel):
                self.latest[channel] = message.stamp_ns
                self.hear(message)

    def run_by_loop(self):
        self.start(self.asset.time_ns)
        for turn in self.asset:
            if turn.kind == "reset":
                self.start(0)
                continue
            for message in self.asset.messages():
                self.hear(message)
                if self.is_gone:
                    return
            if turn.kind == "step":
                self.look_at_latest()
                self.step(turn.t0, turn.t1)


def main():
    words = os.environ.get("TAKT_REFLECT", "")
    declared = declaration(words)
    simulator = Reflector(declared)
    with takt.connect() as hub:
        if "other" in words.split():
            hub.join(simulator=simulator, **declared)
            hub.run()
        else:
            simulator.joined(hub.join(**declared))
            simulator.run_by_loop()
        return 1 if hub.end is not None and hub.end.has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
