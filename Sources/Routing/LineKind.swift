import PaymentDomain
import StrictCoding

/// The kinds of line: each speaks one acquirer's protocol.
package enum LineKind: String, Sendable, Hashable, CaseIterable {
    /// Worldpay's cnpAPI.
    case worldpay
    /// Cybersource's REST API.
    case cybersource
    /// An acquirer's hosts over ISO 8583, by a profile.
    case iso8583

    /// How many characters the acquirer takes in each field.
    var fieldCharacters: (user: Int, secret: Int, reportGroup: Int) {
        switch self {
        // Source: cnpAPI 12.34, cnpCommon and cnpOnline: string20Type and reportGroupType.
        case .worldpay: (user: 20, secret: 20, reportGroup: 25)
        // The user is the merchant ID. Source: Cybersource, REST API field reference, merchant ID.
        case .cybersource: (user: 30, secret: 160, reportGroup: 0)
        // Its hosts know a merchant by its number, and us by our certificate.
        case .iso8583: (user: 0, secret: 0, reportGroup: 0)
        }
    }

    /// Whether it has a user and a password. Otherwise a client certificate is its only secret, and it may have none.
    package var hasUser: Bool { fieldCharacters.user > 0 }

    /// Whether its amounts can be of a currency.
    func takes(_ currency: Currency) -> Bool {
        switch self {
        // Source: cnpAPI Reference Guide, amount: two decimals are implied. It names no rule for other currencies.
        case .worldpay: currency.exponent == 2
        // No document says what becomes of a third decimal.
        case .cybersource: [0, 2].contains(currency.exponent)
        // Source: ISO 8583:1987, field 4: minor units of the currency in field 49.
        case .iso8583: true
        }
    }

    /// Whether each message names its currency. Otherwise the acquirer knows it by the merchant's number.
    package var namesCurrency: Bool {
        switch self {
        case .worldpay: false
        case .cybersource, .iso8583: true
        }
    }

    /// Whether a printable text is a secret.
    func takes(secret text: String) -> Bool {
        switch self {
        case .worldpay, .iso8583: return true
        // The key's ID, and the shared secret in Base64.
        case .cybersource:
            let words = text.split(separator: " ")
            return words.count == 2 && Base64.decode(String(words[1])) != nil
        }
    }

    /// The acquirer's own address; nil if it gives each merchant one.
    package func address(_ mode: LineMode) -> String? {
        switch (self, mode) {
        case (.worldpay, _), (.iso8583, _): nil
        case (.cybersource, .test): "https://apitest.cybersource.com"
        case (.cybersource, .live): "https://api.cybersource.com"
        }
    }

    /// Whether an address is on the acquirer's host for the other mode.
    func isOfOtherMode(_ address: LineAddress, than mode: LineMode) -> Bool {
        let other = self.address(mode == .live ? .test : .live)
        return other.map { $0 == "https://\(address.host)" } ?? false
    }
}

/// Whether money moves.
package enum LineMode: String, Sendable, Hashable, CaseIterable {
    /// The acquirer's test system.
    case test
    case live

    /// The mode of a merchant's payments: only those of a sandbox, and of its built-in merchant, are tests.
    package init(of merchant: MerchantID, inSandbox isSandbox: Bool) {
        self = isSandbox || merchant == .sandbox ? .test : .live
    }

    /// Whether a merchant of this mode may use a line: a live one never uses a test line, nor a sandbox a live one, since it
    /// trusts the simulator.
    package func allows(_ line: LineMode) -> Bool { self == line }
}
