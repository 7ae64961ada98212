"""One process with a hub that it shares with other tests."""

import array
import gc
import os
import re
import signal
import subprocess
import sys
import threading
import time
import warnings

import pytest
from conftest import WITHIN_S, await_that, is_waiting

import takt
from takt import codec


def steps(hub, count):
    """The next turns that are steps."""
    for turn in hub:
        if turn.kind == "step":
            yield turn
            count -= 1
            if count == 0:
                return


class Pair:
    """A sender and a receiver of a channel, each a step of 10 ms, on one connection."""

    def __init__(self, hub, delivery="gated", **more):
        self.hub = hub
        self.sender = hub.join("sender", step="10ms", outputs=["x"])
        self.receiver = hub.join("receiver", step=10_000_000, inputs=[takt.InputSpec("x", "sender", delivery, **more)])

    def exchange(self, value, of=None):
        """The value that arrives when a value is sent. The sender may be behind the receiver's first step at first."""
        output = self.sender.output("x", of)
        for turn in self.hub:
            if turn.asset is self.sender and turn.kind == "step":
                output.send(value)
            elif turn.asset is self.receiver:
                for message in self.receiver.messages():
                    return message


def test_steps_follow_each_other(hub_name):
    with takt.connect(hub_name) as hub:
        asset = hub.join("a", step="10ms")
        start = asset.time_ns
        assert [(turn.t0 - start, turn.t1 - start) for turn in steps(asset, 3)] == [
            (0, 10_000_000),
            (10_000_000, 20_000_000),
            (20_000_000, 30_000_000),
        ]
        assert asset.time_ns == start + 20_000_000  # The last one is not done.
        hub.done()
        assert asset.time_ns == start + 30_000_000
        assert (asset.step_ns, asset.granularity_ns, asset.core_step_ns) == (10_000_000,) * 3
        assert (asset.max_delay_ns, asset.seed, hub.name) == (50_000_000, 5, hub_name)
        assert hub.state in ("WAITING", "READY", "RUNNING")  # As it was heard last.
        assert asset.core_time_ns >= asset.time_ns


def test_simulators_are_called_back(hub_name):
    class Simulator:
        def __init__(self):
            self.calls = []

        def joined(self, asset):
            self.asset = asset
            self.calls.append("joined")

        def start(self, t0):
            self.calls.append(("start", t0 - self.asset.time_ns))

        def step(self, t0, t1):
            self.calls.append(("step", t1 - t0))
            if len(self.calls) == 4:
                self.asset.leave()

    simulator = Simulator()
    with takt.connect(hub_name) as hub:
        hub.join("a", simulator, step="10ms")
        assert hub.run() is None
        assert hub.end is None and hub.assets == ()
    assert simulator.calls == ["joined", ("start", 0), ("step", 10_000_000), ("step", 10_000_000)]


def test_handlers_get_messages(hub_name):
    got = []

    def step(t0, t1):
        output.send(t1)
        if len(got) == 2:
            sender.leave()
            receiver.leave()

    with takt.connect(hub_name) as hub:
        sender = hub.join("sender", step, step="10ms", outputs=["x"])
        output = sender.output("x", codec.one_long)
        receiver = hub.join("receiver", lambda t0, t1: None, step="10ms", inputs=[takt.InputSpec("x", "sender")])
        receiver.subscribe("x", lambda value, message: got.append((value, message)), codec.one_long)
        with pytest.raises(takt.MisuseError, match="has a handler of channel 'x' already"):
            receiver.subscribe("x", print)
        hub.run()
    assert [value for value, _ in got] == [message.stamp_ns for _, message in got]
    assert all((each.channel, each.sender, len(each)) == ("x", "sender", 8) for _, each in got)
    assert got[1][1].sequence == got[0][1].sequence + 1


def test_latest_values_are_handed_over_once(hub_name):
    with takt.connect(hub_name) as hub:
        got = []
        sender = hub.join("sender", step="10ms", outputs=["x"])
        receiver = hub.join("receiver", lambda t0, t1: None, step="10ms",
            inputs=[takt.InputSpec("x", "sender", "latest")])
        receiver.subscribe("x", lambda message: got.append(message.text()))
        assert receiver.latest("x") is None
        output = sender.output("x")
        for n, _ in enumerate(steps(sender, 20)):
            if n in (0, 1, 10):
                output.send(f"value {n}")
        assert got in (["value 0", "value 1", "value 10"], ["value 1", "value 10"])
        assert receiver.latest("x").text() == "value 10"
        with pytest.raises(takt.MisuseError, match="latest value"):
            receiver.latest("y")


