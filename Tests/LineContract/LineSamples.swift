import AcquirerKit
import Foundation
import PaymentDomain
import PaymentEngine

/// The samples of a line over HTTP: requests with fixed names and times.
package protocol LineSamples: Sendable {
    associatedtype Line: MeteredLine

    /// The number of the card that pays.
    static var pan: String { get }
    /// The acquirer's name of the authorization, as the line writes it.
    static var payment: String { get }
    static var capture: String { get }
    static var refund: String { get }
    /// That of money given to a card without a payment.
    static var credit: String { get }
    /// The tests' folder, with what is recorded in it.
    static var folder: URL { get }
    /// What the names of recorded requests end with.
    static var fileType: String { get }

    static func line(over transport: any LineTransport) throws -> Line
    /// What a request asks for, in a word of the protocol.
    static func action(of request: LineRequest) -> String
    /// A request as its file has it.
    static func record(of request: LineRequest) -> String
}

/// A line that counts what it sends.
package protocol MeteredLine: AcquirerLine {
    var meter: LineMeter { get }
}

extension Timestamp {
    /// When it is for the lines of tests.
    package static let ofSamples = Timestamp(seconds: 1_795_000_000)
}

extension OperationID {
    package static let ofAuthorization = OperationID(stored: "00000000000000000000000000000001")
    package static let ofAdvice = OperationID(stored: "00000000000000000000000000000002")
}

extension LineSamples {
    package static var now: Timestamp { .ofSamples }
    package static var authorizationID: OperationID { .ofAuthorization }
    package static var adviceID: OperationID { .ofAdvice }
    package static var cryptogram: [UInt8] { Array("cryptogram of 20 b.".utf8) + [0xFF] }

    package static func money(_ units: Int64) throws -> Money {
        try Money(minorUnits: units, currency: .usd)
    }

    /// A device's payment of 14.99, sent an hour ago.
    package static func authorization(
        _ change: (inout AcquirerAuthorization) throws -> Void = { _ in }
    ) throws -> AcquirerAuthorization {
        var request = AcquirerAuthorization(
            id: authorizationID, identity: identity(age: 3_600), sendBy: now,
            merchant: LineContract.merchant, pan: try PAN(digits: pan),
            expiry: CardExpiry(year: 2031, month: 7), amount: try money(1_499),
            entryMode: .applePay, billing: BillingDetails(), allowsPartialApproval: false)
        request.cryptogram = Cryptogram(cryptogram)
        request.eci = ECI("07")
        try change(&request)
        return request
    }

    /// - Parameters:
    ///   - age: How long ago the authorization was sent, in seconds.
    ///   - firstSent: The same of the message itself, if it may have been sent.
    package static func advice(
        _ kind: AdviceKind, reference: String? = Self.payment, operation: String? = nil,
        age: Int64 = 3_600, firstSent: Int64? = nil, amount: Int64 = 1_499
    ) throws -> AcquirerAdvice {
        var advice = AcquirerAdvice(
            id: adviceID, line: .sandbox, kind: kind, identity: identity(age: firstSent ?? 1),
            authorizationID: authorizationID,
            authorization: MessageReference(
                identity(age: age), acquirerReference: reference.flatMap(named)),
            merchant: LineContract.merchant, amount: try money(amount))
        advice.isRepetition = firstSent != nil
        advice.operation = operation.flatMap(named).map {
            MessageReference(identity(age: 1), acquirerReference: $0)
        }
        return advice
    }

    private static func identity(age: Int64) -> MessageIdentity {
        MessageIdentity(traceNumber: 1, transmittedAt: now.adding(seconds: -age))
    }

    private static func named(_ text: String) -> AcquirerReference? {
        AcquirerReference(Array(text.utf8))
    }

    /// A file beside the tests.
    package static func file(_ path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
}
