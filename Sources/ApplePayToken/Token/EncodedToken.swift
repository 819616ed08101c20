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
    /// Whether any key at all was there.
    var isEmpty = true

    init() {}

    /// The fields as a protocol carried them one by one.
    init(_ fields: ApplePayFields) {
        isEmpty = false
        version = Array(fields.version.utf8)[...]
        data = Array(fields.data.utf8)[...]
        signature = Array(fields.signature.utf8)[...]
        ephemeralPublicKey = fields.ephemeralPublicKey.map { Array($0.utf8)[...] }
        wrappedKey = fields.wrappedKey.map { Array($0.utf8)[...] }
        publicKeyHash = Array(fields.publicKeyHash.utf8)[...]
        mayNameNoKey = fields.mayNameNoKey
        transactionId = Array(fields.transactionId.utf8)[...]
        applicationData = fields.applicationData.map { Array($0.utf8)[...] }
    }

    /// The fields of a JSON text: `paymentData` alone, or the outer PKPaymentToken around it.
    init(json: [UInt8]) throws(PaymentTokenError) {
        guard json.count <= TokenLimits.jsonBytes else { throw .tooLarge }
        guard !json.isEmpty else { throw .emptyPaymentData }
        do throws(JSONFault) {
            var reader = try JSONReader(json)
            self = try EncodedToken.readOutermost(&reader)
            try reader.finish()
        } catch {
            switch error {
            case .malformed: throw .jsonMalformed
            case .tooDeep: throw .jsonTooDeep
            case .duplicateKey: throw .jsonDuplicateKey
            }
        }
        guard !isEmpty else { throw .emptyPaymentData }
    }

    /// Reads the outermost object; a text that is both forms at once is neither.
    private static func readOutermost(
        _ reader: inout JSONReader
    ) throws(JSONFault) -> EncodedToken {
        var bare = EncodedToken()
        var nested: EncodedToken?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if key == "paymentData" {
                nested = try readPaymentData(&reader)
            } else {
                try bare.readMember(key, &reader)
            }
        }
        guard let nested else { return bare }
        guard bare.version == nil, bare.data == nil, bare.signature == nil else {
            throw .malformed
        }
        return nested
    }

    /// Reads the inner object; Apple's simulator sends an empty one, which libraries write as `{}`,
    /// `""` or `null`.
    private static func readPaymentData(
        _ reader: inout JSONReader
    ) throws(JSONFault) -> EncodedToken {
        var token = EncodedToken()
        if try reader.skipNull() { return token }
        if reader.isAtText() {
            guard try reader.text().bytes.isEmpty else { throw .malformed }
            return token
        }
        try reader.beginObject()
        while let key = try reader.nextKey() { try token.readMember(key, &reader) }
        return token
    }

    private mutating func readMember(
        _ key: String, _ reader: inout JSONReader
    ) throws(JSONFault) {
        isEmpty = false
        switch key {
        case "version": version = try reader.textOrNull()?.bytes
        case "data": data = try reader.textOrNull()?.bytes
        case "signature": signature = try reader.textOrNull()?.bytes
        case "header": try readHeader(&reader)
        default: try reader.skipValue()
        }
    }

    private mutating func readHeader(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "ephemeralPublicKey": ephemeralPublicKey = try reader.textOrNull()?.bytes
            case "wrappedKey": wrappedKey = try reader.textOrNull()?.bytes
            case "publicKeyHash": publicKeyHash = try reader.textOrNull()?.bytes
            case "transactionId": transactionId = try reader.textOrNull()?.bytes
            case "applicationData": applicationData = try reader.textOrNull()?.bytes
            default: try reader.skipValue()
            }
        }
    }
}
