import DialectKit
import StrictXML

/// The version of the message that a client speaks: `1.2`, compared number by number (1.10 comes
/// after 1.2).
///
/// Source: Radial, Checkout-Datatypes-1.0.xsd, SchemaVersion, pattern `([0-9]+\.)*[0-9]+`.
struct SchemaVersion: Sendable, Hashable, Comparable {
    private let numbers: [Int]

    /// From here on a reply has ResponseCode. Source: Radial, CreditCardAuthReply/ResponseCode,
    /// restriction.
    static let withResponseCode = SchemaVersion([1, 1])
    /// From here on a reply has TenderType. Source: Radial, CreditCardAuthReply/TenderType,
    /// restriction.
    static let withTenderType = SchemaVersion([1, 2])

    private init(_ numbers: [Int]) {
        self.numbers = numbers
    }

    /// Reads the text of SchemaVersion.
    init(_ text: String) throws(XMLReadError) {
        var numbers: [Int] = []
        for part in text.split(separator: ".", omittingEmptySubsequences: false) {
            guard (1...RadialLimits.schemaVersionDigits).contains(part.utf8.count),
                part.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(part)
            else { throw XMLReadError(.malformedValue, "SchemaVersion") }
            numbers.append(number)
        }
        // 1.2 and 1.2.0 are the same version.
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
    }

    static func < (left: SchemaVersion, right: SchemaVersion) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
