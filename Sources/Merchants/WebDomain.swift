import PaymentDomain
import StrictCoding

/// A domain on whose pages a merchant takes Apple Pay, and Apple's file that proves it: `shop.example`.
///
/// It is kept as a name without a secret, so one domain belongs to one merchant. The file is kept in the name's details,
/// in Base64, cut into parts of the length that a detail may have.
///
/// Source: Apple, "Maintaining your environment": each domain with a button is verified, subdomains too.
package struct WebDomain: Hashable, Sendable {
    /// Where names keep it beside those of the protocols.
    package static let dialect = "domain"

    /// In lower case, without a dot at its end.
    package let name: String
    private let encodedFile: [String]

    /// A domain as an operator typed it.
    ///
    /// - Parameter file: The association file, as Apple made it; nil if Apple's answer is still to come.
    /// - Throws: ``MerchantFault/badDomain`` unless it is at least two labels of a DNS name, the last one not a number; an
    ///   international one in its form with `xn--`. ``MerchantFault/badAssociationFile`` for an empty or too long file.
    ///
    /// Source: RFC 1123, 2.1; RFC 3696, 2: no top-level domain is all digits, so no IP address is a domain.
    package init(typed: String, file: [UInt8]? = nil) throws(MerchantFault) {
        let name = typed.lowercased()
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...MerchantLimits.domainBytes).contains(name.utf8.count), labels.count >= 2,
            labels.allSatisfy(WebDomain.isLabel),
            labels.last?.utf8.allSatisfy(isDigit) == false
        else { throw .badDomain }
        if let file, !(1...MerchantLimits.associationFileBytes).contains(file.count) {
            throw .badAssociationFile
        }
        self.name = name
        encodedFile = file.map(WebDomain.parts) ?? []
    }

    /// The domain among the names of merchants; nil for any other name.
    package init?(_ identity: ClientIdentity) {
        guard identity.dialect == WebDomain.dialect else { return nil }
        name = identity.name
        encodedFile = identity.details
    }

    /// The association file; nil if nobody has given it.
    package var file: [UInt8]? {
        encodedFile.isEmpty ? nil : Base64.decode(encodedFile.joined())
    }

    /// How it is kept for a merchant.
    package func identity(of merchant: MerchantID) throws(MerchantFault) -> ClientIdentity {
        try ClientIdentity(
            dialect: WebDomain.dialect, name: name, merchant: merchant, details: encodedFile,
            isOpen: true)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func parts(_ file: [UInt8]) -> [String] {
        let characters = Array(Base64.encode(file).utf8)
        let length = MerchantLimits.identityBytes
        return stride(from: 0, to: characters.count, by: length).map { start in
            let part = characters[start..<min(start + length, characters.count)]
            return String(decoding: part, as: UTF8.self)
        }
    }
}
