# `make lab` and `make test` do all the set-up on a machine with Python 3.11 or newer.
PYTHON ?= python3
VENV ?= .venv
REQUIREMENTS ?= requirements.txt
BIN := $(VENV)/bin
UV := $(shell uv --version >/dev/null 2>&1 && command -v uv)
# pip shows its progress in a terminal; logs stay short.
PIP := $(BIN)/python -m pip install --disable-pip-version-check $(shell [ -t 2 ] || echo --quiet)
INSTALL := $(if $(UV),$(UV) pip install --python $(BIN)/python --quiet,$(PIP))
# "yes" if $(VENV) was set up in this folder, and its Python runs and is new enough.
WORKS := $(shell { $(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' \
	&& head -n 2 $(BIN)/pip | grep -qF "$(abspath $(BIN))/" && echo yes; } 2>/dev/null)
AS_ROOT := $(shell [ "$$(id -u)" = 0 ] && echo --allow-root)
LAB := JUPYTER_CONFIG_PATH="$(CURDIR)/jupyter" $(BIN)/jupyter lab $(AS_ROOT) $(LAB_OPTIONS) --ServerApp.root_dir=notebooks

# The notebook that opens; LANGUAGE=zh make lab opens the Chinese one (gettext's variable: en_US:en is English).
# LAB_OPTIONS=--no-browser make lab hands options on.
START := $(if $(filter zh%,$(LANGUAGE)),zh/)00_start_here.ipynb

UNITS_AND_NOTEBOOKS := -n 2 --nbval --nbval-current-env -k 'not sweep'
# QUICK=1 shortens the tests (conftest.py says how), and the book to the chapters that they look at.
QUICK_BOOK := $(if $(QUICK),BOOK_RUN="00 05 zh/00 zh/05" BOOK_DRAWN_WHOLE=05)
VECTOR_CODE := 'from numpy._core._multiarray_umath import __cpu_dispatch__ as names; print(*names)'

.PHONY: lab lecture book lint-scripts book-test lite-test test test-oldest test-newest catalogues waiting still-right notebooks font bench browser-test mutation

lab: $(VENV)/ready-to-read
	$(LAB) --LabApp.default_url=/lab/tree/$(START)

# One notebook without side bars, in large letters, on a projector.
lecture: $(VENV)/ready-to-read
	EVALCORE_STYLE=lecture $(LAB) --LabApp.default_url=/doc/tree/$(START)

# ONLY=05 make test runs one chapter: its notebook, and the tests that are run once per notebook.
test: $(VENV)/ready-to-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest -n logical --maxprocesses 4 --nbval --nbval-current-env \
		$(if $(ONLY),-k $(basename $(notdir $(wildcard notebooks/$(ONLY)*.ipynb))))

# Units and notebooks with the oldest releases that pyproject.toml admits, and without NumPy's vector code, as on
# processors that have none. The sliders are left to `make test`.
test-oldest: .venv-oldest.txt
	$(MAKE) VENV=.venv-oldest REQUIREMENTS=$< .venv-oldest/ready-to-test
	NPY_DISABLE_CPU_FEATURES="$$(.venv-oldest/bin/python -c $(VECTOR_CODE))" \
		.venv-oldest/bin/python -m pytest $(UNITS_AND_NOTEBOOKS)

# The same with the newest releases, but not if those are the ones that `make test` takes.
test-newest: .venv-newest.txt $(VENV)/ready-to-test
	$(MAKE) VENV=.venv-newest REQUIREMENTS=$< .venv-newest/ready-to-test
	$(BIN)/python -m pip freeze >.venv-newest/tested.txt
	if .venv-newest/bin/python -m pip freeze | grep -vxFf .venv-newest/tested.txt; \
		then .venv-newest/bin/python -m pytest $(UNITS_AND_NOTEBOOKS); \
		else echo "The newest releases are those of requirements.txt, which make test takes."; fi

browser-test: $(VENV)/ready-to-test
	$(BIN)/python -m pytest -n 2 -m browser tests/browser

bench: $(VENV)/ready-to-measure
	$(BIN)/python tests/bench/run.py

# The web book, build/book/index.html. What has not changed is not run again; ONLY=05 builds one chapter.
book: $(VENV)/ready-to-bind
	$(QUICK_BOOK) $(BIN)/python book/build.py $(ONLY)

# The rules of book/eslint.config.mjs for every script (needs Node.js).
lint-scripts:
	npx --yes eslint@9.39.5 --no-error-on-unmatched-pattern --config book/eslint.config.mjs book evalcore tests

# The built book in Chromium, as its readers meet it.
book-test: book $(VENV)/ready-to-test
	$(BIN)/python -m pytest -n 2 tests/book

# Every chapter as it runs in a reader's browser (about 150 MB are fetched once into ~/.cache; ONLY=00 opens one,
# ONLY=wasm none: all cells run without a browser).
lite-test: $(VENV)/ready-to-bind $(VENV)/ready-to-test
	$(QUICK_BOOK) $(BIN)/python book/build.py
	$(BIN)/python -m pytest tests/lite $(if $(ONLY),-k $(ONLY))

# Which changes of the calculation no test sees (half an hour).
mutation: $(VENV)/ready-to-measure
	$(BIN)/python tests/mutate.py run
	$(BIN)/python tests/mutate.py results

# The catalogues of the Chinese edition and the notebooks made from them; what changed is marked as fuzzy.
catalogues: $(VENV)/ready-to-test
	$(BIN)/python locale/catalogues.py

# The entries whose English has changed, or that have no Chinese: both texts and a name for each.
waiting: $(VENV)/ready-to-test
	$(BIN)/python locale/catalogues.py waiting

# Marks such entries as still right: make still-right ENTRIES="05-1a2b3c 07-4d5e6f".
still-right: $(VENV)/ready-to-test
	$(BIN)/python locale/catalogues.py right $(ENTRIES)

# The Chinese signs of the pictures, from those of the catalogues (needs Debian's fonts-noto-cjk).
font: $(VENV)/ready-to-test
	$(BIN)/python locale/font.py

# The English notebooks, run and stored; ONLY=05 that of one chapter.
notebooks: $(VENV)/ready-to-test
	$(BIN)/python tests/store.py $(ONLY)

.venv-oldest.txt: pyproject.toml
	echo '-e .[cluster]' >$@
	sed -nE 's/^ *"([a-z-]+)>=([0-9.]+),.*/\1==\2/p' $< >>$@
	grep -E '^[a-z-]+<' requirements.txt >>$@

.venv-newest.txt: requirements.txt
	echo '-e .[cluster]' >$@
	grep -E '^[a-z-]+<' $< >>$@

ifndef WORKS
.PHONY: $(VENV)/ready-to-read
endif
$(VENV)/ready-to-read: $(REQUIREMENTS) pyproject.toml
ifndef WORKS
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
ifneq ($(wildcard $(VENV)/pyvenv.cfg),)
	@echo "$(VENV) is replaced: it is incomplete or from another folder, or its Python is missing or too old."
endif
	$(PYTHON) -m venv $(if $(wildcard $(VENV)/pyvenv.cfg),--clear) $(VENV)
endif
	@echo "Installing the packages into $(VENV). This takes $(if $(UV),up to a minute,one to five minutes) and 650 MB of disk space."
	$(INSTALL) --upgrade -r $(REQUIREMENTS)
	touch $@

$(VENV)/ready-to-test: $(VENV)/ready-to-read tests/requirements.txt
	$(INSTALL) -r tests/requirements.txt
	touch $@

$(VENV)/ready-to-bind: $(VENV)/ready-to-read book/requirements.txt
	$(INSTALL) -r book/requirements.txt
	rm -rf $(VENV)/wheels # of what evalcore needs in the reader's browser, beside what the interpreter has
	$(BIN)/python -m pip freeze | grep -E '^(anywidget|comm|ipywidgets|psygnal|typing_extensions)==' \
		| xargs $(BIN)/python -m pip download --quiet --disable-pip-version-check --no-deps --platform any \
		--only-binary :all: --dest $(VENV)/wheels
	touch $@

$(VENV)/ready-to-measure: $(VENV)/ready-to-test tests/requirements-extra.txt
	$(INSTALL) -r tests/requirements-extra.txt
	touch $@

# Every chapter with the releases of Colab or Kaggle, installed there as readers do it (ONLY=04 runs one chapter).
.PHONY: test-colab test-kaggle
test-colab test-kaggle: test-%: tests/%.txt
	$(MAKE) VENV=.venv-$* REQUIREMENTS=$< .venv-$*/ready-to-read
	.venv-$*/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -e . "anywidget>=0.11,<0.12" psygnal
	.venv-$*/bin/python tests/hosted.py $(ONLY)
