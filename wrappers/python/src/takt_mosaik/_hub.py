"""A run of the command takt, and simulators of this process that are its assets."""

import signal
import subprocess
import threading
import time

import takt
from takt_wrapper import WrapperError


class HubProcess:
    """``takt run`` with a configuration of which this process has assets."""

    def __init__(self, path, name, until_ns=None):
        self._name = name
        command = ["takt", "run", "-c", str(path)]
        if until_ns is not None:
            command += ["--until", f"{until_ns}ns"]
        try:
            self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        except OSError as error:
            raise WrapperError(f"the command takt cannot be started: {error.strerror}; put it on the PATH") from error
        self._failures = []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
        return False

    def close(self):
        """Ends it."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        self._process.wait()

    def run(self, simulators):
        """Joins with each under its name, and returns when the run has ended; raises the first error.

        Each has a thread and a connection of its own.
        """
        threads = [threading.Thread(target=self._drive, args=each, daemon=True) for each in simulators.items()]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self._process.wait()
        if self._failures:
            raise self._failures[0]
        if self._process.returncode != 0:
            raise WrapperError(f"takt run has ended with exit code {self._process.returncode}; see above")

    def _drive(self, name, simulator):
        try:
            with self.connect() as hub:
                hub.join(name, simulator)
                hub.run()
        except takt.TaktError as error:
            self._failures.append(WrapperError(f"simulator '{name}': {error}"))
        except Exception as error:
            self._failures.append(error)

    def connect(self):
        """A connection, as soon as the hub is there."""
        while self._process.poll() is None:
            try:
                return takt.connect(self._name)
            except takt.NoHubError:
                time.sleep(0.02)  # It is about to open.
        raise WrapperError(f"takt run has ended with exit code {self._process.returncode}; see above")
