"""Drawers of the cases of exercise 3: situations of games that are played for it.

The accepted answers come from the planner's own rules (``planner_clue/planner/triggers.py``).
A case has situations that call for its answer and others, and for each of its mistakes some in
which the solution with that mistake answers something else. A mistake that no game shows gets
situations of games that are altered for it; the solution has the accepted answers.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import zip_longest
from random import Random
from typing import Any

from msgspec.structs import replace

from planner_clue.agents.settings import AgentSettings, PlanningSettings
from planner_clue.belief import Belief
from planner_clue.belief.posterior import Snapshot
from planner_clue.game.board import Place
from planner_clue.game.cards import Card, Deck
from planner_clue.game.events import Event, Passed, Showed, Suggested
from planner_clue.game.replay import replay
from planner_clue.match import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.planner import triggers
from planner_clue.planner.decision import Replan, read_decisions
from planner_clue.planner.formulations import domain_text
from planner_clue.planner.plan_tree import NOBODY, Answer, PlanStep
from planner_clue.planner.triggers import News, weightiest_first
from planner_clue.teaching.case_making import Draw, Drawn, Unsuitable

MONITOR = "monitor.py"
GAMES = 18
"""Games of each formulation."""
PER_MISTAKE = 3
"""The maximum number of hidden situations per mistake."""


class Situations:
    """Collects what the planner's seat saw in a game, suggestion by suggestion."""

    def __init__(self, record: dict[str, Any], seat: int) -> None:
        self.me, self.found = seat, list[dict[str, Any]]()
        notes = read_decisions(record["notes"][seat])
        self._decisions = [d for d in notes if isinstance(d, Replan) and d.steps]
        self._events = list[Event]()

        self._table = replay(record)
        self._seat = self._table.seat_view(seat, 0)
        self._known = Belief(self._seat)
        self._before, self._place = self._known.snapshot(), self._known.transcript.here
        for event in self._table.events:
            self._add(event)

    def _add(self, event: Event) -> None:
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
        shown_to_me = shown.card if shown and shown.to == self.me else None
        news = News(
            self._before,
            after,
            self._seat.tokens,
            answered=frozenset([shown_to_me] if shown_to_me else []),
            known=self._known,
        )
        allowed = self._known.chance(decision.assumption) > 0
        refuted = triggers.assumption_refuted(decision.assumption, news)
        if not allowed and set(decision.assumption) <= after.possible:
            return  # nothing in the situation shows that these three do not go together
        fired = [refuted, triggers.new_fact(news)]
        if asked.seat == self.me:
            answer = Answer(self._seat.tokens[shown.seat], shown.card) if shown else Answer()
            fired.append(triggers.unexpected_answer(steps[0], answer, asked.turn))
            if len(steps) == 1 or steps[1].accuses:
                fired.append(triggers.plan_finished(asked.turn))
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

    def _plan(self, asked: Suggested) -> tuple[Replan, list[PlanStep]] | None:
        """Return the plan at this time, and the steps that were still to be played."""
        mine = asked.seat == self.me
        for decision in reversed(self._decisions):
            if decision.turn > asked.turn or (not mine and decision.turn == asked.turn):
                continue
            steps = [replace(step, branches=()) for step in decision.steps]  # as a sequence
            if any(step.asks and not step.expects for step in steps):
                return None  # it goes on with a follow-up, and expects no answer
            if not any(step.accuses for step in steps):  # it ends as the assumption would have it
                text = f"(accuse {' '.join(decision.assumption)})"
                steps.append(PlanStep(action=text, accuses=decision.assumption))
            left = [step for step in steps if step.is_played and step.is_open(asked.turn)]
            if mine:
                while left and not left[0].asks:
                    del left[0]
                exact = left and left[0].asks == asked.cards
                if not exact or left[0].turn != asked.turn:
                    continue
            return (decision, left) if left and not left[0].accuses else None
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


def _step(step: PlanStep) -> dict[str, Any]:
    if step.asks:
        expects = None if step.expects == NOBODY else step.expects
        return {"do": "ask", "cards": list(step.asks), "expects": expects}
    if step.accuses:
        return {"do": "accuse", "cards": list(step.accuses)}
    return {"do": "go", "to": step.to}


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


def situations(
    seed: int, formulations: tuple[str, ...] = ("clue", "huji")
) -> Iterator[dict[str, Any]]:
    """Yield what the planner's seat saw in games of some formulations, with accepted answers."""
    for formulation in formulations:
        settings = AgentSettings(planning=PlanningSettings(domain=domain_text(formulation)))
        agents = ("planner", "exact", "exact")
        config = MatchConfig(agents, GAMES, seed=seed, settings=settings)
        for game in range(GAMES):
            record = json.loads(play_one(config, game).line)
            seat = next(n for n, one in enumerate(record["seats"]) if one["agent"] == "planner")
            yield from Situations(record, seat).found