def test_retroactive_messages_come_between_steps(hub_name):
    with takt.connect(hub_name) as hub:
        pair = Pair(hub, "retroactive")
        output = pair.sender.output("x")
        for turn in hub:
            if turn.kind == "messages":
                assert turn.t0 == turn.t1
                assert {bytes(each) for each in pair.receiver.messages()} == {b"news"}
                break
            if turn.asset is pair.sender:
                output.send_at(b"news", turn.t0 + 1)


@pytest.mark.parametrize(
    "of, value, wire",
    [
        (None, b"\0\1", b"\0\1"),
        (None, "caf\u00e9", b"caf\xc3\xa9"),
        (None, bytearray(b"ab"), b"ab"),
        (None, memoryview(b"abc")[1:], b"bc"),
        (None, b"", b""),
        (codec.raw, b"ab", b"ab"),
        (codec.text, "caf\u00e9", b"caf\xc3\xa9"),
        (codec.json, {"b": [1, 2.5, None], "a": "\u00e9"}, b'{"a":"\xc3\xa9","b":[1,2.5,null]}'),
        (codec.one_double, 1.5, b"\0\0\0\0\0\0\xf8\x3f"),
        (codec.one_long, -2, b"\xfe\xff\xff\xff\xff\xff\xff\xff"),
        (codec.doubles, array.array("d", [1.5]), b"\0\0\0\0\0\0\xf8\x3f"),
        (codec.longs, array.array("q", [1, -2]), b"\1\0\0\0\0\0\0\0\xfe\xff\xff\xff\xff\xff\xff\xff"),
    ],
)
def test_codecs_agree_with_those_of_java(hub_name, of, value, wire):
    with takt.connect(hub_name) as hub:
        message = Pair(hub).exchange(value, of)
        assert bytes(message) == wire
        if of is not None:
            assert of.decode(message) == value


def test_bytes_that_do_not_fit_are_refused_in_one_line(hub_name):
    with takt.connect(hub_name) as hub:
        message = Pair(hub).exchange(b"123")
        for of in (codec.doubles, codec.one_long):
            with pytest.raises(ValueError, match="takt.Message on 'x' from 'sender'.*3 bytes"):
                of.decode(message)
        with pytest.raises(ValueError):
            codec.json.encode(float("nan"))


def test_a_view_outlives_the_step_and_the_connection(hub_name):
    with takt.connect(hub_name) as hub:
        message = Pair(hub).exchange(bytes(range(256)) * 64)
        view = message.data[256:512]
        for _ in steps(hub, 5):
            pass
    del message
    gc.collect()
    assert view.readonly and view.tobytes() == bytes(range(256))


def test_arrays_are_views_of_messages(hub_name):
    numpy = pytest.importorskip("numpy")
    of = codec.array("<f8", (2, 3))
    sent = numpy.arange(6.0).reshape(2, 3)
    with takt.connect(hub_name) as hub:
        message = Pair(hub).exchange(sent, of)
    got = of.decode(message)
    assert (got == sent).all() and not got.flags.writeable and not got.flags.owndata and got.flags.aligned
    assert got.__array_interface__["data"][0] % 16 == 0
    assert codec.doubles.decode(message) == array.array("d", range(6))
    with pytest.raises(ValueError):
        of.encode(numpy.arange(5.0))
    del message
    gc.collect()
    assert (got == sent).all()
    with takt.connect(hub_name) as hub, pytest.raises(ValueError, match="contiguous"):
        Pair(hub).exchange(sent.T)


def test_types_and_units_are_those_of_the_configuration(takt_command):
    channels = [
        {"name": "v", "from": "a", "type": "double", "unit": "km/h", "to": [{"asset": "b", "unit": "m/s"}]},
        {"name": "w", "from": "a", "to": ["b"]},
    ]
    assets = [{"name": name, "step": "10ms"} for name in ("a", "b")]
    with takt.connect(takt_command.hub("units", assets=assets, channels=channels)) as hub:
        kmh, ms, nothing = takt.Unit("km/h", "m.s-1", 1 / 3.6), takt.Unit("m/s", "m.s-1"), (None, None, None)
        a, b = hub.join("a"), hub.join("b")
        assert a.values_sent == {"v": ("double", kmh, None), "w": nothing} and a.values_received == {}
        assert b.values_received == {("v", "a"): ("double", kmh, ms), ("w", "a"): nothing} and b.values_sent == {}
        values = b.values_received["v", "a"]
        assert values.unit.to(values.wanted)(36.0) == 10.0
        assert values.unit.to(takt.Unit("km/h", "1", 7.0)) == (1.0, 0.0)
        with pytest.raises(ValueError, match=r"into 'm': the one is a unit of m\.s-1, the other of m$"):
            kmh.to(takt.Unit("m", "m"))
    assert takt.Unit("K", "K").to(takt.Unit("Cel", "K", 1.0, 273.15))(0.0) == -273.15


