# `make lab` and `make test` do all the set-up on a machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] && echo --allow-root)
LAB := $(BIN)/jupyter lab $(AS_ROOT) $(LAB_OPTIONS) --ServerApp.root_dir=notebooks

.PHONY: lab lecture test notebooks bench browser-test

lab: .venv/ready-to-read
	$(LAB) --LabApp.default_url=/lab/tree/00_start_here.ipynb

lecture: .venv/ready-to-read
	EVALCORE_STYLE=lecture JUPYTERLAB_SETTINGS_DIR=$(CURDIR)/lecture $(LAB) --LabApp.default_url=/doc/tree/00_start_here.ipynb

test: .venv/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest -n 2 --dist worksteal
	$(BIN)/python -m pytest -n 2 --dist loadfile --nbval --nbval-current-env notebooks

browser-test: .venv/ready-to-test
	$(BIN)/python -m pytest -n 2 --dist loadfile -m browser tests/browser

bench: .venv/ready-to-test
	$(BIN)/python tests/bench/metrics.py
	$(BIN)/python tests/bench/costs.py
	$(BIN)/python tests/bench/latency.py

notebooks: .venv/ready-to-test
	$(BIN)/python tests/store.py

.venv/ready-to-read: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(PIP) -r requirements.txt
	$(BIN)/jupyter labextension disable --level=sys_prefix @jupyterlab/apputils-extension:announcements
	touch $@

.venv/ready-to-test: .venv/ready-to-read tests/requirements.txt
	$(PIP) -r tests/requirements.txt
	touch $@
