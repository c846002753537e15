"""The checks of exercise 9: expected turns of a walk, and a tree search, step by step."""

import ast
import sys
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import inf, isclose, log, sqrt
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Annotated

from graders.commands import printing
from graders.contingent_plans import drawn_position
from graders.tree_searches import CLOSE, TREE, Trial, check_draws, search_in
from msgspec import Meta

from planner_clue.game.board import board_from_toml, expected_turns, load_board
from planner_clue.game.cards import SUSPECTS, Card
from planner_clue.support.errors import BoardError, CourseworkError, SubmissionError, shown
from planner_clue.support.plugins import run_file
from planner_clue.teaching.agent_checks import AgentWins
from planner_clue.teaching.checks import Case, File, Number, Score, Whole, no_points
from planner_clue.teaching.worker import open_worker

HERE = Path(__file__).parent
WALK = "walk.py"
Game = run_file(HERE / "game.py", "planner_clue_suggestion_game", "game.py", CourseworkError).Game
SECONDS = 60
PLAIN = ("math", "random", "collections", "collections.abc", "itertools", "functools", "heapq")
"""What the search may import in a match, where it shares a process with the agent; not
``dataclasses``, which executes the names of fields as code."""
REFUSED = ("eval", "exec", "compile", "getattr", "setattr", "delattr", "vars", "dir", "globals")
REFUSED += ("locals", "open", "input", "help", "breakpoint")
INSIDE = ("gi_frame", "cr_frame", "ag_frame", "tb_frame", "f_back", "format", "format_map", "mro")
INSIDE += ("gi_code", "cr_code", "ag_code", "update_wrapper", "wraps")
"""Attributes that lead from an object to its code or to the code that uses it, or read such
attributes by name."""
NAMES = "attic bath cellar den entry foyer garage loft nursery pantry porch salon shed tower vault"
NAMES = [*NAMES.split(), "wing"]
REPEATED = 150
"""Simulations of the runs that compare seeds."""
_PLACES = "Value iteration: a turn, plus the mean over all rolls of the best place within the roll."
_STOP = "Of all places within the roll, stop where the fewest expected turns are left."
_ALONE = "README.md has a table with the arguments of each function, and what it returns."
_LOOKS = "In a match, the search uses its arguments and public names only."
_SEED = "Draw random numbers from random.Random(seed): the same seed draws the same deals."


def alone(submission, file):
    """Return a submission of one file, which may import the standard library only."""
    files = {name: text for name, text in submission.files.items() if name == file}
    return replace(submission, files=files, imports=())


class Walk(Case, tag="_walk", kw_only=True):
    """A board, by name or drawn from a seed, and a room to go to."""

    board: str = ""
    map: File | None = None
    seed: Whole = 0
    columns: Whole = 0
    gap: Whole = 4
    entrances: Annotated[int, Meta(ge=1, le=2)] = 1
    passages: Whole = 0
    dice: Annotated[int, Meta(ge=1, le=2)] = 2
    goal: str = ""
    within: Number = 0.001

    def __post_init__(self):
        self.ground = load_board(self.board) if self.board else self.drawn()
        names = [*self.ground.rooms]
        if self.goal and self.goal not in names:
            raise CourseworkError(f"goal = {shown(self.goal)}; expected one of {', '.join(names)}")
        self.target = self.goal or names[0]

    def drawn(self):
        """Return the board of the map, or one drawn from the seed."""
        if self.map:
            return board_from_toml(self.map)
        if not self.columns:
            raise CourseworkError("board is missing; expected a name, a map, or a seed and columns")
        rng = Random(self.seed)
        while True:
            text = drawn_map(rng, self.columns, self.gap, self.entrances, self.passages)
            try:
                return board_from_toml(text)
            except BoardError:
                continue

    @cached_property
    def value(self):
        """The expected turns from each place, by its name in the data of the student."""
        table = expected_turns(self.ground, self.dice).to_room(Card(self.target))
        return {named(place): turns for place, turns in table.items()}

    @cached_property
    def data(self):
        """The board as the student gets it."""
        graph = {named(place): [] for place in self.value_places}
        doors = {}
        for x, y in [place for place in self.value_places if not isinstance(place, str)]:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if named(near) in graph:
                    graph[named((x, y))].append(named(near))
        for room in self.ground.map.rooms:
            for door in room.doors:
                graph[room.name].append(named(door.front))
                doors.setdefault(named(door.front), []).append(room.name)
        return {
            "squares": [name for name in graph if name not in self.ground.rooms],
            "rooms": [*self.ground.rooms],
            "steps": graph,
            "doors": doors,
            "passages": dict(self.ground.passages),
            "dice": self.dice,
            "goal": self.target,
        }

    @property
    def value_places(self):
        return expected_turns(self.ground, self.dice).to_room(Card(self.target))

    def story(self):
        dice = "one die" if self.dice == 1 else "two dice"
        passages = ", ".join(f"{a} to {b}" for a, b in self.ground.passages.items()) or "none"
        journey = f"to the {self.target} with {dice}; passages: {passages}"
        doors = [
            f"{room.letter} {room.name}: doors to {', '.join(named(d.front) for d in room.doors)}"
            for room in self.ground.map.rooms
        ]
        return "\n".join([journey, *self.ground.map.rows, *doors])


