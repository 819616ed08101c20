import ISO8583
import PaymentDomain
import PaymentEngine

extension ISO8583Line {
    /// The answer to an authorization; nil if it can't be one to this request, which is then reversed.
    func verdict(_ answer: Message, to request: AcquirerAuthorization) -> AcquirerAnswer? {
        guard let code = answer.text(profile.codeField) else { return nil }
        switch profile.codes.verdict(code) {
        case nil: return nil
        case .declined(let reason):
            return .declined(
                reason,
                AcquirerChecks(processorCode: ProcessorCode(system: "iso8583", code: code)))
        case .approved: return approval(answer, request, isPartial: false)
        case .partial:
            // A part that nobody asked for is held all the same: it is reversed.
            guard request.allowsPartialApproval else { return nil }
            return approval(answer, request, isPartial: true)
        }
    }

    private func approval(
        _ answer: Message, _ request: AcquirerAuthorization, isPartial: Bool
    ) -> AcquirerAnswer? {
        let code = (answer.text(LineProfile.approvalCodeField) ?? "").trimmingSpaces
        guard !code.isEmpty || !profile.requiresApprovalCode,
            let amount = amount(answer, request.amount.currency)
                ?? (isPartial ? nil : request.amount)
        else { return nil }
        let isPart = amount.minorUnits < request.amount.minorUnits && !amount.isZero
        guard isPartial ? isPart : amount == request.amount else { return nil }
        var approval = AcquirerApproval(
            amount: amount, authorizationCode: code, networkReference: nil,
            checks: AcquirerChecks())
        // Later messages repeat it.
        approval.acquirerReference = AcquirerReference(Array(code.utf8))
        return .approved(approval)
    }

    /// The amount of an answer; nil if it has none. Of the form of ISO 8583:2003, the last twelve digits count.
    private func amount(_ answer: Message, _ currency: Currency) -> Money? {
        guard let digits = answer.text(LineProfile.amountField),
            let units = Int64(digits.suffix(12))
        else { return nil }
        return try? Money(minorUnits: units, currency: currency)
    }
}

extension AcquirerChecks {
    fileprivate init(processorCode: ProcessorCode?) {
        self.init()
        self.processorCode = processorCode
    }
}

extension String {
    /// Without spaces at its ends: a fixed field has them behind a shorter text.
    var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
