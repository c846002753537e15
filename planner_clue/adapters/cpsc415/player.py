"""A player of the tournament at our table, loaded from ``cpsc415:path/to/<id>_CluePlayer.py``.

Our calls and events become the tournament's. Answers of another type, order or spelling are
accepted and noted if they are clear; others raise :class:`~planner_clue.errors.IllegalDecision`.
"""

import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn, TypeVar

from planner_clue.adapters.cpsc415 import shim
from planner_clue.agents.base import Agent
from planner_clue.game.board import Place
from planner_clue.game.cards import Accusation, Card, Deck, Suggestion
from planner_clue.game.decisions import MoveOptions, Seat
from planner_clue.game.events import Event, Passed, Showed, Suggested
from planner_clue.support import errors
from planner_clue.support.faults import trace_of, traced
from planner_clue.support.plugins import run_file

_T = TypeVar("_T")
_DECK = Deck()
_THEIRS: dict[Card, Any] = {
    _DECK.parse(card.name): card for card in (*shim.suspects, *shim.weapons, *shim.rooms)
}


def to_theirs(card: Card) -> Any:
    """Return the tournament's ``Card`` for one of ours.

    >>> to_theirs(Card("lead-pipe"))
    Card(name='leadpipe', category='WEAPON')
    """
    return _THEIRS[card]


def names_of(cards: Iterable[Card]) -> str:
    """Return the tournament's names of our cards, for messages to a player's author."""
    return ", ".join(to_theirs(card).name for card in cards)


class PlayerAnswer:
    """A value that a player returned from ``method``, and its interpretation."""

    def __init__(self, method: str, value: Any) -> None:
        self.method = method
        self.value = value
        self.normalised: list[str] = []
        """Accepted deviations in words, such as ``set for tuple``."""

    def truth(self) -> bool:
        """Return a bool; for any other value, its truth value."""
        if type(self.value) is not bool:
            self._overlook(f"{type(self.value).__name__} for bool")
        return bool(self.value)

    def three(self) -> tuple[Card, Card, Card]:
        """Return a suspect, a weapon and a room."""
        if isinstance(self.value, str | bytes) or not isinstance(self.value, Iterable):
            self._refuse()
        cards = [self._card(part) for part in islice(self.value, 4)]
        three = _DECK.triple(cards)
        if three is None:
            self._refuse()
        if type(self.value) is not tuple:
            self._overlook(f"{type(self.value).__name__} for tuple")
        elif tuple(cards) != three:
            self._overlook("order of the three")
        return three

    def card(self) -> Card | None:
        """Return one card, or None."""
        value = self.value
        if value is None:
            return None
        if isinstance(value, set | frozenset | list) and len(value) == 1:
            self._overlook(f"{type(value).__name__} for Card")
            (value,) = value
        return self._card(value)

    def _card(self, part: Any) -> Card:
        name = part[0] if isinstance(part, tuple | list) and len(part) == 2 else part
        if not isinstance(name, str):
            self._refuse()
        try:
            card = _DECK.parse(name)
        except errors.CardError as error:
            what = f"{self.method} returned {errors.shown(self.value)}"
            raise errors.IllegalDecision(f"{what}: {name!r} is not a card") from error
        if not isinstance(part, tuple | list):
            self._overlook("name for Card")
        elif tuple(part) != to_theirs(card):
            self._overlook("another spelling")
        return card

    def _overlook(self, what: str) -> None:
        if what not in self.normalised:
            self.normalised.append(what)

    def _refuse(self) -> NoReturn:
        expected = "a Card of the three or None"
        if self.method != "handle_suggestion":
            expected = "a tuple of three Cards: suspect, weapon, room"
        what = f"{self.method} returned {errors.shown(self.value)}"
        raise errors.IllegalDecision(f"{what}; expected {expected}")


