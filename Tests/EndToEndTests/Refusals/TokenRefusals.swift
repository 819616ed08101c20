import ApplePayToken
import Foundation
import PaymentDomain
import Testing
import TokenFixtures

@testable import CosterCommands

/// A token that `coster token open` refuses: one for each code of the page, out of the table of the token library.
struct TokenRefusalRow: Sendable, CustomTestStringConvertible {
    let refusal: Refusal

    var code: String { refusal.error.code }
    var testDescription: String { "\(code): \(refusal.rule)" }

    static let all: [TokenRefusalRow] = RefusalReference.tokenRefusals.compactMap { error in
        Refusal.all.first { $0.error == error }.map(TokenRefusalRow.init)
    }

    /// The codes that no command prints: it has no order, no restored database, and takes Apple's sandbox.
    static let ofServers: Set = [
        PaymentTokenError.amountMismatch.code, PaymentTokenError.currencyMismatch.code,
        PaymentTokenError.applicationDataMismatch.code, PaymentTokenError.sandboxSigner.code,
    ]

    /// Opens the token with the merchant's key, and expects the refusal.
    func expectRefusal() async throws {
        let fixture = try TokenFixture.shared()
        try await TemporaryFolder.lend { place in
            let isForRSA = [.keyKindMismatch, .cannotUnwrapKey].contains(refusal.error)
            let merchant = isForRSA ? try fixture.merchant.rsa() : fixture.merchant.ec
            let root = fixture.apple.root.identity.certificatePEM
            guard case .json(let token) = try refusal.make(fixture) else { return }
            let file = "\(place.path)/token.json"
            try Data(token).write(to: URL(filePath: file))
            let run = try await expect(
                65,
                [
                    "token", "open", "--key", try place.write(merchant.keyPEM, to: "key"),
                    "--certificate", try place.write(merchant.certificatePEM, to: "certificate"),
                    "--at", fixture.now.iso8601Seconds, file,
                ]
                    + (refusal.error == .untrustedRoot
                        ? [] : ["--root", try place.write(root, to: "root")]))
            let text = try RefusalPage.text(of: code, in: .tokens)
            #expect(run.errors == "refused: \(code): \(text)\n")
            #expect(run.output == "{\"valid\":false,\"code\":\"\(code)\"}\n")
        }
    }
}
