# The two commands that matter: `make run` and `make test`. Every other one is a part of them or a measurement.
# PYTHON=/path/to/python3 chooses the interpreter, PORT=8001 the port.
PY = .venv/bin/python

run: venv
	@$(PY) manage.py up --with-parent

# Two test processes: each starts browsers, databases and whole products of its own. A file's tests share what they start.
test: dev lint
	@CHROMIUM="$$(.ci/chromium)" REDIS_SERVER="$$(.ci/redis)" $(PY) -m pytest --numprocesses 2 --dist loadgroup --no-loadscope-reorder

lint: dev
	@.ci/lint

conformance: dev
	@$(PY) -m pytest tests/conformance -q

bench: dev
	@$(PY) -m tests.bench.edge
	@$(PY) -m tests.bench.memory
	@$(PY) -m tests.bench.under_load
	@$(PY) -m tests.bench.spine
	@$(PY) -m tests.bench.relevance
	@$(PY) -m tests.bench.paint

bench-search: dev
	@$(PY) -m tests.bench.million

lock:
	@.ci/lock

venv:
	@.ci/venv requirements.txt

dev:
	@.ci/venv requirements.txt requirements-dev.txt
	@$(PY) -m tests.node

.PHONY: run test lint conformance bench bench-search lock venv dev
