"""What the browser is sent: nothing that the person's seat may not know."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from planner_clue.agents.base import Agent
from planner_clue.match.game import Chance
from planner_clue.play import choices, hint, live_game, opponents, played_game, saved_game, server
from planner_clue.table.deal import Deal
from planner_clue.table.requests import AskShow
from planner_clue.table.table import Table
from tests.agents.indistinguishable import Noting, another_deal, repeating
from tests.play.helpers import chosen, config, forms

SEED = 77_177_717_777


class Dealt(saved_game.PlayConfig):
    """A game with a deal of its own, whatever its seed."""

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
def test_two_deals_that_the_seat_cannot_tell_apart_are_the_same_to_the_browser(
    tmp_path: Path, board: str, seed: int
) -> None:
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
        everybody = [*noting[:seat], Noting(), *noting[seat:]]
        again_so = repeating(game.course.table, everybody)
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

    The case file is among those that the notebook names, as often as others.
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
    assert over["text"] == "Nobody wins, the limit of turns is reached."
