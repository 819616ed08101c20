import Foundation

/// An Apple Pay token as a device made it: encrypted payment data, and the fields that protocols send one by one.
///
/// The kit reads the fields and never decrypts them. Whether Apple signed the token is the processor's question.
///
/// Source: Apple, Payment token format reference.
public struct ApplePayToken: Sendable, Hashable {
    /// How the payment data is encrypted.
    public enum Version: String, Sendable, Hashable {
        /// Elliptic curves: every country but China.
        case ec = "EC_v1"
        /// RSA: China.
        case rsa = "RSA_v1"
    }

    /// How the payment data is encrypted.
    public let version: Version
    /// The bytes of `PKPaymentToken.paymentData`, unchanged.
    public let paymentData: Redacted<Data>
    let fields: Redacted<Fields>

    /// Reads the payment data of a `PKPaymentToken`.
    ///
    /// - Parameter paymentData: `PKPaymentToken.paymentData`, UTF-8 JSON, at most ``Limits/paymentData`` bytes.
    /// - Throws: ``TokenError/simulatorToken`` for an empty token in any spelling: no bytes, white space, `""`,
    ///   `null` or `{}`.
    public init(paymentData: Data) throws(TokenError) {
        guard paymentData.count <= Limits.paymentData else { throw .tooLarge }
        guard !Self.isEmpty(paymentData) else { throw .simulatorToken }
        guard let fields = try? JSONDecoder().decode(Fields.self, from: paymentData) else {
            throw .malformed
        }
        guard let version = Version(rawValue: fields.version) else { throw .unsupportedVersion }
        guard fields.fits(version) else { throw .malformed }
        self.version = version
        self.paymentData = Redacted(paymentData)
        self.fields = Redacted(fields)
    }

    /// Reads payment data that a bridge (Flutter, Cordova, React Native) handed over as text.
    ///
    /// - Throws: What ``init(paymentData:)`` throws.
    public init(json: String) throws(TokenError) {
        try self.init(paymentData: Data(json.utf8))
    }

    /// Source: the simulators of Flutter, Cordova and React Native give `""`, Xcode's gives no bytes.
    private static func isEmpty(_ paymentData: Data) -> Bool {
        guard paymentData.count < 16 else { return false }
        let text = String(decoding: paymentData, as: UTF8.self)
            .filter { !$0.isWhitespace && $0 != "\u{FEFF}" }
        return ["", "\"\"", "null", "{}"].contains(text)
    }
}

extension ApplePayToken {
    /// The JSON's layout.
    struct Fields: Sendable, Hashable, Codable {
        struct Header: Sendable, Hashable, Codable {
            let ephemeralPublicKey: String?
            let wrappedKey: String?
            let publicKeyHash: String
            let transactionId: String
            let applicationData: String?
        }

        let version: String
        let data: String
        let signature: String
        let header: Header

        /// Whether the fields that this version must have are there.
        func fits(_ version: Version) -> Bool {
            let key = version == .ec ? header.ephemeralPublicKey : header.wrappedKey
            return key?.isEmpty == false && !data.isEmpty && !signature.isEmpty
        }
    }
}
