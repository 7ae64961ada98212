"""Runs by `takt run` with programs in Python and Java: the same digests, whatever happens to processes."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY, await_that, program

STEPS = {"a": "5ms", "b": "10ms", "c": "20ms", "d": "7ms"}
JAVA_CLASSES = REPOSITORY / "dist/target/test-classes"
NEEDS_JAVA = pytest.mark.skipif(
    not (JAVA_CLASSES / "io/takt/dist/Chatter.class").exists(),
    reason="left out: needs the classes of the Java tests (mvn -B verify -DskipTests -DskipITs)",
)


def talk(groups, more=None, **of_each):
    """One process for each group of assets: its language, and their names."""
    assets = []
    for language, names in groups:
        command = (
            ["takt", "java", "-cp", str(JAVA_CLASSES), "io.takt.dist.Chatter", *names]
            if language == "java"
            else program("chatter.py", *names)
        )
        for i, name in enumerate(each.rstrip("+") for each in names):
            launch = {"launch": command} if i == 0 else {}
            assets.append({"name": name, "step": STEPS[name], **launch, **of_each})
    return {
        "hub": "talk",
        "coreStep": "5ms",
        "maxDelay": "40ms",
        "seed": 7,
        "assets": assets,
        "channels": [
            {
                "name": "talk",
                "from": "a",
                "delay": "3ms",
                "to": [
                    {"asset": "b", "delay": "0ms"},
                    {"asset": "c", "delay": "30ms", "jitter": "9ms", "loss": 0.2},
                ],
            },
            {
                "name": "talk",
                "from": "b",
                "to": [{"asset": "a", "delay": "10ms"}, {"asset": "d", "gate": "end", "delay": "12ms"}],
            },
            {"name": "talk", "from": "c", "to": [{"asset": "a", "delay": "5ms", "loss": 0.5}]},
            {"name": "news", "from": "c", "delivery": "retroactive", "jitter": "40ms", "to": ["d"]},
            {"name": "talk", "from": "d", "delay": "50ms", "to": ["c", "b"]},
        ],
        **(more or {}),
    }


PYTHON = [("python", [each]) for each in "abcd"]


PLANNING = Path(__file__).resolve().parents[3] / "docs/how-to/calls.md"


@NEEDS_JAVA
def test_calls_are_those_of_java(takt_command):
    """The programs of the page, with a service in one language and its client in the other."""
    planner, drone = re.findall(r"^```java\n(.*?)^```", PLANNING.read_text(), re.DOTALL | re.MULTILINE)[:2]
    (takt_command.folder / "Planner.java").write_text(planner)
    (takt_command.folder / "Drone.java").write_text(drone)
    # Once: a start from the source would compile it each time.
    takt_command.command_line("java", "-m", "jdk.compiler/com.sun.tools.javac.Main", "Planner.java", "Drone.java")
    config = json.loads(re.search(r"^```json\n(.*?)^```", PLANNING.read_text(), re.DOTALL | re.MULTILINE)[1])

    def digests(*in_python):
        for asset in config["assets"]:
            name = asset["name"]
            java = ["takt", "java", "-cp", ".", name.capitalize()]
            asset["launch"] = program("planning.py", name) if name in in_python else java
        process = takt_command.start("run", "-c", takt_command.write(config), "--json")
        summary = takt_command.summary(process)
        assert process.returncode == 0 and summary["violations"] == 0, takt_command.err()
        said = [line for line in takt_command.err().splitlines() if line.startswith("[drone] ")]
        assert said == [
            "[drone] route of 5.0 m, done in 10 ms",
            "[drone] route of 100.0 m, done in 10 ms",
            "[drone] no route: farther than 100 m",
            "[drone] STOPPED: asset 'drone' ended the run: been everywhere",
        ]
        return [each["digest"] for each in summary["assets"]]

    java = digests()
    assert len(set(java)) == 2 and "0" * 16 not in java
    assert digests("planner") == java
    assert digests("drone") == java


@NEEDS_JAVA
def test_digests_are_those_of_java(takt_command):
    java = takt_command.digests(talk([("java", ["a", "b", "c", "d"])]), "3s")
    assert len(set(java.values())) == 4
    mixed = [("python", ["d", "b"]), ("java", ["a"]), ("python", ["c+"])]
    assert takt_command.digests(talk(mixed), "3s") == java


@pytest.mark.slow
def test_digests_of_one_process_are_those_of_many(takt_command):
    many = takt_command.digests(talk(PYTHON, {"checks": True}), "3s")
    assert takt_command.digests(talk([("python", ["a", "b+", "c", "d"])]), "3s") == many


@pytest.mark.slow
@NEEDS_JAVA
def test_steps_that_vary_are_those_of_java(takt_command):
    def system(language):
        def asset(name, way, **step):
            java = ["takt", "java", "-cp", str(JAVA_CLASSES), "io.takt.dist.Eventful", way]
            return {"name": name, "launch": java if language == "java" else program("eventful.py", way), **step}

        return {
            "hub": "events",
            "coreStep": "1ms",
            "maxDelay": "40ms",
            "assets": [
                asset("e", "event", maxStep="10ms", granularity="1ms"),
                asset("w", "whole", maxStep="10ms", granularity="1ms", wholeSteps=True),
                asset("f", "fixed", step="5ms"),
            ],
            "channels": [
                {"name": "talk", "from": "e", "to": ["w", "f"], "delay": "10ms"},
                {"name": "talk", "from": "w", "to": ["e"], "delay": "10ms", "jitter": "3ms"},
                {"name": "talk", "from": "f", "to": ["e", "w"], "delay": "10ms"},
            ],
        }

    java = takt_command.digests(system("java"), "2s")
    assert "0" * 16 not in java.values()
    assert takt_command.digests(system("python"), "2s") == java


def test_a_process_takes_the_place_of_a_killed_one(takt_command):
    """Messages that a killed process had not used go to the next, once; others hear the same as without the kill."""
    path = takt_command.folder / "heard"
    source = Path(takt_command.folder) / "counting.py"
    source.write_text(COUNTING)
    config = {
        "hub": "counting",
        "coreStep": "10ms",
        "maxDelay": "30ms",
        "pace": {"mode": "realtime", "speed": 5},
        "assets": [
            {"name": "source", "step": "10ms", "launch": [*program(str(source)), "source"]},
            {
                "name": "relay",
                "step": "10ms",
                "launch": [*program(str(source)), "relay"],
                "onLost": "restart",
                "restart": {"pause": "10ms"},
            },
            {"name": "sink", "step": "10ms", "launch": [*program(str(source)), "sink", str(path)]},
        ],
        "channels": [
            {"name": "number", "from": "source", "to": ["relay"], "delay": "10ms"},
            {"name": "relayed", "from": "relay", "to": ["sink"], "delay": "10ms"},
        ],
    }
    run = takt_command.start_run(config, "1h")
    for kills in range(2):
        pid = await_that(lambda: launched("relay", takt_command.environment["TAKT_DIR"]), run)
        await_that(lambda: path.exists() and len(path.read_text().split()) > 150 * (kills + 1), run)
        os.kill(pid, signal.SIGKILL)
        await_that(lambda: launched("relay", takt_command.environment["TAKT_DIR"]) not in (None, pid), run)
    await_that(lambda: len(path.read_text().split()) > 450, run)
    (takt_command.folder / "enough").touch()
    summary = takt_command.summary(run)
    assert run.returncode == 0, takt_command.err()
    assert summary["violations"] == 0
    numbers = [int(each) for each in path.read_text().split()]
    assert numbers == list(range(len(numbers)))


COUNTING = '''
import os
import sys
import takt

role = sys.argv[1]
with takt.connect() as hub:
    asset = hub.join(role)
    out = {"source": "number", "relay": "relayed", "sink": None}[role]
    out = asset.output(out, takt.codec.one_long) if out else None
    for turn in asset:
        if turn.kind != "step":
            continue
        if role == "source":
            out.send(turn.t0 // 10_000_000)
            if os.path.exists("enough"):
                asset.stop_run("enough")
        for message in asset.messages():
            if role == "relay":
                out.send(takt.codec.one_long.decode(message))
                sum(range(100_000))  # the kill comes in the middle of a step
            else:
                print(takt.codec.one_long.decode(message), file=open(sys.argv[2], "a"))
'''


def launched(asset, base):
    """The process of an asset, by what its hub put into its environment."""
    for each in Path("/proc").glob("[0-9]*"):
        try:
            environment = (each / "environ").read_bytes()
        except OSError:
            continue
        if f"TAKT_ASSET={asset}\0".encode() in environment and base.encode() in environment:
            return int(each.name)
    return None


def test_a_step_that_raises_is_told_at_the_hub(takt_command):
    source = takt_command.folder / "failing.py"
    source.write_text(
        "import takt\n"
        "def step(t0, t1):\n"
        "    if t0 >= 100_000_000:\n"
        "        raise RuntimeError('the valve is stuck')\n"
        "with takt.connect() as hub:\n"
        "    hub.join(None, step)\n"
        "    hub.run()\n"
    )
    config = {
        "hub": "failing",
        "coreStep": "10ms",
        "maxDelay": "30ms",
        "assets": [{"name": "valve", "step": "10ms", "launch": program(str(source))}],
    }
    run = takt_command.start_run(config, "10s")
    summary = takt_command.summary(run)
    assert run.returncode != 0
    assert summary["state"] == "FAILED"
    assert "RuntimeError: the valve is stuck" in summary["reason"] and "failing.py:4 in step" in summary["reason"]
    assert "Traceback" in takt_command.err()


@pytest.mark.slow
def test_the_first_asset_of_the_readme_swings(takt_command):
    config = {
        "hub": "swing",
        "coreStep": "10ms",
        "maxDelay": "30ms",
        "assets": [
            {"name": "pendulum", "step": "5ms", "launch": program("../examples/pendulum.py")},
            {"name": "camera", "step": "20ms", "launch": ["takt", "metronome"]},
        ],
    }
    summary = takt_command.run(config, "60s")
    assert [each["timeNs"] for each in summary["assets"]] == [60_000_000_000] * 2
    assert "angle at the end: -0.0139" in takt_command.err()


@pytest.mark.slow
def test_a_run_in_one_script_is_drawn(takt_command):
    pytest.importorskip("matplotlib")
    picture = takt_command.folder / "lag.png"
    drawn = subprocess.run(
        [sys.executable, str(REPOSITORY / "bindings/python/examples/lag.py"), str(picture)],
        cwd=takt_command.folder,
        env=takt_command.environment,
        capture_output=True,
        text=True,
    )
    assert drawn.returncode == 0, drawn.stderr
    # 200 were sent, of which one in ten is lost; which ones is drawn from the seed, so it is the same in every run.
    assert f"{picture}: " in drawn.stdout and picture.read_bytes().startswith(b"\x89PNG")
    assert 150 < int(drawn.stdout.split()[-2]) < 200


@pytest.mark.slow
def test_the_radio_loop_is_the_same_with_its_controller_in_python(takt_command):
    example = REPOSITORY / "examples/radio-loop"
    for source in example.glob("*.java"):
        shutil.copy(source, takt_command.folder)
    config = json.loads((example / "radio.json").read_text())
    java = takt_command.digests(config, "5s")
    assert len(set(java.values())) == 5
    for asset in config["assets"]:
        if asset["name"] == "controller":
            asset["launch"] = program(str(example / "controller.py"))
    assert takt_command.digests(config, "5s") == java
