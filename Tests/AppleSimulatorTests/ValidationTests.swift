import CryptoExtras
import Foundation
import PaymentDomain
import Testing
import X509

@testable import AppleSimulator

private let shop = "merchant.coster.tests"

/// The certificates of one shop and of another, as the simulator issues them.
private let certificates = Result { () throws(SimulatorError) -> [String: [UInt8]] in
    let apple = try SimulatorFixture.shared.get().apple
    let intermediate = apple.intermediate
    let key = try SimulatedKey.make(.rsa)
    var certificates: [String: [UInt8]] = [:]
    certificates["identity"] = try intermediate.issue(.merchantIdentity(shop), for: key)
        .certificateDER
    certificates["another's"] = try intermediate.issue(
        .merchantIdentity("merchant.coster.other"), for: key
    ).certificateDER
    certificates["processing"] = try intermediate.issue(.merchant(shop), for: key).certificateDER
    var unmarked = CertificateRecipe.merchantIdentity(shop)
    unmarked.otherExtensions.removeLast()
    certificates["without a hash"] = try intermediate.issue(unmarked, for: key).certificateDER
    certificates["garbage"] = [1, 2, 3]
    return certificates
}

/// The shop's identity certificate.
func identityCertificate() throws -> [UInt8] {
    try #require(try certificates.get()["identity"])
}

