"""A player of the tournament at our table: our calls and events become the tournament's."""

from collections.abc import Sequence
from typing import Any

from planner_clue.agents.base import Agent
from planner_clue.agents.cpsc415.answers import PlayerAnswer, names_of, to_theirs
from planner_clue.board import Place
from planner_clue.cards import Accusation, Card, Suggestion
from planner_clue.errors import AgentFailure, IllegalDecision, Lie, described
from planner_clue.faults import trace_of, traced
from planner_clue.table.decisions import MoveOptions, Seat
from planner_clue.table.events import Event, Passed, Showed, Suggested


class Cpsc415Agent(Agent):
    """Asks a player object exactly what the tournament's engine would, in the same order.

    Players are numbered 1 to 3 in the order of their seats, so that number n + 1 sits next
    (in the tournament seats are shuffled). It accuses at the start of its turn only.
    It is meant for a process of its own, because players draw from global generators.
    """

    def __init__(self, player_class: Any) -> None:
        self._class = player_class

    def begin(self, seat: Seat) -> None:
        """Make a player object for the game."""
        self._seat = seat
        self._turn = 0
        self._asked: Suggested | None = None
        self._chosen = False
        """Whether this seat has answered the question in hand."""
        self._suggestion: Suggestion | None = None
        self._asked_to_accuse_again = not seat.read_rules().suggest_or_accuse
        self._has_suggested = False
        self._normalised: dict[tuple[str, str], dict[str, Any]] = {}
        hand = set(map(to_theirs, seat.hand))
        self._player = self._guarded("__init__", self._class, hand, seat.index + 1)
        if getattr(self._player, "hand", None) is None:
            self._note("__init__", "sets no self.hand")

    # -- what it hears --------------------------------------------------------------

    def observe(self, event: Event) -> None:
        """Tell the player each answer to a question, its own answers too."""
        if isinstance(event, Suggested):
            self._turn = event.turn
            self._asked, self._chosen = event, False
        elif isinstance(event, Passed | Showed) and self._asked:
            if event.seat == self._seat.index and not self._chosen:
                self._handle(self._asked.seat, self._asked.cards)
            self._hear_answer(self._asked, event)

    def _hear_answer(self, asked: Suggested, event: Passed | Showed) -> None:
        revealed = isinstance(event, Showed)
        suggestion = tuple(map(to_theirs, asked.cards))
        self._call("publicly_observe", asked.seat + 1, suggestion, event.seat + 1, revealed)
        if isinstance(event, Showed) and event.to == self._seat.index and event.card:
            self._call("secretly_observe", event.seat + 1, to_theirs(event.card))

    # -- what it decides ------------------------------------------------------------

    def accuse(self) -> Accusation | None:
        """Ask whether it is ready, and if so for the accusation."""
        if self._has_suggested:
            self._has_suggested = False
            return None
        ready = PlayerAnswer("ready_to_accuse", self._call("ready_to_accuse"))
        if not self._read(ready, ready.truth):
            return None
        accusation = PlayerAnswer("get_accusation", self._call("get_accusation"))
        return Accusation(*self._read(accusation, accusation.three))

    def move(self, options: MoveOptions) -> Place:
        """Ask for the suggestion, and go to its room."""
        self._turn = options.turn
        suggestion = PlayerAnswer("get_suggestion", self._call("get_suggestion"))
        self._suggestion = Suggestion(*self._read(suggestion, suggestion.three))
        return self._suggestion.room

    def suggest(self, room: Card) -> Suggestion | None:
        """Suggest what the player wanted to."""
        self._has_suggested = self._asked_to_accuse_again
        return self._suggestion

    def show(self, suggestion: Suggestion, cards: Sequence[Card]) -> Card:
        """Ask which card it shows."""
        assert self._asked is not None
        card = self._handle(self._asked.seat, suggestion)
        assert card is not None
        return card

    def _handle(self, suggester: int, suggestion: Suggestion) -> Card | None:
        """Ask the player what it shows; :class:`IllegalDecision` if it does not hold that."""
        self._chosen = True
        three = tuple(map(to_theirs, suggestion))
        answer = PlayerAnswer(
            "handle_suggestion", self._call("handle_suggestion", suggester + 1, three)
        )
        card: Card | None = self._read(answer, answer.card)
        held = [card for card in suggestion if card in self._seat.hand]
        if card not in held and (held or card):
            said = to_theirs(card).name if card else "None"
            raise (IllegalDecision if card in self._seat.hand else Lie)(
                f"handle_suggestion returned {said} when asked about {names_of(suggestion)}; "
                f"it holds {names_of(held) or 'none of them'}"
            )
        return card

    # -- the player object ----------------------------------------------------------

    def _call(self, method: str, *arguments: Any) -> Any:
        return self._guarded(method, lambda: getattr(self._player, method)(*arguments))

    def _guarded(self, method: str, call: Any, *arguments: Any) -> Any:
        """Return what ``call`` returns; an exception becomes an AgentFailure that says where."""
        try:
            return call(*arguments)
        except MemoryError:
            raise
        except BaseException as error:  # whatever a player does is its own loss
            raise AgentFailure("crash", f"{method}: {traced(error)}", trace_of(error)) from error

    def _read(self, answer: PlayerAnswer, read: Any) -> Any:
        """Return what ``read`` makes of an answer, and note what was overlooked."""
        meant = self._guarded_reading(answer, read)
        for what in answer.normalised:
            self._note(answer.method, what)
        return meant

    def _guarded_reading(self, answer: PlayerAnswer, read: Any) -> Any:
        try:
            return read()
        except IllegalDecision:
            raise
        except BaseException as error:  # the value may be anything a player made up
            raise AgentFailure("crash", f"{answer.method}: {described(error)}") from error

    def _note(self, method: str, what: str) -> None:
        note = {"turn": self._turn, "method": method, "normalised": what, "times": 0}
        self._normalised.setdefault((method, what), note)["times"] += 1

    def notes(self) -> list[dict[str, Any]]:
        """Return what was overlooked and how often; ``turn`` is when it first was."""
        return list(self._normalised.values())
