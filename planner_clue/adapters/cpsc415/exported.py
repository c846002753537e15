"""Our agents as players of the tournament, called by the tournament's own program.

The tournament shuffles the seats and does not reveal the order. The first player who answers this
player sits next to it. Before that, the agent's events name no other seat.
"""

import random
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from planner_clue.agents import base, built_in, settings
from planner_clue.agents.ladder import WeakThinker
from planner_clue.game.cards import SUSPECTS, Accusation, Card, Deck, Suggestion
from planner_clue.game.decisions import MoveOptions, Seat
from planner_clue.game.events import Event, Moved, Passed, Showed, Suggested
from planner_clue.support.atomic_writes import check_place
from planner_clue.support.errors import InputError, described

_DECK = Deck()
_ME, _PLAYERS = 0, 3
_SEED_BITS = 64


class ExportedPlayer:
    """Plays for a ``CluePlayer``: takes its calls, and answers with the tournament's cards.

    The agent has seat 0, and the others follow in the order in which they are asked. Its seed
    comes from Python's global generator, so seeding it repeats the game. If the agent fails, it
    prints one line on stderr and a simple player takes over, because the tournament ends when a
    player raises an exception.
    """

    def __init__(self, agent: str, hand: Iterable[Any], player_num: int, clue: Any) -> None:
        """Seat the registered ``agent``; ``clue`` is the tournament's own module."""
        self._name = agent
        self._number = player_num
        theirs = (*clue.suspects, *clue.weapons, *clue.rooms)
        self._theirs: dict[Card, Any] = {_ours(card): card for card in theirs}
        ours = [_ours(card) for card in hand]
        self._hand = tuple(sorted(ours, key=_DECK.position))
        self._order: list[int] = []
        """The player numbers clockwise from this one, as soon as they are known."""
        self._turn = 0
        self._asked: Suggested | None = None
        self._awaits_first_answer = False
        self._shown: Card | None = None
        self._accusation: Accusation | None = None
        self._simple = WeakThinker()
        self._agent: base.Agent | None = built_in.BUILT_IN[agent].load(settings.AgentSettings())()
        sizes, tokens = (len(self._hand),) * _PLAYERS, SUSPECTS[:_PLAYERS]
        seed, kinds = random.getrandbits(_SEED_BITS), _DECK.categories
        seat = Seat(_ME, self._hand, sizes, tokens, *kinds, "cpsc415", board=None, seed=seed)
        self._simple.begin(seat)
        self._ask(lambda agent: agent.begin(seat))

    def ready_to_accuse(self) -> bool:
        """Return whether the agent wants to accuse in this turn."""
        self._accusation = self._ask(lambda agent: agent.accuse())
        return self._accusation is not None

    def get_accusation(self) -> Any:
        """Return the accusation as a tuple of three Cards."""
        if self._accusation is None:
            self.ready_to_accuse()
        return self._three(self._accusation) if self._accusation else self.get_suggestion()

    def get_suggestion(self) -> Any:
        """Return the agent's suggestion as a tuple of three Cards."""

        def ask(agent: base.Agent) -> Suggestion | None:
            room = agent.move(MoveOptions.without_board(self._turn + 1, _DECK.rooms))
            return agent.suggest(Card(str(room)))  # it may have nothing to ask there

        return self._three(self._ask(ask) or self._simple.suggest(_DECK.rooms[0]))

    def handle_suggestion(self, suggesting_player_num: int, suggestion: Iterable[Any]) -> Any:
        """Return the card that the agent shows, or None if it has none of the three."""
        cards = Suggestion(*map(_ours, suggestion))
        if not self._order:  # nobody answered yet in this game, so this seat is asked first
            self._learn_order(suggesting_player_num, self._number)
        if self._follows(suggesting_player_num, self._number):
            self._hear_suggestion(suggesting_player_num, cards)
        held = [card for card in cards if card in self._hand]
        if not held:
            return None
        if len(held) == 1:
            self._shown = held[0]
        else:
            self._shown = self._ask(lambda agent: agent.show(cards, held))
        return self._theirs[self._shown]

    def publicly_observe(
        self,
        suggesting_player_num: int,
        suggestion: Iterable[Any],
        responding_player_num: int,
        revealed_a_card: bool,
    ) -> None:
        """Send the agent which player was asked, and whether that player showed a card."""
        if not self._order:
            self._learn_order(suggesting_player_num, responding_player_num)
        first = self._follows(suggesting_player_num, responding_player_num)
        if first and not self._awaits_first_answer:
            self._hear_suggestion(suggesting_player_num, Suggestion(*map(_ours, suggestion)))
        self._awaits_first_answer = False
        who, to = self._seat_of(responding_player_num), self._seat_of(suggesting_player_num)
        if not revealed_a_card:
            self._send(Passed(self._turn, who))
        elif to != _ME:  # this seat gets it together with the card
            self._send(Showed(self._turn, who, to, self._shown if who == _ME else None))

    def secretly_observe(self, responding_player_num: int, card: Any) -> None:
        """Send the agent the card that it was shown."""
        self._send(Showed(self._turn, self._seat_of(responding_player_num), _ME, _ours(card)))

    def _hear_suggestion(self, number: int, cards: Suggestion) -> None:
        """Send the agent a new suggestion, before any answer."""
        self._turn += 1
        self._awaits_first_answer = True
        self._shown = None
        who = self._seat_of(number)
        self._send(Moved(self._turn, who, cards.room))
        self._send(Suggested(self._turn, who, cards))

    def _learn_order(self, asking: int, first_answering: int) -> None:
        (third,) = {1, 2, 3} - {asking, first_answering}
        round_the_table = [asking, first_answering, third]
        me = round_the_table.index(self._number)
        self._order = round_the_table[me:] + round_the_table[:me]

    def _seat_of(self, number: int) -> int:
        return self._order.index(number)

    def _follows(self, asking: int, answering: int) -> bool:
        return self._seat_of(answering) == (self._seat_of(asking) + 1) % _PLAYERS

    def _three(self, cards: Iterable[Card]) -> tuple[Any, ...]:
        return tuple(self._theirs[card] for card in cards)

    def _send(self, event: Event) -> None:
        self._simple.observe(event)
        if self._agent:
            self._ask(lambda agent: agent.observe(event))

    def _ask(self, ask: Callable[[base.Agent], Any]) -> Any:
        """Ask the agent; report a failure once, and do not ask again."""
        if self._agent is not None:
            try:
                return ask(self._agent)
            except Exception as error:  # a tournament must not end because of one player
                self._agent, reason = None, f"plays on simply: {described(error)}"
                who = f"planner-clue: {self._name}, player {self._number}"
                print(f"{who}, {reason}", file=sys.stderr)  # noqa: T201 - in somebody else's program
        return ask(self._simple)


