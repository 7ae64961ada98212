"""MuJoCo models as assets, with MuJoCo itself."""

import copy
import csv
import json
import struct
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import takt
from conftest import StubAsset, StubMessage, await_that, channel_map, hold

mujoco = pytest.importorskip("mujoco", reason="left out: needs the package mujoco")

from takt_mujoco.__main__ import run as run_command  # noqa: E402
from takt_mujoco._asset import MujocoAsset  # noqa: E402
from takt_mujoco._model import Model  # noqa: E402
from takt_wrapper import ValueTypes, WrapperError, needs  # noqa: E402

MS = 1_000_000
BALL = """<mujoco>
  <option timestep="0.001"/>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 0.1"/>
    <body name="ball" pos="0 0 0.3">
      <joint name="height" type="slide" axis="0 0 1"/>
      <joint name="slide" type="slide" axis="1 0 0"/>
      <geom type="sphere" size="0.1" mass="1"/>
    </body>
    <body name="hand" mocap="true" pos="2 0 2"/>
  </worldbody>
  <actuator>
    <motor name="push" joint="slide"/>
    <position name="lift" joint="height" kp="1"/>
  </actuator>
  <sensor>
    <jointvel name="speed" joint="slide"/>
    <accelerometer name="shock" site="center"/>
  </sensor>
</mujoco>
""".replace("<geom type", '<site name="center"/>\n      <geom type')


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "ball.xml"
    file.write_text(BALL)
    return str(file)


def joined(path, sends=(), receives=(), maps=(), types=(), step_ns=10 * MS, snapshot=None, values=None):
    asset = StubAsset(step_ns, sends, receives, values)
    simulator = MujocoAsset(Model(path), channel_map(maps, receives), ValueTypes(types), snapshot)
    simulator.joined(asset)
    return simulator, asset


def run(simulator, from_ns, to_ns, step_ns=10 * MS):
    for t0 in range(from_ns, to_ns, step_ns):
        simulator.step(t0, t0 + step_ns)


def sent(asset, channel):
    return [(stamp, json.loads(data)) for stamp, data in asset.outputs[channel].sent]


def test_values_are_those_of_a_plain_loop_of_mujoco_to_the_last_bit(path):
    maps = ("state=qpos", "state=qvel", "where=body:ball", "pushed=actuator:push.force")
    simulator, asset = joined(path, ("state", "where", "pushed", "speed", "shock"), ("push",), maps)
    model = mujoco.MjModel.from_xml_string(BALL)
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    simulator.start(0)
    for step in range(60):
        if step % 7 == 3:
            asset.handlers["push"](StubMessage(b"%d" % (step - 30)))
            data.ctrl[0] = step - 30
        simulator.step(step * 10 * MS, (step + 1) * 10 * MS)
        for _ in range(10):
            mujoco.mj_step(model, data)
        now = copy.copy(data)
        mujoco.mj_forward(model, now)
        assert sent(asset, "state")[-1][1] == [*data.qpos, *data.qvel]
        assert sent(asset, "where")[-1][1] == [*now.body("ball").xpos]
        assert sent(asset, "pushed")[-1][1] == now.actuator("push").force[0]
        assert sent(asset, "speed")[-1][1] == data.joint("slide").qvel[0]
        assert sent(asset, "shock")[-1][1] == [*now.sensor("shock").data]
    assert abs(data.joint("slide").qvel[0]) > 0.1


def test_contacts_are_told_at_the_step_of_mujoco_in_which_they_begin(path):
    simulator, asset = joined(path, ("contacts", "z"), maps=("z=joint:height",))
    simulator.start(0)
    run(simulator, 0, 400 * MS)
    (begin, value), *_ = sent(asset, "contacts")
    assert value == {"begin": [["floor", "ball#0"]], "end": []}
    model, data = simulator._model.model, simulator._model.data
    mujoco.mj_resetData(model, data)
    first = 0
    while data.ncon == 0:
        first += 1
        mujoco.mj_step(model, data)
        mujoco.mj_forward(model, data)
    assert begin == first * MS and first % 10 != 0


def test_a_reset_begins_anew_and_tells_the_same(path):
    simulator, asset = joined(path, ("contacts", "state"), ("push",), ("state=qpos",))
    both = []
    for _ in range(2):
        for output in asset.outputs.values():
            output.sent.clear()
        simulator.start(0)
        run(simulator, 0, 100 * MS)
        asset.handlers["push"](StubMessage(b"5"))
        run(simulator, 100 * MS, 400 * MS)
        both.append((sent(asset, "contacts"), sent(asset, "state")))
    assert both[0] == both[1] and both[0][0]


