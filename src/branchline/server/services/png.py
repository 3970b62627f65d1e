"""Turn a picture from SVG into PNG in a separate process, because drawing holds Python's lock for a second.

python -m branchline.server.services.png <board.svg >board.png
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from branchline.core.png import png_of

if __name__ == "__main__":
    with suppress(AttributeError, OSError):
        os.nice(5)  # a lower priority than the server's
    sys.stdout.buffer.write(png_of(sys.stdin.buffer.read().decode()))
