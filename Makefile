# Two commands do everything on a fresh machine: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Bytecode is kept whatever the environment says: without it every process of the tests compiles all modules again.
export PYTHONDONTWRITEBYTECODE =
# So many processes of tests: a rule with the number of cores.
PROCESSES = $$($(BIN)/python -c "from branchline.machine import cores; print($(1))")
PYTEST = $(BIN)/python -m pytest --dist worksteal -n $(call PROCESSES,$(1))
# Three runs at once would mix their lines; an older make cannot hold them back.
TOGETHER = $(MAKE) --no-print-directory --jobs=3 --keep-going $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test test-compiled test-checked test-plain test-slow check format bench bench-long strength wheels clean system

play: $(VENV)/.play
	@$(BIN)/branchline serve --exhibition --open --log-level warning

# Three ways: compiled; compiled with every index checked; as plain Python.  Marks select what runs every way.
# The last two have half as many processes as cores: each process takes ten seconds before its first test.
# They run side by side, so that a core is never idle while one of them waits for the compiler, a browser or a server.
test: $(VENV)/.dev system
	@echo "Tests: compiled, with every index checked, and as plain Python.  Each reports at its end …"
	@$(TOGETHER) test-compiled test-checked test-plain

test-compiled:
	@echo "Tests, compiled:"
	@$(call PYTEST,2 * cores()) -m "not slow"

test-checked:
	@echo "Paragraphs, conformance and search, with every index checked:"
	@NUMBA_BOUNDSCHECK=1 $(call PYTEST,-(-cores() // 2)) -p no:cacheprovider -m "(rule or every_way) and not slow"

test-plain:
	@echo "Paragraphs and conformance, as plain Python:"
	@NUMBA_DISABLE_JIT=1 $(call PYTEST,-(-cores() // 2)) -p no:cacheprovider -m "(rule or every_way) and not (slow or compiled)"

# What `make test` leaves out: an hour or so.
test-slow: $(VENV)/.dev system
	@$(call PYTEST,2 * cores()) -m slow

check: $(VENV)/.dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo --no-cache

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet

# PostgreSQL and a browser, for the tests of the site.
system:
	@sh tools/system.sh

bench: $(VENV)/.bench
	@$(BIN)/python bench/run.py
	@$(BIN)/python bench/envs.py

# An hour or two; finished games are kept, so it may be interrupted.
bench-long: $(VENV)/.dev
	@$(BIN)/python bench/openspiel.py --keep build/openspiel --write
	@$(BIN)/python bench/learning.py --write

# Hours; finished steps are kept, so it may be interrupted.
strength: $(VENV)/.dev
	@$(BIN)/python bench/strength.py --keep build/strength --write

# A wheel with compiled code for any processor of this system and this Python, so that nobody waits for the compiler.
wheels: $(VENV)/.dev
	@rm -rf build/wheel && mkdir -p build/wheel
	@cp -r pyproject.toml README.md LICENSE NOTICE src tools build/wheel
	@NUMBA_CPU_NAME=generic BRANCHLINE_CACHE=build/wheel/src/branchline/compiled $(BIN)/branchline warm
	@rm -f build/wheel/src/branchline/compiled/*.lock
	@cd build/wheel && $(abspath $(BIN))/python -m hatchling build -t wheel -d ../../dist

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Branchline needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@echo "Setting up $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(BIN)/python pyproject.toml constraints.txt
	@$(INSTALL) --editable ".[web]"
	@$(BIN)/python -m compileall -q src # the first start need not do it
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml constraints.txt
	@$(INSTALL) --editable ".[dev,web,arena,ray,envs]"
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	@$(INSTALL) --editable ".[bench]" || echo "Some peers cannot be installed here; the bench leaves them out."
	@touch $@
