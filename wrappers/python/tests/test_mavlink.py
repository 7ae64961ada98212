"""The simulator's side of MAVLink, against autopilots built on pymavlink."""

import json
import os
import socket
import sys
import threading
from contextlib import suppress
from itertools import chain
from random import Random

import pytest
from conftest import StubAsset, StubMessage, channel_map

pymavlink = pytest.importorskip("pymavlink", reason="left out: needs the package pymavlink")

from pymavlink.dialects.v20 import common as mavlink  # noqa: E402
from takt_mavlink.__main__ import run as run_command  # noqa: E402
from takt_mavlink._asset import LOCKSTEP, MavlinkAsset  # noqa: E402
from takt_mavlink._autopilot import Autopilot, user_of  # noqa: E402
from takt_mavlink._fields import Fields  # noqa: E402
from takt_wrapper import ValueTypes, WrapperError  # noqa: E402

STEP = 20_000_000_000
"""Of simulation time, and so long a step may wait for the first answer."""
STEP_US = STEP // 1_000


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Pilot:
    """An autopilot in a thread: it answers each frame of sensors by a function of it, which gives what to send."""

    def __init__(self, port, answers):
        self.got = []
        self._answers = answers
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._thread = threading.Thread(target=self._fly, daemon=True)
        self._thread.start()

    def _fly(self):
        with suppress(OSError):  # Of a connection that has ended.
            self._answer_all(mavlink.MAVLink(None), mavlink.MAVLink(None))

    def _answer_all(self, reader, sealer):
        while data := self._socket.recv(4096):
            for message in reader.parse_buffer(data) or ():
                self.got.append(message)
                if message.get_type() == "HIL_SENSOR":
                    for each in self._answers(message):
                        if each is None:
                            self._socket.shutdown(socket.SHUT_RDWR)
                        else:
                            self._socket.sendall(each if isinstance(each, bytes) else each.pack(sealer))

    def close(self):
        self._socket.close()


def controls(time_us, first=0.5, flags=LOCKSTEP):
    return mavlink.MAVLink_hil_actuator_controls_message(time_us, [first] + 15 * [0.0], 128, flags)


@pytest.fixture
def flight(capfd):
    """A function that gives an asset, which has begun, and its autopilot."""
    opened = []

    def make(answers, words=("motors=controls", "imu=HIL_SENSOR"), sends=("motors",), receives=("imu",), within_s=20.0):
        port = free_port()
        autopilot = Autopilot(port, None, within_s)
        asset = MavlinkAsset(autopilot, channel_map(words, receives), ValueTypes([]))
        stub = StubAsset(STEP, sends, receives)
        asset.joined(stub)
        pilot = Pilot(port, answers)
        opened.extend((autopilot, pilot))
        asset.start(0)
        return asset, stub, pilot

    yield make
    for each in opened:
        each.close()


def send(stub, channel, value):
    stub.handlers[channel](StubMessage(json.dumps(value).encode()))


def steps(asset, first, last):
    for number in range(first, last):
        asset.step(number * STEP, (number + 1) * STEP)


def test_each_step_has_the_answer_to_its_sensors(flight):
    asset, stub, pilot = flight(lambda sensors: [controls(sensors.time_usec, sensors.xacc / 100)])
    for number in range(50):
        send(stub, "imu", {"xacc": number})
        steps(asset, number, number + 1)
    sent = [json.loads(data)[0] for _, data in stub.outputs["motors"].sent]
    assert sent == pytest.approx([number / 100 for number in range(50)])
    assert [each.time_usec for each in pilot.got] == [STEP_US * (number + 1) for number in range(50)]
    assert {each.fields_updated for each in pilot.got} == {mavlink.HIL_SENSOR_UPDATED_XACC}


def test_values_hold_and_other_messages_come_before_the_sensors(flight):
    asset, stub, pilot = flight(
        lambda sensors: [controls(sensors.time_usec)],
        ("motors=controls", "imu=HIL_SENSOR", "fix=HIL_GPS"),
        receives=("imu", "fix"),
    )
    send(stub, "imu", {"zacc": -9.75, "temperature": 20})
    send(stub, "fix", {"lat": 473977418, "fix_type": 3})
    steps(asset, 0, 2)
    assert [each.get_type() for each in pilot.got] == ["HIL_GPS", "HIL_SENSOR", "HIL_SENSOR"]
    assert (pilot.got[0].lat, pilot.got[0].fix_type, pilot.got[0].time_usec) == (473977418, 3, STEP_US)
    assert [each.zacc for each in pilot.got[1:]] == [-9.75, -9.75]
    updated = mavlink.HIL_SENSOR_UPDATED_ZACC | mavlink.HIL_SENSOR_UPDATED_TEMPERATURE
    assert [each.fields_updated for each in pilot.got[1:]] == [updated, updated]


