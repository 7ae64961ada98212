"""A thread beside the one that waits in HELICS, whose calls neither signals nor dead programs end."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import helics

from takt_wrapper import ending

_TOLD_AFTER_S = 10
_LEFT_WITHIN_S = 2
_END_S = 0.5
_LOOKS_EVERY_S = 0.01
_NEVER_S = 9e9
"""HELICS's last time is 2^63 ns."""


def _said(words, code):
    return f"the program '{' '.join(words)}' of the federation has ended with {ending(code)}"


def _looks(within_s):
    """The looks that fit into a time. They are counted, for while the machine stands, programs do not run either."""
    return range(round(within_s / _LOOKS_EVERY_S))


def _federates(execute, of):
    query = helics.helicsCreateQuery("root", "current_state")
    helics.helicsQuerySetOrdering(query, helics.HELICS_SEQUENCING_MODE_ORDERED)  # Behind what has come before.
    state = execute(query, of)
    return state.get("federates", []) if isinstance(state, dict) else []


class Watch:
    """Ends the waiting when a program of the federation dies, or by Ctrl-C and SIGTERM; tells a wait that is long."""

    def __init__(self, programs, federates):
        """
        :param programs: each (words, process).
        :param federates: how many there are in the federation; None where that is not known.
        """
        self.core = None
        """Of the federate, once it is there."""
        self.reason = None
        """Why the waiting was ended."""
        self.has_begun = False
        """Whether programs may end."""
        self._programs = programs
        self._ended, self._excused = [], 0
        self._changed = threading.Condition()
        self._federates = federates
        self._waits_for, self._since = None, 0.0
        self._woken, self._wakes = os.pipe()
        os.set_blocking(self._wakes, False)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        signal.set_wakeup_fd(self._wakes)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @contextmanager
    def waiting(self, what):
        self._since, self._waits_for = time.monotonic(), what
        yield
        self._waits_for = None

    def _run(self):
        poll = select.poll()
        poll.register(self._woken, select.POLLIN)
        files = {}
        for words, process in self._programs:
            file = os.pidfd_open(process.pid)
            files[file] = words, process
            poll.register(file, select.POLLIN)
        told, ended = None, self._ended
        while True:
            for file, _ in poll.poll(1000):
                if file == self._woken:
                    if os.read(file, 1) == b"\0":
                        return
                    self._end("interrupted")
                else:
                    words, process = files.pop(file)
                    poll.unregister(file)
                    os.close(file)
                    code = process.wait()
                    if code != 0 or not self.has_begun:
                        self._end(_said(words, code))
                    with self._changed:
                        ended.append(words)
                        self._changed.notify_all()
            what = self._waits_for
            waited_s = 0 if what is None else time.monotonic() - self._since
            if ended and self.reason is None and waited_s > _LEFT_WITHIN_S:
                self._require_left(ended, len(files))
            if what != told and waited_s > _TOLD_AFTER_S:
                told = what
                line = f"waits for {what}, for {_TOLD_AFTER_S} s now{self._told_there()}"
                print(line, file=sys.stderr, flush=True)

    def await_ends(self, broker, federate):
        """Waits a while for the end of programs whose federates have left.

        So the time at which one has failed is that of the federation, however long its process takes to end.
        """
        if len(self._ended) == len(self._programs):
            return
        left = sum(each["state"] == "disconnected" for each in _federates(helics.helicsQueryBrokerExecute, broker))
        # The broker may hear of it after the grant; the federate itself knows it of those that it gets values from.
        query = helics.helicsCreateQuery(helics.helicsFederateGetName(federate), "global_time_debugging")
        known = helics.helicsQueryExecute(query, federate)
        others = known.get("dependencies", ()) if isinstance(known, dict) else ()
        left = max(left, sum(each["state"] == "granted" and each["next"] >= _NEVER_S for each in others))
        with self._changed:
            for _ in _looks(_LEFT_WITHIN_S):
                if self._changed.wait_for(lambda: len(self._ended) >= left - self._excused, _LOOKS_EVERY_S):
                    return
            self._excused = left - len(self._ended)

    def _there(self):
        """The names of the federates that have joined and not left."""
        try:
            federates = _federates(helics.helicsQueryCoreExecute, self.core)
        except helics.HelicsException:  # It has ended.
            return []
        return sorted(each["attributes"]["name"] for each in federates if each["state"] != "disconnected")

    def _told_there(self):
        there = None if self.core is None else self._there()
        count = "" if self._federates is None else f" of {self._federates}"
        return f"; {len(there)}{count} federates are there: {', '.join(there)}" if there else ""

    def _require_left(self, ended, living):
        """Ends the waiting for a federate whose program has ended; HELICS would wait for it for ever."""
        if self._federates is None:
            return
        elsewhere = self._federates - 1 - len(self._programs)
        if len(self._there()) - 1 > living + elsewhere:
            names = ", ".join(f"'{' '.join(words)}'" for words in ended)
            self._end(f"a program of the federation has ended without helicsFederateDisconnect: {names}")

    def _end(self, reason):
        self.reason = self.reason or reason
        if self.core is not None:
            helics.helicsCoreGlobalError(self.core, 1, reason.encode())  # Its binding takes no text.

    def abandon(self, reason):
        """Ends the waiting, and the programs."""
        self._end(reason)
        for _, process in self._programs:
            process.terminate()

    def close(self):
        """Ends the programs that do not end by themselves. Why one has failed, or None."""
        signal.set_wakeup_fd(-1)
        os.write(self._wakes, b"\0")
        self._thread.join()
        processes = [process for _, process in self._programs]
        for end in (None, subprocess.Popen.terminate, subprocess.Popen.kill):
            for each in processes if end is not None else ():
                if each.poll() is None:
                    end(each)
            for _ in _looks(_END_S):
                if all(each.poll() is not None for each in processes):
                    break
                if end is None and any(each.returncode for each in processes):
                    break  # Others may wait for one that has failed, and the hub does not wait for long.
                time.sleep(_LOOKS_EVERY_S)
            for words, process in self._programs if end is None else ():
                if process.returncode and self.reason is None:
                    self.reason = _said(words, process.returncode)
        return self.reason
