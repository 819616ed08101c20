import StrictCoding
import Crypto
import CryptoExtras
import PaymentDomain
import SwiftASN1
import X509

/// A merchant's payment processing key, with what Apple's certificate for it says.
///
/// It prints nothing of the key.
///
/// Source: Apple, "Restoring the symmetric key".
public struct MerchantKey: Redacted {
    /// The private key.
    enum Secret: Sendable {
        /// For EC_v1 tokens, with the SHA-256 of the merchant identifier.
        case ec(P256.KeyAgreement.PrivateKey, partyV: [UInt8])
        /// For RSA_v1 tokens.
        case rsa(RSAUnwrappingKey)
    }

    let secret: Secret
    /// SHA-256 of the public key's SubjectPublicKeyInfo: what a token's publicKeyHash is compared
    /// with.
    public let publicKeyHash: [UInt8]

    /// The version of the tokens that this key opens.
    public var version: PaymentToken.Version {
        switch secret {
        case .ec: .ecV1
        case .rsa: .rsaV1
        }
    }

    /// The kind of key and the start of its public hash.
    public var redacted: String {
        "MerchantKey(\(version.rawValue), \(Hex.encode(Array(publicKeyHash.prefix(4)))))"
    }

    /// A key from its files.
    ///
    /// - Parameters:
    ///   - privateKey: PEM or DER: SEC 1, PKCS#8 (also encrypted) or PKCS#1.
    ///   - certificate: PEM or DER of Apple's payment processing certificate for it; of several, the one for the key is
    ///     used.
    ///   - merchantIdentifier: Such as `merchant.com.example`; needed if there is no certificate.
    ///   - password: Opens an encrypted key.
    public init(
        privateKey: [UInt8], certificate: [UInt8]? = nil, merchantIdentifier: String? = nil,
        password: [UInt8]? = nil
    ) throws(MerchantKeyError) {
        let key = try PrivateKeyFile.read(privateKey, password: password)
        try self.init(key, certificate: certificate, merchantIdentifier: merchantIdentifier)
    }

    /// An EC_v1 key that was made in this process, with its merchant identifier.
    public init(
        key: P256.KeyAgreement.PrivateKey, merchantIdentifier: String
    ) throws(MerchantKeyError) {
        try self.init(.ec(key), certificate: nil, merchantIdentifier: merchantIdentifier)
    }

    private init(
        _ key: PrivateKeyFile, certificate bytes: [UInt8]?, merchantIdentifier: String?
    ) throws(MerchantKeyError) {
        let publicKey = key.publicKeyDER
        publicKeyHash = Array(SHA256.hash(data: publicKey))
        var identifierHash = merchantIdentifier.map { Array(SHA256.hash(data: Array($0.utf8))) }
        if let bytes {
            let certificate = try ProcessingCertificate(bytes, of: publicKey)
            if let given = identifierHash, let certified = certificate.merchantIdentifierHash {
                guard given == certified else { throw .merchantIdentifierMismatch }
            }
            identifierHash = identifierHash ?? certificate.merchantIdentifierHash
        }
        switch key {
        case .ec(let key):
            guard let identifierHash else { throw .merchantIdentifierMissing }
            secret = .ec(key, partyV: identifierHash)
        case .rsa(let key):
            secret = .rsa(RSAUnwrappingKey(key))
        }
    }
}

/// An RSA private key that may be used from any thread.
///
/// The library does not mark its encryption key Sendable, although its signing key, which is the
/// same object of the same C library, is. That library allows private operations from several
/// threads on a key that no one changes, and nothing can change this one.
final class RSAUnwrappingKey: @unchecked Sendable {
    private let key: _RSA.Encryption.PrivateKey

    init(_ key: _RSA.Encryption.PrivateKey) {
        self.key = key
    }

    /// Unwraps a symmetric key, or nil if it doesn't unwrap.
    ///
    /// Source: Apple, "Restoring the symmetric key", RSA: OAEP with SHA-256 and an empty label.
    func unwrap(_ wrapped: [UInt8]) -> SymmetricKey? {
        do {
            return SymmetricKey(data: try key.decrypt(wrapped, padding: .PKCS1_OAEP_SHA256))
        } catch {
            // One answer for every fault, so that no oracle exists.
            return nil
        }
    }
}

/// A merchant's keys, chosen by the public key hash of a token.
///
/// The old and the new key live side by side while a certificate is renewed, which happens every 25
/// months.
public struct MerchantKeyring: Sendable {
    private let keys: [[UInt8]: MerchantKey]
    private let newestFirst: [MerchantKey]

    /// A ring of keys, the older ones first; of two with one public key, the later one stays.
    public init(_ keys: [MerchantKey]) {
        self.keys = Dictionary(keys.map { ($0.publicKeyHash, $0) }) { _, later in later }
        newestFirst = keys.reversed()
    }

    /// How many keys there are.
    public var count: Int { keys.count }

    /// The key with this public key hash.
    public func key(publicKeyHash: [UInt8]) -> MerchantKey? { keys[publicKeyHash] }

    /// The newest keys for tokens of a version, at most ``TokenLimits/keysTried``.
    func newest(of version: PaymentToken.Version) -> [MerchantKey] {
        Array(newestFirst.lazy.filter { $0.version == version }.prefix(TokenLimits.keysTried))
    }
}
