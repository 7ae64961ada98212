#!/bin/sh
# Builds a project that uses the library in each of the ways that docs/reference/c.md names, in an empty folder:
# consumer.sh FOLDER. Says which ways it has left out for want of a tool.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
cd "$1"
there() { command -v "$1" > /dev/null || { echo "left out: $2 (needs $1)"; return 1; }; }

# Each program's message that there is no hub proves that it is linked and runs.
runs() {
    env -u TAKT_HUB "$1" 2> said && exit 1
    grep -q "which hub?" said || { cat said; exit 1; }
}

if there cmake "CMake"; then
    cmake -S "$here/test/consumer" -B folder -DTAKT_SOURCE="$here" > log 2>&1 && cmake --build folder >> log 2>&1 \
        || { cat log; exit 1; }
    runs folder/in_c
    runs folder/in_cpp
    echo "add_subdirectory: holds"
    for shared in OFF ON; do
        cmake -S "$here" -B "lib$shared" -DBUILD_SHARED_LIBS=$shared -DCMAKE_INSTALL_PREFIX="$PWD/first" > log 2>&1 \
            && cmake --build "lib$shared" >> log 2>&1 && cmake --install "lib$shared" >> log 2>&1 || { cat log; exit 1; }
        rm -rf moved installed
        mv first moved
        cmake -S "$here/test/consumer" -B installed -DCMAKE_PREFIX_PATH="$PWD/moved" > log 2>&1 \
            && cmake --build installed >> log 2>&1 || { cat log; exit 1; }
        runs installed/in_c
        runs installed/in_cpp
        echo "find_package, shared $shared: holds"
    done
    if there pkg-config "pkg-config"; then
        PKG_CONFIG_PATH=$(dirname "$(find moved -name takt.pc)")
        export PKG_CONFIG_PATH
        libdir=$(pkg-config --variable=libdir takt)
        cc -o by_pc "$here/examples/pendulum.c" $(pkg-config --cflags --libs takt) -Wl,-rpath,"$libdir" -lm
        runs ./by_pc
        echo "pkg-config: holds"
    fi
fi
if there make "make install"; then
    make -s -C "$here" OUT="$PWD/made" PREFIX="$PWD/first" install
    rm -rf moved
    mv first moved
    if there pkg-config "pkg-config beside make"; then
        PKG_CONFIG_PATH=moved/lib/pkgconfig
        export PKG_CONFIG_PATH
        pkg-config --modversion takt | grep -q '^[0-9]'
        cc -o by_make "$here/examples/pendulum.c" $(pkg-config --cflags --libs takt) -lm
        runs ./by_make
        echo "make install and pkg-config: holds"
    fi
fi
cc -o plain -std=c11 -I"$here/include" "$here/examples/pendulum.c" "$here/takt.c" -lm
runs ./plain
echo "its one file: holds"
cc -o parts -std=c11 -I"$here/include" "$here/examples/pendulum.c" "$here"/src/*.c -lm
runs ./parts
echo "its sources: holds"
