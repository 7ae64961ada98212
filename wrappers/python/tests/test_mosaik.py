"""Simulators of mosaik as assets, with mosaik itself: the page's examples, and what goes wrong."""

import csv
import json
import os
import re
import socket
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import noisy
import pytest
from conftest import StubAsset, await_that

mosaik = pytest.importorskip("mosaik", reason="left out: needs the package mosaik")

from takt_mosaik import World  # noqa: E402
from takt_mosaik.__main__ import _make as make_asset  # noqa: E402
from takt_mosaik.__main__ import _parser as parser  # noqa: E402
from takt_mosaik.__main__ import run as run_command  # noqa: E402
from takt_mosaik._remote import Remote  # noqa: E402
from takt_mosaik._simulator import Simulator  # noqa: E402
from takt_mosaik._time import Rounds, Slots  # noqa: E402
from takt_wrapper import HubProcess, WrapperError  # noqa: E402

NOISY = {"Noisy": {"python": "noisy:Noisy"}, "Remote": {"cmd": f"%(python)s {noisy.__file__} %(addr)s"}}

STEP = """
import mosaik_api_v3
class Sim(mosaik_api_v3.Simulator):
    def __init__(self):
        super().__init__({"models": {"M": {"public": True, "params": ["p"], "attrs": ["a", "b"]}}})
    def init(self, sid, time_resolution, **params):
        return self.meta
    def create(self, num, model, **params):
        return [{"eid": str(i), "type": model} for i in range(num)]
    def step(self, time, inputs, max_advance):
        return time + 1
    def get_data(self, outputs):
        return {eid: {attr: 0 for attr in attrs} for eid, attrs in outputs.items()}
"""
END = """
if __name__ == "__main__":
    mosaik_api_v3.start_simulation(Sim(), configure_logging=False)
"""


def simulator(folder, old="", new=""):
    """A simulator of which a part is another."""
    assert old in STEP
    (folder / "sim.py").write_text(STEP.replace(old, new, 1) + END)
    return ["--", "%(python)s", str(folder / "sim.py"), "%(addr)s"]


def config(words):
    """A hub with one asset, which sends the channel a and receives b."""
    named = [word.partition("=")[0] for option, word in zip(words, words[1:]) if option in ("--in", "--out")]
    mapped = [word for channel, word in (("a", "--out=a=0.a"), ("b", "--in=b=0.b")) if channel not in named]
    launch = [sys.executable, "-m", "takt_mosaik", "--create", "M", *mapped, *words]
    asset = {"name": "sim", "maxStep": "1s", "granularity": "1ns", "launch": launch}
    source = {"name": "other", "step": "1s", "launch": [sys.executable, "other.py"]}
    channels = [{"name": "a", "from": "sim", "to": ["other"]}, {"name": "b", "from": "other", "to": ["sim"]}]
    return {"hub": "one", "coreStep": "1s", "maxDelay": "2s", "assets": [asset, source], "channels": channels}


OTHER = """
import takt
class Other:
    def joined(self, asset):
        self.b = asset.output("b", takt.codec.json)
        asset.subscribe("a", lambda value, message: print("got", message.stamp_ns, value), takt.codec.json)
    def step(self, t0, t1):
        self.b.send(t0 // 10**9)
with takt.connect() as hub:
    hub.join(None, Other())
    hub.run()
"""


@pytest.fixture
def one(takt_command, tmp_path):
    """Runs a hub with one simulator; its exit code, and its lines."""

    def run(words):
        (tmp_path / "other.py").write_text(OTHER)
        process = takt_command.start_run(config(words), "4s")
        takt_command.summary(process)
        return process.returncode, takt_command.err()

    return run


def many(cases):
    """A hub with an asset for each of some lists of words: sim0, sim1 and so on."""
    hub = config([])
    (_, source), (sent, received) = hub["assets"], hub["channels"]
    assets = [{**config(words)["assets"][0], "name": f"sim{i}"} for i, words in enumerate(cases)]
    names = [each["name"] for each in assets]
    channels = [*({**sent, "from": name} for name in names), {**received, "to": names}]
    return {**hub, "assets": [*assets, source], "channels": channels}


