"""A board to play on: the map as a graph, and as bitboards for speed; positions of the tokens.

A *bitboard* is a set of squares as one integer: square (x, y) is bit ``y * (width + 1) + x``. A
step shifts all bits at once; the spare column keeps it from the next row.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from planner_clue.game.board.map import HALLWAY, BoardMap, Place, Room, Square, parse_map
from planner_clue.game.cards import Card, Deck
from planner_clue.support.errors import BoardError

if TYPE_CHECKING:
    import networkx as nx

Bitboard: TypeAlias = int
"""A set of squares as the bits of an integer."""


def place_in_words(place: Place) -> str:
    """Return a room's name, or a square as people write it: ``square 7,5``."""
    return place if isinstance(place, str) else f"square {place[0]},{place[1]}"


class Reach(NamedTuple):
    """Places that a token can reach with one roll."""

    rooms: tuple[Card, ...]
    """The rooms it may end in, without the one it starts in, in board order."""
    squares: Bitboard
    """The hallway squares it may end on. If it starts on one, that is among them."""


class Board:
    """A board: its rooms, its hallway squares, and the distances between them.

    >>> clue.load_board("classic")
    <Board classic: 9 rooms, 25 x 25>
    """

    def __init__(self, board_map: BoardMap) -> None:
        self.map = board_map
        self.name = board_map.name
        # All players on this board share it: read-only, so that none can change it for the others.
        self.rooms: Mapping[Card, Room] = MappingProxyType({r.name: r for r in board_map.rooms})
        passages = {room.name: room.passage for room in board_map.rooms if room.passage}
        self.passages: Mapping[Card, Card] = MappingProxyType(passages)
        self.starts: Mapping[Card, Square] = MappingProxyType(board_map.starts)
        self._stride = board_map.width + 1
        self._hallway = self.bitboard(board_map.squares(HALLWAY))
        self._cells = {r.name: self.bitboard(r.cells) for r in board_map.rooms}
        self._fronts = {r.name: self.bitboard(d.front for d in r.doors) for r in board_map.rooms}

    @classmethod
    def of_cards(cls, deck: Deck) -> "Board":
        """Return the cards of a table without a board."""
        rooms = tuple(Room(room, "", (), (), None) for room in deck.rooms)
        return cls(BoardMap("none", (), rooms, {}, "", 1, deck))

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.rooms)} rooms, {self.map.width} x {self.map.height}>"

    def __bool__(self) -> bool:
        """Whether it has squares; without them, it only says which cards are in play."""
        return bool(self.map.rows)

    def _repr_svg_(self) -> str:
        return Position(self, self.starts).svg()

    @cached_property
    def deck(self) -> Deck:
        """The deck for this board; its room cards are the rooms of the board, in board order."""
        return self.map.deck

    def is_on_map(self, square: Square) -> bool:
        """Return whether the square is on the map; only these squares have a bit."""
        return 0 <= square[0] < self.map.width and 0 <= square[1] < self.map.height

    def bit(self, square: Square) -> Bitboard:
        """Return the bitboard of this one square, which must be on the map."""
        return 1 << (square[1] * self._stride + square[0])

    def bitboard(self, squares: Iterable[Square]) -> Bitboard:
        """Return the bitboard of these squares, which must be on the map."""
        bits = 0
        for square in squares:
            bits |= self.bit(square)
        return bits

    def squares_in(self, bitboard: Bitboard) -> Iterator[Square]:
        """Yield the squares of a bitboard, row by row from the top left."""
        while bitboard:
            lowest = bitboard & -bitboard
            y, x = divmod(lowest.bit_length() - 1, self._stride)
            yield x, y
            bitboard ^= lowest

    def reach(
        self,
        origin: Place,
        steps: int,
        occupied: Bitboard = 0,
        *,
        open_rooms: bool = False,
        whole_roll: bool = False,
    ) -> Reach:
        """Return the places within ``steps`` steps of ``origin`` (rule 5).

        Tokens on ``occupied`` squares block them. With ``open_rooms``, a token can enter a room
        from any side and walk through it (the rule set ``huji``).
        With ``whole_roll``, squares are reached in exactly so many steps.
        """
        free = self._hallway & ~occupied
        if open_rooms:
            cells = self._cells
            start = cells[origin] if isinstance(origin, str) else self.bit(origin)
            everywhere = free | sum(cells.values()) & ~occupied
            _, reached = self._flood(start, steps, everywhere)
            rooms = tuple(room for room in cells if cells[room] & reached and room != origin)
            reached = self._exactly(start, steps, everywhere) if whole_roll else reached
            return Reach(rooms, reached & self._hallway)
        if isinstance(origin, str):
            reached = self._fronts[origin] & free
            steps -= 1
        else:
            reached = self.bit(origin)
        start = reached
        before_last, reached = self._flood(start, steps, free)
        fronts = self._fronts
        rooms = tuple(room for room in fronts if fronts[room] & before_last and room != origin)
        return Reach(rooms, self._exactly(start, steps, free) if whole_roll else reached)

    def _exactly(self, reached: Bitboard, steps: int, free: Bitboard) -> Bitboard:
        """Return the squares at which a walk of ``steps`` steps from ``reached`` may end."""
        for _ in range(steps):
            stride = self._stride
            reached = (reached << 1 | reached >> 1 | reached << stride | reached >> stride) & free
        return reached

    def _flood(self, reached: Bitboard, steps: int, free: Bitboard) -> tuple[Bitboard, Bitboard]:
        """Return the squares within ``steps - 1`` and within ``steps`` of ``reached``."""
        stride, before = self._stride, 0
        for _ in range(steps):
            before = reached
            reached |= (reached << 1 | reached >> 1 | reached << stride | reached >> stride) & free
            if reached == before:
                break
        return before, reached

    @cached_property
    def graph(self) -> "nx.Graph[Any]":
        """The board as a networkx graph.

        Nodes have the ``kind`` ``hallway`` (squares) or ``room`` (names), edges ``step``, ``door``
        or ``passage``.
        """
        import networkx as nx

        graph: nx.Graph[Any] = nx.Graph(name=self.name)
        hallway = self.map.squares(HALLWAY)
        graph.add_nodes_from(hallway, kind="hallway")
        graph.add_nodes_from(self.rooms, kind="room")
        for x, y in hallway:
            for neighbour in ((x + 1, y), (x, y + 1)):
                if neighbour in graph:
                    graph.add_edge((x, y), neighbour, kind="step")
        for room in self.rooms.values():
            graph.add_edges_from(((room.name, door.front) for door in room.doors), kind="door")
        graph.add_edges_from(self.passages.items(), kind="passage")
        return graph

    @cached_property
    def pips(self) -> dict[Card, dict[Card, int]]:
        """For each room, the steps to each other room that can be reached by doors and hallway."""
        table: dict[Card, dict[Card, int]] = {}
        for room in self.rooms.values():
            away = self._steps_from(door.front for door in room.doors)
            table[room.name] = {n: 1 + steps for n, steps in away.items() if n != room.name}
        return table

    def pips_from(self, square: Square) -> dict[Card, int]:
        """Return the steps from a hallway square into each room, counted as in :attr:`pips`."""
        return self._steps_from([square])

    def _steps_from(self, squares: Iterable[Square]) -> dict[Card, int]:
        import networkx as nx

        hallway = self.graph.subgraph(n for n in self.graph if not isinstance(n, str))
        away = nx.multi_source_dijkstra_path_length(hallway, set(squares))
        return {
            room.name: 1 + min(int(away[d.front]) for d in room.doors if d.front in away)
            for room in self.rooms.values()
            if any(door.front in away for door in room.doors)
        }


