import ApplePayToken
import AppleSimulator
import PaymentDomain
import Testing
import TokenFixtures

@Suite("Chains that are remembered", .timeLimit(.minutes(5)))
struct ChainMemoryTests {
    @Test("a remembered chain is verified again at each signing time", arguments: Ending.allCases)
    func validityIsNotRemembered(_ ending: Ending) async throws {
        let fixture = try TokenFixture.shared()
        let end = fixture.now.adding(seconds: 60)
        var recipes = (
            root: CertificateRecipe(.root, subject: .root),
            intermediate: CertificateRecipe(.intermediate, subject: .intermediate),
            leaf: CertificateRecipe(.signer, subject: .ecSigner)
        )
        switch ending {
        case .leaf: recipes.leaf.notAfter = end
        case .intermediate: recipes.intermediate.notAfter = end
        case .root: recipes.root.notAfter = end
        }
        let root = try SimulatedAuthority.makeRoot(recipes.root)
        let intermediate = try root.issueIntermediate(recipes.intermediate)
        let leaf = try intermediate.issueLeaf(recipes.leaf)
        func token(at moment: Timestamp) throws -> PaymentToken {
            let token = try fixture.token {
                $0.cms = CMSParts(
                    signer: leaf,
                    chain: [leaf.certificateDER, intermediate.identity.certificateDER],
                    at: moment)
            }
            return try PaymentToken(fields: token.fields)
        }
        let late = end.adding(seconds: 1)
        for cachesChains in [true, false] {
            let verifier = PaymentTokenVerifier(
                roots: [root.identity.certificate], cachesChains: cachesChains)
            _ = try await verifier.verify(try token(at: end), at: end)
            await #expect(throws: ending.error) {
                try await verifier.verify(try token(at: late), at: late)
            }
            _ = try await verifier.verify(try token(at: end), at: end)
        }
    }

    @Test("many tokens verify at once on one verifier")
    func concurrency() async throws {
        let fixture = try TokenFixture.shared()
        let verifier = PaymentTokenVerifier(roots: [fixture.apple.root.identity.certificate])
        try await withThrowingTaskGroup(of: AppleTransactionID.self) { group in
            for _ in 0..<64 {
                let token = try PaymentToken(fields: try fixture.token().fields)
                group.addTask {
                    try await verifier.verify(token, at: fixture.now).token.transactionID
                }
            }
            var seen: Set<AppleTransactionID> = []
            for try await identifier in group { seen.insert(identifier) }
            #expect(seen.count == 64)
        }
    }
}

/// The certificate whose validity ends.
enum Ending: String, CaseIterable, Sendable {
    case leaf
    case intermediate
    case root

    /// The refusal that follows.
    var error: PaymentTokenError {
        switch self {
        case .leaf: .leafNotValidThen
        case .intermediate, .root: .issuerNotValidThen
        }
    }
}
