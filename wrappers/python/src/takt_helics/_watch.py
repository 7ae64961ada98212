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

_TOLD_AFTER_S = 10
_END_S = 0.5


def _said(words, code):
    how = f"exit code {code}" if code >= 0 else f"signal {-code}"
    return f"the program '{' '.join(words)}' of the federation has ended with {how}"


class Watch:
    """Ends the waiting when a program of the federation dies, or by Ctrl-C and SIGTERM; tells a wait that is long."""

    def __init__(self, programs):
        """
        :param programs: each (words, process).
        """
        self.core = None
        """Of the federate, once it is there."""
        self.reason = None
        """Why the waiting was ended."""
        self.has_begun = False
        """Whether programs may end."""
        self._programs = programs
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
        told = None
        while True:
            for file, _ in poll.poll(_TOLD_AFTER_S * 500):
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
            what = self._waits_for
            if what is not None and what != told and time.monotonic() - self._since > _TOLD_AFTER_S:
                told = what
                print(f"waits for {what}, for {_TOLD_AFTER_S} s now", file=sys.stderr, flush=True)

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
        for end in (None, subprocess.Popen.terminate, subprocess.Popen.kill):
            until = time.monotonic() + _END_S
            for words, process in self._programs:
                if process.poll() is None and end is not None:
                    end(process)
                try:
                    process.wait(max(0.0, until - time.monotonic()))
                except subprocess.TimeoutExpired:
                    continue
                if process.returncode != 0 and end is None and self.reason is None:
                    self.reason = _said(words, process.returncode)
        return self.reason