class Scripted:
    """An autopilot without a connection: what it answers, and which waits for it have ended in vain."""

    def __init__(self, answers):
        self._answers = iter(answers)
        self.waits = []

    def connect(self):
        pass

    def send(self, message):
        pass

    def answer(self, within_s=None):
        self.waits.append(within_s)
        return next(self._answers)


@pytest.mark.parametrize("first_s, waited_s", [(None, 20.0), (3.0, 3.0), (20.0, 20.0)])
def test_steps_go_on_until_the_first_answer_and_wait_from_then_on(first_s, waited_s, capsys):
    """What it says of earlier sensors is passed over. The first step alone may wait longer than it lasts."""
    late = controls(STEP_US, -1.0)
    autopilot = Scripted([None, late, None, controls(3 * STEP_US, 3), late, controls(4 * STEP_US, 4)])
    asset = MavlinkAsset(autopilot, channel_map(("motors=controls",), ()), ValueTypes([]), first_s)
    stub = StubAsset(STEP, ("motors",))
    asset.joined(stub)
    asset.start(0)
    steps(asset, 0, 4)
    assert [json.loads(data)[0] for _, data in stub.outputs["motors"].sent] == [3, 4]
    assert autopilot.waits == [waited_s] + [20.0] * 3 + [None] * 2
    said = f"no answer of the autopilot within {waited_s:g} s; steps wait as long as they last until there is one\n"
    assert capsys.readouterr().err == (said if first_s else "")
    asset.start(0)
    with pytest.raises(StopIteration):
        asset.step(0, STEP)
    assert autopilot.waits[-1] == waited_s, "an autopilot that begins anew may be slow again"


def test_noise_between_messages_is_passed_over(flight):
    asset, stub, _ = flight(lambda sensors: [b"\x00\xfdnoise" + bytes(300), controls(sensors.time_usec, 0.25)])
    steps(asset, 0, 10)
    assert [json.loads(data)[0] for _, data in stub.outputs["motors"].sent] == [0.25] * 10


def test_the_mode_is_an_output_and_a_reset_is_a_new_connection(flight):
    asset, stub, pilot = flight(
        lambda sensors: [controls(sensors.time_usec)], ("mode=mode", "imu=HIL_SENSOR"), sends=("mode",)
    )
    send(stub, "imu", {"xacc": 5})
    steps(asset, 0, 1)
    assert [json.loads(data) for _, data in stub.outputs["mode"].sent] == [128.0]
    again = Pilot(int(asset._autopilot._at.rpartition(":")[2]), lambda sensors: [controls(sensors.time_usec)])
    asset.start(0)
    steps(asset, 0, 3)
    assert [(each.time_usec, each.xacc) for each in again.got] == [(STEP_US * number, 0) for number in (1, 2, 3)]
    again.close()


def stale(sensors):
    """Answers to what was before, for ever once there has been one of its own time."""
    while sensors.time_usec > STEP_US:
        yield controls(STEP_US)


@pytest.mark.parametrize(
    "answers, said",
    [
        (lambda sensors: [controls(sensors.time_usec, flags=0)], "does not go by its simulator's time"),
        (lambda sensors: [None], "is lost: it has closed the connection"),
        (lambda sensors: [controls(STEP_US)] if sensors.time_usec == STEP_US else [], "has not answered for 0.3 s"),
        (lambda sensors: chain([controls(STEP_US)], stale(sensors)), "has not answered for 0.3 s"),
    ],
)
def test_an_autopilot_that_fails_is_told_in_a_line(flight, answers, said):
    asset, stub, _ = flight(answers, within_s=0.3)
    with pytest.raises(WrapperError, match=said):
        for number in range(1000):
            steps(asset, number, number + 1)