def test_a_process_in_the_place_of_another_goes_on_with_its_state(path, tmp_path):
    args = {"sends": ("contacts", "state"), "maps": ("state=qpos", "state=qvel"), "receives": ("push",)}
    whole, all_of_it = joined(path, **args)
    whole.start(0)
    all_of_it.handlers["push"](StubMessage(b"3"))
    run(whole, 0, 600 * MS)
    file = str(tmp_path / "state")
    first, before = joined(path, **args, snapshot=file)
    first.start(0)
    before.handlers["push"](StubMessage(b"3"))
    run(first, 0, 350 * MS)
    second, after = joined(path, **args, snapshot=file)
    second.start(340 * MS)  # The last step counts for nothing: its process died before it was told.
    run(second, 340 * MS, 600 * MS)
    assert sent(all_of_it, "state") == sent(before, "state")[:35] + sent(after, "state")
    assert sent(all_of_it, "contacts") == [each for each in sent(before, "contacts") if each[0] <= 340 * MS] + sent(
        after, "contacts"
    )
    with pytest.raises(WrapperError, match="has the state of 590ms and 600ms, not of 100ms"):
        joined(path, **args, snapshot=file)[0].start(100 * MS)
    Path(path).write_text(BALL.replace('mass="1"', 'mass="2"'))
    with pytest.raises(WrapperError, match="has no states of this model"):
        joined(path, **args, snapshot=file)


@pytest.mark.parametrize(
    "given, said",
    [
        ({"sends": ["sped"]}, "channel 'sped': 'sped' is no sensor of .*; its sensors are speed, shock;"),
        ({"receives": ["pull"]}, "channel 'pull': 'pull' is no actuator of .*; its actuators are push, lift;"),
        ({"sends": ["a"], "maps": ["a=site:tip"]}, "has no site 'tip'; there are center"),
        ({"sends": ["a"], "maps": ["a=key:tip"]}, "'key:tip' begins with no kind of element; there are sensor, "),
        ({"sends": ["a"], "maps": ["a=body:ball.weight"]}, "a body has no field 'weight'; it has cacc, "),
        (
            {"sends": ["a"], "maps": ["b=qpos"]},
            "--out names a variable for channel 'b', but asset 'model' sends only a",
        ),
        (
            {"receives": ["a"], "maps": ["a=body:ball"]},
            "'a' cannot set 'body:ball', which MuJoCo computes; it can set ",
        ),
        (
            {"receives": ["push", "a"], "maps": ["a=ctrl"]},
            "channel 'a' sets 'ctrl', but channel 'push' sets 'push' as well; let one channel set it",
        ),
        ({"receives": ["a"], "maps": ["a=mocap:ball"]}, "body 'ball' is not driven by motion capture"),
        (
            {"sends": ["shock"], "types": ["shock=double"]},
            "channel 'shock' carries 3 numbers: its type is json or doub",
        ),
        (
            {"sends": ["shock"], "types": ["shock=text"]},
            "channel 'shock' carries numbers: its type is json, double or ",
        ),
        ({"step_ns": 1_500_000}, "the step of 1500us is no multiple of the timestep of .*ball.xml, 1ms; change the st"),
    ],
)
def test_names_that_are_wrong_are_told_with_those_that_there_are(path, given, said):
    with pytest.raises(WrapperError, match=said):
        joined(path, **given)


def test_inputs_are_numbers_of_the_right_count_and_finite(path):
    maps = ("hand=mocap:hand", "both=actuator:push", "both=actuator:lift", "pull=body:ball.xfrc_applied")
    simulator, asset = joined(path, (), ("hand", "both", "pull"), maps, ("pull=doubles",))
    asset.handlers["hand"](StubMessage(b"[1,2,3]"))
    asset.handlers["both"](StubMessage(b"[4,5]"))
    data = simulator._model.data
    assert [*data.mocap_pos[0]] == [1, 2, 3] and [*data.ctrl] == [4, 5]
    for data, said in (
        (b"[1,2]", "message 3 of asset 'other' on channel 'in' has 2 numbers, not 3"),
        (b"[1,2,true]", "cannot be read: True is not a number"),
        (b"nothing", "message 3 of asset 'other' on channel 'in' cannot be read"),
        (b'[1,2,"NaN"]', r"message 3 .* is not finite: \[1.0, 2.0, nan\]"),
    ):
        with pytest.raises(WrapperError, match=said):
            asset.handlers["hand"](StubMessage(data))


CM, M, KMH, NEWTON = (takt.Unit(*each) for each in (
    ("cm", "m", 0.01), ("m", "m"), ("km/h", "m.s-1", 0.25), ("N", "kg.m.s-2")
))


