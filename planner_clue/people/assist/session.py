"""A dialogue with a person at a table: lines of notes and commands in, text out."""

import re
from collections.abc import Callable, Sequence
from itertools import chain

from planner_clue.belief.reasons import Why
from planner_clue.people.assist import lexer, notepad, notes, report
from planner_clue.people.assist.conclusions import may_suggest, plan_at
from planner_clue.support.errors import InputError, NotesError, closest

HELP = """\
Write what happens, one line a suggestion:
  green: plum rope hall, mustard passed, white showed
  me: green knife study, bob showed green      I asked, and saw the card
  bob asked ann: plum rope hall, nobody        all others passed
  ann: plum rope hall, bob had nothing, I showed plum to ann
  ann: plum rope hall, I showed in bob's place      bob was not asked
  I saw rope with bob                          a card seen by accident
  nobody has the hall; bob shows rope to all; bob's hand: ...      facts for all
  bob accuses white rope hall: wrong           right or wrong
  me at hall      scarlett at 7,5              where a token stands
Players in between passed, whether you write it or not. Commas may be left out; names by person
or suspect, cards by any usual name or first letters. # begins a comment.
Corrections: '12: ...' writes line 12 anew; edit 12, insert 12 ..., delete 12, undo;
'correction of line 12: ...' is a line of its own. 12a takes a reading that was offered.
Commands: notes, lines, why CARD [PLAYER or case], best [ROOM], plan, board, keep, save [FILE],
quit."""


