import PaymentDomain

// An order may have several holds of a card: each authorization makes one, also that whose reply was lost. Who ends with
// the order means them all.

extension PaymentEngine {
    /// Gives up the other holds of an order of which all was given up.
    ///
    /// - Parameter first: What came of the first, whose name the request has. What was authorized after it stands.
    func giveUpOthers(
        _ command: ReleaseCommand, after first: RecordedResult, _ request: EngineRequest
    ) async {
        guard command.reference.isOrder, command.amount == nil, first.refusal == nil,
            let found = try? await payments(command.reference, request, wanted: .release)
        else { return }
        let others = found.filter { payment in
            payment.createdAt <= first.at && payment.id != first.paymentID
                && command.currency.map { $0 == payment.requested.currency } ?? true
        }
        await giveUp(others, request)
    }

    /// Gives up the holds of a card that are older than the one that the last capture of their order was made of: they
    /// take no capture any more.
    func giveUpOlder(
        than captured: Payment, _ command: CaptureCommand, _ request: EngineRequest
    ) async {
        guard command.reference.isOrder,
            let found = try? await payments(command.reference, request, wanted: .release)
        else { return }
        let older = found.drop(while: { $0.id != captured.id }).dropFirst()
        await giveUp(older.filter { $0.handle == captured.handle }, request)
    }

    /// Gives up what is left of some holds, each under no name. What cannot be done now lapses with its hold, and is in
    /// nobody's way: no debit is made of it.
    private func giveUp(_ holds: some Sequence<Payment>, _ request: EngineRequest) async {
        for hold in holds where hold.state == .authorized && !hold.remaining.isZero {
            let plan = PlannedAdvice(.release, hold.remaining, of: hold)
            let given = try? await adviseIfRoom(plan, request.unnamed)
            if let given, given.refusal != nil { refusedRests.note(given.operationID) }
        }
    }
}
