import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// AuthCapt and Auth.
    func authorization(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> AuthorizeCommand {
        guard let amount = try fields.amount() else { throw InstaMedProblem(.amountMissing) }
        let source = try source(fields, outlet, &exchange)
        var command = AuthorizeCommand(
            source: source,
            // InstaMed has no name for an order: the transaction's own id is what the client knows.
            orderReference: InstaMedTransactionID(exchange.number).text, amount: amount,
            allowsPartialApproval: try fields.boolean("allowPartialPayment"),
            billing: try billing(fields))
        command.capturesAtOnce = exchange.action == .authorizeAndCapture
        if isSandbox { command.script = InstaMedSandbox.script(amount) }
        return command
    }

    /// SaveOnFile: a keyed card alone, since a device's cryptogram is for one payment.
    func keptCard(
        _ fields: InstaMedFields, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> StoreCardCommand {
        guard !fields.has("applePayTokenID"), !fields.has("applePayTokenData") else {
            throw InstaMedProblem(.statusDoesNotFit)
        }
        var card = try keyedCard(fields, &exchange)
        // PCI DSS 3.3.1: a security code is not kept.
        card.securityCode = nil
        return StoreCardCommand(source: .keyed(card))
    }

    /// The source of the card: exactly one of the ways, and the one that cardPresentStatus names, if that was sent.
    private func source(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> PaymentSource {
        let status = try fields.word("cardPresentStatus")
        guard !fields.has("track1Data"), !fields.has("track2Data") else {
            throw InstaMedProblem(.trackUnsupported)
        }
        let sent = [
            "applePayTokenID", "cardNumber", "paymentMethodID", "saveOnFileTransactionID",
        ].filter { fields.has($0) }
        guard sent.count <= 1 else { throw InstaMedProblem(.twoSources) }
        let isInApp = status == "inappapplepay"
        // A request that claims Apple Pay lacks its id, and has no card.
        guard let name = sent.first ?? (isInApp ? "applePayTokenID" : nil) else {
            throw InstaMedProblem(.sourceMissing)
        }
        exchange.isApplePay = name == "applePayTokenID"
        guard status == nil || isInApp == exchange.isApplePay else {
            throw InstaMedProblem(.statusDoesNotFit)
        }
        switch name {
        case "applePayTokenID":
            return .registered(try tokenID(fields, outlet), expiry: nil, securityCode: nil)
        case "cardNumber":
            return .keyed(try keyedCard(fields, &exchange))
        default:
            return try storedCard(fields, name, &exchange)
        }
    }

    /// paymentMethodID or saveOnFileTransactionID.
    private func storedCard(
        _ fields: InstaMedFields, _ name: String, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> PaymentSource {
        guard let handle = fields.raw(name).flatMap({ VaultHandle($0) }) else {
            throw InstaMedProblem(.storedCardMalformed)
        }
        let expiry = try expiry(fields)
        exchange.expiry = expiry
        return .stored(handle, expiry: expiry, securityCode: try securityCode(fields))
    }

    private func keyedCard(
        _ fields: InstaMedFields, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> KeyedCard {
        guard let digits = fields.raw("cardNumber"), !digits.isEmpty else {
            throw InstaMedProblem(.sourceMissing)
        }
        guard InstaMedLimits.cardNumber.contains(digits.utf8.count) else {
            throw InstaMedProblem(.cardNumberMalformed)
        }
        let pan: PAN
        do {
            pan = try PAN(digits: digits)
        } catch {
            switch error {
            case .failsLuhn: throw InstaMedProblem(.cardNumberFailsLuhn)
            case .notDigits, .wrongLength: throw InstaMedProblem(.cardNumberMalformed)
            }
        }
        guard let expiry = try expiry(fields) else { throw InstaMedProblem(.expiryMissing) }
        exchange.expiry = expiry
        exchange.cardHolderName =
            try fields.text("cardHolderName", InstaMedLimits.cardHolderName) ?? ""
        return KeyedCard(pan: pan, expiry: expiry, securityCode: try securityCode(fields))
    }

    /// cardVerificationNumber.
    private func securityCode(_ fields: InstaMedFields) throws(InstaMedProblem) -> SecurityCode? {
        guard let digits = fields.raw("cardVerificationNumber"), !digits.isEmpty else { return nil }
        guard let code = SecurityCode(digits: digits) else {
            throw InstaMedProblem(.securityCodeMalformed)
        }
        return code
    }

    /// cardExpDate: `12-19`, `12/19`, `1219`, and the same with four digits for the year.
    private func expiry(_ fields: InstaMedFields) throws(InstaMedProblem) -> CardExpiry? {
        guard let text = fields.raw("cardExpDate"), !text.isEmpty else { return nil }
        guard text.utf8.count <= InstaMedLimits.expiry else {
            throw InstaMedProblem(.expiryMalformed)
        }
        var bytes = Array(text.utf8)
        if let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") }
        ) {
            bytes.remove(at: mark)
            if mark == 1 { bytes.insert(UInt8(ascii: "0"), at: 0) }
            guard mark == 1 || mark == 2 else { throw InstaMedProblem(.expiryMalformed) }
        }
        guard bytes.count == 4 || bytes.count == 6,
            bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { throw InstaMedProblem(.expiryMalformed) }
        let digits = bytes.map { Int($0 - 0x30) }
        let year = digits[2...].reduce(0) { $0 * 10 + $1 }
        guard
            let expiry = CardExpiry(
                year: digits.count == 4 ? 2000 + year : year, month: digits[0] * 10 + digits[1])
        else { throw InstaMedProblem(.expiryMalformed) }
        return expiry
    }

    /// The address, for address verification; other fields of a form don't belong to a payment.
    private func billing(_ fields: InstaMedFields) throws(InstaMedProblem) -> BillingDetails {
        var billing = BillingDetails()
        billing.street = try fields.text("street1", InstaMedLimits.addressLine)
        billing.city = try fields.text("city", InstaMedLimits.addressLine)
        billing.region = try fields.text("state", InstaMedLimits.state)
        billing.postalCode = try fields.text("zip", InstaMedLimits.zip)
        billing.country = try fields.text("country", InstaMedLimits.addressLine)
        return billing
    }
}
