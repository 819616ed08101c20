/// Refusals that no order of a payment's operations explains, and voids of what is not there.
///
/// Refusals of refunds are not looked at: a capture that was acknowledged can be refunded only once the acquirer has taken
/// it too, or once its batch is closed, and nobody but the server knows when that was. For the same reasons voids are
/// looked at only where nothing was captured.
extension BookChecker {
    /// A capture, and what gives up a hold, is refused only where the hold has no room for it.
    ///
    /// The most that can have been taken of it is all else that was asked for and not refused, heard of or not: as if it
    /// had all come first. What was taken back meanwhile would only make room.
    mutating func compareRefusals(_ client: ClientPayment, _ our: OurPayment) {
        guard client.kind == .authorize, client.answer == .acknowledged else { return }
        for operation in client.operations where operation.answer == .refused {
            guard [.capture, .release, .void].contains(operation.kind),
                client.isRoomSure(for: operation, in: our.amounts.authorized),
                !isTurnedDown(operation, our)
            else { continue }
            let amount = operation.amount.map(String.init) ?? "all"
            report(
                .refusedWrongly, "a \(operation.kind.rawValue) of \(amount) was refused", client,
                our)
        }
    }

    /// What takes a capture, a refund or a credit back takes all of it, and once.
    mutating func compareVoids(_ our: OurPayment) {
        let pairs = [("captureVoid", ["capture"]), ("refundVoid", ["refund", "credit"])]
        for (void, kinds) in pairs {
            var left = kinds.flatMap { our.amounts(of: $0) }
            for amount in our.amounts(of: void) {
                guard let place = left.firstIndex(of: amount) else {
                    report(.doubled, "a \(void) of \(amount) has nothing to take back", nil, our)
                    continue
                }
                left.remove(at: place)
            }
        }
    }
}

extension ClientPayment {
    /// Whether it may have an operation of a kind: one that was acknowledged, or that nobody heard of.
    func mayHave(_ kind: Operation.Kind) -> Bool {
        operations.contains { $0.kind == kind && $0.answer != .refused }
    }

    /// Whether there was room for an operation, whatever else came first.
    fileprivate func isRoomSure(for refused: Operation, in held: Int64) -> Bool {
        let others = operations.filter { $0.answer != .refused && $0.kind != .confirmation }
        guard let amount = refused.amount else { return others.isEmpty }
        // A void of all leaves no room, and neither does a last capture.
        let isClosed =
            others.contains { $0.kind == .void && $0.amount == nil || $0.isLast }
            || capturesAreFinal && mayHave(.capture)
        guard !isClosed, refused.kind != .void else { return false }
        let taken = others.filter { [.capture, .release].contains($0.kind) }
            .compactMap(\.amount).reduce(0, +)
        return amount <= held - taken
    }
}
