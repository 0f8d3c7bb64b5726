"""``python -m nimfield`` is the command ``nimfield``."""

import sys

from ._command import main

sys.exit(main())
