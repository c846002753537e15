"""A session as a person has it: lines, commands, corrections, and the file at any time."""

import re
from pathlib import Path

import pytest

from planner_clue.assist.notepad import Notepad, free_path
from planner_clue.assist.session import Conversation
from planner_clue.errors import SeenError
from tests.assist.helpers import EVENING, HEAD


class Talk:
    """A session, and what it said last as one text."""

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        if text:
            path.write_text(text)
        self.session = Conversation(Notepad(path))
        self.said = "\n".join(self.session.begin())

    def say(self, *lines: str) -> str:
        """Say lines; return what the session answers to the last, in one line."""
        for line in lines:
            self.said = "\n".join(self.session.say(line))
        return " ".join(self.said.split())

    @property
    def text(self) -> str:
        return self.path.read_text()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.clue"


@pytest.fixture
def talk(path: Path) -> Talk:
    return Talk(path, EVENING)


def test_the_head_is_asked_for_and_wrong_answers_are_asked_again(path: Path) -> None:
    talk = Talk(path)
    assert "Who plays?" in talk.said
    assert "'wite' has no suspect; did you mean 'white'?" in talk.say("scarlett, mustard, wite")
    assert not path.exists()
    assert "Which of them are you?" in talk.say("scarlett Ann, mustard Bob, white, green")
    assert talk.text == "players: scarlett Ann, mustard Bob, white, green\nboard: classic\n"
    assert "'plum' is not a player; expected Ann, Bob, white" in talk.say("plum")
    said = talk.say("green")
    assert "The hands are uneven. Dealt clockwise from Ann: Ann 5, Bob 5, white 4, green 4." in said
    assert "hands: 5 4 4 5" in said
    assert "The hands: Ann 5, Bob 4, white 4, green 5." in talk.say("hands: 5 4 4 5")
    assert "2 cards in your hand; expected 5" in talk.say("plum rope")
    assert "Best next suggestion:" in talk.say("plum rope lead pipe library kitchen")
    assert talk.text.endswith("\nhand: plum rope lead pipe library kitchen\n")


def test_each_line_is_in_the_file_at_once_and_what_follows_is_said(talk: Talk) -> None:
    said = talk.say("me: peacock wrench hall, bob showed wrench")
    assert talk.text.endswith("me: peacock wrench hall, bob showed wrench\n")
    fact = "* Bob holds wrench: Bob shows wrench in line 9."
    assert all(words in said for words in (fact, "Case file: ", "Plan: ", "Your token is in hall."))
    rows = {cells[0]: cells[1:] for line in talk.said.splitlines() if (cells := line.split())}
    assert rows["wrench"] == ["-", "yes", "-", "-"]
    assert rows["plum"] == ["-", "-", "yes", "-"]


def test_a_wrong_line_is_explained_and_nothing_is_written(talk: Talk) -> None:
    said = talk.say("bob: green knfe study, nobody")
    assert "'knfe' is not understood here; did you mean 'knife'?" in said
    marked, below = talk.said.splitlines()[:2]
    assert re.sub("[^^]", " ", below).index("^") == marked.index("knfe")
    assert talk.text == EVENING


def test_a_contradiction_names_both_lines_and_either_can_be_corrected(talk: Talk) -> None:
    line = "me: peacock knife hall, ann showed knife"
    said = talk.say(line)
    assert "it contradicts Ann passes on mustard, knife, hall in line 5" in said
    assert "correct an earlier one: '5: ...'" in said
    assert talk.text == EVENING
    talk.say("keep")
    assert talk.text.endswith(line + "\n")
    assert "line 9 does not count" in talk.said
    talk.say("5: bob: mustard rope hall, i showed", "6: me: green wrench study, bob showed green")
    assert "Ann holds knife: Ann shows knife in line 9" in talk.said


def test_lines_are_edited_inserted_deleted_and_changes_undone(talk: Talk) -> None:
    talk.say("edit 8")
    assert talk.session.prompt == "8: "
    assert talk.session.prefill == "me at hall"
    talk.say("me at study")
    assert talk.text.endswith("wrong\nme at study\n")
    talk.say("edit 8", "")
    assert talk.text.endswith("wrong\nme at study\n")
    talk.say("insert 5 ann at lounge")
    assert talk.text.splitlines()[4] == "ann at lounge"
    assert "deleted: ann at lounge" in talk.say("delete 5")
    talk.say("undo", "undo", "undo")
    assert talk.text == EVENING
    assert "Nothing was changed since" in talk.say("undo")


COMMANDS = [
    ("help", "Write what happens, one line a suggestion"),
    ("notes", "Best next suggestion"),
    ("lines", "5 bob: mustard knife hall, nobody showed"),
    ("why green", "Bob holds green: Bob shows green in line 6."),
    ("why knife ann", "Ann does not hold knife: Ann passes on"),
    ("why white case", "Possible holders of white:"),
    ("why lounge", "Possible holders of lounge: Ann"),
    ("why", "expected a card: why rope"),
    ("why rope rope", "'rope' is not understood here; expected a player, or 'case'"),
    ("best", "The best suggestion per room, by expected turns"),
    ("best library", "Best suggestions in library"),
    ("best rope", "best rope; expected a room: study"),
    ("plan", "go on to"),
    ("board", "Noted: mustard in hall, white in hall, green in study"),
    ("undo", "Nothing was changed"),
    ("keep", "No line was refused"),
    ("save", "as soon as it is taken"),
    ("edit 99", "'99': expected the number of a line, 1 to 8: edit 12"),
    ("delete x", "'x': expected the number of a line"),
    ("insert 5", "insert: expected a number and a line"),
    ("99: me at hall", "line 99 does not exist; expected 1 to 8"),
    ("plna", "If you mean the command, write: plan"),
]


def test_commands_answer_and_say_what_they_expect(talk: Talk) -> None:
    for command, said in COMMANDS:
        assert said in talk.say(command), command
    assert talk.text == EVENING


def test_a_file_that_was_changed_elsewhere_is_read_again_also_with_wrong_lines(talk: Talk) -> None:
    wrong = "ann at lounge\ngren: plum rope hall\n"
    talk.path.write_text(EVENING + wrong)
    assert "was changed elsewhere" in talk.say("bob at study")
    assert talk.text.endswith(wrong + "bob at study\n")
    talk = Talk(talk.path)
    assert "line 10 does not count" in talk.said
    assert "Best next suggestion" in talk.said
    assert "does not count" not in talk.say("10: bob: green rope hall, i showed")


def test_once_the_case_file_is_certain_it_is_to_be_accused(path: Path) -> None:
    talk = Talk(path, HEAD)
    said = talk.say("me: mustard knife study, nobody showed")
    assert "The case file is certain: mustard, knife, study." in said
    assert "Accuse on your next turn: mustard, knife, study." in said
    assert "Best next suggestion" not in said
    assert "certain" in talk.say("plan")


def test_files_that_are_no_notes_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "seen.json").write_text('{"schema": 1}')
    (tmp_path / "letter.txt").write_text("Dear Ann,\nsee you on Friday\n")
    for name in ("seen.json", "letter.txt", "no/where.clue"):
        with pytest.raises(SeenError):
            Notepad(tmp_path / name)
    with pytest.raises(SeenError):
        Notepad(tmp_path)
    (tmp_path / "evening.clue").write_text("# Friday\n\n")
    assert "Who plays?" in Talk(tmp_path / "evening.clue").said
    assert free_path(tmp_path).name == "evening-2.clue"
