import AppleSimulator
import Foundation
import Merchants
import PaymentDomain
import X509

/// One simulated Apple and one pending request of each kind for all tests: RSA keys are slow to
/// make.
struct CertificatesFixture {
    static let merchant = "merchant.coster.tests"
    /// 2026-11-21T08:57:00Z.
    static let now = Timestamp(seconds: 1_795_251_420)

    let apple: SimulatedApple
    let ec: CertificateRequest
    let rsa: CertificateRequest

    static let shared = Result {
        CertificatesFixture(
            apple: try SimulatedApple.create(),
            ec: try CertificateRequest.make(algorithm: .ec, commonName: "tests"),
            rsa: try CertificateRequest.make(algorithm: .rsa, commonName: "tests"))
    }

    /// The request with a kind of key.
    func request(_ algorithm: KeyAlgorithm) -> CertificateRequest {
        switch algorithm {
        case .ec: ec
        case .rsa: rsa
        }
    }

    /// What Apple answers.
    func certificate(
        _ algorithm: KeyAlgorithm = .ec, purpose: SimulatedPurpose = .paymentProcessing,
        merchant: String = CertificatesFixture.merchant, from start: Timestamp = now,
        to end: Timestamp? = nil
    ) throws -> [UInt8] {
        let request = try SimulatedRequest(Array(request(algorithm).pem.utf8))
        return try apple.answer(
            request, for: merchant, purpose: purpose,
            validity: try SimulatedApple.Validity(from: start, to: end)
        ).der
    }

    /// A payment processing certificate with something wrong.
    func certificate(
        key: SimulatedKey? = nil, by authority: SimulatedAuthority? = nil,
        changing change: (inout CertificateRecipe) -> Void
    ) throws -> [UInt8] {
        var recipe = CertificateRecipe.merchant(CertificatesFixture.merchant)
        change(&recipe)
        let authority = authority ?? apple.intermediate
        return try authority.issue(recipe, for: try key ?? ecKey()).certificateDER
    }

    /// The private key of the pending EC request.
    func ecKey() throws -> SimulatedKey {
        let pem = pemText(ec.privateKey, "PRIVATE KEY")
        return try SimulatedKey(pem: pem, kind: .p256)
    }

    /// A check that finds nothing wrong with ``certificate(_:purpose:merchant:from:to:)``.
    func check(_ purpose: CertificatePurpose = .paymentProcessing) throws -> CertificateCheck {
        CertificateCheck(
            purpose: purpose, merchantIdentifier: CertificatesFixture.merchant,
            pendingKeyHashes: [ec.publicKeyHash, rsa.publicKeyHash],
            issuers: try CertificateIssuers(
                known: [apple.intermediate.identity.certificateDER]))
    }
}

/// The genuine certificates beside the repository.
enum GenuineCertificates {
    static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/vectors/apple-pay")

    /// Whether they are there: they are not part of the repository.
    static var arePresent: Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: "README.md").path)
    }

    static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }
}

/// A file in PEM.
func pemText(_ der: [UInt8], _ kind: String = "CERTIFICATE") -> String {
    let lines = Data(der).base64EncodedString(options: .lineLength64Characters)
    return "-----BEGIN \(kind)-----\n\(lines)\n-----END \(kind)-----\n"
}
