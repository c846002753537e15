"""The checks of exercise 11: tasks drawn from the teacher's secret and the name of a student.

A check draws its task again from both, works out the answers, and compares them with
``personal.toml``. :meth:`Personal.files` are the files that the student gets.
"""

import json
from dataclasses import replace
from itertools import product
from math import isclose
from pathlib import Path
from random import Random
from typing import ClassVar
from unicodedata import normalize

from graders.contingent_plans import drawn_position
from graders.search_spaces import StateSpace
from graders.tree_searches import TREE, Trial, check_draws, search_in

from planner_clue import Belief, play_game, play_match
from planner_clue.game.board import load_board
from planner_clue.game.cards import CaseFile, Deck
from planner_clue.match.schedule import derived_seed
from planner_clue.planner.engines import HEURISTICS, ClueTask
from planner_clue.planner.formulations import ProofPosition, domain_text, huji_problem
from planner_clue.support.errors import CourseworkError, SubmissionError, shown
from planner_clue.support.plugins import run_file
from planner_clue.teaching.agent_checks import AgentWorker, SubmittedAgent
from planner_clue.teaching.checks import Case, Feedback, Number, Score, Whole, no_points
from planner_clue.teaching.worker import open_worker

ANSWERS = "personal.toml"
GAME = Path(__file__).parents[1] / "9-uncertainty" / "game.py"
MOST_DRAWS, LEAST_STATES = 100, 3
WORDS, SECONDS = 30, 60
MAY_BE_ZERO = ("predicted_wins", "wins")
_FIELDS = "README.md lists the fields of this section."
_FORFEITS = "Explain games that your agent plays to their end. Grade it in exercise 5 first."
_PREDICT = "Write down what you expect before you run anything."


class Personal(Case, tag="_personal", kw_only=True):
    """A section of the answers."""

    section = ""
    wanted: ClassVar = {}
    """The fields of the section, each with its type."""

    def files(self, student, secret):
        """Return the files of a student's task."""
        raise NotImplementedError

    def judge(self, answers, student, submission):
        """Return the score of a section."""
        raise NotImplementedError

    def rng(self, student, secret):
        """Return the generator of a student's task."""
        return Random(f"{secret}/{student}/{self.section}")

    def trial(self, submission):
        table = submission.toml(ANSWERS)
        student, answers = student_of(table), table.get(self.section)
        if not isinstance(answers, dict):
            return no_points(f"no section [{self.section}] in {ANSWERS}", _FIELDS)
        for name, kind in self.wanted.items():
            value = answers.get(name)
            if not isinstance(value, kind) or isinstance(value, bool):
                return no_points(
                    f"[{self.section}] {name} = {shown(value)}; expected another type", _FIELDS
                )
        return replace(self.judge(answers, student, submission), says=f"task of {student}")


def student_of(table):
    """Return the student's name, however its accents are encoded."""
    name = table.get("student")
    if not isinstance(name, str) or not name.strip():
        what = f"student = {shown(name)}; expected your name as in your task"
        raise SubmissionError(what, _FIELDS)
    return normalize("NFC", name.strip())


def wrong(section, name, given, right):
    """Return the score of a wrong answer."""
    return no_points(f"[{section}] {name} = {shown(given)}; it is {shown(right)}", _FIELDS)


class OwnFormat(Case, tag="own-format", kw_only=True):
    """All sections are there; nothing is compared."""

    checks: str = "personal.toml has all sections with all fields"

    def trial(self, submission):
        table = submission.toml(ANSWERS)
        student_of(table)
        for kind in (Inadmissible, Trace, Match, Search):
            answers = table.get(kind.section)
            for name, types in kind.wanted.items():
                value = answers.get(name) if isinstance(answers, dict) else None
                is_empty = value in ("", []) or (value == 0 and name not in MAY_BE_ZERO)
                if not isinstance(value, types) or isinstance(value, bool) or is_empty:
                    what = f"[{kind.section}] {name} = {shown(value)}; it has to be filled in"
                    return no_points(what, _FIELDS)
        return Score()


