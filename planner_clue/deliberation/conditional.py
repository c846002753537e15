"""The model ``conditional``: a suggestion, and for every answer to it what to do next.

Deals drawn from the belief are sorted by the answer that each first suggestion gets in them
(:mod:`planner_clue.belief.answer_tree`). For each answer a plan has a branch: an accusation, or the
way to a room and a suggestion that is chosen for this answer. So every later step depends on an
answer. After the last suggestion a new plan is made.

Contingent planning compiled into classical planning: as in the translations with tags of Palacios
and Geffner (2009) and Albore, Palacios and Geffner (2009), each answer has an object that its
facts and steps carry; as in MPSR (Brafman and Shani 2012) the belief is a sample, and planning
continues when the branches are used up. Other than these, the tree is cut at a depth, answers have
probabilities, and the plan minimizes an expected cost. Looking one answer ahead loses little,
because information has diminishing returns (adaptive submodularity, Golovin and Krause 2011).

Costs are hundredths of a turn, times the probability of the branch. So the cost of a plan is the
expected time until the case file is found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from math import inf

from planner_clue.belief.answer_tree import AnswerNode, Histories, price_of_accusing
from planner_clue.belief.suggestion_values import SuggestionValues
from planner_clue.board import Board
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.assumption import ENOUGH
from planner_clue.deliberation.identification import worth_asking
from planner_clue.deliberation.model import TURN, Model, PosedProblem, Situation, Valuation
from planner_clue.deliberation.plan_steps import NOW, PLAYER
from planner_clue.deliberation.planning_run import CHANCES
from planner_clue.planning.problem import Atom
from planner_clue.table.rules import Rules

NO_MORE = "no-more"
"""The answer that stands for the end of the plan."""
_LIKELY = 0.1
"""The least probability of an answer whose branch is split again."""


@dataclass(frozen=True)
class TreeCosts(Valuation):
    """The size of a problem, and the constants of its costs."""

    splits: int = 1
    """The number of suggestions, one after the other, with branches for their answers."""
    choices: int = 4
    """The number of suggestions to choose from, first and in a branch: those that cost least,
    with the way to them."""
    patience: float = 7.0
    """The turns in which the probability that nobody else has won falls by the factor e."""
    enough: float = ENOUGH
    """The least probability of a case file that the agent accuses without a proof."""


class ConditionalModel(Model):
    """Makes problems of planning for every answer, for ``pddl/conditional/domain.pddl``."""

    folder = "conditional"

    def __init__(self, board: Board | None, rules: Rules, costs: TreeCosts | None = None) -> None:
        """Make problems with these ``costs``."""
        super().__init__(board, rules)
        self.costs = costs or TreeCosts()
        self._per_guess = self.time_of_guesses(self.costs)

    def pose(self, situation: Situation) -> PosedProblem:
        """Return the problem of planning for every answer in this situation."""
        tree = _Tree(self, situation)
        problem = self.write(
            "clue-conditional",
            situation,
            {
                "suggestion": tuple(tree.suggestions),
                "answer": tuple(tree.answers),
                "player": tuple(tree.players.values()),
            },
            facts=(tree.atoms,),
            values=(tree.values,),
            goal=("to-plan", NO_MORE),
        )
        return PosedProblem(replace(problem, unused=problem.unused | tree.unused()))

    def time_left(
        self, nodes: Histories, suggestions: Sequence[Sequence[Suggestion]]
    ) -> list[list[float]]:
        """Return the time that each suggestion leaves, per node."""
        patience = TURN * self.costs.patience
        enough = self.costs.enough
        left = nodes.time_left(suggestions, self._per_guess, patience, enough)
        by_node: list[list[float]] = left.tolist()
        return by_node


class DeeperModel(ConditionalModel):
    """Makes problems with branches for two suggestions, one after the other: ``conditional-2``."""

    def __init__(self, board: Board | None, rules: Rules) -> None:
        super().__init__(board, rules, TreeCosts(splits=2))


class _Tree:
    """The atoms and values of one problem: the tree of suggestions and answers."""

    def __init__(self, model: ConditionalModel, situation: Situation) -> None:
        self._model, self._costs = model, model.costs
        belief = situation.belief
        self._rooms = belief.deck.rooms
        tokens = belief.seat.tokens
        self.players = {s: PLAYER + tokens[s] for s in range(belief.case) if s != belief.me}
        self.suggestions: list[str] = []
        self.answers = [NOW, NO_MORE]
        self.atoms: set[Atom] = {("given", NOW)}
        self.values: dict[Atom, int] = {}
        here = situation.here if isinstance(situation.here, str) else None
        leaves = None if situation.may_suggest else here  # no suggestion is given away
        self._ways(NOW, 1.0, leaves)
        if known := belief.case_file():
            self.atoms |= {("PROVED", NOW, *known), ("NEXT-ANSWER", NOW, NO_MORE)}
        values = SuggestionValues(belief, self._costs.drawn, situation.seed)
        root = Histories.root(values)
        first = worth_asking(belief, 1)
        (left,) = model.time_left(root, [first])
        best = self._best(self._ways_now(situation), first, left)
        for asked, time in best:
            self._suggestion(NOW, asked, time)
        self._branches(root, [NOW], [[asked for asked, _ in best]], [NO_MORE], self._costs.splits)

    def _ways_now(self, situation: Situation) -> Mapping[Card, float]:
        """Return the cost of the way to each room; a room to ask in at once comes before all."""
        if not isinstance(situation.here, str):
            costs = self._model.from_the_hallway(situation)
            return {room: costs["hallway-travel-cost", room] for room in self._rooms}
        ways = self._model.ways[situation.here]
        if situation.may_suggest:
            return {**ways, situation.here: -inf}
        return {**ways, situation.here: TURN} if situation.may_stay else ways

    def _branches(
        self,
        nodes: Histories,
        tags: Sequence[str],
        suggestions: Sequence[Sequence[Suggestion]],
        following: Sequence[str],
        splits: int,
    ) -> None:
        """Write a branch for every answer to some suggestions per node.

        Per node, ``tags`` has its answer, and ``following`` the one whose branch is planned next.
        """
        answers, after = nodes.answered(suggestions)
        asked = [
            (tag, suggestion, then)
            for tag, of_node, then in zip(tags, suggestions, following, strict=True)
            for suggestion in of_node
        ]
        named: list[tuple[str, str]] = []
        """The answers, each with the one that is planned next."""
        for place, group in groupby(answers, key=lambda answer: answer.suggestion):
            tag, suggestion, then = asked[place]
            name = _name(tag, suggestion.room)
            own = [f"answer-{name}-{number}" for number, _ in enumerate(group, 1)]
            self.atoms.add(("FIRST-ANSWER", _object(tag, suggestion.room), own[0]))
            named += pairwise([*own, then])
        self.answers[-1:-1] = [tag for tag, _ in named]
        pairs = after.likely_pairs()
        later = [[Suggestion(*pair, room) for room in self._rooms] for pair in pairs]
        times = self._model.time_left(after, later)
        split: dict[int, list[Suggestion]] = {}
        for place, (answer, (tag, then)) in enumerate(zip(answers, named, strict=True)):
            here = asked[answer.suggestion][1].room
            self._answer(answer, tag, then, here)
            if answer.right == 1:
                continue
            best = self._best(self._model.ways[here], later[place], times[place])
            for suggestion, time in best:
                self._suggestion(tag, suggestion, answer.chance * time)
            if splits > 1 and answer.chance >= _LIKELY:
                split[place] = [suggestion for suggestion, _ in best]
        if split:
            tags, following = zip(*(named[place] for place in split), strict=True)
            self._branches(
                after.only(list(split)), tags, list(split.values()), following, splits - 1
            )

    def _best(
        self, ways: Mapping[Card, float], suggestions: Sequence[Suggestion], times: Sequence[float]
    ) -> list[tuple[Suggestion, float]]:
        """Return the suggestions that cost least with the way to them, and the time they leave.

        Where a branch ends, the others are in no best plan, because each branch is planned for
        itself. Elsewhere this is an estimate, because the plan goes on after the answer.
        """
        choices = list(zip(suggestions, times, strict=True))
        least = sorted(choices, key=lambda choice: ways[choice[0].room] + choice[1])
        return [choice for choice in choices if choice in least[: self._costs.choices]]

    def unused(self) -> set[Atom]:
        """Return the values of functions that no action charges."""
        rooms = self._rooms
        every: set[Atom] = {("distance", a, b) for a in rooms for b in rooms}
        for tag in self.answers:
            every |= {("way-cost-after", tag, room) for room in rooms}
            every |= {(of, tag) for of in ("passage-cost-after", "risk", "chance")}
        return every - self.values.keys()

    def _suggestion(self, tag: str, asked: Suggestion, time: float) -> None:
        """Write a suggestion to choose from after an answer, and the ``time`` that it leaves."""
        name = _object(tag, asked.room)
        self.suggestions.append(name)
        self.atoms |= {("ABOUT", name, *asked), ("WORTH-AFTER", name, tag)}
        self.values["time-left", name] = round(time)

    def _answer(self, node: AnswerNode, tag: str, following: str, here: Card) -> None:
        """Write an answer: what it tells, and what it costs to go on."""
        self.atoms.add(("NEXT-ANSWER", tag, following))
        self.values["chance", tag] = round(CHANCES * node.chance)
        self._ways(tag, node.chance, here)
        if node.seat is None or node.card is None:
            self.atoms.add(("NOBODY-SHOWS", tag))
        else:
            self.atoms.add(("SHOWS", tag, self.players[node.seat], node.card))
        self.atoms.add(("MOST-PROBABLE", tag, *node.case_file))
        if node.right == 1:
            self.atoms.add(("PROVED", tag, *node.case_file))
        elif node.right >= self._costs.enough:
            price = price_of_accusing(node.right, self._costs.patience)
            self.atoms.add(("MAY-GAMBLE", tag))
            self.values["risk", tag] = round(TURN * node.chance * price)

    def _ways(self, tag: str, chance: float, here: Card | None) -> None:
        """Write the costs of the ways from ``here`` after an answer."""
        self.values["passage-cost-after", tag] = round(TURN * chance)
        if here is not None:
            self.atoms.add(("GIVEN-IN", tag, here))
            for room in self._rooms:
                turns = self._model.walking(here, room)
                self.values["way-cost-after", tag, room] = round(TURN * chance * turns)


def _name(tag: str, room: Card) -> str:
    """Return a name for the suggestion in a room after an answer."""
    return room if tag == NOW else f"{tag.removeprefix('answer-')}-{room}"


def _object(tag: str, room: Card) -> str:
    """Return the object that stands for the suggestion in a room after an answer."""
    return f"{'suggestion' if tag == NOW else 'after'}-{_name(tag, room)}"