def require_told(file, cases, checked):
    """What is wrong with each asset, and nothing else."""
    code, lines = checked(file)
    told = [line for line in lines.splitlines() if "assets[" in line]
    assert code == 2 and len(told) == len(cases), lines
    for i, (line, (_, said)) in enumerate(zip(told, cases)):
        assert f": assets[{i}].launch: takt_mosaik: {said}" in line, lines


def test_takt_check_looks_at_words_and_starts_no_simulator(takt_command, tmp_path, checked):
    words = simulator(tmp_path, "import mosaik_api_v3", "open('begun', 'w')\nimport mosaik_api_v3")
    file = takt_command.write(config(words))
    assert checked(file)[0] == 0, checked(file)
    cases = (
        (["--create", "0*M"], "--create: '0*M' is no [COUNT*]MODEL"),
        (["--out", "c=0.a"], "--out names a variable for channel 'c', but asset 'sim1' sends only a"),
        (["--out", "a=a"], "channel 'a': 'a' is no attribute of an entity"),
        (["--initial", "a=1"], "--event and --initial are for channels that the asset receives, not 'a'"),
        (["--as", "a=real"], "--as: there is no type 'real' of values"),
        (["--", "no-such-program"], "the simulator 'no-such-program' cannot be started: there is no such program"),
    )
    require_told(takt_command.write(many([[*more, *words] for more, _ in cases])), cases, checked)
    assert not (tmp_path / "begun").exists()


def test_takt_check_makes_a_simulator_of_a_class_and_ends_none(takt_command, tmp_path, checked):
    begins = "def setup_done(self): open('begun', 'w')\n    finalize = setup_done\n    def create"
    simulator(tmp_path, "def create", begins)
    here = ["--python", "sim:Sim"]
    file = takt_command.write(config(here))
    assert checked(file)[0] == 0, checked(file)
    (tmp_path / "wrong.py").write_text(STEP.replace("super().__init__(", "super().__init__(none, "))
    cases = (
        ([*here, "--out", "a=1.a"], "channel 'a': there is no entity '1'; there are 0; --out a=ENTITY.ATTRIBUTE"),
        ([*here, "--in", "b=0.c"], "channel 'b': entity '0', a M, has no attribute 'c'; it has a, b; --in b="),
        ([*here, "--create", "N"], "the simulator has no model 'N' to create; it has M"),
        (["--python", "wrong:Sim"], "the simulator cannot be made: NameError: name 'none' is not defined"),
    )
    require_told(takt_command.write(many([words for words, _ in cases])), cases, checked)
    assert not (tmp_path / "begun").exists()


def test_takt_check_does_not_wait_for_threads_of_a_simulator(takt_command, tmp_path, checked):
    waits = "import threading; threading.Thread(target=threading.Event().wait).start(); return self.meta"
    simulator(tmp_path, "return self.meta", waits)
    code, lines = checked(takt_command.write(config(["--python", "sim:Sim"])))
    assert code == 0 and "warning" not in lines, lines


def test_takt_check_asks_the_wrappers_of_child_hubs(takt_command, tmp_path, checked):
    child = {**config(["--out", "c=0.a", *simulator(tmp_path)]), "parent": {"hub": "root"}}
    takt_command.write(child)
    federate = {"name": "one", "config": "one.json", "launch": ["takt", "run", "-c", "one.json"]}
    root = takt_command.write({"hub": "root", "coreStep": "1s", "maxDelay": "2s", "federates": [federate]})
    code, lines = checked(root)
    said = "--out names a variable for channel 'c', but asset 'sim' sends only a"
    assert code == 2 and f"one.json: assets[0].launch: takt_mosaik: {said}\n" in lines and "\nlive: " in lines, lines
    words = ["check", "-c", root, "--json"]
    run = subprocess.run(
        [takt_command.command, *words], env=takt_command.environment, capture_output=True, text=True, cwd=tmp_path
    )
    told = json.loads(run.stdout)
    assert (told["live"], told["errors"]) == (True, []) and said in told["tree"]["files"][0]["errors"][0]
    (tmp_path / "takt_mosaik.py").write_text("raise ImportError('not here')")
    code, lines = checked(root)
    assert code == 0 and "one.json: assets[0].launch: cannot be checked: ImportError: not here\n" in lines, lines


