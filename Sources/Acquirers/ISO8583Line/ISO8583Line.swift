import AcquirerKit
import ISO8583
import PaymentDomain
import PaymentEngine

/// A line to an acquirer's host over ISO 8583, by a profile.
///
/// An authorization whose answer never came isn't sent again: its reversal names it by type, trace number and time.
package struct ISO8583Line: AcquirerLine {
    let profile: LineProfile
    /// The outcomes of the messages so far.
    package let meter = LineMeter()
    private let exchange: any MessageExchange
    private let now: @Sendable () -> Timestamp

    /// A line.
    ///
    /// - Parameter now: The clock, for the age of an authorization that the host doesn't know.
    package init(
        _ profile: LineProfile, over exchange: any MessageExchange,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.profile = profile
        self.exchange = exchange
        self.now = now
    }

    /// What the profile has messages for. A refund names one capture, and a credit nothing that could be reversed.
    package var capabilities: LineCapabilities {
        var features: LineCapabilities.Features = profile.style == .dual ? [.separateCapture] : []
        if !profile.codes.partial.isEmpty { features.insert(.partialApproval) }
        if profile.messages[.release] != nil { features.insert(.partialRelease) }
        if profile.messages[.captureVoid] != nil, profile.messages[.refundVoid] != nil {
            features.insert(.voidAfterCapture)
        }
        var capabilities = LineCapabilities(features: features)
        capabilities.namesCardInMessages = profile.namesCardInMessages
        return capabilities
    }

    package func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer {
        guard let message = message(request) else {
            return .declined(.invalidTransaction, AcquirerChecks())
        }
        switch await send(message, sendBy: request.sendBy) {
        case .notSent: return .notSent
        case .silence: return .unknown
        case .answered(let answer):
            guard let verdict = verdict(answer, to: request) else {
                meter.countMalformed()
                return .unknown
            }
            return verdict
        }
    }

    /// The message of an authorization; nil if it can't be sent.
    private func message(_ request: AcquirerAuthorization) -> Message? {
        guard request.purpose == .hold, let network = request.pan.network else { return nil }
        // Without its cryptogram, a device's payment would go out as one that nobody has proven.
        let needsProof = network == .visa || network == .mastercard
        let lacksProof = request.cryptogram == nil && request.emvData == nil
        if needsProof, lacksProof, request.entryMode == .applePay { return nil }
        var content = content(
            identity: request.identity, payment: request.identity, id: request.id,
            merchant: request.merchant, amount: request.amount)
        content.id = request.id
        content.pan = request.pan
        content.expiry = request.expiry
        content.authorization = request
        return profile.messages[.authorize]?.message(content, profile.specification)
    }

    func content(
        identity: MessageIdentity, payment: MessageIdentity, id: OperationID,
        merchant: AcquirerMerchant, amount: Money
    ) -> MessageContent {
        MessageContent(
            identity: identity, payment: payment, authorizationID: id, merchant: merchant,
            amount: amount, acquirer: profile.acquirer, secondsFromUTC: profile.secondsFromUTC)
    }

    /// Sends a message, and counts what became of it.
    func send(_ message: Message, sendBy: Timestamp? = nil) async -> ExchangeOutcome {
        let outcome = await exchange.send(message, sendBy: sendBy)
        switch outcome {
        case .answered: meter.countAnswered()
        case .silence(let reason): meter.count(.silence(reason))
        case .notSent(let reason): meter.count(.notSent(reason))
        }
        return outcome
    }

    /// Until when an authorization may be on its way; nil if the host must know it by now, if it ever came.
    func arrival(of authorization: MessageIdentity) -> Timestamp? {
        let last = authorization.transmittedAt.adding(seconds: profile.times.settlingSeconds)
        return now() < last ? last : nil
    }
}
