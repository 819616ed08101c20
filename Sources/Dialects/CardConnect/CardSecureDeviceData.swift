import PaymentDomain

/// An Apple Pay token as `devicedata` writes it:
///
///     <data>&ectype=apple&ecsig=…&eckey=…&ectid=…&echash=…&ecpublickeyhash=…
///
/// The data comes first and has no label; the order of the rest doesn't matter. Values are raw base64 and hex, never
/// percent-encoded, so a `+` is a `+` and only the first `=` of a part divides it. Each part comes once, and no other
/// part comes: an unknown one could change the meaning.
///
/// echash is the application data and may be empty. It may be missing only if ecpublickeyhash is missing or empty too, and
/// then no key is named: the merchant's keys are tried in turn.
///
/// Source: CardConnect, Apple Pay guide, "Formatting the Apple Pay Tokenization Request".
enum CardSecureDeviceData {
    /// The fields of the token.
    static func read(_ text: String) throws(CardSecureRule) -> ApplePayFields {
        var parts = text.utf8.split(
            separator: UInt8(ascii: "&"), omittingEmptySubsequences: false
        ).map { Substring($0) }
        let data = parts.removeFirst()
        guard !data.isEmpty else { throw .deviceDataEmpty }
        let named = try named(parts)
        guard let type = named[.curveType] else { throw .partMissing }
        guard type == "apple" else { throw .curveTypeWrong }
        let signature = try needed(.signature, of: named)
        let key = try needed(.key, of: named)
        let transactionID = try needed(.transactionID, of: named)
        let keyHash = named[.publicKeyHash] ?? ""
        guard let applicationData = named[.applicationData] ?? (keyHash.isEmpty ? "" : nil) else {
            throw .partMissing
        }
        // The expensive checks come last.
        try expectHex(transactionID)
        try expectHex(applicationData)
        for value in [data, keyHash, key, signature] { try expectBase64(value) }
        guard data.utf8.count <= CardConnectLimits.applePayData else { throw .partTooLong }
        var fields = ApplePayFields(
            // Nothing carries the version, and there is no part for a wrapped key: EC_v1 it is.
            version: "EC_v1", data: String(data), signature: String(signature),
            ephemeralPublicKey: String(key), publicKeyHash: String(keyHash),
            transactionId: String(transactionID),
            applicationData: applicationData.isEmpty ? nil : String(applicationData))
        fields.mayNameNoKey = true
        return fields
    }

    private enum Label: String {
        case curveType = "ectype"
        case signature = "ecsig"
        case key = "eckey"
        case transactionID = "ectid"
        case applicationData = "echash"
        case publicKeyHash = "ecpublickeyhash"

        var limit: Int {
            switch self {
            case .curveType: CardConnectLimits.handler
            case .signature: CardConnectLimits.applePaySignature
            case .key: CardConnectLimits.applePayKey
            case .transactionID: CardConnectLimits.applePayTransactionID
            case .applicationData: CardConnectLimits.applePayApplicationData
            case .publicKeyHash: CardConnectLimits.applePayPublicKeyHash
            }
        }
    }

    private static func named(
        _ parts: [Substring]
    ) throws(CardSecureRule) -> [Label: Substring] {
        var named: [Label: Substring] = [:]
        for part in parts {
            let name = Substring(part.utf8.prefix { $0 != UInt8(ascii: "=") })
            // A long name is no label's, and is compared with none.
            guard name.endIndex < part.endIndex,
                name.utf8.count <= CardConnectLimits.deviceDataLabel,
                let label = Label(rawValue: String(name))
            else { throw .partUnknown }
            let value = part[part.utf8.index(after: name.endIndex)...]
            guard value.utf8.count <= label.limit else { throw .partTooLong }
            guard named.updateValue(value, forKey: label) == nil else { throw .partRepeated }
        }
        return named
    }

    private static func needed(
        _ label: Label, of named: [Label: Substring]
    ) throws(CardSecureRule) -> Substring {
        guard let value = named[label] else { throw .partMissing }
        guard !value.isEmpty else { throw .partEmpty }
        return value
    }

    /// The characters of base64, with up to two `=` at the end; the token core decodes it.
    private static func expectBase64(_ text: Substring) throws(CardSecureRule) {
        var characters = text.utf8
        for _ in 0..<2 where characters.last == UInt8(ascii: "=") { characters.removeLast() }
        let isBase64 = characters.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"): true
            default: false
            }
        }
        guard isBase64, characters.count % 4 != 1 else { throw .partNotBase64 }
    }

    private static func expectHex(_ text: Substring) throws(CardSecureRule) {
        let isHex = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
            default: false
            }
        }
        guard isHex else { throw .partNotHex }
    }
}
