"""Who plays, who is who, which cards were dealt."""

import pytest

from planner_clue.assist.notes import read_notes
from tests.assist.helpers import HEAD, head

ME = "players: scarlett, mustard, white me\n"
HAND = "hand: plum, rope, lead pipe, library, kitchen, scarlett\n"


def wrong(text: str) -> str:
    notes = read_notes(text)
    if notes.missing:
        return str(notes.missing)
    return next(str(line.problem) for line in notes.lines if line.problem)


ANN_BOB = "scarlett Ann, mustard Bob, white white"


@pytest.mark.parametrize(
    ("line", "players"),
    [
        ("scarlett Ann, mustard Bob, white me", ANN_BOB),
        ("Ann: Miss Scarlett; Bob: Colonel Mustard; I: Mrs. White", ANN_BOB),
        ("Ann scarlett Bob mustard me white", ANN_BOB),
        ("me white, plum, Zoë Reverend Green", "white white, plum plum, green Zoë"),
        ("Bill (peacock), Lou plays plum, me is green", "peacock Bill, plum Lou, green green"),
        ("Mary Ann scarlett, mustard, white me", "scarlett Mary Ann, mustard mustard, white white"),
    ],
)
def test_players_are_named_by_suspect_and_by_their_own_names(line: str, players: str) -> None:
    read = head(f"players: {line}\nhand: rope, knife, lead pipe, library, kitchen, study\n")
    named = zip(read.company.suspects, read.company.names, strict=True)
    assert ", ".join(f"{suspect} {name}" for suspect, name in named) == players


def test_uneven_hands_are_dealt_clockwise_unless_the_notes_say_otherwise() -> None:
    four = "players: scarlett me, mustard, white, green\n"
    hand = "hand: plum, rope, lead pipe, library, kitchen\n"
    assert head(four + hand).seat.hand_sizes == (5, 5, 4, 4)
    assert head(four + hand + "hands: 5 4 4 5").seat.hand_sizes == (5, 4, 4, 5)
    named = head(four + hand + "hands: scarlett 5, mustard: 4, white 5, green 4")
    assert named.seat.hand_sizes == (5, 4, 5, 4)
    last = "players: scarlett, mustard, white, green me\n"
    told = "expected 4: dealt clockwise from scarlett the hands are 5 5 4 4"
    assert f"5 cards in your hand; {told}" in wrong(last + hand)
    assert "'hands: 5 4 4 5'" in wrong(last + hand)
    assert head(last + hand + "hands: 5 4 4 5").seat.hand_sizes == (5, 4, 4, 5)


def test_board_and_rules_have_lines() -> None:
    assert head(HEAD).seat.rules == "standard"
    assert head(HEAD + "board: huji").seat.rules == "huji"
    assert head(HEAD + "board: none").board is None
    assert head(HEAD + "rules: standard,dice=1").rules.dice == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'players:' is missing; expected the players clockwise"),
        ("players: scarlett, mustard, wite", "'wite' has no suspect; did you mean 'white'?"),
        ("players: scarlett Ann, mustard Bob", "2 players; expected 3 to 6"),
        ("players: scarlett green, mustard, white", "names two suspects, scarlett and green"),
        ("players: scarlett Rope, mustard, white", "'Rope' has another meaning in notes"),
        ("players: scarlett A?b, mustard, white", "'A ? b' is not a name; expected"),
        ("players: scarlett, mustard, white", "'me:' is missing; expected 'me: ' and one of"),
        ("players: scarlett, mustard, white\nme: green", "'green' is not a player; expected"),
        (HEAD.replace("plum", "plumm"), "'plumm' is not understood here; did you mean 'plum'?"),
        (HEAD.replace("plum", "rope"), "rope is named twice; expected each card once"),
        (HEAD + "hands: 6 6", "2 hand sizes; expected the number of cards of each of 3 players"),
        (HEAD + "hands: 6 6 7", "19 cards in all hands; expected 18"),
        (HEAD + "hands: 6 six 6", "'six' is not understood here; expected a number of cards"),
        (HEAD + "hands: 7 6 5", "6 cards in your hand; expected 5: as 'hands: 7 6 5' says"),
        (HEAD + "board: atlantis", "no board 'atlantis'"),
        (HEAD + "rules: huji-bn1,dice=9", "rule option dice=9"),
        (HEAD + HAND, "'hand:' is in line 2 too; expected it once"),
        (ME + "hand: candle knife rope wrench gun lead pipe", "your hand has every weapon"),
    ],
)
def test_what_is_wrong_with_the_head_is_named(text: str, said: str) -> None:
    assert said in wrong(text)


def test_the_words_of_the_head_that_are_wrong_are_pointed_at() -> None:
    line = read_notes(HEAD.replace("rope", "roep")).lines[1]
    assert line.problem
    assert line.text[line.problem.start : line.problem.end] == "roep"


def test_lines_wait_until_the_head_is_complete_and_a_line_that_may_be_meant_is_named() -> None:
    notes = read_notes("plyers: scarlett me, mustard, white\nbob: green knife\n")
    assert notes.header is None
    assert str(notes.missing).endswith("; line 1 begins 'plyers:'")
    assert (notes.lines[1].problem, notes.lines[1].noted) == (None, None)
