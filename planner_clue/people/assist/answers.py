"""Parser for the answers to a suggestion: who passed, who showed, and who was not asked."""

from dataclasses import dataclass

from planner_clue.game.cards import Card, Suggestion
from planner_clue.people.assist.lexer import FILLERS, PAUSES, Reader, backtracks, word_set
from planner_clue.people.assist.players import Company
from planner_clue.support.errors import NotesError

_PASSED = word_set("passed passes pass no nothing none - \u2013 \u2014 x nope")
_SKIPPED = word_set("skipped away absent")
_NOT = word_set("not didn't didnt couldn't couldnt can't cant cannot doesn't doesnt")
_AUXILIARY = word_set("did does could can was were has had")
_ASKED = word_set("asked")
_PRONOUN = word_set("he she they")
_SHOWED = word_set(
    "showed shows show shown yes + \u2713 disproved disproves answered answers refuted refutes"
)
_NOBODY = word_set("nobody noone no-one none")
_ALL = word_set("all everybody everyone both")
_OTHERS = word_set("others other else one the of them")
_SOMETHING = word_set("one card something anything it him his her them these their its my your of")
_BEFORE_A_CARD = frozenset(":(")
_VERBS = "passed or showed"


@dataclass(frozen=True)
class NotedSuggestion:
    """A suggestion, and who showed a card; the seats between passed."""

    suggester: int
    cards: Suggestion
    shower: int | None  # None if all others passed
    card: Card | None = None  # the card that was shown, where this seat knows it
    not_asked: tuple[int, ...] = ()  # seats that were passed over: they may hold the cards


