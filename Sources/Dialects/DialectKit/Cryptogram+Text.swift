import PaymentDomain

extension Cryptogram {
    /// Reads a cryptogram from the text in which a client sends it: 40 or 80 hexadecimal digits are hexadecimal, any
    /// other text is base64. Nil for a text that is neither, and for more than 40 bytes.
    ///
    /// Each value has one reading: in base64 the digits would be 30 or 60 bytes, a length that no network uses.
    ///
    /// Source: Radial, SecureVerificationDataType, CavvUcaf ("unpacked, displayable format"); Vantiv,
    /// authenticationValue (base64Binary).
    package init?(text: String) {
        let isHexLength = text.utf8.count == 40 || text.utf8.count == 80
        guard let bytes = (isHexLength ? Self.hexBytes(text) : nil) ?? Base64.decode(text) else {
            return nil
        }
        self.init(bytes)
    }

    private static func hexBytes(_ text: String) -> [UInt8]? {
        let digits = text.utf8.compactMap(hexValue)
        guard digits.count == text.utf8.count else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
