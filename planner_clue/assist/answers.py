"""Parser for the answers to a suggestion: who passed, who showed, and who was not asked."""

from dataclasses import dataclass, replace

from planner_clue.assist.lexer import FILLERS, PAUSES, Reader, word_set
from planner_clue.assist.players import Company
from planner_clue.cards import Card, Suggestion
from planner_clue.errors import NotesError

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
class Answers:
    """Who showed, and the card as far as it is known; players in between passed."""

    shower: int | None
    card: Card | None = None
    not_asked: tuple[int, ...] = ()
    """Players who were passed over."""


def read_answers(
    words: Reader, company: Company, asker: int, cards: Suggestion, asked: int | None = None
) -> Answers:
    """Return the answers in the rest of a line; ``asked`` is a player named before the cards.

    Raises :class:`NotesError` where they are not understood, are incomplete, or contradict the
    order in which players are asked.
    """
    parser = _AnswerParser(words, company, asker, cards, asked)
    parser.read()
    return parser.answers()


class _AnswerParser:
    """Reads the answers part by part."""

    def __init__(
        self, words: Reader, company: Company, asker: int, cards: Suggestion, asked: int | None
    ) -> None:
        self._words, self._company = words, company
        self._asker, self._cards = asker, cards
        self._order = company.others_after(asker)
        self._asked = asked
        self._skipped: set[int] = set()
        self._named: list[int] = []
        """The players who were named, but whose verb has not been read yet."""
        self._passed: set[int] = set()
        self._shower: int | None = None
        self._card: Card | None = None
        self._nobody = False

    def read(self) -> None:
        """Read to the end of the line."""
        words = self._words
        words.skip(PAUSES, FILLERS, ":.")
        while words:
            self._take_pronoun()
            if self._all_passed() or self._was_skipped() or self._did_pass() or self._did_show():
                pass
            elif words.plain in {"-", "\u2013", "\u2014", "."}:
                words.go_on(1)
            else:
                self._name()
            words.skip(PAUSES, FILLERS, ":.!?")
        if self._named:
            words.fail(f"what {self._company.names[self._named[-1]]} did: {_VERBS}")

    def _take_pronoun(self) -> None:
        """Take a verb without a name for that of the player who was named before the cards."""
        words = self._words
        if self._asked is None or self._named:
            return
        is_verb = words.plain in _PASSED | _SHOWED | _AUXILIARY | _NOT - {"-", "none"}
        if words.take(_PRONOUN) or is_verb:
            self._named, self._asked = [self._asked], None

    def _name(self) -> None:
        """Read the name of a player who could be asked."""
        expected, verbs = "a player who was asked", frozenset[str]()
        if self._named:
            expected, verbs = (
                f"{_VERBS}, or another {expected[2:]}",
                frozenset({"passed", "showed"}),
            )
        seat = self._company.must_be_player(self._words, expected, verbs)
        if seat == self._asker:
            raise NotesError(
                f"{self._company.names[seat]} asked, and does not answer; "
                f"expected {self._listed(self._order)}"
            )
        self._named.append(seat)

    # -- verbs ----------------------------------------------------------------------

    def _all_passed(self) -> bool:
        """Read that nobody could show."""
        words = self._words
        start = words.position
        if not self._named and (words.take(_NOBODY) or self._no_one()):
            words.take(_AUXILIARY)
            words.take(_SHOWED)
            words.skip(_SOMETHING)
            self._nobody = True
            return True
        if words.take(_ALL):
            words.skip(_OTHERS, FILLERS)
            if words.take(_PASSED) or self._could_not():
                self._nobody = True
                return True
            words.position = start
        return False

    def _no_one(self) -> bool:
        start = self._words.position
        if self._words.take({"no"}) and self._words.take({"one", "body"}):
            return True
        self._words.position = start
        return False

    def _was_skipped(self) -> bool:
        """Read that a player was passed over."""
        words, start = self._words, self._words.position
        if not self._named:
            return False
        words.take(_AUXILIARY)
        if words.take(_SKIPPED) or (words.take(_NOT) and words.take(_ASKED)):
            self._skipped.update(self._named)
            self._named = []
            return True
        words.position = start
        return False

    def _did_pass(self) -> bool:
        words, start = self._words, self._words.position
        words.take({"had", "has"})
        if not self._named or not (words.take(_PASSED) or self._could_not()):
            words.position = start
            return False
        return self._pass()

    def _pass(self) -> bool:
        self._words.skip(_PASSED, _SOMETHING)
        self._passed.update(self._named)
        self._named = []
        return True

    def _could_not(self) -> bool:
        """Read "did not show", "couldn't" and the like."""
        words, start = self._words, self._words.position
        words.take(_AUXILIARY)
        if words.take(_NOT):
            words.take(_SHOWED)
            return True
        words.position = start
        return False

    def _did_show(self) -> bool:
        start = self._words.position
        self._words.take(_AUXILIARY)
        if not self._named or not self._words.take(_SHOWED):
            self._words.position = start
            return False
        *others, shower = self._named
        if others or self._shower not in (None, shower):
            showed = [*others, shower] if others else [self._shower or 0, shower]
            raise NotesError(
                f"{self._listed(showed)} showed; expected one player: nobody is asked "
                "after a card was shown"
            )
        if self._words.take(_PASSED - {"-", "\u2013", "\u2014", "x", "no"}):
            return self._pass()
        self._shower, self._named = shower, []
        if not self._in_whose_place():
            self._what_was_shown()
            self._in_whose_place()
        return True

    def _in_whose_place(self) -> bool:
        """Read for whom a player showed, who was to be asked before."""
        words, start = self._words, self._words.position
        if words.take({"instead", "for"}):
            words.skip({"of"})
            self._skipped.add(self._company.must_be_player(words, "the player who was passed over"))
            return True
        words.skip({"in"})
        is_of = words.take({"place"}) is not None
        words.skip({"of"})
        seat = self._company.me if words.take({"my"}) else self._company.player(words)
        if seat is not None and (is_of or words.take({"place"})):
            self._skipped.add(seat)
            return True
        words.position = start
        return False

    def _what_was_shown(self) -> None:
        """Read which card was shown, and to whom, where the line says that."""
        words = self._words
        words.skip(_BEFORE_A_CARD, _SOMETHING, FILLERS)
        self._to_whom()
        words.skip(_BEFORE_A_CARD, _SOMETHING, FILLERS)
        start = words.position
        card = self._company.card(words) or self._card_after_a_comma()
        if card is None:
            return
        if words.plain in _PASSED | _SHOWED | _AUXILIARY:  # it is the next player who answers
            words.position = start
            return
        if card not in self._cards:
            raise NotesError(
                f"{card} was shown, but the suggestion was {', '.join(self._cards)}; "
                "expected one of these"
            )
        self._card = card
        words.skip(FILLERS, {"card"})
        self._to_whom()

    def _card_after_a_comma(self) -> Card | None:
        """Read the card of "Bob: yes, green": one that was asked about, at the end of the line."""
        words, start = self._words, self._words.position
        words.skip(PAUSES)
        card = self._company.card(words)
        words.skip(".!")
        if words or card not in self._cards:
            words.position = start
            return None
        return card

    def _to_whom(self) -> None:
        """Go past the player to whom a card was shown: that can only be the suggester.

        Where the suggester's token is also a card of the suggestion, "showed green" means the card,
        unless another card follows.
        """
        words, names = self._words, self._company.names
        if words.take({"to"}):
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

    # -- result ---------------------------------------------------------------------

    def answers(self) -> Answers:
        """Return who showed; refuse answers that the order of the players does not allow."""
        both = self._skipped & {*self._passed, self._shower, self._asker}
        if both:
            raise NotesError(
                f"{self._listed(sorted(seat for seat in both if seat is not None))} was passed "
                "over, and asked; expected one of them"
            )
        self._order = [seat for seat in self._order if seat not in self._skipped]
        skipped = tuple(sorted(self._skipped))
        if self._shower is None:
            return replace(self._nobody_showed(), not_asked=skipped)
        shower = self._company.names[self._shower]
        if self._nobody:
            raise NotesError(f"nobody showed, and {shower} showed; expected one of them")
        before = self._order[: self._order.index(self._shower)]
        late = [seat for seat in self._order if seat in self._passed and seat not in before]
        if self._shower in late:
            raise NotesError(f"{shower} passed and showed; expected one of them")
        if late:
            raise NotesError(
                f"{self._listed(late)} passed, but was not asked: {shower}, who showed, "
                f"sits before; expected the order {self._listed(self._order)}"
            )
        return Answers(self._shower, self._card, skipped)

    def _nobody_showed(self) -> Answers:
        missing = [seat for seat in self._order if seat not in self._passed]
        if missing and not self._nobody:
            raise NotesError(self._missing_answers(missing))
        return Answers(None)

    def _missing_answers(self, missing: list[int]) -> str:
        name = self._company.names[missing[0]]
        return (
            f"the line does not say what {self._listed(missing)} did; expected "
            f"'{name} showed', or 'nobody showed'"
        )

    def _listed(self, seats: list[int]) -> str:
        return " and ".join(self._company.names[seat] for seat in seats)
