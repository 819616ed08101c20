/// What clients were told of operations, one by one: sums would hide one that is gone behind one that nobody heard of.
extension BookChecker {
    /// Every operation that was acknowledged is among ours, and each of ours was asked for.
    mutating func compareOperations(_ client: ClientPayment, _ our: OurPayment) {
        // A void of all takes back every capture, and gives up the rest; so does a last capture with the rest.
        let givesUpAll = client.operations.contains {
            $0.kind == .void && $0.amount == nil && $0.answer != .refused
        }
        let isSold = client.kind == .sale
        match(
            .capture, our.amounts(of: "capture"), client, our,
            sale: isSold ? client.requested : nil)
        match(.refund, our.amounts(of: "refund"), client, our)
        match(.refundVoid, our.amounts(of: "refundVoid"), client, our)
        // How often the rest is given up is not counted: once after a last capture, and once more with a void of all,
        // whoever of the request, its repetition and the worker came first. That it is not more than there is, is in the
        // equation.
        let givesUpRest = client.capturesAreFinal && client.mayHave(.capture)
        match(.void, our.amounts(of: "captureVoid"), client, our, mayBeMore: givesUpAll)
        match(
            .release, our.amounts(of: "release"), client, our,
            mayBeMore: givesUpAll || givesUpRest)
        let isVoided = client.operations.contains {
            $0.kind == .void && $0.amount == nil && $0.answer == .acknowledged
        }
        if isVoided, our.amounts.captured != 0 {
            report(.lost, "a payment that was voided as a whole is captured", client, our)
        }
    }

    /// - Parameters:
    ///   - sale: What a sale captures without an operation of the client's.
    ///   - mayBeMore: Whether ours may have more than the client asked for.
    private mutating func match(
        _ kind: ClientPayment.Operation.Kind, _ amounts: [Int64], _ client: ClientPayment,
        _ our: OurPayment, sale: Int64? = nil, mayBeMore: Bool = false
    ) {
        let asked = client.operations.filter { $0.kind == kind }
        var acknowledged = asked.filter { $0.answer == .acknowledged }.compactMap(\.amount)
        var unheard = asked.filter { $0.answer == .unheard || $0.answer == .undone }
            .compactMap(\.amount)
        if let sale {
            if client.answer == .acknowledged {
                acknowledged.append(sale)
            } else {
                unheard.append(sale)
            }
        }
        var left = amounts
        for amount in acknowledged {
            guard let place = left.firstIndex(of: amount) else {
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
