"""`python -m lantruco`."""

import sys

from lantruco.cli.main import run

if __name__ == "__main__":
    sys.exit(run())
