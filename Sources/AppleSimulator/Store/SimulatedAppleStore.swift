import Crypto
import PaymentDomain
import SwiftASN1
import X509

/// Keeps the simulator's Apple and its merchants in `<data>/simulator/`, so that processes share them.
///
/// Existing files are read and never replaced; missing ones are created. RSA keys are made when they are first needed,
/// so that a server starts at once.
package struct SimulatedAppleStore: Sendable {
    private let folder: StoreFolder

    /// The store of a data folder; nothing is touched yet.
    ///
    /// - Parameter directory: The data folder, which gets the subfolder `simulator` if it has none.
    package init(directory: String) {
        folder = StoreFolder(path: "\(directory)/simulator")
    }

    /// The Apple of this store.
    ///
    /// - Throws: ``SimulatorError``.
    package func apple() throws(SimulatorError) -> SimulatedApple {
        try folder.prepare()
        let root = try folder.identity("root", kind: .p384) {
            (key) throws(SimulatorError) -> SimulatedIdentity in
            let recipe = CertificateRecipe(.root, subject: .root)
            return try SimulatedAuthority.selfSigned(recipe, key: key)
        }
        let intermediate = try folder.identity("intermediate", kind: .p256) {
            (key) throws(SimulatorError) -> SimulatedIdentity in
            let recipe = CertificateRecipe(.intermediate, subject: .intermediate)
            return try SimulatedAuthority(root).issue(recipe, for: key)
        }
        let authority = SimulatedAuthority(intermediate)
        let folder = folder
        let ecSigner = try folder.identity("leaf-ec", kind: .p256) {
            (key) throws(SimulatorError) -> SimulatedIdentity in
            try authority.issue(CertificateRecipe(.signer, subject: .ecSigner), for: key)
        }
        return SimulatedApple(root: root, intermediate: intermediate, ecSigner: ecSigner) {
            () throws(SimulatorError) -> SimulatedIdentity in
            try folder.identity("leaf-rsa", kind: .rsa) {
                (key) throws(SimulatorError) -> SimulatedIdentity in
                try authority.issue(CertificateRecipe(.signer, subject: .rsaSigner), for: key)
            }
        }
    }

    /// A merchant of this store.
    ///
    /// - Parameter identifier: Letters, digits, dots and hyphens, at most
    ///   ``SimulatorLimits/merchantIdentifierCharacters``.
    /// - Throws: ``SimulatorError/badMerchantIdentifier``, or the error of reading or writing a file.
    package func merchant(_ identifier: String) throws(SimulatorError) -> SimulatedMerchant {
        // Before the folder is touched: the identifier becomes a path.
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        let authority = try apple().intermediate
        let merchantFolder = merchantFolder(identifier)
        try merchantFolder.prepare()
        let issue = {
            @Sendable (key: SimulatedKey) throws(SimulatorError) -> SimulatedIdentity in
            try authority.issue(.merchant(identifier), for: key)
        }
        return try SimulatedMerchant(
            identifier: identifier,
            ec: try merchantFolder.identity("ec", kind: .p256, issue: issue)
        ) { () throws(SimulatorError) -> SimulatedIdentity in
            try merchantFolder.identity("rsa", kind: .rsa, issue: issue)
        }
    }

    /// The identity certificate of a merchant of this store, with its RSA key: what its server shows to Apple's.
    ///
    /// - Throws: As ``merchant(_:)``.
    package func merchantIdentity(
        _ identifier: String
    ) throws(SimulatorError) -> SimulatedIdentity {
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        let authority = try apple().intermediate
        let folder = merchantFolder(identifier)
        try folder.prepare()
        return try folder.identity("web", kind: .rsa) {
            (key) throws(SimulatorError) -> SimulatedIdentity in
            try authority.issue(.merchantIdentity(identifier), for: key)
        }
    }

    /// The folder of a merchant whose identifier was checked.
    func merchantFolder(_ identifier: String) -> StoreFolder {
        StoreFolder(path: "\(folder.path)/merchants/\(identifier)")
    }
}

extension StoreFolder {
    /// A key and its certificate: `NAME.key.pem` and `NAME.cert.pem`.
    ///
    /// The certificate is issued for the key in the folder, whatever process wrote it, so that two processes that make
    /// the pair together end with one pair that fits.
    fileprivate func identity(
        _ name: String, kind: SimulatedKey.Kind,
        issue: (SimulatedKey) throws(SimulatorError) -> SimulatedIdentity
    ) throws(SimulatorError) -> SimulatedIdentity {
        // The key is always there before the certificate: a certificate alone has lost its key.
        if try read("\(name).cert.pem") != nil, try read("\(name).key.pem") == nil {
            throw .storeDamaged
        }
        let keyPEM = try obtain("\(name).key.pem") { () throws(SimulatorError) -> [UInt8] in
            Array(try SimulatedKey.make(kind).pem.utf8)
        }
        let key = try SimulatedKey(pem: String(decoding: keyPEM, as: UTF8.self), kind: kind)
        let pem = try obtain("\(name).cert.pem") { () throws(SimulatorError) -> [UInt8] in
            Array(try issue(key).certificatePEM.utf8)
        }
        let certificate = try failing(as: .storeDamaged) {
            try Certificate(pemEncoded: String(decoding: pem, as: UTF8.self))
        }
        let identity = try SimulatedIdentity(certificate: certificate, key: key)
        guard identity.isConsistent else { throw .storeDamaged }
        return identity
    }
}
