import Events
import Foundation
import PaymentDomain
import Webhooks

/// One golden request of a protocol's own form of events: the whole request as bytes, recorded. The files lie in the
/// folder `Notices` beside the tests.
///
/// With `COSTER_RECORD=1` the tests write the files again, and compare nothing.
package struct GoldenNotice: Sendable {
    /// The file's name, without its ending.
    package let name: String
    /// The request that a rendering makes of the event.
    package let request: String
    private let file: URL

    /// - Parameter test: The file beside which the folder lies.
    package init?(
        _ name: String, of event: Event, _ rendering: some WebhookRendering, secret: WebhookSecret,
        beside test: String
    ) {
        guard let message = rendering.message(of: event) else { return nil }
        let headers = rendering.headers(of: message, with: [secret], at: event.at)
            .map { "\($0.name): \($0.value)" }
        self.name = name
        request = """
            POST /hook HTTP/1.1
            \(headers.joined(separator: "\n"))

            \(String(decoding: message.body, as: UTF8.self))
            """
        file = URL(filePath: test).deletingLastPathComponent()
            .appending(path: "Notices/\(name).http")
    }

    /// The recorded request; nil if there is none.
    package var recorded: String? {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    package func record() throws {
        try (request + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
}

/// An event of a payment of 60.00 USD, with a Visa card.
package struct EventSample {
    package var kind: EventKind
    package var dialect: String
    package var amount: Int64 = 6_000
    package var state = PaymentState.authorized
    package var operation: PaymentOperation.Kind?
    package var code: DeclineReason?
    package var network: CardNetwork? = .visa
    package var names = EventNames()

    package init(_ kind: EventKind, dialect: String) {
        self.kind = kind
        self.dialect = dialect
    }

    package static let at = Timestamp(milliseconds: 1_795_000_000_123)

    package func event() throws -> Event {
        let amount = try Money(minorUnits: amount, currency: .usd)
        let requested = try Money(minorUnits: 6_000, currency: .usd)
        let id = OperationID(stored: "0199c2a5d3f04a8f8f3a6d1e2b4c5d6f")
        var payment = EventPayment(
            id: PaymentID(stored: "0199c2a5d3f04a8f8f3a6d1e2b4c5d6e"), sequence: 3,
            merchant: MerchantID("shop"), dialect: dialect, orderReference: "order-1",
            requested: requested, amount: amount, state: state, amounts: nil, network: network,
            lastFour: "1111",
            operation: operation.map {
                EventOperation(PaymentOperation(id: id, $0, amount, at: Self.at), takingBack: nil)
            }, code: code, authorizationCode: nil)
        payment.names = names
        return Event(number: 9, at: Self.at, kind: kind, subject: .payment(payment))
    }
}
