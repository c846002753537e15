"""Whole notes: players, places, what a seat knows, what docs/assist.md says; and a session."""

import json
import re
from pathlib import Path

import pytest

from planner_clue.belief import believe
from planner_clue.game.cards import Card
from planner_clue.game.observations import parse_seen, seen_to_json
from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.match import MatchConfig
from planner_clue.people.assist import report
from planner_clue.people.assist.conclusions import conclude
from planner_clue.people.assist.notepad import Notepad, free_path
from planner_clue.people.assist.notes import read_notes
from planner_clue.people.assist.session import Dialogue
from planner_clue.support.errors import SeenError
from tests.people.assist.helpers import EVENING, HEAD, head, head_of, line_of, well_read, written
from tests.shared import line_of as record_of


class Talk:
    """A session, and its last output as one text."""

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        if text:
            path.write_text(text)
        self.session = Dialogue(Notepad(path))
        self.output = "\n".join(self.session.begin())

    def say(self, *lines: str) -> str:
        """Say lines; return what the session answers to the last, in one line."""
        for line in lines:
            self.output = "\n".join(self.session.say(line))
        return " ".join(self.output.split())

    @property
    def text(self) -> str:
        return self.path.read_text()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.clue"


@pytest.fixture
def talk(path: Path) -> Talk:
    return Talk(path, EVENING)


GAMES = [
    MatchConfig(("exact", "random", "random"), 1, seed=4),
    MatchConfig(("random", "exact", "random", "random"), 1, seed=5, board="none"),
    MatchConfig(("exact", "random", "random"), 1, seed=6, rules="huji-bn1"),
    MatchConfig(("random",) * 5, 1, seed=7, board="huji"),
]


@pytest.mark.parametrize("config", GAMES, ids=lambda config: f"{config.board}-{config.rules}")
def test_notes_of_a_game_give_the_belief_and_places_of_the_seat(config: MatchConfig) -> None:
    """In either format; but for tokens that left the hallway when their player was out."""
    table = replay(read_record(record_of(config, 0)))
    for number in (0, len(config.agents) - 1):
        seat = table.seat_view(number, 0)
        events = [own for event in table.events if (own := table.seen_by(event, number))]
        text = head_of(seat, config.board, str(config.load_rules()))
        company = head(text).company
        lines = [line_of(one, company) for one in written(events, seat.tokens)]
        notes = well_read(text + "\n".join(lines))
        for asking in (1, 8):
            belief, conclusions = believe(seat, events, asking=asking), conclude(notes, asking)
            assert conclusions.notes.problems == ()
            assert conclusions.belief.case_files() == belief.case_files()
            for card in seat.deck.cards:
                assert conclusions.belief.holders(card) == belief.holders(card)
        found, places = notes.places(), table.places
        assert bool(found) is (config.board != "none")
        assert all(places.get(token, place) == place for token, place in found.items())
        seen = notes.seen()
        again = parse_seen(json.dumps(seen_to_json(seen, config.board)))
        for part in ("seat", "observations", "tokens", "may_suggest_here"):
            assert getattr(again, part) == getattr(seen, part)


def test_a_suggestion_brings_suspect_and_asker_into_the_room_until_they_move() -> None:
    notes = well_read(HEAD + "bob: green knife study, nobody showed\nplum at lounge\n")
    assert notes.places() == {"mustard": "study", "green": "study", "plum": "lounge"}
    brought = HEAD + "bob: white knife study, ann showed\n"
    assert well_read(brought).seen().may_suggest_here
    for more in ("me at hall", "me: green knife study, nobody showed"):
        assert not well_read(brought + more).seen().may_suggest_here


ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "assist.md").read_text()


