"""Agents without a plan: greedy moves, cards that show least, what each makes of what it hears."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from planner_clue import play_game
from planner_clue.agents import bn2, entropy, monte_carlo, registry, rule_based, settings
from planner_clue.agents.greedy import greedy_move, greedy_opening, nearest_first
from planner_clue.agents.random import RandomAgent
from planner_clue.belief import Belief
from planner_clue.belief.transcript import Transcript
from planner_clue.game.board import expected_turns
from planner_clue.game.cards import Accusation, Card, Suggestion
from planner_clue.game.decisions import MoveOptions, Opening, Seat, TurnOptions
from planner_clue.game.events import Event, Passed, Showed, Suggested
from tests.agents.networks.tables import small_seat
from tests.belief.tables import TINY, make_seat
from tests.game.helpers import (
    CLASSIC,
    CONSERVATORY,
    HALL,
    KITCHEN,
    LOUNGE,
    STUDY,
    accusation,
    after_roll,
    cards,
    make_table,
    suggestion,
)

TURNS = expected_turns(CLASSIC)


def test_the_first_wanted_room_in_reach_is_entered() -> None:
    options = after_roll(CLASSIC, (8, 4), 8)
    assert {HALL, STUDY} <= set(options.rooms)
    assert greedy_move(options, [KITCHEN, STUDY, HALL], TURNS) == STUDY
    assert greedy_move(options, [KITCHEN, HALL, STUDY], TURNS) == HALL
    assert greedy_move(options, [], TURNS) == options.rooms[0]
    assert greedy_move(MoveOptions.without_board(1, (HALL, STUDY)), [STUDY, HALL], None) == STUDY


def test_out_of_reach_the_way_leads_to_the_first() -> None:
    options = after_roll(CLASSIC, (8, 4), 2)
    square = greedy_move(options, [KITCHEN, LOUNGE], TURNS)
    to_kitchen = TURNS.to_room(KITCHEN)
    assert to_kitchen[square] == min(to_kitchen[stop] for stop in options.squares)


def test_a_room_is_left_to_come_back_unless_one_is_shut_in() -> None:
    square = greedy_move(after_roll(CLASSIC, HALL, 3), [HALL], TURNS)
    assert not isinstance(square, str)
    assert TURNS.to_room(HALL)[square] == 1  # no roll of two dice is too short
    shut_in = MoveOptions(1, CLASSIC, (6,), STUDY, rooms=(), reach=0, tokens={})
    for wanted in ([STUDY], [HALL], []):
        assert greedy_move(shut_in, wanted, TURNS) == STUDY


@pytest.mark.parametrize(
    ("wanted", "opening"),
    [
        ([STUDY, KITCHEN], Opening.STAY),
        ([KITCHEN, STUDY], Opening.PASSAGE),
        ([HALL, KITCHEN], Opening.PASSAGE),
        ([HALL], Opening.ROLL),
        ([], Opening.ROLL),
    ],
)
def test_what_needs_no_luck_goes_before_the_dice(wanted: list[Card], opening: Opening) -> None:
    assert greedy_opening(TurnOptions(1, tuple(Opening), STUDY, KITCHEN, {}), wanted) == opening
    if opening is Opening.PASSAGE:
        offered = TurnOptions(1, (Opening.ROLL,), STUDY, KITCHEN, {})
        assert greedy_opening(offered, wanted) == Opening.ROLL


def test_the_nearest_come_first() -> None:
    assert nearest_first([KITCHEN, LOUNGE, HALL], (17, 7), TURNS) == [LOUNGE, HALL, KITCHEN]
    assert nearest_first([LOUNGE, STUDY, KITCHEN], STUDY, TURNS)[0] == KITCHEN  # by the passage
    assert nearest_first([KITCHEN, LOUNGE], None, None) == [KITCHEN, LOUNGE]


GREEN, ROPE, _ = THREE = cards("green rope study")


def shown_to(asker: int, *before: Showed, held: Sequence[Card] = THREE) -> Card:
    seen = Transcript(make_seat(TINY, 0, cards("scarlett knife hall"), (3, 1, 1)))
    for showing in before:
        seen.observe(Suggested(1, showing.to, Suggestion(*THREE)))
        seen.observe(showing)
    seen.observe(Suggested(1, asker, Suggestion(*THREE)))
    return seen.least_informative(held)


def test_best_a_card_that_this_asker_has_seen_then_one_that_another_has_then_the_room() -> None:
    green, rope = Showed(1, 0, 1, GREEN), Showed(1, 0, 2, ROPE)
    assert shown_to(1) == STUDY
    assert shown_to(1, held=(GREEN, ROPE)) == ROPE
    assert shown_to(2, green) == GREEN
    assert [shown_to(asker, green, rope) for asker in (1, 2, 3)] == [GREEN, ROPE, GREEN]
    assert shown_to(1, Showed(1, 2, 0, GREEN)) == STUDY  # what others show is none of its cards


SEEN = make_table({0: "scarlett mustard knife rope study hall"}, case="plum wrench kitchen")


def at_random(seed: int = 1) -> RandomAgent:
    """Return an agent at seat 0 of three, which holds the study and the hall, say."""
    agent = RandomAgent()
    agent.begin(SEEN.seat_view(0, seed))
    return agent


def within_reach(*rooms: Card, squares: int = 0, here: Card | tuple[int, int]) -> MoveOptions:
    return MoveOptions(1, CLASSIC, (1, 1), here, rooms=rooms, reach=squares, tokens={})


def test_it_enters_any_unseen_room_in_reach_else_it_wanders_to_any_square() -> None:
    options = within_reach(LOUNGE, KITCHEN, HALL, here=(6, 4))
    assert {at_random(seed).move(options) for seed in range(50)} == {LOUNGE, KITCHEN}
    squares = {(7, 4), (7, 5), (6, 5)}
    options = within_reach(STUDY, squares=CLASSIC.bitboard(squares), here=(6, 4))
    assert {at_random(seed).move(options) for seed in range(50)} == squares
    assert at_random().move(within_reach(here=STUDY)) == STUDY


@pytest.mark.parametrize(
    ("offered", "here", "passage", "opens"),
    [
        ([Opening.PASSAGE], STUDY, KITCHEN, Opening.PASSAGE),
        ([Opening.PASSAGE], KITCHEN, STUDY, Opening.ROLL),
        ([Opening.PASSAGE, Opening.STAY], LOUNGE, CONSERVATORY, Opening.STAY),
        ([Opening.STAY], HALL, None, Opening.ROLL),
    ],
)
def test_it_takes_passages_to_and_stays_in_unseen_rooms(
    offered: list[Opening], here: Card, passage: Card | None, opens: Opening
) -> None:
    assert at_random().start(TurnOptions(1, (Opening.ROLL, *offered), here, passage, {})) is opens


def test_it_asks_about_every_unseen_suspect_and_weapon_and_shows_any_card() -> None:
    asked = [at_random(seed).suggest(LOUNGE) for seed in range(200)]
    unseen = ("white green peacock plum", "candlestick lead-pipe revolver wrench", "lounge")
    assert [{*drawn} for drawn in zip(*asked, strict=True)] == [{*cards(names)} for names in unseen]
    held = cards("scarlett rope study")
    assert {at_random(seed).show(Suggestion(*held), held) for seed in range(50)} == set(held)


@pytest.mark.parametrize(
    ("asker", "answers", "accuses"),
    [
        (0, [Passed(1, 1), Passed(1, 2)], True),
        (0, [Passed(1, 1), Showed(1, 2, 0, KITCHEN)], False),
        (1, [Passed(1, 2)], False),
    ],
)
def test_it_accuses_what_nobody_disproved(asker: int, answers: list[Event], accuses: bool) -> None:
    agent = at_random()
    for event in (Suggested(1, asker, suggestion("plum wrench kitchen")), *answers):
        agent.observe(event)
    assert agent.accuse() == (accusation("plum wrench kitchen") if accuses else None)


OPPONENTS = ["bn1", "bn2", "entropy", "ladder-1", "ladder-2", "rules"]
CAREFUL = ["bn1", "ladder-1", "ladder-2", "rules"]
each = pytest.mark.parametrize("name", OPPONENTS)
TRIPLE = suggestion("mustard rope study")


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
    hear(agent, suggested(suggestion("scarlett knife hall"), [1, 2]))
    assert agent.accuse() is None
    if name in CAREFUL:
        hear(agent, suggested(suggestion("white knife study"), [2], 1))
        assert agent.accuse() is None


def test_monte_carlo_names_an_own_card_and_accuses_what_nobody_disproved() -> None:
    """Beside an own suspect, an answer says more about weapon and room; a few playouts miss it."""
    named = {playouts: set[Suggestion]() for playouts in (20, 4000)}
    for playouts, seed in product(named, range(3)):
        agent = monte_carlo.MonteCarloAgent(playouts)
        agent.begin(replace(small_seat(), seed=seed))
        hear(agent, [Suggested(1, 0, TRIPLE), Showed(1, 1, 0, Card("mustard"))])
        named[playouts].add(agent.suggest(Card("study")))
    few, many = ({asked.suspect for asked in named[playouts]} for playouts in (20, 4000))
    assert many == {"scarlett"} != few
    hear(agent, suggested(TRIPLE._replace(suspect=Card("scarlett")), [1, 2]))
    assert agent.accuse() is None  # the suspect is not known
    hear(agent, suggested(TRIPLE._replace(suspect=Card("white")), [1, 2]))
    assert agent.accuse() == Accusation(Card("white"), *TRIPLE[1:])


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
    hear(agent, suggested(suggestion("white rope study"), [1]))
    hear(agent, [Suggested(2, 2, TRIPLE), Showed(2, 1, 2, None)])
    assert agent.suggest(Card("kitchen")).suspect != "mustard"


def lies(rng: Random, seat: Seat) -> Event:
    cards = Suggestion(*(rng.choice(of) for of in (seat.suspects, seat.weapons, seat.rooms)))
    other = rng.choice([number for number in range(seat.players) if number != seat.index])
    false: list[Event] = [
        Suggested(1, rng.randrange(seat.players), cards),
        Passed(1, other),
        Showed(1, other, seat.index, rng.choice(cards)),
        Showed(1, other, (other + 1) % seat.players, None),
    ]
    return rng.choice(false)


@each
@pytest.mark.parametrize("players", [3, 6])
def test_nothing_that_is_heard_breaks_an_agent(name: str, players: int) -> None:
    """Every decision is legal, with any answers."""
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
        accused = agent.accuse()
        assert accused is None or seat.deck.is_triple(*accused)


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
    assert sheet.case_file() == accusation("white knife study")


def test_rules_shows_suspects_before_weapons_before_rooms() -> None:
    agent = seated("rules", small_seat())
    asked, held = suggestion("scarlett rope hall"), cards("hall rope scarlett")
    assert agent.show(asked, held) == "scarlett"
    assert agent.show(asked, held[:2]) == "rope"


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


def test_entropy_leaves_the_rooms_of_its_last_two_suggestions_for_the_end() -> None:
    agent = entropy.EntropyAgent()
    agent.begin(small_seat())
    first, second, third, *others = agent.wanted_rooms(None)
    for room in (first, second, third):
        agent.suggest(room)
    assert agent.wanted_rooms(None) == [first, *others, second, third]


def test_with_a_pile_exact_asks_about_cards_that_somebody_may_show() -> None:
    """Cards that only the pile or the case file can hold are not suggested all over again."""
    record = play_game(["exact", "exact"], seed=3, rules="standard,pile=4", board="none")
    asked = 0
    for seat in record.seats:
        belief = Belief(seat.seat)
        for event in seat.events:
            if isinstance(event, Suggested) and event.seat == seat.index:
                other = 1 - seat.index
                open_cards = [c for cards in belief.candidates()[:2] for c in cards]
                if any(other in belief.holders(card) for card in open_cards):
                    assert any(other in belief.holders(card) for card in event.cards[:2]), event
                    asked += 1
            belief.observe(event)
    assert asked > 5