class AnswerParser:
    """Reads the answers to a suggestion in the rest of a line; ``asked`` was named before."""

    def __init__(
        self, words: Reader, company: Company, asker: int, cards: Suggestion, asked: int | None
    ) -> None:
        self.words, self._company = words, company
        self._asker, self._cards, self._asked = asker, cards, asked
        self._order = company.others_after(asker)
        self._named: list[int] = []  # players whose verb has not been read yet
        self._skipped, self._passed = set[int](), set[int]()
        self._shower: int | None = None
        self._card: Card | None = None
        self._nobody = False

    def read(self) -> NotedSuggestion:
        """Return the suggestion with its answers; raises :class:`NotesError`."""
        words = self.words
        words.skip(PAUSES, FILLERS, ":.")
        while words:
            self._take_pronoun()
            if self._all_passed() or self._was_skipped() or self._did_pass() or self._did_show():
                pass
            elif words.plain in {"-", "\u2013", "\u2014", "."}:
                words.position += 1
            else:
                self._name()
            words.skip(PAUSES, FILLERS, ":.!?")
        if self._named:
            words.fail(f"what {self._company.names[self._named[-1]]} did: {_VERBS}")
        return self._noted()

    def _take_pronoun(self) -> None:
        """Take a verb without a name for that of the player who was named before the cards."""
        if self._asked is None or self._named:
            return
        is_verb = self.words.plain in _PASSED | _SHOWED | _AUXILIARY | _NOT - {"-", "none"}
        if self.words.take(_PRONOUN) or is_verb:
            self._named, self._asked = [self._asked], None

    def _name(self) -> None:
        expected, verbs = "a player who was asked", tuple[str, ...]()
        if self._named:
            expected, verbs = f"{_VERBS}, or another player who was asked", ("passed", "showed")
        seat = self._company.must_be_player(self.words, expected, verbs)
        if seat == self._asker:
            what = f"{self._company.names[seat]} asked, and does not answer"
            raise NotesError(f"{what}; expected {self._listed(self._order)}")
        self._named.append(seat)

    @backtracks
    def _all_passed(self) -> bool:
        words = self.words
        if not self._named and (words.take(_NOBODY) or self._no_one()):
            words.take(_AUXILIARY)
            words.take(_SHOWED)
            words.skip(_SOMETHING)
            self._nobody = True
            return True
        if not words.take(_ALL):
            return False
        words.skip(_OTHERS, FILLERS)
        passed = words.take(_PASSED) is not None or self._could_not()
        self._nobody = self._nobody or passed
        return passed

    @backtracks
    def _no_one(self) -> bool:
        return bool(self.words.take({"no"}) and self.words.take({"one", "body"}))

    @backtracks
    def _was_skipped(self) -> bool:
        words = self.words
        words.take(_AUXILIARY)
        was = self._named and (words.take(_SKIPPED) or (words.take(_NOT) and words.take(_ASKED)))
        if was:
            self._skipped.update(self._named)
            self._named = []
        return bool(was)

    @backtracks
    def _did_pass(self) -> bool:
        self.words.take({"had", "has"})
        passed = self._named and (self.words.take(_PASSED) or self._could_not())
        return self._pass() if passed else False

    def _pass(self) -> bool:
        self.words.skip(_PASSED, _SOMETHING)
        self._passed.update(self._named)
        self._named = []
        return True

    @backtracks
    def _could_not(self) -> bool:
        self.words.take(_AUXILIARY)
        could = self.words.take(_NOT) is None
        self.words.take(_SHOWED)
        return not could

    @backtracks
    def _did_show(self) -> bool:
        self.words.take(_AUXILIARY)
        if not self._named or not self.words.take(_SHOWED):
            return False
        *others, shower = self._named
        if others or self._shower not in (None, shower):
            showed = [*others, shower] if others else [self._shower or 0, shower]
            expected = "expected one player: nobody is asked after a card was shown"
            raise NotesError(f"{self._listed(showed)} showed; {expected}")
        if self.words.take(_PASSED - {"-", "\u2013", "\u2014", "x", "no"}):
            return self._pass()
        self._shower, self._named = shower, []
        if not self._in_whose_place():
            self._what_was_shown()
            self._in_whose_place()
        return True

    @backtracks
    def _in_whose_place(self) -> bool:
        """Read for whom a player showed, who was to be asked before."""
        words = self.words
        if words.take({"instead", "for"}):
            words.skip({"of"})
            self._skipped.add(self._company.must_be_player(words, "the player who was passed over"))
            return True
        words.skip({"in"})
        is_of = words.take({"place"}) is not None
        words.skip({"of"})
        seat = self._company.me if words.take({"my"}) else self._company.player(words)
        found = {seat} if seat is not None and (is_of or words.take({"place"})) else set[int]()
        self._skipped |= found
        return bool(found)

    def _what_was_shown(self) -> None:
        """Read which card was shown, and to whom, where the line says that."""
        words = self.words
        words.skip(_BEFORE_A_CARD, _SOMETHING, FILLERS)
        self._to_whom()
        words.skip(_BEFORE_A_CARD, _SOMETHING, FILLERS)
        if (card := self._shown_card()) is None:
            return
        if card not in self._cards:
            what = f"{card} was shown, but the suggestion was {', '.join(self._cards)}"
            raise NotesError(f"{what}; expected one of these")
        self._card = card
        words.skip(FILLERS, {"card"})
        self._to_whom()

    @backtracks
    def _shown_card(self) -> Card | None:
        """Read the card; a verb after it makes it the next player who answers."""
        card = self._company.card(self.words) or self._card_after_a_comma()
        return None if self.words.plain in _PASSED | _SHOWED | _AUXILIARY else card

    @backtracks
    def _card_after_a_comma(self) -> Card | None:
        """Read the card of "Bob: yes, green": one that was asked about, at the end of the line."""
        self.words.skip(PAUSES)
        card = self._company.card(self.words)
        self.words.skip(".!")
        return None if self.words or card not in self._cards else card

    def _to_whom(self) -> None:
        """Go past the suggester, to whom a card was shown.

        Where its token is also a suggested card, "showed green" means the card, unless one follows.
        """
        words, names = self.words, self._company.names
        if words.take({"to"}):
            if words.take({"him", "her", "them"}):
                return
            if self._company.must_be_player(words, "the player who asked") != self._asker:
                raise NotesError(f"a card is shown to who asked; expected {names[self._asker]}")
            return
        start = words.position
        if self._company.player(words) == self._asker:
            after = words.position
            words.skip(_BEFORE_A_CARD, _SOMETHING, FILLERS)
            if words.position > after or self._company.card(words) is not None:
                words.position = after
                return
            words.position = start
            if self._company.card(words) not in self._cards:
                words.position = after
                return
        words.position = start

    def _noted(self) -> NotedSuggestion:
        """Return who showed; refuse answers that the order of the players does not allow."""
        asked = {*self._passed, self._shower, self._asker}
        if both := sorted(seat for seat in self._skipped if seat in asked):
            what = f"{self._listed(both)} was passed over, and asked"
            raise NotesError(f"{what}; expected one of them")
        order = [seat for seat in self._order if seat not in self._skipped]
        if self._shower is None:
            missing = [seat for seat in order if seat not in self._passed]
            if missing and not self._nobody:
                what = f"the line does not say what {self._listed(missing)} did"
                expected = f"'{self._company.names[missing[0]]} showed', or 'nobody showed'"
                raise NotesError(f"{what}; expected {expected}")
        else:
            self._check_order(order, self._shower)
        skipped = tuple(sorted(self._skipped))
        return NotedSuggestion(self._asker, self._cards, self._shower, self._card, skipped)

    def _check_order(self, order: list[int], shower: int) -> None:
        """Refuse players who passed although one before them showed."""
        name = self._company.names[shower]
        if self._nobody:
            raise NotesError(f"nobody showed, and {name} showed; expected one of them")
        late = [seat for seat in order[order.index(shower) :] if seat in self._passed]
        if shower in late:
            raise NotesError(f"{name} passed and showed; expected one of them")
        if late:
            what = f"{self._listed(late)} passed, but was not asked: {name}, who showed, sits"
            raise NotesError(f"{what} before; expected the order {self._listed(order)}")

    def _listed(self, seats: list[int]) -> str:
        return " and ".join(self._company.names[seat] for seat in seats)
