#!/bin/sh
# A job in shards on one machine or several, with GNU parallel. The first argument is the number of shards, the
# others are those of nimfield:
#   examples/scaling/parallel.sh 8 hunt ferguson-theorem-3 --up-to 80 --time 1h
# After an interruption, the same command continues with the missing shards. PARALLEL_OPTIONS may
# hold
# `--sshloginfile hosts`, for machines that share this folder.
set -eu
shards=$1
shift
nimfield=${NIMFIELD:-nimfield}
parts=${PARTS:-parts}
mkdir -p "$parts"
missing=$(for i in $(seq "$shards"); do [ -e "$parts/$i.shard" ] || echo "$i"; done)
if [ -n "$missing" ]; then
    # Shards of one thread each fill the machine better than threads within them.
    # shellcheck disable=SC2086
    echo "$missing" | parallel --will-cite --quote ${PARALLEL_OPTIONS:-} \
        "$nimfield" "$@" --threads 1 --quiet --shard "{}/$shards" -o "$parts/{}.shard" >&2
fi
exec "$nimfield" merge $(seq -f "$parts/%.0f.shard" "$shards")
