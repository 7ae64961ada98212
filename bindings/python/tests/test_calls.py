"""Calls at odd moments, each in one process with a hub of its own."""

import itertools

import pytest

import takt
from takt import calls, codec


NUMBERS = itertools.count()


@pytest.fixture
def calls_hub(takt_command):
    # One of the name of a killed hub would take over from that, since this process had assets there.
    return takt_command.hub(f"calls-{next(NUMBERS)}")


class Server:
    def __init__(self, does):
        self.does = does
        self.requests = []

    def joined(self, asset):
        self.service = calls.Service(asset, "s", codec.one_long, codec.doubles, self.requests.append)

    def step(self, t0, t1):
        for request in self.requests:
            self.does(request)


class Client:
    """Asks in its first step, and does something in each until its call is done; then all assets leave."""

    def __init__(self, within_ns=10**9, value=7, does=lambda call: None):
        self.within_ns = within_ns
        self.value = value
        self.does = does
        self.made = None

    def joined(self, asset):
        self.asset = asset
        self.caller = calls.Caller(asset, "s", codec.raw if isinstance(self.value, bytes) else codec.one_long,
            codec.doubles)

    def step(self, t0, t1):
        if self.made is None:
            with pytest.raises(takt.MisuseError, match="later than that"):
                self.caller.call(self.value, t0)
            self.made = self.caller.call(self.value, t0 + self.within_ns)
            assert self.made.state == "pending" and self.made.timeout_ns == t0 + self.within_ns
            with pytest.raises(takt.MisuseError, match="it is pending"):
                self.made.answer
        self.does(self.made)
        if self.made.is_done:
            self.ended_ns = t0 - (self.made.timeout_ns - self.within_ns)
            for each in self.asset.hub.assets:
                each.leave()


def run(hub_name, server, client):
    with takt.connect(hub_name) as hub:
        hub.join("server", server, step="10ms", serves={"s": ["client"]})
        hub.join("client", client, step="10ms", calls={"s": "server"})
        hub.run()
    return client.made


def test_an_answer_is_a_value(calls_hub):
    server = Server(lambda request: request.answer([request.query / 2, 1.0]))
    made = run(calls_hub, server, Client())
    assert made.state == "answered" and list(made.answer) == [3.5, 1.0] and made.error is None
    request = server.requests[0]
    assert (request.client, request.query, request.is_open) == ("client", 7, False)
    assert not request.answer([1.0]) and not request.fail("late") and not request.progress("late")


def test_a_service_that_says_nothing_is_given_up_at_the_time_out(calls_hub):
    client = Client(within_ns=50_000_000)
    made = run(calls_hub, Server(lambda request: None), client)
    assert made.state == "timed_out" and client.ended_ns == 50_000_000


def test_a_cancel_closes_the_request(calls_hub):
    seen = []
    server = Server(lambda request: seen.append(request.is_open))
    client = Client()

    def step(t0, t1):
        if client.made is not None and client.made.state == "cancelled" and False not in seen:
            return
        if client.made is None or client.made.state == "pending":
            client.made = client.made or client.caller.call(7)
            if True in seen:
                client.made.cancel()
                client.made.cancel()
        else:
            for each in client.asset.hub.assets:
                each.leave()

    client.step = step
    made = run(calls_hub, server, client)
    assert made.state == "cancelled" and seen[0] and not seen[-1] and server.service.open == []


def test_bytes_that_a_codec_cannot_read_fail_the_call(calls_hub):
    made = run(calls_hub, Server(lambda request: None), Client(value=b"12345"))
    assert made.state == "failed" and "the request cannot be read" in made.error and "5 bytes" in made.error


def test_a_reset_forgets(calls_hub):
    server = Server(lambda request: None)
    client = Client()

    def step(t0, t1):
        if client.made is None:
            client.made = client.caller.call(7)
        elif server.requests:
            client.caller.reset()
            server.service.reset()
            for each in client.asset.hub.assets:
                each.leave()

    client.step = step
    made = run(calls_hub, server, client)
    assert made.state == "cancelled" and server.service.open == [] and not server.requests[0].is_open


def test_a_message_that_is_no_call_is_refused(calls_hub):
    with takt.connect(calls_hub) as hub:
        hub.join("server", Server(lambda request: None), step="10ms", serves={"s": ["client"]})
        asset = hub.join("client", lambda t0, t1: asset.output(calls.requests("s")).send(b"hand made"), step="10ms",
            outputs=[calls.requests("s")])
        with pytest.raises(ValueError, match="is no part of a call; is that channel sent by hand"):
            hub.run()