class Dialogue:
    """A dialogue about the notes of one game."""

    def __init__(self, pad: notepad.Notepad) -> None:
        self._pad = pad
        self._refused: notepad.Changed | None = None
        self._unread: notes.NoteLine | None = None
        self._editing: int | None = None
        self._draft = ""
        self.is_over = False
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "help": lambda _: HELP.splitlines(),
            "notes": lambda _: self._state_or_question(),
            "lines": lambda _: report.with_numbers(self._pad.now.notes),
            "why": self._why,
            "best": self._best,
            "plan": lambda _: self._plan(),
            "board": lambda _: report.board(self._pad.conclusions),
            "edit": self._edit,
            "insert": self._insert,
            "delete": self._delete,
            "undo": lambda _: self._undo(),
            "keep": lambda _: self._keep(),
            "save": self._save,
            "quit": lambda _: [],
        }

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        if self._editing is not None:
            return f"{self._editing}: "
        return f"{len(self._pad.now.notes.lines) + 1}> "

    @property
    def prefill(self) -> str:
        """The text of the line that is being edited; empty otherwise."""
        return self._draft if self._editing is not None else ""

    def begin(self) -> list[str]:
        """Return the first lines to say."""
        return [*self._left_out(), *self._state_or_question()]

    def say(self, text: str) -> list[str]:
        """Take a line or a command; return the answer."""
        changed: list[str] = []
        try:
            if self._pad.reload():
                changed = [f"{self._pad.path} was changed elsewhere; it is read again."]
                changed += self._left_out()
            return changed + self._hear(text.strip())
        except InputError as error:
            return [report.wrapped(f"{error}.")]

    def _hear(self, text: str) -> list[str]:
        if self._editing is not None:
            number = self._editing
            self._editing = None
            if not text:
                return ["The line is left as it is."]
            before = self._pad.now
            answer = self._try(self._pad.replaced(number, text))
            if self._pad.now is before:
                self._editing, self._draft = number, text
            return answer
        numbered = re.match(r"(\d+)\s*:\s*(.*)", text)
        if numbered:
            return self._try(self._pad.replaced(int(numbered[1]), numbered[2]))
        if chosen := re.fullmatch(r"(\d+)([abc])", text):
            return self._choose(int(chosen[1]), "abc".index(chosen[2]))
        name, _, rest = text.partition(" ")
        command = self._commands.get(name.lower())
        if command and not rest.lstrip().startswith(":"):
            self.is_over = name.lower() == "quit"
            return command(rest.strip())
        return self._try(self._pad.answered(text)) if text else []

    def _try(self, changed: notepad.Changed, *, keep: bool = False) -> list[str]:
        """Change the notes, unless the new line is wrong."""
        before = self._pad.now
        if self._pad.take(changed, keep=keep):
            self._refused = None
            return [*self._left_out(before), *self._state_or_question(self._pad.news)]
        line, problem = changed.line, changed.problem
        assert line
        assert problem
        answer, self._unread = report.problem_of(line), line
        if problem.against is not None:
            self._refused = changed
            earlier = " or ".join(f"'{number}: ...'" for number in problem.against)
            answer.append(
                report.wrapped(
                    "The line is not taken. Write it otherwise, or correct an earlier one: "
                    f"{earlier or 'the line of your hand'}. 'keep' writes it down all the same; it "
                    "counts once it fits."
                )
            )
        elif len(line.text.split()) < 3:
            near = closest(lexer.Reader(line.text).plain, self._commands)
            answer += [f"If you mean the command, write: {near}"] if near else []
        return answer

    def _choose(self, number: int, reading: int) -> list[str]:
        """Take one of the readings of a line: of the refused one, or of one in the notes."""
        lines = [*self._pad.now.notes.lines, *[self._unread] * (self._unread is not None)]
        line = next((one for one in lines if one and one.number == number and one.problem), None)
        if line is None or line.problem is None or reading >= len(line.problem.readings):
            raise NotesError(f"line {number} has no such reading; expected one that was offered")
        text = line.problem.readings[reading]
        known = number <= len(self._pad.now.notes.lines)
        return self._try(self._pad.replaced(number, text) if known else self._pad.answered(text))

    def _edit(self, rest: str) -> list[str]:
        self._editing = self._number(rest, "edit 12")
        self._draft = self._pad.now.notes.lines[self._editing - 1].text
        return [f"  {self.prefill}", "Write this line anew; an empty line leaves it."]

    def _insert(self, rest: str) -> list[str]:
        number, _, text = rest.partition(" ")
        if not text.strip():
            raise NotesError("insert: expected a number and a line: insert 12 me at hall")
        where = self._number(number.rstrip(":"), "insert 12 me at hall")
        return self._try(self._pad.inserted(where, text.strip()))

    def _delete(self, rest: str) -> list[str]:
        number = self._number(rest, "delete 12")
        gone = self._pad.now.notes.lines[number - 1].text
        return [f"deleted: {gone}", *self._try(self._pad.deleted(number))]

    def _number(self, text: str, example: str) -> int:
        count = len(self._pad.now.notes.lines)
        if not (text.isdecimal() and text.isascii() and 1 <= int(text[:9]) <= count):
            raise NotesError(f"'{text}': expected the number of a line, 1 to {count}: {example}")
        return int(text)

    def _undo(self) -> list[str]:
        if not self._pad.undo():
            return ["Nothing was changed since the session began; 'delete 12' takes a line away."]
        return ["The last change is undone.", *self._left_out(), *self._state_or_question()]

    def _keep(self) -> list[str]:
        if self._refused is None:
            return ["No line was refused because of a contradiction."]
        return self._try(self._refused, keep=True)

    def _save(self, rest: str) -> list[str]:
        if not rest:
            return [f"Every line is in {self._pad.path} as soon as it is taken."]
        copy = self._pad.copy_to(rest)
        return [f"A copy is in {copy}; these notes go on in {self._pad.path}."]

    def _state_or_question(self, news: Sequence[Why] = ()) -> list[str]:
        """Return the summary; as long as the header is not complete, the next question."""
        conclusions = self._pad.now.conclusions
        if conclusions is not None:
            return report.summary(conclusions, self._pad.asking, news)
        prompt = self._pad.now.notes.question
        return prompt[1].splitlines() if prompt else ["Correct the line of the header first."]

    def _left_out(self, before: notepad.Changed | None = None) -> list[str]:
        """Return the lines that are wrong, if they were not wrong before."""
        known = {line.text for line in before.notes.problems} if before else set()
        new = (line for line in self._pad.now.notes.problems if line.text not in known)
        wrong = ([f"line {one.number} does not count:", *report.problem_of(one)] for one in new)
        return list(chain.from_iterable(wrong))

    def _plan(self) -> list[str]:
        conclusions = self._pad.conclusions
        if not may_suggest(conclusions):
            return report.accusation(conclusions)
        return report.planned(conclusions, plan_at(conclusions, self._pad.asking), at_length=True)

    def _why(self, rest: str) -> list[str]:
        conclusions = self._pad.conclusions
        assert conclusions.notes.header
        company = conclusions.notes.header.company
        words = lexer.Reader(rest)
        card = company.card(words)
        if card is None:
            words.fail("a card: why rope, or: why rope bob", company.deck.cards)
        holder = None
        if words.take({"case"}):
            words.skip({"file"})
            holder = conclusions.belief.case
        elif words:
            holder = company.must_be_player(words, "a player, or 'case'", {"case"})
        return report.paragraphs(report.why(conclusions, card, holder))

    def _best(self, rest: str) -> list[str]:
        conclusions = self._pad.conclusions
        if not rest:
            return report.best_next(conclusions, self._pad.asking) or report.accusation(conclusions)
        assert conclusions.notes.header
        deck, words = conclusions.notes.header.company.deck, lexer.Reader(rest)
        card = conclusions.notes.header.company.card(words)
        if card not in deck.rooms:
            raise NotesError(f"best {rest}; expected a room: {', '.join(deck.rooms)}")
        return report.best_in(conclusions, card)