class WalkTurns(Walk, tag="walk-turns", kw_only=True):
    """The expected turns from every place, all right or no points."""

    checks: str = "the expected turns from every place to the goal"

    def trial(self, submission):
        worker = open_worker(alone(submission, WALK), WALK, seconds=SECONDS)
        found = worker.call(WALK, "turns", self.data)
        if not isinstance(found, dict):
            return no_points(f"turns returned {shown(found)}; expected a dictionary", _ALONE)
        wrong = {}
        for place, right in self.value.items():
            turns = found.get(place)
            is_number = isinstance(turns, int | float) and not isinstance(turns, bool)
            if not (is_number and abs(turns - right) <= self.within):
                wrong[place] = f"{place}: {shown(turns)} turns; it takes {right:.4f}"
        if not wrong:
            return Score(says=f"right from all {len(self.value)} places")
        what = f"wrong from {len(wrong)} of {len(self.value)} places, first from\n"
        first = next(iter(wrong))
        code = f"import walk; print(walk.turns(case.data)['{first}'], case.value['{first}'])"
        return no_points(what + "\n".join([*wrong.values()][:3]) + printing(self, code), _PLACES)


class WalkStops(Walk, tag="walk-stops", kw_only=True):
    """The best place to stop at, after some rolls; all right or no points."""

    checks: str = "where the walk stops after a roll"
    rolls: Whole = 12

    def trial(self, submission):
        worker = open_worker(alone(submission, WALK), WALK, "TableHost", seconds=SECONDS)
        rng = Random(f"{self.seed}/{self.title}")
        places = [place for place in self.value if place != self.target]
        tried = [
            (rng.choice(places), sum(rng.randint(1, 6) for _ in range(self.dice)))
            for _ in range(self.rolls)
        ]
        for place, roll in [*tried, *self.stays()[:2]]:
            reach = self.reach(place, roll)
            least = min(self.value[one] for one in reach)
            stop = worker.ask("use", WALK, "stop", None, [self.data, place, roll], what="stop")
            where = f"from {place} with a roll of {roll}, stop returned {shown(stop)}"
            at, right = f"'{place}', {roll}", "min(case.reach({}), key=case.value.get)"
            code = f"import walk; print(walk.stop(case.data, {at}), {right.format(at)})"
            by = printing(self, code)
            if not isinstance(stop, str) or stop not in reach:
                return no_points(f"{where}, which is not within the roll{by}", _STOP)
            if self.value[stop] > least + self.within:
                best = next(one for one in reach if self.value[one] == least)
                left = f"{self.value[stop]:.4f} turns are left there, and {least:.4f} at {best}"
                return no_points(f"{where}; {left}{by}", _STOP)
        return Score(says=f"right after {self.rolls} rolls")

    def stays(self):
        """Return rooms with the rolls after which it is best to stay, for the passage."""
        rolls = range(self.dice, 6 * self.dice + 1)
        options = [(room, roll) for room in self.data["passages"] for roll in rolls]
        return [
            (room, roll)
            for room, roll in options
            if room != self.target
            and min(self.reach(room, roll), key=self.value.__getitem__) == room
        ]

    def reach(self, place, roll):
        """Return the places within a roll."""
        known = {place: 0}
        edge = [place]
        for steps in range(roll):
            rooms = {room for at in edge for room in self.data["doors"].get(at, ())}
            edge = [near for at in edge for near in self.data["steps"][at] if near not in known]
            known |= dict.fromkeys(edge, steps + 1) | dict.fromkeys(rooms - {*known}, steps + 1)
        return known


