import Testing

/// Runs each test once on SQLite, and once on PostgreSQL where there is one.
package struct OnBothDatabases: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        guard TestedDatabase.url != nil else { return }
        try await Turnstile.shared.pass {
            try await TestedDatabase.$isAsked.withValue(true) { try await function() }
        }
    }
}

extension Trait where Self == OnBothDatabases {
    /// Each test once on SQLite, and once on PostgreSQL where there is one.
    package static var onBothDatabases: Self { Self() }
}

/// Runs each test on PostgreSQL alone, and skips it where there is none.
package struct OnPostgreSQL: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Turnstile.shared.pass {
            try await TestedDatabase.$isAsked.withValue(true) { try await function() }
        }
    }
}

extension Trait where Self == OnPostgreSQL {
    /// Each test on PostgreSQL alone.
    package static var onPostgreSQL: Self { Self() }
}

/// Lets a few tests at a time use the server, which has only so many connections.
package actor Turnstile {
    package static let shared = Turnstile()
    private var free = 4
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package func pass(_ body: @Sendable () async throws -> Void) async throws {
        if free == 0 {
            await withCheckedContinuation { waiting.append($0) }
        } else {
            free -= 1
        }
        defer {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
        try await body()
    }
}
