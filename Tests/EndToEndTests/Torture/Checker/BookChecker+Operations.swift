/// What clients were told of operations, one by one: sums would hide one that is gone behind one that nobody heard of.
extension BookChecker {
    /// Every operation that was acknowledged is among ours, and each of ours was asked for.
    mutating func compareOperations(_ client: ClientPayment, _ our: OurPayment) {
        // A void of all takes back every capture, and gives up the rest; so does a last capture with the rest.
        let givesUpAll = client.operations.contains {
            $0.kind == .void && $0.amount == nil && $0.answer != .refused
        }
        let isSold = client.kind == .sale
        match(.capture, "capture", client, our, sale: isSold ? client.requested : nil)
        match(.refund, "refund", client, our)
        match(.refundVoid, "refundVoid", client, our)
        // How often the rest is given up is not counted: once after a last capture, and once more with a void of all,
        // whoever of the request, its repetition and the worker came first. That it is not more than there is, is in the
        // equation.
        // Nor is a hold whose sale came to nothing asked to be given up.
        let givesUpRest =
            client.capturesAreFinal && client.mayHave(.capture)
            || isSold && !turnedDown("capture", our).isEmpty
        match(.void, "captureVoid", client, our, mayBeMore: givesUpAll)
        match(.release, "release", client, our, mayBeMore: givesUpAll || givesUpRest)
        let isVoided = client.operations.contains {
            $0.kind == .void && $0.amount == nil && $0.answer == .acknowledged
        }
        if isVoided, our.amounts.captured != 0, turnedDown("captureVoid", our).isEmpty {
            report(.lost, "a payment that was voided as a whole is captured", client, our)
        }
    }

    /// - Parameters:
    ///   - word: What our books call the kind.
    ///   - sale: What a sale captures without an operation of the client's.
    ///   - mayBeMore: Whether ours may have more than the client asked for.
    mutating func match(
        _ kind: ClientPayment.Operation.Kind, _ word: String, _ client: ClientPayment,
        _ our: OurPayment, sale: Int64? = nil, mayBeMore: Bool = false
    ) {
        let asked = client.operations.filter { $0.kind == kind }
        var acknowledged = asked.filter { $0.answer == .acknowledged }.compactMap(\.amount)
        var unheard = asked.filter { $0.mayStandUntold(hasTurnedDown(our)) }.compactMap(\.amount)
        if let sale {
            if client.answer == .acknowledged {
                acknowledged.append(sale)
            } else {
                unheard.append(sale)
            }
        }
        var left = our.amounts(of: word)
        // What is told again until it is answered has been acknowledged before, and may then be refused.
        var turnedDown = turnedDown(word, our)
        for amount in acknowledged {
            guard let place = left.firstIndex(of: amount) else {
                if let refused = turnedDown.firstIndex(of: amount) {
                    turnedDown.remove(at: refused)
                    continue
                }
                report(.lost, "a \(kind.rawValue) of \(amount) is gone", client, our)
                continue
            }
            left.remove(at: place)
        }
        guard !mayBeMore else { return }
        for amount in left {
            guard let place = unheard.firstIndex(of: amount) else {
                report(
                    .doubled, "a \(kind.rawValue) of \(amount) was asked for less often", client,
                    our)
                continue
            }
            unheard.remove(at: place)
        }
    }
}
