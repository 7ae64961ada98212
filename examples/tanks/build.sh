#!/bin/sh
# Makes tank.fmu, for Linux on x86-64; needs a C compiler and Python (Debian: gcc python3).
set -eu
cd "$(dirname "$0")"
mkdir -p binaries/linux64
cc -std=c11 -O2 -shared -fPIC -o binaries/linux64/tank.so tank.c -lm
rm -f tank.fmu
python3 -m zipfile -c tank.fmu modelDescription.xml binaries
rm -r binaries
