import PaymentDomain

/// A message in its own form, with every value hidden that ``MaskRule`` doesn't let through.
///
/// The readers are lenient: a message of the wrong form is shown as its length alone.
enum MaskedBody {
    /// The longest message that is shown, in bytes.
    static let longest = 16_384

    /// A request's body.
    static func request(_ body: [UInt8]) -> String {
        guard !body.isEmpty else { return "" }
        return masked(body) ?? length(body)
    }

    /// The part of a target behind `?`.
    static func query(_ query: String) -> String {
        guard !query.isEmpty else { return "" }
        return "?" + (MaskedForm.text(query) ?? length(Array(query.utf8)))
    }

    /// A reply's body. Plain text of the server's own has no names, and no secrets.
    static func reply(_ body: [UInt8], contentType: String) -> String {
        guard !body.isEmpty else { return "" }
        if contentType.hasPrefix("text/html") { return length(body) }
        if let masked = masked(body) { return masked }
        let text = String(decoding: body, as: UTF8.self)
        let isPlain = contentType.hasPrefix("text/plain") && text.hasPrefix("refused: ")
        return isPlain ? text : length(body)
    }

    private static func masked(_ body: [UInt8]) -> String? {
        guard body.count <= longest, let text = String(validating: body, as: UTF8.self) else {
            return nil
        }
        switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) {
        case "{", "[": return MaskedJSON.text(text)
        case "<": return MaskedXML.text(text)
        default: return callback(text) ?? MaskedForm.text(text)
        }
    }

    /// JSON in the call of a function, as scripts of pages ask for it: `name({…})`.
    private static func callback(_ text: String) -> String? {
        let parts = text.utf8
        guard let open = parts.firstIndex(of: UInt8(ascii: "(")),
            let close = parts.lastIndex(of: UInt8(ascii: ")")), open < close,
            let json = MaskedJSON.text(String(text[parts.index(after: open)..<close]))
        else { return nil }
        return "\(MaskRule.shownName(String(text[..<open])))(\(json))"
    }

    private static func length(_ body: [UInt8]) -> String { "(\(body.count) bytes)" }
}
