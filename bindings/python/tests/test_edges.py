"""Wrong use, and events at odd moments: they lead to an exception or an end, but never to a crash."""

import os
import signal
import socket
import threading
import time

import pytest
from conftest import WITHIN_S, await_that, is_waiting

import takt


@pytest.mark.parametrize("made", [takt.Message, takt.Turn, takt.Output, takt.Asset])
def test_objects_of_the_library_cannot_be_made_by_hand(made):
    with pytest.raises(TypeError, match=r"takt.connect\(\) and hub.join\(\)"):
        made()


def test_a_handler_of_a_latest_value_may_leave(hub_name):
    with takt.connect(hub_name) as hub:
        sender = hub.join("source", step="10ms", outputs=["p", "q"])
        inputs = [takt.InputSpec(channel, "source", "latest") for channel in "pq"]
        receiver = hub.join("receiver", lambda t0, t1: None, step="10ms", inputs=inputs)
        got = []
        for channel in "pq":
            receiver.subscribe(channel, lambda message: (got.append(message.channel), receiver.leave()))
        outputs = [sender.output(channel) for channel in "pq"]
        for turn in sender:
            if len(hub.assets) == 1:
                break
            if turn.kind == "step":
                for output in outputs:
                    output.send(b"news")
    assert got == ["p"]


@pytest.mark.parametrize("shift", ["", "x"])
def test_a_long_text_is_cut_between_characters(hub_name, shift):
    with takt.connect(hub_name) as hub:
        asset = hub.join("a", step="10ms")
        with pytest.raises(takt.MisuseError, match="sends no channel") as refused:
            asset.output(shift + "\u00e4" * 300)
        assert "\u00e4" in str(refused.value) and "\ufffd" not in str(refused.value)


@pytest.mark.parametrize("shift", ["", "x"])
def test_a_long_reason_is_cut_between_characters(takt_command, shift):
    with takt.connect(takt_command.hub("long")) as hub:
        asset = hub.join("a", step="10ms")
        asset.stop_run(shift + "\u20ac\u00e4" * 300)
        for _ in asset:
            pass
        assert "\u20ac\u00e4" in hub.end.reason and "\ufffd" not in hub.end.reason


@pytest.mark.parametrize("loss", [float("nan"), float("inf"), -0.1, 1.5])
def test_a_loss_is_a_fraction(hub_name, loss):
    with takt.connect(hub_name) as hub:
        with pytest.raises(ValueError, match="from 0 to 1"):
            hub.join("a", step="10ms", inputs=[takt.InputSpec("x", "b", loss=loss)])
        assert hub.assets == ()


def test_a_reason_may_be_long(takt_command):
    with takt.connect(takt_command.hub("tells")) as hub:
        hub.join("a", step="10ms").fail("fire " * 500_000)


@pytest.mark.parametrize("timeout", [float("nan"), -0.001, float("-inf")])
def test_a_timeout_is_a_time(hub_name, timeout):
    with takt.connect(hub_name) as hub:
        with pytest.raises(ValueError, match="timeout"):
            hub.poll(timeout)


def test_a_wait_for_a_hub_that_does_not_answer_is_interrupted(takt_command, base):
    """A hub that takes over takes the connection, and says nothing."""
    name = takt_command.hub("silent")
    with takt.connect(name) as hub:
        hub.join("a", step="10ms", on_hub_lost="attach")
        hub.poll()
        hub.done()
        os.killpg(takt_command.started[0].pid, 9)
        takt_command.started[0].wait()
        path = base / name / "control.sock"
        path.unlink()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(path))
        listener.listen()
        taken = []
        has_ended = threading.Event()

        def answer():
            taken.append(listener.accept())
            time.sleep(0.2)
            hub.interrupt()
            has_ended.wait(3)  # A wait that was not ended ends then, without an exception.
            path.unlink()
            listener.close()
            taken.clear()

        thread = threading.Thread(target=answer)
        thread.start()
        try:
            with pytest.raises(takt.Interrupted):
                for _ in range(100):
                    if hub.poll(0.1) is not None:
                        hub.done()
        finally:
            has_ended.set()
            thread.join()


@pytest.mark.slow
def test_closing_takes_five_seconds_however_many_assets_there_are(takt_command):
    with takt.connect(takt_command.hub("stopped")) as hub:
        for name in "ab":
            hub.join(name, step="10ms")
        os.killpg(takt_command.started[0].pid, signal.SIGSTOP)
        began = time.monotonic()
        hub.close()
        assert 4 < time.monotonic() - began < 8


