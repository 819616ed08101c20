import AcquirerKit
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
            var checks = checks(answer)
            checks.processorCode = ProcessorCode(system: "iso8583", code: code)
            return .declined(reason, checks)
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
            checks: checks(answer))
        // Later messages repeat it.
        approval.acquirerReference = AcquirerReference(Array(code.utf8))
        return .approved(approval)
    }

    /// The results of the issuer's checks.
    private func checks(_ answer: Message) -> AcquirerChecks {
        func letter(_ place: CheckPlaces.Place?) -> String? {
            guard let place, let text = answer.text(place.field) else { return nil }
            return text.dropFirst(place.character - 1).first.map(String.init)
        }
        return AcquirerChecks(
            address: letter(profile.checks.address).flatMap { AddressCheck(letter: $0) },
            securityCode: letter(profile.checks.securityCode).flatMap {
                SecurityCodeCheck(letter: $0)
            })
    }

    /// The amount of an answer; nil if it has none. Of the form of ISO 8583:2003, the last twelve digits count.
    private func amount(_ answer: Message, _ currency: Currency) -> Money? {
        guard let digits = answer.text(LineProfile.amountField),
            let units = Int64(digits.suffix(12))
        else { return nil }
        return try? Money(minorUnits: units, currency: currency)
    }
}

extension String {
    /// Without spaces at its ends: a fixed field has them behind a shorter text.
    var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