@pytest.mark.parametrize(
    "value, said",
    [
        ({"q": 1}, "HIL_SENSOR has no field 'q'; it has xacc"),
        ({"time_usec": 1}, "HIL_SENSOR has no field 'time_usec'"),
        ([1], "HIL_SENSOR is an object of its fields"),
        ({"xacc": "a"}, "HIL_SENSOR.xacc is 'a', not a number of 32 bits"),
        ({"xacc": 1e39}, "HIL_SENSOR.xacc is 1e\\+39, not"),
        ({"id": 256}, "HIL_SENSOR.id is 256, not a whole number from 0 to 255"),
        ({"id": 1.5}, "HIL_SENSOR.id is 1.5, not"),
        ({"id": True}, "HIL_SENSOR.id is True, not"),
    ],
)
def test_bad_sensors_are_told_with_their_message(flight, value, said):
    asset, stub, pilot = flight(lambda sensors: [controls(sensors.time_usec)])
    with pytest.raises(WrapperError, match=f"message 3 of asset 'other' on channel 'in': {said}"):
        send(stub, "imu", {"yacc": 7, **value} if isinstance(value, dict) else value)
    steps(asset, 0, 1)
    assert pilot.got[0].yacc == 0


def test_numbers_that_json_does_not_have_lists_and_flags():
    fields = Fields("HIL_STATE_QUATERNION")
    for bad in (float("nan"), float("inf")):
        for name in ("rollspeed", "lat"):
            with pytest.raises(ValueError, match=f"HIL_STATE_QUATERNION.{name} is"):
                fields.set({name: bad})
    with pytest.raises(ValueError, match="attitude_quaternion is a list of 4 numbers"):
        fields.set({"attitude_quaternion": [1, 0, 0]})
    sensors = Fields("HIL_SENSOR")
    sensors.set({"xacc": 1, "fields_updated": 0})
    assert sensors.message(1).fields_updated == 0
    fields.set({"attitude_quaternion": [1, 0, 0, 0], "lat": -(2**31)})
    assert fields.message(1).pack(mavlink.MAVLink(None))


@pytest.mark.parametrize(
    "words, sends, receives, said",
    [
        (("x=thrust",), ("x",), (), "channel 'x' cannot carry 'thrust': an autopilot gives controls or mode"),
        (("x=controls", "x=mode"), ("x",), (), "channel 'x' cannot carry 'controls'"),
        (("x=HIL",), (), ("x",), "channel 'x': 'HIL' is no message to an autopilot; there are HIL_SENSOR"),
        (("x=HIL_GPS", "y=HIL_GPS"), (), ("x", "y"), "channel 'y' cannot set 'HIL_GPS' as well"),
        (("y=HIL_GPS",), ("x",), (), "--in names a variable for channel 'y'"),
    ],
)
def test_channels_that_do_not_fit_are_refused(words, sends, receives, said):
    named = channel_map(words, (*receives, "y"))
    with pytest.raises(WrapperError, match=said):
        MavlinkAsset(None, named, ValueTypes([])).joined(StubAsset(STEP, sends, receives))


def test_a_step_of_half_a_microsecond_is_refused():
    with pytest.raises(WrapperError, match="the step of 500 ns is no multiple of 1us"):
        MavlinkAsset(None, channel_map((), ()), ValueTypes([])).joined(StubAsset(500))


@pytest.mark.parametrize(
    "word, said",
    [("--port=0", "'0' is no port"), ("--within=0", "'0' is no time"), ("--within=nan", "'nan' is no time"),
     ("--start=a 'b", "--start: No closing quotation"), ("--start= ", "--start: names no program")],
)
def test_a_bad_command_line_is_told(word, said, capsys):
    with pytest.raises(SystemExit) as end:
        run_command([word])
    assert end.value.code == 2
    assert said in capsys.readouterr().err


def test_a_port_that_is_taken_is_told(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run_command([f"--port={port}"]) == 1
    assert f"takt_mavlink: port {port} of this host cannot be used: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "program, within_s, said",
    [
        (["no-such-program"], 60, "--start: the autopilot 'no-such-program' cannot be started"),
        (["env", "A=1", "sh", "-c", "exit 3"], 60, "the autopilot 'env A=1 sh -c 'exit 3'' has ended with exit code 3"),
        (["sleep", "60"], 0.5, "the autopilot 'sleep 60' has not connected to 127.0.0.1:\\d+ within 0.5 s"),
    ],
)
def test_a_program_that_does_not_come_is_told(program, within_s, said):
    autopilot = Autopilot(free_port(), program, within_s)
    try:
        with pytest.raises(WrapperError, match=said):
            autopilot.connect()
    finally:
        autopilot.close()


