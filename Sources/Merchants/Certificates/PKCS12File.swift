import ApplePayToken
import Crypto
import CryptoExtras
import PaymentDomain
import X509

/// A private key and its certificate, out of a PKCS#12 file such as Keychain exports.
///
/// Source: RFC 7292.
package struct PKCS12File: Redacted {
    /// The private key, PKCS#8 in DER.
    package let privateKey: [UInt8]
    /// The kind of key.
    package let algorithm: KeyAlgorithm
    /// The certificate of the key, in DER.
    package let certificate: [UInt8]
    /// SHA-256 of the public key's SubjectPublicKeyInfo.
    package let publicKeyHash: [UInt8]

    /// The kind of key.
    package var redacted: String { "PKCS12File(\(algorithm.rawValue))" }

    /// Opens a file.
    ///
    /// The steps go from cheap to dear: built as it should be, password, key, certificates, and
    /// that the two belong together.
    ///
    /// - Parameter certificateFile: The certificate of a file that holds a key alone: Keychain
    ///   exports such, and Apple's `.cer` lies beside it.
    /// - Throws: ``PKCS12Problem``.
    package static func open(
        _ file: [UInt8], password: [UInt8], certificateFile: [UInt8]? = nil
    ) throws(PKCS12Problem) -> PKCS12File {
        let block = PEMBlock.blocks(in: file).first { $0.label == "PKCS12" }
        let layout = try PKCS12Layout(block?.der ?? file)
        guard isSuitable(password) else { throw .passwordUnsuitable }
        try layout.seal.check(layout.content, password: password)
        let hidden = try PKCS12Opening.certificates(in: layout, password: password)
        let key = try key(in: layout, password: password)
        let certificate =
            if let certificateFile {
                try certificate(in: certificateFile, of: key)
            } else {
                try certificate(among: layout.certificates + hidden)
            }
        guard certificate.publicKeyHash == key.publicKeyHash else { throw .keyMismatch }
        return PKCS12File(
            privateKey: key.pkcs8, algorithm: key.algorithm, certificate: certificate.der,
            publicKeyHash: key.publicKeyHash)
    }

    /// The certificate of a key in a file of its own, which may hold the issuers' too.
    private static func certificate(
        in file: [UInt8], of key: OpenedKey
    ) throws(PKCS12Problem) -> AppleCertificate {
        do {
            let certificates = try CertificateFile.certificates(in: file).map {
                try AppleCertificate(der: $0)
            }
            guard let own = certificates.first(where: { $0.publicKeyHash == key.publicKeyHash })
            else { throw PKCS12Problem.keyMismatch }
            return own
        } catch let problem as PKCS12Problem {
            throw problem
        } catch {
            throw .certificateMalformed
        }
    }

    private static func isSuitable(_ password: [UInt8]) -> Bool {
        (1...CertificateLimits.passwordBytes).contains(password.count)
            && password.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static func key(
        in layout: PKCS12Layout, password: [UInt8]
    ) throws(PKCS12Problem) -> OpenedKey {
        let count = layout.plainKeys.count + layout.sealedKeys.count
        guard count > 0 else { throw .noKey }
        guard count == 1 else { throw .severalKeys }
        if let plain = layout.plainKeys.first { return try OpenedKey(plain) }
        return try OpenedKey(
            try PKCS12Opening.key(layout.sealedKeys[0], password: password))
    }

    /// The merchant's certificate: the only one that is no authority's.
    private static func certificate(
        among files: [[UInt8]]
    ) throws(PKCS12Problem) -> AppleCertificate {
        var found: [AppleCertificate] = []
        for file in files {
            let certificate: AppleCertificate
            do {
                certificate = try AppleCertificate(file)
            } catch {
                throw .certificateMalformed
            }
            if !isAuthority(certificate.certificate) { found.append(certificate) }
        }
        guard let first = found.first else { throw .noCertificate }
        guard found.allSatisfy({ $0 == first }) else { throw .severalCertificates }
        return first
    }

    private static func isAuthority(_ certificate: Certificate) -> Bool {
        do {
            guard case .isCertificateAuthority = try certificate.extensions.basicConstraints else {
                return false
            }
            return true
        } catch {
            // Constraints that cannot be read make no authority.
            return false
        }
    }
}

/// A private key of one of Apple Pay's kinds.
struct OpenedKey {
    let algorithm: KeyAlgorithm
    let pkcs8: [UInt8]
    let publicKeyHash: [UInt8]

    /// Reads PKCS#8, SEC 1 or PKCS#1 in DER.
    init(_ der: [UInt8]) throws(PKCS12Problem) {
        let publicKeyInfo: [UInt8]
        do {
            let key = try P256.Signing.PrivateKey(derRepresentation: der)
            pkcs8 = Array(key.derRepresentation)
            publicKeyInfo = Array(key.publicKey.derRepresentation)
        } catch {
            // No P-256 key, so it must be an RSA key.
            do {
                let key = try _RSA.Signing.PrivateKey(derRepresentation: der)
                pkcs8 = Array(key.pkcs8DERRepresentation)
                publicKeyInfo = Array(key.publicKey.derRepresentation)
            } catch {
                throw .keyUnsupported
            }
        }
        guard let algorithm = CertificateKey.algorithm(of: publicKeyInfo) else {
            throw .keyUnsupported
        }
        self.algorithm = algorithm
        publicKeyHash = Array(SHA256.hash(data: publicKeyInfo))
    }
}
