# What a person types; CMake and Ninja do the work in build/<configuration>.
#   make run [REPO=dir]     install what is missing, build, show a first answer
#   make test               the same set-up, then the whole suite
#   make build [LANGUAGES="c python"]   those alone, by the names of src/languages/
MAKEFLAGS += --no-print-directory
PREFIX ?= /usr/local
SECONDS_EACH ?= 60
export LANGUAGES

.PHONY: run build test servers check accept asan tsan coverage fuzz soak bench accuracy conformance clients install clean

run: build
	@scripts/run "$(REPO)"

build:
	@scripts/setup build
	@scripts/build release

test:
	@scripts/setup build test servers
	@scripts/test release -LE '^(conformance|clients|browser|soak)$$'

# The newest servers of other registries (Go, Rust, Python), where their clients
# are; then all that real servers are asked.
servers:
	@scripts/setup build test servers
	@scripts/servers
	@scripts/test release -L '^lsp$$'

# The rules of the house alone: warnings, layers, names, documents in step.
check:
	@scripts/setup build test
	@scripts/test release -L '^structure$$' --verbose

# Rewrites expected results and generated documents, for review with git diff.
accept:
	@scripts/setup build test servers
	@FATHOM_ACCEPT=1 scripts/test release -LE '^(conformance|clients|browser|soak|structure)$$'
	@! build/fathom docs --help > /dev/null 2>&1 || build/fathom docs

asan tsan:
	@scripts/setup build test $(if $(filter asan,$@),fuzz)
	@scripts/test $@ -L '^(unit|protocol$(if $(filter asan,$@),|golden))$$'

coverage:
	@scripts/setup build test servers coverage
	@scripts/test coverage -LE '^(conformance|clients|browser|soak|structure)$$'
	@gcovr --root . --filter src/ --object-directory build/coverage \
	  --print-summary --output build/coverage/report.txt

fuzz:
	@scripts/setup build fuzz
	@scripts/fuzz $(SECONDS_EACH)

soak:
	@scripts/setup build test fuzz
	@scripts/soak

bench:
	@scripts/setup build bench
	@scripts/build release all benches
	@bench/run
	@bench/index $(REPOS)
	@bench/update
	@bench/servers
	@for repo in $(or $(REPOS),.); do bench/queries "$$repo" && bench/search "$$repo" || exit 1; done
	@$(if $(QUESTIONS),bench/answers "$(QUESTIONS)")

# Against ground truth: ORACLE holds it and its scorer, REPOS the checkouts.
accuracy: build
	@scripts/accuracy "$(ORACLE)" "$(REPOS)" $(NAMES)

conformance:
	@scripts/setup build test clients
	@scripts/build release fathom-conformance
	@scripts/test release -L '^conformance$$'

# Other people's clients, and a browser over the dashboard's page.
clients:
	@scripts/setup build test clients browser
	@scripts/test release -L '^(clients|browser)$$'

install: build
	@cmake --install build/release --prefix "$(PREFIX)" --strip

clean:
	rm -rf build
