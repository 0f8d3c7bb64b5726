"""The command ``nimfield``."""

from __future__ import annotations

import signal
import sys


def main() -> int:
    """Runs the command with the arguments of this process."""
    from ._nimfield import _run_command

    # The command itself handles Ctrl-C and a closed pipe.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _run_command(["nimfield", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
