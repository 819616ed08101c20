import StrictCoding
import DialectKit
import PaymentDomain

/// An applePayTokenID: a GUID, which on the wire is the base64 of its lower-case text.
///
/// 122 of its bits are random, 60 of the secret word and 62 of the open one. A registration gets no transaction number,
/// so that nothing else that leaves us is drawn from its open word.
///
/// Source: the source document's samples; RFC 9562, 5.4 (version 4).
struct InstaMedTokenID: Redacted, Hashable {
    /// `574164ee-b110-47b4-be34-a3de4bf3a236`.
    let guid: String

    /// A new id.
    init(_ chance: RequestRandomness) {
        let high = chance.secret & ~0xF000 | 0x4000
        let low = chance.open & ~(3 << 62) | (2 << 62)
        let digits = Self.digits(high) + Self.digits(low)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        guid = text
    }

    /// An id as a client sent it; nil if it has another form.
    init?(_ text: String) {
        guard text.utf8.count == InstaMedLimits.applePayTokenID, let bytes = Base64.decode(text)
        else { return nil }
        self.init(guid: bytes)
    }

    /// The id of a registration that was made here.
    init?(registration: RegistrationID) {
        self.init(guid: Array(registration.value.utf8.prefix { $0 != UInt8(ascii: "/") }))
    }

    private init?(guid bytes: [UInt8]) {
        guard bytes.count == 36 else { return nil }
        let hasForm = bytes.enumerated().allSatisfy { index, byte in
            if [8, 13, 18, 23].contains(index) { return byte == UInt8(ascii: "-") }
            return (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }
        guard hasForm else { return nil }
        guid = String(decoding: bytes, as: UTF8.self)
    }

    /// The id on the wire: 48 characters without padding.
    var text: String { Base64.encode(Array(guid.utf8)) }

    /// `InstaMedTokenID`.
    var redacted: String { "InstaMedTokenID" }

    /// The name of the registration: the GUID with all that it is bound to, so that another outlet, or another Apple
    /// Pay merchant, asks for another name and finds nothing. Nil if the names are too long together.
    func registration(at outlet: InstaMedOutlet, for applePayMerchantID: String) -> RegistrationID?
    {
        let names = [outlet.merchantID, outlet.storeID, outlet.terminalID, applePayMerchantID]
        return RegistrationID(guid + names.map { "/" + Self.encoded($0) }.joined())
    }

    /// Percent-encodes what would end a name, and spaces.
    private static func encoded(_ name: String) -> String {
        name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "/"): "%2F"
            case UInt8(ascii: "%"): "%25"
            case UInt8(ascii: " "): "%20"
            default: String(Unicode.Scalar(byte))
            }
        }.joined()
    }

    private static func digits(_ word: UInt64) -> String {
        String(word, radix: 16).withLeadingZeros(to: 16)
    }
}