class Inadmissible(Personal, tag="own-inadmissible", kw_only=True):
    """A state of a problem of one's own where a heuristic estimates too much."""

    checks: str = "steps to a state of your problem where the heuristic is more than the real cost"
    section = "inadmissible"
    wanted: ClassVar = {"steps": list, "estimate": int | float, "cost": int | float}

    def drawn(self, student, secret):
        """Return the problem, the heuristic, and the states where it is too high."""
        rng = self.rng(student, secret)
        for _ in range(MOST_DRAWS):
            text, name = _problem(rng), rng.choice(["distance", "hadd"])
            space = StateSpace(ClueTask.ground(domain_text("huji"), text))
            nodes = space.sample(150)
            over = [n for n in nodes if HEURISTICS[name](n, space.task) > space.to_go[n.state.bits]]
            at_start = any(node.parent is None for node in over)
            if LEAST_STATES <= len(over) <= len(nodes) / 3 and not at_start:
                return text, name, space
        raise CourseworkError(f"{student}: no problem was drawn; expected another secret")

    def files(self, student, secret):
        text, name, _ = self.drawn(student, secret)
        return {"inadmissible.pddl": f"; The heuristic is {name}.\n{text}"}

    def judge(self, answers, student, submission):
        _, name, space = self.drawn(student, submission.secret)
        if not all(isinstance(step, str) for step in answers["steps"]):
            return no_points(f"steps = {shown(answers['steps'])}; expected texts", _FIELDS)
        node = space.after(answers["steps"])
        estimate, cost = HEURISTICS[name](node, space.task), space.to_go[node.state.bits]
        if answers["cost"] != cost:
            return wrong(self.section, "cost", answers["cost"], cost)
        if not isclose(answers["estimate"], estimate, abs_tol=0.01):
            return wrong(self.section, "estimate", answers["estimate"], estimate)
        if estimate <= cost:
            return no_points(
                f"{name} gives {estimate:g} there, and it costs {cost:g}: not too much"
            )
        return Score()


def _problem(rng):
    """Return a problem of the published formulation with three cards to find."""
    deck, board = Deck(), load_board("classic")
    assumed = CaseFile(*(rng.choice(cards) for cards in deck.categories))
    others = [card for card in deck.cards if card not in assumed]
    sought = rng.sample(others, 3)
    held = frozenset({*deck.cards} - {*assumed, *sought})
    asked = {card: rng.randint(0, 2) for card in (*assumed, *sought)}
    here = rng.choice(deck.rooms)
    position = ProofPosition(deck, assumed, held, here=here, distances=board.pips, asked=asked)
    return replace(huji_problem(position), unwritten={}).to_text()


