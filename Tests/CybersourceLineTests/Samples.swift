import AcquirerKit
import Foundation
import LineContract
import PaymentDomain
import PaymentEngine

@testable import CybersourceLine

/// Requests and replies with fixed names and times.
enum Samples {
    static let now = Timestamp(seconds: 1_795_000_000)
    static let authorizationID = OperationID(stored: "00000000000000000000000000000001")
    static let adviceID = OperationID(stored: "00000000000000000000000000000002")
    static let merchant = AcquirerMerchant(
        merchantNumber: "0180", terminalNumber: "TERM0001", categoryCode: "5411")
    static let pan = "4111111111111111"
    static let cryptogram: [UInt8] = Array("cryptogram of 20 b.".utf8) + [0xFF]
    static let secret = "08c94330-f618-42a3-b09d-e1e43be5efda c2hhcmVkIHNlY3JldCBvZiB0aGUgdGVzdHM="

    static let account = CybersourceAccount(
        merchantID: "flowers_shop", secret: secret, host: "apitest.cybersource.com", path: "/",
        currency: .usd)

    static func line(over transport: any LineTransport) throws -> CybersourceLine {
        guard let account else { throw CocoaError(.coderInvalidValue) }
        return CybersourceLine(account, over: transport, now: { now })
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
        _ kind: AdviceKind, reference: String? = payment, operation: String? = nil,
        age: Int64 = 3_600, firstSent: Int64? = nil, amount: Int64 = 1_499
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

    static let payment = "P6750124114786780104953:1499"
    static let capture = "C6799471903876585704951"
    static let refund = "R6799499091686234304951"
    static let credit = "K6799499091686234304952"

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
}

/// A reply with its status, in the words of Cybersource's.
struct SampleReply: Sendable {
    var status = 201
    var text: String

    /// That a message was done.
    static func done(_ status: String, id: String = "6800000000000000000001") -> SampleReply {
        SampleReply(text: members(#""id": "\#(id)", "status": "\#(status)""#))
    }

    /// That a message was read, and refused.
    static func declined(_ reason: String) -> SampleReply {
        SampleReply(
            text: members(
                #""id": "1", "status": "DECLINED", "errorInformation": {"reason": "\#(reason)"}"#))
    }

    /// That a message can't be done.
    static func invalid(_ reason: String, field: String? = nil) -> SampleReply {
        let details = field.map { #", "details": [{"field": "\#($0)", "reason": "x"}]"# } ?? ""
        return SampleReply(
            status: 400,
            text: #"{"status": "INVALID_REQUEST", "reason": "\#(reason)"\#(details)}"#)
    }

    /// What a search finds: numbers of reasons.
    static func found(_ reasons: String..., code: OperationID = Samples.adviceID) -> SampleReply {
        let summaries = reasons.map { reason in
            #"{"id": "6800000000000000000001", "applicationInformation": {"reasonCode": "\#(reason)"}, "#
                + #""clientReferenceInformation": {"code": "\#(code.value)"}}"#
        }.joined(separator: ",")
        return SampleReply(
            text:
                #"{"totalCount": \#(reasons.count), "_embedded": {"transactionSummaries": [\#(summaries)]}}"#
        )
    }

    private static func members(_ text: String) -> String {
        #"{"clientReferenceInformation": {"code": "\#(Samples.adviceID.value)"}, \#(text)}"#
    }

    static let nothingFound = SampleReply(text: #"{"totalCount": 0}"#)
    static let rejected = SampleReply(
        status: 401, text: #"{"response": {"rmsg": "Authentication Failed"}}"#)

    var outcome: LineOutcome { .answered(LineReply(status: status, body: Array(text.utf8))) }
}

extension ScriptedTransport {
    convenience init(_ replies: [SampleReply]) {
        self.init(replies.map(\.outcome))
    }

    /// Where the requests were sent.
    var paths: [String] { requests.map(\.path) }
}

extension AdviceOutcome {
    /// The outcome in words, for tables.
    var words: String { words(at: Samples.now) }
}
