import AppleSimulator
import Crypto
import Foundation
import Programs
import Testing

/// A token in some version, layout and encoding.
struct SignatureRow: CustomTestStringConvertible {
    let version: SimulatedTokenVersion
    let layout: SignatureLayout
    let encoding: CMSParts.Encoding

    var testDescription: String { "\(version.rawValue) \(layout) \(encoding)" }

    static let all = SimulatedTokenVersion.allCases.flatMap { version in
        SignatureLayout.allCases.flatMap { layout in
            CMSParts.Encoding.allCases.map {
                SignatureRow(version: version, layout: layout, encoding: $0)
            }
        }
    }
}

@Suite("The signature", .timeLimit(.minutes(5)), .serialized)
struct SignatureTests {
    @Test("openssl accepts it for the bytes of the token", arguments: SignatureRow.all)
    func accepted(_ row: SignatureRow) async throws {
        let device = try SimulatorFixture.shared.get().device
        var order = try order(.visa, row.version)
        order.layout = row.layout
        order.applicationData = [UInt8](repeating: 1, count: 32)
        var recipe = try device.recipe(for: order)
        recipe.cms.encoding = row.encoding
        let parts = try device.make(recipe).parts
        #expect(try await isAccepted(parts.signature, content: parts.signedContent))
    }

    @Test("openssl refuses it for other bytes, and under another root of the same names")
    func refused() async throws {
        let device = try SimulatorFixture.shared.get().device
        let parts = try device.pay(try order()).parts
        #expect(try await !isAccepted(parts.signature, content: parts.signedContent + [0]))
        let other = try SimulatedApple.create().rootPEM
        #expect(
            try await !isAccepted(parts.signature, content: parts.signedContent, root: other))
    }

    @Test("a change before signing is under a valid signature")
    func beforeSigning() async throws {
        let device = try SimulatorFixture.shared.get().device
        var recipe = try device.recipe(for: try order())
        recipe.beforeSigning = { $0.data[0] ^= 1 }
        let parts = try device.make(recipe).parts
        #expect(try await isAccepted(parts.signature, content: parts.signedContent))
    }

    @Test("attributes can be dropped, doubled, replaced, or left out altogether")
    func attributes() throws {
        let device = try SimulatorFixture.shared.get().device
        var recipe = try device.recipe(for: try order())
        let usual = try device.make(recipe).parts.signature
        #expect(usual.count(of: SimulatorDER.oid(SimulatorOID.messageDigest)) == 1)

        recipe.cms.signers[0].attributes = [.contentType, .messageDigest, .otherDigest([7, 7])]
        let doubled = try device.make(recipe).parts.signature
        #expect(doubled.count(of: SimulatorDER.oid(SimulatorOID.messageDigest)) == 2)
        #expect(doubled.count(of: SimulatorDER.oid(SimulatorOID.signingTime)) == 0)
        #expect(doubled.count(of: [0x04, 0x02, 7, 7]) == 1)

        recipe.cms.signers[0].attributes = nil
        let none = try device.make(recipe).parts.signature
        #expect(none.count(of: SimulatorDER.oid(SimulatorOID.contentType)) == 0)
    }

    @Test("signers, certificates, digests, the signature and unsigned attributes can be replaced")
    func otherParts() throws {
        let device = try SimulatorFixture.shared.get().device
        var recipe = try device.recipe(for: try order())
        let extra = try device.apple.intermediate.issueLeaf()
        recipe.cms.certificates.insert(extra.certificateDER, at: 0)
        recipe.cms.signers.append(CMSSignerParts(extra, at: moment))
        recipe.cms.signers[0].signature = [9, 8, 7]
        recipe.cms.signers[0].unsignedAttributes = [[0x30, 0x03, 0x06, 0x01, 0x2A]]
        recipe.cms.signers[0].signatureAlgorithm = [0x30, 0x03, 0x06, 0x01, 0x2B]
        recipe.cms.embeddedContent = [0xE0, 0xE1]
        let signature = try device.make(recipe).parts.signature
        #expect(try Skeleton(signature).lines.isEmpty == false)
        #expect(signature.count(of: extra.certificateDER) == 1)
        #expect(signature.count(of: CMSSignerParts.identifier(of: extra)) == 1)
        #expect(signature.count(of: [0x04, 0x03, 9, 8, 7]) == 1)
        #expect(signature.count(of: [0xA1, 0x05, 0x30, 0x03, 0x06, 0x01, 0x2A]) == 1)
        #expect(signature.count(of: [0x06, 0x01, 0x2B]) == 2)
        #expect(signature.count(of: [0x04, 0x02, 0xE0, 0xE1]) == 1)
    }
}

extension [UInt8] {
    /// How often a run of bytes occurs.
    fileprivate func count(of run: [UInt8]) -> Int {
        guard !run.isEmpty, run.count <= count else { return 0 }
        return (0...(count - run.count)).count { self[$0...].starts(with: run) }
    }
}