class Trace(Personal, tag="own-trace", kw_only=True):
    """When a game refuted an assumption, as one seat saw it."""

    checks: str = "when your game refuted the assumption, and what was possible then"
    section = "trace"
    wanted: ClassVar = {
        "turn": int,
        "card": str,
        "holder": str,
        "case_files": int,
        "explanation": str,
    }

    def drawn(self, student, secret):
        """Return the game, the seat, the assumption, and the right answers."""
        rng = self.rng(student, secret)
        for _ in range(MOST_DRAWS):
            game = play_game(["exact", "ladder-2", "exact"], rng.getrandbits(63))
            seat = rng.randrange(3)
            hand = game.seats[seat].seat.hand
            kinds = game.seats[seat].seat.deck.categories
            for _ in range(MOST_DRAWS // 10):
                assumed = [rng.choice([c for c in cards if c not in hand]) for cards in kinds]
                if right := _refutation(game.seats[seat], assumed):
                    return game, seat, assumed, right
        raise CourseworkError(f"{student}: no game was drawn; expected another secret")

    def files(self, student, secret):
        game, seat, assumed, _ = self.drawn(student, secret)
        seen = game.seats[seat]
        return {
            "trace.txt": "\n".join(
                [
                    f"You are {seen.seat.tokens[seat]}, seat {seat}.",
                    f"Seats: {', '.join(seen.seat.tokens)}; cards: {seen.seat.hand_sizes}.",
                    f"Your hand: {', '.join(seen.seat.hand)}.",
                    f"Your assumption: {', '.join(assumed)}.",
                    *map(str, seen.events),
                    "",
                ]
            )
        }

    def judge(self, answers, student, submission):
        _, _, _, right = self.drawn(student, submission.secret)
        for name, value in right.items():
            if answers[name] != value:
                what = f"[{self.section}] {name} = {shown(answers[name])}; this is wrong"
                return no_points(what, _FIELDS)
        if len(answers["explanation"].split()) < WORDS:
            return no_points(f"explanation: fewer than {WORDS} words", _FIELDS)
        return Score()


def _refutation(seen, assumed):
    """Return the right answers if a single card's place refutes the assumption after turn 3."""
    belief, names = Belief(seen.seat), [*seen.seat.tokens]
    for event in seen.events:
        belief.observe(event)
        if type(event).__name__ not in ("Showed", "Passed"):
            continue
        held = [(c, belief.holder(c)) for c in assumed]
        held = [(c, who) for c, who in held if who is not None and who != belief.case]
        if held or not belief.allows(CaseFile(*assumed)):
            if len(held) != 1 or event.turn < 4 or seen.seat.index == held[0][1]:
                return None
            if getattr(event, "card", None) == held[0][0]:
                return None  # this seat sees the card: nothing has to be concluded
            files = sum(1 for _ in belief.case_files())
            card, holder = held[0]
            return {
                "turn": event.turn, "card": str(card), "holder": str(names[holder]),
                "case_files": files,
            }  # fmt: skip
    return None


class Match(Personal, tag="own-match", kw_only=True):
    """Six games of one's own agent, played again."""

    checks: str = "who won the games of your own agent, how long they took, and your prediction"
    section = "match"
    wanted: ClassVar = {
        "predicted_wins": int | float,
        "wins": int,
        "turns": list,
        "explanation": str,
    }
    games: Whole = 6
    answer_seconds: Whole = 10

    def seed(self, student, secret):
        """Return the seed of the match."""
        return derived_seed("own-match", f"{secret}/{student}")

    def files(self, student, secret):
        command = f"planner-clue match agent.py:MyAgent exact exact --games {self.games}"
        return {"match.txt": f"{command} --seed {self.seed(student, secret)} --out own\n"}

    def judge(self, answers, student, submission):
        home = AgentWorker(submission, self.answer_seconds)
        seed = self.seed(student, submission.secret)
        mine = type("MyAgent", (SubmittedAgent,), {"home": home, "match_seed": None})
        result = play_match([mine, "exact", "exact"], self.games, seed)
        if home.fault:
            raise home.fault
        if not 0 <= answers["predicted_wins"] <= self.games:
            return no_points(f"predicted_wins = {answers['predicted_wins']}", _PREDICT)
        turns = [game.events[-1].turn for game in result.games]
        if answers["wins"] != result[0].wins:
            return wrong(self.section, "wins", answers["wins"], result[0].wins)
        if answers["turns"] != turns:
            return wrong(self.section, "turns", answers["turns"], turns)
        if len(answers["explanation"].split()) < WORDS:
            return no_points(f"explanation: fewer than {WORDS} words", _FIELDS)
        if not (forfeits := result[0].forfeits):
            return Score()
        what = f"your agent forfeits {forfeits} of {self.games} games"
        return Score(1 - forfeits / self.games, (Feedback(what, _FORFEITS),))


class Search(Personal, tag="own-search", kw_only=True):
    """A run of one's own tree search."""

    checks: str = "visits and mean of the best action of your own search, and your prediction"
    section = "search"
    wanted: ClassVar = {"predicted": str, "action": str, "visits": int, "mean": int | float}
    simulations: Whole = 1000
    c: Number = 0.4

    def drawn(self, student, secret):
        """Return the task as plain data."""
        rng = self.rng(student, secret)
        seed = rng.getrandbits(32)
        position = drawn_position(seed, 4, 12, 2)
        every = [*product(position.suspects, position.weapons, position.rooms)]
        deals = [
            {
                "weight": deal["weight"],
                "case_file": list(deal["case_file"]),
                "hands": {s: rng.sample(hand, len(hand)) for s, hand in deal["hands"].items()},
            }
            for deal in position.deals
        ]
        files = sorted({tuple(deal["case_file"]) for deal in deals})
        actions = [f"suggest {' '.join(cards)}" for cards in rng.sample(every, 6)]
        actions += [f"accuse {' '.join(cards)}" for cards in rng.sample(files, 2)]
        return {
            "deals": deals, "actions": actions, "discount": 0.8, "seed": seed, "c": self.c,
            "simulations": self.simulations,
        }  # fmt: skip

    def files(self, student, secret):
        return {"search.json": json.dumps(self.drawn(student, secret), indent=1) + "\n"}

    def judge(self, answers, student, submission):
        task = self.drawn(student, submission.secret)
        made = run_file(GAME, "planner_clue_suggestion_game", "game.py", CourseworkError)
        game = made.Game(task["deals"], task["actions"], task["discount"], Random(task["seed"]))
        weights = {number: deal["weight"] for number, deal in enumerate(task["deals"])}
        game.allowed = weights
        files = {name: text for name, text in submission.files.items() if name == TREE}
        alone = replace(submission, files=files, imports=())
        worker = open_worker(alone, TREE, "TableHost", seconds=SECONDS)
        trial = Trial(game, task["c"])
        table = search_in(worker, trial, weights, task["simulations"], task["seed"])
        check_draws(trial.draws, weights)
        action, visits, mean = max(table, key=lambda row: (row[1], row[2]))
        if answers["predicted"] not in task["actions"]:
            return no_points(f"predicted = {shown(answers['predicted'])}", _PREDICT)
        for name, value in (("action", action), ("visits", visits)):
            if answers[name] != value:
                return wrong(self.section, name, answers[name], value)
        if not isclose(answers["mean"], mean, abs_tol=0.001):
            return wrong(self.section, "mean", answers["mean"], mean)
        return Score()
