import Testing

extension CardShop {
    /// Gives up a payment, takes captures back, and leaves one payment of 10.00 captured.
    ///
    /// - Returns: The last capture of that.
    func sell() async throws -> PaidByCard {
        let held = try await pay(try dollars("5.00"), order: newName())
        expectApproved(held)
        expectApproved(try await giveUp(held))
        let taken = try await captured()
        // Radial has no request for it.
        if name != "radial" { expectApproved(try await takeBack(taken)) }
        return try await captured()
    }

    /// The last capture of a payment of 10.00.
    private func captured() async throws -> PaidByCard {
        let payment = try await pay(try dollars("10.00"), order: newName())
        expectApproved(payment)
        var last = payment
        for amount in captures {
            last = try await capture(try dollars(amount), of: payment)
            expectApproved(last)
        }
        return last
    }

    private func expectApproved(_ answer: PaidByCard) {
        #expect(answer.isApproved, "\(name) \(answer.text)")
    }
}