def test_the_example_of_the_page_is_the_same_by_tcp_and_in_process(page, takt_command):
    files = page("mosaik.md")

    def run():
        process = takt_command.start("run", "-c", "street.json", "--until", "24h", "--json")
        summary = takt_command.summary(process)
        return process.returncode, {each["name"]: each["digest"] for each in summary["assets"]}

    first = run()
    assert first[0] == 0, takt_command.err()
    rows = [*csv.DictReader((files.folder / "street.csv").read_text().splitlines())]
    # The house's step at 900 s has the limit of the grid's step up to 900 s, which has the load of the step at 0.
    loads = [float(row["load"]) for row in rows if row["load"]]
    assert loads[:8] == [5, 10, 15, 20, 5, 6, 15, 20]
    load = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        files.change("street.json", '"--", "%(python)s", "house.py", "%(addr)s"', '"--python", "house:Houses"')
        assert run() == first
    finally:
        load.kill()
        load.wait()


def test_the_scenario_of_the_page_runs(page, takt_command):
    files = page("mosaik.md")
    assert "takt_mosaik import World       # in place of: from mosaik" in (files.folder / "scenario.py").read_text()
    run = subprocess.run(
        [sys.executable, "scenario.py"], cwd=files.folder, env=takt_command.environment, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == "Houses-0.House_0 has 20.0\nHouses-1.House_0 has 12.0\n"


def test_a_hub_is_a_simulator_in_the_scenario_of_the_page(page, takt_command):
    files = page("mosaik.md")
    run = subprocess.run(
        [sys.executable, "mixed.py"], cwd=files.folder, env=takt_command.environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    assert "the last limit is 20.0\n" in run.stdout
    files.change("grid.py", "self.load = 0.0", "self.load = none")
    run = subprocess.run(
        [sys.executable, "mixed.py"], cwd=files.folder, env=takt_command.environment, capture_output=True, text=True
    )
    last = run.stderr.splitlines()[-1]
    assert last.startswith(f"mixed.py: the run of {files.folder}/plant.json has ended: asset 'grid'"), run.stderr
    assert "name 'none' is not defined" in last and run.returncode == 1 and "mixed.py\", line" not in run.stderr


@pytest.fixture
def on_path(takt_command, monkeypatch):
    """The command takt for this process."""
    for name in ("PATH", "TAKT_NO_BUILD", "TAKT_JAVA_OPTS"):
        monkeypatch.setenv(name, takt_command.environment[name])


@pytest.mark.parametrize(
    "seed", [6, 37, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (12, 19, 20, 26, 30))]
)
def test_steps_and_inputs_of_a_scenario_are_those_that_mosaik_has(seed, on_path):
    """With other seeds mosaik fails by itself, or loses values that it has kept for too short a time."""
    theirs = mosaik.World(NOISY, debug=True, skip_greetings=True, configure_logging=False)
    ours = World(NOISY, debug=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for world in (theirs, ours):
            noisy.build(world, seed)
        theirs.run(until=12, print_progress=False)
    ours.run(until=12)
    graph = theirs.execution_graph
    expected = {
        (sid, tuple(time.tiers)): (
            data["inputs"],
            {(before, tuple(at.tiers)) for before, at in graph.predecessors((sid, time))},
        )
        for (sid, time), data in graph.nodes(data=True)
    }
    assert len(expected) > 30 and ours.steps() == expected


def test_the_scenarios_of_mosaik_pass(takt_command):
    """The environment variable TAKT_MOSAIK names a clone of github.com/OFFIS-mosaik/mosaik, or of its origin."""
    clone = os.environ.get("TAKT_MOSAIK")
    if clone is None:
        pytest.skip("left out: needs TAKT_MOSAIK, a clone of github.com/OFFIS-mosaik/mosaik")
    words = ["-q", "-p", "takt_mosaik.scenarios", "-p", "no:cacheprovider", "tests/scenarios"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=clone,
        env=takt_command.environment,
        capture_output=True,
        text=True,
    )
    assert "78 passed, 2 skipped" in run.stdout, run.stdout


def test_a_group_goes_round_in_one_time_and_ends_where_it_must(on_path, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "rounds.py").write_text(
        STEP.replace('"attrs"', '"trigger": ["b"], "non-persistent": ["a"], "attrs"')
        .replace('{"models"', '{"type": "hybrid", "models"')
        .replace("self.meta\n", "self.__dict__.update(params, heard=0) or self.meta\n", 1)
        .replace("return time + 1", "self.heard = max([0, *inputs.get('0', {}).get('b', {}).values()])")
        .replace("{eid: {attr: 0 ", "{} if self.heard >= self.most else {eid: {attr: self.heard + 1 ")
    )

    def run(most):
        world = World({"Sim": {"python": "rounds:Sim"}}, debug=True, max_loop_iterations=5)
        with world.group():
            one, two = (world.start("Sim", sim_id=each, most=most).M() for each in "AB")
        after = world.start("Sim", sim_id="C", most=0).M()
        world.connect(one, two, ("a", "b"))
        world.connect(two, one, ("a", "b"), weak=True)
        world.connect(two, after, ("a", "b"))
        world.run(until=2)
        return {node: inputs for node, (inputs, _) in world.steps().items()}

    assert run(4) == {
        ("A", (0, 0)): {},
        ("B", (0, 0)): {"0": {"b": {"A.0": 1}}},
        ("A", (0, 1)): {"0": {"b": {"B.0": 2}}},
        ("B", (0, 1)): {"0": {"b": {"A.0": 3}}},
        ("A", (0, 2)): {"0": {"b": {"B.0": 4}}},
        ("C", (0,)): {"0": {"b": {"B.0": 4}}},
    }
    with pytest.raises(WrapperError, match="simulator 'A': the simulators of a group have not come to an end at 0"):
        run(99)


def test_simulators_of_this_process_share_a_thread(on_path, tmp_path, monkeypatch):
    """So one that waits for another of them does not wait for a thread to wake up."""
    monkeypatch.syspath_prepend(tmp_path)
    step = "SEEN.add(threading.get_ident())\n        return time + 1"
    text = "import threading\nSEEN = set()\n" + STEP.replace("return time + 1", step)
    (tmp_path / "one_thread.py").write_text(text)
    world = World({"Sim": {"python": "one_thread:Sim"}})
    one, two = (world.start("Sim", sim_id=each).M() for each in "AB")
    world.connect(one, two, "a")
    world.run(until=2)
    assert len(sys.modules["one_thread"].SEEN) == 1


def test_what_a_message_leads_to_is_told_of_the_simulator_that_gets_it(on_path, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "divides.py").write_text(STEP)
    world = World({"Sim": {"python": "divides:Sim"}})
    one, two = (world.start("Sim", sim_id=each).M() for each in "AB")
    world.connect_one(one, two, "a", transform=lambda value: 1 / value)
    with pytest.raises(WrapperError, match="^simulator 'B': ZeroDivisionError: division by zero$"):
        world.run(until=2)


def test_errors_of_a_connection_name_its_simulators(on_path, tmp_path):
    config = {"hub": "named", "coreStep": "1s", "maxDelay": "2s", "assets": [{"name": "A", "step": "1s"}]}
    (tmp_path / "named.json").write_text(json.dumps(config))
    with HubProcess(tmp_path / "named.json", "named", "the test") as hub:
        with pytest.raises(WrapperError, match="^simulators 'A', 'no name': .*name"):
            hub.run({each: lambda t0, t1: None for each in ("A", "no name")}, ["A", "no name"])


def test_a_simulator_sets_an_event_in_a_run_in_real_time(on_path, tmp_path):
    setter = "def event_setter(self):\n        yield self.mosaik.set_event(1)\n\n    def create"
    words = simulator(tmp_path, "def create", setter)[1:]
    text = (
        (tmp_path / "sim.py").read_text().replace('{"models"', '{"type": "event-based", "set_events": True, "models"')
    )
    (tmp_path / "sim.py").write_text(text.replace("return time + 1", "return None"))
    world = World({"Sim": {"cmd": " ".join(words)}}, debug=True)
    world.start("Sim", sim_id="A").M()
    world.run(until=2, rt_factor=0.1)
    assert world.steps() == {("A", (1,)): ({}, set())}


@pytest.mark.parametrize(
    "wrong, said",
    [
        (lambda world, one, two: world.connect(one, two, "a", async_requests=True), "Takt has no asynchronous"),
        (lambda world, one, two: world.connect(one, two, "a", weak=True), "a weak connection is one in a group"),
        (lambda world, one, two: world.connect(one, two, "a", time_shifted=True), "A.0.a to B.0.a: needs initial_data"),
        (lambda world, one, two: world.connect(one, one, "a"), "these are of one simulator"),
        (lambda world, one, two: world.connect(one, two, ("c", "a")), "entity '0', a M, has no attribute 'c'"),
        (lambda world, one, two: world.start("Other"), "there is no simulator 'Other' in sim_config; there are Sim"),
        (lambda world, one, two: world.start("Sim", sim_id="A"), "there is a simulator 'A' already"),
        (lambda world, one, two: one._factory.M(size=3), "model 'M' has no parameter 'size'; it has only p"),
        (
            lambda world, one, two: (world.connect(one, two, "a"), world.connect(two, one, "a"), world.run(until=1)),
            "the connections of A, B go round without a time shift",
        ),
    ],
)
def test_what_is_wrong_in_a_scenario_is_told(wrong, said, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sim", raising=False)
    simulator(tmp_path)
    with World({"Sim": {"python": "sim:Sim"}}) as world:
        one, two = (world.start("Sim", sim_id=each).M() for each in "AB")
        with pytest.raises(WrapperError, match=said):
            wrong(world, one, two)


def test_slots_are_where_mosaik_has_its_tiers():
    slots = Slots(1000, 7, [Rounds(5, 20, 10), Rounds(6, 3, 4)])
    assert (slots.of(2), slots.time(2007), slots.tiers(2007)) == (2007, 2, (2, 0, 0))
    assert slots.tiers(2007 + 3 * 20 + 2 * 3) == (2, 3, 2)
    assert [slots.next(each) for each in (2000, 2007, 2008, 2017, 2026, 2215)] == [2007, 2007, 2010, 2027, 2027, 3007]
    assert (slots.round_end(2007 + 60 + 6, 0), slots.round_end(2007 + 60 + 6, 1)) == (2085, 2075)
    assert (slots.rounds_over_ns(2100), slots.rounds_over_ns(2205)) == (2205, 3205)
    assert [Slots(1000, 7).next(each) for each in (2007, 2008)] == [2007, 3007]


def test_a_simulator_gets_values_of_the_same_time_from_those_of_smaller_order(takt_command, tmp_path):
    (tmp_path / "sim.py").write_text(
        STEP.replace(
            "return time + 1",
            "self.time = time; print('got', inputs.get('0', {}).get('b', {}).get('one.a')); return time + 1",
        ).replace("{attr: 0 for", "{attr: self.time for")
    )
    words = ["--python", "sim:Sim", "--create", "M"]

    def asset(name, *more):
        launch = [sys.executable, "-u", "-m", "takt_mosaik", *words, *more]
        return {"name": name, "maxStep": "1s", "granularity": "1ns", "launch": launch}

    receivers = {"later": ("1", ["0", "1", "2"]), "equal": ("0", ["None", "0", "1"])}
    assets = [asset("one", "--out", "a=0.a")]
    assets += [asset(name, "--in", "a=0.b", "--order", order) for name, (order, _) in receivers.items()]
    channels = [{"name": "a", "from": "one", "to": [*receivers]}]
    process = takt_command.start_run(
        {"hub": "order", "coreStep": "1s", "maxDelay": "2s", "assets": assets, "channels": channels}, "3s"
    )
    takt_command.summary(process)
    lines = takt_command.err().splitlines()
    for name, (_, expected) in receivers.items():
        got = f"[{name}] got "
        assert [line[len(got) :] for line in lines if line.startswith(got)] == expected


def test_shifted_and_weak_values_come_later_also_to_a_simulator_that_is_stepped_later(on_path, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "late", raising=False)
    (tmp_path / "late.py").write_text(
        STEP.replace('"attrs"', '"trigger": ["a", "b"], "non-persistent": ["a", "b"], "attrs"')
        .replace('{"models"', '{"type": "hybrid", "models"')
        .replace("return time + 1", "self.time = time")
        .replace("{attr: 0 for", "{attr: self.time for")
    )
    world = World({"Sim": {"python": "late:Sim"}}, debug=True, max_loop_iterations=4)
    with world.group():
        one, two = (world.start("Sim", sim_id=each).M() for each in "AB")
    world.connect(one, two, "a")
    world.connect(one, two, "b", weak=True)
    world.connect(one, two, ("a", "b"), time_shifted=2)
    world.run(until=4)
    assert {node: inputs for node, (inputs, _) in world.steps().items()} == {
        ("A", (0, 0)): {},
        ("B", (0, 0)): {"0": {"a": {"A.0": 0}}},
        ("B", (0, 1)): {"0": {"b": {"A.0": 0}}},
        ("B", (2, 0)): {"0": {"b": {"A.0": 0}}},
    }


# ---- What goes wrong in a simulator ----


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("import mosaik_api_v3", "raise SystemExit(4)", ".*python.*' has ended with exit code 4, not connected"),
        ("import mosaik_api_v3", "import time; time.sleep(60)", ".* has not connected within 1 s; --timeout gives"),
        ("return self.meta", "import time; time.sleep(60)", " has not answered init within 5 s; --timeout gives"),
        ("return self.meta", "import os; os._exit(5)", " has ended with exit code 5 in init"),
        ("return self.meta", 'return {**self.meta, "api_version": "2.2"}', " speaks version 2.2 of mosaik's API"),
        ("return self.meta", 'return {**self.meta, "type": "odd"}', "'s type is 'odd'; mosaik has time-based"),
        ("return self.meta", "return 3", "'s answer to init is no description with models: 3"),
        ("for i in range(num)", "for i in range(2)", " has created 2 entities of 'M', not 1"),
        ('"eid": str(i), ', "", "'s answer to create is no list of entities: {'type': 'M'}"),
    ],
)
def test_a_simulator_that_is_wrong_from_the_start_is_told(old, new, said, tmp_path, capfd):
    timeout = int(next(iter(re.findall(r"within (\d+) s", said)), "60"))
    words = simulator(tmp_path, old, new)
    while True:
        assert run_command(["--timeout", str(timeout), "--create", "M", *words]) == 1
        lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("takt_mosaik: ")]
        # Where a program takes so long for its start, it may take longer.
        if "connected" in said or timeout >= 60 or "has not connected within" not in lines[0]:
            break
        said = said.replace(f"within {timeout} s", f"within {2 * timeout} s")
        timeout *= 2
    assert len(lines) == 1 and re.match("takt_mosaik: the simulator" + said, lines[0])


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("return time + 1", "return time", " wants its next step at 0; it has to be a time later than 0"),
        ("return time + 1", "return 1.0", " wants its next step at 1.0, which is no whole number$"),
        ("return time + 1", "import os; os.kill(os.getpid(), 9)", " has ended with signal 9 in step$"),
        ("return time + 1", "return None", " is time-based, and names no next step after that at 0"),
        ("return time + 1", "raise ValueError('no\\nway')", " has failed in step: ValueError: no way$"),
        ("return time + 1", "import os; os._exit(6)", " has ended with exit code 6 in step"),
        ("return {eid: {", "return {eid: 3 for eid in outputs} or {eid: {", "'s values are not {entity: "),
        ("return {eid: {", "return {'time': -1} or {eid: {", "'s values are for -1; it has to be a time from 0 on"),
        ("return time + 1", "yield self.mosaik.set_data({}); return 1", " has failed in step:.* no asynchronous"),
    ],
)
def test_a_simulator_that_is_wrong_in_a_step_is_told(old, new, said, tmp_path):
    words = simulator(tmp_path, old, new)[1:]
    made = Simulator(lambda serve: Remote.launch(words, serve, 30), "sim", 1.0, {}, 30)
    try:
        made.create(1, "M", {})
        with pytest.raises(WrapperError, match="^the simulator" + said):
            made.step(0, {}, 0, {"0": ["a"]})
    finally:
        made.stop()


