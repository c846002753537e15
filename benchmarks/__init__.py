"""The example problems and their figures; speed is measured by ``planner-clue bench``."""
