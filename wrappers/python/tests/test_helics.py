"""Federations of HELICS as assets, with HELICS itself."""

import csv
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import threading
from contextlib import suppress

import pytest
import takt
from conftest import StubAsset, StubMessage, await_that, channel_map

helics = pytest.importorskip("helics", reason="left out: needs the package helics")

from takt_helics.__main__ import run as run_command  # noqa: E402
from takt_helics._asset import HelicsAsset  # noqa: E402
from takt_helics._federation import Federation  # noqa: E402
from takt_wrapper import ValueTypes, WrapperError  # noqa: E402

S = 1_000_000_000

PORTS = 20
USED = set()


def free_port():
    """Of a broker, whose federates take the ones behind it: none that this system gives away by itself meanwhile."""
    port = 20_000 + os.getpid() % 5 * 1_000
    while True:
        if port not in USED and all(is_free(port + each) for each in range(PORTS)):
            USED.add(port)
            return port
        port += PORTS


def is_free(port):
    with socket.socket() as one:
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


class Peer(threading.Thread):
    """Another federate, in a thread of its own; end() raises what it has raised. An asset does not wait for ever for
    one that has failed."""

    def __init__(self, port, act, federation):
        super().__init__(daemon=True)
        self._port, self._act, self._federation, self._raised = port, act, federation, None

    def run(self):
        try:
            info = helics.helicsCreateFederateInfo()
            helics.helicsFederateInfoLoadFromString(info, f"--brokerport={self._port} --loglevel=no_print")
            federate = helics.helicsCreateCombinationFederate("peer", info)
            self._act(federate)
            helics.helicsFederateDisconnect(federate)
        except helics.HelicsException as error:  # It may come from the asset, which then tells its own reason.
            self._raised = error
            limit = threading.Timer(60, self._abandon)
            limit.daemon = True
            limit.start()
        except BaseException as error:
            self._raised = error
            self._abandon()

    def _abandon(self):
        self._federation.abandon(f"the peer has failed: {self._raised!r}")

    def end(self):
        self.join(20)
        assert not self.is_alive()
        if self._raised is not None:
            raise self._raised


def joined(sends=(), receives=(), maps=(), types=(), step_ns=S, peer=None, options=(), values=None):
    """An asset beside one peer, whose thread is started."""
    port = free_port()
    asset = StubAsset(step_ns, sends, receives, values)
    federation = Federation("zmq", ("127.0.0.1", port), options, 1 + (peer is not None), [])
    simulator = HelicsAsset(federation, channel_map(maps, receives), ValueTypes(types), "takt")
    simulator.joined(asset)
    other = None if peer is None else Peer(port, peer, federation)
    if other is not None:
        other.start()
    return simulator, asset, other


class End:
    has_failed, reason = False, "reached"


class Doubles(bytes):
    channel, sender, sequence = "b", "other", 0


def sent(asset, channel):
    return [(stamp, json.loads(data)) for stamp, data in asset.outputs[channel].sent]


def test_values_of_the_federation_are_sent_with_their_types_and_times():
    values = {
        "double": (helics.helicsPublicationPublishDouble, 0.1, 0.1),
        "int": (helics.helicsPublicationPublishInteger, -(2**60), -(2**60)),
        "string": (helics.helicsPublicationPublishString, "é", "é"),
        "vector": (helics.helicsPublicationPublishVector, [0.5, -1e-9], [0.5, -1e-9]),
        "bool": (helics.helicsPublicationPublishBoolean, True, True),
        "complex": (lambda to, value: helics.helicsPublicationPublishComplex(to, *value), (1.0, 2.0), [1, 2]),
    }

    def act(federate):
        publications = {
            kind: helics.helicsFederateRegisterGlobalTypePublication(federate, "peer/" + kind, kind) for kind in values
        }
        helics.helicsFederateEnterExecutingMode(federate)
        for time, kinds in ((0.0, ["double"]), (1.5, values), (2.0, ["int", "string"]), (2.000000001, ["string"])):
            if time > 0:
                helics.helicsFederateRequestTime(federate, time)
            for kind in kinds:
                values[kind][0](publications[kind], values[kind][1])

    maps = [f"{kind}=peer/{kind}" for kind in values] + ["both=peer/int", "both=peer/string"]
    simulator, asset, peer = joined((*values, "both"), maps=maps, peer=act)
    simulator.start(0)
    for second in range(4):
        simulator.step(second * S, (second + 1) * S)
    simulator.stop(End)
    peer.end()
    # At 2.000000001 the federate itself is there already.
    times = {"double": [0, 1.5], "int": [1.5, 2.0], "string": [1.5, 2.0, 2.000000002]}
    for kind, (_, _, value) in values.items():
        assert sent(asset, kind) == [(round(time * S), value) for time in times.get(kind, [1.5])], kind
    assert [stamp for stamp, _ in sent(asset, "both")] == [1_500_000_000, 2_000_000_000, 2_000_000_002]
    assert sent(asset, "both")[0][1] == [-(2**60), "é"]


