import Foundation
import PaymentDomain
import Testing

@testable import AppleSimulator

/// A session that a device refuses.
struct SessionRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// When the device looks, in seconds after the session began.
    var age: Int64 = 0
    var host = "shop.example"
    var trouble: ValidationTrouble?
    /// What a page does to the session's text.
    var change: @Sendable (String) -> String = { $0 }
    let problem: SessionProblem

    static let refused = [
        SessionRow(testDescription: "no JSON", change: { _ in "x" }, problem: .malformed),
        SessionRow(testDescription: "an empty object", change: { _ in "{}" }, problem: .malformed),
        SessionRow(
            testDescription: "more than a session has",
            change: { $0 + String(repeating: " ", count: 32_768) }, problem: .malformed),
        SessionRow(
            testDescription: "a signature that isn't hexadecimal",
            change: { $0.replacing("\"signature\":\"", with: "\"signature\":\"x") },
            problem: .malformed),
        SessionRow(
            testDescription: "an empty signature",
            change: { $0.replacing(/"signature":"[0-9a-f]*"/, with: "\"signature\":\"\"") },
            problem: .signatureWrong),
        SessionRow(
            testDescription: "another domain written in",
            change: { $0.replacing("shop.example", with: "shop.evil") }, problem: .signatureWrong),
        SessionRow(
            testDescription: "another name written in",
            change: { $0.replacing("Flowers", with: "Casino") }, problem: .signatureWrong),
        SessionRow(
            testDescription: "a later end written in",
            change: { $0.replacing(/"expiresAt":[0-9]/, with: "\"expiresAt\":9") },
            problem: .signatureWrong),
        SessionRow(
            testDescription: "another page's domain", host: "other.example",
            problem: .otherDomain),
        SessionRow(
            testDescription: "a subdomain of it", host: "www.shop.example", problem: .otherDomain),
        SessionRow(testDescription: "six minutes old", age: 360, problem: .tooOld),
        SessionRow(testDescription: "six minutes from now", age: -360, problem: .tooOld),
        SessionRow(testDescription: "an hour old", age: 3_600, problem: .expired),
        SessionRow(
            testDescription: "one that Apple gave too late", trouble: .expired, problem: .expired),
    ]
}

@Suite("What a device verifies of a session", .timeLimit(.minutes(5)))
struct SessionCheckTests {
    private let apple: SimulatedApple
    private let check: SessionCheck

    init() throws {
        apple = try SimulatorFixture.shared.get().apple
        check = SessionCheck(apple)
    }

    private func session(_ trouble: ValidationTrouble? = nil) throws -> String {
        let server = MerchantValidation(apple) { _ in ["shop.example"] }
        let answer = try server.answer(
            Array(ValidationRow.good.utf8), certificate: try identityCertificate(), at: moment,
            trouble: trouble)
        return String(decoding: answer.body, as: UTF8.self)
    }

    @Test("a session that isn't right is refused, and stays unused", arguments: SessionRow.refused)
    func refused(_ row: SessionRow) async throws {
        let original = try session(row.trouble)
        let text = row.change(original)
        await #expect(throws: row.problem) {
            try await check.accept(
                Array(text.utf8), host: row.host, at: moment.adding(seconds: row.age))
        }
        guard text == original, row.trouble == nil else { return }
        _ = try await check.accept(Array(text.utf8), host: "shop.example", at: moment)
    }

    @Test("a session is good for one use, in the five minutes after it began", arguments: [0, 300])
    func once(_ age: Int64) async throws {
        let text = Array(try session().utf8)
        let now = moment.adding(seconds: age)
        let accepted = try await check.accept(text, host: "shop.example", at: now)
        #expect(accepted.displayName == "Flowers" && accepted.isForThisEnvironment)
        #expect(accepted.merchantHash.count == 64)
        await #expect(throws: SessionProblem.used) {
            try await check.accept(text, host: "shop.example", at: now)
        }
    }

    @Test("a page may write the session's JSON again")
    func rewritten() async throws {
        let object = try JSONSerialization.jsonObject(with: Data(try session().utf8))
        let text = try JSONSerialization.data(
            withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
        _ = try await check.accept(Array(text), host: "shop.example", at: moment)
    }

    @Test("a session of the other environment shows the sheet, and says so")
    func otherEnvironment() async throws {
        let accepted = try await check.accept(
            Array(try session(.otherEnvironment).utf8), host: "shop.example", at: moment)
        #expect(!accepted.isForThisEnvironment)
    }

    @Test("another Apple's session is refused")
    func otherApple() async throws {
        let other = SessionCheck(try SimulatedApple.create())
        await #expect(throws: SessionProblem.signatureWrong) {
            try await other.accept(Array(try session().utf8), host: "shop.example", at: moment)
        }
    }

    @Test("a certificate of the same Apple that signs no sessions is refused")
    func otherSigner() async throws {
        let leaf = try apple.intermediate.issueLeaf(.server(["apple-pay-gateway.coster.test"]))
        let session = WebSession(
            merchant: "merchant.coster.tests", domain: "shop.example", displayName: "F",
            at: moment)
        let text = try session.signed(by: leaf, of: apple, at: moment)
        await #expect(throws: SessionProblem.signatureWrong) {
            try await check.accept(Array(text.utf8), host: "shop.example", at: moment)
        }
    }
}
