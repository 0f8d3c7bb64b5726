#!/usr/bin/env bash
# Prints the processor seconds that values of Cram take Nimfield and igsolve, in turn, three times each:
#     crates/nimfield-engines/benches/igsolve.sh [BOARD...]
# The licence of igsolve keeps it out of the workspace, so it is installed into a folder of its own.
set -euo pipefail
root=${IGSOLVE_ROOT:-target/igsolve}
nimfield=${NIMFIELD:-target/release/nimfield}
[ -x "$root/bin/igsolve" ] || cargo install igsolve --version 0.1.2 --root "$root"
[ -x "$nimfield" ] || cargo build --release -p nimfield-cli
[ $# -gt 0 ] || set -- 5x6 5x7 4x9 5x8

seconds() {
    TIMEFORMAT='%U %S'
    { time "$@" > /dev/null 2>&1; } 2>&1 | awk '{ printf " %.2f", $1 + $2 }'
}

for board; do
    ours='' theirs=''
    for _ in 1 2 3; do
        ours+=$(seconds "$nimfield" analyze -q --no-moves --value --threads 1 --time 1h "cram[$board]")
        theirs+=$(seconds "$root/bin/igsolve" cram -r "${board%x*}" -c "${board#*x}")
    done
    echo "$board: nimfield$ours, igsolve$theirs"
done
