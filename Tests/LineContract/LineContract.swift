import PaymentDomain
import PaymentEngine
import Testing

/// What every line must do, tried against a host whose ledger can be read.
package struct LineContract: Sendable {
    /// An authorization in the host's ledger; amounts in minor units.
    package struct Row: Sendable, Hashable {
        /// The part that is held, and neither captured nor released.
        package var left: Int64
        package var captured: Int64
        package var refunded: Int64

        package init(left: Int64, captured: Int64, refunded: Int64) {
            self.left = left
            self.captured = captured
            self.refunded = refunded
        }
    }

    package let line: any AcquirerLine
    /// When it is for the line.
    package let now: Timestamp
    /// An amount that the host books in silence.
    package let silent: String
    /// What the host has booked under our identifier of an authorization; nil for nothing.
    package let row: @Sendable (OperationID) async throws -> Row?
    /// Whether the host answers a second request under one identifier as the first, rather than refusing it.
    package let repeatsAnswers: Bool
    /// How many requests the host has seen, or how much it has booked.
    package let requests: @Sendable () async throws -> Int
    let traceNumbers = TraceNumberSource()

    package init(
        _ line: any AcquirerLine, now: Timestamp, silent: String, repeatsAnswers: Bool = true,
        row: @escaping @Sendable (OperationID) async throws -> Row?,
        requests: @escaping @Sendable () async throws -> Int
    ) {
        self.line = line
        self.now = now
        self.silent = silent
        self.repeatsAnswers = repeatsAnswers
        self.row = row
        self.requests = requests
    }

    /// The rules.
    package enum Rule: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case repeatedAuthorization = "an authorization that comes twice is held once"
        case capture = "a capture that comes twice is booked once"
        case refund = "a refund names its capture, and is booked once"
        case captureVoid = "the void of a capture gives the hold back"
        case refundVoid = "the void of a refund takes the money back"
        case release = "a release gives back a part of the hold"
        case reversal = "a reversal of a named authorization leaves nothing held"
        case reversalOfNothing = "a reversal of an unknown authorization is acknowledged"
        case reversalAfterSilence = "silence is unknown, and its reversal leaves nothing held"
        case lateRequest = "a request whose time is over is not sent"
        case lackingFeature = "what the line can't do is not sent"

        package var testDescription: String { rawValue }
    }

    /// Tries a rule.
    package func check(_ rule: Rule) async throws {
        switch rule {
        case .repeatedAuthorization: try await repeatedAuthorization()
        case .capture: try await captureTwice()
        case .refund: try await refundTwice()
        case .captureVoid: try await voidCapture()
        case .refundVoid: try await voidRefund()
        case .release: try await releasePart()
        case .reversal: try await reverseNamed()
        case .reversalOfNothing: try await reverseNothing()
        case .reversalAfterSilence: try await reverseAfterSilence()
        case .lateRequest: try await late()
        case .lackingFeature: try await lackingFeature()
        }
    }
}

extension LineContract {
    private func repeatedAuthorization() async throws {
        let request = try request("10.00")
        let first = try await approval(request)
        #expect(first.amount.minorUnits == 1_000)
        if repeatsAnswers {
            let second = try await approval(request)
            #expect(first.acquirerReference == second.acquirerReference)
        } else {
            #expect(await line.authorize(request) == .unknown)
        }
        try await expect(request.id, left: 1_000)
    }

    private func captureTwice() async throws {
        let held = try await held("10.00")
        let capture = try advice(.capture, "4.00", of: held)
        _ = try await acknowledgement(capture)
        _ = try await acknowledgement(capture, again: true)
        try await expect(held.id, left: 600, captured: 400)
    }

    private func refundTwice() async throws {
        let (held, captured) = try await captured("10.00", "4.00")
        let refund = try advice(.refund, "1.50", of: held, about: captured)
        _ = try await acknowledgement(refund)
        _ = try await acknowledgement(refund, again: true)
        try await expect(held.id, left: 600, captured: 400, refunded: 150)
    }

    private func voidCapture() async throws {
        let (held, captured) = try await captured("10.00", "4.00")
        _ = try await acknowledgement(advice(.captureVoid, "4.00", of: held, about: captured))
        try await expect(held.id, left: 1_000)
    }

    private func voidRefund() async throws {
        let (held, captured) = try await captured("10.00", "4.00")
        let refund = try await acknowledgement(
            advice(.refund, "1.50", of: held, about: captured))
        _ = try await acknowledgement(advice(.refundVoid, "1.50", of: held, about: refund))
        try await expect(held.id, left: 600, captured: 400)
    }

    private func releasePart() async throws {
        let held = try await held("10.00")
        _ = try await acknowledgement(advice(.release, "3.00", of: held))
        try await expect(held.id, left: 700)
    }

    private func reverseNamed() async throws {
        let held = try await held("10.00")
        _ = try await acknowledgement(advice(.reversal, "10.00", of: held))
        try await expect(held.id, left: 0)
    }

    private func reverseNothing() async throws {
        let unknown = Held(id: OperationID(), identity: identity(), reference: nil)
        _ = try await acknowledgement(advice(.reversal, "10.00", of: unknown))
        let row = try await row(unknown.id)
        #expect(row == nil || row?.left == 0)
    }

    private func reverseAfterSilence() async throws {
        let request = try request(silent)
        #expect(await line.authorize(request) == .unknown)
        #expect(try await (row(request.id)?.left ?? 0) > 0, "the host has booked it")
        let lost = Held(id: request.id, identity: request.identity, reference: nil)
        _ = try await acknowledgement(advice(.reversal, silent, of: lost))
        try await expect(request.id, left: 0)
    }

    private func late() async throws {
        var request = try request("10.00")
        request.sendBy = Timestamp(milliseconds: now.milliseconds - 1)
        let before = try await requests()
        #expect(await line.authorize(request) == .notSent)
        #expect(try await requests() == before)
        #expect(try await row(request.id) == nil)
    }

    private func lackingFeature() async throws {
        let purposes: [(LineCapabilities.Features, AcquirerAuthorization.Purpose)] = [
            (.priorApproval, .priorApproval(code: "123456")), (.credit, .credit),
        ]
        let before = try await requests()
        for (feature, purpose) in purposes where !line.capabilities.features.contains(feature) {
            var request = try request("10.00")
            request.purpose = purpose
            guard case .declined = await line.authorize(request) else {
                Issue.record("\(purpose) was not declined")
                continue
            }
        }
        #expect(try await requests() == before)
    }
}
