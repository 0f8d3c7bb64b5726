"""A job in shards with Dask: python dask_shards.py 8 hunt ferguson-theorem-3 --up-to 80 --time 1h

On this machine, or on the cluster whose scheduler's address is in DASK_SCHEDULER (tcp://host:8786).
"""

import os
import sys

from dask.distributed import Client, LocalCluster

import shards


def main() -> int:
    of, arguments = int(sys.argv[1]), sys.argv[2:]
    address = os.environ.get("DASK_SCHEDULER")
    with Client(address or LocalCluster(threads_per_worker=1, dashboard_address=None)) as client:
        # The workers of a cluster have no such file.
        client.upload_file(shards.__file__)
        folder, indices = os.path.abspath("parts"), range(1, of + 1)
        parts = [client.submit(shards.run, arguments, i, of, folder, pure=False) for i in indices]
        return shards.merge(client.gather(parts))


if __name__ == "__main__":
    sys.exit(main())
