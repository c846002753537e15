"""What each of the simpler agents makes of what it hears, and that nothing breaks them."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest

from planner_clue.agents import bn2, entropy, registry, rule_based, settings
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.table.decisions import Opening, Seat, TurnOptions
from planner_clue.table.events import Event, Passed, Showed, Suggested
from tests.agents.networks.tables import small_seat
from tests.table.helpers import CLASSIC, after_roll, make_table

OPPONENTS = ["bn1", "bn2", "entropy", "ladder-1", "ladder-2", "rules"]
CAREFUL = ["bn1", "ladder-1", "ladder-2", "rules"]
each = pytest.mark.parametrize("name", OPPONENTS)
TRIPLE = Suggestion(Card("mustard"), Card("rope"), Card("study"))


def seated(name: str, seat: Seat) -> Any:
    agent = registry.load_agent(name, settings.AgentSettings())()
    agent.begin(seat)
    return agent


def hear(agent: Any, events: Iterable[Event]) -> None:
    for event in events:
        agent.observe(event)


def suggested(asked: Suggestion, passed: Sequence[int], asker: int = 0) -> list[Event]:
    return [Suggested(1, asker, asked), *(Passed(1, seat) for seat in passed)]


@each
def test_what_nobody_disproved_is_accused(name: str) -> None:
    agent = seated(name, small_seat())
    assert agent.accuse() is None
    hear(agent, suggested(TRIPLE, [1, 2]))
    assert agent.accuse() == Accusation(*TRIPLE)


@each
def test_what_was_disproved_or_the_own_hand_explains_is_not(name: str) -> None:
    """Nor do careful agents gamble, however probable a case file is."""
    agent = seated(name, small_seat())
    hear(agent, [*suggested(TRIPLE, [1]), Showed(1, 2, 0, Card("mustard"))])
    assert agent.accuse() is None
    hear(agent, suggested(Suggestion(Card("scarlett"), Card("knife"), Card("hall")), [1, 2]))
    assert agent.accuse() is None
    if name in CAREFUL:
        hear(agent, suggested(Suggestion(Card("white"), Card("knife"), Card("study")), [2], 1))
        assert agent.accuse() is None


def test_monte_carlo_suggests_open_cards_and_accuses_what_nobody_disproved() -> None:
    agent, other = (seated("monte-carlo", small_seat()) for _ in range(2))
    asked = Suggestion(Card("mustard"), Card("rope"), Card("study"))
    for one in (agent, other):
        hear(one, [Suggested(1, 0, asked), Showed(1, 1, 0, Card("mustard"))])
    assert agent.suggest(Card("study")) == other.suggest(Card("study"))
    assert agent.suggest(Card("study")).suspect != "mustard"
    hear(other, suggested(other.suggest(Card("study")), [1, 2]))
    assert other.accuse() is not None


@each
def test_a_shown_card_is_not_asked_about_again(name: str) -> None:
    """With one suspect and one weapon left out, the rest is asked about."""
    agent = seated(name, small_seat())
    for card, room in (("mustard", "study"), ("white", "kitchen")):
        asked = Suggestion(Card(card), Card("rope"), Card(room))
        hear(agent, [Suggested(1, 0, asked), Showed(1, 1, 0, Card(card))])
    for room in ("study", "kitchen"):
        assert agent.suggest(Card(room)).suspect not in ("mustard", "white")


@pytest.mark.parametrize("name", ["bn1", "bn2", "ladder-2", "rules"])
def test_others_showings_are_used(name: str) -> None:
    """Seat 1 passed on two of three cards and later showed one of them: it has the third."""
    agent = seated(name, small_seat())
    hear(agent, suggested(Suggestion(Card("white"), Card("rope"), Card("study")), [1]))
    hear(agent, [Suggested(2, 2, TRIPLE), Showed(2, 1, 2, None)])
    assert agent.suggest(Card("kitchen")).suspect != "mustard"


def lies(rng: Random, seat: Seat) -> Event:
    cards = Suggestion(*(rng.choice(of) for of in (seat.suspects, seat.weapons, seat.rooms)))
    other = rng.choice([number for number in range(seat.players) if number != seat.index])
    told: list[Event] = [
        Suggested(1, rng.randrange(seat.players), cards),
        Passed(1, other),
        Showed(1, other, seat.index, rng.choice(cards)),
        Showed(1, other, (other + 1) % seat.players, None),
    ]
    return rng.choice(told)


@each
@pytest.mark.parametrize("players", [3, 6])
def test_nothing_that_is_heard_breaks_an_agent(name: str, players: int) -> None:
    """Whatever is said, every decision is one that the rules allow."""
    rng, seat = Random(players), make_table(players=players).seat_view(1, seed=5)
    agent, rooms = seated(name, seat), seat.rooms
    move = after_roll(CLASSIC, (8, 4), 3, 4)
    turn = TurnOptions(1, tuple(Opening), rooms[0], rooms[-1], {})
    agent.observe(Suggested(1, 0, TRIPLE))
    for _ in range(30):
        agent.observe(lies(rng, seat))
        assert agent.start(turn) in turn.openings
        assert move.allows(agent.move(move))
        room = rng.choice(rooms)
        assert seat.deck.is_triple(*agent.suggest(room))
        assert agent.suggest(room).room == room
        accusation = agent.accuse()
        assert accusation is None or seat.deck.is_triple(*accusation)


def test_bn2_asks_once_more_before_it_accuses() -> None:
    """It may be sure from others' suggestions; it accuses after one of its own."""
    agent = seated("bn2", small_seat())
    for asker, other in ((1, 2), (2, 1)):
        hear(agent, suggested(TRIPLE, [other], asker))
    assert agent.most_probable_above(bn2.SURE) == Accusation(*TRIPLE)
    assert agent.accuse() is None
    asked = agent.suggest(Card("kitchen"))
    assert asked[:2] == TRIPLE[:2]
    hear(agent, [Suggested(3, 0, asked), Showed(3, 1, 0, Card("kitchen"))])
    assert agent.accuse() == Accusation(*TRIPLE)


