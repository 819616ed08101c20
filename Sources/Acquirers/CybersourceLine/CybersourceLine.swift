import AcquirerKit
import PaymentDomain
import PaymentEngine

/// A line to Cybersource over its REST API, version 2.
///
/// An authorization whose answer never came isn't sent again: its cryptogram is gone by then. It is reversed by our own
/// name of it, once Cybersource must know it. A capture or a refund without an answer is searched for, and sent again
/// under the same name, which Cybersource takes once.
package struct CybersourceLine: AcquirerLine {
    let account: CybersourceAccount
    /// The outcomes of the requests so far.
    package let meter = LineMeter()
    private let transport: any LineTransport
    private let now: @Sendable () -> Timestamp

    /// A line.
    ///
    /// - Parameters:
    ///   - transport: The way to Cybersource; its URL has the account's host and path.
    ///   - now: The clock, for signatures, and for the age of an authorization that can't be found.
    package init(
        _ account: CybersourceAccount, over transport: any LineTransport,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.account = account
        self.transport = transport
        self.now = now
    }

    /// All but approvals given elsewhere, and refunds of several captures at once: a refund names one capture.
    package var capabilities: LineCapabilities {
        LineCapabilities(
            features: LineCapabilities.Features.all.subtracting([
                .priorApproval, .refundOfSeveralCaptures,
            ]),
            currencies: [account.currency])
    }

    package func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer {
        if let reason = refusal(of: request) { return .declined(reason, AcquirerChecks()) }
        guard let network = request.pan.network,
            let row = CybersourceNetwork.row(network, request.eci)
        else { return .declined(.invalidCardNumber, AcquirerChecks()) }
        let message =
            request.purpose == .credit
            ? CybersourceRequest(credit: request, as: row)
            : CybersourceRequest(authorization: request, as: row)
        switch await ask(message, sendBy: request.sendBy) {
        case .notSent: return .notSent
        // A duplicate of a request that is never sent twice.
        case .unclear, .duplicate: return .unknown
        // Nothing was done: a wrong key, for example. But it was sent, so it takes no other line.
        case .rejected: return .declined(.systemMalfunction, AcquirerChecks())
        case .refused(let reply): return AcquirerAnswer(refusal: reply)
        case .done(let reply):
            guard let answer = AcquirerAnswer(success: reply, to: request) else {
                meter.countMalformed()
                return .unknown
            }
            return answer
        }
    }

    /// Why a request isn't sent at all; nil if it can be. The engine asks for nothing that ``capabilities`` excludes.
    private func refusal(of request: AcquirerAuthorization) -> DeclineReason? {
        guard request.amount.currency == account.currency,
            request.amount.minorUnits <= CybersourceLimits.amount
        else { return .invalidAmount }
        guard request.emvData == nil, request.encryptedPIN == nil else {
            return .invalidTransaction
        }
        switch request.purpose {
        case .priorApproval: return .invalidTransaction
        case .credit: return nil
        // Without its cryptogram, a device's payment would go out as one that nobody has proven.
        case .hold:
            let lacksProof = request.entryMode == .applePay && request.cryptogram == nil
            return lacksProof ? .securityViolation : nil
        }
    }

    /// Until when a request may be on its way; nil if Cybersource must know it by now, if it ever came.
    func arrival(of request: MessageIdentity) -> Timestamp? {
        let last = request.transmittedAt.adding(seconds: CybersourceLimits.settlingSeconds)
        return now() < last ? last : nil
    }

    /// Sends a request, and reads the reply.
    func ask(_ message: CybersourceRequest, sendBy: Timestamp? = nil) async -> CybersourceOutcome {
        switch await send(message, sendBy: sendBy) {
        case .notSent: .notSent
        case .silence: .unclear
        case .answered(let reply): read(reply, to: message)
        }
    }

    /// Sends a request, and counts what became of it.
    func send(_ message: CybersourceRequest, sendBy: Timestamp? = nil) async -> LineOutcome {
        var request = LineRequest(
            body: message.body,
            headers: CybersourceSignature.fields(of: message, by: account, at: now()),
            sendBy: sendBy)
        request.path = message.path
        let outcome = await transport.send(request)
        meter.count(outcome)
        return outcome
    }
}

/// The result of a request.
enum CybersourceOutcome: Sendable, Hashable {
    case done(CybersourceReply)
    /// It was refused for a reason that the table has.
    case refused(CybersourceReply)
    /// A request with its `transactionId` came before.
    case duplicate
    /// It was refused as a whole, and nothing was done.
    case rejected
    /// No answer, or none that counts.
    case unclear
    case notSent
}
