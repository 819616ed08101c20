import AppleSimulator
import Foundation
import Merchants
import PaymentDomain

/// A request of the merchant that waits for its answer, and all that makes wrong ones.
struct CertificateScene {
    let fixture: DoctorFixture
    let request: CertificateRequest
    let apple: SimulatedApple

    /// A certificate for a key, the request's if none is given, with something wrong.
    func certificate(
        key: SimulatedKey? = nil, by authority: SimulatedAuthority? = nil,
        _ change: (inout CertificateRecipe) -> Void = { _ in }
    ) throws -> [UInt8] {
        var recipe = CertificateRecipe.merchant(DoctorFixture.identifier)
        change(&recipe)
        let own = try SimulatedKey(
            pem: CertificateScene.pem(request.privateKey, "PRIVATE KEY"), kind: .p256)
        return try (authority ?? apple.intermediate).issue(recipe, for: key ?? own)
            .certificateDER
    }

    static func pem(_ der: [UInt8], _ label: String) -> String {
        let lines = Data(der).base64EncodedString(options: .lineLength64Characters)
        return "-----BEGIN \(label)-----\n\(lines)\n-----END \(label)-----\n"
    }
}

extension RefusalRow {
    /// A file that is imported in place of Apple's answer.
    private init(
        _ problem: CertificateProblem, _ cause: String, others: CertificateProblem...,
        flags: [String] = [],
        file: @escaping @Sendable (CertificateScene) throws -> [UInt8]
    ) {
        self.init(problem.code, cause, others: Set(others.map(\.code))) { fixture in
            let scene = CertificateScene(
                fixture: fixture,
                request: try CertificateRequest.make(algorithm: .ec, commonName: "shop"),
                apple: try fixture.simulator.apple())
            try await fixture.keep(scene.request, certificate: nil)
            let path = "\(fixture.place.path)/apple_pay.cer"
            try Data(try file(scene)).write(to: URL(filePath: path))
            return ["merchant", "certificate", "shop", "--import", path] + flags
        }
    }

    /// Certificates from Apple.
    static let certificates: [RefusalRow] = [
        RefusalRow(.notACertificate, "a letter") { _ in Array("Here it is.".utf8) },
        RefusalRow(.severalCertificates, "the certificates of two authorities") { scene in
            let (upper, lower) = (scene.apple.root, scene.apple.intermediate)
            return Array((upper.identity.certificatePEM + lower.identity.certificatePEM).utf8)
        },
        RefusalRow(.requestGiven, "the request") { Array($0.request.pem.utf8) },
        RefusalRow(.privateKeyGiven, "a private key") { $0.request.privateKey },
        RefusalRow(.pkcs12Given, "a file with a key too") {
            PKCS12Parts(keys: [$0.request.privateKey], certificates: []).file
        },
        RefusalRow(.isMerchantIdentity, "a merchant identity certificate") { scene in
            try scene.certificate { $0 = .merchantIdentity(DoctorFixture.identifier) }
        },
        RefusalRow(
            .isPaymentProcessing, "a payment processing certificate", others: .noPendingRequest,
            .identityKeyNotRSA, flags: ["--identity"]
        ) {
            try $0.certificate()
        },
        RefusalRow(
            .purposeUnknown, "a certificate of a token's signer",
            others: .merchantIdentifierMissing
        ) { scene in
            try scene.certificate { $0 = CertificateRecipe(.signer, subject: .ecSigner) }
        },
        RefusalRow(.merchantIdentifierMissing, "a certificate that names nobody") { scene in
            try scene.certificate {
                $0.otherExtensions = []
                $0.subject.userID = nil
            }
        },
        RefusalRow(.otherMerchant, "a certificate for another identifier") { scene in
            try scene.fixture.issue(scene.request, for: "merchant.com.example.other").der
        },
        RefusalRow(.noPendingRequest, "a certificate for a key of another installation") {
            try $0.certificate(key: try SimulatedKey.make(.p256))
        },
        RefusalRow(.requestAnswered, "the certificate in use") { scene in
            let store = scene.fixture.simulator
            return try store.newestCertificate(of: DoctorFixture.identifier)?.der ?? []
        },
        RefusalRow(.expired, "a certificate that ended a minute ago") { scene in
            let end = scene.fixture.now.adding(seconds: -60)
            return try scene.fixture.issue(scene.request, to: end).der
        },
        RefusalRow(.notYetValid, "a certificate that begins tomorrow") { scene in
            let start = scene.fixture.now.adding(seconds: 86_400)
            return try scene.fixture.issue(scene.request, from: start).der
        },
        RefusalRow(
            .keyUnsupported, "a certificate for a key on P-384", others: .noPendingRequest
        ) {
            try $0.certificate(key: try SimulatedKey.make(.p384))
        },
        RefusalRow(
            .identityKeyNotRSA, "an identity for a key on P-256", others: .noPendingRequest,
            flags: ["--identity"]
        ) { scene in
            try scene.certificate { $0 = .merchantIdentity(DoctorFixture.identifier) }
        },
        RefusalRow(.issuerUnknown, "a certificate of a stranger") { scene in
            try scene.certificate { $0.issuer = CertificateName("No one", unit: "Nowhere") }
        },
        RefusalRow(.issuerSignatureWrong, "a certificate of another simulator") {
            try $0.certificate(by: try SimulatedApple.create().intermediate)
        },
    ]
}
