"""The program `wilaya`, as the console script of the package starts it."""

import signal
import sys

from wilaya import _wilaya


def main() -> None:
    """Run the program with the arguments of the command line, and exit with its status."""
    # The program handles Ctrl-C by itself: it ends runs in order.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_wilaya.main(["wilaya", *sys.argv[1:]]))
