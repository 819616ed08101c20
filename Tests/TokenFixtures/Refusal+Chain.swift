import ApplePayToken
import AppleSimulator
import PaymentDomain
import X509

extension Refusal {
    /// What is wrong with the certificates of a signature that is good under their key.
    package static let chains: [Refusal] = [
        Refusal("a leaf issued by a leaf", .intermediateMarkerMissing) { fixture in
            let leaf = try SimulatedAuthority(fixture.apple.ecSigner).issueLeaf()
            return try fixture.token(signedBy: leaf, through: fixture.apple.ecSigner)
        },
        Refusal("a leaf issued by a leaf, sent with the true issuer", .leafNotIssuedByIntermediate)
        {
            fixture in
            let leaf = try SimulatedAuthority(fixture.apple.ecSigner).issueLeaf()
            return try fixture.token(signedBy: leaf, through: fixture.apple.intermediate.identity)
        },
        Refusal("a leaf that only says who issued it", .leafNotIssuedByIntermediate) { fixture in
            let stranger = try SimulatedApple.create()
            return try fixture.token(
                signedBy: stranger.ecSigner, through: fixture.apple.intermediate.identity)
        },
        Refusal("a merchant's certificate as a leaf", .leafMarkerMissing) { fixture in
            try fixture.token(
                signedBy: fixture.merchant.ec, through: fixture.apple.intermediate.identity)
        },
        Refusal("a self-signed intermediate", .untrustedRoot) { fixture in
            let recipe = CertificateRecipe(.intermediate, subject: .intermediate)
            let issuer = try SimulatedAuthority.selfSigned(
                recipe, key: try SimulatedKey.make(.p256))
            let leaf = try SimulatedAuthority(issuer).issueLeaf()
            return try fixture.token(signedBy: leaf, through: issuer)
        },
        Refusal("a self-signed intermediate that names the root", .untrustedRoot) { fixture in
            var recipe = CertificateRecipe(.intermediate, subject: .intermediate)
            recipe.issuer = .root
            let issuer = try SimulatedAuthority.selfSigned(
                recipe, key: try SimulatedKey.make(.p256))
            let leaf = try SimulatedAuthority(issuer).issueLeaf()
            return try fixture.token(signedBy: leaf, through: issuer)
        },
        Refusal("another root with the same names", .untrustedRoot) { fixture in
            let stranger = try SimulatedApple.create()
            return try fixture.token(
                signedBy: stranger.ecSigner, through: stranger.intermediate.identity)
        },
        Refusal("a leaf without its marker", .leafMarkerMissing) { fixture in
            var recipe = CertificateRecipe(.signer, subject: .ecSigner)
            recipe.markers = []
            let leaf = try fixture.apple.intermediate.issueLeaf(recipe)
            return try fixture.token(signedBy: leaf, through: fixture.apple.intermediate.identity)
        },
        through("an intermediate without its marker", .intermediateMarkerMissing) {
            $0.markers = []
        },
        Refusal("the markers on each other's certificates", .markersMisplaced) { fixture in
            var upper = CertificateRecipe(.intermediate, subject: .intermediate)
            upper.markers = [SimulatorOID.signerMarker]
            let issuer = try fixture.apple.root.issueIntermediate(upper)
            var lower = CertificateRecipe(.signer, subject: .ecSigner)
            lower.markers = [SimulatorOID.intermediateMarker]
            return try fixture.token(
                signedBy: try issuer.issueLeaf(lower), through: issuer.identity)
        },
        Refusal("both markers on the leaf", .markersMisplaced) { fixture in
            var recipe = CertificateRecipe(.signer, subject: .ecSigner)
            recipe.markers = [SimulatorOID.signerMarker, SimulatorOID.intermediateMarker]
            let leaf = try fixture.apple.intermediate.issueLeaf(recipe)
            return try fixture.token(signedBy: leaf, through: fixture.apple.intermediate.identity)
        },
        through("an intermediate that is no authority", .intermediateNotCA) {
            $0.isAuthority = false
        },
        through("an intermediate without basic constraints", .intermediateNotCA) {
            $0.omitted = [[2, 5, 29, 19]]
        },
        through("an intermediate that may not sign certificates", .chainRuleBroken) {
            $0.keyUsage = [0x03, 0x02, 0x07, 0x80]
        },
        through("an intermediate with a critical extension that no one knows", .chainRuleBroken) {
            $0.otherExtensions = [
                Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [0x05, 0x00])
            ]
        },
        Refusal("a leaf that is an authority", .chainRuleBroken) { fixture in
            var recipe = CertificateRecipe(.signer, subject: .ecSigner)
            recipe.isAuthority = true
            let leaf = try fixture.apple.intermediate.issueLeaf(recipe)
            return try fixture.token(signedBy: leaf, through: fixture.apple.intermediate.identity)
        },
        Refusal("a leaf with a key on P-384", .unsupportedSignerKey) { fixture in
            let leaf = try fixture.apple.intermediate.issueLeaf(kind: .p384)
            return try fixture.token(signedBy: leaf, through: fixture.apple.intermediate.identity)
        },
        validity("a leaf that had ended", .leafNotValidThen, -86_400, -1),
        validity("a leaf that had not begun", .leafNotValidThen, 1, 86_400),
        through("an intermediate that had ended", .issuerNotValidThen) {
            $0.notAfter = Timestamp(milliseconds: 1_795_251_419_000)
        },
        through("an intermediate that had not begun", .issuerNotValidThen) {
            $0.notBefore = Timestamp(milliseconds: 1_795_251_421_000)
        },
        Refusal("Apple's sandbox", .sandboxSigner) { fixture in
            let recipe = CertificateRecipe(.signer, subject: .sandboxECSigner)
            let leaf = try fixture.apple.intermediate.issueLeaf(recipe)
            return try fixture.token(signedBy: leaf, through: fixture.apple.intermediate.identity)
        },
    ]

    /// From a leaf of another intermediate of the trusted root.
    private static func through(
        _ rule: String, _ error: PaymentTokenError,
        _ change: @escaping @Sendable (inout CertificateRecipe) -> Void
    ) -> Refusal {
        Refusal(rule, error) { fixture in
            var recipe = CertificateRecipe(.intermediate, subject: .intermediate)
            change(&recipe)
            let issuer = try fixture.apple.root.issueIntermediate(recipe)
            return try fixture.token(signedBy: try issuer.issueLeaf(), through: issuer.identity)
        }
    }

    /// From a leaf that is valid from and to so many seconds from now.
    private static func validity(
        _ rule: String, _ error: PaymentTokenError, _ from: Int64, _ to: Int64
    ) -> Refusal {
        Refusal(rule, error) { fixture in
            var recipe = CertificateRecipe(.signer, subject: .ecSigner)
            recipe.notBefore = fixture.now.adding(seconds: from)
            recipe.notAfter = fixture.now.adding(seconds: to)
            let leaf = try fixture.apple.intermediate.issueLeaf(recipe)
            return try fixture.token(signedBy: leaf, through: fixture.apple.intermediate.identity)
        }
    }
}