def test_numbers_of_a_channel_are_in_its_unit(path):
    maps = ("at=joint:slide.qpos", "at=body:hand", "at=sensor:shock", "hand=mocap:hand")
    values = {
        "at": takt.Values("doubles", CM, None),
        "speed": takt.Values("double", KMH, None),
        "hand": takt.Values(None, CM, M),
        "push": takt.Values(None, NEWTON, takt.Unit("kN", "kg.m.s-2", 1000)),
    }
    with pytest.raises(WrapperError, match=r"'at' has a unit that does not fit: 'm/s2' cannot be converted into 'cm'"):
        joined(path, ("at",), (), maps[:3], (), values=values)
    del values["at"]
    maps = ("at=joint:slide.qpos", "at=body:hand", "hand=mocap:hand")
    simulator, asset = joined(path, ("at", "speed"), ("hand", "push"), maps, (), values=values)
    asset.handlers["hand"](StubMessage(b"[100, 250, 0]"))
    asset.handlers["push"](StubMessage(b"500"))
    data = simulator._model.data
    assert [*data.mocap_pos[0]] == [1, 2.5, 0] and data.ctrl[0] == 0.5
    data.qvel[1] = 2
    simulator._model.derive()
    simulator._send()
    assert struct.unpack("<d", bytes(asset.outputs["speed"].sent[-1][1])) == (8.0,)
    values["at"] = takt.Values("json", CM, None)
    simulator, asset = joined(path, ("at",), (), maps[:2], values=values)
    simulator.start(0)
    assert sent(asset, "at") == [(None, [0.0, 200.0, 0.0, 200.0])]


def test_types_and_units_that_do_not_fit_are_told(path):
    for named, values, said in (
        (("speed=text",), takt.Values("double", None, None), "--as names type text for channel 'speed', and the hub's"),
        ((), takt.Values("double", M, None), "channel 'speed' has a unit that does not fit: 'm/s' cannot be"),
    ):
        with pytest.raises(WrapperError, match=said):
            joined(path, ("speed",), (), (), named, values={"speed": values})


def test_a_state_that_is_not_finite_is_an_error_not_a_new_start(path):
    simulator, asset = joined(path, (), ("push",))
    simulator.start(0)
    asset.handlers["push"](StubMessage(b"1e300"))
    with pytest.raises(WrapperError, match="ball.xml: .* unstable.*A smaller timestep"):
        run(simulator, 0, 100 * MS)


def start(takt_command):
    return takt_command.start("run", "-c", "cart.json", "--until", "3s", "--json")


def digests(takt_command, run):
    summary = takt_command.summary(run)
    assert summary["violations"] == 0 and summary["end"] == "REACHED", takt_command.err()
    return {each["name"]: each["digest"] for each in summary["assets"]}


def test_the_example_is_the_same_in_every_run_also_under_load_and_when_its_process_is_killed(page, takt_command):
    files = page("mujoco.md")
    first = digests(takt_command, start(takt_command))
    rows = [*csv.DictReader((files.folder / "cart.csv").read_text().splitlines())]
    assert abs(json.loads(rows[0]["state"])[1]) == 0.1 and abs(json.loads(rows[-1]["state"])[1]) < 0.01
    assert json.loads(rows[-1]["tip"])[2] == pytest.approx(0.9, abs=1e-3)
    load = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        assert digests(takt_command, start(takt_command)) == first
    finally:
        load.kill()
        load.wait()
    files.change(
        "cart.json",
        '"step": "4ms", "launch": ["python3"',
        '"step": "4ms", "onLost": "restart", "launch": ["sh", "-c",'
        ' "echo $$ >> pids; exec python3 $0 $@ --state state"',
    )
    files.change("cart.json", '"maxDelay"', '"pace": {"mode": "realtime", "speed": 0.5}, "maxDelay"')
    hold(files.folder / "cart.json", 2_800_000_000)
    log = files.folder / "cart.csv"
    log.unlink()
    run = start(takt_command)
    await_that(lambda: log.exists() and log.read_text().count("\n") > 100, run)
    os.kill(int((files.folder / "pids").read_text()), signal.SIGKILL)
    (files.folder / "go").touch()
    again = digests(takt_command, run)
    assert {name: again[name] for name in first} == first
    assert len((files.folder / "pids").read_text().split()) == 2


