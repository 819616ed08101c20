import ISO8583
import PaymentDomain
import PaymentEngine

/// How the value of a field is made, as a profile has it.
///
/// A field is left out if a part of it has no value: a payment without a cryptogram has no field for one.
indirect enum FieldTemplate: Sendable, Hashable {
    /// A text of the profile.
    case literal([UInt8])
    case source(FieldSource)
    /// Parts behind each other.
    case joined([FieldTemplate])
    /// A tag, the length of the value in so many digits, and the value.
    case element(tag: [UInt8], lengthDigits: Int, FieldTemplate)
    /// One of several, by something about the payment; the last is for all others.
    case choice(TemplateChoice, [String: FieldTemplate], otherwise: FieldTemplate?)
    /// A value that may be missing.
    case optional(FieldTemplate)

    /// The value; nil if a part of it is missing.
    func value(_ content: MessageContent) -> [UInt8]? {
        switch self {
        case .literal(let bytes): bytes
        case .source(let source): content.value(of: source)
        case .joined(let parts): FieldTemplate.join(parts, content)
        case .element(let tag, let digits, let template):
            template.value(content).flatMap { value in
                let length = String(value.count)
                guard length.utf8.count <= digits else { return nil }
                let zeros = [UInt8](repeating: 0x30, count: digits - length.utf8.count)
                return tag + zeros + Array(length.utf8) + value
            }
        case .choice(let choice, let cases, let otherwise):
            (content.word(of: choice).flatMap { cases[$0] } ?? otherwise)?.value(content)
        case .optional(let template): template.value(content) ?? []
        }
    }

    private static func join(_ parts: [FieldTemplate], _ content: MessageContent) -> [UInt8]? {
        var bytes: [UInt8] = []
        for part in parts {
            guard let value = part.value(content) else { return nil }
            bytes += value
        }
        return bytes
    }

    /// All sources that it names.
    var sources: Set<FieldSource> {
        switch self {
        case .literal: []
        case .source(let source): [source]
        case .joined(let parts): parts.reduce(into: []) { $0.formUnion($1.sources) }
        case .element(_, _, let template), .optional(let template): template.sources
        case .choice(_, let cases, let otherwise):
            cases.values.reduce(into: otherwise?.sources ?? []) { $0.formUnion($1.sources) }
        }
    }
}

/// What a field's value is taken from: a closed list, so that a profile can't name what there isn't.
enum FieldSource: String, Sendable, Hashable, CaseIterable {
    /// The card number, or the device account number.
    case pan
    /// The end of the card, YYMM.
    case expiry
    /// Minor units, in as many digits as the field has.
    case amount
    /// Numeric currency, decimals, and twelve digits of minor units; as ISO 8583:2003 has amounts.
    case amount2003 = "amount.2003"
    /// Three digits of ISO 4217.
    case currency
    /// Three letters of ISO 4217.
    case currencyLetters = "currency.letters"
    /// The system trace audit number of the message.
    case stan
    /// When the message was first sent, MMDDhhmmss, UTC.
    case transmission
    /// hhmmss by the profile's time zone.
    case localTime = "local.time"
    /// MMDD by the profile's time zone.
    case localDate = "local.date"
    /// YYYYMMDDhhmmss by the profile's time zone.
    case localMoment = "local.moment"
    /// The retrieval reference of the payment: that of its authorization.
    case reference
    /// The retrieval reference of this message.
    case ownReference = "reference.own"
    /// The approval code of the authorization.
    case approvalCode = "approval.code"
    /// The original's type, trace number, time and institutions: 42 digits of ISO 8583:1987, field 90.
    case original
    /// The original's type, trace number, local moment and institution: ISO 8583:2003, field 56.
    case original2003 = "original.2003"
    /// The merchant's category, number and terminal.
    case category, merchant, terminal
    /// The acquiring institution of the profile.
    case acquirer
    /// The cryptogram in Base64, in hexadecimal, and as bytes.
    case cryptogramBase64 = "cryptogram.base64"
    case cryptogramHex = "cryptogram.hex"
    case cryptogramBytes = "cryptogram.bytes"
    /// The electronic commerce indicator, as it came.
    case eci
    /// EMV data, and the encrypted PIN.
    case emv, pin
    /// The printed security code.
    case securityCode = "security.code"
    /// The postal code of the cardholder.
    case postalCode = "postal.code"
    /// Our identifier of the authorization, and that of this message: a repetition has the same.
    case identifier
    case ownIdentifier = "identifier.own"

    /// Those that say how much, and of which currency.
    static let amounts: [FieldSource] = [.amount, .amount2003]
    static let currencies: [FieldSource] = [.currency, .currencyLetters, .amount2003]

    /// Those that prove a payment once: they go into authorizations alone.
    static let proofs: Set<FieldSource> = [
        .cryptogramBase64, .cryptogramHex, .cryptogramBytes, .eci, .emv, .pin, .securityCode,
    ]
}

/// What a template may choose by.
enum TemplateChoice: String, Sendable, Hashable, CaseIterable {
    /// `applePay`, `keyed` or `credentialOnFile`.
    case entryMode
    /// The card network, such as `visa`.
    case network
    /// `yes` or `no`.
    case partialApproval
}

extension TemplateChoice {
    /// The words that it may choose among.
    var words: Set<String> {
        switch self {
        case .entryMode: ["applePay", "keyed", "credentialOnFile"]
        case .network: Set(CardNetwork.allCases.map(\.rawValue))
        case .partialApproval: ["yes", "no"]
        }
    }
}
