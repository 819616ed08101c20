import PaymentDomain

/// A merchant as the operator set it up.
package struct MerchantRecord: Sendable, Hashable {
    package let id: MerchantID
    /// How Apple knows it: `merchant.com.example`.
    package let appleMerchantIdentifier: String
    /// How the acquirer knows it.
    package let numbers: AcquirerNumbers
    /// When it was set up.
    package let createdAt: Timestamp

    package init(
        id: MerchantID, appleMerchantIdentifier: String, numbers: AcquirerNumbers,
        createdAt: Timestamp
    ) {
        self.id = id
        self.appleMerchantIdentifier = appleMerchantIdentifier
        self.numbers = numbers
        self.createdAt = createdAt
    }
}

/// A merchant's numbers at the acquirer.
package struct AcquirerNumbers: Sendable, Hashable {
    /// Field 42 of ISO 8583: at most fifteen letters and digits.
    package let merchantNumber: String
    /// Field 41: eight letters and digits.
    package let terminalNumber: String
    /// Field 18, the category of the merchant's trade (ISO 18245): four digits.
    package let categoryCode: String

    /// The numbers.
    ///
    /// - Throws: ``MerchantFault/badAcquirerNumber`` if one doesn't fit its field.
    ///
    /// Source: ISO 8583:1987, fields 18 (n 4), 41 (ans 8), 42 (ans 15).
    package init(
        merchantNumber: String, terminalNumber: String, categoryCode: String
    ) throws(MerchantFault) {
        guard (1...15).contains(merchantNumber.utf8.count),
            merchantNumber.utf8.allSatisfy(isLetterOrDigit),
            terminalNumber.utf8.count == 8, terminalNumber.utf8.allSatisfy(isLetterOrDigit),
            categoryCode.utf8.count == 4, categoryCode.utf8.allSatisfy(isDigit)
        else { throw .badAcquirerNumber }
        self.merchantNumber = merchantNumber
        self.terminalNumber = terminalNumber
        self.categoryCode = categoryCode
    }
}

extension MerchantID {
    /// A name as an operator typed it.
    ///
    /// - Throws: ``MerchantFault/badName`` unless it has letters, digits, dots, hyphens and
    ///   underscores alone, and begins with a letter or a digit.
    package init(typed name: String) throws(MerchantFault) {
        guard (1...MerchantLimits.nameCharacters).contains(name.utf8.count),
            let first = name.utf8.first, isLetterOrDigit(first),
            name.utf8.allSatisfy({ isLetterOrDigit($0) || "-_.".utf8.contains($0) })
        else { throw .badName }
        self.init(name)
    }
}

/// An Apple merchant identifier as an operator typed it.
package enum AppleMerchantIdentifier {
    /// The identifier.
    ///
    /// - Throws: ``MerchantFault/badAppleMerchantIdentifier`` unless it begins with `merchant.` and
    ///   goes on with letters, digits, dots and hyphens.
    ///
    /// Source: Apple, "Create a merchant identifier": reverse-DNS after the prefix `merchant.`.
    package static func typed(_ text: String) throws(MerchantFault) -> String {
        let prefix = "merchant."
        let rest = text.dropFirst(prefix.count)
        guard text.hasPrefix(prefix),
            (1...MerchantLimits.appleIdentifierCharacters).contains(rest.utf8.count),
            rest.utf8.allSatisfy({ isLetterOrDigit($0) || "-.".utf8.contains($0) })
        else { throw .badAppleMerchantIdentifier }
        return text
    }
}

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
}