class Cpsc415Agent(Agent):
    """Calls a player object exactly as the tournament's engine would, in the same order.

    Players are numbered 1 to 3 by their seats. The player accuses only at the start of its turn.
    It needs a process of its own, because players draw from global generators.
    """

    def __init__(self, player_class: Any) -> None:
        self._class = player_class

    def begin(self, seat: Seat) -> None:
        """Make a player object for the game."""
        self._seat = seat
        self._turn = 0
        self._asked: Suggested | None = None
        self._chosen = False
        """Whether this seat has answered the current suggestion."""
        self._suggestion: Suggestion | None = None
        self._asked_to_accuse_again = not seat.read_rules().suggest_or_accuse
        self._has_suggested = False
        self._normalised: dict[tuple[str, str], dict[str, Any]] = {}
        hand = set(map(to_theirs, seat.hand))
        self._player = self._guarded("__init__", self._class, hand, seat.index + 1)
        if getattr(self._player, "hand", None) is None:
            self._note("__init__", "sets no self.hand")

    def observe(self, event: Event) -> None:
        """Send the player each answer to a suggestion, including its own answers."""
        if isinstance(event, Suggested):
            self._turn = event.turn
            self._asked, self._chosen = event, False
        elif isinstance(event, Passed | Showed) and self._asked:
            if event.seat == self._seat.index and not self._chosen:
                self._handle(self._asked.seat, self._asked.cards)
            asked, revealed = self._asked, isinstance(event, Showed)
            suggestion = tuple(map(to_theirs, asked.cards))
            self._call("publicly_observe", asked.seat + 1, suggestion, event.seat + 1, revealed)
            if isinstance(event, Showed) and event.to == self._seat.index and event.card:
                self._call("secretly_observe", event.seat + 1, to_theirs(event.card))

    def accuse(self) -> Accusation | None:
        """Ask whether it is ready, and if so for the accusation."""
        if self._has_suggested:
            self._has_suggested = False
            return None
        if not self._ask(PlayerAnswer.truth, "ready_to_accuse"):
            return None
        return Accusation(*self._ask(PlayerAnswer.three, "get_accusation"))

    def move(self, options: MoveOptions) -> Place:
        """Ask for the suggestion, and go to its room."""
        self._turn = options.turn
        self._suggestion = Suggestion(*self._ask(PlayerAnswer.three, "get_suggestion"))
        return self._suggestion.room

    def suggest(self, room: Card) -> Suggestion | None:
        """Return the suggestion that the player has made."""
        self._has_suggested = self._asked_to_accuse_again
        return self._suggestion

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Ask which card it shows."""
        assert self._asked is not None
        card = self._handle(self._asked.seat, suggestion)
        assert card is not None
        return card

    def _handle(self, suggester: int, suggestion: Suggestion) -> Card | None:
        """Ask which card the player shows; :class:`IllegalDecision` if it does not hold it."""
        self._chosen = True
        three = tuple(map(to_theirs, suggestion))
        card = self._ask(PlayerAnswer.card, "handle_suggestion", suggester + 1, three)
        held = [card for card in suggestion if card in self._seat.hand]
        if card not in held and (held or card):
            name = to_theirs(card).name if card else "None"
            raise (errors.IllegalDecision if card in self._seat.hand else errors.Lie)(
                f"handle_suggestion returned {name} when asked about {names_of(suggestion)}; "
                f"it holds {names_of(held) or 'none of them'}"
            )
        return card

    def _call(self, method: str, *arguments: Any) -> Any:
        return self._guarded(method, lambda: getattr(self._player, method)(*arguments))

    def _guarded(self, method: str, call: Any, *arguments: Any) -> Any:
        """Return the value of ``call``; an exception becomes an AgentFailure with the method."""
        try:
            return call(*arguments)
        except MemoryError:
            raise
        except BaseException as error:  # any fault of a player is its own loss
            detail = f"{method}: {traced(error)}"
            raise errors.AgentFailure("crash", detail, trace_of(error)) from error

    def _ask(self, read: Callable[[PlayerAnswer], _T], method: str, *arguments: Any) -> _T:
        """Return the interpreted answer of a method, and note accepted deviations."""
        answer = PlayerAnswer(method, self._call(method, *arguments))
        try:
            meant = read(answer)
        except errors.IllegalDecision:
            raise
        except BaseException as error:  # the value may be anything a player made up
            raise errors.AgentFailure("crash", f"{method}: {errors.described(error)}") from error
        for what in answer.normalised:
            self._note(method, what)
        return meant

    def _note(self, method: str, what: str) -> None:
        note = {"turn": self._turn, "method": method, "normalised": what, "times": 0}
        self._normalised.setdefault((method, what), note)["times"] += 1

    def notes(self) -> list[dict[str, Any]]:
        """Return the accepted deviations with their counts; ``turn`` is the first turn of each."""
        return list(self._normalised.values())


_PREFIX = "cpsc415:"
_EXPECTED = "expected cpsc415:path/to/<id>_CluePlayer.py"
METHOD_NAMES = {
    "begin": "__init__",
    "observe": "publicly_observe, secretly_observe or handle_suggestion",
    "move": "get_suggestion",
    "show": "handle_suggestion",
    "accuse": "ready_to_accuse or get_accusation",
}
"""For messages: the tournament's methods that implement each method of :class:`Agent`."""


def check_file(spec: str) -> Path:
    """Return the file of ``cpsc415:PATH``; raises :class:`AgentNameError` if there is none."""
    path = Path(spec.removeprefix(_PREFIX))
    if path.suffix != ".py":
        raise errors.AgentNameError(f"agent '{spec}': '{path}' is not a .py file; {_EXPECTED}")
    if not path.is_file():
        raise errors.AgentNameError(f"agent '{spec}': no file {path}")
    return path


def load(spec: str) -> Callable[[], Cpsc415Agent]:
    """Return a factory of the player in a file, which imports our ``clue``.

    Raises :class:`AgentNameError`, in one line, for a file without a player class.
    """
    path = check_file(spec)
    sys.modules["clue"] = shim
    taken = path.stem in sys.modules or path.stem in sys.stdlib_module_names
    name = f"cpsc415_{path.stem}" if taken else path.stem
    module = run_file(path, name, f"agent '{spec}'", errors.AgentNameError)
    player = _player_class(module, path.stem, spec)
    if inspect.isabstract(player):
        missing = ", ".join(sorted(player.__abstractmethods__))
        raise errors.AgentNameError(f"agent '{spec}': {player.__name__} does not define: {missing}")
    return partial(Cpsc415Agent, player)


def _player_class(module: ModuleType, stem: str, spec: str) -> Any:
    """Return the class of the file's own name, else the only player class in the file."""
    players = {
        name: value
        for name, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, shim.CluePlayer)
        and value.__module__ == module.__name__
    }
    if stem in players:
        return players[stem]
    if len(players) == 1:
        return next(iter(players.values()))
    found = f"{', '.join(players)}, none called {stem}" if players else "none"
    raise errors.AgentNameError(
        f"agent '{spec}': its classes derived from clue.CluePlayer: {found}; "
        "expected <id>_CluePlayer in <id>_CluePlayer.py, or only one"
    )
