"""What is told of a suggestion before it is made, and of a game when it is over."""

from planner_clue.belief import Belief
from planner_clue.cards import Suggestion
from planner_clue.match import MatchConfig
from planner_clue.play.review import possible_answers, review
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