class Starting:
    """Notes that it was started, and does something then."""

    def __init__(self, does=lambda asset: None):
        self.does = does
        self.starts = 0

    def joined(self, asset):
        self.asset = asset

    def start(self, t0):
        self.starts += 1
        self.does(self.asset)

    def step(self, t0, t1):
        self.asset.leave()


def test_a_start_that_leaves_keeps_none_from_starting(hub_name):
    simulators = [Starting(lambda asset: asset.leave()), Starting(), Starting()]
    with takt.connect(hub_name) as hub:
        for name, simulator in zip("abc", simulators):
            hub.join(name, simulator, step="10ms")
        hub.run()
    assert [each.starts for each in simulators] == [1, 1, 1]


def test_a_start_that_raises_keeps_none_from_starting(takt_command):
    simulators = [Starting(lambda asset: 1 / 0), Starting()]
    with takt.connect(takt_command.hub("raises")) as hub:
        for name, simulator in zip("ab", simulators):
            hub.join(name, simulator, step="10ms")
        with pytest.raises(ZeroDivisionError):
            hub.run()
        hub.run()
    assert [each.starts for each in simulators] == [1, 1]


def test_a_simulator_without_step_never_joins(hub_name):
    """The hub, which would refuse the name, is not asked."""
    with takt.connect(hub_name) as hub:
        hub.join("a", step="10ms")
        with pytest.raises(takt.MisuseError, match="no step\\(t0, t1\\)"):
            hub.join("a", object(), step="10ms")
        assert [each.name for each in hub.assets] == ["a"]


def test_a_poll_gives_turns_of_simulators_and_calls_their_start_alone(hub_name):
    simulator = Starting()
    with takt.connect(hub_name) as hub:
        asset = hub.join("a", simulator, step="10ms")
        for _ in range(3):
            turn = hub.poll()
            assert (turn.kind, turn.asset) == ("step", asset)
            hub.done()
        assert simulator.starts == 1 and hub.assets == (asset,)
        asset.leave()


def test_a_join_that_is_interrupted_leaves_nothing_behind(hub_name):
    with takt.connect(hub_name) as hub, takt.connect(hub_name) as other:
        hub.interrupt()
        with pytest.raises(takt.Interrupted):
            hub.join("a", step="10ms")
        assert hub.assets == ()
        hub.join("b", step="10ms")  # Its reply comes after all that the hub does for what was said before.
        other.join("a", step="10ms")


class Flood:
    """Sends in its first step until it has waited for room, and from then on nothing."""

    def __init__(self, begins=lambda: None):
        self.begins = begins
        self.steps = []
        self.has_waited = threading.Event()

    def joined(self, asset):
        self.asset = asset
        self.output = asset.output("x")

    def step(self, t0, t1):
        self.steps.append(t0)
        if len(self.steps) == 1:
            self.begins()
            while not self.has_waited.is_set():
                self.output.send(bytes(4096))

    def read(self, receiver, count):
        """In another thread, by a connection of its own: once the flood waits, does steps until it has done some."""
        await_that(lambda: is_waiting(self.asset))
        self.has_waited.set()
        while len(self.steps) < count:
            if receiver.poll(0.01) is not None:
                receiver.done()


@pytest.fixture
def flood(hub_name):
    """A flood, its connection, and a thread that reads it once it waits."""
    simulator = Flood()
    with takt.connect(hub_name) as hub, takt.connect(hub_name) as receiver:
        hub.join("sender", simulator, step="10ms", outputs=[takt.OutputSpec("x", 4096)])
        receiver.join("receiver", step="10ms", inputs=[takt.InputSpec("x", "sender")])
        receiver.poll(0)
        thread = threading.Thread(target=simulator.read, args=(receiver, 2), daemon=True)
        simulator.begins = thread.start
        yield simulator, hub
        thread.join(WITHIN_S)


def test_an_interrupt_while_a_simulator_sends_waits_for_the_end_of_its_step(flood):
    simulator, hub = flood
    begins = simulator.begins
    simulator.begins = lambda: (begins(), hub.interrupt())
    with pytest.raises(takt.Interrupted):
        hub.run()
    assert len(simulator.steps) == 1 and [each.name for each in hub.assets] == ["sender"]
    end = threading.Thread(target=lambda: (await_that(lambda: len(simulator.steps) >= 2), hub.interrupt()))
    end.start()
    with pytest.raises(takt.Interrupted):
        hub.run()
    end.join()
    assert simulator.steps == sorted(set(simulator.steps)), "each step once"


