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

# What an operator exported for a server of his own names other books than those of these commands.
unexport $(filter COSTER_%,$(.VARIABLES))

.PHONY: help bootstrap demo test sanitize torture mutate freeze run bench bench-growth bench-nodes fmt lint build packages clients kits kit-fakes kit-objc

help: ## List these commands.
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

bootstrap: packages ## Install the system packages that the other commands need.

demo: build ## Pay through every dialect with fresh tokens, and show what happened.
	@scripts/demo $(COSTER)

test: packages clients lint kit-fakes kit-objc ## Everything that must hold.
	@echo "== build, warnings as errors; then the parts, and then whole servers, whose tests want the machine for themselves"
	@$(SWIFT) build --build-tests
	@scripts/with-postgres scripts/with-summary 20m $(SWIFT) test --skip-build --skip '^EndToEndTests\.' --skip '$(LOCKS)'
	@scripts/with-postgres scripts/with-summary 15m $(SWIFT) test --skip-build --filter '$(LOCKS)'
	@scripts/with-postgres scripts/with-summary 40m $(SWIFT) test --skip-build --filter '^EndToEndTests\.' --skip '$(TORTURE)'
	@echo "== a short torture, and whether it finds bugs that were planted; some minutes"
	@scripts/with-summary 30m $(SWIFT) test --skip-build --filter '$(TORTURE)'

sanitize: packages ## All unit tests under AddressSanitizer and under ThreadSanitizer; each build takes many minutes.
	@for sanitizer in address thread; do scripts/sanitize '$(SWIFT)' $$sanitizer || exit; done

torture: packages ## Kills, faults and all: MINUTES=30 DATABASE=sqlite|postgresql SEED=…
	@$(SWIFT) build --build-tests
	@scripts/torture '$(SWIFT)' '$(MINUTES)' '$(DATABASE)' '$(SEED)'

mutate: packages ## Change the sources in one place at a time, and count the changes that no test notices: COUNT=100 SEED=1 REPORT=FILE ONLY=FILE
	@scripts/mutate --swift '$(SWIFT)' --count $(or $(COUNT),100) --seed $(or $(SEED),1) \
		$(if $(REPORT),--report '$(REPORT)') $(if $(ONLY),--only '$(ONLY)')

freeze: ## Renew the list of golden wire messages, after you have read each change of one.
	@scripts/freeze-exchanges

run: build ## A sandbox server on 127.0.0.1:8080.
	@$(COSTER) serve --sandbox --data $(DATA)

bench: packages ## The figures of docs/performance.md.
	@echo "== build for release (some minutes the first time)"
	@$(SWIFT) build -c release --static-swift-stdlib --product coster
	@$(SWIFT) build -c release --static-swift-stdlib --product coster-bench
	@scripts/bench .build/release

bench-growth: packages ## Throughput at 10,000 and at 1,000,000 stored payments.
	@echo "== build for release (some minutes the first time)"
	@$(SWIFT) build -c release --static-swift-stdlib --product coster
	@$(SWIFT) build -c release --static-swift-stdlib --product coster-bench
	@scripts/bench-growth .build/release

bench-nodes: packages ## Peak, half load and overload, on SQLite and on PostgreSQL beside pgbench.
	@echo "== build for release (some minutes the first time)"
	@$(SWIFT) build -c release --static-swift-stdlib --product coster
	@$(SWIFT) build -c release --static-swift-stdlib --product coster-bench
	@scripts/bench-nodes .build/release

fmt: ## Format all sources in place.
	@$(SWIFT) format -i -r $(wildcard $(LINTED))

lint:
	@echo "== format lint"
	@$(SWIFT) format lint -s -r $(wildcard $(LINTED))

build: packages
	@echo "== build ($(CONFIG); some minutes the first time)"
	@$(SWIFT) build -c $(CONFIG) --product coster

kits: ## The client kits as a package of their own, built and tested: KITS=FOLDER.
	@SWIFT='$(SWIFT)' scripts/kits '$(KITS)' --test

kit-fakes:
	@echo "== the client kits against stand-ins for Apple's frameworks"
	@SWIFT='$(SWIFT)' scripts/with-summary 15m scripts/kit-fakes .build-kits/fakes

kit-objc:
	@echo "== the client kits' Objective-C side against the vendors' selectors and samples"
	@SWIFT='$(SWIFT)' timeout 5m scripts/kit-objc .build-kits/objc

packages:
	@scripts/install-packages

clients: packages
	@scripts/install-packages php-cli # without it the test of a real client's own parser is skipped
	@scripts/install-clients
