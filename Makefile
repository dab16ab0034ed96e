# Upcard. "make run" and "make test" do all their own set-up on a fresh machine; the second time they start at once.
# Nothing is installed outside .venv, except Debian packages that are missing (scripts/need).

# The interpreter that makes the virtual environment.
PYTHON ?= python3
# What "make run" opens: the house, with a demo floor on an embedded database.
RUN ?= $(BIN)/upcard serve --demo
# How many tests run side by side, and what else to tell pytest.
JOBS ?= auto
PYTEST_ARGS ?=

# Where make docs puts the site.
SITE := build/docs

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
LOCKED := $(PIP) install --require-hashes --no-deps --requirement
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help run test check format setup docs bench edges simulate torture lock upgrade clean need-test

help:
	@echo "make run      open the house in the browser (sets everything up first)"
	@echo "make test     all checks and all tests (sets everything up first)"
	@echo "make check    ruff, formatting, mypy --strict, import-linter"
	@echo "make format   let ruff mend what it can"
	@echo "make bench    the benchmarks, as ratios within one run"
	@echo "make docs     the documentation as a site, offline, with a reference of the Python names"
	@echo "make edges    write the table of exact house edges anew"
	@echo "make simulate millions of rounds against the exact figures (ROUNDS=, SEED=)"
	@echo "make torture  the long tests: faults, power cuts, many seeds"
	@echo "make setup    only the virtual environment of a developer"
	@echo "make lock     write the lock files anew; make upgrade also takes newer versions"
	@echo "make clean    throw away the virtual environment and all caches"

run: $(STAMPS)/run
	@$(RUN)

# The lab's kernels are compiled while the checks run, which use one core; later no worker waits for another's compiler.
test: need-test $(STAMPS)/dev
	@$(BIN)/upcard warm >/dev/null 2>&1 & warm=$$!; \
	$(MAKE) --no-print-directory check || { kill $$warm 2>/dev/null; exit 1; }; \
	wait $$warm || true
	$(PYTEST) $(PYTEST_ARGS)

check: $(STAMPS)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMPS)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

setup: $(STAMPS)/dev

# The site of docs/, with the reference from docstrings. A link that leads nowhere ends the build. The house serves it
# under /docs from then on.
docs: $(STAMPS)/dev
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --conf-dir scripts/docs docs $(SITE)
	@echo "the site is at $(SITE)/index.html; the house serves it under /docs"

bench: $(STAMPS)/dev
	$(BIN)/python -m bench $(BENCH)

# CLUSTER: the address of a Dask cluster (docs/cluster.md).
edges: $(STAMPS)/dev
	$(BIN)/python -m scripts.edges $(if $(CLUSTER),--cluster $(CLUSTER))

# ROUNDS of each configuration; a SEED deals the same rounds again.
simulate: $(STAMPS)/dev
	$(BIN)/python -m scripts.simulate $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SEED),--seed $(SEED)) $(GAMES)

torture: need-test $(STAMPS)/dev
	$(PYTEST) -m torture $(PYTEST_ARGS)

# One lock for every platform and every Python from 3.11 on; versions and hashes only, so that any mirror will do.
# What a person runs has these extras of pyproject.toml; what is tested has all of them.
EXTRAS := house postgres reports
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" $(LOCK_ARGS) pyproject.toml --group build

lock: $(STAMPS)/dev
	$(COMPILE) $(EXTRAS:%=--extra %) --output-file requirements.lock
	$(COMPILE) --all-extras --group docs --group dev --constraint requirements.lock --output-file requirements-dev.lock

upgrade:
	$(MAKE) lock LOCK_ARGS=--upgrade

clean:
	rm -rf $(VENV) .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist

# --- set-up, remembered in stamp files inside the environment ---------------------------------------------------------

# An environment that was moved here from another folder, or whose Python is gone, is as good as none.
ifneq ($(shell [ "$$(cat $(STAMPS)/venv 2>/dev/null)" = "$(CURDIR)" ] && $(BIN)/python -c '' 2>/dev/null && echo whole),whole)
.PHONY: $(STAMPS)/venv
endif

$(STAMPS)/venv:
	@PYTHON="$(PYTHON)" scripts/need run
	@echo "setting up $(VENV); this takes a minute, and only the first time"
	@rm -rf $(VENV)
	@"$(PYTHON)" -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@echo "$(CURDIR)" > $@

# The package itself is installed in place, with the locked build tools and without a download.
$(STAMPS)/run: $(STAMPS)/venv requirements.lock pyproject.toml
	@echo "installing what Upcard runs on"
	@$(LOCKED) requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMPS)/dev: $(STAMPS)/run requirements-dev.lock
	@echo "installing what the checks and tests need"
	@$(LOCKED) requirements-dev.lock
	@touch $@

need-test:
	@PYTHON="$(PYTHON)" scripts/need test
