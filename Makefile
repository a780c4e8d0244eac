# The two commands are `make run` and `make test`; everything else is listed by `make help`.

# The first of these that runs and is new enough; a shim of a version manager may exist and not run.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
DATA ?= tablee-data

.DEFAULT_GOAL := help
.PHONY: help setup pages run test check format browser screens playthroughs pictures bench bench-beside bench-server bench-web bench-bots bench-stall soak wheel types keep clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.ready ## create the virtual environment with all that is needed

$(VENV)/.ready: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found."; exit 1; }
	@echo "Setting up $(VENV) with $$($(PYTHON) --version) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --upgrade --constraint constraints.txt pip
	@$(PIP) install --constraint constraints.txt --build-constraint constraints.txt --editable '.[testing]' --group dev
	@touch $@

# Half of the tests' time is waiting: for clocks, for bots, for a browser.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) * 3 / 2 )))

PAGES := src/tablee/server/web/index.html
SOURCES := $(shell find web/src web/public docs/rules -type f) web/index.html web/vite.config.ts web/svelte.config.js

pages: $(PAGES) ## build the browser client, when something in it changed

web/node_modules/.ready: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer is needed to build the pages; an installed wheel has them."; exit 1; }
	@echo "Installing what the pages are built with ..."
	@cd web && npm install --silent
	@touch $@

$(PAGES): web/node_modules/.ready $(SOURCES)
	@echo "Building the pages ..."
	@cd web && npx vite build --logLevel warn
	@touch $@

run: setup pages ## start the server on http://127.0.0.1:8000, with SQLite in tablee-data (DATA=folder for another)
	@$(BIN)/tablee serve --data $(DATA) --log-format console --log-level warning

test: check pages browser ## everything: lint, types, arrows, tests, also of the pages and in a real browser
	@cd web && npx vitest run --silent --reporter=dot
	@$(BIN)/pytest --numprocesses $(WORKERS) --dist worksteal --quiet

check: setup web/node_modules/.ready ## lint, format, types and the arrows between the folders
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@cd web && npm run --silent check

format: setup web/node_modules/.ready ## format the code and mend what the linter can
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format
	@cd web && npm run --silent format

browser: setup ## find Chromium for the browser tests, or install it
	@$(BIN)/python -m tests.e2e.browser

screens: setup pages browser ## pictures of every screen and every game in mid-play, into screens/
	@$(BIN)/python -m tests.e2e.screens

playthroughs: setup ## write the golden games anew, after a change of rules that is meant
	@$(BIN)/python -m tablee.testing tests/playthroughs ninth diggers noe gigogne kitty examples/tictactoe/tictactoe.py

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
	@cd benchmarks/peers && npm install --silent
	@touch $@

bench-server: setup benchmarks/server/peers/.ready ## the server under load, beside boardgame.io and Colyseus
	@$(BIN)/python -m benchmarks.server

benchmarks/server/peers/.ready: benchmarks/server/peers/package.json
	@echo "Installing the peers to compare with ..."
	@cd benchmarks/server/peers && npm install --silent
	@touch $@

bench-beside: setup ## what thinking bots cost the people at other tables
	@$(BIN)/python -m benchmarks.bots_beside

bench-stall: setup ## what floods and people who follow the list cost everybody else
	@$(BIN)/python -m benchmarks.stall

bench-web: setup pages browser ## what the pages weigh, and how quick they are on a slow processor
	@$(BIN)/python -m benchmarks.web

bench-bots: setup benchmarks/build/.ready ## who is stronger in each game, at length; goes on where it was stopped (ARGUMENTS='--game noe --games 40')
	@PYTHONPATH=benchmarks/build/installed $(BIN)/python -m benchmarks.bots $(ARGUMENTS)

soak: setup ## the long form of the kill test: 100 kills under load, floods and onlookers, on SQLite and PostgreSQL (some 25 minutes)
	@$(BIN)/python tests/durability/soak.py --kills 100

wheel: setup pages ## build what can be installed elsewhere, into dist/, with the pages in it and the bots compiled
	@$(BIN)/python -m hatchling build --target wheel --directory dist

keep: setup ## keep a small store as this version writes it, for later ones to open (before a release: make keep VERSION=0.2.0)
	@$(BIN)/python -m tests.store.kept.making $(VERSION)

types: setup ## generate the TypeScript types of the protocol
	@$(BIN)/python -m tablee.protocol.typescript > web/src/protocol.ts

clean: ## remove all that was built or installed here
	@rm -rf $(VENV) benchmarks/build benchmarks/peers/.venv benchmarks/peers/node_modules benchmarks/peers/.ready \
		benchmarks/server/peers/node_modules benchmarks/server/peers/.ready \
		web/node_modules src/tablee/server/web build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
