import AppleSimulator
import Foundation
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage
import StrictCoding

@testable import CosterCommands
@testable import CosterServer

extension DoctorRow {
    /// Tokens.
    static let tokens: [DoctorRow] = [
        DoctorRow(
            "a token file that is not there", .tokenUnreadable,
            visit: { DoctorVisit(options: ["--token", "\($0.place.path)/absent"]) }),
        part("JSON (empty-payment-data)") { _ in "" },
        part("JSON (json-malformed)") { String($0.prefix($0.count / 2)) },
        part("JSON (json-malformed)") { _ in "{\"4111111111111111\":" },
        part("data (") { $0.replacing(/"data":"[^"]*"/, with: "\"data\":\"a b\"") },
        part("signature (") { $0.replacing(/"signature":"[^"]*",?/, with: "") },
        part("signature (signature-truncated)") {
            $0.replacing(/"signature":"([^"]{400})[^"]*"/) { "\"signature\":\"\($0.1)\"" }
        },
        part("version (unsupported-version)") { $0.replacing("EC_v1", with: "EC_v9") },
        token("a token with other content", .tokenSignatureWrong) {
            $0.signedContent = Array("something else".utf8)
        },
        DoctorRow(
            "a token of this folder's simulator in production", .tokenSimulated, .lineMissing,
            .certificateNotApples,
            visit: { try .token(try DoctorPhone($0).token(), $0, isSandbox: false) }),
        DoctorRow(
            "a token of another simulator", .tokenRootUnknown,
            visit: { try .token(try stranger($0), $0) }),
        DoctorRow(
            "a token of another simulator in production", .tokenRootUnknown, .lineMissing,
            .certificateNotApples, visit: { try .token(try stranger($0), $0, isSandbox: false) }),
        DoctorRow(
            "a token of Apple's sandbox", .tokenSandbox,
            visit: { fixture in
                let phone = try DoctorPhone(fixture)
                let authority = phone.device.apple.intermediate
                let leaf = try authority.issueLeaf(
                    CertificateRecipe(.signer, subject: .sandboxECSigner))
                let token = try phone.token { recipe in
                    recipe.cms = CMSParts(
                        signer: leaf,
                        chain: [leaf.certificateDER, authority.identity.certificateDER],
                        at: presentTime())
                }
                return try .token(token, fixture)
            }),
        DoctorRow(
            "a token for a key of another merchant", .tokenForOther,
            words: "(keys in use here: 1)",
            visit: { fixture in
                let other = try DoctorPhone(fixture, identifier: "merchant.com.example.stranger")
                return try .token(try other.token(), fixture)
            }),
        DoctorRow(
            "a token for the key of a request", .tokenKeyPending,
            visit: { try .token(try await tokenForRequest($0), $0) }),
        DoctorRow(
            "a token for a retired key", .tokenKeyRetired,
            visit: { fixture in
                let token = try await tokenForRequest(fixture)
                try await fixture.spoil(
                    """
                    UPDATE certificates SET state = 'retired', key_id = NULL, sealed_key = NULL
                    WHERE number = 2
                    """)
                return try .token(token, fixture)
            }),
        aged(0, 300), aged(0, 400, .tokenStale, words: "400 s ago, but 300 s are allowed"),
        aged(1_000, 0, .tokenFuture),
        DoctorRow(
            "a token that is no older than token-max-age-seconds",
            visit: { fixture in
                var visit = try DoctorVisit.token(
                    try DoctorPhone(fixture).token(), fixture,
                    at: presentTime().adding(seconds: 400))
                visit.environment = ["COSTER_TOKEN_MAX_AGE_SECONDS": "500"]
                return visit
            }),
        DoctorRow(
            "a token that was used", .tokenSpent,
            visit: { fixture in
                let phone = try DoctorPhone(fixture)
                let recipe = try phone.recipe()
                try await fixture.database { store in
                    _ = try await store.spend(
                        SpentToken(
                            merchant: DoctorFixture.shop,
                            transactionID: Hex.encode(recipe.transactionID), at: fixture.now))
                }
                return try .token(try phone.device.make(recipe).json, fixture)
            }),
        token("a token for another merchant identifier", .tokenClosed) {
            $0.identifierHash = [UInt8](repeating: 7, count: 32)
        },
        token("a token around other content", .tokenPayloadWrong) {
            $0.plaintext = Array("nothing".utf8)
        },
        token("a token of a card that expired in 2020", .tokenCardExpired) { recipe in
            let text = String(decoding: recipe.plaintext, as: UTF8.self)
            recipe.plaintext = Array(
                text.replacing(TestCard.expirationDate, with: "200131").utf8)
        },
        DoctorRow(
            "a token whose private key doesn't decrypt", .privateKeyClosed, .tokenKeyClosed,
            visit: { fixture in
                let token = try DoctorPhone(fixture).token()
                try await fixture.spoil("UPDATE certificates SET sealed_key = zeroblob(160)")
                return try .token(token, fixture)
            }),
    ]

    /// A token for the shop that was made by another recipe.
    private static func token(
        _ cause: String, _ finding: FindingKind,
        change: @escaping @Sendable (inout TokenRecipe) -> Void
    ) -> DoctorRow {
        DoctorRow(
            cause, finding, visit: { try .token(try DoctorPhone($0).token { change(&$0) }, $0) })
    }

    /// A token with a faulty part.
    private static func part(
        _ part: String, change: @escaping @Sendable (String) -> String
    ) -> DoctorRow {
        DoctorRow(
            "a token with a wrong \(part)", .tokenMalformed, words: "the token's \(part)",
            visit: { try .token(change(try DoctorPhone($0).token()), $0) })
    }

    /// A token that is signed some seconds from now, and looked at some seconds from now.
    private static func aged(
        _ signed: Int64, _ seen: Int64, _ findings: FindingKind..., words: String = ""
    ) -> DoctorRow {
        DoctorRow("signed at second \(signed), seen at second \(seen)", findings, words: words) {
            let now = Timestamp(seconds: presentTime().seconds)
            let phone = try DoctorPhone($0)
            let recipe = try phone.recipe(at: now.adding(seconds: signed))
            return try .token(
                try phone.device.make(recipe).json, $0, at: now.adding(seconds: seen))
        }
    }

    /// A token that the simulator of another folder made for the shop's key.
    private static func stranger(_ fixture: DoctorFixture) throws -> String {
        let device = SimulatedDevice(
            apple: try SimulatedApple.create(), merchant: try DoctorPhone(fixture).merchant,
            certificate: try fixture.simulator.newestCertificate(of: DoctorFixture.identifier))
        return try device.pay(SimulatedOrder(amount: try dollars("1.00"), at: presentTime())).json
    }

    /// A token for the key of a request whose answer was never imported.
    private static func tokenForRequest(_ fixture: DoctorFixture) async throws -> String {
        let request = try CertificateRequest.make(algorithm: .ec, commonName: "next")
        _ = try fixture.issue(request)
        try await fixture.keep(request, certificate: nil)
        return try DoctorPhone(fixture).token()
    }
}