def test_a_simulator_that_dies_is_a_lost_asset(one, tmp_path):
    dies = "return time + 1 if time < 2 else __import__('os')._exit(6)"
    code, err = one(simulator(tmp_path, "return time + 1", dies))
    assert code == 3
    told = "[sim] takt_mosaik: the simulator has ended with exit code 6 in step\n"
    assert told in err and "takt: asset 'sim' was lost at 2s: its simulator failed; " in err, err


@pytest.mark.parametrize(
    "values, said",
    [
        ("{'0': {}}", "lack 'a' of entity '0'; one that is time-based has to give each that get_data asks for"),
        ("{'9': {}}", "have an entity '9', which it has not created"),
    ],
)
def test_values_that_are_missing_or_of_no_entity_are_told(values, said, one, tmp_path):
    code, err = one(simulator(tmp_path, "return {eid: {", f"return {values} or {{eid: {{"))
    assert code == 3 and f"[sim] takt_mosaik: the simulator's values at 0 {said}\n" in err, err


def test_a_simulator_does_not_stay_when_its_wrapper_is_killed(tmp_path):
    hangs = "print(__import__('os').getpid(), flush=True); __import__('time').sleep(600)"
    words = [sys.executable, "-m", "takt_mosaik", *simulator(tmp_path, "return self.meta", hangs)]
    wrapper = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    process = int(wrapper.stdout.readline())
    wrapper.kill()
    wrapper.wait()
    await_that(lambda: not Path(f"/proc/{process}").exists())


