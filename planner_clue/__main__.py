"""``python -m planner_clue``: the same program as ``planner-clue``."""

from planner_clue.cli.app import main

if __name__ == "__main__":
    main()