def test_channels_are_published_for_inputs_of_any_type():
    seen = []

    def act(federate):
        inputs = {}
        for kind in ("double", "int", "string", "vector", "bool"):
            inputs[kind] = helics.helicsFederateRegisterGlobalTypeInput(federate, "in/" + kind, kind)
            helics.helicsInputAddTarget(inputs[kind], "a")
        typed = helics.helicsFederateRegisterSubscription(federate, "b")
        helics.helicsFederateEnterExecutingMode(federate)
        while helics.helicsFederateRequestTime(federate, 4) < 4:
            if helics.helicsInputIsUpdated(typed):
                seen.append((helics.helicsInputGetPublicationType(typed), helics.helicsInputGetVector(typed)))
                continue
            seen.append(
                (
                    round(helics.helicsFederateGetCurrentTime(federate) * 1e9),
                    helics.helicsInputGetDouble(inputs["double"]),
                    helics.helicsInputGetInteger(inputs["int"]),
                    helics.helicsInputGetString(inputs["string"]),
                    helics.helicsInputGetVector(inputs["vector"]),
                    helics.helicsInputGetBoolean(inputs["bool"]),
                )
            )

    simulator, asset, peer = joined(receives=("a", "b"), types=("b=doubles",), peer=act)
    simulator.start(0)
    asset.handlers["a"](StubMessage(b"7"))
    simulator.step(0, S)
    asset.handlers["a"](StubMessage(b"[1.5,-2]"))
    simulator.step(S, 2 * S)
    asset.handlers["a"](StubMessage(b'"12"'))
    simulator.step(2 * S, 3 * S)
    asset.handlers["b"](Doubles(16))
    simulator.step(3 * S, 4 * S)
    simulator.stop(End)
    peer.end()
    assert seen[0] == (1, 7.0, 7, "7", [7.0], True)
    assert seen[1][:1] + seen[1][3:5] == (S + 1, "[1.5,-2]", [1.5, -2.0])
    assert seen[2][:4] == (2 * S + 1, 12.0, 12, "12")
    assert seen[3] == ("double_vector", [0.0, 0.0])


KMH = takt.Unit("km/h", "m.s-1", 1 / 3.6)
MS = takt.Unit("m/s", "m.s-1")
KELVIN, CELSIUS = takt.Unit("K", "K"), takt.Unit("Cel", "K", 1.0, 273.15)


def test_units_of_the_federation_are_those_of_channels():
    seen = []

    def act(federate):
        units = (("a", "double", "km/h"), ("b", "int", "km/h"), ("c", "double", ""), ("d", "double", "degC"))
        out = [helics.helicsFederateRegisterGlobalTypePublication(federate, *each) for each in units]
        into = helics.helicsFederateRegisterGlobalTypeInput(federate, "in", "", "m/s")
        helics.helicsInputAddTarget(into, "speed")
        helics.helicsFederateEnterExecutingMode(federate)
        for each in out:
            helics.helicsPublicationPublishDouble(each, 45.0)
        helics.helicsFederateRequestTime(federate, 1.5)
        seen.append(helics.helicsInputGetDouble(into))

    values = {each: takt.Values(None, MS, None) for each in "abc"}
    values["d"] = takt.Values(None, KELVIN, None)
    values["e"] = takt.Values(None, CELSIUS, None)
    values["speed"] = takt.Values("double", MS, KMH)
    simulator, asset, peer = joined((*"abcde",), ("speed",), ("e=d",), values=values, peer=act)
    simulator.start(0)
    asset.handlers["speed"](Doubles(struct.pack("<d", 10.0)))
    simulator.step(0, 2 * S)
    simulator.stop(End)
    peer.end()
    assert seen == [pytest.approx(10.0, rel=1e-15)]
    expected = {"a": 12.5, "b": 12.5, "c": 45.0, "d": 318.15, "e": 45.0}
    assert {each: sent(asset, each)[0][1] for each in "abcde"} == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    "kind, unit, types, said",
    [
        ("double", "W", (), "source has incompatible unit: W is not convertible to m.s"),
        ("vector", "km/h", (), "'p' is in 'km/h', and HELICS converts no double_vector into json of another unit"),
        ("int", "km/h", ("p=long",), "'p' is in 'km/h', and HELICS converts no int64 into long of another unit"),
    ],
)
def test_a_unit_that_does_not_fit_is_told(kind, unit, types, said):
    def act(federate):
        out = helics.helicsFederateRegisterGlobalTypePublication(federate, "p", kind, unit)
        with suppress(helics.HelicsException):
            helics.helicsFederateEnterExecutingMode(federate)
            helics.helicsPublicationPublishInteger(out, 1)
            helics.helicsFederateRequestTime(federate, 5)

    values = {"p": takt.Values(None, MS, None)}
    simulator, _, peer = joined(("p",), types=types, values=values, peer=act)
    with pytest.raises(WrapperError, match=said):
        simulator.start(0)
        simulator.step(0, 2 * S)
    simulator.failed("over")
    peer.join(20)


