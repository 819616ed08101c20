import AcquirerKit
import PaymentDomain
import PaymentEngine
import Testing

/// A message about a payment, the replies that it gets, and what they mean.
package struct MessageRow<Samples: LineSamples>: Sendable, CustomTestStringConvertible {
    private let title: String
    private let kind: AdviceKind
    private let reference: String?
    private let operation: String?
    private let age: Int64
    private let firstSent: Int64?
    private let replies: [SampleReply]
    private let outcome: String
    private let sent: [String]

    package var testDescription: String { title }

    /// A row.
    ///
    /// - Parameters:
    ///   - reference: The acquirer's name of the authorization; nil if its answer never came.
    ///   - age: How long ago the authorization was sent, in seconds.
    ///   - firstSent: The same of the message itself, if it may have been sent.
    ///   - sent: What was asked for, in order.
    package init(
        title: String, kind: AdviceKind, reference: String? = Samples.payment,
        operation: String? = nil, age: Int64 = 3_600, firstSent: Int64? = nil,
        replies: [SampleReply], outcome: String, sent: [String]
    ) {
        self.title = title
        self.kind = kind
        self.reference = reference
        self.operation = operation
        self.age = age
        self.firstSent = firstSent
        self.replies = replies
        self.outcome = outcome
        self.sent = sent
    }

    /// A message with the name of what it is about.
    package static func answered(
        _ kind: AdviceKind, _ said: String, _ reply: SampleReply, _ outcome: String, sent: String
    ) -> MessageRow {
        let operation: String? =
            switch kind {
            case .refund, .captureVoid: Samples.capture
            case .refundVoid: Samples.refund
            case .capture, .release, .reversal: nil
            }
        return MessageRow(
            title: "\(kind) answered \(said)", kind: kind, operation: operation,
            replies: [reply], outcome: outcome, sent: [sent])
    }

    /// The reversal of an authorization whose answer never came.
    package static func lost(
        _ title: String, age: Int64 = 3_600, _ replies: [SampleReply], _ outcome: String,
        _ sent: [String]
    ) -> MessageRow {
        MessageRow(
            title: title, kind: .reversal, reference: nil, age: age, replies: replies,
            outcome: outcome, sent: sent)
    }

    /// Sends the message, and compares what came of it.
    package func check() async throws {
        let transport = ScriptedTransport(replies.map(\.outcome))
        let outcome = try await Samples.line(over: transport).advise(
            Samples.advice(
                kind, reference: reference, operation: operation, age: age,
                firstSent: firstSent))
        #expect(outcome.words == self.outcome)
        #expect(transport.requests.map(Samples.action) == sent)
    }
}

extension LineSamples {
    /// A message in another currency than the account's is refused, and not sent.
    package static func checkCurrency() async throws {
        let transport = ScriptedTransport()
        var advice = try advice(.capture)
        advice.amount = try Money(
            minorUnits: 1, currency: try #require(Currency(code: "EUR")))
        #expect(try await line(over: transport).advise(advice) == .refused(.invalidAmount))
        #expect(transport.requests.isEmpty)
    }
}