def chosen(found: list[dict[str, Any]], kinds: Callable[[dict[str, Any]], Any], count: int) -> list:
    """Return this number of situations, of all kinds in turn, spread over the games."""
    groups = defaultdict(list)
    for one in found:
        groups[str(kinds(one["accepted"]))].append(one)
    for name, group in groups.items():
        groups[name] = group[:: max(1, len(group) // count)]
    rows = zip_longest(*(groups[name] for name in sorted(groups)))
    return [one for row in rows for one in row if one][:count]


def altered(found: list[dict[str, Any]], text: str) -> Iterator[dict[str, Any]]:
    """Yield situations that are rare in games, made from common ones."""
    solution = functions(text)
    for one in found:
        for alter in ALTERATIONS:
            situation = json.loads(json.dumps(one["situation"]))
            if alter(situation):
                answers = {name: solution[name](situation) for name in ("trigger", "broken")}
                yield {"situation": situation, "accepted": answers}


def functions(text: str) -> dict[str, Any]:
    """Return what a monitor defines."""
    defined: dict[str, Any] = {}
    exec(text, defined)
    return defined


def _mine(situation: dict[str, Any]) -> bool:
    return bool(situation["asked"]["by"] == situation["me"])


def _names_me(situation: dict[str, Any]) -> bool:
    """Somebody else brings the token into a room, so it cannot stay where it was."""
    return not _mine(situation) and situation["asked"]["cards"][0] == situation["token"]


def _unknown_again(situation: dict[str, Any]) -> None:
    """Let the answer add nothing: known is what was known before."""
    situation["after"] = {**situation["before"], "place": situation["after"]["place"]}


def _nobody_shows(situation: dict[str, Any]) -> bool:
    """An own suggestion that expects a card, and nobody shows one."""
    if not _mine(situation) or situation["plan"][0]["expects"] is None:
        return False
    _unknown_again(situation)
    seats = {0, 1, 2} - {situation["me"]}
    situation["asked"] |= {"passed": sorted(seats), "shown_by": None, "card": None}
    return True


def _shown_unexpectedly(situation: dict[str, Any]) -> bool:
    """An own suggestion that nobody is expected to disprove, and somebody shows a card."""
    card = situation["asked"]["card"]
    if not _mine(situation) or card is None or card in situation["assumed"]:
        return False
    situation["plan"][0]["expects"] = None
    return True


def _ruled_out(situation: dict[str, Any]) -> bool:
    """A card is found not to be in the case file; who holds it is not known."""
    return _cannot_be(situation, {*situation["before"]["possible"]} - {*situation["assumed"]})


def _refuted_by_elimination(situation: dict[str, Any]) -> bool:
    """The same of an assumed card."""
    return _cannot_be(situation, {*situation["assumed"]})


def _cannot_be(situation: dict[str, Any], cards: set[str]) -> bool:
    """Rule out one of these cards, if somebody else asked and one of them is not located."""
    open_cards = cards - {*situation["before"]["located"]}
    if _mine(situation) or not open_cards:
        return False
    _unknown_again(situation)
    possible = {*situation["before"]["possible"]} - {min(open_cards)}
    situation["after"]["possible"] = sorted(possible)
    return True


def _asks_next(situation: dict[str, Any]) -> bool:
    """The token stands where the next suggestion is made, and is brought away by somebody."""
    plan, before, after = (situation[name] for name in ("plan", "before", "after"))
    if _mine(situation) or before["place"] == after["place"] or plan[0]["do"] != "go":
        return False
    del plan[0]
    return True


def _asks_last(situation: dict[str, Any]) -> bool:
    """Somebody else asks while one suggestion and the accusation are left."""
    plan = situation["plan"]
    if _mine(situation) or _names_me(situation) or len(plan) < 3:
        return False
    if plan[0]["do"] != "go" or plan[-1]["do"] != "accuse":
        return False
    situation["plan"] = [plan[1], plan[-1]]
    _unknown_again(situation)
    situation["after"]["place"] = situation["before"]["place"]
    return True


def _goes_at_last(situation: dict[str, Any]) -> bool:
    """An own suggestion is answered as expected, and a way is left, but no suggestion."""
    plan = situation["plan"]
    if not _mine(situation) or len(plan) < 4 or plan[1]["do"] != "go":
        return False
    if situation["asked"]["card"] != plan[0]["expects"]:
        return False
    situation["plan"] = [plan[0], plan[1], plan[-1]]
    _unknown_again(situation)
    return True


def _expects(situation: dict[str, Any], holder: object) -> bool:
    """A later suggestion expects a card that is located now, with this holder."""
    later = [step for step in situation["plan"][1:] if step.get("expects")]
    cards = [card for card, who in situation["after"]["located"].items() if who == holder]
    if not later or not cards or _mine(situation):
        return False
    later[0]["cards"] = [*later[0]["cards"][1:], cards[-1]]
    later[0]["expects"] = cards[-1]
    situation["before"]["located"].pop(cards[-1], None)
    return True


def _expects_own(situation: dict[str, Any]) -> bool:
    return _expects(situation, situation["me"])


def _expects_of_the_case_file(situation: dict[str, Any]) -> bool:
    return _expects(situation, "case file")


def _expects_nobody(situation: dict[str, Any], is_holder: Callable[[object], bool]) -> bool:
    """A later suggestion expects that nobody shows a card, and names one that is located."""
    later = [step for step in situation["plan"][1:] if step["do"] == "ask"]
    located = situation["after"]["located"]
    cards = [card for card, who in located.items() if is_holder(who)]
    if not later or not cards or _mine(situation):
        return False
    named = [card for card in situation["assumed"] if located.get(card, "case file") == "case file"]
    later[0] |= {"cards": [*named, *cards][:2] + cards[-1:], "expects": None}
    return True


def _expects_nobody_to_hold_its_own(situation: dict[str, Any]) -> bool:
    return _expects_nobody(situation, lambda holder: holder == situation["me"])


def _expects_nobody_to_hold_another(situation: dict[str, Any]) -> bool:
    return _expects_nobody(situation, lambda holder: holder not in (situation["me"], "case file"))


def _more_than_shown(situation: dict[str, Any]) -> bool:
    """An own suggestion is answered as expected, and another card can be ruled out, too."""
    before, after, asked = (situation[name] for name in ("before", "after", "asked"))
    open_cards = {*after["possible"]} - {*situation["assumed"]} - {*after["located"]}
    if not _mine(situation) or asked["card"] != situation["plan"][0]["expects"] or not open_cards:
        return False
    news = {*before["possible"]} - {*after["possible"]} | {*after["located"]} - {*before["located"]}
    if news - {asked["card"]}:
        return False  # it has news already
    after["possible"] = sorted({*after["possible"]} - {min(open_cards)})
    return True


def _accuses_held(situation: dict[str, Any]) -> bool:
    """Nothing is left but the way and the accusation, and one of its cards is held."""
    before, after = situation["before"], situation["after"]
    news = [
        card for card, who in after["located"].items() if who not in ("case file", situation["me"])
    ]
    news = [card for card in news if card not in before["located"] and card in situation["assumed"]]
    if _mine(situation) or _names_me(situation) or not news:
        return False
    if situation["plan"][0]["do"] != "go":
        return False
    situation["plan"] = [situation["plan"][0], {"do": "accuse", "cards": situation["assumed"]}]
    after["place"] = before["place"]
    return True


def _proved(situation: dict[str, Any]) -> bool:
    """An assumed card turns out to be in the case file, and nothing else."""
    _unknown_again(situation)
    news = [card for card in situation["assumed"] if card not in situation["before"]["located"]]
    if _mine(situation) or not news:
        return False
    situation["after"]["located"] = {**situation["before"]["located"], news[0]: "case file"}
    return True


def _expects_proved(situation: dict[str, Any]) -> bool:
    """A later suggestion expects a card that turns out to be in the case file."""
    return _proved(situation) and _expects_of_the_case_file(situation)


def _named_at_home(situation: dict[str, Any]) -> bool:
    """Somebody else names the token in the room where it stands."""
    place, asked = situation["before"]["place"], situation["asked"]
    if _mine(situation) or place is None:
        return False
    _unknown_again(situation)
    asked["cards"] = [situation["token"], asked["cards"][1], place]
    situation["after"]["place"] = place
    return True


def _only_accuses(situation: dict[str, Any]) -> bool:
    """Somebody else makes a suggestion without news, and only the accusation is left."""
    if _mine(situation) or _names_me(situation):
        return False
    _unknown_again(situation)
    situation["plan"] = [{"do": "accuse", "cards": situation["assumed"]}]
    return True


def _accuses_own(situation: dict[str, Any]) -> bool:
    """Only the accusation is left, and one of its cards is in the own hand."""
    own = [c for c, who in situation["before"]["located"].items() if who == situation["me"]]
    places = [
        place for card in own for place, cards in enumerate(Deck().categories) if card in cards
    ]
    if not places or not _only_accuses(situation):
        return False
    cards = [*situation["assumed"]]
    cards[places[0]] = own[0]
    situation["plan"] = [{"do": "accuse", "cards": cards}]
    return True


def _brought_from_the_hallway(situation: dict[str, Any]) -> bool:
    """Somebody else brings the token from the hallway into a room, and nothing else is new."""
    if _mine(situation):
        return False
    asked = situation["asked"]
    asked["cards"] = [situation["token"], *asked["cards"][1:]]
    situation["before"]["place"] = None
    _unknown_again(situation)
    situation["after"]["place"] = asked["cards"][2]
    return True


def _another_is_located(situation: dict[str, Any]) -> bool:
    """An own suggestion is answered as expected, and another one of its cards is located, too."""
    after, asked, me = (situation[name] for name in ("after", "asked", "me"))
    others = {*asked["cards"]} - {*situation["assumed"]} - {*after["located"]}
    if not _mine(situation) or asked["card"] != situation["plan"][0]["expects"] or not others:
        return False
    holder = next(seat for seat in range(3) if seat != me)
    after["located"] = {**after["located"], min(others): holder}
    after["possible"] = sorted({*after["possible"]} - {min(others)})
    return True


def _asks_once_more(situation: dict[str, Any]) -> bool:
    """An own suggestion is answered as expected, and one more is left, without an accusation."""
    plan, asked = situation["plan"], situation["asked"]
    if not _mine(situation) or asked["card"] != plan[0]["expects"]:
        return False
    situation["plan"] = [plan[0], {"do": "ask", "cards": situation["assumed"], "expects": None}]
    _unknown_again(situation)
    return True


ALTERATIONS = (
    *(_nobody_shows, _shown_unexpectedly, _ruled_out, _asks_next, _asks_last, _goes_at_last),
    *(_expects_own, _expects_of_the_case_file, _accuses_held, _only_accuses, _accuses_own),
    *(_expects_nobody_to_hold_its_own, _expects_nobody_to_hold_another),
    *(_refuted_by_elimination, _more_than_shown, _proved, _expects_proved, _named_at_home),
    *(_brought_from_the_hallway, _another_is_located, _asks_once_more),
)


def telling(draw: Draw, pool: list[dict[str, Any]], function: str) -> Iterator[dict[str, Any]]:
    """Yield situations that detect the mistakes of a case, one group per mistake."""
    for number, files in enumerate(draw.mistakes.values(), 1):
        wrong, detecting = functions(files[MONITOR]), []
        for one in pool:
            with suppress(LookupError, TypeError):
                if wrong[function](one["situation"]) == one["accepted"][function]:
                    continue
            detecting.append({**one, "group": f"mistake {number}"})
        if not detecting:
            raise Unsuitable
        yield from draw.rng.sample(detecting, min(PER_MISTAKE, len(detecting)))


def drawn(found: list[dict[str, Any]], function: str, trigger: str | None, each: int) -> list:
    """Return situations that call for an answer, and as many others."""
    other = {"trigger": "broken", "broken": "trigger"}[function]
    groups: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
    for one in found:
        answer = one["accepted"][function]
        groups[answer == trigger if trigger else answer is not None].append(one)
    by = other if trigger else function
    calls = chosen(groups[True], lambda accepted: accepted[by], each)
    return calls + chosen(groups[False], lambda accepted: accepted["trigger"], each)


@cache
def played(secret: str, text: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the situations of games, and the same with altered ones; the cases share them."""
    found = list(situations(Random(secret).randrange(10**9)))
    return found, [*found, *altered(found, text)]


def monitored(draw: Draw) -> Drawn:
    """Draw the situations of a case."""
    function, trigger = draw.fields["function"], draw.fields.get("trigger")
    found, pool = played(draw.secret, draw.solution[MONITOR])
    each = 6 if function == "broken" and not draw.mistakes else 3
    group = drawn(draw.rng.sample(found, len(found)), function, trigger, each)
    if len(group) < 2 * each:
        raise Unsuitable
    group += telling(draw, pool, function)
    name = f"{draw.stem}.json"
    lines = ",\n".join(map(json.dumps, group))
    return Drawn({"situations": name}, {name: f"[\n{lines}\n]\n"}, f"{len(group)} situations")


DRAWERS = dict.fromkeys(
    [
        # hidden
        *("01-refuted.toml", "02-unexpected.toml", "03-new-fact.toml"),
        *("04-moved-finished.toml", "05-broken.toml"),
        # visible
        *("01-assumption-refuted.toml", "02-unexpected-answer.toml", "04-moved.toml"),
        *("05-plan-finished.toml", "06-broken-steps.toml"),
    ],
    monitored,
)
"""By the name of the template; of one name, a hidden and a visible case are drawn alike."""
