@_spi(CardData) import PaymentDomain
import ISO8583
import PaymentEngine
import StrictCoding

/// What a message is made of, whatever the profile makes of it. It may hold card data, so it prints nothing.
struct MessageContent: Redacted {
    /// An earlier message that this one is about.
    struct Original {
        let type: MessageType
        let identity: MessageIdentity
    }

    /// How the acquirer knows this message.
    let identity: MessageIdentity
    /// How the acquirer knows the authorization of the payment.
    let payment: MessageIdentity
    let authorizationID: OperationID
    let merchant: AcquirerMerchant
    let amount: Money
    /// The institution and the time zone of the profile.
    let acquirer: String
    let secondsFromUTC: Int64
    /// Our identifier of the message; nil for one about the network.
    var id: OperationID?
    var original: Original?
    var approvalCode: String?
    var pan: PAN?
    var expiry: CardExpiry?
    /// The authorization; its proofs are in no other message.
    var authorization: AcquirerAuthorization?

    /// `MessageContent`.
    var redacted: String { "MessageContent" }

    /// The value of a source; nil if the payment doesn't have it.
    func value(of source: FieldSource) -> [UInt8]? {
        switch source {
        case .pan: pan.map { $0.withDigits { Array($0.utf8) } }
        case .expiry: expiry.map { digits($0.year % 100, 2) + digits($0.month, 2) }
        case .amount: Array(String(amount.minorUnits).utf8)
        case .amount2003: amount2003
        case .currency: Array(amount.currency.numeric.utf8)
        case .currencyLetters: Array(amount.currency.code.utf8)
        case .stan: Array(identity.stan.utf8)
        case .reference: Array(payment.retrievalReference.utf8)
        case .ownReference: Array(identity.retrievalReference.utf8)
        case .approvalCode: approvalCode.map { Array($0.utf8) }
        case .category: Array(merchant.categoryCode.utf8)
        case .merchant: Array(merchant.merchantNumber.utf8)
        case .terminal: Array(merchant.terminalNumber.utf8)
        case .acquirer: Array(acquirer.utf8)
        case .identifier: Array(authorizationID.value.utf8)
        case .ownIdentifier: id.map { Array($0.value.utf8) }
        case .original: original.map { original1987($0) }
        case .original2003: original.map { original2003($0) }
        case .transmission, .localTime, .localDate, .localMoment: time(of: source)
        case .cryptogramBase64, .cryptogramHex, .cryptogramBytes, .eci, .emv, .pin, .securityCode,
            .postalCode:
            authorization.flatMap { MessageContent.value(of: source, in: $0) }
        }
    }

    /// What only an authorization has.
    private static func value(
        of source: FieldSource, in authorization: AcquirerAuthorization
    ) -> [UInt8]? {
        let cryptogram = authorization.cryptogram
        return switch source {
        case .cryptogramBase64:
            cryptogram.map { $0.withBytes { Array(Base64.encode($0).utf8) } }
        case .cryptogramHex: cryptogram.map { $0.withBytes { Array(Hex.encode($0).utf8) } }
        case .cryptogramBytes: cryptogram.map { $0.withBytes { $0 } }
        case .eci: authorization.eci.map { Array($0.value.utf8) }
        case .emv: authorization.emvData.map { $0.withBytes { $0 } }
        case .pin: authorization.encryptedPIN.map { $0.withBytes { $0 } }
        case .securityCode: authorization.securityCode.map { $0.withDigits { Array($0.utf8) } }
        case .postalCode: authorization.billing.postalCode.map { Array($0.utf8) }
        default: nil
        }
    }

    /// The word that a template chooses by; nil for a message that isn't an authorization.
    func word(of choice: TemplateChoice) -> String? {
        switch choice {
        case .entryMode: authorization?.entryMode.rawValue
        case .network: (authorization?.pan ?? pan)?.network?.rawValue
        case .partialApproval: authorization.map { $0.allowsPartialApproval ? "yes" : "no" }
        }
    }
}

// MARK: Digits

extension MessageContent {
    /// Source: ISO 8583:2003, amounts: currency n 3, decimals n 1, amount n 12.
    private var amount2003: [UInt8] {
        Array(amount.currency.numeric.utf8) + digits(amount.currency.exponent, 1)
            + Array(String(amount.minorUnits).withLeadingZeros(to: 12).utf8)
    }

    private func time(of source: FieldSource) -> [UInt8] {
        let utc = identity.transmittedAt
        return switch source {
        case .transmission: utc.monthDay + utc.clock
        case .localTime: local(utc).clock
        case .localDate: local(utc).monthDay
        default: moment(utc)
        }
    }

    private func local(_ time: Timestamp) -> Timestamp { time.adding(seconds: secondsFromUTC) }

    private func moment(_ utc: Timestamp) -> [UInt8] {
        let time = local(utc)
        return digits(time.calendarFields.year, 4) + time.monthDay + time.clock
    }

    /// Source: ISO 8583:1987, field 90.
    private func original1987(_ original: Original) -> [UInt8] {
        let sent = original.identity.transmittedAt
        return Array("\(original.type)\(original.identity.stan)".utf8) + sent.monthDay + sent.clock
            + Array(acquirer.withLeadingZeros(to: 11).utf8) + [UInt8](repeating: 0x30, count: 11)
    }

    /// Source: ISO 8583:2003, field 56.
    private func original2003(_ original: Original) -> [UInt8] {
        let stan = original.identity.stan.withLeadingZeros(to: 12)
        return Array("\(original.type)\(stan)".utf8) + moment(original.identity.transmittedAt)
            + Array(acquirer.withLeadingZeros(to: 11).utf8)
    }
}

extension Timestamp {
    /// MMDD.
    fileprivate var monthDay: [UInt8] {
        digits(calendarFields.month, 2) + digits(calendarFields.day, 2)
    }

    /// hhmmss.
    fileprivate var clock: [UInt8] {
        let fields = calendarFields
        return digits(fields.hour, 2) + digits(fields.minute, 2) + digits(fields.second, 2)
    }
}

private func digits(_ number: Int, _ width: Int) -> [UInt8] {
    Array(String(number).withLeadingZeros(to: width).utf8)
}
