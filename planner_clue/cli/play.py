"""``planner-clue play``: a person plays against agents, in a browser or in the terminal."""

from pathlib import Path
from secrets import randbits

import typer

from planner_clue.api.game_record import read_record
from planner_clue.board import board_or_none
from planner_clue.cli import options, output
from planner_clue.cli.options import flag, integer, option
from planner_clue.errors import InputError
from planner_clue.play.continuation import from_record
from planner_clue.play.played_game import PlayedGame, new_game, resumed_game
from planner_clue.play.saved_game import PERSON, PlayConfig, seated, seats_of
from planner_clue.table.rules import default_rules, parse_rules

_DEFAULT_OPPONENTS, _DEFAULT_SEAT, _DEFAULT_BOARD = "planner,bn2", "scarlett", "classic"


def play(
    against: str | None = option("A,B[,...]", f"2 to 5 opponents; default: {_DEFAULT_OPPONENTS}."),
    seat: str | None = option("SEAT", "Your seat: a number, or a suspect; default: scarlett."),
    seats: str | None = option(
        "A,B,C[,...]",
        "Instead of --against and --seat: who plays each seat, agents and people. People with "
        "names have a page each, as in ann,bob,planner; me and other share this screen.",
    ),
    board: str | None = option("NAME|FILE|none", f"A board, or none; default: {_DEFAULT_BOARD}."),
    rules: str | None = option("RULES", "Rules, as for match; default: huji on huji, or standard."),
    seed: int | None = integer(None, "Deals the same cards again; it is never shown.", metavar="S"),
    save: Path | None = option("FILE", "File of the game, in the end its record; default: new."),
    by_hand: bool = flag("--by-hand", "Keep the notebook by hand; in the end it is checked."),
    resume: Path | None = option("FILE", "Go on with the game in this file."),
    played: Path | None = option(
        "FILE|DIR",
        "Try again: play a recorded game on, in the seat of --seat, from after --event events; the "
        "file or folder of a match, or of a game that is over.",
        "--from",
    ),
    game_number: options.GameNumber = None,
    event: int | None = integer(None, "Number of events before you play; default: 0, the start."),
    terminal: bool = flag("--terminal", "Play here, without a browser."),
    host: options.Host = None,
    port: options.Port = None,
    no_browser: bool = flag("--no-browser", "Print the address and open no browser."),
) -> None:
    """Play against agents.

    A page opens in the browser: click squares, rooms and cards. It keeps your notebook, gives
    hints, and says why something is certain. The page comes from this machine and can be reached
    from this machine only, without --host. Ctrl-C ends it; the game is saved after every step.

    With --seats several people play: each on a phone or screen of its own, or at one screen, which
    is covered between their turns.

    Example: planner-clue play --host 0.0.0.0 --seats ann,bob,planner
    """
    if terminal:
        why = " with --terminal; expected only one: the terminal needs no page"
        options.check_absent(why, port=port, host=host, no_browser=no_browser or None)
    number = output.checked_host(host)
    if seats is not None:
        why = f" with --seats {seats}; expected only one: --seats names all"
        options.check_absent(why, against=against, seat=seat)
    if resume is not None:
        options.check_absent(f" with --resume {resume}; expected only one", **{"from": played})
        options.check_absent(
            " with --resume; expected one: the file says it all",
            against=against,
            seat=seat,
            seats=seats,
            board=board,
            rules=rules,
            seed=seed,
            save=save,
            by_hand=by_hand or None,
        )
        game = resumed_game(resume)
    elif played is not None:
        why = f" with --from {played}; expected one: the record says it all"
        options.check_absent(why, against=against, seats=seats, board=board, rules=rules, seed=seed)
        record = read_record(played, game_number).data
        config, steps = from_record(record, options.checked_seat(record, seat or "0"), event or 0)
        game = new_game(config, save or Path(), steps, by_hand=by_hand)
    else:
        options.check_absent("; expected with --from FILE", game=game_number, event=event)
        people: tuple[str, ...] = ()
        agents = seated(against or _DEFAULT_OPPONENTS, seat or _DEFAULT_SEAT)
        if seats is not None:
            agents, people = seats_of(seats)
        if terminal and agents.count(PERSON) > 1:
            raise InputError(f"--seats {seats} with --terminal; expected one person in a terminal")
        played_on = board_or_none(board or _DEFAULT_BOARD)
        played_by = parse_rules(rules) if rules else default_rules(played_on)
        seed = randbits(53) if seed is None else seed
        config = PlayConfig(agents, seed, played_on, played_by, people)
        game = new_game(config, save or Path(), by_hand=by_hand)
    if terminal and len(game.config.persons) > 1:
        game.close()
        raise InputError(f"--resume {resume} with --terminal; expected a game of one person")
    if terminal:
        from planner_clue.cli.play_terminal import play_in_terminal

        play_in_terminal(game)
    else:
        _serve(game, port, number, no_browser=no_browser)


def _serve(game: PlayedGame, port: int | None, host: str, *, no_browser: bool) -> None:
    from planner_clue.play.server import BOARD, PlayServer

    try:
        server = PlayServer(game, port, host)
    except InputError:
        game.discard()
        raise
    typer.echo(f"The game is saved in {game.file.path} after every step; Ctrl-C ends this.")
    people = filter(None, game.config.people)
    labels = {str(number): f"{name} plays at" for number, name in enumerate(people, 1)}
    labels |= {"": "Play at", BOARD: "The board alone, for a screen that all see, at"}
    output.print_addresses(server.addresses, labels, server.is_open)
    server.run(open_browser=not no_browser)
    typer.echo(server.game.farewell())
