#!/bin/sh
# Runs every variant, two of them twice, and draws radio-loop.svg; takt has to be on the PATH.
set -eu
cd "$(dirname "$0")"

run() {
    echo "$1:"
    takt run -c "$1.json" --until 30s > /dev/null
}

run wired
run radio
run bad-radio
cp bad-radio.csv bad-radio-1.csv
run bad-radio
run ungated
cp ungated.csv ungated-1.csv
run ungated

takt java Plot.java 'on a wire=wired.csv' \
    'by radio: 10 to 20 ms of delay, 10 % lost=radio.csv' \
    'by a bad radio, 30 % lost: two runs=bad-radio-1.csv,bad-radio.csv' \
    'on a wire, but without gates: two runs=ungated-1.csv,ungated.csv'
