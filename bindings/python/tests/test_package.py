"""Tests that need no hub: times, types, and the files of a source distribution."""

import ast
import inspect
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import takt

HERE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(
    "time, ns",
    [
        (0, 0),
        (7, 7),
        ("0s", 0),
        ("10ms", 10_000_000),
        (" 1.5 s ", 1_500_000_000),
        ("250us", 250_000),
        ("1min", 60 * 10**9),
        ("2h", 7200 * 10**9),
        ("9223372036854775807ns", 2**63 - 1),
    ],
)
def test_times_are_read(time, ns):
    assert takt.ns(time) == ns


@pytest.mark.parametrize(
    "time, says",
    [
        ("10", "no unit"),
        ("10 days", "unknown unit 'days'"),
        ("ms", "is not a time"),
        ("-1ms", "negative"),
        (-1, "negative"),
        ("0.5ns", "whole number"),
        ("3000000h", "too large"),
        (2**63, "too large"),
    ],
)
def test_times_that_are_wrong_are_refused_in_one_line(time, says):
    with pytest.raises(ValueError, match=says) as refused:
        takt.ns(time)
    assert "\n" not in str(refused.value)


def test_a_time_is_no_float():
    with pytest.raises(TypeError, match="nanoseconds as an int"):
        takt.ns(0.01)


def test_everything_that_is_public_is_documented():
    for name in takt.__all__:
        thing = getattr(takt, name)
        assert name == "Time" or thing.__doc__, name
        for member in vars(thing) if isinstance(thing, type) else ():
            if not member.startswith("_") and not issubclass(thing, (tuple, BaseException)):
                assert getattr(thing, member).__doc__, f"{name}.{member}"


def stub():
    """The classes of _core.pyi by their names, with their methods and properties."""
    tree = ast.parse((HERE / "src/takt/_core.pyi").read_text())
    return {
        each.name: {member.name: member for member in each.body if isinstance(member, ast.FunctionDef)}
        for each in tree.body
        if isinstance(each, ast.ClassDef)
    }


def test_the_stub_names_what_the_extension_has():
    """Names, and parameters as far as the extension tells them; mypy compares the rest where it is installed."""
    from takt import _core

    usual = set(dir(object)) | {"__module__", "__weakref__"} | {"__getnewargs_ex__", "__getstate__"}
    classes = {name for name, thing in vars(_core).items() if isinstance(thing, type)}
    assert set(stub()) == classes
    for name, members in stub().items():
        thing = getattr(_core, name)
        if issubclass(thing, BaseException):
            continue
        assert set(members) - {"__buffer__", "__new__"} == set(vars(thing)) - usual - {"__buffer__"}, name
        for member, declared in members.items() - {("__buffer__", members.get("__buffer__"))}:
            try:
                its = inspect.signature(getattr(thing, member)) if not declared.decorator_list else None
            except ValueError:  # It tells none.
                its = None
            if its is not None and not member.startswith("__"):
                parameters = [*declared.args.posonlyargs, *declared.args.args, *declared.args.kwonlyargs]
                assert list(its.parameters) == [each.arg for each in parameters], f"{name}.{member}"
                optional = [each for each in its.parameters.values() if each.default is not each.empty]
                assert len(optional) == len(declared.args.defaults), f"{name}.{member}"


@pytest.mark.slow
def test_types_are_strict():
    pytest.importorskip("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", os.devnull], cwd=HERE, capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout
    stub = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "takt._core", "--concise", "--ignore-disjoint-bases"],
        capture_output=True,
        text=True,
    )
    # Type checkers know the buffer protocol by this method alone; classes of C have it from Python 3.12 on.
    wrong = [line for line in stub.stdout.splitlines() if "Message.__buffer__ is not present" not in line]
    assert wrong == []


@pytest.mark.slow
def test_values_have_the_type_of_their_codec(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        """
import takt

class Tank:
    level: takt.Output[float]

    def joined(self, asset: takt.Asset) -> None:
        self.level = asset.output("level", takt.codec.one_double)
        self.level.send(1.5)
        self.level.send("1.5")  # wrong
        asset.output("row", takt.codec.doubles).send([1.0, 2.0])
        asset.output("row", takt.codec.doubles).send(1.0)  # wrong
        asset.output("text").send("some")
        asset.output("text").send(1)  # wrong
        asset.subscribe("opening", self.hear, takt.codec.one_double)
        asset.subscribe("opening", self.hear)  # wrong

    def hear(self, value: float, message: takt.Message) -> None: ...
"""
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, str(program)],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(HERE / "src")},
        capture_output=True,
        text=True,
    )
    wrong = [n for n, line in enumerate(program.read_text().splitlines(), 1) if line.endswith("# wrong")]
    found = [int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error:" in line]
    assert sorted(set(found)) == wrong, checked.stdout


@pytest.mark.slow
def test_a_source_distribution_stands_alone(tmp_path):
    pytest.importorskip("setuptools")
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    build = "import setuptools.build_meta as b; print(b.build_sdist(r'%s'))" % tmp_path
    subprocess.run([sys.executable, "-c", build], cwd=HERE, env=environment, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path)
    (source,) = (each for each in tmp_path.iterdir() if each.is_dir())
    assert (source / "c" / "include" / "takt.h").exists()
    wheel = "import setuptools.build_meta as b; print(b.build_wheel(r'%s'))" % tmp_path
    subprocess.run([sys.executable, "-c", wheel], cwd=source, env=environment, check=True, capture_output=True)
    (built,) = tmp_path.glob("*.whl")
    assert "-cp39-abi3-" in built.name