def named(place):
    """Return the name of a place in the data of the student."""
    return str(place) if isinstance(place, str) else f"{place[0]},{place[1]}"


def drawn_map(rng, columns, gap, entrances, passages):
    """Return the text of a board with two rows of rooms, drawn at random."""
    width, height = columns * (3 + gap), 10
    rows = [["#" if rng.random() < 0.2 else "." for _ in range(width)] for _ in range(height)]
    rooms = list("ABCDEFGHIJKLMNOP"[: 2 * columns])
    names = rng.sample(NAMES, len(rooms))
    tables = []
    for number, letter in enumerate(rooms):
        left, top = number // 2 * (3 + gap) + rng.randint(1, gap - 1), 2 + 5 * (number % 2)
        for x, y in product(range(left, left + 3), range(top, top + 2)):
            rows[y][x] = letter
        sides = [((left + 1, top), (0, -1)), ((left + 1, top + 1), (0, 1))]
        sides += [((left, top), (-1, 0)), ((left + 2, top + 1), (1, 0))]
        doors = []
        for (x, y), (dx, dy) in rng.sample(sides, entrances):
            rows[y + dy][x + dx] = "."
            doors.append(f"[[{x}, {y}], [{x + dx}, {y + dy}]]")
        tables.append(f'[rooms.{letter}]\nname = "{names[number]}"\ndoors = [{", ".join(doors)}]')
    for start in rng.sample(range(1, len(rooms)), passages):
        end = rng.choice([number for number in range(len(rooms)) if number != start])
        tables[start] += f'\npassage = "{names[end]}"'
    _wall_off(rows)
    squares = [(x, y) for y in range(height) for x in range(width) if rows[y][x] == "."]
    starts = zip(SUSPECTS, squares, strict=False)
    lines = [f"{suspect} = [{x}, {y}]" for suspect, (x, y) in starts]
    drawing = "\n".join(map("".join, rows))
    tables = "\n".join(tables)
    return f"name = \"drawn\"\nmap = '''\n{drawing}\n'''\n{tables}\n[starts]\n" + "\n".join(lines)


