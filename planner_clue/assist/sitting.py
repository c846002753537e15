"""Who sits at the table: the lines ``players:`` and ``me:``."""

from planner_clue.assist.people import (
    ME,
    SUSPECT_NAMES,
    Company,
    Player,
    card_at,
    folded,
    nearest_suspect,
    refuse_twins,
)
from planner_clue.assist.words import Reader, any_of
from planner_clue.cards import Card, Deck
from planner_clue.errors import NotesError
from planner_clue.table.rules import MAX_PLAYERS, MIN_PLAYERS

_NO_NAMES = any_of("passed showed nobody noone all everybody asks accuses at in is to no")


def read_players(value: str) -> tuple[Player, ...]:
    """Return the players, clockwise, from ``scarlett Ann, mustard Bob, me white``."""
    items = _items(value)
    players = tuple(_player(item) for item in items)
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise NotesError(
            f"these are {len(players)} players; expected {MIN_PLAYERS} to {MAX_PLAYERS} with their "
            "suspects, clockwise: 'scarlett Ann, mustard Bob, white me'"
        )
    refuse_twins((str(player.suspect) for player in players), "suspect")
    refuse_twins((player.name for player in players if player.name), "name")
    for player in players:
        others = [other.suspect for other in players if other is not player]
        if SUSPECT_NAMES.find(player.name) in others:
            raise NotesError(
                f"{player.name} plays {player.suspect}, but is called as another player's suspect; "
                "expected another name"
            )
    return players


def _items(value: str) -> list[str]:
    """Return one text a player; without commas, each has the suspect first, or each last."""
    if any(sign in value for sign in ",;"):
        return [item for item in value.replace(";", ",").split(",") if item.strip()]
    words, items = Reader(value), [""]
    suspect_first = card_at(Reader(value), SUSPECT_NAMES) is not None
    while words:
        start = words.position
        is_suspect = card_at(words, SUSPECT_NAMES) is not None
        words.go_on(0 if is_suspect else 1)
        said = " ".join(word.text for word in words.words[start : words.position])
        if is_suspect and suspect_first and items[-1]:
            items.append("")
        items[-1] = f"{items[-1]} {said}"
        if is_suspect and not suspect_first:
            items.append("")
    return [item for item in items if item.strip()]


def _player(item: str) -> Player:
    """Return the player of ``scarlett Ann`` or ``Ann: Miss Scarlett``."""
    words = Reader(item)
    suspect: Card | None = None
    name: list[str] = []
    while words:
        words.skip({":", "(", ")", "=", "as", "is", "plays", "-"})
        if not words:
            break
        card = card_at(words, SUSPECT_NAMES)
        if card is not None and suspect not in (None, card):
            raise NotesError(
                f"'{item.strip()}' names two suspects, {suspect} and {card}; expected one for each "
                "player, with commas between players"
            )
        if card is None:
            name.append(words.words[words.position].text)
            words.go_on(1)
        suspect = card or suspect
    if suspect is None:
        raise NotesError(
            f"'{item.strip()}' has no suspect; {nearest_suspect((name or [''])[0])}, "
            "with the person's own name where you like: 'scarlett Ann'"
        )
    _check_name(name)
    return Player(suspect, " ".join(name))


def _check_name(name: list[str]) -> None:
    called = " ".join(name)
    card = Deck().find(called)  # "Bill" is a name, although it begins billiard-room
    if folded(called) in _NO_NAMES or card == folded(called):
        raise NotesError(f"'{called}' means something else in these notes; expected another name")
    if len(called) > 30 or not all(c.isalnum() or c in " .'\u2019-" for c in called):
        raise NotesError(f"'{called}' is no name; expected letters, 30 at most")


def read_me(value: str | None, players: tuple[Player, ...]) -> int:
    """Return the seat whose notes these are."""
    called_me = [seat for seat, player in enumerate(players) if folded(player.name) in ME]
    if value is None:
        if called_me:
            return called_me[0]
        raise NotesError(f"'me:' is missing; expected 'me: ' and one of {_listing(players)}")
    seats = Company(players, called_me[0] if called_me else -1, SUSPECT_NAMES)
    seat = seats.seat_of(value.rstrip(" ."))
    if seat is None or seat < 0:
        raise NotesError(f"'{value}' is no player; expected {_listing(players)}")
    return seat


def _listing(players: tuple[Player, ...]) -> str:
    return ", ".join(player.called for player in players)
