#!/usr/bin/env bash
# Three tanks of one hub in a DIS exercise on this host, seen by the gateway of another hub and by tshark, where that is
# there. Then the capture of the exercise is played into a hub. takt has to be on the PATH.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

takt run -c east.json &
east=$!
trap 'kill $east 2> /dev/null || true' EXIT
until takt status --hub east --json 2> /dev/null | grep -q '"state":"RUNNING"'; do sleep 0.1; done
takt run -c west.json --until 10s
takt stop --hub east
wait $east

takt run -c again.json --until 10s
if command -v tshark > /dev/null; then
    tshark -r east.pcap -d udp.port==3000,dis
fi
