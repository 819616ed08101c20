import StrictCoding

/// How a library handed a token on in place of its JSON object.
///
/// The member is one of our own words, never a key of the input.
public enum TokenWrapping: Sendable, Hashable {
    /// The token, or this member of it, is base64 of the JSON.
    case base64(in: Member?)
    /// The token, or this member of it, is hex of the JSON.
    case hex(in: Member?)
    /// The token, or this member of it, is the JSON as a text.
    case text(in: Member?)
    /// The token is the value of this member.
    case member(Member)

    /// The members that hold tokens.
    public enum Member: String, Sendable, Hashable, CaseIterable {
        /// Of PKPaymentToken.
        case paymentData
        /// Of PKPayment and of libraries.
        case token
        /// Of Cordova's plugins.
        case tokenData = "token_data"
    }

    /// The wrapping around the JSON in a text, or nil if it can't be recognised.
    init?(of text: ArraySlice<UInt8>) {
        guard let first = text.first(where: { !EncodedToken.isBlank([$0]) }) else { return nil }
        if first == UInt8(ascii: "\"") {
            self = .text(in: nil)
        } else if first == UInt8(ascii: "{") {
            return nil
        } else if Hex.decode(text)?.first == UInt8(ascii: "{") {
            self = .hex(in: nil)
        } else if TokenWrapping.isBase64OfObject(text) {
            self = .base64(in: nil)
        } else {
            return nil
        }
    }

    private static func isBase64OfObject(_ text: ArraySlice<UInt8>) -> Bool {
        do throws(Base64Fault) {
            return try Base64.decode(text, .wrapped).first == UInt8(ascii: "{")
        } catch {
            return false
        }
    }

    /// One sentence for a person: what it is, and what to do.
    var sentence: String {
        switch self {
        case .base64(let member): "\(TokenWrapping.name(member)) is base64. Decode it once."
        case .hex(let member): "\(TokenWrapping.name(member)) is hex. Decode it once."
        case .text(let member): "\(TokenWrapping.name(member)) is text. Parse it."
        case .member(let member): "The token is inside. Send the object under \(member.rawValue)."
        }
    }

    private static func name(_ member: Member?) -> String { member?.rawValue ?? "This" }
}
