"""The planner's own model: a suggestion, its answers, and a few follow-ups for all of them.

A plan that a person at a table can remember: where to go and what to suggest, and for every answer
either an accusation or one of at most *k* follow-ups. This is optimal limited contingency planning
(Meuleau and Smith 2003), compiled into classical planning: each answer has an object with which its
facts and costs are tagged (Palacios and Geffner 2009; Albore, Palacios and Geffner 2009). As the
answers share the follow-ups, no answer can be planned for by itself: which *k* serve them best
together is a *k*-median problem. As in MPSR (Brafman and Shani 2012) the belief is a sample, and a
new plan is made after the follow-up.

Costs are thousandths of a turn. In a branch they are multiplied by the probability of its answer.
So the cost of a plan is the number of turns until the case file is found, if the cards that are
left open are guessed one by one, and more by the uncertainty that other suspects and weapons would
leave less of: an upper estimate, of which :mod:`planner_clue.planner.race` makes the own turns
to expect.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise, product

from planner_clue.belief import Belief
from planner_clue.game.board import Board
from planner_clue.game.cards import Suggestion
from planner_clue.game.rules import Rules
from planner_clue.planner import model
from planner_clue.planner.outlook import Beginning, ForeseenAnswer, Outlook, Parameters
from planner_clue.planning.problem import Atom, PddlProblem

NOW, NO_MORE = "now", "no-more"
"""The stages that stand for what is known already, and for the end of the plan."""
COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")


class FollowUpModel(model.Model):
    """Makes problems of limited contingency planning, for ``pddl/clue/domain.pddl``."""

    def __init__(
        self, board: Board | None, rules: Rules, parameters: Parameters | None = None
    ) -> None:
        """Make problems of this size, with these costs."""
        super().__init__(board, rules)
        self.parameters = parameters or Parameters()

    def outlook(self, belief: Belief, seed: int) -> Outlook:
        """Return the valuation of suggestions by which problems are made."""
        guess, room_guess = self.parameters.guess, self.parameters.room_guess
        near = self.journey_to_a_near_room()
        per_guess, uncertain = (guess, guess, room_guess * near), self.parameters.uncertainty * near
        return Outlook(belief, self.travel_costs, per_guess, uncertain, self.parameters, seed)

    def formulate(self, context: model.DecisionContext) -> model.FormulatedProblem:
        """Return the problem of this decision."""
        belief, assumed = context.belief, context.assumption or ()
        beginnings: list[Beginning] = []
        telling = 0.0
        if belief.case_file() is None:
            outlook = self.outlook(belief, context.seed)
            beginnings = outlook.beginnings(self.travel_costs_from(context), assumed)
            telling = outlook.telling_cost
        writer = _Writer(belief, beginnings)
        counts = COUNTS[: self.parameters.follow_ups + 1]
        atoms: set[Atom] = {("left", counts[-1])}
        atoms |= {("ONE-LESS", n, m) for m, n in pairwise(counts)}
        atoms |= {("ASSUMED", card) for card in assumed}
        atoms |= {("RIVAL", card) for card in belief.unlocated() if card not in assumed}
        deck, states = belief.deck, {None: "unlocated", belief.case: "murder"}
        atoms |= {(states.get(belief.holder(card), "held"), card) for card in deck.cards}
        cards = {"suspect": deck.suspects, "weapon": deck.weapons, "room": deck.rooms}
        costs = self._travel_costs(context) | self.for_heuristics(context)
        objects = {**cards, **writer.objects, "count": counts}
        problem = PddlProblem(
            name="clue-problem",
            domain="clue",
            objects=objects,
            init=frozenset(atoms | writer.atoms | self._token(context)),
            values={
                ("turn-cost",): model.TURN,
                ("telling-cost",): round(model.TURN * telling),
                **writer.values,
                **costs,
            },
            goal=frozenset({("to-plan", NO_MORE)}),
            unused=frozenset(
                {("risk", answer) for answer in writer.answers}
                | {("cost-to-go", *pair) for pair in product(writer.answers, objects["place"])}
            ),
        )
        return model.FormulatedProblem(problem, tuple(beginnings), writer.answers)

    def _token(self, context: model.DecisionContext) -> set[Atom]:
        """Return the facts about the token; in a room to suggest in at once, it may not leave."""
        if context.may_suggest and isinstance(context.here, str):
            return {("entered", context.here)}
        here = "PASSAGE", context.here
        return {atom for atom in self.token(context) if atom[0] != "PASSAGE" or atom[:2] == here}

    def _travel_costs(self, context: model.DecisionContext) -> dict[Atom, int]:
        """Return the cost of the expected turns to each room, without passages."""
        here, rooms = context.here, context.belief.deck.rooms
        on_foot = isinstance(here, str) and {room: self.walking(here, room) for room in rooms}
        turns = on_foot or self.from_the_hallway(context)
        return {("travel-cost", room): round(model.TURN * turns[room]) for room in rooms}


@dataclass
class _Writer:
    """The atoms and values of one problem: first suggestions, their answers and follow-ups."""

    belief: Belief
    beginnings: Sequence[Beginning]
    atoms: set[Atom] = field(default_factory=set)
    values: dict[Atom, int] = field(default_factory=dict)
    suggestions: dict[Suggestion, str] = field(default_factory=dict)
    """The objects that stand for suggestions: first suggestions, then follow-ups."""
    answers: dict[str, tuple[Beginning, ForeseenAnswer]] = field(default_factory=dict)
    """The answers by the objects that stand for them."""

    def __post_init__(self) -> None:
        belief = self.belief
        tokens = belief.seat.tokens
        self.players = {s: f"player-{tokens[s]}" for s in range(belief.case) if s != belief.me}
        offered = max((len(each.follow_ups) for each in self.beginnings), default=0)
        self.places = tuple(numbered("o", offered))
        self.last_two = [cards for cards in belief.candidates() if len(cards) == 2]
        self._suggestions()
        self._cards()
        if known := belief.case_file():
            proved = self.suggestions[Suggestion(*known)]
            self.atoms |= {("given", NOW), ("NEXT-ANSWER", proved, NOW, NO_MORE)}
            self.atoms |= {("murder-if", card, NOW) for card in known}
        names = numbered("a", sum(len(each.answers) for each in self.beginnings))
        for beginning in self.beginnings:
            self._beginning(beginning, [next(names) for _ in beginning.answers])

    @property
    def objects(self) -> dict[str, tuple[str, ...]]:
        """The objects other than cards, by their types."""
        return {
            "suggestion": tuple(self.suggestions.values()),
            "answer": tuple(self.answers),
            "stage": (NOW, NO_MORE),
            "player": tuple(self.players.values()),
            "place": self.places,
        }

    def _suggestions(self) -> None:
        known = self.belief.case_file()
        first = [Suggestion(*known)] if known else [each.suggestion for each in self.beginnings]
        follow_ups = (one for each in self.beginnings for one in each.follow_ups)
        every = list(dict.fromkeys([*first, *follow_ups]))
        self.suggestions = dict(zip(every, numbered("s", len(every)), strict=True))
        self.atoms |= {("ABOUT", name, *asked) for asked, name in self.suggestions.items()}

    def _beginning(self, beginning: Beginning, names: Sequence[str]) -> None:
        asked = self.suggestions[beginning.suggestion]
        self.atoms.add(("WORTH-VISITING", beginning.suggestion.room))
        self.atoms |= {("NAMES", asked, card) for card in beginning.suggestion}
        for place, each in zip(self.places, beginning.follow_ups, strict=False):
            self.atoms.add(("OFFERED", asked, place, self.suggestions[each]))
        self.atoms.add(("FIRST-ANSWER", asked, names[0]))
        for (name, following), foreseen in zip(
            pairwise([*names, NO_MORE]), beginning.answers, strict=True
        ):
            self.answers[name] = beginning, foreseen
            self.atoms.add(("NEXT-ANSWER", asked, name, following))
            self._answer(name, foreseen)
            self._branch(name, beginning.suggestion, foreseen)
            for place, turns in zip(self.places, foreseen.to_go, strict=False):
                self.values["cost-to-go", name, place] = _weighted(foreseen, turns)

    def _answer(self, name: str, foreseen: ForeseenAnswer) -> None:
        answer = foreseen.answer
        if answer.card is None or answer.suspect is None:
            self.atoms.add(("NOBODY-SHOWS", name))
        else:
            self.atoms.add(("SHOWS", name, f"player-{answer.suspect}", answer.card))
            passed = {self.players[seat] for seat in foreseen.passes}
            only_holders = {atom[1] for atom in self.atoms if atom[0] == "ONLY-HOLDER"}
            self.atoms |= {("PASSES", name, player) for player in passed & only_holders}
        if foreseen.refutes:
            self.atoms.add(("NEXT-ASSUMPTION", name, *foreseen.case_file))
        if foreseen.risk is not None:
            self.atoms.add(("MAY-GAMBLE", name, *foreseen.case_file))
            self.values["risk", name] = _weighted(foreseen, foreseen.risk)

    def _branch(self, name: str, asked: Suggestion, foreseen: ForeseenAnswer) -> None:
        """Write where the cards that an answer can locate are before it.

        That nobody shows a card does not locate those that may be in a pile.
        """
        belief = self.belief
        for card in {*asked, *chain(*self.last_two)}:
            in_pile = foreseen.answer.card is None and belief.case + 1 in belief.holders(card)
            if belief.holder(card) is None and not in_pile:
                self.atoms.add(("unlocated-if", card, name))
        self.atoms |= {("murder-if", card, name) for card in self.murder}

    def _cards(self) -> None:
        """Write the knowledge of cards that decides what an answer proves."""
        belief = self.belief
        named = {card for each in self.beginnings for card in each.suggestion}
        self.murder = [card for card in belief.deck.cards if belief.holder(card) == belief.case]
        for card in belief.unlocated():
            others = [holder for holder in belief.holders(card) if holder != belief.case]
            if len(others) == 1 and others[0] in self.players and card in named:
                self.atoms.add(("ONLY-HOLDER", self.players[others[0]], card))
        for cards in self.last_two:
            self.atoms |= {("LAST-TWO", *cards), ("LAST-TWO", *reversed(cards))}


def _weighted(foreseen: ForeseenAnswer, turns: float) -> int:
    """Return the cost of ``turns`` in the branch of an answer, times its probability."""
    return round(model.TURN * foreseen.probability * turns)


def numbered(letter: str, count: int) -> Iterator[str]:
    """Yield names that stand in their order when they are sorted.

    >>> list(numbered("a", 10))[-2:]
    ['a09', 'a10']
    """
    return (f"{letter}{number:0{len(str(count))}}" for number in range(1, count + 1))
