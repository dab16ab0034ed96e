# Upcard. "make run" and "make test" do all their own set-up on a fresh machine; the second time they start at once.
# PYTHON names the interpreter that makes the virtual environment; nothing is installed outside .venv except Debian
# packages that are missing (scripts/need).

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps

# What "make run" opens, and how many tests run side by side.
RUN ?= $(BIN)/upcard play
JOBS ?= auto
PYTEST_ARGS ?=

PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
PIP_INSTALL := $(PIP) install --require-hashes --no-deps --requirement
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make lock" pyproject.toml --group build

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check format setup bench lock upgrade edges torture clean

help:
	@echo "make run      open a table (sets everything up first)"
	@echo "make test     all checks and all tests (sets everything up first)"
	@echo "make check    ruff, formatting, mypy --strict, import-linter"
	@echo "make format   let ruff mend what it can"
	@echo "make bench    the benchmarks, as ratios within one run"
	@echo "make edges    every published house edge beside the exact one"
	@echo "make torture  the long tests: faults, power cuts, many seeds"
	@echo "make setup    only the virtual environment for developers"
	@echo "make lock     write the two lock files anew; make upgrade also takes newer versions"

run: $(STAMPS)/run
	@$(RUN)

test: $(STAMPS)/test check
	$(BIN)/python -m pytest -n $(JOBS) $(PYTEST_ARGS)

check: $(STAMPS)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMPS)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

setup: $(STAMPS)/dev

bench: $(STAMPS)/dev
	$(BIN)/python -m bench

edges: $(STAMPS)/dev
	$(BIN)/python -m pytest -q -m edges -n $(JOBS) $(PYTEST_ARGS)

torture: $(STAMPS)/test
	$(BIN)/python -m pytest -m torture -n $(JOBS) $(PYTEST_ARGS)

lock: $(STAMPS)/dev
	$(COMPILE) --output-file requirements.lock $(LOCK_ARGS)
	$(COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock $(LOCK_ARGS)

upgrade:
	$(MAKE) lock LOCK_ARGS=--upgrade

clean:
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist

# --- set-up, remembered in stamp files ------------------------------------------------------------------------------

# A half-made environment is thrown away, never repaired.
$(STAMPS)/venv:
	@PYTHON=$(PYTHON) scripts/need run
	@rm -rf $(VENV)
	@echo "setting up $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

# The package itself is installed in place, from the locked build tools, without a download.
$(STAMPS)/run: $(STAMPS)/venv requirements.lock pyproject.toml
	@echo "installing what Upcard runs on"
	@$(PIP_INSTALL) requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --no-index --editable .
	@touch $@

$(STAMPS)/dev: $(STAMPS)/run requirements-dev.lock
	@echo "installing what the checks and tests need"
	@$(PIP_INSTALL) requirements-dev.lock
	@touch $@

$(STAMPS)/test: $(STAMPS)/dev
	@PYTHON=$(PYTHON) scripts/need test
	@touch $@
