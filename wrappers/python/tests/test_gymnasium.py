"""Gymnasium environments as assets, with Gymnasium itself."""

import json
import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy
import pytest
from conftest import StubAsset, StubMessage, channel_map

gymnasium = pytest.importorskip("gymnasium", reason="left out: needs the package gymnasium")

from gymnasium import spaces  # noqa: E402
from takt_gymnasium import TaktEnv  # noqa: E402
from takt_gymnasium.__main__ import run as run_command  # noqa: E402
from takt_gymnasium._asset import OUTPUTS, GymnasiumAsset  # noqa: E402
from takt_gymnasium._spaces import plain, read  # noqa: E402
from takt_wrapper import ValueTypes, WrapperError  # noqa: E402

STEP = 20_000_000


def joined(
    name="CartPole-v1", sends=OUTPUTS, receives=("action",), maps=(), types=(), waits=False, stops=False, **more
):
    asset = StubAsset(STEP, sends, receives)
    asset.seed = 7
    simulator = GymnasiumAsset(
        name, gymnasium.make(name, **more), channel_map(maps, receives), ValueTypes(types), waits, stops
    )
    simulator.joined(asset)
    return simulator, asset


def sent(asset, channel):
    return [json.loads(data) for _, data in asset.outputs[channel].sent]


def run(simulator, steps):
    for step in range(steps):
        simulator.step(step * STEP, (step + 1) * STEP)


def test_episodes_are_those_of_a_plain_loop():
    simulator, asset = joined()
    simulator.start(0)
    run(simulator, 1)  # Without an action nothing moves.
    asset.handlers["action"](StubMessage(b"1"))
    run(simulator, 30)
    plain_one = gymnasium.make("CartPole-v1")
    observations, ends = [plain_one.reset(seed=7)[0]], []
    while len(ends) < 30:
        observation, _, terminated, _, _ = plain_one.step(1)
        observations.append(observation)
        ends.append(terminated)
        if terminated and len(ends) < 30:
            observations.append(plain_one.reset()[0])
            ends.append(False)
    assert sent(asset, "observation") == [plain(each) for each in observations]
    assert sent(asset, "terminated") == ends and sum(ends) >= 2
    assert sent(asset, "reward")[ends.index(True) + 1] == 0 and sent(asset, "reward")[0] == 1
    before = [*asset.outputs["observation"].sent]
    asset.outputs["observation"].sent.clear()
    simulator.start(0)  # A reset of the run.
    asset.handlers["action"](StubMessage(b"1"))
    run(simulator, 30)
    assert asset.outputs["observation"].sent == before


def test_with_wait_each_action_makes_one_step():
    simulator, asset = joined(waits=True)
    simulator.start(0)
    asset.handlers["action"](StubMessage(b"1"))
    run(simulator, 5)
    assert len(sent(asset, "reward")) == 1


def test_with_stop_the_first_episode_ends_the_run():
    simulator, asset = joined(stops=True)
    asset.reasons = []
    asset.stop_run = asset.reasons.append
    simulator.start(0)
    asset.handlers["action"](StubMessage(b"0"))
    run(simulator, 50)
    assert asset.reasons == ["the episode of CartPole-v1 has ended"]
    assert sent(asset, "terminated")[-1] and sum(sent(asset, "terminated")) == 1


def test_info_is_sent_where_json_can_hold_it(monkeypatch):
    simulator, asset = joined(sends=("info",))
    monkeypatch.setattr(gymnasium.logger, "warn", lambda *_: None)
    told = {"lap": numpy.int64(3), "at": numpy.array([0.5, numpy.inf])}
    environment = simulator._environment.unwrapped
    step = environment.step
    monkeypatch.setattr(environment, "step", lambda action: (*step(action)[:4], told))
    simulator.start(0)
    asset.handlers["action"](StubMessage(b"1"))
    run(simulator, 1)
    assert sent(asset, "info") == [{}, {"lap": 3, "at": [0.5, "Infinity"]}]
    told["car"] = object()
    with pytest.raises(WrapperError, match="the value of channel 'info' cannot be sent: Object of type object is not"):
        run(simulator, 1)


def test_types_of_values():
    types = ("observation=doubles", "terminated=long")
    simulator, asset = joined("Pendulum-v1", types=types)
    simulator.start(0)
    asset.handlers["action"](StubMessage(b"[0.5]"))
    asset.handlers["action"](StubMessage(b"0.5"))
    run(simulator, 1)
    assert len(bytes(asset.outputs["observation"].sent[-1][1])) == 24
    assert bytes(asset.outputs["terminated"].sent[-1][1]) == bytes(8)


