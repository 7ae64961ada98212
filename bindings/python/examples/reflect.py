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
        what, value = word.split("=")
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
    def __init__(self, asset, declared):
        self.asset = asset
        self.outputs = {each.channel: asset.output(each.channel) for each in declared["outputs"]}
        self.latest_channels = [each.channel for each in declared["inputs"] if each.delivery == "latest"]
        self.begin(asset.time_ns)

    def begin(self, time_ns):
        self.notes = [f"start {time_ns}\n"]
        self.latest = {}

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
        """Does what an order says; false when the asset is gone."""
        try:
            return self.do(order)
        except takt.MisuseError as error:
            self.notes.append(f"error {error}\n")
            return True

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
            self.asset.leave()
            return False
        elif what == "fail":
            self.asset.fail(value)
            return False
        return True

    def receive(self):
        """Takes in the messages of the turn; false when the asset is gone."""
        for message in self.asset.messages():
            self.note("got", message)
            if message.channel == "order" and not self.obey(message.text()):
                return False
        return True

    def look_at_latest(self):
        for channel in self.latest_channels:
            message = self.asset.latest(channel)
            if message is not None and message.stamp_ns != self.latest.get(channel):
                self.latest[channel] = message.stamp_ns
                self.note("latest", message)

    def run(self):
        if self.asset.time_ns == 0:
            self.send_notes()
        for turn in self.asset:
            if turn.kind == "reset":
                self.begin(0)
                self.send_notes()
                continue
            if not self.receive():
                return
            if turn.kind == "step":
                self.look_at_latest()
                self.notes.append(f"step {turn.t0} {turn.t1}\n")
                self.send_notes()


def main():
    declared = declaration(os.environ.get("TAKT_REFLECT", ""))
    with takt.connect() as hub:
        Reflector(hub.join(**declared), declared).run()
        return 1 if hub.end is not None and hub.end.has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
