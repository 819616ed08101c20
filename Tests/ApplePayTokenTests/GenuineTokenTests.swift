import ApplePayToken
import Crypto
import Foundation
import PaymentDomain
import StrictCoding
import SwiftASN1
import Testing
import X509

@Suite(
    "Tokens that Apple signed", .timeLimit(.minutes(5)),
    .enabled(if: Vectors.arePresent, "shared vectors are absent"))
struct GenuineTokenTests {
    private let anyone = PaymentTokenVerifier(
        roots: [AppleRoots.g3], policy: VerificationPolicy(allowsSandboxSigner: true))

    @Test("a genuine token verifies at its signing time", arguments: GenuineToken.all)
    func verifies(_ genuine: GenuineToken) async throws {
        let token = try Vectors.token(genuine.name)
        let verified = try await anyone.verify(token, at: try genuine.moment)
        #expect(verified.signedAt == (try genuine.moment))
        #expect(verified.signerName == genuine.signer)
        #expect(verified.isSandboxSigner == genuine.isSandbox)
        // Once more, now with the remembered chain.
        #expect(
            try await anyone.verify(token, at: try genuine.moment).signedAt == verified.signedAt)
    }

    @Test("a genuine token opens to the published plaintext", arguments: GenuineToken.opened)
    func opens(_ genuine: GenuineToken) async throws {
        let token = try Vectors.token(genuine.name)
        let moment = try genuine.moment
        let verified = try await anyone.verify(token, at: moment)
        let decrypted = try verified.decrypt(with: try genuine.keyring(), at: moment)
        let expected = try Vectors.file("\(genuine.name).plaintext.json")
        let trimmed = String(decoding: expected, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(decrypted.payloadJSON(reveal: true) == trimmed)
        let masked = decrypted.payloadJSON(reveal: false)
        #expect(masked.contains("************\(decrypted.pan.lastFour)"))
        #expect(masked.contains(#""onlinePaymentCryptogram":"hidden""#))
    }

    @Test("a genuine token of long ago is stale today", arguments: GenuineToken.all)
    func isStale(_ genuine: GenuineToken) async throws {
        let token = try Vectors.token(genuine.name)
        let now = try #require(Timestamp(iso8601: "2026-11-21T08:57:00Z"))
        await #expect(throws: PaymentTokenError.staleSigningTime) {
            try await anyone.verify(token, at: now)
        }
    }

    @Test("five minutes either way are still good, a millisecond more is not")
    func ageIsJudgedToTheMillisecond() async throws {
        let genuine = GenuineToken.opened[0]
        let token = try Vectors.token(genuine.name)
        let signed = try genuine.moment
        _ = try await anyone.verify(token, at: signed.adding(seconds: 300))
        _ = try await anyone.verify(token, at: signed.adding(seconds: -300))
        let late = Timestamp(milliseconds: signed.milliseconds + 300_001)
        let early = Timestamp(milliseconds: signed.milliseconds - 300_001)
        await #expect(throws: PaymentTokenError.staleSigningTime) {
            try await anyone.verify(token, at: late)
        }
        await #expect(throws: PaymentTokenError.futureSigningTime) {
            try await anyone.verify(token, at: early)
        }
        let end = Timestamp(milliseconds: .max)
        let patient = PaymentTokenVerifier(
            roots: [AppleRoots.g3], policy: VerificationPolicy(maximumAgeSeconds: .max))
        _ = try await patient.verify(token, at: end)
    }

    @Test("a sandbox signer is refused unless it is allowed")
    func sandboxIsRefused() async throws {
        let genuine = try #require(GenuineToken.opened.last)
        let strict = PaymentTokenVerifier(roots: [AppleRoots.g3])
        let token = try Vectors.token(genuine.name)
        await #expect(throws: PaymentTokenError.sandboxSigner) {
            try await strict.verify(token, at: try genuine.moment)
        }
    }

    @Test("without Apple's root nothing verifies")
    func rootIsNeeded() async throws {
        let genuine = GenuineToken.opened[0]
        let token = try Vectors.token(genuine.name)
        let rootless = PaymentTokenVerifier(roots: [])
        await #expect(throws: PaymentTokenError.untrustedRoot) {
            try await rootless.verify(token, at: try genuine.moment)
        }
    }

    @Test("the outer PKPaymentToken opens like the payment data in it")
    func outerForm() async throws {
        let genuine = GenuineToken.opened[0]
        let inner = String(decoding: try Vectors.file("gala-2014.token.json"), as: UTF8.self)
        let outer = """
            {"paymentMethod":{"network":"Visa"},"transactionIdentifier":"AB","paymentData":\(inner)}
            """
        let token = try PaymentToken(json: Array(outer.utf8))
        let verified = try await anyone.verify(token, at: try genuine.moment)
        #expect(verified.token.transactionID == (try Vectors.token("gala-2014").transactionID))
    }

    @Test("the embedded root is Apple Root CA - G3")
    func embeddedRoot() throws {
        var serializer = DER.Serializer()
        try serializer.serialize(AppleRoots.g3)
        let fingerprint = SHA256.hash(data: serializer.serializedBytes)
            .map { String(format: "%02x", $0) }.joined()
        #expect(
            fingerprint == "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179")
    }
}
