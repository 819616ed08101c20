# Coster: every command that a person needs. Each says what it is doing.

SWIFT ?= swift
CONFIG ?= debug
COSTER = .build/$(CONFIG)/coster
DATA ?= ./coster-data
MINUTES ?= 5
KITS ?= .build-kits/coster-kits
# Tests that wait for locks, whose time is short: beside a thousand that compute it would be over.
LOCKS = ^PaymentStorageTests\.(InterleavingTests|KeysInterleavingTests|PostgreSQLDatabaseTests|SharedTransactionTests)/
TORTURE = ^EndToEndTests\.(TortureTests|PlantedBugTests)/
LINTED = Package.swift Sources Tests Benchmarks examples

# All tests of a process begin at once otherwise, and each one's time counts while it waits for its turn.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 16

# What an operator exported for a server of his own names another database than that of these commands.
unexport $(filter COSTER_%,$(.VARIABLES))

.PHONY: help bootstrap demo test run build docs dialect sanitize torture fuzz mutate freeze bench bench-growth bench-nodes \
	bench-build kits kit-fakes kit-objc fmt lint check clients suites

help: ## List these commands.
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

bootstrap: ## Install the system packages that the other commands need.
	@scripts/install-packages

demo: bootstrap build ## Pay through every protocol with new tokens, and show what happened.
	@scripts/demo $(COSTER)

test: bootstrap clients lint kit-fakes kit-objc ## Everything that must hold.
	@echo "== build, warnings as errors; then the parts, and then whole servers, whose tests want the machine for themselves"
	@$(SWIFT) build --build-tests
	@scripts/with-postgres scripts/with-summary 20m $(SWIFT) test --skip-build --skip '^EndToEndTests\.' --skip '$(LOCKS)'
	@scripts/with-postgres scripts/with-summary 15m $(SWIFT) test --skip-build --filter '$(LOCKS)'
	@scripts/with-postgres scripts/with-summary 40m $(SWIFT) test --skip-build --filter '^EndToEndTests\.' --skip '$(TORTURE)'
	@echo "== a short torture, and whether it finds bugs that were planted; some minutes"
	@scripts/with-summary 30m $(SWIFT) test --skip-build --filter '$(TORTURE)'

run: build ## A sandbox server on 127.0.0.1:8080 with its data in ./coster-data.
	@$(COSTER) serve --sandbox --data $(DATA)

build: check ## The program: CONFIG=debug|release.
	@printf '== build (%s; about five minutes the first time) ' $(CONFIG)
	@scripts/build $(SWIFT) build -c $(CONFIG) --product coster

docs: build ## Write docs/reference from the code, and the libraries' DocC pages to .build/docc.
	@for page in cli settings refusals metrics scripts events; do $(COSTER) reference $$page > docs/reference/$$page.md || exit; done
	@$(COSTER) reference schema > docs/reference/events.schema.json
	@scripts/docc '$(SWIFT)'

sanitize: check ## All unit tests under AddressSanitizer and under ThreadSanitizer; each build takes many minutes.
	@for sanitizer in address thread; do scripts/sanitize '$(SWIFT)' $$sanitizer || exit; done

torture: check ## Kills, faults and all: MINUTES=30 DATABASE=sqlite|postgresql SEED=…
	@$(SWIFT) build --build-tests
	@scripts/torture '$(SWIFT)' '$(MINUTES)' '$(DATABASE)' '$(SEED)'

fuzz: check ## Damage the input of each parser at random, for so many seconds each: SECONDS=60
	@$(SWIFT) build --build-tests
	@scripts/fuzz '$(SWIFT)' $(or $(SECONDS),60)

mutate: check ## Change the sources in one place at a time, and count the changes that no test notices: COUNT=100 SEED=1 REPORT=FILE ONLY=FILE
	@scripts/mutate --swift '$(SWIFT)' --count $(or $(COUNT),100) --seed $(or $(SEED),1) \
		$(if $(REPORT),--report '$(REPORT)') $(if $(ONLY),--only '$(ONLY)')

freeze: ## Renew the list of golden wire messages, after you have read each change of one.
	@scripts/freeze-exchanges

bench: bench-build ## The figures of docs/performance.md.
	@scripts/bench .build/release

bench-growth: bench-build ## Throughput at 10,000 and at 1,000,000 stored payments.
	@scripts/bench-growth .build/release

bench-nodes: bench-build ## Peak, half load and overload, on SQLite and on PostgreSQL beside pgbench.
	@scripts/bench-nodes .build/release

bench-build: check
	@echo "== build for release (some minutes the first time)"
	@$(SWIFT) build -c release --static-swift-stdlib --product coster
	@$(SWIFT) build -c release --static-swift-stdlib --product coster-bench

kits: ## The client kits as a package of their own, built and tested: KITS=FOLDER.
	@SWIFT='$(SWIFT)' scripts/kits '$(KITS)' --test

kit-fakes: ## The client kits against stand-ins for Apple's frameworks.
	@echo "== the client kits against stand-ins for Apple's frameworks"
	@SWIFT='$(SWIFT)' scripts/with-summary 15m scripts/kit-fakes .build-kits/fakes

kit-objc: ## The client kits' Objective-C side against the vendors' selectors and samples.
	@echo "== the client kits' Objective-C side against the vendors' selectors and samples"
	@SWIFT='$(SWIFT)' timeout 5m scripts/kit-objc .build-kits/objc

fmt: ## Format all sources in place.
	@$(SWIFT) format -i -r $(wildcard $(LINTED))

lint: ## Check the format of all sources.
	@echo "== format lint"
	@$(SWIFT) format lint -s -r $(wildcard $(LINTED))

clients: bootstrap ## The real payment clients that tests use, in .build/clients.
	@scripts/install-packages php-cli chromium # without them the tests of a real client's own parser and of pages are skipped
	@scripts/install-clients

dialect: ## Write the files and rows of a new protocol: NAME=x, in small letters and digits.
	@scripts/dialect '$(NAME)'

suites: build ## The test suites of public clients against a sandbox: SUITES=FOLDER of their checkouts.
	@scripts/suites '$(SUITES)' --coster $(COSTER)

check:
	@scripts/install-packages --check
