"""``planner-clue belief``: what follows from a hand and a list of observations."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_clue.cli.arguments import check_file, write_text
from planner_clue.errors import CardError, InputError

if TYPE_CHECKING:
    from planner_clue.belief import Belief
    from planner_clue.belief.transcript import Evidence
    from planner_clue.cards import Card
    from planner_clue.table.seen import Seen

_MOST_ODDS = 100


def belief(
    file: Annotated[
        Path,
        typer.Argument(
            help="What a seat has seen: notes as 'planner-clue assist' takes them, or JSON.",
            metavar="FILE",
        ),
    ],
    json_file: Annotated[
        str | None,
        typer.Option(
            "--json",
            help="Write everything as JSON to this file; - writes it to stdout, without the table.",
            metavar="FILE|-",
        ),
    ] = None,
    logic: Annotated[
        bool,
        typer.Option(
            "--logic",
            help="Give every possible deal the same probability, however players choose the cards "
            "they show.",
        ),
    ] = False,
    asking: Annotated[
        int,
        typer.Option(
            help="Use what others suggest as evidence: an honest player names a card whose place "
            "it knows ODDS times less readily. How each player chooses cards and rooms is "
            "learned from its suggestions. The planner uses 32.",
            metavar="ODDS",
            show_default=True,
        ),
    ] = 1,
    why: Annotated[
        str | None,
        typer.Option(
            help="Say who is certain to hold this card, or not to, and why.", metavar="CARD"
        ),
    ] = None,
) -> None:
    """Show who can hold which card, how probably, and why, from what a seat has seen.

    The file has the seat's hand, how many cards every seat holds, and the observations:
    suggestions with who passed and who showed, and accusations. The probabilities are exact:
    all deals that fit are counted. A player who could show several of the cards that were asked
    about is taken to show each of them equally often. So a card that was shown also tells
    something about the others. A player that nobody answers and that does not accuse most
    probably holds one of the three cards; so note accusations, too.

    Example: planner-clue belief seen.json --why rope
    """
    from planner_clue.assist.conclusions import read_any_seen
    from planner_clue.belief.choice import uniform
    from planner_clue.belief.from_seen import belief_from

    if why is not None and json_file == "-":
        raise InputError("--why with --json -; expected only one of them, or --json FILE")
    if not 1 <= asking <= _MOST_ODDS:
        raise InputError(f"--asking {asking}; expected 1 to {_MOST_ODDS}")
    if logic and asking > 1:
        raise InputError(
            f"--asking {asking} with --logic, which weights all deals alike; expected only one"
        )
    check_file("--json", json_file, file)
    seen = read_any_seen(file)
    known = belief_from(seen, str(file), None if logic else uniform, asking=asking)
    card = _card(why, known) if why is not None else None
    if json_file:
        write_text(json.dumps(_as_json(known)), json_file)
    if json_file == "-":
        return
    if card:
        _explain(known, seen, card)
    else:
        _print_table(known, seen)
        if asking > 1:
            _print_styles(known, seen)


def _card(text: str, known: "Belief") -> "Card":
    try:
        return known.deck.parse(text)
    except CardError as error:
        raise CardError(f"--why {error}") from error


def _as_json(known: "Belief") -> dict[str, Any]:
    names = [*map(str, range(known.case)), "case"]
    return {
        "schema": 1,
        "deals": known.deals(),
        "case_file": [
            {"cards": list(case_file), "p": chance}
            for case_file, chance in known.case_files().items()
        ],
        "holders": {
            card: {name: known.chance_at(card, holder) for holder, name in enumerate(names)}
            for card in known.deck.cards
        },
        "entailed": [
            {
                "card": why.fact.card,
                "holder": "case" if why.fact.holder == known.case else why.fact.holder,
                "holds": why.fact.holds,
                "why": list(why.observations),
            }
            for why in known.entailed()
        ],
    }


def _print_table(known: "Belief", seen: "Seen") -> None:
    from rich.box import SIMPLE
    from rich.console import Console
    from rich.table import Table

    from planner_clue.belief.probability import BEST, best_case_files, probability_at

    table = Table(box=SIMPLE)
    table.add_column("card")
    for seat, name in enumerate(seen.names):
        table.add_column(f"{name} (you)" if seat == known.me else name, justify="right")
    table.add_column("case file", justify="right")
    for _, cards in known.deck.by_category():
        for card in cards:
            chances = [probability_at(known, card, holder) for holder in range(known.case + 1)]
            cells = [chance.in_cell(decimals=1) for chance in chances]
            table.add_row(card, *cells, end_section=card == cards[-1])
    Console(width=max(100, Console().width)).print(table)
    for case_file, chance in best_case_files(known):
        typer.echo(f"{chance.percent(decimals=2):>8}  {', '.join(case_file)}")
    count = len(known.case_files())
    if count > BEST:
        typer.echo(f"          and {count - BEST} other case files")
    typer.echo(f"{known.deals():,} deals are possible.")


def _print_styles(known: "Belief", seen: "Seen") -> None:
    from planner_clue.belief.probability import Probability

    for seat in range(known.case):
        if seat != known.me:
            for what, styles in (("cards", known.asks(seat)), ("rooms", known.enters(seat))):
                ranked = sorted(styles.items(), key=lambda style: -style[1])
                shares = ", ".join(f"{name} {Probability(p).percent()}" for name, p in ranked)
                typer.echo(f"How {seen.names[seat]} chooses {what}: {shares}")


def _explain(known: "Belief", seen: "Seen", card: "Card") -> None:
    """Say who has a card, or else who does not have it, and why that is certain."""
    from planner_clue.show.notebook import why_card

    def when(piece: "Evidence") -> str:
        return f"in {seen.where[piece.observation]}"

    for sentence in why_card(known, card, seen.names, when=when, decimals=1):
        typer.echo(sentence)
