/// Compares the three books after a run that has come to rest, payment by payment.
///
/// It knows what a client may rely on: an acknowledged operation counts, a refused one does not, and one that nobody
/// answered counts once or not at all.
struct BookChecker {
    let database: ThreeLedgers
    private let index: ThreeLedgers.Index
    /// What the acquirer was told of, and refused, by its names.
    let turnedDown: Set<String>
    private(set) var breaches: [Breach] = []

    private init(_ database: ThreeLedgers) {
        self.database = database
        index = ThreeLedgers.Index(database)
        turnedDown = Set(database.theirs.values.flatMap(\.refused).map(\.id))
    }

    /// Every breach of a promise.
    static func breaches(_ database: ThreeLedgers) -> [Breach] {
        var checker = BookChecker(database)
        for client in database.clients { checker.compare(client) }
        for our in database.ours { checker.compare(our) }
        checker.compareTheirs()
        return checker.breaches
    }

    // MARK: Clients and ours

    private mutating func compare(_ client: ClientPayment) {
        let found = index.found(client.mark)
        if client.isRenewed { return compareRenewed(client, found) }
        if found.count > 1 {
            for our in found.dropFirst() {
                report(.doubled, "one token has \(found.count) payments", client, our)
            }
        }
        if client.answers.values.count(where: { $0 == .acknowledged }) > 1 {
            report(.doubled, "one token was approved for more than one order", client, found.first)
        }
        let standing = found.first { $0.stands }
        for contradiction in client.contradictions where !hasTurnedDown(standing ?? found.first) {
            report(.contradicted, contradiction, client, standing ?? found.first)
        }
        if client.isSaidToBePaid, standing == nil {
            report(.lost, "what was said to be paid is not", client, found.first)
        }
        switch client.answer {
        case .acknowledged:
            guard let our = standing else {
                return report(.lost, "an approval is gone", client, found.first)
            }
            if let order = client.approvedOrder, order != our.order {
                report(.lost, "it stands for another order than was approved", client, our)
            }
            if our.approved != client.requested {
                report(.lost, "an approval was for more than is held, or given", client, our)
            }
        case .refused, .undone:
            if let our = standing, !isGivenUpSale(client, our) {
                report(.standing, "what was \(client.answer.rawValue) stands", client, our)
            }
        case .unheard:
            break
        }
        guard let our = standing else { return }
        if client.isNeverApproved {
            report(.standing, "what the acquirer never approves stands", client, our)
        }
        if (client.kind == .credit) != (our.state == .credited) {
            report(.standing, "money went the other way", client, our)
        }
        compareOperations(client, our)
        compareRefusals(client, our)
    }

    // MARK: Ours

    private mutating func compare(_ our: OurPayment) {
        let amounts = our.amounts
        if !amounts.isSound {
            report(.equation, "our amounts are unsound", nil, our)
        }
        // What a credit gives is no payment's refund.
        let refunded =
            our.state == .credited ? our.sum("refund") : our.sum("refund") - our.sum("refundVoid")
        let sums = [
            (amounts.captured, our.sum("capture") - our.sum("captureVoid"), "captures"),
            (amounts.refunded, refunded, "refunds"),
            (amounts.released, our.sum("release"), "releases"),
        ]
        for (amount, sum, word) in sums where amount != sum {
            report(.equation, "its \(word) add up to \(sum), not \(amount)", nil, our)
        }
        compareVoids(our)
        let their = database.theirs[our.authorizationID]
        switch our.state {
        case .authorizing, .outcomeUnknown:
            report(.unresolved, "its outcome is still open", nil, our)
        case .authorized, .released:
            guard let their, !their.isReversed, their.held == amounts.authorized else {
                return report(.disagreement, "the acquirer does not hold it", nil, our)
            }
            if [their.captured, their.refunded, their.released]
                != [amounts.captured, amounts.refunded, amounts.released]
            {
                report(.disagreement, "the amounts differ", nil, our)
            }
        case .credited:
            if our.credited < 0 {
                report(.equation, "more was taken back than the credit gave", nil, our)
            }
            guard let their, !their.isReversed, their.credited == our.credited else {
                return report(.disagreement, "the acquirer did not give it", nil, our)
            }
        case .declined, .notSent, .reversed:
            if their?.stands == true {
                report(.standing, "it is over, and stands at the acquirer", nil, our)
            }
        }
        let waiting = our.operations.contains { ["pending", "voiding"].contains($0.state) }
        if waiting { report(.unresolved, "an operation is still open", nil, our) }
    }

    // MARK: Theirs

    private mutating func compareTheirs() {
        let ours = Dictionary(
            database.ours.map { ($0.authorizationID, $0) }, uniquingKeysWith: { first, _ in first })
        for (id, their) in database.theirs {
            guard let our = ours[id] else {
                if their.stands {
                    report(.unknownToUs, "authorization \(id) is none of ours", nil, nil, their)
                }
                continue
            }
            compare(their, our)
        }
    }

    private mutating func compare(_ their: HostLedger.Account, _ our: OurPayment) {
        let isSound =
            0 <= their.refunded && their.refunded <= their.captured && 0 <= their.credited
            && (their.isReversed || their.captured <= their.held - their.released)
        if !isSound { report(.equation, "the acquirer's amounts are unsound", nil, our) }
        if their.isReversed, their.captured != 0 {
            report(.equation, "a reversed hold is captured", nil, our)
        }
        let operations = Dictionary(
            our.operations.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let refused = Set(their.refused.map(\.id))
        for advice in their.advices + their.refused where advice.kind != .reversal {
            let ours = operations[advice.id]
            if ours?.kind != advice.kind.rawValue || ours?.amount != advice.amount {
                report(
                    .unknownToUs, "\(advice.kind.rawValue) \(advice.id) is none of ours", nil, our)
            } else if ours?.counts == refused.contains(advice.id) {
                let word =
                    refused.contains(advice.id) ? "was refused, and counts" : "does not count"
                report(.disagreement, "\(advice.kind.rawValue) \(advice.id) \(word)", nil, our)
            }
        }
        // A credit is told as an authorization.
        let told = Set(their.advices.map(\.id))
        for operation in our.operations
        where operation.counts && operation.kind != "credit" && !told.contains(operation.id) {
            report(
                .disagreement, "the acquirer was never told of \(operation.kind) \(operation.id)",
                nil, our)
        }
    }

    mutating func report(
        _ kind: Breach.Kind, _ sentence: String, _ client: ClientPayment?, _ our: OurPayment?,
        _ their: HostLedger.Account? = nil
    ) {
        let known =
            client
            ?? our.flatMap { our in
                database.clients.first { index.found($0.mark).contains { $0.id == our.id } }
            }
        let account = their ?? our.flatMap { database.theirs[$0.authorizationID] }
        let id = our?.id ?? account?.authorization?.id ?? client.map { "\($0.mark)" } ?? "?"
        breaches.append(
            Breach(
                kind: kind, payment: id,
                sentence: sentence + "; " + ThreeLedgers.views(known, our, account)))
    }
}