def test_takt_check_finds_what_does_not_fit(page, checked):
    files = page("mujoco.md")
    files.change("cart.json", '"--key",', '"--state", "kept", "--key",')
    files.change("cart.json", '"tip", ', '"tip", "unit": "mm", ')
    assert checked("cart.json")[0] == 0, checked("cart.json")
    assert not (files.folder / "kept").exists()
    for old, new, said in (
        ('"mm"', '"s"', "channel 'tip' has a unit that does not fit: 'm' cannot be converted into 's'"),
        ('"unit": "s"', '"type": "text"', "channel 'tip' carries numbers: its type is json, double or doubles"),
        ("site:tip", "site:top", "channel 'tip': cart.xml has no site 'top'; there are tip"),
        ('"4ms"', '"3ms"', "the step of 3ms is no multiple of the timestep of cart.xml, 2ms"),
        ("cart.xml", "none.xml", "none.xml: there is no such file"),
    ):
        files.change("cart.json", old, new)
        code, lines = checked("cart.json")
        assert code == 2 and lines.startswith(f"cart.json: assets[0].launch: takt_mujoco: {said}"), lines
        assert lines.count("\n") == 1


def test_what_is_wrong_reaches_the_hub_in_one_line(page, takt_command):
    files = page("mujoco.md")
    files.change("cart.json", "tip=site:tip", "tip=site:top")
    run = start(takt_command)
    assert takt_command.summary(run)["end"] == "ASSET_LOST" and run.returncode == 3
    assert "[cart] takt_mujoco: channel 'tip': cart.xml has no site 'top'; there are tip\n" in takt_command.err()
    files.change("cart.json", "tip=site:top", "tip=site:tip")
    files.change("balance.py", "self.force.send(", "self.force.send([1, 2] if t0 else ")
    run = start(takt_command)
    said = "message 1 of asset 'controller' on channel 'force' has 2 numbers, not 1"
    assert f"asset 'cart' was lost at 12ms: its simulator failed: {said}" in takt_command.summary(run)["reason"]
    assert f"[cart] takt_mujoco: {said}\n" in takt_command.err() and "Traceback" not in takt_command.err()


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["none.xml"], 1, "none.xml: there is no such file"),
        (["bad.xml"], 1, "bad.xml is no model that MuJoCo can load: XML Error: Schema violation: unrecognized element"),
        (["nan.xml"], 1, "nan.xml: the timestep of nan s is no whole number of nanoseconds; --timestep sets another"),
        (["bad.mjb"], 1, "bad.mjb is no model that MuJoCo can load: mj_loadModel"),
        (["ball.xml", "--key", "x"], 1, "ball.xml has no key 'x'; there is none with a name"),
        (["ball.xml", "--timestep", "1"], 2, "argument --timestep: '1' has no unit"),
        (["ball.xml", "--timestep", "0s"], 2, "argument --timestep: '0s' is no time above 0, such as 1ms"),
        (["ball.xml", "--as", "x=float"], 2, "--as: there is no type 'float' of values; there are json, text, double"),
        (["ball.xml", "--in", "x"], 2, "'x' is no CHANNEL=VARIABLE, such as angle=joint:elbow.qpos"),
        (["ball.xml"], 1, "which hub? give its name, or set TAKT_HUB"),
        ([], 2, "the following arguments are required: MODEL"),
    ],
)
def test_a_bad_command_line_is_told_in_one_line(path, words, code, said, capfd, monkeypatch):
    folder = Path(path).parent
    monkeypatch.chdir(folder)
    monkeypatch.delenv("TAKT_HUB", raising=False)
    (folder / "bad.xml").write_text("<mujoco><wordbody/></mujoco>")
    (folder / "nan.xml").write_text('<mujoco><option timestep="nan"/></mujoco>')
    (folder / "bad.mjb").write_text("no model")
    assert exit_code(words) == code
    told = capfd.readouterr().err
    assert told.startswith(f"takt_mujoco: {said}") and told.count("\n") == 1
    assert not (folder / "MUJOCO_LOG.TXT").exists()


def exit_code(words):
    try:
        return run_command(words)
    except SystemExit as end:
        return end.code


def test_a_package_that_is_missing_is_told_with_the_command_that_installs_it(path, capfd, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert exit_code([path]) == 1
    assert capfd.readouterr().err == "takt_mujoco: the package mujoco is missing; 'pip install mujoco' installs it\n"


def test_a_folder_of_the_name_is_no_package(tmp_path, monkeypatch):
    (tmp_path / "rockets").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(WrapperError, match="^the package rockets is missing; 'pip install rockets' installs it$"):
        needs("rockets", "rockets")


def test_info_names_what_a_model_has(path, capfd):
    assert exit_code([path, "--info"]) == 0
    assert capfd.readouterr().out.splitlines()[:4] == [
        "timestep   1ms",
        "qpos, qvel 2, 2 numbers",
        "sensor     speed, shock",
        "actuator   push, lift",
    ]
