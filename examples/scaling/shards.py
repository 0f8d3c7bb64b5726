"""A job of nimfield in shards, for schedulers of Python: each shard is a process of its own.

The command is that of the Python package on the machine where the shard runs; the environment variable NIMFIELD
may name another one. The folder of the shards must be one that all machines share.
"""

import os
import pathlib
import shlex
import subprocess
import sys

COMMAND = shlex.split(os.environ.get("NIMFIELD", "")) or [sys.executable, "-m", "nimfield"]


def run(arguments: list[str], index: int, of: int, folder: str) -> str:
    """Does a shard, if its file is not there yet; the file."""
    path = pathlib.Path(folder, f"{index}.shard")
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = ["--threads", "1", "--quiet", "--shard", f"{index}/{of}", "-o", str(path)]
        subprocess.run([*COMMAND, *arguments, *part], check=True, stdout=subprocess.DEVNULL)
    return str(path)


def merge(paths: list[str]) -> int:
    """Prints what the command prints in one piece; its exit code."""
    return subprocess.run([*COMMAND, "merge", *paths]).returncode
