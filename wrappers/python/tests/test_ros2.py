"""Simulation time as /clock of ROS 2, received over loopback; the bytes are judged by rosbags."""

import json
import socket

import pytest
from conftest import StubAsset, await_that, channel_map

cyclonedds = pytest.importorskip("cyclonedds", reason="left out: needs the package cyclonedds")
zenoh = pytest.importorskip("zenoh", reason="left out: needs the package eclipse-zenoh")
typesys = pytest.importorskip("rosbags.typesys", reason="left out: needs the package rosbags")

from cyclonedds.domain import Domain, DomainParticipant  # noqa: E402
from cyclonedds.qos import Policy, Qos  # noqa: E402
from cyclonedds.sub import DataReader  # noqa: E402
from cyclonedds.topic import Topic  # noqa: E402
from takt_ros2.__main__ import run as run_command  # noqa: E402
from takt_ros2._asset import ClockAsset  # noqa: E402
from takt_ros2._dds import LOOPBACK, Clock, Time  # noqa: E402
from takt_ros2._zenoh import clock  # noqa: E402
from takt_wrapper import WrapperError  # noqa: E402

DOMAIN = 77
STEP_NS = 10_000_000
STORE = typesys.get_typestore(typesys.Stores.ROS2_HUMBLE)
CLOCK = "rosgraph_msgs/msg/Clock"


def by_rosbags(sec, nanosec):
    time = STORE.types["builtin_interfaces/msg/Time"](sec, nanosec)
    return bytes(STORE.serialize_cdr(STORE.types[CLOCK](time), CLOCK))


@pytest.mark.parametrize("sec, nanosec", [(0, 0), (3, 5), (2**31 - 1, 999_999_999)])
def test_bytes_are_those_of_rosbags(sec, nanosec):
    assert clock(sec, nanosec) == by_rosbags(sec, nanosec)
    assert Clock(Time(sec, nanosec)).serialize() == by_rosbags(sec, nanosec)


class Published:
    def __init__(self):
        self.times = []
        self.is_closed = False

    def publish(self, sec, nanosec):
        self.times.append((sec, nanosec))

    def close(self):
        self.is_closed = True


def test_time_is_told_at_the_start_and_after_each_step():
    published = Published()
    asset = ClockAsset(published, channel_map((), ()))
    asset.joined(StubAsset(1))
    asset.start(0)
    asset.step(0, 1_500_000_000)
    asset.start(0)
    asset.stop(None)
    assert published.times == [(0, 0), (1, 500_000_000), (0, 0)]
    assert published.is_closed
    with pytest.raises(WrapperError, match="2147483648 s are more than a time of ROS 2 can be"):
        asset.step(0, 2**31 * 1_000_000_000)


def test_channels_are_refused():
    with pytest.raises(WrapperError, match="channel 'x': asset 'model' tells the time, and has no channels"):
        ClockAsset(Published(), channel_map((), ())).joined(StubAsset(1, sends=("x",)))


@pytest.mark.parametrize("domain", ["233", "-1", "x", "³"])
def test_a_bad_domain_is_a_bad_command_line(domain, capsys):
    with pytest.raises(SystemExit) as end:
        run_command([f"--domain={domain}"])
    assert end.value.code == 2
    assert f"'{domain}' is no domain of ROS 2, 0 to 232" in capsys.readouterr().err


def test_a_router_that_is_not_there_is_told_in_a_line(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        endpoint = f"tcp/127.0.0.1:{taken.getsockname()[1]}"
        assert run_command(["--zenoh", endpoint]) == 1
    assert capsys.readouterr().err.splitlines()[-1].startswith(f"takt_ros2: there is no router of Zenoh at {endpoint}")


def of_the_page(page, options):
    hub = page("ros2.md")
    hub.change("hub.json", '"--domain", "0"', options)
    return json.loads((hub.folder / "hub.json").read_text())


def test_a_reader_of_dds_gets_each_step(page, takt_command, monkeypatch):
    monkeypatch.delenv("CYCLONEDDS_URI", raising=False)
    domain = Domain(DOMAIN, LOOPBACK)
    participant = DomainParticipant(DOMAIN)
    keeps_all = Qos(Policy.History.KeepAll)  # Else one that is looked at late has but the last.
    reader = DataReader(participant, Topic(participant, "rt/clock", Clock), keeps_all)
    got = []

    def has_heard():
        got.extend(each.clock.sec * 1_000_000_000 + each.clock.nanosec for each in reader.take(N=100))
        return len(got) > 10 and any(b - a == STEP_NS for a, b in zip(got, got[1:]))

    # However long it takes until writer and reader know of each other: nothing of before comes then.
    run = takt_command.start_run(of_the_page(page, f'"--domain", "{DOMAIN}"'), "1h")
    try:
        await_that(has_heard, run)
        takt_command.command_line("stop")
        summary = takt_command.summary(run)
    finally:
        del reader, participant, domain
    assert summary["violations"] == 0
    assert got == sorted(got)
    assert {time_ns % STEP_NS for time_ns in got} == {0}
    assert got[-1] <= summary["assets"][0]["timeNs"]


def test_a_subscriber_of_zenoh_gets_each_step(page, takt_command):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        endpoint = f"tcp/127.0.0.1:{free.getsockname()[1]}"
    config = zenoh.Config()
    config.insert_json5("mode", '"router"')
    config.insert_json5("listen/endpoints", f'["{endpoint}"]')
    config.insert_json5("scouting/multicast/enabled", "false")
    with zenoh.open(config) as router:
        got = []
        router.declare_subscriber("sim/clock", lambda sample: got.append(bytes(sample.payload)))
        takt_command.run(of_the_page(page, f'"--zenoh", "{endpoint}", "--key", "sim/clock"'), "1s")
        await_that(lambda: by_rosbags(1, 0) in got)
    times = [(each.clock.sec, each.clock.nanosec) for each in (STORE.deserialize_cdr(data, CLOCK) for data in got)]
    assert times == sorted(times)
    assert set(times) <= {divmod(n * 10_000_000, 1_000_000_000) for n in range(101)}
