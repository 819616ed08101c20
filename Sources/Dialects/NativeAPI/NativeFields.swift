import PaymentDomain
import StrictCoding

/// The members of an object in a request. They may be card data, so that the whole prints nothing.
///
/// A member has one type, and nothing is converted: a number is no text, `null` is not absence, and a member that the
/// operation doesn't know is refused by its name.
struct NativeFields: Redacted {
    /// The member with Apple's token.
    static let token = "applePayToken"

    private let object: JSONObject
    /// The object's own path, and a point; empty for the whole body.
    private let prefix: String

    /// Reads a body.
    ///
    /// - Parameter mayBeEmpty: Whether no body stands for `{}`.
    init(
        reading body: [UInt8], mayBeEmpty: Bool, allowing names: Set<String>
    ) throws(NativeProblem) {
        let value: JSONValue
        do {
            let isEmpty = mayBeEmpty && body.isEmpty
            value = try JSONValue(reading: isEmpty ? Array("{}".utf8) : body)
        } catch {
            throw NativeProblem(error)
        }
        guard let object = value.object else { throw NativeProblem(.bodyNotObject) }
        try self.init(object, prefix: "", allowing: names)
    }

    private init(
        _ object: JSONObject, prefix: String, allowing names: Set<String>
    ) throws(NativeProblem) {
        self.object = object
        self.prefix = prefix
        // The same one each time, whatever order the keys have.
        let unknown = object.keys.filter { !names.contains($0) }.min()
        guard let unknown else { return }
        throw NativeProblem(.unknownField, prefix + Self.repeated(unknown))
    }

    /// `NativeFields`.
    var redacted: String { "NativeFields" }

    /// A member that is a text; nil if it isn't there.
    func text(_ name: String, upTo limit: Int) throws(NativeProblem) -> String? {
        guard let value = object[name] else { return nil }
        let path = prefix + Self.repeated(name)
        guard let text = value.text else { throw NativeProblem(.fieldNotText, path) }
        guard text.utf8.count <= limit else { throw NativeProblem(.fieldTooLong, path) }
        guard !text.isEmpty else { throw NativeProblem(.fieldEmpty, path) }
        guard !text.hasControlCharacter else { throw NativeProblem(.textNotPrintable, path) }
        return text
    }

    /// A member that is a list of texts; nil if it isn't there.
    func texts(_ name: String) throws(NativeProblem) -> [String]? {
        guard let value = object[name] else { return nil }
        let texts = value.elements?.compactMap(\.text)
        guard let texts, texts.count == value.elements?.count else {
            throw NativeProblem(.fieldNotList, prefix + name)
        }
        guard !texts.isEmpty else { throw NativeProblem(.fieldEmpty, prefix + name) }
        return texts
    }

    /// A member that is an object of texts, in the order of their names; nil if it isn't there.
    func namedTexts(_ name: String) throws(NativeProblem) -> [(name: String, text: String)]? {
        guard let value = object[name] else { return nil }
        guard let inner = value.object else { throw NativeProblem(.fieldNotObject, prefix + name) }
        let names = inner.keys.sorted()
        let isShort = names.allSatisfy { NativeLimits.metadataNameBytes.contains($0.utf8.count) }
        guard names.count <= NativeLimits.metadataTexts, isShort else {
            throw NativeProblem(.fieldTooLong, prefix + name)
        }
        guard !names.contains(where: \.hasControlCharacter) else {
            throw NativeProblem(.textNotPrintable, prefix + name)
        }
        let fields = try NativeFields(inner, prefix: "\(prefix)\(name).", allowing: Set(names))
        var texts: [(name: String, text: String)] = []
        for member in names {
            let limit = NativeLimits.metadataTextBytes
            texts.append((member, try fields.text(member, upTo: limit) ?? ""))
        }
        return texts
    }

    /// A member that is true or false; nil if it isn't there.
    func boolean(_ name: String) throws(NativeProblem) -> Bool? {
        guard let value = object[name] else { return nil }
        guard let flag = value.boolean else { throw NativeProblem(.fieldNotBoolean, prefix + name) }
        return flag
    }

    /// A member that is an object; nil if it isn't there.
    func fields(_ name: String, allowing names: Set<String>) throws(NativeProblem) -> NativeFields?
    {
        guard let value = object[name] else { return nil }
        guard let inner = value.object else { throw NativeProblem(.fieldNotObject, prefix + name) }
        return try NativeFields(inner, prefix: "\(prefix)\(name).", allowing: names)
    }

    /// An amount, in the currency's minor units; nil if it isn't there.
    func amount(_ name: String = "amount") throws(NativeProblem) -> Money? {
        guard let fields = try fields(name, allowing: ["value", "currency"]) else { return nil }
        let units = try fields.minorUnits("value")
        guard let code = try fields.text("currency", upTo: NativeLimits.wordBytes) else {
            throw NativeProblem(.fieldMissing, "\(fields.prefix)currency")
        }
        guard let currency = Currency(code: code), currency.code == code else {
            throw NativeProblem(.currencyUnknown, "\(fields.prefix)currency")
        }
        do {
            return try Money(minorUnits: units, currency: currency)
        } catch {
            throw NativeProblem(.amountTooLarge, "\(fields.prefix)value")
        }
    }

    /// Whether a member is an object. What is in it is left to the reader of tokens.
    func hasObject(_ name: String) throws(NativeProblem) -> Bool {
        guard let value = object[name] else { return false }
        guard value.object != nil else { throw NativeProblem(.fieldNotObject, prefix + name) }
        return true
    }

    /// Digits alone: a sign, a fraction and an exponent are refused, even if the value is whole.
    private func minorUnits(_ name: String) throws(NativeProblem) -> Int64 {
        guard let value = object[name] else { throw NativeProblem(.fieldMissing, prefix + name) }
        guard case .number(let digits) = value else {
            throw NativeProblem(.fieldNotInteger, prefix + name)
        }
        guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
            throw NativeProblem(.numberNotWhole, prefix + name)
        }
        guard let units = Int64(digits) else { throw NativeProblem(.amountTooLarge, prefix + name) }
        return units
    }

    /// A client's name of a member as a reply may repeat it: never a card number.
    private static func repeated(_ name: String) -> String {
        let digits = name.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
        guard isPlain, digits <= NativeLimits.repeatedNameDigits,
            (1...NativeLimits.repeatedNameBytes).contains(name.utf8.count)
        else { return "(a name that can't be repeated)" }
        return name
    }
}
