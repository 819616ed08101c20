import AcquirerKit
import PaymentDomain
import PaymentEngine

/// A line to Worldpay's eCommerce platform over cnpAPI 12.34.
///
/// An authorization whose answer never came isn't sent again: its cryptogram is gone by then, and Worldpay doesn't look
/// for duplicates of authorizations. Its reversal looks it up by our identifier, and reverses what it finds.
package struct WorldpayLine: AcquirerLine {
    let account: WorldpayAccount
    /// What became of the requests so far.
    package let meter = LineMeter()
    private let transport: any LineTransport
    private let now: @Sendable () -> Timestamp

    /// A line.
    ///
    /// - Parameters:
    ///   - transport: The way to Worldpay; its URL ends in `/vap/communicator/online`.
    ///   - now: The clock, for the age of an authorization that can't be found.
    package init(
        _ account: WorldpayAccount, over transport: any LineTransport,
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
        let isCredit = request.purpose == .credit
        let message =
            isCredit
            ? CNPRequest(credit: request, by: account)
            : CNPRequest(authorization: request, by: account)
        switch await ask(message, sendBy: request.sendBy) {
        case .notSent: return .notSent
        case .unclear: return .unknown
        // Nothing was done: a wrong password, for example. But it was sent, so it takes no other line.
        case .refused: return .declined(.systemMalfunction, AcquirerChecks())
        case .answered(let answer):
            guard let verdict = AcquirerAnswer(answer, to: request) else {
                meter.countMalformed()
                return .unknown
            }
            return verdict
        }
    }

    /// Why a request isn't sent at all; nil if it can be. The engine asks for nothing that ``capabilities`` excludes.
    private func refusal(of request: AcquirerAuthorization) -> DeclineReason? {
        guard request.amount.currency == account.currency,
            request.amount.minorUnits <= WorldpayLimits.amount
        else { return .invalidAmount }
        guard request.emvData == nil, request.encryptedPIN == nil else {
            return .invalidTransaction
        }
        guard let network = request.pan.network,
            request.pan.count >= WorldpayLimits.shortestCardNumber
        else { return .invalidCardNumber }
        switch request.purpose {
        case .priorApproval: return .invalidTransaction
        case .credit: return nil
        case .hold: break
        }
        // Without its cryptogram, a device's payment would go out as one that nobody has proven.
        let needsProof = network == .visa || network == .mastercard
        let lacksProof = request.entryMode == .applePay && request.cryptogram == nil
        return needsProof && lacksProof ? .securityViolation : nil
    }

    /// Until when a request may be on its way; nil if Worldpay must know it by now, if it ever came.
    func arrival(of request: MessageIdentity) -> Timestamp? {
        let last = request.transmittedAt.adding(seconds: WorldpayLimits.settlingSeconds)
        return now() < last ? last : nil
    }

    /// Sends a request, and reads the reply.
    func ask(_ message: CNPRequest, sendBy: Timestamp? = nil) async -> CNPOutcome {
        switch await send(message, sendBy: sendBy) {
        case .notSent: .notSent
        case .silence: .unclear
        case .answered(let reply): read(reply, to: message)
        }
    }

    /// Sends a request, and counts what became of it.
    func send(_ message: CNPRequest, sendBy: Timestamp? = nil) async -> LineOutcome {
        let outcome = await transport.send(
            LineRequest(
                body: message.body, headers: [("Content-Type", "text/xml; charset=UTF-8")],
                sendBy: sendBy))
        meter.count(outcome)
        return outcome
    }

    /// Reads a reply, and counts one that can't be to the request.
    func read(_ reply: LineReply, to message: CNPRequest) -> CNPOutcome {
        do {
            guard reply.status == WorldpayLine.ok else { throw CNPReplyError.wrongRoot }
            switch try CNPReply.read(reply.body, to: message) {
            case .transaction(let answer): return .answered(answer)
            case .refused:
                meter.countRefused()
                return .refused
            case .unclear:
                meter.countMalformed()
                return .unclear
            }
        } catch {
            meter.countMalformed()
            return .unclear
        }
    }

    /// Worldpay answers declines and refused documents with it too.
    private static let ok = 200
}

/// The result of a request.
enum CNPOutcome: Sendable, Hashable {
    case answered(CNPAnswer)
    /// The document was refused, and nothing was done.
    case refused
    /// No answer, or none that counts.
    case unclear
    case notSent
}