def _wall_off(rows):
    """Make walls of the squares that cannot be reached from the largest part."""
    left = {(x, y) for y, row in enumerate(rows) for x, at in enumerate(row) if at == "."}
    parts = []
    while left:
        part = edge = {left.pop()}
        while edge:
            near = {(x + a, y + b) for x, y in edge for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            edge = near & left
            left, part = left - edge, part | edge
        parts.append(part)
    for part in sorted(parts, key=len)[:-1]:
        for x, y in part:
            rows[y][x] = "#"


class Tree(Case, tag="_tree", kw_only=True):
    """A game with some deals, drawn from a seed."""

    seed: Whole
    deals: Whole = 12
    suggestions: Whole = 5
    accusations: Whole = 0
    discount: Number = 0.8
    uneven: bool = False

    def __post_init__(self):
        rng = Random(self.seed)
        position = drawn_position(self.seed, 4, self.deals, 2)
        self.table = [
            {
                "weight": rng.choice((1, 9)) if self.uneven else 1,
                "case_file": deal["case_file"],
                "hands": {s: rng.sample(hand, len(hand)) for s, hand in deal["hands"].items()},
            }
            for deal in position.deals
        ]
        every = [*product(position.suspects, position.weapons, position.rooms)]
        files = sorted({tuple(deal["case_file"]) for deal in self.table})
        chosen = rng.sample(every, self.suggestions)
        actions = [f"suggest {' '.join(cards)}" for cards in chosen]
        accused = rng.sample(files, min(self.accusations, len(files)))
        actions += [f"accuse {' '.join(cards)}" for cards in accused]
        rng.shuffle(actions)
        self.rng = rng
        self.game = Game(self.table, actions, self.discount, rng)
        self.game.allowed = sorted(rng.sample(range(self.deals), 3 * self.deals // 4))
        self.given = {"actions": actions, "discount": self.discount}
        self.weights = {number: self.table[number]["weight"] for number in self.game.allowed}

    def story(self):
        lines = [f"the discount is {self.discount}; the actions:", *self.given["actions"]]
        for number, deal in enumerate(self.table):
            hands = "; ".join(f"{seat}: {', '.join(hand)}" for seat, hand in deal["hands"].items())
            outside = "" if number in self.game.allowed else " (not in the list of deals)"
            file = " ".join(deal["case_file"])
            lines.append(f"deal {number}, weight {deal['weight']}, {file}; {hands}{outside}")
        return "\n".join(lines)


class TreeSearch(Tree, tag="tree-search", kw_only=True):
    """A run of the search: every step as described, and the right table; or no points."""

    checks: str = "each step of each simulation, and the visits and means that are returned"
    simulations: Whole
    c: Number

    def trial(self, submission):
        worker = open_worker(alone(submission, TREE), TREE, "TableHost", seconds=SECONDS)
        first, second, third = (Random(self.seed + number).getrandbits(32) for number in range(3))
        trial = self.run(worker, first, self.simulations)
        once, again, other = (
            self.run(worker, seed, REPEATED).draws for seed in (second, second, third)
        )
        if once != again:
            return no_points("the same seed draws other deals when search is called again", _SEED)
        if once == other:
            return no_points("another seed draws the same deals", _SEED)
        check_draws([*trial.draws, *once, *other], self.weights)
        deepest = max(map(len, trial.nodes))
        return Score(says=f"{len(trial.draws)} simulations; nodes down to depth {deepest}")

    def run(self, worker, seed, simulations):
        """Return a run of the search without a fault; :class:`SubmissionError` names the first."""
        self.rng.seed(self.seed)
        trial = Trial(self.game, self.c)
        try:
            search_in(worker, trial, self.weights, simulations, seed)
        except SubmissionError as error:
            code = "import tree; from graders.tree_searches import deals_of; "
            code += "case.rng.seed(case.seed); print(tree.search(case.game, "
            code += f"deals_of(case.weights), {simulations}, case.c, {seed}))"
            by = printing(self, code, "runs the same search")
            raise SubmissionError(f"{error}{by}", error.means) from error
        return trial


class TreeFunctions(Tree, tag="tree-functions", kw_only=True):
    """Values of ``ucb1``, ``possible`` and ``best``, all right or no points."""

    checks: str = "the bound of an action, the deals that fit some answers, the action to take"
    tries: Whole = 20

    def trial(self, submission):
        worker = open_worker(alone(submission, TREE), TREE, "TableHost", seconds=SECONDS)
        rng = Random(self.seed)

        def asked(function, given, *more):
            call = ("use", TREE, function, given, [*more])
            return worker.ask(*call, what=function, on_request=self.reply)

        for _ in range(self.tries):
            value, visits, c = rng.random(), rng.randrange(1, 30), rng.random()
            visits, every = rng.choice([0, visits, visits]), visits + rng.randrange(1, 90)
            right = value + c * sqrt(log(every) / visits) if visits else inf
            bound = asked("ucb1", None, value, visits, every, c)
            is_number = isinstance(bound, int | float) and not isinstance(bound, bool)
            if not is_number or not isclose(bound, right, rel_tol=CLOSE):
                call = f"ucb1({value}, {visits}, {every}, {c})"
                return self.wrong(call, bound, right)
        numbers = self.game.allowed
        for length in range(self.tries):
            deal = rng.choice(numbers)
            every = [a for a in self.given["actions"] if a.startswith("suggest")]
            asks = rng.sample(every, min(length % 4, len(every)))
            history = [[action, self.game.answer(deal, action)] for action in asks]
            right = [n for n in numbers if all(self.game.answer(n, a) == got for a, got in history)]
            found = asked("possible", self.given, numbers, history)
            is_list = isinstance(found, list | tuple)
            if not is_list or sorted(map(str, found)) != sorted(map(str, right)):
                return self.wrong(f"possible(case.game, {numbers}, {history})", found, right)
        for _ in range(self.tries):
            table = [[a, rng.randrange(2, 5), rng.random()] for a in self.given["actions"]]
            right = max(table, key=lambda row: (row[1], row[2]))[0]
            if (found := asked("best", None, table)) != right:
                return self.wrong(f"best({table})", found, right)
        return Score()

    def wrong(self, call, found, right):
        """Return the result of a wrong value, with the command that prints it and the right one."""
        again = f"float('{right}')" if isinstance(right, float) else repr(right)
        by = printing(self, f"import tree; print(tree.{call}, {again})")
        call = call.replace("case.game", "game")
        return no_points(f"{call} returned {shown(found)}; it is {right}{by}", _ALONE)

    def reply(self, request):
        """Answer a request of ``possible``."""
        match request:
            case ["answer", int() as number, str() as action] if (
                action in self.given["actions"] and 0 <= number < self.deals
            ):
                return self.game.answer(number, action)
        raise SubmissionError(f"possible: {shown(request)} is not a call of game.answer", _ALONE)


class PlainCode(ast.NodeVisitor):
    """Raises :class:`SubmissionError` where a search could look around in its process."""

    def __init__(self, content):
        """Check the bytes of a file, which may declare an encoding."""
        try:
            tree = ast.parse(content)
        except (SyntaxError, ValueError, RecursionError):
            return  # the interpreter will say so
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
        self.modules = {}  # by the names that the search gives them
        for one in (one for node in imports for one in node.names):
            top = one.name.partition(".")[0]
            self.modules[one.asname or top] = one.name if one.asname else top
        self.visit(tree)

    def check(self, node, name, *, is_allowed):
        if not is_allowed:
            what = f"{TREE}:{node.lineno} uses {name}"
            raise SubmissionError(f"{what}; a match allows {', '.join(PLAIN)}", _LOOKS)

    def check_member(self, node, module, name):
        """Check a name of a module, which may lead to another module."""
        is_module = isinstance(getattr(sys.modules.get(module), name, None), ModuleType)
        whole = f"{module}.{name}"
        is_open = module in PLAIN and (not is_module or whole in PLAIN) and name not in INSIDE
        self.check(node, whole, is_allowed=is_open and not name.startswith("_"))

    def visit_Import(self, node):
        for one in node.names:
            self.check(node, one.name, is_allowed=one.name in PLAIN)

    def visit_ImportFrom(self, node):
        for one in node.names:
            self.check_member(node, node.module, one.name)

    def visit_Attribute(self, node):
        of = node.value.id if isinstance(node.value, ast.Name) else ""
        if of in self.modules:
            self.check_member(node, self.modules[of], node.attr)
            return
        is_own = of in ("self", "cls") and not node.attr.endswith("__")
        is_outside = node.attr not in INSIDE and (is_own or not node.attr.startswith("_"))
        self.check(node, node.attr, is_allowed=is_outside)
        self.generic_visit(node)

    def visit_MatchClass(self, node):
        self.check(node, "a positional pattern", is_allowed=not node.patterns)
        for name in node.kwd_attrs:
            self.check(node, name, is_allowed=name not in INSIDE and not name.startswith("_"))
        self.generic_visit(node)

    def visit_Name(self, node):
        is_refused = node.id in REFUSED or (node.id.endswith("__") and node.id != "__name__")
        self.check(node, node.id, is_allowed=not is_refused)
        self.check(node, f"the module {node.id} alone", is_allowed=node.id not in self.modules)


class TreePlays(AgentWins, tag="tree-plays", kw_only=True):
    """The agent of the exercise plays with the submitted search."""

    def prepared(self, submission):
        content = submission.text(TREE).encode()
        PlainCode(content)
        ours = {name: (HERE / name).read_bytes() for name in ("agent.py", "game.py")}
        return replace(submission, files={**ours, TREE: content}, imports=("planner_clue", "numpy"))