def test_ctrl_c_while_a_simulator_sends_fails_its_asset(takt_command):
    name = takt_command.hub("pressed")
    simulator = Flood()
    with takt.connect(name) as hub, takt.connect(name) as other:
        asset = hub.join("sender", simulator, step="10ms", outputs=[takt.OutputSpec("x", 4096)])
        other.join("receiver", step="10ms", inputs=[takt.InputSpec("x", "sender")])
        other.poll(0)
        press = threading.Thread(
            target=lambda: (await_that(lambda: is_waiting(asset)), os.kill(os.getpid(), signal.SIGINT)), daemon=True
        )
        simulator.begins = press.start
        with pytest.raises(KeyboardInterrupt):
            hub.run()
        press.join()
        assert hub.assets == () and len(simulator.steps) == 1
        with pytest.raises(takt.MisuseError, match="has left"):
            asset.receive()
        for _ in other:
            pass
        assert other.end.has_failed and "KeyboardInterrupt" in other.end.reason


def test_an_asset_has_ended_before_its_connection_is_closed(takt_command):
    """What a handler of a signal asks while closing waits for the hub is answered, and reads nothing that was freed."""
    hub = takt.connect(takt_command.hub("closes"))
    assets = [hub.join(name, step="10ms") for name in "ab"]
    answers = []

    def has_left(asset):
        try:
            asset.time_ns
        except takt.MisuseError:
            return True

    def ask(number, frame):
        for asset in assets:
            try:
                answers.append(asset.time_ns)
            except takt.MisuseError as error:
                answers.append(str(error))

    def ring():
        try:
            await_that(lambda: has_left(assets[0]))
            os.kill(os.getpid(), signal.SIGALRM)
            await_that(lambda: len(answers) == 2)
        finally:
            os.killpg(takt_command.started[0].pid, signal.SIGCONT)

    before = signal.signal(signal.SIGALRM, ask)
    try:
        os.killpg(takt_command.started[0].pid, signal.SIGSTOP)
        os.waitpid(takt_command.started[0].pid, os.WUNTRACED)  # Until then it may still answer.
        thread = threading.Thread(target=ring)
        thread.start()
        hub.close()
        thread.join()
    finally:
        signal.signal(signal.SIGALRM, before)
    assert len(answers) == 2 and all("has left" in str(each) for each in answers)


def test_all_who_are_there_at_the_end_are_told_of_it(takt_command):
    class Simulator:
        def __init__(self, does=lambda: None):
            self.ends = []
            self.does = does

        def step(self, t0, t1):
            self.does()

        def stop(self, end):
            self.ends.append(end)

    def bring_and_end():
        if left in hub.assets:
            left.leave()
            hub.join("late", late, step="10ms")
        else:
            asset.stop_run("it has landed")

    with takt.connect(takt_command.hub("told")) as hub:
        early, late, gone = Simulator(bring_and_end), Simulator(), Simulator()
        left = hub.join("left", gone, step="10ms")
        asset = hub.join("early", early, step="10ms")
        end = hub.run()
    assert end == takt.RunEnd(False, "asset 'early' ended the run: it has landed")
    assert (early.ends, late.ends, gone.ends) == ([end], [end], [])


def test_latest_values_of_all_senders_are_handed_over(hub_name):
    got = []
    with takt.connect(hub_name) as hub:
        senders = [hub.join(name, step="10ms", outputs=["x"]) for name in "ab"]
        inputs = [takt.InputSpec("x", name, "latest") for name in "ab"]
        receiver = hub.join("receiver", lambda t0, t1: None, step="10ms", inputs=inputs)
        receiver.subscribe("x", lambda message: got.append((message.sender, message.text())))
        outputs = {each.name: each.output("x") for each in senders}
        for n, turn in enumerate(hub):
            if turn.kind == "step":
                outputs[turn.asset.name].send("first")
            if n == 11:
                break
    assert {sender for sender, _ in got} == {"a", "b"}


def test_an_exception_goes_on_where_the_hub_cannot_be_told_of_it(takt_command):
    with pytest.raises(ZeroDivisionError):
        with takt.connect(takt_command.hub("dead")) as hub:
            for name in "ab":
                hub.join(name, step="10ms")
            os.killpg(takt_command.started[0].pid, signal.SIGKILL)
            takt_command.started[0].wait()
            1 / 0
