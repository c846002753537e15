"""Who plays, who is who, which cards were dealt."""

import pytest

from planner_clue.assist.header import Header
from planner_clue.assist.notes import Diagnostic, read_notes
from planner_clue.cards import Card
from tests.assist.helpers import HEAD, well_read

HAND = "hand: plum, rope, lead pipe, library, kitchen, scarlett\n"


def head_of(text: str) -> Header:
    found = well_read(text).header
    assert found is not None
    return found


def wrong(text: str) -> str:
    """Return what is wrong with the head of a text."""
    notes = read_notes(text)
    if notes.missing:
        return str(notes.missing)
    found: list[Diagnostic] = [line.problem for line in notes.lines if line.problem]
    return found[0].message


@pytest.mark.parametrize(
    ("line", "suspects", "names"),
    [
        ("scarlett Ann, mustard Bob, white me", "scarlett mustard white", "Ann Bob white"),
        (
            "Ann: Miss Scarlett; Bob: Colonel Mustard; I: Mrs. White",
            "scarlett mustard white",
            "Ann Bob white",
        ),
        ("Ann scarlett Bob mustard me white", "scarlett mustard white", "Ann Bob white"),
        ("scarlett Ann mustard Bob white me", "scarlett mustard white", "Ann Bob white"),
        ("me white, plum, Zoë Reverend Green", "white plum green", "white plum Zoë"),
        ("Bill (peacock), Lou plays plum, me is green", "peacock plum green", "Bill Lou green"),
        (
            "Mary Ann scarlett, mustard, white me, plum Peter",
            "scarlett mustard white plum",
            "Mary-Ann mustard white Peter",
        ),
    ],
)
def test_players_are_named_by_suspect_and_by_their_own_names(
    line: str, suspects: str, names: str
) -> None:
    players = 18 // (line.count(",") + 1) if "," in line else 6
    cards = ["rope", "knife", "lead pipe", "library", "kitchen", "study"][: max(players, 4)]
    head = head_of(f"players: {line}\nhand: {', '.join(cards)}\n")
    assert head.company.suspects == tuple(suspects.split())
    assert [name.replace(" ", "-") for name in head.company.names] == names.split()


def test_uneven_hands_are_dealt_clockwise_unless_the_notes_say_otherwise() -> None:
    four = "players: scarlett me, mustard, white, green\n"
    hand = "hand: plum, rope, lead pipe, library, kitchen\n"
    assert head_of(four + hand).seat.hand_sizes == (5, 5, 4, 4)
    assert head_of(four + hand + "hands: 5 4 4 5").seat.hand_sizes == (5, 4, 4, 5)
    named = head_of(four + hand + "hands: scarlett 5, mustard: 4, white 5, green 4")
    assert named.seat.hand_sizes == (5, 4, 5, 4)
    last = "players: scarlett, mustard, white, green me\n"
    said = wrong(last + hand)
    assert (
        "5 cards in your hand; expected 4: dealt clockwise from scarlett the hands are "
        "5 5 4 4" in said
    )
    assert "'hands: 5 4 4 5'" in said
    assert head_of(last + hand + "hands: 5 4 4 5").seat.hand_sizes == (5, 4, 4, 5)


def test_board_and_rules_have_lines() -> None:
    assert head_of(HEAD).seat.rules == "standard"
    assert head_of(HEAD + "board: huji").seat.rules == "huji"
    assert head_of(HEAD + "board: none").board is None
    assert head_of(HEAD + "rules: standard,dice=1").rules.dice == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'players:' is missing; expected the players clockwise"),
        (
            "players: scarlett Ann, mustard Bob, wite",
            "'wite' has no suspect; did you mean 'white'?",
        ),
        ("players: scarlett Ann, mustard Bob", "2 players; expected 3 to 6"),
        ("players: scarlett Ann, mustard Bob, scarlett", "scarlett is named twice"),
        ("players: scarlett Ann, mustard ann, white", "ann is named twice"),
        ("players: scarlett green, mustard, white", "names two suspects, scarlett and green"),
        ("players: scarlett Rope, mustard, white", "'Rope' has another meaning in notes"),
        ("players: scarlett Nobody, mustard, white", "'Nobody' has another meaning"),
        ("players: scarlett A?b, mustard, white", "'A ? b' is not a name; expected"),
        ("players: scarlett, mustard, white", "'me:' is missing; expected 'me: ' and one of"),
        ("players: scarlett, mustard, white\nme: green", "'green' is not a player; expected"),
        ("players: scarlett, mustard, white me", "'hand:' is missing; expected your cards"),
        (HEAD.replace("plum", "plumm"), "'plumm' is not understood here; did you mean 'plum'?"),
        (HEAD.replace("plum", "rope"), "rope is named twice; expected each card once"),
        (HEAD.replace("plum, ", ""), "5 cards in your hand; expected 6"),
        (HEAD + "hands: 6 6", "2 hand sizes; expected the number of cards of each of 3 players"),
        (HEAD + "hands: 6 6 7", "19 cards in all hands; expected 18"),
        (HEAD + "hands: 6 six 6", "'six' is not understood here; expected a number of cards"),
        (HEAD + "hands: 7 6 5", "6 cards in your hand; expected 5: as 'hands: 7 6 5' says"),
        (HEAD + "board: atlantis", "no board 'atlantis'"),
        (HEAD + "rules: strict", "no rules 'strict'"),
        (HEAD + "rules: huji-bn1,dice=9", "rule option dice=9"),
        (HEAD + HAND, "'hand:' is in line 2 too; expected it once"),
        (
            "players: scarlett, mustard, white me\nhand: candle knife rope wrench gun lead pipe",
            "your hand has every weapon",
        ),
    ],
)
def test_what_is_wrong_with_the_head_is_named(text: str, said: str) -> None:
    assert said in wrong(text)


def test_the_words_of_the_head_that_are_wrong_are_pointed_at() -> None:
    text = HEAD.replace("rope", "roep")
    line = read_notes(text).lines[1]
    assert line.problem
    assert line.text[line.problem.start : line.problem.end] == "roep"


def test_lines_wait_until_the_head_is_complete() -> None:
    notes = read_notes("players: scarlett, mustard, white me\nbob: green knife\n")
    assert notes.header is None
    assert notes.lines[1].problem is None
    assert notes.lines[1].noted is None
    assert Card("plum") not in notes.lines[1].text
