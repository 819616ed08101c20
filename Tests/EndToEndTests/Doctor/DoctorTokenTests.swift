import AppleSimulator
import Foundation
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("coster doctor --token", .timeLimit(.minutes(20)))
struct DoctorTokenTests {
    @Test("a good token is ok, for whom, from when and of which version, and nothing of its card")
    func good() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture)
            let report = try await fixture.examine(token: try phone.token())
            expect(report)
            let verdict = try #require(report.tokenVerdict)
            #expect(verdict.hasPrefix("token: ok for merchant shop, signed 20"))
            #expect(verdict.hasSuffix(", version EC_v1"))
            let card = try digits(of: .visa)
            #expect(!report.lines.joined().contains(card))
            #expect(!report.lines.joined().contains(card.suffix(4)))
        }
    }

    @Test("the sandbox's own merchant gets tokens too")
    func sandboxMerchant() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture, identifier: RunningServer.merchantIdentifier)
            let report = try await fixture.examine(token: try phone.token())
            expect(report)
            #expect(report.tokenVerdict?.contains("merchant sandbox") == true)
        }
    }

    @Test("a file that is not there is found")
    func unreadable() async throws {
        try await DoctorFixture.lend { fixture in
            let report = try await fixture.examine { $0.token = "\(fixture.place.path)/absent" }
            expect(report, .tokenUnreadable)
        }
    }

    @Test("an incomplete token is found, with the faulty part and none of its bytes")
    func malformed() async throws {
        try await DoctorFixture.lend { fixture in
            let token = try DoctorPhone(fixture).token()
            let rows: [(token: String, part: String)] = [
                ("", "JSON (empty-payment-data)"),
                (String(token.prefix(token.count / 2)), "JSON (json-malformed)"),
                ("{\"4111111111111111\":", "JSON (json-malformed)"),
                (token.replacing(/"data":"[^"]*"/, with: "\"data\":\"a b\""), "data ("),
                (token.replacing(/"signature":"[^"]*",?/, with: ""), "signature ("),
                (
                    token.replacing(/"signature":"([^"]{400})[^"]*"/) {
                        "\"signature\":\"\($0.1)\""
                    },
                    "signature (signature-truncated)"
                ),
                (token.replacing("EC_v1", with: "EC_v9"), "version (unsupported-version)"),
            ]
            for row in rows {
                let report = try await fixture.examine(token: row.token)
                expect(report, .tokenMalformed)
                let subject = report.findings.first?.subject ?? ""
                #expect(subject.hasPrefix("the token's \(row.part)"), "\(subject)")
                #expect(!report.lines.joined().contains("4111"))
            }
        }
    }

    @Test("a token that was changed on its way is found")
    func changed() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture)
            let token = try phone.token { $0.signedContent = Array("something else".utf8) }
            expect(try await fixture.examine(token: token), .tokenSignatureWrong)
        }
    }

    @Test("in production a token of this folder's simulator differs from one of a strange root")
    func simulated() async throws {
        try await DoctorFixture.lend { fixture in
            let token = try DoctorPhone(fixture).token()
            let production = DoctorFixture.productionConditions
            let ours = try await fixture.examine(sandbox: false, token: token)
            #expect(ours.conditions == production.union([.tokenSimulated]), "\(ours.lines)")

            let strange = try SimulatedApple.create()
            let device = SimulatedDevice(
                apple: strange, merchant: try DoctorPhone(fixture).merchant,
                certificate: try fixture.simulator.newestCertificate(of: DoctorFixture.identifier))
            let order = SimulatedOrder(amount: try dollars("1.00"), at: presentTime())
            let forged = try device.pay(order).json
            expect(try await fixture.examine(token: forged), .tokenRootUnknown)
            let theirs = try await fixture.examine(sandbox: false, token: forged)
            #expect(theirs.conditions == production.union([.tokenRootUnknown]))
        }
    }

    @Test("a token that Apple's sandbox signed is a warning")
    func appleSandbox() async throws {
        try await DoctorFixture.lend { fixture in
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
            let report = try await fixture.examine(token: token)
            expect(report, .tokenSandbox)
            #expect(report.problems == 0 && report.tokenVerdict != nil)
        }
    }

    @Test("a token for a key that is not here, is retired or awaits its certificate is found")
    func otherKeys() async throws {
        try await DoctorFixture.lend { fixture in
            let stranger = try DoctorPhone(fixture, identifier: "merchant.com.example.stranger")
            let report = try await fixture.examine(token: try stranger.token())
            expect(report, .tokenForOther)
            #expect(report.lines.first?.contains("(keys in use here: 1)") == true)

            let request = try CertificateRequest.make(algorithm: .ec, commonName: "next")
            _ = try fixture.issue(request)
            try await fixture.keep(request, certificate: nil)
            let token = try DoctorPhone(fixture).token()
            expect(try await fixture.examine(token: token), .tokenKeyPending)
            try await fixture.spoil(
                """
                UPDATE certificates SET state = 'retired', key_id = NULL, sealed_key = NULL
                WHERE number = 2
                """)
            expect(try await fixture.examine(token: token), .tokenKeyRetired)
        }
    }

    @Test("a stale token is found with its age, and one from the future too")
    func age() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture)
            let now = presentTime()
            let token = try phone.device.make(try phone.recipe(at: now)).json
            let at = { (seconds: Int64) in now.adding(seconds: seconds) }
            expect(try await fixture.examine(token: token, at: at(300)))
            let stale = try await fixture.examine(token: token, at: at(400))
            expect(stale, .tokenStale)
            #expect(stale.lines.first?.contains("400 s ago, but 300 s are allowed") == true)
            expect(
                try await fixture.examine(token: token, at: at(400)) {
                    $0.environment = ["COSTER_TOKEN_MAX_AGE_SECONDS": "500"]
                })
            let early = try phone.device.make(try phone.recipe(at: at(1_000))).json
            expect(try await fixture.examine(token: early, at: now), .tokenFuture)
        }
    }
}
