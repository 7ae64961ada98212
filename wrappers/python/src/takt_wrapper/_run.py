"""A run of the command takt, and simulators of this process that are its assets."""

import json
import subprocess
import threading
import time
import weakref

import takt

from ._command import WrapperError

_ENDS_WITHIN_S = 5.0


def _end(process):
    process.terminate()
    if not process.stdout.closed:
        process.communicate()


class HubProcess:
    """``takt run`` with a configuration of which this process has assets. It ends with this object at the latest."""

    def __init__(self, path, hub, told, until_ns=None):
        """
        :param told: what errors say of which run it is.
        """
        self._hub = hub
        self._told = told
        command = ["takt", "run", "-c", str(path), "--json"]
        if until_ns is not None:
            command += ["--until", f"{until_ns}ns"]
        try:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        except OSError as error:
            raise WrapperError(f"the command takt cannot be started: {error.strerror}; put it on the PATH") from error
        self.close = weakref.finalize(self, _end, self.process)
        self._failures = []

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
        return False

    def run(self, simulators, together=()):
        """Joins with each under its name, and returns when the run has ended; raises the first error.

        Each has a thread and a connection of its own, but those named in ``together`` share one: threads of one
        interpreter take turns to compute in any case, and cost most where simulators wait for each other all the time.
        They take turns where they wait, too, for a network or a solver, as in mosaik itself.
        """
        groups = [[name] for name in simulators if name not in together] + [[*together]]
        threads = [
            threading.Thread(target=self._drive, args=({name: simulators[name] for name in each},), daemon=True)
            for each in groups
            if each
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        if self._failures:
            raise self._failures[0]
        reason = self.why_it_ended()
        if self.process.returncode != 0:
            raise WrapperError(reason)

    def _drive(self, simulators):
        try:
            with self.connect() as hub:
                for name, simulator in simulators.items():
                    hub.join(name, simulator)
                hub.run()
        except WrapperError as error:
            self._failures.append(error)
        except takt.TaktError as error:
            names = ", ".join(f"'{name}'" for name in simulators)
            self._failures.append(WrapperError(f"simulator{'s' * (len(simulators) > 1)} {names}: {error}"))
        except Exception as error:
            self._failures.append(error)

    def connect(self):
        """A connection, as soon as the hub is there."""
        while self.process.poll() is None:
            try:
                return takt.connect(self._hub)
            except takt.NoHubError:
                time.sleep(0.02)  # It is about to open.
        raise WrapperError(self.why_it_ended())

    def why_it_ended(self):
        """With what a program that was lost has said. To be asked once, when the run ends; None if it does not."""
        try:
            out, _ = self.process.communicate(timeout=_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            return None
        try:
            return f"the run of {self._told} has ended: {json.loads(out.splitlines()[-1])['reason']}"
        except (IndexError, ValueError):
            return f"takt run for {self._told} has ended with exit code {self.process.returncode}; see above"
