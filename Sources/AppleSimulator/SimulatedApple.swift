import PaymentDomain
import X509

/// Apple's side of Apple Pay: a root, an intermediate, and the leaves that sign payment tokens.
///
/// Every verifier that trusts its root accepts its tokens, so it serves tests and the sandbox and nothing else. The
/// rules are written here a second time, on purpose: this module and the one that verifies tokens check each other.
package struct SimulatedApple: Sendable {
    /// The root, to be trusted in the place of Apple Root CA - G3.
    package let root: SimulatedAuthority
    /// The authority that issues signers and merchants' certificates.
    package let intermediate: SimulatedAuthority
    /// The leaf that signs EC_v1 tokens.
    package let ecSigner: SimulatedIdentity
    private let lazyRSASigner: Lazy<SimulatedIdentity>

    init(
        root: SimulatedIdentity, intermediate: SimulatedIdentity, ecSigner: SimulatedIdentity,
        rsaSigner: @escaping @Sendable () throws(SimulatorError) -> SimulatedIdentity
    ) {
        self.root = SimulatedAuthority(root)
        self.intermediate = SimulatedAuthority(intermediate)
        self.ecSigner = ecSigner
        lazyRSASigner = Lazy(rsaSigner)
    }

    /// A new Apple that lives in memory only.
    ///
    /// - Parameter isSandbox: Whether the signers' names say SANDBOX, as those of Apple's own
    ///   sandbox do.
    /// - Throws: ``SimulatorError/certificateFailed``.
    package static func create(isSandbox: Bool = false) throws(SimulatorError) -> SimulatedApple {
        let root = try SimulatedAuthority.makeRoot()
        let intermediate = try root.issueIntermediate()
        let ecName: CertificateName = isSandbox ? .sandboxECSigner : .ecSigner
        let rsaName: CertificateName = isSandbox ? .sandboxRSASigner : .rsaSigner
        let ecSigner = try intermediate.issueLeaf(CertificateRecipe(.signer, subject: ecName))
        return SimulatedApple(
            root: root.identity, intermediate: intermediate.identity, ecSigner: ecSigner
        ) { () throws(SimulatorError) -> SimulatedIdentity in
            let recipe = CertificateRecipe(.signer, subject: rsaName)
            return try intermediate.issueLeaf(recipe, kind: .rsa)
        }
    }

    /// The leaf that signs RSA_v1 tokens; made on the first call, which takes hundreds of
    /// milliseconds.
    ///
    /// - Throws: ``SimulatorError``.
    package func rsaSigner() throws(SimulatorError) -> SimulatedIdentity {
        try lazyRSASigner.value()
    }

    /// The leaf that signs tokens of a version.
    ///
    /// - Throws: ``SimulatorError``.
    package func signer(
        of version: SimulatedTokenVersion
    ) throws(SimulatorError) -> SimulatedIdentity {
        switch version {
        case .ecV1: ecSigner
        case .rsaV1: try rsaSigner()
        }
    }

    /// The root's certificate in PEM, as `--root` takes it.
    package var rootPEM: String { root.identity.certificatePEM }

    /// A new merchant whose certificates this Apple has issued, in memory only.
    ///
    /// - Throws: ``SimulatorError/badMerchantIdentifier``, ``SimulatorError/certificateFailed``.
    package func makeMerchant(
        _ identifier: String
    ) throws(SimulatorError) -> SimulatedMerchant {
        let intermediate = intermediate
        let recipe = CertificateRecipe.merchant(identifier)
        return try SimulatedMerchant(
            identifier: identifier,
            ec: try intermediate.issue(recipe, for: try SimulatedKey.make(.p256))
        ) { () throws(SimulatorError) -> SimulatedIdentity in
            let recipe = CertificateRecipe.merchant(identifier)
            return try intermediate.issue(recipe, for: try SimulatedKey.make(.rsa))
        }
    }

    /// How a signature over a token of this Apple is put together; a test changes it before it is
    /// made.
    ///
    /// - Throws: ``SimulatorError``.
    package func signatureParts(
        of version: SimulatedTokenVersion, at moment: Timestamp,
        layout: SignatureLayout = .current
    ) throws(SimulatorError) -> CMSParts {
        signatureParts(by: try signer(of: version), at: moment, layout: layout)
    }

    /// The same by a leaf of the intermediate.
    func signatureParts(
        by leaf: SimulatedIdentity, at moment: Timestamp, layout: SignatureLayout
    ) -> CMSParts {
        CMSParts(
            signer: leaf, chain: [leaf.certificateDER, intermediate.identity.certificateDER],
            at: moment, layout: layout)
    }
}
