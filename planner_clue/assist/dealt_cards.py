"""How many cards everybody holds, and which this seat does: the lines ``hands:`` and ``hand:``."""

from planner_clue.assist.people import Company, refuse_twins
from planner_clue.assist.words import FILLERS, PAUSES, Reader
from planner_clue.cards import Card
from planner_clue.errors import NotesError
from planner_clue.table.deal import hand_sizes
from planner_clue.table.rules import Rules


def read_sizes(value: str | None, company: Company, rules: Rules) -> tuple[int, ...]:
    """Return how many cards each seat holds; without a ``value``, as they are dealt clockwise."""
    dealt, players = len(company.deck) - 3, len(company.players)
    if value is None:
        return tuple(hand_sizes(company.deck, players, rules))
    words = Reader(value)
    words.skip(PAUSES, FILLERS)
    sizes: list[int] = []
    while words:
        company.player(words)
        words.skip({":", "="})
        if not (words.plain.isdecimal() and words.plain.isascii() and len(words.plain) < 3):
            words.fail(f"a number of cards for each of {players} players")
        sizes.append(int(words.plain))
        words.go_on(1)
        words.skip(PAUSES, FILLERS)
    if len(sizes) != players or min(sizes) < 1:
        raise NotesError(
            f"these are {len(sizes)} hands; expected the cards of each of {players} players, "
            f"in the order {', '.join(company.names)}"
        )
    if sum(sizes) != dealt:
        raise NotesError(
            f"these are {sum(sizes)} cards; expected {dealt}, all {len(company.deck)} but the "
            "three of the case file"
        )
    return tuple(sizes)


def read_hand(
    value: str, company: Company, sizes: tuple[int, ...], *, given: bool = False
) -> tuple[Card, ...]:
    """Return this seat's hand; ``given`` tells whether the notes say how many cards it has."""
    cards = read_cards(value, company)
    expected = sizes[company.me]
    if len(cards) != expected:
        listed = " ".join(map(str, sizes))
        why = (
            f"as 'hands: {listed}' says"
            if given
            else f"dealt clockwise from {company.names[0]} the hands are {listed}. If somebody "
            "else was dealt first, add a line such as "
            f"'hands: {' '.join(map(str, _with(len(cards), sizes, company.me)))}'"
        )
        raise NotesError(f"these are {len(cards)} cards; expected {expected}: {why}")
    for category, all_of_it in company.deck.by_category():
        if set(all_of_it) <= set(cards):
            raise NotesError(f"no {category} is left for the case file; expected one at least")
    return tuple(sorted(cards, key=company.deck.position))


def _with(count: int, sizes: tuple[int, ...], me: int) -> tuple[int, ...]:
    """Return the sizes of hands, turned so that this seat has ``count`` if that can be."""
    turned = [sizes[step:] + sizes[:step] for step in range(len(sizes))]
    return next((other for other in turned if other[me] == count), sizes)


def read_cards(value: str, company: Company) -> list[Card]:
    """Return a list of cards, each once."""
    words = Reader(value)
    words.skip(PAUSES, FILLERS, ".")
    cards: list[Card] = []
    while words:
        card = company.card(words)
        if card is None:
            words.fail("a card", company.deck.cards)
        cards.append(card)
        words.skip(PAUSES, FILLERS, ".")
    refuse_twins(map(str, cards), "card")
    return cards
