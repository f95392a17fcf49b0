# Targets: play, test, test-long, fuzz, statistics, golden, pictures, share, bench, clean.

PYTHON ?= python3
VENV ?= .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# Compiled once, the tests' many programs start quickly.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-long fuzz statistics lint types types-linux types-win32 types-darwin types-newest golden pictures share bench clean

# Two stamps, since a player needs none of the test tools.
$(VENV)/.for-play: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.for-test: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --editable ".[dev]"
	@touch $@ $(VENV)/.for-play

play: $(VENV)/.for-play
	@if [ -n "$(DEMO)" ] || [ ! -t 0 ] || [ ! -t 1 ]; then \
		exec $(BIN)/lantruco demo --seats 4; \
	else \
		exec $(BIN)/lantruco play; \
	fi

lint: $(VENV)/.for-test
	$(BIN)/ruff check
	$(BIN)/ruff format --check

# One cache per platform: a shared one is thrown away at each change of platform.
types: $(VENV)/.for-test
	$(MAKE) --no-print-directory --jobs 2 types-linux types-win32 types-darwin types-newest

types-linux types-win32 types-darwin: types-%:
	$(BIN)/mypy --platform $* --cache-dir .mypy_cache/$*

types-newest:
	$(BIN)/mypy --python-version 3.14 --cache-dir .mypy_cache/newest

# One process more than there are processors (see tests/conftest.py): some tests wait for the clock.
test: lint types
	$(BIN)/pytest -m "not long" --numprocesses auto --dist worksteal

test-long: $(VENV)/.for-test
	$(BIN)/pytest -m long

# Tables with cheats, one seed after another; `make fuzz SEEDS="--first 5000 --seeds 500"`.
fuzz: $(VENV)/.for-test
	$(BIN)/python -m tests.attacks.adversary $(SEEDS)
	$(BIN)/python -m tests.attacks.closing_adversary $(SEEDS)

# Are deals fair when all seats but one cheat? Ten minutes.
statistics: $(VENV)/.for-test
	$(BIN)/python -m tests.attacks.statistics

golden: $(VENV)/.for-test
	@set -e; for maker in seeds/make_*.py; do echo "$$maker"; $(BIN)/python "$$maker"; done

pictures: $(VENV)/.for-test
	$(BIN)/python -m tests.screens.pictures

# The man pages and the completions of the shells, from the command line itself.
share: $(VENV)/.for-test
	$(BIN)/python -m share.make_share

bench: $(VENV)/.for-test
	@set -e; for measure in bench/[a-z]*.py; do echo "$$measure"; $(BIN)/python "$$measure"; done

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