def _ours(card: Any) -> Card:
    return _DECK.parse(card[0])


EXPORTED = ("planner", "exact", "ladder-1", "ladder-2")

_TEMPLATE = Path(__file__).with_name("exported_player.txt")


def player_files(agents: Iterable[str] = EXPORTED) -> dict[str, str]:
    """Return the text of each agent's player file, by file name."""
    files, text = {}, _TEMPLATE.read_text(encoding="utf-8")
    for agent in agents:
        identifier = agent.replace("-", "_")
        name = f"{identifier}_CluePlayer"
        files[f"{name}.py"] = text.format(agent=agent, name=name, identifier=identifier)
    return files


def write_players(folder: Path, *, force: bool = False) -> list[Path]:
    """Write the player files into ``folder``, created if missing; return their paths.

    Raises :class:`InputError`, before anything is written, if a file exists with another content,
    unless ``force``.
    """
    files = {folder / name: text for name, text in player_files().items()}
    check_place(folder, "")
    for path, text in files.items():
        if path.is_dir():
            raise InputError(f"{path} is a folder; expected to write a file there")
        if path.exists() and not force and path.read_bytes() != text.encode():
            raise InputError(f"{path} exists with other content; expected a new folder, or --force")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in files.items():
            path.write_bytes(text.encode())
    except OSError as error:
        raise InputError(f"{folder} cannot be written to: {error.strerror}") from error
    return list(files)
