"""A simulator in another process: mosaik's protocol, JSON over TCP."""

import json
import os
import select
import shutil
import socket
import struct
import subprocess
import sys
from contextlib import suppress

from takt_wrapper import WrapperError, end_with_parent, ending

_REQUEST, _SUCCESS, _FAILURE = range(3)
_LENGTH = struct.Struct(">I")
_MOST_BYTES = 1 << 30
_ENDS_WITHIN_S = 2


def require_program(command):
    """That there is one, which is not started."""
    name = command[0].replace("%(python)s", sys.executable)
    if shutil.which(name) is None:
        raise WrapperError(f"the simulator '{name}' cannot be started: there is no such program")


class Remote:
    """Its requests and answers. A method waits for the simulator, however long that takes, unless a time is given.

    Every error is a WrapperError of one line.

    :param serve: answers a request of the simulator: called with its name and its arguments.
    """

    def __init__(self, link, serve, process=None):
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._link = link
        self._serve = serve
        self._process = process
        self._read = b""
        self._answers = {}
        self._next = 0
        self._abandoned = None

    @classmethod
    def launch(cls, command, serve, timeout, folder=None, environment=None):
        """Starts a program, and takes the connection that it makes within ``timeout`` seconds.

        ``%(addr)s`` in its words is the address, ``%(python)s`` this interpreter. Without the first, it comes last.
        """
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = "{}:{}".format(*server.getsockname())
            words = [each.replace("%(addr)s", address).replace("%(python)s", sys.executable) for each in command]
            if words == [each.replace("%(python)s", sys.executable) for each in command]:
                words.append(address)
            try:
                process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    cwd=folder,
                    env=_with(environment),
                    preexec_fn=end_with_parent,
                )
            except OSError as error:
                raise WrapperError(f"the simulator '{words[0]}' cannot be started: {error.strerror}") from error
            try:
                return cls(_taken(server, process, words[0], timeout), serve, process)
            except BaseException:
                _end(process)
                raise

    @classmethod
    def connect(cls, address, serve, timeout):
        """Connects to a simulator that listens at HOST:PORT."""
        host, _, port = address.rpartition(":")
        try:
            link = socket.create_connection((host, int(port)), timeout)
        except (OSError, ValueError, OverflowError) as error:
            raise WrapperError(f"there is no simulator at {address}: {error}; --connect HOST:PORT names one") from error
        link.settimeout(None)
        return cls(link, serve)

    def begin(self, function, *arguments, **named):
        """Sends a request; the number that ``finish`` wants."""
        return self.begin_all((function, arguments, named))[0]

    def begin_all(self, *requests):
        """Likewise several at once."""
        sent, numbers = [], []
        for function, arguments, named in requests:
            try:
                body = json.dumps([_REQUEST, self._next, [function, arguments, named]]).encode()
            except (TypeError, ValueError) as error:
                raise WrapperError(f"the arguments of {function} are not JSON: {error}") from error
            sent += _LENGTH.pack(len(body)), body
            numbers.append((function, self._next))
            self._next += 1
        self._send(b"".join(sent), requests[0][0])
        return numbers

    def finish(self, begun, timeout=None):
        """The answer to a request, which came within ``timeout`` seconds."""
        function, number = begun
        while number not in self._answers:
            self._take(function, timeout)
        kind, content = self._answers.pop(number)
        if kind == _SUCCESS:
            return content
        said = [str(each) for each in content[:2]] if isinstance(content, list) and content else [str(content)]
        raise WrapperError(f"the simulator has failed in {function}: {': '.join(said)}")

    def call(self, function, *arguments, timeout=None, **named):
        return self.finish(self.begin(function, *arguments, **named), timeout)

    def attend(self):
        """Answers the requests that the simulator has made since."""
        while self._read or select.select([self._link], [], [], 0)[0]:
            self._take("a request of its own", None)

    def abandon(self, reason):
        """Closes the connection, for this reason, and kills the simulator. From any thread."""
        self._abandoned = reason
        with suppress(OSError):  # It is closed.
            self._link.shutdown(socket.SHUT_RDWR)
        if self._process is not None:
            self._process.kill()

    def stop(self):
        """Ends the simulator, by force where it does not end by itself."""
        try:
            self._send(_framed([_REQUEST, self._next, ["stop", [], {}]]), "stop")
        except WrapperError:
            pass  # It has ended.
        self._link.close()
        if self._process is not None:
            _end(self._process)

    def _send(self, data, function):
        try:
            self._link.sendall(data)
        except OSError as error:
            raise self._gone(function) from error

    def _gone(self, function):
        if self._abandoned is not None:
            return WrapperError(self._abandoned)
        how = "has closed its connection"
        if self._process is not None:
            try:
                how = f"has ended with {ending(self._process.wait(_ENDS_WITHIN_S))}"
            except subprocess.TimeoutExpired:
                pass
        return WrapperError(f"the simulator {how} in {function}")

    def _exactly(self, count, function, timeout):
        while len(self._read) < count:
            if timeout is not None and not select.select([self._link], [], [], timeout)[0]:
                raise WrapperError(
                    f"the simulator has not answered {function} within {timeout:g} s; --timeout gives it more"
                )
            try:
                more = self._link.recv(1 << 20)
            except OSError as error:
                raise self._gone(function) from error
            if not more:
                raise self._gone(function)
            self._read += more
        taken, self._read = self._read[:count], self._read[count:]
        return taken

    def _take(self, function, timeout):
        """One message: an answer, or a request of the simulator, which is answered."""
        count = _LENGTH.unpack(self._exactly(_LENGTH.size, function, timeout))[0]
        if count > _MOST_BYTES:
            raise WrapperError(f"the simulator does not speak mosaik's protocol: a message of {count} bytes")
        data = self._exactly(count, function, timeout)
        try:
            kind, number, content = json.loads(data)
            is_known = kind == _REQUEST or kind in (_SUCCESS, _FAILURE) and 0 <= number < self._next
        except (ValueError, TypeError):
            is_known = False
        if not is_known:
            raise WrapperError(f"the simulator's answer to {function} is none of mosaik's protocol: {data[:60]!r}")
        if kind != _REQUEST:
            self._answers[number] = kind, content
            return
        try:
            name, arguments, named = content
            answer = [_SUCCESS, number, self._serve(name, *arguments, **named)]
        except (WrapperError, TypeError, ValueError) as error:
            answer = [_FAILURE, number, [type(error).__name__, str(error)]]
        self._send(_framed(answer), function)


def _with(environment):
    return None if environment is None else {**os.environ, **environment}


def _framed(content):
    body = json.dumps(content).encode()
    return _LENGTH.pack(len(body)) + body


def _taken(server, process, name, timeout):
    """The connection of the process."""
    waited = 0.0
    while waited < timeout:
        server.settimeout(0.1)
        try:
            link, _ = server.accept()
            link.settimeout(None)
            return link
        except socket.timeout:
            waited += 0.1
        if process.poll() is not None:
            raise WrapperError(f"the simulator '{name}' has ended with {ending(process.returncode)}, not connected")
    raise WrapperError(f"the simulator '{name}' has not connected within {timeout:g} s; --timeout gives it more")


def _end(process):
    try:
        process.wait(_ENDS_WITHIN_S)
    except subprocess.TimeoutExpired:
        process.terminate()
        try:
            process.wait(_ENDS_WITHIN_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