@pytest.mark.parametrize(
    "space",
    [
        spaces.Box(-1, 1, (2, 3)),
        spaces.Discrete(3, start=-1),
        spaces.MultiBinary(4),
        spaces.MultiDiscrete([2, 3]),
        spaces.Text(5),
        spaces.Dict(a=spaces.Discrete(2), b=spaces.Tuple([spaces.Box(0, 1, (1,)), spaces.Discrete(5)])),
    ],
)
def test_elements_of_spaces_go_through_json(space):
    space.seed(3)
    for _ in range(20):
        element = space.sample()
        again = read(space, json.loads(json.dumps(plain(element))))
        assert space.contains(again) and plain(again) == plain(element)
    for wrong in (None, [], {}, [7], {"a": 1}, True, 10**30):
        with pytest.raises(ValueError, match="is not in"):
            read(space, wrong)


@pytest.mark.parametrize(
    "given, said",
    [
        (
            {"sends": ["state"]},
            "channel 'state' carries 'state', but an environment sends observation, info, reward, .*;",
        ),
        (
            {"receives": ["push"]},
            "channel 'push' carries 'push', but an environment receives action; --in push=action ",
        ),
        (
            {"maps": ["x=reward"]},
            "--out names a variable for channel 'x', but asset 'model' sends only obser",
        ),
    ],
)
def test_names_that_are_wrong_are_told_with_those_that_there_are(given, said):
    with pytest.raises(WrapperError, match=said):
        joined(**given)


def test_actions_that_are_none_and_environments_that_fail_are_told_in_one_line(monkeypatch):
    simulator, asset = joined()
    simulator.start(0)
    for wrong in (b"2", b"1.0", b"[1]", b"true"):
        with pytest.raises(
            WrapperError, match=r"message 3 of asset 'other' on channel 'in' is no action of CartPole-v1: "
        ):
            asset.handlers["action"](StubMessage(wrong))
    asset.handlers["action"](StubMessage(b"1"))
    monkeypatch.setattr(simulator._environment.unwrapped, "state", None)
    with pytest.raises(WrapperError, match="^CartPole-v1: step has failed: [A-Z][A-Za-z]+"):
        run(simulator, 1)


@pytest.mark.parametrize(
    "words, code, said",
    [
        (
            ["CartPol-v1"],
            1,
            "the environment CartPol-v1 cannot be made: Environment `CartPol` doesn't exist. Did you mean",
        ),
        (["nothing:x-v1"], 1, "the environment nothing:x-v1 cannot be made: No module named 'nothing'"),
        (["CartPole-v1", "--set", "grav=1"], 1, "the environment CartPole-v1 cannot be made: "),
        (["CartPole-v1", "--set", "grav"], 2, "--set: 'grav' is no NAME=VALUE, such as gravity=-5.0"),
    ],
)
def test_a_bad_command_line_is_told_in_one_line(words, code, said, capfd):
    try:
        assert run_command(words) == code
    except SystemExit as end:
        assert end.code == code
    told = capfd.readouterr().err
    assert told.startswith(f"takt_gymnasium: {said}") and told.count("\n") == 1