@pytest.mark.parametrize(
    "answer, said",
    [
        (b"\x00\x00\x00\x02{]", "the simulator's answer to init is none of mosaik's protocol: b'{]'"),
        (b"HTTP/1.1 400", "the simulator does not speak mosaik's protocol: a message of 1213486160 bytes"),
        (b"\x00\x00\x00\x09[1, 7, 3]", "the simulator's answer to init is none of mosaik's protocol: b'\\[1, 7, 3]'"),
        (b"", "the simulator has closed its connection in init"),
    ],
)
def test_a_peer_that_is_no_simulator_is_told(answer, said, capfd):
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve():
            link, _ = server.accept()
            link.recv(1000)
            link.sendall(answer)
            link.close()

        thread = threading.Thread(target=serve)
        thread.start()
        assert run_command(["--name", "sim", "--connect", "127.0.0.1:{1}".format(*server.getsockname())]) == 1
        thread.join()
    assert re.fullmatch(f"takt_mosaik: {said}\n", capfd.readouterr().err)


@pytest.mark.parametrize(
    "words, code, said",
    [
        ([], 2, "one of these says which simulator: -- PROGRAM, --connect and --python"),
        (["--python", "a:b", "--connect", "x:1"], 2, "one of these says which simulator"),
        (["--python", "a:b", "--create", "House=3"], 2, "--create: 'House=3' is no [COUNT*]MODEL[={PARAMETERS}]"),
        (["--python", "a:b", "--create", "House={"], 2, "--create: 'House={': behind the = there is no JSON"),
        (["--python", "a:b", "--param", "size"], 2, "--param: 'size' is no NAME=JSON, such as step_size=900"),
        (["--python", "a:b", "--order", "-1"], 2, "argument --order: '-1' is no whole number from 0 on"),
        (["--python", "no_such:Sim"], 1, "there is no simulator 'no_such:Sim', which is MODULE:CLASS"),
        (["--python", "os:Sim"], 1, "there is no simulator 'os:Sim', which is MODULE:CLASS: module 'os' has no"),
        (["--python", "no_key:Sim"], 1, "the module 'no_key' cannot be loaded: KeyError: 'x'"),
        (["--python", "builtins:__import__"], 1, "the simulator cannot be made: TypeError: "),
        (["--connect", "127.0.0.1:1"], 1, "there is no simulator at 127.0.0.1:1"),
        (["--", "no-such-program"], 1, "the simulator 'no-such-program' cannot be started: No such file or directory"),
    ],
)
def test_a_command_line_that_is_wrong_is_told(words, code, said, capfd, tmp_path, monkeypatch):
    (tmp_path / "no_key.py").write_text("{}['x']")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        ended = run_command(words)
    except SystemExit as end:
        ended = end.code
    err = capfd.readouterr().err
    assert ended == code and err.startswith("takt_mosaik: " + said) and err.count("\n") == 1


