/// The comparison of the names of a form's fields.
package enum FormNames: Sendable, Hashable {
    /// By every byte.
    case exact
    /// `merchantID` and `MerchantId` are one name. Letters outside ASCII stay as they are, since some of them become A
    /// to Z in another case.
    case anyCase

    /// The key of a name.
    func key(_ name: String) -> String {
        switch self {
        case .exact: name
        case .anyCase: ASCIICase.lowered(name)
        }
    }
}

/// Letters of ASCII without regard to case.
package enum ASCIICase {
    /// A text with A to Z in lower case, and nothing else changed.
    package static func lowered(_ text: String) -> String {
        guard text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return text }
        return String(decoding: text.utf8.map(lowered), as: UTF8.self)
    }

    private static func lowered(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}
