"""Hubs for tests, as those of the package takt have them, and the complete examples of pages."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import takt

REPOSITORY = Path(__file__).resolve().parents[3]

_spec = importlib.util.spec_from_file_location("hubs", REPOSITORY / "bindings/python/tests/conftest.py")
_hubs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_hubs)
base, takt_command, await_that = _hubs.base, _hubs.takt_command, _hubs.await_that


class Page:
    """The files of a page: each is a block behind its name. Programs have time for last words on a busy machine."""

    def __init__(self, name, folder):
        text = (REPOSITORY / "docs/how-to" / name).read_text()
        self.folder = folder
        for file, content in re.findall(r"`([\w.-]+\.\w+)`.*(?:\n.+)?:\n\n```\w*\n((?s:.*?))```", text):
            (folder / file).write_text(content.replace('"maxDelay"', '"endWithin": "60s", "maxDelay"', 1))

    def change(self, file, old, new):
        path = self.folder / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))


@pytest.fixture
def page(takt_command, tmp_path, monkeypatch):
    """A page's files in a folder, for the command takt there; python3 is the interpreter that runs the tests."""
    path = f"{Path(sys.executable).parent}:{takt_command.environment['PATH']}"
    monkeypatch.setitem(takt_command.environment, "PATH", path)
    return lambda name: Page(name, tmp_path)


HOLDS = """
import os, sys, time, takt

def step(t0, t1):
    while t0 <= int(sys.argv[1]) < t1 and not os.path.exists("go"):
        time.sleep(0.01)

with takt.connect() as hub:
    hub.join(None, step)
    hub.run()
"""


def hold(file, at_ns):
    """Adds an asset to a configuration. In its step that has this time it, and the run, wait for a file `go`."""
    config = json.loads(file.read_text())
    (file.parent / "holds.py").write_text(HOLDS)
    launch = ["python3", "holds.py", str(at_ns)]
    config["assets"].append({"name": "holds", "step": config["maxDelay"], "launch": launch})
    file.write_text(json.dumps(config))


@pytest.fixture
def checked(takt_command):
    """The exit code and the lines of takt check, for a file; again where wrappers took longer than it waits."""

    def check(file):
        for _ in range(5):
            run = subprocess.run(
                [takt_command.command, "check", "-c", str(file)],
                cwd=takt_command.folder,
                env=takt_command.environment,
                capture_output=True,
                text=True,
            )
            lines = run.stderr + run.stdout
            if "not all could be checked within" not in lines:
                break
        return run.returncode, lines

    return check


def channel_map(words, receives):
    """As the options --out and --in have it."""
    from takt_wrapper import ChannelMap

    received = [word for word in words if word.partition("=")[0] in receives]
    return ChannelMap(SimpleNamespace(sent=[word for word in words if word not in received], received=received))


class StubOutput:
    def __init__(self, codec):
        self.codec = codec
        self.sent = []

    def send_at(self, value, stamp_ns):
        self.sent.append((stamp_ns, self.codec.encode(value)))

    def send(self, value):
        self.send_at(value, None)


class StubMessage:
    """One as a codec reads it."""

    channel, sender, sequence = "in", "other", 3

    def __init__(self, data):
        self.data = data

    def json(self):
        return json.loads(self.data)

    def __bytes__(self):
        return self.data


class StubAsset:
    """An asset without a hub."""

    name = "model"

    def __init__(self, granularity_ns, sends=(), receives=(), values=None):
        """
        :param values: takt.Values by channel, where there are any.
        """
        self.granularity_ns, self.sends, self.receives = granularity_ns, tuple(sends), tuple(receives)
        values = {each: (values or {}).get(each, takt.Values(None, None, None)) for each in (*sends, *receives)}
        self.values_sent = {each: values[each] for each in sends}
        self.values_received = {(each, StubMessage.sender): values[each] for each in receives}
        self.outputs, self.handlers = {}, {}

    def output(self, channel, codec):
        return self.outputs.setdefault(channel, StubOutput(codec))

    def subscribe(self, channel, handler, codec=None):
        self.handlers[channel] = handler