def check_reachable(board: Board) -> None:
    """Raise :class:`BoardError` if a token can never get to one of the rooms."""
    far = board.map.width * board.map.height
    for suspect, start in board.starts.items():
        reached, left = set[Card](), list(board.reach(start, far).rooms)
        while left:
            room = left.pop()
            if room not in reached:
                reached.add(room)
                left += [*board.reach(room, far).rooms, board.passages.get(room, room)]
        for name in board.rooms:
            if name not in reached:
                x, y = board.rooms[name].cells[0]
                raise BoardError(
                    f"{board.map.first_line + y}:{x + 1}: unreachable room {name}: "
                    f"no way leads there from the start of {suspect} at {list(start)}"
                )


def board_from_toml(toml: str, source: str = "board") -> Board:
    """Return the board of a TOML text, the same for the same text; raises :class:`BoardError`."""
    try:
        return _board_from_toml(toml)
    except BoardError as error:
        raise BoardError(f"{source}:{error}") from None


@lru_cache(maxsize=32)
def _board_from_toml(toml: str) -> Board:
    board = Board(parse_map(toml))
    check_reachable(board)
    return board


@dataclass(frozen=True)
class Position:
    """A board with the tokens on it; notebooks show it as a picture.

    >>> clue.Position.start(clue.load_board("classic")).tokens["scarlett"]
    (16, 0)
    """

    board: Board
    tokens: Mapping[Card, Place]
    """The place of each suspect's token; tokens that left the board are missing."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tokens", MappingProxyType(dict(self.tokens)))

    @classmethod
    def start(cls, board: Board) -> "Position":
        """Return the position before the first turn."""
        return cls(board, board.starts)

    def reach(self, suspect: Card, steps: int, *, open_rooms: bool = False) -> list[Place]:
        """Return the places that a token can reach past the others; see :meth:`Board.reach`."""
        here = self.tokens[suspect]
        others = self.board.bitboard(
            place for place in self.tokens.values() if not isinstance(place, str) and place != here
        )
        reach = self.board.reach(here, steps, others, open_rooms=open_rooms)
        return [*reach.rooms, *self.board.squares_in(reach.squares)]

    def svg(self, *, reach: Iterable[Place] = (), **more: Any) -> str:
        """Return the position as SVG; ``more`` are arguments of :func:`planner_clue.board_svg`."""
        from planner_clue.game.board.drawing import board_svg  # an agent's process draws nothing

        return board_svg(self.board, self.tokens, reach=reach, **more)

    def _repr_svg_(self) -> str:
        return self.svg()