def test_errors_say_what_would_be_right(hub_name):
    with pytest.raises(takt.NoHubError, match="no hub answers at .*/nothing/"):
        takt.connect("nothing")
    with takt.connect(hub_name) as hub:
        asset = hub.join("a", step="10ms", outputs=[takt.OutputSpec("x", 4)])
        with pytest.raises(takt.RefusedError, match="'a'") as refused:
            hub.join("a", step="10ms")
        assert refused.value.code == "NAME_TAKEN"
        with pytest.raises(takt.MisuseError, match="sends no channel 'y'"):
            asset.output("y")
        with pytest.raises(takt.MisuseError, match="receives no channel 'y'"):
            asset.subscribe("y", print)
        assert (asset.sends, asset.receives) == (("x",), ())
        output = asset.output("x")
        assert (output.channel, output.max_bytes) == ("x", 4)
        for _ in steps(hub, 1):
            with pytest.raises(ValueError, match="5 bytes, and may have 4"):
                output.send(b"12345")
            with pytest.raises(takt.MisuseError, match="outside the step"):
                output.send_at(b"", 0)
            with pytest.raises(TypeError):
                output.send(1.5)
        hub.done()
        with pytest.raises(takt.MisuseError, match="no step is under way"):
            output.send(b"")
        with pytest.raises(takt.MisuseError, match="no simulator to call back"):
            hub.run()
        with pytest.raises(takt.MisuseError, match="is no delivery"):
            hub.join("b", step="10ms", inputs=[takt.InputSpec("x", "a", "soon")])
        with pytest.raises(takt.MisuseError, match="no step\\(t0, t1\\)"):
            hub.join("b", object(), step="10ms")
        asset.leave()
        for call in (asset.receive, asset.leave, lambda: asset.time_ns, lambda: output.send(b"")):
            with pytest.raises(takt.MisuseError, match="has left"):
                call()
    with pytest.raises(takt.MisuseError, match="is closed"):
        hub.poll()
    hub.close()


@pytest.fixture
def held(hub_name):
    """An asset that waits for a slower one; and that slower one."""
    with takt.connect(hub_name) as hub, takt.connect(hub_name) as other:
        slow = other.join("slow", step="10ms")
        asset = hub.join("a", step="10ms")
        other.poll(0)
        while asset.time_ns + asset.step_ns <= slow.time_ns + asset.max_delay_ns:
            turn = hub.poll(WITHIN_S)
            assert turn is not None and turn.kind == "step"
            hub.done()
        yield asset, slow


def test_a_poll_gives_up_and_is_interrupted(held):
    asset, _ = held
    assert asset.hub.poll(0.1) is None
    said = []

    def interrupt():
        await_that(lambda: is_waiting(asset))
        with pytest.raises(takt.MisuseError, match="waits in another thread"):
            asset.hub.poll(0)
        said.append("refused")
        asset.hub.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(takt.Interrupted):
        asset.hub.poll(WITHIN_S)
    thread.join()
    assert said == ["refused"]


def test_other_threads_run_while_it_waits(held):
    asset, _ = held

    def work():
        for _ in range(100):
            await_that(lambda: is_waiting(asset))
            time.sleep(0.001)
        asset.hub.interrupt()

    thread = threading.Thread(target=work)
    thread.start()
    with pytest.raises(takt.Interrupted):
        asset.hub.poll(WITHIN_S)
    thread.join()


def test_ctrl_c_ends_a_wait(held):
    asset, slow = held
    took = []
    for _ in range(3):
        pressed = []

        def press():
            await_that(lambda: is_waiting(asset))
            pressed.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=press)
        with pytest.raises(KeyboardInterrupt):
            thread.start()
            for _ in asset:
                pass
        took.append(time.monotonic() - pressed[0])
        thread.join()
    assert min(took) < 0.5  # The machine may have stood in the others.
    for _ in steps(slow.hub, 3):  # Both go on as if nothing had happened.
        pass


