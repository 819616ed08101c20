import DialectKit
@_spi(CardData) import PaymentDomain

/// A command in words, for review: every field that decoding can set, test cards included.
func commandWords(
    _ command: PaymentCommand, _ name: RequestIdentity, _ credential: PresentedCredential?
) -> String {
    let number = name.number?.description ?? "none"
    let client = name.clientName.map { " name=\($0)" } ?? ""
    return "identity=\(credential?.identity ?? "none") number=\(number)\(client)\n\(words(command))"
}

private func words(_ command: PaymentCommand) -> String {
    switch command {
    case .register(let register):
        let others = register.alternatives.map(\.value).joined(separator: " ")
        return """
            register id=\(register.id.value) seconds=\(register.lifetimeSeconds)
            else \(others)
            \(words(register.source))
            """
    case .account(let account): return words(account)
    case .keepCard(let keep): return "keep-card\n\(words(keep.source))"
    case .authorize(let authorize):
        var flags = authorize.capturesAtOnce ? " captures" : ""
        if authorize.checksCardOnly { flags += " checks-card-only" }
        if authorize.allowsPartialApproval { flags += " allows-part" }
        if let prior = authorize.priorApproval { flags += " approved-before=\(prior.code ?? "-")" }
        if case .saves(let save)? = authorize.profileUse { flags += "\n\(words(.save(save)))" }
        return """
            authorize order=\(authorize.orderReference) amount=\(words(authorize.amount))\(flags)
            \(words(authorize.source))
            \(words(authorize.billing))\(words(authorize.script))
            """
    case .credit(let credit):
        return """
            credit order=\(credit.orderReference) amount=\(credit.amount)
            \(words(credit.source))\(words(credit.script))
            """
    case .capture(let capture):
        let flags =
            (capture.isFinal ? " final" : "") + (capture.replacesEarlier ? " replaces" : "")
        return "capture \(words(capture.reference)) amount=\(words(capture.amount))\(flags)"
    case .refund(let refund):
        let flags = refund.requiresSettlement ? " settled-only" : ""
        return """
            refund \(words(refund.reference)) amount=\(words(refund.amount)) \
            order=\(refund.orderReference ?? "none")\(flags)
            """
    case .cancel(let cancel):
        return "cancel \(words(cancel.reference)) amount=\(words(cancel.amount))"
    case .inquire(let inquire):
        let kinds = inquire.kinds.map(\.rawValue).sorted().joined(separator: ",")
        return """
            inquire number=\(inquire.number?.description ?? "none") \
            order=\(inquire.orderReference ?? "none") kinds=\(kinds)
            """
    case .listBatches(let list):
        guard case .closed(let from, let to) = list.selection else {
            return "batches \(list.selection)"
        }
        return "batches number=none from=\(from.milliseconds) to=\(to.milliseconds)"
    default: return "not of this dialect"
    }
}

private func words(_ command: AccountCommand) -> String {
    switch command {
    case .read(let reference): return "read \(words(reference))"
    case .delete(let reference): return "delete \(words(reference))"
    case .save(let save):
        let target =
            switch save.target {
            case .newProfile(let id): "new-profile \(id)"
            case .newAccount(let id): "new-account of \(id)"
            case .existing(let reference): "update \(words(reference))"
            }
        let flags = (save.keepsOthers ? " keeps-others" : "") + (save.isDefault ? " default" : "")
        let texts = AccountHolder.Field.allCases.compactMap { field in
            save.holder.texts[field].map { "\(field)=\($0)" }
        }
        return """
            save \(target) expiry=\(save.expiry?.yearAndMonth ?? "none")\(flags)
            \(save.source.map { words($0) } ?? "no card")
            holder \(texts.joined(separator: " | ")) \
            updates=\(save.holder.declinesUpdates.map { "\(!$0)" } ?? "-") \
            consents=\(save.holder.consents.map(String.init) ?? "-")
            """
    }
}

private func words(_ reference: AccountReference) -> String {
    "profile=\(reference.profile) account=\(reference.number.map(String.init) ?? "-")"
}

private func words(_ amount: Money?) -> String { amount?.description ?? "none" }

private func words(_ reference: PaymentReference) -> String {
    switch reference {
    case .begunBy(let number): "begun-by=\(number)"
    case .order(let order, _): "order=\(order)"
    default: "not of this dialect"
    }
}

private func words(_ source: PaymentSource) -> String {
    switch source {
    case .applePay(.fields(let fields)):
        return """
            apple-pay version=\(fields.version) transaction=\(fields.transactionId)
            application=\(fields.applicationData ?? "none") hash=\(fields.publicKeyHash)
            key=\(fields.ephemeralPublicKey ?? "none") data=\(fields.data)
            signature=\(fields.signature)
            """
    case .stored(let handle, let expiry, let code):
        return "stored \(handle) expiry=\(expiry?.yearAndMonth ?? "none") code=\(words(code))"
    case .token(let id, let handle, let expiry, let code):
        return """
            token \(id.value) or \(handle) expiry=\(expiry?.yearAndMonth ?? "none") \
            code=\(words(code))
            """
    case .account(let reference, let expiry, let code):
        return """
            of \(words(reference)) expiry=\(expiry?.yearAndMonth ?? "none") code=\(words(code))
            """
    case .keyed(let card):
        let digits = card.pan.withDigits { $0 }
        let cryptogram = card.cryptogram?.withBytes { "\($0.count) bytes" } ?? "none"
        return """
            keyed \(digits) expiry=\(card.expiry?.yearAndMonth ?? "none") \
            code=\(words(card.securityCode)) cryptogram=\(cryptogram) eci=\(card.eci?.value ?? "-")
            """
    default: return "not of this dialect"
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