def section(title: str) -> str:
    found = re.search(rf"^###? {title}\n(.*?)(?=^##)", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def test_the_notes_of_the_documents_and_every_line_of_the_table_are_understood() -> None:
    (notes,) = re.findall(r"```clue\n(.*?)```", PAGE, re.DOTALL)
    assert well_read(notes).observations
    (players,) = re.findall(r"`(players: .*? me)`", section("What happens"))
    rows = re.findall(r"^\| (`.*?) \|", section("What happens"), re.MULTILINE)
    lines = [line for row in rows for line in re.findall(r"`([^`]*)`", row)]
    assert len(lines) > 7
    for line in lines:
        table = f"{players}\nhand: rope, library, kitchen\n"
        assert read_notes(table + line).problems == (), line


def test_every_command_of_the_page_is_one(talk: Talk) -> None:
    named = re.findall(r"`([a-z][^`]*)`", section("Commands"))
    assert "why rope bob" in named
    for command in named:
        assert "not understood" not in talk.say(command), command


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
    dealt = "expected 4: dealt clockwise from scarlett the hands are 5 5 4 4"
    assert f"5 cards in your hand; {dealt}" in wrong(last + hand)
    assert "'hands: 5 4 4 5'" in wrong(last + hand)
    assert head(last + hand + "hands: 5 4 4 5").seat.hand_sizes == (5, 4, 4, 5)


def test_board_and_rules_have_lines() -> None:
    assert head(HEAD).seat.rules == "standard"
    assert head(HEAD + "board: huji").seat.rules == "huji"
    assert head(HEAD + "board: none").board is None
    assert head(HEAD + "rules: standard,dice=1").rules.dice == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'players:' is missing; expected the players clockwise"),
        ("players: scarlett, mustard, wite", "'wite' has no suspect; did you mean 'white'?"),
        ("players: scarlett Ann", "1 players; expected 2 to 6"),
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
def test_what_is_wrong_with_the_head_is_named(text: str, message: str) -> None:
    assert message in wrong(text)


def test_the_words_of_the_head_that_are_wrong_are_pointed_at() -> None:
    line = read_notes(HEAD.replace("rope", "roep")).lines[1]
    assert line.problem
    assert line.text[line.problem.start : line.problem.end] == "roep"


def test_lines_wait_until_the_head_is_complete_and_a_line_that_may_be_meant_is_named() -> None:
    notes = read_notes("plyers: scarlett me, mustard, white\nbob: green knife\n")
    assert notes.header is None
    assert str(notes.missing).endswith("; line 1 begins 'plyers:'")
    assert (notes.lines[1].problem, notes.lines[1].noted) == (None, None)


def test_the_head_is_asked_for_and_wrong_answers_are_asked_again(path: Path) -> None:
    talk = Talk(path)
    assert "Who plays?" in talk.output
    assert "'wite' has no suspect; did you mean 'white'?" in talk.say("scarlett, mustard, wite")
    assert not path.exists()
    assert "Which of them are you?" in talk.say("scarlett Ann, mustard Bob, white, green")
    assert talk.text == "players: scarlett Ann, mustard Bob, white, green\nboard: classic\n"
    assert "'plum' is not a player; expected Ann, Bob, white" in talk.say("plum")
    text = talk.say("green")
    assert "The hands are uneven. Dealt clockwise from Ann: Ann 5, Bob 5, white 4, green 4." in text
    assert "hands: 5 4 4 5" in text
    assert "The hands: Ann 5, Bob 4, white 4, green 5." in talk.say("hands: 5 4 4 5")
    assert "2 cards in your hand; expected 5" in talk.say("plum rope")
    assert "Best next suggestion:" in talk.say("plum rope lead pipe library kitchen")
    assert talk.text.endswith("\nhand: plum rope lead pipe library kitchen\n")


def test_each_line_is_in_the_file_at_once_and_what_follows_is_said(talk: Talk) -> None:
    text = talk.say("me: peacock wrench hall, bob showed wrench")
    assert talk.text.endswith("me: peacock wrench hall, bob showed wrench\n")
    fact = "* Bob holds wrench: Bob shows wrench in line 9."
    assert all(words in text for words in (fact, "Case file: ", "Plan: ", "Your token is in hall."))
    rows = {cells[0]: cells[1:] for line in talk.output.splitlines() if (cells := line.split())}
    assert rows["wrench"] == ["-", "yes", "-", "-"]
    assert rows["plum"] == ["-", "-", "yes", "-"]


def test_a_wrong_line_is_explained_and_nothing_is_written(talk: Talk) -> None:
    reply = talk.say("bob: green knfe study, nobody")
    assert "'knfe' is not understood here; did you mean 'knife'?" in reply
    marked, below = talk.output.splitlines()[:2]
    assert re.sub("[^^]", " ", below).index("^") == marked.index("knfe")
    assert talk.text == EVENING


def test_a_contradiction_names_both_lines_and_either_can_be_corrected(talk: Talk) -> None:
    line = "me: peacock knife hall, ann showed knife"
    reply = talk.say(line)
    assert "because Ann passes on mustard, knife, hall in line 5" in reply
    assert "correct an earlier one: '5: ...'" in reply
    assert talk.text == EVENING
    talk.say("keep")
    assert talk.text.endswith(line + "\n")
    assert "line 9 does not count" in talk.output
    talk.say("5: bob: mustard rope hall, i showed", "6: me: green wrench study, bob showed green")
    assert "Ann holds knife: Ann shows knife in line 9" in talk.output


def test_lines_are_edited_inserted_deleted_and_changes_undone(talk: Talk) -> None:
    talk.say("edit 8")
    assert (talk.session.prompt, talk.session.prefill) == ("8: ", "me at hall")
    talk.say("me at study")
    assert talk.text.endswith("wrong\nme at study\n")
    talk.say("edit 8", "")
    assert talk.text.endswith("wrong\nme at study\n")
    talk.say("insert 5 ann at lounge")
    assert talk.text.splitlines()[4] == "ann at lounge"
    assert "deleted: ann at lounge" in talk.say("delete 5")
    talk.say("undo", "undo", "undo")
    assert talk.text == EVENING
    assert "Nothing was changed since" in talk.say("undo")


COMMANDS = [
    ("help", "Write what happens, one line a suggestion"),
    ("notes", "Best next suggestion"),
    ("lines", "5 bob: mustard knife hall, nobody showed"),
    ("why green", "Bob holds green: Bob shows green in line 6."),
    ("why knife ann", "Ann does not hold knife: Ann passes on"),
    ("why white case", "Possible holders of white:"),
    ("why lounge", "Possible holders of lounge: Ann"),
    ("why", "expected a card: why rope"),
    ("why rope rope", "'rope' is not understood here; expected a player, or 'case'"),
    ("best", "The best suggestion per room, by expected turns"),
    ("best library", "Best suggestions in library"),
    ("best rope", "best rope; expected a room: study"),
    ("plan", "go on to"),
    ("board", "Noted: mustard in hall, white in hall, green in study"),
    ("undo", "Nothing was changed"),
    ("keep", "No line was refused"),
    ("save", "as soon as it is taken"),
    ("edit 99", "'99': expected the number of a line, 1 to 8: edit 12"),
    ("delete x", "'x': expected the number of a line"),
    ("insert 5", "insert: expected a number and a line"),
    ("99: me at hall", "line 99 does not exist; expected 1 to 8"),
    ("plna", "If you mean the command, write: plan"),
]


def test_commands_answer_and_say_what_they_expect(talk: Talk) -> None:
    for command, reply in COMMANDS:
        assert reply in talk.say(command), command
    assert talk.text == EVENING


def test_a_file_that_was_changed_elsewhere_is_read_again_also_with_wrong_lines(talk: Talk) -> None:
    wrong = "ann at lounge\ngren: plum rope hall\n"
    talk.path.write_text(EVENING + wrong)
    assert "was changed elsewhere" in talk.say("bob at study")
    assert talk.text.endswith(wrong + "bob at study\n")
    talk = Talk(talk.path)
    assert "line 10 does not count" in talk.output
    assert "Best next suggestion" in talk.output
    assert "does not count" not in talk.say("10: bob: green rope hall, i showed")


def test_once_the_case_file_is_certain_it_is_to_be_accused(path: Path) -> None:
    talk = Talk(path, HEAD)
    reply = talk.say("me: mustard knife study, nobody showed")
    assert "The case file is certain: mustard, knife, study." in reply
    assert "Accuse on your next turn: mustard, knife, study." in reply
    assert "Best next suggestion" not in reply
    assert "certain" in talk.say("plan")


def test_files_that_are_no_notes_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "seen.json").write_text('{"schema": 1}')
    (tmp_path / "letter.txt").write_text("Dear Ann,\nsee you on Friday\n")
    for name in ("seen.json", "letter.txt", "no/where.clue"):
        with pytest.raises(SeenError):
            Notepad(tmp_path / name)
    with pytest.raises(SeenError):
        Notepad(tmp_path)
    (tmp_path / "evening.clue").write_text("# Friday\n\n")
    assert "Who plays?" in Talk(tmp_path / "evening.clue").output
    assert free_path(tmp_path).name == "evening-2.clue"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("bob aksed mustrd knif hall, ann shwed it", "bob asked mustard knif hall , ann showed it"),
        ("Ann thinks green, wrench, study. Bob did", "Ann: green, wrench, study, Bob showed"),
        ("me green knife study bob gave me one", "me: green, knife, study, Bob showed knife"),
        ("bob! hall and knife and mustard? nobody!", "bob hall and knife and mustard nobody"),
        ("Bob went over to the ballrom", "Bob at ballroom"),
        ("ann knife", "I saw knife with Ann"),
    ],
)
def test_a_line_that_is_not_understood_has_readings_to_choose_from(line: str, meant: str) -> None:
    head = "players: scarlett Ann, mustard Bob, white me\n" + HAND
    problem = read_notes(head + line).lines[-1].problem
    assert problem is not None
    assert meant in problem.readings
    assert len(problem.readings) == 3
    for reading in problem.readings:
        well_read(head + reading)


