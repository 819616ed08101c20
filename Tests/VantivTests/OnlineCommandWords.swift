@_spi(CardData) import PaymentDomain

/// A command in words, for review: every field that decoding can set, test cards included.
func onlineWords(_ command: PaymentCommand, _ name: RequestIdentity) -> String {
    let rule = name.repetition.duplicates.map { " once=\($0.name) in \($0.seconds) s" } ?? ""
    let title = "name=\(name.clientName ?? "none") number=\(name.number?.description ?? "none")"
    return title + rule + "\n" + words(command)
}

private func words(_ command: PaymentCommand) -> String {
    switch command {
    case .authorize(let authorize):
        var flags = authorize.capturesAtOnce ? " captures" : ""
        if authorize.checksCardOnly { flags += " checks-card-only" }
        if authorize.allowsPartialApproval { flags += " allows-part" }
        if authorize.mayLackExpiry { flags += " may-lack-expiry" }
        if let prior = authorize.priorApproval { flags += " approved-before=\(prior.code ?? "-")" }
        return """
            authorize order=\(authorize.orderReference) amount=\(words(authorize.amount))\(flags)
            \(words(authorize.source))
            \(words(authorize.billing))\(words(authorize.script))
            """
    case .keepCard(let keep): return "keep-card\n\(words(keep.source))"
    case .credit(let credit):
        return """
            credit order=\(credit.orderReference) amount=\(credit.amount)
            \(words(credit.source))\(words(credit.script))
            """
    case .capture(let capture):
        let final = capture.isFinal ? " final" : ""
        return "capture \(words(capture.reference)) amount=\(words(capture.amount))\(final)"
    case .refund(let refund):
        return "refund \(words(refund.reference)) amount=\(words(refund.amount))"
    case .void(let void): return "void number=\(void.number)"
    case .release(let release):
        let whole = release.wholeOnly.map(\.rawValue).sorted().joined(separator: ",")
        return """
            release \(words(release.reference)) amount=\(words(release.amount)) \
            refuses-nothing=\(release.refusesNothingLeft) whole-only=\(whole)
            """
    case .inquire(let inquire):
        let kinds = inquire.kinds.map(\.rawValue).sorted().joined(separator: ",")
        return """
            inquire name=\(inquire.clientName ?? "none") \
            number=\(inquire.number?.description ?? "none") kinds=\(kinds)
            """
    case .openToken, .register, .account, .cancel, .confirmFunds, .listBatches, .findPayments,
        .checkToken:
        return "not of this dialect"
    }
}

private func words(_ amount: Money?) -> String { amount?.description ?? "none" }

private func words(_ reference: PaymentReference) -> String {
    switch reference {
    case .number(let number): "number=\(number)"
    case .begunBy, .order, .payment: "not of this dialect"
    }
}

private func words(_ source: PaymentSource) -> String {
    switch source {
    case .applePay(.json), .token, .account: return "not of this dialect"
    case .applePay(.fields(let fields)):
        return """
            apple-pay version=\(fields.version) transaction=\(fields.transactionId) \
            key=\(fields.ephemeralPublicKey ?? "none") hash=\(fields.publicKeyHash) \
            application=\(fields.applicationData ?? "none") data=\(fields.data) \
            signature=\(fields.signature)
            """
    case .stored(let handle, let expiry, let code):
        return "stored \(handle) expiry=\(expiry?.yearAndMonth ?? "none") code=\(words(code))"
    case .registered(let id, let expiry, let code):
        return
            "registered \(id.value) expiry=\(expiry?.yearAndMonth ?? "none") code=\(words(code))"
    case .keyed(let card):
        let digits = card.pan.withDigits { $0 }
        let use = card.isCryptogramForOneUse ? "" : " for any use"
        let cryptogram = card.cryptogram?.withBytes { "\($0.count) bytes\(use)" } ?? "none"
        return """
            keyed \(digits) expiry=\(card.expiry?.yearAndMonth ?? "none") \
            code=\(words(card.securityCode)) cryptogram=\(cryptogram)
            """
    }
}

private func words(_ code: SecurityCode?) -> String { code?.withDigits { $0 } ?? "none" }

private func words(_ billing: BillingDetails) -> String {
    let fields = [
        billing.firstName, billing.lastName, billing.street, billing.city, billing.region,
        billing.postalCode, billing.country, billing.phone, billing.email, billing.networkAddress,
    ]
    return "billing " + fields.map { $0 ?? "-" }.joined(separator: " | ")
}

private func words(_ script: SandboxScript?) -> String {
    guard let script else { return "" }
    let verdict = script.verdict.map { "\($0)" } ?? "own"
    let checks =
        script.setsChecks
        ? " address=\(script.address?.rawValue ?? "-") code=\(script.securityCode?.rawValue ?? "-")"
        : ""
    return "\nscript verdict=\(verdict) approval=\(script.authorizationCode ?? "-")\(checks)"
        + (script.ignoresExpiry ? " ignores-expiry" : "")
}
