"""SUMO networks as assets, with SUMO itself, on the network of the page."""

import csv
import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
import takt
from conftest import Page, StubAsset, StubMessage, await_that, channel_map, hold

libsumo = pytest.importorskip("libsumo", reason="left out: needs the package libsumo")

from takt_sumo.__main__ import run as run_command  # noqa: E402
from takt_sumo._asset import SumoAsset  # noqa: E402
from takt_sumo._engine import InProcess, OverTraci  # noqa: E402
from takt_sumo._files import SumoFiles  # noqa: E402
from takt_sumo._journal import Journal  # noqa: E402
from takt_wrapper import ValueTypes, WrapperError, needs  # noqa: E402

S = 1_000_000_000
SUMO = shutil.which("sumo", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
NEEDS_SUMO = pytest.mark.skipif(SUMO is None, reason="left out: needs the package eclipse-sumo")
ENGINES = [InProcess, pytest.param(lambda: OverTraci(SUMO), marks=NEEDS_SUMO, id="traci")]


@pytest.fixture
def road(tmp_path, monkeypatch):
    Page("sumo.md", tmp_path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    libsumo.close()


def joined(
    sends=(),
    receives=(),
    maps=(),
    types=(),
    step_ns=S,
    options=(),
    stops=False,
    values=None,
    engine=InProcess,
    journal=None,
):
    asset = StubAsset(step_ns, sends, receives, values)
    asset.seed = 3
    mapping = channel_map(maps, receives)
    simulator = SumoAsset(engine(), "road.sumocfg", options, mapping, ValueTypes(types), stops, journal)
    try:
        simulator.joined(asset)
    except WrapperError:
        simulator.abandon("it has failed")
        raise
    return simulator, asset


def run(simulator, until, begin=0):
    for t0 in range(begin * S, until * S, S):
        simulator.step(t0, t0 + S)


def sent(asset, channel):
    return [json.loads(data) for _, data in asset.outputs[channel].sent]


@pytest.mark.parametrize("engine", ENGINES)
def test_values_are_those_of_a_plain_loop_also_after_a_reset(engine, road):
    maps = ("cars=vehicle:*.position", "one=vehicle:car.1.speed", "both=edge:in.lastStepVehicleNumber")
    maps += ("both=simulation.time", "phase=trafficlight:light.phase")
    simulator, asset = joined(("cars", "one", "both"), ("phase",), maps, engine=engine)
    runs = []
    for _ in range(2):
        for output in asset.outputs.values():
            output.sent.clear()
        simulator.start(0)
        asset.handlers["phase"](StubMessage(b"1"))
        run(simulator, 40)
        runs.append([sent(asset, channel) for channel in ("cars", "one", "both")])
    simulator.stop(None)
    libsumo.start(["sumo", "-c", "road.sumocfg", "--seed", "3", "--no-step-log", "true"])
    cars, one, both = [{}], [], [[0, 0.0]]
    libsumo.trafficlight.setPhase("light", 1)
    for _ in range(40):
        libsumo.simulationStep()
        there = libsumo.vehicle.getIDList()
        cars.append({each: [*libsumo.vehicle.getPosition(each)] for each in there})
        one += [libsumo.vehicle.getSpeed("car.1")] if "car.1" in there else []
        both.append([libsumo.edge.getLastStepVehicleNumber("in"), libsumo.simulation.getTime()])
    assert runs == [[cars, one, both]] * 2
    assert 0 < len(one) < 40


@pytest.mark.parametrize("engine", ENGINES)
def test_commands_set_values_and_add_vehicles(engine, road, capfd):
    maps = ("add=vehicle.add", "speed=vehicle:mine.speed", "cars=vehicle:*.speed")
    simulator, asset = joined(("cars",), ("add", "speed"), maps, engine=engine)
    simulator.start(0)
    asset.handlers["speed"](StubMessage(b"2.5"))
    asset.handlers["speed"](StubMessage(b"2.5"))
    told = [line for line in capfd.readouterr().err.splitlines() if not line.startswith("Warning")]  # Those are SUMO's.
    assert told == ["message 3 of asset 'other' on channel 'in' has no effect: there is no mine"]
    asset.handlers["add"](StubMessage(b'["mine", "through"]'))
    run(simulator, 2)
    asset.handlers["speed"](StubMessage(b"2.5"))
    run(simulator, 10)
    assert sent(asset, "cars")[-1]["mine"] == 2.5
    for channel, data, said in (
        ("add", b'["other", "nowhere"]', "cannot be applied: 'vehicle.add': .*nowhere"),
        ("speed", b'"fast"', "cannot be applied: 'vehicle:mine.speed': "),
        ("speed", b"fast", "message 3 of asset 'other' on channel 'in' cannot be read"),
    ):
        with pytest.raises(WrapperError, match=said):
            asset.handlers[channel](StubMessage(data))
    simulator.stop(None)


@pytest.mark.parametrize("engine", ENGINES)
def test_commands_for_cars_that_are_not_there_have_no_effect(engine, road, capfd):
    maps = ("cmd=vehicle.setSpeed", "all=vehicle:*.speed", "cars=vehicle:*.speed")
    simulator, asset = joined(("cars",), ("cmd", "all"), maps, engine=engine)
    simulator.start(0)
    run(simulator, 8)
    for channel, data in (("cmd", b'["gone", 3.0]'), ("cmd", b'["gone", 3.0]'), ("all", b'{"car.0": 2.5, "late": 1}')):
        asset.handlers[channel](StubMessage(data))
    told = [line for line in capfd.readouterr().err.splitlines() if line.startswith("message")]
    assert told == [
        f"message 3 of asset 'other' on channel 'in' has no effect: there is no {each}" for each in ("gone", "late")
    ]
    run(simulator, 16, 8)
    assert sent(asset, "cars")[-1]["car.0"] == 2.5
    for channel, data, said in (
        ("cmd", b'["car.0", "fast"]', "cannot be applied: 'vehicle.setSpeed': "),
        ("all", b"2.5", r"'vehicle:\*.speed' takes an object with a value for each ID, such as \{\"a\": 1.5}$"),
    ):
        with pytest.raises(WrapperError, match=said):
            asset.handlers[channel](StubMessage(data))
    simulator.stop(None)


@pytest.mark.parametrize("engine", ENGINES)
def test_lists_that_are_one_value_are_set_as_they_are_sent(engine, road):
    fields = {"route": ["in", "out"], "color": [1, 2, 3, 255], "via": ["out"]}
    lanes = {"allowed": ["passenger", "bus"]}
    maps = [f"{each}=vehicle:car.0.{each}" for each in fields] + ["allowed=lane:out_0.allowed"]
    maps += ["to_" + each for each in maps] + ["bad=vehicle.setRoute"]
    receives = [f"to_{each}" for each in (*fields, *lanes)] + ["bad"]
    simulator, asset = joined((*fields, *lanes), receives, maps, engine=engine)
    simulator.start(0)
    run(simulator, 8)
    for each, value in {**fields, **lanes}.items():
        asset.handlers["to_" + each](StubMessage(json.dumps(value).encode()))
    asset.handlers["to_route"](StubMessage(b'[["in", "out"]]'))
    run(simulator, 9, 8)
    for each, value in {**fields, **lanes}.items():
        assert sent(asset, each)[-1] == value, each
    with pytest.raises(WrapperError) as failure:
        asset.handlers["bad"](StubMessage(b'["car.0", "in", "out"]'))
    assert "argument" in str(failure.value) and "libsumo::" not in str(failure.value)
    simulator.stop(None)


def test_a_process_in_the_place_of_a_lost_one_goes_on_with_what_that_has_got(road, capfd):
    def begun(t0):
        maps = ("cars=vehicle:*.position", "phase=trafficlight:light.phase", "speed=vehicle:car.1.speed")
        simulator, asset = joined(("cars",), ("phase", "speed"), maps, journal=Journal("state"))
        simulator.start(t0)
        return simulator, asset

    def drive(simulator, asset, begin, until):
        for second in range(begin, until):
            if second in (8, 20, 30):
                asset.handlers["phase"](StubMessage(b"1" if second == 20 else b"0"))
                asset.handlers["speed"](StubMessage(b"0.1" if second == 8 else b"-1"))
            run(simulator, second + 1, second)

    simulator, asset = begun(0)
    drive(simulator, asset, 0, 60)
    whole = sent(asset, "cars")
    simulator, asset = begun(0)  # The file begins anew.
    drive(simulator, asset, 0, 31)
    simulator, asset = begun(30 * S)  # The input of that step comes once more.
    assert "repeats 30s of road.sumocfg\n" in capfd.readouterr().err
    drive(simulator, asset, 30, 60)
    assert sent(asset, "cars") == whole[31:] and len(whole) == 61
    assert [json.loads(line)[0] for line in Path("state").read_text().splitlines()[1:]] == [8 * S, 20 * S, 30 * S]
    Path("state").write_text("{}\n")
    with pytest.raises(WrapperError, match="--state: state is not of this simulation up to 30s; delete it, or name"):
        begun(30 * S)


@NEEDS_SUMO
@pytest.mark.parametrize(
    "old, new, said",
    [
        ("</net>", "", "SUMO does not start with road.sumocfg: .*road.net.xml"),
        ("", "", "SUMO cannot go on: .*sumo has ended with signal 9$"),
    ],
)
def test_a_sumo_over_traci_that_ends_is_told_with_its_reason(old, new, said, road):
    net = road / "road.net.xml"
    net.write_text(net.read_text().replace(old, new))
    with pytest.raises(WrapperError, match=said):
        simulator, asset = joined(engine=lambda: OverTraci(SUMO))
        simulator.start(0)
        run(simulator, 2)
        os.killpg(simulator._engine._process.pid, signal.SIGKILL)
        run(simulator, 4, 2)


def test_a_program_that_is_missing_is_told_with_the_command_that_installs_it(road):
    said = "nowhere cannot be started: No such file or directory; 'pip install eclipse-sumo' installs sumo$"
    with pytest.raises(WrapperError, match=f"SUMO does not start with road.sumocfg: {said}"):
        joined(engine=lambda: OverTraci("nowhere"))


def test_numbers_of_a_channel_are_in_its_unit(road):
    maps = ("add=vehicle.add", "set=vehicle:mine.speed", "cars=vehicle:*.speed", "mine=vehicle:mine.speed")
    maps += ("mine=simulation.time",)
    kmh = takt.Unit("km/h", "m.s-1", 0.25)
    values = {"cars": takt.Values(None, kmh, None), "set": takt.Values(None, kmh, None)}
    simulator, asset = joined(("cars", "mine"), ("add", "set"), maps, values=values)
    simulator.start(0)
    asset.handlers["add"](StubMessage(b'["mine", "through"]'))
    run(simulator, 2)
    asset.handlers["set"](StubMessage(b"10"))
    run(simulator, 10)
    assert sent(asset, "cars")[-1]["mine"] == 10 and sent(asset, "mine")[-1] == [2.5, 12]
    values["mine"] = takt.Values(None, kmh, None)
    values["cars"] = takt.Values("long", kmh, None)
    with pytest.raises(WrapperError, match="channel 'cars' has another unit, and its whole numbers cannot be"):
        joined(("cars",), (), maps[2:3], values=values)
    with pytest.raises(WrapperError, match="channel 'mine' has a unit that does not fit: 's' cannot be converted into"):
        joined(("mine",), (), maps[3:], values=values)


def test_with_stop_the_run_ends_when_all_have_arrived(road):
    simulator, asset = joined((), ("phase",), ("phase=trafficlight:light.phase",), stops=True)
    reasons = []
    asset.stop_run = reasons.append
    simulator.start(0)
    asset.handlers["phase"](StubMessage(b"1"))
    run(simulator, 50)
    assert reasons == []
    run(simulator, 100)
    assert reasons[0] == "all of road.sumocfg has arrived"


@pytest.mark.parametrize(
    "given, said",
    [
        ({"sends": ["cars"]}, "channel 'cars': 'cars' is no variable of SUMO, such as vehicle.*; there are busstop, "),
        (
            {"sends": ["lane:x_0.width"]},
            "there is no lane 'x_0'; there are in_0, out_0, :light_0_0; --out lane:x_0.wid",
        ),
        ({"sends": ["lane:in_0.size"]}, "'lane:in_0.size': a lane has no 'size' to get; it has .*lastStepMeanSpeed"),
        ({"receives": ["lane:in_0.size"]}, "a lane has no 'size' to set; it has .*maxSpeed"),
        ({"receives": ["a"], "maps": ["a=vehicle.add", "a=vehicle.remove"]}, "channel 'a' sets one variable, not vehi"),
        (
            {"step_ns": S // 2},
            "the step of 0.5s is no multiple of SUMO's, 1s; change the step, or set another by --opt",
        ),
        ({"options": ["step-length=0"]}, "SUMO does not start with road.sumocfg: "),
        (
            {"options": ["net-file=none.xml"]},
            r"SUMO does not start with road.sumocfg: File 'none.xml' is not accessible \(No such file or directory\).$",
        ),
        ({"options": ["colour=red"]}, "with road.sumocfg: On processing option '--colour': No option with the name 'c"),
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_what_is_wrong_is_told_with_what_there_is(engine, road, given, said):
    with pytest.raises(WrapperError, match=said):
        joined(**given, engine=engine)


def test_a_package_that_is_missing_is_told_with_the_command_that_installs_it(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "libsumo", None)
    assert run_command(["road.sumocfg"]) == 1
    assert capfd.readouterr().err == "takt_sumo: the package libsumo is missing; 'pip install libsumo' installs it\n"


def test_the_example_of_the_page_is_the_same_in_every_run(page, takt_command):
    files = page("sumo.md")

    def run():
        process = takt_command.start("run", "-c", "road.json", "--until", "120s", "--json")
        summary = takt_command.summary(process)
        return process.returncode, {each["name"]: each["digest"] for each in summary["assets"]}

    first = run()
    assert first[0] == 0 and "[light] 11 cars have arrived\n" in takt_command.err()
    rows = [*csv.DictReader((files.folder / "road.csv").read_text().splitlines())]
    assert len(rows) > 100 and any("car.10" in row["cars"] for row in rows)
    load = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        assert run() == first
    finally:
        load.kill()
        load.wait()
    files.change("road.json", "lane:in_0.last", "lane:in_1.last")
    assert run()[0] == 3
    assert (
        "[traffic] takt_sumo: channel 'waiting': 'lane:in_1.lastStepHaltingNumber': there is no" in takt_command.err()
    )


@pytest.mark.parametrize("traci", ["", pytest.param('"--traci", "sumo", ', marks=NEEDS_SUMO)])
def test_takt_check_finds_what_does_not_fit_without_a_start_of_sumo(page, checked, traci):
    files = page("sumo.md")
    files.change("road.sumocfg", "</input>", '</input><output><tripinfo-output value="trips.xml"/></output>')
    files.change("road.json", '"takt_sumo", ', f'"takt_sumo", {traci}"--state", "kept", ')
    files.change("road.json", '"cars",', '"cars", "unit": "km",')
    assert checked("road.json")[0] == 0, checked("road.json")
    files.change("road.json", '"km"', '"s"')
    code, said = checked("road.json")
    assert code == 2 and said == (
        "road.json: assets[0].launch: takt_sumo: channel 'cars' has a unit that does not fit: 'm' cannot be converted"
        " into 's': the one is a unit of m, the other of s\n"
    )
    files.change("road.json", '"s"', '"m"')
    files.change("road.json", "vehicle:*.position", "vehicle:*.place")
    code, said = checked("road.json")
    assert code == 2 and "channel 'cars': 'vehicle:*.place': a vehicle has no 'place' to get; it has" in said
    files.change("road.json", "vehicle:*.place", "vehicle:*.position")
    for old, new, said in (
        ("lane:in_0", "lane:in_9", "'lane:in_9.lastStepHaltingNumber': there is no lane 'in_9'; there are in_0, out_0, :"),
        ("trafficlight:light", "trafficlight:red", "there is no trafficlight 'red'; there are light; --in phase="),
        ('"road.sumocfg",', '"road.sumocfg", "--option", "step-length=0.3",', "is no multiple of SUMO's, 0.3s; "),
        ("road.sumocfg", "no.sumocfg", "takt_sumo: no.sumocfg: there is no such file\n"),
        ('"road.sumocfg",', '"road.sumocfg", "--option", "net-file=no.xml",', "no.xml: there is no such file\n"),
    ):
        files.change("road.json", old, new)
        code, lines = checked("road.json")
        assert code == 2 and said in lines, lines
        files.change("road.json", new, old)
    assert checked("road.json")[0] == 0, checked("road.json")
    assert not (files.folder / "kept").exists() and not (files.folder / "trips.xml").exists()


def test_ids_are_those_of_the_network_as_far_as_it_tells(road):
    network = road / "road.net.xml"
    assert SumoFiles("road.sumocfg", []).ids() == {
        "edge": {":light_0", "in", "out"},
        "lane": {":light_0_0", "in_0", "out_0"},
        "junction": {"east", "light", "west"},
        "trafficlight": {"light"},
    }
    (road / "packed.net.xml").write_bytes(gzip.compress(network.read_bytes()))
    assert SumoFiles("road.sumocfg", ["--net-file", "packed.net.xml"]).ids() == SumoFiles("road.sumocfg", []).ids()
    (road / "large.net.xml").write_text(network.read_text() + "<!--" + " " * (33 << 20) + "-->")
    assert SumoFiles("road.sumocfg", ["--net-file", "large.net.xml"]).ids() == {}
    network.write_text("<net><edge")
    with pytest.raises(WrapperError, match="^road.net.xml: is no XML: unclosed token: line 1, column 5$"):
        SumoFiles("road.sumocfg", []).ids()
    assert SumoFiles("road.sumocfg", ["--step-length", "0.5"]).step_s == 0.5
    (road / "road.sumocfg").write_text('<configuration><step-length value="0.25"/></configuration>')
    assert SumoFiles("road.sumocfg", []).step_s == 0.25 and SumoFiles("road.sumocfg", []).ids() == {}


def test_a_damaged_network_and_other_encodings_of_it(road):
    network = (road / "road.net.xml").read_bytes()
    packed = bytearray(gzip.compress(network))
    packed[len(packed) // 2 :] = bytes(len(packed) - len(packed) // 2)
    (road / "bad.net.xml").write_bytes(packed)
    with pytest.raises(WrapperError, match="^bad.net.xml: "):
        SumoFiles("road.sumocfg", ["--net-file", "bad.net.xml"]).ids()
    for encoding in ("shift_jis", "no-such"):  # One that expat does not know, and one that Python does not either.
        declared = f'<?xml version="1.0" encoding="{encoding}"?>'.encode()
        (road / "other.net.xml").write_bytes(declared + network.partition(b"?>")[2])
        assert SumoFiles("road.sumocfg", ["--net-file", "other.net.xml"]).ids() == {}
        (road / "other.sumocfg").write_bytes(declared + b"<configuration/>")
        assert SumoFiles("other.sumocfg", []).step_s == 1e-9


@pytest.mark.parametrize("step", ["0", "1e-10", "-1", "nan", "inf"])
def test_a_step_that_sumo_cannot_have_is_told(step, road):
    with pytest.raises(WrapperError) as told:
        SumoFiles("road.sumocfg", ["--step-length", step])
    assert str(told.value) == f"road.sumocfg: step-length is '{step}'; it has to be 0.001 seconds or more"


def test_a_library_that_the_system_lacks_is_told(tmp_path, monkeypatch):
    said = "libX11.so.6: cannot open shared object file: No such file or directory"
    (tmp_path / "wants_x11.py").write_text(f"raise ImportError({said!r})")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(WrapperError) as told:
        needs("wants_x11", "wants-x11")
    assert str(told.value) == (
        f"the package wants-x11 cannot be loaded ({said}); libX11.so.6 is a library of the system: install the package"
        " of your system that has it"
    )


def test_takt_check_goes_on_without_the_packages(page, checked):
    files = page("sumo.md")
    for words, said in (('"-S", "-m"', "No module named takt_sumo"), ('"-m"', "the package libsumo is missing; 'pip")):
        files.change("road.json", '"python3", "-m"', f'"python3", {words}')
        code, lines = checked("road.json")
        assert code == 0 and lines.count("\n") == 3 and "live" in lines, lines
        assert "warning: assets[0].launch: cannot be checked: " in lines and said in lines
        files.change("road.json", f'"python3", {words}', '"python3", "-m"')
        (files.folder / "libsumo.py").write_text("raise ModuleNotFoundError(name='libsumo')")


@NEEDS_SUMO
def test_two_side_by_side_are_the_same_in_every_run_also_where_one_dies(page, takt_command):
    files = page("sumo.md")

    def begun():
        return takt_command.start("run", "-c", "two.json", "--until", "120s", "--json")

    def ended(process):
        summary = takt_command.summary(process)
        assert process.returncode == 0, takt_command.err()
        return {each["name"]: each["digest"] for each in summary["assets"]}

    first = ended(begun())
    log = files.folder / "two.csv"
    assert "west.car.7" in log.read_text()
    log.unlink()
    for name in ("west", "east"):
        files.change(
            "two.json",
            f'"{name}",   "step": "1s", "launch": ["python3"',
            f'"{name}", "step": "1s", "onLost": "restart", "launch": ["sh", "-c", "echo $$ >> {name};'
            f' exec python3 $0 $@ --state {name}.state"',
        )
    files.change("two.json", '"maxDelay"', '"pace": {"mode": "realtime", "speed": 30}, "maxDelay"')
    hold(files.folder / "two.json", 110 * S)
    process = begun()
    await_that(lambda: log.exists() and log.read_text().count("\n") > 60, process)
    for name in ("west", "east"):
        os.kill(int((files.folder / name).read_text()), signal.SIGKILL)
    (files.folder / "go").touch()
    again = ended(process)
    assert {name: again[name] for name in first} == first
    assert (files.folder / "east").read_text().count("\n") == 2
    assert "s of road.sumocfg\n" in takt_command.err()


@NEEDS_SUMO
def test_the_last_words_of_a_sumo_are_passed_on(capfd):
    engine = OverTraci(SUMO)
    engine.api = SimpleNamespace(close=lambda wait: None)
    engine._process = subprocess.Popen(["sh", "-c", "seq 9000 >&2"], stderr=subprocess.PIPE, text=True)
    engine._listens = threading.Thread(target=engine._listen, daemon=True)
    engine._listens.start()
    engine.close()
    assert capfd.readouterr().err.endswith("\n9000\n")


def test_a_network_that_does_not_load_is_told(page, takt_command):
    files = page("sumo.md")
    files.change("road.net.xml", "</net>", "")
    process = takt_command.start("run", "-c", "road.json", "--until", "120s", "--json")
    takt_command.summary(process)
    assert process.returncode == 3
    assert "[traffic] takt_sumo: SUMO does not start with road.sumocfg: " in takt_command.err()
