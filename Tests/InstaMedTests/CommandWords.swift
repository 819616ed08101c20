@_spi(CardData) import PaymentDomain

/// A command in words, for review: every field that decoding can set, test cards included.
func words(_ command: PaymentCommand, _ name: RequestIdentity) -> String {
    "number=\(name.number?.description ?? "none")\n" + words(command)
}

private func words(_ command: PaymentCommand) -> String {
    switch command {
    case .register(let register):
        "register \(register.id.value) seconds=\(register.lifetimeSeconds)\n"
            + words(register.source)
    case .authorize(let authorize):
        words(authorize)
    case .keepCard(let keep):
        "keep-card\n\(words(keep.source))"
    case .capture(let capture):
        "capture \(words(capture.reference)) amount=\(words(capture.amount)) "
            + "final=\(capture.isFinal) replaces=\(capture.replacesEarlier)"
    case .cancel(let cancel):
        "cancel \(words(cancel.reference)) amount=\(words(cancel.amount))"
    case .refund(let refund):
        "refund \(words(refund.reference)) amount=\(words(refund.amount)) "
            + "settled=\(refund.requiresSettlement) not-before=\(refund.notBefore?.iso8601 ?? "-")"
    case .inquire(let inquire):
        "inquire number=\(inquire.number?.description ?? "none") kinds=\(inquire.kinds.count)"
    case .openToken, .account, .credit, .void, .release, .confirmFunds, .listBatches,
        .findPayments, .checkToken:
        "not of this dialect"
    }
}

private func words(_ authorize: AuthorizeCommand) -> String {
    var flags = authorize.capturesAtOnce ? " captures" : ""
    if authorize.checksCardOnly { flags += " checks-card-only" }
    if authorize.allowsPartialApproval { flags += " allows-part" }
    let billing = [
        authorize.billing.street, authorize.billing.city, authorize.billing.region,
        authorize.billing.postalCode, authorize.billing.country,
    ]
    return """
        authorize order=\(authorize.orderReference) amount=\(words(authorize.amount))\(flags)
        \(words(authorize.source))
        billing \(billing.map { $0 ?? "-" }.joined(separator: " | "))
        script \(authorize.script?.verdict.map { "\($0)" } ?? "none")
        """
}

private func words(_ amount: Money?) -> String { amount?.description ?? "none" }

private func words(_ reference: PaymentReference) -> String {
    switch reference {
    case .begunBy(let number): "begun-by=\(number)"
    case .number, .order, .payment: "not of this dialect"
    }
}

private func words(_ source: PaymentSource) -> String {
    switch source {
    case .applePay(.json(let json)): "apple-pay \(String(decoding: json, as: UTF8.self))"
    case .registered(let id, let expiry, let code):
        "registered \(id.value) expiry=\(words(expiry)) code=\(words(code))"
    case .stored(let handle, let expiry, let code):
        "stored \(handle) expiry=\(words(expiry)) code=\(words(code))"
    case .keyed(let card):
        "keyed \(card.pan.withDigits { $0 }) expiry=\(words(card.expiry)) "
            + "code=\(words(card.securityCode))"
    case .applePay(.fields), .token, .account: "not of this dialect"
    }
}

private func words(_ expiry: CardExpiry?) -> String { expiry?.yearAndMonth ?? "none" }

private func words(_ code: SecurityCode?) -> String { code?.withDigits { $0 } ?? "none" }
