"""Pack what students get, or what Gradescope gets; from the top folder of the project.

``python coursework/teacher/pack.py handout`` writes ``handout.zip``, without this folder;
``python coursework/teacher/pack.py autograder 1-domain`` writes ``autograder.zip``, with a third
argument with the hidden cases of that folder, which ``grade --draw-cases`` wrote.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from zipfile import ZIP_DEFLATED, ZipFile

HERE = Path(__file__).resolve().parent
COURSEWORK = HERE.parent
NEEDS = {
    "8-landmarks": ("2-heuristics/heuristic_checks.py",),
    "10-mission": ("3-monitor/monitor_checks.py",),
    "11-own-runs": ("9-uncertainty/game.py",),
}
"""Files of other exercises that an exercise is graded with."""
PROJECT = COURSEWORK.parent
INSTALLED = ("pyproject.toml", "constraints.txt", "README.md", "LICENSE", "CHANGELOG.md")
INSTALLED += ("planner_clue", "board", "pddl")
"""What it takes to install planner-clue."""
ABOUT_HANDOUT = """\
# planner-clue, for coursework

A classical planner that plays Clue (Cluedo), and exercises with it. Begin with
[coursework/README.md](coursework/README.md): it says how to install planner-clue and how to grade
what you wrote.

`docs/` describes the program, `docs/rules.md` the game. Where these pages say `make ...`, they
speak of the whole project, which has a Makefile and tests; nothing in the exercises needs them.
"""


def files(*names: Path) -> Iterator[Path]:
    """Yield all files of some files and folders, but for hidden ones and caches of Python."""
    for name in names:
        for path in sorted([name, *name.rglob("*")]):
            inside = path.relative_to(name).parts
            is_stray = any(part == "__pycache__" or part.startswith(".") for part in inside)
            if path.is_file() and not is_stray:
                yield path


def handout() -> Iterator[tuple[str, Path]]:
    """Yield what students get, with its names in the archive."""
    secret = (HERE, COURSEWORK / "autograder")
    for path in files(
        *(PROJECT / name for name in (*INSTALLED, ".dockerignore", "docs")), COURSEWORK
    ):
        if path != PROJECT / "README.md" and not any(map(path.is_relative_to, secret)):
            yield f"planner-clue/{path.relative_to(PROJECT)}", path


def autograder(exercise: str, hidden: Path | None = None) -> Iterator[tuple[str, Path]]:
    """Yield what Gradescope gets for one exercise, but for the file that names it."""
    own = [COURSEWORK / "graders", COURSEWORK / exercise, *([] if hidden else [HERE / exercise])]
    own += [COURSEWORK / name for name in NEEDS.get(exercise, ())]
    for path in files(*(PROJECT / name for name in INSTALLED), *own):
        yield str(path.relative_to(PROJECT)), path
    for path in files(hidden) if hidden else ():
        yield f"coursework/teacher/{exercise}/hidden/{path.relative_to(hidden)}", path
    for path in files(COURSEWORK / "autograder"):
        yield path.name, path


def main() -> None:
    """Write the archive that is asked for into the working folder."""
    match sys.argv[1:]:
        case ["handout"]:
            _write(Path("handout.zip"), handout(), {"planner-clue/README.md": ABOUT_HANDOUT})
        case ["autograder", exercise] if (COURSEWORK / exercise / "exercise.toml").is_file():
            _write(Path("autograder.zip"), autograder(exercise), _named(exercise))
        case ["autograder", exercise, hidden] if (
            COURSEWORK / exercise / "exercise.toml"
        ).is_file():
            if not any(Path(hidden).glob("*.toml")):
                sys.exit(f"{hidden}: no case in it; expected one that grade --draw-cases wrote")
            packed = autograder(exercise, Path(hidden))
            _write(Path("autograder.zip"), packed, _named(exercise))
        case _:
            known = sorted(path.parent.name for path in COURSEWORK.glob("*/exercise.toml"))
            sys.exit(f"expected handout, or autograder and one of {', '.join(known)}")


def _named(exercise: str) -> dict[str, str]:
    """Return the files that name the exercise, and the secret; that of an older archive stays."""
    older = Path("autograder.zip")
    secret = ZipFile(older).read("secret").decode() if older.is_file() else f"{token_hex()}\n"
    return {"exercise": f"{exercise}\n", "secret": secret}


def _write(archive: Path, named: Iterator[tuple[str, Path]], texts: dict[str, str]) -> None:
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for name, path in named:
            packed.write(path, name)
        for name, text in texts.items():
            packed.writestr(name, text)
    print(f"{archive}: {len(ZipFile(archive).namelist())} files")


if __name__ == "__main__":
    main()
