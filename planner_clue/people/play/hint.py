"""Hints: the decision of ``planner`` in the person's place, and why.

For each hint a new planner hears what the person heard, and is asked what the person is asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from msgspec import Struct, structs

from planner_clue.agents.base import Agent, ask_agent
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import AgentSettings
from planner_clue.belief import Belief, believe
from planner_clue.belief.asking import ASKING
from planner_clue.belief.probability import Probability, best_case_files, probability_of
from planner_clue.game import requests
from planner_clue.game.board import Board, Place, place_in_words
from planner_clue.game.board.drawing.routes import legs_of
from planner_clue.game.cards import CaseFile, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat
from planner_clue.game.events import Event
from planner_clue.game.rules import Rules
from planner_clue.people.play.played_game import PlayedGame
from planner_clue.people.play.review import in_same_room, possible_answers
from planner_clue.planner.assumption import acceptance_threshold
from planner_clue.planner.decision import Replan, read_replans, worth_in_words
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.plan_tree import PlanStep, played_steps, remaining
from planner_clue.support.errors import described
from planner_clue.support.faults import tried
from planner_clue.support.json_text import plain
from planner_clue.view import wording
from planner_clue.view.trace import explain_plan

_OPENINGS = {
    Opening.ROLL: "roll the dice",
    Opening.PASSAGE: "take the secret passage",
    Opening.STAY: "stay and suggest here",
}


@dataclass(frozen=True)
class DecisionPoint:
    """The person's decision, and all that it knows."""

    seat: Seat
    events: tuple[Event, ...]
    turn: int
    asked: tuple[requests.PlayerRequest, ...]  # whether to accuse, and the decision that follows
    board: Board | None
    rules: Rules
    place: Place | None  # where the person's token is; None without a board
    names: Sequence[str]

    @cached_property
    def belief(self) -> Belief:
        """The planner's belief: suggestions are evidence."""
        return believe(self.seat, self.events, asking=ASKING)


class Hint(Struct, frozen=True):
    """The decision of a planner."""

    choice: dict[str, Any]  # the choice, as planner_clue.people.play.choices takes it
    sentences: tuple[str, ...]  # the decision in words, then its reasons
    nudge: str = ""  # a question to think about, which does not give the decision away
    steps: tuple[str, ...] = ()  # the steps of the plan that are still to come, in words
    answers: tuple[str, ...] = ()  # the conclusions from each answer to the plan's next suggestion
    others: tuple[str, ...] = ()  # rejected ways to begin, with their extra cost
    best: tuple[str, ...] = ()
    route: tuple[dict[str, Any], ...] = ()  # the way over the board, as pages have it
    assumed: str = ""  # the case file that the plan assumes, in a sentence; empty without a plan

    def to_json(self) -> dict[str, Any]:
        """Return the hint as plain data; of the sentences only what the lists do not say."""
        data = plain(self)
        if assumed := data.pop("assumed"):
            data["sentences"] = [self.sentences[0], assumed]
        return data


def decision_point(game: PlayedGame) -> DecisionPoint:
    """Return the person's decision in a game that waits for it."""
    table, request = game.course.table, game.course.table.request
    assert request is not None
    assert not isinstance(request, requests.RollDice | requests.DrawShownCard)
    asked: list[requests.PlayerRequest] = [request]
    if table.is_before_the_dice and table.board:
        asked.append(requests.AskStart(request.seat, table.turn_options(table.coming_openings())))
    elif table.is_before_the_dice:
        rooms = table.deal.deck.rooms
        asked.append(requests.AskMove(request.seat, MoveOptions.without_board(table.turn, rooms)))
    view, place = game.view_of(request.seat), table.places.get(table.tokens[request.seat])
    events = tuple(game.seen(request.seat))
    called, rules = game.config.called, table.rules
    return DecisionPoint(view, events, table.turn, tuple(asked), table.board, rules, place, called)


