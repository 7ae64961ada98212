#!/bin/sh
# Makes battery.fmu, for Linux on x86-64; needs a C compiler and Python (Debian: gcc python3).
set -eu
cd "$(dirname "$0")"
mkdir -p binaries/linux64
cc -std=c11 -O2 -shared -fPIC -o binaries/linux64/battery.so battery.c -lm
rm -f battery.fmu
python3 -m zipfile -c battery.fmu modelDescription.xml binaries
rm -r binaries
