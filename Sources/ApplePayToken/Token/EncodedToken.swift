import StrictCoding
import PaymentDomain

/// The fields of `paymentData` before any of them is decoded.
struct EncodedToken {
    var version: ArraySlice<UInt8>?
    var data: ArraySlice<UInt8>?
    var signature: ArraySlice<UInt8>?
    var ephemeralPublicKey: ArraySlice<UInt8>?
    var wrappedKey: ArraySlice<UInt8>?
    var publicKeyHash: ArraySlice<UInt8>?
    var transactionId: ArraySlice<UInt8>?
    var applicationData: ArraySlice<UInt8>?
    /// Whether publicKeyHash may be missing.
    var mayNameNoKey = false
    /// Whether a member was there that holds something, or that is not a token's.
    var hasContent = false

    init() {}

    /// The fields as a protocol carried them one by one.
    init(_ fields: ApplePayFields) {
        version = Array(fields.version.utf8)[...]
        data = Array(fields.data.utf8)[...]
        signature = Array(fields.signature.utf8)[...]
        ephemeralPublicKey = fields.ephemeralPublicKey.map { Array($0.utf8)[...] }
        wrappedKey = fields.wrappedKey.map { Array($0.utf8)[...] }
        publicKeyHash = Array(fields.publicKeyHash.utf8)[...]
        mayNameNoKey = fields.mayNameNoKey
        transactionId = Array(fields.transactionId.utf8)[...]
        applicationData = fields.applicationData.map { Array($0.utf8)[...] }
        // Protocols may write the version themselves: the simulator's token lacks all else.
        hasContent = ![
            data, signature, ephemeralPublicKey, wrappedKey, transactionId,
        ].allSatisfy(EncodedToken.isBlank)
    }

    /// The fields of a JSON text: `paymentData` alone, the outer PKPaymentToken around it, or a
    /// `token` around either.
    init(json: [UInt8]) throws(PaymentTokenError) {
        guard json.count <= TokenLimits.jsonBytes else { throw .tooLarge }
        let text = json.withoutByteOrderMark
        guard !EncodedToken.isBlank(text[...]) else { throw .emptyPaymentData }
        var outer = OuterToken()
        do throws(JSONReadError) {
            var reader = try JSONReader(text, .ofToken)
            self = try outer.read(&reader)
            try reader.finish()
        } catch {
            switch error {
            case .empty, .notUTF8, .malformed, .notAnObject: throw EncodedToken.malformed(text[...])
            case .tooLarge: throw .tooLarge
            case .tooDeep, .tooManyValues, .keyTooLong, .valueTooLong: throw .jsonTooDeep
            case .duplicateKey: throw .jsonDuplicateKey
            }
        }
        if let wrapping = outer.wrapping, version == nil, data == nil, signature == nil {
            throw .wrapped(wrapping)
        }
    }

    /// The error of a text that isn't a JSON object.
    private static func malformed(_ text: ArraySlice<UInt8>) -> PaymentTokenError {
        let quoted = text.filter { $0 != UInt8(ascii: "\"") && !isBlank([$0]) }
        if quoted.isEmpty || quoted.elementsEqual("null".utf8) { return .emptyPaymentData }
        return TokenWrapping(of: text).map { .wrapped($0) } ?? .jsonMalformed
    }

    /// Throws if Apple's simulator made the token: it makes no payment data, which libraries write
    /// as `{}`, `""`, `null` or fields without text.
    func checkContent() throws(PaymentTokenError) {
        guard hasContent else { throw .emptyPaymentData }
    }

    /// Whether a field is missing or holds white space alone.
    static func isBlank(_ text: ArraySlice<UInt8>?) -> Bool {
        text?.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } ?? true
    }

    mutating func readMember(
        _ key: String, _ reader: inout JSONReader
    ) throws(JSONReadError) {
        switch key {
        case "version": version = try readText(&reader)
        case "data": data = try readText(&reader)
        case "signature": signature = try readText(&reader)
        case "header": try readHeader(&reader)
        default:
            hasContent = true
            try reader.skipValue()
        }
    }

    private mutating func readText(
        _ reader: inout JSONReader
    ) throws(JSONReadError) -> ArraySlice<UInt8>? {
        let text = try reader.textOrNull()?.bytes
        if !EncodedToken.isBlank(text) { hasContent = true }
        return text
    }

    private mutating func readHeader(_ reader: inout JSONReader) throws(JSONReadError) {
        if try reader.skipNull() { return }
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "ephemeralPublicKey": ephemeralPublicKey = try readText(&reader)
            case "wrappedKey": wrappedKey = try readText(&reader)
            case "publicKeyHash": publicKeyHash = try readText(&reader)
            case "transactionId": transactionId = try readText(&reader)
            case "applicationData": applicationData = try readText(&reader)
            default:
                hasContent = true
                try reader.skipValue()
            }
        }
    }
}
