"""What a browser is sent, also one that several share: nothing that a person may not know."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from planner_clue.agents.base import Agent
from planner_clue.game.deal import Deal
from planner_clue.game.events import Showed
from planner_clue.game.replay import replay
from planner_clue.game.requests import AskShow
from planner_clue.game.rules import parse_rules
from planner_clue.game.table import Table
from planner_clue.match.game import Chance
from planner_clue.people.play import (
    choices,
    hint,
    live_game,
    opponents,
    played_game,
    saved_game,
    server,
)
from planner_clue.support.errors import IllegalDecision, InputError
from tests.agents.indistinguishable import Noting, another_deal, repeating
from tests.people.play.helpers import chosen, config, forms, go_on, play_on

SEED = 77_177_717_777


class Dealt(saved_game.PlayConfig):
    """A game with a given deal, independent of its seed."""

    deal: Deal

    def new_game(self) -> tuple[Table, list[int], Chance]:
        table = Table(self.board, self.rules, self.deal)
        return table, [11, 12, 13], Chance(Random(3), Random(4))


@contextmanager
def game_of(
    made: saved_game.PlayConfig, deal: Deal, agents: Sequence[Agent], path: Path
) -> Iterator[played_game.PlayedGame]:
    """A game with a deal and with agents that sit in this process."""
    config = Dealt(made.agents, made.seed, made.board, made.rules)
    object.__setattr__(config, "deal", deal)
    others = opponents.Opponents(config)
    others.close()
    (name,) = set(config.agents) - {"person"}
    left = list(agents)
    others._factories = {name: lambda: left.pop(0)}  # type: ignore[dict-item]
    file = saved_game.SavedGame(path)
    yield played_game.PlayedGame(others, file)
    file.close()
    path.unlink()


def states(game: played_game.PlayedGame) -> list[str]:
    """Play to the end, and return all that is sent before it, each state once.

    Who thinks about which card to show has several: that looks like a suggestion just made.
    """
    live = live_game.LiveGame(game, lambda: None)
    sent = [json.dumps(server.about_game(game, game.viewer)), server.state_text(live)]
    while True:
        if game.course.is_the_persons:
            sent.append(str(hint.decision_point(game).events) + str(hint.decision_point(game).seat))
            game.choose(chosen(choices.options(game.course), game, game.course.number))
        else:
            if isinstance(game.course.table.request, AskShow):
                assert json.loads(server.state_text(live))["frames"][-1]["kind"] == "suggest"
            game.one_more()
        if game.is_over:
            return sent
        text = server.state_text(live)
        if text != sent[-1]:
            sent.append(text)


@pytest.mark.parametrize(
    ("board", "seed"),
    [("none", 1), ("classic", 3), pytest.param("huji", 4, marks=pytest.mark.slow)],
)
def test_deals_that_look_alike_send_the_same_states(tmp_path: Path, board: str, seed: int) -> None:
    """Over whole games: every state, in the same order, byte by byte."""
    compared, rules = 0, "standard,turn_limit=12"
    for seat in range(3):
        made = config("random,random", str(seat), board, rules, SEED)
        drawn = config(board=board, rules=rules, seed=10 * seed + seat).new_game()[0].deal
        noting = [Noting() for _ in range(2)]
        with game_of(made, drawn, noting, tmp_path / "game.json") as game:
            sent = states(game)
            other = another_deal(game.course.table, seat)
        if other is None:
            continue
        again_so = repeating(game.course.table, [*noting[:seat], Noting(), *noting[seat:]])
        del again_so[seat]
        with game_of(made, other, again_so, tmp_path / "game.json") as again:
            assert states(again) == sent
            assert again.course.table.deal.hands != drawn.hands
        compared += 1
        for hidden in forms_of(drawn, seat):
            assert not any(hidden in text for text in sent)
    assert compared


def forms_of(deal: Deal, seat: int) -> list[str]:
    """Return the hands that are hidden from a seat, in many forms, and the seed.

    The case file is among the notebook's case files, as often as others.
    """
    hands = (hand for other, hand in enumerate(deal.hands) if other != seat)
    hidden = [form for hand in hands for form in forms(hand, deal.deck)]
    return [str(SEED), hex(SEED)[2:], *hidden]


def test_a_notebook_kept_by_hand_gets_no_help_before_the_end(tmp_path: Path) -> None:
    made = config("random,random", "scarlett", "none", "standard,turn_limit=4", SEED)
    drawn = made.new_game()[0].deal
    with game_of(made, drawn, [Noting(), Noting()], tmp_path / "a.json") as game:
        live = live_game.LiveGame(game, lambda: None)
        assert json.loads(server.state_text(live))["notebook"]["files"] > 1
        game.all_notes[game.viewer].by_hand = True
        game.all_notes[game.viewer].mark("Colonel Mustard", "case", "maybe")
        state = json.loads(server.state_text(live))
        assert (state["notebook"], state["marks"]) == (None, [["mustard", "case", "maybe"]])
        states(game)
        over = json.loads(server.state_text(live))["over"]
    assert over["deal"] == drawn.to_json()
    assert over["text"] == "Nobody wins because the limit of turns is reached."


def shared(seats: str) -> saved_game.PlayConfig:
    return config(seats=seats, rules="standard,turn_limit=18", seed=SEED)


def decide(game: played_game.PlayedGame) -> None:
    game.choose(chosen(choices.options(game.course), game, game.course.number))


def test_a_page_has_nothing_of_another_person_and_a_cover_nothing(tmp_path: Path) -> None:
    """The cover comes for each person who shows, also a single card."""
    game = played_game.new_game(shared("me,other,random"), tmp_path / "game.json")
    live, deal = live_game.LiveGame(game, lambda: None), game.course.table.deal
    viewers, covers, offered = set(), 0, []
    hands = [json.dumps(list(hand), separators=(",", ":")) for hand in deal.hands]
    hidden = [forms_of(deal, seat) for seat in (0, 1)]
    while not game.is_over:
        go_on(game)
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
        now = choices.options(game.course)
        if now["decision"] == "show":
            offered.append(len(now["cards"]))
        decide(game)
    assert (viewers, covers > 5) == ({0, 1}, True)
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
    go_on(game)
    game.uncover(0)
    game.all_notes[game.viewer].mark("rope", "case", "yes")
    for _ in range(5):
        while not game.is_covered:
            decide(game)
            go_on(game)
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