@pytest.mark.parametrize("is_here", [False, True])
def test_a_wrapper_whose_simulator_hangs_ends_with_its_hub(is_here, takt_command, tmp_path):
    note = "__import__('pathlib').Path('pids').write_text(f'{os.getpid()} {os.getppid()}\\n')"
    hangs = f"import os, time; {note}; time.sleep(600)"
    words = simulator(tmp_path, "return time + 1", hangs)
    (tmp_path / "other.py").write_text(OTHER)
    run = takt_command.start_run(config(["--python", "sim:Sim"] if is_here else words), "4s")
    pids = tmp_path / "pids"
    await_that(lambda: pids.exists() and pids.read_text().endswith("\n"), run)
    run.kill()
    run.wait()
    await_that(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids.read_text().split()))


@pytest.mark.parametrize(
    "words, said",
    [
        (["--out", "a=1.a"], "channel 'a': there is no entity '1'; there are 0; --out a=ENTITY.ATTRIBUTE"),
        (["--sid", "nan"], "channel 'a': 'a' of entity '0' is nan at 0, which JSON does not have; --as a=double or a="),
        (["--as", "b=long"], "message 0 of asset 'other' on channel 'b' cannot be"),
    ],
)
def test_a_mapping_that_is_wrong_is_told_at_the_hub(words, said, one, tmp_path):
    value = "attr: float('nan')" if "nan" in words else "attr: 0"
    code, err = one([*words, *simulator(tmp_path, "attr: 0", value)])
    assert code == 3 and f"[sim] takt_mosaik: {said}" in err, err


