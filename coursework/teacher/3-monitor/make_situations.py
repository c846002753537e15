"""Write the situations of exercise 3 from games that are played for it.

``python coursework/teacher/3-monitor/make_situations.py`` from the top folder; it takes
a minute.
The accepted answers come from the planner's own rules (``planner_clue/deliberation/triggers.py``).
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.belief import Belief
from planner_clue.board import Place
from planner_clue.cards import Card
from planner_clue.deliberation import triggers
from planner_clue.deliberation.card_knowledge import BeliefKnowledge, Snapshot
from planner_clue.deliberation.decided_step import DecidedStep
from planner_clue.deliberation.decision import Decision, read_decisions
from planner_clue.deliberation.plan_steps import ACCUSE, destination, is_played
from planner_clue.deliberation.triggers import News, weightiest_first
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.table.events import Event, Passed, Showed, Suggested
from planner_clue.table.record import Watcher, replay
from planner_clue.table.table import Table

HERE = Path(__file__).parent
VISIBLE, HIDDEN = HERE.parents[1] / "3-monitor" / "cases", HERE / "hidden"
SEEDS = {VISIBLE: 31, HIDDEN: 47}
GAMES = 30
EACH = {VISIBLE: 3, HIDDEN: 6}
"""How many situations of each kind a file gets."""
TRIGGERS = ("assumption-refuted", "unexpected-answer", "new-fact", "moved", "plan-finished")


class Situations(Watcher):
    """Collects what the planner's seat saw in a game, question by question."""

    def __init__(self, record: dict[str, Any], seat: int) -> None:
        self.me, self.found = seat, list[dict[str, Any]]()
        self._decisions = [d for d in read_decisions(record["notes"][seat]) if d.steps]
        self._events = list[Event]()

    def begins(self, table: Table) -> None:
        self._table, self._seat = table, table.seat_view(self.me, 0)
        self._known = BeliefKnowledge(Belief(self._seat))
        self._before, self._place = self._known.snapshot(), self._known.transcript.here

    def happens(self, event: Event) -> None:
        seen = self._table.seen_by(event, self.me)
        if self._events and not isinstance(event, Passed | Showed):
            self._note()
        if isinstance(event, Suggested):
            self._before, self._place = self._known.snapshot(), self._known.transcript.here
            self._events = [event]
        elif self._events and seen is not None:
            self._events.append(seen)
        if seen is not None:
            self._known.observe(seen)

    def _note(self) -> None:
        asked, *answers = self._events
        self._events = []
        assert isinstance(asked, Suggested)
        plan = self._plan(asked)
        if plan is None:
            return
        decision, steps = plan
        if not set(decision.assumption) <= self._before.possible:
            return  # it was refuted before
        after, place = self._known.snapshot(), self._known.transcript.here
        shown = next((answer for answer in answers if isinstance(answer, Showed)), None)
        news = News(
            self._seat.tokens,
            answered=frozenset(
                [shown.card] if shown and shown.card and shown.to == self.me else []
            ),
        )
        allowed = self._known.chance(decision.assumption) > 0
        refuted = triggers.assumption_refuted(
            decision.assumption, allowed=allowed, after=after, news=news
        )
        if not allowed and set(decision.assumption) <= after.possible:
            return  # nothing in the situation tells that these three do not go together
        fired = [refuted, triggers.new_fact(self._before, after, news)]
        if asked.seat == self.me:
            expected = steps[0].asks
            assert expected is not None
            answer = expected.expected, shown, asked.turn, self._seat.tokens
            fired.append(triggers.unexpected_answer(*answer))
            waiting = [step.action for step in steps[1:]]
            fired.append(triggers.plan_finished(waiting, asked.turn))
        elif asked.cards.suspect == self._seat.tokens[self.me]:
            fired.append(triggers.brought_away(self._place, asked, self._seat.tokens))
        first = weightiest_first([firing for firing in fired if firing])
        situation = {
            "me": self.me,
            "token": self._seat.tokens[self.me],
            "assumed": list(decision.assumption),
            "plan": [_step(step) for step in steps],
            "asked": {
                "by": asked.seat,
                "cards": list(asked.cards),
                "passed": [a.seat for a in answers if isinstance(a, Passed)],
                "shown_by": shown.seat if shown else None,
                "card": shown.card if shown else None,
            },
            "before": self._knows(self._before, self._place),
            "after": self._knows(after, place),
        }
        if broken({**situation, "asked": {"by": None}, "after": situation["before"]}) is not None:
            return  # it was broken before
        answer_to = {
            "trigger": first[0].trigger.value if first else None,
            "broken": broken(situation),
        }
        self.found.append({"situation": situation, "accepted": answer_to})

    def _plan(self, asked: Suggested) -> tuple[Decision, list[DecidedStep]] | None:
        """Return the plan at this time, and the steps that were still to be played."""
        mine = asked.seat == self.me
        for decision in reversed(self._decisions):
            if decision.turn > asked.turn or (not mine and decision.turn == asked.turn):
                continue
            steps = [step for step in decision.steps if is_played(step.action)]
            left = [step for step in steps if step.outcome.is_open(asked.turn)]
            if mine:
                while left and not left[0].asks:
                    del left[0]
                exact = left and left[0].asks and left[0].asks.suggestion == asked.cards
                if not exact or left[0].outcome.turn != asked.turn:
                    continue
            return (decision, left) if left and left[0].action.action != ACCUSE else None
        return None

    def _knows(self, snapshot: Snapshot, place: Place | None) -> dict[str, Any]:
        case = len(self._seat.tokens)
        return {
            "place": str(place) if isinstance(place, str) else None,
            "located": {
                card: "case file" if holder == case else holder
                for card, holder in sorted(snapshot.located.items())
            },
            "possible": sorted(snapshot.possible),
        }


