/// What the acquirer refused of captures, refunds, releases and voids.
///
/// An advice stands in our books, and is told to the client, before the acquirer has answered it, where the answer does
/// not come in time. What is refused then is gone though it was acknowledged, and so is what it left no room for.
/// Source: docs/assumptions.md, "a capture, refund or release that the acquirer does not answer".
extension BookChecker {
    /// The amounts of our operations of a kind that both books say were refused.
    func turnedDown(_ word: String, _ our: OurPayment) -> [Int64] {
        our.operations.filter {
            $0.kind == word && $0.state == "refused" && turnedDown.contains($0.id)
        }.map(\.amount)
    }

    /// Whether anything of a payment was.
    func hasTurnedDown(_ our: OurPayment?) -> Bool {
        our?.operations.contains { turnedDown.contains($0.id) } == true
    }

    /// Whether the acquirer's own refusal explains the one that a client was told.
    func isTurnedDown(_ operation: ClientPayment.Operation, _ our: OurPayment) -> Bool {
        let word =
            switch operation.kind {
            case .capture: "capture"
            case .refund: "refund"
            case .refundVoid: "refundVoid"
            case .release: "release"
            // Where nothing was captured, all that a void does is to give up the hold.
            case .void: "release"
            case .confirmation: ""
            }
        let amounts = turnedDown(word, our)
        return operation.amount.map(amounts.contains) ?? !amounts.isEmpty
    }

    /// Whether it is a sale that was declined since its capture was refused, and whose hold was then given up.
    func isGivenUpSale(_ client: ClientPayment, _ our: OurPayment) -> Bool {
        guard client.kind == .sale, !turnedDown("capture", our).isEmpty else { return false }
        let isGivenUp =
            our.amounts.released == our.amounts.authorized || !turnedDown("release", our).isEmpty
        return our.amounts.captured == 0 && isGivenUp
    }
}

extension ClientPayment.Operation {
    /// Whether it may stand, though nobody was told that it does.
    ///
    /// - Parameter isRoomMade: Whether the acquirer refused anything of the payment. A refusal is not kept under a
    ///   request's name: a copy that comes once there is room again is carried out.
    func mayStandUntold(_ isRoomMade: Bool) -> Bool {
        switch answer {
        case .unheard, .undone: true
        case .refused: isRoomMade
        case .acknowledged: false
        }
    }
}