@pytest.mark.parametrize(
    "kind, answer_ns", [pytest.param("endpoint", 1_250_000_000, marks=pytest.mark.slow), ("targeted", S + 2)]
)
def test_messages_of_endpoints_are_bytes_both_ways(kind, answer_ns):
    def act(federate):
        if kind == "targeted":
            mine = helics.helicsFederateRegisterGlobalTargetedEndpoint(federate, "peer/radio")
            helics.helicsEndpointAddDestinationTarget(mine, "takt/radio")
        else:  # Without a period HELICS itself may wait for ever.
            helics.helicsFederateSetTimeProperty(federate, helics.HELICS_PROPERTY_TIME_PERIOD, 0.25)
            mine = helics.helicsFederateRegisterGlobalEndpoint(federate, "peer/radio")
            helics.helicsEndpointSetDefaultDestination(mine, "takt/radio")
        helics.helicsFederateEnterExecutingMode(federate)
        while helics.helicsFederateRequestTime(federate, 3) < 3:
            while helics.helicsEndpointHasMessage(mine):
                data = bytes(helics.helicsEndpointGetMessage(mine).raw_data)
                for each in (b"1:", b"2:"):
                    helics.helicsEndpointSendBytes(mine, each + data)

    maps = (f"up={kind}:takt/radio", f"down={kind}:takt/radio->peer/radio")
    simulator, asset, peer = joined(("up",), ("down",), maps, peer=act)
    asset.output = lambda channel, codec=None: asset.outputs.setdefault(channel, Raw())
    simulator.start(0)
    simulator.step(0, S)
    asset.handlers["down"](StubMessage(b"\xff\0"))
    simulator.step(S, 2 * S)
    simulator.step(2 * S, 3 * S)
    simulator.stop(End)
    peer.end()
    assert asset.outputs["up"].sent == [(b"1:\xff\0", answer_ns), (b"2:\xff\0", answer_ns)]


class Raw:
    def __init__(self):
        self.sent = []

    def send_at(self, data, stamp_ns):
        self.sent.append((data, stamp_ns))


def test_time_is_exact_to_the_nanosecond_and_ends_where_it_would_not_be():
    times = (123_456_789, 1_000_000_000_000_001, 2**51 - 10)

    def act(federate):
        out = helics.helicsFederateRegisterGlobalTypePublication(federate, "x", "double")
        helics.helicsFederateEnterExecutingMode(federate)
        for at in times:
            helics.helicsFederateRequestTime(federate, at / 1e9)
            helics.helicsPublicationPublishDouble(out, at)

    simulator, asset, peer = joined(("x",), peer=act)
    simulator.start(0)
    simulator.step(0, 2**51)
    assert sent(asset, "x") == [(at, at) for at in times]
    with pytest.raises(WrapperError, match="HELICS has no exact nanoseconds behind 2251800 s; end the run before"):
        simulator.step(2**51, 2**51 + 1)
    simulator.stop(End)
    peer.end()


def test_a_number_that_json_does_not_have_is_told_with_its_key_and_time():
    def act(federate):
        out = helics.helicsFederateRegisterGlobalTypePublication(federate, "x", "vector")
        helics.helicsFederateEnterExecutingMode(federate)
        helics.helicsFederateRequestTime(federate, 0.5)
        helics.helicsPublicationPublishVector(out, [1.0, float("inf")])

    simulator, _, peer = joined(("a", "b"), maps=("a=x", "b=x"), types=("b=doubles",), peer=act)
    simulator.start(0)
    with pytest.raises(WrapperError, match="^channel 'a': 'x' is inf at 0.5 s, which JSON does not have; --as a=dou"):
        simulator.step(0, S)
    simulator.stop(End)
    peer.end()


