import AppleSimulator
import Crypto
import PaymentDomain
import SwiftASN1
import Testing
import X509

@Suite("The certificates", .timeLimit(.minutes(5)))
struct CertificateTests {
    @Test("each is signed by the one above it, under that one's name")
    func chain() throws {
        let apple = try SimulatorFixture.shared.get().apple
        let root = apple.root.identity.certificate
        let intermediate = apple.intermediate.identity.certificate
        let rsaLeaf = try apple.rsaSigner().certificate
        #expect(root.publicKey.isValidSignature(root.signature, for: root))
        #expect(root.publicKey.isValidSignature(intermediate.signature, for: intermediate))
        #expect(intermediate.issuer == root.subject)
        for leaf in [apple.ecSigner.certificate, rsaLeaf] {
            #expect(intermediate.publicKey.isValidSignature(leaf.signature, for: leaf))
            #expect(leaf.issuer == intermediate.subject)
        }
    }

    @Test("the signers and the intermediate carry Apple's markers, each its own, with NULL")
    func markers() throws {
        let apple = try SimulatorFixture.shared.get().apple
        let intermediate = apple.intermediate.identity.certificate.extensions
        #expect(intermediate[oid: SimulatorOID.intermediateMarker]?.value == [5, 0])
        #expect(intermediate[oid: SimulatorOID.signerMarker] == nil)
        #expect(try intermediate.basicConstraints == .isCertificateAuthority(maxPathLength: nil))
        for signer in [apple.ecSigner, try apple.rsaSigner()] {
            let extensions = signer.certificate.extensions
            #expect(extensions[oid: SimulatorOID.signerMarker]?.value == [5, 0])
            #expect(extensions[oid: SimulatorOID.intermediateMarker] == nil)
            #expect(try extensions.basicConstraints == .notCertificateAuthority)
        }
    }

    @Test("names say that a simulator made them, and SANDBOX only on request")
    func names() throws {
        let apple = try SimulatorFixture.shared.get().apple
        let all = [apple.root.identity, apple.intermediate.identity, apple.ecSigner]
        for identity in all {
            let name = identity.certificate.subject.description
            #expect(name.uppercased().contains("SIMULATOR"))
            #expect(!name.uppercased().contains("SANDBOX"))
        }
        let sandbox = try SimulatedApple.create(isSandbox: true).ecSigner.certificate.subject
        #expect(sandbox.description.contains("SANDBOX"))
    }

    @Test("a merchant's certificate names the merchant twice: as UID and by its hash")
    func merchant() throws {
        let merchant = try SimulatorFixture.shared.get().merchant
        for identity in [merchant.ec, try merchant.rsa()] {
            let certificate = identity.certificate
            let attributes = certificate.subject.flatMap { $0 }
            let userID = attributes.first { $0.type == SimulatorOID.userID }
            #expect(userID.flatMap { String($0.value) } == "merchant.coster.tests")
            let value = try #require(
                certificate.extensions[oid: SimulatorOID.merchantIdentifierHash]?.value)
            // The SHA-256 of "merchant.coster.tests", upper case, in a UTF8String of 64 characters.
            let digest = SHA256.hash(data: Array("merchant.coster.tests".utf8))
            let text = digest.map { byte in
                (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }.joined()
            #expect(Array(value) == [0x0C, 0x40] + Array(text.utf8))
            #expect(identity.isConsistent)
        }
    }

    @Test("two Apples share their names and not their keys")
    func twoApples() throws {
        let one = try SimulatorFixture.shared.get().apple
        let two = try SimulatedApple.create()
        let first = one.root.identity.certificate
        let second = two.root.identity.certificate
        #expect(first.subject == second.subject)
        #expect(first.publicKey != second.publicKey)
    }

    @Test("a recipe can make what no authority would: a leaf of a leaf, a false CA, no marker")
    func wrongOnes() throws {
        let apple = try SimulatorFixture.shared.get().apple
        let child = try SimulatedAuthority(apple.ecSigner).issueLeaf()
        #expect(child.certificate.issuer == apple.ecSigner.certificate.subject)

        var recipe = CertificateRecipe(.intermediate, subject: .intermediate)
        recipe.isAuthority = false
        recipe.markers = []
        recipe.omitted = [SimulatorOID.keyUsage]
        recipe.serial = [1]
        recipe.notAfter = recipe.notBefore.adding(seconds: 60)
        let wrong = try apple.root.issueIntermediate(recipe).identity.certificate
        #expect(try wrong.extensions.basicConstraints == .notCertificateAuthority)
        #expect(wrong.extensions[oid: SimulatorOID.intermediateMarker] == nil)
        #expect(wrong.extensions[oid: SimulatorOID.keyUsage] == nil)
        #expect(Array(wrong.serialNumber.bytes) == [1])
        #expect(wrong.notValidAfter.timeIntervalSince(wrong.notValidBefore) == 60)
    }
}
