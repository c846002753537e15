"""Times of the exact belief, per number of players.

One *update and query* is an event that tells something new, and then everything a player may
ask: the probability of every case file, and of every card at every holder. The times are
wall-clock milliseconds on one core, over whole games of ``random`` agents.
"""

import time
from collections.abc import Iterator
from random import Random

from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief
from planner_clue.bench.games import Figure
from planner_clue.match.config import MatchConfig
from planner_clue.match.play import play_one
from planner_clue.table.decisions import Seat
from planner_clue.table.events import Event, as_seen_by
from planner_clue.table.record import read_record, replay


def seen_games(players: int, games: int) -> list[tuple[Seat, list[Event]]]:
    """Return games of random agents as one seat saw them, the next seat in each game.

    Each game is that seat and the events it saw.
    """
    config = MatchConfig(("random",) * players, games=games * 6)
    found = []
    for game in range(games):
        table = replay(read_record(play_one(config, game).line))
        me = game % players
        seat = table.seat_view(me, seed=0)
        found.append((seat, [as_seen_by(event, me) for event in table.events]))
    return found


def query(belief: Belief) -> None:
    """Ask for every probability there is."""
    belief.case_files()
    belief.unlocated()
    for card in belief.deck.cards:
        for holder in range(belief.case + 1):
            belief.chance_at(card, holder)


def update_and_query(seat: Seat, events: list[Event], asking: int = 1) -> list[float]:
    """Return the milliseconds of one game: of its start, then of each event that told something.

    ``asking`` is as for :class:`Belief`.
    """
    belief = Belief(seat, asking=asking)
    times = []
    before: object = None
    for event in [None, *events]:
        started = time.perf_counter()
        if event is not None:
            belief.observe(event)
        query(belief)
        seconds = time.perf_counter() - started
        if belief.posterior() is not before:
            before = belief.posterior()
            times.append(1000 * seconds)
    return times


def belief_figures(games: int) -> Iterator[tuple[Figure, Figure, Figure]]:
    """Yield for 3 to 6 players the times of updates, and of the reasons of all that is certain.

    Of updates without and with the evidence of suggestions, as `planner` weighs it. The reasons
    are asked for once in each game, at a random time.
    """
    for players in range(3, 7):
        times: list[float] = []
        weighed: list[float] = []
        reasons: list[float] = []
        for seat, events in seen_games(players, games):
            times += update_and_query(seat, events)
            weighed += update_and_query(seat, events, PlannerAgent.asking)
            belief = Belief(seat)
            for event in events[: Random(players).randrange(len(events))]:
                belief.observe(event)
            started = time.perf_counter()
            belief.entailed()
            reasons.append(1000 * (time.perf_counter() - started))
        yield (
            Figure.of(f"{players} players, update and query", times),
            Figure.of(f"{players} players, update and query", weighed),
            Figure.of(f"{players} players, why all is certain", reasons),
        )
