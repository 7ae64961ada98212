"""What the asset has got, in a file, for a process that takes the place of a lost one.

SUMO's own states are not enough: a simulation with flows that is loaded from one goes on with other random numbers, and
commands of TraCI are not in it. The same inputs at the same times, however, make the same simulation.
"""

import json
import os

from takt_wrapper import WrapperError


class Journal:
    """A line for each step with inputs. The file outlives the process, not the machine.

    A process may die between a line and the end of its step, which is then done again: by that time the line goes.
    """

    def __init__(self, path):
        self._path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_APPEND, 0o600)
        except OSError as error:
            raise WrapperError(f"--state: {path} cannot be used: {error}") from error

    def begin(self, time_ns, of):
        """When the simulation has begun that goes on at this time, and {time: inputs} since; None where one begins.

        :param of: what has to be the same for that.
        """
        kept = b"" if time_ns == 0 else os.pread(self._file, os.fstat(self._file).st_size, 0)
        if not kept:
            os.ftruncate(self._file, 0)
            self._write({"of": of, "begins": time_ns})
            return None
        lines = kept[: kept.rindex(b"\n") + 1].splitlines(True) if b"\n" in kept else []
        try:
            first, *later = map(json.loads, lines)
            inputs = {at: values for at, values in later if at < time_ns}
            if first["of"] != of or first["begins"] > time_ns:
                raise ValueError
        except (ValueError, TypeError, KeyError) as error:
            raise WrapperError(
                f"--state: {self._path} is not of this simulation up to {time_ns / 1e9:g}s; delete it, or name another"
                " file"
            ) from error
        os.ftruncate(self._file, sum(map(len, lines[: 1 + len(inputs)])))
        return first["begins"], inputs

    def keep(self, time_ns, inputs):
        """Those of the step that begins at a time."""
        self._write([time_ns, inputs])

    def _write(self, line):
        os.write(self._file, json.dumps(line).encode() + b"\n")
