"""``python -m benchmarks.constants``: are the constants of belief and outlook still the best?

Each constant is halved and doubled (a probability of a style: its odds), and all others stay.
``evidence FOLDER...`` reads recorded matches of the planner, and prints the bits that its belief
lacks of the real case file, with each constant of :mod:`planner_clue.belief.styles`. ``outlook
FOLDER`` plays the planner against two ``exact`` with each constant of
:class:`planner_clue.planner.outlook.Parameters`, always with the same deals, and prints the
difference of the win rate. Intervals are 95 % intervals, by games or by deals. A constant is to be
changed if an interval is on one side of 0, and stays there with a seed that is named before.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import fmean

from benchmarks.evidence import heard
from benchmarks.strength import Row, paired
from planner_clue.belief import styles
from planner_clue.match.intervals import mean_interval
from planner_clue.planner.clue_planner import CluePlanner
from planner_clue.planner.domains import NewModel
from planner_clue.planner.follow_ups import FollowUpModel
from planner_clue.planner.model import Model
from planner_clue.planner.outlook import Parameters
from planner_clue.planner.planner_agent import PlannerAgent

OF_STYLES = (
    "SWITCHING",
    "GREEDY_WEIGHT",
    "DOUBT",
    "PERSEVERATION_WEIGHT",
    "PRIOR_DISCOUNT",
    "SHARED",
)
OF_OUTLOOK = ("guess", "room_guess", "uncertainty", "bluff", "survival")
FACTORS = {"half": 0.5, "double": 2.0}


def bits_lacking(folders: list[Path]) -> list[float]:
    """Return the bits that the belief lacks on average over the turns of each game."""
    games = (listener.lacks for folder in folders for listener in heard(folder))
    return [fmean(bits for _, bits in lacks) for lacks in games if lacks]


def of_evidence(folders: list[Path]) -> Iterator[str]:
    """Yield the table of the constants of styles."""
    as_it_is = bits_lacking(folders)
    yield f"as it is: {fmean(as_it_is):.3f} bits, {len(as_it_is)} games"
    yield "| constant | value | difference in bits, 95 % |"
    yield "|---|---:|---|"
    for name in OF_STYLES:
        value = getattr(styles, name)
        for factor in FACTORS.values():
            is_probability = value < 1
            other = factor * value / (1 + (factor - 1) * value * is_probability)
            setattr(styles, name, other)
            gains = [a - b for a, b in zip(bits_lacking(folders), as_it_is, strict=True)]
            low, high = mean_interval(gains)
            words = f"{fmean(gains):+.3f}, {low:+.3f} to {high:+.3f}"
            yield f"| {name} | {other:.3g} | {words} |"
        setattr(styles, name, value)


def changed(name: str, factor: float) -> type[PlannerAgent]:
    """Return the planner with one constant of the outlook multiplied."""
    parameters = replace(Parameters(), **{name: factor * getattr(Parameters, name)})

    class Changed(CluePlanner):
        def new_model(self, new_model: NewModel) -> Model:
            """Return a model with the changed constant."""
            del new_model
            return FollowUpModel(self.board, self.rules, parameters)

    return type(f"{name}_{factor:g}", (PlannerAgent,), {"kind": Changed})


CHANGED = {
    f"{name}_{word}": changed(name, factor)
    for name in OF_OUTLOOK
    for word, factor in FACTORS.items()
}
"""The planner with each constant of the outlook halved and doubled, by name."""
globals().update(CHANGED)


def of_outlook(folder: Path, games: int, seed: int) -> Iterator[str]:
    """Play what is missing, and yield the table of the constants of the outlook."""
    yield "| constant | board | games | as it is | difference, 95 % |"
    yield "|---|---|---:|---:|---|"
    for board in ("classic", "huji"):
        usual = Row(f"usual-{board}", ("exact", "exact"), board, games=games)
        usual.play(folder, seed)
        for name in CHANGED:
            row = usual._replace(name=f"{name}-{board}", agent=f"benchmarks/constants.py:{name}")
            row.play(folder, seed)
            runs, before = row.read(folder), usual.read(folder)
            assert runs is not None
            assert before is not None
            yield f"| {name} | {board} | {' | '.join(paired(runs, before))} |"


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.constants", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("what", choices=("evidence", "outlook"))
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="games of a match")
    parser.add_argument("--seed", type=int, default=4301, help="of the matches")
    options = parser.parse_args()
    is_evidence = options.what == "evidence"
    plays = of_outlook(options.folders[0], options.games, options.seed)
    for line in of_evidence(options.folders) if is_evidence else plays:
        print(line, flush=True)


if __name__ == "__main__":
    main()