def test_a_long_wait_is_told_with_the_federates_that_are_there(monkeypatch, capfd):
    told = "waits for the federation to begin, for 1 s now; "
    said = []

    def has(text):
        said.append(capfd.readouterr().err)
        return text in "".join(said)

    # Told only when the peer is there, which is soon on a machine that does nothing else.
    monkeypatch.setattr("takt_helics._watch._TOLD_AFTER_S", 1e9)

    def act(federate):
        monkeypatch.setattr("takt_helics._watch._TOLD_AFTER_S", 1)
        await_that(lambda: has(told + "2 of 2 federates are there: peer, takt\n"))
        helics.helicsFederateEnterExecutingMode(federate)

    simulator, _, peer = joined(peer=act)
    simulator.start(0)
    simulator.stop(End)
    peer.end()


@pytest.mark.parametrize(
    "given, said",
    [
        (
            {"sends": ["a"], "types": ["a=longs"]},
            "channel 'a' is of type longs, which HELICS has not; doubles are near",
        ),
        ({"receives": ["a"], "maps": ["a=x", "a=y"]}, "channel 'a' is one thing in the federation, not x, y"),
        ({"sends": ["a"], "maps": ["a=x", "a=endpoint:y"]}, "channel 'a' is one thing in the federation, not x, endpo"),
        (
            {"receives": ["a"], "maps": ["a=endpoint:x"]},
            "channel 'a': 'endpoint:x' has no destination, as in endpoint:x->",
        ),
        (
            {"receives": ["a"], "maps": ["a=target:x->y"]},
            "'a': 'target:x->y' is none of KEY, targeted:NAME->DESTINATION, endpoint:NAME->DESTINATION; --in a=",
        ),
        ({"receives": ["a"], "maps": ["a=x->y"]}, "channel 'a': 'x->y' is none of KEY, targeted:NAME->DEST"),
        ({"sends": ["a"], "maps": ["a=x", "a=inputs:x"]}, "'inputs:x' is none of KEY, input:NAME, targeted:NAME, end"),
        ({"sends": ["a"], "maps": ["b=x"]}, "--out names a variable for channel 'b', but asset 'model' sends only a"),
    ],
)
def test_channels_that_are_wrong_are_told_before_the_federation_is_there(given, said):
    with pytest.raises(WrapperError, match=said):
        joined(**given)


def test_what_is_wrong_in_the_federation_is_told():
    def act(federate):
        helics.helicsFederateRegisterGlobalTypePublication(federate, "peer/raw", "of_mine")
        helics.helicsFederateEnterExecutingMode(federate)
        helics.helicsFederateRequestTime(federate, 100)

    for given, said in (
        ({"sends": ["a"]}, "HELICS: Input takt/a is required but has no connection"),
        ({"sends": ["a"], "maps": ["a=input:b"]}, "HELICS: Input b is required but has no connection"),
    ):
        simulator, _, peer = joined(peer=act, **given)
        with pytest.raises(WrapperError, match=said):
            simulator.start(0)
        simulator.failed("the reason")
        peer.join(20)
    simulator, _, peer = joined(peer=act, options=["period=2s"])
    with pytest.raises(
        WrapperError, match="HELICS grants 2 s where 0 s were asked for; the federate of the asset has to"
    ):
        simulator.start(0)
    with pytest.raises(WrapperError, match="HELICS cannot go back to its start; a federation whose broker"):
        simulator.start(0)
    simulator.failed("the reason")
    peer.join(20)


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["--host", "no"], 2, "argument --host: 'no' is no count of federates, such as 3"),
        (["--broker", "here:x"], 2, "argument --broker: 'here:x' is no HOST or HOST:PORT, such as 127.0.0.1:23404"),
        (["--option", "period"], 2, "--option: 'period' is no NAME=VALUE, such as timedelta=1ms"),
        (["--start", "'x"], 2, "--start: No closing quotation"),
        (["--core", "pigeon"], 1, "which hub? give its name, or set TAKT_HUB"),
    ],
)
def test_a_bad_command_line_is_told_in_one_line(words, code, said, capfd, monkeypatch):
    monkeypatch.delenv("TAKT_HUB", raising=False)
    try:
        assert run_command(words) == code
    except SystemExit as end:
        assert end.code == code
    told = capfd.readouterr().err
    assert told.startswith(f"takt_helics: {said}") and told.count("\n") == 1


