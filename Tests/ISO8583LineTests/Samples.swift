import AcquirerKit
import ISO8583
import LineHosts
import PaymentDomain
import PaymentEngine
import Testing

@testable import ISO8583Line

/// Payments, profiles and lines for tests.
enum Samples {
    static let now = Timestamp(milliseconds: 1_795_000_000_000)
    static let merchant = AcquirerMerchant(
        merchantNumber: "MERCHANT0000001", terminalNumber: "APPLE001", categoryCode: "5734")

    /// A shipped profile that names our authorization in field 123, waits so many seconds for answers, and has changes.
    static func profile(
        _ name: String = "spec87-ascii", seconds: Int = 20, _ changes: [(String, String)] = []
    ) throws -> LineProfile {
        let json = try #require(LineProfile.json(ofShipped: name))
        var text = String(decoding: json, as: UTF8.self)
        let standard = [
            (
                "\"11\": \"stan\",\n                \"12\"",
                "\"123\": \"identifier\",\n \"11\": \"stan\",\n \"12\""
            ),
            ("\"answer\": 20", "\"answer\": \(seconds)"),
        ]
        for (before, after) in standard + changes {
            #expect(text.contains(before), "\(before)")
            text = text.replacing(before, with: after)
        }
        return try LineProfile(json: Array(text.utf8), file: name)
    }

    static func money(_ minorUnits: Int64) throws -> Money {
        try Money(minorUnits: minorUnits, currency: .usd)
    }

    static func authorization(
        _ minorUnits: Int64 = 1_499, trace: Int64 = 4_711, at: Timestamp = now
    ) throws -> AcquirerAuthorization {
        var request = AcquirerAuthorization(
            id: OperationID(),
            identity: MessageIdentity(traceNumber: trace, transmittedAt: at),
            sendBy: now.adding(seconds: 10), merchant: merchant,
            pan: try PAN(digits: "4761340000000019"), expiry: CardExpiry(year: 2031, month: 12),
            amount: try money(minorUnits), entryMode: .applePay, billing: BillingDetails(),
            allowsPartialApproval: false)
        request.cryptogram = Cryptogram(Array(0..<20))
        request.eci = ECI("7")
        return request
    }

    static func reversal(
        of request: AcquirerAuthorization, at: Timestamp = now
    ) -> AcquirerAdvice {
        AcquirerAdvice(
            id: OperationID(), line: .sandbox, kind: .reversal,
            identity: request.identity.ofReversal(at: at), authorizationID: request.id,
            authorization: MessageReference(request.identity), merchant: merchant,
            amount: request.amount)
    }

    /// Hosts on this machine, by plain TCP.
    static func pool(
        _ profile: LineProfile, _ hosts: [LineHost], links: Int = 1, inFlight: Int = 500
    ) async throws -> LinkPool {
        let pool = LinkPool(
            profile,
            hosts: hosts.map {
                HostEndpoint(host: "127.0.0.1", port: $0.port, tls: nil, links: links)
            },
            inFlight: inFlight, now: { now })
        await pool.waitUntilUp()
        return pool
    }
}

extension AcquirerAnswer {
    /// `approved 1499`, `declined 51`, `unknown` or `notSent`.
    var words: String {
        switch self {
        case .approved(let approval): "approved \(approval.amount.minorUnits)"
        case .declined(let reason, _): "declined \(reason.rawValue)"
        case .unknown: "unknown"
        case .notSent: "notSent"
        }
    }
}

/// A way to a host that keeps what was sent, and gives one answer after the other.
actor ScriptedExchange: MessageExchange {
    private(set) var sent: [Message] = []
    private var outcomes: [@Sendable (Message) -> ExchangeOutcome]

    init(_ outcomes: [@Sendable (Message) -> ExchangeOutcome]) {
        self.outcomes = outcomes
    }

    func send(_ message: Message, sendBy: Timestamp?) async -> ExchangeOutcome {
        sent.append(message)
        return outcomes.isEmpty ? .silence(.deadline) : outcomes.removeFirst()(message)
    }
}
