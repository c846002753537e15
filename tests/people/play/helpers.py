"""A person who plays by a rule, games that it plays, and ways to write hidden cards down."""

import json
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any
from urllib.parse import quote

from planner_clue.game.board import board_or_none
from planner_clue.game.cards import Card, Deck
from planner_clue.game.rules import default_rules, parse_rules
from planner_clue.people.play.choices import options
from planner_clue.people.play.played_game import PlayedGame
from planner_clue.people.play.saved_game import PlayConfig, seated, seats_of


def config(
    against: str = "random,random",
    seat: str = "scarlett",
    board: str = "classic",
    rules: str = "",
    seed: int = 5,
    seats: str = "",
) -> PlayConfig:
    played_on = board_or_none(board)
    played_by = parse_rules(rules) if rules else default_rules(played_on)
    agents, people = seats_of(seats) if seats else (seated(against, seat), ())
    return PlayConfig(agents, seed, played_on, played_by, people)


def chosen(offered: Mapping[str, Any], game: PlayedGame, number: int) -> dict[str, Any]:
    """Return what the person chooses; it follows from what is offered and the number."""
    rng, deck = Random(number), game.seat_view.deck
    match offered["decision"]:
        case "begin":
            opening = rng.choice(offered["openings"] or [None])
            return {"opening": opening} if opening else {"move": rng.choice(offered["rooms"])}
        case "move":
            here = offered["here"]
            return {"move": rng.choice(offered["rooms"] or offered["squares"] or [here])}
        case "suggest":
            cards = [rng.choice(deck.suspects), rng.choice(deck.weapons), offered["room"]]
            return {"suggest": cards if number % 7 else None}
        case "show":
            return {"show": rng.choice(offered["cards"])}
    return {"accuse": None}


def go_on(game: PlayedGame) -> None:
    """Let the others go on until the person has to decide, or the game is over."""
    while not (game.is_over or game.course.is_the_persons):
        game.one_more()


def play_on(game: PlayedGame, decisions: int = 10_000) -> PlayedGame:
    go_on(game)
    while not game.is_over and decisions:
        game.choose(chosen(options(game.course), game, game.course.number))
        go_on(game)
        decisions -= 1
    return game


def forms(cards: Sequence[Card], deck: Deck) -> Iterator[str]:
    """Yield ways to write some cards down: plain, as JSON, as numbers, encoded."""
    numbers = [deck.position(card) for card in cards]
    mask = sum(1 << number for number in numbers)
    texts = [sep.join(cards) for sep in (",", ", ", " ", "|", ";", "\n")]
    for listed in (list(cards), numbers, sorted(numbers)):
        texts += [json.dumps(listed), json.dumps(listed, separators=(",", ":"))]
    for text in [*texts, bytes(numbers).hex(), str(mask), hex(mask), bin(mask)]:
        written = (text, json.dumps(text)[1:-1], text.upper(), quote(text), text.encode().hex())
        yield from (form for form in written if len(form) > 4)
