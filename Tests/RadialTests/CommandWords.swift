@_spi(CardData) import PaymentDomain

/// A command in words, for review: every field that decoding can set, card data of test cards
/// included.
func words(_ command: PaymentCommand) -> String {
    switch command {
    case .authorize(let authorize):
        let flags = authorize.checksCardOnly ? " checks-card-only" : ""
        return """
            authorize order=\(authorize.orderReference) amount=\(words(authorize.amount))\(flags)
            \(words(authorize.source))
            \(words(authorize.billing))
            """
    case .openToken(let open): return "open-token \(words(open.payload))"
    case .capture(let capture):
        let final = capture.isFinal ? " final" : ""
        return "capture \(words(capture.reference)) amount=\(words(capture.amount))\(final)"
    case .refund(let refund):
        return "refund \(words(refund.reference)) amount=\(words(refund.amount))"
    case .release(let release):
        return "release \(words(release.reference)) amount=\(words(release.amount))"
    case .confirmFunds(let confirm):
        let renews = confirm.renews ? " renews" : ""
        return "confirm-funds \(words(confirm.reference)) amount=\(words(confirm.amount))\(renews)"
    case .register, .keepCard, .account, .credit, .void, .cancel, .inquire, .listBatches,
        .findPayments, .checkToken:
        return "nothing of Radial's"
    }
}

private func words(_ amount: Money?) -> String { amount?.description ?? "none" }

private func words(_ reference: PaymentReference) -> String {
    switch reference {
    case .order(let order, let card): "order=\(order) card=\(card?.value ?? "none")"
    case .payment(let id): "payment=\(id)"
    case .number(let number): "number=\(number)"
    case .begunBy: "nothing of Radial's"
    }
}

private func words(_ source: PaymentSource) -> String {
    switch source {
    case .applePay(let payload): return words(payload)
    case .registered, .token, .account: return "nothing of Radial's"
    case .stored(let handle, let expiry, let code):
        return "stored \(handle) expiry=\(expiry?.yearAndMonth ?? "none") code=\(words(code))"
    case .keyed(let card):
        let digits = card.pan.withDigits { $0 }
        let cryptogram = card.cryptogram?.withBytes { "\($0)" } ?? "none"
        return """
            keyed \(digits) expiry=\(card.expiry?.yearAndMonth ?? "none") code=\(words(card.securityCode)) \
            cryptogram=\(cryptogram) eci=\(card.eci?.value ?? "none")
            """
    }
}

private func words(_ code: SecurityCode?) -> String { code?.withDigits { $0 } ?? "none" }

private func words(_ payload: ApplePayPayload) -> String {
    switch payload {
    case .json(let bytes): return "apple-pay json of \(bytes.count) bytes"
    case .fields(let fields):
        return """
            apple-pay version=\(fields.version) transaction=\(fields.transactionId)
            key=\(fields.ephemeralPublicKey ?? "none")
            wrapped=\(fields.wrappedKey ?? "none") application=\(fields.applicationData ?? "none")
            hash=\(fields.publicKeyHash)
            data=\(fields.data.utf8.count) bytes, signature=\(fields.signature.utf8.count) bytes
            """
    }
}

private func words(_ billing: BillingDetails) -> String {
    let fields = [
        billing.firstName, billing.lastName, billing.street, billing.city, billing.region,
        billing.postalCode, billing.country, billing.phone, billing.email, billing.networkAddress,
    ]
    return "billing " + fields.map { $0 ?? "-" }.joined(separator: " | ")
}
