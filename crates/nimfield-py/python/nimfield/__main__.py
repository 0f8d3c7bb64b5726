"""``python -m nimfield`` is the command ``nimfield``."""

import sys

from ._command import main

if __name__ == "__main__":
    sys.exit(main())
