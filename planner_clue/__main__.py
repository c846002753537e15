"""``python -m planner_clue``, and the program ``planner-clue``."""

import os
import signal
import sys


def main() -> None:
    """Run the program; a Ctrl-C while it is being loaded ends it without a traceback."""
    if os.name != "posix":  # processes are forked and files locked
        sys.stderr.write("planner-clue: this system is not POSIX; expected Linux, macOS or WSL\n")
        sys.exit(2)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from planner_clue.cli.app import main as run

    run()


if __name__ == "__main__":
    main()
