# Each target does its own set-up: all it needs is python3 (3.11 or newer, with venv) and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
READY := $(VENV)/ready

# Packages are compiled when they are first imported, but for large ones that all processes import at once.
unexport PYTHONDONTWRITEBYTECODE
LARGE := networkx numpy scipy unified_planning

# In how many processes the tests run: `make test JOBS=1`. Some of them wait, so one more than cores.
JOBS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
TESTS := $(BIN)/python -m pytest --numprocesses $(JOBS) --maxprocesses 8 --dist load --maxschedchunk 8

# The rules of accessibility that the tests hold pages against.
AXE := $(VENV)/axe/node_modules/axe-core/package.json

.PHONY: match test test-all coverage axe lint schemas bench figures figures-strength handout autograder browser release site clean

match: $(READY)  ## play a demonstration match and show its first game
	$(BIN)/planner-clue match planner random random --games 60 --seed 18 --watch

test: $(READY) axe  ## run the tests but for the slow ones
	$(TESTS)

test-all: $(READY) axe  ## run all tests, with more examples
	$(TESTS) -m "slow or not slow" --hypothesis-profile thorough

coverage: $(READY) axe  ## run all tests, and list the lines and branches that none of them runs
	$(TESTS) -m "slow or not slow" --cov --cov-report=term:skip-covered --cov-report=html:$(VENV)/coverage \
		--deselect tests/match/test_store.py::test_a_disk_that_takes_no_more_is_reported_in_one_line_and_loses_nothing

axe: $(READY)  ## install axe-core, if there is npm; without it, tests of accessibility are skipped
	@command -v npm > /dev/null || echo "no npm: tests of accessibility are skipped"
	@! command -v npm > /dev/null || $(MAKE) --silent $(AXE) \
		|| echo "axe-core cannot be installed: tests of accessibility are skipped"

$(AXE): tests/view/pages/package.json tests/view/pages/package-lock.json
	@mkdir -p $(VENV)/axe
	cp tests/view/pages/package.json tests/view/pages/package-lock.json $(VENV)/axe
	npm ci --prefix $(VENV)/axe --ignore-scripts --no-audit --no-fund --fetch-retries 1 --silent
	@touch $@

browser:  ## install Chromium and Firefox, with which the tests open pages; needs apt and root
	@command -v chromium-headless-shell \
		|| { apt-get update --quiet && apt-get install --yes --quiet --no-install-recommends chromium-headless-shell; } \
		|| command -v chromium || command -v chromium-browser || command -v google-chrome \
		|| apt-get install --yes --quiet --no-install-recommends chromium
	@command -v firefox-esr || command -v firefox \
		|| apt-get install --yes --quiet --no-install-recommends firefox-esr \
		|| echo "no Firefox: its test is skipped"

lint: $(READY)  ## check types and style
	$(BIN)/mypy
	$(BIN)/mypy coursework/*/*_checks.py
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

schemas: $(READY)  ## write docs/schemas/ from the types of records
	$(BIN)/python -m benchmarks.schemas

bench: $(READY)  ## measure replans, games and agents
	$(BIN)/python -m benchmarks.speed replan
	$(BIN)/python -m benchmarks.speed match
	$(BIN)/python -m benchmarks.speed agents

figures: $(READY)  ## measure the figures of docs/performance.md anew, and write them there
	$(BIN)/python -m benchmarks.figures docs/performance.md

MATCHES ?= matches

figures-strength: $(READY)  ## play the matches of benchmarks/strength.md (hours; continues what is in $(MATCHES))
	$(BIN)/python -m benchmarks.strength $(MATCHES) --chart docs/strength.svg
	$(BIN)/python -m benchmarks.figures benchmarks/strength.md --folder $(MATCHES)

EXERCISE ?= 1-domain

handout:  ## pack the exercises for students, without hidden cases and solutions
	$(PYTHON) coursework/teacher/pack.py handout

autograder:  ## pack an exercise for Gradescope: make autograder EXERCISE=1-domain HIDDEN=hidden-1
	$(PYTHON) coursework/teacher/pack.py autograder $(EXERCISE) $(HIDDEN)

site: $(READY)  ## build the pages as a site in build/site, with search, reference and replays
	$(BIN)/python -m benchmarks.site_pages build/pages --replays
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

release: $(READY)  ## build sdist and wheel in dist/, and test both
	$(BIN)/python -m pytest -q tests/test_documents.py -k version
	rm -rf dist
	$(BIN)/python -m hatchling build
	.ci/installed dist/planner_clue-*.whl
	.ci/installed dist/planner_clue-*.tar.gz
	tar -xzf dist/planner_clue-*.tar.gz -C dist
	cd dist/planner_clue-*/ && ../../$(BIN)/python -m pytest -q tests/test_*.py tests/game
	rm -r dist/planner_clue-*/

clean:
	rm -rf $(VENV)

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "planner-clue needs Python 3.11 or newer; try make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) uv && UV_SYSTEM_CERTS=1 $(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[dev]' \
		|| $(INSTALL) -e '.[dev]'  # takes three times as long, and has other settings for indexes
	$(BIN)/python -m compileall -q -j 0 -x /tests/ $(addprefix $(VENV)/lib/python3.*/site-packages/,$(LARGE))
	touch $(READY)
