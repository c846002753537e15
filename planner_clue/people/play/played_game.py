"""A game of a person against agents, saved after every step."""

import json
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from secrets import randbits
from typing import Any

from planner_clue.agents.settings import AgentSettings
from planner_clue.game.decisions import Seat
from planner_clue.game.events import Event
from planner_clue.game.record import record_line, write_record
from planner_clue.match.play import planner_timed_out
from planner_clue.people.play.choices import choose
from planner_clue.people.play.course import NOBODY, Course, GameStep
from planner_clue.people.play.notebook import HandNotes
from planner_clue.people.play.opponents import Opponents, played_on
from planner_clue.people.play.saved_game import GAME, PlayConfig, SavedGame, read_saved
from planner_clue.support.errors import InputError, shown
from planner_clue.view import wording


class PlayedGame:
    """The course of a game, the other seats, and the file; only ``others.next_step`` takes long."""

    def __init__(
        self,
        others: Opponents,
        file: SavedGame,
        steps: tuple[GameStep, ...] = (),
        notes: Mapping[int, HandNotes] | None = None,
    ) -> None:
        """Begin a game, or go on after ``steps``; may raise :class:`RecordError`."""
        self.config = config = others.config
        self.file = file
        self.all_notes = dict(notes or {}) or {
            seat: HandNotes(config.deck, len(config.agents)) for seat in config.persons
        }
        """The notes by hand of each person, by seat."""
        self.course = Course(lambda: config.new_game()[0], config.persons, config.given)
        self.others = others
        others.follow(steps)
        for step in steps:
            self.course.take(step)
        self.course.break_silence()
        table = self.course.table
        self._views = {seat: table.seat_view(seat, 0) for seat in config.persons}
        self.viewer = min(config.persons)  # the person who looks at a shared screen
        self._is_sealed = config.shares_screen
        self.record: dict[str, Any] | None = None
        self.save()

    def view_of(self, seat: int) -> Seat:
        """Return a person's view before the first turn; its seed is 0. Nobody has no cards."""
        if seat == NOBODY:
            return replace(self._views[self.viewer], index=NOBODY, hand=())
        return self._views[seat]

    @property
    def seat_view(self) -> Seat:
        """The viewer's view before the first turn."""
        return self.view_of(self.viewer)

    @property
    def is_covered(self) -> bool:
        """Whether nobody may see a hand now: the game waits for another person than the viewer."""
        waits = self.course.next_person not in (None, self.viewer)
        return self.config.shares_screen and not self.is_over and (self._is_sealed or waits)

    def uncover(self, seat: Any) -> None:
        """Show the game to whom it waits for; raises :class:`InputError` for another."""
        if seat is None or seat != self.course.next_person:
            raise InputError(f"seat {shown(seat)}; expected the seat that the game waits for")
        self.viewer, self._is_sealed = seat, False

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.course.is_over

    def seen(self, seat: int | None = None) -> list[Event]:
        """Return every event that a seat, or the viewer, may know of, as it may see it."""
        seat = self.viewer if seat is None else seat
        return self.course.table.seen_events(seat, self.course.known_events(seat))

    @property
    def names(self) -> list[str]:
        """The suspect of each seat and its agent; of a person with a name that and the suspect."""
        tokens, config = self.seat_view.tokens, self.config
        return [
            f"{name} ({config.agents[seat] if name == tokens[seat] else tokens[seat]})"
            for seat, name in enumerate(config.called)
        ]

    def ending(self) -> list[str]:
        """Return how the game ended, and who had which cards: when it is over, all may know."""
        table = self.course.table
        if table.result is None or not self.is_over:
            return []
        hands = zip(self.names, table.deal.hands, strict=True)
        return [
            wording.ending(table.result, self.names),
            f"In the case file: {', '.join(table.deal.case_file)}.",
            *(f"{name} had {', '.join(hand)}." for name, hand in hands),
        ]

    def farewell(self) -> str:
        """Return in one line how to come back to the game, or to its record."""
        path = self.file.path
        if self.is_over:
            return f"The record of the game is in {path}: planner-clue replay {path}"
        return f"The game is saved: planner-clue play --resume {path}"

    def choose(self, choice: Any, seat: int | None = None) -> None:
        """Carry out a choice of a seat's person, by default the viewer, and save; may refuse it."""
        choose(self.course, choice, self.viewer if seat is None else seat)
        self.save()

    def undo(self, seat: int | None = None) -> None:
        """Take the last decision of a seat, or of the viewer, back, and save."""
        self.course.undo(self.viewer if seat is None else seat)
        self.save()

    def take(self, step: GameStep) -> None:
        """Do what another seat or chance does, and save."""
        self.course.take(step)
        self.save()

    def break_silence(self) -> None:
        """Let the person hear the answers to a suggestion, and save: they may end the game."""
        self.course.break_silence()
        self.save()

    def one_more(self) -> None:
        """Let the others do one thing more, in a game that does not wait for the person."""
        if self.course.is_quiet:
            self.break_silence()
        else:
            self.take(self.others.next_step(self.course.steps))

    def save(self) -> None:
        """Write the file: the game as it is, or its record when it is over."""
        if not self.is_over:
            self.file.write(self.config, self.course.steps, self.all_notes)
        elif self.record is None:
            self.record = self._record()
            self.file.replace(record_line(self.record))

    def _record(self) -> dict[str, Any]:
        self.others.follow(self.course.steps)
        notes = self.others.notes()
        record = write_record(
            self.course.table,
            game=GAME,
            seed=self.config.seed,
            agents=self.config.agents,
            settings=AgentSettings().to_json(),
            notes=notes,
            failures=[step.fault for step in self.course.steps if step.fault],
            planner_timed_out=planner_timed_out(notes),
        )
        for row, name in zip(record["seats"], self.config.people, strict=False):
            if name:
                row["name"] = name
        return dict(json.loads(record_line(record)))

    def discard(self) -> None:
        """Close a game that could not begin, and leave no file of it if it is a new one."""
        self.close()
        if not self.course.steps:
            self.file.path.unlink()

    def close(self) -> None:
        """End the agents' processes, and let others have the file."""
        self.others.close()
        self.file.close()