def test_a_package_that_is_missing_is_told_with_the_command_that_installs_it(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "helics", None)
    assert run_command([]) == 1
    assert capfd.readouterr().err == "takt_helics: the package helics is missing; 'pip install helics' installs it\n"


@pytest.fixture
def town(page):
    files = page("helics.md")
    files.change("town.json", "24117", str(free_port()))
    return files


@pytest.fixture
def unlogged(town):
    """Without the log, which is a JVM."""
    file = town.folder / "town.json"
    config = json.loads(file.read_text())
    config["assets"] = [each for each in config["assets"] if each["name"] != "log"]
    for channel in config["channels"]:
        channel["to"] = [each for each in channel["to"] if each != "log"]
    file.write_text(json.dumps(config))
    return town


def start(takt_command):
    return takt_command.start("run", "-c", "town.json", "--until", "1h", "--json")


def digests(takt_command, run):
    summary = takt_command.summary(run)
    assert summary["violations"] == 0 and summary["end"] == "REACHED", takt_command.err()
    return {each["name"]: each["digest"] for each in summary["assets"]}


def test_takt_check_finds_what_does_not_fit_and_begins_no_federation(town, checked):
    assert checked("town.json")[0] == 0, checked("town.json")
    town.change("town.json", "house=house/power", "house=endpoint:a->b")
    code, lines = checked("town.json")
    assert code == 2 and "takt_helics: channel 'house': 'endpoint:a->b' is none of KEY, input:NAME" in lines


@pytest.mark.slow
def test_the_example_of_the_page_is_the_same_in_every_run_also_under_load_and_after_a_reset(town, takt_command):
    first = digests(takt_command, start(takt_command))
    rows = [*csv.DictReader((town.folder / "town.csv").read_text().splitlines())]
    assert [row["time_s"] for row in rows if row["battery"]] == ["1080", "1920", "2880"]
    assert sum(bool(row["house"]) for row in rows) == 60
    load = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        assert digests(takt_command, start(takt_command)) == first
    finally:
        load.kill()
        load.wait()
    town.change("town.json", '"maxDelay"', '"pace": {"mode": "realtime", "speed": 900}, "maxDelay"')
    (town.folder / "town.csv").unlink()
    run = start(takt_command)
    await_that(lambda: (town.folder / "town.csv").exists() and "\n300," in (town.folder / "town.csv").read_text(), run)
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(f"{takt_command.environment['TAKT_DIR']}/town/control.sock")
        control.sendall(b'{"op":"reset","id":1}\n')
        control.recv(1)
    assert digests(takt_command, run) == first


@pytest.mark.parametrize(
    "end, said",
    [
        ("os.kill(os.getpid(), 9)", "the program 'python3 battery.py' of the federation has ended with signal 9"),
        ("os._exit(0)", "a program of the federation has ended without helicsFederateDisconnect: 'python3 battery.py'"),
        ("h.helicsFederateLocalError(battery, 3, 'flat')", "HELICS: flat"),
        ("h.helicsFederateGlobalError(battery, 3, 'flat')", "HELICS: flat"),
    ],
)
def test_a_federate_that_fails_ends_the_run(unlogged, takt_command, end, said):
    unlogged.change("battery.py", "while h.helicsEnd", f"{end}\n    while h.helicsEnd")
    unlogged.change("battery.py", "import helics", "import os\nimport helics")
    run = start(takt_command)
    summary = takt_command.summary(run)
    assert run.returncode == 3 and summary["reason"].startswith("asset 'town' was lost at "), summary["reason"]
    lines = takt_command.err().splitlines()
    # On a busy machine HELICS warns of its own waits.
    assert said in [line for line in lines if line.startswith("[town] takt_helics: ")][-1], lines
    assert "[console] [error]" not in takt_command.err()


