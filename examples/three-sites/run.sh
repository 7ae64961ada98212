#!/usr/bin/env bash
# Runs the ten programs on one hub, and then on three hubs of three "machines", which are network namespaces of this
# host; the cable of one is pulled for a second meanwhile. Then it compares what every program has received.
# takt has to be on the PATH. No root is needed where the system lets users make namespaces; where it does not, the
# three hubs are on loopback, and no cable is pulled.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
until=${1:-60s}

if [[ ${1:-} != --inside ]]; then
    apart=(unshare --net --mount)
    [[ $(id -u) -eq 0 ]] || apart+=(--user --map-root-user)
    if command -v ip > /dev/null && "${apart[@]}" ip link add probe type veth peer name other 2> /dev/null; then
        exec "${apart[@]}" "${BASH_SOURCE[0]}" --inside "$until"
    fi
    echo "no network namespaces here: three hubs on loopback, and no cable is pulled"
    machines=no
else
    until=$2
    machines=yes
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/three-sites.XXXXXX")
memory=/dev/shm
[[ -d $memory ]] || memory=/tmp
shm=$(mktemp -d "$memory/three-sites.XXXXXX")
started=()
finish() {
    ((${#started[@]} == 0)) || kill "${started[@]}" 2> /dev/null || true
    wait
    rm -rf "$work" "$shm"
}
trap finish EXIT

cp ./*.java ./*.json "$work"
cd "$work"
for site in site-a site-b; do
    takt key "$site" "$site.key" > key.txt
done

# Each machine has a folder for its hub that the others do not use. $1 is the machine, the rest a command.
on() {
    local machine=$1
    shift
    if [[ -n ${pid[$machine]:-} ]]; then
        TAKT_DIR=$shm/$machine nsenter --net --target "${pid[$machine]}" "$@"
    else
        TAKT_DIR=$shm/$machine "$@"
    fi
}

declare -A pid
hubs=()
if [[ $machines == yes ]]; then
    ip link set lo up
    ip link add switch type bridge
    ip address add 10.7.0.1/24 dev switch
    ip link set switch up
    number=1
    for site in site-a site-b; do
        unshare --net sleep infinity &
        pid[$site]=$!
        started+=($!)
        # Until the new program has its own network.
        while [[ $(readlink "/proc/${pid[$site]}/ns/net") == "$(readlink /proc/self/ns/net)" ]]; do sleep 0.01; done
        number=$((number + 1))
        ip link add "$site" type veth peer name eth0 netns "${pid[$site]}"
        ip link set "$site" master switch up
        on "$site" ip address add "10.7.0.$number/24" dev eth0
        on "$site" ip link set eth0 up
        on "$site" ip link set lo up
    done
else
    sed -i 's/10\.7\.0\.1/127.0.0.1/' ./*.json
fi

echo "one hub:"
on one takt run -c one.json --until "$until" --json > one.out

echo "three hubs:"
for hub in site-a site-b root; do
    more=()
    [[ $hub != root ]] || more=(--until "$until")
    on "$hub" takt run -c "$hub.json" "${more[@]}" --json > "$hub.out" &
    started+=($!)
    hubs[${#hubs[@]}]=$!
done
if [[ $machines == yes ]]; then
    until on root takt status --hub root --json 2> /dev/null | grep -q '"state":"RUNNING"'; do sleep 0.1; done
    ip link set site-a down
    sleep 1
    on root takt tree --hub root || { echo "the run was over before the cable was pulled; give it more time than $until"; exit 1; }
    ip link set site-a up
    echo "the cable is back"
fi
wait "${hubs[@]}"
takt java Compare.java one.out root.out site-a.out site-b.out | tee compared.txt
! grep -q NOT compared.txt