def new_game(
    config: PlayConfig, path: Path, steps: Sequence[GameStep] = (), *, by_hand: bool = False
) -> PlayedGame:
    """Begin a game after ``steps``, in a new file; raises :class:`InputError`, with no file made.

    In a folder the file gets a free name.
    """
    config.check()
    if path.exists() and not path.is_dir():
        raise InputError(f"--save {path} exists; expected a new file, or --resume {path}")
    if not path.parent.is_dir():
        raise InputError(f"--save {path}; expected a file in a folder that exists")
    with ExitStack() as undone:
        others = Opponents(config)
        undone.callback(others.close)
        if path.is_dir():  # chosen last: another program may begin a game at the same time
            path = default_file(path)
        file = SavedGame(path)
        undone.callback(path.unlink)
        undone.callback(file.close)
        players = len(config.agents)
        notes = {seat: HandNotes(config.deck, players, by_hand) for seat in config.persons}
        game = PlayedGame(others, file, tuple(steps), notes)
        undone.pop_all()
    return game


def another_game(
    last: PlayedGame, own: int, seat: Any = None, event: Any = None, *, by_hand: bool = False
) -> PlayedGame:
    """Begin a game after one that is over, in a new file beside its file.

    It has new cards; or, with ``seat``, the same, and the person of seat ``own`` changes places
    with that seat; or, with ``event``, it is the same game from there on. Raises
    :class:`InputError`.
    """
    config, steps = last.config, tuple[GameStep, ...]()
    if not last.is_over:
        raise InputError("the game is not over; expected to begin another one then")
    if event is not None:
        config, steps = played_on(config, last.course.table.deal, last.course.steps, event)
    elif seat is None:
        config = replace(config, seed=randbits(53), deal=None, given=0)
    else:
        places = list(range(len(config.agents)))
        if seat not in places or seat in config.persons or own not in config.persons:
            raise InputError(f"seat {shown(seat)}; expected the seat of an agent")
        places[own], places[seat] = seat, own
        both = config.agents, config.people
        agents, people = (tuple(who[place] for place in places if who) for who in both)
        config = replace(config, agents=agents, people=people, given=0)
    return new_game(config, last.file.path.parent, steps, by_hand=by_hand)


def resumed_game(path: Path) -> PlayedGame:
    """Go on with the game of a file, or raise :class:`InputError`, the file as it is."""
    try:
        read_saved(path)  # refused before the file is touched
        with ExitStack() as undone:
            file = SavedGame(path)
            undone.callback(file.close)
            config, steps, notes = read_saved(path)
            others = Opponents(config)
            undone.callback(others.close)
            game = PlayedGame(others, file, steps, notes)
            undone.pop_all()
    except InputError as error:
        place = "" if str(path) in str(error) else f"{path}: "
        raise InputError(f"--resume {place}{error}") from error
    return game


def default_file(folder: Path) -> Path:
    """Return the name of a file for a new game, after the time of day."""
    name = f"clue-{datetime.now().astimezone():%Y-%m-%d-%H%M}"
    paths = (folder / f"{name}{end}.json" for end in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(path for path in paths if not path.exists())
