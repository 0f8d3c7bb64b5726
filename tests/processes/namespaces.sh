#!/usr/bin/env bash
# Hosts in network namespaces of one machine solve a board together: over a good network, a slow and lossy one,
# one whose link is cut, with a host that is killed. By hand, as root, with ip of iproute2:
#
#   tests/processes/namespaces.sh target/release/nimfield [BOARD [HOSTS]]
#
# Delay and loss are made by tc netem where the kernel has it, else by relay.py, which stands in for the cable.
set -euo pipefail
nimfield=$(realpath "$1")
board=${2:-tactix[5x6]}
count=${3:-3}
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
relays=()
last=$((count - 1))

tidy() {
    [ ${#relays[@]} = 0 ] || kill "${relays[@]}" 2>/dev/null || true
    for i in $(seq 0 $last); do ip netns del "nf$i" 2>/dev/null || true; done
    ip netns del nfnet 2>/dev/null || true
    rm -rf "$work"
}
trap tidy EXIT

export NIMFIELD_DATA=none NIMFIELD_CONFIG=
NIMFIELD_TOKEN=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
export NIMFIELD_TOKEN

# A switch, and a cable to each host.
ip netns add nfnet
ip -n nfnet link add switch type bridge
ip -n nfnet link set switch up
for i in $(seq 0 $last); do
    ip netns add "nf$i"
    ip link add eth0 netns "nf$i" type veth peer name "port$i" netns nfnet
    ip -n nfnet link set "port$i" master switch up
    ip -n "nf$i" addr add "10.77.0.$((i + 1))/24" dev eth0
    ip -n "nf$i" link set eth0 up
    ip -n "nf$i" link set lo up
    echo "10.77.0.$((i + 1)):7100" >>"$work/hosts"
done

"$nimfield" solve "$board" -o "$work/one.nimtable" -q --memory 9GiB --time 1h >/dev/null

start() { # HOST OPTIONS...
    local i=$1
    shift
    mkdir -p "$work/$i"
    ip netns exec "nf$i" "$nimfield" solve "$board" -o "$work/$i/board.nimtable" --time 1h --memory 9GiB \
        --hosts "$work/hosts" --process "$i" --listen "10.77.0.$((i + 1))" --save-every 0s "$@" \
        >"$work/$i/out" 2>"$work/$i/err" &
    pids[i]=$!
}
await() { # the exit codes of all, in their order
    codes=()
    for i in $(seq 0 $last); do
        wait "${pids[i]}" && codes+=(0) || codes+=($?)
    done
}
same() { # WHAT SECONDS
    cmp "$work/one.nimtable" "$work/0/board.nimtable"
    rm -f "$work"/0/board.nimtable*
    printf '%-44s exit codes %s, %s s, the same file\n' "$1" "${codes[*]}" "$2"
}
grown() { # waits until something is saved
    until [ "$(stat -c %s "$work/0/board.nimtable.state" 2>/dev/null || echo 0)" -gt "${1:-20000}" ]; do
        [ -e "$work/0/board.nimtable" ] && return
        sleep 0.02
    done
}
all() { for i in $(seq 0 $last); do start "$i" "$@"; done; }
now() { date +%s.%N; }
since() { echo "$(now) $1" | awk '{ printf "%.1f", $1 - $2 }'; }

from=$(now)
all
await
same "a good network" "$(since "$from")"

# A slow one: 10 ms each way and a packet in a thousand lost at each host.
slow=netem
if ! ip netns exec nf0 tc qdisc add dev eth0 root netem delay 10ms loss 0.1% 2>/dev/null; then
    slow=relay
fi
slowly() {
    for i in $(seq 0 $last); do
        if [ $slow = netem ]; then
            ip netns exec "nf$i" tc qdisc replace dev eth0 root netem delay 10ms loss 0.1%
        else
            ip netns exec "nf$i" python3 "$here/relay.py" eth0 "10.77.0.$((i + 1))/24" 0.010 0.001 &
            relays+=($!)
        fi
    done
    sleep 2
}
swiftly() {
    if [ $slow = netem ]; then
        for i in $(seq 0 $last); do ip netns exec "nf$i" tc qdisc del dev eth0 root; done
    else
        kill "${relays[@]}"
        wait "${relays[@]}" 2>/dev/null || true
        relays=()
        for i in $(seq 0 $last); do
            ip -n "nf$i" addr flush dev eth0
            ip -n "nf$i" addr add "10.77.0.$((i + 1))/24" dev eth0
        done
    fi
    sleep 1
}
slowly
from=$(now)
all --wait 3m
await
same "10 ms each way, 1 in 1000 lost ($slow)" "$(since "$from")"
swiftly

cut() { ip -n nfnet link set "port$last" down; }
mend() { ip -n nfnet link set "port$last" up; }

from=$(now)
all
grown
cut
down=$(now)
await
[ -e "$work/0/board.nimtable" ] || printf '%-44s exit codes %s, noticed within %s s: %s\n' "a link is cut" \
    "${codes[*]}" "$(since "$down")" "$(tail -1 "$work/0/err")"
mend
all --wait 3m
await
same "the same command after that" "$(since "$from")"

from=$(now)
all --restarts 5 --wait 3m
grown
cut
sleep 5
mend
await
same "a link is cut for 5 s, --restarts 5" "$(since "$from")"

from=$(now)
all --restarts 5 --wait 3m
grown
cut
sleep 25
mend
await
same "a link is cut for 25 s, --restarts 5" "$(since "$from")"

from=$(now)
all --restarts 5 --wait 3m
grown
kill -KILL "${pids[last]}" 2>/dev/null || true
wait "${pids[last]}" 2>/dev/null || true
sleep 1
start "$last" --restarts 5 --wait 3m
await
same "the last host is killed and comes again" "$(since "$from")"

from=$(now)
all --restarts 5 --wait 3m
grown
kill -KILL "${pids[0]}" 2>/dev/null || true
wait "${pids[0]}" 2>/dev/null || true
sleep 1
start 0 --restarts 5 --wait 3m
await
same "the first host is killed and comes again" "$(since "$from")"
