"""Hubs for tests. They are those of the command takt, which is on the PATH or in the repository."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

import takt

REPOSITORY = Path(__file__).resolve().parents[3]
HERE = Path(__file__).resolve().parent
# A run of three JVMs has taken more than 90 s on two processors with a load of 58.
WITHIN_S = 240

# Programs that a script starts in the background ignore Ctrl-C, and so would these tests.
signal.signal(signal.SIGINT, signal.default_int_handler)


def find_takt():
    found = shutil.which("takt")
    if found is None and (REPOSITORY / "takt").exists():
        found = str(REPOSITORY / "takt")
    return found


def await_that(is_so, process=None):
    """Waits until a function gives something true, and returns it."""
    until = time.monotonic() + WITHIN_S
    while time.monotonic() < until:
        ended = None if process is None else process.poll()  # Looked at first: its end may be what makes it so.
        result = is_so()
        if result:
            return result
        assert ended is None, f"ended with exit code {ended}"
        time.sleep(0.01)
    raise AssertionError("waited in vain")


def is_waiting(asset):
    """Asked by another thread: whether that of an asset sleeps in the library."""
    try:
        asset.latest("no such channel")
    except takt.MisuseError as error:
        return "waits in another thread" in str(error)


class Takt:
    """The command, with hubs in a folder of their own."""

    def __init__(self, folder, base):
        self.folder = folder
        self.command = find_takt()
        self.environment = {
            **os.environ,
            "TAKT_DIR": str(base),
            "TAKT_NO_BUILD": "1",
            "TAKT_JAVA_OPTS": os.environ.get("TAKT_JAVA_OPTS", "-XX:TieredStopAtLevel=1"),
            "PATH": f"{Path(self.command).parent}:{os.environ['PATH']}",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self.started = []

    def write(self, config):
        path = self.folder / f"{config['hub']}.json"
        # Programs are to say their last words also on a busy machine.
        path.write_text(json.dumps({"endWithin": "60s", **config}))
        return str(path)

    def start(self, *arguments):
        process = subprocess.Popen(
            [self.command, *arguments],
            cwd=self.folder,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=open(self.folder / "err.txt", "w"),
            start_new_session=True,
        )
        self.started.append(process)
        return process

    def command_line(self, *arguments):
        return subprocess.run([self.command, *arguments], cwd=self.folder, env=self.environment, check=True)

    def err(self):
        return (self.folder / "err.txt").read_text()

    def start_run(self, config, until):
        return self.start("run", "-c", self.write(config), "--until", until, "--json")

    def summary(self, process):
        out, _ = process.communicate(timeout=WITHIN_S)
        assert out, self.err()
        return json.loads(out.splitlines()[-1])

    def run(self, config, until):
        """Runs it to its end; the summary, if nothing went wrong."""
        process = self.start_run(config, until)
        summary = self.summary(process)
        assert process.returncode == 0, self.err()
        assert summary["violations"] == 0
        return summary

    def digests(self, config, until):
        return {each["name"]: each["digest"] for each in self.run(config, until)["assets"]}

    def hub(self, name, **more):
        """A hub that waits for assets to join; its name."""
        config = {"hub": name, "coreStep": "10ms", "maxDelay": "50ms", "seed": 5, "assets": [], **more}
        process = self.start("hub", "-c", self.write(config))
        await_that(lambda: "is open" in self.err(), process)
        return name

    def close(self):
        for process in self.started:
            if process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait()
            process.stdout.close()


@contextlib.contextmanager
def _new_base():
    shm = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="takt-py", dir=shm if shm.is_dir() else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def base():
    """Of each test: a hub that the end of a test has killed would be taken over by the next one of its name."""
    with _new_base() as folder:
        yield folder


@pytest.fixture
def takt_command(tmp_path, base, monkeypatch):
    if find_takt() is None:
        pytest.skip("left out: needs the command takt on the PATH")
    monkeypatch.setenv("TAKT_DIR", str(base))
    takt = Takt(tmp_path, base)
    yield takt
    takt.close()


@pytest.fixture(scope="module")
def shared_hub(tmp_path_factory):
    """One for all tests of a file that leave it as it was: its folder and its name."""
    if find_takt() is None:
        pytest.skip("left out: needs the command takt on the PATH")
    with _new_base() as folder:
        takt = Takt(tmp_path_factory.mktemp("shared"), folder)
        try:
            yield folder, takt.hub("shared")
        finally:
            takt.close()


@pytest.fixture
def hub_name(shared_hub, monkeypatch):
    folder, name = shared_hub
    monkeypatch.setenv("TAKT_DIR", str(folder))
    return name


def program(*arguments):
    """A program in this folder, for `launch`."""
    return [sys.executable, str(HERE / arguments[0]), *arguments[1:]]
