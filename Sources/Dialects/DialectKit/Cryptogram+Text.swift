import StrictCoding
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
        guard let bytes = (isHexLength ? Hex.decode(text) : nil) ?? Base64.decode(text) else {
            return nil
        }
        self.init(bytes)
    }
}