class Adviser:
    """A planner for hints, in a process of its own from the first hint on."""

    def __init__(self) -> None:
        self._new_agent: IsolatedAgentFactory | None = None

    def hint(self, moment: DecisionPoint) -> Hint:
        """Return its decision, or why there is none; this takes as long as a planner thinks."""
        hint, error = tried(self._hint, moment)
        return hint or Hint({}, (f"There is no hint: {described(error or KeyError())}.",))

    def _hint(self, moment: DecisionPoint) -> Hint:
        self._new_agent = self._new_agent or load_isolated("planner", AgentSettings())
        agent = self._new_agent()
        agent.begin(moment.seat)
        for event in moment.events:
            agent.observe(event)
        for request in moment.asked:
            answer = ask_agent(agent, request)
            if answer is not None or request is moment.asked[-1]:
                return self._as_hint(moment, request, answer, agent)
        raise AssertionError("there is always a request")

    def _as_hint(
        self, moment: DecisionPoint, request: requests.PlayerRequest, answer: Any, agent: Agent
    ) -> Hint:
        planned = read_replans(agent.notes())
        decision = planned[-1] if planned else None
        choice = {_KEYS[type(request)]: list(answer) if isinstance(answer, tuple) else answer}
        sentences = [_in_words(request, answer, decision)]
        match request:
            case requests.AskAccuse():
                sentences += _how_sure(moment, answer)
            case requests.AskShow():
                first = "a card that others have already seen, then a room, then a weapon"
                sentences.append(f"It prefers to show {first}.")
            case _ if decision and decision.failure:
                sentences.append(f"The engine gave no plan: {decision.failure.status}.")
            case _ if decision:
                sentences += explain_plan(decision, moment.turn)
        hint = Hint(choice, tuple(sentences), _nudge(moment, request, answer))
        return hint if isinstance(request, requests.AskShow) else _explained(moment, hint, decision)

    def close(self) -> None:
        """End its process."""
        if self._new_agent:
            self._new_agent.close()


_KEYS = {
    requests.AskAccuse: "accuse",
    requests.AskStart: "opening",
    requests.AskMove: "move",
    requests.AskSuggest: "suggest",
    requests.AskShow: "show",
}


def _explained(moment: DecisionPoint, hint: Hint, decision: Replan | None) -> Hint:
    """Return the hint with its plan, the answers, the other ways and the best case files."""
    belief = moment.belief
    best = tuple(f"{', '.join(f)}: {value.percent(1)}" for f, value in best_case_files(belief))
    if decision is None or "accuse" in hint.choice:
        return structs.replace(hint, best=best)
    plan = remaining(decision.steps, moment.turn)
    steps = played_steps(plan)
    chosen = hint.choice.get("suggest")
    asked = next((step.asks for step in steps if step.asks), None)
    asked = Suggestion(*chosen) if chosen else asked
    answers: list[str] = []
    if asked:
        found = possible_answers(belief, moment.seat, moment.events, moment.turn, asked)
        answers = [f"to {', '.join(asked)}", *(answer.in_words(moment.names) for answer in found)]
    if chosen and asked:
        others = _other_suggestions(moment, asked)
    else:  # the other ways to begin, the next best first
        others = tuple(
            f"{wording.travel_in_words(to, way.by)}: {worth_in_words(way, decision.unit)}"
            for to, way in decision.other_beginnings
        )
    stated = f" Expected: {decision.forecast}." if decision.forecast else ""
    assumed = f"It assumed {wording.assumption_in_words(decision, 1)}.{stated}"
    return structs.replace(
        hint,
        assumed=assumed if steps else "",
        steps=(*wording.words_of_steps(plan), *wording.branch_lines(plan)),
        answers=tuple(answers),
        others=others,
        best=best,
        route=_route(moment, steps),
    )


