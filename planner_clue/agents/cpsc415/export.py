"""Writing our agents as files for the tournament's own program."""

from collections.abc import Iterable
from pathlib import Path

from planner_clue.errors import InputError

EXPORTED = ("planner", "exact", "ladder-1", "ladder-2")
"""The agents that are written, by their registered names."""

_TEXT = '''\
"""The agent "{agent}" of planner-clue, as a player of the CPSC 415 tournament.

Put this file beside the tournament's clue.py. It needs planner-clue installed in the Python that
runs the tournament: "import planner_clue" has to work there. Written by
"planner-clue export-cpsc415"; it may be changed, renamed (the class too) and passed on.
"""

import clue
from planner_clue.agents.cpsc415.exported import ExportedPlayer


class {name}(clue.CluePlayer):
    """Passes every call on to planner-clue's agent."""

    def __init__(self, hand, player_num):
        super().__init__(player_num, "{identifier}")
        self.hand = hand
        self.agent = ExportedPlayer("{agent}", hand, player_num, clue)

    def ready_to_accuse(self):
        return self.agent.ready_to_accuse()

    def get_accusation(self):
        return self.agent.get_accusation()

    def get_suggestion(self):
        return self.agent.get_suggestion()

    def handle_suggestion(self, suggesting_player_num, suggestion):
        return self.agent.handle_suggestion(suggesting_player_num, suggestion)

    def publicly_observe(
        self, suggesting_player_num, suggestion, responding_player_num, revealed_a_card
    ):
        self.agent.publicly_observe(
            suggesting_player_num, suggestion, responding_player_num, revealed_a_card
        )

    def secretly_observe(self, responding_player_num, card):
        self.agent.secretly_observe(responding_player_num, card)
'''


def player_files(agents: Iterable[str] = EXPORTED) -> dict[str, str]:
    """Return the text of each agent's player file, by file name."""
    files = {}
    for agent in agents:
        identifier = agent.replace("-", "_")
        name = f"{identifier}_CluePlayer"
        files[f"{name}.py"] = _TEXT.format(agent=agent, name=name, identifier=identifier)
    return files


def write_players(folder: Path, *, force: bool = False) -> list[Path]:
    """Write the player files into ``folder``, which is made if it is not there; return their paths.

    Raises :class:`InputError`, with nothing written, if a file is there with another text (unless
    ``force``), or if the folder cannot be written to.
    """
    files = {folder / name: text for name, text in player_files().items()}
    for part in (folder, *folder.parents):
        if part.exists() and not part.is_dir():
            raise InputError(f"{folder}: {part} is a file; expected a folder")
    for path, text in files.items():
        if path.is_dir():
            raise InputError(f"{path} is a folder; expected to write a file there")
        if path.exists() and not force and path.read_bytes() != text.encode():
            raise InputError(f"{path} is there and differs; expected a new place, or --force")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_bytes(text.encode())
    except OSError as error:
        raise InputError(f"{folder} cannot be written to: {error.strerror}") from error
    return list(files)