def test_a_program_that_ends_is_told_by_its_exit_code_and_its_last_answers_are_forgotten():
    port = free_port()
    connect = f"import socket; peer = socket.create_connection(('127.0.0.1', {port})); "
    sealed = controls(1).pack(mavlink.MAVLink(None)) * 2
    answers = f"peer.sendall({sealed!r}); peer.recv(1)"
    autopilot = Autopilot(port, [sys.executable, "-c", connect + answers], 20.0)
    try:
        autopilot.connect()
        assert autopilot.answer().time_usec == 1
        autopilot._program = [sys.executable, "-c", connect + "exit(3)"]
        autopilot.connect()
        with pytest.raises(WrapperError, match="the autopilot '.*python.*' has ended with exit code 3"):
            autopilot.answer()
    finally:
        autopilot.close()


@pytest.mark.parametrize("user, whose", [(1234, "user 1234"), (None, "a user that Linux does not tell of")])
def test_a_program_of_another_user_is_refused(user, whose, monkeypatch, capsys):
    port = free_port()
    autopilot = Autopilot(port, None, 20.0)
    try:
        with socket.create_connection(("127.0.0.1", port)), socket.create_connection(("127.0.0.1", port)) as second:
            users = iter([user])
            monkeypatch.setattr("takt_mavlink._autopilot.user_of", lambda peer: next(users, user_of(peer)))
            autopilot.connect()
            assert autopilot._peer.getpeername() == second.getsockname()
    finally:
        autopilot.close()
    assert f"a program of {whose} has connected to 127.0.0.1:{port}, and is refused" in capsys.readouterr().err


@pytest.mark.parametrize("family, host", [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")])
def test_the_user_of_a_connection_is_told(family, host):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        with socket.socket(family) as program:
            program.connect((host, listener.getsockname()[1]))
            with listener.accept()[0] as peer:
                assert user_of(peer) == os.getuid()


@pytest.mark.parametrize("inputs", [20_000, pytest.param(10_000_000, marks=pytest.mark.slow)])
def test_no_bytes_of_an_autopilot_do_harm(inputs):
    """Whole messages, others in which some bytes are wrong, and pieces of both: they are read, or passed over."""
    random, ours, theirs = Random(11), *socket.socketpair()
    autopilot = Autopilot(free_port(), None, 20.0)
    autopilot._begin(ours)
    sealer = mavlink.MAVLink(None)
    kinds = [controls(1), mavlink.MAVLink_heartbeat_message(1, 2, 3, 4, 5, 3), controls(2, float("nan"))]
    answers = 0
    try:
        for _ in range(inputs):
            data = bytearray(random.choice(kinds).pack(sealer))
            for _ in range(random.randrange(3)):
                data[random.randrange(len(data))] = random.randrange(256)
            theirs.sendall(data[: random.choice((len(data), random.randrange(1, len(data))))])
            autopilot._read()
            while autopilot._answers:
                assert len(autopilot._answers.popleft().controls) == 16
                answers += 1
    finally:
        theirs.close()
        autopilot.close()
    assert answers > inputs / 50


def test_a_wait_ends_when_the_hub_is_gone():
    autopilot = Autopilot(free_port(), None, 20.0)
    autopilot.abandon("hub 'h' is gone")
    try:
        with pytest.raises(WrapperError, match="hub 'h' is gone"):
            autopilot.connect()
    finally:
        autopilot.close()


def height(page, takt_command, until="10s"):
    port = free_port()
    hub = page("mavlink.md")
    hub.change("autopilot.py", "4560", str(port))
    # The autopilot's start is what takes its time on a busy machine.
    hub.change("hub.json", '"--in"', f'"--port", "{port}", "--within", "60", "--in"')
    config = json.loads((hub.folder / "hub.json").read_text())
    return takt_command.digests(config, until), (hub.folder / "err.txt").read_text()


def test_the_lift_of_the_page_comes_to_its_height_in_the_same_way_in_each_run(page, takt_command):
    first, said = height(page, takt_command)
    assert "height at the end: 4.997 m" in said
    assert height(page, takt_command)[0] == first


def test_takt_check_finds_what_does_not_fit_and_opens_no_port(page, checked):
    hub = page("mavlink.md")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        hub.change("hub.json", '"--in"', f'"--port", "{taken.getsockname()[1]}", "--in"')
        assert checked("hub.json")[0] == 0, checked("hub.json")
    hub.change("hub.json", "imu=HIL_SENSOR", "imu=HIL_SENSORS")
    code, lines = checked("hub.json")
    assert code != 0
    assert "channel 'imu': 'HIL_SENSORS' is no message to an autopilot" in lines
