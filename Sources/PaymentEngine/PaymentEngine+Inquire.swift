import PaymentDomain

extension PaymentEngine {
    /// Says what became of an earlier request, by the client's own name of it or by its number.
    func inquire(
        _ command: InquireCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let merchant = request.merchant.id
        var found: [StoredTransaction] = []
        if let number = command.number {
            if let one = try await stored({ try await $0.transaction(number, of: merchant) }) {
                found = [one]
            }
            if let name = command.clientName {
                found = found.filter { $0.name.clientName == name }
            }
        } else if let name = command.clientName {
            found = try await stored({
                try await $0.transactions(named: name, of: merchant)
            })
        }
        if !command.kinds.isEmpty {
            found = found.filter { command.kinds.contains($0.name.kind) }
        }
        return .found(found.map(FoundTransaction.init))
    }
}

extension FoundTransaction {
    fileprivate init(_ stored: StoredTransaction) {
        let payment = stored.authorization.payment
        self.init(
            number: stored.name.number, kind: stored.name.kind,
            orderReference: payment.orderReference, standing: Standing(stored),
            amount: stored.operation?.advice.amount ?? payment.authorizedOrRequested,
            at: stored.at)
        clientName = stored.name.clientName
        authorizationCode = stored.authorization.authorizationCode
        network = stored.authorization.details.network
    }
}

extension FoundTransaction.Standing {
    fileprivate init(_ stored: StoredTransaction) {
        if stored.operation != nil, let state = stored.operationState {
            switch state {
            // What is pending stands in the books, and its client was told so.
            case .pending, .confirmed, .voiding, .voided, .settled: self = .done
            case .refused: self = .refused(stored.operation?.refusal ?? .other)
            }
            return
        }
        switch stored.authorization.payment.state {
        case .authorizing: self = .inProgress
        case .authorized, .released, .credited: self = .done
        case .declined: self = .refused(stored.declineReason ?? .other)
        case .notSent: self = .refused(.unableToRoute)
        case .outcomeUnknown, .reversed: self = .unknown
        }
    }
}

extension Payment {
    fileprivate var authorizedOrRequested: Money {
        guard state == .authorized || state == .released,
            let authorized = try? Money(
                minorUnits: amounts.authorized, currency: requested.currency)
        else { return requested }
        return authorized
    }
}
