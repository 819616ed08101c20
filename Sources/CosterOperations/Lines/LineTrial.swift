import AcquirerKit
import CosterServer
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// An authorization of a test card over a line, and its reversal.
package struct LineTrial: Sendable {
    /// The result of both messages.
    package enum Outcome: Sendable, Hashable {
        case reversed
        /// The money may be held until the issuer gives it back.
        case notReversed
        case declined(DeclineReason)
        /// The host refused the message as a whole.
        case refused
        /// What that says of the line, and why in a word.
        case notSent(FindingKind, String)
        /// No answer came that counts; whether the reversal found what to undo, or that there is nothing.
        case unknown(isReversed: Bool)
    }

    /// A message of either side, masked.
    package struct Message: Sendable, Encodable {
        /// Which exchange it is part of, from 1.
        package let exchange: Int
        /// `sent`, `not-sent`, `received` or `silence`.
        package let direction: String
        package let fields: [Field]
    }

    /// A field of a message; of a message that isn't there, `reason`.
    package struct Field: Sendable, Encodable {
        package let name: String
        package let value: String
    }

    package let amount: Money
    package let messages: [Message]
    package let outcome: Outcome
}

extension LineProbe {
    /// Sends an authorization of the acquirer's public test card, as from a device, and its reversal.
    ///
    /// The audit log has it first; the payments of the database have nothing of it.
    ///
    /// - Throws: Exit code 78 if the database can't be used, before anything is sent.
    package func trial(of amount: Money) async throws(CosterFailure) -> LineTrial {
        let identity: MessageIdentity
        do throws(StoreError) {
            let store = administration.store
            identity = MessageIdentity(
                traceNumber: try await store.traceNumber(), transmittedAt: administration.now)
            try await store.merchantStore.record(
                AuditEntry(
                    at: administration.now, actor: administration.actor, kind: .lineTried,
                    subject: "\(line) \(merchant) \(amount)"))
        } catch {
            throw DatabaseSession.unusable(error)
        }
        guard let request = authorization(of: amount, identity) else {
            throw CosterFailure(.internalFault, "The test card can't be used.")
        }
        await opened.connections.waitUntilTried(within: LineLimits().call)
        let outcome = await outcome(of: request)
        return LineTrial(amount: amount, messages: messages, outcome: outcome)
    }

    private func outcome(of request: AcquirerAuthorization) async -> LineTrial.Outcome {
        switch await opened.line.authorize(request) {
        case .declined where opened.meter.counters.refused > 0: return .refused
        case .declined(let reason, _): return .declined(reason)
        case .notSent:
            guard case .notSent(let reason)? = log.exchanges.last?.outcome else {
                return .refused
            }
            return .notSent(FindingKind(reason), reason.rawValue)
        case .approved(let approval):
            let isReversed = await reverse(request, approval.acquirerReference)
            return isReversed ? .reversed : .notReversed
        case .unknown: return .unknown(isReversed: await reverse(request, nil))
        }
    }

    private func reverse(
        _ request: AcquirerAuthorization, _ reference: AcquirerReference?
    ) async -> Bool {
        var advice = AcquirerAdvice(
            id: OperationID(), line: line, kind: .reversal,
            identity: request.identity.ofReversal(at: administration.now),
            authorizationID: request.id,
            authorization: MessageReference(request.identity, acquirerReference: reference),
            merchant: numbers, amount: request.amount)
        if opened.line.capabilities.namesCardInMessages {
            advice.card = CardInMessage(pan: request.pan, expiry: request.expiry)
        }
        guard case .acknowledged = await opened.line.advise(advice) else { return false }
        return true
    }

    private func authorization(
        of amount: Money, _ identity: MessageIdentity
    ) -> AcquirerAuthorization? {
        guard let pan = try? PAN(digits: LineTrialCard.number),
            let expiry = CardExpiry(year: LineTrialCard.year, month: LineTrialCard.month)
        else { return nil }
        var request = AcquirerAuthorization(
            id: OperationID(), identity: identity,
            sendBy: administration.now.adding(seconds: LineTrialCard.patienceSeconds),
            merchant: numbers, pan: pan, expiry: expiry, amount: amount, entryMode: .applePay,
            billing: BillingDetails(), allowsPartialApproval: false)
        request.cryptogram = Cryptogram(LineTrialCard.cryptogram)
        return request
    }

    /// What was sent and received so far. A host may repeat our secret in a field that is shown.
    private var messages: [LineTrial.Message] {
        log.exchanges.enumerated().flatMap { index, exchange in
            let number = index + 1
            var sent = "sent"
            let received: LineTrial.Message
            switch exchange.outcome {
            case .answered(let reply):
                received = LineTrial.Message(
                    exchange: number, direction: "received", fields: fields(of: reply))
            case .silence(let reason): received = missing("silence", reason.rawValue, number)
            case .notSent(let reason):
                sent = "not-sent"
                received = missing("not-sent", reason.rawValue, number)
            }
            let request = LineTrial.Message(
                exchange: number, direction: sent, fields: fields(of: exchange.request))
            return [request, received]
        }
    }

    private func missing(_ direction: String, _ reason: String, _ number: Int) -> LineTrial.Message
    {
        LineTrial.Message(
            exchange: number, direction: direction,
            fields: [LineTrial.Field(name: "reason", value: reason)])
    }

    private func fields(of trace: LineTrace) -> [LineTrial.Field] {
        trace.fields.map { field in
            let value =
                secret.text.isEmpty
                ? field.value : field.value.replacing(secret.text, with: "***")
            return LineTrial.Field(name: field.name, value: value)
        }
    }
}

/// The card of a trial.
private enum LineTrialCard {
    /// Source: Worldpay, cnpAPI Reference Guide, authorization test data: a Visa card that no issuer has.
    static let number = "4457010000000009"
    static let (year, month) = (2049, 12)
    /// Made up: as many bytes as a device makes.
    static let cryptogram = Array("coster-line-trial-01".utf8)
    /// How long the authorization may wait for its connection.
    static let patienceSeconds: Int64 = 20
}
