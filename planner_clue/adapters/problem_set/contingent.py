"""A position as a problem of planning with sensing, for ``pddl/contingent.pddl``.

Clauses over hidden atoms describe the deals that agree with the seat's observations; a test
compares the number of their models with the belief. A plan observes only what the deal determines:
who shows a card, but not which of several.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, pairwise, product
from typing import TypeAlias

from planner_clue.adapters.problem_set.positions import GamePosition
from planner_clue.belief.reasons import known_from
from planner_clue.game.cards import Card, Suggestion
from planner_clue.game.turn_order import others_after
from planner_clue.planning.problem import Atom, atom_text, atom_texts
from planner_clue.support.data import data_folder

Literal: TypeAlias = tuple[bool, Atom]
"""A literal: whether an atom is true, and the atom."""
Clause: TypeAlias = tuple[str, tuple[Literal, ...]]
"""A clause: ``oneof`` or ``or``, and its literals."""


class Hidden:
    """The hidden cards of a position, and the answers that follow from their places."""

    def __init__(self, position: GamePosition) -> None:
        seat = position.seat
        self._known = known_from(seat, position.belief.transcript.evidence)
        self.deck = seat.deck
        self.order = others_after(seat.index, seat.players)  # the order in which others answer
        self._silent = {*seat.hand, *self._known.known_cards(self._known.case)}
        self.unlocated = self._known.unlocated()

    def to_ask_with(self) -> list[list[Card]]:
        """Return, per category, the cards that no other seat can show."""
        return [[card for card in cards if card in self._silent] for cards in self.deck.categories]

    def facts(self) -> set[Atom]:
        """Return the atoms of the cards that are certainly in the case file."""
        return {("in-case-file", card) for card in self._known.known_cards(self._known.case)}

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses on the hidden cards, whose models are the possible deals."""
        for card in self.unlocated:
            holders = self._known.holders(card)
            yield "oneof", tuple((True, self._at(holder, card)) for holder in holders)
        case = self._known.case
        for cards in self._known.candidates():
            if len(cards) > 1:
                yield "oneof", tuple((True, self._at(case, card)) for card in cards)
        for seat in self.order:
            yield from self._hand(seat)
        for wrong in sorted(self._known.wrong):
            left = [card for card in self._of(wrong) if card not in self._silent]
            if all(case in self._known.holders(card) for card in left):
                yield "or", tuple((False, self._at(case, card)) for card in left)

    def _hand(self, seat: int) -> Iterator[Clause]:
        """Yield the clauses of one hand: its size, and the sets from which it showed a card."""
        hand = self._known.open_hand(seat)
        for many in combinations(self._of(hand.possible), hand.free + 1):
            yield "or", tuple((False, self._at(seat, card)) for card in many)
        known = self._known.known_cards(seat)
        for mask in sorted(hand.showed):
            cards = self._of(mask)
            if not any(card in known for card in cards):
                yield "or", tuple((True, self._at(seat, card)) for card in cards)

    def _at(self, holder: int, card: Card) -> Atom:
        if holder == self._known.case:
            return "in-case-file", card
        return "holds", player(holder), card

    def _of(self, mask: int) -> list[Card]:
        return [card for place, card in enumerate(self.deck.cards) if mask >> place & 1]

    def suggestions(self, most: int) -> list[Suggestion]:
        """Return suggestions, first ones with one open card and two that nobody else can show."""
        to_choose_from = [
            [*(card for card in cards if card in self.unlocated), *silent[:1]]
            for (_, cards), silent in zip(self.deck.by_category(), self.to_ask_with(), strict=True)
        ]
        asked = [Suggestion(*three) for three in product(*to_choose_from)]
        about = {three: sum(card in self.unlocated for card in three) for three in asked}
        return sorted((three for three in asked if about[three]), key=lambda q: about[q])[:most]

    def answers(self, name: str, asked: Suggestion) -> Iterator[Clause | Atom]:
        """Yield which cards of a suggestion each player can show, as atoms and clauses."""
        for seat in self.order:
            shows, passes = ("shows", player(seat), name), ("passes", player(seat), name)
            known = self._known.known_cards(seat)
            able = [c for c in asked if c in self.unlocated and seat in self._known.holders(c)]
            if any(card in known for card in asked):
                yield shows
            elif not able:
                yield passes
            else:
                yield "oneof", ((True, shows), (True, passes))
                yield "or", ((False, shows), *((True, self._at(seat, card)) for card in able))
                for card in able:
                    yield "or", ((False, self._at(seat, card)), (True, shows))


def player(seat: int) -> str:
    """Return the name of a seat in a problem."""
    return f"player-{seat}"


MOST_CLAUSES = 4_000
"""Maximum number of clauses; a position with more is left out."""
MOST_SUGGESTIONS = 24
"""Number of suggestions of a problem; suggestions of a single open card come first."""


def contingent_domain() -> str:
    """Return the text of the domain."""
    return (data_folder("pddl") / "contingent.pddl").read_text(encoding="utf-8")


def why_left_out(position: GamePosition) -> str | None:
    """Return why a position is left out, or None if it is included."""
    hidden = Hidden(position)
    if not all(hidden.to_ask_with()):
        return "no card of one category that nobody else can show"
    if not hidden.suggestions(1):
        return "nothing is open"
    more = next(islice(hidden.clauses(), MOST_CLAUSES, None), None)
    return f"more than {MOST_CLAUSES} clauses" if more else None


def contingent_problem(position: GamePosition, name: str, header: Iterable[str] = ()) -> str:
    """Return the problem of identifying the case file for all possible answers."""
    hidden = Hidden(position)
    suggestions = hidden.suggestions(MOST_SUGGESTIONS)
    asked = {f"question-{number}": three for number, three in enumerate(suggestions, 1)}
    facts, clauses = hidden.facts(), list(hidden.clauses())
    if not isinstance(position.here, str):
        facts.add(("in-hallway",))
    else:
        facts |= {("at", position.here)} | ({("entered",)} if position.may_stay else set())
    for identifier, three in asked.items():
        facts.add(("ASKED-IN", identifier, three.room))
        for fact in hidden.answers(identifier, three):
            if isinstance(fact[1], str):
                facts.add(fact)
            else:
                clauses.append(fact)
    order = tuple(map(player, hidden.order))
    facts |= {("FIRST", order[0])} | {("NEXT", a, b) for a, b in pairwise(order)}
    objects = {
        "suspect": hidden.deck.suspects,
        "weapon": hidden.deck.weapons,
        "room": hidden.deck.rooms,
        "player": order,
        "question": tuple(asked),
    }
    head = [*(f"; {line}".rstrip() for line in header), f"(define (problem {name})"]
    return _text(head, objects, facts, clauses)


def _text(
    head: list[str], objects: dict[str, tuple[str, ...]], facts: set[Atom], clauses: list[Clause]
) -> str:
    lines = [*head, "  (:domain clue-contingent)", "", "  (:objects"]
    lines += [f"    {' '.join(names)} - {kind}" for kind, names in objects.items()]
    lines += ["  )", "", "  (:init"]
    lines += [f"    {fact}" for fact in atom_texts(facts)]
    hidden = atom_texts({atom for _, literals in clauses for _, atom in literals})
    lines += ["", *(f"    (unknown {atom})" for atom in hidden), ""]
    for kind, literals in clauses:
        atoms = (
            atom_text(atom) if holds else f"(not {atom_text(atom)})" for holds, atom in literals
        )
        lines.append(f"    ({kind} {' '.join(atoms)})")
    lines += ["  )", "", "  (:goal (case-file-proved)))"]
    return "\n".join(lines) + "\n"
