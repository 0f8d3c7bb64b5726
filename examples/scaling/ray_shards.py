"""A job in shards with Ray: python ray_shards.py 8 hunt ferguson-theorem-3 --up-to 80 --time 1h

On this machine, or on the cluster whose address is in RAY_ADDRESS.
"""

import os
import sys

import ray

import shards


def main() -> int:
    of, arguments = int(sys.argv[1]), sys.argv[2:]
    here = os.path.dirname(os.path.abspath(__file__))
    ray.init(runtime_env={"working_dir": here} if "RAY_ADDRESS" in os.environ else None)
    # A shard that fails is tried once more.
    run = ray.remote(max_retries=1, retry_exceptions=True)(shards.run)
    folder = os.path.abspath("parts")
    parts = [run.remote(arguments, i, of, folder) for i in range(1, of + 1)]
    return shards.merge(ray.get(parts))


if __name__ == "__main__":
    sys.exit(main())