def _other_suggestions(moment: DecisionPoint, chosen: Suggestion) -> tuple[str, ...]:
    """Return other suggestions in the same room, and what they take more or less by themselves."""
    model = FollowUpModel(moment.board, moment.rules)
    left = in_same_room(model.outlook(moment.belief, moment.seat.seed), chosen)
    own = left.pop(chosen)
    others = sorted((time, asked) for asked, time in left.items())
    return tuple(f"suggest {', '.join(asked)}: " + _compared(time - own) for time, asked in others)


def _compared(turns: float) -> str:
    if abs(turns) < 0.005:
        return "just as good by itself"
    return f"{abs(turns):.2f} turns " + ("longer" if turns > 0 else "shorter, but not in this plan")


def _route(moment: DecisionPoint, steps: Sequence[PlanStep]) -> tuple[dict[str, Any], ...]:
    if not moment.board or moment.place is None:
        return ()
    stops = [moment.place]
    stops += [step.to for step in steps if step.to and step.to != stops[-1]]
    if len(stops) < 2:  # the plan begins where the token is
        return ()
    legs = legs_of(moment.board, stops, open_rooms=moment.rules.open_rooms)
    return tuple({"points": leg.points, "passage": leg.passage, "done": False} for leg in legs)


def _in_words(request: requests.PlayerRequest, answer: Any, decision: Replan | None) -> str:
    match request:
        case requests.AskAccuse():
            does = f"accuse {', '.join(answer)}" if answer else "not accuse yet"
        case requests.AskStart():
            does = _OPENINGS[Opening(answer)] + _heading(decision, answer == Opening.ROLL)
        case requests.AskMove():
            on_the_way = _heading(decision, not isinstance(answer, str))
            does = f"go to {place_in_words(answer)}{on_the_way}"
        case requests.AskSuggest():
            does = f"suggest {', '.join(answer)}" if answer else "suggest nothing here"
        case requests.AskShow():
            does = f"show {answer}"
    return f"the planner would {does}."


def _nudge(moment: DecisionPoint, request: requests.PlayerRequest, answer: Any) -> str:
    belief = moment.belief
    match request:
        case requests.AskAccuse():
            return "How probable is the best case file, and can somebody win before your next turn?"
        case requests.AskShow():
            return "Which of these cards do the others know already?"
        case requests.AskSuggest() if answer:
            own = sum(card in moment.seat.hand for card in answer)
            located = sum(belief.holder(card) is not None for card in answer) - own
            return (
                f"The planner names {own} of your own cards, {located} that you have located, and "
                f"{3 - own - located} that you have not. Which would you name?"
            )
    rooms = sum(belief.holder(room) is None for room in belief.deck.rooms)
    return f"You have not located {rooms} rooms. Which is nearest, and what would you learn there?"


def _heading(decision: Replan | None, is_on_the_way: bool) -> str:
    """Return the destination of a token that does not arrive yet."""
    steps = decision.steps if decision and is_on_the_way else ()
    rooms = [step.to for step in steps if step.to and step.by in ("dice", None)]
    return f", on the way to {rooms[0]}" if rooms else ""


def _how_sure(moment: DecisionPoint, answer: Any) -> list[str]:
    """Return the probability of an accusation, or of the most probable one, in a sentence."""
    best = CaseFile(*answer) if answer else moment.belief.most_probable()[0]
    sure = probability_of(moment.belief, best)
    if sure.is_certain:
        return [f"It is certain that {', '.join(best)} are in the case file."]
    what = "This" if answer else f"The most probable case file, {', '.join(best)},"
    opponents = moment.belief.transcript.opponents
    if not opponents:
        return [f"{what} has a probability of {sure.percent()}; nobody else can win any more."]
    threshold = acceptance_threshold(moment.belief, opponents)
    least = Probability(threshold).percent()
    accuses = f"the planner accuses at {least} or more, after a suggestion if it can make one"
    return [f"{what} has a probability of {sure.percent()}; {accuses}."]
