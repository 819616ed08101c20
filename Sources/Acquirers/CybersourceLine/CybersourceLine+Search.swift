import AcquirerKit
import PaymentDomain
import PaymentEngine

extension CybersourceLine {
    /// The outcome of an earlier request.
    enum Lookup: Sendable, Hashable {
        /// It was done, and this is their ID of it.
        case done(String)
        /// It was refused, for this reason.
        case refused(String)
        /// It isn't there, or nobody knows its outcome.
        case notFound
        /// The question wasn't answered.
        case unclear
    }

    /// Searches for a request of ours.
    func lookUp(_ original: OperationID) async -> Lookup {
        let message = CybersourceRequest(search: original)
        guard case .answered(let reply) = await send(message), !isRejection(reply) else {
            return .unclear
        }
        do throws(CybersourceReplyError) {
            return Lookup(of: try found(in: reply, by: message))
        } catch {
            meter.countMalformed()
            return .unclear
        }
    }

    /// Searches for a transaction that there isn't. It moves no money, and repairs need searches too.
    package func echo(as merchant: AcquirerMerchant) async -> LineEcho {
        let message = CybersourceRequest(search: OperationID())
        switch await send(message) {
        case .notSent(let reason): return .notSent(reason)
        case .silence(let reason): return .silence(reason)
        case .answered(let reply):
            if isRejection(reply) { return .refused("status 401") }
            if reply.status == 403 { return .refused("status 403, searches aren't allowed") }
            guard (try? found(in: reply, by: message)) != nil else {
                meter.countMalformed()
                return .unclear
            }
            return .answered
        }
    }

    /// The transactions that a search found, without others'.
    private func found(
        in reply: LineReply, by message: CybersourceRequest
    ) throws(CybersourceReplyError) -> [CybersourceFound] {
        guard [200, 201].contains(reply.status) else { throw .wrongStatus }
        let root = try CybersourceFields(reading: reply.body)
        guard try root.count("totalCount") != nil else { throw .missingField }
        let summaries =
            try root.object("_embedded")?.elements("transactionSummaries") ?? []
        return try summaries.map { (summary) throws(CybersourceReplyError) in
            try CybersourceFound(summary)
        }.filter { $0.code == message.code }
    }
}

/// A transaction that a search found.
///
/// Source: Cybersource, REST API specification, tssV2TransactionsPost201Response.
private struct CybersourceFound {
    let id: String
    let code: String?
    /// The number of its reason.
    let reason: String

    init(_ summary: CybersourceFields) throws(CybersourceReplyError) {
        let application = try summary.object("applicationInformation")
        guard let id = try summary.text("id", upTo: CybersourceLimits.id),
            let reason = try application?.text("reasonCode", upTo: CybersourceLimits.word)
        else { throw .missingField }
        self.id = id
        self.reason = reason
        code = try summary.object("clientReferenceInformation")?
            .text("code", upTo: CybersourceLimits.field)
    }
}

extension CybersourceLine.Lookup {
    /// Of several under one code, the one that was done counts: others are refused duplicates. Invalid data alone says
    /// nothing, since it may be a duplicate of one that isn't found yet. Neither does a reason that a person corrects.
    fileprivate init(of found: [CybersourceFound]) {
        if let done = found.first(where: { $0.reason == CybersourceReason.success }) {
            self = .done(done.id)
            return
        }
        let refusal = found.compactMap { CybersourceReason.numbered($0.reason) }.first {
            $0.decline != nil
                && !CybersourceReason.passing.union([CybersourceReason.invalidData])
                    .contains($0.word)
        }
        self = refusal.map { .refused($0.word) } ?? .notFound
    }
}
