import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

/// An authorization that the host holds.
struct Held {
    let id: OperationID
    let identity: MessageIdentity
    /// The host's name of it.
    let reference: AcquirerReference?
}

extension LineContract {
    package static let merchant = AcquirerMerchant(
        merchantNumber: "0180", terminalNumber: "TERM0001", categoryCode: "5411")

    /// Another one at each call, long enough ago that a host knows all that it ever will.
    func identity() -> MessageIdentity {
        MessageIdentity(
            traceNumber: traceNumbers.next(), transmittedAt: now.adding(seconds: -3_600))
    }

    /// A device's payment.
    func request(_ decimal: String) throws -> AcquirerAuthorization {
        var request = AcquirerAuthorization(
            id: OperationID(), identity: identity(), sendBy: now, merchant: Self.merchant,
            pan: try PAN(digits: "4111111111111111"), expiry: CardExpiry(year: 2030, month: 1),
            amount: try Money(decimal: decimal, currency: .usd), entryMode: .applePay,
            billing: BillingDetails(), allowsPartialApproval: false)
        request.cryptogram = Cryptogram([UInt8](repeating: 7, count: 20))
        return request
    }

    func advice(
        _ kind: AdviceKind, _ decimal: String, of held: Held,
        about operation: MessageReference? = nil
    ) throws -> AcquirerAdvice {
        var advice = AcquirerAdvice(
            id: OperationID(), line: .sandbox, kind: kind,
            identity: kind == .reversal ? held.identity.ofReversal(at: now) : identity(),
            authorizationID: held.id,
            authorization: MessageReference(
                held.identity, acquirerReference: held.reference),
            merchant: Self.merchant, amount: try Money(decimal: decimal, currency: .usd))
        advice.operation = operation
        return advice
    }

    func approval(_ request: AcquirerAuthorization) async throws -> AcquirerApproval {
        let answer = await line.authorize(request)
        guard case .approved(let approval) = answer else {
            throw ContractBroken(what: "\(answer) instead of an approval")
        }
        return approval
    }

    func held(_ decimal: String) async throws -> Held {
        let request = try request(decimal)
        return Held(
            id: request.id, identity: request.identity,
            reference: try await approval(request).acquirerReference)
    }

    func captured(
        _ decimal: String, _ part: String
    ) async throws -> (Held, MessageReference) {
        let held = try await held(decimal)
        return (held, try await acknowledgement(advice(.capture, part, of: held)))
    }

    /// The message, as later ones name it.
    func acknowledgement(
        _ advice: AcquirerAdvice, again: Bool = false
    ) async throws -> MessageReference {
        var advice = advice
        advice.isRepetition = again
        let outcome = await line.advise(advice)
        guard case .acknowledged(let reference) = outcome else {
            throw ContractBroken(what: "\(advice.kind): \(outcome)")
        }
        return MessageReference(advice.identity, acquirerReference: reference)
    }

    func expect(
        _ id: OperationID, left: Int64, captured: Int64 = 0, refunded: Int64 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let row = try await row(id)
        #expect(
            row == Row(left: left, captured: captured, refunded: refunded),
            sourceLocation: sourceLocation)
    }
}

/// Draws the trace numbers of a contract, each once.
package final class TraceNumberSource: Sendable {
    private let last = Atomic<Int64>(0)

    func next() -> Int64 { last.add(1, ordering: .relaxed).newValue }
}

/// A line did not do what every line must.
struct ContractBroken: Error, CustomStringConvertible {
    let what: String

    var description: String { what }
}
