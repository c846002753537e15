"""A player for the Speed Clue contest: it suggests the first cards that it has not seen.

Arguments before the identifier and the port are statements that it runs before each answer.
"""

import socket
import sys
from itertools import chain, product

KINDS = ("Gr Mu Pe Pl Sc Wh", "Ca Kn Pi Re Ro Wr", "Ba Bi Co Di Ha Ki Li Lo St")
if __name__ == "__main__":
    *fault, identifier, port = sys.argv[1:]
    match = socket.create_connection(("localhost", int(port)))
    match.sendall(f"{identifier} alive".encode())
    me, proved = -1, None
    hand: list[str] = []
    seen: set[str] = set()
    made: set[tuple[str, ...]] = set()
    while message := match.recv(256).decode():
        name, *words = message.split()
        answer = "ok"
        if name == "reset":
            me, hand, seen, made, proved = int(words[1]), words[2:], set(words[2:]), set(), None
        elif name == "suggest":
            unseen = [[c for c in kind.split() if c not in seen] or kind.split() for kind in KINDS]
            possible = chain(product(*unseen), product(*map(str.split, KINDS)))
            made.add(mine := next(three for three in possible if three not in made))
            answer = f"suggest {' '.join(mine)}"
        elif name == "suggestion" and int(words[0]) == me:
            seen |= set(words[5:])
            proved = words[1:4] if words[4] == "-" and not set(words[1:4]) & set(hand) else proved
        elif name == "disprove":
            answer = f"show {next(card for card in words[1:] if card in hand)}"
        elif name == "accuse":
            answer = f"accuse {' '.join(proved)}" if proved else "-"
        for statement in fault:
            exec(statement)
        match.sendall(answer.encode())