def test_the_sheet_solves_showings_and_finds_the_case_file() -> None:
    sheet = rule_based.NoteSheet(small_seat())
    sheet.has_one_of(1, TRIPLE)
    assert sheet.score(Card("rope")) == 2  # not in the own hand, and in one showing
    sheet.cannot_have(1, [Card("mustard"), Card("study")])
    assert sheet.hands[1] == {"rope"}
    assert not sheet.is_unknown(Card("rope"))
    sheet.cannot_have(2, [Card("study")])
    assert sheet.case == {"study"}
    sheet.has(2, Card("mustard"))
    sheet.has(1, Card("green"))
    sheet.has(1, Card("wrench"))
    assert sheet.case_file() == Accusation(Card("white"), Card("knife"), Card("study"))


def test_rules_shows_suspects_before_weapons_before_rooms() -> None:
    agent = seated("rules", small_seat())
    asked = Suggestion(Card("scarlett"), Card("rope"), Card("hall"))
    assert agent.show(asked, (Card("hall"), Card("rope"), Card("scarlett"))) == "scarlett"
    assert agent.show(asked, (Card("hall"), Card("rope"))) == "rope"


def test_entropy_raises_what_a_seat_passed_on() -> None:
    """Of two others one passed on mustard: its odds are 2 to 1 and 1, so 2/4."""
    agent = entropy.EntropyAgent()
    agent.begin(small_seat())
    hear(agent, suggested(TRIPLE, [1]))
    chances = agent.belief.case_chances()
    assert [chances[card] for card in map(Card, ("scarlett", "mustard", "white", "green"))] == [
        0, 1 / 2, 1 / 4, 1 / 4,
    ]  # fmt: skip
    assert agent.suggest(Card("kitchen")).suspect == "mustard"  # nearest to one half