@pytest.mark.parametrize(
    "words, said",
    [
        (["--in", "b=0.c"], "channel 'b': entity '0', a M, has no attribute 'c'; it has a, b; --in b="),
        (["--in", "b=c"], "channel 'b': 'c' is no attribute of an entity, such as House_0.P, or *.P for all"),
        (["--event", "a"], "--event and --initial are for channels that the asset receives, not 'a'"),
        (["--create", "N"], "the simulator has no model 'N' to create; it has M"),
    ],
)
def test_a_mapping_that_is_wrong_is_told(words, said, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "sim", raising=False)
    simulator(tmp_path)
    launch = config([*words, "--python", "sim:Sim"])["assets"][0]["launch"]
    with pytest.raises(WrapperError, match="^" + re.escape(said)):
        make_asset(parser().parse_args(launch[3:])).joined(StubAsset(1, ["a"], ["b"]))


def test_a_package_that_is_missing_is_told_with_the_command_that_installs_it(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "mosaik_api_v3", None)
    assert run_command(["--python", "sim:Sim"]) == 1
    said = "the package mosaik-api-v3 is missing; 'pip install mosaik-api-v3' installs it"
    assert capfd.readouterr().err == f"takt_mosaik: {said}\n"


def test_a_run_that_goes_back_to_its_start_is_the_same(takt_command, tmp_path):
    """The asset beside asks for a reset once."""
    reset = """if t0 == 2 * 10**9 and not told:
            told.append(socket.socket(socket.AF_UNIX))
            told[0].connect(os.environ["TAKT_DIR"] + "/one/control.sock")
            told[0].sendall(b'{"op":"reset","id":1}\\n')
        self.b.send"""
    back = "import os, socket\ntold = []" + OTHER.replace("self.b.send", reset)
    (tmp_path / "other.py").write_text(back)
    counts = "self.n = getattr(self, 'n', 0) + 1; print('at', time, self.n, inputs, flush=True); return time + 1"
    words = simulator(tmp_path, "return time + 1", counts)
    given = config(words)
    given["pace"] = {"mode": "realtime"}
    process = takt_command.start_run(given, "4s")
    takt_command.summary(process)
    at = [line for line in takt_command.err().splitlines() if line.startswith("[sim] at ")]
    again = at.index("[sim] at 0 1 {}", 1)
    assert process.returncode == 0 and at[again : again * 2] == at[:again], takt_command.err()
