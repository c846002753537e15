"""The agents and chance, as in a match, from the start or from an event of a game that was played.

They have a table of their own, which follows the person's only when they are to go on: so they do
not know a decision that can still be undone. After an undo that they do know, or when a game is
resumed, new agents are led through the game and have to decide as before. In a game that goes on
from an event of another, agents only hear the steps before it.
"""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from secrets import randbits
from typing import Any

from msgspec import convert

from planner_clue.agents.base import Agent, ask_agent
from planner_clue.agents.isolated_agent import IsolatedAgentFactory
from planner_clue.agents.registry import load_isolated
from planner_clue.agents.settings import AgentSettings
from planner_clue.game.deal import Deal
from planner_clue.game.events import Event, Forfeited
from planner_clue.game.replay import Decided, ReplayedGame, replayed
from planner_clue.game.requests import DrawShownCard, PlayerRequest, Request, RollDice
from planner_clue.game.turn_order import PlayerStatus
from planner_clue.match.game import Fault, let_leave, notes_of, seat_agent
from planner_clue.people.play.course import LEAVE, Course, GameStep, asked_for
from planner_clue.people.play.saved_game import PERSON, PlayConfig
from planner_clue.support.errors import IllegalDecision, InputError, RecordError, shown
from planner_clue.support.faults import failure_of, tried

STAND_IN = "planner"  # the agent that plays on for a person who leaves


class Opponents:
    """The agents of the other seats, and chance."""

    def __init__(self, config: PlayConfig) -> None:
        """Load the agents; raises :class:`~planner_clue.errors.AgentNameError` if one cannot be."""
        self.config = config
        self._factories: dict[str, IsolatedAgentFactory] = {}
        for name in config.agents:
            if name != PERSON:
                self._factory(name)
        self._agents: dict[int, Agent] = {}
        self._course = Course(lambda: config.new_game()[0], config.persons)
        self._is_begun = False

    def _factory(self, name: str) -> IsolatedAgentFactory:
        if name not in self._factories:
            self._factories[name] = load_isolated(name, AgentSettings())
        return self._factories[name]

    def next_step(self, steps: Sequence[GameStep]) -> GameStep:
        """Return the next answer of a seat or of chance; may raise :class:`RecordError`."""
        self.follow(steps)
        self._send_everything()
        course, request = self._course, self._course.table.request
        if self._faults:
            step = _failed(self._faults.pop(0))
        elif isinstance(request, RollDice | DrawShownCard):
            step = GameStep(request.seat, asked_for(request), self._chance.draw(request))
        else:
            assert request is not None
            return self._decided(course, request)
        course.take(step)
        return step

    def _decided(self, course: Course, request: PlayerRequest) -> GameStep:
        """Ask an agent, which forfeits for any fault."""
        seat, decision = request.seat, request.decision

        def ask() -> GameStep:
            step = GameStep(seat, decision, ask_agent(self._agents[seat], request))
            course.take(step)
            return step

        step, error = tried(ask)
        if error is not None:
            fault = Fault.of(seat, course.table.turn, decision, failure_of(error))
            course.take(step := _failed(fault))
        assert step is not None
        return step

    def follow(self, steps: Sequence[GameStep]) -> None:
        """Lead the agents on; :class:`RecordError` at the first step they do not take again."""
        known = self._course.steps
        if not self._is_begun or list(steps[: len(known)]) != known:
            self._sit_down(steps)
        for number in range(len(self._course.steps), len(steps)):
            self._send_everything()
            self._lead(self._course, number, steps[number])

    def notes(self) -> list[list[dict[str, Any]]]:
        """Return the notes of each seat of a finished game; the person has none."""
        self._send_everything()
        seats = range(len(self.config.agents))
        return [notes_of(self._agents[seat]).kept if seat in self._agents else [] for seat in seats]

    def close(self) -> None:
        """End the agents' processes."""
        for factory in self._factories.values():
            factory.close()

    def _sit_down(self, steps: Sequence[GameStep]) -> None:
        """Begin the game with new agents; agents that fail later in ``steps`` are left out."""
        config = self.config
        table, self._seeds, self._chance = config.new_game()
        self._course, self._is_begun = Course(lambda: table, config.persons), True
        self._faults: list[Fault] = []
        self._heard = 0
        self._out = {step.seat for step in steps if step.fault}
        let_leave(self._agents.values())
        self._agents.clear()
        for seat, name in enumerate(config.agents):
            if name != PERSON and seat not in self._out:
                self._seat(seat, name)

    def _seat(self, seat: int, name: str) -> None:
        """Seat an agent, and send it the events that the others have received."""
        table = self._course.table
        self._agents[seat] = agent = seat_agent(self._factory(name))
        self._try(seat, "begin", agent.begin, table.seat_view(seat, self._seeds[seat]))
        for event in table.events[: self._heard]:
            self._send(seat, event)

    def _send_everything(self) -> None:
        """Send the agents all events, each as its seat may see it."""
        for event in self._course.table.events[self._heard :]:
            self._heard += 1
            for seat in self._agents:
                self._send(seat, event)

    def _send(self, seat: int, event: Event) -> None:
        table = self._course.table
        seen = table.seen_by(event, seat)
        if seen is not None and table.status[seat] is not PlayerStatus.FORFEITED:
            self._try(seat, "observe", self._agents[seat].observe, seen)

    def _try(self, seat: int, name: str, call: Any, what: Any) -> None:
        _, error = tried(call, what)
        if error is not None and seat not in self._out:
            self._out.add(seat)
            self._faults.append(Fault.of(seat, self._course.table.turn, name, failure_of(error)))

    def _lead(self, course: Course, number: int, step: GameStep) -> None:
        if step.decision == LEAVE and step.seat not in self._out:
            self._seat(step.seat, STAND_IN)
        request = course.table.request
        again: Any = step.answer
        if number < self.config.given:
            pass  # it was decided in another game
        elif isinstance(request, RollDice | DrawShownCard) and not step.fault:
            again = self._chance.draw(request)
        elif request is not None and self._is_led(course, step, request):
            again, error = tried(ask_agent, self._agents[step.seat], request)
            again = again if error is None else failure_of(error)
        if again != step.answer:
            raise RecordError(  # without the answers, which the person may not know
                f"step {number}: seat {step.seat} now decides otherwise at {step.decision} than "
                "it did; expected an agent that decides the same again"
            )
        try:
            course.take(step)
        except IllegalDecision as error:
            raise RecordError(f"step {number}: {error}") from error

    def _is_led(self, course: Course, step: GameStep, request: Request) -> bool:
        """Return whether an agent that sits here took this step, and can take it again."""
        asked = (step.seat, step.decision) == (request.seat, asked_for(request))
        return asked and step.seat in self._agents.keys() - self._out - course.persons


