"""What is told of a suggestion before it is made, and of a game when it is over."""

from planner_clue.agents.planner import PlannerAgent
from planner_clue.belief import Belief, believe
from planner_clue.cards import Card, Suggestion
from planner_clue.deliberation.follow_ups import FollowUpModel
from planner_clue.match import MatchConfig
from planner_clue.play.review import possible_answers, review, same_room
from planner_clue.table.events import Suggested
from planner_clue.table.record import read_record, replay
from tests.shared import line_of

MATCH = MatchConfig(("exact", "exact", "exact"), seed=3)


def test_the_answers_to_a_suggestion_leave_the_case_files_that_they_do() -> None:
    """About two own cards and one other: it is shown by somebody, or is in the case file."""
    record = read_record(line_of(MATCH, 0))
    seat = replay(record).seat_view(1, 0)
    deck, own = seat.deck, seat.hand
    suspect, room = (next(c for c in cards if c in own) for cards in (deck.suspects, deck.rooms))
    weapon = next(card for card in deck.weapons if card not in own)
    belief = Belief(seat)
    found = possible_answers(belief, seat, [], 1, Suggestion(suspect, weapon, room))
    answers = {(answer.shower, answer.card) for answer in found}
    assert answers == {(None, None), (0, weapon), (2, weapon)}
    assert abs(sum(answer.chance.value for answer in found) - 1) < 1e-9
    suspects, weapons, rooms = map(len, belief.candidates())
    left = {answer.shower: answer.left for answer in found}
    shown = suspects * (weapons - 1) * rooms
    assert left == {None: suspects * rooms, 0: shown, 2: shown}


def test_a_review_ends_where_the_accuser_was_certain() -> None:
    record = read_record(line_of(MATCH, 0))
    told = review(record, 0)
    (accused,) = [one for one in told["accused"] if one["left"] == 1]
    assert told["knew"][accused["seat"]][-1][1] == 1
    for points in told["knew"]:
        files = [left for _, left in points]
        assert files == sorted(files, reverse=True)
    for card, why in zip(record["deal"]["case_file"], accused["why"], strict=False):
        assert card in why
    own = [e for e in record["events"] if (e["kind"], e["seat"]) == ("suggest", 0)]
    asked = [one["cards"] for one in told["asked"]]
    assert asked == [e["cards"] for e in own][: len(asked)]
    assert asked
    assert all(one["worse"] >= 0 for one in told["asked"])
    winner = record["result"]["winner"]
    for seat, line in enumerate(told["chances"]):
        assert [at for at, _ in line] == sorted({at for at, _ in line})
        assert all(0 < chance < 1000 for _, chance in line[:-1])
        assert line[-1][1] == 1000 * (seat == winner)


def test_a_review_measures_as_a_hint_does_and_marks_what_a_hint_said() -> None:
    """From the belief of a hint, in which suggestions are evidence."""
    record = read_record(line_of(MATCH, 0))
    own = [e for e in record["events"] if (e["kind"], e["seat"]) == ("suggest", 0)]
    told = review(record, 0, {own[1]["turn"]})["asked"][:2]
    table = replay(record)
    view, turn = table.seat_view(0, 0), own[1]["turn"]
    asked = next(e for e in table.events if isinstance(e, Suggested) and e.turn == turn)
    before = table.events[: table.events.index(asked)]
    seen = [one for event in before if (one := table.seen_by(event, 0)) is not None]
    belief = believe(view, seen, asking=PlannerAgent.asking)
    compared = same_room(belief, Suggestion(*map(Card, own[1]["cards"])))
    outlook = FollowUpModel(table.board, table.rules).outlook(belief, 0)
    own_turns, *left = outlook.turns_left(compared)
    assert told[1]["worse"] == round(own_turns - min(own_turns, *left), 3)
    assert [one["hinted"] for one in told] == [False, True]