PHRASES = [
    *("nobody has the hall", "no one holds the hall", "none of us has hall", "hall: nobody"),
    *("the hall is in nobody's hand", "clue card: hall is in no hand", "no player has the hall"),
    *("nobody's got the hall", "everybody knows that nobody has the hall"),
]


@pytest.mark.parametrize("line", PHRASES)
def test_a_fact_that_everybody_learns_is_read_and_believed(line: str) -> None:
    """In the words that people use; nobody has the hall, so it is in the case file."""
    notes = well_read("players: scarlett Ann, mustard Bob, white me\n" + HAND + line)
    belief = conclude(notes).belief
    assert belief.holder(Card("hall")) == belief.case
    assert belief.why(Card("hall"), belief.case).observations == (0,)


def test_a_later_line_corrects_an_earlier_one() -> None:
    head = "players: scarlett Ann, mustard Bob, white me\n" + HAND
    wrong_line = "bob: mustard knife hall, nobody showed\n"
    for line, shown in (("line 3 was wrong", False), ("correction of line 3: bob has knife", True)):
        notes = well_read(head + wrong_line + line)
        assert notes.lines[2].noted is None
        assert (conclude(notes).belief.holder(Card("knife")) == 1) is shown
    problem = read_notes(head + "correction of line 7: bob has knife").lines[-1].problem
    assert "line 7 says nothing to correct" in str(problem)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("hands: 5 5 5", "15 cards in all hands; expected 18: .*pile: 3'"),
        ("face up: plum\nhands: 6 5 6", "plum in your hand and face up"),
        ("pile: many", "'many'; expected how many cards nobody sees"),
        ("rules: standard,face_up=3\nface up: hall", "1 cards face up; expected 3, by the rules"),
        ("nobody has plum", "you hold plum yourself"),
        ("bob's hand: hall, knife", "2 cards in the hand of Bob; expected all 6"),
        ("I show knife to all", "you do not hold knife"),
    ],
)
def test_what_cannot_be_of_cards_set_aside_and_facts_is_named(lines: str, message: str) -> None:
    assert re.search(message, wrong(f"players: scarlett Ann, mustard Bob, white me\n{HAND}{lines}"))


def test_two_players_are_asked_what_was_set_aside() -> None:
    notes = read_notes("players: scarlett Ann, white me\nhand: plum, rope, lead pipe, library")
    assert notes.question is not None
    field, prompt = notes.question
    assert field == "pile"
    assert "face up: " in prompt


def test_where_only_the_pile_is_open_the_advice_is_to_accuse() -> None:
    text = (
        "players: scarlett Ann, white me\npile: 2\nhand: plum, knife, kitchen, mustard, peacock, "
    )
    text += (
        "candlestick, hall, study\nann's hand: scarlett, green, rope, revolver, wrench, library, "
    )
    conclusions = conclude(well_read(text + "lounge, ballroom"))
    assert conclusions.belief.deals() == 3
    assert conclusions.belief.case_file() is None
    advice = "Accuse white, lead-pipe, billiard-room (33 %): all hands are known"
    assert report.accusing(conclusions).startswith(advice)
