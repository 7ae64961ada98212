"""SUMO itself: in this process by libsumo, or in one of its own by TraCI, which have the same functions.

All that it refuses is a WrapperError with its reason.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress

from takt_wrapper import WrapperError, end_with_parent, ending

_LOOKS_EVERY_S = 0.02
_ENDS_WITHIN_S = 2.0

_CPP = re.compile(r"\nAdditional information:|\n *Possible C/C\+\+ prototypes")
"""Behind the reason libsumo tells its functions in C++."""


class InProcess:
    """By libsumo."""

    def __init__(self):
        import libsumo

        self.api = libsumo
        self._is_loaded = False

    def load(self, words):
        """Loads what a command line of SUMO names, also in place of another network.

        Its exceptions say little; the reason is what it prints on standard error.
        """
        failure = None
        with tempfile.TemporaryFile() as said:
            sys.stderr.flush()
            stderr = os.dup(2)
            os.dup2(said.fileno(), 2)
            try:
                if self._is_loaded:
                    self.api.load(words)
                else:
                    self.api.start(["sumo", *words])
            except Exception as error:  # Not all that it raises has a class of its own.
                failure = error
            finally:
                os.dup2(stderr, 2)
                os.close(stderr)
            said.seek(0)
            warnings, _, errors = said.read().decode(errors="replace").partition("Error: ")
        print(warnings, end="", file=sys.stderr, flush=True)
        if failure is not None:
            raise WrapperError(errors.replace("Error: ", "") or failure)
        self._is_loaded = True

    def call(self, function, *values):
        """The result of one of its functions, or of one that calls some."""
        try:
            return function(*values)
        except Exception as error:
            raise WrapperError(_CPP.split(str(error))[0]) from error

    def abandon(self):
        """What waits for it in another thread fails, where that can be."""

    def close(self):
        self.api.close()


class OverTraci:
    """A program of SUMO, which ends with this one."""

    def __init__(self, program):
        import traci

        self._program = program
        self._traci = traci
        self._errors = []
        self._process = None
        self.api = traci

    def load(self, words):
        """Likewise."""
        if self._process is None:
            self._start(words)
        else:
            self.call(self.api.load, words)
        self.call(self.api.simulation.getTime)  # It connects before it loads.

    def call(self, function, *values):
        """Likewise."""
        try:
            return function(*values)
        except (self._traci.FatalTraCIError, OSError) as error:
            raise WrapperError(self._why_it_ended()) from error
        except Exception as error:  # The client packs values without a look at their types.
            raise WrapperError(error) from error

    def _start(self, words):
        # A port that is held, without listening, is given to no other program until SUMO listens there.
        with socket.socket() as held:
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind(("", 0))
            port = held.getsockname()[1]
            try:
                self._process = subprocess.Popen(
                    [self._program, *words, "--remote-port", str(port)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    text=True,
                    errors="replace",
                    preexec_fn=end_with_parent,
                    start_new_session=True,
                )
            except OSError as error:
                raise WrapperError(
                    f"{self._program} cannot be started: {error.strerror}; 'pip install eclipse-sumo' installs sumo"
                ) from error
            self._listens = threading.Thread(target=self._listen, daemon=True)
            self._listens.start()
            while self.api is self._traci:
                try:
                    self.api = self._traci.connect(port, numRetries=0, host="127.0.0.1", proc=self._process)
                except self._traci.FatalTraCIError:
                    time.sleep(_LOOKS_EVERY_S)  # It loads, for as long as it takes.
                except self._traci.TraCIException as error:
                    raise WrapperError(self._why_it_ended()) from error

    def _listen(self):
        """Passes on what it prints, but its errors, which are told at its end."""
        for line in self._process.stderr:
            if self._errors or line.startswith("Error: "):
                self._errors.append(line.replace("Error: ", ""))
            else:
                print(line, end="", file=sys.stderr, flush=True)

    def _why_it_ended(self):
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDS_WITHIN_S)
        self._listens.join(_ENDS_WITHIN_S)
        said = "".join(self._errors).replace("Quitting (on error).", "").strip()
        code = self._process.returncode
        how = "closed its connection" if code is None else f"ended with {ending(code)}"
        return said or f"{self._program} has {how}"

    def abandon(self):
        """Likewise."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)  # That of PyPI is a script that starts the program.

    def close(self):
        with suppress(self._traci.TraCIException, self._traci.FatalTraCIError, OSError):
            self.api.close(False)
        try:
            self._process.wait(_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self.abandon()
            self._process.wait()
        self._listens.join(_ENDS_WITHIN_S)  # Until it has passed on all.
