import AcquirerKit
import Foundation
import LineContract
import PaymentDomain
import PaymentEngine

@testable import WorldpayLine

/// Requests and replies with fixed names and times.
enum Samples {
    static let now = Timestamp(seconds: 1_795_000_000)
    static let authorizationID = OperationID(stored: "00000000000000000000000000000001")
    static let adviceID = OperationID(stored: "00000000000000000000000000000002")
    static let merchant = AcquirerMerchant(
        merchantNumber: "0180", terminalNumber: "TERM0001", categoryCode: "5411")
    static let pan = "4457010000000009"
    /// Of Vantiv's own certification tests.
    static let cryptogram: [UInt8] = Array("cryptogram of 20 b.".utf8) + [0xFF]

    static let account = WorldpayAccount(
        user: "merchant-user", password: "merchant-secret", reportGroup: "Default Report Group",
        currency: .usd)

    static func line(over transport: any LineTransport) throws -> WorldpayLine {
        guard let account else { throw CocoaError(.coderInvalidValue) }
        return WorldpayLine(account, over: transport, now: { now })
    }

    static func money(_ units: Int64) throws -> Money {
        try Money(minorUnits: units, currency: .usd)
    }

    /// A device's payment of 14.99, sent an hour ago.
    static func authorization(
        _ change: (inout AcquirerAuthorization) throws -> Void = { _ in }
    ) throws -> AcquirerAuthorization {
        var request = AcquirerAuthorization(
            id: authorizationID, identity: identity(age: 3_600), sendBy: now, merchant: merchant,
            pan: try PAN(digits: pan), expiry: CardExpiry(year: 2031, month: 7),
            amount: try money(1_499), entryMode: .applePay, billing: BillingDetails(),
            allowsPartialApproval: false)
        request.cryptogram = Cryptogram(cryptogram)
        request.eci = ECI("07")
        try change(&request)
        return request
    }

    /// - Parameter age: How long ago the authorization was sent, in seconds.
    static func advice(
        _ kind: AdviceKind, reference: String? = "A100000000000000001",
        operation: String? = nil, age: Int64 = 3_600, firstSent: Int64? = nil,
        amount: Int64 = 1_499
    ) throws -> AcquirerAdvice {
        var advice = AcquirerAdvice(
            id: adviceID, line: .sandbox, kind: kind, identity: identity(age: firstSent ?? 1),
            authorizationID: authorizationID,
            authorization: MessageReference(
                identity(age: age), acquirerReference: reference.flatMap(named)),
            merchant: merchant, amount: try money(amount))
        advice.isRepetition = firstSent != nil
        advice.operation = operation.flatMap(named).map {
            MessageReference(identity(age: 1), acquirerReference: $0)
        }
        return advice
    }

    static func identity(age: Int64) -> MessageIdentity {
        MessageIdentity(traceNumber: 1, transmittedAt: now.adding(seconds: -age))
    }

    private static func named(_ text: String) -> AcquirerReference? {
        AcquirerReference(Array(text.utf8))
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// A file beside these tests.
    static func file(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    /// A reply in the words of Worldpay's, to the authorization or to the advice.
    static func reply(_ transaction: String, _ code: String, _ extra: String = "") -> String {
        let id = transaction == "authorization" ? authorizationID : adviceID
        return document(answer(transaction, code, id: id, extra))
    }

    static func answer(
        _ transaction: String, _ code: String, id: OperationID, _ extra: String = ""
    ) -> String {
        let number = "<cnpTxnId>200000000000000001</cnpTxnId>"
        return """
            <\(transaction)Response id="\(id.value)" reportGroup="Default Report Group">\
            \(transaction == "queryTransaction" ? "" : number)<response>\(code)</response>\
            <responseTime>2026-11-18T10:11:12</responseTime><message>-</message>\(extra)\
            </\(transaction)Response>
            """
    }

    static func document(_ child: String, result: String = "0") -> String {
        """
        <cnpOnlineResponse version="12.34" response="\(result)" message="-" \
        xmlns="http://www.vantivcnp.com/schema">\(child)</cnpOnlineResponse>
        """
    }
}

extension ScriptedTransport {
    convenience init(_ replies: [String]) {
        self.init(replies.map { .answered(LineReply(status: 200, body: Array($0.utf8))) })
    }

    /// The transactions of the documents that were sent, in order.
    var transactions: [String] {
        sent.map { document in
            String(
                document.split(separator: "</authentication><").last?.prefix { $0.isLetter } ?? "")
        }
    }
}

extension AdviceOutcome {
    /// The outcome in words, for tables.
    var words: String { words(at: Samples.now) }
}