def _step(step: DecidedStep) -> dict[str, Any]:
    room = destination(step.action)
    if step.asks:
        return {"do": "ask", "cards": list(step.asks.suggestion), "expects": step.asks.expected}
    if room is None:
        return {"do": "accuse", "cards": list(step.action.arguments[:3])}
    return {"do": "go", "to": room}


def broken(situation: dict[str, Any]) -> int | None:
    """Return the first step of the plan that cannot go as planned."""
    asked = situation["asked"]
    for number, step in enumerate(situation["plan"]):
        if number == 0 and step["do"] == "ask" and asked["by"] == situation["me"]:
            if asked["card"] != step["expects"]:
                return number
        elif _fails(step, number, situation):
            return number
    return None


def _fails(step: dict[str, Any], number: int, situation: dict[str, Any]) -> bool:
    after, me = situation["after"], situation["me"]
    located = after["located"]
    held = [c for c in step.get("cards", ()) if located.get(c, "case file") != "case file"]
    if step["do"] == "go":
        return number == 0 and situation["before"]["place"] != after["place"]
    if step["do"] == "accuse":
        return bool(held)
    if step["expects"] is None:
        return any(located[card] != me for card in held)
    return located.get(Card(step["expects"])) in ("case file", me)


def situations(seed: int) -> Iterator[dict[str, Any]]:
    """Yield what the planner's seat saw in games of both models, with the accepted answers."""
    for model in ("identification", "priced"):
        settings = AgentSettings(planning=PlanningSettings(model=model))
        agents = ("planner", "exact", "exact")
        config = MatchConfig(agents, GAMES, seed=seed, settings=settings)
        for game in range(GAMES):
            record = json.loads(play_one(config, game).line)
            seat = next(n for n, one in enumerate(record["seats"]) if one["agent"] == "planner")
            watcher = Situations(record, seat)
            replay(record, watcher)
            yield from watcher.found


def chosen(found: list[dict[str, Any]], kinds: Callable[[dict[str, Any]], Any], count: int) -> list:
    """Return so many of what was found, of all kinds in turn, spread over the games."""
    groups = defaultdict(list)
    for one in found:
        groups[str(kinds(one["accepted"]))].append(one)
    for name, group in groups.items():
        groups[name] = group[:: max(1, len(group) // count)]
    rows = zip_longest(*(groups[name] for name in sorted(groups)))
    return [one for row in rows for one in row if one][:count]


def main() -> None:
    """Write a file of situations for each trigger, and one about broken steps."""
    for folder, seed in SEEDS.items():
        found, each = list(situations(seed)), EACH[folder]
        print(folder, Counter(str(one["accepted"]["trigger"]) for one in found))
        for name in TRIGGERS:
            fires = [one for one in found if one["accepted"]["trigger"] == name]
            others = [one for one in found if one["accepted"]["trigger"] != name]
            _write(
                folder / f"{name}.json",
                chosen(fires, lambda accepted: accepted["broken"], each)
                + chosen(others, lambda accepted: accepted["trigger"], each),
            )
        breaks = [one for one in found if one["accepted"]["broken"] is not None]
        holds = [one for one in found if one["accepted"]["broken"] is None]
        by_step = chosen(breaks, lambda accepted: accepted["broken"], 2 * each)
        _write(
            folder / "broken.json",
            by_step + chosen(holds, lambda accepted: accepted["trigger"], 2 * each),
        )


def _write(path: Path, found: list[dict[str, Any]]) -> None:
    lines = ",\n".join(json.dumps(one) for one in found)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
