/// A request that was acknowledged, of which a copy comes late: out of a server that stood still, or a shop's queue.
struct LateCopy: Sendable {
    let kind: String
    let request: ShopRequest
}

extension TortureClient {
    /// Remembers a request that is recognized when it comes again, once it is acknowledged. What was refused may be done by
    /// a later copy.
    func remember(_ kind: String, _ request: ShopRequest, _ told: CopiedReplies) {
        guard told.answer == .acknowledged else { return }
        ledger.remember(LateCopy(kind: kind, request: request.uncut))
    }

    /// Sends a copy of what some shop sent before, whatever has been done with that payment since. Nothing may come of it,
    /// so that nothing of it is noted.
    mutating func sendLateCopy() async throws {
        guard let copy = ledger.lateCopies.randomElement(using: &generator) else { return }
        let node = Int.random(in: 0..<2, using: &generator)
        _ = try await ask("late \(copy.kind)", copy.request, at: node, tries: 1)
    }
}
