"""A conversation with a person at a table: lines of notes and commands in, text out.

It knows nothing of terminals. Each line that is taken stands in the file at once.
"""

import re
from collections.abc import Callable

from planner_clue.assist import editing, in_words
from planner_clue.assist.editing import Change, Changed
from planner_clue.assist.head import field_of
from planner_clue.assist.help_text import HELP
from planner_clue.assist.insight import ASKING, Insight, newly_certain
from planner_clue.assist.notes import Complaint
from planner_clue.assist.notes_file import NotesFile
from planner_clue.assist.questions_first import (
    check_answer,
    next_question,
    opening_lines,
    written_in,
)
from planner_clue.assist.summary import planned, summary
from planner_clue.assist.words import Reader
from planner_clue.board import Board
from planner_clue.errors import InputError, NotesError, closest
from planner_clue.show.board_text import draw_board


class Session:
    """The notes of one game, and what was said of them last."""

    def __init__(self, file: NotesFile, asking: int = ASKING) -> None:
        self._file = file
        self._asking = asking
        self._now = self._read(file.text)
        self._undo: list[str] = []
        self._refused: Change | None = None
        self._editing: int | None = None
        self.is_over = False
        """Whether the person wants to stop."""
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "help": lambda _: HELP.splitlines(),
            "notes": lambda _: self._insight_or_question(),
            "lines": lambda _: in_words.numbered(self._now.notes),
            "why": self._why,
            "best": self._best,
            "plan": lambda _: self._plan(),
            "board": lambda _: self._board(),
            "edit": self._edit,
            "insert": self._insert,
            "delete": self._delete,
            "undo": lambda _: self._take_back(),
            "keep": lambda _: self._keep(),
            "save": self._save,
            "quit": lambda _: self._quit(),
        }

    # -- talking --------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """What stands before the line that the person writes next."""
        if self._editing is not None:
            return f"{self._editing}: "
        return f"{len(self._now.notes.lines) + 1}> "

    @property
    def prefill(self) -> str:
        """The text of the line that is being edited; empty otherwise."""
        if self._editing is None:
            return ""
        return self._now.notes.lines[self._editing - 1].text

    def begin(self) -> list[str]:
        """Return what there is to say first."""
        return [*self._left_out(), *self._insight_or_question()]

    def say(self, text: str) -> list[str]:
        """Take a line or a command; return what there is to say."""
        said = text.strip()
        try:
            changed = self._look_for_changes()
            return changed + self._hear(said)
        except InputError as error:
            return [in_words.wrapped(f"{error}.")]

    def _hear(self, said: str) -> list[str]:
        if self._editing is not None:
            number, self._editing = self._editing, None
            return self._try(editing.replaced(self._file.text, number, said)) if said else []
        numbered = re.match(r"(\d+)\s*:\s*(.*)", said)
        if numbered:
            change = editing.replaced(self._file.text, int(numbered[1]), numbered[2])
            return self._try(change)
        name, _, rest = said.partition(" ")
        command = self._commands.get(name.lower())
        if command and not rest.lstrip().startswith(":"):
            return command(rest.strip())
        if not said:
            return []
        question = next_question(self._now.notes)
        if question and field_of(said) is None and not said.startswith("#"):
            return self._answer(question[0], said)
        return self._try(editing.appended(self._file.text, said))

    def _answer(self, field: str, value: str) -> list[str]:
        """Take an answer to a question about the head."""
        check_answer(field, value, written_in(self._now.notes))
        lines = opening_lines(field, value)
        return self._accept(self._read(self._file.text + lines))

    # -- changing the notes ---------------------------------------------------------

    def _read(self, text: str) -> Changed:
        return editing.read(Change(text, None), self._asking)

    def _try(self, change: Change) -> list[str]:
        """Change the notes, unless the new line is wrong."""
        changed = editing.read(change, self._asking)
        if changed.refused is None:
            return self._accept(changed)
        problem = changed.refused.problem
        assert problem
        said = in_words.what_is_wrong(changed.refused)
        if problem.against:
            self._refused = change
            said += in_words.paragraphs([self._how_to_correct(problem)])
        elif (near := self._command_like(changed.refused.text)) is not None:
            said.append(f"If you mean the command, write: {near}")
        return said

    def _how_to_correct(self, problem: Complaint) -> str:
        earlier = " or ".join(f"'{number}: ...'" for number in problem.against)
        return (
            f"The line is not taken. Write it otherwise, or correct an earlier one: {earlier}. "
            "'keep' writes it down all the same; it counts once it fits."
        )

    def _command_like(self, text: str) -> str | None:
        first = Reader(text).plain
        return closest(first, self._commands) if len(text.split()) < 3 else None

    def _accept(self, changed: Changed) -> list[str]:
        """Write changed notes, and say what follows."""
        before = self._now
        self._file.write(changed.text)
        self._undo.append(before.text)
        self._refused, self._now = None, changed
        return [*self._left_out(before), *self._insight_or_question(before.insight)]

    def _look_for_changes(self) -> list[str]:
        """Read the file again if it was changed elsewhere."""
        if not self._file.was_changed():
            return []
        self._now = self._read(self._file.text)
        return [f"{self._file.path} was changed elsewhere; it is read again.", *self._left_out()]

    def _edit(self, rest: str) -> list[str]:
        self._editing = self._number(rest, "edit 12")
        return [f"  {self.prefill}", "Write this line anew; an empty line leaves it."]

    def _insert(self, rest: str) -> list[str]:
        number, _, said = rest.partition(" ")
        if not said.strip():
            raise NotesError("insert: expected a number and a line: insert 12 me at hall")
        where = self._number(number.rstrip(":"), "insert 12 me at hall")
        return self._try(editing.inserted(self._file.text, where, said.strip()))

    def _delete(self, rest: str) -> list[str]:
        number = self._number(rest, "delete 12")
        gone = self._now.notes.lines[number - 1].text
        said = self._accept(editing.read(editing.deleted(self._file.text, number), self._asking))
        return [f"deleted: {gone}", *said]

    def _number(self, text: str, example: str) -> int:
        count = len(self._now.notes.lines)
        if not (text.isdecimal() and text.isascii() and 1 <= int(text[:9]) <= count):
            raise NotesError(f"'{text}': expected the number of a line, 1 to {count}: {example}")
        return int(text)

    def _take_back(self) -> list[str]:
        if not self._undo:
            return ["Nothing was changed since the session began; 'delete 12' takes a line away."]
        text = self._undo.pop()
        self._file.write(text)
        self._now = self._read(text)
        return ["The last change is undone.", *self._left_out(), *self._insight_or_question()]

    def _keep(self) -> list[str]:
        if self._refused is None:
            return ["There is no line that was not taken because it contradicts others."]
        return self._accept(editing.read(self._refused, self._asking))

    def _save(self, rest: str) -> list[str]:
        if not rest:
            return [f"Every line is in {self._file.path} as soon as it is taken."]
        copy = NotesFile(self._file.path.parent / rest)
        if copy.text:
            raise NotesError(f"save {rest}: this file is not empty; expected a new one")
        copy.write(self._file.text)
        return [f"A copy is in {copy.path}; these notes go on in {self._file.path}."]

    def _quit(self) -> list[str]:
        self.is_over = True
        return []

    # -- answering ------------------------------------------------------------------

    def _insight(self) -> Insight:
        if self._now.insight is None:
            raise NotesError("the head of the notes is not complete yet: see 'lines'")
        return self._now.insight

    def _insight_or_question(self, before: Insight | None = None) -> list[str]:
        """Return everything about this moment; as long as the head is not complete, what to do."""
        if self._now.insight is not None:
            news = newly_certain(before, self._now.insight) if before else []
            return summary(self._now.insight, self._asking, news)
        question = next_question(self._now.notes)
        return question[1].splitlines() if question else ["Correct the line of the head first."]

    def _left_out(self, before: Changed | None = None) -> list[str]:
        """Return the lines that are wrong, if they were not wrong before."""
        known = {line.text for line in before.notes.problems} if before else set()
        said: list[str] = []
        for line in self._now.notes.problems:
            if line.text not in known:
                said += [f"line {line.number} does not count:", *in_words.what_is_wrong(line)]
        return said

    def _plan(self) -> list[str]:
        insight = self._insight()
        return planned(insight, self._asking, at_length=True) or [in_words.case_files(insight)]

    def _why(self, rest: str) -> list[str]:
        insight = self._insight()
        assert insight.notes.head
        company = insight.notes.head.company
        words = Reader(rest)
        card = company.card(words)
        if card is None:
            words.fail("a card: why rope, or: why rope bob", company.deck.cards)
        holder = None
        if words.take({"case"}):
            words.skip({"file"})
            holder = insight.belief.case
        elif words:
            holder = company.must_be_player(words, "a player, or 'case'", {"case"})
        return in_words.paragraphs(in_words.why(insight, card, holder))

    def _best(self, rest: str) -> list[str]:
        insight = self._insight()
        if not rest:
            return in_words.best_next(insight) or [in_words.case_files(insight)]
        assert insight.notes.head
        deck, words = insight.notes.head.company.deck, Reader(rest)
        card = insight.notes.head.company.card(words)
        if card not in deck.rooms:
            raise NotesError(f"best {rest}; expected a room: {', '.join(deck.rooms)}")
        return in_words.best_in(insight, card)

    def _board(self) -> list[str]:
        insight = self._insight()
        board: Board | None = insight.seen.board
        if board is None:
            return ["This company has no board."]
        told = insight.seen.tokens or {}
        places = [f"{token} {in_words.in_place(place)}" for token, place in told.items()]
        known = f"Tokens: {', '.join(places)}." if places else "No line says where tokens are."
        return [*draw_board(board).splitlines(), in_words.wrapped(known)]