/// A request for a session, and what Apple says.
struct ValidationRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var certificate = "identity"
    let body: String
    let status: Int
    let message: String

    init(
        _ name: String, _ body: String, by certificate: String = "identity", _ status: Int,
        _ message: String
    ) {
        testDescription = name
        self.body = body
        self.certificate = certificate
        self.status = status
        self.message = message
    }

    static let good = #"""
        {"merchantIdentifier":"merchant.coster.tests","displayName":"Flowers","initiative":"web","initiativeContext":"shop.example"}
        """#
    static let old = #"""
        {"merchantIdentifier":"merchant.coster.tests","domainName":"shop.example","displayName":"Flowers"}
        """#

    static let refused = [
        ValidationRow("no JSON", "x", 400, "malformed request"),
        ValidationRow("an array", "[]", 400, "malformed request"),
        ValidationRow("a number as the merchant", #"{"merchantIdentifier":1}"#, 400, "malformed"),
        ValidationRow(
            "more than an honest request has", String(repeating: " ", count: 4_096) + good, 400,
            "malformed"),
        ValidationRow("no merchant", "{}", 400, "missing merchant identifier"),
        ValidationRow(
            "another merchant's certificate", good, by: "another's", 417,
            "on behalf of merchantId=merchant.coster.tests"),
        ValidationRow("a certificate for tokens", good, by: "processing", 401, "Unauthorized"),
        ValidationRow("a certificate without a hash", good, by: "without a hash", 401, "Unauth"),
        ValidationRow("bytes as a certificate", good, by: "garbage", 401, "Unauthorized"),
        ValidationRow(
            "no domain", #"{"merchantIdentifier":"merchant.coster.tests","displayName":"F"}"#, 400,
            "missing domain"),
        ValidationRow(
            "another initiative", good.replacing("\"web\"", with: "\"messaging\""), 400,
            "missing domain"),
        ValidationRow(
            "a domain that isn't registered", good.replacing("shop.example", with: "shop.evil"),
            400, "merchantId=merchant.coster.tests not registered for domain=shop.evil"),
        ValidationRow(
            "a domain in other letters", good.replacing("shop.example", with: "SHOP.example"), 400,
            "not registered for domain=SHOP.example"),
        ValidationRow(
            "no name", good.replacing("Flowers", with: ""), 400, "invalid display name"),
        ValidationRow(
            "a name of 65 characters",
            good.replacing("Flowers", with: String(repeating: "é", count: 65)), 400,
            "invalid display name"),
    ]
}

@Suite("The simulated server that validates merchants", .timeLimit(.minutes(5)))
struct ValidationTests {
    private let apple: SimulatedApple
    private let server: MerchantValidation

    init() throws {
        apple = try SimulatorFixture.shared.get().apple
        server = MerchantValidation(apple) { $0 == shop ? ["shop.example"] : [] }
    }

    private func answer(
        _ body: String, by certificate: String = "identity",
        _ trouble: ValidationTrouble? = nil
    ) throws -> ValidationAnswer {
        try server.answer(
            Array(body.utf8),
            certificate: try #require(try certificates.get()[certificate]), at: moment,
            trouble: trouble)
    }

    @Test("refuses in Apple's words", arguments: ValidationRow.refused)
    func refused(_ row: ValidationRow) throws {
        let answer = try answer(row.body, by: row.certificate)
        let error = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
        #expect(answer.status == row.status)
        #expect(error["statusCode"] == String(row.status))
        #expect(error["statusMessage"]?.contains(row.message) == true)
    }

    @Test(
        "gives a session that openssl verifies", arguments: [ValidationRow.good, ValidationRow.old])
    func session(_ body: String) async throws {
        let answer = try answer(body)
        #expect(answer.status == 200)
        let text = String(decoding: answer.body, as: UTF8.self)
        let session = try Session(text)
        #expect(session.domainName == "shop.example" && session.displayName == "Flowers")
        #expect(session.epochTimestamp == moment.milliseconds)
        #expect(session.expiresAt == moment.milliseconds + 3_600_000)
        #expect(session.merchantSessionIdentifier.count == 100)
        #expect(session.nonce.count == 8)
        #expect(
            session.operationalAnalyticsIdentifier == "Flowers:\(session.merchantIdentifier)")
        #expect(try await isAccepted(session.cms, content: Array(session.signed.utf8)))
        let changed = session.signed.replacing("shop.example", with: "shop.evil")
        #expect(try await !isAccepted(session.cms, content: Array(changed.utf8)))
    }

    @Test("gives each page a session of its own")
    func unique() throws {
        let sessions = try (0..<20).map { _ in
            try Session(String(decoding: try answer(ValidationRow.good).body, as: UTF8.self))
        }
        #expect(Set(sessions.map(\.merchantSessionIdentifier)).count == 20)
        #expect(Set(sessions.map(\.signature)).count == 20)
    }

    @Test("refuses, or gives a session that has ended, or of the other environment, on request")
    func troubles() throws {
        #expect(try answer(ValidationRow.good, .refused).status == 403)
        let expired = try Session(
            String(decoding: try answer(ValidationRow.good, .expired).body, as: UTF8.self))
        #expect(expired.expiresAt < moment.milliseconds)
        let other = try Session(
            String(decoding: try answer(ValidationRow.good, .otherEnvironment).body, as: UTF8.self))
        let usual = try Session(
            String(decoding: try answer(ValidationRow.good).body, as: UTF8.self))
        #expect(String(decoding: other.cms, as: UTF8.self).contains("_COSTER-SANDBOX"))
        #expect(!String(decoding: usual.cms, as: UTF8.self).contains("_COSTER-SANDBOX"))
    }
}

/// A session as a device reads it.
private struct Session: Decodable {
    let epochTimestamp: Int64
    let expiresAt: Int64
    let merchantSessionIdentifier: String
    let nonce: String
    let merchantIdentifier: String
    let domainName: String
    let displayName: String
    let signature: String
    let operationalAnalyticsIdentifier: String
    private(set) var signed = ""

    private enum CodingKeys: String, CodingKey {
        case epochTimestamp, expiresAt, merchantSessionIdentifier, nonce, merchantIdentifier
        case domainName, displayName, signature, operationalAnalyticsIdentifier
    }

    init(_ text: String) throws {
        self = try JSONDecoder().decode(Session.self, from: Data(text.utf8))
        let end = try #require(text.range(of: ",\"signature\""))
        signed = text[..<end.lowerBound] + "}"
    }

    /// The signature's bytes.
    var cms: [UInt8] {
        let digits = Array(signature.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16)
        }
    }
}
