"""The program prints what the documents show."""

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.core import TyperGroup
from typer.main import get_command

import planner_clue
from benchmarks.site_pages import PAGES, lay_out
from planner_clue import __version__, read_records
from planner_clue.cli.app import app
from planner_clue.planner.triggers import Trigger
from tests.cli.helpers import Program

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text()


def block(page: str, pattern: str) -> str:
    """Return the text of the first group of a pattern in a page, which has it."""
    found = re.search(pattern, (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def shown(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def demonstration() -> list[str]:
    return block("Makefile", r"^match:[^\n]*\n\t\$\(BIN\)/planner-clue ([^\n]*)$").split()


def tutorial_lines() -> list[str]:
    """Return the lines that the tutorial shows of it: the first game, and the results."""
    first_game = block("docs/tutorial.md", r"```\n(Game 0.*?)```")
    results = block("docs/tutorial.md", r"```\n(60 games on.*?)```")
    return [line for line in shown(first_game + results) if line.strip() != "..."]


def assert_in_this_order(expected: list[str], printed: str) -> None:
    lines = iter(shown(printed))
    for line in expected:
        assert line in lines, f"not printed, or not in this order: {line}"


def test_the_readme_shows_the_same_results() -> None:
    results = block("README.md", r"```\n(  agent .*?)```")
    assert_in_this_order(shown(results), "\n".join(tutorial_lines()))


@pytest.mark.slow
def test_the_demonstration_prints_what_the_tutorial_shows(program: Program) -> None:
    assert_in_this_order(tutorial_lines(), program.run(*demonstration()).stdout)


def test_the_commands_of_the_tutorial_print_what_it_shows(program: Program) -> None:
    """The first game, which is the same in a shorter match, its turns, and a plan made again."""
    lines = tutorial_lines()
    results = next(number for number, line in enumerate(lines) if " games on " in line)
    assert results > 5
    commands = re.findall(r"^planner-clue (.*)$", TUTORIAL, re.MULTILINE)
    match, trace, explain, plan, validate = (command.split() for command in commands)
    shorter = [word for word in match if word not in ("6", "--out", "first-match")]
    assert [word for word in demonstration() if word not in ("60", "--watch")] == shorter
    match[match.index("--games") + 1] = "1"
    done = program.call(*match, "--watch", "--seats", "fixed", "--jobs", 1, code=0)
    assert_in_this_order(lines[:results], done.stdout)
    assert "planned because first-plan" in program.call(*trace, COLUMNS="100").stdout
    assert "It planned because" in program.call(*explain).stdout
    program.call(*plan, code=0)
    assert program.call(*validate).stdout in TUTORIAL


@pytest.mark.parametrize("games", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_the_agent_of_the_readme(games: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Only as many games as there give the same figures."""
    agent = block("README.md", r"```python\n(.*?)```")
    expected = block("README.md", r"```python\n.*?```.*?```\n(.*?)```")
    exec(agent.replace("games=60", f"games={games}"), {"__name__": "readme"})
    printed = capsys.readouterr().out
    if games == 60:
        assert printed == expected
    names = re.findall(r"^(\w+): ", expected, re.MULTILINE)
    results = re.findall(r"^(\w+): \d+ of (\d+)", printed, re.MULTILINE)
    assert results == [(name, str(games)) for name in names]


def test_the_example_of_what_a_seat_has_seen_can_be_read(program: Program) -> None:
    (program.here / "seen.json").write_text(block("docs/observations.md", r"```json\n(.*?)```"))
    assert "deals are possible" in program.call("belief", "seen.json").stdout


@pytest.mark.slow
def test_the_agent_of_the_agents_page_is_checked_as_the_page_shows_it(program: Program) -> None:
    """But for times and memory."""
    page = (ROOT / "docs" / "agents.md").read_text()
    blocks = r"```(?:python)?\n((?:from random|mine.py:|suggest: FAILED).*?)```"
    agent, good, bad = re.findall(blocks, page, re.DOTALL)
    (program.here / "mine.py").write_text(agent)
    done = program.run("check-agent", "mine.py:MyAgent", COLUMNS="80", code=0)
    measured = re.compile(r"^  time .*?(?=^  output)", re.MULTILINE | re.DOTALL)
    assert shown(measured.sub("", done.stdout)) == shown(measured.sub("", good))
    right = "self.random.choice(suspects), self.random.choice(weapons)"
    (program.here / "mine.py").write_text(agent.replace(right, "suspects[0], weapon[0]"))
    assert_in_this_order(shown(bad), program.run("check-agent", "mine.py:MyAgent").stdout)


@pytest.mark.slow
def test_the_planning_agent_of_the_agents_page_plays_in_a_process(program: Program) -> None:
    """Beside the agent that ``new-agent`` writes; no process is left when it answers."""
    agent = block("docs/agents.md", r"```python\n(from mine import.*?)```")
    program.call("new-agent", "mine.py", code=0)
    (program.here / "planning.py").write_text(agent)
    names = ["planning.py:MyPlanner", "random", "random"]
    small = ["--rules", "huji-bn1", "--games", 2, "--jobs", 1, "--out", "results"]
    program.run("match", *names, *small, code=0)
    for game in read_records(program.here / "results"):
        notes = game.data["notes"][0]
        assert any("plan" in note for note in notes)
        assert not any("no plan" in note for note in notes)
    assert program.processes() == []


def test_the_domains_page_shows_what_check_domain_prints(program: Program) -> None:
    shipped = (ROOT / "pddl" / "clue" / "domain.pddl").read_text()
    changed = shipped.replace("(total-cost) (turn-cost))", "(total-cost) 90)", 1)
    (program.here / "mine.pddl").write_text(changed)
    done = program.call("check-domain", "mine.pddl", COLUMNS="80")
    assert shown(done.stdout) == shown(block("docs/domains.md", r"```\n(mine.pddl keeps.*?)```"))


def test_the_heuristic_of_its_page_expands_as_many_states_as_it_says(program: Program) -> None:
    page = "docs/heuristics.md"
    (program.here / "mine.py").write_text(block(page, r"```python\n(def .*?)```"))
    (program.here / "pddl").symlink_to(ROOT / "pddl")
    command = block(page, r"^planner-clue (compare-heuristics [^\n]*)$")
    done = program.call(*command.split(), COLUMNS="80", code=0)
    printed, expected = (
        [[word for n, word in enumerate(line.split()[::-1]) if n != 2] for line in shown(text)[2:]]
        for text in (done.stdout, block(page, r"```\n(  position.*?)```"))
    )
    assert printed == expected


@pytest.mark.slow
def test_the_program_of_the_engines_page_solves_its_problem() -> None:
    program = [sys.executable, "-c", block("docs/engines.md", r"```python\n(.*?)```")]
    done = subprocess.run(program, capture_output=True, text=True, check=True, cwd=ROOT)
    assert re.search(r"SOLVED_OPTIMALLY \d+$", done.stdout.strip())


DOCUMENTS = sorted(page for pages in PAGES[:-1] for page in ROOT.glob(pages))


def test_every_command_of_the_documents_is_one_that_the_program_takes() -> None:
    """Its options exist, and their values are in range; nothing is run."""
    root: Any = get_command(app)
    context = root.make_context("planner-clue", ["match"], resilient_parsing=True)
    parsed = 0
    for document in DOCUMENTS:
        text = document.read_text().replace("\\\n", " ")
        inline = r"`planner-clue [^`\n]+ --[^`\n]+ [^`\n]+`"
        for quoted in re.findall(rf"^planner-clue [^{{\n]+$|{inline}", text, re.M):
            name, *words = shlex.split(quoted.strip("`").partition(" > ")[0], comments=True)[1:]
            command = root.get_command(context, name)
            if isinstance(command, TyperGroup):
                command = command.commands[words.pop(0)]
            command.make_context(name, words, parent=context)
            parsed += 1
    assert parsed > 50


def test_each_match_of_the_documents_has_a_folder_of_its_own() -> None:
    """So a reader can run the examples of all pages in one folder, one after the other."""
    commands: dict[str, set[str]] = {}
    for document in DOCUMENTS:
        for command in re.findall(r"^planner-clue .* --out \S+.*$", document.read_text(), re.M):
            commands.setdefault(command.split(" --out ")[1].split()[0], set()).add(command)
    assert len(commands) > 15
    assert {folder: found for folder, found in commands.items() if len(found) > 1} == {}


def test_the_pages_name_every_trigger() -> None:
    sections = re.findall(r"^## (\S+)$", (ROOT / "docs" / "replanning.md").read_text(), re.M)
    assert sections == list(Trigger)
    of_records = block("docs/records.md", r"^\| `trigger` \|([^\n]*)")
    of_steps = block("docs/architecture.md", r"^1\. \*\*Monitor(.*?)\n2\.")
    for trigger in Trigger:
        assert f"`{trigger}`" in of_records
        assert f"`{trigger}`" in of_steps


def test_changelog_citation_and_pyproject_are_of_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["hatch"]["version"] == {"path": "planner_clue/__init__.py"}
    changelog = (ROOT / "CHANGELOG.md").read_text()
    assert changelog.count("\n## Unreleased\n") == 1
    versions = re.findall(r"^## (\d\S*) - (\S+)", changelog, re.MULTILINE)
    assert versions == sorted(versions, key=lambda one: (one[1], one[0]), reverse=True)
    citation = (ROOT / "CITATION.cff").read_text()
    assert versions[0][0] == __version__
    assert f"\nversion: {__version__}\ndate-released: {versions[0][1]}\n" in citation
    for page in ("README.md", "docs/report.md"):
        assert f"  version = {{{__version__}}},\n" in (ROOT / page).read_text()


def test_every_dependency_has_its_line_in_the_architecture() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    text = (ROOT / "docs" / "architecture.md").read_text()
    for requirement in needed:
        name = re.split(r"[<>=\[]", requirement)[0]
        assert re.search(rf"^\|.*\b{re.escape(name)}\b", text, re.MULTILINE), name
        assert "<" in requirement, f"{requirement} has no upper bound"


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """Each page is in its navigation, links and anchors lead somewhere, names have a place."""
    lay_out(tmp_path / "pages")
    settings = (ROOT / "mkdocs.yml").read_text()
    folders = f"docs_dir: {tmp_path}/pages\nsite_dir: {tmp_path}/site\n"
    settings = re.sub(r"^(docs|site)_dir: .*\n", "", settings, flags=re.MULTILINE)
    settings = settings.replace("[benchmarks/", f"[{ROOT}/benchmarks/").replace("[.]", f"[{ROOT}]")
    (tmp_path / "mkdocs.yml").write_text(folders + settings)
    command = [sys.executable, "-m", "mkdocs", "build", "--config-file", "mkdocs.yml"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=quiet, check=False
    )
    assert done.returncode == 0, done.stderr
    reference = (tmp_path / "site" / "docs" / "reference.html").read_text()
    assert "<blockquote>" not in reference, "an example is shown as a quotation"
    for name in planner_clue.__all__:
        assert f'id="planner_clue.{name}"' in reference
    assert 'href="results/index.html"' in (tmp_path / "site/benchmarks/history.html").read_text()
    (list_of_files,) = (tmp_path / "site" / "planner_clue").rglob("*.html")
    assert '">board.js</a>' in list_of_files.read_text()
    engines = (tmp_path / "site" / "docs" / "engines.html").read_text()
    assert '<code><span class="whole">fast-downward-opt</span></code>' in engines


def test_the_page_of_the_benchmarks_names_each_of_them() -> None:
    page = (ROOT / "benchmarks" / "README.md").read_text()
    modules = {path.stem for path in ROOT.glob("benchmarks/*.py")} - {"__init__"}
    assert {name for name in modules if not re.search(rf"\b{name}\b", page)} == set()


def test_links_in_the_documents_lead_somewhere() -> None:
    targets = [
        (document, *found)
        for document in DOCUMENTS
        for found in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", document.read_text())
    ]
    assert targets
    for document, target, anchor in targets:
        path = document.parent / target if target else document
        assert path.exists(), f"{document.name}: {target}"
        assert not anchor or anchor in anchors_of(path), f"{document.name}: {target}#{anchor}"


def anchors_of(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.filterwarnings("default")
def test_a_wheel_carries_boards_and_domains(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    target = tmp_path / "installed"
    zipfile.ZipFile(wheel).extractall(target)
    for name in (
        "_data/board/huji.toml",
        "_data/pddl/strips/start.pddl",
        "view/pages/assets/board.js",
    ):
        assert (target / "planner_clue" / name).is_file()
    program = [sys.executable, "-m", "planner_clue", "boards", "classic"]
    here = {"PYTHONPATH": str(target)}
    done = subprocess.run(program, cwd=target, env=here, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("classic: ")


def test_the_loop_of_the_pettingzoo_page_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    exec(block("docs/pettingzoo.md", r"```python\n(.*?)```"), {})
    printed = capsys.readouterr().out
    assert re.fullmatch(r"\{'player_0': -?[01]\.0, 'player_1': -?[01]\.0\}\n", printed)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["docs/compare.md", "docs/replanning.md", "docs/report.md"])
def test_the_commands_of_a_page_print_what_it_shows(page: str, program: Program) -> None:
    """One after the other; the lines shown after commands are lines of their output, in order.

    Agents from files are left out, and so are options that make files for people.
    """
    printed = ""
    for shell in re.findall(
        r"^```\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE
    ):
        if not shell.startswith("planner-clue "):
            assert_in_this_order(shown(shell), printed)
            continue
        printed = ""
        for command in shell.splitlines():
            if ".py" not in command and "--slot" not in command:
                printed += program.run(*shlex.split(command)[1:], code=0).stdout


PAGES_OF_EXAMPLES = ["docs/api.md", "docs/heuristics.md", "docs/domains.md"]


@pytest.mark.parametrize("page", PAGES_OF_EXAMPLES)
def test_the_examples_of_a_page_print_what_it_shows(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At Python's prompt, one after the other, in a folder of its own, where the domains are."""
    (tmp_path / "pddl").symlink_to(ROOT / "pddl")
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = "".join(re.findall(r"```python\n(>>> .*?)```", text, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(blocks, {}, page, page, 0)
    assert examples.examples
    output: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    assert runner.run(examples, out=output.append).failed == 0, "".join(output)
