#!/bin/sh
# A job in shards as an array of SLURM, and their merge when all of them are done. The first argument is the
# number of shards, the others are those of nimfield:
#   examples/scaling/slurm.sh 100 hunt ferguson-theorem-3 --up-to 200 --time 20h
# The folder must be one that the nodes share. What sbatch is to know beside is in SBATCH_PARTITION,
# SBATCH_TIMELIMIT and so on.
set -eu
shards=$1
shift
nimfield=${NIMFIELD:-nimfield}
parts=${PARTS:-parts}
mkdir -p "$parts"
# Each word in quotes, as the batch script is read by a shell.
words=
for word in "$@"; do
    words="$words '$(printf %s "$word" | sed "s/'/'\\\\''/g")'"
done
array=$(
    sbatch --parsable --job-name=nimfield --array="1-$shards" --output="$parts/%a.log" <<SCRIPT
#!/bin/sh
exec '$nimfield' $words --threads "\${SLURM_CPUS_PER_TASK:-1}" --shard "\$SLURM_ARRAY_TASK_ID/$shards" \\
    -o "$parts/\$SLURM_ARRAY_TASK_ID.shard"
SCRIPT
)
sbatch --parsable --job-name=nimfield-merge --dependency="afterok:$array" --output="$parts/merged.txt" <<SCRIPT
#!/bin/sh
exec '$nimfield' merge \$(seq -f "$parts/%.0f.shard" "$shards")
SCRIPT