def test_a_program_that_leaves_and_fails_is_lost_at_that_time_however_slowly_it_ends(unlogged, takt_command):
    unlogged.change("battery.py", "h.helicsFederateDisconnect(battery)", "")
    end = "time == 1800 and (h.helicsFederateDisconnect(battery), sleep(0.4), os._exit(3))"
    unlogged.change("battery.py", "    while h.helicsEnd", f"    {end}\n    while h.helicsEnd")
    unlogged.change("battery.py", "import helics", "import os\nfrom time import sleep\nimport helics")
    for until in ("31min", "1h"):
        run = takt_command.start("run", "-c", "town.json", "--until", until, "--json")
        summary = takt_command.summary(run)
        assert run.returncode == 3 and "asset 'town' was lost at 29min:" in summary["reason"], summary["reason"]
        assert "the program 'python3 battery.py' of the federation has ended with exit code 3\n" in takt_command.err()


def test_a_program_that_fails_when_the_run_has_ended_fails_it(unlogged, takt_command):
    """The end of the run frees it from its wait."""
    unlogged.change("battery.py", "    while h.helicsEnd", "    time > 1800 and os._exit(3)\n    while h.helicsEnd")
    unlogged.change("battery.py", "import helics", "import os\nimport helics")
    run = takt_command.start("run", "-c", "town.json", "--until", "30min", "--json")
    summary = takt_command.summary(run)
    assert (run.returncode, summary["state"], summary["end"]) == (3, "FAILED", "ASSET_LOST"), summary["reason"]
    assert ", and after that asset 'town' failed; its program ended with exit status 1" in summary["reason"]
    assert "the program 'python3 battery.py' of the federation has ended with exit code 3\n" in takt_command.err()


def test_a_wrapper_that_waits_for_the_federation_ends_with_its_hub(unlogged, takt_command):
    note = "open('pids', 'w').write(f'{os.getpid()} {os.getppid()}\\n')"
    unlogged.change("battery.py", "while h.helicsEnd", f"{note}\n    sleep(600)\n    while h.helicsEnd")
    unlogged.change("battery.py", "import helics", "import os\nfrom time import sleep\nimport helics")
    pids = unlogged.folder / "pids"
    run = start(takt_command)
    await_that(lambda: pids.exists() and pids.read_text().endswith("\n"), run)
    run.kill()
    run.wait()
    await_that(lambda: not any(os.path.exists(f"/proc/{pid}") for pid in pids.read_text().split()))


def test_programs_that_cannot_begin_are_told(unlogged, takt_command):
    unlogged.change("house.py", "import helics as h", "")
    run = start(takt_command)
    takt_command.summary(run)
    assert run.returncode == 3
    said = "takt_helics: the program 'python3 house.py' of the federation has ended with exit code 1\n"
    assert said in takt_command.err()


@pytest.mark.slow
def test_federates_elsewhere_are_told_why_the_asset_ends(town, takt_command):
    config = json.loads((town.folder / "town.json").read_text())
    launch = config["assets"][0]["launch"]
    at = launch.index("python3 house.py")
    del launch[at - 1 : at + 1]
    config["assets"][0]["launch"] = ["sh", "-c", 'echo $$ > pid; exec "$0" "$@"', *launch]
    (town.folder / "town.json").write_text(json.dumps(config))
    address = {"HELICS_BROKER_PORT": launch[launch.index("--broker") + 1].partition(":")[2]}

    def house():
        """It asks for 600 s, and holds the asset there until it is told to go on."""
        return subprocess.Popen(
            [sys.executable, "-u", "house.py"],
            cwd=town.folder,
            env={**os.environ, **address},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    town.change(
        "house.py",
        "h.helicsFederateRequestTime(house, time + 60)",
        "held(h.helicsFederateRequestTime(house, time + 60))",
    )
    town.change(
        "house.py",
        "time = 0\n",
        "def held(time):\n    if time == 600:\n        print(time)\n        input()\n    return time\n\ntime = 0\n",
    )
    # The asset waits in HELICS for the house.
    waits, run = house(), start(takt_command)
    assert "600.0\n" in iter(waits.stdout.readline, "")
    os.kill(int((town.folder / "pid").read_text()), signal.SIGTERM)
    assert takt_command.summary(run)["end"] == "ASSET_LOST"
    assert waits.communicate("\n", 120)[1].endswith("] interrupted\n") and waits.returncode == 1
    # The asset is told by the hub.
    town.change("grid.py", "self.voltage.send(", "self.voltage.send(1 / (t0 < 900e9) * ")
    waits, run = house(), start(takt_command)
    assert "600.0\n" in iter(waits.stdout.readline, "")
    err = waits.communicate("\n", 120)[1]
    assert "] asset 'grid' was lost at 15min: its simulator failed: ZeroDivisionError" in err
    assert takt_command.summary(run)["end"] == "ASSET_LOST"
