import X509

/// The roots that sign for Apple Pay, and how others are read.
public enum AppleRoots {
    /// Apple Root CA - G3, which has issued every Apple Pay signer's issuer so far.
    ///
    /// Source: https://www.apple.com/certificateauthority/, valid 2014-04-30 to 2039-04-30, SHA-256
    /// fingerprint 63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179.
    public static let g3: Certificate = {
        do {
            let pem = String(decoding: PackageResources.AppleRootCA_G3_pem, as: UTF8.self)
            return try Certificate(pemEncoded: pem)
        } catch {
            preconditionFailure("the embedded root certificate is damaged")
        }
    }()

    /// The certificates of a PEM file, for a test or a sandbox that brings its own roots.
    ///
    /// - Throws: ``MerchantKeyError/certificateMalformed`` if one can't be read or none is there.
    public static func certificates(pem: String) throws(MerchantKeyError) -> [Certificate] {
        guard pem.utf8.count <= TokenLimits.keyFileBytes else { throw .certificateMalformed }
        do {
            let certificates = try PEMBlock.blocks(in: Array(pem.utf8))
                .filter { $0.label == Certificate.defaultPEMDiscriminator }
                .map { try Certificate(derEncoded: $0.der ?? []) }
            guard !certificates.isEmpty, certificates.count <= TokenLimits.trustRoots else {
                throw MerchantKeyError.certificateMalformed
            }
            return certificates
        } catch {
            throw .certificateMalformed
        }
    }
}