def test_a_package_that_is_missing_is_told_with_the_command_that_installs_it(capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    assert run_command(["CartPole-v1"]) == 1
    assert (
        capfd.readouterr().err
        == "takt_gymnasium: the package gymnasium is missing; 'pip install gymnasium' installs it\n"
    )


def test_takt_check_finds_what_does_not_fit(page, checked):
    files = page("gymnasium.md")
    assert checked("pole.json")[0] == 0, checked("pole.json")
    files.change("pole.json", '"name": "terminated"', '"name": "fallen"')
    code, lines = checked("pole.json")
    assert code == 2 and "takt_gymnasium: channel 'fallen' carries 'fallen', but an environment sends obs" in lines
    files.change("pole.json", "CartPole-v1", "CartPole-v9")
    code, lines = checked("pole.json")
    assert code == 2 and "takt_gymnasium: the environment CartPole-v9 cannot be made: " in lines


def test_the_example_of_the_page_is_the_same_in_every_run(page, takt_command):
    files = page("gymnasium.md")

    def digests():
        run = takt_command.start("run", "-c", "pole.json", "--until", "20s", "--json")
        summary = takt_command.summary(run)
        assert summary["violations"] == 0 and run.returncode == 0, takt_command.err()
        assert "[agent] the pole fell 0 times\n" in takt_command.err()
        return {each["name"]: each["digest"] for each in summary["assets"]}

    first = digests()
    load = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        assert digests() == first
    finally:
        load.kill()
        load.wait()
    files.change("pole.json", '"seed": 7', '"seed": 8')
    assert digests()["agent"] != first["agent"]


@pytest.fixture
def tank(page, takt_command, monkeypatch):
    """The system of the page, for environments in this process."""
    monkeypatch.setenv(
        "PATH", f"{Path(takt_command.command).parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    )
    for name in ("TAKT_NO_BUILD", "TAKT_JAVA_OPTS"):
        monkeypatch.setenv(name, takt_command.environment[name])
    files = page("gymnasium.md")
    made = []

    def make(**more):
        made.append(
            TaktEnv(
                files.folder / "tank.json",
                "agent",
                action=spaces.Box(0, 1, (1,)),
                observation=spaces.Box(-10, 10, (1,)),
                reward=lambda observation, action: (-abs(observation[0] - 1), observation[0] > 3),
            )
        )
        return made[-1]

    make.files = files
    yield make
    for each in made:
        each.close()


def test_a_system_is_an_environment_and_the_same_seed_gives_the_same_episodes(tank):
    # Two at a time, each with a hub of its own.
    both = gymnasium.vector.SyncVectorEnv([tank, tank])
    rounds = []
    for _ in range(2):
        episodes = []
        for seed in (7, None, None):
            episodes.append([plain(both.reset(seed=None if seed is None else [seed, seed + 1])[0])])
            for step in range(5):
                episodes[-1] += plain(both.step(numpy.full((2, 1), 0.2 * step, numpy.float32))[:2])
        rounds.append(episodes)
    assert rounds[0] == rounds[1]
    first, second, third = rounds[0]
    assert first[0] == second[0] == [[1], [1]]  # Before the number of the episode has come.
    assert first[-2] != second[-2] != third[-2] and first[-2][0] != first[-2][1]
    assert not [*tank.files.folder.glob(".env*")]


def test_the_agent_of_the_page_has_three_episodes(tank):
    command = [sys.executable, "train.py"]
    told = subprocess.run(
        command, cwd=tank.files.folder, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert [line.split(":")[0] for line in told] == ["episode 0", "episode 1", "episode 2"]
    assert len({line.split(":")[1] for line in told}) == 3


def test_a_hub_is_not_left_with_answers_that_are_unread(tank):
    environment = tank()
    for episode in range(4):
        environment.reset(seed=1 if episode == 0 else None)
    unread = b""
    with suppress(BlockingIOError):  # The last answers have been read, and the next is not there yet.
        unread = environment._control.recv(65536, socket.MSG_DONTWAIT | socket.MSG_PEEK)
    # The answer to a reset may come after its end; it has come when the next one is done.
    assert unread.count(b"\n") <= 2


def test_a_run_ends_with_an_agent_that_does_not_close_it(tank):
    script = (tank.files.folder / "train.py").read_text().replace("env.close()", "print(env._run.process.pid); 1 / 0")
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, cwd=tank.files.folder, stdout=subprocess.PIPE, text=True)
    assert ended.returncode == 1
    with pytest.raises(ProcessLookupError):
        os.kill(int(ended.stdout.split()[-1]), 0)


def test_a_system_that_fails_is_told_in_one_line(tank, capfd):
    environment = tank()
    environment.reset(seed=1)
    with pytest.raises(WrapperError, match="tank.json has ended: .*asset 'tank'"):
        for _ in range(10):
            environment.step(numpy.array([0.5]) if _ < 2 else "much")
    assert environment.reset()[0] == 1
    environment.close()
    tank.files.change("tank.py", "self.level, self.inflow = 1.0", "self.level, self.inflow = one")
    ended = subprocess.run([sys.executable, "train.py"], cwd=tank.files.folder, capture_output=True, text=True)
    said = f"train.py: the run of {tank.files.folder}/tank.json has ended: asset 'tank': its program ended"
    last = ended.stderr.splitlines()[-1]
    assert ended.returncode == 1 and last.startswith(said) and "name 'one' is not defined" in last, ended.stderr
    assert 'train.py", line' not in ended.stderr
    tank.files.change("tank.json", '"coreStep"', '"coreSteps"')
    with pytest.raises(WrapperError, match="takt run for .*tank.json has ended with exit code 2; see above"):
        tank().reset(seed=1)


@pytest.mark.parametrize(
    "change, said",
    [
        (('"hub": "tank",', ""), "tank.json is no configuration; 'takt check -c .*tank.json' says more"),
        (
            ('{\n  "hub"', "{\n  hub"),
            "tank.json is no configuration that can be read: Expecting property name enclosed",
        ),
        (
            ('"agent", "step"', '"else", "step"'),
            "tank.json: the agent 'agent' has to stand among its assets, without la",
        ),
        (
            ('"1s" }', '"1s", "launch": ["true"] }'),
            "tank.json: the agent 'agent' has to stand among its assets, withou",
        ),
        (
            ('"action",      "from": "agent"', '"action", "from": "tank"'),
            "asset 'agent' sends no channel 'action'; the",
        ),
        (('to": ["agent"]', 'to": ["tank"]'), "asset 'agent' receives no channel 'observation'; the agent has to"),
    ],
)
def test_a_configuration_that_is_wrong_is_told_in_one_line(tank, change, said):
    tank.files.change("tank.json", *change)
    (tank.files.folder / "tank.py").write_text("import takt\nhub = takt.connect()\nhub.join(None, print)\nhub.run()\n")
    environment = tank()
    with pytest.raises(WrapperError, match=said):
        environment.reset(seed=1)
    assert environment._run is None


def test_without_the_command_or_the_file_that_is_told(tank, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(WrapperError, match="the command takt cannot be started: .*; put it on the PATH"):
        tank().reset(seed=1)
    (tank.files.folder / "tank.json").unlink()
    with pytest.raises(WrapperError, match="tank.json is no configuration that can be read: .*No such file"):
        tank().reset(seed=1)
