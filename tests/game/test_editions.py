"""Boxes with other names of the cards: shipped ones, and files of one's own."""

import re
from pathlib import Path

import pytest

from planner_clue.game.board import edition_names, load_board, of_edition
from planner_clue.game.cards import ROOMS, SUSPECTS, Card
from planner_clue.game.record import read_record
from planner_clue.game.replay import replay
from planner_clue.match.config import MatchConfig
from planner_clue.match.match_checks import check_match
from planner_clue.match.play import play_one
from planner_clue.support.errors import BoardError

(HOUSE,) = re.findall(
    r"```toml\n(.*?)```",
    (Path(__file__).parents[2] / "docs" / "editions.md").read_text(),
    re.DOTALL,
)
NAMES = {
    "2016": "Dr. Orchid: orchid; dagger: dagger; knife: dagger; Rev. Green: green",
    "2023": "Chef White: white; Mayor Green: green; Solicitor Peacock: peacock; spanner: wrench",
    "2008": "axe: axe; baseball bat: bat; poison: poison; guest house: guest-house; gun: pistol; "
    "Kasandra Scarlet: scarlett; Jack: mustard; theater: theatre",
    "modern": "bathroom: bathroom; garage: garage; living room: living-room; office: study",
    "master": "trophy room: trophy-room; Madame Rose: rose; horseshoe: horseshoe; grey: gray",
    "german": "Oberst von Gatow: gatow; Baronin von Porz: porz; Fräulein Gloria: gloria; "
    "Frau Weiß: weiss; Reverend Grün: gruen; Dolch: dolch; Küche: kueche; hall: halle",
    "french": "Colonel Moutarde: moutarde; Mademoiselle Rose: rose; Mme Pervenche: pervenche; "
    "Docteur Olive: olive; clé anglaise: clef-anglaise; Salle à manger: salle-a-manger",
    "spanish": "Señorita Amapola: amapola; Coronel Rubio: rubio; Padre Prado: prado; "
    "Sra. Celeste: celeste; puñal: punal; Salón de baile: salon-de-baile",
}


@pytest.mark.parametrize("name", edition_names())
def test_an_edition_knows_its_names_and_plays_with_them(name: str) -> None:
    deck = load_board(name).deck
    for entry in NAMES[name].split("; "):
        text, _, card = entry.partition(": ")
        assert deck.parse(text) == card
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", card) for card in deck.cards)  # as PDDL wants
    config = MatchConfig(("random",) * 3, 1, board=name)
    check_match(config)
    record = read_record(play_one(config, 0).line)
    assert record["board"] == name
    assert [seat["token"] for seat in record["seats"]] == list(deck.suspects[:3])
    assert replay(record).deal.deck == deck


def test_an_edition_is_played_on_another_board() -> None:
    board = load_board(of_edition("french", "huji"))
    assert board.name == "french@huji"
    assert board.starts[Card("leblanc")] == load_board("huji").starts[Card("white")]
    classic = load_board("french")
    assert classic.passages[Card("cuisine")] == "bureau"
    assert [*classic.starts] == [*classic.deck.suspects]
    assert not load_board("french@none")


@pytest.mark.parametrize("rules", ["face_up=3", "face_up=even", "pile=2,whole_roll=yes"])
def test_a_file_of_ones_own_is_a_box(tmp_path: Path, rules: str) -> None:
    """The one of the page; its record has the whole file."""
    file = tmp_path / "house.toml"
    file.write_text(HOUSE)
    config = MatchConfig(("random",) * 4, 4, board=str(file), rules=f"standard,{rules}")
    check_match(config)
    record = read_record(play_one(config, 0).line)
    assert record["board"] == {"name": "house", "toml": HOUSE}
    table = replay(record)
    assert table.tokens == ("ann", "bea", "cem", "dan")
    assert table.deal.deck.parse("carport") == Card("garage")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('suspects = ["now", "bea"]', "1:14: 'now' is not the name of a card"),
        ('suspects = ["a1", "bea"]', "'a1' is not the name of a card"),
        ('weapons = ["axe", "Axe"]', "two cards are named 'axe'"),
        ('weapons = ["axe/bat", "bat"]', "two cards are named 'bat'"),
        ('weapons = ["axe"]', "'weapons' lists too few names"),
        ('wepons = ["axe", "bat"]', "unknown key 'wepons'; did you mean 'weapons'"),
        (
            'board = "classic"\nrooms = ["attic", "cellar"]',
            "'study' on the board classic is no card",
        ),
        ('board = "classic"\nsuspects = ["ann", "bea"]', "'scarlett' on the board classic is no"),
        (
            f'board = "classic"\nrooms = {[*ROOMS, "spa"]}',
            "the board classic has no 'spa'; expected all rooms",
        ),
        ('board = "atlantis"', "no board 'atlantis'"),
    ],
)
def test_what_is_wrong_with_an_edition_is_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "house.toml"
    head = "" if "board" in text else 'board = "none"\n'
    file.write_text(f'{text}\nname = "house"\n{head}')
    with pytest.raises(BoardError, match=re.escape(message)):
        load_board(str(file))


def test_the_classic_box_is_as_it_was() -> None:
    assert load_board("classic").deck.suspects == SUSPECTS
    assert of_edition("classic", None) == "classic"
