#!/usr/bin/env bash
# Runs the city twice, compares all digests, draws a picture, and runs the robot's pilot again from the recording:
# as it was, and changed. All that it makes is in the folder "out", or the one that is given; the first time that is
# also a virtual environment of Python, with packages from the registry. Needs what ../../takt needs, a C compiler,
# Python 3.11 or newer with its headers, and the libraries of X11 that SUMO's package wants (Debian: gcc python3-dev
# python3-venv libx11-6 libxext6 libxrender1 libgl1).
set -euo pipefail

lacks() {
    echo "the example needs $1" >&2
    exit 2
}
[[ $(uname -sm) == 'Linux x86_64' ]] || lacks 'Linux on x86-64'
command -v cc > /dev/null || lacks 'a C compiler (Debian: gcc)'
python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null \
    || lacks 'Python 3.11 or newer with venv (Debian: python3-venv)'
[[ -e $(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h ]] \
    || lacks "Python's headers (Debian: python3-dev)"
python3 -c 'import ctypes, sys; [*map(ctypes.CDLL, sys.argv[1:])]' \
    libX11.so.6 libXext.so.6 libXrender.so.1 libGL.so.1 2> /dev/null \
    || lacks "libraries of X11, as SUMO's package does (Debian: libx11-6 libxext6 libxrender1 libgl1)"

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(cd "$here/../.." && pwd)
mkdir -p "${1:-$here/out}"
out=$(cd "${1:-$here/out}" && pwd)
"$home/takt" --help > /dev/null # builds Takt if necessary
packages=("$home/bindings/python" "$home/wrappers/python")

pip=("$out/python/bin/python" -m pip install --quiet --disable-pip-version-check)
installed=$out/python/installed.txt
if ! cmp -s "$here/requirements.txt" "$installed"; then
    echo "making $out/python, with SUMO, MuJoCo and mosaik's API (400 MB on the disk) ..."
    rm -rf "$out/python"
    python3 -m venv "$out/python"
    # The file names all that is used; of MuJoCo's viewer, nothing. To compile it all now would take longer than to load.
    "${pip[@]}" --only-binary :all: --no-deps --no-compile -r "$here/requirements.txt"
    cp "$here/requirements.txt" "$installed"
fi
ours=$out/python/ours.txt
if [[ ! -e $ours || -n $(find "${packages[@]}" -newer "$ours" \( -name '*.py' -o -name '*.c' \)) ]]; then
    "${pip[@]}" --no-build-isolation --no-deps "${packages[@]}"
    touch "$ours"
fi
export PATH=$out/python/bin:$home:$PATH

# Runs the city in a folder of its own, with recordings of both hubs.
run() {
    echo "$1 run ..."
    rm -rf "${out:?}/$1"
    mkdir "$out/$1"
    cp "$here"/*.* "$out/$1"
    cd "$out/$1"
    ./build.sh
    if ! takt record -c city.json --until 180s --out recorded-city --json > city.out 2> run.log; then
        cat run.log >&2
        exit 1
    fi
    sed -n 's/^\[robot\] {/{/p' run.log > robot.out
}

run first
run second
cd "$out"
python3 "$here/compare.py" first second
python3 "$here/picture.py" first city.svg

cd first
echo "the pilot again, from the recording:"
takt replay recorded-robot --asset pilot | grep '^equal'
mkdir changed
sed 's/LEAVES_AT = 0.9;/LEAVES_AT = 0.8;/' Pilot.java > changed/Pilot.java
echo "a pilot that leaves the charger at 80 % in place of 90 %:"
code=0
takt replay recorded-robot --asset pilot --folder changed > changed.out 2>&1 || code=$?
grep '^differs first' changed.out || { cat changed.out; echo "no difference, exit code $code"; exit 1; }
