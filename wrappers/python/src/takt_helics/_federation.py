"""A federate, and its federation where the asset starts that, too."""

import os
import subprocess
import sys
from contextlib import suppress

import helics

from takt_wrapper import WrapperError

from ._watch import Watch

_EXACT_NS = 2**51
"""HELICS has times in seconds as double: up to here, each nanosecond comes back as it was."""

_END_MS = 500
"""Wall time for others to leave the broker."""

_QUIET = "--loglevel=no_print"
"""Errors are told by the asset."""


class Federation:
    """WrapperError in one line for all that HELICS refuses, or that ends it."""

    def __init__(self, core, address, options, federates, programs):
        """
        :param address: of the broker, as (host, port), either None where left out.
        :param federates: how many there are, to start the broker here; None for one that runs elsewhere.
        :param programs: those to start with it, as lists of words.
        """
        self._core = core
        self._host, self._port = address or (None, None)
        self._options = options
        self._federates = federates
        self._programs = programs
        self._broker = self._watch = self.federate = None

    @property
    def is_own(self):
        """Whether it can be started again."""
        return self._federates is not None and len(self._programs) == self._federates - 1

    def open(self, name):
        """The federate, before its interfaces are registered. It waits until the broker is there."""
        try:
            if self._federates is not None:
                words = f"--federates={self._federates} --terminate_on_error {_QUIET}" + self._word("port", self._port)
                self._broker = helics.helicsCreateBroker(self._core, "", words)
                if not helics.helicsBrokerIsConnected(self._broker):
                    raise WrapperError(f"HELICS cannot open a broker{self._place()}: does another use that port?")
            info = helics.helicsCreateFederateInfo()
            helics.helicsFederateInfoSetCoreTypeFromString(info, self._core)
            words = _QUIET + self._word("broker_address", self._host) + self._word("brokerport", self._port)
            words += "".join(f" --{each}" for each in self._options)
            helics.helicsFederateInfoLoadFromString(info, words)
            self._watch = Watch(self._started(), self._federates)
            with self._watch.waiting("the broker"):
                self.federate = helics.helicsCreateCombinationFederate(name, info)
            self._watch.core = helics.helicsFederateGetCore(self.federate)
            self._require_sound()
        except helics.HelicsException as error:
            raise self._failure(error, self._place()) from error

    def _place(self):
        return f" at {self._host or '127.0.0.1'}:{self._port or 'the usual port'}"

    def _require_sound(self):
        if self._watch.reason is not None:
            raise WrapperError(self._watch.reason)

    @staticmethod
    def _word(name, value):
        return "" if value is None else f" --{name}={value}"

    def _started(self):
        # What is wrong is told by the program itself, and in the end by the asset; HELICS says it for each core as well.
        environment = {"HELICS_LOG_LEVEL": "no_print", **os.environ}
        if self._port is not None:
            environment["HELICS_BROKER_PORT"] = str(self._port)
        started = []
        for words in self._programs:
            try:
                started.append((words, subprocess.Popen(words, env=environment, stdout=sys.stderr)))
            except OSError as error:
                raise WrapperError(f"--start: {words[0]} cannot be started: {error}") from error
        return started

    def begin(self):
        """Time 0, when all federates are there, and what they have published at it."""
        try:
            with self._watch.waiting("the federation to begin"):
                helics.helicsFederateEnterExecutingMode(self.federate)
            self._watch.has_begun = True
            self.advance(0)
        except helics.HelicsException as error:
            raise self._failure(error) from error

    def advance(self, time_ns):
        """The time that is reached: the one asked for, or an earlier one of values or messages. Those are all there.

        HELICS grants a time when no value of an earlier one can come any more, but some of that very time may. So the
        federate is one nanosecond behind the time of others.
        """
        if time_ns > _EXACT_NS:
            raise WrapperError(f"HELICS has no exact nanoseconds behind {_EXACT_NS / 1e9:.0f} s; end the run before")
        with self._watch.waiting(f"{time_ns / 1e9:.9g} s to be granted"):
            granted = self._request(time_ns + 1)
            if granted <= time_ns:
                time_ns = granted
                granted = self._request(time_ns + 1)
        if self._broker is not None:
            self._watch.await_ends(self._broker, self.federate)
            self._require_sound()
        if granted > _EXACT_NS + 1:
            raise WrapperError("HELICS: the federation has ended, and the run has not")
        if granted != time_ns + 1:
            raise WrapperError(
                f"HELICS grants {granted / 1e9:.10g} s where {time_ns / 1e9:.10g} s were asked for; the federate of the"
                " asset has to have no period and no offset"
            )
        return time_ns

    def _request(self, time_ns):
        try:
            granted = helics.helicsFederateRequestTime(self.federate, time_ns / 1e9)
        except helics.HelicsException as error:
            raise self._failure(error) from error
        self._require_sound()
        return round(granted * 1e9)

    def _failure(self, error, place=""):
        said = str(error)
        if said.startswith("["):  # A number for programs.
            said = said.partition("] ")[2]
        reason = None if self._watch is None else self._watch.reason
        return WrapperError(f"HELICS{place}: {said}" if reason is None else reason)

    def abandon(self, why):
        """What waits for the others fails, for this reason. From any thread."""
        watch = self._watch
        if watch is not None:
            watch.abandon(why)

    def fail(self, why):
        """All other federates are told, and what was started ends."""
        with suppress(helics.HelicsException):  # It has ended, and they know.
            if self.federate is not None:
                helics.helicsFederateGlobalError(self.federate, 1, why)
        with suppress(WrapperError):
            self.close()

    def close(self):
        """Leaves it, and ends what was started. WrapperError where a program of it has failed."""
        try:
            if self.federate is not None:
                helics.helicsFederateDisconnect(self.federate)
            failure = None if self._watch is None else self._watch.close()
            if self._broker is not None and (
                failure is not None or not helics.helicsBrokerWaitForDisconnect(self._broker, _END_MS)
            ):
                helics.helicsBrokerDisconnect(self._broker)  # Else it waits for those that have died.
        except helics.HelicsException as error:
            raise self._failure(error) from error
        finally:
            self.federate = self._broker = self._watch = None
            helics.helicsCloseLibrary()
        if failure is not None:
            raise WrapperError(failure)