def _failed(fault: Fault) -> GameStep:
    return GameStep(fault.seat, fault.decision, fault=fault)


def played_on(
    config: PlayConfig, deal: Deal, steps: Sequence[GameStep], event: Any
) -> tuple[PlayConfig, tuple[GameStep, ...]]:
    """Return the configuration of a game that goes on after ``event`` events, and its steps.

    Within a suggestion and its answers, it goes on before the suggestion. Raises
    :class:`InputError`.
    """
    config = replace(config, seed=randbits(53), deal=deal, given=0)
    course, counts = Course(lambda: config.new_game()[0], config.persons), [0]
    for step in steps:
        course.take(step)
        counts.append(len(course.table.events))
    if type(event) is not int or not 0 <= event < counts[-1]:
        raise InputError(f"event {shown(event)}; expected 0 to {counts[-1] - 1} events before")
    number = bisect_left(counts, event)
    number -= counts[number] > event
    return replace(config, given=number), tuple(steps[:number])


def from_record(
    record: Mapping[str, Any], seat: int, event: int
) -> tuple[PlayConfig, tuple[GameStep, ...]]:
    """Do as :func:`played_on` for a record; other persons in it become :data:`STAND_IN`."""
    game = replayed(record)
    table = game.table
    agents = [STAND_IN if one["agent"] == PERSON else one["agent"] for one in record["seats"]]
    agents[seat] = PERSON
    config = PlayConfig(tuple(agents), 0, table.board, table.rules)
    return played_on(config, table.deal, list(_steps_of(game, record)), event)


def _steps_of(game: ReplayedGame, record: Mapping[str, Any]) -> Iterator[GameStep]:
    """Yield the steps of a recorded game."""
    faults = {one["seat"]: convert(one, Fault) for one in record.get("failures", ())}
    for step in game.steps:
        if isinstance(step, Decided):
            yield GameStep(step.request.seat, asked_for(step.request), step.answer)
        elif isinstance(step.event, Forfeited):
            event = step.event
            fault = faults.get(event.seat)
            if fault is None:  # of an older record
                data = {"seat": event.seat, "turn": event.turn, "decision": "move", "trace": []}
                fault = convert(data | {"kind": event.kind, "detail": event.detail}, Fault)
            yield GameStep(event.seat, fault.decision, fault=fault)
