"""Several people at one screen: nobody's cards or notebook are in the page of another."""

import json
from pathlib import Path

import pytest

from planner_clue.errors import IllegalDecision, InputError
from planner_clue.play import choices, live_game, played_game, saved_game, server
from planner_clue.table.events import Showed
from planner_clue.table.record import replay
from planner_clue.table.rules import parse_rules
from tests.play.helpers import chosen, config, play_on
from tests.play.test_server import forms_of

SEED = 77_177_717_777


def shared(seats: str) -> saved_game.PlayConfig:
    return config(seats=seats, rules="standard,turn_limit=18", seed=SEED)


def decide(game: played_game.PlayedGame) -> None:
    game.choose(chosen(choices.options(game.course), game, game.course.number))


def test_a_page_has_nothing_of_another_person_and_a_cover_nothing(tmp_path: Path) -> None:
    game = played_game.new_game(shared("me,other,random"), tmp_path / "game.json")
    live, deal = live_game.LiveGame(game, lambda: None), game.course.table.deal
    viewers, covers = set(), 0
    hands = [json.dumps(list(hand), separators=(",", ":")) for hand in deal.hands]
    hidden = [forms_of(deal, seat) for seat in (0, 1)]
    while not game.is_over:
        game.go_on()
        if game.is_over:
            break
        sent = server.state_text(live)
        if game.is_covered:
            covers += 1
            assert json.loads(sent).keys() == {"table", "cover", "name"}
            page = server.page_of(game)
            assert not any(hand in page for hand in hands)
            with pytest.raises(IllegalDecision, match="covered until then"):
                live.choose(game.viewer, game.course.number, {})
            with pytest.raises(IllegalDecision, match="covered until then"):
                live.why(game.viewer, "rope", None)
            with pytest.raises(InputError, match="expected the seat that the game waits for"):
                live.uncover(2)
            live.uncover(json.loads(sent)["cover"])
        viewer, sent, page = game.viewer, server.state_text(live), server.page_of(game)
        viewers.add(viewer)
        assert [hand in page for hand in hands] == [seat == viewer for seat in range(3)]
        assert not any(form in sent for form in hidden[viewer])
        decide(game)
    assert (viewers, covers > 5) == ({0, 1}, True)
    game.close()


def test_the_cover_comes_for_whoever_shows_also_a_single_card(tmp_path: Path) -> None:
    game = played_game.new_game(shared("me,other,random"), tmp_path / "game.json")
    offered = []
    while not game.is_over:
        game.go_on()
        if game.is_over:
            break
        if game.is_covered:
            game.uncover(game.course.next_person)
        now = choices.options(game.course)
        if now["decision"] == "show":
            offered.append(len(now["cards"]))
        decide(game)
    shown = [step for step in game.course.steps if step.decision == "show" and step.seat != 2]
    by_persons = [e for e in game.course.table.events if isinstance(e, Showed) and e.seat != 2]
    assert 1 in offered
    assert len(shown) == len(by_persons)
    assert game.record
    replay(game.record)
    game.close()


def test_a_shared_game_is_resumed_covered_with_the_notes_of_each(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    game = played_game.new_game(shared("me,random,other"), path, by_hand=True)
    game.go_on()
    game.uncover(0)
    game.all_notes[game.viewer].mark("rope", "case", "yes")
    for _ in range(5):
        while not game.is_covered:
            decide(game)
            game.go_on()
        game.uncover(game.course.next_person)
    game.all_notes[2].mark("knife", 1, "no")
    game.save()
    game.close()
    again = played_game.resumed_game(path)
    assert again.is_covered
    kept = [again.all_notes[seat].to_json() for seat in (0, 2)]
    assert kept == [
        {"by_hand": True, "marks": [["rope", "case", "yes"]]},
        {"by_hand": True, "marks": [["knife", "1", "no"]]},
    ]
    again.close()


def test_the_same_deal_is_played_from_another_seat(tmp_path: Path) -> None:
    rules = parse_rules("standard,turn_limit=6")
    made = saved_game.PlayConfig(("person", "random", "exact"), SEED, None, rules)
    game = played_game.new_game(made, tmp_path / "game.json")
    with pytest.raises(InputError, match="the game is not over"):
        played_game.another_game(game, 0)
    play_on(game)
    for seat in (0, 3, "1"):
        with pytest.raises(InputError, match="expected the seat of an agent"):
            played_game.another_game(game, 0, seat)
    same = played_game.another_game(game, 0, 2, by_hand=True)
    assert same.config.agents == ("exact", "random", "person")
    assert same.course.table.deal == game.course.table.deal
    assert same.all_notes[same.viewer].by_hand
    other = played_game.another_game(game, 0)
    assert other.config.agents == made.agents
    assert other.course.table.deal != game.course.table.deal
    for each in (game, same, other):
        each.close()
