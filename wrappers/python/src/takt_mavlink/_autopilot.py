"""The connection to the autopilot."""

import os
import select
import shlex
import socket
import subprocess
import sys
import time
from collections import deque
from contextlib import suppress

from pymavlink.dialects.v20 import common as mavlink

from takt_wrapper import WrapperError, end_with_parent, ending

LOOPBACK = "127.0.0.1"
_LOOKS_EVERY_S = 0.2
_ENDS_WITHIN_S = 2.0
_MOST_BYTES = 65536
_CONNECTIONS = ("/proc/net/tcp", "/proc/net/tcp6")
_END = len("0100007F:0050")


def _end(name):
    """As Linux writes an address and a port; of an IPv4 address in IPv6, the end of it."""
    address = int.from_bytes(socket.inet_aton(name[0]), sys.byteorder)
    return f"{address:08X}:{name[1]:04X}"


def user_of(peer):
    """The user whose process is at the other end of a connection over loopback; None where that cannot be told."""
    ends = [_end(peer.getpeername()), _end(peer.getsockname())]
    for path in _CONNECTIONS:
        with suppress(OSError), open(path) as connections:
            for line in connections:
                fields = line.split()
                if [each[-_END:] for each in fields[1:3]] == ends:
                    return int(fields[7])
    return None


class Autopilot:
    """Listens for the autopilot, which connects to its simulator, on this host only.

    WrapperError in one line for all that goes wrong with it.
    """

    def __init__(self, port, program, within_s):
        """
        :param program: the autopilot's, as words; None where it is started elsewhere.
        :param within_s: wall time for it to answer, and for the program to connect.
        """
        self._program = program
        self._name = "the autopilot" if program is None else f"the autopilot '{shlex.join(program)}'"
        self._within_s = within_s
        self._abandoned = None
        self._process = self._peer = None
        self._answers = deque()
        self._listener = socket.socket()
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._listener.bind((LOOPBACK, port))
            self._listener.listen(1)
        except OSError as error:
            self._listener.close()
            raise WrapperError(
                f"port {port} of this host cannot be used: {error.strerror}; --port names another"
            ) from error
        self._at = f"{LOOPBACK}:{port}"

    def connect(self):
        """Waits for an autopilot, which begins anew; where it is started here, that is done now."""
        self._part()
        if self._program is not None:
            try:
                self._process = subprocess.Popen(self._program, stdout=sys.stderr, preexec_fn=end_with_parent)
            except OSError as error:
                raise WrapperError(f"--start: {self._name} cannot be started: {error}") from error
        else:
            print(f"waits for an autopilot that connects to {self._at} by TCP", file=sys.stderr, flush=True)
        peer = self._accept(time.monotonic() + self._within_s)
        peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._begin(peer)

    def _begin(self, peer):
        peer.settimeout(self._within_s)
        self._peer = peer
        self._parser = mavlink.MAVLink(None)
        self._parser.robust_parsing = True
        self._sealer = mavlink.MAVLink(None, srcSystem=1, srcComponent=mavlink.MAV_COMP_ID_ALL)
        self._answers.clear()
        self._asked_at = time.monotonic()

    def _accept(self, ends_at):
        """Any program of this user counts as the autopilot, those of others do not."""
        while True:
            if select.select([self._listener], [], [], _LOOKS_EVERY_S)[0]:
                peer, _ = self._listener.accept()
                user = user_of(peer)
                if user == os.getuid() or (user is None and sys.platform != "linux"):
                    return peer
                peer.close()
                whose = "a user that Linux does not tell of" if user is None else f"user {user}"
                print(f"a program of {whose} has connected to {self._at}, and is refused", file=sys.stderr)
            self._require_going_on()
            if self._process is not None and time.monotonic() > ends_at:
                raise WrapperError(f"{self._name} has not connected to {self._at} within {self._within_s:g} s")

    def _require_going_on(self):
        if self._abandoned is not None:
            raise WrapperError(self._abandoned)
        if self._process is not None and self._process.poll() is not None:
            raise WrapperError(f"{self._name} has ended with {ending(self._process.returncode)}")

    def send(self, message):
        self._asked_at = time.monotonic()
        try:
            self._peer.sendall(message.pack(self._sealer))
        except OSError as error:
            raise self._lost(error) from error

    def answer(self, within_s=None):
        """The next HIL_ACTUATOR_CONTROLS; None where none comes in that wall time after what was sent last."""
        ends_at = self._asked_at + (self._within_s if within_s is None else within_s)
        while not self._answers:
            left_s = ends_at - time.monotonic()
            if left_s <= 0:
                return None
            if select.select([self._peer], [], [], min(left_s, _LOOKS_EVERY_S))[0]:
                self._read()
            else:
                self._require_going_on()
        return self._answers.popleft()

    def _read(self):
        try:
            data = self._peer.recv(_MOST_BYTES)
        except OSError as error:
            raise self._lost(error) from error
        if not data:
            raise self._lost("it has closed the connection")
        for message in self._parser.parse_buffer(data) or ():
            if message.get_type() == "HIL_ACTUATOR_CONTROLS":
                self._answers.append(message)

    def _lost(self, why):
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_ENDS_WITHIN_S)
        self._require_going_on()
        return WrapperError(f"the autopilot at {self._at} is lost: {why}")

    def silent(self):
        """The error of an answer that has not come."""
        return WrapperError(
            f"the autopilot at {self._at} has not answered for {self._within_s:g} s; --within waits longer"
        )

    def abandon(self, why):
        """What waits for the autopilot fails, for this reason. From any thread."""
        self._abandoned = why

    def _part(self):
        # The program first: it would tell of a connection that ends.
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(_ENDS_WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        if self._peer is not None:
            self._peer.close()
            self._peer = None

    def close(self):
        self._part()
        self._listener.close()