def test_a_waiting_asset_costs_no_processor_time(held):
    asset, _ = held
    before = time.process_time()
    assert asset.hub.poll(2) is None
    assert time.process_time() - before < 0.02


def test_a_forked_process_cannot_use_it(hub_name):
    with takt.connect(hub_name) as hub:
        asset = hub.join("a", step="10ms")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            child = os.fork()
        if child == 0:
            try:
                hub.poll()
            except takt.MisuseError as error:
                os._exit(7 if "process that has forked" in str(error) else 8)
            finally:
                os._exit(9)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        for _ in steps(asset, 3):
            pass


def test_a_forgotten_connection_is_closed_with_a_warning(hub_name):
    with pytest.warns(ResourceWarning, match="was not closed"):
        hub = takt.connect(hub_name)
        hub.join("a", step="10ms")
        hub.poll()
        hub = None
        gc.collect()
    with takt.connect(hub_name) as hub:
        hub.join("a", step="10ms")  # Its name is free.


class Stuck(takt.TaktError):
    pass


@pytest.mark.parametrize(
    "raised, said",
    [(ZeroDivisionError("by 0"), r"failed: ZeroDivisionError: by 0 \(.*test_hub.py:"), (Stuck("no\nfuel"), "failed: no fuel$")],
)
def test_an_exception_in_the_block_fails_the_assets(takt_command, raised, said):
    name = takt_command.hub("fails")
    with takt.connect(name) as other:
        witness = other.join("witness", step="10ms")
        with pytest.raises(type(raised)), takt.connect(name) as hub:
            hub.join("a", step="10ms")
            other.poll(0)
            for _ in steps(hub, 1):
                raise raised
        for _ in witness:
            pass
        assert other.end.has_failed
        assert re.search(said, other.end.reason)


def test_a_simulator_whose_joined_raises_is_the_one_that_fails(takt_command):
    class NoModel:
        def joined(self, asset):
            raise ValueError("no model")

        def step(self, t0, t1):
            raise AssertionError("it has failed")

    name = takt_command.hub("joined")
    with takt.connect(name) as other:
        witness = other.join("witness", step="10ms")
        with pytest.raises(ValueError), takt.connect(name) as hub:
            hub.join("a", step="10ms")
            other.poll(0)
            for _ in steps(hub, 1):
                hub.join("b", NoModel(), step="10ms")
        for _ in witness:
            pass
        assert re.search("asset 'b' .*ValueError: no model", other.end.reason)


def test_a_reset_starts_anew(takt_command):
    class Simulator:
        def __init__(self):
            self.calls = []
            self.stopped = None

        def joined(self, asset):
            self.output = asset.output("x")

        def start(self, t0):
            self.calls.append(t0)
            self.output.send(b"dawn")

        def reset(self):
            self.calls.append("reset")

        def step(self, t0, t1):
            if t0 == 0:
                self.calls.append("first step")

        def stop(self, end):
            self.stopped = end

    name = takt_command.hub("resets", pace={"mode": "realtime", "speed": 1})
    simulator = Simulator()
    with takt.connect(name) as hub:
        hub.join("a", simulator, step="10ms", outputs=["x"])

        def command():
            await_that(lambda: "first step" in simulator.calls)
            takt_command.command_line("reset", "--hub", name)
            await_that(lambda: simulator.calls.count("first step") == 2)
            takt_command.command_line("stop", "--hub", name)

        thread = threading.Thread(target=command)
        thread.start()
        end = hub.run()
        thread.join()
    assert simulator.calls == [0, "first step", "reset", 0, "first step"]
    assert end == simulator.stopped and not end.has_failed


@pytest.mark.slow
def test_a_killed_hub_is_told(takt_command):
    name = takt_command.hub("dies")
    with pytest.raises(takt.HubLostError, match="without a word"), takt.connect(name) as hub:
        hub.join("a", step="10ms", on_hub_lost="exit")
        for n, _ in enumerate(hub):
            if n == 3:
                os.killpg(takt_command.started[0].pid, 9)


def test_ctrl_c_ends_a_program():
    """In a process of its own, with no hub at all: connecting raises, and nothing hangs."""
    code = "import takt; takt.connect('nothing')"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ended.returncode == 1 and "NoHubError" in ended.stderr
