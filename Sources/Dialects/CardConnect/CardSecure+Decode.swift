import StrictCoding
import DialectKit
import PaymentDomain

extension CardSecureDialect {
    /// The fields of a body. No client is refused for its Content-Type: the path says what it is.
    func fields(of request: DialectRequest) throws(CardSecureFault) -> CardConnectFields {
        do {
            return try CardConnectFields(reading: request.body)
        } catch {
            throw CardSecureFault(.deserialization, error.code)
        }
    }

    /// The message of an echo, which must be there and may be empty.
    func echoed(_ fields: CardConnectFields) throws(CardSecureFault) -> String {
        let message: String?
        do {
            message = try fields.text("message", upTo: CardConnectLimits.echo)
        } catch {
            throw CardSecureFault(error)
        }
        guard let message else { throw CardSecureFault(.messageMissing) }
        return message
    }

    /// The value to tokenize: exactly one of account and devicedata.
    ///
    /// `unique` changes nothing: the same card has the same token. A fresh one would have to be a registration, which
    /// its first payment spends, and a shop that charges a stored token again would find it gone.
    func tokenization(
        _ fields: CardConnectFields, of head: RequestHead
    ) throws(CardSecureFault) -> (PaymentCommand, CardSecureExchange) {
        do throws(CardSecureFieldError) {
            let deviceData = try read {
                () throws(CardConnectFieldFault) in
                try fields.text("devicedata", upTo: CardConnectLimits.deviceData)
            }
            let account = try read {
                () throws(CardConnectFieldFault) in
                try fields.text("account", upTo: CardConnectLimits.deviceData)
            }
            if let deviceData, !(deviceData.isEmpty && account?.isEmpty == false) {
                guard account?.isEmpty ?? true else { throw .rule(.twoSources) }
                let command = try wallet(deviceData, fields, head)
                return (.register(command), CardSecureExchange(isApplePay: true))
            }
            guard let account else { throw .rule(.sourceMissing) }
            var command = StoreCardCommand(source: try card(account, fields))
            command.provisionalSeconds = CardConnectLimits.provisionalCardSeconds
            return (.keepCard(command), CardSecureExchange(isApplePay: false))
        } catch {
            throw error.fault
        }
    }

    /// An Apple Pay token, to be verified and opened now and kept for one payment.
    private func wallet(
        _ deviceData: String, _ fields: CardConnectFields, _ head: RequestHead
    ) throws(CardSecureFieldError) -> RegisterCommand {
        guard !deviceData.isEmpty else { throw .rule(.deviceDataEmpty) }
        let handler = try read {
            () throws(CardConnectFieldFault) in
            try fields.filled("encryptionhandler", upTo: CardConnectLimits.handler)
        }
        guard let handler else { throw .rule(.handlerMissing) }
        // RSA is for keys of CardConnect, and EC_GOOGLE_PAY is another wallet.
        guard handler == "EC_APPLE_PAY" else { throw .rule(.handlerUnsupported) }
        let payload: ApplePayFields
        do {
            payload = try CardSecureDeviceData.read(deviceData)
        } catch {
            throw .rule(error)
        }
        let names = CardSecureToken.registrations(head.chance.secret)
        var command = RegisterCommand(
            source: .applePay(.fields(payload)), id: names[0],
            lifetimeSeconds: CardConnectLimits.walletTokenSeconds)
        command.alternatives = Array(names.dropFirst())
        command.isFormatPreserving = true
        command.maximumAgeSeconds = CardConnectLimits.payloadSeconds
        return command
    }

    /// A card number, or a token whose end is to be another. A wallet token is no card that we keep, so that it is
    /// not found and stays what it is.
    private func card(
        _ account: String, _ fields: CardConnectFields
    ) throws(CardSecureFieldError) -> PaymentSource {
        let handler = try read {
            () throws(CardConnectFieldFault) in
            try fields.filled("encryptionhandler", upTo: CardConnectLimits.handler)
        }
        guard handler == nil else { throw .rule(.handlerUnsupported) }
        let expiry = try expiry(fields)
        try checkSecurityCode(fields)
        // By bytes: a letter may have marks without end, with which it is compared slowly.
        let digits = String(
            decoding: account.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") },
            as: UTF8.self)
        if let token = CardSecureToken(digits), let handle = token.handle {
            return .stored(handle, expiry: expiry, securityCode: nil)
        }
        do {
            return .keyed(KeyedCard(pan: try cardNumber(digits), expiry: expiry))
        } catch {
            throw .rule(error)
        }
    }

    private func cardNumber(_ digits: String) throws(CardSecureRule) -> PAN {
        guard !digits.isEmpty else { throw .accountEmpty }
        guard !digits.utf8.contains(UInt8(ascii: "/")) else { throw .bankAccount }
        guard digits.isDigits else { throw .accountNotDigits }
        guard digits.utf8.count >= CardConnectLimits.cardNumber.lowerBound else {
            throw .accountTooShort
        }
        guard digits.utf8.count <= CardConnectLimits.cardNumber.upperBound else {
            throw .accountTooLong
        }
        let pan: PAN
        do {
            pan = try PAN(digits: digits)
        } catch {
            switch error {
            case .failsLuhn: throw .accountFailsLuhn
            case .notDigits: throw .accountNotDigits
            case .wrongLength: throw .accountTooShort
            }
        }
        guard pan.network != nil else { throw .accountUnknownNetwork }
        return pan
    }

    private func expiry(
        _ fields: CardConnectFields
    ) throws(CardSecureFieldError) -> CardExpiry? {
        let text = try read { () throws(CardConnectFieldFault) in try fields.filled("expiry") }
        guard let text else { return nil }
        guard text.isDigits else { throw .rule(.expiryNotDigits) }
        guard text.utf8.count >= CardConnectLimits.expiry.lowerBound else {
            throw .rule(.expiryTooShort)
        }
        guard text.utf8.count <= CardConnectLimits.expiry.upperBound else {
            throw .rule(.expiryTooLong)
        }
        guard let expiry = CardExpiry(cardConnect: text) else { throw .rule(.expiryImpossible) }
        return expiry
    }

    /// cvv: checked for its form, and dropped: it may not outlive a request (PCI DSS 3.3.1). CardSecure keeps it for
    /// the first authorization; here the authorization brings it, as `cvv2`.
    private func checkSecurityCode(_ fields: CardConnectFields) throws(CardSecureFieldError) {
        let text = try read { () throws(CardConnectFieldFault) in try fields.filled("cvv") }
        guard let text else { return }
        guard text.isDigits else { throw .rule(.codeNotDigits) }
        guard text.utf8.count >= CardConnectLimits.securityCode.lowerBound else {
            throw .rule(.codeTooShort)
        }
        guard text.utf8.count <= CardConnectLimits.securityCode.upperBound else {
            throw .rule(.codeTooLong)
        }
    }

    private func read(
        _ field: () throws(CardConnectFieldFault) -> String?
    ) throws(CardSecureFieldError) -> String? {
        do {
            return try field()
        } catch {
            throw .field(error)
        }
    }
}

/// The error of a request to tokenize.
private enum CardSecureFieldError: Error {
    case field(CardConnectFieldFault)
    case rule(CardSecureRule)

    var fault: CardSecureFault {
        switch self {
        case .field(let fault): CardSecureFault(fault)
        case .rule(let rule): CardSecureFault(rule)
        }
    }
}
