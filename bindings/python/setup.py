"""Compiles the C library and the code around it into one extension with the stable ABI of CPython 3.9."""

import shutil
from glob import glob
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
IN_SDIST = HERE / "c"
IN_REPOSITORY = HERE.parent / "c"


def c_library() -> Path:
    """The folder of the C library: a copy in a source distribution, the original in the repository."""
    for folder in (IN_SDIST, IN_REPOSITORY):
        if (folder / "include" / "takt.h").exists():
            return folder
    raise SystemExit(
        f"the C library of Takt is neither in {IN_SDIST} nor in {IN_REPOSITORY}; build in the repository, with pip 21.3"
        " or newer (python3 -m pip install --upgrade pip), which does not copy this folder elsewhere"
    )


class BuildExt(build_ext):
    """Adds the library, which lies outside of this folder, when it compiles."""

    def build_extension(self, ext: Extension) -> None:
        library = c_library()
        ext.sources = [*ext.sources, str(library / "takt.c")]
        ext.depends = [*ext.depends, *glob(str(library / "*" / "*.[ch]"))]
        ext.include_dirs.append(str(library / "include"))
        super().build_extension(ext)


class Sdist(sdist):
    """Adds a copy of the library."""

    def make_release_tree(self, base_dir: str, files: "list[str]") -> None:
        super().make_release_tree(base_dir, files)
        for part in ("include", "src"):
            shutil.copytree(c_library() / part, Path(base_dir) / "c" / part, dirs_exist_ok=True)
        shutil.copy(c_library() / "takt.c", Path(base_dir) / "c")


setup(
    ext_modules=[
        Extension(
            "takt._core",
            sources=sorted(glob("ext/*.c")),
            depends=sorted(glob("ext/*.h")),
            define_macros=[("Py_LIMITED_API", "0x03090000")],
            extra_compile_args=["-std=c11", "-O3", "-fvisibility=hidden", "-Werror=implicit-function-declaration"],
            py_limited_api=True,
        )
    ],
    cmdclass={"build_ext": BuildExt, "sdist": Sdist},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
